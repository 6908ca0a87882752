"""A program that is spoken to line by line, and that may do anything: fall silent, talk without end, die."""

import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import IO

from onitama.errors import EngineError, shown

__all__ = ["LineProcess"]

_MOST_WAITING_LINES = 1_000
_MOST_LINE_BYTES = 1 << 16
_LAST_WORDS = 20
_GOODBYE_SECONDS = 1.0
_WAKE = ""


class LineProcess:
    """The process, and two threads that read what it says.

    Args:
        words: the program and its arguments.

    Raises:
        EngineError: if it cannot be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._name = shlex.join(words)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # what it starts itself ends with it, and Ctrl-C is not for it
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise EngineError(f"engine {shown(self._name)} does not start: {reason}") from None
        self._lines: Queue[str | None] = Queue(_MOST_WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._write_lock = Lock()
        self._close_lock = Lock()
        self._is_closed = False
        pipes = (self._process.stdout, self._take_line), (self._process.stderr, self._take_last_words)
        self._readers = [
            Thread(target=self._read, args=pipe, name=f"reads {self._name}", daemon=True) for pipe in pipes
        ]
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Say a line to it.

        Raises:
            EngineError: if it has ended.
        """
        assert self._process.stdin is not None
        try:
            with self._write_lock:
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineError(self._obituary()) from None

    def receive(self, deadline: Callable[[], float], awaited: str) -> str:
        """The next line it says, without blanks around it.

        Args:
            deadline: until when to wait, by `time.monotonic`; asked again after `wake`.
            awaited: what is waited for, for the error.

        Raises:
            EngineError: if it has ended, or has not said anything by then.
        """
        while True:
            try:
                line = self._lines.get(timeout=min(max(deadline() - time.monotonic(), 0.0), 3600.0))
            except Empty:
                if deadline() <= time.monotonic():
                    raise EngineError(
                        f"engine {shown(self._name)}: expected {awaited}, found silence"
                    ) from None
                continue
            if line is None:
                raise EngineError(self._obituary())
            if line != _WAKE:
                return line

    def wake(self) -> None:
        """Have a `receive` that waits look at its deadline again."""
        with suppress(Full):  # then it does not wait
            self._lines.put_nowait(_WAKE)

    def close(self) -> None:
        """Ask it to quit, kill it if it does not, and wait until it and the threads have gone."""
        with self._close_lock:
            if self._is_closed:
                return
            self._is_closed = True
            try:
                with suppress(EngineError):
                    self.send("quit")
                assert self._process.stdin is not None
                with suppress(OSError):
                    self._process.stdin.close()
                with suppress(subprocess.TimeoutExpired):
                    self._wait(_GOODBYE_SECONDS)
            finally:  # also if waiting for it is interrupted
                self._kill()
                self._process.wait()
            for reader in self._readers:
                self._join(reader)
            with suppress(Full):
                self._lines.put_nowait(None)  # for whoever still listens

    def _wait(self, seconds: float) -> None:
        """Wait for its end while what it still says is thrown away: a full pipe would keep it from ending."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(Empty):
                if self._lines.get(timeout=0.02) is None:
                    self._process.wait(max(0.0, deadline - time.monotonic()))

    def _kill(self) -> None:
        """End it, and whatever it has started."""
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _join(self, reader: Thread) -> None:
        """Wait until it has read all; a pipe that somebody out of reach has inherited may never end."""
        deadline = time.monotonic() + _GOODBYE_SECONDS
        while reader.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                self._lines.get(timeout=0.02)

    def _read(self, pipe: IO[bytes], take: Callable[[str], None]) -> None:
        with pipe, suppress(OSError, ValueError):
            is_whole = True
            while data := pipe.readline(_MOST_LINE_BYTES):
                was_whole, is_whole = is_whole, data.endswith(b"\n") or len(data) < _MOST_LINE_BYTES
                line = data.decode("utf-8", "backslashreplace").strip()
                if line and was_whole and is_whole:
                    take(line)
        if take == self._take_line:
            self._lines.put(None)

    def _take_line(self, line: str) -> None:
        self._lines.put(line)

    def _take_last_words(self, line: str) -> None:
        self._last_words.append(line)

    def _obituary(self) -> str:
        """How it ended, with the last thing it said of errors."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE_SECONDS)
        self._readers[1].join(_GOODBYE_SECONDS)
        code = self._process.poll()
        how = "has closed its output" if code is None else f"has ended with code {code}"
        words = f": {self._last_words[-1]}" if self._last_words else ""
        return f"engine {shown(self._name)} {how}{words}"
