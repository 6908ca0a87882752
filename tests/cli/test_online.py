"""`onitama play --server`: whole games over a real server, typed in pipes; and what a person sees who types slowly."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from onitama.cli.online_session import OnlineSession
from onitama.client import Client, ClientRoom, State
from onitama.observe import Observation
from onitama.player import Player
from onitama.render import View
from served import Served, served

DEAL = {"rules": "base", "deal": "ox,boar/horse,elephant/crab", "colour": "blue"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as one:
        yield one


class Terminal:
    """A process of `onitama play`."""

    def __init__(self, server: Served, home: Path, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "onitama", "play", "--plain", "--server", server.url, *options],
            env={**os.environ, "XDG_DATA_HOME": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""

    def until(self, pattern: str) -> str:
        """Read until something is said; what matched."""
        assert self._process.stdout is not None
        while (found := re.search(pattern, self.said)) is None:
            line = self._process.stdout.readline()
            assert line, f"it ended before it said {pattern}: {self.said}"
            self.said += line
        return found[0]

    def types(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def ends(self) -> int:
        """Close its input and wait for its end."""
        rest, _ = self._process.communicate(timeout=60)
        self.said += rest
        return self._process.returncode


def test_two_terminals_play_by_link_and_a_third_one_watches(server: Served, tmp_path: Path) -> None:
    deal = ("--deal", "ox,boar/horse,elephant/crab", "--colour", "blue", "--name", "Ada")
    ada = Terminal(server, tmp_path / "ada", *deal)
    link = ada.until(r"http://\S+/r/\S+")
    ben = Terminal(server, tmp_path / "ben", "--join", link, "--name", "Ben")
    ada.until("Ben has come")
    eve = Terminal(server, tmp_path / "eve", "--watch", link)
    ada.types("c5c4\n")
    ben.until("horse:c5c4")
    ben.types("boar:c1c2\nresign\nquit\n")
    ada.until("Ada 1 - 0 Ben")
    ada.types("quit\n")
    assert [one.ends() for one in (ada, ben, eve)] == [0, 0, 0] or eve.said
    assert "Last turns: horse:c5c4 | boar:c1c2" in eve.said
    assert "Game 1 begins. Red: Ben. Blue: Ada." in ada.said


def test_a_game_against_the_computer_of_the_server(server: Served, tmp_path: Path) -> None:
    terminal = Terminal(
        server, tmp_path, "--level", "1", "--deal", "ox,boar/horse,elephant/crab", "--colour", "blue"
    )
    terminal.types("c5c4\nhint\nresign\nquit\n")
    assert terminal.ends() == 0
    assert re.search(r"The computer would play \S+:\S+", terminal.said)
    assert " 0 - 1 Level 1" in terminal.said


def test_a_seat_is_there_when_one_comes_back(server: Served, tmp_path: Path) -> None:
    ada = Terminal(server, tmp_path / "ada", "--preset", "way-of-shadow", "--colour", "red")
    link = ada.until(r"http://\S+/r/\S+")
    assert ada.ends() == 0
    assert f"Come back with: --join {link}" in ada.said
    early = Terminal(server, tmp_path / "ada", "--join", link)
    early.until("Waiting for somebody")
    assert early.ends() == 0
    ben = Terminal(server, tmp_path / "ben", "--join", link)
    ben.until("Game 1")
    again = Terminal(server, tmp_path / "ada", "--join", link)
    again.until("place|Place")
    again.types("moves\nquit\n")
    assert again.ends() == 0
    assert "place:b1, place:d1" in again.said
    ben.types("quit\n")
    ben.ends()


def test_quick_match(server: Served, tmp_path: Path) -> None:
    players = [
        Terminal(server, tmp_path / name, "--quick", "--clock", "9+1", "--name", name)
        for name in ("Ada", "Ben")
    ]
    players[0].until("Ada.*Ben|Ben.*Ada|Waiting")
    for one in players:
        one.types("resign\n")
    for one in players:
        one.until(r"1 - 0|0 - 1")
        one.types("quit\n")
        assert one.ends() == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--server", "http://127.0.0.1:9"), "cannot be reached"),
        (("--server", "ftp://x"), "expected the address"),
        (("--join", "x"), "--join goes with --server"),
        (("--quick",), "--quick goes with --server"),
        (("--server", "localhost", "--red", "human"), "leave out --red"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(options: Sequence[str], reason: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "onitama", "play", *options],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


class Paper:
    """A screen that remembers."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        assert isinstance(view, Observation)
        assert view.viewer in (seat, None)
        assert len(targets) <= 25

    def say(self, text: str) -> None:
        self.said.append(text)

    def complain(self, text: str) -> None:
        self.said.append(f"Error: {text}")

    def ask(self, prompt: str) -> str | None:
        raise AssertionError(f"asked {prompt}, where lines come from elsewhere")

    def is_sure(self, question: str) -> bool:
        raise AssertionError(f"asked {question}, where lines come from elsewhere")

    def hand_over(self, player: Player, news: Sequence[str]) -> bool:
        raise AssertionError(f"handed over to {player} with {news}")


class Person:
    """Types what a test tells it, when it tells it."""

    is_interactive = True

    def __init__(self, room: ClientRoom) -> None:
        self.room, self.paper = room, Paper()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._session = asyncio.create_task(OnlineSession(room, self.paper, self).run())

    async def next(self) -> str | None:
        return await self._lines.get()

    async def types(self, line: str, answer: str) -> None:
        """Type a line and wait for what is said then."""
        self._lines.put_nowait(line)
        await self.hears(answer)

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(60):
            while not any(text in said for said in self.paper.said):
                assert not self._session.done(), self.paper.said
                await asyncio.sleep(0.01)
        self.paper.said.clear()

    async def goes(self) -> None:
        self._lines.put_nowait("quit")
        await self._session


def at_table(
    server: Served, test: Callable[[Person, Person], Coroutine[Any, Any, None]], **setup: Any
) -> None:
    async def run() -> None:
        async with Client(server.url, name="Ada") as ada, Client(server.url, name="Ben") as ben:
            room = await ada.create({**DEAL, **setup})
            other = await ben.join(room.link)
            await _begun(room)
            people = Person(room), Person(other)
            await test(*people)
            for person in people:
                await person.goes()

    asyncio.run(run())


async def _begun(room: ClientRoom) -> State:
    async for state in room.states():
        if state.status == "playing":
            return state
    raise AssertionError("the room has ended")


def test_offers_are_heard_and_answered(server: Served) -> None:
    async def test(ada: Person, ben: Person) -> None:
        await ben.types("c1c2", "it is not your turn")
        await ada.types("c5c9", "Error")
        await ada.types("c5", "horse:c5c4")
        await ada.types("horse:c5c4", "horse:c5c4 is played")
        await ada.types("undo", "withdraw takes it back")
        await ben.hears("Ada wants to take back a turn. Type accept or decline.")
        await ben.types("accept", "The offer is accepted.")
        await ada.hears("The offer is accepted.")
        await ada.types("draw", "withdraw takes it back")
        await ben.hears("Ada offers a draw")
        await ben.types("decline", "The offer is declined.")
        await ben.types("hint", "Error: hints and analysis need the agreement")
        await ben.types("resign", "Type resign once more")
        await ben.types("moves", "There is nothing to do for you now.")
        await ben.types("resign", "Type resign once more")
        await ben.types("resign", "Type rematch, or quit.")
        await ada.hears("Ada 1 - 0 Ben")
        await ada.types("rematch", "withdraw takes it back")
        await ben.hears("Ada wants a rematch")
        await ben.types("accept", "Game 2 begins. Red: Ada. Blue: Ben.")

    at_table(server, test)


def test_in_a_coaching_round_a_step_counts_when_it_is_typed_again(server: Served) -> None:
    async def test(ada: Person, ben: Person) -> None:
        await ada.types("c5c4", "Type horse:c5c4 again to play it")
        await ben.hears("horse:c5c4 is meant to be played.")
        await ada.types("elephant:c5b4", "Type elephant:c5b4 again")
        await ada.types("elephant:c5b4", "elephant:c5b4 is played")
        await ben.types("threats", "hreaten")

    at_table(server, test, format="coaching")


def test_whoever_places_first_is_told_so_and_several_steps_of_a_hidden_turn_may_stand_in_one_line(
    server: Served,
) -> None:
    async def test(ada: Person, ben: Person) -> None:
        square = ada.room.state.legal_steps[0].removeprefix("place:")
        await ada.types(square, f"place:{square} is")
        await ben.types(ben.room.state.legal_steps[0].removeprefix("place:"), "")
        await _begun(ada.room)
        mover = ada if (await _placed(ada.room)).is_my_turn else ben
        moves = [step for step in mover.room.state.legal_steps if ":" in step and "pass" not in step]
        await mover.types(f"{moves[0]} stay", "ninja:stay is played")

    for colour in ("red", "blue"):  # the first to place in a record, and the second
        at_table(server, test, rules="way-of-shadow", deal=None, colour=colour)


async def _placed(room: ClientRoom) -> State:
    async for state in room.states():
        if state.view is not None and state.turns and len(state.turns) == 2:
            return state
    raise AssertionError("the room has ended")
