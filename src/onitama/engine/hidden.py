"""The native engine in hidden games: what a player may know goes to the core, its next step comes back."""

import json
from hashlib import sha256

from onitama import _core
from onitama.engine.analysis import WIN_SCORE, Analysis, Limits, Line, OnInfo
from onitama.engine.backend import View
from onitama.engine.belief import read_record
from onitama.engine.native import MOST_HASH_MB, check_number, microseconds
from onitama.errors import OnitamaError
from onitama.observe import Observation
from onitama.rules import parse_step

__all__ = ["HiddenBackend"]

_ITERATIONS_PER_PLY = 4_000
"""A depth ends a search only together with a number of iterations; so many for each ply unless said."""
_MOST_SEEN_LINES = 64


class HiddenBackend:
    """The belief search in C++.

    It remembers nothing between calls: with a limit of nodes, the same view and seed give the same answer.

    Args:
        seed: for the draws of the search, and the choice among steps that are as good.
        hash_mb: how much its trees may take.
        guesses: whether to take one position, drawn from the belief, for the truth; what honest play is measured by.
    """

    name = "native"

    def __init__(self, *, seed: int, hash_mb: int, guesses: bool = False) -> None:
        check_number("hash_mb", hash_mb, MOST_HASH_MB)
        self._seed, self._hash_mb, self._guesses = seed, hash_mb, guesses
        self._searcher: _core.HiddenSearcher | None = None

    def arm(self) -> None:
        """From now on `stop` counts."""
        if self._searcher is None:
            try:
                self._searcher = _core.HiddenSearcher(self._hash_mb)
            except MemoryError:
                raise OnitamaError(
                    f"there is no memory for a hash of {self._hash_mb} MiB; ask for less"
                ) from None
        self._searcher.arm()

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:
        """Search; see `Engine.analyse`."""
        assert isinstance(view, Observation), "where ninjas hide nobody is given a position"
        assert self._searcher is not None
        found = self._searcher.search(
            read_record(view),
            microseconds(limits.seconds),
            _iterations(limits),
            min(limits.depth or 0, 2**31 - 1),
            self._seed_for(view),
            self._guesses,
            None if on_info is None else lambda report: on_info(_analysis(report, multipv)),
        )
        return _analysis(found, multipv)

    def _seed_for(self, view: Observation) -> int:
        """Another number for every view, so that steps are not chosen by the same draw all through a game."""
        text = f"{self._seed} {json.dumps(view.to_json())}"
        return int.from_bytes(sha256(text.encode()).digest()[:8])

    def stop(self) -> None:
        """End the search within milliseconds."""
        if self._searcher is not None:
            self._searcher.stop()

    def new_game(self) -> None:
        """It remembers nothing."""

    def close(self) -> None:
        """Give back the memory."""
        self._searcher = None


def _iterations(limits: Limits) -> int:
    if limits.nodes is None and limits.seconds is None and limits.depth is not None:
        return _ITERATIONS_PER_PLY * min(limits.depth, 2**31 - 1)
    return min(limits.nodes or 0, 2**64 - 1)


def _analysis(report: _core.HiddenReport, multipv: int) -> Analysis:
    """What the core has found; the step chosen comes first, then those that were looked at most."""
    lines = [Line(_score(score), (parse_step(text),)) for text, score, _ in report.lines]
    first = lines.pop(report.best)
    return Analysis(
        best=first.best,
        score=first.score,
        line=first.steps,
        nodes=report.iterations,
        depth=0 if not report.depth else 1,
        seldepth=report.depth,
        seconds=report.elapsed_us / 1e6,
        tt_permille=report.tree_permille,
        others=tuple(lines[: min(multipv, _MOST_SEEN_LINES) - 1]),
    )


def _score(score: int) -> int:
    """A win is certain only where it is made at once; the core's other scores stay far below."""
    return WIN_SCORE - 1 if score >= WIN_SCORE - 1 else max(-8_000, min(8_000, score))
