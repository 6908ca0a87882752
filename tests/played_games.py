"""Games for tests: some to begin with, what can be seen of one from outside, and random play."""

from random import Random
from typing import Any

from build import build
from onitama.game import Game
from onitama.player import RED, Player


def base_game() -> Game:
    """Red begins with Tiger and Boar."""
    return Game.deal_by_hand("base", red=("tiger", "boar"), blue=("crab", "ox"), side="horse", starter=RED)


def one_from_the_stone() -> Game:
    """Red wins with `tiger:c3c5`."""
    return Game(build(red="Mc3 a1", blue="Mc5 a5", cards="tiger boar / crab ox / horse"))


def shadow_game() -> Game:
    """Both ninjas are placed and Red begins."""
    game = Game.deal_by_hand("way-of-shadow", red=("tiger", "boar"), blue=("crab", "ox"), side="horse")
    game.play("place:b5")
    game.play("place:b1")
    return game


def snapshot(game: Game) -> tuple[Any, ...]:
    """All that a game shows; equal before and after a call that must change nothing."""
    placed = [game.has_placed(player) for player in Player]
    talk = game.outcome, game.offer, game.takeback_turns, game.clock
    kept = game.names, dict(game.tags), dict(game.comments), game.rules, game.seed, game.start
    return game.turns, game.history, game.position, game.can_undo, game.can_redo, placed, talk, kept


def play_random_turn(game: Game, rng: Random) -> None:
    """Play steps until the running turn, or a placement, is complete."""
    while True:
        game.play(rng.choice(game.position.legal_steps))
        if game.turns[-1].is_complete:
            return


def random_game(preset: str, seed: int, turns: int) -> Game:
    """A game after that many random turns and placements, or fewer if it ends."""
    game, rng = Game.deal(preset, seed), Random(seed)
    while game.outcome is None and len(game.turns) < turns:
        play_random_turn(game, rng)
    return game
