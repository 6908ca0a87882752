"""The database: a connection pool for SQLite or PostgreSQL, its tables brought up to date."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from onitama.errors import OnitamaError, shown

__all__ = ["WRITES", "is_sqlite", "migrate", "open_engine", "open_sqlite"]

WRITES = {"onitama_writes": True}
"""Execution options of a connection that is going to write."""
_BUSY_S = 10
_POOL = 8
_MIGRATING = 0x6F6E6974
"""The number of the lock that lets one process at a time bring the tables up to date."""
_MIGRATIONS = Path(__file__).parent / "migrations"


def open_engine(url: str) -> AsyncEngine:
    """The pool for a database.

    Args:
        url: `sqlite:///path/to/file` or `postgresql://user@host/name`.

    Raises:
        OnitamaError: for any other.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise OnitamaError(f"database: expected a URL, found {shown(url)}") from None
    settings: dict[str, Any] = {"json_serializer": _compact, "pool_size": _POOL, "pool_timeout": _BUSY_S}
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            settings["connect_args"] = {"timeout": _BUSY_S}
            engine = create_async_engine(_with(parsed, "sqlite+aiosqlite"), **settings)
            _tune_sqlite(engine)
        case "postgresql":
            engine = create_async_engine(_with(parsed, "postgresql+asyncpg"), pool_pre_ping=True, **settings)
        case _:
            raise OnitamaError(f"database: expected sqlite:///FILE or postgresql://…, found {shown(url)}")
    return engine


def is_sqlite(engine: AsyncEngine) -> bool:
    """Whether it is one file with one writer."""
    return engine.dialect.name == "sqlite"


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables up to date. Of several processes that start at once one does it, the others wait."""
    async with engine.connect() as connection:
        await connection.execution_options(**WRITES)
        async with connection.begin():
            if not is_sqlite(engine):
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _with(url: URL, driver: str) -> URL:
    return url.set(drivername=driver)


def _compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def open_sqlite(path: str) -> sqlite3.Connection:
    """A connection beside the pool, for one thread at a time; transactions are its user's."""
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    _set_up(connection.cursor())
    return connection


def _set_up(cursor: Any) -> None:
    cursor.execute("PRAGMA journal_mode = WAL")  # who reads does not wait for who writes
    cursor.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut too
    cursor.close()


def _tune_sqlite(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin as is said below, not as the driver guesses
        _set_up(connection.cursor())

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later could not wait for another writer.
        is_writer = connection.get_execution_options().get("onitama_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")
