"""One engine in many hands: threads, event loops, forks, the collector of garbage; closed at any time."""

import asyncio
import gc
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import onitama as on
from onitama.cards import Card
from onitama.engine import Analysis, Engine, Limits, native
from onitama.engine.core import five_cards
from onitama.engine.thinking import Thinking
from onitama.rules import Position
from protocol_helpers import PATIENCE_SECONDS, in_time

START = on.deal("base", 3)
ENDLESS = Limits(until_proven=True)


def wait_until_nobody_thinks() -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while thinking := [one for one in threading.enumerate() if one.name == "onitama-thinking"]:
        thinking[0].join(0.01)
        assert time.monotonic() < deadline


@pytest.fixture(autouse=True)
def nobody_thinks_in_the_end() -> Any:
    yield
    wait_until_nobody_thinks()


# Closing


def test_it_may_be_closed_by_its_own_listener() -> None:
    with Engine() as engine:
        in_time(lambda: engine.analyse(START, ENDLESS, on_info=lambda _: engine.close()))


def test_closed_before_the_thinking_has_begun_it_never_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, start = Engine(), Thinking.start

    def close_first(thinking: Thinking) -> None:
        engine.close()
        start(thinking)

    monkeypatch.setattr(Thinking, "start", close_first)
    with pytest.raises(on.OnitamaError, match="the engine was closed"):
        engine.analyse(START, ENDLESS)


def test_closed_before_the_thinking_has_begun_a_loop_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()

    async def ask() -> None:
        with pytest.raises(on.OnitamaError, match="the engine was closed"):
            await asyncio.wait_for(engine.analyse_async(START, ENDLESS), PATIENCE_SECONDS)

    # It never comes to thinking.
    monkeypatch.setattr(Thinking, "start", lambda _: asyncio.get_running_loop().call_soon(engine.close))
    asyncio.run(ask())


def test_threads_that_use_close_and_ask_at_once_hear_nothing_but_that() -> None:
    """Any other error, and any hanging, fails."""
    engine, heard = Engine(hash_mb=1), set[str]()

    def use() -> None:
        while "this engine is closed" not in heard:
            for call in (
                lambda: engine.ponder(START),
                lambda: engine.play(START, Limits(depth=2)),
                engine.stop,
            ):
                try:
                    call()
                except on.OnitamaError as error:
                    heard.add(str(error).partition(";")[0].partition(",")[0])

    threads = [threading.Thread(target=use, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    engine.close()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()
    assert heard <= {"this engine is closed", "this engine is thinking already", "the engine was closed"}


def test_whoever_cannot_wait_for_the_end_leaves_the_engine_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C once more, while the first one is dealt with: nobody may search beside a search that has not ended."""

    def interrupted(_: Thinking) -> None:
        raise KeyboardInterrupt

    begun, may_end = threading.Event(), threading.Event()

    def listen(_: Analysis) -> None:
        begun.set()
        may_end.wait(PATIENCE_SECONDS)

    with Engine() as engine:
        with monkeypatch.context() as patch:
            patch.setattr(Thinking, "wait", interrupted)
            patch.setattr(Thinking, "join", interrupted)
            with pytest.raises(KeyboardInterrupt):
                engine.analyse(START, ENDLESS, on_info=listen)
        begun.wait(PATIENCE_SECONDS)
        with pytest.raises(on.OnitamaError, match="is thinking already"):
            engine.play(START)
        may_end.set()
        wait_until_nobody_thinks()
        assert engine.analyse(START, Limits(depth=2)).depth == 2


# Forgotten


class Owner:
    """Holds an engine and itself, so that only the collector of garbage can part them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.me = self


def test_one_that_ponders_is_ended_by_the_collector() -> None:
    owner = Owner(Engine(hash_mb=1))
    owner.engine.ponder(START)
    del owner
    gc.collect()
    wait_until_nobody_thinks()


def test_the_collector_may_come_in_the_thread_that_ponders(monkeypatch: pytest.MonkeyPatch) -> None:
    """There it must not wait for that thread."""
    forgotten, real = threading.Event(), five_cards

    def collect(position: Position) -> tuple[Card, ...]:
        forgotten.wait(PATIENCE_SECONDS)
        gc.collect()
        return real(position)

    monkeypatch.setattr(native, "five_cards", collect)
    owner = Owner(Engine(hash_mb=1))
    owner.engine.ponder(START)
    del owner
    forgotten.set()
    wait_until_nobody_thinks()


def test_a_fork_can_neither_use_it_nor_end_it() -> None:
    code = (
        "import os, sys, onitama as on\n"
        "start = on.deal('base', 3)\n"
        "inside, outside = on.Engine(threads=2), on.Engine.open([sys.executable, '-m', 'onitama', 'engine'])\n"
        "inside.ponder(start)\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    for engine in (inside, outside):\n"
        "        try: engine.play(start)\n"
        "        except on.OnitamaError as error: print(error, flush=True)\n"
        "    outside.close()\n"
        "    sys.exit()\n"
        "os.waitpid(child, 0)\n"
        "for engine in (inside, outside): print(engine.analyse(start, on.Limits(depth=1)).depth)\n"
        "outside.close()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120
    )
    refusal = "this engine belongs to the process that made it; make another one here"
    assert ran.stdout.splitlines() == [refusal, refusal, "1", "1"]
    assert ran.returncode == 0


# In event loops


def test_all_news_come_before_the_result() -> None:
    async def ask() -> None:
        told: list[Analysis] = []
        with Engine("greedy") as engine:
            for number in range(1, 50):
                await engine.analyse_async(START, on_info=told.append)
                assert len(told) == number

    asyncio.run(ask())


def test_what_a_listener_in_the_loop_raises_ends_the_search_and_comes_out() -> None:
    async def ask() -> None:
        def refuse(_: Analysis) -> None:
            heard.append(1)
            raise RuntimeError("not interested")

        heard: list[int] = []
        with Engine() as engine:
            with pytest.raises(RuntimeError, match="not interested"):
                await engine.analyse_async(START, ENDLESS, on_info=refuse)
            assert heard == [1]
            assert (await engine.analyse_async(START, Limits(depth=2))).depth == 2

    asyncio.run(ask())


def test_a_call_that_nobody_awaits_any_more_is_ended() -> None:
    async def leave(engine: Engine) -> None:
        call = engine.analyse_async(START, ENDLESS)
        call.send(None)
        call.close()

    with Engine() as engine:
        asyncio.run(leave(engine))
        wait_until_nobody_thinks()


def test_cancelling_at_any_moment_frees_the_engine() -> None:
    async def storm() -> Analysis:
        with Engine(hash_mb=1) as engine:
            for number in range(60):
                call = asyncio.create_task(engine.analyse_async(START, ENDLESS))
                for _ in range(number % 6):
                    await asyncio.sleep(0)
                call.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await call
            return await engine.analyse_async(START, Limits(depth=2))

    assert asyncio.run(storm()).depth == 2
