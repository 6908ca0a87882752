"""Real processes, killed without warning: what was acknowledged is there, and the game goes on."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server_table import BASE, REDIS, Client, bearer, new_database

pytestmark = pytest.mark.anyio
BUSES = [pytest.param(REDIS, id="redis")] if REDIS else []
FAST = {"ONITAMA_MESSAGES_PER_SECOND": "1000", "ONITAMA_REQUESTS_PER_SECOND": "1000"}


class Process:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments
        self.address = ""
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = [sys.executable, "-m", "onitama", "serve", *self.arguments]
        self._process = await asyncio.create_subprocess_exec(
            *command,
            env={**os.environ, **FAST},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), 60)).decode()
        self.address = next(word for word in line.split() if word.startswith("http"))

    async def stop(self, how: int = signal.SIGKILL) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        await self._process.wait()


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Process]:
    one = Process(*arguments)
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


class Switch:
    """One address before several processes."""

    def __init__(self, addresses: list[str]) -> None:
        self.ports = [int(one.rpartition(":")[2]) for one in addresses]
        self.next = 0
        self.address = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Switch"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs = await asyncio.open_connection("127.0.0.1", self.ports[self.next % len(self.ports)])
        await asyncio.gather(_pipe(reader, theirs[1]), _pipe(theirs[0], writer))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


class Player:
    """Somebody who comes back whenever the server has gone."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.number: int | None = None
        self.acknowledged = 0
        self.state: dict[str, Any] = {}

    @asynccontextmanager
    async def at(self, address: str, room: str) -> AsyncIterator[Client]:
        url = address.replace("http", "ws") + "/api/v1/ws"
        async with connect(url) as connection:
            client = Client(connection)
            await client.send("hello", version=1, secret=self.secret)
            await client.send("enter", room=room, number=self.number)
            await self.hear_until(client, (await client.until("done"))["number"])
            yield client

    async def hear_until(self, client: Client, number: int) -> None:
        """Hear until that frame has come, without a gap."""
        while (self.number or 0) < number:
            told = await client.hear()
            if "number" in told and "state" in told:
                assert self.number is None or told["type"] == "snapshot" or told["number"] == self.number + 1
                self.number, self.state = told["number"], told["state"]

    @property
    def is_to_move(self) -> bool:
        mine = self.state["people"][self.state["you"]]["colour"]
        return bool(self.state["view"]["to_move"] == mine)


async def new_game(address: str, **setup: Any) -> tuple[str, Player, Player]:
    async with httpx.AsyncClient(base_url=f"{address}/api/v1") as http:
        secrets = []
        for name in ("Anna", "Ben"):
            secrets.append((await http.post("/identities", json={"name": name})).json()["secret"])
            http.cookies.clear()
        answer = await http.post("/rooms", json={"setup": {**BASE, **setup}}, headers=bearer(secrets[0]))
    room: str = answer.json()["room"]
    anna, ben = Player(secrets[0]), Player(secrets[1])
    async with ben.at(address, room) as client:
        assert (await client.asks("join", room=room))["type"] == "done"
    return room, anna, ben


async def play_on(room: str, clients: list[tuple[Player, Client]], turns: int) -> None:
    """Let both play, back and forth; what was answered is remembered."""
    for _ in range(turns):
        for player, client in clients:
            await player.hear_until(client, max(one.acknowledged for one, _ in clients))
        if clients[0][0].state["status"] != "playing":
            return
        player, client = next(one for one in clients if one[0].is_to_move)
        step = player.state["view"]["legal_steps"][-1]
        await client.send("step", id="s", room=room, moment=player.state["moment"], step=step)
        while (answer := await client.hear()).get("id") != "s":
            pass
        assert answer["type"] == "done", answer
        player.acknowledged = answer["number"]


async def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    async with new_database("sqlite", tmp_path) as url, process("--port", "0", "--database", url) as server:
        port = server.address.rpartition(":")[2]
        server.arguments = ("--port", port, "--database", url)
        games = [await new_game(server.address) for _ in range(4)]
        played = [0] * len(games)

        async def play(index: int) -> None:
            room, anna, ben = games[index]
            with suppress(ConnectionClosed, OSError):
                async with anna.at(server.address, room) as first, ben.at(server.address, room) as second:
                    for _ in range(100):
                        await play_on(room, [(anna, first), (ben, second)], 1)
                        played[index] += 1

        for _ in range(3):
            before = sum(played)
            playing = [asyncio.create_task(play(index)) for index in range(len(games))]
            while sum(played) < before + 12 and not all(one.done() for one in playing):
                await asyncio.sleep(0.005)
            await server.stop()
            await asyncio.gather(*playing)
            await server.start()
            for room, anna, ben in games:
                async with anna.at(server.address, room) as first, ben.at(server.address, room) as second:
                    acknowledged = max(anna.acknowledged, ben.acknowledged, 3)
                    await anna.hear_until(first, acknowledged)
                    await ben.hear_until(second, acknowledged)
        assert sum(played) >= 12


async def test_a_stopped_server_has_sent_its_clients_away(tmp_path: Path) -> None:
    async with new_database("sqlite", tmp_path) as url, process("--port", "0", "--database", url) as server:
        room, anna, _ = await new_game(server.address)
        async with anna.at(server.address, room) as client:
            await server.stop(signal.SIGTERM)
            assert (await client.until("bye"))["retry_ms"] > 0
            assert await client.closed() == 1012


@pytest.mark.parametrize("redis", BUSES)
async def test_of_two_processes_behind_one_address_one_is_killed_and_the_game_goes_on(
    url: str, redis: str
) -> None:
    options = ("--port", "0", "--database", url, "--redis", redis)
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(process(*options)) for _ in range(2)]
        switch = await stack.enter_async_context(Switch([one.address for one in servers]).open())
        room, anna, ben = await new_game(switch.address, time="5+3")
        first = await stack.enter_async_context(anna.at(switch.address, room))
        switch.next = 1
        async with ben.at(switch.address, room) as second:
            await play_on(room, [(anna, first), (ben, second)], 6)
            before = anna.acknowledged, ben.acknowledged
            assert min(before) > 3
            await servers[0].stop()
            with pytest.raises(ConnectionClosed):
                await first.hear()
            again = await stack.enter_async_context(anna.at(switch.address, room))
            await play_on(room, [(anna, again), (ben, second)], 4)
            assert anna.acknowledged > before[0]
            assert ben.acknowledged > before[1]
