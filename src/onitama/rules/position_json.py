"""The JSON form of a full position: plain data for servers, tests and other languages.

The form is described in `docs/reference/notation.md`. It shows hidden ninjas, so it is for the referee only (R70).
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from onitama.cards import Card, card
from onitama.errors import InvalidPosition, OnitamaError, shown
from onitama.geometry import bit, parse_square, square_names
from onitama.player import BLUE, RED, Player, parse_player
from onitama.rules.base import decided
from onitama.rules.checks import check
from onitama.rules.state import Hand, Phase, State
from onitama.rules.variant import Rules

__all__ = ["FindCard", "read_position", "write_position"]

FindCard = Callable[[str], Card]
"""The card of a name."""
Value = TypeVar("Value")
_KEYS = ("rules", "red", "blue", "spirit", "hands", "side", "to_move", "turn_number", "first_turn_done")
_PIECE_KEYS = ("master", "students", "ninjas", "revealed", "lanterns")
_MOST = 999_999_999
_MID_TURN = {phase.value: phase for phase in (Phase.PLACE, Phase.NINJA, Phase.SPIRIT, Phase.LANTERN)}


def write_position(state: State) -> dict[str, Any]:
    """A state as JSON data."""
    rules = state.rules
    data: dict[str, Any] = {
        "rules": {"spirit": rules.spirit, "hidden": rules.hidden, "lantern_rule": rules.lantern_rule},
        **_pair(_write_pieces(state, RED), _write_pieces(state, BLUE)),
        "spirit": square_names(state.spirit_mask)[0] if state.spirit_mask else None,
        "hands": _pair(*([first.name, second.name] for first, second in state.hands)),
        "side": state.side.name,
        "to_move": str(state.to_move),
        "turn_number": state.turn_number,
        "first_turn_done": _pair(*state.first_turn_done),
    }
    if rules.light_player is not None:
        data["rules"]["light_player"] = str(rules.light_player)
    if state.phase is not Phase.MOVE and state.phase is not Phase.OVER:
        in_use = state.card.name if state.card else None
        data["turn"] = {"phase": state.phase.value, "card": in_use, "spirit_due": state.spirit_due}
    return data


def _pair(red: object, blue: object) -> dict[str, Any]:
    return {"red": red, "blue": blue}


def _write_pieces(state: State, player: Player) -> dict[str, Any]:
    master_mask = state.masters_mask[player]
    return {
        "master": square_names(master_mask)[0] if master_mask else None,
        "students": list(square_names(state.students_mask[player])),
        "ninjas": list(square_names(state.ninjas_mask[player])),
        "revealed": list(square_names(state.revealed_mask[player])),
        "lanterns": state.lanterns[player],
    }


def read_position(data: object, find_card: FindCard = card) -> State:
    """The state that JSON data describes, with the cards that its names mean.

    Raises:
        InvalidPosition: says what is wrong with which part.
    """
    fields = _object(data, "position", _KEYS, optional=("turn",))
    state = State()
    state.rules = _read_rules(fields["rules"])
    _read_pieces(state, fields)
    _read_cards(state, fields, find_card)
    state.to_move = _part("to_move", parse_player, fields["to_move"])
    state.turn_number = _integer(fields["turn_number"], "turn_number", least=1)
    done = _object(fields["first_turn_done"], "first_turn_done", ("red", "blue"))
    state.first_turn_done = (
        _boolean(done["red"], "first_turn_done"),
        _boolean(done["blue"], "first_turn_done"),
    )
    _read_turn(state, fields.get("turn"), find_card)
    check(state)
    return state


def _read_rules(data: object) -> Rules:
    optional = ("light_player",) if isinstance(data, Mapping) and data.get("hidden") == "light" else ()
    fields = _object(data, "rules", ("spirit", "hidden", "lantern_rule"), optional=optional)
    light = _part("light_player", parse_player, fields["light_player"]) if "light_player" in fields else None
    return _part(
        "rules",
        lambda _: Rules(
            spirit=fields["spirit"],
            hidden=fields["hidden"],
            lantern_rule=fields["lantern_rule"],
            light_player=light,
        ),
        data,
    )


def _read_pieces(state: State, fields: Mapping[str, Any]) -> None:
    sides = [_object(fields[str(player)], str(player), _PIECE_KEYS) for player in Player]

    def pair(key: str) -> tuple[int, int]:
        red, blue = (
            _squares(side[key], f"{player} {key}") for player, side in zip(Player, sides, strict=True)
        )
        return red, blue

    for side in sides:
        side["master"] = [] if side["master"] is None else [side["master"]]
    state.masters_mask, state.students_mask = pair("master"), pair("students")
    state.ninjas_mask, state.revealed_mask = pair("ninjas"), pair("revealed")
    state.lanterns = (
        _integer(sides[RED]["lanterns"], "red lanterns", least=0),
        _integer(sides[BLUE]["lanterns"], "blue lanterns", least=0),
    )
    state.spirit_mask = 0 if fields["spirit"] is None else _squares([fields["spirit"]], "spirit")


def _read_cards(state: State, fields: Mapping[str, Any], find_card: FindCard) -> None:
    hands = _object(fields["hands"], "hands", ("red", "blue"))
    state.hands = _hand(hands["red"], "red hand", find_card), _hand(hands["blue"], "blue hand", find_card)
    state.side = _part("side", find_card, fields["side"])


def _read_turn(state: State, data: object, find_card: FindCard) -> None:
    state.card, state.spirit_due = None, False
    state.phase = Phase.MOVE
    if data is not None:
        fields = _object(data, "turn", ("phase", "card", "spirit_due"))
        if not isinstance(fields["phase"], str) or fields["phase"] not in _MID_TURN:
            raise InvalidPosition(
                f"turn: expected a phase of {', '.join(_MID_TURN)}, found {shown(fields['phase'])}"
            )
        state.phase = _MID_TURN[fields["phase"]]
        state.spirit_due = _boolean(fields["spirit_due"], "turn: spirit_due")
        needs_card = state.phase in (Phase.NINJA, Phase.SPIRIT)
        if (fields["card"] is not None) != needs_card:
            raise InvalidPosition("turn: a card is in use in the ninja and spirit phases, and only there")
        if needs_card:
            state.card = _part("turn: card", find_card, fields["card"])
    if state.phase is not Phase.PLACE and decided(state) is not None:
        if data is not None:
            raise InvalidPosition("turn: the game is won, so no step can be due")
        state.phase = Phase.OVER


def _object(data: object, name: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise InvalidPosition(f"{name}: expected an object, found {shown(data)}")
    for key in keys:
        if key not in data:
            raise InvalidPosition(f"{name}: {key} is missing")
    for key in data:
        if key not in keys and key not in optional:
            raise InvalidPosition(f"{name}: unexpected key {shown(key)}")
    return dict(data)


def _part(name: str, read: Callable[[Any], Value], data: object) -> Value:
    try:
        return read(data)
    except OnitamaError as error:
        raise InvalidPosition(f"{name}: {error}") from None


def _squares(data: object, name: str) -> int:
    if not isinstance(data, list | tuple):
        raise InvalidPosition(f"{name}: expected a list of squares, found {shown(data)}")
    mask = 0
    for one in data:
        square = _part(name, parse_square, one)
        if mask & bit(square):
            raise InvalidPosition(f"{name}: {one} comes twice")
        mask |= bit(square)
    return mask


def _hand(data: object, name: str, find_card: FindCard) -> Hand:
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise InvalidPosition(f"{name}: expected two cards, found {shown(data)}")
    first, second = (_part(name, find_card, one) for one in data)
    return first, second


def _integer(data: object, name: str, least: int) -> int:
    if type(data) is not int or not least <= data <= _MOST:
        raise InvalidPosition(f"{name}: expected a whole number from {least}, found {shown(data)}")
    return data


def _boolean(data: object, name: str) -> bool:
    if type(data) is not bool:
        raise InvalidPosition(f"{name}: expected true or false, found {shown(data)}")
    return data
