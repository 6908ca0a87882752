"""Rooms in memory: stored first, then answered, then told; and never what was not stored."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from onitama.server.bus import Message, Topic
from onitama.server.denied import Denied, DeniedCode
from onitama.server.hall import Hall
from onitama.server.rooms import Code, Decision, Event, Person, Refused, Room, Setup, Status, fold
from onitama.server.store import Store
from onitama.server.store.beats import Outage
from server_table import (
    ANNA,
    BASE,
    BEN,
    EVE,
    FakeClock,
    FakeViewer,
    FirstStep,
    command,
    make_hall,
    open_game,
    play,
)

pytestmark = pytest.mark.anyio


class SlowStore(Store):
    """Stores what it is told to hold up only when it may."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.held_up: set[str] = set()
        self.may_go_on = asyncio.Event()
        self.fails = False

    async def append(self, room_id: str, new: tuple[Event, ...], room: Room, **options: Any) -> None:
        if self.fails:
            raise Denied(DeniedCode.UNAVAILABLE, "the store does not answer")
        if room_id in self.held_up:
            await self.may_go_on.wait()
        await super().append(room_id, new, room, **options)


def nothing(_: object) -> None:
    pass


async def entered(hall: Hall, room_id: str, person: Person | None, number: int | None = None) -> FakeViewer:
    viewer = FakeViewer(None if person is None else person.identity)
    await hall.enter(room_id, viewer, number, nothing)
    return viewer


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


async def test_the_answer_comes_before_the_frame_and_after_the_store(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall)
    anna, ben = await entered(hall, room_id, ANNA), await entered(hall, room_id, BEN)
    seen: list[int] = []

    def answer(decision: Decision) -> None:
        seen.append(len(anna.told) + len(ben.told))
        assert len(decision.events) == 1

    step = command("step", moment=1, step="ox:c1c2")
    await hall.do(room_id, step, ANNA, answer)
    assert seen == [2]  # the two snapshots
    assert anna.types == ben.types == ["snapshot", "stepped"]
    assert fold(await store.log(room_id)).number == 4


async def test_of_two_clicks_at_once_one_is_stale(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall)
    steps = [command("step", moment=1, step=step) for step in ("ox:c1c2", "ox:a1a2")]
    results = await asyncio.gather(*(hall.do(room_id, one, ANNA) for one in steps), return_exceptions=True)
    assert isinstance(results[0], Decision)
    assert isinstance(results[1], Refused)
    assert results[1].code is Code.STALE


async def test_of_two_processes_at_once_one_wins_and_the_other_is_told(
    store: Store, clock: FakeClock
) -> None:
    one, two = make_hall(store, clock), make_hall(store, clock)
    room_id = await open_game(one)
    here, there = await entered(one, room_id, ANNA), await entered(two, room_id, ANNA)
    results = await asyncio.gather(
        one.do(room_id, command("step", moment=1, step="ox:c1c2"), ANNA),
        two.do(room_id, command("step", moment=1, step="ox:a1a2"), ANNA),
        return_exceptions=True,
    )
    won = [isinstance(result, Decision) for result in results]
    assert sorted(won) == [False, True]
    lost = results[won.index(False)]
    assert isinstance(lost, Refused)
    assert lost.code is Code.STALE
    winner, loser = (here, there) if won[0] else (there, here)
    assert loser.told[-1] == winner.told[-1]
    assert loser.types == ["snapshot", "stepped"]


async def test_other_processes_hear_what_was_done(store: Store, clock: FakeClock) -> None:
    one, two = make_hall(store, clock), make_hall(store, clock)
    room_id = await open_game(one)
    ben = await entered(two, room_id, BEN)
    await play(one, room_id)
    await two.hear(Message(Topic.ROOM, room_id, 4))
    await until(lambda: ben.types == ["snapshot", "stepped"])
    await play(one, room_id)
    await two.hear(Message(Topic.EVERYTHING))  # where messages may have been lost
    await until(lambda: ben.types == ["snapshot", "stepped", "stepped"])
    await two.hear(Message(Topic.ROOM, room_id, 5))  # and one that comes twice does no harm
    await two.close()
    assert len(ben.told) == 3


async def test_a_slow_store_holds_up_one_room_only(url: str, clock: FakeClock) -> None:
    async with SlowStore(url) as store:
        hall = make_hall(store, clock)
        slow, quick = await open_game(hall), await open_game(hall)
        anna = await entered(hall, slow, ANNA)
        store.held_up.add(slow)
        waiting = asyncio.create_task(play(hall, slow))
        for _ in range(5):
            await play(hall, quick)
        assert not waiting.done()
        assert anna.types == ["snapshot"]  # nobody is told what is not stored
        store.may_go_on.set()
        await waiting
        assert anna.types == ["snapshot", "stepped"]


async def test_a_step_is_told_even_if_its_sender_has_gone(url: str, clock: FakeClock) -> None:
    async with SlowStore(url) as store:
        hall = make_hall(store, clock)
        room_id = await open_game(hall)
        ben = await entered(hall, room_id, BEN)
        store.held_up.add(room_id)
        going = asyncio.create_task(hall.do(room_id, command("step", moment=1, step="ox:c1c2"), ANNA))
        await asyncio.sleep(0)
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        store.may_go_on.set()
        await until(lambda: ben.types == ["snapshot", "stepped"])


async def test_what_may_have_been_stored_is_looked_up(url: str, clock: FakeClock) -> None:
    async with SlowStore(url) as store:
        hall = make_hall(store, clock)
        room_id = await open_game(hall)
        anna = await entered(hall, room_id, ANNA)
        store.fails = True
        with pytest.raises(Denied) as denied:
            await play(hall, room_id)
        assert denied.value.code is DeniedCode.UNAVAILABLE
        store.fails = False
        await play(make_hall(store, clock), room_id)  # as if it had been stored after all
        await hall.look(room_id)
        assert anna.types == ["snapshot", "stepped"]


async def test_who_comes_back_is_told_what_it_has_missed(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall)
    stays, goes = await entered(hall, room_id, BEN), await entered(hall, room_id, BEN)
    hall.exit(room_id, goes)
    for _ in range(3):
        await play(hall, room_id)
    assert goes.types == ["snapshot"]
    missed = [one for one in stays.told if one["type"] == "stepped"]
    assert (await entered(hall, room_id, BEN, 3)).told == missed
    assert (await entered(hall, room_id, BEN, 5)).told == missed[2:]
    assert (await entered(hall, room_id, BEN, 6)).told == []
    assert (await entered(hall, room_id, BEN, 99)).types == ["snapshot"]
    assert (await entered(make_hall(store, clock), room_id, BEN, 3)).told == missed  # after a restart


async def test_both_reload_at_once_and_the_room_is_there(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock, rooms_in_memory=1)
    room_id = await open_game(hall)
    both = [await entered(hall, room_id, one) for one in (ANNA, BEN)]
    for one in both:
        hall.exit(room_id, one)
    await open_game(hall)  # so that the first one is forgotten
    again = await asyncio.gather(*(entered(hall, room_id, one) for one in (ANNA, BEN)))
    assert [one.told[0]["state"]["you"] for one in again] == [0, 1]
    assert [one.told[0] for one in again] == [one.told[0] for one in both]


async def test_rooms_that_nobody_is_in_are_forgotten(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock, rooms_in_memory=3)
    kept = await open_game(hall)
    anna = await entered(hall, kept, ANNA)
    for _ in range(10):
        await open_game(hall)
    assert len(hall) <= 4
    await play(hall, kept)
    assert anna.types[-1] == "stepped"


async def test_nobody_takes_a_seat_by_its_link(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall)
    await entered(hall, room_id, BEN)
    with pytest.raises(Refused) as refused:
        await hall.do(room_id, command("join"), EVE)
    assert refused.value.code is Code.SEAT_TAKEN
    assert (await entered(hall, room_id, EVE)).told[0]["state"]["you"] is None


async def test_ids_of_rooms_cannot_be_guessed(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    ids = {await hall.create(Setup.from_json(BASE), ANNA) for _ in range(20)}
    assert len(ids) == 20
    assert all(len(one) >= 12 for one in ids)
    with pytest.raises(Denied) as denied:
        await hall.look("x" * 12)
    assert denied.value.code is DeniedCode.NO_ROOM
    assert len(hall) == 20  # asking for rooms that are not there takes no memory


async def test_who_may_not_watch_is_shown_out_when_the_game_starts(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await hall.create(Setup.from_json({**BASE, "spectators": False}), ANNA)
    eve, ben = await entered(hall, room_id, EVE), await entered(hall, room_id, BEN)
    await hall.do(room_id, command("join"), BEN)
    await play(hall, room_id)
    assert eve.types == ["snapshot", "joined", "refused"]
    assert eve.told[-1]["code"] == "private"
    assert ben.types == ["snapshot", "joined", "started", "stepped"]
    with pytest.raises(Refused):
        await entered(hall, room_id, EVE)


async def test_a_room_holds_so_many_spectators(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock, spectators=2)
    room_id = await open_game(hall)
    for _ in range(2):
        await entered(hall, room_id, None)
    with pytest.raises(Denied) as denied:
        await entered(hall, room_id, EVE)
    assert denied.value.code is DeniedCode.TOO_MANY
    await entered(hall, room_id, ANNA)  # players always find their place


async def test_time_is_decided_once_whoever_looks(store: Store, clock: FakeClock) -> None:
    one, two = make_hall(store, clock), make_hall(store, clock)
    room_id = await open_game(one, time="1+0")
    anna, ben = await entered(one, room_id, ANNA), await entered(two, room_id, BEN)
    clock.now_ms += 59_999
    await asyncio.gather(one.tick(), two.tick())
    assert anna.types == ben.types == ["snapshot"]
    clock.now_ms += 1
    await asyncio.gather(one.tick(), two.tick(), one.tick())
    for hall in (one, two):
        await hall.hear(Message(Topic.EVERYTHING))
        await hall.close()
    assert anna.types == ben.types == ["snapshot", "flagged"]
    assert anna.told[-1]["state"]["clock"] == ben.told[-1]["state"]["clock"]
    assert anna.told[-1]["state"]["view"]["outcome"]["winner"] == "blue"


async def test_a_command_that_comes_too_late_finds_the_flag_fallen(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall, time="1+0")
    clock.now_ms += 60_000
    with pytest.raises(Refused):
        await play(hall, room_id)
    assert [one.type for one in await store.log(room_id)][-1] == "flagged"


async def test_an_invitation_is_decided_once(store: Store, clock: FakeClock) -> None:
    one, two = make_hall(store, clock), make_hall(store, clock)
    room_id = await one.create(Setup.from_json(BASE), ANNA)
    results = await asyncio.gather(
        one.do(room_id, command("leave"), ANNA),
        two.do(room_id, command("join"), BEN),
        two.do(room_id, command("join"), EVE),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Decision) for result in results) == 1
    for person in (BEN, EVE):
        with pytest.raises(Refused):
            await one.do(room_id, command("join"), Person(f"{person.identity}-x", "X"))
    late = await one.create(Setup.from_json(BASE), ANNA)
    clock.now_ms += 24 * 3600 * 1000
    with pytest.raises(Refused, match="expired"):
        await two.do(late, command("join"), BEN)


async def test_clocks_do_not_run_while_no_server_does(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    timed, untimed = await open_game(hall, time="5+0"), await open_game(hall)
    clock.now_ms += 10_000
    gone_ms = clock.now_ms
    clock.now_ms += 3600_000
    again = make_hall(store, clock)
    await again.forgive([Outage(gone_ms, clock.now_ms)])
    room = await again.look(timed)
    assert room.game is not None
    assert room.game.clock is not None
    assert room.game.clock.left_ms == (290_000, 300_000)
    assert room.game.clock.at_ms == clock.now_ms
    assert (await again.look(untimed)).number == 3
    await again.forgive([Outage(gone_ms, clock.now_ms)])
    await again.tick()
    clock.now_ms += 5000
    assert (await again.look(timed)).number == 4  # forgiven once
    await play(again, timed)


async def test_an_outage_is_forgiven_before_time_is_called(store: Store, clock: FakeClock) -> None:
    hall = make_hall(store, clock)
    room_id = await open_game(hall, time="1+0")
    gone_ms = clock.now_ms + 1000
    clock.now_ms += 600_000
    again = make_hall(store, clock)
    await asyncio.gather(again.forgive([Outage(gone_ms, clock.now_ms)]), again.tick())
    assert [one.type for one in await store.log(room_id)][-1] == "interrupted"


async def test_the_computer_answers_and_after_a_rematch_too(store: Store, clock: FakeClock) -> None:
    computer = FirstStep()
    hall = make_hall(store, clock, computer=computer)
    room_id = await open_game(hall, computer="1", starter="blue")
    await until(lambda: hall.peek(room_id).number == 3)  # type: ignore[union-attr]
    await play(hall, room_id)
    await until(lambda: hall.peek(room_id).number == 5)  # type: ignore[union-attr]
    await hall.do(room_id, command("resign", game=1), ANNA)
    await hall.do(room_id, command("offer", game=1, kind="rematch"), ANNA)
    room = await hall.look(room_id)
    assert room.game_number == 2
    if room.game is not None and room.person(room.game.position.to_move) == 0:
        await play(hall, room_id)
    before = room.number
    await until(lambda: hall.peek(room_id).number > before)  # type: ignore[union-attr]
    assert computer.asked >= 3


async def test_the_computer_goes_on_after_a_crash_even_if_nobody_comes(
    store: Store, clock: FakeClock
) -> None:
    computer = FirstStep()
    computer.may_think.clear()
    hall = make_hall(store, clock, computer=computer)
    room_id = await open_game(hall, computer="1", starter="blue")
    await until(lambda: computer.asked == 1)
    again = make_hall(store, clock)
    clock.now_ms += 31_000
    await again.tick()
    await until(lambda: again.peek(room_id).number == 3)  # type: ignore[union-attr]
    await hall.close()


async def test_the_computer_stops_thinking_about_what_is_over(store: Store, clock: FakeClock) -> None:
    computer = FirstStep()
    computer.may_think.clear()
    hall = make_hall(store, clock, computer=computer)
    room_id = await open_game(hall, computer="1", starter="blue")
    await until(lambda: computer.asked == 1)
    await hall.do(room_id, command("resign", game=1), ANNA)
    computer.may_think.set()
    await hall.close()
    room = await hall.look(room_id)
    assert (room.status, room.number) == (Status.OVER, 3)


async def test_a_computer_that_fails_leaves_the_room_alone(
    store: Store, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(FirstStep):
        async def command(self, _room_id: str, _room: Room, _want: object) -> Any:
            self.asked += 1
            raise RuntimeError("no idea")

    computer = Broken()
    hall = make_hall(store, clock, computer=computer)
    room_id = await open_game(hall, computer="1", starter="blue")
    await until(lambda: computer.asked == 1)
    await hall.close()
    assert "the computer fails" in caplog.text
    caplog.clear()
    await hall.do(room_id, command("resign", game=1), ANNA)
