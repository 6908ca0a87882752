"""What holds for every test."""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: how long an example takes depends on what else the machine does.
settings.register_profile("onitama", parent=settings.default, deadline=None)
settings.load_profile("onitama")


@pytest.fixture(autouse=True)
def no_stray_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log that the test did not ask for (and clear) fails it."""
    yield
    stray = [
        record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING
    ]
    assert not stray
