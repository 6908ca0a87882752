"""What runs beside the conversation of the line protocol: a search, or the bench."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock, Thread, Timer

from onitama.deal import deal
from onitama.engine.analysis import Analysis, Limits
from onitama.engine.info_text import BestTurn, format_best_turn, format_info
from onitama.notation import format_result
from onitama.protocol.commands import Go
from onitama.protocol.search import Search
from onitama.protocol.setup import Thinker
from onitama.rules import Position

__all__ = ["NO_TURN", "BenchTask", "Emit", "SearchTask", "Task", "error_line"]

Emit = Callable[[str], None]
"""Takes one line, without its end, from any thread; must not raise."""

NO_TURN = format_best_turn(BestTurn(()))
"""The answer to `go` where there is none; an error before it says why."""
_BENCH_DEALS = [
    *(("base", seed) for seed in range(4)),
    *((name, seed) for name in ("senseis-path", "promo", "way-of-the-wind") for seed in range(2)),
]


def error_line(message: str) -> str:
    """How the protocol tells that something cannot be done."""
    return f"info error {' '.join(message.split())}"


class Task(ABC):
    """Runs in a thread of its own.

    Args:
        on_end: called before the last lines are said, so that whoever reads them can go on at once.
        emit: takes the lines.
    """

    has_end = True
    """Whether it ends without a word from outside."""

    def __init__(self, on_end: Callable[[], None], emit: Emit) -> None:
        self._on_end = on_end
        self._emit = emit
        self._thread = Thread(target=self._run, name=type(self).__name__, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self) -> None:
        """Wait for its end."""
        self._thread.join()

    @abstractmethod
    def stop(self) -> None:
        """End it soon; it says what it has."""

    def release(self) -> bool:
        """Let it answer when it is ready; False if it was not waiting for that word."""
        return False

    def _run(self) -> None:
        try:
            lines = self._work()
        except Exception as error:  # the conversation goes on whatever happens to one search
            lines = [error_line(str(error) or type(error).__name__), NO_TURN]
        self._finish(lines)

    @abstractmethod
    def _work(self) -> Sequence[str]:
        """Do it; returns the last lines."""

    def _finish(self, lines: Sequence[str]) -> None:
        self._on_end()
        for line in lines:
            self._emit(line)


class SearchTask(Task):
    """A search; while it ponders, or is to go on for ever, its answer is held back until somebody asks for it."""

    def __init__(
        self,
        thinker: Thinker,
        position: Position,
        go: Go,
        *,
        multipv: int,
        shows_ponder: bool,
        on_end: Callable[[], None],
        emit: Emit,
    ) -> None:
        super().__init__(on_end, emit)
        self._position = position
        self._go = go
        self._shows_ponder = shows_ponder
        self._time_ms = _time_ms(go, position)
        self._is_pondering = go.is_ponder
        self._is_held = go.is_infinite or go.is_ponder
        self._answer: Sequence[str] | None = None
        self._told: Analysis | None = None
        self._timer: Timer | None = None
        self._lock = Lock()
        self._search = Search(thinker, position, self._limits(), multipv)
        self.has_end = go.has_end

    def stop(self) -> None:
        """End it soon; it says what it has."""
        self._search.stop()
        self._let_go()

    def release(self) -> bool:
        """The pondered turn was made: from now on the clock runs."""
        was_pondering, self._is_pondering = self._is_pondering, False
        if was_pondering and not self._go.is_infinite and not self._let_go() and self._time_ms is not None:
            self._timer = Timer(self._time_ms / 1000, self._search.stop)
            self._timer.daemon = True
            self._timer.start()
        return was_pondering

    def _limits(self) -> Limits:
        seconds = None if self._is_held or self._time_ms is None else self._time_ms / 1000
        depth, nodes = self._go.depth, self._go.nodes
        is_endless = seconds is None and depth is None and nodes is None
        return Limits(seconds, depth, nodes, until_proven=self._go.until_proven or is_endless)

    def _let_go(self) -> bool:
        """Hold the answer back no longer; whether it was there already."""
        with self._lock:
            was_held, self._is_held = self._is_held, False
        if not was_held or self._answer is None:
            return False
        super()._finish(self._answer)
        return True

    def _work(self) -> Sequence[str]:
        if self._position.outcome is not None:
            return [error_line(f"the game is over: {format_result(self._position.outcome)}"), NO_TURN]
        analysis = self._search.run(self._tell)
        self._tell(analysis)
        first, *rest = self._search.turns(analysis)
        ponder = rest[0] if rest and self._shows_ponder else ()
        return [format_best_turn(BestTurn(first, ponder))]

    def _tell(self, analysis: Analysis) -> None:
        news = replace(analysis, seconds=0)
        if news != self._told:
            self._told = news
            for line in format_info(analysis, self._position):
                self._emit(line)

    def _finish(self, lines: Sequence[str]) -> None:
        with self._lock:
            self._answer = lines
            is_held = self._is_held
        if not is_held:
            if self._timer is not None:
                self._timer.cancel()
            super()._finish(lines)


def _time_ms(go: Go, position: Position) -> int | None:
    """How long a search may take; a step without choice needs no thought where a clock runs."""
    time_ms = go.time_ms(position.to_move)
    is_forced = len(position.legal_steps) == 1 and go.left_ms[position.to_move] is not None
    return 1 if is_forced else time_ms


class BenchTask(Task):
    """Searches fixed positions to a fixed depth: the same node count wherever it runs, if one thread searches."""

    def __init__(
        self, make: Callable[[], Thinker], depth: int, on_end: Callable[[], None], emit: Emit
    ) -> None:
        super().__init__(on_end, emit)
        self._make = make
        self._limits = Limits(depth=depth)
        self._search: Search | None = None
        self._is_stopped = False

    def stop(self) -> None:
        """End it soon; it says how far it came."""
        self._is_stopped = True
        if self._search is not None:
            self._search.stop()

    def _work(self) -> Sequence[str]:
        thinker = self._make()
        nodes, began = 0, time.perf_counter()
        try:
            for number, (preset, seed) in enumerate(_BENCH_DEALS, 1):
                thinker.new_game()
                self._search = Search(thinker, deal(preset, seed), self._limits)
                if self._is_stopped:
                    return ["bench stopped"]
                analysis = self._search.run(lambda _: None)
                nodes += analysis.nodes
                self._emit(f"info string bench {number}/{len(_BENCH_DEALS)} {preset} nodes {analysis.nodes}")
        finally:
            thinker.close()
        if self._is_stopped:
            return ["bench stopped"]
        seconds = time.perf_counter() - began
        return [f"bench nodes {nodes} time {round(seconds * 1000)} nps {round(nodes / seconds)}"]
