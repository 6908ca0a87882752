"""What runs in a thinking process: a line of JSON is a question or a word to stop, and so is the answer.

`{"job": 1, …}` is a question, as `Job.to_json` writes it, `{"stop": 1}` ends the search. The answer is
`{"job": 1, "is_final": true, …}`, before it come reports if they were asked for; or `{"job": 1, "error": "…"}`.
"""

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any

from onitama.engine import Analysis, Engine, Limits, Line
from onitama.engine.info_text import whole_turns
from onitama.notation import format_turn
from onitama.observe import Observation

__all__ = ["main"]

_HASH_MB = 16
_MOST_PLAYERS = 16
_REPORT_SECONDS = 0.2
_BEHIND = 10
"""How much less pressing thinking is than play, in steps of `nice`."""


class _Players:
    """The players of the latest games; with an older one goes the knowledge whether it has just missed a win."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, int | None], Engine] = OrderedDict()

    def get(self, game: str, level: int | None) -> Engine:
        if level is None:
            game = ""  # full strength remembers nothing that another game must not know
        player = self._players.pop((game, level), None)
        if player is None:
            player = Engine(level=level, hash_mb=_HASH_MB, tablebase=False)
        self._players[game, level] = player
        while len(self._players) > _MOST_PLAYERS:
            self._players.popitem(last=False)[1].close()
        return player

    def close(self) -> None:
        for player in self._players.values():
            player.close()


class _Worker:
    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._players = _Players()
        self._lock = Lock()
        self._current: int | None = None
        self._player: Engine | None = None
        self._stopped = -1

    def stop(self, number: int) -> None:
        """End the search for this question and all before it; from the thread that reads."""
        with self._lock:
            self._stopped = max(self._stopped, number)
            if self._current is not None and self._current <= number and self._player is not None:
                self._player.stop()

    def answer(self, data: dict[str, Any]) -> None:
        number = data["job"]
        try:
            view = Observation.from_json(data["view"])
            told = _told(view, self._think(number, view, data), is_final=True)
        except Exception as error:  # the next question has nothing to do with it
            told = {"error": str(error) or type(error).__name__}
        self._say({"job": number, **told})

    def close(self) -> None:
        self._players.close()

    def _think(self, number: int, view: Observation, data: dict[str, Any]) -> Analysis:
        player = self._players.get(data["game"], data["level"])
        with self._lock:
            self._current, self._player = number, player
        try:
            limits = Limits(depth=1) if self._stopped >= number else Limits(seconds=data["seconds"])
            report = self._reporter(number, view, player) if data["reports"] else None
            return player.analyse(view, limits, multipv=data["multipv"], on_info=report)
        finally:
            with self._lock:
                self._current = self._player = None

    def _reporter(self, number: int, view: Observation, player: Engine) -> Callable[[Analysis], None]:
        due = monotonic()

        def report(analysis: Analysis) -> None:
            nonlocal due
            if self._stopped >= number:  # the word came before the search had begun
                player.stop()
            if analysis.line and monotonic() >= due:
                due = monotonic() + _REPORT_SECONDS
                self._say({"job": number, **_told(view, analysis, is_final=False)})

        return report

    def _say(self, told: dict[str, Any]) -> None:
        self._out.write(f"{json.dumps(told)}\n")
        self._out.flush()


def _told(view: Observation, analysis: Analysis, *, is_final: bool) -> dict[str, Any]:
    lines = [_line(view, line) for line in analysis.lines]
    lines[0]["proven"] = analysis.proven
    return {
        "is_final": is_final,
        "lines": lines,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def _line(view: Observation, line: Line) -> dict[str, Any]:
    if view.rules.hidden is None:
        turns = [format_turn(turn) for turn in whole_turns(view.position(), line.steps)]
    else:
        turns = [format_turn(line.steps)]  # where something is unseen a line goes no further than this turn
    return {
        "step": str(line.best),
        "score": line.score,
        "proven": line.proven,
        "plies_to_end": line.plies_to_end,
        "turns": turns,
    }


def main() -> None:
    """Answer until the input ends."""
    with suppress(AttributeError, OSError):
        os.nice(_BEHIND)
    worker = _Worker(sys.stdout)
    questions: SimpleQueue[dict[str, Any] | None] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            data = json.loads(line)
            if "stop" in data:
                worker.stop(data["stop"])
            else:
                questions.put(data)
        questions.put(None)
        worker.stop(sys.maxsize)

    Thread(target=read, daemon=True).start()
    with suppress(BrokenPipeError):
        while (question := questions.get()) is not None:
            worker.answer(question)
    worker.close()


if __name__ == "__main__":
    main()
