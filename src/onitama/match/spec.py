"""Which engines play: `native:threads=2,depth=6` for one of ours, `cmd:./engine --option` for a program.

`computer` is the one that fits the game, and `computer:level=3` plays at a level.
"""

import re
import shlex
from dataclasses import dataclass, replace
from typing import Self

from onitama.engine import ENGINE_NAMES, TOP_LEVEL, Engine, Limits
from onitama.errors import OnitamaError, shown

__all__ = ["EngineSpec"]

_MOST_DIGITS = 18
_COMPUTER = "computer"
_NAMES = (*ENGINE_NAMES, _COMPUTER)
_OPTIONS = ("threads", "hash", "tablebase", "guesses", "seed", "seconds", "depth", "nodes")


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine as a text names it.

    >>> EngineSpec.parse("greedy:seed=3").name
    'greedy'
    >>> EngineSpec.parse("cmd:./engine --fast").command
    ('./engine', '--fast')
    """

    text: str
    """As it was given; games are recorded under it."""
    name: str | None = None
    """One of the built-in engines, `computer` for the one that fits, or None for a program."""
    command: tuple[str, ...] = ()
    """The program and its arguments."""
    level: int | None = None
    """How well `computer` plays; None for its best."""
    threads: int = 1
    hash_mb: int = 64
    tablebase: bool = True
    guesses: bool = False
    seed: int | None = None
    """For what is left to chance; None for the seed of the match."""
    limits: Limits | None = None
    """Its own limits instead of the match's."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The engine that a text names.

        Raises:
            OnitamaError: says what is wrong with the text.
        """
        name, _, rest = text.partition(":")
        if name == "cmd":
            try:
                command = tuple(shlex.split(rest))
            except ValueError as error:
                raise OnitamaError(f"engine {shown(text)}: {error}") from None
            if not command:
                raise OnitamaError(
                    f"engine {shown(text)}: expected a command, as in cmd:./my-engine --option"
                )
            return cls(text, command=command)
        if name not in _NAMES:
            raise OnitamaError(
                f"there is no engine {shown(name)}; the engines are {', '.join(_NAMES)}, "
                "and cmd: with the command line of a program"
            )
        return cls(text, name=name)._with_options(rest.split(",") if rest else [])

    def _with_options(self, words: list[str]) -> Self:
        spec, bounds = self, dict[str, float]()
        for word in words:
            key, _, value = word.partition("=")
            match key:
                case "level" if self.name == _COMPUTER:
                    spec = replace(spec, level=self._number(word, value, least=1, most=TOP_LEVEL))
                case "threads":
                    spec = replace(spec, threads=self._number(word, value, least=1))
                case "hash":
                    spec = replace(spec, hash_mb=self._number(word, value, least=1))
                case "seed":
                    spec = replace(spec, seed=self._number(word, value, least=0))
                case "tablebase" if value in ("on", "off"):
                    spec = replace(spec, tablebase=value == "on")
                case "guesses" if value in ("on", "off"):
                    spec = replace(spec, guesses=value == "on")
                case "depth" | "nodes":
                    bounds[key] = self._number(word, value, least=1)
                case "seconds":
                    bounds[key] = self._seconds(word, value)
                case _:
                    options = ("level", *_OPTIONS) if self.name == _COMPUTER else _OPTIONS
                    raise OnitamaError(
                        f"engine {shown(self.text)}: expected options such as threads=2 and tablebase=off "
                        f"({', '.join(options)}), found {shown(word)}"
                    )
        if bounds:
            depth, nodes = (int(bounds[key]) if key in bounds else None for key in ("depth", "nodes"))
            spec = replace(spec, limits=Limits(bounds.get("seconds"), depth, nodes))
        return spec

    def _number(self, word: str, value: str, *, least: int, most: int | None = None) -> int:
        is_number = re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", value)
        if not is_number or int(value) < least or (most is not None and int(value) > most):
            bound = f"{least}" if most is None else f"{least} to {most}"
            raise OnitamaError(
                f"engine {shown(self.text)}: expected a whole number from {bound}, found {shown(word)}"
            )
        return int(value)

    def _seconds(self, word: str, value: str) -> float:
        try:
            return float(value)
        except ValueError:
            raise OnitamaError(f"engine {shown(self.text)}: expected a number, found {shown(word)}") from None

    def open(self, seed: int, timeout_s: float) -> Engine:
        """Start the engine.

        Args:
            seed: for what is left to chance, unless the text says its own.
            timeout_s: how long a program may take to answer when it is not thinking, or beyond its time.

        Raises:
            OnitamaError: if it cannot be started.
        """
        if self.name is None:
            return Engine.open(self.command, timeout=timeout_s)
        return Engine(
            None if self.name == _COMPUTER else self.name,
            level=self.level,
            seed=seed if self.seed is None else self.seed,
            threads=self.threads,
            hash_mb=self.hash_mb,
            tablebase=self.tablebase,
            guesses=self.guesses,
        )
