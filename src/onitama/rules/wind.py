"""The Spirit of the Wind: where it may go, and what happens there (R30-R34)."""

from collections.abc import Iterator

from onitama.cards import Card
from onitama.geometry import bit, reach, squares
from onitama.player import BLUE, RED
from onitama.rules.base import moves_from
from onitama.rules.state import State, put
from onitama.rules.steps import Move, SpiritMove

__all__ = ["move_spirit", "spirit_first_moves", "spirit_second_moves", "spirit_targets_mask"]


def spirit_targets_mask(state: State, card: Card) -> int:
    """Where the player to move may take the spirit: any square on the board without a master (R33)."""
    if not state.spirit_mask:
        return 0
    origin = state.spirit_mask.bit_length() - 1
    masters = state.masters_mask[RED] | state.masters_mask[BLUE]
    return reach(card, state.to_move).spirit_masks[origin] & ~masters


def spirit_first_moves(state: State, card: Card) -> tuple[Move, ...]:
    """The spirit moved in a pawn's place: with a movement card, or a wind card's second grid alone (R31, R32)."""
    return moves_from(card, state.spirit_mask.bit_length() - 1, spirit_targets_mask(state, card))


def spirit_second_moves(state: State) -> Iterator[SpiritMove]:
    """The second part of the wind card in use, on the board as it is after the first part (R32)."""
    assert state.card is not None
    origin = state.spirit_mask.bit_length() - 1
    for target in squares(spirit_targets_mask(state, state.card)):
        yield SpiritMove(origin, target)


def move_spirit(state: State, target: int) -> None:
    """Move the spirit; students and ninjas on its new square go to its old one (R33, R60).

    A swap captures nothing and wins nothing. Ninjas that swap are in the open until their owner's next turn.
    """
    old, new = state.spirit_mask, bit(target)
    state.spirit_mask = new
    for player in (RED, BLUE):
        students, ninjas = state.students_mask[player], state.ninjas_mask[player]
        if students & new:
            state.students_mask = put(state.students_mask, player, students ^ old ^ new)
        if ninjas & new:
            state.ninjas_mask = put(state.ninjas_mask, player, ninjas ^ old ^ new)
            revealed = state.revealed_mask[player] & ~new | old
            state.revealed_mask = put(state.revealed_mask, player, revealed)
