"""The turn: which steps are legal, and what each step leads to (R12, R31, R41, R60).

    MOVE -> NINJA (Way of Shadow, living ninja) -> SPIRIT (wind card's second part) -> exchange -> LANTERN -> next turn

A step that wins ends the game at once, without an exchange (R15).
"""

from onitama.cards import Card, Kind
from onitama.geometry import bit
from onitama.rules import base, lanterns, ninjas, wind
from onitama.rules.state import Phase, State, put
from onitama.rules.steps import Lantern, Move, NinjaMove, NinjaStay, Pass, Place, SpiritMove, Step

__all__ = ["apply", "first_moves", "legal_steps", "moves_with"]


def legal_steps(state: State) -> tuple[Step, ...]:
    """All legal steps, grouped by card and piece; empty only when the game is won."""
    match state.phase:
        case Phase.MOVE:
            return first_moves(state) or base.passes(state)
        case Phase.NINJA:
            return tuple(ninjas.ninja_steps(state))
        case Phase.SPIRIT:
            return tuple(wind.spirit_second_moves(state))
        case Phase.LANTERN:
            return lanterns.lantern_steps()
        case Phase.PLACE:
            return ninjas.placements(state)
        case Phase.OVER:
            return ()


def first_moves(state: State) -> tuple[Move, ...]:
    """All moves that can begin a turn, with either card."""
    first, second = state.hands[state.to_move]
    return moves_with(state, first) + moves_with(state, second)


def moves_with(state: State, card: Card) -> tuple[Move, ...]:
    """All moves that can begin a turn with a card.

    The spirit may move in a pawn's place with a movement card; with a wind card only if no pawn can make the
    first part (R31, R32). In the Way of Light, Shadow's ninjas stand in for pawns (R60).
    """
    if state.rules.has_pawns(state.to_move):
        moves = tuple(base.pawn_moves(state, card))
    else:
        moves = tuple(ninjas.ninja_first_moves(state, card))
    if state.spirit_mask and not (moves and card.kind is Kind.WIND):
        moves += wind.spirit_first_moves(state, card)
    return moves


def apply(state: State, step: Step) -> None:
    """Write the effect of a legal step on the state, up to the next choice."""
    if type(step) is Move:  # by far the most frequent, so asked first
        _move(state, step)
        return
    match step:
        case Pass(card):
            state.card = card
            _after_move(state)
        case NinjaMove(origin, target, is_challenge):
            ninjas.move_ninja(state, origin, target)
            if is_challenge:
                ninjas.challenge(state, target)
            _after_ninja(state)
        case NinjaStay():
            _after_ninja(state)
        case SpiritMove(_, target):
            wind.move_spirit(state, target)
            _exchange(state)
        case Lantern(line):
            if line is not None:
                lanterns.spend(state)
            _pass_turn(state)
        case Place(squares):
            _place(state, squares)


def _move(state: State, move: Move) -> None:
    origin, target = move.origin, move.target
    if state.spirit_mask == bit(origin):
        wind.move_spirit(state, target)
    else:
        state.spirit_due = state.rules.spirit and move.card.kind is Kind.WIND
        if state.ninjas_mask[state.to_move] & bit(origin):
            ninjas.move_ninja(state, origin, target)
        else:
            base.move_pawn(state, origin, target)
    state.card = move.card
    _after_move(state)


def _after_move(state: State) -> None:
    if _is_over(state):
        return
    if state.rules.hidden == "shadow" and state.ninjas_mask[state.to_move]:
        state.phase = Phase.NINJA
    else:
        _spirit_or_exchange(state)


def _after_ninja(state: State) -> None:
    if not _is_over(state):
        _spirit_or_exchange(state)


def _spirit_or_exchange(state: State) -> None:
    assert state.card is not None
    if state.spirit_due and wind.spirit_targets_mask(state, state.card):
        state.phase = Phase.SPIRIT
    else:
        _exchange(state)


def _exchange(state: State) -> None:
    assert state.card is not None
    base.exchange(state, state.card)
    state.card, state.spirit_due = None, False
    if state.rules.hidden is not None and lanterns.may_light(state):
        state.phase = Phase.LANTERN
    else:
        _pass_turn(state)


def _pass_turn(state: State) -> None:
    player = state.to_move
    if not state.first_turn_done[player]:
        state.first_turn_done = put(state.first_turn_done, player, True)
    state.to_move = player.other
    state.turn_number += 1
    state.phase = Phase.MOVE
    if state.rules.hidden is not None:
        ninjas.hide(state)


def _place(state: State, squares: tuple[int, ...]) -> None:
    """The second player places first, then the starting one, who then begins; in Light only Shadow places."""
    state.ninjas_mask = put(state.ninjas_mask, state.to_move, sum(map(bit, squares)))
    opponent = state.to_move.other
    if state.rules.hidden == "light":
        state.to_move, state.phase = opponent, Phase.MOVE
    elif state.ninjas_mask[opponent]:
        state.phase = Phase.MOVE
    else:
        state.to_move = opponent


def _is_over(state: State) -> bool:
    if base.decided(state) is None:
        return False
    state.phase, state.card, state.spirit_due = Phase.OVER, None, False
    return True
