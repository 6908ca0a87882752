"""`MatchSetup`: all that decides how the games of a match go, as a value that travels to other processes."""

from dataclasses import dataclass, field
from typing import Any

from onitama.engine import Limits
from onitama.errors import OnitamaError
from onitama.match.openings import Opening, opening
from onitama.match.spec import EngineSpec
from onitama.notation import format_rules
from onitama.player import RED, Player
from onitama.rules import Rules

__all__ = ["MatchSetup", "engine_of"]

_PATIENCE_WITHOUT_TIME_S = 600.0
"""How long a step may take where no limit speaks of time: only an engine that hangs takes longer."""

_MOST_PATIENCE_S = 1e6
"""Twelve days; waiting cannot be told to take for ever."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Who plays what, and how. The first engine is A, the second B.

    In pair `k` both games begin with the same cards in the same places; in game 0 A is Red, in game 1 Blue.
    """

    engines: tuple[EngineSpec, EngineSpec]
    rules: Rules = field(default_factory=Rules)
    limits: Limits = field(default_factory=lambda: Limits(seconds=0.1))
    """For each step."""
    seed: int = 0
    """For deals, random openings and engines that leave something to chance."""
    opening_turns: int = 0
    """How many random turns both games of a pair begin with."""
    max_turns: int = 200
    """A game of so many turns, both players' counted, is a draw."""
    patience_s: float = 10.0
    """How much longer than its limit an engine may take before it forfeits, and a program to start."""

    def __post_init__(self) -> None:
        if not 0 < self.patience_s <= _MOST_PATIENCE_S:
            raise OnitamaError(
                f"patience: expected seconds from above 0 to {_MOST_PATIENCE_S:g}, found {self.patience_s:g}"
            )
        if self.max_turns <= self.opening_turns:
            raise OnitamaError(
                f"the game is drawn after {self.max_turns} turns: expected fewer opening turns, "
                f"found {self.opening_turns}"
            )

    @property
    def labels(self) -> tuple[str, str]:
        """The names of A and B in tables and records; never the same."""
        one, other = (spec.text for spec in self.engines)
        return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")

    def limits_of(self, engine: int) -> Limits:
        """What engine 0 (A) or 1 (B) is limited to."""
        return self.engines[engine].limits or self.limits

    def allowed_s(self, engine: int) -> float:
        """After how many seconds of one step an engine forfeits."""
        seconds = self.limits_of(engine).seconds
        return _PATIENCE_WITHOUT_TIME_S if seconds is None else seconds + self.patience_s

    def opening(self, pair: int) -> Opening:
        """What both games of a pair begin with."""
        return opening(self.rules, self.seed, pair, self.opening_turns)

    def to_json(self) -> dict[str, Any]:
        """What must be the same for games to belong to one match, as plain data."""
        return {
            "a": self.engines[0].text,
            "b": self.engines[1].text,
            "rules": format_rules(self.rules),
            "limits": {name: getattr(self.limits, name) for name in ("seconds", "depth", "nodes")},
            "seed": self.seed,
            "opening_turns": self.opening_turns,
            "max_turns": self.max_turns,
        }


def engine_of(number: int, player: Player) -> int:
    """Which engine, 0 (A) or 1 (B), plays a colour in game 0 or 1 of a pair."""
    return number if player is RED else 1 - number
