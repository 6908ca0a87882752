"""Nothing hidden gets out: pairs of games that differ only in what a viewer cannot know look the same (R70, R71).

Two games run side by side. One player, the hider, makes different hidden moves in them, but all public facts agree.
What is public is judged here from the full positions, independently of the code under test.
"""

import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any, NamedTuple

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import onitama as on
from build import build
from onitama.errors import OnitamaError
from onitama.geometry import bit, format_square, squares
from onitama.observe import Observation, Played, common_key, observe, step_events
from onitama.rules import (
    Ending,
    Lantern,
    Move,
    NinjaMove,
    NinjaStay,
    Outcome,
    Phase,
    Position,
    Rules,
    SpiritMove,
    lantern_answer,
)
from random_states import random_rules, random_state

VIEWERS = (on.RED, on.BLUE, None)
HIDDEN_RULES = [
    *(rules for rules in on.PRESETS.values() if rules.hidden),
    *(
        Rules(spirit=True, wind_cards=winds, hidden="light", light_player=light)
        for winds in (3, 5)
        for light in on.Player
    ),
    Rules(spirit=True, wind_cards=4, hidden="shadow", lantern_rule="starter"),
]
seeds = st.integers(0, 2**32 - 1)
Unit = tuple[Played, ...]
"""Steps that are public together: nearly always one; two if the first cannot be noticed (R71)."""


# What is public


def public_state(position: Position) -> tuple[Any, ...]:
    one = position
    alive = [mask.bit_count() for mask in one.ninjas_mask]
    turn = one.to_move, one.turn_number, one.phase, one.card, one.spirit_due, one.first_turn_done
    cards = one.hands, one.side
    return (
        turn,
        cards,
        one.students_mask,
        one.masters_mask,
        one.spirit_mask,
        one.lanterns,
        one.revealed_mask,
        alive,
    )


def announced(played: Played) -> tuple[Any, ...]:
    """What is said aloud and need not show on the board afterwards."""
    before, step, after = played
    match step:
        case Move(_, origin, target) | SpiritMove(origin, target) if before.spirit_mask == bit(origin):
            return tuple(bool(mask & bit(target)) for mask in before.ninjas_mask)
        case Lantern(str(line)):
            return line, lantern_answer(before, line)
        case NinjaMove(_, target, True):
            return target, before.ninjas_mask != after.ninjas_mask
    return ()


def public_facts(unit: Unit) -> tuple[Any, ...]:
    return public_state(unit[-1].after), announced(unit[-1])


def goes_unnoticed(played: Played) -> bool:
    before, _, after = played
    is_shadow = before.rules.hidden == "light" and before.to_move is not before.rules.light_player
    same_pawns = (before.students_mask, before.masters_mask) == (after.students_mask, after.masters_mask)
    return is_shadow and after.phase is Phase.SPIRIT and same_pawns


def units(position: Position) -> Iterator[Unit]:
    for step in position.legal_steps:
        first = Played(position, step, position.play(step))
        if goes_unnoticed(first):
            for second in first.after.legal_steps:
                yield first, Played(first.after, second, first.after.play(second))
        else:
            yield (first,)


# Pairs of games


class Pair(NamedTuple):
    """Two games with the same public facts, and the last unit of each."""

    hider: on.Player
    games: tuple[list[Played], list[Played]]
    units: tuple[Unit, Unit]

    @property
    def watchers(self) -> tuple[on.Player, None]:
        return self.hider.other, None


def pairs(start: Position, twin: Position, hider: on.Player, rng: Random, length: int = 40) -> Iterator[Pair]:
    """Play on from two positions that look the same to all but the hider, until the game ends or they must differ."""
    games: tuple[list[Played], list[Played]] = [], []
    for _ in range(length):
        choice = next(same_looking(start, twin, hider, rng), None)
        if choice is None:
            return
        for game, unit in zip(games, choice, strict=True):
            game.extend(unit)
        start, twin = (unit[-1].after for unit in choice)
        if start.phase is Phase.OVER:
            return
        yield Pair(hider, games, choice)


def same_looking(
    start: Position, twin: Position, hider: on.Player, rng: Random
) -> Iterator[tuple[Unit, Unit]]:
    """Units for both games with the same public facts; the player who is not the hider does the same in both."""
    wanted = list(units(start))
    rng.shuffle(wanted)
    if start.to_move is not hider:
        assert list(start.legal_steps) == list(twin.legal_steps), "R70: they do not depend on hidden ninjas"
        for unit in wanted:
            other = tuple(Played(twin, one.step, twin.play(one.step)) for one in unit)
            if public_facts(unit) == public_facts(other):
                yield unit, other
        return
    found = list(units(twin))
    rng.shuffle(found)
    for unit in wanted:
        facts = public_facts(unit)
        yield from ((unit, other) for other in found if public_facts(other) == facts)


def dealt_pairs(rules: Rules, rng: Random) -> Iterator[Pair]:
    start = on.deal(rules, rng.getrandbits(64))
    hider = rng.choice(list(on.Player)) if rules.light_player is None else rules.light_player.other
    return pairs(start, start, hider, rng)


def odd_pairs(rng: Random) -> Iterator[Pair]:
    """Pairs from a strange position and its twin with the hider's unseen ninjas elsewhere."""
    rules = random_rules(rng)
    while not rules["hidden"]:
        rules = random_rules(rng)
    data = random_state(rng, rules)
    start = Position.from_json(data)
    light = start.rules.light_player
    hider = rng.choice(list(on.Player)) if light is None else light.other
    pieces = data[str(hider)]
    pawns = start.students_mask[0] | start.students_mask[1] | start.masters_mask[0] | start.masters_mask[1]
    taken = pawns | start.spirit_mask | start.revealed_mask[hider]
    free = [one for one in range(25) if one not in squares(taken)]
    unseen = len(pieces["ninjas"]) - len(pieces["revealed"])
    moved = [format_square(one) for one in rng.sample(free, unseen)]
    twin = Position.from_json(data | {str(hider): pieces | {"ninjas": [*pieces["revealed"], *moved]}})
    return pairs(start, twin, hider, rng)


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


def shadows_turn(ninjas: str, **changes: Any) -> Position:
    parts: dict[str, Any] = {"red": "Mc1", "blue": "", "blue_ninjas": ninjas, "lanterns": (2, 0)}
    return build(hidden="light", to_move="blue", **(parts | changes))


R71_TWINS = {
    "pass or move": (["a1 b1", "a5 e5"], {"cards": "ox eel / okija mejika / crab"}),
    "first part or none": (["a1 b1", "a5 b5"], {"cards": "ox boar / eagle mejika / crab", "spirit": "c3"}),
    "swap with or without": (["a1 e1", "a1 e5"], {"cards": "ox boar / eagle mejika / crab", "spirit": "c3"}),
}


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
