"""Nothing hidden gets out: pairs of games that differ only in what a viewer cannot know look the same (R70, R71).

How such pairs are made is told in `hidden_pairs`.
"""

import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import onitama as on
from hidden_pairs import (
    HIDDEN_RULES,
    R71_TWINS,
    Pair,
    dealt_pairs,
    goes_unnoticed,
    odd_pairs,
    pairs,
    shadows_turn,
)
from onitama.errors import OnitamaError
from onitama.observe import Observation, Played, common_key, observe, step_events
from onitama.rules import (
    Ending,
    NinjaStay,
    Outcome,
    Phase,
    Rules,
    SpiritMove,
)

VIEWERS = (on.RED, on.BLUE, None)
seeds = st.integers(0, 2**32 - 1)


# Pairs of games


def to_bytes(observation: Observation) -> tuple[bytes, ...]:
    return (
        json.dumps(observation.to_json()).encode(),
        repr(observation).encode(),
        pickle.dumps(observation),
        str(hash(observation)).encode(),
    )


def check_pair(pair: Pair) -> None:
    for viewer in pair.watchers:
        views = [observe(game, game[-1].after, viewer) for game in pair.games]
        assert views[0] == views[1]
        assert to_bytes(views[0]) == to_bytes(views[1])
        assert common_key(views[0]) == common_key(views[1])
        events = [[event for one in unit for event in step_events(one, viewer)] for unit in pair.units]
        assert events[0] == events[1]
        assert events[0], "something was told"
        for game, unit in zip(pair.games, pair.units, strict=True):
            if len(unit) == 2:  # between its parts nothing is told and nothing is to be seen
                middle = game[:-1]
                assert step_events(unit[0], viewer) == ()
                assert to_bytes(observe(middle, middle[-1].after, viewer)) == to_bytes(
                    observe(game[:-2], unit[0].before, viewer)
                )


@given(st.sampled_from(HIDDEN_RULES), seeds)
@settings(max_examples=60)
def test_r70_hidden_differences_are_not_to_be_seen(rules: Rules, seed: int) -> None:
    for pair in dealt_pairs(rules, Random(seed)):
        check_pair(pair)


@given(seeds)
@settings(max_examples=100)
def test_r70_nor_in_strange_positions(seed: int) -> None:
    for pair in odd_pairs(Random(seed)):
        check_pair(pair)


@pytest.mark.parametrize("kind", R71_TWINS)
def test_r71_what_looks_alike_stays_alike(kind: str) -> None:
    both, parts = R71_TWINS[kind]
    start, twin = (shadows_turn(ninjas, **parts) for ninjas in both)
    different_first_steps = 0
    for seed in range(10):
        for one, two in ((start, twin), (twin, start)):
            for number, pair in enumerate(pairs(one, two, on.BLUE, Random(seed), length=12)):
                check_pair(pair)
                different_first_steps += number == 0 and pair.units[0][0].step != pair.units[1][0].step
    assert different_first_steps > 0


def test_the_pairs_differ_in_every_way_that_matters() -> None:
    """The two tests above would prove nothing if the two games were the same."""
    kinds: Counter[str] = Counter()
    for seed in range(200):
        for pair in odd_pairs(Random(seed)):
            one, two = pair.units
            kinds["ninjas elsewhere"] += one[-1].after.ninjas_mask != two[-1].after.ninjas_mask
            kinds["first part or none"] += len(one) != len(two)
            kinds["moved or stayed"] += isinstance(one[0].step, NinjaStay) != isinstance(
                two[0].step, NinjaStay
            )
            kinds["spirit after it"] += isinstance(one[-1].step, SpiritMove) and one[0].step != two[0].step
            kinds["capture"] += one[-1].after.revealed_mask != (0, 0) and one[0].step != two[0].step
    assert {kind for kind, count in kinds.items() if count >= 5} == set(kinds), kinds


# Laws of every game


def random_game(rules: Rules, rng: Random, length: int = 40) -> list[Played]:
    position = on.deal(rules, rng.getrandbits(64))
    history: list[Played] = []
    while len(history) < length and position.phase is not Phase.OVER:
        step = rng.choice(position.legal_steps)
        history.append(Played(position, step, position.play(step)))
        position = history[-1].after
    return history


games = st.builds(random_game, st.sampled_from([*on.PRESETS.values(), *HIDDEN_RULES]), seeds.map(Random))


@given(games)
@settings(max_examples=25)
def test_a_player_who_guesses_right_has_the_position(history: list[Played]) -> None:
    for number, one in enumerate(history):
        for viewer in on.Player:
            if goes_unnoticed(one) and viewer is not one.before.to_move:
                continue
            view = observe(history[: number + 1], one.after, viewer)
            unseen = one.after.ninjas_mask[viewer.other] & ~view.ninjas_mask[viewer.other]
            assert view.position(unseen) == one.after


@given(games)
@settings(max_examples=25)
def test_json_and_pickle_round_trip_for_every_viewer(history: list[Played]) -> None:
    for number, one in enumerate(history):
        for viewer in VIEWERS:
            view = observe(history[: number + 1], one.after, viewer)
            assert Observation.from_json(json.loads(json.dumps(view.to_json()))) == view
            again = pickle.loads(pickle.dumps(view))
            assert again == view
            assert hash(again) == hash(view)


@given(games)
def test_the_turns_are_what_was_told(history: list[Played]) -> None:
    running = [one for one in history if one.after.outcome is None]
    for viewer in VIEWERS:
        words = [event.text for one in running for event in step_events(one, viewer)]
        if running:
            assert " ".join(observe(running, running[-1].after, viewer).turns).split() == words


@given(games)
def test_the_mover_knows_its_steps_and_nobody_else_does(history: list[Played]) -> None:
    for number, one in enumerate(history):
        views = {viewer: observe(history[:number], one.before, viewer) for viewer in VIEWERS}
        for viewer, view in views.items():
            assert view.legal_steps == (one.before.legal_steps if viewer is one.before.to_move else ())


@given(games)
def test_without_hidden_pieces_all_views_are_the_position(history: list[Played]) -> None:
    if history[0].before.rules.hidden:
        return
    for number, one in enumerate(history):
        views = [observe(history[: number + 1], one.after, viewer) for viewer in VIEWERS]
        assert all(view.position() == one.after for view in views)
        assert len({view.turns for view in views}) == 1


@given(games)
def test_after_the_game_every_viewer_knows_the_same(history: list[Played]) -> None:
    last = history[-1].after
    outcome = last.outcome or Outcome(None, Ending.AGREEMENT)
    views = [observe(history, last, viewer, outcome) for viewer in VIEWERS]
    for view in views:
        assert view.position() == last
        assert view.turns == views[0].turns
        assert [word.partition("=")[0] for turn in view.turns for word in turn.split()] == [
            str(one.step) for one in history
        ]


@given(games)
@settings(max_examples=20)
def test_r16_without_hidden_pieces_repetition_is_the_positions_own(history: list[Played]) -> None:
    if history[0].before.rules.hidden:
        return
    positions = [one.after for one in history] * 2
    keys = {position.repetition_key: common_key(observe((), position, None)) for position in positions}
    assert len(set(keys.values())) == len(keys)


PLAIN = (int, str, bool, type(None), Enum, on.Card, on.Step)


def parts(value: object) -> Iterator[object]:
    """A value and all that can be reached from it by its fields and elements."""
    yield value
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one)
    elif is_dataclass(value) and not isinstance(value, on.Card):
        for field in fields(value):
            yield from parts(getattr(value, field.name))


@given(games)
def test_only_plain_values_can_be_reached(history: list[Played]) -> None:
    for viewer in VIEWERS:
        view = observe(history, history[-1].after, viewer)
        events = [event for one in history for event in step_events(one, viewer)]
        for value in (*parts(view), *parts(tuple(events))):
            assert isinstance(value, (*PLAIN, tuple, Observation, Rules, Outcome)), value


# Any input


def spoiled(data: Any, rng: Random) -> Any:
    """The data with one part replaced, dropped or doubled."""
    junk: Sequence[Any] = [None, -1, 3, 1e9, "", "c3", "Ox", "red", True, [], {}, ["c3"], [[]], {"red": 1}]
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        rest = {other: value for other, value in data.items() if other != key}
        return rest if rng.random() < 0.1 else {**data, key: spoiled(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.8:
        at = rng.randrange(len(data))
        return [*data[:at], *rng.choice(([], [data[at]] * 2, [spoiled(data[at], rng)])), *data[at + 1 :]]
    return rng.choice(junk)


@given(games, st.sampled_from(VIEWERS), seeds)
def test_reading_survives_any_input(history: list[Played], viewer: on.Player | None, seed: int) -> None:
    rng = Random(seed)
    good = observe(history, history[-1].after, viewer).to_json()
    for _ in range(20):
        data = spoiled(good, rng)
        try:
            again = Observation.from_json(data)
        except OnitamaError:
            continue
        assert again.to_json() == {
            key: value for key, value in data.items() if (key, value) != ("turn", None)
        }


def test_reading_survives_a_board_without_a_free_square() -> None:
    data = observe((), on.deal("way-of-shadow", 1), None).to_json()
    full = [file + rank for file in "abcde" for rank in "12345"]
    data["red"]["students"] = full
    data["ninjas_alive"] = {"red": 2, "blue": 2}
    with pytest.raises(OnitamaError):
        Observation.from_json(data)
