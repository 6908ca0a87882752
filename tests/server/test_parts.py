"""The small parts of the server: limits, the log, settings, the bus, messages."""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from onitama.errors import OnitamaError
from onitama.server.app.messages import Incoming, read_message
from onitama.server.bus import Bus, Message, Topic
from onitama.server.bus.local import LocalBus
from onitama.server.bus.streams import StreamsBus
from onitama.server.denied import Denied
from onitama.server.limits import Bucket, Buckets
from onitama.server.logs import JsonLines, NotTooMany
from onitama.server.settings import Settings, read_settings
from server_table import REDIS, FakeClock

GUIDE = Path(__file__).parents[2] / "docs/guide/server.md"
BUSES = ["local", "redis"] if REDIS else ["local"]


def test_a_bucket_fills_again(clock: FakeClock) -> None:
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now_ms += 500
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now_ms -= 10_000  # a clock that was set back
    assert not bucket.take()
    clock.now_ms += 3600_000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_has_a_bucket_of_its_own(clock: FakeClock) -> None:
    buckets = Buckets(1, 1, clock)
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("onitama", logging.INFO, "", 0, message, None, None)


def test_the_log_is_lines_of_json_and_bounded(clock: FakeClock) -> None:
    line = JsonLines().format(record("a\nb" + "x" * 10_000))
    assert "\n" not in line
    assert len(line) < 5000
    assert json.loads(line)["message"].startswith("a\nb")
    allowed = NotTooMany(clock)
    assert sum(allowed.filter(record("x")) for _ in range(10_000)) == 200
    clock.now_ms += 1000
    late = record("x")
    assert allowed.filter(late)
    assert "9800 records" in late.getMessage()


def test_settings_come_from_the_environment_and_what_is_given_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONITAMA_PORT", "1234")
    monkeypatch.setenv("ONITAMA_ORIGINS", '["https://a.example"]')
    assert read_settings({}).port == 1234
    assert read_settings({"port": 5}).port == 5
    assert read_settings({}).origins == ["https://a.example"]


@pytest.mark.parametrize(("name", "value"), [("PORT", "many"), ("ORIGINS", "x"), ("LOG_LEVEL", "LOUD")])
def test_settings_that_cannot_be_are_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"ONITAMA_{name}", value)
    with pytest.raises(OnitamaError, match=name.lower()):
        read_settings({})


def test_the_guide_has_every_setting() -> None:
    rows = [line for line in GUIDE.read_text().splitlines() if line.startswith("| `ONITAMA_")]
    expected = []
    for name, field in Settings.model_fields.items():
        default = str(field.default).lower() if isinstance(field.default, bool) else str(field.default or "")
        shown = f" `{default}` " if default not in ("", "[]") else "  "
        expected.append(f"| `ONITAMA_{name.upper()}` |{shown}| {field.description} |")
    assert rows == expected


@pytest.fixture(params=BUSES)
async def buses(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """The bus as two processes have it."""
    if request.param == "local":
        both: tuple[Bus, Bus] = (one := LocalBus(), one)
    else:
        assert REDIS is not None
        stream = secrets.token_hex(8)
        both = StreamsBus(REDIS, stream), StreamsBus(REDIS, stream)
    async with both[0], both[1]:
        yield both


@pytest.mark.anyio
async def test_what_one_process_tells_others_hear_in_that_order(buses: tuple[Bus, Bus]) -> None:
    heard: list[Message] = []
    ready = asyncio.Event()

    async def listen() -> None:
        async for message in buses[1].messages():
            heard.append(message)
            ready.set()

    listening = asyncio.create_task(listen())
    told = [Message(Topic.ROOM, f"r{index}", index) for index in range(50)]
    async with asyncio.timeout(30):
        while not ready.is_set():  # until it listens
            buses[0].publish(Message(Topic.IDENTITY, "x"))
            await asyncio.sleep(0.01)
        for one in told:
            buses[0].publish(one)
        while told[-1] not in heard:
            await asyncio.sleep(0.01)
    listening.cancel()
    assert [one for one in heard if one.topic is Topic.ROOM] == told


@pytest.mark.anyio
async def test_a_bus_that_is_away_says_to_look_at_everything() -> None:
    async with StreamsBus("redis://127.0.0.1:1") as bus:
        bus.publish(Message(Topic.ROOM, "r", 1))
        messages = bus.messages()
        assert await anext(messages) == Message(Topic.EVERYTHING)


def test_a_bus_that_cannot_be_is_refused() -> None:
    with pytest.raises(OnitamaError, match="redis: expected"):
        StreamsBus("http://x")


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(["type", "id", "room", "number", "version", "secret", "setup", "x"])
types = st.sampled_from(["hello", "ping", "enter", "exit", "seek", "unseek", "step", "join"])


@given(st.text() | st.dictionaries(keys, junk | types).map(json.dumps) | junk.map(json.dumps))
def test_any_text_is_a_message_or_refused(text: str) -> None:
    try:
        message = read_message(text)
    except Denied:
        return
    assert isinstance(message, Incoming)
    json.dumps(message.id)
