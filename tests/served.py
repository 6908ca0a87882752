"""A real server in a process of its own, on a free port of this machine, that can be killed and started again."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Served", "served"]

_NO_LIMITS = {
    "messages_per_second": 1e6,
    "requests_per_second": 1e6,
    "identities_per_hour": 1e9,
    "sockets_per_address": 100_000,
    "rooms_per_identity": 100_000,
}


class Served:
    """One server.

    Args:
        folder: for its database and what it logs.
        settings: as in the reference; limits that a load from one address would meet are lifted unless given here.
    """

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder = folder
        self._settings = {"database": f"sqlite:///{folder / 'server.db'}", **_NO_LIMITS, **settings}
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return (self._folder / "server.log").read_text("utf-8")

    def start(self) -> None:
        """Start it; again where it was before."""
        environment = {f"ONITAMA_{name.upper()}": str(value) for name, value in self._settings.items()}
        with (self._folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "onitama", "serve", "--port", str(self._port)],
                env={**os.environ, **environment},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        told = self._process.stdout.readline().split()
        found = [word for word in told if word.startswith("http://")]
        assert found, f"the server has not started: {told} {self.log[-2000:]}"
        self.url = found[0]
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it without a word."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as one does."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[Served]:
    """A server as long as it is needed."""
    server = Served(folder, **settings)
    try:
        server.start()
        yield server
    finally:
        server.stop()
