"""Where a terminal game is shown and asked for: with colours and boxes, or as plain lines for pipes and listeners."""

import os
import sys
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from onitama.geometry import format_square
from onitama.observe import Observation
from onitama.player import BLUE, RED, Player
from onitama.render import View, board_text, cards_text, describe, legend, status

__all__ = ["PlainScreen", "RichScreen", "Screen", "make_screen"]

_COLOURS = {RED: "red", BLUE: "bright_blue"}
_ROWS_FOR_LINES = 34
"""A lower terminal shows the board without lines between the ranks, so that board and cards are seen together."""
_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and what was scrolled out of it."""


class Screen(Protocol):
    """What a game needs of the terminal."""

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        """Show board and cards from a seat; targets are squares to mark."""

    def say(self, text: str) -> None:
        """Tell something."""

    def complain(self, text: str) -> None:
        """Tell that something was not understood or not allowed."""

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; None when the input has ended."""

    def is_sure(self, question: str) -> bool:
        """Ask a person about something that cannot be undone; a script is sure."""

    def hand_over(self, player: Player, news: Sequence[str]) -> bool:
        """Put secrets out of sight and wait until the device is in this player's hands.

        Args:
            player: who is to look next.
            news: what both sides may read meanwhile.

        Returns:
            False when the input has ended.
        """


class RichScreen:
    """A terminal with colours and boxes."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        _edit_lines()

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        """Show the board above the cards, what was played last, and at the bottom what is due."""
        turns = view.turns if isinstance(view, Observation) else ()
        unicode = self._console.encoding.lower().startswith("utf")
        board = board_text(
            view, seat, unicode=unicode, targets=targets, last_step=turns[-1] if turns else None
        )
        if self._console.height < _ROWS_FOR_LINES:
            board = "\n".join(line for line in board.splitlines() if "┼" not in line)
        cards = cards_text(view, seat, unicode=unicode, columns=self._console.width)
        for text in ("", board, legend(view, unicode=unicode), "", cards, ""):
            self._console.print(_coloured(text), soft_wrap=True)
        if turns:
            self.say(f"Last turns: {' | '.join(turns[-2:])}")
        self._console.print(Text(status(view), style=f"bold {_COLOURS[view.to_move]}"))

    def say(self, text: str) -> None:
        """Tell something."""
        self._console.print(Text(text), soft_wrap=True)

    def complain(self, text: str) -> None:
        """Tell what was wrong, in another colour."""
        self._console.print(Text(text, style="yellow"), soft_wrap=True)

    def ask(self, prompt: str) -> str | None:
        """Ask for a line."""
        try:
            return self._console.input(Text(f"{prompt} ", style="bold"))
        except EOFError:
            return None

    def is_sure(self, question: str) -> bool:
        """Ask for a yes."""
        return _is_yes(self.ask(f"{question} (y/n)"))

    def hand_over(self, player: Player, news: Sequence[str]) -> bool:
        """Wipe the screen, so that nobody reads the other side's secrets, and wait for the player's name."""
        _wipe(self._console.height)
        words = "\n".join([*news, f"Hand the device to {player}."])
        self._console.print(Panel(Text(words), border_style=_COLOURS[player], expand=False))
        return _awaits(self, player)


class PlainScreen:
    """Lines of plain text, with the board in sentences."""

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        """Describe board and cards, or name the targets if there are some."""
        if targets:
            self.say(f"To {', '.join(map(format_square, sorted(targets)))}.")
            return
        self.say(f"\n{describe(view, seat)}")
        if isinstance(view, Observation) and view.turns:
            self.say(f"Last turns: {' | '.join(view.turns[-2:])}")

    def say(self, text: str) -> None:
        """Tell something."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def complain(self, text: str) -> None:
        """Tell what was wrong."""
        self.say(f"Error: {text}")

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; what comes through a pipe is repeated, so that the output can be read on its own."""
        sys.stdout.write(f"{prompt} ")
        sys.stdout.flush()
        line = sys.stdin.readline().removeprefix("\ufeff")
        if not line or not sys.stdin.isatty():
            self.say(line.strip())
        return line.strip() if line else None

    def is_sure(self, question: str) -> bool:
        """Ask for a yes where a person can give it."""
        return not sys.stdin.isatty() or _is_yes(self.ask(f"{question} (y/n)"))

    def hand_over(self, player: Player, news: Sequence[str]) -> bool:
        """Put the secrets out of sight; behind a pipe there is nobody to wait for."""
        if not sys.stdin.isatty():
            self.say("\n".join([f"\n--- {player} ---", *news]))
            return True
        _wipe(50)
        self.say("\n".join([*news, f"Hand the device to {player}."]))
        return _awaits(self, player)


def make_screen(plain: bool) -> Screen:
    """The screen for what a person chose."""
    return PlainScreen() if plain else RichScreen()


def _coloured(drawing: str) -> Text:
    """A drawing with the pieces in their colours; shapes tell them apart without."""
    text = Text(drawing)
    text.highlight_regex(r"[◎●]|(?<=│.)N(?=.│)|\bRed\b", _COLOURS[RED])
    text.highlight_regex(r"[▣■]|(?<=│.)n(?=.│)|\bBlue\b", _COLOURS[BLUE])
    text.highlight_regex(r"◈|<.>", "bold green")
    return text


def _is_yes(answer: str | None) -> bool:
    return answer is not None and answer.strip().lower() in ("y", "yes")


def _awaits(screen: Screen, player: Player) -> bool:
    """Wait for the player's name: a key pressed once too often must not show secrets."""
    answer: str | None = ""
    while answer is not None and answer.strip().lower() not in (str(player), str(player)[0]):
        answer = screen.ask(f"Type {player} when nobody else looks:")
    return answer is not None


def _wipe(rows: int) -> None:
    """Clear the terminal and its scrollback; one that cannot do that gets empty lines."""
    can_clear = sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
    sys.stdout.write(_WIPE if can_clear else "\n" * rows)
    sys.stdout.flush()


def _edit_lines() -> None:
    """Let the arrow keys work in a line, but keep no history: it would hold secrets of hidden games."""
    try:
        import readline
    except ImportError:  # not on every platform
        return
    readline.set_auto_history(False)
