"""How likely unseen ninjas are where, as a board of percentages."""

from collections.abc import Mapping

from onitama.geometry import FILES, RANKS
from onitama.player import RED, Player
from onitama.render.view import spot

__all__ = ["chances_text"]


def chances_text(chances: Mapping[int, float], seat: Player = RED) -> str:
    """A board with a percentage in each cell, in plain ASCII; `.` where no ninja can be, `<1` where one hardly is.

    >>> print(chances_text({16: 0.6, 21: 0.396, 22: 0.004}))
    5    .  40  <1   .   .
    4    .  60   .   .   .
    3    .   .   .   .   .
    2    .   .   .   .   .
    1    .   .   .   .   .
         a   b   c   d   e

    Args:
        chances: for each square on which a ninja can be, how likely at least one is there, up to 1.
        seat: whose home row is at the bottom.
    """
    rows = [["."] * 5 for _ in range(5)]
    for square, chance in chances.items():
        column, row = spot(square, seat)
        percent = round(100 * chance)
        rows[row][column] = str(percent) if percent else "<1"
    files, ranks = (FILES, RANKS[::-1]) if seat is RED else (FILES[::-1], RANKS)
    return "\n".join(
        _line(head, cells) for head, cells in [*zip(ranks, rows, strict=True), (" ", list(files))]
    )


def _line(head: str, cells: list[str]) -> str:
    return f"{head} " + "".join(f"{cell:>4}" for cell in cells)
