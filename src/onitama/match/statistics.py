"""What the results of a match say: Elo with its error, likelihood of superiority, and the sequential test.

Two games from the same opening are not independent: a lopsided opening decides both, one for each side. So the pair is
the unit: it scores 0 to 4 half points, and the five counts (the pentanomial distribution) are all that is looked at.
Scores are those of the first engine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from onitama.errors import OnitamaError

__all__ = [
    "Estimate",
    "PairCounts",
    "Sprt",
    "SprtResult",
    "elo_of",
    "estimate",
    "log_likelihood_ratio",
    "score_of",
]

PairCounts = tuple[int, int, int, int, int]
"""How many pairs scored 0, 1, 2, 3 and 4 half points."""

_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair scores, as a share of its two points."""
_NORMAL_95 = 1.959963984540054
"""So many standard errors to either side hold 95 % of a normal distribution."""
_ELO_PER_NORMAL = 800 / math.log(10)
"""Normalised Elo for a score that lies one standard deviation of a game above 1/2; there, without draws, it is Elo."""
_MOST_ELO = 2_000
"""Beyond it the expected score is all or nothing to the last bits."""
_UNSEEN = 0.5
"""The count given to a result that has not come up.

Chess testing takes a thousandth, as its openings are even and all five results come up early. Onitama deals often
decide both games for one colour; after five such pairs a thousandth would call all else impossible, and end the test.
"""


def elo_of(score: float) -> float:
    """The difference in Elo that leads one to expect this score, infinite for all or nothing.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of points to expect from a difference in Elo.

    >>> round(score_of(190.8), 3)
    0.75
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much stronger the first engine is, as far as the pairs tell."""

    score: float
    """Its share of the points of all pairs."""
    elo: float
    """What that share means; infinite if it is all or nothing."""
    elo_low: float
    """With `elo_high` the bounds of the 95 % confidence interval; infinite where the pairs set no bound."""
    elo_high: float
    normalised_elo: float
    """The difference in units of what a single game scatters: it tells how many games it takes to see it."""
    normalised_error: float
    """Half the width of its 95 % interval."""
    los: float
    """Likelihood of superiority: how probable it is that the first engine is the stronger one."""


def estimate(counts: PairCounts) -> Estimate | None:
    """What the pairs tell, None if there are none.

    >>> estimate((2, 3, 10, 8, 7)).elo > 0
    True
    """
    pairs = sum(counts)
    if not pairs:
        return None
    (mean, _), (_, variance) = _moments(counts), _moments(_filled(counts))
    error = math.sqrt(variance / pairs)
    low, high = mean - _NORMAL_95 * error, mean + _NORMAL_95 * error
    game_deviation = math.sqrt(2 * variance)  # of one game, were the two of a pair independent
    return Estimate(
        score=mean,
        elo=elo_of(mean),
        elo_low=elo_of(low),
        elo_high=elo_of(high),
        normalised_elo=_ELO_PER_NORMAL * (mean - 0.5) / game_deviation,
        normalised_error=_ELO_PER_NORMAL * _NORMAL_95 * error / game_deviation,
        los=(1 + math.erf((mean - 0.5) / error / math.sqrt(2))) / 2,
    )


def _filled(counts: PairCounts) -> list[float]:
    """The counts, with something for what has not come up yet."""
    return [count or _UNSEEN for count in counts]


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score of a pair."""
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, _SCORES, strict=True)) / pairs
    squares = sum(count * (score - mean) ** 2 for count, score in zip(counts, _SCORES, strict=True))
    return mean, squares / pairs


def log_likelihood_ratio(counts: PairCounts, elo0: float, elo1: float) -> float:
    """How much better a difference of `elo1` explains the pairs than one of `elo0`, as a natural logarithm.

    Each hypothesis is given the distribution that fits the pairs best among those with its mean (the generalised
    likelihood ratio), so nothing need be assumed about how often games are drawn or openings decide.

    Source: Michel Van den Bergh, "Comments on normalized Elo" and the pentanomial model of chess testing.
    """
    if not sum(counts):
        return 0.0
    filled = _filled(counts)
    total = sum(filled)
    shares = [count / total for count in filled]
    fit0, fit1 = _fit(shares, score_of(elo0)), _fit(shares, score_of(elo1))
    return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(filled, fit0, fit1, strict=True))


def _fit(shares: list[float], mean: float) -> list[float]:
    """The distribution with this mean under which the observed shares are likeliest.

    By Lagrange it is `share / (1 + x * (score - mean))`; the `x` that gives the right mean is found by bisection, as
    the sum below falls with `x`.
    """
    low, high = -1 / (_SCORES[-1] - mean), 1 / (mean - _SCORES[0])
    for _ in range(60):  # halves the interval down to the last bits
        x = (low + high) / 2
        if (
            sum(
                p * (score - mean) / (1 + x * (score - mean))
                for p, score in zip(shares, _SCORES, strict=True)
            )
            > 0
        ):
            low = x
        else:
            high = x
    x = (low + high) / 2
    return [p / (1 + x * (score - mean)) for p, score in zip(shares, _SCORES, strict=True)]


@dataclass(frozen=True, slots=True)
class SprtResult:
    """Where a sequential test stands."""

    llr: float
    lower: float
    upper: float
    accepted: str | None
    """`H0` (not better than `elo0`), `H1` (better by `elo1`), or None: play on."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: it plays on until one of two differences in Elo can be dropped.

    >>> Sprt(0, 10).result((5, 20, 50, 60, 30)).accepted
    'H1'

    Args:
        elo0: the difference that is no success.
        elo1: the difference that is one; greater than `elo0`.
        alpha: how often no success may pass for one.
        beta: how often a success may go unseen.

    Raises:
        OnitamaError: for bounds that leave nothing to decide.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            raise OnitamaError(
                f"SPRT: expected elo0 < elo1 between {-_MOST_ELO} and {_MOST_ELO}, "
                f"found {self.elo0:g} and {self.elo1:g}"
            )
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise OnitamaError(f"SPRT: {name} lies between 0 and 0.5, found {share:g}")

    def result(self, counts: PairCounts) -> SprtResult:
        """What the pairs so far decide (Wald's bounds)."""
        llr = log_likelihood_ratio(counts, self.elo0, self.elo1)
        lower, upper = math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)
        accepted = "H0" if llr <= lower else "H1" if llr >= upper else None
        return SprtResult(llr, lower, upper, accepted)
