"""Litama's forms: the board of 25 digits, moves whose rows count from Blue's side, the state of a game."""

import contextlib
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import onitama as on
from build import build
from onitama.errors import NotationError
from onitama.game import Game
from onitama.notation import (
    format_litama_board,
    format_litama_move,
    format_litama_state,
    parse_litama_board,
    parse_litama_move,
    parse_litama_state,
    parse_step,
)
from onitama.rules import Pass

CARDS: dict[str, Any] = {"red": ("ox", "boar"), "blue": ("horse", "elephant"), "side": "crab"}


def random_game(rng: Random) -> Game:
    game = Game.deal("base", rng.randrange(1000))
    for _ in range(rng.randrange(40)):
        if game.outcome is None:
            game.play(rng.choice(game.position.legal_steps))
    return game


def test_the_start_board() -> None:
    start = on.deal_by_hand("base", **CARDS)
    assert format_litama_board(start) == "1121100000000000000033433"
    assert parse_litama_board("1121100000000000000033433", **CARDS, to_move=on.BLUE) == start


def test_the_digits_run_from_a5_to_e1() -> None:
    position = build(
        red="Mb2 e1 a3", blue="Md4 a5 e3", cards="ox boar / horse elephant / crab", turn_number=9
    )
    assert format_litama_board(position) == "1000000020300010400000003"


@given(st.randoms(use_true_random=False))
def test_a_board_reads_back(rng: Random) -> None:
    position = random_game(rng).position
    again = parse_litama_board(
        format_litama_board(position),
        red=position.hands[on.RED],
        blue=position.hands[on.BLUE],
        side=position.side,
        to_move=position.to_move,
        turn_number=position.turn_number,
    )
    assert again == position


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("", "expected 25 digits, found ''"),
        ("11211000000000000000334330", "expected 25 digits, found"),
        ("1121100000000000000033453", "rank 1: expected five of 4 2 3 1 0, found '33453'"),
        ("1121100000000040000033433", "expected at most one 4, found 2"),
        ("1101100000000000000033033", "both masters are missing"),
        ("1121111100000000000033433", "blue has 7 students, at most 4 can be"),
    ],
)
def test_a_bad_board_is_refused(board: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_litama_board(board, **CARDS, to_move=on.BLUE)
    assert message in str(refused.value)


def test_bad_cards_are_refused() -> None:
    with pytest.raises(NotationError, match="there is no card called 'carb'"):
        parse_litama_board("1121100000000000000033433", **{**CARDS, "side": "carb"}, to_move=on.BLUE)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("boar:c1c2", "boar:c5c4"),
        ("horse:a5a4", "horse:a1a2"),
        ("ox:e3d3", "ox:e3d3"),
        ("eel:pass", "eel:pass"),
    ],
)
def test_moves_count_their_rows_from_blues_side(ours: str, theirs: str) -> None:
    assert format_litama_move(parse_step(ours)) == theirs
    assert str(parse_litama_move(theirs)) == ours


@pytest.mark.parametrize("text", ["ninja:stay", "lantern:none", "place:a5", "spirit:c3c4"])
def test_steps_of_variants_have_no_litama_form(text: str) -> None:
    with pytest.raises(NotationError):
        format_litama_move(parse_step(text))
    with pytest.raises(NotationError):
        parse_litama_move(text)


def test_the_state_of_a_game() -> None:
    game = Game.deal_by_hand("base", **CARDS)
    game.names = ("Ann", "Bo")
    game.play("horse:c5c4")
    game.play("boar:c1c2")
    assert format_litama_state(game) == {
        "messageType": "state",
        "usernames": {"blue": "Bo", "red": "Ann"},
        "currentTurn": "blue",
        "cards": {"blue": ["crab", "elephant"], "red": ["ox", "horse"], "side": "boar"},
        "startingCards": {"blue": ["horse", "elephant"], "red": ["ox", "boar"], "side": "crab"},
        "moves": ["horse:c1c2", "boar:c5c4"],
        "board": "1101100200000000040033033",
        "gameState": "in progress",
        "winner": "none",
    }


def test_after_a_win_cards_are_exchanged_and_the_turn_goes_on() -> None:
    game = Game.deal_by_hand(
        "base", red=("tiger", "boar"), blue=("crab", "elephant"), side="ox", starter=on.RED
    )
    for move in ["tiger:c1c3", "crab:a5a4", "boar:c3c4", "elephant:b5a5"]:
        game.play(move)
    game.play("ox:c4c5")
    state = format_litama_state(game)
    assert state["cards"] == {"blue": ["tiger", "boar"], "red": ["elephant", "crab"], "side": "ox"}
    assert (state["currentTurn"], state["gameState"], state["winner"]) == ("blue", "ended", "red")
    assert parse_litama_state(state).history == game.history


@given(st.randoms(use_true_random=False))
def test_a_state_reads_back(rng: Random) -> None:
    game = random_game(rng)
    again = parse_litama_state(format_litama_state(game))
    assert again.history == game.history
    assert again.position == game.position
    assert again.outcome == game.outcome


def test_passes_are_written_as_ours() -> None:
    position = build(
        red="Ma1", blue="Me1 c1", cards="frog dog / butterfly rooster / sea-snake", turn_number=4
    )
    steps = [step for step in position.legal_steps if isinstance(step, Pass)]
    assert len(steps) == 2
    assert [format_litama_move(step) for step in steps] == [str(step) for step in steps]


@pytest.mark.parametrize("name", ["way-of-the-wind", "way-of-shadow", "way-of-light"])
def test_a_variant_is_refused(name: str) -> None:
    game = Game.deal(name, 1)
    for write in (lambda: format_litama_state(game), lambda: format_litama_board(game.start)):
        with pytest.raises(NotationError, match="expected a position of the base game"):
            write()


def test_a_game_from_a_position_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a game from its very beginning"):
        format_litama_state(Game(build()))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("startingCards", None, "startingCards: expected an object, found None"),
        ("startingCards", {"red": ["ox"]}, "startingCards: expected the names of two cards each"),
        (
            "startingCards",
            {"red": ["ox", "boar"], "blue": ["horse", "elephant"], "side": "carb"},
            "there is no card called 'carb'",
        ),
        ("moves", "boar:c5c4", "moves: expected a list, found 'boar:c5c4'"),
        ("moves", ["horse:c1c2", "boar:c1c2"], "moves[1]: boar:c5c4:"),
        ("moves", ["horse:c1c2", None], "moves[1]: Litama move: expected card:squares, found None"),
        ("moves", ["horse:c1c2", "ninja:stay"], "moves[1]: Litama move: expected card:squares"),
        ("currentTurn", "none", "expected red or blue, found 'none'"),
        ("currentTurn", "red", "moves[0]: horse:c5c4: Horse is not in red's hand"),
        ("board", "1121100000000000000033433", "board: expected 1101100200000000040033033"),
        ("winner", "red", "winner: expected none, found 'red'"),
        ("usernames", [], "usernames: expected an object, found a list"),
    ],
)
def test_a_bad_state_is_refused_with_the_place(key: str, value: object, message: str) -> None:
    game = Game.deal_by_hand("base", **CARDS)
    game.play("horse:c5c4")
    game.play("boar:c1c2")
    with pytest.raises(NotationError) as refused:
        parse_litama_state({**format_litama_state(game), key: value})
    assert message in str(refused.value)


@pytest.mark.parametrize("data", [None, [], "state", {}, {"gameState": "waiting for player"}])
def test_what_is_no_state_of_a_running_game_is_refused(data: object) -> None:
    with pytest.raises(NotationError, match="Litama state"):
        parse_litama_state(data)


values = st.none() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=10), max_size=3)


@given(
    st.sampled_from(["startingCards", "moves", "currentTurn", "board", "winner", "usernames"]),
    values,
    st.text(),
)
def test_anything_is_read_or_refused(key: str, value: object, text: str) -> None:
    state = format_litama_state(Game.deal_by_hand("base", **CARDS))
    with contextlib.suppress(NotationError):
        parse_litama_state({**state, key: value})
    with contextlib.suppress(NotationError):
        parse_litama_move(text)
    with contextlib.suppress(NotationError):
        parse_litama_board(text, **CARDS, to_move=on.RED)
