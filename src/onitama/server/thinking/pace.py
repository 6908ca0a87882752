"""How long a person would take for a step: who plays the computer should be able to follow."""

from random import Random

from onitama.server.rooms.events import Pace

__all__ = ["pause_seconds"]

_SHARE_OF_CLOCK = 1 / 40
"""Of the time left on a clock, no more than this is waited away for one step."""


_TIMES_AS_LONG = {Pace.SLOW: 3.0, Pace.QUICK: 0.2}


def pause_seconds(
    choices: int, *, is_first_step: bool, left_ms: int | None, pace: Pace = Pace.HUMAN, rng: Random
) -> float:
    """After how many seconds, from when it was asked, the computer should make a step.

    Args:
        choices: among how many steps it can choose; who has no choice is quick.
        is_first_step: whether it begins a turn; the rest of one comes quicker.
        left_ms: what its clock shows, or None without a clock.
        pace: what the one who looks on has chosen, where the computer plays itself.
        rng: for what differs from step to step.
    """
    if is_first_step and choices > 1:
        seconds = rng.triangular(0.8, 1.6 + min(choices, 24) / 8, 1.2)
    else:
        seconds = rng.triangular(0.4, 1.2, 0.6)
    seconds *= _TIMES_AS_LONG.get(pace, 1.0)
    return seconds if left_ms is None else min(seconds, left_ms / 1000 * _SHARE_OF_CLOCK)
