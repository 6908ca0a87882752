"""What one player, or a spectator, may know of a game; nothing here leads back to what is hidden (R70, R71).

events       one step as it happened, and what each viewer is told of it
observation  all that a viewer may know at one moment
"""

from onitama.observe.events import Event, Played, step_events
from onitama.observe.observation import Observation, common_key, observe

__all__ = ["Event", "Observation", "Played", "common_key", "observe", "step_events"]
