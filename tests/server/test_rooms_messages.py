"""Messages and the log: what is read, what is written, and that the page about them is complete."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

import onitama.server.rooms
from onitama.errors import OnitamaError
from onitama.server.denied import DeniedCode
from onitama.server.rooms import Code, Event, Refused, command_from_json, fold
from onitama.server.rooms.commands import Command
from onitama.server.rooms.events import Body
from room_table import ANNA, BEN, Table

PAGE = (Path(__file__).parents[2] / "docs/reference/server.md").read_text("utf-8")
ROOMS = Path(onitama.server.rooms.__file__).parent

JUNK: tuple[Any, ...] = (
    *(None, [], {}, True, 1.5, -1, 2**60, 10**400, float("nan")),
    *("x" * 100, "expire"),
)
GOOD: list[dict[str, Any]] = [
    {"type": "join"},
    {"type": "leave"},
    {"type": "step", "moment": 1, "step": "ox:c1c2"},
    {"type": "place", "moment": 1, "step": "place:b1"},
    {"type": "propose", "moment": 1, "step": "ox:c1c2"},
    {"type": "confirm", "moment": 1, "step": "ox:c1c2"},
    {"type": "offer", "game": 1, "kind": "takeback", "turn_number": 3},
    {"type": "offer", "game": 1, "kind": "draw"},
    {"type": "offer", "game": 1, "kind": "draw", "turn_number": None},
    {"type": "answer", "offer": 1, "answer": "accept"},
    {"type": "resign", "game": 1},
    {"type": "abort", "game": 1},
    {"type": "ready", "game": 1},
    {"type": "pace", "pace": "quick"},
    {"type": "help", "kind": "hint"},
]


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def first_column(title: str) -> set[str]:
    return set(re.findall(r"^\| `([a-z_-]+)` \|(?!.*\n\| ---)", section(title), re.MULTILINE))


def test_every_command_is_read() -> None:
    read = {type(command_from_json(data)) for data in GOOD}
    assert read == set(get_args(Command))


@pytest.mark.parametrize("data", GOOD, ids=json.dumps)
def test_a_command_with_a_part_missing_wrong_or_too_much_is_refused(data: dict[str, Any]) -> None:
    for key in data:
        for value in JUNK:
            spoiled = {**data, key: value}
            if (
                spoiled == data
                or (key == "step" and value == "expire")
                or (key, value) == ("turn_number", None)
            ):
                continue
            with pytest.raises(Refused) as refusal:
                command_from_json(spoiled)
            assert refusal.value.code is Code.BAD_COMMAND
            assert len(str(refusal.value)) < 300
        if key != "turn_number":
            with pytest.raises(Refused):
                command_from_json({other: value for other, value in data.items() if other != key})
    with pytest.raises(Refused, match="unexpected key 'extra'"):
        command_from_json({**data, "extra": 1})


@pytest.mark.parametrize(
    "data", [None, [], "join", 7, {}, {"type": None}, {"type": "Join"}, {"type": ["join"]}]
)
def test_what_is_no_command_is_refused(data: object) -> None:
    with pytest.raises(Refused, match="command, "):
        command_from_json(data)


def test_stored_events_are_read_again_and_nothing_else_is() -> None:
    table = Table(time="5+0").joined()
    table.plays("tiger:c1c3")
    table.does(ANNA, "offer", kind="takeback")
    table.does(BEN, "answer", answer="accept")
    for event in table.log:
        data = event.to_json()
        assert Event.from_json(data) == event
        for key in data:
            with pytest.raises(OnitamaError):
                Event.from_json({other: value for other, value in data.items() if other != key})
        with pytest.raises(OnitamaError):
            Event.from_json({**data, "v": 2})
        with pytest.raises(OnitamaError):
            Event.from_json({**data, "type": "unheard-of"})


def test_a_log_with_a_gap_is_no_room() -> None:
    table = Table().joined()
    table.plays("tiger:c1c3")
    assert fold(table.log).number == len(table.log)
    for at in range(len(table.log) - 1):
        with pytest.raises(OnitamaError):
            fold([*table.log[:at], *table.log[at + 1 :]])
    with pytest.raises(OnitamaError):
        fold([])
    with pytest.raises(OnitamaError):
        fold([*table.log, table.log[-1]])


# The page


def test_the_page_tells_of_every_command_and_its_parts() -> None:
    assert first_column("Commands") == {data["type"] for data in GOOD}
    parts = {part.name for command in get_args(Command) for part in fields(command)}
    assert all(f"`{part}`" in section("Commands") for part in parts)


def test_the_page_tells_of_every_event() -> None:
    types = {Event(1, 0, body.__new__(body)).type for body in get_args(Body)}
    assert first_column("Frames") == types


def test_the_page_tells_of_every_refusal() -> None:
    assert first_column("Refusals") == {*Code, *DeniedCode}


def test_the_page_tells_of_all_that_is_sent() -> None:
    table = Table(format="coaching").joined()
    table.does(ANNA, "offer", kind="draw")
    table.does(BEN, "answer", answer="decline")
    snapshot = table.sees(0)
    assert first_column("Setup") == set(snapshot["setup"])
    assert first_column("Snapshot") == set(snapshot["state"])
    for one in [*table.frames[0], snapshot, snapshot["state"]["people"][0], snapshot["state"]["dealt"]]:
        for key in one:
            assert f"`{key}`" in PAGE or f'"{key}"' in PAGE, key


def test_rooms_do_not_look_at_a_clock_draw_lots_or_wait() -> None:
    forbidden = re.compile(
        r"^\s*(import|from) (asyncio|random|secrets|socket|threading|time|datetime|os|pathlib)\b", re.M
    )
    for module in ROOMS.rglob("*.py"):
        assert not forbidden.search(module.read_text("utf-8")), module
