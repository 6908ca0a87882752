"""Game records as JSON: the same as the text of `record`, for programs."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from onitama.clock import TimeControl
from onitama.deal import deal_by_hand
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.notation.misread import misread, shown
from onitama.notation.result import parse_result
from onitama.notation.rules_text import rules_from_json, rules_to_json
from onitama.notation.sheet import Sheet, SheetTurn, game_of, sheet_of
from onitama.player import BLUE, RED, Player, parse_player
from onitama.rules import Position, Rules

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
        "time_control": control
        and {"initial_ms": control.initial_ms, "increment_ms": control.increment_ms},
        "clock_ms": sheet.left_ms and _by_player(sheet.left_ms),
        "tags": dict(sheet.tags),
        "comment": sheet.comment,
        "turns": [_turn_to_json(turn) for turn in sheet.turns],
        "result": outcome
        and {"winner": None if outcome.winner is None else str(outcome.winner), "by": outcome.by.value},
    }
