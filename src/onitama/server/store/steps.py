"""Steps on their short way to the disk: those of many rooms in one statement each for events and rooms.

Nearly all that is stored is a step in a game that goes on. It adds one event and changes three numbers of its room,
so it needs none of what the other events do, and at a full server what a transaction costs decides what a step costs.
Where somebody else came first nothing is stored here, and the writer finds out on its general way who was late.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import orjson
from asyncpg import DeadlockDetectedError, PostgresError, UniqueViolationError  # type: ignore[import-untyped]
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from onitama.server.denied import unavailable
from onitama.server.store.engine import is_sqlite, open_sqlite
from onitama.server.store.rows import Append, look_ms

__all__ = ["Steps", "open_steps"]


class Steps(Protocol):
    """Writes steps."""

    async def add(self, appends: list[Append]) -> bool:
        """Store them all; False if nothing is stored, as somebody else came first in one of the rooms.

        Raises:
            Denied: if the database does not answer; then they may be stored or not.
        """

    async def close(self) -> None:
        """Give the connection back."""


def open_steps(engine: AsyncEngine) -> Steps:
    """What writes steps to a database."""
    return _SqliteSteps(str(engine.url.database)) if is_sqlite(engine) else _PostgresSteps(engine)


def _row(one: Append) -> tuple[str, int, str, int | None, int]:
    event, room = one.events[0], one.room
    return one.room_id, event.number, orjson.dumps(event.to_json()).decode(), look_ms(room), room.at_ms


class _SqliteSteps:
    """In a thread of its own: each statement lets the loop's thread go first, so there are few of them."""

    _ADD = """
        INSERT INTO events (room, number, data)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
        """
    _CHANGE = """
        UPDATE rooms SET number = json_extract(value, '$[1]'), look_ms = json_extract(value, '$[3]'),
        changed_ms = json_extract(value, '$[4]') FROM json_each(?) WHERE rooms.id = json_extract(value, '$[0]')
        """

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1, "steps")
        self._connection = open_sqlite(path)

    async def add(self, appends: list[Append]) -> bool:
        rows = orjson.dumps([_row(one) for one in appends]).decode()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._add, rows)
        except sqlite3.Error as error:
            raise unavailable(error) from error

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown()

    def _add(self, rows: str) -> bool:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(self._ADD, (rows,))
            connection.execute(self._CHANGE, (rows,))
            connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            return False
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return True


class _PostgresSteps:
    """On a connection that is kept; one statement is a transaction of its own."""

    _ADD = """
        WITH steps AS (
            SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::bigint[])
            AS step (room, number, data, look_ms, changed_ms)
        ), added AS (INSERT INTO events (room, number, data) SELECT room, number, data::json FROM steps)
        UPDATE rooms SET number = steps.number, look_ms = steps.look_ms, changed_ms = steps.changed_ms
        FROM steps WHERE id = room
        """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: Any = None

    async def add(self, appends: list[Append]) -> bool:
        try:
            if self._connection is None:
                self._connection = await self._engine.raw_connection()
            await self._connection.driver_connection.execute(
                self._ADD, *zip(*map(_row, appends), strict=True)
            )
        except (UniqueViolationError, DeadlockDetectedError):
            return False
        except (PostgresError, SQLAlchemyError, OSError) as error:
            await self.close()
            raise unavailable(error) from error
        return True

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
