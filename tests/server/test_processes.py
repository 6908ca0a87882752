"""Real processes, killed without warning: what was acknowledged is there, and the game goes on."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from served import served
from served_players import new_game, play_on

pytestmark = pytest.mark.anyio


async def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        games = [await new_game(server.url) for _ in range(3)]
        played = [0] * len(games)

        async def play(index: int) -> None:
            room, anna, ben = games[index]
            with suppress(ConnectionClosed, OSError):
                async with anna.at(server.url, room) as first, ben.at(server.url, room) as second:
                    for _ in range(100):
                        await play_on(room, [(anna, first), (ben, second)], 1)
                        played[index] += 1

        for _ in range(2):
            before = sum(played)
            playing = [asyncio.create_task(play(index)) for index in range(len(games))]
            while sum(played) < before + 12 and not all(one.done() for one in playing):
                await asyncio.sleep(0.005)
            server.kill()
            await asyncio.gather(*playing)
            server.start()
            for room, anna, ben in games:
                async with anna.at(server.url, room) as first, ben.at(server.url, room) as second:
                    acknowledged = max(anna.acknowledged, ben.acknowledged, 3)
                    await anna.hear_until(first, acknowledged)
                    await ben.hear_until(second, acknowledged)
        assert sum(played) >= 12


async def test_a_stopped_server_has_sent_its_clients_away(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        room, anna, _ = await new_game(server.url)
        async with anna.at(server.url, room) as client:
            server.stop()
            assert (await client.until("bye"))["retry_ms"] > 0
            assert await client.closed() == 1012
