"""Databases for the tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from onitama.server.store import Store
from server_table import DATABASES, POSTGRESQL, REDIS, FakeClock, new_database

collect_ignore = [] if REDIS else ["test_processes_redis.py"]


def pytest_report_header() -> list[str]:
    left_out = {"PostgreSQL": POSTGRESQL, "Redis": REDIS}
    missing = [name for name, url in left_out.items() if not url]
    return [f"server: left out are {' and '.join(missing)}; .ci/services runs a command with them"] * bool(
        missing
    )


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=DATABASES)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    async with new_database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with Store(url) as store:
        yield store
