"""Elo ratings of several players from all their results at once: the ratings that make the results likeliest.

A draw is half a win. The two games of a deal are counted as independent; as a lopsided deal decides one for each side,
they scatter less than that, so the errors told are a little too large rather than too small.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onitama.errors import OnitamaError
from onitama.match.statistics import score_of

__all__ = ["Ratings", "Score", "fit_ratings"]

_NORMAL_95 = 1.959963984540054
_ELO_UNIT = 400 / math.log(10)
"""Elo for a factor of e between the chances to win and to lose."""
_PRIOR_GAMES = 1.0
"""So many drawn games are added to each pair that has met, so that an unbroken row of wins has a rating."""
_ROUNDS = 100
_CLOSE_ELO = 1e-6


@dataclass(frozen=True, slots=True)
class Score:
    """What one player has scored against another."""

    points: float
    """A win counts 1, a draw ½."""
    games: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings on one scale, the first player's being 0."""

    elo: tuple[float, ...]
    _covariance: tuple[tuple[float, ...], ...]
    """Of the players after the first, in Elo squared."""

    def error(self, one: int, other: int = 0) -> float:
        """Half the width of the 95 % interval of the difference between two players."""
        if one == other:
            return 0.0
        variance = sum(
            sign * self._covariance[row - 1][column - 1]
            for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -2))
            if row and column
        )
        return _NORMAL_95 * math.sqrt(variance)


def fit_ratings(players: int, scores: Mapping[tuple[int, int], Score]) -> Ratings:
    """The ratings under which the scores are likeliest.

    >>> ratings = fit_ratings(3, {(1, 0): Score(75, 100), (2, 1): Score(75, 100)})
    >>> [round(elo) for elo in ratings.elo]
    [0, 189, 377]

    Args:
        players: how many there are, numbered from 0.
        scores: what the first of two players has scored against the second; each pair once.

    Raises:
        OnitamaError: if some players have not met, not even by way of others.
    """
    _check_connected(players, scores)
    elo = [0.0] * players
    for _ in range(_ROUNDS):
        gradient, information = _slopes(elo, scores)
        change = _solved(information, gradient)
        # Far from the solution a whole Newton step may lead away from it.
        most = max(map(abs, change), default=0.0)
        factor = min(1.0, 200.0 / most) if most else 1.0
        elo = [0.0, *(one + factor * by for one, by in zip(elo[1:], change, strict=True))]
        if most < _CLOSE_ELO:
            break
    _, information = _slopes(elo, scores)
    size = players - 1
    columns = [_solved(information, [float(row == column) for row in range(size)]) for column in range(size)]
    return Ratings(tuple(elo), tuple(map(tuple, columns)))


def _slopes(
    elo: Sequence[float], scores: Mapping[tuple[int, int], Score]
) -> tuple[list[float], list[list[float]]]:
    """How the log-likelihood rises with each rating but the first, and its information matrix."""
    size = len(elo)
    gradient, information = [0.0] * size, [[0.0] * size for _ in range(size)]
    for (one, other), score in scores.items():
        games = score.games + _PRIOR_GAMES
        expected = score_of(elo[one] - elo[other])
        slope = (score.points + _PRIOR_GAMES / 2 - games * expected) / _ELO_UNIT
        weight = games * expected * (1 - expected) / _ELO_UNIT**2
        for player, sign in ((one, 1), (other, -1)):
            gradient[player] += sign * slope
            information[player][player] += weight
        information[one][other] -= weight
        information[other][one] -= weight
    return gradient[1:], [row[1:] for row in information[1:]]


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination; the matrix is positive definite, so nothing is swapped."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, pivot_row in enumerate(rows):
        for row in rows:
            if row is not pivot_row:
                factor = row[pivot] / pivot_row[pivot]
                row[:] = [value - factor * other for value, other in zip(row, pivot_row, strict=True)]
    return [row[-1] / row[index] for index, row in enumerate(rows)]


def _check_connected(players: int, scores: Mapping[tuple[int, int], Score]) -> None:
    reached = {0}
    for _ in range(players):
        reached |= {player for pair in scores if reached & set(pair) for player in pair}
    if reached != set(range(players)):
        raise OnitamaError(f"ratings: player {min(set(range(players)) - reached)} has not met the others")
