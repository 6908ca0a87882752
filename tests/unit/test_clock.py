"""Clocks and time controls by themselves, and the clock of a game (R82); tests tell the time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from build import build
from onitama.clock import CLOCK_DUEL, Clock, TimeControl, format_time_control, parse_time_control
from onitama.deal import deal
from onitama.errors import IllegalStep, NotationError, OnitamaError
from onitama.game import Game
from onitama.player import BLUE, RED, Player
from onitama.rules import Ending, Outcome, Way
from played_games import random_game, snapshot

WEEK_MS = 7 * 24 * 60 * 60 * 1000
controls = st.builds(TimeControl, st.integers(1, WEEK_MS), st.integers(0, WEEK_MS))


# Time controls


def test_r82_the_clock_duel_is_five_minutes_and_nothing_added() -> None:
    assert (CLOCK_DUEL.initial_ms, CLOCK_DUEL.increment_ms) == (300_000, 0)
    assert str(CLOCK_DUEL) == "5+0"


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5+0", TimeControl(300_000)),
        ("10+5", TimeControl(600_000, 5000)),
        ("1:30+2.5", TimeControl(90_000, 2500)),
        ("0:00.5+0.001", TimeControl(500, 1)),
    ],
)
def test_a_time_control_has_a_text(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control
    assert str(control) == text


@given(controls)
def test_a_time_control_reads_back(control: TimeControl) -> None:
    assert parse_time_control(format_time_control(control)) == control


@pytest.mark.parametrize(
    "text", ["", "5", "+5", "5+", "0+3", "-5+0", "5+0 ", "5:60+0", "5+0+0", "five+0", "5+1.2345", "\u0665+0"]
)
def test_another_text_is_no_time_control(text: str) -> None:
    with pytest.raises(NotationError, match="expected a time control"):
        parse_time_control(text)


@given(st.text(max_size=12) | st.from_regex(r"[0-9:.+]{0,9}"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        control = parse_time_control(text)
    except NotationError:
        return
    assert parse_time_control(str(control)) == control


@pytest.mark.parametrize("parts", [(0, 0), (-1, 0), (1000, -1), (1.5, 0), (True, 0), ("5", 0)])
def test_a_time_control_needs_whole_times(parts: tuple[Any, Any]) -> None:
    with pytest.raises(OnitamaError, match="expected a whole number"):
        TimeControl(*parts)


# The clock


def test_a_new_clock_stands_still() -> None:
    clock = Clock.of(TimeControl(1000))
    assert (clock.running, clock.left_ms, clock.read(10**9)) == (None, (1000, 1000), (1000, 1000))
    assert not clock.is_out(10**9)


def test_only_the_face_that_runs_loses_time() -> None:
    clock = Clock.of(TimeControl(1000)).start(BLUE, at_ms=50)
    assert clock.read(at_ms=150) == (1000, 900)
    assert clock.stop(at_ms=250).read(at_ms=999) == (1000, 800)


def test_a_press_adds_the_increment_and_starts_the_other_face() -> None:
    clock = Clock.of(TimeControl(1000, 30)).start(RED, at_ms=0).press(at_ms=100)
    assert (clock.left_ms, clock.running) == ((930, 1000), BLUE)
    assert clock.read(at_ms=110) == (930, 990)


def test_a_face_that_shows_nothing_is_out_and_shows_no_less() -> None:
    clock = Clock.of(TimeControl(1000, 30)).start(RED, at_ms=0)
    assert [clock.is_out(at_ms) for at_ms in (999, 1000, 5000)] == [False, True, True]
    assert clock.read(at_ms=5000) == (0, 1000)
    with pytest.raises(OnitamaError, match="red's time is out"):
        clock.press(at_ms=1000)


def test_a_clock_that_stands_still_cannot_be_pressed() -> None:
    with pytest.raises(OnitamaError, match="stands still"):
        Clock.of(CLOCK_DUEL).press(at_ms=0)


@pytest.mark.parametrize("call", [Clock.read, Clock.press, Clock.stop, Clock.is_out])
def test_time_that_runs_backwards_is_an_error(call: Any) -> None:
    clock = Clock.of(CLOCK_DUEL).start(RED, at_ms=500)
    with pytest.raises(OnitamaError, match="ran backwards, from 500 to 499"):
        call(clock, 499)
    with pytest.raises(OnitamaError, match="expected whole milliseconds"):
        call(clock, 600.5)


@given(controls, st.lists(st.tuples(st.sampled_from(["press", "stop", "start"]), st.integers(0, 10**7))))
def test_what_is_lost_is_what_has_passed(control: TimeControl, acts: list[tuple[str, int]]) -> None:
    clock, now_ms, passed_ms, added_ms = Clock.of(control).start(RED, at_ms=0), 0, 0, 0
    for act, wait_ms in acts:
        if clock.running is not None:
            passed_ms += min(wait_ms, clock.left_ms[clock.running])
        now_ms += wait_ms
        match act:
            case "press" if clock.running is not None and not clock.is_out(now_ms):
                clock, added_ms = clock.press(now_ms), added_ms + control.increment_ms
            case "start":
                clock = clock.start(BLUE, now_ms)
            case _:
                clock = clock.stop(now_ms)
        assert min(clock.left_ms) >= 0
        assert sum(clock.left_ms) == 2 * control.initial_ms + added_ms - passed_ms


# The clock of a game


def timed(control: TimeControl = CLOCK_DUEL) -> Game:
    """A game that Red starts at 0 ms."""
    game = Game.deal_by_hand(
        "base", red=("tiger", "boar"), blue=("crab", "ox"), side="horse", starter=RED, clock=Clock.of(control)
    )
    game.resume(0)
    return game


def left_ms(game: Game) -> tuple[int, int]:
    assert game.clock is not None
    return game.clock.left_ms


def running(game: Game) -> Player | None:
    assert game.clock is not None
    return game.clock.running


def test_r82_a_finished_turn_presses_the_clock() -> None:
    game = timed(TimeControl.of(5, increment_seconds=3))
    game.play("tiger:c1c3", at_ms=20_000)
    assert (left_ms(game), running(game)) == ((283_000, 300_000), BLUE)
    game.play("crab:c5c4", at_ms=21_000)
    assert (left_ms(game), running(game)) == ((283_000, 302_000), RED)
    assert [turn.left_ms for turn in game.turns] == [(283_000, 300_000), (283_000, 302_000)]


def test_r82_the_clock_runs_until_the_lantern_step_is_made() -> None:
    game = Game(
        build(
            red="Mc1 a1", blue="Mc5 a5", hidden="shadow", red_ninjas="b1", blue_ninjas="d5", lanterns=(2, 2)
        ),
        clock=Clock.of(CLOCK_DUEL),
    )
    game.resume(0)
    for step, at_ms in (("boar:c1c2", 1000), ("ninja:stay", 2000)):
        game.play(step, at_ms=at_ms)
        assert (running(game), game.turns[-1].left_ms) == (RED, (300_000 - at_ms, 300_000))
    game.play("lantern:none", at_ms=3000)
    assert (running(game), left_ms(game)) == (BLUE, (297_000, 300_000))


def test_r82_a_win_in_the_last_millisecond_ends_the_game_at_once() -> None:
    game = Game(
        build(red="Mc3", blue="Mc5", cards="tiger boar / crab ox / horse"), clock=Clock.of(CLOCK_DUEL)
    )
    game.resume(0)
    game.play("tiger:c3c5", at_ms=299_999)
    assert game.outcome == Outcome(RED, Way.STONE)
    assert (running(game), left_ms(game)) == (None, (1, 300_000))
    assert game.tick(10**9) == Outcome(RED, Way.STONE), "whatever the clock says later"


def test_r82_a_winning_move_after_the_flag_fell_is_too_late() -> None:
    game = Game(
        build(red="Mc3", blue="Mc5", cards="tiger boar / crab ox / horse"), clock=Clock.of(CLOCK_DUEL)
    )
    game.resume(0)
    game.play("tiger:c3c5", at_ms=300_000)
    assert game.outcome == Outcome(BLUE, Ending.TIME)
    assert (game.turns, game.position) == ((), game.start)
    assert left_ms(game) == (0, 300_000)


def test_r82_the_player_whose_time_is_out_loses() -> None:
    game = timed()
    game.play("tiger:c1c3", at_ms=1000)
    assert game.tick(at_ms=300_999) is None
    assert game.tick(at_ms=301_000) == Outcome(RED, Ending.TIME)
    assert game.outcome == Outcome(RED, Ending.TIME)


LATE: dict[str, Any] = {
    "resign": lambda game, at_ms: game.resign(BLUE, at_ms=at_ms),
    "offer a draw": lambda game, at_ms: game.offer_draw(BLUE, at_ms=at_ms),
    "accept a draw": lambda game, at_ms: game.accept(RED, at_ms=at_ms),
    "decline a draw": lambda game, at_ms: game.decline(RED, at_ms=at_ms),
    "withdraw": lambda game, at_ms: game.withdraw(BLUE, at_ms=at_ms),
    "pause": lambda game, at_ms: game.pause(at_ms),
    "illegal step": lambda game, at_ms: game.play("tiger:c1c2", at_ms=at_ms),
}


@pytest.mark.parametrize("call", LATE.values(), ids=LATE)
def test_whatever_is_done_after_the_flag_fell_is_too_late(call: Any) -> None:
    game = timed()
    if call is not LATE["offer a draw"]:
        game.offer_draw(BLUE, at_ms=10)
    call(game, 300_000)
    assert game.outcome == Outcome(BLUE, Ending.TIME)


def test_a_takeback_asked_for_after_the_flag_fell_is_too_late() -> None:
    game = timed()
    game.play("tiger:c1c3", at_ms=0)
    game.offer_takeback(RED, at_ms=300_000)
    assert (game.outcome, game.offer) == (Outcome(RED, Ending.TIME), None)


@pytest.mark.parametrize("call", LATE.values(), ids=LATE)
@pytest.mark.parametrize("at_ms", [None, 99, 100.5])
def test_a_running_clock_has_to_be_told_the_time(call: Any, at_ms: Any) -> None:
    game = timed()
    game.play("tiger:c1c3", at_ms=50)
    game.offer_draw(BLUE, at_ms=100)
    if call is LATE["offer a draw"]:
        game.withdraw(BLUE, at_ms=100)
    game.pause(100)
    game.resume(100)
    before = snapshot(game)
    with pytest.raises(OnitamaError, match="at_ms"):
        call(game, at_ms)
    assert snapshot(game) == before


def test_an_illegal_step_leaves_the_clock_running() -> None:
    game = timed()
    before = snapshot(game)
    with pytest.raises(IllegalStep):
        game.play("tiger:c1c2", at_ms=100)
    assert snapshot(game) == before


def test_without_a_clock_the_time_does_not_matter() -> None:
    game = Game.deal("base", 7)
    game.play(game.position.legal_steps[0], at_ms=10)
    game.play(game.position.legal_steps[0], at_ms=5)
    assert [turn.left_ms for turn in game.turns] == [None, None]
    assert game.tick(10**9) is None
    with pytest.raises(OnitamaError, match="the game has no clock"):
        game.resume(0)


def test_a_pause_costs_nobody_time_and_allows_no_step() -> None:
    game = timed()
    game.pause(1000)
    with pytest.raises(OnitamaError, match="stands still already"):
        game.pause(1000)
    before = snapshot(game)
    with pytest.raises(IllegalStep, match="the clock stands still"):
        game.play("tiger:c1c3", at_ms=2000)
    assert snapshot(game) == before
    game.resume(50_000)
    with pytest.raises(OnitamaError, match="running already"):
        game.resume(50_000)
    game.play("tiger:c1c3", at_ms=51_000)
    assert left_ms(game) == (298_000, 300_000)


def test_the_clock_runs_once_the_set_up_is_done() -> None:
    game = Game(deal("way-of-shadow", 3), clock=Clock.of(CLOCK_DUEL))
    game.place(RED, "place:b1")
    with pytest.raises(OnitamaError, match="once all ninjas are placed"):
        game.resume(0)
    game.place(BLUE, "place:b5")
    assert running(game) is None
    game.resume(0)
    assert running(game) is game.position.to_move


def test_r82_a_flag_may_be_called_where_somebody_else_keeps_the_clock() -> None:
    game = Game.deal("base", 7)
    game.flag(RED)
    assert game.outcome == Outcome(BLUE, Ending.TIME)


def test_r82_two_flags_in_unknown_order_make_a_draw() -> None:
    game = timed()
    game.flag(RED, BLUE)
    assert game.outcome == Outcome(None, Ending.TIME)
    assert running(game) is None


def test_undo_and_redo_set_the_clock() -> None:
    game = timed()
    game.play("tiger:c1c3", at_ms=1000)
    game.play("crab:c5c4", at_ms=3000)
    game.undo()
    assert (left_ms(game), running(game)) == ((299_000, 300_000), None)
    game.undo()
    assert left_ms(game) == (300_000, 300_000)
    game.redo()
    game.redo()
    assert (left_ms(game), running(game)) == ((299_000, 298_000), None)
    with pytest.raises(OnitamaError, match="ran backwards"):
        game.resume(2999)
    game.resume(3000)
    assert running(game) is RED


@given(
    st.sampled_from(["base", "way-of-the-wind", "way-of-shadow", "light-and-wind"]),
    st.integers(0, 2**32),
    st.integers(1, 20_000),
    st.lists(st.integers(0, 5000), min_size=1, max_size=30),
)
def test_a_timed_game_adds_up(preset: str, seed: int, initial_ms: int, waits_ms: list[int]) -> None:
    script = random_game(preset, seed, 30).history
    control = TimeControl(initial_ms, increment_ms=100)
    game = Game.deal(preset, seed, clock=Clock.of(control))
    now_ms = 0
    for at, played in enumerate(script):
        if running(game) is None and game.position.phase.value == "move":
            game.resume(now_ms)
        now_ms += waits_ms[at % len(waits_ms)] if running(game) is not None else 0
        before = game.turns
        game.play(played.step, at_ms=now_ms)
        assert min(left_ms(game)) >= 0
        if game.outcome is not None and game.outcome.by is Ending.TIME:
            assert game.turns == before
            assert left_ms(game)[game.outcome.winner.other if game.outcome.winner is not None else RED] == 0
            return
    assert game.history == script
    presses = sum(turn.is_complete and turn.number > 0 and turn.after.outcome is None for turn in game.turns)
    assert game.clock is not None
    assert sum(game.clock.read(now_ms)) == 2 * initial_ms + 100 * presses - now_ms
