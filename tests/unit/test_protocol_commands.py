"""What is said to an engine in the line protocol: the grammar, what is refused and how, and any text at all."""

import os
from string import printable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onitama.errors import OnitamaError
from onitama.notation import format_position, parse_position
from onitama.player import BLUE, RED
from onitama.protocol import Command, parse_command, think_ms
from onitama.protocol.commands import WORDS, Bench, Go, SetOption, SetPosition

FUZZ = settings(max_examples=int(os.environ.get("ONITAMA_FUZZ", "200")))
START = "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"
WINDY = "ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1"


def position_after(command: str) -> str:
    parsed = parse_command(command)
    assert isinstance(parsed, SetPosition)
    return format_position(parsed.position)


def go(words: str) -> Go:
    parsed = parse_command(f"go {words}")
    assert isinstance(parsed, Go)
    return parsed


@pytest.mark.parametrize("word", ["uoi", "isready", "newgame", "stop", "ponderhit", "quit", "go", "bench"])
def test_words_that_stand_alone(word: str) -> None:
    assert isinstance(parse_command(f"  {word} \r\n"), Command)


def test_an_option_has_a_name_and_perhaps_a_value() -> None:
    assert parse_command("setoption name Hash value 128") == SetOption("Hash", "128")
    assert parse_command("setoption  name  Seed  value") == SetOption("Seed", "")
    assert parse_command("setoption name Seed") == SetOption("Seed", "")
    assert parse_command("setoption name Seed value two words") == SetOption("Seed", "two words")


@pytest.mark.parametrize(
    ("command", "position"),
    [
        ("position start ox,boar/horse,elephant/crab", START),
        ("position start ox,boar/horse,elephant/crab starter red", START.replace(" b ", " r ")),
        (f"position string {START}", START),
        (f"position string {WINDY}", WINDY),
        ("position start eagle,ox/hawk,eel/crab", WINDY),  # a wind card brings the spirit with it
        (
            "position start ox,boar/horse,elephant/crab spirit starter red",
            "ssmss/5/2*2/5/SSMSS ox,boar/horse,elephant/crab r 1",
        ),
        (
            f"position string {START} turns horse:c5c4 ; ox:c1c2",
            "ss1ss/2m2/5/2M2/SS1SS horse,boar/crab,elephant/ox b 3",
        ),
        (
            f"position string {WINDY} turns hawk:b5c4 spirit:c3a3;ox:c1c2",
            "s1mss/2s2/*4/2M2/SS1SS eagle,hawk/eel,crab/ox b 3",
        ),
        (
            f"position string {WINDY} turns hawk:b5c4",  # the last turn may be unfinished
            "s1mss/2s2/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1 phase=spirit:hawk",
        ),
        (
            "position string s1mss/2s2/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1 phase=spirit:hawk turns spirit:c3a3",
            "s1mss/2s2/*4/5/SSMSS eagle,ox/eel,crab/hawk r 2",
        ),
    ],
)
def test_a_position_is_a_deal_or_a_string_and_the_turns_since(command: str, position: str) -> None:
    assert parse_position(position_after(command)) == parse_position(position)


def test_go_takes_limits_in_any_order() -> None:
    assert go("") == Go()
    everything = go(
        "nodes 9 redinc 5 bluetime 2 ponder redtime 1 blueinc 6 depth 3 movetime 4 infinite proven"
    )
    assert everything == Go(4, (1, 2), (5, 6), 3, 9, is_infinite=True, is_ponder=True, until_proven=True)
    assert parse_command("bench 3") == Bench(3)


def test_the_clock_of_the_player_to_move_counts_and_movetime_is_the_most() -> None:
    clocks = go("redtime 60000 bluetime 20000 redinc 1000")
    assert clocks.time_ms(RED) == think_ms(60_000, 1_000)
    assert clocks.time_ms(BLUE) == think_ms(20_000, 0)
    assert go("redtime 60000 movetime 100").time_ms(RED) == 100
    assert go("redtime 60000").time_ms(BLUE) is None


@pytest.mark.parametrize(
    ("words", "has_end"),
    [
        ("depth 3", True),
        ("movetime 3", True),
        ("redtime 3", True),
        ("nodes 3 proven", True),
        ("", False),
        ("proven", False),
        ("depth 3 infinite", False),
        ("depth 3 ponder", False),
    ],
)
def test_a_search_with_a_limit_has_an_end(words: str, has_end: bool) -> None:
    assert go(words).has_end is has_end


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("uci", "expected one of uoi, isready, setoption, newgame, position, go, stop, .*, found 'uci'"),
        ("stop now", "stop: expected nothing behind it, found 'now'"),
        ("setoption Hash 3", "setoption: expected name … value …, found 'Hash 3'"),
        ("position", "position: expected start or string, found ''"),
        ("position startpos", "position: expected start or string, found 'startpos'"),
        ("position start", "expected the cards, red,red/blue,blue/side"),
        (
            "position start ox,boar/horse,elephant/crab black",
            "expected spirit, starter red, .* found 'black'",
        ),
        ("position start ox,boar/horse,elephant/crab starter", "found 'starter'"),
        ("position start ox,boar/horse,elephant/crab starter green", "expected red or blue, found 'green'"),
        ("position start ox,boar/horse,ox/crab", "Ox is dealt twice"),
        ("position string nonsense", "position: expected board, cards, side to move, turn number"),
        (f"position string {START} turns horse:c5c3", "turn 1: horse:c5c3: Horse does not reach c3 from c5"),
        (f"position string {START} turns horse:c5c4 ; ; ox:c1c2", "turn 2: expected a turn"),
        (
            f"position string {START} turns horse:c5c4 ox:c1c2",
            "turn 1: ox:c1c2: the turn is complete without it",
        ),
        (f"position string {WINDY} turns hawk:b5c4 ; ox:c1c2", "turn 2: the turn before it is not finished"),
        ("position string 2m2/2M2/5/5/5 ox,boar/horse,eel/crab r 1 turns ox:c4c5 ; eel:a1a2", "game is over"),
        ("go deep", "go: expected one of movetime, .*, found 'deep'"),
        ("go depth", "go, depth: expected a whole number from 1 to 255, found ''"),
        ("go depth 0", "go, depth: expected a whole number from 1 to 255, found '0'"),
        ("go depth 3 depth 4", "go: depth comes twice"),
        ("go movetime -5", "go, movetime: expected a whole number from 1"),
        ("go nodes ٣", "go, nodes: expected a whole number"),  # a digit, but not one of ours
        ("bench deep", "bench: expected a whole number from 1 to 255, found 'deep'"),
    ],
)
def test_what_cannot_be_used_is_told_with_what_was_expected(command: str, message: str) -> None:
    with pytest.raises(OnitamaError, match=message):
        parse_command(command)


@pytest.mark.parametrize(
    "text",
    [
        "s1m1s/5/5/5/S1M1S ox,boar/eel,dog/crab b 4 hidden=shadow ninjas=b1!/d4 lanterns=2/1",
        "s1m1s/5/5/5/S1M1S ox,boar/eel,dog/crab b 4 hidden=shadow ninjas=b1!/? lanterns=2/1 seen-by=red",
        "5/5/5/5/SSMSS ox,boar/eel,dog/crab b 1 hidden=light-red ninjas=-/- lanterns=2/0 phase=place",
    ],
)
def test_r70_no_position_that_shows_ninjas_is_taken(text: str) -> None:
    with pytest.raises(OnitamaError, match=r"games with hidden ninjas are not taken: .* \(R70\)"):
        parse_command(f"position string {text}")


VOCABULARY = [
    *WORDS,
    *("start", "string", "turns", ";", "spirit", "starter", "red", "name", "value", "Hash", "depth", "nodes"),
    *(
        "movetime",
        "redtime",
        "infinite",
        "ponder",
        "proven",
        "0",
        "7",
        "-1",
        "99999999999999999999",
        "2m2/5/5/5/2M2",
    ),
    *(
        "ox,boar/horse,elephant/crab",
        "ssmss/5/5/5/SSMSS",
        "b",
        "1",
        "horse:c5c4",
        "spirit:c3c4",
        "phase=spirit:ox",
    ),
    *("hidden=shadow", "ox:pass", "seen-by=red", "\0", "é", "\t", "\ud800"),
]


@FUZZ
@given(st.text() | st.text(printable) | st.lists(st.sampled_from(VOCABULARY)).map(" ".join))
def test_any_text_is_a_command_or_a_clear_error(text: str) -> None:
    try:
        told = type(parse_command(text)).__name__
    except OnitamaError as error:
        told = str(error)
    assert told


@given(st.integers(0, 10**9), st.integers(0, 10**7))
def test_no_clock_is_ever_thought_empty(left_ms: int, increment_ms: int) -> None:
    thought_ms = think_ms(left_ms, increment_ms)
    assert 5 <= thought_ms <= max(5, left_ms - 50)
