"""How levels play with hidden ninjas: at times carelessly, from one guess where the ninjas are, at times thinking."""

from dataclasses import dataclass
from random import Random

from onitama.engine.analysis import WIN_SCORE, Analysis, Limits
from onitama.engine.backend import Backend
from onitama.engine.belief import guesses
from onitama.engine.choosing import softly_best
from onitama.engine.judging import evaluate, material, way_to_win
from onitama.engine.lookahead import unproven, value_of
from onitama.engine.overlooking import Overlooked, is_temple_run, overlooked
from onitama.geometry import squares
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import NinjaStay, Phase, Position, Step

__all__ = ["GUESSERS", "Guesser", "sure_wins"]

_BLIND_SPOTS = (Overlooked.TEMPLE_RUN, Overlooked.TURNED_CARD, Overlooked.FAR_PIECE)
_TEMPERATURE = 10.0
_WORLDS_FOR_A_WIN = 4


@dataclass(frozen=True, slots=True)
class Guesser:
    """How a level plays where something is hidden."""

    careless: float
    """How often it makes a step from one guess, looking at this turn and the answer to it only."""
    nodes: int
    """How long the best player there is thinks about all other steps, in iterations."""
    overlooks: float = 0.0
    """How often a careless step overlooks each of the things that can be overlooked."""
    hasty: float = 0.0
    """How often a careless step goes to the middle of the board, with no look at what can be captured."""
    forgets: float = 0.0
    """How often a careless step forgets all that lanterns and the cards have told: a ninja may be anywhere."""

    def choose(self, view: Observation, steps: tuple[Step, ...], rng: Random, best: Backend) -> Analysis:
        """One of the steps; they are legal for the player who has the view."""
        if view.phase is Phase.PLACE:
            return _told(rng.choice(steps), 0, 0)
        if rng.random() >= self.careless:
            analysis = best.analyse(view, Limits(nodes=self.nodes), multipv=1, on_info=None)
            if analysis.best in steps:
                return analysis
        return self._carelessly(view, steps, rng)

    def _carelessly(self, view: Observation, steps: tuple[Step, ...], rng: Random) -> Analysis:
        if NinjaStay() in steps and rng.random() < self.overlooks:
            return _told(NinjaStay(), 0, 0)  # it has forgotten its ninja
        what = frozenset(one for one in _BLIND_SPOTS if rng.random() < self.overlooks)
        world = _anywhere(view, rng) if rng.random() < self.forgets else guesses(view, rng, count=1)[0][0]
        is_hasty = rng.random() < self.hasty
        mood = rng.random()

        def judge(after: Position, player: Player) -> int:
            if is_hasty:
                return evaluate(after, player) - material(after, player)
            return _judge(overlooked(after, player, what, self.overlooks, Random(mood)), player, what)

        values = {step: value_of(world, step, judge) for step in steps}
        best = softly_best(values, _TEMPERATURE, rng)
        return _told(best, unproven(values[best]), len(values))


GUESSERS = (
    Guesser(1.0, 0, overlooks=0.9, hasty=0.8, forgets=0.9),
    Guesser(1.0, 0, overlooks=0.6, hasty=0.45, forgets=0.6),
    Guesser(1.0, 0, overlooks=0.3, hasty=0.15, forgets=0.3),
    Guesser(1.0, 0, forgets=0.1),
    Guesser(0.85, 500),
    Guesser(0.6, 500),
    Guesser(0.4, 500),
    Guesser(0.2, 500),
    Guesser(0.04, 150),
    Guesser(0.0, 2_000),
)
"""The levels from 1 to the one below the top."""


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


def _anywhere(view: Observation, rng: Random) -> Position:
    """A position for a player who knows the pieces it sees and nothing else."""
    enemy = view.to_move.other
    taken = view.spirit_mask | view.ninjas_mask[enemy]
    for pawns in (*view.students_mask, *view.masters_mask):
        taken |= pawns
    unseen = view.ninjas_alive[enemy] - view.ninjas_mask[enemy].bit_count()
    return view.position(sum(1 << square for square in rng.sample(squares(~taken & (1 << 25) - 1), unseen)))


def _told(step: Step, score: int, nodes: int) -> Analysis:
    return Analysis(best=step, score=score, line=(step,), nodes=nodes, depth=0)
