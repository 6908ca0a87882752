"""Runs a conversation over text streams: what is read goes to a session, what it says is written at once."""

import os
from threading import Lock
from typing import Protocol, TextIO

__all__ = ["LineWriter", "Session", "serve"]

MAX_LINE_CHARACTERS = 1 << 20


class Session(Protocol):
    """What `serve` needs of a conversation."""

    def handle(self, line: str) -> bool:
        """Take a line; False to end."""

    def complain(self, message: str) -> None:
        """Say that something cannot be done."""

    def finish(self) -> None:
        """Nothing more will be said."""

    def close(self) -> None:
        """End."""


class LineWriter:
    """Writes whole lines to a stream, from any thread; never raises, and remembers if nobody listens any more."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = Lock()
        self.is_broken = False

    def __call__(self, line: str) -> None:
        """Write a line and flush."""
        with self._lock:
            if self.is_broken:
                return
            try:
                self._stream.write(f"{line}\n")
                self._stream.flush()
            except (OSError, ValueError):  # the reader has gone, or the stream is closed
                self.is_broken = True

    def leave(self) -> None:
        """If nobody listens any more: let the rest go nowhere, as flushing it at the very end would be an error."""
        if self.is_broken:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


def serve(session: Session, reader: TextIO, writer: LineWriter) -> None:
    """Speak until the session ends the conversation, the input ends or nobody listens.

    The session searches in threads of its own, so a word that comes during a search is heard at once.
    """
    try:
        while not writer.is_broken and (line := reader.readline(MAX_LINE_CHARACTERS)):
            if len(line) == MAX_LINE_CHARACTERS and not line.endswith("\n"):
                session.complain(f"expected lines of less than {MAX_LINE_CHARACTERS} characters")
                _skip_line(reader)
            elif not session.handle(line):
                return
        if not writer.is_broken:
            session.finish()
    finally:
        session.close()


def _skip_line(reader: TextIO) -> None:
    while (rest := reader.readline(MAX_LINE_CHARACTERS)) and not rest.endswith("\n"):
        pass
