"""Squares, bitboards and directions of the 5x5 board; no rules.

A square is an index 0..24 (a1 = 0, b1 = 1, ... e5 = 24), a bitboard ("mask") an int with bit `square` set (R1).
"""

from functools import cache, lru_cache

from onitama.cards import Card, Grid
from onitama.errors import NotationError, shown
from onitama.player import RED, Player

__all__ = [
    "ALL_SQUARES_MASK",
    "FILES",
    "HOME_ROWS",
    "RANKS",
    "TEMPLES",
    "Reach",
    "bit",
    "destinations",
    "file_mask",
    "format_square",
    "parse_square",
    "rank_mask",
    "reach",
    "rotate",
    "square_names",
    "squares",
]

FILES = "abcde"
RANKS = "12345"
ALL_SQUARES_MASK = (1 << 25) - 1
_SQUARE_NAMES = tuple(file + rank for rank in RANKS for file in FILES)


def bit(square: int) -> int:
    """The mask with only that square."""
    return 1 << square


def parse_square(text: str) -> int:
    """The index of a square's name.

    >>> parse_square("c1"), parse_square("e5")
    (2, 24)

    Raises:
        NotationError: if it is not one of a1 to e5.
    """
    if isinstance(text, str) and len(text) == 2 and text[0] in FILES and text[1] in RANKS:
        return RANKS.index(text[1]) * 5 + FILES.index(text[0])
    raise NotationError(f"expected a square from a1 to e5, found {shown(text)}")


def format_square(square: int) -> str:
    """The name of a square's index.

    >>> format_square(12)
    'c3'

    Raises:
        NotationError: if it is not from 0 to 24.
    """
    if not 0 <= square < 25:
        raise NotationError(f"expected a square from 0 to 24, found {shown(square)}")
    return _SQUARE_NAMES[square]


def rank_mask(rank: int) -> int:
    """All squares of a rank, 1 to 5."""
    return 0b11111 << (rank - 1) * 5


def file_mask(file: str) -> int:
    """All squares of a file, a to e."""
    return 0b00001_00001_00001_00001_00001 << FILES.index(file)


HOME_ROWS = (rank_mask(1), rank_mask(5))
TEMPLES = (bit(parse_square("c1")), bit(parse_square("c5")))


@lru_cache(maxsize=1 << 16)
def squares(mask: int) -> tuple[int, ...]:
    """The squares of a mask in ascending order.

    >>> squares(0b10001)
    (0, 4)
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def square_names(mask: int) -> tuple[str, ...]:
    """The names of the squares of a mask in the same order.

    >>> square_names(0b10001)
    ('a1', 'e1')
    """
    return tuple(map(format_square, squares(mask)))


def rotate(mask: int) -> int:
    """The mask on the board turned by 180 degrees: square s becomes 24 - s."""
    return sum(bit(24 - square) for square in squares(mask))


def destinations(grid: Grid, player: Player, origin: int) -> int:
    """Squares that a grid of `player`'s card marks for a piece on `origin`; off the board is left out (R2).

    >>> [format_square(s) for s in squares(destinations(((0, 2), (0, -1)), RED, parse_square("c1")))]
    ['c3']
    """
    sign = 1 if player is RED else -1
    mask = 0
    for dx, dy in grid:
        x, y = origin % 5 + sign * dx, origin // 5 + sign * dy
        if 0 <= x < 5 and 0 <= y < 5:
            mask |= bit(y * 5 + x)
    return mask


class Reach:
    """Where a card in a player's hand takes each piece: for every origin a mask of destinations."""

    __slots__ = ("master_masks", "spirit_masks", "student_masks")

    def __init__(self, card: Card, player: Player) -> None:
        self.student_masks = tuple(destinations(card.moves, player, origin) for origin in range(25))
        self.master_masks = tuple(destinations(card.master_moves, player, origin) for origin in range(25))
        self.spirit_masks = tuple(destinations(card.spirit_moves, player, origin) for origin in range(25))


@cache
def reach(card: Card, player: Player) -> Reach:
    """The (cached) reach of a card for its owner."""
    return Reach(card, player)
