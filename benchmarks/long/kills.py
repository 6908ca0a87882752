"""A server is killed again and again under load: no acknowledged step is lost, and every game goes on.

    python benchmarks/long/kills.py --kills 100 --games 20
    python benchmarks/long/kills.py --kills 100 --games 20 --database postgresql://…

Exit code 1 if a step that was acknowledged is missing afterwards, or if a game does not go on after the last kill.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from onitama.client import Client, ClientRoom, Disconnected, Refused

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from served import Served, served

_PATIENCE_SECONDS = 60


@dataclass
class Table:
    """A game, and what the server has acknowledged in it."""

    rooms: tuple[ClientRoom, ClientRoom]
    game: int = 1
    acknowledged: list[str] = field(default_factory=list)
    lost: int = 0
    steps: int = 0

    async def act(self, rng: Random) -> None:
        """Make a step, or begin another game; the server may die at any time."""
        first, second = self.rooms
        mover = first if first.state.is_my_turn else second
        if mover.state.status == "over":
            self.check()
            await self._begin_again()
            return
        if mover.state.game != self.game:
            self.game, self.acknowledged = mover.state.game, []
        if mover.state.legal_steps:
            step = rng.choice(mover.state.legal_steps)
            await mover.step(step)
            self.acknowledged.append(step)
            self.steps += 1

    async def _begin_again(self) -> None:
        """Offer a rematch, or accept the one that is offered, as soon as the other has heard of it."""
        offered = [room.state.offer for room in self.rooms]
        for person, offer in enumerate(offered):
            if offer is not None and offer.person != person:
                await self.rooms[person].answer("accept")
                return
        if offered == [None, None]:
            await self.rooms[0].offer("rematch")

    def check(self) -> None:
        """See that all that was acknowledged is there, in its order."""
        told = max((room.state for room in self.rooms), key=lambda state: state.number)
        if told.game == self.game:
            played = iter(" ".join(told.turns).split())
            lost = [
                step for step in self.acknowledged if all(one.partition("=")[0] != step for one in played)
            ]
            if lost:
                self.lost += len(lost)
                sys.stderr.write(
                    f"lost: {lost} of {self.acknowledged}; told after {told.number}: {told.turns}\n"
                )


async def play(table: Table, is_over: asyncio.Event, rng: Random) -> None:
    """Play on until told, however often the server goes away."""
    while not is_over.is_set():
        try:
            await table.act(rng)
            await asyncio.sleep(rng.uniform(0, 0.1))
        except (Disconnected, Refused):  # what was sent may count or not; a state that comes will tell
            await asyncio.sleep(0.1)


async def run(server: Served, games: int, kills: int, pause_seconds: float) -> int:
    """Kill, and look; how much was lost."""
    rng, is_over = Random(1), asyncio.Event()
    async with AsyncExitStack() as stack:
        tables = []
        for number in range(games):
            players = [
                await stack.enter_async_context(Client(server.url, name=name)) for name in ("Anna", "Ben")
            ]
            room = await players[0].create({"rules": ("base", "way-of-the-wind")[number % 2]})
            tables.append(Table((room, await players[1].join(room.link))))
        playing = [asyncio.create_task(play(table, is_over, rng)) for table in tables]
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0, 2 * pause_seconds))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        before = [table.steps for table in tables]
        for number, table in enumerate(tables):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while table.steps == before[number]:
                    await asyncio.sleep(0.05)
        is_over.set()
        await asyncio.gather(*playing)
        for table in tables:
            table.check()
    lost, steps = sum(table.lost for table in tables), sum(table.steps for table in tables)
    finished = sum(table.game - 1 for table in tables)
    sys.stdout.write(
        f"{kills} kills, {games} games at once, {finished} finished, {steps} steps acknowledged, {lost} of them lost;"
        " every game went on\n"
    )
    return lost


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills, on average")
    parser.add_argument("--database", default="", help="postgresql://…; SQLite unless said")
    options = parser.parse_args()
    settings = {"database": options.database} if options.database else {}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), **settings) as server:
        return 1 if asyncio.run(run(server, options.games, options.kills, options.pause)) else 0


if __name__ == "__main__":
    sys.exit(main())
