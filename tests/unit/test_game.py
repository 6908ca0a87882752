"""Game: what is played, undone and reported, and how it ends."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build import build
from onitama.cards import Deck
from onitama.clock import CLOCK_DUEL, Clock
from onitama.deal import deal
from onitama.errors import IllegalStep, InvalidDeal, NotationError, OnitamaError
from onitama.game import Game, OfferKind
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS, Ending, Outcome, Phase, Rules, Way, parse_step
from played_games import base_game, one_from_the_stone, shadow_game, snapshot

DANCE = ("horse:e2d2", "tiger:b5b3", "mantis:d1e2", "horse:b3b4", "tiger:d2d1", "mantis:b4b5")
"""Six turns after which pieces and cards are where they were."""


def is_offered(game: Game) -> bool:
    return game.offer is not None


# Steps and turns


def test_a_game_keeps_how_it_was_dealt() -> None:
    rules = Rules(deck=Deck.of("senseis-path"))
    game = Game.deal(rules, seed=5)
    assert (game.rules, game.seed, game.start) == (rules, 5, deal(rules, 5))
    assert game.position is game.start
    assert (game.turns, game.history, game.outcome, game.clock) == ((), (), None, None)


def test_r18_a_deal_by_hand_has_no_seed() -> None:
    game = base_game()
    assert game.seed is None
    assert game.position.to_move is RED
    assert [str(card) for card in game.position.hands[RED]] == ["Tiger", "Boar"]


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(InvalidDeal, match="of other rules"):
        Game(deal("base", 1), rules=PRESETS["way-of-the-wind"])


def test_a_whole_turn_is_played_from_one_text() -> None:
    game = shadow_game()
    game.play("boar:c1c2 ninja:b1b2")
    assert [str(turn) for turn in game.turns] == ["place:b5", "place:b1", "boar:c1c2 ninja:b1b2"]
    assert [(turn.number, turn.player) for turn in game.turns] == [(0, BLUE), (0, RED), (1, RED)]
    assert all(turn.is_complete for turn in game.turns)


def test_steps_of_one_turn_make_one_turn_however_they_come() -> None:
    at_once, one_by_one, as_values = shadow_game(), shadow_game(), shadow_game()
    at_once.play("boar:c1c2 ninja:stay")
    one_by_one.play("boar:c1c2")
    assert not one_by_one.turns[-1].is_complete
    one_by_one.play("ninja:stay")
    as_values.play([parse_step("boar:c1c2"), parse_step("ninja:stay")])
    assert at_once.turns == one_by_one.turns == as_values.turns
    assert at_once.turns[-1].after == at_once.position
    assert at_once.turns[-1].steps == (parse_step("boar:c1c2"), parse_step("ninja:stay"))


def test_a_game_may_begin_in_the_middle_of_a_turn() -> None:
    middle = shadow_game().position.play("boar:c1c2")
    game = Game(middle)
    game.play("ninja:stay")
    assert [(str(turn), turn.number, turn.is_complete) for turn in game.turns] == [("ninja:stay", 1, True)]
    game.undo()
    assert game.position == middle


def test_a_refused_step_takes_the_whole_turn_with_it() -> None:
    game = shadow_game()
    before = snapshot(game)
    with pytest.raises(IllegalStep, match="ninja:b1b4"):
        game.play("boar:c1c2 ninja:b1b4")
    assert snapshot(game) == before


def test_one_call_does_not_play_for_the_opponent_too() -> None:
    game = base_game()
    before = snapshot(game)
    with pytest.raises(IllegalStep, match="the turn is complete before it"):
        game.play("tiger:c1c3 crab:c5c4")
    assert snapshot(game) == before


def test_no_step_is_no_turn() -> None:
    game = base_game()
    with pytest.raises(NotationError):
        game.play("  ")
    with pytest.raises(IllegalStep, match="found none"):
        game.play([])
    assert game.turns == ()


def test_r14_a_forced_pass_is_a_complete_turn_in_history_and_undo() -> None:
    game = Game(build(red="Ma5", blue="Mc3", cards="tanuki okija / horse elephant / crab"))
    game.play("okija:pass")
    assert [str(turn) for turn in game.turns] == ["okija:pass"]
    assert (game.turns[0].is_complete, game.position.to_move) == (True, BLUE)
    assert str(game.undo()) == "okija:pass"
    assert game.position == game.start
    assert str(game.redo()) == "okija:pass"
    assert str(game.position.side) == "Okija"


def test_repr_shows_no_hidden_piece() -> None:
    assert repr(shadow_game()) == "<Game turn 1, red to move, move>"


# Placing


@given(st.sampled_from(["b1", "d1"]), st.sampled_from(["b5", "d5"]), st.booleans())
def test_r40_ninjas_are_placed_in_either_order(red: str, blue: str, is_red_first: bool) -> None:
    start = deal("way-of-shadow", 3)
    game = Game(start)
    for player in (RED, BLUE) if is_red_first else (BLUE, RED):
        assert not game.has_placed(player)
        game.place(player, f"place:{red if player is RED else blue}")
        assert game.has_placed(player)
    places = {RED: f"place:{red}", BLUE: f"place:{blue}"}
    assert game.position == start.play(places[start.to_move]).play(places[start.to_move.other])
    assert [turn.player for turn in game.turns] == [start.to_move, start.to_move.other]


def test_r70_an_early_placement_is_seen_by_nobody_until_it_is_due() -> None:
    game = Game(deal("way-of-shadow", 3))
    early = game.position.to_move.other
    views = [pickle.dumps(game.observe(viewer)) for viewer in (RED, BLUE, None)]
    game.place(early, "place:b1" if early is RED else "place:b5")
    assert [pickle.dumps(game.observe(viewer)) for viewer in (RED, BLUE, None)] == views
    assert (game.turns, game.position) == ((), game.start)


def test_an_early_placement_counts_after_a_normal_one() -> None:
    game = Game(deal("way-of-shadow", 3))
    game.place(RED, "place:d1")
    game.play("place:b5")
    assert [str(turn) for turn in game.turns] == ["place:b5", "place:d1"]


@pytest.mark.parametrize(
    ("player", "step", "why"),
    [
        (RED, "place:c1", "place:c1"),
        (RED, "place:b5", "place:b5"),
        (BLUE, "place:b1", "place:b1"),
        (RED, "boar:c1c2", "ninjas are being placed"),
        (RED, "place", "expected"),
    ],
)
def test_a_wrong_placement_is_refused(player: Player, step: str, why: str) -> None:
    game = Game(deal("way-of-shadow", 3))
    before = snapshot(game)
    with pytest.raises(OnitamaError, match=why):
        game.place(player, step)
    assert snapshot(game) == before


def test_nobody_places_twice_or_where_there_is_nothing_to_place() -> None:
    game = Game(deal("way-of-shadow", 3))
    for player, step in ((RED, "place:b1"), (BLUE, "place:b5")):
        game.place(player, step)
        with pytest.raises(IllegalStep, match=f"{player} has no ninjas to place now"):
            game.place(player, step)
    light = Game(deal("way-of-light", 3))
    with pytest.raises(IllegalStep, match="red has no ninjas to place now"):
        light.place(RED, "place:a1b1")
    with pytest.raises(IllegalStep, match="red has no ninjas to place now"):
        base_game().place(RED, "place:b1")


def test_an_undone_placement_can_be_chosen_anew() -> None:
    game = Game(deal("way-of-shadow", 3))
    game.place(RED, "place:b1")
    game.place(BLUE, "place:b5")
    game.undo()
    game.undo()
    assert not game.has_placed(RED)
    game.place(RED, "place:d1")
    assert not game.can_redo
    game.place(BLUE, "place:d5")
    assert [str(turn) for turn in game.turns] == ["place:d5", "place:d1"]


# The end


def test_r15_a_win_on_the_board_is_the_outcome() -> None:
    game = one_from_the_stone()
    game.play("tiger:c3c5")
    assert game.outcome == Outcome(RED, Way.STONE)
    assert game.turns[-1].is_complete


def test_r16_a_player_may_resign_in_the_opponents_turn_and_in_mid_turn() -> None:
    game = shadow_game()
    game.play("boar:c1c2")
    game.resign(BLUE)
    assert game.outcome == Outcome(RED, Ending.RESIGNATION)
    own = base_game()
    own.resign(RED)
    assert own.outcome == Outcome(BLUE, Ending.RESIGNATION)


def test_r70_after_the_end_all_is_open() -> None:
    game = shadow_game()
    assert game.observe(None).turns == ("place:?", "place:?")
    game.resign(BLUE)
    assert game.observe(None).turns == ("place:b5", "place:b1")
    assert game.observe(RED).ninjas_mask == game.position.ninjas_mask


def test_r84_a_draw_is_agreed_by_offer_and_answer() -> None:
    game = base_game()
    game.offer_draw(BLUE)
    assert game.offer is not None
    assert (game.offer.player, game.offer.kind) == (BLUE, OfferKind.DRAW)
    game.accept(RED)
    assert game.outcome == Outcome(None, Ending.AGREEMENT)
    assert game.offer is None


def test_r84_a_draw_offered_by_both_is_agreed() -> None:
    game = base_game()
    game.offer_draw(BLUE)
    game.offer_draw(RED)
    assert game.outcome == Outcome(None, Ending.AGREEMENT)


def test_a_draw_offer_survives_the_own_turn_and_falls_with_the_opponents() -> None:
    game = base_game()
    game.offer_draw(RED)
    game.play("tiger:c1c3")
    assert is_offered(game)
    game.play("crab:c5c4")
    assert not is_offered(game)
    with pytest.raises(OnitamaError, match="red offers nothing"):
        game.accept(BLUE)


def test_r71_a_draw_offer_stands_until_the_whole_turn_is_complete() -> None:
    # Red is Light and offers. Shadow's hidden first part of a wind card must not show by the offer's end.
    game = Game(
        build(
            red="Mc1 a1", blue="", hidden="light", blue_ninjas="a5 e5", spirit="c3", to_move="blue",
            cards="ox boar / eagle horse / crab",
        )
    )  # fmt: skip
    game.offer_draw(RED)
    game.play("eagle:a5b4")
    assert game.observe(RED).phase is Phase.MOVE
    assert is_offered(game)
    game.play(game.position.legal_steps[0])
    assert not is_offered(game)


def test_an_offer_can_be_declined_or_withdrawn_but_not_by_anyone() -> None:
    game = base_game()
    game.offer_draw(RED)
    for call in (game.accept, game.decline):
        with pytest.raises(OnitamaError, match="blue offers nothing"):
            call(RED)
    with pytest.raises(OnitamaError, match="blue offers nothing"):
        game.withdraw(BLUE)
    game.decline(BLUE)
    assert game.offer is None
    game.offer_draw(RED)
    game.withdraw(RED)
    assert (game.offer, game.outcome) == (None, None)


def test_a_draw_can_be_offered_while_ninjas_are_placed() -> None:
    game = Game(deal("way-of-shadow", 3))
    game.offer_draw(RED)
    game.place(BLUE, "place:b5")
    assert is_offered(game), "a placement is no turn"
    game.accept(BLUE)
    assert game.outcome == Outcome(None, Ending.AGREEMENT)


OVER: dict[str, Callable[[Game], object]] = {
    "play": lambda game: game.play("boar:c1c2"),
    "resign": lambda game: game.resign(RED),
    "draw": lambda game: game.offer_draw(RED),
    "takeback": lambda game: game.offer_takeback(RED),
    "restart": lambda game: game.offer_restart(RED),
    "flag": lambda game: game.flag(RED),
    "resume": lambda game: game.resume(0),
    "pause": lambda game: game.pause(0),
}


@pytest.mark.parametrize("call", OVER.values(), ids=OVER)
def test_nothing_more_happens_after_the_end(call: Callable[[Game], object]) -> None:
    game = one_from_the_stone()
    game.play("tiger:c3c5")
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="the game is over"):
        call(game)
    assert snapshot(game) == before


WRONG: dict[str, Callable[[Game], object]] = {
    "unreadable": lambda game: game.play("boar"),
    "unknown card": lambda game: game.play("bear:c1c2"),
    "illegal": lambda game: game.play("tiger:c1c2"),
    "not in hand": lambda game: game.play("ox:c1c2"),
    "pass": lambda game: game.play("tiger:pass"),
    "redo": lambda game: game.redo(),
    "place": lambda game: game.place(RED, "place:b1"),
    "accept": lambda game: game.accept(RED),
    "decline": lambda game: game.decline(RED),
    "withdraw": lambda game: game.withdraw(RED),
    "takeback": lambda game: game.offer_takeback(RED, 7),
    "nobody's flag": lambda game: game.flag(),
    "no clock to resume": lambda game: game.resume(0),
    "no clock to pause": lambda game: game.pause(0),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_a_failing_call_changes_nothing(call: Callable[[Game], object]) -> None:
    game = base_game()
    game.play("tiger:c1c3")
    game.play("crab:c5c4")
    game.play("boar:c3c4")
    game.undo()
    game.redo()
    before = snapshot(game)
    with pytest.raises(OnitamaError):
        call(game)
    assert snapshot(game) == before


def test_undo_at_the_start_is_refused() -> None:
    game = base_game()
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="no turn to undo"):
        game.undo()
    assert snapshot(game) == before


def test_a_game_begins_with_a_clock_that_stands_still() -> None:
    with pytest.raises(OnitamaError, match="stands still"):
        Game.deal("base", 1, clock=Clock.of(CLOCK_DUEL).start(RED, 0))


def test_a_copy_goes_its_own_way() -> None:
    game = base_game()
    game.comments[-1] = "before"
    twin = game.copy()
    twin.play(str(twin.position.legal_steps[0]))
    twin.comments[-1], twin.tags["Event"] = "after", "Cup"
    twin.offer_draw(RED)
    assert (len(game.turns), game.comments, game.tags, game.offer) == (0, {-1: "before"}, {}, None)
    game.play(str(game.position.legal_steps[1]))
    game.undo()
    again = game.copy()
    again.redo()
    assert (game.can_redo, again.can_redo) == (True, False)


def test_r40_what_is_placed_aside_is_its_players_own() -> None:
    game = Game.deal_by_hand(
        "way-of-shadow", red=("ox", "boar"), blue=("horse", "elephant"), side="crab", starter=RED
    )
    assert [[str(step) for step in game.placements(player)] for player in (RED, BLUE)] == [
        ["place:b1", "place:d1"],
        ["place:b5", "place:d5"],
    ]
    twin = game.copy()
    twin.place(RED, "place:d1")
    assert (game.placed_aside(RED), str(twin.placed_aside(RED))) == (None, "place:d1")
    assert twin.placements(RED) == ()
    twin.place(BLUE, "place:b5")
    assert (twin.placed_aside(RED), twin.placements(BLUE)) == (None, ())


# Repetition


def test_r16_r84_the_third_time_suggests_a_draw_and_ends_nothing() -> None:
    game = Game.deal_by_hand("base", red=("crab", "horse"), blue=("mantis", "tiger"), side="elephant")
    game.play("crab:e1e2")
    game.play("mantis:d5e4")
    counts = [game.repetition_count()]
    for step in 2 * DANCE:
        assert not game.suggests_draw
        game.play(step)
        counts.append(game.repetition_count())
    assert [counts[0], counts[6], counts[12]] == [1, 2, 3]
    assert (game.suggests_draw, game.outcome) == (True, None)
    game.play(DANCE[0])
    assert game.outcome is None
    game.undo()
    assert game.repetition_count() == 3
    game.undo()
    assert game.repetition_count() == 2


def test_r71_repetition_in_hidden_games_counts_what_both_players_know() -> None:
    start = build(
        red="Mc1 d1 e2", blue="Mc5 b5", hidden="shadow", red_ninjas="a1", blue_ninjas="e5",
        cards="elephant horse / crab tiger / mantis",
    )  # fmt: skip
    for ninja_step in ("ninja:stay", "ninja:a1a2"):
        game = Game(start)
        counts = [game.repetition_count()]
        for step in 2 * DANCE:
            game.play(step)
            assert game.repetition_count() == counts[-1], "the running turn counts by where it began"
            game.play(ninja_step if len(counts) == 1 else "ninja:stay")
            counts.append(game.repetition_count())
        assert [counts[0], counts[6], counts[12]] == [1, 2, 3]


def test_nothing_repeats_while_ninjas_are_placed() -> None:
    assert Game(deal("way-of-shadow", 3)).repetition_count() == 0


def test_r71_repr_does_not_tell_that_a_secret_turn_has_begun() -> None:
    start = build(
        hidden="light",
        red="Mc1",
        blue="",
        blue_ninjas="a5 e5",
        spirit="c3",
        to_move="blue",
        cards="ox boar / eagle elephant / crab",
    )
    game = Game(start)
    before = repr(game)
    game.play("eagle:a5b4")
    assert game.position.phase is Phase.SPIRIT
    assert repr(game) == before


@pytest.mark.parametrize("at_ms", [500, "x", 1.5])
def test_an_end_while_the_clock_stands_still_does_not_look_at_the_time(at_ms: Any) -> None:
    def paused() -> Game:
        game = Game.deal("base", 7, clock=Clock.of(CLOCK_DUEL))
        game.resume(1000)
        game.pause(2000)
        return game

    resigned, agreed = paused(), paused()
    resigned.resign(Player.RED, at_ms=at_ms)
    assert resigned.outcome == Outcome(Player.BLUE, Ending.RESIGNATION)
    agreed.offer_draw(Player.RED)
    agreed.accept(Player.BLUE, at_ms=at_ms)
    assert agreed.outcome == Outcome(None, Ending.AGREEMENT)
    assert agreed.clock is not None
    assert agreed.clock.left_ms == (299_000, 300_000)


def test_an_end_without_a_time_leaves_what_the_clock_showed_last() -> None:
    game = Game.deal("way-of-shadow", 3, clock=Clock.of(CLOCK_DUEL))
    game.play("place:b5")
    game.play("place:b1")
    game.resume(0)
    game.play("tiger:c1c3", at_ms=20_000)
    game.flag(Player.RED)
    assert game.clock is not None
    assert game.clock.left_ms == (280_000, 300_000)


def test_a_game_begins_with_a_full_clock() -> None:
    with pytest.raises(OnitamaError, match="all the time on both faces"):
        Game.deal("base", 7, clock=Clock(CLOCK_DUEL, (1000, 2000)))
