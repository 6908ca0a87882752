"""The store: the log of every room, and who is who.

engine       the database and its tables brought up to date
tables       what is stored
rows         what lists say of a room, made from the room
additions    what is added to many rooms' logs, in one statement
writer       many rooms' events in one transaction
migrations   the steps from an empty database to the tables of today
people       identities, and taking a person out of everything
tickets      who waits for a game with anybody
beats        when the server was last known to work
"""

import asyncio
from collections.abc import Callable
from typing import Any, Self

from sqlalchemy import Select, and_, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from onitama.errors import OnitamaError
from onitama.server.denied import unavailable
from onitama.server.rooms import Event, Room, Status
from onitama.server.store.engine import is_sqlite, migrate, open_engine
from onitama.server.store.rows import Append, RoomRow
from onitama.server.store.tables import events, rooms, seats
from onitama.server.store.writer import Conflict, Job, Writer

__all__ = ["Append", "Conflict", "Job", "RoomRow", "Store"]

_PATIENCE_S = 20.0
_UNPLAYED = 4
_MOST_FORGOTTEN = 500
_READERS = 6
"""At a time; when all clients come back at once they wait here, and none in vain."""
_WRITERS = 4
"""PostgreSQL commits in parallel; SQLite does not."""


class Store:
    """A database, for as long as `async with` lasts; entering brings its tables up to date.

    Args:
        url: `sqlite:///path/to/file` or `postgresql://user@host/name`.
        patience_s: how long it may take to answer.
        on_batch: is told how many rooms' events each transaction has written.
    """

    def __init__(
        self, url: str, *, patience_s: float = _PATIENCE_S, on_batch: Callable[[int], None] = lambda _: None
    ) -> None:
        self._engine = open_engine(url)
        self._patience_s, self._on_batch = patience_s, on_batch
        self._writers: list[Writer] = []
        self._reading = asyncio.Semaphore(_READERS)

    async def __aenter__(self) -> Self:
        try:
            await migrate(self._engine)
        except (SQLAlchemyError, OSError) as error:
            await self._engine.dispose()
            reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
            raise OnitamaError(f"database: cannot be opened: {reason}") from error
        for _ in range(1 if is_sqlite(self._engine) else _WRITERS):
            self._writers.append(Writer(self._engine, self._patience_s, self._on_batch))
        return self

    async def __aexit__(self, *_: object) -> None:
        for writer in self._writers:
            await writer.close()
        await self._engine.dispose()

    # Logs

    async def append(
        self, room_id: str, new: tuple[Event, ...], room: Room, *, is_listed: bool = False
    ) -> None:
        """Store events; when this returns they are on the disk.

        Args:
            room_id: whose they are.
            new: what happened, at least one.
            room: after them.
            is_listed: for the first events of a room, whether everybody may find it.

        Raises:
            Conflict: if others came first; nothing is stored.
            Denied: if the database does not answer; then they may be stored or not.
        """
        writer = self._writers[hash(room_id) % len(self._writers)]
        await writer.append(Append(room_id, new, room, is_listed))

    async def append_in(self, connection: AsyncConnection, append: Append) -> None:
        """Store the first events of a room, together with what else is done on that connection."""
        await self._writers[0].append_all(connection, {append.room_id: append})

    async def log(self, room_id: str, after: int = 0) -> list[Event]:
        """The events of a room after that number; none if there is no such room."""
        query = select(events.c.data).where(events.c.room == room_id, events.c.number > after)
        return [Event.from_json(data) for (data,) in await self.read(query.order_by(events.c.number))]

    # Lists

    async def rooms_to_look_at(self, now_ms: int, most: int) -> list[str]:
        """Rooms in which something is due, the longest first."""
        query = select(rooms.c.id).where(rooms.c.look_ms <= now_ms).order_by(rooms.c.look_ms).limit(most)
        return [room_id for (room_id,) in await self.read(query)]

    async def rooms_with_clocks(self, before_ms: int) -> list[str]:
        """Games with a clock in which nothing has happened since a time."""
        statuses = Status.PLAYING.value, Status.BETWEEN.value
        query = select(rooms.c.id).where(
            rooms.c.is_timed, rooms.c.status.in_(statuses), rooms.c.changed_ms < before_ms
        )
        return [room_id for (room_id,) in await self.read(query)]

    async def open_rooms(self, host_since_ms: int, most: int) -> list[RoomRow]:
        """Listed rooms that wait for somebody, the latest first, whose owners were here since a time."""
        query = _rows().where(
            rooms.c.is_listed, rooms.c.status == Status.WAITING.value, rooms.c.host_ms >= host_since_ms
        )
        return await self._room_rows(query.order_by(rooms.c.changed_ms.desc()).limit(most))

    async def games_to_watch(self, most: int) -> list[RoomRow]:
        """Listed games that go on and may be watched, the liveliest first."""
        query = _rows().where(rooms.c.is_listed, rooms.c.status == Status.PLAYING.value, rooms.c.is_watchable)
        return await self._room_rows(query.order_by(rooms.c.changed_ms.desc()).limit(most))

    async def rooms_of(self, identity: str, most: int, after: str | None = None) -> list[RoomRow]:
        """Rooms in which somebody has a seat, the latest opened first.

        Args:
            identity: whose.
            most: how many.
            after: the last room of the list before this one.
        """
        query = _rows(seats.c.person).join(seats, seats.c.room == rooms.c.id)
        query = query.where(seats.c.identity == identity)
        if after is not None:
            last = select(rooms.c.created_ms).where(rooms.c.id == after).scalar_subquery()
            is_later = and_(rooms.c.created_ms == last, rooms.c.id < after)
            query = query.where((rooms.c.created_ms < last) | is_later)
        query = query.order_by(rooms.c.created_ms.desc(), rooms.c.id.desc()).limit(most)
        return await self._room_rows(query)

    async def count_open(self, identity: str) -> int:
        """In how many rooms somebody has a seat that are not over."""
        query = select(func.count()).select_from(rooms).join(seats, seats.c.room == rooms.c.id)
        going_on = Status.WAITING.value, Status.PLAYING.value, Status.BETWEEN.value
        query = query.where(seats.c.identity == identity, rooms.c.status.in_(going_on))
        return int((await self.read(query))[0][0])

    async def forget_unplayed(self, before_ms: int) -> int:
        """Take out rooms that ended without a game, or in its first turn, so long ago; how many."""
        is_old = and_(rooms.c.status == Status.CLOSED.value, rooms.c.changed_ms < before_ms)
        # Created, joined, started, closed: no longer log is without a turn for sure.
        gone = select(rooms.c.id).where(is_old, rooms.c.number <= _UNPLAYED)

        async def job(connection: AsyncConnection) -> int:
            found = list((await connection.execute(gone.limit(_MOST_FORGOTTEN))).scalars())
            for table, key in ((events, events.c.room), (seats, seats.c.room), (rooms, rooms.c.id)):
                await connection.execute(delete(table).where(key.in_(found)))
            return len(found)

        return int(await self.write(job))

    async def note_hosts(self, room_ids: list[str], at_ms: int) -> None:
        """Say when owners of open rooms were last here; 0 when they have gone."""
        change = update(rooms).where(rooms.c.id.in_(room_ids)).values(host_ms=at_ms)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(change)

        await self.write(job)

    # For the other modules of this room

    async def read(self, query: Select[Any]) -> list[Any]:
        """The rows of a query.

        Raises:
            Denied: if the database does not answer.
        """
        try:
            async with (
                self._reading,
                asyncio.timeout(self._patience_s),
                self._engine.connect() as connection,
            ):
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise unavailable(error) from error

    async def write(self, job: Job) -> Any:
        """Do something in a transaction.

        Raises:
            Denied: if the database does not answer.
        """
        return await self._writers[0].run(job)

    async def _room_rows(self, query: Select[Any]) -> list[RoomRow]:
        return [
            RoomRow(
                one.id,
                Status(one.status),
                one.summary,
                one.created_ms,
                one.changed_ms,
                getattr(one, "person", None),
            )
            for one in await self.read(query)
        ]


def _rows(*more: Any) -> Select[Any]:
    return select(rooms.c.id, rooms.c.status, rooms.c.summary, rooms.c.created_ms, rooms.c.changed_ms, *more)
