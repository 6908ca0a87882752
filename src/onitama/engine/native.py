"""The native engine: positions go to the core, turns come back as steps."""

import math
import os
from collections.abc import Sequence
from typing import NamedTuple

from onitama import _core
from onitama.cards import Card
from onitama.engine.analysis import Analysis, Endings, Limits, Line, OnInfo
from onitama.engine.backend import View
from onitama.engine.core import BoardNumbers, board_numbers, five_cards, grid_numbers
from onitama.errors import OnitamaError, shown
from onitama.player import BLUE, RED
from onitama.rules import Move, Pass, Phase, Position, SpiritMove, Step

__all__ = [
    "MOST_HASH_MB",
    "MOST_LINES",
    "MOST_THREADS",
    "NativeBackend",
    "check_number",
    "microseconds",
    "usable_cores",
]

MOST_HASH_MB = 65_536
MOST_THREADS = 256
MOST_LINES = _core.MOST_LINES

TurnNumbers = tuple[int, int, int, int]
"""The slot of the card in its hand, origin, target, the spirit's target."""

_NOWHERE = 31
_MOST_SECONDS = 10**12
"""Thirty thousand years: longer limits are as good as none."""
_TABLE_SECONDS = 2.0
"""A search as long as this has time to make use of the endgame table while that is being built."""
_TABLE_MEN = 4
"""With so many men a side left, endings are near."""


class _Table(NamedTuple):
    """What the core has been told about the game at hand."""

    cards: tuple[Card, ...]
    """The five cards by name; their places are the core's numbers for them."""
    has_spirit: bool


class NativeBackend:
    """The search in C++."""

    name = "native"

    def __init__(self, *, threads: int, hash_mb: int, tablebase: bool) -> None:
        check_number("threads", threads, MOST_THREADS)
        check_number("hash_mb", hash_mb, MOST_HASH_MB)
        if type(tablebase) is not bool:
            raise OnitamaError(f"tablebase is true or false, found {shown(tablebase)}")
        self._size = hash_mb, threads
        self._tablebase = tablebase
        self._searcher: _core.Searcher | None = None
        self._table: _Table | None = None

    def arm(self) -> None:
        """From now on `stop` counts."""
        if self._searcher is None:  # made when first needed: it takes its memory at once
            hash_mb, threads = self._size
            try:
                self._searcher = _core.Searcher(hash_mb, threads)
            except MemoryError:
                raise OnitamaError(f"there is no memory for a hash of {hash_mb} MiB; ask for less") from None
        self._searcher.arm()

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:
        """Search; see `Engine.analyse`."""
        assert isinstance(view, Position), "the hidden games are HiddenBackend's"
        searcher = self._searcher  # a listener may close the engine
        assert searcher is not None
        self._set_game(view)
        if is_table_wanted := self._wants_table(view, limits):
            searcher.start_table(usable_cores())
        is_table_used = limits.seconds is not None or _is_endless(limits)
        searcher.use_table(is_table_used)
        reader = _Reader(view)

        def analysis(report: _core.Report) -> Analysis:
            is_ready = is_table_used and searcher.is_table_ready()
            return reader.analysis(report, "solved" if is_ready else "solving" if is_table_wanted else None)

        found = searcher.search(
            reader.board,
            microseconds(limits.seconds),
            min(limits.depth or 0, 2**31 - 1),
            min(limits.nodes or 0, 2**64 - 1),
            limits.until_proven,
            min(multipv, MOST_LINES),
            None if on_info is None else lambda report: on_info(analysis(report)),
        )
        return analysis(found)

    def stop(self) -> None:
        """End the search within milliseconds."""
        if self._searcher is not None:
            self._searcher.stop()

    def new_game(self) -> None:
        """Empty the tables."""
        self._table = None

    def close(self) -> None:
        """Give back the memory."""
        self._searcher = self._table = None

    def _set_game(self, position: Position) -> None:
        table = _Table(five_cards(position), bool(position.spirit_mask))
        if table == self._table:
            return
        assert self._searcher is not None
        self._searcher.set_game([grid_numbers(card) for card in table.cards], table.has_spirit)
        self._table = table

    def _wants_table(self, position: Position, limits: Limits) -> bool:
        if not self._tablebase or position.spirit_mask:
            return False
        if limits.seconds is None:
            return _is_endless(limits)
        men = [
            (position.students_mask[each] | position.masters_mask[each]).bit_count() for each in (RED, BLUE)
        ]
        return limits.seconds >= _TABLE_SECONDS or max(men) <= _TABLE_MEN


def usable_cores() -> int:
    """How many cores this process may use; a container or `taskset` may leave it fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_endless(limits: Limits) -> bool:
    """Whether neither depth nor nodes end the search: those that do so are to be the same each time (no table)."""
    return limits.depth is None and limits.nodes is None


class _Reader:
    """Translates between a position and the core's numbers."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._cards = five_cards(position)

    @property
    def board(self) -> BoardNumbers:
        """The position as the core takes it."""
        return board_numbers(self._position)

    def analysis(self, report: _core.Report, endings: Endings | None) -> Analysis:
        """What the core has found, in steps."""
        first, *others = (Line(score, self._steps(turns)) for score, turns in report.lines)
        return Analysis(
            best=first.best,
            score=first.score,
            line=first.steps,
            nodes=report.nodes,
            depth=report.depth,
            seldepth=report.seldepth,
            seconds=report.elapsed_us / 1e6,
            tt_permille=report.tt_permille,
            table_hits=report.table_hits,
            endings=endings,
            others=tuple(others),
            is_draw_proven=report.is_draw_proven,
        )

    def _steps(self, turns: Sequence[TurnNumbers]) -> tuple[Step, ...]:
        position, steps = self._position, list[Step]()
        for turn in turns:
            for step in _turn_steps(position, turn, self._cards):
                steps.append(step)
                position = position.play_unchecked(step)
        return tuple(steps)


def _turn_steps(position: Position, turn: TurnNumbers, cards: tuple[Card, ...]) -> tuple[Step, ...]:
    """The steps of one turn of the core: the slot of its card, then squares, `_NOWHERE` where there is none."""
    slot, origin, target, spirit_target = turn
    if position.phase is Phase.SPIRIT:
        return (SpiritMove(position.spirit_mask.bit_length() - 1, spirit_target),)
    card = sorted(position.hands[position.to_move], key=cards.index)[slot]
    spirit = position.spirit_mask.bit_length() - 1
    if origin == _NOWHERE:
        return (Pass(card),) if spirit_target == _NOWHERE else (Move(card, spirit, spirit_target),)
    move = Move(card, origin, target)
    return (move,) if spirit_target == _NOWHERE else (move, SpiritMove(spirit, spirit_target))


def microseconds(seconds: float | None) -> int:
    """A limit of time as the core takes it; 0 for none."""
    return 0 if seconds is None else max(1, math.ceil(min(seconds, _MOST_SECONDS) * 1e6))


def check_number(name: str, number: int, most: int) -> None:
    """Refuse what is no whole number from 1 to the most."""
    if type(number) is not int or not 1 <= number <= most:
        raise OnitamaError(f"{name} is a whole number from 1 to {most}, found {shown(number)}")
