"""Clocks and deadlines: decided once, by the time that the room is told."""

from onitama.server.rooms import Code, Room, Status, due, tick
from onitama.server.rooms.deadlines import ABANDONED_MS, ANSWER_MS, BREAK_MS, PLACING_MS
from room_table import ANNA, BEN, ENTROPY, Table, truth


def faces(table: Table) -> tuple[int, int]:
    clock = table.state()["clock"]
    return clock["red_ms"], clock["blue_ms"]


def test_r82_the_clock_duel() -> None:
    table = Table(time="5+0").joined()
    assert faces(table) == (300_000, 300_000)
    table.waits(20_000)
    table.plays("tiger:c1c3")
    assert faces(table) == (280_000, 300_000)
    assert table.state()["clock"] == {
        "red_ms": 280_000,
        "blue_ms": 300_000,
        "running": "blue",
        "at_ms": table.now_ms,
    }


def test_both_are_told_the_same_clock() -> None:
    table = Table(time="3+2").joined()
    table.waits(1234)
    table.plays("tiger:c1c3")
    clocks = [frames[-1]["state"]["clock"] for frames in table.frames.values()]
    assert clocks[0] == clocks[1] == clocks[2] == table.state(0)["clock"]


def test_time_out_is_decided_to_the_millisecond_and_once() -> None:
    table = Table(time="1+0").joined()
    assert due(table.room) == table.now_ms + 60_000
    assert table.waits(59_999).events == ()
    table.now_ms += 1
    table.refuses(Code.TOO_LATE, ANNA, "step", step="tiger:c1c3")
    table.refuses(Code.TOO_LATE, BEN, "offer", kind="draw")
    table.refuses(Code.TOO_LATE, ANNA, "resign")
    assert [event.type for event in table.waits(0).events] == ["flagged"]
    assert table.state()["view"]["outcome"] == {"winner": "blue", "by": "time"}
    assert faces(table) == (0, 60_000)
    assert due(table.room) is None
    assert table.waits(1_000_000).events == ()


def test_a_step_in_the_last_millisecond_counts() -> None:
    table = Table(time="1+0").joined()
    table.now_ms += 59_999
    table.plays("tiger:c1c3")
    assert faces(table) == (1, 60_000)


def test_a_clock_that_lags_behind_gives_no_time_back() -> None:
    """Two processes' clocks differ a little; the room's own time never runs backwards."""
    table = Table(time="1+0").joined()
    table.waits(5000)
    table.plays("tiger:c1c3")
    table.now_ms -= 3000
    table.plays("boar:c5c4")
    assert faces(table) == (55_000, 60_000)
    assert [event.at_ms for event in table.log] == sorted(event.at_ms for event in table.log)


def test_a_crash_neither_gives_nor_takes_time() -> None:
    table = Table(time="5+3").joined()
    table.waits(4000)
    table.plays("tiger:c1c3")
    table.waits(4000)
    before = due(table.room), table.state()
    table.crash()
    assert (due(table.room), table.state()) == before
    table.waits(1000)
    table.plays("boar:c5c4")
    assert faces(table) == (299_000, 298_000)


def test_an_outage_is_nobodys_loss() -> None:
    table = Table(time="5+0").joined()
    table.waits(10_000)
    table.plays("tiger:c1c3")
    table.waits(20_000)
    seen_alive_ms = table.now_ms
    table.now_ms += 3_600_000
    table.crash()
    table.comes_back(seen_alive_ms)
    assert faces(table) == (290_000, 280_000)
    assert table.state()["clock"]["running"] == "blue"
    table.waits(5000)
    table.plays("boar:c5c4")
    assert faces(table) == (290_000, 275_000)


def test_an_outage_before_the_turn_began_takes_nothing() -> None:
    table = Table(time="5+0").joined()
    table.waits(10_000)
    table.plays("tiger:c1c3")
    table.now_ms += 60_000
    table.comes_back(table.now_ms - 65_000)
    assert faces(table) == (290_000, 300_000)


def test_time_that_was_out_before_the_outage_is_out() -> None:
    table = Table(time="1+0").joined()
    table.now_ms += 100_000
    table.comes_back(table.now_ms - 30_000)
    assert table.room.status is Status.OVER


def test_an_outage_is_no_time_to_place_to_answer_or_to_rest() -> None:
    placing = Table(time="5+0", rules="way-of-shadow").joined()
    asking = Table(time="5+0").joined()
    asking.plays("tiger:c1c3")
    asking.does(ANNA, "offer", kind="takeback")
    resting = Table(time="5+0", format="mirror").joined()
    resting.does(BEN, "resign")
    for table, wait_ms in ((placing, PLACING_MS), (asking, ANSWER_MS), (resting, BREAK_MS)):
        table.now_ms += 3_600_000
        table.comes_back(table.now_ms - 3_600_000)
        assert due(table.room) == table.now_ms + wait_ms


def test_an_untimed_game_does_not_notice_an_outage() -> None:
    table = Table().joined()
    table.now_ms += 3_600_000
    assert table.comes_back(0).events == ()


# Who is missing


def test_a_game_in_which_nobody_begins_has_not_been() -> None:
    table = Table().joined()
    assert [event.type for event in table.until_due().events] == ["closed"]
    assert table.state()["closed_for"] == "abandoned"


def test_who_stays_away_from_an_untimed_game_loses_it() -> None:
    table = Table().joined()
    table.plays("tiger:c1c3")
    began_ms = table.now_ms
    assert due(table.room) == began_ms + ABANDONED_MS
    table.waits(ABANDONED_MS - 1)
    table.plays("boar:c5c4")
    table.until_due()
    assert table.state()["view"]["outcome"] == {"winner": "blue", "by": "time"}
    assert table.room.finished[0].record["result"] == {"winner": "blue", "by": "time"}


def test_a_disconnect_is_no_event() -> None:
    table = Table(time="5+0").joined()
    table.plays("tiger:c1c3")
    before = truth(table.room)
    table.waits(100_000)
    assert truth(table.room) == before


def test_steps_within_a_turn_do_not_move_the_deadline() -> None:
    """It would tell others that a secret step was made (R71)."""
    table = Table(rules="way-of-the-wind", deal="hawk,ox/crab,boar/horse").joined()
    before = due(table.room)
    table.waits(1000)
    table.plays("hawk:b1a2")
    assert due(table.room) == before
    table.plays("spirit:c3a3")
    assert due(table.room) == table.now_ms + ABANDONED_MS


def test_with_a_clock_ninjas_are_placed_in_good_time() -> None:
    table = Table(time="5+0", rules="way-of-shadow").joined()
    assert table.state()["clock"]["running"] is None
    table.does(ANNA, "place", step="place:b1")
    assert due(table.room) == table.now_ms + PLACING_MS
    table.does(BEN, "place", step="place:b5")
    assert table.state()["clock"]["running"] == "red"
    table = Table(time="5+0", rules="way-of-shadow").joined()
    table.until_due()
    assert table.state()["closed_for"] == "abandoned"


def test_a_clock_does_not_wait_for_an_answer_for_ever() -> None:
    table = Table(time="5+0").joined()
    table.plays("tiger:c1c3")
    table.does(ANNA, "offer", kind="takeback")
    assert due(table.room) == table.now_ms + ANSWER_MS
    table.now_ms += ANSWER_MS
    table.refuses(Code.TOO_LATE, BEN, "answer", answer="accept")
    table.waits(0)
    assert table.state()["offer"] is None
    assert table.frames[None][-1]["answer"] == "expire"
    assert table.state()["clock"]["running"] == "blue"
    table.plays("boar:c5c4")


def test_an_offered_rematch_expires() -> None:
    table = Table().joined()
    table.does(ANNA, "resign")
    assert due(table.room) is None
    table.does(ANNA, "offer", kind="rematch")
    assert due(table.room) == table.now_ms + BREAK_MS
    table.until_due()
    assert (table.state()["status"], table.state()["offer"]) == ("over", None)


def test_one_tick_makes_up_for_all_that_was_missed() -> None:
    table = Table(time="5+0").joined()
    table.plays("tiger:c1c3")
    table.does(ANNA, "offer", kind="takeback")
    table.now_ms += 10 * ANSWER_MS
    types = [event.type for event in tick(table.room, table.now_ms, ENTROPY).events]
    assert types == ["answered"], "Blue's clock runs again, from when the server came back to it"


def test_a_room_tells_when_to_come_back() -> None:
    def is_settled(room: Room) -> bool:
        return due(room) is None

    assert not is_settled(Table().room)
    table = Table()
    table.does(ANNA, "leave")
    assert is_settled(table.room)
