"""Who sits where, under which name, and what nobody can know before the game starts."""

import json
from typing import Any

import pytest

from onitama.server.rooms import (
    Code,
    Person,
    Refused,
    Setup,
    Status,
    clean_name,
    create,
    decide,
    frame,
    snapshot,
    viewer_of,
)
from onitama.server.rooms.commands import Join
from onitama.server.rooms.deadlines import INVITATION_MS
from room_table import ANNA, BEN, ENTROPY, EVE, Table, truth

DRAWN: dict[str, Any] = {"deal": None, "starter": None, "colour": None}


def test_nobody_plays_against_himself() -> None:
    table = Table()
    table.refuses(Code.OWN_ROOM, Person(ANNA.identity, "Another name"), "join")
    assert table.room.status is Status.WAITING


def test_the_second_who_comes_watches() -> None:
    table = Table().joined()
    table.refuses(Code.SEAT_TAKEN, EVE, "join")
    assert viewer_of(table.room, EVE.identity) is None
    assert viewer_of(table.room, None) is None


def test_a_seat_belongs_to_an_identity_and_a_link_carries_none() -> None:
    """After a disconnect nobody else gets the seat, whatever name it takes."""
    table = Table().joined()
    table.plays("tiger:c1c3")
    table.refuses(Code.SEAT_TAKEN, Person("id-other", "Ben"), "join")
    table.refuses(Code.NOT_A_PLAYER, Person("id-other", "Ben"), "step", moment=2, step="crab:c5c4")
    assert ANNA.identity not in json.dumps([table.sees(viewer) for viewer in (0, 1, None)])
    assert BEN.identity not in json.dumps(table.frames[None])


def test_both_reload_at_once_and_go_on() -> None:
    table = Table().joined()
    table.plays("tiger:c1c3")
    table.crash()
    for person in (ANNA, BEN):
        assert table.does(person, "join").events == ()
    assert (viewer_of(table.room, ANNA.identity), viewer_of(table.room, BEN.identity)) == (0, 1)
    table.plays("boar:c5c4")


def test_nothing_is_drawn_before_the_second_has_joined() -> None:
    """So who opens a room cannot open others until its colour and cards suit it: there is nothing to see."""
    one, other = (Table(entropy=entropy, **DRAWN) for entropy in (bytes(16), bytes([255] * 16)))
    assert one.sees(0) == other.sees(0)
    assert truth(one.room) == truth(other.room)
    assert "colour" not in one.state(0)["people"][0] or one.state(0)["people"][0]["colour"] is None
    for table in (one, other):
        table.joined()
    assert one.room.red != other.room.red
    assert one.state(0)["dealt"] != other.state(0)["dealt"]


def test_the_game_hangs_on_the_entropy_at_the_start_only() -> None:
    room = Table(**DRAWN).room
    starts = {
        json.dumps(decide(room, Join(), BEN, 2_000_000, bytes([byte] * 16)).events[-1].to_json())
        for byte in range(40)
    }
    assert len(starts) == 40


def test_both_colours_are_drawn_as_often() -> None:
    room = Table(**DRAWN).room
    reds = [
        decide(room, Join(), BEN, 2_000_000, bytes([0] * 8 + [byte] + [0] * 7)).room.red
        for byte in range(256)
    ]
    assert sum(reds) == 128


def test_a_seed_drawn_by_the_server_can_be_told_in_every_language() -> None:
    table = Table(entropy=bytes([255] * 16), **DRAWN).joined()
    assert table.state()["dealt"]["seed"] == 2**53 - 1


def test_chosen_seeds_deals_and_colours_count() -> None:
    table = Table(**DRAWN | {"seed": 7, "colour": "blue"}).joined()
    assert table.state()["dealt"]["cards"] == "frog,boar/mantis,monkey/rooster"
    assert [one["colour"] for one in table.state()["people"]] == ["blue", "red"]
    table = Table(deal="Ox, Boar / Horse,Elephant/crab", starter="blue").joined()
    assert table.state()["dealt"] == {
        "cards": "ox,boar/horse,elephant/crab",
        "starter": "blue",
        "seed": None,
    }


# Invitations


def test_an_invitation_can_be_withdrawn_once_and_for_all() -> None:
    table = Table()
    table.does(ANNA, "leave")
    table.refuses(Code.NOT_NOW, BEN, "join")
    assert table.state()["closed_for"] == "withdrawn"
    assert table.does(ANNA, "leave").events == ()


def test_an_invitation_expires_to_the_millisecond() -> None:
    for ms, is_open in ((INVITATION_MS - 1, True), (INVITATION_MS, False)):
        table = Table()
        table.now_ms += ms
        if is_open:
            table.does(BEN, "join")
            continue
        table.refuses(Code.TOO_LATE, BEN, "join")
        table.waits(0)
        assert table.state()["closed_for"] == "expired"
        table.refuses(Code.NOT_NOW, BEN, "join")


def test_leaving_a_running_game_is_not_losing_it() -> None:
    table = Table().joined()
    table.refuses(Code.NOT_NOW, BEN, "leave")
    table.refuses(Code.NOT_A_PLAYER, EVE, "leave")


def test_a_game_can_be_closed_to_spectators() -> None:
    table = Table(spectators=False)
    assert viewer_of(table.room, EVE.identity) is None, "who has the link may see the invitation"
    table.joined()
    assert viewer_of(table.room, BEN.identity) == 1
    with pytest.raises(Refused) as refusal:
        viewer_of(table.room, EVE.identity)
    assert refusal.value.code is Code.PRIVATE


def test_who_joins_before_anybody_listens_has_missed_nothing() -> None:
    """Frames are numbered; a snapshot says up to which one it tells."""
    table = Table().joined()
    assert table.sees(1)["number"] == len(table.frames[1])
    assert table.frames[1][-1]["state"] == table.sees(1)["state"]


# Names

GOOD = {
    "Anna": "Anna",
    "  Anna   Bell ": "Anna Bell",
    "O'Brien-Smith Jr.": "O'Brien-Smith Jr.",
    "Zoë": "Zoë",
    "Zoe\u0308": "Zo\u00eb",
    "小野": "小野",
    "مریم": "مریم",
    "मु\u200dनी": "मु\u200dनी",
    "🦀": "🦀",
    "क्षत्रिय": "क्षत्रिय",
    "7": "7",
}
BAD = [
    "",
    "   ",
    "\u3164",
    "\u2800",
    "\u200d",
    "...",
    "x" * 31,
    "x" * 1000,
    "\ufdfa" * 20,
    "<b>Anna</b>",
    "Anna & Ben",
    "An\x00na",
    "An\x1b[31mna",
    "\u202eannA",
    "An\u200bna",
    "An\ufeffna",
    "\ud800",
    "Z" + "\u0300\u0301\u0302\u0303\u0304\u0305",
    None,
    7,
    ["Anna"],
]


@pytest.mark.parametrize("given", GOOD)
def test_names_in_any_script(given: str) -> None:
    assert clean_name(given) == GOOD[given]
    assert clean_name(GOOD[given]) == GOOD[given]


@pytest.mark.parametrize("given", BAD, ids=ascii)
def test_names_that_would_mislead_or_break_a_page(given: object) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(given)
    assert refusal.value.code is Code.BAD_NAME
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


def test_names_are_looked_at_where_people_come_in() -> None:
    with pytest.raises(Refused, match="name"):
        create(Setup.from_json({}), Person("id", "<i>"), 0, ENTROPY)
    table = Table()
    table.refuses(Code.BAD_NAME, Person("id", "x" * 1000), "join")
    table.does(Person("id", " Ada  B. "), "join")
    assert table.state()["people"][1]["name"] == "Ada B."


def test_two_may_have_one_name() -> None:
    table = Table()
    table.does(Person("id-2", "Anna"), "join")
    assert [one["name"] for one in table.state()["people"]] == ["Anna", "Anna"]
    assert [table.state(seat)["you"] for seat in (0, 1)] == [0, 1]


# Setups


@pytest.mark.parametrize(
    "setup",
    [
        None,
        [],
        {"rule": "base"},
        {"rules": "chess"},
        {"rules": {"deck": ["Ox"] * 5}},
        {"time": "0+0"},
        {"time": 5},
        {"format": "blitz"},
        {"format": ["mirror"]},
        {"format": "coaching", "time": "5+0"},
        {"colour": "green"},
        {"colour": 1},
        {"computer": ""},
        {"computer": "<b>"},
        {"computer": 3},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": True},
        {"seed": "7"},
        {"seed": 7, "deal": "ox,boar/horse,elephant/crab"},
        {"deal": "ox,boar/horse,elephant"},
        {"deal": "ox,boar/horse,elephant/ox"},
        {"deal": "ox,boar/horse,elephant/hawk"},
        {"deal": ["ox"]},
        {"starter": "red"},
        {"rules": "way-of-light", "deal": "ox,boar/horse,elephant/crab", "starter": "blue"},
        {"spectators": "yes"},
    ],
    ids=str,
)
def test_a_setup_that_cannot_be_played_is_refused_at_once(setup: object) -> None:
    with pytest.raises(Refused) as refusal:
        Setup.from_json(setup)
    assert refusal.value.code is Code.BAD_SETUP


def test_a_setup_survives_json() -> None:
    for setup in (
        {},
        {"rules": "way-of-light-blue", "time": "1:30+2.5", "colour": "blue", "spectators": False},
        {"format": "mirror", "deal": "ox,boar/horse,elephant/crab", "starter": "blue"},
        {"format": "coaching", "computer": "beginner", "seed": 2**64 - 1},
        {"rules": {"deck": ["Ox", "Boar", "Crab", "Frog", "Horse"], "hidden": "shadow"}},
    ):
        one = Setup.from_json(setup)
        assert Setup.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_the_first_message_is_about_the_invitation() -> None:
    decision = create(Setup.from_json({}), ANNA, 5, ENTROPY)
    [event] = decision.events
    for viewer in (0, None):
        first = frame(None, event, decision.room, viewer)
        assert first is not None
        assert (first["type"], first["number"], first["state"]["status"]) == ("created", 1, "waiting")
        assert first["state"] == snapshot(decision.room, viewer)["state"]
