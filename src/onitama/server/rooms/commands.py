"""What people ask a room to do, and how it is written in messages."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any

from onitama.errors import shown
from onitama.server.rooms.events import Answer, OfferKind, Pace
from onitama.server.rooms.refusals import Code, Refused

__all__ = [
    "Abort",
    "AnswerOffer",
    "AskForHelp",
    "Command",
    "Confirm",
    "GetReady",
    "HelpKind",
    "Join",
    "Leave",
    "MakeOffer",
    "MakeStep",
    "PlaceNinjas",
    "Propose",
    "Resign",
    "SetPace",
    "command_from_json",
]

_MOST_STEP_CHARACTERS = 40
_MOST = 1 << 53  # what every language can hold


class HelpKind(StrEnum):
    """What one can ask the computer."""

    HINT = "hint"
    """A good step."""
    ANALYSIS = "analysis"
    """How the game stands."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take the free seat; who has one already is welcome back."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Withdraw the invitation; or, after the game, go for good."""


@dataclass(frozen=True, slots=True)
class MakeStep:
    """Make one step of a turn."""

    moment: int
    """What the sender saw last (`Room.moments`): two clicks, or two tabs, cannot play twice."""
    step: str


@dataclass(frozen=True, slots=True)
class PlaceNinjas:
    """Put the ninjas on the board; both players may at the same time (R40)."""

    moment: int
    step: str


@dataclass(frozen=True, slots=True)
class Propose:
    """In a coaching round: say what one means to do (R81)."""

    moment: int
    step: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """In a coaching round: let the proposal count (R81)."""

    moment: int
    step: str
    """What is proposed, so that no other proposal is confirmed by mistake."""


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Propose something to the other person."""

    game: int
    """Which game of the room is meant, from 1."""
    kind: OfferKind
    turn_number: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept or decline the other's offer, or withdraw the own one."""

    offer: int
    """Which offer is meant."""
    answer: Answer


@dataclass(frozen=True, slots=True)
class Resign:
    """Give a game up."""

    game: int


@dataclass(frozen=True, slots=True)
class Abort:
    """Break a game off before its first turn is complete."""

    game: int


@dataclass(frozen=True, slots=True)
class GetReady:
    """Let the second game of a mirror match begin."""

    game: int
    """The one that is over."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Choose how fast the computer plays against itself."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class AskForHelp:
    """Ask the computer for a hint or an analysis."""

    kind: HelpKind


Command = (
    Join
    | Leave
    | MakeStep
    | PlaceNinjas
    | Propose
    | Confirm
    | MakeOffer
    | AnswerOffer
    | Resign
    | Abort
    | GetReady
    | SetPace
    | AskForHelp
)

_TYPES: dict[str, type[Command]] = {
    "join": Join,
    "leave": Leave,
    "step": MakeStep,
    "place": PlaceNinjas,
    "propose": Propose,
    "confirm": Confirm,
    "offer": MakeOffer,
    "answer": AnswerOffer,
    "resign": Resign,
    "abort": Abort,
    "ready": GetReady,
    "pace": SetPace,
    "help": AskForHelp,
}
_PARTS = {kind: {one.name: one.default is MISSING for one in fields(kind)} for kind in _TYPES.values()}
"""Of each command; whether it has to be there."""
_ENUMS: dict[type[Command], tuple[str, type[StrEnum]]] = {
    MakeOffer: ("kind", OfferKind),
    AnswerOffer: ("answer", Answer),
    AskForHelp: ("kind", HelpKind),
    SetPace: ("pace", Pace),
}


def command_from_json(data: object) -> Command:
    """The command in a message.

    >>> command_from_json({"type": "step", "moment": 3, "step": "boar:c1c2"})
    MakeStep(moment=3, step='boar:c1c2')

    Raises:
        Refused: says what is wrong with the message.
    """
    if not isinstance(data, Mapping):
        raise _unreadable(f"expected an object, found {shown(data)}")
    name = data.get("type")
    if not isinstance(name, str) or name not in _TYPES:
        raise _unreadable(f"type: expected one of {', '.join(_TYPES)}, found {shown(name)}")
    kind = _TYPES[name]
    parts = _PARTS[kind]
    for key in data:
        if key != "type" and key not in parts:
            raise _unreadable(f"{name}: unexpected key {shown(key)}")
    for key, is_needed in parts.items():
        if is_needed and key not in data:
            raise _unreadable(f"{name}: {key} is missing")
    return kind(**{key: _read(kind, name, key, data[key]) for key in parts if key in data})


def _read(kind: type[Command], name: str, key: str, value: object) -> Any:
    match key:
        case "step":
            if not isinstance(value, str) or len(value) > _MOST_STEP_CHARACTERS:
                raise _unreadable(f"{name}, step: expected a step such as boar:c1c2, found {shown(value)}")
        case "kind" | "answer" | "pace":
            words = [word for word in _ENUMS[kind][1] if word is not Answer.EXPIRE]
            if not isinstance(value, str) or value not in words:
                raise _unreadable(f"{name}, {key}: expected one of {', '.join(words)}, found {shown(value)}")
            return _ENUMS[kind][1](value)
        case _:
            if key == "turn_number" and value is None:
                return None
            if type(value) is not int or not 0 <= value <= _MOST:
                raise _unreadable(f"{name}, {key}: expected a whole number, found {shown(value)}")
    return value


def _unreadable(message: str) -> Refused:
    return Refused(Code.BAD_COMMAND, f"command, {message}")
