"""One analysis under way, in a thread of its own, so that whoever asked can wait, look away or stop it."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from onitama.engine.analysis import Analysis
from onitama.errors import OnitamaError

__all__ = ["Thinking"]

_LOOK_SECONDS = 0.1


class Thinking:
    """Runs `think` in a daemon thread.

    A thread even where the caller only waits: waiting can be interrupted from the keyboard, a search cannot.
    """

    def __init__(self, think: Callable[[], Analysis]) -> None:
        self._think = think
        self._analysis: Analysis | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._on_done: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        """The thread, once it has begun."""

    @property
    def has_ended(self) -> bool:
        """Whether it has ended, however it ended."""
        return self._done.is_set()

    def start(self) -> None:
        """Begin; an interrupt may come out of this before or after the thread has begun."""
        threading.Thread(target=self._run, name="onitama-thinking", daemon=True).start()

    def _run(self) -> None:
        with self._lock:
            if self.has_ended:
                return
            self._thread = threading.current_thread()
        try:
            self._analysis = self._think()
        except BaseException as error:  # handed on to whoever waits
            self._error = error
        with self._lock:
            self._finish()

    def _finish(self) -> None:
        self._done.set()
        for call in self._on_done:
            call()

    def _call_off(self) -> None:
        """If it has not begun it never will."""
        with self._lock:
            if self._thread is None and not self.has_ended:
                self._error = OnitamaError("the engine was closed, or interrupted, before it began to think")
                self._finish()

    def join(self) -> None:
        """Wait until it has ended; one that has not begun never will, and it does not wait for itself."""
        self._call_off()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def wait(self) -> Analysis:
        """Wait for the analysis; raises what the thinking raised."""
        while not self._done.wait(_LOOK_SECONDS):
            pass  # a signal that comes just before the wait begins does not end it, but is seen here
        return self._result()

    async def wait_async(self) -> Analysis:
        """Wait for the analysis in an event loop, until all that was put there before it has been done."""
        await self._end_async()
        return self._result()

    async def join_async(self) -> None:
        """As `join`, in an event loop; one that is cancelled meanwhile is raised when it has ended."""
        self._call_off()
        cancelled: asyncio.CancelledError | None = None
        while True:
            try:
                await self._end_async()
            except asyncio.CancelledError as error:
                cancelled = error
            else:
                break
        if cancelled is not None:
            raise cancelled

    async def _end_async(self) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            if self.has_ended:
                loop.call_soon(ended.set)
            else:
                self._on_done.append(lambda: _call_soon(loop, ended.set))
        await ended.wait()

    def _result(self) -> Analysis:
        if self._error is not None:
            raise self._error
        assert self._analysis is not None
        return self._analysis


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(call)
