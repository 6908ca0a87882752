"""Engines in other programs are stopped, interrupted and closed: nothing hangs, and nothing is left."""

import asyncio
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from onitama.engine import Analysis, Engine, Limits
from onitama.engine.external import ExternalBackend
from onitama.engine.process import LineProcess
from onitama.errors import EngineError
from onitama.notation import parse_position
from program_engines import BEST, Write, check_that_nothing_is_left, writer_of_engines

START = parse_position("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1")
QUICK = Limits(depth=1)
ENDLESS = Limits(until_proven=True)
TELL = "say('info score cp 1 pv horse:c5c4')"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer_of_engines(tmp_path)


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path) -> Any:
    yield
    check_that_nothing_is_left(tmp_path)


def test_stop_makes_it_answer(write: Write) -> None:
    command = write(go="say('info score cp 1 pv horse:c5c4')", stop=BEST)
    with Engine.open(command) as engine:
        for _ in range(2):
            found = engine.analyse(START, ENDLESS, on_info=lambda _: engine.stop())
            assert str(found.best) == "horse:c5c4"


def test_a_stop_that_comes_before_the_search_counts(write: Write) -> None:
    backend = ExternalBackend(write(go="pass", stop=BEST))
    backend.stop()  # nothing runs: it means nothing
    for _ in range(2):
        backend.arm()
        backend.stop()
        assert str(backend.analyse(START, ENDLESS, multipv=1, on_info=None).best) == "horse:c5c4"
    backend.close()
    backend.close()


def test_a_stop_for_one_that_has_died_is_no_error_of_its_own(write: Write) -> None:
    with Engine.open(write(go="say('info score cp 1 pv horse:c5c4'); die()")) as engine:

        def stop(_: Analysis) -> None:
            while Path(f"/proc/{pid}/stat").exists() and ") Z " not in Path(f"/proc/{pid}/stat").read_text(
                "utf-8"
            ):
                pass
            engine.stop()

        pid = engine._open._process._process.pid  # type: ignore[attr-defined]
        with pytest.raises(EngineError, match="has ended with code 3: the last words"):
            engine.analyse(START, ENDLESS, on_info=stop)


def test_what_listeners_raise_stops_it_and_comes_out(write: Write) -> None:
    def listen(_: Analysis) -> None:
        raise RuntimeError("not interested")

    with Engine.open(write(go="say('info score cp 1 pv horse:c5c4')", stop=BEST)) as engine:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="not interested"):
                engine.analyse(START, ENDLESS, on_info=listen)


def test_a_cancelled_search_is_stopped(write: Write) -> None:
    async def cancel(engine: Engine) -> None:
        told = asyncio.Event()
        search = asyncio.create_task(engine.analyse_async(START, ENDLESS, on_info=lambda _: told.set()))
        await told.wait()
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search

    with Engine.open(write(go="say('info score cp 1 pv horse:c5c4')", stop=BEST)) as engine:
        asyncio.run(cancel(engine))
        assert str(engine.analyse(START, ENDLESS, on_info=lambda _: engine.stop()).best) == "horse:c5c4"


def test_closing_ends_one_that_will_not_go_and_what_it_started(write: Write, tmp_path: Path) -> None:
    stubborn = (
        f"child = os.fork()\nif not child: open({str(tmp_path / 'child-pid')!r}, 'w').write(str(os.getpid()));"
        " time.sleep(600)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    )
    engine = Engine.open(write(stubborn, quit="time.sleep(600)"))
    while not (tmp_path / "child-pid").exists() or not (tmp_path / "child-pid").read_text("utf-8"):
        time.sleep(0.01)
    engine.close()
    wait_for_the_end(tmp_path / "child-pid")


def wait_for_the_end(pid_file: Path) -> None:
    """An orphan is reaped by the system, a moment after it was killed."""
    pid = int(pid_file.read_text("utf-8"))
    status = Path(f"/proc/{pid}/stat")
    while status.exists() and ") Z " not in status.read_text("utf-8"):
        time.sleep(0.01)
    pid_file.unlink()


def test_one_that_never_stops_talking_can_be_used_and_closed(write: Write) -> None:
    talk = (
        "import threading\ndef talk():\n    while True: say('info string x')\n"
        "threading.Thread(target=talk, daemon=True).start()"
    )
    with Engine.open(write(talk, quit="pass")) as engine:
        assert str(engine.play(START, QUICK)) == "horse:c5c4"


def test_an_answer_that_comes_after_a_listener_raised_is_not_taken_for_the_next(write: Write) -> None:
    """One that searches beside the conversation says `readyok` first and its turn later."""
    before = (
        "import threading\n"
        "def later(seconds, turn): threading.Timer(seconds, say, [f'bestturn horse:{turn}']).start()"
    )
    go = f"later(0.4, 'c5c4') if 'depth' in line else {TELL}"
    command = write(before, go=go, stop="later(0.1, 'c5b4')")

    def listen(_: Analysis) -> None:
        raise RuntimeError("not interested")

    with Engine.open(command) as engine:
        with pytest.raises(RuntimeError, match="not interested"):
            engine.analyse(START, ENDLESS, on_info=listen)
        assert str(engine.play(START, QUICK)) == "horse:c5c4"


def test_the_loop_runs_on_while_a_cancelled_search_is_waited_for(write: Write) -> None:
    async def cancel(engine: Engine) -> int:
        told = asyncio.Event()
        search = asyncio.create_task(engine.analyse_async(START, ENDLESS, on_info=lambda _: told.set()))
        await told.wait()
        search.cancel()
        turns = 0
        while not search.done():
            turns += 1
            search.cancel()  # again and again: an impatient user
            await asyncio.sleep(0.01)
        with pytest.raises(asyncio.CancelledError):
            await search
        return turns

    with Engine.open(write(go=TELL, stop="pass")) as engine:
        engine._open._timeout = 0.5  # type: ignore[attr-defined]  # of the search, not of the start
        assert asyncio.run(cancel(engine)) > 2


def test_the_loop_runs_on_while_pondering_is_ended(write: Write) -> None:
    async def ask(engine: Engine) -> int:
        engine.ponder(START)
        search, turns = asyncio.create_task(engine.analyse_async(START, QUICK)), 0
        while not search.done():
            turns += 1
            await asyncio.sleep(0.01)
        assert str((await search).best) == "horse:c5c4"
        return turns

    slow = f"time.sleep(0.5); {BEST}"
    with Engine.open(write(go=f"{BEST} if 'depth' in line else {TELL}", stop=slow)) as engine:
        assert asyncio.run(ask(engine)) > 2


def test_a_pipe_that_somebody_out_of_reach_keeps_open_does_not_keep_close_from_ending(
    write: Write, tmp_path: Path
) -> None:
    child = tmp_path / "child-pid"
    daemon = (
        "if not os.fork():\n    os.setsid(); "
        f"open({str(child)!r}, 'w').write(str(os.getpid())); time.sleep(600)\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    )
    engine = Engine.open(write(daemon))
    while not child.exists() or not child.read_text("utf-8"):
        time.sleep(0.01)
    closing = threading.Thread(target=engine.close, daemon=True)
    closing.start()
    closing.join(30)
    has_ended = not closing.is_alive()
    os.kill(int(child.read_text("utf-8")), signal.SIGKILL)
    closing.join()
    wait_for_the_end(child)
    while any(thread.name.startswith("reads ") for thread in threading.enumerate()):
        time.sleep(0.01)
    assert has_ended


def test_an_interrupt_while_it_is_asked_to_quit_still_ends_it(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    engine = Engine.open(write(quit="time.sleep(600)"))
    monkeypatch.setattr(LineProcess, "_wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.close()
    while any(thread.name.startswith("reads ") for thread in threading.enumerate()):
        time.sleep(0.01)
