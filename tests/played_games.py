"""Games for tests: what can be seen of one from outside, and random play."""

from random import Random
from typing import Any

from onitama.game import Game
from onitama.player import Player


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
