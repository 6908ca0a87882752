"""Which engines play: `native:threads=2,depth=6` for one of ours, `cmd:./engine --option` for a program."""

import re
import shlex
from dataclasses import dataclass, replace
from typing import Self

from onitama.engine import ENGINE_NAMES, Engine, Limits
from onitama.errors import OnitamaError, shown

__all__ = ["EngineSpec"]

_MOST_DIGITS = 18
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
    """One of the built-in engines, or None for a program."""
    command: tuple[str, ...] = ()
    """The program and its arguments."""
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
        if name not in ENGINE_NAMES:
            raise OnitamaError(
                f"there is no engine {shown(name)}; the engines are {', '.join(ENGINE_NAMES)}, "
                "and cmd: with the command line of a program"
            )
        return cls(text, name=name)._with_options(rest.split(",") if rest else [])

    def _with_options(self, words: list[str]) -> Self:
        spec, bounds = self, dict[str, float]()
        for word in words:
            key, _, value = word.partition("=")
            match key:
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
                    raise OnitamaError(
                        f"engine {shown(self.text)}: expected options such as threads=2 and tablebase=off "
                        f"({', '.join(_OPTIONS)}), found {shown(word)}"
                    )
        if bounds:
            depth, nodes = (int(bounds[key]) if key in bounds else None for key in ("depth", "nodes"))
            spec = replace(spec, limits=Limits(bounds.get("seconds"), depth, nodes))
        return spec

    def _number(self, word: str, value: str, *, least: int) -> int:
        if not re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", value) or int(value) < least:
            raise OnitamaError(
                f"engine {shown(self.text)}: expected a whole number from {least}, found {shown(word)}"
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
            self.name,
            seed=seed if self.seed is None else self.seed,
            threads=self.threads,
            hash_mb=self.hash_mb,
            tablebase=self.tablebase,
            guesses=self.guesses,
        )
