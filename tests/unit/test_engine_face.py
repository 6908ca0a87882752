"""The face of all engines: what it takes, what it refuses, what it gives; whole games of every preset."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import onitama as on
from build import build
from onitama.engine import ENGINE_NAMES, WIN_SCORE, Analysis, Engine, Limits
from onitama.observe import Observation, Played, observe
from onitama.rules import Ending, Outcome, Phase, Position

QUICK = Limits(depth=3)
OPEN = [name for name, rules in on.PRESETS.items() if rules.hidden is None]
HIDDEN = [name for name, rules in on.PRESETS.items() if rules.hidden is not None]


def play_game(start: Position, red: Engine, blue: Engine, *, turns: int = 300) -> Position:
    """Let two engines play a game of at most so many turns."""
    position, history = start, list[Played]()
    while position.outcome is None and position.turn_number <= turns:
        view: Position | Observation = position
        if position.rules.hidden:
            view = observe(history, position, position.to_move)
        step = (red, blue)[position.to_move].play(view, QUICK)
        assert step in position.legal_steps
        after = position.play_unchecked(step)
        history.append(Played(position, step, after))
        position = after
    return position


def match(preset: str, one: str, two: str, *, games: int) -> Counter[str]:
    """How many games each engine wins; every deal is played twice, with the colours changed over."""
    wins: Counter[str] = Counter()
    for number in range(games):
        engines = [(one, Engine(one, seed=number)), (two, Engine(two, seed=number + 1000))]
        red, blue = engines if number % 2 else engines[::-1]
        end = play_game(on.deal(preset, number // 2), red[1], blue[1])
        wins["open" if end.outcome is None else (red, blue)[end.to_move][0]] += 1
    return wins


def untimed(analysis: Analysis) -> Analysis:
    """An analysis without the time it took, which is never the same."""
    return replace(analysis, seconds=0.0)


# Who plays


def test_without_a_name_the_fitting_player_is_chosen() -> None:
    start = on.deal("base", 1)
    assert untimed(Engine().analyse(start, QUICK)) == untimed(Engine("native").analyse(start, QUICK))
    shadow = observe((), build(hidden="shadow", red_ninjas="b1", blue_ninjas="d5"), on.RED)
    quick = Limits(nodes=100)
    one, two = (Engine(name, seed=1, hash_mb=1).analyse(shadow, quick) for name in (None, "native"))
    assert untimed(one) == untimed(two)


def test_an_open_game_may_come_as_anybodys_observation() -> None:
    start = on.deal("way-of-the-wind", 1)
    for viewer in (on.RED, on.BLUE, None):
        view = observe((), start, viewer)
        for name in ENGINE_NAMES:
            one, two = (Engine(name, seed=1).analyse(each, QUICK) for each in (view, start))
            assert untimed(one) == untimed(two)


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_the_best_step_begins_the_line_and_is_what_is_played(name: str) -> None:
    start, engine = on.deal("base", 3), Engine(name, seed=5)
    analysis = engine.analyse(start, QUICK)
    assert analysis.best == analysis.line[0] == engine.play(start, QUICK)
    assert analysis.best in start.legal_steps


def test_the_same_seed_and_view_give_the_same_step_however_often_asked() -> None:
    start = on.deal("base", 3)
    engine = Engine("random", seed=5)
    assert {engine.play(start) for _ in range(20)} == {Engine("random", seed=5).play(start)}
    assert len({Engine("random", seed=seed).play(start) for seed in range(50)}) == len(start.legal_steps)
    assert len({Engine("random").play(start) for _ in range(50)}) > 1, "without a seed anything may come"


# What is refused


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "expected seconds, depth or nodes, found none"),
        ({"seconds": 0}, "expected a positive number of seconds, found 0"),
        ({"seconds": -1.5}, "expected a positive number of seconds, found -1.5"),
        ({"seconds": math.nan}, "expected a positive number of seconds, found nan"),
        ({"seconds": math.inf}, "expected a positive number of seconds, found inf"),
        ({"seconds": 10**400}, "expected a positive number of seconds, found a huge number"),
        ({"seconds": True}, "expected a positive number of seconds, found True"),
        ({"seconds": "1"}, "expected a positive number of seconds, found '1'"),
        ({"depth": 0}, "depth is a whole number from 1, found 0"),
        ({"seconds": 1, "depth": 2.5}, "depth is a whole number from 1, found 2.5"),
        ({"nodes": -3}, "nodes is a whole number from 1, found -3"),
        ({"nodes": -(10**5000)}, "nodes is a whole number from 1, found a huge number"),
        ({"nodes": True}, "nodes is a whole number from 1, found True"),
    ],
)
def test_limits_that_limit_nothing_are_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(on.OnitamaError, match=message):
        Limits(**limits)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(on.OnitamaError, match="there is no engine 'deep'; the engines are random, greedy"):
        Engine("deep")


def test_a_strange_seed_is_refused() -> None:
    seed: Any = "7"
    with pytest.raises(on.OnitamaError, match="a seed is a whole number, found '7'"):
        Engine(seed=seed)


def test_something_else_than_a_view_is_refused() -> None:
    view: Any = "base"
    with pytest.raises(on.OnitamaError, match="needs a Position or an Observation, found str"):
        Engine().analyse(view)


def test_something_else_than_limits_is_refused() -> None:
    limits: Any = 1.0
    with pytest.raises(on.OnitamaError, match=r"an engine needs Limits, found 1\.0"):
        Engine().analyse(on.deal("base", 1), limits)


def test_limits_beyond_all_measure_are_as_good_as_none() -> None:
    limits = Limits(seconds=1.7e308, depth=2, nodes=10**30)
    assert Engine().analyse(on.deal("base", 1), limits).depth == 2


@pytest.mark.parametrize("name", [None, *ENGINE_NAMES])
def test_a_finished_game_is_refused(name: str | None) -> None:
    won = build(red="Mc4", blue="Mc5").play("boar:c4c5")
    with pytest.raises(on.OnitamaError, match="the game is over: red won by stone"):
        Engine(name).play(won)
    given_up = observe((), on.deal("base", 1), on.RED, Outcome(on.BLUE, Ending.RESIGNATION))
    with pytest.raises(on.OnitamaError, match="the game is over: blue won by resignation"):
        Engine(name).play(given_up)


@pytest.mark.parametrize("name", [None, *ENGINE_NAMES])
def test_r70_no_engine_takes_a_position_that_shows_hidden_ninjas(name: str | None) -> None:
    for preset in HIDDEN:
        with pytest.raises(on.OnitamaError, match="give the engine what a player may know, an Observation"):
            Engine(name).play(on.deal(preset, 1))


def test_r70_in_a_hidden_game_the_view_must_be_the_movers() -> None:
    position = build(hidden="shadow", red_ninjas="b1", blue_ninjas="d5")
    with pytest.raises(
        on.OnitamaError, match="red is to move, so the engine needs its view, found that of blue"
    ):
        Engine().play(observe((), position, on.BLUE))
    with pytest.raises(on.OnitamaError, match="found that of a spectator"):
        Engine().play(observe((), position, None))


# What is given


@pytest.mark.parametrize(
    ("score", "plies"),
    [(WIN_SCORE - 1, 1), (2 - WIN_SCORE, -2), (WIN_SCORE - 101, 101), (0, None), (-450, None), (2000, None)],
)
def test_a_proven_score_says_in_how_many_plies(score: int, plies: int | None) -> None:
    step = on.deal("base", 1).legal_steps[0]
    assert Analysis(best=step, score=score, line=(step,), nodes=1, depth=1).plies_to_end == plies


# Whole games


@pytest.mark.parametrize("preset", OPEN)
def test_open_games_go_to_the_end(preset: str) -> None:
    for number, name in enumerate(ENGINE_NAMES):
        end = play_game(on.deal(preset, number), Engine(name, seed=number), Engine("random", seed=9))
        assert end.phase is Phase.OVER


@pytest.mark.parametrize("preset", HIDDEN)
def test_hidden_games_go_to_the_end(preset: str) -> None:
    for number, name in enumerate(("random", "greedy", "sensible")):
        end = play_game(on.deal(preset, number), Engine(name, seed=1), Engine("random", seed=number))
        assert end.phase is Phase.OVER


def test_each_plays_better_than_the_last() -> None:
    assert match("base", "greedy", "random", games=16)["greedy"] >= 14
    assert match("base", "sensible", "greedy", games=16)["sensible"] >= 13
    assert match("base", "native", "random", games=10)["native"] == 10
    assert match("base", "native", "sensible", games=10)["native"] >= 9
    assert match("way-of-the-wind", "native", "greedy", games=4)["native"] == 4


def test_sensible_beats_random_and_greedy_in_hidden_games() -> None:
    against_random, against_greedy = Counter[str](), Counter[str]()
    for preset in ("way-of-shadow", "way-of-light", "shadow-and-wind", "light-and-wind"):
        against_random += match(preset, "sensible", "random", games=4)
        against_greedy += match(preset, "sensible", "greedy", games=6)
    assert against_random["sensible"] >= 13
    assert against_greedy["sensible"] >= 16
