"""The screens: what a real terminal shows, and that it forgets what the other side must not read."""

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from rich.console import Console

import onitama as on
from onitama.cli.screen import RichScreen


class Terminal:
    """`onitama` behind a pseudo-terminal."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.text = ""

    def read_until(self, pattern: str, seconds: float = 60) -> str:
        """All that came since the last call, up to the pattern."""
        end = time.monotonic() + seconds
        seen = ""
        while not re.search(pattern, seen, re.DOTALL):
            left = end - time.monotonic()
            assert left > 0, f"no {pattern!r} in {seen!r}"
            if select.select([self._descriptor], [], [], left)[0]:
                seen += os.read(self._descriptor, 65536).decode()
        return seen

    def type(self, line: str) -> None:
        os.write(self._descriptor, f"{line}\n".encode())


@contextmanager
def onitama(*arguments: str, term: str = "xterm-256color") -> Iterator[Terminal]:
    child, descriptor = pty.fork()
    if child == 0:
        os.environ.update(TERM=term, COLUMNS="100", LINES="50")
        os.execv(sys.executable, [sys.executable, "-m", "onitama", *arguments])
    try:
        yield Terminal(descriptor)
    finally:
        os.close(descriptor)
        os.waitpid(child, 0)


@pytest.mark.parametrize("options", [[], ["--plain"]])
def test_r70_a_hand_over_wipes_screen_and_scrollback_and_waits_for_the_name(options: list[str]) -> None:
    with onitama("play", "-p", "way-of-shadow", "--seed", "3", "--blue", "human", *options) as terminal:
        first = terminal.read_until("Type blue when")
        assert "\x1b[3J" in first
        terminal.type("")
        terminal.type("red")
        again = terminal.read_until("Type blue when.*Type blue when")
        assert "ninja" not in again, "a key too often shows nothing"
        terminal.type("blue")
        terminal.read_until("blue> ")
        terminal.type("b5")
        after = terminal.read_until("Type red when")
        assert after.rindex("\x1b[3J") > after.rindex("b5"), "blue's choice is wiped before red looks"
        terminal.type("r")
        shown = terminal.read_until("red> ")
        assert "b5" not in shown
        terminal.type("quit")
        terminal.read_until(r"\(y/n\)")
        terminal.type("y")
        terminal.read_until("not finished")


def test_a_terminal_that_cannot_clear_is_scrolled_instead() -> None:
    with onitama("play", "-p", "way-of-shadow", "--seed", "3", "--blue", "human", term="dumb") as terminal:
        terminal.read_until("Type blue when")
        terminal.type("blue")
        terminal.read_until("blue> ")
        terminal.type("b5")
        after = terminal.read_until("Type red when")
        assert after.count("\n", after.index("b5")) >= 40
        terminal.type("red")
        terminal.read_until("red> ")
        terminal.type("quit")
        terminal.read_until(r"\(y/n\)")
        terminal.type("y")
        terminal.read_until("not finished")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("preset", ["base", "shadow-and-wind"])
def test_no_line_of_board_or_cards_is_wider_than_the_terminal(width: int, preset: str) -> None:
    output = StringIO()
    console = Console(file=output, width=width, height=24, force_terminal=False, highlight=False)
    position = on.deal(preset, seed=1)
    RichScreen(console).show(position, on.RED)
    drawn = [line for line in output.getvalue().splitlines() if "│" in line or re.search(r"[·.] [·.]", line)]
    assert drawn
    assert all(len(line.rstrip()) <= width for line in drawn)


def test_a_low_terminal_shows_base_board_cards_and_question_at_once() -> None:
    output = StringIO()
    console = Console(file=output, width=80, height=24, force_terminal=False, highlight=False)
    RichScreen(console).show(on.deal("base", seed=1), on.RED)
    assert len(output.getvalue().splitlines()) < 24
