"""A player that looks at one turn: it wins if it can, does not lose at once if it can help it, and captures.

In a hidden game it takes one guess, where the unseen ninjas may be, for the truth.
"""

from random import Random

from onitama.engine import random_player
from onitama.engine.analysis import WIN_SCORE, Analysis
from onitama.engine.belief import guesses
from onitama.engine.judging import material, way_to_win
from onitama.engine.lookahead import unproven, value_of
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import Phase, Position

__all__ = ["analyse"]


def analyse(view: Position | Observation, rng: Random) -> Analysis:
    """Choose any of the steps that gain most."""
    if view.phase is Phase.PLACE:
        return random_player.analyse(view, rng)
    position = view if isinstance(view, Position) else guesses(view, rng, count=1)[0][0]
    values = {step: value_of(position, step, _judge) for step in view.legal_steps}
    highest = max(values.values())
    best = rng.choice([step for step, value in values.items() if value == highest])
    return Analysis(best=best, score=unproven(highest), line=(best,), nodes=len(values), depth=0)


def _judge(position: Position, player: Player) -> int:
    if way_to_win(position, player.other):
        return 2 - WIN_SCORE
    return material(position, player)
