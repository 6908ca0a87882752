"""Real processes, killed without warning: what was acknowledged is there, and the game goes on."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server_processes import new_game, play_on, process
from server_table import new_database

pytestmark = pytest.mark.anyio


async def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    async with new_database("sqlite", tmp_path) as url, process("--port", "0", "--database", url) as server:
        port = server.address.rpartition(":")[2]
        server.arguments = ("--port", port, "--database", url)
        games = [await new_game(server.address) for _ in range(3)]
        played = [0] * len(games)

        async def play(index: int) -> None:
            room, anna, ben = games[index]
            with suppress(ConnectionClosed, OSError):
                async with anna.at(server.address, room) as first, ben.at(server.address, room) as second:
                    for _ in range(100):
                        await play_on(room, [(anna, first), (ben, second)], 1)
                        played[index] += 1

        for _ in range(2):
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
