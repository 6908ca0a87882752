"""What the line protocol's user says, read: `parse_command` gives one of the commands below.

`docs/reference/protocol.md` has the grammar.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from onitama.engine.info_text import MOST_MS, MOST_NODES, MOST_PLIES
from onitama.errors import NotationError, shown
from onitama.player import Player, parse_player
from onitama.protocol.clocks import think_ms
from onitama.protocol.starts import dealt, open_position, played
from onitama.rules import Position

__all__ = [
    "WORDS",
    "Bench",
    "Command",
    "Go",
    "Hello",
    "IsReady",
    "NewGame",
    "PonderHit",
    "Quit",
    "SetOption",
    "SetPosition",
    "Stop",
    "parse_command",
]

_BENCH_PLIES = 8
_GO_NUMBERS: Mapping[str, tuple[int, int]] = {
    "movetime": (1, MOST_MS),
    "redtime": (0, MOST_MS),
    "bluetime": (0, MOST_MS),
    "redinc": (0, MOST_MS),
    "blueinc": (0, MOST_MS),
    "depth": (1, MOST_PLIES),
    "nodes": (1, MOST_NODES),
}
_GO_FLAGS = ("infinite", "ponder", "proven")


class Command:
    """Something that the user of an engine says to it."""

    __slots__ = ()


class Hello(Command):
    """`uoi`: who are you, and what can be set?"""


class IsReady(Command):
    """`isready`: answer when all before this is done."""


class NewGame(Command):
    """`newgame`: what comes has nothing to do with what was."""


class Stop(Command):
    """`stop`: answer now."""


class PonderHit(Command):
    """`ponderhit`: the expected turn was made; the clock runs from now."""


class Quit(Command):
    """`quit`: end."""


@dataclass(frozen=True, slots=True)
class SetOption(Command):
    """`setoption name … value …`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetPosition(Command):
    """`position …`: what the next search is about."""

    position: Position


@dataclass(frozen=True, slots=True)
class Go(Command):
    """`go …`: search. Times are in milliseconds, pairs are Red's and Blue's."""

    movetime_ms: int | None = None
    left_ms: tuple[int | None, int | None] = (None, None)
    increment_ms: tuple[int, int] = (0, 0)
    depth: int | None = None
    nodes: int | None = None
    is_infinite: bool = False
    is_ponder: bool = False
    until_proven: bool = False

    def time_ms(self, mover: Player) -> int | None:
        """How long that player may think at the most; None for as long as it likes."""
        left_ms = self.left_ms[mover]
        if left_ms is None:
            return self.movetime_ms
        by_clock_ms = think_ms(left_ms, self.increment_ms[mover])
        return by_clock_ms if self.movetime_ms is None else min(by_clock_ms, self.movetime_ms)

    @property
    def has_end(self) -> bool:
        """Whether a search would end without a word from its user; a proof may never come."""
        is_timed = self.movetime_ms is not None or self.left_ms != (None, None)
        return not self.is_infinite and not self.is_ponder and bool(is_timed or self.depth or self.nodes)


@dataclass(frozen=True, slots=True)
class Bench(Command):
    """`bench`: a fixed piece of work, to compare speeds and builds."""

    depth: int = _BENCH_PLIES


def parse_command(text: str) -> Command:
    """The command in a line.

    >>> parse_command("go depth 6").depth
    6

    Raises:
        OnitamaError: says what was expected and what was found.
    """
    word, _, rest = text.strip().partition(" ")
    if word not in _READERS:
        raise NotationError(f"expected one of {', '.join(WORDS)}, found {shown(word)}")
    return _READERS[word](rest.strip())


def _alone(make: type[Command], word: str) -> Callable[[str], Command]:
    def read(rest: str) -> Command:
        if rest:
            raise NotationError(f"{word}: expected nothing behind it, found {shown(rest)}")
        return make()

    return read


def _read_option(rest: str) -> Command:
    found = re.fullmatch(r"name\s+(\S+)(?:\s+value(?:\s+(.*))?)?", rest)
    if found is None:
        raise NotationError(f"setoption: expected name … value …, found {shown(rest)}")
    return SetOption(found[1], (found[2] or "").strip())


def _read_position(rest: str) -> Command:
    form, _, rest = rest.partition(" ")
    words = rest.split()
    at = words.index("turns") if "turns" in words else len(words)
    if form == "start":
        start = _read_start(words[:at])
    elif form == "string":
        start = open_position(" ".join(words[:at]))
    else:
        raise NotationError(f"position: expected start or string, found {shown(form)}")
    turns = " ".join(words[at + 1 :])
    return SetPosition(played(start, turns.split(";"))[-1] if turns else start)


def _read_start(words: Sequence[str]) -> Position:
    """A deal, then perhaps `spirit`, then perhaps `starter` and a player."""
    if not words:
        raise NotationError("position start: expected the cards, red,red/blue,blue/side, found nothing")
    cards, rest = words[0], list(words[1:])
    spirit = rest[:1] == ["spirit"]
    rest = rest[spirit:]
    starter = None
    if rest[:1] == ["starter"] and len(rest) > 1:
        starter = parse_player(rest[1])
        rest = rest[2:]
    if rest:
        raise NotationError(
            f"position start: expected spirit, starter red, starter blue or turns, found {shown(' '.join(rest))}"
        )
    return dealt(cards, spirit=spirit, starter=starter)


def _read_go(rest: str) -> Command:
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    words = iter(rest.split())
    for word in words:
        if word in numbers or word in flags:
            raise NotationError(f"go: {word} comes twice")
        if word in _GO_FLAGS:
            flags.add(word)
        elif word in _GO_NUMBERS:
            numbers[word] = _read_number(next(words, ""), f"go, {word}", *_GO_NUMBERS[word])
        else:
            expected = ", ".join((*_GO_NUMBERS, *_GO_FLAGS))
            raise NotationError(f"go: expected one of {expected}, found {shown(word)}")
    return Go(
        movetime_ms=numbers.get("movetime"),
        left_ms=(numbers.get("redtime"), numbers.get("bluetime")),
        increment_ms=(numbers.get("redinc", 0), numbers.get("blueinc", 0)),
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        is_infinite="infinite" in flags,
        is_ponder="ponder" in flags,
        until_proven="proven" in flags,
    )


def _read_bench(rest: str) -> Command:
    return Bench(_read_number(rest, "bench", 1, MOST_PLIES)) if rest else Bench()


def _read_number(text: str, place: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,19}", text) or not least <= int(text) <= most:
        raise NotationError(f"{place}: expected a whole number from {least} to {most}, found {shown(text)}")
    return int(text)


_READERS: Mapping[str, Callable[[str], Command]] = {
    "uoi": _alone(Hello, "uoi"),
    "isready": _alone(IsReady, "isready"),
    "setoption": _read_option,
    "newgame": _alone(NewGame, "newgame"),
    "position": _read_position,
    "go": _read_go,
    "stop": _alone(Stop, "stop"),
    "ponderhit": _alone(PonderHit, "ponderhit"),
    "bench": _read_bench,
    "quit": _alone(Quit, "quit"),
}
WORDS = tuple(_READERS)
"""The first words of the commands."""
