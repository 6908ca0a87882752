"""Undo and redo by turn: what comes back, and what a game is after it."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from onitama.game import Game, Turn
from onitama.player import BLUE, RED
from onitama.rules import PRESETS, Outcome, Way
from played_games import base_game, one_from_the_stone, play_random_turn, random_game, shadow_game

seeds = st.integers(0, 2**32)
presets = st.sampled_from(sorted(PRESETS))


@settings(max_examples=60)
@given(presets, seeds, st.lists(st.sampled_from(["step", "turn", "undo", "redo"]), max_size=40))
def test_a_walk_with_undo_and_redo_is_the_game_of_the_turns_that_remain(
    preset: str, seed: int, actions: list[str]
) -> None:
    game, rng = Game.deal(preset, seed), Random(seed)
    done: list[Turn] = []
    undone: list[Turn] = []
    for action in actions:
        match action:
            case "undo" if done:
                assert game.undo() == done[-1]
                undone.append(done.pop())
            case "redo" if undone:
                assert game.redo() == undone[-1]
                done.append(undone.pop())
            case "step" | "turn" if game.outcome is None:
                if action == "step":
                    game.play(rng.choice(game.position.legal_steps))
                else:
                    play_random_turn(game, rng)
                done, undone = list(game.turns), []
        assert game.turns == tuple(done)
        assert (game.can_undo, game.can_redo) == (bool(done), bool(undone))
    replay = Game(game.start)
    for turn in game.turns:
        replay.play(str(turn))
    assert (replay.turns, replay.position, replay.history) == (game.turns, game.position, game.history)
    assert (replay.outcome, replay.repetition_count()) == (game.outcome, game.repetition_count())
    for viewer in (RED, BLUE, None):
        assert replay.observe(viewer) == game.observe(viewer)


@given(presets, seeds)
def test_turns_and_history_fit_together(preset: str, seed: int) -> None:
    game = random_game(preset, seed, 12)
    position = game.start
    for played in game.history:
        assert played.before == position
        assert played.after == position.play(played.step)
        position = played.after
    assert position == game.position
    assert [len(turn.steps) for turn in game.turns] == [len(turn.played) for turn in game.turns]
    numbers = [turn.number for turn in game.turns if turn.number]
    assert numbers == list(range(1, len(numbers) + 1))


def test_undo_drops_the_steps_of_a_running_turn_and_redo_brings_them_back() -> None:
    game = shadow_game()
    game.play("boar:c1c2")
    assert str(game.undo()) == "boar:c1c2"
    assert (game.position.turn_number, len(game.turns)) == (1, 2)
    assert str(game.redo()) == "boar:c1c2"
    game.play("ninja:stay")
    assert str(game.turns[-1]) == "boar:c1c2 ninja:stay"


def test_undo_takes_back_the_end_of_the_game() -> None:
    game = one_from_the_stone()
    game.play("tiger:c3c5")
    game.undo()
    assert (game.outcome, game.position) == (None, game.start)
    game.redo()
    assert game.outcome == Outcome(RED, Way.STONE)


def test_undo_takes_back_a_resignation_with_the_last_turn() -> None:
    game = base_game()
    game.play("tiger:c1c3")
    game.resign(BLUE)
    game.undo()
    assert (game.outcome, game.position) == (None, game.start)
    game.redo()
    assert (game.outcome, game.position.to_move) == (None, BLUE)


def test_comments_stay_with_their_turns() -> None:
    game = base_game()
    game.comments[-1] = "Round one"
    game.play("tiger:c1c3")
    game.comments[0] = "bold"
    game.undo()
    assert game.comments == {-1: "Round one"}
    game.redo()
    assert game.comments == {-1: "Round one", 0: "bold"}
    game.undo()
    game.play("boar:c1c2")
    assert game.comments == {-1: "Round one"}
