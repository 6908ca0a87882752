"""The two players."""

from enum import IntEnum

from onitama.errors import NotationError, shown

__all__ = ["BLUE", "RED", "Player", "parse_player"]


class Player(IntEnum):
    """Red sits at rank 1, Blue at rank 5 (R1). Usable as an index into pairs `(red's, blue's)`.

    >>> Player.RED.other
    <Player.BLUE: 1>
    >>> str(Player.RED)
    'red'
    """

    RED = 0
    BLUE = 1

    other: "Player"

    def __str__(self) -> str:
        return _NAMES[self]


_NAMES = ("red", "blue")

# Plain attributes, not properties: they are read in the innermost loops.
Player.RED.other, Player.BLUE.other = Player.BLUE, Player.RED

RED, BLUE = Player.RED, Player.BLUE


def parse_player(text: object) -> Player:
    """The player called `red` or `blue`, in any case.

    Raises:
        NotationError: for anything else.
    """
    match text.lower() if isinstance(text, str) else text:
        case "red":
            return RED
        case "blue":
            return BLUE
    raise NotationError(f"expected red or blue, found {shown(text)}")
