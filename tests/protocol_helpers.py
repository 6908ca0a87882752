"""For tests of the protocols: something that thinks as long as it is told to, and something that hears what is said."""

from collections.abc import Callable
from threading import Condition, Event, Thread

from onitama.engine.analysis import Analysis, Limits, Line, OnInfo
from onitama.rules import Position

PATIENCE_SECONDS = 30.0


class Ear:
    """Hears lines, from any thread, and waits for the one that matters."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._news = Condition()

    def __call__(self, line: str) -> None:
        with self._news:
            self.lines.append(line)
            self._news.notify_all()

    def wait_for(self, is_meant: Callable[[str], bool] | str) -> str:
        """The first line that begins so, or is meant."""
        test = (lambda line: line.startswith(is_meant)) if isinstance(is_meant, str) else is_meant

        def found() -> str | None:
            return next((line for line in self.lines if test(line)), None)

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, PATIENCE_SECONDS), self.lines
            line = found()
            assert line is not None
            return line

    def take(self) -> list[str]:
        """What was heard so far; forget it."""
        with self._news:
            lines, self.lines = self.lines, []
            return lines


class FakeThinker:
    """Takes the first legal steps; a search without depth or nodes goes on until it is stopped.

    Args:
        steps: how many steps its lines have, at most.
        error: what happens instead of a search.
    """

    def __init__(self, *, steps: int = 3, error: Exception | None = None) -> None:
        self.asked: list[tuple[Position, Limits, int]] = []
        self.is_thinking = Event()
        self.games = 0
        self.stops = 0
        self.is_closed = False
        self.go_on = Event()
        """Set by a test to let the search under way come to its end by itself."""
        self._steps = steps
        self._error = error
        self._is_stopped = Event()

    def analyse(
        self, view: Position, limits: Limits, *, multipv: int = 1, on_info: OnInfo | None = None
    ) -> Analysis:
        self.asked.append((view, limits, multipv))
        if self._error is not None:
            raise self._error
        analysis = self.analysis(view, multipv)
        if on_info:
            on_info(analysis)
        if limits.depth is None and limits.nodes is None:
            self.is_thinking.set()
            while not self._is_stopped.wait(0.001) and not self.go_on.is_set():
                pass
            self.is_thinking.clear()
            self._is_stopped.clear()
        return analysis

    def analysis(self, position: Position, multipv: int) -> Analysis:
        lines: list[Line] = []
        for first in position.legal_steps[:multipv]:
            steps, after = [first], position.play(first)
            while after.outcome is None and len(steps) < self._steps:
                steps.append(after.legal_steps[0])
                after = after.play(steps[-1])
            lines.append(Line(10 - len(lines), tuple(steps)))
        best = lines[0]
        return Analysis(
            best=best.best, score=10, line=best.steps, nodes=7, depth=2, seconds=0.5, others=tuple(lines[1:])
        )

    def stop(self) -> None:
        self.stops += 1
        self._is_stopped.set()

    def new_game(self) -> None:
        self.games += 1

    def close(self) -> None:
        self.is_closed = True


def in_time(work: Callable[[], object]) -> None:
    """Do something that must not hang."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
