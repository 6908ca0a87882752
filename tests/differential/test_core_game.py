"""The native game from Python: what it refuses, and that copies and questions leave it as it is."""

import pytest

from onitama._core import Cards, Game
from onitama.deal import deal
from onitama.engine.core import core_game

START = "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"


def test_a_copy_is_played_on_by_itself() -> None:
    game = core_game(START)
    game.play("horse:c5c4")
    copy = game.copy()
    copy.play("boar:c1c2")
    assert (game.turns(None), copy.turns(None)) == (["horse:c5c4"], ["horse:c5c4", "boar:c1c2"])
    assert (game.last_event(0), copy.last_event(None)) == ("horse:c5c4", "boar:c1c2")
    assert game.position == "ss1ss/2m2/5/5/SSMSS ox,boar/crab,elephant/horse r 2"


def test_questions_change_nothing() -> None:
    game = core_game(deal("shadow-and-wind", 7))
    before = game.position
    game.legal_steps.clear()
    game.observe(None).clear()
    game.turns(None).append("x")
    game.perft(2)
    game.perft_divide(2)
    assert game.legal_steps
    assert game.observe(None)
    assert (game.position, game.turns(None), game.outcome) == (before, [], None)


def test_a_refused_step_changes_nothing() -> None:
    game = core_game(START)
    for step in ("horse:c5c3", "ox:c1c2", "tiger:c5c4", "horse", "ninja:stay", ""):
        with pytest.raises(ValueError, match="step"):
            game.play(step)
    assert (game.position, game.turns(None)) == (START, [])


def test_choices_go_evenly_through_the_steps_and_stop_at_the_end() -> None:
    game = core_game(START)
    first, last = game.legal_steps[0], game.legal_steps[-1]
    assert game.copy().play_choices([0])[0][0] == first
    assert game.copy().play_choices([65535])[0][0] == last
    won = core_game("4m/2M2/5/5/5 boar,tiger/crab,ox/horse r 9")
    won.play("boar:c4c5")
    assert (won.outcome, won.play_choices([0, 0])) == (("red", "stream"), [])


def test_wrong_arguments_are_refused() -> None:
    game = core_game(START)
    with pytest.raises(ValueError, match="viewer"):
        game.observe(2)
    with pytest.raises(ValueError, match="no step"):
        game.last_event(None)
    with pytest.raises(TypeError):
        game.play_choices([1 << 16])
    with pytest.raises(ValueError, match="name"):
        Cards([("a-name-of-more-than-23-letters", 0, 0, 0, False)])
    with pytest.raises(ValueError, match="grid"):
        Cards([("ox", 1 << 25, 0, 0, False)])
    with pytest.raises(ValueError, match="cards"):
        Game(Cards([]), START)
