"""Perft: how many step sequences complete exactly n turns; pins the rules and compares implementations."""

from typing import Literal

from onitama.errors import OnitamaError, shown
from onitama.geometry import reach, squares
from onitama.rules.position import Position
from onitama.rules.state import Phase
from onitama.rules.steps import Step

__all__ = ["Finished", "perft", "perft_divide"]

_MOST_TURNS = 50
"""Far more than can be counted; a deeper call would only end in Python's own limit."""

Finished = Literal["none", "leaf"]
"""How a game that ended earlier counts: as nothing, or as one leaf at every deeper level."""


def perft(position: Position, turns: int, *, finished: Finished = "none") -> int:
    """The number of step sequences that complete exactly that many turns.

    A winning step completes its turn; placing ninjas is no turn. The running turn counts as the first.
    `finished="leaf"` gives the numbers of published Onitama tables, which count a game that ended earlier once
    at every deeper level.

    Cost: exponential in `turns`; about a microsecond a leaf in the base game.

    >>> from onitama.deal import deal_by_hand
    >>> start = deal_by_hand("base", red=("horse", "elephant"), blue=("ox", "boar"), side="crab")
    >>> [perft(start, turns) for turns in range(4)]
    [1, 10, 130, 1989]
    """
    if finished not in ("none", "leaf"):
        raise OnitamaError(f"finished is none or leaf, found {shown(finished)}")
    if not 0 <= turns <= _MOST_TURNS:
        raise OnitamaError(f"turns must be 0 to {_MOST_TURNS}, found {shown(turns)}")
    if turns == 0:
        return 1
    if position.phase is Phase.OVER:
        return 1 if finished == "leaf" else 0
    if turns == 1:
        bulk = _last_turn_count(position)
        if bulk is not None:
            return bulk
    return sum(_after(position, step, turns, finished) for step in position.legal_steps)


def perft_divide(position: Position, turns: int, *, finished: Finished = "none") -> dict[Step, int]:
    """`perft` split by the first step; `turns` is 1 to 50."""
    if not 1 <= turns <= _MOST_TURNS:
        raise OnitamaError(f"turns must be 1 to {_MOST_TURNS}, found {shown(turns)}")
    return {step: _after(position, step, turns, finished) for step in position.legal_steps}


def _after(position: Position, step: Step, turns: int, finished: Finished) -> int:
    after = position.play_unchecked(step)
    completes = after.turn_number != position.turn_number or after.phase is Phase.OVER
    return perft(after, turns - completes, finished=finished)


def _last_turn_count(position: Position) -> int | None:
    """The answer for one turn where it can be had without playing the steps, else None."""
    if position.phase is Phase.LANTERN:
        return len(position.legal_steps)
    if position.phase is not Phase.MOVE or position.rules.spirit or position.rules.hidden is not None:
        return None
    player = position.to_move
    first, second = position.hands[player]
    one, two = reach(first, player), reach(second, player)
    students, masters = position.students_mask[player], position.masters_mask[player]
    free = ~(students | masters)
    count = 0
    for origin in squares(students):
        count += (one.student_masks[origin] & free).bit_count() + (
            two.student_masks[origin] & free
        ).bit_count()
    for origin in squares(masters):
        count += (one.master_masks[origin] & free).bit_count() + (two.master_masks[origin] & free).bit_count()
    return count or 2
