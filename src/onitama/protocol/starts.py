"""Where a search begins: a deal or a position, and the turns made since; the same in both protocols.

No position that shows hidden ninjas is taken (R70): whoever could send one would know what no player may know.
"""

from collections.abc import Iterable

from onitama.cards import Kind
from onitama.deal import deal_by_hand
from onitama.errors import IllegalStep, NotationError, OnitamaError
from onitama.notation import parse_deal, parse_position, parse_turn
from onitama.player import Player
from onitama.rules import Position, Rules, Step

__all__ = ["HIDDEN_REFUSED", "dealt", "open_position", "played"]

HIDDEN_REFUSED = (
    "games with hidden ninjas are not taken: the position would show what no player may know (R70)"
)


def open_position(text: str) -> Position:
    """The position of a string in which nothing is hidden.

    Raises:
        NotationError: says what is wrong with which field; also for hidden games.
    """
    if "hidden=" in text:
        raise NotationError(f"position: {HIDDEN_REFUSED}")
    return parse_position(text)


def dealt(cards: str, *, spirit: bool = False, starter: Player | None = None) -> Position:
    """The start of a game with these cards.

    Args:
        cards: `red,red/blue,blue/side`.
        spirit: whether the spirit is in the game; with a wind card it always is.
        starter: who begins, instead of the one whom the side card's stamp names.

    Raises:
        OnitamaError: if no game can start so.
    """
    red, blue, side = parse_deal(cards)
    spirit = spirit or any(one.kind is Kind.WIND for one in (*red, *blue, side))
    return deal_by_hand(Rules(spirit=spirit), red=red, blue=blue, side=side, starter=starter)


def played(start: Position, turns: Iterable[str]) -> list[Position]:
    """The position before the first turn, after it, after the next, and so on; only the last may be unfinished.

    >>> [one.turn_number for one in played(dealt("ox,boar/horse,elephant/crab"), ["horse:c5c4", "ox:c1c2"])]
    [1, 2, 3]

    Raises:
        NotationError: says which turn cannot be read and why.
        IllegalStep: says which turn is not legal and why.
    """
    positions = [start]
    last_mover = start.to_move.other
    for number, turn in enumerate(turns, 1):
        position = positions[-1]
        try:
            if position.outcome is None and position.to_move is last_mover:
                raise IllegalStep("the turn before it is not finished")
            positions.append(_after_turn(position, parse_turn(turn)))
        except OnitamaError as error:
            raise type(error)(f"turn {number}: {error}") from None
        last_mover = position.to_move
    return positions


def _after_turn(position: Position, turn: Iterable[Step]) -> Position:
    mover = position.to_move
    for step in turn:
        if position.outcome is not None:
            raise IllegalStep(f"{step}: the game is over")
        if position.to_move is not mover:
            raise IllegalStep(f"{step}: the turn is complete without it")
        position = position.play(step)
    return position
