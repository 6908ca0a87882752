"""A player that makes any legal step, each as likely."""

from random import Random

from onitama.engine.analysis import Analysis
from onitama.observe import Observation
from onitama.rules import Position

__all__ = ["analyse"]


def analyse(view: Position | Observation, rng: Random) -> Analysis:
    """Choose a step; it is not judged."""
    best = rng.choice(view.legal_steps)
    return Analysis(best=best, score=0, line=(best,), nodes=0, depth=0)
