"""What can happen in a room, as values that are stored: the log of these is the truth.

People are told apart by their index: 0 who opened the room, 1 who came second. Colours change from game to game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from onitama.errors import NotationError, shown
from onitama.server.rooms.setup import Setup

__all__ = [
    "Abandoned",
    "Answer",
    "Answered",
    "Body",
    "ClosedFor",
    "Created",
    "Event",
    "Flagged",
    "Interrupted",
    "Joined",
    "Left",
    "OfferKind",
    "Offered",
    "Pace",
    "Paced",
    "Placed",
    "Proposed",
    "Ready",
    "Resigned",
    "RoomClosed",
    "Started",
    "Stepped",
]

_VERSION = 1


class OfferKind(StrEnum):
    """What one person can propose to the other."""

    DRAW = "draw"
    """To end the game as a draw (R84)."""
    TAKEBACK = "takeback"
    """To play from an earlier turn on anew (R83)."""
    RESTART = "restart"
    """To start again without a result, where several turns are disputed (R83)."""
    HINTS = "hints"
    """That both may ask for hints and analysis in this game."""
    REMATCH = "rematch"
    """To play again with colours changed, after the game."""


class Answer(StrEnum):
    """What becomes of an offer."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    EXPIRE = "expire"


class Pace(StrEnum):
    """How fast the computer plays against itself."""

    STILL = "still"
    """Not at all, until it is told to go on."""
    SLOW = "slow"
    HUMAN = "human"
    """As fast as a person would."""
    QUICK = "quick"


class ClosedFor(StrEnum):
    """Why a room is closed without a result."""

    WITHDRAWN = "withdrawn"
    """Who opened it has left before anybody came."""
    EXPIRED = "expired"
    """Nobody came in time."""
    ABORTED = "aborted"
    """One player broke off before the first turn was complete."""
    ABANDONED = "abandoned"
    """Nobody has begun, or gone on with the match, in time."""


@dataclass(frozen=True, slots=True)
class Created:
    """Somebody opened the room, and sits in it."""

    setup: Setup
    identity: str
    name: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A second person took the free seat."""

    identity: str
    name: str


@dataclass(frozen=True, slots=True)
class Started:
    """A game began. All that was drawn for it is told here, so that the log alone gives the same game again."""

    red: int
    """Who has Red."""
    deal: str
    starter: str
    seed: int | None
    """What was dealt from."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody has put its ninjas on the board."""

    person: int
    step: str


@dataclass(frozen=True, slots=True)
class Stepped:
    """The player to move made a step."""

    step: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """In a coaching round the player to move said what it means to do (R81)."""

    step: str


@dataclass(frozen=True, slots=True)
class Offered:
    """Somebody proposed something to the other."""

    person: int
    kind: OfferKind
    turn_number: int | None = None
    """Of a takeback: the turn to be played anew; None for the own latest one."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The open offer was accepted, declined or withdrawn, or its time was over."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Resigned:
    """Somebody gave the game up."""

    person: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """The time of the player to move was out (R82)."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Somebody who is to move has been away for too long, and loses by time."""

    person: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The server was away: the clock did not run meanwhile, and whoever is waited for is waited for anew."""

    since_ms: int


@dataclass(frozen=True, slots=True)
class Paced:
    """Who looks on while the computer plays itself has chosen how fast."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class Ready:
    """Somebody wants the next game of the match to begin."""

    person: int


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody went away after the game; there will be no other one."""

    person: int


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The room ended without a result."""

    reason: ClosedFor


Body = (
    Created
    | Joined
    | Started
    | Placed
    | Stepped
    | Proposed
    | Offered
    | Answered
    | Resigned
    | Flagged
    | Abandoned
    | Interrupted
    | Paced
    | Ready
    | Left
    | RoomClosed
)

_TYPES: dict[str, type[Body]] = {
    "created": Created,
    "joined": Joined,
    "started": Started,
    "placed": Placed,
    "stepped": Stepped,
    "proposed": Proposed,
    "offered": Offered,
    "answered": Answered,
    "resigned": Resigned,
    "flagged": Flagged,
    "abandoned": Abandoned,
    "interrupted": Interrupted,
    "paced": Paced,
    "ready": Ready,
    "left": Left,
    "closed": RoomClosed,
}
_NAMES = {one: name for name, one in _TYPES.items()}
_PARTS = {one: tuple(part.name for part in fields(one)) for one in _NAMES}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, when, and as which one of its room."""

    number: int
    """1 for the first event of a room, then without gaps."""
    at_ms: int
    body: Body

    @property
    def type(self) -> str:
        """The name of what happened, in the log and in messages."""
        return _NAMES[type(self.body)]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data. It holds the hidden truth and identities: for the store only (R70)."""
        parts = {name: getattr(self.body, name) for name in _PARTS[type(self.body)]}
        if isinstance(self.body, Created):
            parts["setup"] = self.body.setup.to_json()
        return {"v": _VERSION, "number": self.number, "at_ms": self.at_ms, "type": self.type, **parts}

    @classmethod
    def from_json(cls, data: object) -> "Event":
        """The event that `to_json` wrote.

        Raises:
            OnitamaError: for anything else.
        """
        if not isinstance(data, Mapping) or data.get("v") != _VERSION:
            raise NotationError(f"event: expected an object of version {_VERSION}, found {shown(data)}")
        parts = {key: value for key, value in data.items() if key not in ("v", "number", "at_ms", "type")}
        number, at_ms, kind = data.get("number"), data.get("at_ms"), data.get("type")
        if type(number) is not int or type(at_ms) is not int or kind not in _TYPES:
            raise NotationError(f"event: expected a number, a time and a type, found {shown(kind)}")
        return cls(number, at_ms, _read_body(_TYPES[kind], parts))


def _read_body(kind: type[Body], parts: dict[str, Any]) -> Body:
    if parts.keys() != set(_PARTS[kind]):
        raise NotationError(f"event {_NAMES[kind]}: expected {', '.join(sorted(_PARTS[kind]))}")
    readers: dict[str, Callable[[Any], Any]] = {
        "setup": Setup.from_json,
        "kind": OfferKind,
        "answer": Answer,
        "pace": Pace,
        "reason": ClosedFor,
    }
    try:
        read: dict[str, Any] = {
            key: readers[key](value) if key in readers else value for key, value in parts.items()
        }
    except ValueError as error:
        raise NotationError(f"event {_NAMES[kind]}: {error}") from None
    return kind(**read)
