"""The JSON form of a position: what it looks like, and what is refused."""

import contextlib
import json
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import onitama as on
from build import build
from onitama.errors import InvalidPosition
from onitama.rules import Phase, Position

Data = dict[str, Any]


def base() -> Data:
    return on.deal_by_hand("base", red=("ox", "boar"), blue=("horse", "elephant"), side="crab").to_json()


def shadow() -> Data:
    return build(
        hidden="shadow", red="Mc1 a1", blue="Mc5 e5", red_ninjas="b1", blue_ninjas="d5", lanterns=(2, 2)
    ).to_json()


def light() -> Data:
    return build(hidden="light", blue="", blue_ninjas="a5 e5", lanterns=(2, 0)).to_json()


def wind() -> Data:
    return build(spirit="c3", cards="eagle boar / horse elephant / crab").to_json()


def test_the_form_of_a_base_position() -> None:
    assert base() == {
        "rules": {"spirit": False, "hidden": None, "lantern_rule": "both"},
        "red": {
            "master": "c1",
            "students": ["a1", "b1", "d1", "e1"],
            "ninjas": [],
            "revealed": [],
            "lanterns": 0,
        },
        "blue": {
            "master": "c5",
            "students": ["a5", "b5", "d5", "e5"],
            "ninjas": [],
            "revealed": [],
            "lanterns": 0,
        },
        "spirit": None,
        "hands": {"red": ["Ox", "Boar"], "blue": ["Horse", "Elephant"]},
        "side": "Crab",
        "to_move": "blue",
        "turn_number": 1,
        "first_turn_done": {"red": False, "blue": False},
    }


def test_only_the_way_of_light_names_a_light_player() -> None:
    assert light()["rules"] == {
        "spirit": False,
        "hidden": "light",
        "lantern_rule": "both",
        "light_player": "red",
    }
    assert "light_player" not in shadow()["rules"]


@pytest.mark.parametrize(
    ("turn", "preset", "phase", "card", "due"),
    [
        ("", "way-of-shadow", "place", None, False),
        ("place place first", "shadow-and-wind", "ninja", "any", None),
    ],
)
def test_mid_turn_positions_say_what_is_due(
    turn: str, preset: str, phase: str, card: str | None, due: bool | None
) -> None:
    position = on.deal(preset, seed=5)
    for _ in turn.split():
        position = position.play(position.legal_steps[0])
    assert position.to_json()["turn"]["phase"] == phase
    assert (position.to_json()["turn"]["card"] is None) is (card is None)
    if due is not None:
        assert position.to_json()["turn"]["spirit_due"] is due
    assert Position.from_json(position.to_json()) == position


def test_a_lost_master_or_one_on_the_enemy_temple_means_that_the_game_is_over() -> None:
    lost = base()
    lost["blue"]["master"] = None
    assert Position.from_json(lost).phase is Phase.OVER
    there = base()
    there["red"] |= {"master": "c5", "students": []}
    there["blue"] |= {"master": "a1", "students": []}
    outcome = Position.from_json(there).outcome
    assert outcome is not None
    assert (str(outcome.winner), str(outcome.by)) == ("red", "stream")


def change(path: str, value: Any) -> Callable[[Data], None]:
    def apply(data: Data) -> None:
        *parents, last = path.split(".")
        for key in parents:
            data = data[key]
        if value is ...:
            del data[last]
        else:
            data[last] = value

    return apply


@pytest.mark.parametrize(
    ("make", "path", "value", "message"),
    [
        (base, "red.students", ["a1", "a1"], "red students: a1 comes twice"),
        (base, "red.students", ["c1"], "two pieces stand on c1"),
        (base, "red.students", ["c5"], "two pieces stand on c5"),
        (base, "red.students", ["a5"], "two pieces stand on a5"),
        (base, "red.students", ["a1", "a2", "a3", "a4", "b1"], "red has 5 students, at most 4 can be"),
        (base, "red.students", ["f1"], "red students: expected a square from a1 to e5, found 'f1'"),
        (base, "red.students", [7], "red students: expected a square from a1 to e5, found 7"),
        (base, "red.students", "a1", "red students: expected a list of squares"),
        (base, "red.master", "c9", "red master: expected a square"),
        (base, "red.master", ["c1"], "red master: expected a square"),
        (base, "red.ninjas", ["b2"], "red has 1 ninjas, at most 0 can be"),
        (base, "red.lanterns", 1, "red has 1 lanterns, 0 to 0 can be"),
        (base, "red.lanterns", -1, "red lanterns: expected a whole number from 0"),
        (base, "red.lanterns", True, "red lanterns: expected a whole number from 0"),
        (base, "red", None, "red: expected an object"),
        (base, "red.king", "c1", "red: unexpected key 'king'"),
        (base, "red.students", ..., "red: students is missing"),
        (base, "spirit", "c3", "the spirit stands on the board in games with it, and only there"),
        (base, "rules.spirit", True, "the spirit stands on the board in games with it"),
        (base, "rules.spirit", 1, "rules: spirit is true or false, found 1"),
        (base, "rules.hidden", "fog", "rules: hidden is shadow, light or nothing, found 'fog'"),
        (base, "rules.lantern_rule", "none", "rules: lantern_rule is both or starter, found 'none'"),
        (base, "rules.light_player", "red", "rules: unexpected key 'light_player'"),
        (base, "rules.spirit", ..., "rules: spirit is missing"),
        (base, "hands.red", ["Ox"], "red hand: expected two cards"),
        (base, "hands.red", ["Ox", "Boar", "Eel"], "red hand: expected two cards"),
        (base, "hands.red", ["Ox", "Oxx"], "red hand: there is no card called 'Oxx'"),
        (base, "hands.red", ["Ox", "Crab"], "the card Crab is in two places"),
        (base, "hands.red", ["Ox", "Bat"], "Bat is a wind card: it needs the spirit"),
        (base, "hands.green", ["Ox", "Bat"], "hands: unexpected key 'green'"),
        (base, "side", None, "side: there is no card called None"),
        (base, "to_move", "green", "to_move: expected red or blue, found 'green'"),
        (base, "turn_number", 0, "turn_number: expected a whole number from 1"),
        (base, "turn_number", 1.0, "turn_number: expected a whole number from 1"),
        (base, "first_turn_done.red", 0, "first_turn_done: expected true or false"),
        (base, "side", ..., "position: side is missing"),
        (base, "extra", 1, "position: unexpected key 'extra'"),
        (base, "turn", {"phase": "ninja", "card": "Ox", "spirit_due": False}, "only the Way of Shadow"),
        (
            base,
            "turn",
            {"phase": "over", "card": None, "spirit_due": False},
            "turn: expected a phase of place",
        ),
        (base, "turn", {"phase": [], "card": None, "spirit_due": False}, "turn: expected a phase of place"),
        (base, "turn", {"phase": "place", "card": None, "spirit_due": False}, "only hidden games"),
        (base, "turn", {"phase": "lantern", "card": None, "spirit_due": False}, "blue may not light one"),
        (shadow, "red.ninjas", ["c1"], "red's ninja and another piece stand on c1"),
        (shadow, "red.ninjas", ["e5"], "red's ninja and another piece stand on e5"),
        (shadow, "red.ninjas", ["b1", "b2"], "red has 2 ninjas, at most 1 can be"),
        (shadow, "red.revealed", ["b2"], "red has no ninja on b2 that could be revealed"),
        (shadow, "red.lanterns", 3, "red has 3 lanterns, 0 to 2 can be"),
        (shadow, "red.students", ["a1", "a2", "a3"], "red has 3 students, at most 2 can be"),
        (
            shadow,
            "turn",
            {"phase": "ninja", "card": None, "spirit_due": False},
            "a card is in use in the ninja",
        ),
        (shadow, "turn", {"phase": "ninja", "card": "Horse", "spirit_due": False}, "Horse, is not in hand"),
        (shadow, "turn", {"phase": "ninja", "card": "Ox", "spirit_due": True}, "Ox is no wind card"),
        (shadow, "turn", {"phase": "place", "card": None, "spirit_due": False}, "ninjas are placed already"),
        (shadow, "turn", {"phase": "lantern", "card": None, "spirit_due": True}, "the spirit cannot be due"),
        (base, "turn_number", 10**9, "turn_number: expected a whole number from 1, found a huge number"),
        (
            base,
            "red.students",
            {"a": ["b"] * 10**5},
            "red students: expected a list of squares, found an object",
        ),
        (base, "side", "x" * 10**6, "side: there is no card called 'xxx"),
        (light, "blue.master", "c5", "blue is Shadow in the Way of Light: it has no master"),
        (light, "blue.students", ["a1"], "blue has 1 students, at most 0 can be"),
        (light, "blue.lanterns", 1, "blue has 1 lanterns, 0 to 0 can be"),
        (wind, "spirit", "c1", "the spirit and a pawn stand on c1"),
        (wind, "spirit", None, "the spirit stands on the board in games with it"),
        (wind, "turn", {"phase": "spirit", "card": "Boar", "spirit_due": True}, "Boar is no wind card"),
        (wind, "turn", {"phase": "spirit", "card": "Eagle", "spirit_due": False}, "spirit_due must be true"),
    ],
)
def test_an_inconsistent_position_is_refused_with_the_reason(
    make: Callable[[], Data], path: str, value: Any, message: str
) -> None:
    data = make()
    change(path, value)(data)
    with pytest.raises(InvalidPosition) as caught:
        Position.from_json(data)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


def test_deeply_nested_data_is_refused_like_any_other() -> None:
    data = base()
    data["red"]["students"] = []
    for _ in range(100_000):
        data["red"]["students"] = [data["red"]["students"]]
    with pytest.raises(InvalidPosition, match="red students: expected a square from a1 to e5, found a list"):
        Position.from_json(data)


def test_a_number_too_long_to_be_written_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="found a huge number"):
        Position.from_json(base() | {"turn_number": 10**5000})


def test_ninjas_are_placed_only_before_the_first_turn() -> None:
    data = on.deal("way-of-shadow", seed=1).to_json()
    with pytest.raises(InvalidPosition, match="ninjas are placed before the first turn"):
        Position.from_json(data | {"turn_number": 3})
    data["red"]["master"] = None
    with pytest.raises(InvalidPosition, match="the game is won"):
        Position.from_json(data)


def test_both_masters_missing_or_on_the_enemy_temple_is_refused() -> None:
    missing = base()
    missing["red"]["master"] = missing["blue"]["master"] = None
    with pytest.raises(InvalidPosition, match="both masters are missing"):
        Position.from_json(missing)
    swapped = base()
    swapped["red"]["master"], swapped["blue"]["master"] = "c5", "c1"
    with pytest.raises(InvalidPosition, match="both masters stand on the enemy temple"):
        Position.from_json(swapped)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["c1", "red", "Ox"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(anything)
def test_any_json_is_a_position_or_a_clear_error(data: Any) -> None:
    with pytest.raises(InvalidPosition):
        Position.from_json(data)


@given(st.sampled_from([base, shadow, light, wind]), st.data())
def test_any_change_of_one_part_loads_or_is_a_clear_error(
    make: Callable[[], Data], draw: st.DataObject
) -> None:
    data = make()
    paths = [f"{key}.{inner}" for key, value in data.items() if isinstance(value, dict) for inner in value]
    change(draw.draw(st.sampled_from([*paths, *data])), draw.draw(anything))(data)
    with contextlib.suppress(
        InvalidPosition
    ):  # anything but this or a position that round-trips fails the test
        position = Position.from_json(data)
        assert json.dumps(Position.from_json(position.to_json()).to_json()) == json.dumps(position.to_json())
