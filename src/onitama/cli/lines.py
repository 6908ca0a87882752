"""`Lines`: what is typed, line by line, while an event loop runs on."""

import asyncio
import os
import sys
from threading import Thread

__all__ = ["Lines"]

_MOST_WAITING_LINES = 1_000


class Lines:
    """Lines from standard input.

    They are read past Python's own buffer, by a thread that may still be waiting for one when the program ends.
    """

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(_MOST_WAITING_LINES)
        self._loop = asyncio.get_running_loop()
        Thread(target=self._read, name="reads what is typed", daemon=True).start()

    async def next(self) -> str | None:
        """The next line; None when the input has ended."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # it has ended for ever
        return line

    def _read(self) -> None:
        file, rest = sys.stdin.fileno(), b""
        while data := os.read(file, 1 << 16):
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                self._put(_text(line))
        if rest:
            self._put(_text(rest))
        self._put(None)

    def _put(self, line: str | None) -> None:
        try:
            asyncio.run_coroutine_threadsafe(self._lines.put(line), self._loop).result()
        except (RuntimeError, asyncio.CancelledError):
            sys.exit()  # nobody listens any more


def _text(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace").removeprefix("\ufeff").strip()
