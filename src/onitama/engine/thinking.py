"""One analysis under way, in a thread of its own, so that whoever asked can wait, look away or stop it."""

import asyncio
import threading
from collections.abc import Callable

from onitama.engine.analysis import Analysis

__all__ = ["Thinking"]


_LAUNCH_SECONDS = 2.0
"""A thread that has not begun after so long was never launched: the launch was interrupted."""

_LOOK_SECONDS = 0.1


class Thinking:
    """Runs `think` in a daemon thread.

    A thread even where the caller only waits: waiting can be interrupted from the keyboard, a search cannot.
    """

    def __init__(self, think: Callable[[], Analysis]) -> None:
        self._think = think
        self._analysis: Analysis | None = None
        self._error: BaseException | None = None
        self._has_begun, self._done = threading.Event(), threading.Event()
        self._on_done: Callable[[], None] | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; an interrupt may come out of this after the thread has begun."""
        self._thread = threading.Thread(target=self._run, name="onitama-thinking", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._has_begun.set()
        try:
            self._analysis = self._think()
        except BaseException as error:  # handed on to whoever waits
            self._error = error
        with self._lock:
            self._done.set()
            on_done = self._on_done
        if on_done is not None:
            on_done()

    def join(self) -> None:
        """Wait until it has ended, however it ended."""
        if self._thread is not None and self._has_begun.wait(_LAUNCH_SECONDS):
            self._done.wait()
            if self._thread.ident is not None:
                self._thread.join()

    def wait(self) -> Analysis:
        """Wait for the analysis; raises what the thinking raised."""
        while not self._done.wait(_LOOK_SECONDS):
            pass  # a signal that comes just before the wait begins does not end it, but is seen here
        return self._result()

    async def wait_async(self) -> Analysis:
        """Wait for the analysis in an event loop."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            if self._done.is_set():
                return self._result()
            self._on_done = lambda: _call_soon(loop, ended.set)
        await ended.wait()
        return self._result()

    def _result(self) -> Analysis:
        if self._error is not None:
            raise self._error
        assert self._analysis is not None
        return self._analysis


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
