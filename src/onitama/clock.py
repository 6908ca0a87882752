"""Time controls and the clock of two players, as values; the time of day is always told, never looked up."""

import re
from dataclasses import dataclass, replace

from onitama.errors import NotationError, OnitamaError, shown
from onitama.player import Player
from onitama.rules.state import put

__all__ = ["CLOCK_DUEL", "Clock", "TimeControl", "format_time_control", "parse_time_control"]


_MOST_MS = 7 * 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each player has for the whole game, and how much each finished turn adds.

    >>> TimeControl.of(5, increment_seconds=3)
    TimeControl(initial_ms=300000, increment_ms=3000)

    Raises:
        OnitamaError: for no time at all, or less, or more than a week.
    """

    initial_ms: int
    increment_ms: int = 0

    def __post_init__(self) -> None:
        for name, value, least in (
            ("initial_ms", self.initial_ms, 1),
            ("increment_ms", self.increment_ms, 0),
        ):
            if type(value) is not int or not least <= value <= _MOST_MS:
                raise OnitamaError(
                    f"{name}: expected a whole number from {least} to a week's, found {shown(value)}"
                )

    @classmethod
    def of(cls, minutes: int, increment_seconds: int = 0) -> "TimeControl":
        """A control in the units in which people say it: minutes, and seconds a turn."""
        return cls(minutes * 60_000, increment_seconds * 1000)

    def __str__(self) -> str:
        return format_time_control(self)


CLOCK_DUEL = TimeControl.of(5)
"""The clock duel (house rule): five minutes a side and nothing added (R82)."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock with two faces, of which one runs or none does. It never changes: each method gives the next clock.

    Times are whole milliseconds on any scale that does not run backwards; where its zero is does not matter. A face
    that shows 0 is out of time, and never shows less.

    >>> clock = Clock.of(CLOCK_DUEL).start(Player.RED, at_ms=1000).press(at_ms=21_000)
    >>> clock.running, clock.read(at_ms=22_500)
    (<Player.BLUE: 1>, (280000, 298500))
    """

    control: TimeControl
    left_ms: tuple[int, int]
    """What the faces showed at `at_ms`."""
    running: Player | None = None
    at_ms: int | None = None
    """When the clock was last started, pressed or stopped; None if never."""

    @classmethod
    def of(cls, control: TimeControl) -> "Clock":
        """A clock that stands still, with all the time on both faces."""
        return cls(control, (control.initial_ms, control.initial_ms))

    def read(self, at_ms: int) -> tuple[int, int]:
        """What the faces show, Red's and Blue's.

        Raises:
            OnitamaError: for a time before the latest one the clock was told. It is an error and not passed over,
                because it would give time away.
        """
        if type(at_ms) is not int:
            raise OnitamaError(f"at_ms: expected whole milliseconds, found {at_ms!r}")
        if self.at_ms is None:
            return self.left_ms
        if at_ms < self.at_ms:
            raise OnitamaError(f"at_ms: time ran backwards, from {self.at_ms} to {at_ms}")
        if self.running is None:
            return self.left_ms
        return put(self.left_ms, self.running, max(0, self.left_ms[self.running] - (at_ms - self.at_ms)))

    def is_out(self, at_ms: int) -> bool:
        """Whether the running face shows 0."""
        left_ms = self.read(at_ms)
        return self.running is not None and left_ms[self.running] == 0

    def start(self, player: Player, at_ms: int) -> "Clock":
        """Let a player's face run, and only that one."""
        return replace(self, left_ms=self.read(at_ms), running=player, at_ms=at_ms)

    def stop(self, at_ms: int) -> "Clock":
        """Let both faces stand still."""
        return replace(self, left_ms=self.read(at_ms), running=None, at_ms=at_ms)

    def press(self, at_ms: int) -> "Clock":
        """End the running player's turn: add the increment and let the opponent's face run.

        Raises:
            OnitamaError: if no face runs, or the player's time is out.
        """
        if self.running is None:
            raise OnitamaError("the clock stands still")
        if self.is_out(at_ms):
            raise OnitamaError(f"{self.running}'s time is out")
        left_ms = self.read(at_ms)
        left_ms = put(left_ms, self.running, left_ms[self.running] + self.control.increment_ms)
        return replace(self, left_ms=left_ms, running=self.running.other, at_ms=at_ms)

    def reset(self, left_ms: tuple[int, int]) -> "Clock":
        """Let both faces stand still and show these times, as after a takeback (R83)."""
        return replace(self, left_ms=left_ms, running=None)


_CONTROL = re.compile(r"(\d{1,5})(?::([0-5]\d(?:\.\d{1,3})?))?\+(\d{1,6}(?:\.\d{1,3})?)", re.ASCII)


def parse_time_control(text: str) -> TimeControl:
    """The time control in a text: minutes, or minutes and seconds, a plus sign, seconds added each turn.

    >>> parse_time_control("5+0") == CLOCK_DUEL, parse_time_control("1:30+2.5")
    (True, TimeControl(initial_ms=90000, increment_ms=2500))

    Raises:
        NotationError: for any other text, and for no time at all.
    """
    found = _CONTROL.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise NotationError(f"expected a time control such as 5+3 or 1:30+0, found {shown(text)}")
    minutes, seconds, increment = found.groups(default="0")
    initial_ms = int(minutes) * 60_000 + _milliseconds(seconds)
    if not initial_ms:
        raise NotationError(f"expected a time control with some time, found {shown(text)}")
    try:
        return TimeControl(initial_ms, _milliseconds(increment))
    except OnitamaError as error:
        raise NotationError(f"{shown(text)}: {error}") from None


def format_time_control(control: TimeControl) -> str:
    """The text that `parse_time_control` reads.

    >>> format_time_control(TimeControl(90_000, 2500))
    '1:30+2.5'
    """
    minutes, rest_ms = divmod(control.initial_ms, 60_000)
    seconds = f":{rest_ms // 1000:02}{_fraction(rest_ms)}" if rest_ms else ""
    return f"{minutes}{seconds}+{control.increment_ms // 1000}{_fraction(control.increment_ms)}"


def _milliseconds(seconds: str) -> int:
    whole, _, fraction = seconds.partition(".")
    return int(whole) * 1000 + int(fraction.ljust(3, "0"))


def _fraction(milliseconds: int) -> str:
    return f".{milliseconds % 1000:03}".rstrip("0").rstrip(".")
