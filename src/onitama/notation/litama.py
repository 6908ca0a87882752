"""The text forms of Litama, the Onitama server that many bots speak to: board, moves, and the state of a game.

Litama counts its rows from Blue's side: its a1 is the corner at Blue's right hand, our a5. It knows the base game
only, and no passes; those are written as ours. The form is described in `docs/reference/notation.md`.
"""

from collections.abc import Sequence

from onitama.cards import Card
from onitama.notation.board import Marks, base_position, read_board, require_base, write_board
from onitama.notation.misread import misread, shown
from onitama.player import Player
from onitama.rules import Move, Pass, Position, Step, parse_step

__all__ = [
    "format_litama_board",
    "format_litama_move",
    "parse_litama_board",
    "parse_litama_move",
]

_MARKS = Marks(masters="42", students="31", empty="0")


def format_litama_board(position: Position) -> str:
    """The board in 25 digits, from a5 to e1: 0 empty, 1 and 2 Blue's student and master, 3 and 4 Red's.

    >>> from onitama.deal import deal
    >>> format_litama_board(deal("base", seed=7))
    '1121100000000000000033433'

    Raises:
        NotationError: for a position of a variant.
    """
    require_base(position, "Litama board")
    return "".join(write_board(position, _MARKS))


def parse_litama_board(
    text: str,
    *,
    red: Sequence[str | Card],
    blue: Sequence[str | Card],
    side: str | Card,
    to_move: Player,
    turn_number: int = 1,
) -> Position:
    """The position with these 25 digits and cards.

    Args:
        text: the board, as `format_litama_board` writes it.
        red: Red's two cards.
        blue: Blue's two cards.
        side: the card beside the board.
        to_move: whose turn it is.
        turn_number: of this turn; the board does not tell.

    Raises:
        NotationError: says what is wrong.
    """
    if not isinstance(text, str) or len(text) != 25:
        raise misread("Litama board", f"expected 25 digits, found {shown(text)}")
    ranks = [text[at : at + 5] for at in range(0, 25, 5)]
    return base_position(
        read_board(ranks, _MARKS, "Litama board"),
        red=[str(one) for one in red],
        blue=[str(one) for one in blue],
        side=str(side),
        to_move=to_move,
        turn_number=turn_number,
        place="Litama board",
    )


def format_litama_move(step: Step) -> str:
    """A move as Litama writes it.

    >>> format_litama_move(parse_step("boar:c1c2"))
    'boar:c5c4'

    Raises:
        NotationError: for a step of a variant.
    """
    match step:
        case Move(card, origin, target):
            return str(Move(card, _turned(origin), _turned(target)))
        case Pass():
            return str(step)
    raise misread("Litama move", f"expected a step of the base game, found {step}")


def parse_litama_move(text: str) -> Step:
    """The step that Litama writes so.

    >>> str(parse_litama_move("boar:c5c4"))
    'boar:c1c2'

    Raises:
        NotationError: says what is wrong.
    """
    if not isinstance(text, str):
        raise misread("Litama move", f"expected card:squares, found {shown(text)}")
    match parse_step(text):
        case Move(card, origin, target):
            return Move(card, _turned(origin), _turned(target))
        case Pass() as step:
            return step
    raise misread("Litama move", f"expected card:squares, found {shown(text)}")


def _turned(square: int) -> int:
    """The square of the same file whose rank counts from the other side."""
    return square + 20 - 10 * (square // 5)
