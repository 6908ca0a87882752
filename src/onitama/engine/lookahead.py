"""What a step is worth when its player finishes the turn as well as it can."""

from collections.abc import Callable, Iterable

from onitama.engine.analysis import PROVEN_SCORE, WIN_SCORE
from onitama.player import Player
from onitama.rules import Lantern, NinjaMove, Phase, Position, Step

__all__ = ["Judge", "unproven", "value_of"]

Judge = Callable[[Position, Player], int]
"""What a position is worth to the player who has just finished its turn."""


def value_of(position: Position, step: Step, judge: Judge) -> int:
    """The score of a legal step for its player: a win at once, or the best judgement at the end of the turn."""
    player = position.to_move
    after = position.play_unchecked(step)
    if after.phase is Phase.OVER:
        return WIN_SCORE - 1
    if after.to_move is not player:
        return judge(after, player)
    return max(value_of(after, later, judge) for later in _planned(after))


def _planned(position: Position) -> Iterable[Step]:
    """The later steps of a turn that can be planned: not those whose worth lies in what they will tell."""
    if position.phase is Phase.LANTERN:
        return (Lantern(None),)
    return (step for step in position.legal_steps if not (isinstance(step, NinjaMove) and step.challenge))


def unproven(value: float) -> int:
    """The score for a value that rests on a guess or a short look, so that it does not pass for a proof."""
    return round(max(-PROVEN_SCORE, min(PROVEN_SCORE, value)))
