"""`State`: everything a position consists of, with the words for it; no rules.

A `Position` is a state that never changes. While a step is being applied the rule modules write on a private
copy, a plain `State`, which becomes the next position.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeVar

from onitama.cards import Card
from onitama.player import RED, Player
from onitama.rules.variant import Rules

__all__ = ["Ending", "Hand", "Outcome", "Phase", "Piece", "PieceKind", "State", "Way", "put"]

Value = TypeVar("Value")
Hand = tuple[Card, Card]


class Phase(Enum):
    """Which step of the turn is due."""

    PLACE = "place"
    """The player to move puts its ninjas on their first squares (R40, R50)."""
    MOVE = "move"
    """Choose a card and move, or pass: the beginning of a turn (R12)."""
    NINJA = "ninja"
    """Move the ninja with the card in use, or stay (R41)."""
    SPIRIT = "spirit"
    """Move the spirit by a wind card's second grid (R31)."""
    LANTERN = "lantern"
    """Light a lantern or not; cards are already exchanged (R47)."""
    OVER = "over"
    """The game is won."""


class PieceKind(StrEnum):
    """The pieces of the main board; ninjas have their own board."""

    MASTER = "master"
    STUDENT = "student"
    SPIRIT = "spirit"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the main board; the spirit has no owner (R30)."""

    kind: PieceKind
    owner: Player | None


class Way(StrEnum):
    """The two ways to win (R15)."""

    STONE = "stone"
    """The master is captured, or in the Way of Light both ninjas (R53)."""
    STREAM = "stream"
    """The own master stands on the enemy temple."""


class Ending(StrEnum):
    """How a game can end without a Way (R16)."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and how; without a winner it is a draw."""

    winner: Player | None
    by: Way | Ending


class State:
    """Pieces, cards and counters. Pairs are indexed by `Player`; masks are bitboards (see `onitama.geometry`)."""

    rules: Rules
    to_move: Player
    """Who makes the next step; after a step that won the game still the player who made it (R15)."""
    phase: Phase
    turn_number: int
    """Number of the running turn, 1 for the first one of the game."""
    hands: tuple[Hand, Hand]
    side: Card
    card: Card | None
    """The card in use between its first step and the exchange."""
    spirit_due: bool
    """Whether the second part of the wind card in use is still to come (R31)."""
    students_mask: tuple[int, int]
    masters_mask: tuple[int, int]
    ninjas_mask: tuple[int, int]
    """The living ninjas, wherever they hide."""
    revealed_mask: tuple[int, int]
    """The ninjas that stand in the open (R45, R46)."""
    spirit_mask: int
    lanterns: tuple[int, int]
    first_turn_done: tuple[bool, bool]

    def own_mask(self, player: Player) -> int:
        """All squares of a player's pieces, ninjas too: none of them may be entered by another own piece (R43)."""
        return self.students_mask[player] | self.masters_mask[player] | self.ninjas_mask[player]


def put(pair: tuple[Value, Value], player: Player, value: Value) -> tuple[Value, Value]:
    """The pair with the player's value replaced."""
    return (value, pair[1]) if player is RED else (pair[0], value)
