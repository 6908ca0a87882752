"""Rules and results as text."""

import contextlib
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import onitama as on
from onitama.errors import NotationError
from onitama.notation import format_result, format_rules, parse_result, parse_rules

DECKS = st.sampled_from(
    [None, on.Deck.of("base", "way-of-the-wind"), on.Deck.of("ox", "crab", "eel", "sea snake", "fox")]
)


@st.composite
def any_rules(draw: st.DrawFn) -> on.Rules:
    spirit, deck = draw(st.booleans()), draw(DECKS)
    winds = on.Deck.of("base", "way-of-the-wind") if deck is None else deck
    if not spirit and winds.wind_cards and deck is not None:
        deck = None
    most = 5 if spirit and winds.wind_cards else 0
    light = draw(st.sampled_from([None, on.RED, on.BLUE]))
    return on.Rules(
        deck=deck,
        spirit=spirit,
        wind_cards=draw(st.integers(0, most) if spirit and not most else st.none() | st.integers(0, most)),
        hidden=draw(st.sampled_from([None, "shadow"])) if light is None else "light",
        lantern_rule=draw(st.sampled_from(["both", "starter"])),
        light_player=light,
    )


@pytest.mark.parametrize("name", on.PRESETS)
def test_a_preset_is_written_by_its_name(name: str) -> None:
    assert format_rules(on.preset(name)) == name
    assert parse_rules(name) == on.preset(name)


@given(any_rules())
def test_rules_read_back(rules: on.Rules) -> None:
    assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("hidden=shadow", on.preset("way-of-shadow")),
        ("spirit=yes", on.preset("way-of-the-wind")),
        ("deck=base,senseis-path", on.preset("base-and-senseis-path")),
        (
            "lantern-rule=starter   hidden=light-blue",
            on.Rules(hidden="light", light_player=on.BLUE, lantern_rule="starter"),
        ),
    ],
)
def test_words_come_in_any_order_and_decks_by_sets(text: str, rules: on.Rules) -> None:
    assert parse_rules(text) == rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no preset ''; there are base, senseis-path"),
        ("chess", "there is no preset 'chess'"),
        ("spirit=no", "expected deck=, hidden=shadow and the like, found 'spirit=no'"),
        ("hidden=shadow base", "expected deck=, hidden=shadow and the like, found 'base'"),
        ("wind-cards=two", "wind-cards: expected a whole number from 0, found 'two'"),
        ("wind-cards=2", "wind cards are dealt only in games with the spirit"),
        ("deck=ox,ox,eel,crab,boar", "Ox is in the deck twice"),
        ("deck=", "there is no card called ''"),
        ("lantern-rule=none", "lantern_rule is both or starter, found 'none'"),
        (None, "expected a preset's name or an object, found None"),
    ],
)
def test_bad_rules_are_refused(text: Any, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_rules(text)
    assert str(refused.value).startswith("rules")
    assert message in str(refused.value)


@given(
    st.text()
    | st.lists(st.sampled_from(["deck=ox", "spirit=yes", "wind-cards=", "9", "=", "hidden="])).map(" ".join)
)
def test_any_text_is_rules_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        parse_rules(text)
    with contextlib.suppress(NotationError):
        parse_result(text)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (None, "*"),
        (on.Outcome(on.RED, on.Way.STONE), "red stone"),
        (on.Outcome(on.BLUE, on.Way.STREAM), "blue stream"),
        (on.Outcome(on.BLUE, on.Ending.RESIGNATION), "blue resignation"),
        (on.Outcome(on.RED, on.Ending.TIME), "red time"),
        (on.Outcome(None, on.Ending.TIME), "draw time"),
        (on.Outcome(None, on.Ending.AGREEMENT), "draw agreement"),
    ],
)
def test_results(outcome: on.Outcome | None, text: str) -> None:
    assert format_result(outcome) == text
    assert parse_result(text) == outcome


@pytest.mark.parametrize("text", ["", "1-0", "red", "red agreement", "draw stone", "Red stone", None, []])
def test_a_bad_result_is_refused(text: Any) -> None:
    with pytest.raises(NotationError, match=r"result: expected \* or one of red stone"):
        parse_result(text)
