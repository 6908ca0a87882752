"""`Turn`: one turn as it was played."""

from dataclasses import dataclass
from functools import cached_property

from onitama.observe import Played, step_events
from onitama.player import Player
from onitama.rules import Phase, Position, Step

__all__ = ["Turn", "ends_turn"]


@dataclass(frozen=True)
class Turn:
    """One turn, finished or running, or one placement of ninjas. `str` writes its steps.

    It holds the hidden truth, so it stays with the referee (R70).
    """

    played: tuple[Played, ...]
    """Its steps with the positions around them; at least one."""
    left_ms: tuple[int, int] | None = None
    """What the clock showed right after the last step, Red's and Blue's face; None in a game without a clock."""

    @property
    def number(self) -> int:
        """As positions count; 0 for a placement."""
        return 0 if self.before.phase is Phase.PLACE else self.before.turn_number

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.before.to_move

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was played."""
        return tuple(one.step for one in self.played)

    @property
    def before(self) -> Position:
        """Where it began."""
        return self.played[0].before

    @property
    def after(self) -> Position:
        """Where it led, so far."""
        return self.played[-1].after

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is still to come."""
        return ends_turn(self.played[-1])

    @cached_property
    def tells(self) -> bool:
        """Whether a ninja's capture was announced, a ninja shown or a lantern answered in it (R83)."""
        return any(map(_tells, self.played))

    def __str__(self) -> str:
        return " ".join(map(str, self.steps))


def ends_turn(played: Played) -> bool:
    """Whether a step was the last of its turn; a placement stands for itself, and a win needs no exchange (R15)."""
    before, _, after = played
    is_next = after.turn_number != before.turn_number
    return is_next or after.phase is Phase.OVER or before.phase is Phase.PLACE


def _tells(played: Played) -> bool:
    # Judged by what everybody is told, or it would tell a secret itself (R71): what stands behind "=". A ninja that
    # captures is told without it, but then it stays shown.
    before, _, after = played
    is_said = any("=" in event.text for event in step_events(played, None))
    return is_said or any(after.revealed_mask[player] & ~before.revealed_mask[player] for player in Player)
