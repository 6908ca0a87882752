"""What people overlook: the same position as somebody sees it who is not quite attentive.

A mistake is made of what is seen, not of what is chosen: from the wrong picture the player chooses as well as it can.
"""

from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache
from random import Random

from onitama.cards import Card, Grid
from onitama.geometry import TEMPLES, bit
from onitama.player import Player
from onitama.rules import Move, Phase, Position

__all__ = ["Overlooked", "is_temple_run", "overlooked"]


class Overlooked(Enum):
    """One thing that is not seen, or seen wrongly, throughout a turn."""

    RETURNING_CARD = auto()
    """That the card one plays will be the opponent's a turn later (R13)."""
    TEMPLE_RUN = auto()
    """That a master, one's own or the opponent's, will be able to go to a temple."""
    TURNED_CARD = auto()
    """Which way an opponent's card lies: it is read as from the own seat, or mirrored (R2)."""
    FAR_PIECE = auto()
    """Some of the opponent's students and ninjas, on squares that are out of sight."""


def overlooked(
    position: Position, player: Player, what: frozenset[Overlooked], chance: float, rng: Random
) -> Position:
    """The position as the player sees it once its own turn is over.

    Args:
        position: any position, the opponent to move.
        player: who looks at it.
        what: what it overlooks; `TEMPLE_RUN` is a matter of judging lines, see `is_temple_run`.
        chance: how likely each piece is to be the unseen one, and the second card to be misread as well as one.
        rng: which cards and pieces; the same state of it overlooks the same ones.
    """
    enemy = player.other
    if Overlooked.FAR_PIECE in what:
        unseen = sum(bit(square) for square in range(25) if rng.random() < chance)
        students, ninjas = list(position.students_mask), list(position.ninjas_mask)
        students[enemy] &= ~unseen
        ninjas[enemy] &= ~unseen
        position = position.replace_unchecked(students_mask=tuple(students), ninjas_mask=tuple(ninjas))
    if Overlooked.TURNED_CARD in what:
        misread, other = rng.sample(sorted(position.hands[enemy]), 2)
        position = _with_card(position, misread, _turned(misread, is_mirrored=rng.random() < 0.5))
        if rng.random() < chance:
            position = _with_card(position, other, _turned(other, is_mirrored=rng.random() < 0.5))
    if Overlooked.RETURNING_CARD in what and position.phase is Phase.MOVE:
        position = _with_card(position, position.side, _blank(position.side))
    return position


def is_temple_run(before_last: Position, last: Move) -> bool:
    """Whether a move that ends the game does so by reaching a temple, and captures no master (R15)."""
    target = bit(last.target)
    if not target & (TEMPLES[0] | TEMPLES[1]):
        return False
    return not target & (before_last.masters_mask[0] | before_last.masters_mask[1])


def _with_card(position: Position, old: Card, new: Card) -> Position:
    """The position with another card in the place of one; in the turn of a card, its use goes on as it was."""
    red, blue = (tuple(new if one is old else one for one in hand) for hand in position.hands)
    side = new if position.side is old else position.side
    return position.replace_unchecked(hands=(red, blue), side=side)


@lru_cache(maxsize=256)  # a card is what it is by identity, so each misreading exists once
def _turned(card: Card, *, is_mirrored: bool) -> Card:
    def turn(grid: Grid) -> Grid:
        return tuple((-dx, dy if is_mirrored else -dy) for dx, dy in grid)

    return _with_grids(card, turn(card.moves), turn(card.master_moves), turn(card.spirit_moves))


@lru_cache(maxsize=256)
def _blank(card: Card) -> Card:
    """The card as if it allowed nothing, which is how it is for whoever does not think of it."""
    return _with_grids(card, (), (), ())


def _with_grids(card: Card, moves: Grid, master_moves: Grid, spirit_moves: Grid) -> Card:
    return replace(card, moves=moves, master_moves=master_moves, spirit_moves=spirit_moves)
