"""Whether the parts of a position can stand together; the rule modules may then rely on it."""

from onitama.cards import Kind
from onitama.errors import InvalidPosition
from onitama.geometry import TEMPLES, format_square, squares
from onitama.player import BLUE, RED, Player
from onitama.rules.base import decided
from onitama.rules.lanterns import may_light
from onitama.rules.state import Phase, State
from onitama.rules.turn import legal_steps

__all__ = ["check"]


def check(state: State) -> None:
    """Refuse a state that no rule could make sense of.

    Raises:
        InvalidPosition: says which parts do not fit.
    """
    _check_cards(state)
    for player in Player:
        _check_pieces(state, player)
    _check_squares(state)
    _check_end(state)
    _check_phase(state)


def _require(condition: object, message: str) -> None:
    if not condition:
        raise InvalidPosition(message)


def _check_cards(state: State) -> None:
    cards = [*state.hands[RED], *state.hands[BLUE], state.side]
    for card in cards:
        _require(cards.count(card) == 1, f"the card {card} is in two places")
        _require(
            state.rules.spirit or card.kind is not Kind.WIND, f"{card} is a wind card: it needs the spirit"
        )


def _check_pieces(state: State, player: Player) -> None:
    rules, students = state.rules, state.students_mask[player].bit_count()
    most_students = 0 if not rules.has_pawns(player) else 2 if rules.hidden == "shadow" else 4
    _require(students <= most_students, f"{player} has {students} students, at most {most_students} can be")
    if not rules.has_pawns(player):
        _require(not state.masters_mask[player], f"{player} is Shadow in the Way of Light: it has no master")
    most_ninjas, ninjas = rules.places_ninjas(player), state.ninjas_mask[player].bit_count()
    _require(ninjas <= most_ninjas, f"{player} has {ninjas} ninjas, at most {most_ninjas} can be")
    hidden = state.revealed_mask[player] & ~state.ninjas_mask[player]
    _require(not hidden, f"{player} has no ninja on {_names(hidden)} that could be revealed")
    most_lanterns, lanterns = rules.starting_lanterns(player), state.lanterns[player]
    _require(0 <= lanterns <= most_lanterns, f"{player} has {lanterns} lanterns, 0 to {most_lanterns} can be")


def _check_squares(state: State) -> None:
    """No square holds two pieces, but two enemy ninjas may share one unknowingly (R43)."""
    pawns = 0
    for player in Player:
        for pieces in (state.students_mask[player], state.masters_mask[player]):
            _require(not pawns & pieces, f"two pieces stand on {_names(pawns & pieces)}")
            pawns |= pieces
    _require(
        not pawns & state.spirit_mask, f"the spirit and a pawn stand on {_names(pawns & state.spirit_mask)}"
    )
    for player in Player:
        shared = state.ninjas_mask[player] & (pawns | state.spirit_mask)
        _require(not shared, f"{player}'s ninja and another piece stand on {_names(shared)}")
    _require(
        bool(state.spirit_mask) == state.rules.spirit,
        "the spirit stands on the board in games with it, and only there",
    )


def _check_end(state: State) -> None:
    masters = state.masters_mask
    if all(state.rules.has_pawns(player) for player in Player):
        _require(masters[RED] or masters[BLUE], "both masters are missing")
    both_home = all(masters[player] & TEMPLES[player.other] for player in Player)
    _require(not both_home, "both masters stand on the enemy temple")
    light = state.rules.light_player
    if light is not None and not state.ninjas_mask[light.other] and state.phase is not Phase.PLACE:
        _require(masters[light], "Light's master and both ninjas are missing")


def _check_phase(state: State) -> None:
    """The steps made before a mid-turn phase must have been possible."""
    player = state.to_move
    match state.phase:
        case Phase.PLACE:
            _check_placing(state)
        case Phase.NINJA:
            _require(state.rules.hidden == "shadow", "only the Way of Shadow has a ninja step")
            _require(state.ninjas_mask[player], f"the ninja step is due, but {player} has no ninja")
        case Phase.SPIRIT:
            _require(state.spirit_due, "the spirit's step is due, so spirit_due must be true")
        case Phase.LANTERN:
            _require(may_light(state), f"the lantern step is due, but {player} may not light one")
    if state.phase in (Phase.NINJA, Phase.SPIRIT):
        _require(state.card in state.hands[player], f"the card in use, {state.card}, is not in hand")
        wind = state.card is not None and state.card.kind is Kind.WIND
        _require(wind or not state.spirit_due, f"{state.card} is no wind card, so the spirit is not due")
    else:
        _require(not state.spirit_due, f"the spirit cannot be due in the {state.phase.value} phase")
    if state.phase is not Phase.OVER:
        _require(legal_steps(state), f"no step is possible in the {state.phase.value} phase")


def _check_placing(state: State) -> None:
    player = state.to_move
    _require(state.rules.hidden, "only hidden games begin with the placing of ninjas")
    _require(state.rules.places_ninjas(player), f"{player} has no ninjas to place")
    _require(not state.ninjas_mask[player], f"{player}'s ninjas are placed already")
    is_new = state.turn_number == 1 and not any(state.first_turn_done)
    _require(is_new, "ninjas are placed before the first turn")
    _require(decided(state) is None, "ninjas are being placed, but the game is won")


def _names(mask: int) -> str:
    return ", ".join(map(format_square, squares(mask)))
