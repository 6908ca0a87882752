"""`Writer`: one task that writes, so that many rooms' events share a transaction and its wait for the disk."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from onitama.server.denied import Denied, unavailable
from onitama.server.store.additions import open_additions
from onitama.server.store.engine import WRITES, is_sqlite
from onitama.server.store.rows import Append, room_row, seat_rows
from onitama.server.store.tables import events, rooms, seats

__all__ = ["Conflict", "Job", "Writer"]

Result = TypeVar("Result")
Job = Callable[[AsyncConnection], Awaitable[Any]]
"""What changes something else than a log, and gives a result."""
_MOST_TOGETHER = 100
_MOST_WAITING = 10_000
_MOST_DEADLOCKS = 5
_DEADLOCK = "40P01"
_GATHER_S = 0.005
"""How long more is waited for when the last transaction was no longer ago than that."""

_change_room = update(rooms).where(rooms.c.id == bindparam("room_id"))


class Conflict(Exception):
    """Somebody else has stored an event of that number first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    what: Append | Job
    done: asyncio.Future[Any]

    def settle(self, result: object) -> None:
        """Let whoever waits go on, with a result or an error."""
        if self.done.done():
            return
        if isinstance(result, BaseException):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class Writer:
    """Writes what it is given. While it waits for the disk, what comes gathers for the next transaction.

    Args:
        engine: the database.
        patience_s: how long the database may take.
        on_batch: is told how many logs each transaction has added to.
    """

    def __init__(self, engine: AsyncEngine, patience_s: float, on_batch: Callable[[int], None]) -> None:
        self._engine, self._patience_s, self._on_batch = engine, patience_s, on_batch
        self._waiting: asyncio.Queue[_Waiting] = asyncio.Queue(_MOST_WAITING)
        insert_new = sqlite.insert if is_sqlite(engine) else postgresql.insert
        self._add_event = insert_new(events).on_conflict_do_nothing().returning(events.c.room)
        self._add_seat = insert_new(seats).on_conflict_do_nothing()
        self._additions = open_additions(engine)
        self._task = asyncio.create_task(self._work(), name="writer")

    async def append(self, append: Append) -> None:
        """Store events; when this returns they are on the disk.

        Raises:
            Conflict: if others came first; nothing is stored.
            Denied: if the database does not answer; then they may be stored or not.
        """
        await self._wait_for(append)

    async def run(self, job: Job) -> Any:
        """Do something in a transaction; its result.

        Raises:
            Denied: if the database does not answer.
        """
        return await self._wait_for(job)

    async def close(self) -> None:
        """Write what waits, then stop."""
        await self._waiting.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._additions.close()

    async def _wait_for(self, what: Append | Job) -> Any:
        waiting = _Waiting(what, asyncio.get_running_loop().create_future())
        try:
            self._waiting.put_nowait(waiting)
            return await asyncio.wait_for(waiting.done, self._patience_s)
        except (TimeoutError, asyncio.QueueFull):
            raise unavailable() from None

    async def _work(self) -> None:
        loop, ended_s = asyncio.get_running_loop(), 0.0
        while True:
            together = [await self._waiting.get()]
            if loop.time() - ended_s < _GATHER_S:
                await asyncio.sleep(_GATHER_S)
            while len(together) < _MOST_TOGETHER and not self._waiting.empty():
                together.append(self._waiting.get_nowait())
            short = [one for one in together if isinstance(one.what, Append) and not one.what.takes_seat]
            if short and await self._settle(short, self._add):
                together = [one for one in together if one not in short]
            if together:
                await self._settle(together, lambda them: _again(lambda: self._transact(them)))
            ended_s = loop.time()

    async def _settle(
        self, together: list[_Waiting], do: Callable[[list[_Waiting]], Awaitable[list[Any] | None]]
    ) -> bool:
        """Do what waits and say what came of it, unless nothing did."""
        try:
            results = await do(together)
        except Exception as error:
            results = [error if isinstance(error, Denied) else unavailable(error)] * len(together)
        for one, result in zip(together, results or (), strict=False):
            one.settle(result)
            self._waiting.task_done()
        return results is not None

    async def _add(self, together: list[_Waiting]) -> list[Any] | None:
        """Add to logs on the short way; None if somebody came too late in one of them, and nothing is stored."""
        appends = {one.what.room_id: one.what for one in together if isinstance(one.what, Append)}
        if len(appends) < len(together) or not await self._additions.add(
            [appends[key] for key in sorted(appends)]
        ):
            return None
        self._on_batch(len(appends))
        return [None] * len(together)

    async def _transact(self, together: list[_Waiting]) -> list[Any]:
        """Do all that waits in one transaction; what comes of each."""
        results: list[Any] = [None] * len(together)
        # Two for one room can only be one that was given up and its successor: the later one looks again.
        appends = {one.what.room_id: one.what for one in reversed(together) if isinstance(one.what, Append)}
        async with self._engine.connect() as connection:
            await connection.execution_options(**WRITES)
            async with connection.begin():
                won = await self.append_all(connection, appends) if appends else set()
                for index, one in enumerate(together):
                    if not isinstance(one.what, Append):
                        results[index] = await _attempt(connection, one.what)
                    elif appends[one.what.room_id] is not one.what or one.what.room_id not in won:
                        results[index] = Conflict()
        return results

    async def append_all(self, connection: AsyncConnection, together: dict[str, Append]) -> set[str]:
        """Write events, and what follows from them, in a transaction; the rooms that were not too late."""
        self._on_batch(len(together))
        # In the order of rooms, or two processes could wait for each other.
        appends = [together[room_id] for room_id in sorted(together)]
        # Logs have no gaps, so the first event decides for those after it.
        added = await connection.execute(self._add_event, [one.event_rows[0] for one in appends])
        won = set(added.scalars())
        appends = [one for one in appends if one.room_id in won]
        if more := [row for one in appends for row in one.event_rows[1:]]:
            await connection.execute(insert(events), more)
        if old := [{"room_id": one.room_id, **room_row(one)} for one in appends if not one.is_new]:
            await connection.execute(_change_room, old)
        if new := [_new_row(one) for one in appends if one.is_new]:
            await connection.execute(insert(rooms), new)
        if taken := [row for one in appends for row in seat_rows(one)]:
            await connection.execute(self._add_seat, taken)
        return won


async def _again(do: Callable[[], Awaitable[Result]]) -> Result:
    """Do something in the database; again if PostgreSQL has undone it as it and another wait for each other."""
    for _ in range(_MOST_DEADLOCKS):
        try:
            return await do()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _DEADLOCK:
                raise
    return await do()


async def _attempt(connection: AsyncConnection, job: Job) -> Any:
    """What comes of a job: its result, or what it raised. Then the rest of the transaction goes on without it."""

    async def do() -> Any:
        async with connection.begin_nested():
            return await job(connection)

    try:
        return await _again(do)
    except (SQLAlchemyError, OSError) as error:
        return unavailable(error)
    except Exception as error:
        return error


def _new_row(append: Append) -> dict[str, Any]:
    return {
        "id": append.room_id,
        "is_listed": append.is_listed,
        "is_watchable": append.room.setup.spectators,
        "is_timed": append.room.setup.time is not None,
        "host_ms": 0,
        "created_ms": append.events[0].at_ms,
        **room_row(append),
    }
