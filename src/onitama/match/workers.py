"""Games on all cores: each worker process has engines of its own, and takes one pair after the other.

A worker may die with its engine, or hang: then the engine that was asked last forfeits the game, and another worker
takes its place.
"""

import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from onitama.engine import Engine, Limits
from onitama.errors import OnitamaError
from onitama.match.referee import Forfeit, GameResult, Running, play_game
from onitama.match.setup import MatchSetup
from onitama.observe import Observation
from onitama.rules import Position, Step

__all__ = ["Job", "play_games"]

_SLACK_S = 2.0
"""How much later than the worker its parent loses patience with an engine: the report takes its time."""
_START_S = 60.0
"""How long a worker may take to start, and an engine to get ready for a game."""
_GOODBYE_S = 2.0
"""How much longer than the patience it may take to end: programs that do not quit are killed first."""

Job = tuple[int, tuple[int, ...]]
"""A pair, and which of its games to play."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A worker's word that it is about to call an engine."""

    number: int
    engine: int
    step: str | None
    """What was played since the call before."""


class _Seat:
    """An engine that is started when it is needed first, in its worker."""

    def __init__(self, setup: MatchSetup, engine: int) -> None:
        self._setup = setup
        self._index = engine
        self._engine: Engine | None = None

    def new_game(self) -> None:
        """Get ready for another game, started anew if need be."""
        if self._engine is None:
            self._engine = self._setup.engines[self._index].open(self._setup.seed, self._setup.patience_s)
        self._engine.new_game()

    def play(self, view: Position | Observation, limits: Limits) -> Step:
        """The next step."""
        if self._engine is None:
            raise OnitamaError("asked to play before the game began")
        return self._engine.play(view, limits)

    def close(self) -> None:
        """Stop the engine; the next game starts it again."""
        engine, self._engine = self._engine, None
        if engine is not None:
            with suppress(Exception):  # it may be gone already
                engine.close()


def _work(connection: Connection, setup: MatchSetup) -> None:
    """What a worker process does: play the games it is given, and report each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit()
    )  # by way of the end below: programs it started end too
    seats = _Seat(setup, 0), _Seat(setup, 1)
    try:
        while (job := connection.recv()) is not None:
            pair, numbers = job
            for number in numbers:
                try:
                    running = Running(setup, pair, number)
                except OnitamaError as error:  # there is no such game: the match is at fault, not an engine
                    connection.send(error)
                    return

                def on_call(engine: int, step: str | None, number: int = number) -> None:
                    connection.send(_Call(number, engine, step))

                result = play_game(running, seats, time.perf_counter, on_call)
                if result.forfeit is not None:
                    for seat in seats:
                        seat.close()
                connection.send(result)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone
    finally:
        for seat in seats:
            seat.close()


class _Worker:
    """A worker process as its parent sees it."""

    def __init__(self, setup: MatchSetup, job: Job) -> None:
        self._setup = setup
        context = get_context("spawn")  # a fork would copy the threads' locks, not the threads
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, setup), daemon=True)
        self._process.start()
        theirs.close()
        self._has_spoken = False
        self.give(job)

    def give(self, job: Job) -> None:
        """Hand over a pair."""
        self._pair, self._left = job[0], list(job[1])
        self._calls: list[_Call] = []
        self.due = time.monotonic() + _START_S
        """When it will be given up if nothing is heard of it."""
        with suppress(OSError):  # it has died: the next receive will tell
            self.connection.send(job)

    @property
    def left(self) -> Job | None:
        """The games of its pair that are still to be played."""
        return (self._pair, tuple(self._left)) if self._left else None

    def receive(self) -> GameResult | None:
        """Take what it says; a game's result if that is what it says, also if it is that it died.

        Raises:
            OnitamaError: if it died before it began, or if its game cannot begin.
        """
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(1)
            code = self._process.exitcode
            return self.give_up(f"crashed (exit code {code})")
        self._has_spoken = True
        if isinstance(message, OnitamaError):
            raise message
        if isinstance(message, _Call):
            self._calls.append(message)
            started = message.step is not None or len(self._calls) > 2
            allowed_s = self._setup.allowed_s(message.engine) if started else _START_S
            self.due = time.monotonic() + allowed_s + _SLACK_S
            return None
        return self._finished(message)

    def give_up(self, reason: str) -> GameResult | None:
        """End the process; whoever was asked last forfeits its game, None if nobody was.

        Raises:
            OnitamaError: if it never began.
        """
        self.end()
        if not self._has_spoken:
            raise OnitamaError("a worker process did not start")
        if not self._calls:
            return None
        running = Running(self._setup, self._pair, self._calls[-1].number)
        for call in self._calls:
            if call.step is not None:
                running.game.play(call.step)
        return self._finished(running.result(Forfeit(self._calls[-1].engine, reason)))

    def _finished(self, result: GameResult) -> GameResult:
        self._left.remove(result.number)
        self._calls = []
        self.due = time.monotonic() + _START_S
        return result

    @property
    def is_alive(self) -> bool:
        """Whether it can be given another pair."""
        return not self.connection.closed

    def ask_to_end(self) -> None:
        """Begin to end it, and the engines it started."""
        self._process.terminate()

    def end(self) -> None:
        """End it; one that hangs is killed."""
        self.ask_to_end()
        self._process.join(self._setup.patience_s + _GOODBYE_S)
        self._process.kill()
        self._process.join()
        self.connection.close()


def play_games(setup: MatchSetup, jobs: Iterable[Job], workers: int) -> Generator[GameResult, None, None]:
    """Play games in worker processes; each is given out as soon as it is over, in no certain order.

    Closing the iterator ends the workers, and the games that are being played.

    Args:
        setup: the match.
        jobs: what is to be played; asked for the next one only when a worker is free.
        workers: how many games are played at a time.

    Raises:
        OnitamaError: if worker processes cannot be started, or a game cannot begin.
    """
    waiting = iter(jobs)
    pool: list[_Worker] = []
    try:
        for job in waiting:
            pool.append(_Worker(setup, job))
            if len(pool) == workers:
                break
        while pool:
            for worker, result in _heard(pool):
                if result is not None:
                    yield result
                if worker.left is not None and worker.is_alive:
                    continue
                pool.remove(worker)
                due = worker.left or next(waiting, None)
                if due is None:
                    worker.end()
                elif worker.is_alive:
                    worker.give(due)
                    pool.append(worker)
                else:
                    pool.append(_Worker(setup, due))
    finally:
        for worker in pool:
            worker.ask_to_end()
        for worker in pool:
            worker.end()


def _heard(pool: list[_Worker]) -> Iterator[tuple[_Worker, GameResult | None]]:
    """Wait until at least one worker has something to say, or has been silent for too long."""
    soonest_s = max(0.0, min(worker.due for worker in pool) - time.monotonic())
    ready = wait([worker.connection for worker in pool], soonest_s)
    for worker in list(pool):
        if worker.connection in ready:
            yield worker, worker.receive()
        elif time.monotonic() > worker.due and not worker.connection.poll():
            yield worker, worker.give_up("did not answer")
