"""`Tally`: the games of a match, counted."""

import math
from typing import Any

from onitama.match.referee import GameResult
from onitama.match.setup import MatchSetup
from onitama.match.statistics import Estimate, PairCounts, Sprt, SprtResult, estimate

__all__ = ["Tally"]


class Tally:
    """Counts games as they end. All that is said of strength rests on complete pairs.

    Args:
        setup: the match.
        sprt: the test that decides when to stop, if there is one.
    """

    def __init__(self, setup: MatchSetup, sprt: Sprt | None = None) -> None:
        self.setup = setup
        self.sprt = sprt
        self.games = 0
        self._results = [0, 0, 0]
        self._red_half_points = 0
        self._half_pairs: dict[int, int] = {}
        self._pairs = [0, 0, 0, 0, 0]
        self.forfeits: list[GameResult] = []
        self._seconds = [0.0, 0.0]
        self._longest_s = [0.0, 0.0]
        self._steps = [0, 0]

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        self._results[2 - game.half_points] += 1
        self._red_half_points += game.half_points if game.number == 0 else 2 - game.half_points
        if game.pair in self._half_pairs:
            self._pairs[self._half_pairs.pop(game.pair) + game.half_points] += 1
        else:
            self._half_pairs[game.pair] = game.half_points
        if game.forfeit is not None:
            self.forfeits.append(game)
        for engine in range(2):
            self._seconds[engine] += game.seconds[engine]
            self._longest_s[engine] = max(self._longest_s[engine], game.longest_s[engine])
            self._steps[engine] += game.steps[engine]

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """A's, of all games."""
        return self._results[0], self._results[1], self._results[2]

    @property
    def score(self) -> float:
        """A's share of the points of all games; a half before the first."""
        return (2 * self._results[0] + self._results[1]) / (2 * self.games) if self.games else 0.5

    @property
    def red_score(self) -> float:
        """Red's share of the points, whoever played it: what the colour is worth."""
        return self._red_half_points / (2 * self.games) if self.games else 0.5

    @property
    def pairs(self) -> PairCounts:
        """How many pairs gave A 0, 1, 2, 3 and 4 half points."""
        one, two, three, four, five = self._pairs
        return one, two, three, four, five

    @property
    def estimate(self) -> Estimate | None:
        """How much stronger A is; None before the first complete pair."""
        return estimate(self.pairs)

    @property
    def test(self) -> SprtResult | None:
        """Where the sequential test stands; None without one."""
        return None if self.sprt is None else self.sprt.result(self.pairs)

    def forfeits_of(self, engine: int) -> int:
        """How many games 0 (A) or 1 (B) has forfeited."""
        return sum(1 for game in self.forfeits if game.forfeit and game.forfeit.engine == engine)

    def mean_step_s(self, engine: int) -> float:
        """How long an engine thinks about a step."""
        return self._seconds[engine] / self._steps[engine] if self._steps[engine] else 0.0

    def longest_step_s(self, engine: int) -> float:
        """How long it thought about the longest one."""
        return self._longest_s[engine]

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data. What is infinite, or not known before the first pair, is null."""
        wins, draws, losses = self.wins_draws_losses
        known, test = self.estimate, self.test
        return {
            **self.setup.to_json(),
            "games": self.games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score": self.score,
            "red_score": self.red_score,
            "pairs": list(self.pairs),
            "elo": known and _finite(known.elo),
            "elo_95": known and [_finite(known.elo_low), _finite(known.elo_high)],
            "normalised_elo": known and known.normalised_elo,
            "normalised_elo_error": known and known.normalised_error,
            "los": known and known.los,
            "sprt": test
            and self.sprt
            and {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "llr": test.llr,
                "bounds": [test.lower, test.upper],
                "accepted": test.accepted,
            },
            "forfeits": {"a": self.forfeits_of(0), "b": self.forfeits_of(1)},
            "mean_step_seconds": {"a": self.mean_step_s(0), "b": self.mean_step_s(1)},
            "longest_step_seconds": {"a": self.longest_step_s(0), "b": self.longest_step_s(1)},
        }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
