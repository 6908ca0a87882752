"""What an engine that is served can be set to, and what a session needs of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from onitama.engine import ENGINE_NAMES, TOP_LEVEL
from onitama.engine.analysis import Analysis, Limits, OnInfo
from onitama.engine.native import MOST_HASH_MB, MOST_LINES, MOST_THREADS
from onitama.errors import OnitamaError, shown
from onitama.rules import Position

__all__ = ["OPTIONS", "MakeThinker", "Option", "Setup", "Thinker"]

_MAX_SEED = (1 << 63) - 1
AUTO = "auto"


class Thinker(Protocol):
    """What thinks behind a session: an `Engine`, or something like it."""

    def analyse(
        self, view: Position, limits: Limits, *, multipv: int = 1, on_info: OnInfo | None = None
    ) -> Analysis:
        """Think, in the calling thread, until a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """Make a running `analyse` return what it has; from any thread."""

    def new_game(self) -> None:
        """Forget what earlier positions have taught."""

    def close(self) -> None:
        """Give back what it holds."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a served engine."""

    engine: str = AUTO
    """One of the engines' names, or auto for the one that fits."""
    level: int = TOP_LEVEL
    """How well it plays; the levels below the top take the place of the engine that fits."""
    hash_mb: int = 64
    threads: int = 1
    multipv: int = 1
    """How many ways to go on are told, in the line protocol."""
    ponder: bool = False
    """Whether the best turn comes with the answer it expects, in the line protocol."""
    tablebase: bool = True
    seed: int | None = None

    @property
    def engine_name(self) -> str | None:
        """The name that `Engine` takes."""
        return None if self.engine == AUTO else self.engine

    @property
    def engine_level(self) -> int | None:
        """The level that `Engine` takes."""
        return None if self.level == TOP_LEVEL else self.level

    def thinks_like(self, other: "Setup") -> bool:
        """Whether an engine with the other settings can go on with these."""
        return replace(self, multipv=other.multipv, ponder=other.ponder) == other

    def with_option(self, name: str, text: str) -> "Setup":
        """These settings with one changed, as text says.

        >>> Setup().with_option("hash", "128").hash_mb
        128

        Raises:
            OnitamaError: if there is no such option, or the value does not fit; says what was expected.
        """
        for option in OPTIONS:
            if option.name.lower() == name.lower():
                changed: dict[str, Any] = {option.field: option.read(text)}
                return replace(self, **changed)
        names = ", ".join(option.name for option in OPTIONS)
        raise OnitamaError(f"option: expected one of {names}, found {shown(name)}")


MakeThinker = Callable[[Setup], Thinker]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the line protocol: its name there, and the field of `Setup` that it sets."""

    name: str
    field: str
    kind: Literal["spin", "check", "combo", "string"]
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self, setup: Setup) -> str:
        """The line that tells it, with the value it has now as its default."""
        value = getattr(setup, self.field)
        text = f"option name {self.name} type {self.kind} default {_told(value)}"
        if self.kind == "spin":
            text += f" min {self.least} max {self.most}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str) -> bool | int | str | None:
        """The value that a text stands for.

        Raises:
            OnitamaError: if there is none; says what was expected.
        """
        value = text.lower()
        is_number = value.isascii() and value.isdigit() and len(value) <= len(str(_MAX_SEED))
        if self.kind == "check" and value in ("true", "false"):
            return value == "true"
        if self.kind == "combo" and value in self.choices:
            return value
        if self.kind == "string" and value in ("", "<empty>"):
            return None
        if self.kind in ("spin", "string") and is_number and self.least <= int(value) <= self.most:
            return int(value)
        raise OnitamaError(f"option {self.name}: expected {self._expected}, found {shown(text)}")

    @property
    def _expected(self) -> str:
        if self.kind == "check":
            return "true or false"
        if self.kind == "combo":
            return f"one of {', '.join(self.choices)}"
        empty = " or <empty>" if self.kind == "string" else ""
        return f"a whole number from {self.least} to {self.most}{empty}"


def _told(value: object) -> str:
    if value is None:
        return "<empty>"
    return str(value).lower() if isinstance(value, bool) else str(value)


OPTIONS = (
    Option("Engine", "engine", "combo", choices=(AUTO, *ENGINE_NAMES)),
    Option("Level", "level", "spin", least=1, most=TOP_LEVEL),
    Option("Hash", "hash_mb", "spin", least=1, most=MOST_HASH_MB),
    Option("Threads", "threads", "spin", least=1, most=MOST_THREADS),
    Option("MultiPV", "multipv", "spin", least=1, most=MOST_LINES),
    Option("Ponder", "ponder", "check"),
    Option("Tablebase", "tablebase", "check"),
    Option("Seed", "seed", "string", most=_MAX_SEED),
)
"""The options, in the order in which they are told."""
