"""The position string: exact round trips, the forms of all fields, and clear refusals."""

import contextlib
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

import onitama as on
from build import build, play
from onitama.errors import NotationError, OnitamaError
from onitama.notation import (
    format_observed_position,
    format_position,
    parse_observed_position,
    parse_position,
)
from onitama.observe import observe
from onitama.rules import Position
from random_states import random_state

START = "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"
SHADOW = "s1m1s/5/5/5/S1M1S ox,boar/horse,elephant/crab b 4 hidden=shadow ninjas=b1!/d4 lanterns=2/1"
VIEWERS = (on.RED, on.BLUE, None)


def random_position(rng: Random) -> Position:
    """Any position, mid-turn ones and finished ones too."""
    position = Position.from_json(random_state(rng))
    for _ in range(rng.randrange(6)):
        if position.legal_steps:
            position = position.play_unchecked(rng.choice(position.legal_steps))
    return position


def test_a_base_position_is_short() -> None:
    start = on.deal_by_hand("base", red=("ox", "boar"), blue=("horse", "elephant"), side="crab")
    assert format_position(start) == START
    assert parse_position(START) == start


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (
            on.deal_by_hand("way-of-the-wind", red=("eagle", "ox"), blue=("sea snake", "bat"), side="kumo"),
            "ssmss/5/2*2/5/SSMSS eagle,ox/sea-snake,bat/kumo b 1",
        ),
        (
            on.deal_by_hand("way-of-shadow", red=("ox", "boar"), blue=("eel", "dog"), side="crab"),
            "s1m1s/5/5/5/S1M1S ox,boar/eel,dog/crab r 1 hidden=shadow ninjas=-/- lanterns=2/2 phase=place",
        ),
        (
            on.deal_by_hand("way-of-light-blue", red=("ox", "boar"), blue=("eel", "dog"), side="crab"),
            "ssmss/5/5/5/5 ox,boar/eel,dog/crab r 1 hidden=light-blue ninjas=-/- lanterns=0/2 phase=place",
        ),
        (
            build(
                hidden="light",
                lantern_rule="starter",
                red="Mc2 a1",
                blue="",
                blue_ninjas="b4 e3",
                revealed="e3",
                lanterns=(1, 0),
                first_turn_done=(True, False),
            ),
            "5/5/5/2M2/S4 ox,boar/horse,elephant/crab r 9"
            " hidden=light-red lantern-rule=starter ninjas=-/e3!b4 lanterns=1/0 done=r",
        ),
        (
            play(build(hidden="shadow", red="Mc1 a1", blue_ninjas="d4", red_ninjas="b1"), "ox:a1a2"),
            "2m2/5/5/S4/2M2 ox,boar/horse,elephant/crab r 9"
            " hidden=shadow ninjas=b1/d4 lanterns=0/0 phase=ninja:ox",
        ),
        (
            build(
                hidden="shadow",
                spirit="c3",
                cards="eagle ox / eel dog / crab",
                red_ninjas="b1",
                turn={"phase": "ninja", "card": "Eagle", "spirit_due": True},
            ),
            "2m2/5/2*2/5/2M2 eagle,ox/eel,dog/crab r 9"
            " hidden=shadow ninjas=b1/- lanterns=0/0 phase=ninja:eagle+spirit",
        ),
        (
            build(
                spirit="c3",
                cards="eagle ox / eel dog / crab",
                turn={"phase": "spirit", "card": "Eagle", "spirit_due": True},
            ),
            "2m2/5/2*2/5/2M2 eagle,ox/eel,dog/crab r 9 phase=spirit:eagle",
        ),
        (
            build(
                hidden="shadow",
                blue_ninjas="d4",
                lanterns=(1, 2),
                turn={"phase": "lantern", "card": None, "spirit_due": False},
            ),
            "2m2/5/5/5/2M2 ox,boar/horse,elephant/crab r 9"
            " hidden=shadow ninjas=-/d4 lanterns=1/2 phase=lantern",
        ),
        (build(blue="a5"), "s4/5/5/5/2M2 ox,boar/horse,elephant/crab r 9"),
    ],
)
def test_the_form_of_each_field(position: Position, line: str) -> None:
    assert format_position(position) == line
    assert parse_position(line) == position


@given(st.randoms(use_true_random=False))
def test_any_position_makes_an_exact_round_trip(rng: Random) -> None:
    position = random_position(rng)
    line = format_position(position)
    again = parse_position(line)
    assert again == position
    assert again.to_json() == position.to_json()
    assert format_position(again) == line


@given(st.randoms(use_true_random=False))
def test_any_observed_position_makes_an_exact_round_trip(rng: Random) -> None:
    position = random_position(rng)
    for viewer in VIEWERS:
        observation = observe((), position, viewer)
        line = format_observed_position(observation)
        if position.outcome is None:
            assert parse_observed_position(line) == observation
        else:
            assert line == format_position(position)


def test_r70_an_observed_position_does_not_depend_on_what_is_hidden() -> None:
    position = parse_position(SHADOW)
    other = parse_position(SHADOW.replace("d4", "a4"))
    seen = "s1m1s/5/5/5/S1M1S ox,boar/horse,elephant/crab b 4 hidden=shadow ninjas=b1!/? lanterns=2/1"
    for viewer, name in ((on.RED, "red"), (None, "spectator")):
        assert format_observed_position(observe((), position, viewer)) == f"{seen} seen-by={name}"
        assert format_observed_position(observe((), other, viewer)) == f"{seen} seen-by={name}"
    assert format_observed_position(observe((), position, on.BLUE)) == f"{SHADOW} seen-by=blue"


@pytest.mark.parametrize(
    ("found", "replaced", "message"),
    [
        (START, "", "expected board, cards, side to move, turn number, found 0 fields"),
        (" 1", "", "expected board, cards, side to move, turn number, found 3 fields"),
        (START, "x" * 401, "expected a line of at most 400 characters"),
        (START, "v2 " + START, "expected version 1, which has no mark, found 'v2'"),
        ("ssmss/", "", "board: expected five ranks such as 2*2"),
        ("ssmss/5/5", "ssmss/5/6", "board: rank 3: expected five of M m S s . *, found '6'"),
        ("ssmss/5/5", "ssmss/5/4", "board: rank 3: expected five of M m S s . *, found '....'"),
        ("ssmss/5", "ssmss/2k2", "board: rank 4: expected five of M m S s . *, found '..k..'"),
        ("ssmss/5", "ssmss/.....", "board: expected five ranks such as 2*2"),
        ("SSMSS", "SMMSS", "board: expected at most one M, found 2"),
        ("/5/5/5/", "/2*2/2*2/5/", "board: expected at most one *, found 2"),
        ("/5/5/5/", "/sssss/5/5/", "blue has 9 students, at most 4 can be"),
        ("ox,boar/horse", "ox/boar,horse", "cards: expected red,red/blue,blue/side"),
        ("crab", "carb", "cards: there is no card called 'carb'"),
        ("crab", "ox", "the card Ox is in two places"),
        ("crab", "bat", "Bat is a wind card: it needs the spirit"),
        (" b ", " w ", "side to move: expected r or b, found 'w'"),
        (" 1", " 0", "turn number: expected a whole number from 1, found '0'"),
        (" 1", " -1", "turn number: expected a whole number from 1, found '-1'"),
        (" 1", " \N{ARABIC-INDIC DIGIT FOUR}", "turn number: expected a whole number from 1"),
        (" 1", " 1" + "0" * 300, "turn number: expected a whole number from 1"),
        (" 1", " 1 shadow", "expected a field such as hidden=shadow, found 'shadow'"),
        (" 1", " 1 king=c1", "expected a field such as hidden=shadow, found 'king=c1'"),
        (" 1", " 1 done=r done=r", "done comes twice"),
        (" 1", " 1 done=both", "done: expected - or r or b or rb, found 'both'"),
        (" 1", " 1 hidden=light", "hidden: expected shadow or light-red or light-blue, found 'light'"),
        (" 1", " 1 lantern-rule=none", "lantern_rule is both or starter, found 'none'"),
        (" 1", " 1 ninjas=b2/-", "red has 1 ninjas, at most 0 can be"),
        (" 1", " 1 ninjas=b2", "ninjas: expected Red's/Blue's, found 'b2'"),
        (" 1", " 1 ninjas=/-", "ninjas: expected squares such as b1, or -, found ''"),
        (" 1", " 1 ninjas=f6/-", "ninjas: expected squares such as b1, or -, found 'f6'"),
        (" 1", " 1 lanterns=2/0", "red has 2 lanterns, 0 to 0 can be"),
        (" 1", " 1 lanterns=x/0", "lanterns: expected a whole number from 0, found 'x'"),
        (" 1", " 1 phase=over", "phase: expected place, ninja:card and the like, found 'over'"),
        (" 1", " 1 phase=ninja", "a card is in use in the ninja and spirit phases"),
        (" 1", " 1 phase=ninja:ox", "only the Way of Shadow has a ninja step"),
        (" 1", " 1 ninjas=?/-", "expected a whole position, found what one viewer may know"),
        (" 1", " 1 seen-by=red", "expected a whole position, found what one viewer may know"),
    ],
)
def test_a_bad_line_is_refused_with_its_field(found: str, replaced: str, message: str) -> None:
    assert found in START
    with pytest.raises(NotationError) as refused:
        parse_position(START.replace(found, replaced, 1))
    assert str(refused.value).startswith("position")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (SHADOW, "expected seen-by, which says whose view it is"),
        (f"{SHADOW} seen-by=me", "seen-by: expected red or blue or spectator, found 'me'"),
        (f"{SHADOW} seen-by=red", "ninjas: expected ? for ninjas of blue that are not shown"),
        (SHADOW.replace("d4", "?") + " seen-by=blue", "ninjas: expected all ninjas of blue, who sees them"),
        (SHADOW.replace("d4", "??") + " seen-by=red", "blue has 2 ninjas, at most 1 can be"),
    ],
)
def test_an_observed_line_says_only_what_the_viewer_may_know(line: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_observed_position(line)
    assert message in str(refused.value)


def mutated(line: str) -> st.SearchStrategy[str]:
    """A line with a few characters put in, taken out or doubled."""
    change = st.tuples(
        st.integers(0, len(line)), st.integers(0, 6), st.text(" /,=!?*-+rbMS15\nx\0", max_size=4)
    )

    def apply(changes: list[tuple[int, int, str]]) -> str:
        text = line
        for at, width, new in changes:
            text = text[:at] + new + text[at + width :]
        return text

    return st.lists(change, min_size=1, max_size=3).map(apply)


@given(st.one_of(st.text(), mutated(START), mutated(SHADOW), mutated(f"{SHADOW} seen-by=blue")))
@example("\ud800")
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_position, parse_observed_position):
        with contextlib.suppress(NotationError):
            parse(text)


@pytest.mark.parametrize("not_a_text", [None, 7, b"ssmss", ["ssmss"]])
def test_what_is_no_text_is_refused(not_a_text: object) -> None:
    with pytest.raises(NotationError):
        parse_position(not_a_text)  # type: ignore[arg-type]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["c1", "Ox", "red"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every object or list in JSON data, with every key or index in it."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in inside for place in [(data, key), *places(value)]]


@given(st.randoms(use_true_random=False), json_values)
def test_any_json_is_a_position_or_refused(rng: Random, value: object) -> None:
    data = random_position(rng).to_json()
    owner, key = rng.choice(places(data))
    owner[key] = value
    with contextlib.suppress(OnitamaError):
        Position.from_json(data)
