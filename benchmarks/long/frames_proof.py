"""Frames tell nothing that their receiver may not know: shown by many bot games with every frame recorded.

    python benchmarks/long/frames_proof.py --games 10000            # in rooms, without a network
    python benchmarks/long/frames_proof.py --games 200 --sockets    # over real sockets

See `tests/frame_proof.py` for what is compared with what. Exit code 1 if anything leaks. Over sockets a frame is
compared without its time and the name of its room, which differ in every game.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from onitama.client import Client
from onitama.player import Player
from onitama.rules import Step

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from frame_proof import Evidence, Group, RoomTable, Sent, Table, Viewer, groups, play_game
from served import served

_GAMES_EACH = 20
_DIFFERS = re.compile(rb'"(at_ms|now_ms)":\d+')


def in_rooms(group: Group, games: int) -> Evidence:
    """Play a group of games without a network."""
    evidence = Evidence()

    async def open_table() -> Table:
        return RoomTable(group)

    async def run() -> None:
        for number in range(games):
            await play_game(group, number, open_table, evidence)

    asyncio.run(run())
    return evidence


class SocketTable:
    """A room of a server, with two players and a spectator who keep every byte they are sent."""

    def __init__(self, room: str, sockets: dict[Viewer, ClientConnection]) -> None:
        self._room, self._sockets = room, sockets
        self._moments = dict.fromkeys(Player, 0)

    async def opened(self) -> Sent:
        """What came until now."""
        return await self._received()

    async def acts(self, player: Player, step: Step, *, is_placing: bool) -> Sent:
        """Send a step."""
        kind = "place" if is_placing else "step"
        await self._say(player, type=kind, moment=self._moments[player], step=str(step))
        await self._received_until_done(player)
        return await self._received()

    async def close(self) -> None:
        for socket in self._sockets.values():
            await socket.close()

    async def enter(self) -> None:
        for viewer in self._sockets:
            await self._say(viewer, type="enter", number=None)

    async def _say(self, viewer: Viewer, **message: object) -> None:
        await self._sockets[viewer].send(json.dumps({**message, "room": self._room}))

    async def _received_until_done(self, player: Player) -> None:
        """The answer to a step is there: it is stored, and all others' frames are on their way."""
        answer = json.loads(await self._sockets[player].recv())
        assert answer["type"] == "done", answer

    async def _received(self) -> Sent:
        """All that came before the answer to a ping."""
        sent: Sent = {}
        for viewer, socket in self._sockets.items():
            sent[viewer] = []
            await socket.send('{"type":"ping"}')
            while (text := await socket.recv(decode=False)) and not text.startswith(b'{"type":"pong"'):
                sent[viewer].append(_DIFFERS.sub(b"", text).replace(self._room.encode(), b""))
                if viewer is not None and "state" in (told := json.loads(text)):
                    self._moments[viewer] = told["state"]["moment"]
        return sent


async def over_sockets(url: str, count: int, games: int) -> Evidence:
    """Play groups of games on a server."""
    evidence = Evidence()
    async with Client(url, name="Anna") as anna, Client(url, name="Ben") as ben:
        clients: dict[Viewer, Client | None] = {Player.RED: anna, Player.BLUE: ben, None: None}
        for group in groups(count):
            for number in range(games):
                tables: list[SocketTable] = []
                await play_game(group, number, _opener(url, group, clients, tables), evidence)
                await tables[0].close()
    return evidence


def _opener(
    url: str, group: Group, clients: dict[Viewer, Client | None], tables: list[SocketTable]
) -> Callable[[], Awaitable[Table]]:
    async def open_table() -> Table:
        anna, ben = clients[Player.RED], clients[Player.BLUE]
        assert anna is not None
        assert ben is not None
        room = (await anna.create(group.setup)).id
        await ben.join(room)
        sockets = {viewer: await _socket(url, client) for viewer, client in clients.items()}
        tables.append(SocketTable(room, sockets))
        await tables[0].enter()
        return tables[0]

    return open_table


async def _socket(url: str, client: Client | None) -> ClientConnection:
    socket = await connect(f"ws{url[4:]}/api/v1/ws", compression=None)
    hello = {"type": "hello", "version": 1, "secret": None if client is None else client.secret}
    await socket.send(json.dumps({key: value for key, value in hello.items() if value is not None}))
    welcome = json.loads(await socket.recv())
    assert welcome["type"] == "welcome", welcome
    return socket


def tell(found: list[Evidence]) -> bool:
    """Say what was found; whether nothing leaks. Groups have nothing in common, so they are simply added up."""
    games, doubts = sum(one.games for one in found), sum(one.in_doubt for one in found)
    leaks = sum(one.leaks for one in found)
    frames = sum(one.frames.total() for one in found)
    known = sum(len(one.sent_by_known) for one in found)
    sys.stdout.write(
        f"{games} games, {frames} frames to opponents and spectators; {known} different states of knowledge,"
        f" {doubts} of them with more than one truth behind; sent differently to who knew the same: {leaks}\n"
    )
    return leaks == 0 and doubts > 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--sockets", action="store_true")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    count = max(1, options.games // _GAMES_EACH)
    if options.sockets:
        with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
            return 0 if tell([asyncio.run(over_sockets(server.url, count, _GAMES_EACH))]) else 1
    with ProcessPoolExecutor(options.workers) as pool:
        found = list(pool.map(in_rooms, groups(count), [_GAMES_EACH] * count))
    return 0 if tell(found) else 1


if __name__ == "__main__":
    sys.exit(main())
