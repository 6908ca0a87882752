"""`Job`: one question to a worker, which knows nothing of rooms and people."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from onitama.observe import Observation

__all__ = ["Job", "Urgency"]


class Urgency(IntEnum):
    """What goes first."""

    MOVE = 0
    """The computer is to move, or to answer."""
    HINT = 1
    ANALYSIS = 2


@dataclass(frozen=True, slots=True)
class Job:
    """One question: what to do next in a view."""

    identity: str
    """On whose behalf: nobody gets more than a fair share."""
    room: str
    urgency: Urgency
    view: Observation
    """What the one who is to be helped, or the computer itself, may know; never more (R70)."""
    level: int | None
    """How well to play; None for full strength."""
    seconds: float
    """How long a search may take; lower levels take as long as they take, which is short."""
    multipv: int = 1
    reports: bool = False
    """Whether to tell what has been found so far."""
    game: str = ""
    """The player of a level remembers what it has missed in this game; a word that means nothing else."""

    def to_json(self) -> dict[str, Any]:
        """What the process needs to know."""
        return {
            "view": self.view.to_json(),
            "level": self.level,
            "seconds": self.seconds,
            "multipv": self.multipv,
            "reports": self.reports,
            "game": self.game,
        }
