"""Offers and answers, and the ends that one person decides."""

from dataclasses import replace
from typing import Any

import pytest

from onitama.server.rooms import Code, Computer, OfferKind, Refused, Status, decide, wants
from onitama.server.rooms.commands import MakeOffer, MakeStep, Resign
from onitama.server.rooms.decide.draft import MOST_EVENTS
from onitama.server.rooms.wants import ComputerAnswer
from room_table import ANNA, BEN, DANCE, ENTROPY, EVE, Table


def playing(**setup: Any) -> Table:
    table = Table(**setup).joined()
    table.plays("tiger:c1c3", "boar:a5a4")
    return table


def result(table: Table) -> object:
    return table.state()["view"]["outcome"]


def test_r84_a_draw_needs_both() -> None:
    table = playing()
    table.does(ANNA, "offer", kind="draw")
    assert table.state()["offer"] == {"number": 1, "person": 0, "kind": "draw", "turn_number": None}
    table.refuses(Code.NOT_NOW, ANNA, "answer", answer="accept")
    table.refuses(Code.NOT_A_PLAYER, EVE, "answer", answer="accept")
    table.does(BEN, "answer", answer="accept")
    assert result(table) == {"winner": None, "by": "agreement"}
    assert [one["score"] for one in table.state()["people"]] == [0.5, 0.5]


def test_r84_a_draw_is_suggested_at_the_third_time() -> None:
    table = Table(deal="crab,horse/mantis,tiger/elephant", starter=None).joined()
    table.plays("crab:e1e2", "mantis:d5e4")
    for step in 2 * DANCE:
        assert not table.state()["suggests_draw"]
        table.plays(step)
    assert table.state()["suggests_draw"]
    assert table.room.status is Status.PLAYING


def test_two_who_offer_the_same_agree() -> None:
    table = playing()
    table.does(ANNA, "offer", kind="draw")
    table.does(BEN, "offer", kind="draw")
    assert table.room.status is Status.OVER


def test_a_turn_of_the_other_declines_a_draw() -> None:
    table = playing()
    table.does(BEN, "offer", kind="draw")
    table.plays("ox:a1a2")
    assert table.state()["offer"] is None
    table.refuses(Code.STALE, ANNA, "answer", answer="accept")


def test_an_offer_withdrawn_cannot_be_accepted() -> None:
    table = playing()
    table.does(ANNA, "offer", kind="takeback")
    table.does(ANNA, "answer", answer="withdraw")
    table.refuses(Code.STALE, BEN, "answer", offer=1, answer="accept")
    table.does(ANNA, "offer", kind="takeback", turn_number=2)
    table.refuses(Code.STALE, BEN, "answer", offer=1, answer="accept")
    table.does(BEN, "answer", offer=2, answer="decline")
    assert table.sees(None)["turns"] == ["tiger:c1c3", "boar:a5a4"]


def test_r83_a_takeback_brings_back_cards_turn_and_clock() -> None:
    table = Table(time="5+3").joined()
    table.waits(10_000)
    table.plays("tiger:c1c3")
    before = table.state(1)
    table.waits(7_000)
    table.plays("boar:a5a4")
    moment = table.state(1)["moment"]
    table.does(BEN, "offer", kind="takeback")
    assert table.state()["clock"]["running"] is None
    table.waits(50_000)
    table.does(ANNA, "answer", answer="accept")
    after = table.state(1)
    assert after["view"] == before["view"]
    assert (after["clock"]["red_ms"], after["clock"]["blue_ms"]) == (293_000, 300_000)
    assert after["clock"]["running"] == "blue"
    assert after["moment"] == moment + 1, "what was chosen before may mean something else now"
    for frames in table.frames.values():
        assert frames[-1]["turns"] == ["tiger:c1c3"]


def test_the_game_waits_for_the_answer_to_a_takeback() -> None:
    table = playing()
    table.does(BEN, "offer", kind="takeback")
    assert "must be answered" in table.refuses(Code.ILLEGAL, ANNA, "step", step="ox:a1a2")
    table.refuses(Code.ILLEGAL, ANNA, "offer", kind="draw")
    table.does(ANNA, "resign")
    assert result(table) == {"winner": "blue", "by": "resignation"}


def test_a_clock_is_not_stopped_by_asking_again_and_again() -> None:
    table = playing(time="5+0")
    for _ in range(2):
        table.does(ANNA, "offer", kind="takeback")
        table.does(BEN, "answer", answer="decline")
    table.refuses(Code.TOO_MANY, ANNA, "offer", kind="takeback")
    table.plays("ox:a1a2")
    table.does(ANNA, "offer", kind="takeback")


def test_r83_a_takeback_goes_to_turns_that_can_be_taken_back() -> None:
    table = Table().joined()
    table.refuses(Code.ILLEGAL, ANNA, "offer", kind="takeback")
    table.plays("tiger:c1c3", "boar:a5a4")
    assert table.state()["takeback_from"] == 1
    assert "1, 2" in table.refuses(Code.ILLEGAL, ANNA, "offer", kind="takeback", turn_number=3)
    table.refuses(Code.BAD_COMMAND, ANNA, "offer", kind="draw", turn_number=1)
    table.does(ANNA, "offer", kind="takeback", turn_number=1)
    table.does(BEN, "answer", answer="accept")
    assert table.sees(0)["turns"] == []


def test_r83_a_disputed_game_starts_again() -> None:
    table = playing(time="5+0")
    table.waits(5_000)
    table.does(ANNA, "offer", kind="restart")
    table.does(BEN, "answer", answer="accept")
    assert table.sees(None)["turns"] == []
    assert (table.state()["clock"]["red_ms"], table.state()["clock"]["running"]) == (300_000, "red")
    table.plays("tiger:c1c3")


def test_r16_resigning_needs_no_turn_and_no_moment() -> None:
    table = playing()
    table.does(BEN, "resign")
    assert result(table) == {"winner": "red", "by": "resignation"}


def test_what_was_meant_for_the_last_game_does_not_touch_this_one() -> None:
    table = playing()
    table.does(BEN, "resign")
    table.does(BEN, "offer", kind="rematch")
    table.does(ANNA, "answer", answer="accept")
    table.refuses(Code.STALE, ANNA, "resign", game=1)
    table.refuses(Code.STALE, ANNA, "abort", game=1)
    table.refuses(Code.STALE, ANNA, "offer", game=1, kind="draw")


def test_a_game_can_be_broken_off_before_the_first_turn_is_complete() -> None:
    table = Table(time="5+0").joined()
    table.waits(1000)
    table.does(BEN, "abort")
    assert (table.room.status, table.state()["closed_for"]) == (Status.CLOSED, "aborted")
    assert table.state()["clock"]["running"] is None
    assert table.state()["people"][0]["score"] == 0
    table.refuses(Code.NOT_NOW, ANNA, "step", step="tiger:c1c3")
    table.refuses(Code.NOT_NOW, ANNA, "offer", kind="rematch")
    table = Table().joined()
    table.plays("tiger:c1c3")
    table.refuses(Code.NOT_NOW, BEN, "abort")


# Rematch


def test_a_rematch_needs_both_and_changes_colours() -> None:
    table = Table(deal=None, starter=None).joined()
    first = table.state()["dealt"]
    table.refuses(Code.NOT_NOW, BEN, "offer", kind="rematch")
    table.does(BEN, "resign")
    table.entropy = bytes([9] * 16)
    table.does(BEN, "offer", kind="rematch")
    assert table.room.status is Status.OVER
    table.does(ANNA, "answer", answer="accept")
    state = table.state()
    assert (state["status"], state["game"]) == ("playing", 2)
    assert [one["colour"] for one in state["people"]] == ["blue", "red"]
    assert [one["score"] for one in state["people"]] == [1.0, 0.0]
    assert state["dealt"] != first, "cards are dealt anew"
    assert table.frames[None][-1]["turns"] == []


def test_no_rematch_with_who_has_left() -> None:
    table = playing()
    table.does(BEN, "resign")
    table.does(ANNA, "offer", kind="rematch")
    table.does(BEN, "leave")
    assert table.state()["offer"] is None
    table.refuses(Code.NOT_NOW, ANNA, "offer", kind="rematch")
    assert table.state()["people"][1]["is_gone"]


def test_a_log_does_not_grow_for_ever() -> None:
    """Refusals are not logged, and a full room takes nothing but the end of its game."""
    table = playing()
    room = replace(table.room, numbers=(MOST_EVENTS,) * 3)
    for command in (MakeStep(room.moments[0], "ox:a1a2"), MakeOffer(1, OfferKind.REMATCH)):
        with pytest.raises(Refused) as refusal:
            decide(room, command, ANNA, table.now_ms, ENTROPY)
        assert refusal.value.code in (Code.TOO_MANY, Code.NOT_NOW)
    room = decide(room, Resign(1), ANNA, table.now_ms, ENTROPY).room
    assert room.status is Status.OVER
    with pytest.raises(Refused, match="full"):
        decide(room, MakeOffer(1, OfferKind.REMATCH), ANNA, table.now_ms, ENTROPY)


# Hints


def test_r81_hints_in_a_friends_game_need_both() -> None:
    table = playing()
    for person in (ANNA, BEN):
        table.refuses(Code.NO_HINTS, person, "help", kind="hint")
    table.does(ANNA, "offer", kind="hints")
    table.refuses(Code.NO_HINTS, ANNA, "help", kind="hint")
    table.does(BEN, "answer", answer="decline")
    table.refuses(Code.NO_HINTS, ANNA, "help", kind="analysis")
    table.does(ANNA, "offer", kind="hints")
    table.does(BEN, "answer", answer="accept")
    decision = table.does(BEN, "help", kind="hint")
    assert decision.events == (), "what the computer thinks is no part of the game"
    assert decision.help is not None
    assert (decision.help.person, decision.help.moment) == (1, table.state(1)["moment"])
    table.refuses(Code.NOT_A_PLAYER, EVE, "help", kind="hint")


def test_agreed_hints_end_with_the_game() -> None:
    table = playing()
    table.does(ANNA, "offer", kind="hints")
    table.does(BEN, "answer", answer="accept")
    table.does(ANNA, "resign")
    assert table.does(EVE, "help", kind="analysis").help is not None
    table.does(BEN, "offer", kind="rematch")
    table.does(ANNA, "answer", answer="accept")
    table.refuses(Code.NO_HINTS, BEN, "help", kind="hint")


# The computer


def machine(table: Table) -> Computer:
    computer = table.room.people[1]
    assert isinstance(computer, Computer)
    return computer


def test_the_computer_agrees_to_all_but_a_draw() -> None:
    table = Table(computer="beginner")
    table.plays("tiger:c1c3", "boar:a5a4")
    table.does(ANNA, "offer", kind="takeback")
    assert table.sees(0)["turns"] == []
    table.plays("tiger:c1c3")
    table.does(ANNA, "offer", kind="draw")
    answer = next(one for one in wants(table.room) if isinstance(one, ComputerAnswer))
    table.does(machine(table), "answer", offer=answer.offer, answer="decline")
    assert not any(isinstance(one, ComputerAnswer) for one in wants(table.room))
    table.refuses(Code.NOT_NOW, ANNA, "offer", kind="hints")
    assert table.does(ANNA, "help", kind="hint").help is not None


@pytest.mark.parametrize("starter", ["red", "blue"])
def test_after_a_rematch_the_computer_that_starts_makes_its_move(starter: str) -> None:
    table = Table(computer="beginner", starter=starter)
    table.does(ANNA, "resign")
    assert wants(table.room) == ()
    table.does(ANNA, "offer", kind="rematch")
    assert table.room.status is Status.PLAYING
    is_computers_turn = table.mover == machine(table)
    assert is_computers_turn is (starter == "red"), "Anna had Red, so the computer has it now"
    assert bool(wants(table.room)) is is_computers_turn
    table.crash()
    assert bool(wants(table.room)) is is_computers_turn
    step = table.room.game.position.legal_steps[0] if table.room.game else ""
    table.plays(str(step))
    assert bool(wants(table.room)) is not is_computers_turn
