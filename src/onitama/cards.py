"""The cards, read once from `cards.toml`, and the decks that games are dealt from."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from onitama.errors import InvalidDeck, UnknownCard, shown
from onitama.player import Player, parse_player

__all__ = ["CARDS", "Card", "CardSet", "DataStatus", "Deck", "Grid", "Kind", "card"]

Offset = tuple[int, int]
Grid = tuple[Offset, ...]
"""Offsets (dx, dy) from the owner's seat: dx > 0 is the owner's right, dy > 0 toward the opponent (R2)."""


class Kind(StrEnum):
    """How many grids a card has, and for whom."""

    MOVE = "move"
    WIND = "wind"
    DUAL = "dual"


class CardSet(StrEnum):
    """The box a card came in."""

    BASE = "base"
    SENSEIS_PATH = "senseis-path"
    WAY_OF_THE_WIND = "way-of-the-wind"
    PROMO = "promo"


class DataStatus(StrEnum):
    """How far independent sources agree about a card (R23)."""

    CONFIRMED = "confirmed"
    STAMP_UNCONFIRMED = "stamp-unconfirmed"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. Cards are told apart by name, never by pattern (R21); each exists once, in `CARDS`.

    >>> card("boar").moves
    ((0, 1), (-1, 0), (1, 0))
    >>> card("rabbit").mirror
    Card('Frog')
    """

    name: str
    card_set: CardSet
    kind: Kind
    stamp: Player | None
    """Who starts when this is the side card (R11); None where no source shows the stamp."""
    moves: Grid
    """The grid for pawns: of a wind card the first, of a dual card the students' one."""
    master_moves: Grid
    """The grid for the master; differs from `moves` on dual cards only (R22)."""
    spirit_moves: Grid
    """The grid for the Spirit of the Wind: of a wind card the second (R31)."""
    data: DataStatus
    note: str
    name_de: str | None
    slug: str = field(init=False)
    """The name as move strings write it: `Sea Snake` is `sea-snake`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slug", self.name.lower().replace(" ", "-"))

    @property
    def mirror(self) -> "Card | None":
        """The first other card with all grids mirrored left to right, or None."""
        mirrored = [_mirrored(grid) for grid in (self.moves, self.master_moves, self.spirit_moves)]
        for other in CARDS.values():
            grids = [frozenset(grid) for grid in (other.moves, other.master_moves, other.spirit_moves)]
            if other is not self and grids == mirrored:
                return other
        return None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return card, (self.name,)

    def __lt__(self, other: "Card") -> bool:
        return self.name < other.name


def _mirrored(grid: Grid) -> frozenset[Offset]:
    return frozenset((-dx, dy) for dx, dy in grid)


def card(name: str) -> Card:
    """The card of that name; case, blanks, hyphens and underscores do not matter.

    >>> card("sea_snake"), card("SeaSnake")
    (Card('Sea Snake'), Card('Sea Snake'))

    Raises:
        UnknownCard: if there is none.
    """
    found = _BY_KEY.get(_key(name)) if isinstance(name, str) else None
    if found is None:
        raise UnknownCard(f"there is no card called {shown(name)}")
    return found


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards a game may be dealt from, in order of name, each once (R20).

    >>> len(Deck.of("base", "senseis-path", "Goat"))
    33
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.cards))
        for one, two in pairwise(ordered):
            if one is two:
                raise InvalidDeck(f"{one} is in the deck twice")
        if len(ordered) < 5:
            raise InvalidDeck(f"a deck needs at least five cards, found {len(ordered)}")
        object.__setattr__(self, "cards", ordered)

    @classmethod
    def of(cls, *parts: str | Card) -> "Deck":
        """A deck of sets and single cards, each given by name.

        The name of a set means its cards, less those whose data is unconfirmed (R23).

        Raises:
            UnknownCard: for a name that is neither a set nor a card.
            InvalidDeck: for fewer than five cards, or a card that comes twice.
        """
        return cls(tuple(one for part in parts for one in _cards_of(part)))

    @property
    def move_cards(self) -> tuple[Card, ...]:
        """All but the wind cards."""
        return tuple(one for one in self.cards if one.kind is not Kind.WIND)

    @property
    def wind_cards(self) -> tuple[Card, ...]:
        """The wind cards."""
        return tuple(one for one in self.cards if one.kind is Kind.WIND)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)


def _cards_of(part: str | Card) -> Iterable[Card]:
    if isinstance(part, Card):
        return (part,)
    named_set = next((one for one in CardSet if _key(one.value) == _key(part)), None)
    if named_set is None:
        return (card(part),)
    return (
        one for one in CARDS.values() if one.card_set is named_set and one.data is not DataStatus.UNCONFIRMED
    )


def _parse_picture(picture: str) -> Grid:
    """Offsets of a 5x5 picture, read from its top left corner."""
    rows = [line.split() for line in picture.strip().splitlines()]
    if [len(row) for row in rows] != [5] * 5 or rows[2][2] != "@":
        raise ValueError(f"not a 5x5 picture with @ in its middle:\n{picture}")
    return tuple((x - 2, 2 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "x")


def _load() -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for entry in tomllib.loads(files("onitama").joinpath("cards.toml").read_text("utf-8"))["card"]:
        moves = _parse_picture(entry["moves"])
        cards[entry["name"]] = Card(
            name=entry["name"],
            card_set=CardSet(entry["set"]),
            kind=Kind(entry["kind"]),
            stamp=parse_player(entry["stamp"]) if "stamp" in entry else None,
            moves=moves,
            master_moves=_parse_picture(entry["master_moves"]) if "master_moves" in entry else moves,
            spirit_moves=_parse_picture(entry["spirit_moves"]) if "spirit_moves" in entry else moves,
            data=DataStatus(entry["data"]),
            note=entry.get("note", ""),
            name_de=entry.get("name_de"),
        )
    return cards


CARDS = MappingProxyType(_load())
"""Every card by its name, in the order of the data."""

_BY_KEY = {_key(name): one for name, one in CARDS.items()}
