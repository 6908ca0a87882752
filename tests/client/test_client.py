"""The client against a real server: rooms, lists, help, and connections that break."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from onitama.client import Client, ClientRoom, Disconnected, Refused, SecretFile, State, room_id_of
from onitama.client.connection import Connection
from onitama.client.state import grown
from onitama.errors import OnitamaError
from served import Served, served

DEAL = {"rules": "base", "deal": "ox,boar/horse,elephant/crab", "colour": "blue"}
PRESETS = ["base", "senseis-path", "way-of-the-wind", "way-of-shadow", "way-of-light"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as one:
        yield one


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 120))


async def until(room: ClientRoom, holds: Callable[[State], bool]) -> State:
    async for state in room.states():
        if holds(state):
            return state
    raise AssertionError("the room has ended")


async def acts(room: ClientRoom, step: str) -> State:
    """Make a step."""
    before = room.state
    await (room.place(step) if before.is_placing else room.step(step))
    assert room.state.number > before.number, "a command returns before the state tells what came of it"
    return room.state


async def play_to_end(rooms: tuple[ClientRoom, ClientRoom], rng: Random) -> None:
    async def side(room: ClientRoom) -> None:
        while True:
            state = await until(room, lambda state: state.is_my_turn or state.status == "over")
            if state.status == "over":
                return
            await acts(room, rng.choice(state.legal_steps))

    await asyncio.gather(*map(side, rooms))


@pytest.mark.parametrize("rules", PRESETS)
def test_two_clients_play_a_game_to_its_end_and_a_third_one_watches(server: Served, rules: str) -> None:
    async def test() -> None:
        async with (
            Client(server.url, name="Ada") as ada,
            Client(server.url, name="Ben") as ben,
            Client(server.url) as eve,
        ):
            room = await ada.create({"rules": rules})
            assert room.state.status == "waiting"
            other = await ben.join(room.link)
            watched = await eve.watch(room.link)
            assert watched.state.you is None
            await play_to_end((room, other), Random(rules))
            last = await until(watched, lambda state: state.status == "over")
            assert last.view is not None
            assert last.view.turns == room.state.turns == other.state.turns
            assert last.outcome == room.state.outcome
            names = {one.name for one in last.people if one is not None}
            assert names == {"Ada", "Ben"}
            assert [len(await client.records(room.link)) for client in (ada, eve)] == [1, 1]

    run(test())


def test_offers_and_answers(server: Served) -> None:
    async def test() -> None:
        async with Client(server.url) as ada, Client(server.url) as ben:
            room = await ada.create(DEAL)
            other = await ben.join(room.id)
            await acts(room, "horse:c5c4")
            await room.offer("takeback")
            state = await until(other, lambda state: state.offer is not None)
            assert state.offer is not None
            assert (state.offer.person, state.offer.kind) == (0, "takeback")
            await other.answer("accept")
            state = await until(room, lambda state: state.event == "answered")
            assert (state.answer, state.turns) == ("accept", ())
            await other.resign()
            await until(room, lambda state: state.status == "over")
            await room.offer("rematch")
            await until(other, lambda state: state.offer is not None)
            await other.answer("accept")
            assert (await until(room, lambda state: state.game == 2)).status == "playing"
            with pytest.raises(OnitamaError, match="nothing is offered"):
                await room.answer("accept")

    run(test())


def test_refusals_are_raised_with_their_code(server: Served) -> None:
    async def test() -> None:
        async with Client(server.url) as ada, Client(server.url) as ben, Client(server.url) as eve:
            room = await ada.create(DEAL)
            with pytest.raises(Refused) as refusal:
                await ada.join(room.link)
            assert refusal.value.code in ("own-room", "not-now", "seat-taken")
            await ben.join(room.link)
            with pytest.raises(Refused) as refusal:
                await eve.join(room.link)
            assert refusal.value.code == "seat-taken"
            with pytest.raises(Refused, match="horse") as refusal:
                await room.step("horse:c5c1")
            assert refusal.value.code == "illegal"
            with pytest.raises(Refused) as refusal:
                await ada.create({"rules": "chess"})
            assert refusal.value.code == "bad-setup"
            with pytest.raises(Refused) as refusal:
                await eve.watch("no-such-room")
            assert refusal.value.code == "no-room"

    run(test())


def test_the_computer_plays_and_gives_hints(server: Served) -> None:
    async def test() -> None:
        async with Client(server.url) as ada:
            room = await ada.create({"rules": "base", "computer": "1"})
            state = await until(room, lambda state: state.is_my_turn)
            (hint,) = [told async for told in room.help("hint")]
            assert hint["lines"][0]["step"] in state.legal_steps
            before = len(state.turns)
            await acts(room, state.legal_steps[0])
            await until(room, lambda state: state.is_my_turn and len(state.turns) == before + 2)

    run(test())


def test_quick_match_brings_two_together_and_leaves_alone_who_has_gone(server: Served) -> None:
    async def test() -> None:
        setup = {"rules": "base", "time": "7+1"}
        async with Client(server.url) as ada, Client(server.url) as ben, Client(server.url) as eve:
            gone = asyncio.create_task(eve.quick_match(setup))
            await asyncio.sleep(0)
            await eve.open_rooms()  # its wish has been sent by now
            gone.cancel()
            with pytest.raises(asyncio.CancelledError):
                await gone
            await eve.open_rooms()
            one, other = await asyncio.gather(ada.quick_match(setup), ben.quick_match(setup))
            assert one.id == other.id
            assert one.state.status == "playing"
            assert {one.state.you, other.state.you} == {0, 1}

    run(test())


def test_lists_export_and_deletion(server: Served) -> None:
    async def test() -> None:
        async with Client(server.url, name="Ada") as ada, Client(server.url) as ben:
            room = await ada.create(DEAL, is_listed=True)
            while room.id not in [one["room"] for one in await ben.open_rooms()]:
                await asyncio.sleep(0.05)  # who is there is noted now and then
            await ben.join(room.link)
            assert room.id in [one["room"] for one in await ben.games_to_watch()]
            assert [one["room"] for one in (await ada.my_rooms())["rooms"]] == [room.id]
            await ada.rename("Ada L.")
            assert (await ada.export())["name"] == "Ada L."
            await ada.delete_everything()
            with pytest.raises(Refused) as refusal:
                await ada.my_rooms()
            assert refusal.value.code == "no-identity"

    run(test())


def test_a_broken_connection_is_made_again_and_misses_nothing(server: Served) -> None:
    async def test() -> None:
        async with Client(server.url) as ada, Client(server.url) as ben:
            room = await ada.create(DEAL)
            other = await ben.join(room.link)
            numbers: list[int] = []

            async def listen() -> None:
                async for state in other.states():
                    numbers.append(state.number)
                    if len(state.turns) == 1:
                        return

            listening = asyncio.create_task(listen())
            await _hang_up(ben)
            await acts(room, "horse:c5c4")
            await listening
            assert numbers == sorted(set(numbers))
            assert other.state.turns == room.state.turns
            await acts(other, "boar:c1c2")

    run(test())


async def _hang_up(client: Client) -> None:
    """Break its connection as a lost network does."""
    assert isinstance(client._connection, Connection)
    assert client._connection._socket is not None
    client._connection._socket.transport.abort()
    await asyncio.sleep(0)


def test_a_game_goes_on_when_the_server_was_killed(tmp_path: Path) -> None:
    async def test(server: Served) -> None:
        async with Client(server.url) as ada, Client(server.url) as ben:
            room = await ada.create(DEAL)
            other = await ben.join(room.link)
            await acts(room, "horse:c5c4")
            await until(other, lambda state: len(state.turns) == 1)
            server.kill()
            with pytest.raises(Disconnected):
                await other.step("boar:c1c2")
            server.start()
            await acts(other, "boar:c1c2")
            await until(room, lambda state: len(state.turns) == 2)
            assert room.state.turns == ("horse:c5c4", "boar:c1c2")

    with served(tmp_path) as server:
        run(test(server))


def test_a_secret_is_kept_for_its_server_and_nobody_else_can_read_it(server: Served, tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "data" / "secrets.json"
        async with Client(server.url, name="Ada", secrets=SecretFile(path)) as ada:
            room, secret = await ada.create(DEAL), ada.secret
        assert path.stat().st_mode & 0o077 == 0
        async with Client(server.url, name="Else", secrets=SecretFile(path)) as again:
            assert (again.secret, again.name) == (secret, "Ada")
            assert (await again.watch(room.link)).state.you == 0
        SecretFile(path).put(server.url, "forgotten-by-the-server")
        async with Client(server.url, name="New", secrets=SecretFile(path)) as new:
            assert new.name == "New"
            assert SecretFile(path).get(server.url) == new.secret

    run(test())


def test_where_there_is_no_server_it_says_so() -> None:
    async def test() -> None:
        with pytest.raises(Disconnected, match="cannot be reached"):
            await Client("http://127.0.0.1:9").__aenter__()
        with pytest.raises(OnitamaError, match="expected the address of a server"):
            Client("ftp://somewhere")
        with pytest.raises(OnitamaError, match="not connected"):
            await Client("http://127.0.0.1:9").join("room")

    run(test())


def test_a_link_or_a_room_will_do() -> None:
    for text in ("http://host/r/ab-C", "/r/ab-C", " ab-C\n", "http://host/r/ab-C/"):
        assert room_id_of(text) == "ab-C"


def test_a_secret_file_that_is_damaged_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    for damage in ("", "[]", '{"a": 1}', "\0"):
        path.write_text(damage, "utf-8")
        assert SecretFile(path).get("a") is None
    SecretFile(path).put("a", "b")
    assert SecretFile(path).get("a") == "b"
    SecretFile(path).put("a", None)
    assert SecretFile(path).get("a") is None


def test_turns_grow_by_what_is_told() -> None:
    told = [
        {"turn": 2, "player": "blue", "text": "ox:?"},
        {"turn": 2, "player": "blue", "text": "spirit:a1b1"},
    ]
    assert grown(("boar:c1c2",), {"told": told}) == ("boar:c1c2", "ox:? spirit:a1b1")
    assert grown(("boar:c1c2",), {"turns": []}) == ()
    assert grown(("place:?",), {"told": [{"turn": 0, "player": "blue", "text": "place:b5"}]}) == (
        "place:?",
        "place:b5",
    )
