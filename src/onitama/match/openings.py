"""Openings: the deal of each pair, and the random turns that both of its games begin with."""

from dataclasses import dataclass
from random import Random

from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.rules import Phase, Position, Rules, Step

__all__ = ["Opening", "opening"]

_MOST_TRIES = 100
"""So many random openings are looked at for one that does not decide the game."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What both games of a pair begin with."""

    rules: Rules
    deal_seed: int
    """What the cards are dealt from."""
    steps: tuple[Step, ...] = ()
    """The first steps of both players, placements included."""

    def game(self) -> Game:
        """A new game after the opening."""
        game = Game.deal(self.rules, self.deal_seed)
        for step in self.steps:
            game.play(step)
        return game


def opening(rules: Rules, seed: int, pair: int, turns: int = 0) -> Opening:
    """The opening of a pair; the same arguments always give the same one.

    >>> from onitama.rules import PRESETS
    >>> opening(PRESETS["base"], seed=1, pair=0, turns=2).game().position.turn_number
    3

    Args:
        rules: what the games are dealt by.
        seed: of the match.
        pair: its number, from 0.
        turns: how many random turns both games begin with. In hidden games the ninjas are then placed at random too.

    Raises:
        OnitamaError: if the random turns decide every game tried.
    """
    rng = Random(f"{seed} {pair}")
    deal_seed = rng.getrandbits(32)
    dealt = Opening(rules, deal_seed)
    if not turns:
        return dealt
    start = dealt.game().position
    for _ in range(_MOST_TRIES):
        steps = _random_steps(start, turns, rng)
        if steps is not None:
            return Opening(rules, deal_seed, steps)
    raise OnitamaError(f"{turns} random turns decide the game: choose fewer opening turns")


def _random_steps(position: Position, turns: int, rng: Random) -> tuple[Step, ...] | None:
    """Steps to the beginning of the turn after the last random one; None if the game is over or won at once there."""
    steps: list[Step] = []
    while position.turn_number <= turns or position.phase is not Phase.MOVE:
        if position.phase is Phase.OVER:
            return None
        steps.append(rng.choice(position.legal_steps))
        position = position.play(steps[-1])
    if any(position.play_unchecked(step).phase is Phase.OVER for step in position.legal_steps):
        return None
    return tuple(steps)
