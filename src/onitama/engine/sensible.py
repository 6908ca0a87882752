"""A player for hidden games that knows no more than it has been told, and plays as a careful person would.

It weighs what may be: a step counts for what it is worth on average over the places where the unseen ninjas may be.
So what it sees is certain (a win, a loss in one, a capture), and a challenge or a lantern needs a reason.
"""

from random import Random

from onitama.engine import random_player
from onitama.engine.analysis import WIN_SCORE, Analysis
from onitama.engine.belief import guesses
from onitama.engine.judging import NINJA_SCORE, evaluate, pawn_attacks, way_to_win
from onitama.engine.lookahead import unproven, value_of
from onitama.geometry import TEMPLES, squares
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import LINES, Lantern, Phase, Position, Step
from onitama.rules.lanterns import line_mask

__all__ = ["analyse"]

_GUESSES = 24
_MIX_SCORE = 6
"""Steps that differ by less may be chosen for each other, so that nobody can foresee the player."""
_SECRET_SCORE = 40
"""What it costs to let a ninja be seen."""
_CHANCE_HIT_SCORE = 25
"""What it costs to leave a hidden ninja where an enemy pawn may step by chance."""
_HANGING_SCORE = 40
_THREAT_SCORE = 30
_WAY_SCORE = 4
"""What each square on the way to a goal costs: of the master to the temple, of a ninja to the enemy master."""

World = tuple[Position, float]
"""A position that may be the true one, and how likely it is."""


def analyse(view: Position | Observation, rng: Random) -> Analysis:
    """Choose the step that is worth most on average."""
    if view.phase is Phase.PLACE:
        return random_player.analyse(view, rng)
    worlds = [(view, 1.0)] if isinstance(view, Position) else guesses(view, rng, _GUESSES)
    steps = _lanterns(worlds) if view.phase is Phase.LANTERN else view.legal_steps
    values = {step: sum(share * value_of(world, step, _judge) for world, share in worlds) for step in steps}
    best = max(steps, key=lambda step: values[step] + rng.random() * _MIX_SCORE)
    return Analysis(
        best=best, score=unproven(values[best]), line=(best,), nodes=len(steps) * len(worlds), depth=0
    )


def _judge(position: Position, player: Player) -> int:
    """What a position is worth to the player who has just finished its turn."""
    enemy = player.other
    if way_to_win(position, enemy):
        return 2 - WIN_SCORE
    attacked, shown = pawn_attacks(position, enemy), position.revealed_mask[player]
    hidden = position.ninjas_mask[player] & ~shown
    return (
        evaluate(position, player)
        + _THREAT_SCORE * (way_to_win(position, player) is not None)
        - _HANGING_SCORE * bool(position.students_mask[player] & attacked)
        - NINJA_SCORE * (shown & attacked).bit_count()
        - _CHANCE_HIT_SCORE * (hidden & attacked).bit_count()
        - _SECRET_SCORE * shown.bit_count()
        - _WAY_SCORE * _way_to_go(position, player)
    )


def _way_to_go(position: Position, player: Player) -> int:
    """How far the master is from the enemy temple, and the nearest ninja from the enemy master."""
    master, enemy_master = position.masters_mask[player], position.masters_mask[player.other]
    way = _distance(master, TEMPLES[player.other]) if master else 0
    if enemy_master and position.ninjas_mask[player]:
        way += min(_distance(1 << ninja, enemy_master) for ninja in squares(position.ninjas_mask[player]))
    return way


def _distance(one_mask: int, other_mask: int) -> int:
    """Between two squares, in steps to any neighbour."""
    one, other = one_mask.bit_length() - 1, other_mask.bit_length() - 1
    return max(abs(one % 5 - other % 5), abs(one // 5 - other // 5))


def _lanterns(worlds: list[World]) -> tuple[Step, ...]:
    """The line that tells most, if an unseen ninja may be about to win and the answer is open; else none."""
    enemy = worlds[0][0].to_move.other

    def chance(line: str) -> float:
        return sum(share for world, share in worlds if world.ninjas_mask[enemy] & line_mask(line))

    danger = sum(share for world, share in worlds if way_to_win(world, enemy))
    best = min(LINES, key=lambda line: abs(chance(line) - 0.5))
    is_open = 0.2 < chance(best) < 0.8
    return (Lantern(best if danger > 0.1 and is_open else None),)
