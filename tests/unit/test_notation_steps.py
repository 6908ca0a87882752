"""Steps and turns as text: every step reads back as itself, and nothing else gets through."""

import contextlib
from itertools import combinations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from onitama.cards import CARDS
from onitama.errors import NotationError
from onitama.notation import format_turn, parse_step, parse_turn
from onitama.rules import (
    LINES,
    Lantern,
    Move,
    NinjaMove,
    NinjaStay,
    Pass,
    Place,
    SpiritMove,
    Step,
)

SQUARES = st.integers(0, 24)
CARD = st.sampled_from(list(CARDS.values()))
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Move, CARD, SQUARES, SQUARES),
    st.builds(Pass, CARD),
    st.builds(NinjaMove, SQUARES, SQUARES, st.booleans()),
    st.just(NinjaStay()),
    st.builds(SpiritMove, SQUARES, SQUARES),
    st.builds(Lantern, st.sampled_from([None, *LINES])),
    st.builds(Place, st.sampled_from([*combinations(range(25), 1), *combinations(range(25), 2)])),
)


@given(STEPS)
def test_a_step_reads_back_as_itself(step: Step) -> None:
    assert parse_step(str(step)) == step


@given(st.lists(STEPS, min_size=1, max_size=4))
def test_a_turn_reads_back_as_itself(steps: list[Step]) -> None:
    assert parse_turn(format_turn(steps)) == tuple(steps)


def test_a_turn_is_its_steps_with_blanks_between() -> None:
    turn = "boar:c1c2 ninja:b1b2! lantern:none"
    assert format_turn(parse_turn(turn)) == turn
    assert parse_turn(f"\n {turn.replace(' ', '   ')} ") == parse_turn(turn)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a card or piece, a colon and squares"),
        ("c1c2", "expected a card or piece, a colon and squares"),
        ("bore:c1c2", "there is no card called 'bore'"),
        (":c1c2", "there is no card called ''"),
        ("boar:", "expected 2 squares, found ''"),
        ("boar:c1", "expected 2 squares, found 'c1'"),
        ("boar:c1c2!", "expected 2 squares, found 'c1c2!'"),
        ("boar:c1f2", "expected a square from a1 to e5, found 'f2'"),
        ("boar:c1c0", "expected a square from a1 to e5, found 'c0'"),
        ("boar:c1-1", "expected a square from a1 to e5, found '-1'"),
        ("boar:c1c\N{SUPERSCRIPT TWO}", "expected a square from a1 to e5"),
        ("boar:PASS", "expected a square from a1 to e5, found 'PA'"),
        ("ninja:b1", "expected 2 squares, found 'b1'"),
        ("ninja:b1b2!!", "expected 2 squares, found 'b1b2!'"),
        ("ninja:pass", "expected a square from a1 to e5, found 'pa'"),
        ("spirit:c3", "expected 2 squares, found 'c3'"),
        ("lantern:6", "expected a column a-e, a row 1-5 or none, found '6'"),
        ("lantern:", "expected a column a-e, a row 1-5 or none, found ''"),
        ("place:", "expected 1 squares, found ''"),
        ("place:a5a5", "expected different squares in ascending order"),
        ("place:c5a5", "expected different squares in ascending order"),
        ("place:a5b5c5", "expected 2 squares, found 'a5b5c5'"),
    ],
)
def test_a_bad_step_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_step(text)
    assert repr(text) in str(refused.value)
    assert message in str(refused.value)


def test_an_empty_turn_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a turn such as boar:c1c2, found nothing"):
        parse_turn(" \n ")


PARTS = st.sampled_from(
    [*"abcde12345!:? \n\0-", "boar", "ninja", "stay", "spirit", "lantern", "none", "place", "pass"]
)


@given(st.one_of(st.text(), st.lists(PARTS, max_size=12).map("".join)))
def test_any_text_is_a_step_or_refused(text: str) -> None:
    for parse in (parse_step, parse_turn):
        with contextlib.suppress(NotationError):
            parse(text)
