"""Game records, as text and as JSON: exact round trips, in mid-turn too, and refusals that name the place."""

import contextlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import onitama as on
from onitama.clock import Clock, TimeControl
from onitama.errors import NotationError
from onitama.game import Game
from onitama.notation import (
    format_observed_record,
    format_record,
    format_records,
    parse_position,
    parse_record,
    parse_records,
    record_from_json,
    record_to_json,
)
from onitama.rules import Phase, Position
from random_states import random_state

COMMENTS = ["", "good", "}", "\\", "[%clk 1:00:00]", "two\nlines\r\n", " {blanks} ", "\N{SNOWMAN}"]
VIEWERS = (on.RED, on.BLUE, None)

BASE = """\
[Onitama "1"]
[Rules "base"]
[Deal "ox,boar/horse,elephant/crab"]
[Starter "blue"]
[Red "Ann"]
[Blue "Bo"]
[TimeControl "5+0"]
[Result "red resignation"]
[Event "Club"]

{Before the game.}
1. horse:c5c4 {[%clk 0:04:58.2] A quiet beginning.}
2. boar:c1c2 {[%clk 0:04:30]}
3. elephant:c4b4 {[%clk 0:04:58.2]}
"""
SHADOW = """\
[Onitama "1"]
[Rules "way-of-shadow"]
[Seed "3"]
[Result "*"]

0. place:b5
0. place:d1
1. rabbit:a1b2 ninja:d1e2
2. goose:c5d4 ninja:b5c4
3. frog:e1d2 ninja:stay lantern:a
4. elephant:d4e4 ninja:c4d3
"""


def random_game(rng: Random) -> Game:
    """A game of any kind, at any moment."""
    clock = (
        Clock.of(TimeControl(rng.choice([2_000, 300_000]), rng.choice([0, 2_500])))
        if rng.random() < 0.5
        else None
    )
    if rng.random() < 0.3:
        game = Game(Position.from_json(random_state(rng)), clock=clock)
    else:
        game = Game.deal(rng.choice(list(on.PRESETS)), rng.randrange(1 << 64), clock=clock)
    now_ms = 0
    for _ in range(rng.choice([0, 1, 3, 8, 30])):
        if game.outcome is not None:
            break
        if game.clock and game.clock.running is None and game.position.phase is not Phase.PLACE:
            game.resume(now_ms)
        now_ms += rng.choice([0, 1, 250])
        game.play(rng.choice(game.position.legal_steps), at_ms=now_ms)
    finish(game, rng, now_ms)
    game.names = rng.choice([("", ""), ("Ann", ""), ('"]', "\\ \n"), ("Zoë", "\N{SNOWMAN}")])
    game.tags = rng.choice([{}, {"Event": "Club [final]", "Date": "2026.02.03", "a_1": ""}])
    for index in range(-1, len(game.turns)):
        if comment := rng.choice(["", *COMMENTS]):
            game.comments[index] = comment
    return game


def finish(game: Game, rng: Random, now_ms: int) -> None:
    """Perhaps end it, or stop its clock, or let the clock run."""
    if game.outcome is not None:
        return
    match rng.randrange(6):
        case 0:
            game.resign(rng.choice(VIEWERS[:2]), at_ms=now_ms + 70)
        case 1:
            game.offer_draw(on.RED, at_ms=now_ms)
            game.accept(on.BLUE, at_ms=now_ms)
        case 2:
            game.flag(*rng.choice([(on.RED,), (on.BLUE,), (on.RED, on.BLUE)]))
        case 3 if game.clock is not None and game.clock.running is not None:
            game.tick(now_ms + 1_000_000)
        case 4 if game.clock is not None and game.clock.running is not None:
            game.pause(now_ms + 70)


def everything(game: Game) -> list[object]:
    """All that a record holds of a game."""
    times: list[object] = [turn.left_ms for turn in game.turns]
    if game.clock is not None:
        latest_ms = (game.turns[-1].left_ms if game.turns else None) or game.clock.left_ms
        times += [game.clock.control, *map(min, game.clock.left_ms, latest_ms)]
    return [
        game.rules,
        game.start,
        game.seed,
        game.names,
        list(game.tags.items()),
        game.comments,
        game.history,
        game.position,
        game.position.hands,
        game.outcome,
        times,
    ]


@given(st.randoms(use_true_random=False))
def test_any_game_makes_an_exact_round_trip(rng: Random) -> None:
    game = random_game(rng)
    text, data = format_record(game), record_to_json(game)
    for again in (parse_record(text), record_from_json(json.loads(json.dumps(data)))):
        assert everything(again) == everything(game)
        assert format_record(again) == text
        assert record_to_json(again) == data


@given(st.randoms(use_true_random=False))
def test_a_saved_game_goes_on_in_mid_turn_with_the_same_turn_and_cards(rng: Random) -> None:
    game = Game.deal(rng.choice(["way-of-shadow", "shadow-and-wind", "light-and-wind", "way-of-the-wind"]), 5)
    for _ in range(40):
        again = parse_record(format_record(game))
        assert again.position == game.position
        assert again.position.legal_steps == game.position.legal_steps
        if game.outcome is not None:
            break
        step = rng.choice(game.position.legal_steps)
        game.play(step)
        again.play(step)
        assert again.position == game.position
        assert len(again.turns) == len(game.turns)


def test_a_restored_clock_can_run_on_at_any_later_time() -> None:
    game = Game.deal("base", 1, clock=Clock.of(TimeControl.of(5)))
    game.resume(at_ms=10_000_000)
    game.play(game.position.legal_steps[0], at_ms=10_002_000)
    game.pause(at_ms=10_003_500)
    again = parse_record(format_record(game))
    again.resume(at_ms=7)
    again.play(again.position.legal_steps[0], at_ms=1_007)
    assert again.clock is not None
    assert sorted(again.clock.left_ms) == [297_500, 298_000]


def test_a_record_reads_like_a_book() -> None:
    game = parse_record(BASE)
    assert game.names == ("Ann", "Bo")
    assert game.tags == {"Event": "Club"}
    assert game.comments == {-1: "Before the game.", 0: "A quiet beginning."}
    assert [str(turn) for turn in game.turns] == ["horse:c5c4", "boar:c1c2", "elephant:c4b4"]
    assert [turn.left_ms for turn in game.turns] == [
        (300_000, 298_200),
        (270_000, 298_200),
        (270_000, 298_200),
    ]
    assert game.outcome == on.Outcome(on.RED, on.Ending.RESIGNATION)
    assert format_record(game) == BASE
    loose = BASE.replace("\n", "\r\n").replace(". ", ".   ").replace("c1c2", "c1c2\n\n").replace("] [", "][")
    assert format_record(parse_record("\ufeff  " + loose)) == BASE


def test_rules_that_no_preset_has_are_spelled_out() -> None:
    rules = on.Rules(
        on.Deck.of("base", "bat"), spirit=True, wind_cards=1, hidden="light", light_player=on.BLUE
    )
    game = Game.deal(rules, seed=9)
    text = format_record(game)
    assert '[Rules "deck=bat,boar,cobra,' in text
    assert 'tiger spirit=yes wind-cards=1 hidden=light-blue"]' in text
    assert parse_record(text).rules == rules
    assert record_from_json(record_to_json(game)).rules == rules


def test_a_start_other_than_a_deal_is_a_position() -> None:
    position = parse_position("3m1/5/5/2S2/2M2 ox,boar/eel,dog/crab b 12")
    game = Game(position)
    game.play("eel:d5c5")
    text = format_record(game)
    assert '[Position "3m1/5/5/2S2/2M2 ox,boar/eel,dog/crab b 12"]' in text
    assert "\n12. eel:d5c5\n" in text
    assert parse_record(text).start == position


def test_a_seed_alone_is_enough() -> None:
    game = parse_record('[Onitama "1"]\n[Seed "7"]\n1. boar:c1c2')
    assert game.start == on.deal("base", 7)
    assert record_from_json({"onitama": 1, "seed": 7}).start == on.deal("base", 7)


def test_the_result_may_be_left_out_but_not_be_wrong() -> None:
    game = Game.deal("base", 1)
    while game.outcome is None:
        game.play(game.position.legal_steps[-1])
    text = format_record(game)
    result = f"{game.outcome.winner} {game.outcome.by}"
    assert parse_record(text.replace(f'[Result "{result}"]\n', "")).outcome == game.outcome
    for wrong in ("*", "draw agreement", "red resignation"):
        with pytest.raises(
            NotationError, match=rf"expected the result {result}, found {wrong}".replace("*", r"\*")
        ):
            parse_record(text.replace(result, wrong))


def test_without_its_result_a_game_that_was_resigned_goes_on() -> None:
    assert parse_record(BASE.replace("red resignation", "*")).outcome is None
    assert record_from_json(record_to_json(parse_record(BASE)) | {"result": None}).outcome is None


def test_several_games_in_one_text() -> None:
    texts = [BASE, SHADOW, BASE]
    games = parse_records("\n\n".join(texts))
    assert [format_record(game) for game in games] == [format_record(parse_record(text)) for text in texts]
    assert list(map(everything, parse_records(format_records(games)))) == list(map(everything, games))
    data = json.dumps([record_to_json(game) for game in games])
    assert list(map(everything, parse_records(data))) == list(map(everything, games))
    assert parse_records(" \n") == []
    with pytest.raises(NotationError, match="expected one game, found 3"):
        parse_record("".join(texts))


# What a viewer may have


def test_r70_a_running_hidden_game_is_given_away_as_the_viewer_knows_it() -> None:
    game = parse_record(SHADOW)
    game.names = ("Ann", "")
    game.comments[2] = "the ninja stays, of course"
    game.tags["Note"] = "blue's ninja is on d3"
    assert format_observed_record(game, on.RED) == (
        '[Onitama "1"]\n[View "red"]\n[Rules "way-of-shadow"]\n[Seed "3"]\n'
        '[Deal "rabbit,tiger/elephant,goose/frog"]\n[Starter "red"]\n[Red "Ann"]\n[Result "*"]\n\n'
        "0. place:?\n0. place:d1\n1. rabbit:a1b2 ninja:d1e2\n2. goose:c5d4 ninja:?\n"
        "3. frog:e1d2 ninja:stay lantern:a=no\n4. elephant:d4e4 ninja:?\n"
    )


@given(st.randoms(use_true_random=False))
def test_r70_the_record_of_a_running_game_does_not_depend_on_what_is_hidden(rng: Random) -> None:
    name = rng.choice(["way-of-shadow", "way-of-light", "shadow-and-wind", "light-and-wind"])
    one, other = Game.deal(name, 4), Game.deal(name, 4)
    for game in (one, other):
        while game.position.phase is Phase.PLACE:
            game.play(rng.choice(game.position.legal_steps))
    assert format_observed_record(one, None) == format_observed_record(other, None)


@given(st.randoms(use_true_random=False))
def test_r70_no_hidden_square_is_in_the_record_that_a_spectator_gets(rng: Random) -> None:
    game = random_game(rng)
    text = format_observed_record(game, None)
    if game.outcome is None and game.rules.hidden is not None:
        assert '[View "spectator"]' in text
        moves = text.partition("\n\n")[2]
        assert all(f"{turn.number}. {turn}\n" not in moves for turn in game.turns if not turn.number)
        with pytest.raises(NotationError, match="this shows a running game as seen by 'spectator'"):
            parse_record(text)
    else:
        assert text == format_record(game)


# Refusals


@pytest.mark.parametrize(
    ("text", "found", "replaced", "message"),
    [
        (BASE, BASE, "1. boar:c1c2", "line 1, column 1: expected [Onitama \"1\"], found '1.'"),
        (BASE, BASE, '[Rules "base"]', 'line 1, column 1: expected [Onitama "1"] first, found the tag Rules'),
        (BASE, BASE, '[Onitama "1"]', "line 1, column 1: expected a tag Deal, Seed or Position"),
        (BASE, '[Onitama "1"]', '[Onitama "2"]', "line 1, column 1: expected version 1, found '2'"),
        (BASE, '"base"', '"chess"', "line 2, column 1: Rules: rules: there is no preset 'chess'"),
        (BASE, '"base"', '"deck=ox"', "a deck needs at least five cards"),
        (BASE, '"base"', '"hidden=light"', "Rules: rules: expected deck=, hidden=shadow and the like"),
        (BASE, '"base"', '"wind-cards=9"', "the number of wind cards is 0 to 5, found 9"),
        (BASE, "crab", "carb", "line 3, column 1: Deal: there is no card called 'carb'"),
        (BASE, "crab", "ox", "line 3, column 1: Deal: Ox is dealt twice"),
        (BASE, "crab", "ox,eel", "line 3, column 1: Deal: expected red,red/blue,blue/side"),
        (BASE, '"blue"', '"green"', "line 4, column 1: Starter: expected red or blue, found 'green'"),
        (BASE, '"blue"', '"red"', "line 12, column 1: horse:c5c4: Horse is not in red's hand"),
        (BASE, '[Red "Ann"]', '[Red "Ann]', "line 5, column 1: expected a tag, a turn or a comment"),
        (BASE, '[Red "Ann"]', '[Red "\\x"]', "line 5, column 1: Red: expected text in quotes"),
        (BASE, '[Red "Ann"]', '[Red "\\ud800"]', "line 5, column 1: Red: expected text in quotes"),
        (BASE, "[Blue", "[Red", "line 6, column 1: the tag Red comes twice"),
        (BASE, "5+0", "five", "line 7, column 1: TimeControl: expected a time control such as"),
        (BASE, "red resignation", "red", "line 8, column 1: Result: result: expected * or one of red stone"),
        (BASE, "red resignation", "blue stone", "its end: expected the result *, found blue stone"),
        (BASE, "[Event", "[Seed", "line 9, column 1: Seed: expected a whole number from 0 to 2**64 - 1"),
        (BASE, '[Event "Club"]', '[Seed "1"]', "record: seed 1 deals another game"),
        (BASE, "1. horse", "2. horse", "line 12, column 1: expected turn 1, found 2"),
        (BASE, "2. boar", "9999999999. boar", "line 13, column 1: expected the number of a turn"),
        (BASE, "1. horse", "horse", "line 12, column 1: expected the number of a turn, found 'horse:c5c4'"),
        (BASE, "2. boar:c1c2", "2.", "line 13, column 1: expected a turn such as boar:c1c2, found nothing"),
        (BASE, "c1c2", "c1c3", "line 13, column 1: boar:c1c3: Boar does not reach c3 from c1"),
        (BASE, "c1c2", "c1c9", "line 13, column 1: 'boar:c1c9': expected a square from a1 to e5, found 'c9'"),
        (BASE, "c1c2", "c1c2 ox:c2c3", "line 13, column 1: ox:c2c3: the turn is complete before it"),
        (BASE, "4:58.2]}", "4:58.2]", "line 14, column 18: expected a } where this comment ends"),
        (BASE, "beginning.}", "beginning.", "line 14, column 1: expected turn 2, found 3"),
        (
            BASE,
            "0:04:30",
            "4:30",
            "line 13, column 14: expected a clock's time such as 0:04:58.2, found '4:30'",
        ),
        (BASE, "0:04:30", "0:05:01", "line 13, column 1: a clock with 300000 ms cannot show 301000 ms"),
        (BASE, "0:04:30", "0:00:00", "line 13, column 1: a clock with 300000 ms cannot show 0 ms"),
        (BASE, "0:04:30]", "0:04:30]} {[%clk 0:04:30]", "expected one time of the clock for a turn"),
        (BASE, "Before the game", "[%clk 0:04:30]", "expected one time of the clock for a turn"),
        (BASE, '[TimeControl "5+0"]\n', "", "found the time on a clock, but no clock is running"),
        (BASE, "[Event", '[Clock "0:04:00 0:04:00"]\n[Event', "its end: expected red's clock to go on from"),
        (BASE, "3. eleph", '[Event "Cup"]\n3. eleph', 'line 14, column 1: expected [Onitama "1"] first'),
        (
            SHADOW,
            "3. frog:e1d2 ninja:stay lantern:a",
            "3. frog:e1d2",
            "line 11, column 1: the turn before it is not",
        ),
        (
            SHADOW,
            "0. place:b5",
            "0. place:a5",
            "line 6, column 1: place:a5: not where blue's ninjas may start",
        ),
        (SHADOW, "0. place:b5", "1. place:b5", "line 6, column 1: expected turn 0, found 1"),
        (SHADOW, "0. place:b5", "0. place:b5 {[%clk 0:05:00]}", "found the time on a clock"),
        (SHADOW, "ninja:d1e2", "ninja:d1d5", "line 8, column 1: ninja:d1d5:"),
        (SHADOW, '[Seed "3"]', '[Seed "3"]\n[Starter "blue"]', "line 4, column 1: expected Starter red"),
        (SHADOW, '[Seed "3"]', '[Position "x"]', "line 3, column 1: Position: position: expected board"),
    ],
)
def test_a_bad_record_is_refused_with_the_place(text: str, found: str, replaced: str, message: str) -> None:
    assert found in text
    changed = text.replace(found, replaced, 1)
    with pytest.raises(NotationError) as refused:
        parse_record(changed)
    assert str(refused.value).startswith("record")
    assert message in str(refused.value)


def change(path: str, value: Any) -> Callable[[Any], None]:
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))

    def apply(data: Any) -> None:
        for key in parents:
            data = data[key]
        data[last] = value

    return apply


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("onitama", 2, "record, onitama: expected version 1, found 2"),
        ("king", 1, "record: expected the keys onitama, rules,"),
        ("rules", 7, "rules: expected a preset's name or an object, found 7"),
        (
            "rules",
            {"spirit": [], "hidden": None},
            "rules: expected texts, numbers and true or false, found a list",
        ),
        ("rules", {"deck": "ox"}, "rules: expected a deck as a list of names, found 'ox'"),
        ("seed", "7", "record, seed: expected a whole number, found '7'"),
        ("seed", 10**30, "record, seed: expected a whole number, found a huge number"),
        ("deal", None, "deal: expected an object, found None"),
        ("deal.red", ["Ox"], "Red's hand needs two cards"),
        ("deal.side", 7, "deal, side: expected text, found 7"),
        ("deal.starter", "green", "deal, starter: expected red or blue, found 'green'"),
        ("position", {}, "record: expected a deal or a position, found both"),
        ("names", [], "names: expected an object, found a list"),
        ("names.red", "\ud800", "names, red: expected text"),
        ("tags", {"Result": "*"}, "a tag of the game's own cannot be called 'Result'"),
        ("tags", {"two words": ""}, "a tag of the game's own cannot be called 'two words'"),
        ("time_control", {"initial_ms": 0}, "time_control: initial_ms: expected a whole number from 1"),
        ("time_control", None, "turns[0]: found the time on a clock, but no clock is running"),
        ("clock_ms", {"red": 1}, "record, clock_ms, blue: expected a whole number, found None"),
        ("turns", None, "turns: expected a list, found None"),
        ("turns.0", None, "turns[0]: expected an object, found None"),
        ("turns.1.number", "2", "turns[1], number: expected a whole number, found '2'"),
        ("turns.1.number", 3, "record, turns[1]: expected turn 2, found 3"),
        ("turns.1.player", "blue", "record, turns[1]: expected a turn of red's, found one of blue's"),
        ("turns.1.steps", "boar:c1c2", "turns[1], steps: expected a list, found 'boar:c1c2'"),
        ("turns.1.steps", [], "record, turns[1]: expected a turn such as boar:c1c2, found nothing"),
        ("turns.1.steps", [7], "turns[1], steps: expected text, found 7"),
        ("turns.1.steps", ["boar:c1c3"], "record, turns[1]: boar:c1c3: Boar does not reach c3 from c1"),
        ("turns.1.clock_ms", True, "turns[1], clock_ms: expected a whole number, found True"),
        ("turns.1.comment", None, "turns[1], comment: expected text, found None"),
        ("result", {"winner": "red", "by": "luck"}, "result: expected * or one of"),
    ],
)
def test_a_bad_json_record_is_refused_with_the_key(path: str, value: Any, message: str) -> None:
    data = record_to_json(parse_record(BASE))
    change(path, value)(data)
    with pytest.raises(NotationError) as refused:
        record_from_json(data)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["{", '{"onitama": }', "[{]", "[" + "[" * 100_000, '{"onitama": ' + "1" * 5000 + "}", '{"a":' * 100_000],
)
def test_broken_json_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="record"):
        parse_records(text)


@pytest.mark.parametrize("not_a_text", [None, 7, b"", "x" * 1_000_001])
def test_what_is_no_text_or_too_long_is_refused(not_a_text: Any) -> None:
    with pytest.raises(NotationError, match="expected text of at most 1000000 characters"):
        parse_record(not_a_text)


def test_a_tag_that_no_record_can_hold_is_refused_when_written() -> None:
    game = Game.deal("base", 1)
    game.tags["Result"] = "red stone"
    for write in (format_record, record_to_json):
        with pytest.raises(NotationError, match="a tag of the game's own cannot be called 'Result'"):
            write(game)


WORDS = st.sampled_from(
    [*BASE.replace("]", "] ").split(" "), *SHADOW.split("\n"), "{", "}", "[", "]", '"', "\\", "\n"]
)


@given(
    st.one_of(st.text(), st.lists(WORDS, max_size=20).map(" ".join), st.lists(WORDS, max_size=9).map("".join))
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        parse_records('[Onitama "1"]\n[Seed "7"]\n' + text)
    with contextlib.suppress(NotationError):
        parse_records(text)


@given(st.sampled_from([BASE, SHADOW]), st.data())
def test_any_changed_record_is_read_or_refused(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    width = data.draw(st.integers(0, 8))
    changed = (
        text[:at]
        + data.draw(st.text(st.sampled_from('[]{}".%:\\/019abc \n\0é'), max_size=4))
        + text[at + width :]
    )
    with contextlib.suppress(NotationError):
        again = parse_records(changed)
        assert list(map(everything, parse_records(format_records(again)))) == list(map(everything, again))


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 1 << 70)
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["red", "Ox"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every object or list in JSON data, with every key or index in it."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in inside for place in [(data, key), *places(value)]]


@settings(max_examples=300)
@given(st.sampled_from([BASE, SHADOW]), values, st.data())
def test_any_changed_json_is_read_or_refused(text: str, value: object, data: st.DataObject) -> None:
    record = record_to_json(parse_record(text))
    owner, key = data.draw(st.sampled_from(places(record)))
    owner[key] = value
    with contextlib.suppress(NotationError):
        record_from_json(record)
