"""The steps a turn is made of, and their text.

A player makes a turn step by step, because it may learn something in between (R41). `str(step)` is the text form,
`parse_step` reads it; a turn is written as its steps with one blank between them:
`boar:c1c2 ninja:b1b2! lantern:none`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from onitama.cards import Card, card
from onitama.errors import NotationError, UnknownCard, shown
from onitama.geometry import FILES, RANKS, format_square, parse_square

__all__ = [
    "LINES",
    "Lantern",
    "Move",
    "NinjaMove",
    "NinjaStay",
    "Pass",
    "Place",
    "SpiritMove",
    "Step",
    "parse_step",
    "parse_turn",
]

LINES = (*FILES, *RANKS)
"""What a lantern can light: five columns and five rows."""


class Step:
    """One step of a turn; steps sort by their text."""

    __slots__ = ()

    def __lt__(self, other: Self) -> bool:
        return str(self) < str(other)


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Choose a card and move with it: a pawn; the spirit in its place (R31); Shadow's ninja in the Way of Light."""

    card: Card
    origin: int
    target: int

    def __str__(self) -> str:
        return f"{self.card.slug}:{format_square(self.origin)}{format_square(self.target)}"


@dataclass(frozen=True, slots=True)
class Pass(Step):
    """Choose a card to give away where nothing can move (R14, R42)."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card.slug}:pass"


@dataclass(frozen=True, slots=True)
class NinjaMove(Step):
    """Move the ninja with the card of this turn; then challenge the enemy ninja there, or not (R41, R46)."""

    origin: int
    target: int
    challenge: bool = False

    def __str__(self) -> str:
        return (
            f"ninja:{format_square(self.origin)}{format_square(self.target)}{'!' if self.challenge else ''}"
        )


@dataclass(frozen=True, slots=True)
class NinjaStay(Step):
    """Leave the ninja where it is (R41, R42)."""

    def __str__(self) -> str:
        return "ninja:stay"


@dataclass(frozen=True, slots=True)
class SpiritMove(Step):
    """Move the spirit by a wind card's second grid, after its first (R31)."""

    origin: int
    target: int

    def __str__(self) -> str:
        return f"spirit:{format_square(self.origin)}{format_square(self.target)}"


@dataclass(frozen=True, slots=True)
class Lantern(Step):
    """Light a row (`1`-`5`) or a column (`a`-`e`), or none (R47)."""

    line: str | None

    def __str__(self) -> str:
        return f"lantern:{self.line or 'none'}"


@dataclass(frozen=True, slots=True)
class Place(Step):
    """Put the ninjas on their first squares, in ascending order (R40, R50)."""

    squares: tuple[int, ...]

    def __str__(self) -> str:
        return f"place:{''.join(map(format_square, self.squares))}"


def parse_step(text: str) -> Step:
    """The step that a text names. A card may be written in any of the ways `cards.card` reads.

    >>> parse_step("boar:c1c2")
    Move(card=Card('Boar'), origin=2, target=7)

    Raises:
        NotationError: says which part is not as it should be.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected a step such as boar:c1c2, found {shown(text)}")
    return _parse_step(text)


@lru_cache(maxsize=1 << 12)
def _parse_step(text: str) -> Step:
    head, colon, tail = text.partition(":")
    if not colon:
        raise NotationError(f"{shown(text)}: expected a card or piece, a colon and squares, as in boar:c1c2")
    try:
        match head:
            case "ninja":
                return _parse_ninja(tail)
            case "spirit":
                return SpiritMove(*_parse_squares(tail, 2))
            case "lantern":
                return _parse_lantern(tail)
            case "place":
                return _parse_place(tail)
        if tail == "pass":
            return Pass(card(head))
        used = card(head)
        origin, target = _parse_squares(tail, 2)
        return Move(used, origin, target)
    except (NotationError, UnknownCard) as error:
        raise NotationError(f"{shown(text)}: {error}") from None


def parse_turn(text: str) -> tuple[Step, ...]:
    """The steps of a turn, as written with blanks between them.

    Raises:
        NotationError: if there is none, or one cannot be read.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected a turn such as boar:c1c2, found {shown(text)}")
    steps = tuple(map(parse_step, text.split()))
    if not steps:
        raise NotationError("expected a turn such as boar:c1c2, found nothing")
    return steps


def _parse_squares(text: str, count: int) -> tuple[int, ...]:
    if len(text) != 2 * count:
        raise NotationError(f"expected {count} squares, found {shown(text)}")
    return tuple(parse_square(text[at : at + 2]) for at in range(0, len(text), 2))


def _parse_ninja(tail: str) -> Step:
    if tail == "stay":
        return NinjaStay()
    origin, target = _parse_squares(tail.removesuffix("!"), 2)
    return NinjaMove(origin, target, challenge=tail.endswith("!"))


def _parse_lantern(tail: str) -> Step:
    if tail == "none":
        return Lantern(None)
    if tail not in LINES:
        raise NotationError(f"expected a column a-e, a row 1-5 or none, found {shown(tail)}")
    return Lantern(tail)


def _parse_place(tail: str) -> Step:
    placed = _parse_squares(tail, 1 if len(tail) <= 2 else 2)
    if list(placed) != sorted(set(placed)):
        raise NotationError(f"expected different squares in ascending order, found {shown(tail)}")
    return Place(placed)
