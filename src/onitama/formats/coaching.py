"""The coaching round (house rule): a move is talked about before it counts, and threats may be looked at (R81)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from onitama.cards import Card
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.geometry import ALL_SQUARES_MASK, TEMPLES, bit, format_square, reach, squares
from onitama.observe import Observation, observe
from onitama.player import Player
from onitama.rules import Move, NinjaMove, Pass, Phase, SpiritMove, Step, parse_step

__all__ = ["CoachingRound", "Threat", "threats"]

Prey = Literal["master", "student", "ninja", "temple"]


@dataclass(frozen=True, slots=True)
class Threat:
    """Something that a player could do in its next turn, were the board as it is now.

    >>> from onitama.cards import card
    >>> str(Threat(Player.RED, card("tiger"), 2, 12, "student"))
    'red: tiger:c1c3 takes a student'
    """

    player: Player
    card: Card
    origin: int
    target: int
    prey: Prey
    """What it would capture; `temple` where the master would reach the enemy temple and capture nothing."""

    def __str__(self) -> str:
        move = f"{self.player}: {self.card.slug}:{format_square(self.origin)}{format_square(self.target)}"
        match self.prey:
            case "temple":
                return f"{move} reaches the temple"
            case "master":
                return f"{move} takes the master"
            case _:
                return f"{move} takes a {self.prey}"
