"""Ninjas: placement, hidden moves, captures and challenges (R40-R46, R50-R54)."""

from collections.abc import Iterator
from itertools import combinations

from onitama.cards import Card
from onitama.geometry import HOME_ROWS, bit, file_mask, reach, squares
from onitama.rules.base import land, moves_from
from onitama.rules.state import State, put
from onitama.rules.steps import Move, NinjaMove, NinjaStay, Place, Step

__all__ = ["challenge", "hide", "move_ninja", "ninja_first_moves", "ninja_steps", "placements", "reveal"]

_BESIDE_MASTER_MASK = file_mask("b") | file_mask("d")


def placements(state: State) -> tuple[Place, ...]:
    """Where the ninjas may start: beside the master (R40), in Light anywhere on Shadow's home row (R50)."""
    home = HOME_ROWS[state.to_move]
    if state.rules.hidden == "shadow":
        home &= _BESIDE_MASTER_MASK
    count = state.rules.places_ninjas(state.to_move)
    return tuple(Place(chosen) for chosen in combinations(squares(home), count))


def _targets_mask(state: State, card: Card, origin: int) -> int:
    """Ninjas use the students' or first grid (R22, R60); own pieces and the spirit block their squares (R43)."""
    player = state.to_move
    return reach(card, player).student_masks[origin] & ~(state.own_mask(player) | state.spirit_mask)


def ninja_first_moves(state: State, card: Card) -> Iterator[Move]:
    """In the Way of Light: Shadow's moves, its ninjas standing in for pawns (R51, R60)."""
    for origin in squares(state.ninjas_mask[state.to_move]):
        yield from moves_from(card, origin, _targets_mask(state, card, origin))


def ninja_steps(state: State) -> Iterator[Step]:
    """In the Way of Shadow: stay, or move by the card in use, then challenge or not (R41, R46).

    A challenge is for squares without an enemy pawn, and only while an enemy ninja lives.
    """
    assert state.card is not None
    enemy = state.to_move.other
    enemy_pawns = state.students_mask[enemy] | state.masters_mask[enemy]
    yield NinjaStay()
    for origin in squares(state.ninjas_mask[state.to_move]):
        for target in squares(_targets_mask(state, state.card, origin)):
            yield NinjaMove(origin, target)
            if state.ninjas_mask[enemy] and not enemy_pawns & bit(target):
                yield NinjaMove(origin, target, challenge=True)


def move_ninja(state: State, origin: int, target: int) -> None:
    """Move an own ninja; landing on an enemy pawn captures it and brings the ninja into the open (R45)."""
    player, moved = state.to_move, bit(origin) | bit(target)
    state.ninjas_mask = put(state.ninjas_mask, player, state.ninjas_mask[player] ^ moved)
    if state.revealed_mask[player] & bit(origin):  # shown by a swap in this turn, it moves openly (R60)
        state.revealed_mask = put(state.revealed_mask, player, state.revealed_mask[player] ^ moved)
    if land(state, bit(target)):
        reveal(state, target)


def challenge(state: State, target: int) -> None:
    """Show the own ninja where it is, and capture the enemy's ninja if it is there too (R46)."""
    enemy = state.to_move.other
    reveal(state, target)
    state.ninjas_mask = put(state.ninjas_mask, enemy, state.ninjas_mask[enemy] & ~bit(target))
    state.revealed_mask = put(state.revealed_mask, enemy, state.revealed_mask[enemy] & ~bit(target))


def reveal(state: State, square: int) -> None:
    """Bring the own ninja on a square into the open until its owner's next turn (R45, R46)."""
    player = state.to_move
    state.revealed_mask = put(state.revealed_mask, player, state.revealed_mask[player] | bit(square))


def hide(state: State) -> None:
    """At the start of a turn the mover's ninjas are hidden again, before the card is chosen (R45)."""
    state.revealed_mask = put(state.revealed_mask, state.to_move, 0)
