"""The base game: pawn moves, captures, passes, the exchange and the two ways to win (R10-R16)."""

from collections.abc import Iterator
from functools import cache

from onitama.cards import Card
from onitama.geometry import TEMPLES, bit, reach, squares
from onitama.player import BLUE, RED
from onitama.rules.state import Outcome, Phase, State, Way, put
from onitama.rules.steps import Move, Pass

__all__ = ["decided", "exchange", "land", "move_pawn", "moves_from", "passes", "pawn_moves"]


def pawn_moves(state: State, card: Card) -> Iterator[Move]:
    """All moves of the own master and students with a card (R12).

    Nothing blocks on the way; a destination must be free of own pieces, and of the spirit (R33).
    """
    player = state.to_move
    free = ~(state.own_mask(player) | state.spirit_mask)
    masks = reach(card, player)
    for origin in squares(state.masters_mask[player]):
        yield from moves_from(card, origin, masks.master_masks[origin] & free)
    for origin in squares(state.students_mask[player]):
        yield from moves_from(card, origin, masks.student_masks[origin] & free)


@cache
def moves_from(card: Card, origin: int, targets_mask: int) -> tuple[Move, ...]:
    """The moves of one piece to each of the targets; at most 2^6 masks a card and origin, so cached."""
    return tuple(Move(card, origin, target) for target in squares(targets_mask))


def passes(state: State) -> tuple[Pass, ...]:
    """The choice of a player that cannot move: which card to give away (R14)."""
    first, second = state.hands[state.to_move]
    return Pass(first), Pass(second)


def move_pawn(state: State, origin: int, target: int) -> None:
    """Move an own master or student; what stands on the target is captured (R12), a hidden ninja too (R44)."""
    player, target_mask = state.to_move, bit(target)
    moved = bit(origin) | target_mask
    if state.masters_mask[player] & moved:
        state.masters_mask = put(state.masters_mask, player, target_mask)
    else:
        state.students_mask = put(state.students_mask, player, state.students_mask[player] ^ moved)
    land(state, target_mask)
    enemy = player.other
    if state.ninjas_mask[enemy] & target_mask:
        state.ninjas_mask = put(state.ninjas_mask, enemy, state.ninjas_mask[enemy] & ~target_mask)
        state.revealed_mask = put(state.revealed_mask, enemy, state.revealed_mask[enemy] & ~target_mask)


def land(state: State, target_mask: int) -> bool:
    """Capture the enemy master or student on the target of the player to move; whether there was one."""
    enemy = state.to_move.other
    if state.students_mask[enemy] & target_mask:
        state.students_mask = put(state.students_mask, enemy, state.students_mask[enemy] ^ target_mask)
        return True
    if state.masters_mask[enemy] & target_mask:
        state.masters_mask = put(state.masters_mask, enemy, 0)
        return True
    return False


def exchange(state: State, used: Card) -> None:
    """The used card goes to the side, the side card takes its place in the hand (R13)."""
    player = state.to_move
    first, second = state.hands[player]
    hand = (state.side, second) if used is first else (first, state.side)
    state.hands = put(state.hands, player, hand)
    state.side = used


def decided(state: State) -> Outcome | None:
    """Who has won, and by which Way (R15); both Ways in one move count as Stone.

    In the Way of Light, Shadow has no master, and losing the second ninja loses the game by the Stone (R53).
    """
    red_master, blue_master = state.masters_mask
    light = state.rules.light_player
    shadow = None if light is None else light.other
    if shadow is not None and not state.ninjas_mask[shadow] and state.phase is not Phase.PLACE:
        return Outcome(shadow.other, Way.STONE)
    if not red_master and shadow is not RED:
        return Outcome(BLUE, Way.STONE)
    if not blue_master and shadow is not BLUE:
        return Outcome(RED, Way.STONE)
    if red_master == TEMPLES[BLUE]:
        return Outcome(RED, Way.STREAM)
    if blue_master == TEMPLES[RED]:
        return Outcome(BLUE, Way.STREAM)
    return None
