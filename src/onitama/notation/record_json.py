"""Game records as JSON: the same as the text of `record`, for programs."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from onitama.clock import TimeControl
from onitama.deal import deal, deal_by_hand
from onitama.errors import NotationError, OnitamaError, shown
from onitama.game import Game
from onitama.notation.misread import misread
from onitama.notation.result import parse_result
from onitama.notation.rules_text import rules_from_json, rules_to_json
from onitama.notation.sheet import Sheet, SheetTurn, game_of, sheet_of
from onitama.player import BLUE, RED, Player, parse_player
from onitama.rules import Outcome, Position, Rules

__all__ = ["parse_json_records", "record_from_json", "record_to_json"]

Value = TypeVar("Value")
_VERSION = 1
_KEYS = (
    *("onitama", "rules", "seed", "deal", "position", "names", "time_control", "clock_ms"),
    *("tags", "comment", "turns", "result"),
)


def record_to_json(game: Game) -> dict[str, Any]:
    """Everything that happened in a game as plain data, hidden moves too: for the referee (R70)."""
    sheet = sheet_of(game)
    start, control, outcome = sheet.start, sheet.control, sheet.outcome
    hands = {str(player): [one.name for one in start.hands[player]] for player in Player}
    return {
        "onitama": _VERSION,
        "rules": rules_to_json(sheet.rules),
        "seed": sheet.seed,
        "deal": {**hands, "side": start.side.name, "starter": str(start.starter)} if sheet.is_dealt else None,
        "position": None if sheet.is_dealt else start.to_json(),
        "names": _by_player(sheet.names),
        "time_control": control and {"initial_ms": control.initial_ms, "increment_ms": control.increment_ms},
        "clock_ms": sheet.left_ms and _by_player(sheet.left_ms),
        "tags": dict(sheet.tags),
        "comment": sheet.comment,
        "turns": [_turn_to_json(turn) for turn in sheet.turns],
        "result": outcome
        and {"winner": None if outcome.winner is None else str(outcome.winner), "by": outcome.by.value},
    }


def _turn_to_json(turn: SheetTurn) -> dict[str, Any]:
    return {
        "number": turn.number,
        "player": str(turn.player),
        "steps": turn.steps,
        "clock_ms": turn.left_ms,
        "comment": turn.comment,
    }


def _by_player(pair: tuple[Value, Value]) -> dict[str, Value]:
    return {"red": pair[RED], "blue": pair[BLUE]}


def record_from_json(data: object) -> Game:
    """The game of a record, played again from its start.

    Raises:
        NotationError: says what is wrong with which part.
    """
    record = _object(data, "record", _KEYS)
    if record.get("onitama") != _VERSION:
        raise misread("record, onitama", f"expected version {_VERSION}, found {shown(record.get('onitama'))}")
    rules, start = _start(record)
    turns = _list(record.get("turns", []), "turns")
    names = _object(record.get("names", {}), "names", ("red", "blue"))
    tags = _object(record.get("tags", {}), "tags")
    return game_of(
        Sheet(
            rules,
            start,
            seed=_optional(record, "seed", _integer),
            names=(_text(names.get("red", ""), "names, red"), _text(names.get("blue", ""), "names, blue")),
            control=_optional(record, "time_control", _time_control),
            left_ms=_optional(record, "clock_ms", _faces),
            outcome=_optional(record, "result", _result),
            is_result_known="result" in record,
            tags={_text(name, "tags"): _text(value, f"tags, {shown(name)}") for name, value in tags.items()},
            comment=_text(record.get("comment", ""), "comment"),
            turns=[_turn(turn, f"turns[{index}]") for index, turn in enumerate(turns)],
        )
    )


def parse_json_records(text: str) -> list[Game]:
    """The games of a JSON text that holds one record or a list of them.

    Raises:
        NotationError: says what is wrong with which part.
    """
    try:
        data = json.loads(text)
        return [record_from_json(one) for one in (data if isinstance(data, list) else [data])]
    except json.JSONDecodeError as error:
        raise misread(f"record, line {error.lineno}, column {error.colno}", error.msg) from None
    except NotationError:
        raise
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists in lists in lists
        raise misread("record", "expected JSON of sensible numbers and depth") from None


def _start(record: Mapping[str, Any]) -> tuple[Rules, Position]:
    """The rules, and where the game begins."""
    dealt, position, seed = record.get("deal"), record.get("position"), record.get("seed")
    if dealt is not None and position is not None:
        raise misread("record", "expected a deal or a position, found both")
    try:
        if position is not None:
            start = Position.from_json(position)
            return rules_from_json(record["rules"]) if "rules" in record else start.rules, start
        rules = rules_from_json(record.get("rules", "base"))
        if dealt is None and seed is not None:
            return rules, deal(rules, _integer(seed, "record, seed"))
        return rules, _deal(dealt, rules)
    except OnitamaError as error:
        raise misread("record", error) from None


def _deal(data: object, rules: Rules) -> Position:
    dealt = _object(data, "deal", ("red", "blue", "side", "starter"))
    red, blue = (
        [_text(name, f"deal, {player}") for name in _list(dealt.get(player), f"deal, {player}")]
        for player in ("red", "blue")
    )
    starter = _optional(dealt, "starter", _player, "deal")
    return deal_by_hand(
        rules, red=red, blue=blue, side=_text(dealt.get("side"), "deal, side"), starter=starter
    )


def _turn(data: object, place: str) -> SheetTurn:
    turn = _object(data, place, ("number", "player", "steps", "clock_ms", "comment"))
    steps = [_text(step, f"{place}, steps") for step in _list(turn.get("steps"), f"{place}, steps")]
    return SheetTurn(
        _integer(turn.get("number"), f"{place}, number"),
        steps,
        _optional(turn, "clock_ms", _integer, place),
        _text(turn.get("comment", ""), f"{place}, comment"),
        _optional(turn, "player", _player, place),
        place,
    )


def _player(data: object, place: str) -> Player:
    try:
        return parse_player(data)
    except NotationError:
        raise misread(place, f"expected red or blue, found {shown(data)}") from None


def _time_control(data: object, place: str) -> TimeControl:
    control = _object(data, place, ("initial_ms", "increment_ms"))
    initial_ms = _integer(control.get("initial_ms"), f"{place}, initial_ms")
    increment_ms = _integer(control.get("increment_ms", 0), f"{place}, increment_ms")
    try:
        return TimeControl(initial_ms, increment_ms)
    except OnitamaError as error:
        raise misread(place, error) from None


def _faces(data: object, place: str) -> tuple[int, int]:
    faces = _object(data, place, ("red", "blue"))
    return _integer(faces.get("red"), f"{place}, red"), _integer(faces.get("blue"), f"{place}, blue")


def _result(data: object, place: str) -> Outcome | None:
    result = _object(data, place, ("winner", "by"))
    winner = "draw" if result.get("winner") is None else _text(result["winner"], f"{place}, winner")
    return parse_result(f"{winner} {_text(result.get('by'), f'{place}, by')}")


def _optional(
    owner: Mapping[str, Any], key: str, reader: Callable[[object, str], Value], place: str = "record"
) -> Value | None:
    """What a key holds; None if it is missing or null."""
    return None if owner.get(key) is None else reader(owner[key], f"{place}, {key}")


def _object(data: object, place: str, keys: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise misread(place, f"expected an object, found {shown(data)}")
    for key in data:
        if keys is not None and key not in keys:
            raise misread(place, f"expected the keys {', '.join(keys)}, found {shown(key)}")
    return data


def _list(data: object, place: str) -> list[Any]:
    if not isinstance(data, list):
        raise misread(place, f"expected a list, found {shown(data)}")
    return data


def _text(data: object, place: str) -> str:
    if not isinstance(data, str) or any("\ud800" <= letter <= "\udfff" for letter in data):
        raise misread(place, f"expected text, found {shown(data)}")
    return data


def _integer(data: object, place: str) -> int:
    if type(data) is not int or abs(data) >= 1 << 64:
        raise misread(place, f"expected a whole number, found {shown(data)}")
    return data
