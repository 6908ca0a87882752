"""The store: what it has said to have stored is there, and of two that come at once one is first."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from onitama.errors import OnitamaError
from onitama.server.denied import Denied, DeniedCode
from onitama.server.rooms import Decision, Person, Setup, create, decide, due, fold
from onitama.server.store import Conflict, Store
from onitama.server.store.beats import Outage, beat
from onitama.server.store.engine import migrate, open_engine
from onitama.server.store.people import Identity, add_identity, erase_identity, find_identity
from onitama.server.store.tables import metadata, rooms
from server_table import ANNA, BASE, BEN, command

pytestmark = pytest.mark.anyio
ENTROPY = bytes(16)


def opened(person: Person = ANNA, now_ms: int = 0, **setup: Any) -> Decision:
    return create(Setup.from_json({**BASE, **setup}), person, now_ms, ENTROPY)


async def put(store: Store, room_id: str, decision: Decision, **options: Any) -> None:
    await store.append(room_id, decision.events, decision.room, **options)


async def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    first = opened()
    then = decide(first.room, command("join"), BEN, 5, ENTROPY)
    await put(store, "r", first)
    await put(store, "r", then)
    assert await store.log("r") == [*first.events, *then.events]
    assert await store.log("r", after=1) == list(then.events)
    assert await store.log("other") == []


async def test_of_two_that_store_the_same_number_one_is_told(store: Store) -> None:
    first = opened()
    await put(store, "r", first)
    joins = [decide(first.room, command("join"), Person(f"id-{i}", "X"), 5, ENTROPY) for i in range(10)]
    results = await asyncio.gather(*(put(store, "r", one) for one in joins), return_exceptions=True)
    assert sum(one is None for one in results) == 1
    assert sum(isinstance(one, Conflict) for one in results) == 9
    winner = joins[results.index(None)]
    assert await store.log("r") == [*first.events, *winner.events]
    assert len(await store.rooms_of("id-0", 10)) == (winner is joins[0])


async def test_two_processes_that_store_the_same_number(store: Store, url: str) -> None:
    first = opened()
    await put(store, "r", first)
    then = decide(first.room, command("join"), BEN, 5, ENTROPY)
    async with Store(url) as other:
        results = await asyncio.gather(put(store, "r", then), put(other, "r", then), return_exceptions=True)
    assert {type(one) for one in results} == {type(None), Conflict}
    assert await store.log("r") == [*first.events, *then.events]


async def test_who_is_too_late_does_not_hold_up_who_is_stored_with_it(store: Store) -> None:
    await put(store, "a", opened())
    results = await asyncio.gather(
        put(store, "a", opened()),
        put(store, "b", opened()),
        put(store, "c", opened()),
        return_exceptions=True,
    )
    assert [type(one) for one in results] == [Conflict, type(None), type(None)]
    assert await store.log("b")
    assert await store.log("c")


async def test_a_step_that_is_too_late_does_not_hold_up_the_steps_stored_with_it(
    store: Store, url: str
) -> None:
    started = decide(opened().room, command("join"), BEN, 5, ENTROPY)
    for room_id in ("a", "b", "c"):
        await put(store, room_id, opened())
        await put(store, room_id, started)
    game = started.room.game
    assert game is not None
    steps = [
        decide(started.room, command("step", moment=1, step=str(step)), ANNA, 6, ENTROPY)
        for step in game.position.legal_steps[:2]
    ]
    async with Store(url) as other:
        await put(other, "b", steps[1])
        results = await asyncio.gather(
            *(put(store, room_id, steps[0]) for room_id in ("a", "b", "c")), return_exceptions=True
        )
    assert [type(one) for one in results] == [type(None), Conflict, type(None)]
    stored = [(await store.log(room_id))[-1] for room_id in ("a", "b", "c")]
    assert stored == [steps[0].events[0], steps[1].events[0], steps[0].events[0]]


async def test_a_connection_that_the_database_has_ended_is_made_anew(store: Store, url: str) -> None:
    if url.startswith("sqlite"):
        return  # a file does not hang up
    first = opened()
    started = decide(first.room, command("join"), BEN, 5, ENTROPY)
    offers = [decide(started.room, command("offer", game=1, kind="draw"), ANNA, 6, ENTROPY)]
    offers.append(decide(offers[0].room, command("answer", offer=1, answer="withdraw"), ANNA, 7, ENTROPY))
    for decision in (first, started, offers[0]):
        await put(store, "r", decision)

    async def hang_up(connection: AsyncConnection) -> None:
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        await connection.execute(
            text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        )

    await store.write(hang_up)
    with pytest.raises(Denied):
        await put(store, "r", offers[1])
    await put(store, "r", offers[1])
    assert (await store.log("r"))[-1] == offers[1].events[0]


async def test_lists_tell_of_a_room_what_its_log_does(store: Store) -> None:
    first = opened(time="5+3")
    started = decide(first.room, command("join"), BEN, 5, ENTROPY)
    stepped = decide(started.room, command("step", moment=1, step="tiger:c1c3"), ANNA, 6, ENTROPY)
    resigned = decide(stepped.room, command("resign", game=1), BEN, 7, ENTROPY)
    for decision in (first, started, stepped, resigned):
        await put(store, "r", decision)
        columns = rooms.c.number, rooms.c.status, rooms.c.look_ms, rooms.c.changed_ms, rooms.c.summary
        row = (await store.read(select(*columns)))[0]
        room = decision.room
        assert row[:4] == (room.number, room.status.value, due(room), room.at_ms)
        assert row.summary["names"] == [None if one is None else one.name for one in room.people]
        assert row.summary["score"] == list(room.score)


async def test_many_rooms_share_a_transaction(url: str) -> None:
    sizes: list[int] = []
    async with Store(url, on_batch=sizes.append) as store:
        await asyncio.gather(*(put(store, f"r{i}", opened()) for i in range(100)))
    assert sum(sizes) == 100
    assert len(sizes) < 50


async def test_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    engine = open_engine(url)
    await asyncio.gather(migrate(engine), migrate(engine))  # as two processes that start at once

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///:memory:", "mysql://x/y", "nonsense"])
async def test_a_database_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(OnitamaError, match="database: expected"):
        open_engine(url)


async def test_a_database_that_cannot_be_opened_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.db").mkdir()
    for url in (f"sqlite:///{tmp_path / 'x.db'}", "postgresql://nobody@127.0.0.1:1/none"):
        with pytest.raises(OnitamaError, match="database: cannot be opened"):
            async with Store(url):
                pass


async def test_a_database_that_does_not_answer_is_said_to(store: Store) -> None:
    await put(store, "r", opened())
    await store._engine.dispose()
    blocked = Store("postgresql://nobody@127.0.0.1:1/none", patience_s=5)
    with pytest.raises(Denied) as denied:
        await blocked.log("r")
    assert denied.value.code is DeniedCode.UNAVAILABLE


async def test_lists_know_who_is_there(store: Store) -> None:
    await put(store, "secret", opened(now_ms=1))
    await put(store, "listed", opened(now_ms=2), is_listed=True)
    assert await store.open_rooms(50, 10) == []
    await store.note_hosts(["listed", "secret"], 60)
    (row,) = await store.open_rooms(50, 10)
    assert (row.id, row.summary["names"]) == ("listed", ["Anna", None])
    await store.note_hosts(["listed"], 0)
    assert await store.open_rooms(50, 10) == []


async def test_my_rooms_come_in_pages_without_a_gap(store: Store) -> None:
    for index in range(7):
        await put(store, f"r{index}", opened(now_ms=index // 2))
    seen, after = [], None
    while page := await store.rooms_of(ANNA.identity, 3, after):
        seen += [one.id for one in page]
        after = page[-1].id
    assert seen == [f"r{index}" for index in range(6, -1, -1)]
    assert await store.count_open(ANNA.identity) == 7


async def test_what_is_due_is_found_the_longest_first(store: Store) -> None:
    await put(store, "late", opened(now_ms=100))
    await put(store, "early", opened(now_ms=0))
    day_ms = 24 * 3600 * 1000
    assert await store.rooms_to_look_at(day_ms - 1, 10) == []
    assert await store.rooms_to_look_at(day_ms + 100, 10) == ["early", "late"]
    assert await store.rooms_to_look_at(day_ms + 100, 1) == ["early"]


async def test_rooms_in_which_nothing_was_played_are_forgotten(store: Store) -> None:
    withdrawn, played = opened(), opened()
    closed = decide(withdrawn.room, command("leave"), ANNA, 5, ENTROPY)
    joined = decide(played.room, command("join"), BEN, 5, ENTROPY)
    over = decide(joined.room, command("resign", game=1), BEN, 6, ENTROPY)
    for room_id, decisions in {"w": (withdrawn, closed), "p": (played, joined, over)}.items():
        for one in decisions:
            await put(store, room_id, one)
    assert await store.forget_unplayed(5) == 0
    assert await store.forget_unplayed(100) == 1
    assert await store.log("w") == []
    assert [one.id for one in await store.rooms_of(ANNA.identity, 10)] == ["p"]


async def test_an_outage_is_written_down_once(store: Store, url: str) -> None:
    assert await beat(store, 1000) == []
    assert await beat(store, 5000) == []
    async with Store(url) as other:
        both = await asyncio.gather(beat(store, 60_000), beat(other, 60_001))
    assert Outage(5000, 60_000) in both[0] + both[1] or Outage(5000, 60_001) in both[0] + both[1]
    assert len(await beat(store, 60_002)) == 1


async def test_somebody_is_taken_out_of_everything(store: Store) -> None:
    await add_identity(store, Identity(ANNA.identity, b"x" * 32, "Anna", 1))
    first = opened()
    then = decide(first.room, command("join"), BEN, 5, ENTROPY)
    await put(store, "r", first)
    await put(store, "r", then)
    assert await erase_identity(store, ANNA.identity, "deleted", "-1") == ["r"]
    assert await find_identity(store, ANNA.identity) is None
    assert await store.rooms_of(ANNA.identity, 10) == []
    room = fold(await store.log("r"))
    assert room.people == (Person("-1", "deleted"), BEN)
    kept = json.dumps([one.to_json() for one in await store.log("r")])
    kept += json.dumps([list(map(str, row)) for row in await store.read(select(rooms))])
    assert "Anna" not in kept
    assert ANNA.identity not in kept
