"""How fair deals are: a sample of deals with the score that a deep search gives the player who begins.

The sample is `measured_deals.csv`, made by `python benchmarks/long/deals.py`.
"""

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from onitama.cards import Card
from onitama.engine.analysis import plies_to_end
from onitama.notation import parse_deal
from onitama.player import Player, parse_player

__all__ = ["MeasuredDeal", "balanced", "lopsided", "measured_deals"]

_SCALE = 26.0
"""The score that is worth 73 % of the points, 1 in 1 + 1/e: fitted to games of the engine with itself
(`docs/guide/deals.md`)."""


@dataclass(frozen=True, slots=True)
class MeasuredDeal:
    """A deal, and what it is worth to the player who begins."""

    preset: str
    seed: int
    """`deal(preset, seed)` deals it."""
    text: str
    """The cards as `onitama.notation.parse_deal` reads them."""
    starter: Player
    score: int
    """For the starter, in hundredths of a student; see `onitama.engine.Analysis.score`."""
    depth: int
    """How many plies were looked ahead."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Red's two, Blue's two, the side card."""
        red, blue, side = parse_deal(self.text)
        return (*red, *blue, side)

    @property
    def plies_to_end(self) -> int | None:
        """As `onitama.engine.Analysis.plies_to_end`: not None if the deal is decided by force."""
        return plies_to_end(self.score)

    @property
    def expected_points(self) -> float:
        """What share of the points the starter makes, as far as the score tells.

        >>> even = MeasuredDeal("base", 7, "frog,boar/mantis,monkey/rooster", Player.RED, score=0, depth=16)
        >>> even.expected_points
        0.5
        """
        return 1 / (1 + math.exp(max(-700.0, min(700.0, -self.score / _SCALE))))


@cache
def measured_deals() -> tuple[MeasuredDeal, ...]:
    """The sample, in the order in which it was measured."""
    lines = files("onitama.match").joinpath("measured_deals.csv").read_text("utf-8").splitlines()
    return tuple(
        MeasuredDeal(
            row["preset"],
            int(row["seed"]),
            row["deal"],
            parse_player(row["starter"]),
            int(row["score"]),
            int(row["depth"]),
        )
        for row in csv.DictReader(lines)
    )


def balanced(deals: Iterable[MeasuredDeal]) -> Sequence[MeasuredDeal]:
    """The deals in order, the fairest first."""
    return sorted(deals, key=lambda deal: (abs(deal.score), deal.seed))


def lopsided(deals: Iterable[MeasuredDeal]) -> Sequence[MeasuredDeal]:
    """The deals in order, the most one-sided first, whoever is better off."""
    return sorted(deals, key=lambda deal: (-abs(deal.score), deal.seed))
