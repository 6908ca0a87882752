"""Takebacks and new starts by agreement (R83), and what they may not touch in hidden games (R71)."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build import build
from onitama.clock import CLOCK_DUEL, Clock
from onitama.errors import IllegalStep, OnitamaError
from onitama.game import Game, Offer, OfferKind
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS, Phase, Position
from played_games import random_game, snapshot

seeds = st.integers(0, 2**32)


def base_game(turns: str = "tiger:c1c3 crab:c5c4", *, clock: Clock | None = None) -> Game:
    game = Game.deal_by_hand(
        "base", red=("tiger", "boar"), blue=("crab", "ox"), side="horse", starter=RED, clock=clock
    )
    if clock is not None:
        game.resume(0)
    for at, step in enumerate(turns.split(), 1):
        game.play(step, at_ms=at * 1000)
    return game


def shadow(**changes: Any) -> Position:
    """Red's ninja on b1, Blue's on d5; two lanterns each."""
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "Mc5 a5 e5", "red_ninjas": "b1", "blue_ninjas": "d5"}
    return build(hidden="shadow", **(parts | {"lanterns": (2, 2)} | changes))


# Asking and answering


def test_r83_the_own_latest_turn_is_asked_for() -> None:
    game = base_game()
    game.offer_takeback(BLUE)
    assert game.offer == Offer(BLUE, OfferKind.TAKEBACK, 2)
    game.withdraw(BLUE)
    game.offer_takeback(RED)
    assert game.offer == Offer(RED, OfferKind.TAKEBACK, 1)


def test_r83_pieces_and_cards_go_back() -> None:
    game = base_game()
    game.offer_takeback(RED)
    game.accept(BLUE)
    assert (game.position, game.turns, game.offer) == (game.start, (), None)
    assert [str(card) for card in game.position.hands[RED]] == ["Tiger", "Boar"]
    game.play("boar:c1c2")


def test_what_was_taken_back_cannot_be_redone() -> None:
    game = base_game()
    game.offer_takeback(BLUE)
    game.accept(RED)
    assert not game.can_redo


def test_comments_on_turns_taken_back_are_gone() -> None:
    game = base_game()
    game.comments.update({-1: "a game", 0: "stays", 1: "goes"})
    game.offer_takeback(BLUE)
    game.accept(RED)
    game.play("crab:a5a4")
    assert game.comments == {-1: "a game", 0: "stays"}


def test_the_game_waits_for_the_answer() -> None:
    game = base_game()
    game.offer_takeback(BLUE)
    before = snapshot(game)
    with pytest.raises(IllegalStep, match="blue offers a takeback, which must be answered first"):
        game.play("boar:c3c4")
    for call in (game.offer_draw, game.offer_takeback, game.offer_restart):
        with pytest.raises(OnitamaError, match="must be answered first"):
            call(RED)
    assert snapshot(game) == before
    game.decline(RED)
    game.play("boar:c3c4")


def test_a_declined_takeback_changes_nothing() -> None:
    game = base_game()
    before = snapshot(game)
    game.offer_takeback(BLUE)
    game.decline(RED)
    assert snapshot(game) == before


def test_nobody_answers_an_own_offer() -> None:
    game = base_game()
    game.offer_takeback(BLUE)
    with pytest.raises(OnitamaError, match="red offers nothing"):
        game.accept(BLUE)
    assert len(game.turns) == 2


@pytest.mark.parametrize("number", [0, 3, -1, 9, "1", 1.5])
def test_only_turns_that_were_played_can_be_taken_back(number: Any) -> None:
    game = base_game()
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="cannot be taken back; those that can: 1, 2"):
        game.offer_takeback(RED, number)
    assert snapshot(game) == before


def test_a_player_without_a_turn_has_nothing_to_take_back() -> None:
    game = base_game("tiger:c1c3")
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="no turn of blue's"):
        game.offer_takeback(BLUE)
    assert snapshot(game) == before


def test_a_player_may_resign_instead_of_answering() -> None:
    game = base_game()
    game.offer_takeback(BLUE)
    game.resign(RED)
    assert (game.outcome is None, game.offer) == (False, None)


@settings(max_examples=60)
@given(st.sampled_from(sorted(PRESETS)), seeds, st.integers(0, 14), st.booleans(), st.data())
def test_r83_after_a_takeback_the_game_is_as_if_the_turns_had_not_been_played(
    preset: str, seed: int, turns: int, is_running: bool, data: st.DataObject
) -> None:
    game, rng = random_game(preset, seed, turns), Random(seed)
    if is_running and game.outcome is None:
        game.play(rng.choice(game.position.legal_steps))
    if not game.takeback_turns:
        return
    number = data.draw(st.sampled_from(game.takeback_turns))
    player = data.draw(st.sampled_from(Player))
    expected = Game(game.start, rules=game.rules, seed=game.seed)
    for turn in game.turns:
        if turn.number < number:
            expected.play(turn.steps)
    game.offer_takeback(player, number)
    game.accept(player.other)
    assert snapshot(game) == snapshot(expected)


# In mid-turn and in hidden games


def test_r83_a_takeback_of_the_running_turn_drops_its_steps() -> None:
    game = Game(shadow())
    game.play("boar:c1c2")
    assert game.takeback_turns == (9,)
    game.offer_takeback(RED)
    game.accept(BLUE)
    assert (game.position, game.turns) == (game.start, ())


def test_r83_a_takeback_of_an_earlier_turn_drops_the_running_one_too() -> None:
    game = Game(shadow(lanterns=(0, 0)))
    game.play("boar:c1c2 ninja:stay")
    game.play("horse:c5c4")
    game.offer_takeback(BLUE, 9)
    game.accept(RED)
    assert (game.position, game.turns) == (game.start, ())


TELLING: dict[str, tuple[Position, str]] = {
    "a pawn captures a ninja": (shadow(blue_ninjas="c2"), "boar:c1c2"),
    "a ninja captures a pawn": (shadow(blue="Mc5 b2 e5"), "boar:c1c2 ninja:b1b2"),
    "a challenge is answered no": (shadow(), "boar:c1c2 ninja:b1b2!"),
    "a challenge is answered yes": (shadow(blue_ninjas="b2"), "boar:c1c2 ninja:b1b2!"),
    "a lantern is answered": (shadow(), "boar:c1c2 ninja:stay lantern:5"),
    "the spirit shows a ninja": (shadow(spirit="c3", blue_ninjas="c4"), "ox:c3c4"),
    "the spirit shows a ninja until the turn ends": (
        shadow(spirit="c3", blue_ninjas="c4"),
        "ox:c3c4 ninja:stay",
    ),
}


@pytest.mark.parametrize(("start", "steps"), TELLING.values(), ids=TELLING)
def test_r83_nothing_goes_back_past_what_was_told(start: Position, steps: str) -> None:
    game = Game(start)
    game.play(steps)
    assert list(game.takeback_turns) == []
    with pytest.raises(OnitamaError, match="no turn of red's"):
        game.offer_takeback(RED)
    while game.position.to_move is RED:
        game.play(next(step for step in game.position.legal_steps if "!" not in str(step)))
    game.play("horse:e5e4")
    assert list(game.takeback_turns) == [10], "what came after may go back"


def test_r83_a_lantern_that_is_not_lit_tells_nothing() -> None:
    game = Game(shadow())
    game.play("boar:c1c2 ninja:stay lantern:none")
    assert game.takeback_turns == (9,)


def test_placements_are_not_taken_back() -> None:
    game = Game.deal("way-of-shadow", 3)
    game.place(RED, "place:b1")
    game.place(BLUE, "place:b5")
    assert game.takeback_turns == ()
    with pytest.raises(OnitamaError, match="turn 0 cannot be taken back"):
        game.offer_takeback(RED, 0)


def told_in(turn: str) -> bool:
    """Whether the public record of a turn tells of a ninja."""
    return "=" in turn or re.search(r":\?[a-e][1-5]", turn) is not None


@settings(max_examples=100)
@given(st.sampled_from([name for name, rules in PRESETS.items() if rules.hidden]), seeds, st.integers(0, 60))
def test_r71_what_may_go_back_follows_from_the_public_record(preset: str, seed: int, steps: int) -> None:
    game, rng = Game.deal(preset, seed), Random(seed)
    for _ in range(steps):
        if game.outcome is None:
            game.play(rng.choice(game.position.legal_steps))
    if game.outcome is not None:
        assert game.takeback_turns == ()
        return
    public = game.observe(None)
    texts = [text for text in public.turns if not text.startswith("place")]
    open_turns: list[int] = []
    for number, text in enumerate(texts, 1):
        open_turns = [] if told_in(text) else [*open_turns, number]
    assert game.takeback_turns == tuple(open_turns)


def test_r71_a_turn_begun_in_secret_is_not_offered() -> None:
    # Shadow's ninja has made the first part of a wind card; Red still sees Shadow thinking.
    start = build(
        red="Mc1 a1", blue="", hidden="light", blue_ninjas="a5 e5", spirit="c3",
        cards="ox boar / eagle horse / crab",
    )  # fmt: skip
    game = Game(start)
    game.play("boar:c1c2")
    game.play("eagle:a5b4")
    assert game.position.phase is Phase.SPIRIT
    assert game.takeback_turns == (9,)
    with pytest.raises(OnitamaError, match="no turn of blue's"):
        game.offer_takeback(BLUE)
    game.offer_takeback(RED)
    game.accept(BLUE)
    assert game.position == start


# The clock


def test_r83_the_clock_stands_still_during_the_talk_and_is_restored() -> None:
    game = base_game(clock=Clock.of(CLOCK_DUEL))
    assert clock_of(game).read(2500) == (298_500, 299_000)
    game.offer_takeback(BLUE, at_ms=2500)
    assert (clock_of(game).running, clock_of(game).read(60_000)) == (None, (298_500, 299_000))
    game.accept(RED, at_ms=60_000)
    assert (clock_of(game).running, clock_of(game).read(60_000)) == (BLUE, (299_000, 300_000))
    game.play("crab:a5a4", at_ms=61_000)
    assert clock_of(game).read(61_000) == (299_000, 299_000)


@pytest.mark.parametrize(
    "answer", [lambda game: game.decline(RED, at_ms=9000), lambda game: game.withdraw(BLUE, at_ms=9000)]
)
def test_the_clock_runs_on_after_a_refused_takeback(answer: Callable[[Game], None]) -> None:
    game = base_game(clock=Clock.of(CLOCK_DUEL))
    game.offer_takeback(BLUE, at_ms=2500)
    answer(game)
    assert (clock_of(game).running, clock_of(game).read(9500)) == (RED, (298_000, 299_000))


def test_a_paused_clock_stays_paused_after_the_answer() -> None:
    game = base_game(clock=Clock.of(CLOCK_DUEL))
    game.pause(2500)
    game.offer_takeback(BLUE)
    with pytest.raises(OnitamaError, match="must be answered first"):
        game.resume(3000)
    game.accept(RED)
    assert (clock_of(game).running, clock_of(game).left_ms) == (None, (299_000, 300_000))


@pytest.mark.parametrize("at_ms", [None, 2499, 3000.5])
@pytest.mark.parametrize("call", [Game.accept, Game.decline])
def test_an_answer_has_to_come_with_a_time(call: Any, at_ms: Any) -> None:
    game = base_game(clock=Clock.of(CLOCK_DUEL))
    game.offer_takeback(BLUE, at_ms=2500)
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="at_ms"):
        call(game, RED, at_ms=at_ms)
    assert snapshot(game) == before


# A new start


def test_r83_a_new_start_has_no_result_and_the_same_deal() -> None:
    game = base_game(clock=Clock.of(CLOCK_DUEL))
    game.offer_restart(RED, at_ms=2500)
    game.accept(BLUE, at_ms=3000)
    assert (clock_of(game).running, clock_of(game).left_ms) == (None, (300_000, 300_000))
    assert (game.position, game.turns, game.can_redo) == (game.start, (), False)
    assert (game.outcome, game.offer) == (None, None)
    game.resume(4000)
    game.play("tiger:c1c3", at_ms=5000)


def test_r83_after_a_new_start_ninjas_are_placed_anew() -> None:
    game = Game.deal("way-of-shadow", 3)
    game.place(RED, "place:b1")
    game.offer_restart(BLUE)
    game.accept(RED)
    assert not game.has_placed(RED)
    game.place(RED, "place:d1")
    game.place(BLUE, "place:d5")
    assert {str(turn) for turn in game.turns} == {"place:d1", "place:d5"}


def clock_of(game: Game) -> Clock:
    assert game.clock is not None
    return game.clock
