"""Why a step is not legal, in words for the player who tried it.

Legality depends only on what the player to move knows (R70), so the reasons tell nothing hidden.
"""

from onitama.cards import Card, Kind
from onitama.geometry import bit, format_square, reach
from onitama.player import BLUE, RED
from onitama.rules import turn
from onitama.rules.state import Phase, State
from onitama.rules.steps import Move, NinjaMove, Pass, Place, SpiritMove, Step

__all__ = ["why_illegal"]

_EXPECTED = {
    Phase.PLACE: "ninjas are being placed, expected place:...",
    Phase.MOVE: "a turn begins with a card, as in boar:c1c2",
    Phase.NINJA: "the ninja's step is due, expected ninja:... or ninja:stay",
    Phase.SPIRIT: "the spirit's step is due, expected spirit:...",
    Phase.LANTERN: "the lantern's step is due, expected lantern:... or lantern:none",
    Phase.OVER: "the game is over",
}


def why_illegal(state: State, step: Step) -> str:
    """What is wrong with a step that is not legal in this state."""
    match state.phase, step:
        case Phase.MOVE, Move(card, origin, target):
            return _why_no_move(state, card, origin, target)
        case Phase.MOVE, Pass(card):
            can_move = f"{state.to_move} can move ({turn.legal_steps(state)[0]}), so it must"
            return _not_in_hand(state, card) or can_move
        case Phase.NINJA, NinjaMove(origin, target, _):
            return _why_no_ninja_move(state, origin, target)
        case Phase.SPIRIT, SpiritMove(origin, target):
            assert state.card is not None
            return _why_no_spirit_move(state, state.card, origin, target)
        case Phase.PLACE, Place(_):
            places = list(map(str, turn.legal_steps(state)))
            others = " or the like" if len(places) > 2 else ""
            return f"not where {state.to_move}'s ninjas may start, expected {' or '.join(places[:2])}{others}"
    return _EXPECTED[state.phase]


def _not_in_hand(state: State, card: Card) -> str | None:
    hand = state.hands[state.to_move]
    if card in hand:
        return None
    return f"{card} is not in {state.to_move}'s hand ({hand[0]}, {hand[1]})"


def _why_no_move(state: State, card: Card, origin: int, target: int) -> str:
    not_in_hand = _not_in_hand(state, card)
    if not_in_hand:
        return not_in_hand
    player = state.to_move
    if not turn.first_moves(state):
        return f"{player} cannot move, so it chooses a card to give away, as in {card.slug}:pass"
    if state.spirit_mask == bit(origin):
        if card.kind is Kind.WIND and any(move.origin != origin for move in turn.moves_with(state, card)):
            return f"with {card} an own piece moves first and the spirit after it"
        return _why_no_spirit_move(state, card, origin, target)
    masters = state.masters_mask[player]
    movers = (
        masters | state.students_mask[player] if state.rules.has_pawns(player) else state.ninjas_mask[player]
    )
    if not movers & bit(origin):
        return _why_nothing_moves_from(state, origin, target)
    masks = reach(card, player)
    reached = (masks.master_masks if masters & bit(origin) else masks.student_masks)[origin]
    return _why_not_there(state, card, reached, origin, target)


def _why_nothing_moves_from(state: State, origin: int, target: int) -> str:
    player, enemy, start = state.to_move, state.to_move.other, format_square(origin)
    if (state.students_mask[enemy] | state.masters_mask[enemy]) & bit(origin):
        return f"the piece on {start} is {enemy}'s"
    if state.ninjas_mask[player] & bit(origin):
        return f"the ninja on {start} moves after the pawn, as ninja:{start}{format_square(target)}"
    return f"no piece of {player}'s on {start}"


def _why_no_ninja_move(state: State, origin: int, target: int) -> str:
    assert state.card is not None
    player = state.to_move
    if not state.ninjas_mask[player] & bit(origin):
        return f"{player}'s ninja is not on {format_square(origin)}"
    reached = reach(state.card, player).student_masks[origin]
    if not reached & bit(target) or (state.own_mask(player) | state.spirit_mask) & bit(target):
        return _why_not_there(state, state.card, reached, origin, target)
    if not state.ninjas_mask[player.other]:
        return "no enemy ninja lives that could be challenged"
    return f"an enemy pawn is on {format_square(target)}: it is captured without a challenge"


def _why_no_spirit_move(state: State, card: Card, origin: int, target: int) -> str:
    if state.spirit_mask != bit(origin):
        return f"the spirit is not on {format_square(origin)}"
    if (state.masters_mask[RED] | state.masters_mask[BLUE]) & bit(target):
        return "the spirit may not enter a master's square"
    return f"{card} does not take the spirit from {format_square(origin)} to {format_square(target)}"


def _why_not_there(state: State, card: Card, reached: int, origin: int, target: int) -> str:
    end = format_square(target)
    if not reached & bit(target):
        return f"{card} does not reach {end} from {format_square(origin)}"
    if state.spirit_mask & bit(target):
        return f"the spirit is on {end}"
    return f"{state.to_move}'s own piece is on {end}"
