"""What a position is worth, and how it can be won at once; scores are in hundredths of a student."""

from onitama.geometry import TEMPLES, reach, squares
from onitama.player import Player
from onitama.rules import Move, Position

__all__ = ["NINJA_SCORE", "STUDENT_SCORE", "evaluate", "material", "pawn_attacks", "way_to_win"]

STUDENT_SCORE = 100
NINJA_SCORE = 150
_CENTRE_SCORE = 5
_CENTRE_MASK = 0b00000_01110_01110_01110_00000


def material(position: Position, player: Player) -> int:
    """The player's students and ninjas less the opponent's."""
    enemy = player.other
    students, ninjas = position.students_mask, position.ninjas_mask
    return STUDENT_SCORE * (students[player].bit_count() - students[enemy].bit_count()) + NINJA_SCORE * (
        ninjas[player].bit_count() - ninjas[enemy].bit_count()
    )


def evaluate(position: Position, player: Player) -> int:
    """Material, and a little for every pawn in the middle, from where cards reach most squares."""
    return material(position, player) + _CENTRE_SCORE * (
        _in_centre(position, player) - _in_centre(position, player.other)
    )


def _in_centre(position: Position, player: Player) -> int:
    pawns = position.students_mask[player] | position.masters_mask[player]
    return (pawns & _CENTRE_MASK).bit_count()


def way_to_win(position: Position, player: Player) -> Move | None:
    """How the player, if it is about to begin a turn, wins with it at once; None if it cannot (R15, R53).

    Without hidden pieces that is a legal move. In the Way of Shadow it may stand for a move of the ninja, which can
    be made after a pawn's with the same card.
    """
    enemy = player.other
    goal = position.masters_mask[enemy]
    ninjas = position.ninjas_mask[enemy]
    if position.rules.light_player is player and ninjas.bit_count() == 1:
        goal |= ninjas
    master = position.masters_mask[player]
    blocked = position.own_mask(player) | position.spirit_mask
    master_goal = goal | TEMPLES[enemy] & ~blocked
    others = squares(position.students_mask[player] | position.ninjas_mask[player])
    for card in position.hands[player]:
        masks = reach(card, player)
        if master:
            origin = master.bit_length() - 1
            if hits := masks.master_masks[origin] & master_goal:
                return Move(card, origin, hits.bit_length() - 1)
        for origin in others:
            if hits := masks.student_masks[origin] & goal:
                return Move(card, origin, hits.bit_length() - 1)
    return None


def pawn_attacks(position: Position, player: Player) -> int:
    """All squares that the player's pawns reach with the cards in its hand."""
    mask = 0
    for card in position.hands[player]:
        masks = reach(card, player)
        for origin in squares(position.masters_mask[player]):
            mask |= masks.master_masks[origin]
        for origin in squares(position.students_mask[player]):
            mask |= masks.student_masks[origin]
    return mask
