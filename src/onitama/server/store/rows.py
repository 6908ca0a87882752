"""What the rows of a room say, made from the room itself."""

from dataclasses import dataclass
from typing import Any

from onitama.server.rooms import Event, Person, Room, Status, due, wants
from onitama.server.rooms.events import Created, Joined, Stepped

__all__ = ["Append", "RoomRow", "look_ms", "room_row", "seat_rows", "summary"]

COMPUTER_PATIENCE_MS = 30_000
"""So long after the last event another process takes over what the computer is to do."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events that are to be stored together, and the room after them."""

    room_id: str
    events: tuple[Event, ...]
    room: Room
    is_listed: bool = False
    """Only looked at where the room begins."""

    @property
    def is_new(self) -> bool:
        """Whether the room begins with them."""
        return self.events[0].number == 1

    @property
    def takes_seat(self) -> bool:
        """Whether somebody gets a seat."""
        return any(isinstance(one.body, Created | Joined) for one in self.events)

    @property
    def is_step(self) -> bool:
        """Whether it is one step in a game that goes on: lists say the same of the room as before."""
        is_going_on = self.room.status is Status.PLAYING
        return is_going_on and len(self.events) == 1 and isinstance(self.events[0].body, Stepped)

    @property
    def event_rows(self) -> list[dict[str, Any]]:
        """The rows of the events."""
        return [{"room": self.room_id, "number": one.number, "data": one.to_json()} for one in self.events]


@dataclass(frozen=True, slots=True)
class RoomRow:
    """What lists say of a room, without reading its log."""

    id: str
    status: Status
    summary: dict[str, Any]
    created_ms: int
    changed_ms: int
    you: int | None = None
    """Which person the asking identity is."""

    def to_json(self) -> dict[str, Any]:
        """As it is sent."""
        return {
            "room": self.id,
            **self.summary,
            "status": self.status.value,
            "you": self.you,
            "created_ms": self.created_ms,
            "changed_ms": self.changed_ms,
        }


def room_row(append: Append) -> dict[str, Any]:
    """The changing part of a room's row."""
    room = append.room
    return {
        "number": room.number,
        "status": room.status.value,
        "look_ms": look_ms(room),
        "changed_ms": room.at_ms,
        "summary": summary(room),
    }


def summary(room: Room) -> dict[str, Any]:
    """What lists say of a room besides its times and its status."""
    return {
        "setup": room.setup.to_json(),
        "names": [room.name(person) for person in (0, 1)],
        "score": list(room.score),
    }


def seat_rows(append: Append) -> list[dict[str, Any]]:
    """The seats that were taken."""
    if not append.takes_seat:
        return []
    return [
        {"identity": one.identity, "room": append.room_id, "person": index}
        for index, one in enumerate(append.room.people)
        if isinstance(one, Person)
    ]


def look_ms(room: Room) -> int | None:
    """When somebody has to look after a room."""
    times = [] if (at_ms := due(room)) is None else [at_ms]
    if wants(room):
        times.append(room.at_ms + COMPUTER_PATIENCE_MS)
    return min(times, default=None)
