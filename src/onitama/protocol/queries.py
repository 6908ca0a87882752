"""What the user of the JSON-lines protocol asks, read: `parse_query` gives one of the requests below.

`docs/reference/protocol.md` has every field. A key that is not known is not an error but a warning, so that programs
may add their own.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from onitama.deal import deal
from onitama.engine.analysis import Limits
from onitama.engine.info_text import MOST_NODES, MOST_PLIES
from onitama.engine.native import MOST_LINES
from onitama.errors import NotationError, OnitamaError, shown
from onitama.notation.rules_text import rules_from_json
from onitama.player import parse_player
from onitama.protocol.starts import HIDDEN_REFUSED, dealt, open_position, played
from onitama.rules import Position

__all__ = ["Analyse", "BadQuery", "Request", "Terminate", "TerminateAll", "Version", "parse_query"]

Value = TypeVar("Value")
_ONE_SECOND = Limits(seconds=1)
_MOST_NUMBER = (1 << 63) - 1
_MOST_SECONDS = 10**9
_KEYS: Mapping[str, tuple[str, ...]] = {
    "analyse": (
        *("id", "action", "rules", "deal", "seed", "starter", "position", "turns", "after_turns", "limits"),
        *("multipv", "priority", "report_every_seconds", "include_lines", "include_position"),
    ),
    "terminate": ("id", "action", "terminate_id", "after_turns"),
    "terminate_all": ("id", "action"),
    "query_version": ("id", "action"),
}


class BadQuery(OnitamaError):
    """A query that cannot be answered.

    Args:
        message: what was expected and what was found.
        field: which key of the query is wrong, if it is one.
        query_id: the query's id, if it could be read.
    """

    def __init__(self, message: str, field: str | None = None, query_id: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.query_id = query_id


@dataclass(frozen=True, slots=True)
class Request:
    """Something that is asked."""

    id: str
    unknown_keys: tuple[str, ...]
    """Keys that mean nothing here."""


@dataclass(frozen=True, slots=True)
class Analyse(Request):
    """Analyse positions of one game."""

    positions: Mapping[int, Position]
    """By the number of turns made before."""
    limits: Limits
    multipv: int
    priority: int
    report_every_seconds: float | None
    include_lines: bool
    include_position: bool


@dataclass(frozen=True, slots=True)
class Terminate(Request):
    """End an earlier query, or a part of it."""

    terminate_id: str
    after_turns: frozenset[int] | None
    """None for all."""


class TerminateAll(Request):
    """End all earlier queries."""

    __slots__ = ()


class Version(Request):
    """Ask which program and protocol this is."""

    __slots__ = ()


def parse_query(text: str) -> Request:
    """The request in a line of JSON.

    >>> parse_query('{"id": "a", "action": "query_version"}').id
    'a'

    Raises:
        BadQuery: says what is wrong with which field.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = (
            error.msg if isinstance(error, json.JSONDecodeError) else "numbers or lists beyond all measure"
        )
        raise BadQuery(f"expected JSON, found {shown(text.strip())}: {reason}") from None
    if not isinstance(data, dict):
        raise BadQuery(f"expected an object, found {shown(data)}")
    query = _Query(data)
    try:
        return _read(query)
    except BadQuery as error:
        error.query_id = query.id
        raise


class _Query:
    """The object that was sent, and how its fields are read."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        found = data.get("id")
        self.id = found if isinstance(found, str) and found and _is_text(found) else None

    def unknown_keys(self, known: Sequence[str]) -> tuple[str, ...]:
        return tuple(key for key in self._data if key not in known)

    def has(self, key: str) -> bool:
        """Whether a key says something; null says nothing."""
        return self._data.get(key) is not None

    def raw(self, key: str) -> object:
        return self._data.get(key)

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str) or not _is_text(value):
            raise BadQuery(f"{key}: expected text, found {shown(value)}", key)
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self._data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise BadQuery(f"{key}: expected true or false, found {shown(value)}", key)
        return value

    def number(self, key: str, least: int, most: int) -> int:
        return _number(self._data.get(key), key, least, most)

    def numbers(self, key: str, most: int) -> list[int]:
        return [_number(value, key, 0, most) for value in self.list(key)]

    def list(self, key: str) -> list[Any]:
        value = self._data.get(key)
        if not isinstance(value, list):
            raise BadQuery(f"{key}: expected a list, found {shown(value)}", key)
        return value


def _is_text(value: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _number(value: object, key: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadQuery(f"{key}: expected a whole number from {least} to {most}, found {shown(value)}", key)
    return value


def _read(query: _Query) -> Request:
    if query.id is None:
        raise BadQuery(f"id: expected text that names the query, found {shown(query.raw('id'))}", "id")
    action = query.text("action") if query.has("action") else "analyse"
    if action not in _KEYS:
        raise BadQuery(f"action: expected one of {', '.join(_KEYS)}, found {shown(action)}", "action")
    unknown = query.unknown_keys(_KEYS[action])
    match action:
        case "query_version":
            return Version(query.id, unknown)
        case "terminate_all":
            return TerminateAll(query.id, unknown)
        case "terminate":
            turns = (
                frozenset(query.numbers("after_turns", _MOST_NUMBER)) if query.has("after_turns") else None
            )
            return Terminate(query.id, unknown, query.text("terminate_id"), turns)
    return _analyse(query, query.id, unknown)


def _analyse(query: _Query, query_id: str, unknown: tuple[str, ...]) -> Analyse:
    every = query.raw("report_every_seconds")
    return Analyse(
        query_id,
        unknown,
        positions=_positions(query),
        limits=_limits(query),
        multipv=query.number("multipv", 1, MOST_LINES) if query.has("multipv") else 1,
        priority=query.number("priority", -_MOST_NUMBER, _MOST_NUMBER) if query.has("priority") else 0,
        report_every_seconds=None if every is None else _seconds(every, "report_every_seconds"),
        include_lines=query.flag("include_lines", default=True),
        include_position=query.flag("include_position", default=False),
    )


def _positions(query: _Query) -> dict[int, Position]:
    """The positions to analyse, by the number of turns made before."""
    start = _start(query)
    turns = query.list("turns") if query.has("turns") else []
    wanted = query.numbers("after_turns", len(turns)) if query.has("after_turns") else [len(turns)]
    if not wanted:
        raise BadQuery("after_turns: expected at least one number, found an empty list", "after_turns")
    try:
        positions = played(start, turns)
    except OnitamaError as error:
        raise BadQuery(f"turns: {error}", "turns") from None
    return {number: positions[number] for number in sorted(set(wanted))}


def _start(query: _Query) -> Position:
    given = [key for key in ("deal", "seed", "position") if query.has(key)]
    if len(given) != 1:
        found = " and ".join(given) or "none of them"
        field = given[1] if given else "position"
        raise BadQuery(f"expected one of deal, seed and position, found {found}", field)
    for key, partner in (("starter", ("deal",)), ("rules", ("deal", "seed"))):
        if query.has(key) and given[0] not in partner:
            raise BadQuery(f"{key}: expected only beside {' or '.join(partner)}", key)
    field = "rules"
    try:
        rules = rules_from_json(query.raw("rules") if query.has("rules") else "base")
        if rules.hidden is not None:
            raise NotationError(f"rules: {HIDDEN_REFUSED}")
        field = given[0]
        if field == "seed":
            return deal(rules, query.number("seed", 0, (1 << 64) - 1))
        if field == "position":
            return open_position(query.text("position"))
        cards = query.text("deal")
        field = "starter"
        starter = parse_player(query.raw("starter")) if query.has("starter") else None
        field = "deal"
        return dealt(cards, spirit=rules.spirit, starter=starter)
    except BadQuery:
        raise
    except OnitamaError as error:
        raise BadQuery(str(error), field) from None


def _limits(query: _Query) -> Limits:
    if not query.has("limits"):
        return _ONE_SECOND
    data = query.raw("limits")
    known = ("seconds", "depth", "nodes", "until_proven")
    if not isinstance(data, dict) or any(key not in known for key in data):
        raise BadQuery(f"limits: expected an object of {', '.join(known)}, found {_keys(data)}", "limits")
    seconds, proven = data.get("seconds"), data.get("until_proven")
    depth, nodes = data.get("depth"), data.get("nodes")
    if proven is not None and not isinstance(proven, bool):
        raise BadQuery(
            f"limits.until_proven: expected true or false, found {shown(proven)}", "limits.until_proven"
        )
    if not proven and seconds is depth is nodes is None:
        raise BadQuery("limits: expected seconds, depth, nodes or until_proven, found none of them", "limits")
    return Limits(
        None if seconds is None else _seconds(seconds, "limits.seconds"),
        None if depth is None else _number(depth, "limits.depth", 1, MOST_PLIES),
        None if nodes is None else _number(nodes, "limits.nodes", 1, MOST_NODES),
        until_proven=bool(proven),
    )


def _keys(data: object) -> str:
    return " and ".join(map(shown, data)) if isinstance(data, dict) else shown(data)


def _seconds(value: object, key: str) -> float:
    # NaN is in no range.
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _MOST_SECONDS:
        return float(value)
    raise BadQuery(f"{key}: expected seconds from above 0 to {_MOST_SECONDS}, found {shown(value)}", key)
