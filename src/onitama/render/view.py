"""What is to be seen and where it lies as seen from a seat: what pictures and texts have in common."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from onitama.cards import Card, Grid, Kind
from onitama.errors import NotationError
from onitama.geometry import FILES, bit, destinations, file_mask, parse_square, rank_mask, squares
from onitama.observe import Observation
from onitama.player import RED, Player
from onitama.rules import LINES, Phase, PieceKind, Position, Step

__all__ = [
    "CENTRE",
    "Marks",
    "Seen",
    "Spot",
    "Trace",
    "View",
    "grids_of",
    "marks_of",
    "seen_on",
    "side_owner",
    "spot",
    "trace",
    "unseen_ninjas",
]

View = Position | Observation
"""What can be shown: a position, which is the referee's view of a game, or what one viewer may know."""

Spot = tuple[int, int]
"""Column and row of a cell as it appears, 0 to 4 from the left and from the top."""

Marks = frozenset[Spot]

CENTRE = 12
"""The square c3: a card's grid is what the card would mark on the board for a piece there."""


def spot(square: int, seat: Player) -> Spot:
    """Where a square appears to who sits at that seat: the own home row is nearest.

    >>> spot(0, RED), spot(0, Player.BLUE)
    ((0, 4), (4, 0))
    """
    file, rank = square % 5, square // 5
    return (file, 4 - rank) if seat is RED else (4 - file, rank)


def marks_of(grid: Grid, owner: Player, seat: Player) -> Marks:
    """The cells that an owner's grid marks, as seen from a seat (R2): turned if it is the other's."""
    return frozenset(spot(square, seat) for square in squares(destinations(grid, owner, CENTRE)))


def grids_of(card: Card) -> tuple[tuple[str, Grid], ...]:
    """The card's grids, each with the piece it is for (R22, R31)."""
    match card.kind:
        case Kind.WIND:
            return ("pawn", card.moves), ("spirit", card.spirit_moves)
        case Kind.DUAL:
            return ("student", card.moves), ("master", card.master_moves)
    return (("pawn", card.moves),)


def side_owner(view: View) -> Player:
    """Who takes the side card next: it lies at that player's right and is turned for that player (R11, R13)."""
    if view.phase is Phase.LANTERN:  # the cards are already exchanged
        return view.to_move.other
    if view.phase is Phase.PLACE:  # the starter places last
        return view.to_move if _ninjas_alive(view, view.to_move.other) else view.to_move.other
    return view.to_move


def _ninjas_alive(view: View, player: Player) -> int:
    return (
        view.ninjas_alive[player] if isinstance(view, Observation) else view.ninjas_mask[player].bit_count()
    )


def unseen_ninjas(view: View, player: Player) -> int:
    """How many ninjas of a player are somewhere on the board, but not in the view."""
    return _ninjas_alive(view, player) - view.ninjas_mask[player].bit_count()


class Seen(NamedTuple):
    """One piece as a view shows it."""

    kind: PieceKind | None
    """None for a ninja."""
    owner: Player | None
    """None for the spirit."""
    is_hidden: bool = False
    """A ninja that its opponent does not see."""

    def __str__(self) -> str:
        words = [str(self.owner)] if self.owner is not None else []
        return " ".join([*words, self.kind.value if self.kind else "ninja"])


def seen_on(view: View, square: int) -> Iterator[Seen]:
    """What stands on a square: mostly one piece or none, but two enemy ninjas may share it (R43)."""
    mask = bit(square)
    if view.spirit_mask & mask:
        yield Seen(PieceKind.SPIRIT, None)
    for player in Player:
        if view.masters_mask[player] & mask:
            yield Seen(PieceKind.MASTER, player)
        if view.students_mask[player] & mask:
            yield Seen(PieceKind.STUDENT, player)
        if view.ninjas_mask[player] & mask:
            yield Seen(None, player, is_hidden=not view.revealed_mask[player] & mask)


class Trace(NamedTuple):
    """What a step, or the steps of a turn, left on the board."""

    origins: frozenset[int]
    targets: frozenset[int]
    lines: tuple[str, ...]
    """Rows and columns that a lantern lit."""

    @property
    def lit(self) -> frozenset[int]:
        """The squares of those lines."""
        masks = (file_mask(line) if line in FILES else rank_mask(int(line)) for line in self.lines)
        return frozenset(square for mask in masks for square in squares(mask))


_WORD = re.compile(
    r"([a-z-]+):(?=[^=])(pass|stay|none|[a-e1-5]|\??(?:[a-e][1-5]){0,2}!?)(?:=(?:yes|no|ninja|red|blue|both))?"
)


def trace(played: Step | str | None) -> Trace:
    """The squares named by a step, or by a turn's text as its reader may know it, `?` and `=` included (R70).

    Raises:
        NotationError: for a text that has not this form.
    """
    origins, targets = set[int](), set[int]()
    lines = []
    for word in str(played or "").split():
        match = _WORD.fullmatch(word)
        if match is None:
            raise NotationError(f"{word!r}: expected a step such as boar:c1c2 or boar:?")
        head, tail = match.groups()
        named = [parse_square(name) for name in re.findall("[a-e][1-5]", tail)]
        if head == "lantern" and tail in LINES:
            lines.append(tail)
        elif head == "place":
            targets.update(named)
        else:
            origins.update(named[:-1])
            targets.update(named[-1:])
    return Trace(frozenset(origins), frozenset(targets), tuple(lines))
