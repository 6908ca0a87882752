"""One search that can be stopped at any time, also before it has begun."""

from threading import Lock

from onitama.engine.analysis import Analysis, Limits, OnInfo
from onitama.engine.info_text import whole_turns
from onitama.protocol.setup import Thinker
from onitama.rules import Position, Step

__all__ = ["Search"]

_AT_ONCE = Limits(depth=1)


class Search:
    """A search of one position. `run` blocks; `stop` may come from any thread."""

    def __init__(self, thinker: Thinker, position: Position, limits: Limits, multipv: int = 1) -> None:
        self._thinker = thinker
        self._position = position
        self._limits = limits
        self._multipv = multipv
        self._is_stopped = self._is_over = False
        self._lock = Lock()

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._is_stopped

    def run(self, on_info: OnInfo) -> Analysis:
        """Think until a limit is reached or somebody says stop.

        Raises:
            OnitamaError: if the engine cannot play this game.
        """

        def tell(analysis: Analysis) -> None:
            if self.is_stopped:  # a word that came before the engine listened is not lost
                self._thinker.stop()
            on_info(analysis)

        limits = _AT_ONCE if self.is_stopped else self._limits
        try:
            return self._thinker.analyse(self._position, limits, multipv=self._multipv, on_info=tell)
        finally:
            with self._lock:
                self._is_over = True

    def stop(self) -> None:
        """End it; `run` returns what it has. A search that is over is left alone, and so is the one after it."""
        with self._lock:
            self._is_stopped = True
            if not self._is_over:
                self._thinker.stop()

    def turns(self, analysis: Analysis) -> list[tuple[Step, ...]]:
        """What the analysis expects, turn by turn; the first one is whole even if the analysis has less of it."""
        turns = whole_turns(self._position, analysis.line)
        first = turns[0] if turns and turns[0][0] == analysis.best else (analysis.best,)
        mover, position = self._position.to_move, self._position
        for step in first:
            position = position.play(step)
        while position.outcome is None and position.to_move is mover:
            step = self._thinker.analyse(position, _AT_ONCE).best
            first, position = (*first, step), position.play(step)
            turns = []
        return [first, *turns[1:]] if turns and turns[0] == first else [first]
