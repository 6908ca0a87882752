"""`Pool`: jobs are handed to workers as these get free. A worker that dies costs a second try, never a job."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from onitama.errors import OnitamaError
from onitama.server.thinking.fair import FairQueue
from onitama.server.thinking.job import Job
from onitama.server.thinking.process import OnReport, ProcessLost, Worker, start_process

__all__ = ["Pool", "ThinkingFailed"]

_log = logging.getLogger(__name__)

_SLACK_SECONDS = 8.0
"""How much longer than its search a job may take before it is ended from outside."""
_TRIES = 2


class ThinkingFailed(OnitamaError):
    """The computer has nothing to say."""


@dataclass(eq=False, slots=True)
class _Entry:
    job: Job
    on_report: OnReport | None
    answer: asyncio.Future[dict[str, Any]]


@dataclass(eq=False, slots=True)
class _Place:
    """Where a worker sits, or the next one will."""

    worker: Worker | None = None
    game: str = ""
    """The latest one that was thought about here."""
    entry: _Entry | None = None
    """What is thought about now."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Pool:
    """A number of workers and one queue.

    Args:
        workers: how many jobs are done at a time.
        most_waiting: how much help may wait, apart from moves, which are always taken.
        most_waiting_each: how much of it for one identity.
        start: makes a worker.
    """

    def __init__(
        self,
        workers: int,
        *,
        most_waiting: int = 200,
        most_waiting_each: int = 2,
        start: Callable[[], Awaitable[Worker]] = start_process,
    ) -> None:
        self._start = start
        self._queue: FairQueue[_Entry] = FairQueue(most_waiting, most_waiting_each)
        self._places = [_Place() for _ in range(workers)]
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """How many jobs are being done."""
        return sum(place.entry is not None for place in self._places)

    async def open(self) -> None:
        """Start all workers, so that nobody has to wait for one."""
        for place in self._places:
            place.worker = await self._start()

    async def close(self) -> None:
        """End everything; who waits for an answer gets `ThinkingFailed`."""
        self._is_closed = True
        while len(self._queue):
            _refuse(self._queue.pop(), "the server is going down")
        tasks = [place.task for place in self._places if place.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for place in self._places:
            await self._lose(place)

    async def run(self, job: Job, on_report: OnReport | None = None) -> dict[str, Any]:
        """The answer to a job. Cancelling this ends the job.

        Raises:
            QueueFull: if too much waits already.
            ThinkingFailed: if there will be no answer.
        """
        if self._is_closed:
            raise ThinkingFailed("the server is going down")
        entry = _Entry(job, on_report, asyncio.get_running_loop().create_future())
        self._queue.put(entry)
        self._hand_out()
        try:
            return await entry.answer
        finally:
            if not entry.answer.done() or entry.answer.cancelled():
                self._give_up(entry)

    def _give_up(self, entry: _Entry) -> None:
        if not self._queue.remove(entry):
            for place in self._places:
                if place.entry is entry and place.worker is not None:
                    place.worker.stop()

    def _hand_out(self) -> None:
        """Bring jobs and free places together; the one that has thought about the same game is the best."""
        while len(self._queue) and (free := [place for place in self._places if place.entry is None]):
            entry = self._queue.pop()
            place = next((one for one in free if one.game == entry.job.game), free[0])
            place.entry, place.game = entry, entry.job.game
            place.task = asyncio.create_task(self._do(place, entry))

    async def _do(self, place: _Place, entry: _Entry) -> None:
        try:
            await self._try(place, entry)
        except OnitamaError as error:
            _log.error("thinking failed: %s", error)
            _refuse(entry, str(error))
        finally:
            _refuse(entry, "the server is going down")
            place.entry = place.task = None
            if not self._is_closed:
                self._hand_out()

    async def _try(self, place: _Place, entry: _Entry) -> None:
        """Have the job done, by a second worker if the first one dies.

        Raises:
            OnitamaError: if it cannot be done.
        """
        for tries_left in reversed(range(_TRIES)):
            try:
                if place.worker is None:
                    place.worker = await self._start()
                seconds = entry.job.seconds + _SLACK_SECONDS
                answer = await place.worker.ask(entry.job, seconds, entry.on_report)
            except ProcessLost as error:
                _log.warning("a worker is lost: %s", error)
                await self._lose(place)
                if entry.answer.done():
                    return  # nobody waits for it any more
                if not tries_left:
                    raise
            else:
                if not entry.answer.done():
                    entry.answer.set_result(answer)
                return

    async def _lose(self, place: _Place) -> None:
        worker, place.worker = place.worker, None
        if worker is not None:
            await worker.close()


def _refuse(entry: _Entry, reason: str) -> None:
    if not entry.answer.done():
        entry.answer.set_exception(ThinkingFailed(reason))
