"""Additions to logs that have begun, on a short way to the disk: those of many rooms share each statement.

Nearly all that is stored is such, and at a full server what a transaction costs decides what a step costs. Where
somebody else came first nothing is stored here, and the writer finds out on its general way who was late.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import orjson
from asyncpg import DeadlockDetectedError, UniqueViolationError  # type: ignore[import-untyped]
from sqlalchemy.ext.asyncio import AsyncEngine

from onitama.server.denied import unavailable
from onitama.server.store.engine import is_sqlite, open_sqlite
from onitama.server.store.rows import Append, look_ms, summary

__all__ = ["Additions", "open_additions"]


class Additions(Protocol):
    """Writes them."""

    async def add(self, appends: list[Append]) -> bool:
        """Store them all; False if nothing is stored, as somebody else came first in one of the rooms.

        Raises:
            Denied: if the database does not answer; then they may be stored or not.
        """

    async def close(self) -> None:
        """Give the connection back."""


def open_additions(engine: AsyncEngine) -> Additions:
    """What writes additions to a database."""
    return _SqliteAdditions(str(engine.url.database)) if is_sqlite(engine) else _PostgresAdditions(engine)


def _event_rows(appends: list[Append]) -> list[tuple[str, int, str]]:
    return [
        (one.room_id, event.number, orjson.dumps(event.to_json()).decode())
        for one in appends
        for event in one.events
    ]


def _room_rows(appends: list[Append]) -> list[tuple[Any, ...]]:
    return [_room_row(one) for one in appends]


def _room_row(one: Append) -> tuple[Any, ...]:
    """What changes; None for a summary that is as before."""
    told = None if one.is_step else orjson.dumps(summary(one.room)).decode()
    return one.room_id, one.room.number, one.room.status.value, look_ms(one.room), one.room.at_ms, told


class _SqliteAdditions:
    """In a thread of its own: each statement lets the loop's thread go first, so there are few of them."""

    _ADD = """
        INSERT INTO events (room, number, data)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
        """
    _CHANGE = """
        UPDATE rooms SET number = json_extract(value, '$[1]'), status = json_extract(value, '$[2]'),
        look_ms = json_extract(value, '$[3]'), changed_ms = json_extract(value, '$[4]'),
        summary = coalesce(json_extract(value, '$[5]'), summary)
        FROM json_each(?) WHERE rooms.id = json_extract(value, '$[0]')
        """

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1, "additions")
        self._connection = open_sqlite(path)

    async def add(self, appends: list[Append]) -> bool:
        new, changed = orjson.dumps(_event_rows(appends)).decode(), orjson.dumps(_room_rows(appends)).decode()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._add, new, changed)
        except sqlite3.Error as error:
            raise unavailable(error) from error

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown()

    def _add(self, new: str, changed: str) -> bool:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(self._ADD, (new,))
            connection.execute(self._CHANGE, (changed,))
            connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            return False
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return True


class _PostgresAdditions:
    """On a connection that is kept; one statement is a transaction of its own."""

    _ADD = """
        WITH new AS (
            INSERT INTO events (room, number, data)
            SELECT room, number, data::json FROM unnest($1::text[], $2::int[], $3::text[]) AS event (room, number, data)
        )
        UPDATE rooms SET number = now.number, status = now.status, look_ms = now.look_ms, changed_ms = now.changed_ms,
        summary = coalesce(now.summary::json, rooms.summary)
        FROM unnest($4::text[], $5::int[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])
        AS now (room, number, status, look_ms, changed_ms, summary) WHERE rooms.id = now.room
        """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: Any = None

    async def add(self, appends: list[Append]) -> bool:
        try:
            if self._connection is None:
                self._connection = await self._engine.raw_connection()
            columns = *zip(*_event_rows(appends), strict=True), *zip(*_room_rows(appends), strict=True)
            await self._connection.driver_connection.execute(self._ADD, *columns)
        except (UniqueViolationError, DeadlockDetectedError):
            return False
        except Exception as error:  # whatever it is, another connection may do better
            await self.close()
            raise unavailable(error) from error
        return True

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
