"""Matches between engines: fair pairs of games on all cores, and what they say about strength.

statistics   Elo with its error, likelihood of superiority, the sequential test; pure numbers
openings     the deal and the random first turns of a pair
spec         engines as texts name them        setup     all that decides how the games go
referee      one game between two engines      workers   games on all cores
tally        the games counted                 journal   the file that keeps them
codingame    a game between two programs that speak CodinGame's form
ratings      Elo of several players at once    fairness  deals, and what they are worth to whoever begins
"""

from onitama.match.codingame import CodingameLimits, CodingameResult, play_codingame
from onitama.match.fairness import MeasuredDeal, balanced, lopsided, measured_deals
from onitama.match.journal import Journal, read_header
from onitama.match.openings import Opening, opening
from onitama.match.ratings import Ratings, Score, fit_ratings
from onitama.match.referee import Forfeit, GameResult
from onitama.match.setup import MatchSetup
from onitama.match.spec import EngineSpec
from onitama.match.statistics import (
    Estimate,
    PairCounts,
    Sprt,
    SprtResult,
    elo_of,
    estimate,
    log_likelihood_ratio,
    score_of,
)
from onitama.match.tally import Tally
from onitama.match.workers import play_games

__all__ = [
    "CodingameLimits",
    "CodingameResult",
    "EngineSpec",
    "Estimate",
    "Forfeit",
    "GameResult",
    "Journal",
    "MatchSetup",
    "MeasuredDeal",
    "Opening",
    "PairCounts",
    "Ratings",
    "Score",
    "Sprt",
    "SprtResult",
    "Tally",
    "balanced",
    "elo_of",
    "estimate",
    "fit_ratings",
    "log_likelihood_ratio",
    "lopsided",
    "measured_deals",
    "opening",
    "play_codingame",
    "play_games",
    "read_header",
    "score_of",
]
