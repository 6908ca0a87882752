"""How much one server bears: games at once, moves a second, how soon the opponent sees them, idle sockets, memory.

    python benchmarks/long/server_load.py --games 2000 --rate 400 --seconds 60
    python benchmarks/long/server_load.py --games 200 --rate 40 --idle 10000
    python benchmarks/long/server_load.py --games 500 --rate 100 --seconds 1200        # a soak

The server is started here, in a process of its own; the players are in this one and use the client of the package.
Every game is played by two sockets with random steps and goes on with a rematch. What is measured is the time from the
moment before a step is sent to when the opponent's side has it, with whatever this process makes of it.
"""

import argparse
import asyncio
import contextlib
import gc
import random
import resource
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console

from onitama.client import Client, ClientRoom, Refused
from onitama.client.connection import Connection

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from served import Served, served  # lies beside the tests

_AT_A_TIME = 40
"""How many connections are opened at once."""
_console = Console(highlight=False, soft_wrap=True)


class Load:
    """Games that are going on."""

    def __init__(self, server: Served, rate_per_game: float, rules: list[str]) -> None:
        self.server, self.rate_per_game, self.rules = server, rate_per_game, rules
        self.seconds: list[float] = []
        self.games = self.refused = 0
        self.pairs: list[tuple[ClientRoom, ClientRoom]] = []
        self._stack = contextlib.AsyncExitStack()

    async def open_game(self, number: int) -> None:
        """Let two sockets begin a game."""
        first = await self._stack.enter_async_context(Client(self.server.url, name=f"A{number}"))
        second = await self._stack.enter_async_context(Client(self.server.url, name=f"B{number}"))
        room = await first.create({"rules": self.rules[number % len(self.rules)]})
        other = await second.join(room.id)
        self.pairs.append((room, other))

    async def close(self) -> None:
        await self._stack.aclose()

    async def play(self, pair: tuple[ClientRoom, ClientRoom], until: float) -> None:
        """Make a step now and then, on average at the rate."""
        rng = random.Random()
        while (pause := rng.expovariate(self.rate_per_game)) + time.perf_counter() < until:
            await asyncio.sleep(pause)
            try:
                await self._act(pair, rng)
            except Refused:
                self.refused += 1

    async def _act(self, pair: tuple[ClientRoom, ClientRoom], rng: random.Random) -> None:
        mover, other = pair if pair[0].state.is_my_turn else pair[::-1]
        if mover.state.status == "over":
            self.games += 1
            await mover.offer("rematch")
            async for state in other.states():
                if state.offer is not None:
                    break
            await other.answer("accept")
            return
        before, state = other.state.number, mover.state
        step = rng.choice(state.legal_steps)
        began = time.perf_counter()
        sending = asyncio.create_task(mover.place(step) if state.is_placing else mover.step(step))
        async for seen in other.states():
            if seen.number > before:
                break
        self.seconds.append(time.perf_counter() - began)
        await sending


async def in_turns(work: list[Coroutine[Any, Any, Any]]) -> None:
    """Do all of it, some at a time."""
    turn = asyncio.Semaphore(_AT_A_TIME)

    async def one(part: Coroutine[Any, Any, Any]) -> None:
        async with turn:
            await part

    await asyncio.gather(*map(one, work))


def allow_open_files(count: int) -> None:
    """Raise the limit for this process and the server, if that is permitted."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(count, most), max(count, most)))
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def memory_mb(pid: int) -> float:
    """What a process holds in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def cpu_seconds(pid: int) -> float:
    """What a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def told(seconds: list[float]) -> str:
    """How soon most of them came, in milliseconds."""
    ordered = sorted(seconds)
    shares = {
        f"p{share}": ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (50, 95, 99)
    }
    shares["most"] = ordered[-1]
    return "  ".join(f"{name} {value * 1000:.1f} ms" for name, value in shares.items())


async def run(options: argparse.Namespace, server: Served) -> None:
    """Build the load up, let it run, and tell."""
    empty = memory_mb(server.pid)
    _console.print(f"server alone: {empty:.0f} MB")
    idle = [Connection(f"ws{server.url[4:]}/api/v1/ws", None) for _ in range(options.idle)]
    if idle:
        await in_turns([one.open() for one in idle])
        with_idle = memory_mb(server.pid)
        _console.print(
            f"{options.idle} idle sockets: {with_idle:.0f} MB, {(with_idle - empty) * 1024 / options.idle:.1f} KB each"
        )
        empty = with_idle
    load = Load(server, options.rate / options.games, options.rules.split(","))
    began = time.perf_counter()
    await in_turns([load.open_game(number) for number in range(options.games)])
    full = memory_mb(server.pid)
    _console.print(
        f"{options.games} games, {2 * options.games} sockets, in {time.perf_counter() - began:.0f} s: {full:.0f} MB,"
        f" {(full - empty) * 1024 / 2 / options.games:.1f} KB a socket with its room"
    )
    await measure(options, server, load)
    if load.refused:
        _console.print(f"refused: {load.refused}")
    await load.close()
    await asyncio.gather(*(one.close() for one in idle))


async def measure(options: argparse.Namespace, server: Served, load: Load) -> None:
    """Play, and tell now and then how it goes."""
    end = time.perf_counter() + options.seconds
    playing = asyncio.gather(*(load.play(pair, end) for pair in load.pairs))
    everything: list[float] = []
    while (left := end - time.perf_counter()) > 0:
        began, server_began, own_began = time.perf_counter(), cpu_seconds(server.pid), time.process_time()
        await asyncio.sleep(min(left, options.report))
        passed = time.perf_counter() - began
        part, load.seconds = load.seconds, []
        everything += part
        if part:
            server_ms = (cpu_seconds(server.pid) - server_began) * 1000 / len(part)
            own_ms = (time.process_time() - own_began) * 1000 / len(part)
            _console.print(
                f"{len(part) / passed:.0f} moves/s  {told(part)}  server {memory_mb(server.pid):.0f} MB;"
                f" CPU time a move: server {server_ms:.2f} ms, players {own_ms:.2f} ms"
            )
    await playing
    everything += load.seconds
    _console.print(f"[bold]{len(everything)} moves, {load.games} games over: {told(everything)}[/]")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=40, help="moves a second, in sum")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--report", type=float, default=20, help="seconds between two lines")
    parser.add_argument("--idle", type=int, default=0, help="sockets besides that only listen")
    parser.add_argument("--rules", default="base", help="presets, with commas")
    parser.add_argument("--database", default="", help="postgresql://…; SQLite unless said")
    options = parser.parse_args()
    allow_open_files(options.idle + 2 * options.games + 500)
    settings = {"database": options.database} if options.database else {}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), log_level="WARNING", **settings) as server,
    ):
        gc.disable()  # or the players' pauses would count as the server's
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run(options, server))
        if server.log:
            _console.print(f"the server logged:\n{server.log[-2000:]}")


if __name__ == "__main__":
    main()
