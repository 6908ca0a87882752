"""How levels play with hidden ninjas: at times carelessly, from one guess where the ninjas are, at times with sense."""

from dataclasses import dataclass
from random import Random

from onitama.engine import sensible
from onitama.engine.analysis import WIN_SCORE, Analysis, Limits
from onitama.engine.backend import Backend
from onitama.engine.belief import guesses
from onitama.engine.choosing import softly_best
from onitama.engine.judging import material, way_to_win
from onitama.engine.lookahead import unproven, value_of
from onitama.engine.overlooking import Overlooked, is_temple_run, overlooked
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import NinjaStay, Phase, Position, Step

__all__ = ["BEST", "Guesser", "sure_wins"]

_BLIND_SPOTS = (Overlooked.TEMPLE_RUN, Overlooked.TURNED_CARD, Overlooked.FAR_PIECE)
_TEMPERATURE = 10.0
_BEST_LIMITS = Limits(nodes=20_000)
_WORLDS_FOR_A_WIN = 4


@dataclass(frozen=True, slots=True)
class Guesser:
    """How a level plays where something is hidden."""

    careless: float
    """How often it makes a step from one guess, looking at this turn and the answer to it only."""
    sensible: float
    """How often it weighs all that may be; at all other times the best player there is chooses."""
    overlooks: float
    """How often a careless step overlooks each of the things that can be overlooked."""

    def choose(self, view: Observation, steps: tuple[Step, ...], rng: Random, best: Backend) -> Analysis:
        """One of the steps; they are legal for the player who has the view."""
        if view.phase is Phase.PLACE:
            return _told(rng.choice(steps), 0, 0)
        mood = rng.random()
        if mood >= self.careless:
            is_best = mood >= self.careless + self.sensible
            analysis = (
                best.analyse(view, _BEST_LIMITS, multipv=1, on_info=None)
                if is_best
                else sensible.analyse(view, rng)
            )
            if analysis.best in steps:
                return analysis
        return self._carelessly(view, steps, rng)

    def _carelessly(self, view: Observation, steps: tuple[Step, ...], rng: Random) -> Analysis:
        if NinjaStay() in steps and rng.random() < self.overlooks:
            return _told(NinjaStay(), 0, 0)  # it has forgotten its ninja
        what = frozenset(one for one in _BLIND_SPOTS if rng.random() < self.overlooks)
        (world, _), *_ = guesses(view, rng, count=1)
        mood = rng.random()

        def judge(after: Position, player: Player) -> int:
            return _judge(overlooked(after, player, what, self.overlooks, Random(mood)), player, what)

        values = {step: value_of(world, step, judge) for step in steps}
        best = softly_best(values, _TEMPERATURE, rng)
        return _told(best, unproven(values[best]), len(values))


BEST = Guesser(careless=0.0, sensible=0.0, overlooks=0.0)
"""Leaves everything to the best player."""


def sure_wins(view: Observation) -> list[Step]:
    """The steps that win at once wherever the unseen ninjas are."""
    if view.phase is Phase.PLACE:
        return []
    worlds = [world for world, _ in guesses(view, Random(0), _WORLDS_FOR_A_WIN)]
    return [
        step
        for step in view.legal_steps
        if all(world.play_unchecked(step).phase is Phase.OVER for world in worlds)
    ]


def _judge(position: Position, player: Player, what: frozenset[Overlooked]) -> int:
    way = way_to_win(position, player.other)
    if way and not (Overlooked.TEMPLE_RUN in what and is_temple_run(position, way)):
        return 2 - WIN_SCORE
    return material(position, player)


def _told(step: Step, score: int, nodes: int) -> Analysis:
    return Analysis(best=step, score=score, line=(step,), nodes=nodes, depth=0)
