"""The JSON-lines protocol, without processes: what is asked, what is answered, in which order, and any JSON at all."""

import json
import os
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onitama.engine.analysis import Analysis, Limits, OnInfo
from onitama.notation import format_position, parse_position
from onitama.protocol import BadQuery, JsonSession, Setup, parse_query
from onitama.protocol.queries import Analyse
from onitama.rules import Position
from protocol_helpers import Ear, FakeThinker, in_time

FUZZ = settings(max_examples=int(os.environ.get("ONITAMA_FUZZ", "100")))
START = "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"
WINDY = "ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1"
OVER = "5/2M2/5/5/5 ox,boar/horse,eel/crab r 9"
HIDDEN = "s1m1s/5/5/5/S1M1S ox,boar/eel,dog/crab b 4 hidden=shadow ninjas=b1!/d4 lanterns=2/1"
ASKED: dict[str, Any] = {"id": "a", "position": START, "limits": {"depth": 2}}


class Desk:
    """A session, its answers, and what thinks for it."""

    def __init__(
        self, make: Callable[[Setup], FakeThinker] = lambda _: FakeThinker(), workers: int = 1
    ) -> None:
        self.ear = Ear()
        self.thinkers: list[FakeThinker] = []
        self._make = make
        self.session = JsonSession(self._hire, self.ear, workers=workers)

    def _hire(self, setup: Setup) -> FakeThinker:
        self.thinkers.append(self._make(setup))
        return self.thinkers[-1]

    def ask(self, **changes: Any) -> None:
        """Ask the usual question with changes."""
        self.session.handle(json.dumps(ASKED | changes))

    def answers(self) -> list[Any]:
        """All answers, when all questions are answered."""
        in_time(self.session.finish)
        return [json.loads(line) for line in self.ear.take()]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    in_time(desk.session.close)


# Answers


def test_an_analysis_is_answered_with_every_field(desk: Desk) -> None:
    desk.ask(include_position=True)
    assert desk.answers() == [
        {
            "id": "a",
            "after_turns": 0,
            "is_final": True,
            "is_terminated": False,
            "to_move": "blue",
            "position": START,
            "best": "horse:c5c4",
            "score": 10,
            "proven": None,
            "plies_to_end": None,
            "depth": 2,
            "seldepth": 0,
            "nodes": 7,
            "nodes_per_second": 14,
            "seconds": 0.5,
            "tt_permille": 0,
            "table_hits": 0,
            "endings": None,
            "lines": [
                {
                    "score": 10,
                    "proven": None,
                    "plies_to_end": None,
                    "turns": ["horse:c5c4", "ox:c1c2", "crab:c4c3"],
                }
            ],
        }
    ]


def test_lines_are_left_out_and_several_told_as_asked(desk: Desk) -> None:
    desk.ask(include_lines=False)
    desk.ask(multipv=3)
    short, long = desk.answers()
    assert "lines" not in short
    assert [line["score"] for line in long["lines"]] == [10, 9, 8]


def test_one_query_asks_for_any_positions_of_a_game(desk: Desk) -> None:
    turns = ["horse:c5c4", "ox:c1c2"]
    desk.ask(turns=turns, after_turns=[2, 0, 0])
    desk.ask(id="b", turns=turns)
    assert [(one["id"], one["after_turns"], one["to_move"]) for one in desk.answers()] == [
        ("a", 0, "blue"),
        ("a", 2, "blue"),
        ("b", 2, "blue"),
    ]


def test_r31_turns_of_two_steps_are_one_text(desk: Desk) -> None:
    desk.ask(position=WINDY, turns=["hawk:b5c4"])  # the last one is unfinished
    desk.ask(position=WINDY)
    second_part, whole = desk.answers()
    assert second_part["best"].startswith("spirit:c3")
    assert len(whole["best"].split()) == 2
    assert whole["lines"][0]["turns"][0] == whole["best"]


def test_a_finished_game_is_answered_with_its_outcome(desk: Desk) -> None:
    desk.ask(position=OVER, include_position=True)
    (answer,) = desk.answers()
    assert answer["outcome"]["winner"] == "red"
    assert (answer["is_final"], "best" in answer, answer["position"]) == (True, False, OVER)


def test_interim_reports_come_as_often_as_asked() -> None:
    desk = Desk(Talkative)
    desk.ask(report_every_seconds=1e-9)
    desk.ask(report_every_seconds=1000)
    answers = desk.answers()
    assert [one["is_final"] for one in answers] == [False, False, True, True]


class Talkative(FakeThinker):
    def __init__(self, _: Setup) -> None:
        super().__init__()

    def analyse(
        self, view: Position, limits: Limits, *, multipv: int = 1, on_info: OnInfo | None = None
    ) -> Analysis:
        analysis = super().analyse(view, limits, multipv=multipv)
        for _ in range(2):
            if on_info:
                on_info(analysis)
        return analysis


def test_a_key_without_meaning_is_warned_of_and_the_query_answered(desk: Desk) -> None:
    desk.ask(colour="green", starter=None)
    warning, answer = desk.answers()
    assert warning == {"id": "a", "warning": "a key without meaning here", "field": "colour"}
    assert answer["best"]


def test_the_version_is_told_at_once(desk: Desk) -> None:
    desk.session.handle('{"id": "v", "action": "query_version"}')
    (answer,) = desk.answers()
    assert answer.pop("version")
    assert answer == {"id": "v", "action": "query_version", "name": "onitama", "protocol": 1}


# Order


def busy_desk(workers: int = 1) -> Desk:
    """A desk whose workers all think about an endless query."""
    desk = Desk(workers=workers)
    for number in range(workers):
        desk.ask(id=f"endless-{number}", limits={"until_proven": True})
    while len(desk.thinkers) < workers:
        pass
    for thinker in desk.thinkers:
        assert thinker.is_thinking.wait(30)
    return desk


def test_the_highest_priority_comes_first_then_the_oldest() -> None:
    desk = busy_desk()
    for number, priority in enumerate([0, -1, 5, 0, 5]):
        desk.ask(id=str(number), priority=priority)
    desk.thinkers[0].go_on.set()
    assert [one["id"] for one in desk.answers()] == ["endless-0", "2", "4", "0", "3", "1"]


def test_queries_are_taken_while_others_are_under_way() -> None:
    desk = busy_desk(2)
    desk.session.handle('{"id": "v", "action": "query_version"}')
    assert json.loads(desk.ear.wait_for("{"))["id"] == "v"
    desk.session.handle('{"id": "t", "action": "terminate", "terminate_id": "endless-1"}')
    desk.ask(id="quick")
    desk.ear.wait_for(lambda line: '"quick"' in line)
    desk.session.handle('{"id": "t", "action": "terminate_all"}')
    assert len(desk.thinkers) == 2
    assert {one["id"] for one in desk.answers()} == {"v", "t", "endless-0", "endless-1", "quick"}


def test_a_query_under_way_that_is_terminated_answers_what_it_has() -> None:
    desk = busy_desk()
    desk.session.handle('{"id": "t", "action": "terminate", "terminate_id": "endless-0"}')
    told, answer = sorted(desk.answers(), key=lambda one: one["id"] != "t")
    assert told == {"id": "t", "action": "terminate", "terminate_id": "endless-0"}
    assert (answer["is_terminated"], answer["best"]) == (True, "horse:c5c4")


def test_a_query_that_waits_and_is_terminated_is_answered_at_once() -> None:
    desk = busy_desk()
    desk.ask(turns=["horse:c5c4"], after_turns=[0, 1])
    desk.session.handle('{"id": "t", "action": "terminate", "terminate_id": "a", "after_turns": [1, 9]}')
    assert [json.loads(line) for line in desk.ear.take()] == [
        {"id": "a", "after_turns": 1, "is_final": True, "is_terminated": True},
        {"id": "t", "action": "terminate", "terminate_id": "a"},
    ]
    desk.thinkers[0].go_on.set()
    assert [(one["id"], one["after_turns"]) for one in desk.answers()] == [("endless-0", 0), ("a", 0)]


def test_closing_stops_everything() -> None:
    desk = busy_desk(2)
    desk.ask()
    in_time(desk.session.close)
    assert [one["is_terminated"] for one in desk.answers()] == [True] * 3
    assert all(thinker.is_closed for thinker in desk.thinkers)


def test_whatever_happens_to_a_query_the_others_are_answered() -> None:
    desk = Desk(lambda _: FakeThinker(error=RuntimeError("crossed wires")))
    desk.ask()
    desk.ask(id="b")
    assert desk.answers() == [
        {"id": one, "error": "crossed wires", "field": None, "after_turns": 0} for one in ("a", "b")
    ]


# What is asked


def read(**changes: Any) -> Analyse:
    query = {key: value for key, value in (ASKED | changes).items() if value is not ...}
    request = parse_query(json.dumps(query))
    assert isinstance(request, Analyse)
    return request


@pytest.mark.parametrize(
    ("start", "position"),
    [
        ({"deal": "ox,boar/horse,elephant/crab"}, START),
        ({"deal": "ox,boar/horse,elephant/crab", "starter": "red"}, START.replace(" b ", " r ")),
        ({"deal": "eagle,ox/hawk,eel/crab"}, WINDY),
        ({"deal": "eagle,ox/hawk,eel/crab", "rules": "way-of-the-wind"}, WINDY),
        ({"seed": 7}, "ssmss/5/5/5/SSMSS frog,boar/mantis,monkey/rooster r 1"),
        ({"position": WINDY}, WINDY),
    ],
)
def test_a_game_begins_with_a_deal_a_seed_or_a_position(start: dict[str, Any], position: str) -> None:
    query = read(**({"position": ...} | start))
    assert query.positions == {0: parse_position(position)}
    assert format_position(query.positions[0]).startswith(position[:17])


def test_rules_say_what_a_seed_is_dealt_from() -> None:
    rules = {"deck": ["Ox", "Boar", "Eel", "Crab", "Horse"], "spirit": False}
    assert read(position=..., seed=1, rules=rules).positions != read(position=..., seed=1).positions
    assert read(position=..., seed=1, rules="way-of-the-wind").positions[0].spirit_mask


def test_what_is_left_out_or_null_has_its_default() -> None:
    for nothing in (..., None):
        names = (
            "limits",
            "multipv",
            "priority",
            "turns",
            "after_turns",
            "report_every_seconds",
            "rules",
            "action",
        )
        query = read(**dict.fromkeys((*names, "include_lines", "include_position"), nothing))
        assert query == Analyse(
            "a", (), {0: parse_position(START)}, Limits(seconds=1), 1, 0, None, True, False
        )


def test_limits_are_read_one_by_one() -> None:
    limits = {"seconds": 1, "depth": 255, "nodes": 1 << 62, "until_proven": True}
    assert read(limits=limits).limits == Limits(1.0, 255, 1 << 62, until_proven=True)
    assert read(limits={"until_proven": True}).limits == Limits(until_proven=True)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"id": ...}, "id", "id: expected text that names the query, found None"),
        ({"id": 7}, "id", "id: expected text that names the query, found 7"),
        ({"id": ""}, "id", "id: expected text"),
        ({"id": "\ud800"}, "id", "id: expected text"),
        (
            {"action": "sing"},
            "action",
            "expected one of analyse, terminate, terminate_all, query_version, found 'sing'",
        ),
        ({"action": 3}, "action", "action: expected text, found 3"),
        ({"action": "terminate"}, "terminate_id", "terminate_id: expected text, found None"),
        (
            {"action": "terminate", "terminate_id": "a", "after_turns": [-1]},
            "after_turns",
            "after_turns: expected a whole number from 0",
        ),
        ({"position": ...}, "position", "expected one of deal, seed and position, found none of them"),
        ({"seed": 3}, "position", "expected one of deal, seed and position, found seed and position"),
        ({"position": 3}, "position", "position: expected text, found 3"),
        ({"position": "nonsense"}, "position", "position: expected board"),
        ({"position": HIDDEN}, "position", r"games with hidden ninjas are not taken.*\(R70\)"),
        ({"rules": "base"}, "rules", "rules: expected only beside deal or seed"),
        ({"starter": "red"}, "starter", "starter: expected only beside deal"),
        ({"position": ..., "seed": 3, "rules": "go"}, "rules", "rules: there is no preset 'go'"),
        (
            {"position": ..., "seed": 3, "rules": "way-of-shadow"},
            "rules",
            r"hidden ninjas are not taken.*\(R70\)",
        ),
        ({"position": ..., "seed": -3}, "seed", "seed: expected a whole number from 0"),
        ({"position": ..., "seed": True}, "seed", "seed: expected a whole number"),
        ({"position": ..., "deal": "ox"}, "deal", "expected red,red/blue,blue/side"),
        ({"position": ..., "deal": "ox,boar/horse,ox/crab"}, "deal", "Ox is dealt twice"),
        (
            {"position": ..., "deal": "ox,boar/horse,eel/crab", "starter": 1},
            "starter",
            "expected red or blue, found 1",
        ),
        ({"turns": "horse:c5c4"}, "turns", "turns: expected a list, found 'horse:c5c4'"),
        ({"turns": [3]}, "turns", "turn 1: expected a turn such as boar:c1c2, found 3"),
        ({"turns": ["horse:c5c4", "ox:c1c4"]}, "turns", "turn 2: ox:c1c4: "),
        ({"turns": ["horse:c5c4 ox:c1c2"]}, "turns", "turn 1: ox:c1c2: the turn is complete"),
        (
            {"position": WINDY, "turns": ["hawk:b5c4", "ox:c1c2"]},
            "turns",
            "turn 2: the turn before it is not",
        ),
        ({"after_turns": [1]}, "after_turns", "after_turns: expected a whole number from 0 to 0, found 1"),
        ({"after_turns": []}, "after_turns", "expected at least one number"),
        ({"after_turns": 0}, "after_turns", "after_turns: expected a list, found 0"),
        (
            {"limits": 3},
            "limits",
            "limits: expected an object of seconds, depth, nodes, until_proven, found 3",
        ),
        ({"limits": {"plies": 3}}, "limits", "limits: expected an object of .*, found 'plies'"),
        ({"limits": {}}, "limits", "found none of them"),
        ({"limits": {"until_proven": False}}, "limits", "found none of them"),
        ({"limits": {"until_proven": 1}}, "limits.until_proven", "expected true or false, found 1"),
        ({"limits": {"seconds": 0}}, "limits.seconds", "expected seconds from above 0"),
        ({"limits": {"seconds": float("nan")}}, "limits.seconds", "expected seconds from above 0"),
        ({"limits": {"seconds": float("inf")}}, "limits.seconds", "expected seconds from above 0"),
        ({"limits": {"seconds": True}}, "limits.seconds", "expected seconds from above 0"),
        ({"limits": {"seconds": "1"}}, "limits.seconds", "expected seconds from above 0"),
        ({"limits": {"depth": 256}}, "limits.depth", "expected a whole number from 1 to 255, found 256"),
        ({"limits": {"nodes": 1.5}}, "limits.nodes", "expected a whole number from 1"),
        ({"multipv": 65}, "multipv", "multipv: expected a whole number from 1 to 64, found 65"),
        ({"priority": "high"}, "priority", "priority: expected a whole number"),
        ({"report_every_seconds": 0}, "report_every_seconds", "expected seconds from above 0"),
        ({"include_lines": 1}, "include_lines", "include_lines: expected true or false, found 1"),
    ],
)
def test_a_field_that_is_wrong_is_named(changes: dict[str, Any], field: str, message: str) -> None:
    query = {key: value for key, value in (ASKED | changes).items() if value is not ...}
    with pytest.raises(BadQuery, match=message) as caught:
        parse_query(json.dumps(query))
    assert caught.value.field == field
    assert caught.value.query_id == (None if "id" in changes else "a")


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", "3", '"id"', "[" * 100_000, "9" * 10_000, '{"id": "a"', "\0"]
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(BadQuery, match=r"expected (JSON|an object), found") as caught:
        parse_query(text)
    assert (caught.value.field, caught.value.query_id) == (None, None)


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
VALUES = JSON | st.sampled_from(
    [
        START,
        WINDY,
        OVER,
        HIDDEN,
        "analyse",
        "terminate",
        "ox,boar/horse,eel/crab",
        "base",
        ["horse:c5c4"],
        [0],
        {"depth": 1},
    ]
)
KEYS = st.sampled_from(
    [
        *(
            "action",
            "rules",
            "deal",
            "seed",
            "starter",
            "position",
            "turns",
            "after_turns",
            "limits",
            "multipv",
        ),
        *("priority", "report_every_seconds", "include_lines", "include_position", "terminate_id"),
    ]
)


@FUZZ
@given(
    st.text() | JSON.map(json.dumps) | st.dictionaries(KEYS, VALUES).map(lambda one: json.dumps(ASKED | one))
)
def test_any_json_is_a_request_or_a_clear_error(text: str) -> None:
    try:
        told = parse_query(text).id
    except BadQuery as error:
        told = str(error)
    assert told


def test_a_session_lives_through_any_lines() -> None:
    desk = Desk()
    said = Event()

    @settings(max_examples=FUZZ.max_examples // 4)
    @given(
        st.text() | st.dictionaries(KEYS, VALUES).map(lambda one: json.dumps({"limits": {"depth": 1}} | one))
    )
    def say(text: str) -> None:
        desk.session.handle(text)
        said.set()

    say()
    assert said.is_set()
    desk.session.handle('{"id": "end", "action": "terminate_all"}')
    desk.ask(id="after")
    assert desk.answers()[-1]["id"] == "after"
