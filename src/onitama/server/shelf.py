"""`Shelf`: the rooms that are in memory, each with a lock, and those longest unused put away."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from onitama.server.rooms import Person, Room, Status, Want

__all__ = ["OpenRoom", "Shelf", "Viewer"]

_MOST_FORGOTTEN = 10
"""At once."""


class Viewer(Protocol):
    """Who is told what happens in a room."""

    @property
    def identity(self) -> str | None:
        """Who it is; None for who has not said."""

    def tell(self, text: str) -> None:
        """Send a message, or put it where it will be sent; never waits and never fails."""


@dataclass(slots=True, eq=False)
class OpenRoom:
    """A room in memory. `room` is None until it was read."""

    id: str
    room: Room | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: dict[Viewer, None] = field(default_factory=dict)
    thinking: dict[Want, asyncio.Task[None]] = field(default_factory=dict)
    is_doubtful: bool = False
    """Whether more may be stored than is known here."""
    users: int = 0
    """Who is in the middle of something."""

    @property
    def known(self) -> Room:
        """The room, which was read."""
        assert self.room is not None
        return self.room

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it here."""
        return not (self.viewers or self.thinking or self.users)

    @property
    def has_owner_here(self) -> bool:
        """Whether somebody is waited for, and who has opened the room is here."""
        if self.room is None or self.room.status is not Status.WAITING:
            return False
        owner = self.room.people[0]
        return isinstance(owner, Person) and any(one.identity == owner.identity for one in self.viewers)


class Shelf:
    """Rooms by their ids.

    Args:
        most: how many are kept, but for those that somebody is in.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._rooms: OrderedDict[str, OpenRoom] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rooms)

    def get(self, room_id: str) -> OpenRoom | None:
        """The room, if it is here."""
        return self._rooms.get(room_id)

    def all(self) -> list[OpenRoom]:
        """All that are here."""
        return list(self._rooms.values())

    def drop(self, room_id: str) -> None:
        """Put it away."""
        self._rooms.pop(room_id, None)

    @asynccontextmanager
    async def held(self, room_id: str) -> AsyncIterator[OpenRoom]:
        """The room with its lock; if it was not here, without what is to be read of it."""
        here = self._rooms.setdefault(room_id, OpenRoom(room_id))
        self._rooms.move_to_end(room_id)
        here.users += 1
        try:
            async with here.lock:
                yield here
        finally:
            here.users -= 1
            if here.room is None and not here.users:
                self.drop(room_id)
            self._forget_some()

    def _forget_some(self) -> None:
        """Forget rooms that nobody has been in for longest."""
        for _ in range(min(_MOST_FORGOTTEN, len(self._rooms) - self._most)):
            room_id = next(iter(self._rooms))
            if self._rooms[room_id].is_idle:
                del self._rooms[room_id]
            else:
                self._rooms.move_to_end(room_id)
