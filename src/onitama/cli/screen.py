"""Where a terminal game is shown and asked for: with colours and boxes, or as plain lines for pipes and listeners."""

import sys
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


def _coloured(drawing: str) -> Text:
    """A drawing with the pieces in their colours; shapes tell them apart without."""
    text = Text(drawing)
    text.highlight_regex(r"[◎●]|(?<=│.)N(?=.│)|\bRed\b", _COLOURS[RED])
    text.highlight_regex(r"[▣■]|(?<=│.)n(?=.│)|\bBlue\b", _COLOURS[BLUE])
    text.highlight_regex(r"◈", "bold green")
    text.highlight_regex(r"<.>", "bold green")
    return text


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

    def hand_over(self, player: Player) -> bool:
        """Wait until the device is in this player's hands; False when the input has ended."""


class RichScreen:
    """A terminal with colours and boxes."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        """Show the board above the cards."""
        last = view.turns[-1] if isinstance(view, Observation) and view.turns else None
        self._console.print(Text(f"\n{status(view)}", style=f"bold {_COLOURS[view.to_move]}"))
        unicode = self._console.encoding.lower().startswith("utf")
        self._console.print(
            _coloured(board_text(view, seat, unicode=unicode, targets=targets, last_step=last))
        )
        self._console.print(_coloured(legend(view, unicode=unicode)))
        self._console.print(_coloured(f"\n{cards_text(view, seat, unicode=unicode)}"))

    def say(self, text: str) -> None:
        """Tell something."""
        self._console.print(Text(text))

    def complain(self, text: str) -> None:
        """Tell what was wrong, in another colour."""
        self._console.print(Text(text, style="yellow"))

    def ask(self, prompt: str) -> str | None:
        """Ask for a line."""
        try:
            return self._console.input(Text(f"{prompt} ", style="bold"))
        except EOFError:
            return None

    def hand_over(self, player: Player) -> bool:
        """Clear the screen, so that nobody reads the other side's secrets."""
        self._console.clear()
        self._console.print(Panel(f"Hand the device to {player}.", style=_COLOURS[player], expand=False))
        return self.ask("Press Enter when nobody else looks.") is not None


class PlainScreen:
    """Lines of plain text, with the board in sentences."""

    def show(self, view: View, seat: Player, targets: tuple[int, ...] = ()) -> None:
        """Describe board and cards, or name the targets if there are some."""
        if targets:
            self.say(f"To {', '.join(map(format_square, sorted(targets)))}.")
        else:
            self.say(f"\n{describe(view, seat)}")

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
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self.say(line.strip())
        return line.strip() if line else None

    def hand_over(self, player: Player) -> bool:
        """Push the secrets out of sight; behind a pipe there is nobody to wait for."""
        if not sys.stdin.isatty():
            self.say(f"\n--- {player} ---")
            return True
        self.say("\n" * 50 + f"Hand the device to {player}.")
        return self.ask("Press Enter when nobody else looks or listens.") is not None


def make_screen(plain: bool) -> Screen:
    """The screen for what a person chose."""
    return PlainScreen() if plain else RichScreen()
