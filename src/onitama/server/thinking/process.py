"""`Process`: one thinking process, as the event loop sees it."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from onitama.errors import OnitamaError
from onitama.server.thinking.job import Job

__all__ = ["OnReport", "Process", "ProcessLost", "Worker", "start_process"]

OnReport = Callable[[dict[str, Any]], None]
"""Told what has been found so far."""

_GRACE_SECONDS = 2.0
"""How long a process may take to end a search that it was told to end."""
_MOST_LINE_BYTES = 1 << 20


class ProcessLost(OnitamaError):
    """A process died, or did not answer and was killed."""


class Worker(Protocol):
    """Where one job at a time is done."""

    async def ask(self, job: Job, most_seconds: float, on_report: OnReport | None) -> dict[str, Any]:
        """The last answer to a job.

        Raises:
            ProcessLost: if there will be none; then the worker is of no more use.
        """

    def stop(self) -> None:
        """Have the running job answered soon."""

    async def close(self) -> None:
        """End it, whatever it does."""


class Process:
    """A process that runs `worker`.

    Args:
        process: with pipes to and from it.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._count = 0
        self._limit: asyncio.Timeout | None = None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def ask(self, job: Job, most_seconds: float, on_report: OnReport | None) -> dict[str, Any]:
        """The last answer to a job; see `Worker`."""
        self._count += 1
        loop = asyncio.get_running_loop()
        stopping = loop.call_later(most_seconds, self.stop)
        try:
            async with asyncio.timeout(most_seconds + _GRACE_SECONDS) as self._limit:
                self._say({"job": self._count, **job.to_json()})
                return await self._answer(on_report)
        except TimeoutError:
            raise ProcessLost(f"no answer within {most_seconds:g} seconds") from None
        finally:
            stopping.cancel()
            self._limit = None

    def stop(self) -> None:
        """Have the running job answered soon, or the process given up."""
        if self._limit is None or self._limit.expired():
            return
        until = asyncio.get_running_loop().time() + _GRACE_SECONDS
        due = self._limit.when()
        self._limit.reschedule(until if due is None else min(due, until))
        with suppress(ProcessLost):
            self._say({"stop": self._count})

    async def close(self) -> None:
        """Kill it, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.communicate()  # its pipes too

    async def _answer(self, on_report: OnReport | None) -> dict[str, Any]:
        assert self._process.stdout is not None
        while True:
            try:
                line = await self._process.stdout.readline()
                answer: dict[str, Any] = json.loads(line)
            except (ValueError, OSError):
                raise ProcessLost(f"a thinking process has ended with {self._process.returncode}") from None
            if answer.pop("job") != self._count:
                continue
            if "error" in answer:
                raise OnitamaError(answer["error"])
            if answer["is_final"]:
                return answer
            if on_report is not None:
                on_report(answer)

    def _say(self, data: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        if self._process.stdin.is_closing():
            raise ProcessLost("a thinking process has ended")
        self._process.stdin.write(f"{json.dumps(data)}\n".encode())


async def start_process() -> Worker:
    """Start one.

    Raises:
        ProcessLost: if that cannot be done.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "onitama.server.thinking.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_MOST_LINE_BYTES,
            start_new_session=os.name == "posix",  # Ctrl-C is for the server, which ends it
        )
    except OSError as error:
        raise ProcessLost(f"no thinking process can be started: {error.strerror}") from None
    return Process(process)
