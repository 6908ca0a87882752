"""Two processes with one Redis behind one address; without Redis this is left out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from served import served
from served_players import new_game, play_on
from server_table import REDIS, Client

pytestmark = pytest.mark.anyio


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


async def hear_all(client: Client) -> None:
    """Hear what is still on its way, until the connection ends."""
    while True:
        await client.hear()


async def test_of_two_processes_behind_one_address_one_is_killed_and_the_game_goes_on(
    url: str, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        servers = [stack.enter_context(served(tmp_path, database=url, redis=REDIS)) for _ in range(2)]
        switch = await stack.enter_async_context(Switch([one.url for one in servers]).open())
        room, anna, ben = await new_game(switch.address, time="5+3")
        first = await stack.enter_async_context(anna.at(switch.address, room))
        switch.next = 1
        async with ben.at(switch.address, room) as second:
            await play_on(room, [(anna, first), (ben, second)], 6)
            before = anna.acknowledged, ben.acknowledged
            assert min(before) > 3
            servers[0].kill()
            with pytest.raises(ConnectionClosed):
                await hear_all(first)
            again = await stack.enter_async_context(anna.at(switch.address, room))
            await play_on(room, [(anna, again), (ben, second)], 4)
            assert anna.acknowledged > before[0]
            assert ben.acknowledged > before[1]
