"""What one player proposes to the other: a draw, a takeback, a new start."""

from dataclasses import dataclass
from enum import StrEnum

from onitama.player import Player

__all__ = ["Offer", "OfferKind"]


class OfferKind(StrEnum):
    """What can be proposed."""

    DRAW = "draw"
    """To end the game as a draw (R84). The game goes on meanwhile."""
    TAKEBACK = "takeback"
    """To play from an earlier turn on anew (R83). The game waits for the answer."""
    RESTART = "restart"
    """To start again without a result, where several turns are disputed (R83). The game waits for the answer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal that is not answered yet."""

    player: Player
    """Who made it."""
    kind: OfferKind
    turn_number: int | None = None
    """Of a takeback: the turn to be played anew."""

    @property
    def halts_game(self) -> bool:
        """Whether no step can be made before the answer."""
        return self.kind is not OfferKind.DRAW
