"""The JSON-lines protocol as an engine speaks it: queries go in, answers come out, several are under way at once."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import PriorityQueue
from threading import Lock, Thread
from typing import Any

from onitama.engine.analysis import Analysis
from onitama.protocol.answers import (
    analysis_answer,
    error_answer,
    over_answer,
    request_answer,
    terminated_answer,
    warnings,
)
from onitama.protocol.queries import Analyse, BadQuery, Request, Terminate, TerminateAll, parse_query
from onitama.protocol.search import Search
from onitama.protocol.setup import MakeThinker, Setup, Thinker
from onitama.protocol.tasks import Emit

__all__ = ["JsonSession"]


@dataclass(order=True, slots=True)
class _Job:
    """One position of one query; the one with the highest priority is done first, then the oldest."""

    minus_priority: float
    number: int
    query: Analyse | None = field(compare=False, default=None)
    """None tells a worker to go home."""
    turns: int = field(compare=False, default=0)
    search: Search | None = field(compare=False, default=None)
    """Once it is being done."""


class JsonSession:
    """One conversation with a program that wants analyses.

    Nothing said to it raises; what it cannot use is answered by an error. One thread speaks to it; the answers come
    from several.

    Args:
        make: makes what thinks, with these settings.
        emit: takes what is said, line by line.
        setup: the settings; those of the line protocol alone mean nothing here.
        workers: how many positions are analysed at a time, each by an engine of its own.
    """

    def __init__(self, make: MakeThinker, emit: Emit, setup: Setup | None = None, workers: int = 1) -> None:
        self._make = make
        self._setup = Setup() if setup is None else setup
        self._emit = emit
        self._queue: PriorityQueue[_Job] = PriorityQueue()
        self._jobs: dict[int, _Job] = {}
        self._count = 0
        self._lock = Lock()
        self._workers = [Thread(target=self._work, name="JsonWorker", daemon=True) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    def handle(self, line: str) -> bool:
        """Take a line. The conversation ends with the input, so this is always True."""
        if not line.strip():
            return True
        try:
            request = parse_query(line)
        except BadQuery as error:
            self._say(error_answer(error))
            return True
        for warning in warnings(request):
            self._say(warning)
        self._obey(request)
        return True

    def complain(self, message: str) -> None:
        """Say that something cannot be done."""
        self._say(error_answer(BadQuery(message)))

    def finish(self) -> None:
        """Nothing more will be asked: answer all that has been."""
        for _ in self._workers:
            self._put(_Job(float("inf"), self._next_number()))
        for worker in self._workers:
            worker.join()

    def close(self) -> None:
        """Stop what runs, and give back what is held."""
        self._terminate(lambda _: True)
        self.finish()

    def _say(self, answer: dict[str, Any]) -> None:
        self._emit(json.dumps(answer))

    def _obey(self, request: Request) -> None:
        match request:
            case Analyse():
                for turns in request.positions:
                    self._put(_Job(-request.priority, self._next_number(), request, turns))
                return
            case Terminate(_, _, terminate_id, turns):
                self._terminate(
                    lambda job: (
                        job.query is not None
                        and job.query.id == terminate_id
                        and (turns is None or job.turns in turns)
                    )
                )
            case TerminateAll():
                self._terminate(lambda _: True)
        self._say(request_answer(request))

    def _next_number(self) -> int:
        self._count += 1
        return self._count

    def _put(self, job: _Job) -> None:
        if job.query is not None:
            with self._lock:
                self._jobs[job.number] = job
        self._queue.put(job)

    def _terminate(self, is_meant: Callable[[_Job], bool]) -> None:
        """End jobs: those under way answer what they have, the others that they were ended."""
        with self._lock:
            meant = [job for job in self._jobs.values() if is_meant(job)]
            waiting = [self._jobs.pop(job.number) for job in meant if job.search is None]
        for job in meant:
            if job.search is not None:
                job.search.stop()
        for job in waiting:
            assert job.query is not None
            self._say(terminated_answer(job.query, job.turns))

    def _work(self) -> None:
        thinker: Thinker | None = None
        while (job := self._queue.get()).query is not None:
            try:
                thinker = thinker or self._make(self._setup)
                answer = self._do(job, job.query, thinker)
            except Exception as error:  # the conversation goes on whatever happens to one query
                wrong = BadQuery(str(error) or type(error).__name__, None, job.query.id)
                answer = {**error_answer(wrong), "after_turns": job.turns}
            with self._lock:
                self._jobs.pop(job.number, None)
            if answer is not None:
                self._say(answer)
        if thinker is not None:
            thinker.close()

    def _do(self, job: _Job, query: Analyse, thinker: Thinker) -> dict[str, Any] | None:
        """The answer; None if somebody else has given it."""
        position = query.positions[job.turns]
        search = Search(thinker, position, query.limits, query.multipv)
        with self._lock:
            if job.number not in self._jobs:
                return None
            job.search = search
        if position.outcome is not None:
            return over_answer(query, job.turns)
        analysis = search.run(self._reporter(job, query, search))
        return analysis_answer(query, job.turns, search, analysis, is_final=True)

    def _reporter(self, job: _Job, query: Analyse, search: Search) -> Callable[[Analysis], None]:
        """Tells what has been found so far, as often as the query wants to hear it."""
        every = query.report_every_seconds
        due = None if every is None else time.monotonic() + every

        def report(analysis: Analysis) -> None:
            nonlocal due
            if every is None or due is None or time.monotonic() < due or not analysis.line:
                return
            due = time.monotonic() + every
            self._say(analysis_answer(query, job.turns, search, analysis, is_final=False))

        return report
