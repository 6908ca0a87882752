"""Quick match, lists, and who is who."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from onitama.server.bus.local import LocalBus
from onitama.server.denied import Denied
from onitama.server.identities import Identities
from onitama.server.lobby import Lobby
from onitama.server.rooms import Person, Refused, Status
from onitama.server.store import Store
from onitama.server.store.people import Identity
from server_table import FakeClock, Running, bearer, command, make_hall, open_game, running

pytestmark = pytest.mark.anyio


class Place:
    """One process's lobby, and the people in it."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        bus = LocalBus()
        self.hall = make_hall(store, clock, bus)
        self.identities = Identities(store, self.hall, bus, clock)
        self.lobby = Lobby(store, self.hall, bus, clock)
        self.matched: dict[str, str] = {}

    async def person(self, name: str) -> Person:
        identity, _ = await self.identities.create(name)
        return Person(identity.id, name)

    async def seek(self, ticket: str, person: Person, setup: Any = None) -> None:
        await self.lobby.seek(ticket, person, setup or {}, lambda room: self.matched.update({ticket: room}))


@pytest.fixture
def place(store: Store, clock: FakeClock) -> Place:
    return Place(store, clock)


@pytest.fixture
async def server(url: str, clock: FakeClock) -> AsyncIterator[Running]:
    async with running(url, clock) as one:
        yield one


async def test_who_wants_the_same_is_matched(place: Place) -> None:
    anna, ben, eve = [await place.person(name) for name in ("Anna", "Ben", "Eve")]
    await place.seek("a", anna, {"time": "5+3"})
    await place.seek("b", ben, {"time": "3+0"})
    assert not place.matched
    await place.seek("c", eve, {"rules": "base", "time": "5+3"})
    await place.lobby.renew()
    assert place.matched.keys() == {"a", "c"}
    assert len(set(place.matched.values())) == 1
    room = await place.hall.look(place.matched["a"])
    assert room.status is Status.PLAYING
    assert room.people == (anna, eve)


async def test_nobody_is_matched_with_itself(place: Place) -> None:
    anna = await place.person("Anna")
    await place.seek("a", anna)
    await place.seek("b", anna)
    await place.lobby.renew()
    assert not place.matched


async def test_all_who_seek_at_once_are_matched_in_pairs(store: Store, clock: FakeClock) -> None:
    places = [Place(store, clock), Place(store, clock)]
    people = [await places[0].person(f"P{index}") for index in range(10)]
    await asyncio.gather(*(places[index % 2].seek(f"t{index}", one) for index, one in enumerate(people)))
    for one in places:
        await one.lobby.renew()
    matched = {**places[0].matched, **places[1].matched}
    assert len(matched) == 10
    assert len(set(matched.values())) == 5
    for ticket, room_id in matched.items():
        room = await places[0].hall.look(room_id)
        assert people[int(ticket[1:])] in room.people
        assert room.people[0] != room.people[1]


async def test_who_has_gone_is_matched_no_more(store: Store, place: Place, clock: FakeClock) -> None:
    await place.seek("a", await place.person("Anna"))
    await place.lobby.unseek("a")
    dead = Place(store, clock)
    await dead.seek("b", await place.person("Ben"))
    clock.now_ms += 15_001  # the process that would have renewed it was killed
    await place.seek("c", await place.person("Eve"))
    await place.lobby.renew()
    assert not place.matched


async def test_an_invitation_for_anybody_has_no_wishes_of_its_own(place: Place) -> None:
    anna = await place.person("Anna")
    for setup in ({"colour": "red"}, {"format": "coaching"}, {"seed": 1}, {"computer": "1"}, 7, {"x": 1}):
        with pytest.raises(Refused):
            await place.seek("a", anna, setup)


async def test_a_match_is_told_on_the_socket(server: Running) -> None:
    anna, ben = await server.person("Anna"), await server.person("Ben")
    assert (await anna.asks("seek", setup={}))["type"] == "done"
    assert (await anna.asks("seek", setup={"rules": "base"}))["type"] == "done"  # replaces the first
    assert (await ben.asks("seek", setup={}))["type"] == "done"
    rooms = [(await one.until("matched"))["room"] for one in (anna, ben)]
    assert rooms[0] == rooms[1]
    await anna.asks("enter", room=rooms[0])
    assert (await anna.until("snapshot"))["state"]["status"] == "playing"


async def test_a_seek_ends_with_its_socket(server: Running) -> None:
    anna, ben = await server.person("Anna"), await server.person("Ben")
    await anna.asks("seek", setup={})
    await anna.connection.close()
    while len(server.service.sockets) > 1:
        await asyncio.sleep(0.001)
    await ben.asks("seek", setup={})
    assert (await ben.asks("ping"))["type"] == "pong"
    assert "matched" not in [one["type"] for one in ben.heard]


async def listed(server: Running, which: str) -> list[str]:
    answer = await server.http.get("/rooms", params={"list": which})
    return [one["room"] for one in answer.json()["rooms"]]


async def test_open_rooms_are_listed_while_their_owner_is_there(server: Running) -> None:
    secret = await server.newcomer("Anna")
    room, hidden = await server.open(secret, is_listed=True), await server.open(secret)
    assert await listed(server, "open") == []
    anna = await server.client(secret)
    for one in (room, hidden):
        await anna.asks("enter", room=one)
    await anna.asks("ping")
    assert await listed(server, "open") == [room]
    await anna.connection.close()
    while server.service.sockets:
        await asyncio.sleep(0.001)
    assert await listed(server, "open") == []
    again = await server.client(secret)
    await again.asks("enter", room=room)
    await again.asks("ping")
    assert await listed(server, "open") == [room]
    await (await server.person("Ben")).asks("join", room=room)
    assert await listed(server, "open") == []
    assert await listed(server, "playing") == [room]


async def test_a_secret_is_kept_as_a_hash_and_checked(place: Place) -> None:
    identity, secret = await place.identities.create("Anna")
    assert secret.encode() not in identity.secret_hash
    assert len(secret.partition(".")[2]) >= 43
    assert (await place.identities.find(secret)).id == identity.id
    for wrong in (secret[:-1], secret + "x", f"{identity.id}.", identity.id, "", "é\ud800"):
        with pytest.raises(Denied):
            await place.identities.find(wrong)


async def test_a_browser_is_known_by_its_cookie(server: Running) -> None:
    answer = await server.http.post("/identities", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (await server.http.get("/me")).json()["name"] == "Anna"
    client = await server.client(
        hello=False, additional_headers={"Cookie": f"onitama={answer.json()['secret']}"}
    )
    await client.send("hello", version=1)
    assert (await client.hear())["name"] == "Anna"


async def test_an_identity_can_be_renamed_exported_and_deleted(server: Running) -> None:
    secret = await server.newcomer("Anna Blank")
    anna, ben = await server.client(secret), await server.person("Ben")
    playing, waiting = await server.open(secret), await server.open(secret)
    await ben.asks("join", room=playing)
    await ben.asks("enter", room=playing)
    renamed = await server.http.patch("/me", json={"name": "Ada"}, headers=bearer(secret))
    assert renamed.json()["name"] == "Ada"
    mine = (await server.http.get("/me/rooms", headers=bearer(secret))).json()["rooms"]
    assert {one["room"] for one in mine} == {playing, waiting}
    assert [one["you"] for one in mine] == [0, 0]
    export = (await server.http.get("/me/export", headers=bearer(secret))).json()
    assert export["name"] == "Ada"
    assert {one["room"] for one in export["rooms"]} == {playing, waiting}

    assert (await server.http.delete("/me", headers=bearer(secret))).status_code == 204
    assert (await ben.until("resigned"))["state"]["status"] == "over"
    assert await anna.closed() == 4003
    assert (await server.http.get("/me", headers=bearer(secret))).status_code == 401
    await ben.asks("exit", room=playing)
    await ben.asks("enter", room=playing)
    told = await ben.until("snapshot")
    assert told["state"]["people"][0]["name"] == "deleted"
    assert "Anna" not in json.dumps([told, (await server.http.get(f"/rooms/{playing}/records")).json()])
    assert (await server.http.get(f"/rooms/{waiting}")).json()["state"]["status"] == "closed"


async def test_an_open_socket_goes_by_the_new_name_at_once(server: Running) -> None:
    anna, secret = await server.newcomer("Anna"), await server.newcomer("Ben")
    ben, room = await server.client(secret), await server.open(anna)
    await server.http.patch("/me", json={"name": "Benjamin"}, headers=bearer(secret))
    await ben.asks("join", room=room)
    await ben.asks("enter", room=room)
    assert (await ben.until("snapshot"))["state"]["people"][1]["name"] == "Benjamin"


async def test_links_and_frames_carry_no_secret(server: Running) -> None:
    secret = await server.newcomer("Anna")
    identity = secret.partition(".")[0]
    opened = await server.http.post("/rooms", json={"setup": {}}, headers=bearer(secret))
    ben = await server.person("Ben")
    await ben.asks("enter", room=opened.json()["room"])
    await ben.asks("join", room=opened.json()["room"])
    await ben.until("started")
    heard = opened.text + json.dumps(ben.heard)
    assert secret not in heard
    assert identity not in heard


async def test_erasing_somebody_leaves_what_is_over_alone(place: Place, store: Store) -> None:
    room_id = await open_game(place.hall)
    await place.hall.do(room_id, command("resign", game=1), Person("id-ben", "Ben"))
    await place.identities.erase(Identity("id-anna", b"", "Anna", 0))
    room = await place.hall.look(room_id)
    assert [one.name for one in room.people if one is not None] == ["deleted", "Ben"]
    assert len(room.finished) == 1
    assert len(await store.rooms_of("id-ben", 10)) == 1
