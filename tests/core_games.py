"""Games of the native rules for tests, begun where the Python rules stand."""

from functools import cache

from onitama._core import Cards, Game
from onitama.cards import CARDS, Grid, Kind
from onitama.notation import format_position
from onitama.rules import Position


def picture(grid: Grid) -> int:
    """A grid as 25 bits, as its owner sees it."""
    return sum(1 << (dy + 2) * 5 + (dx + 2) for dx, dy in grid)


@cache
def all_cards() -> Cards:
    """Every card of the package."""
    return Cards(
        [
            (
                one.slug,
                picture(one.moves),
                picture(one.master_moves),
                picture(one.spirit_moves),
                one.kind is Kind.WIND,
            )
            for one in CARDS.values()
        ]
    )


def core_game(start: Position | str) -> Game:
    """A native game that begins at a position."""
    return Game(all_cards(), start if isinstance(start, str) else format_position(start))
