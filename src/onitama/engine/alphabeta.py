"""Alpha-beta search for games in which nothing is hidden.

Iterative deepening over plies. A ply, one player's turn, may take two steps (R31), so the view changes only when the
player does. A win is seen before it is played, so finished positions are never looked at, and a look at one ply also
finds what the opponent can win with next.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from onitama.engine.analysis import MOST_PLIES, PROVEN_SCORE, WIN_SCORE, Analysis, Limits
from onitama.engine.judging import evaluate, way_to_win
from onitama.geometry import bit
from onitama.rules import Move, Phase, Position, Step

__all__ = ["analyse"]

_MOST_ENTRIES = 300_000
"""The table is emptied when it has so many; they take about 250 MB."""

Line = tuple[Step, ...]


class _Bound(Enum):
    """How the score in the table bounds the true one."""

    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


class _Entry(NamedTuple):
    """What a search of a position to some depth has found; a win's distance counts from that position."""

    depth: int
    bound: _Bound
    score: int
    line: Line


class _LimitReached(Exception):
    """Leaves the search."""


def analyse(position: Position, limits: Limits, clock: Callable[[], float]) -> Analysis:
    """Look ahead as far as the limits allow.

    The first ply is looked at whatever the limits, so that a win at once, or a loss that can be avoided, is never
    missed. Without a limit of time the same position and limits always give the same analysis.

    Args:
        position: an unfinished position of a game without hidden pieces.
        limits: when to stop; a proven result ends the search earlier.
        clock: the time in seconds from any beginning.
    """
    search = _Search(limits, clock)
    deepest = min(limits.depth or MOST_PLIES, MOST_PLIES)
    return search.deepen(position, deepest)


class _Search:
    """One analysis: its table and its count of nodes."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._most_nodes = limits.nodes
        self._is_limited = False
        self._nodes = 0
        self._table: dict[object, _Entry] = {}

    def deepen(self, position: Position, deepest: int) -> Analysis:
        analysis = self._look(position, 1)
        self._is_limited = True
        for depth in range(2, deepest + 1):
            if abs(analysis.score) > PROVEN_SCORE:
                break
            try:
                analysis = self._look(position, depth)
            except _LimitReached:
                return replace(analysis, nodes=self._nodes)
        return analysis

    def _look(self, position: Position, depth: int) -> Analysis:
        score, line = self._search(position, depth, 0, -WIN_SCORE, WIN_SCORE)
        return Analysis(best=line[0], score=score, line=line, nodes=self._nodes, depth=depth)

    def _search(self, position: Position, depth: int, ply: int, alpha: int, beta: int) -> tuple[int, Line]:
        """The score for the player to move and the steps that lead to it, if it lies between alpha and beta.

        A score outside is only a bound: true ones are at most, or at least, that (fail-soft).

        Args:
            position: unfinished.
            depth: how many plies to look ahead, the running one counted.
            ply: how many plies have been made since the root.
            alpha: less is of no interest.
            beta: more is of no interest.
        """
        self._count_node()
        if position.phase is Phase.MOVE and (winning := way_to_win(position, position.to_move)):
            return WIN_SCORE - ply - 1, (winning,)
        if not depth:
            return evaluate(position, position.to_move), ()
        beta = min(beta, WIN_SCORE - ply - 3)  # the next chance to win
        if alpha >= beta:
            return beta, ()
        key = _key(position)
        entry = self._table.get(key)
        if entry and entry.depth == depth:
            score = _shift(entry.score, -ply)
            if _decides(entry.bound, score, alpha, beta):
                return score, entry.line
        score, line = self._try_steps(position, depth, ply, alpha, beta, entry.line[0] if entry else None)
        bound = _Bound.AT_MOST if score <= alpha else _Bound.AT_LEAST if score >= beta else _Bound.EXACT
        if len(self._table) >= _MOST_ENTRIES:
            self._table.clear()
        self._table[key] = _Entry(depth, bound, _shift(score, ply), line)
        return score, line

    def _try_steps(
        self, position: Position, depth: int, ply: int, alpha: int, beta: int, first: Step | None
    ) -> tuple[int, Line]:
        best = -WIN_SCORE
        line: Line = ()
        for step in _ordered(position, first):
            after = position.play_unchecked(step)
            if after.to_move is position.to_move:
                score, rest = self._search(after, depth, ply, alpha, beta)
            else:
                score, rest = self._search(after, depth - 1, ply + 1, -beta, -alpha)
                score = -score
            if score > best:
                best, line = score, (step, *rest)
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best, line

    def _count_node(self) -> None:
        if self._is_limited:
            if self._most_nodes is not None and self._nodes >= self._most_nodes:
                raise _LimitReached
            if self._deadline is not None and self._clock() >= self._deadline:
                raise _LimitReached
        self._nodes += 1


def _key(position: Position) -> object:
    """All that the rest of the game depends on, as itself and not as a hash: no entry is taken for another's."""
    one = position
    return (
        one.to_move,
        one.students_mask,
        one.masters_mask,
        one.spirit_mask,
        frozenset(one.hands[0]),
        frozenset(one.hands[1]),
        one.card,
    )


def _shift(score: int, plies: int) -> int:
    """The score of a win or loss with its distance counted from so many plies later; others as they are."""
    if score > PROVEN_SCORE:
        return score + plies
    if score < -PROVEN_SCORE:
        return score - plies
    return score


def _decides(bound: _Bound, score: int, alpha: int, beta: int) -> bool:
    match bound:
        case _Bound.EXACT:
            return True
        case _Bound.AT_LEAST:
            return score >= beta
        case _Bound.AT_MOST:
            return score <= alpha


def _ordered(position: Position, first: Step | None) -> list[Step]:
    """The legal steps: what was best before, then captures, then the others."""
    enemy_students = position.students_mask[position.to_move.other]

    def rank(step: Step) -> int:
        if step == first:
            return 0
        return 1 if isinstance(step, Move) and enemy_students & bit(step.target) else 2

    return sorted(position.legal_steps, key=rank)
