"""Game records as text: tags and numbered turns, as chess players know them from PGN.

    [Onitama "1"]
    [Rules "base"]
    [Deal "ox,boar/horse,elephant/crab"]
    [Starter "blue"]
    [Result "*"]

    1. horse:c5c4 {[%clk 0:04:58.2] A quiet beginning.}
    2. boar:c1c2

The form is described in `docs/reference/notation.md`; `record_json` has the same as JSON.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from onitama.clock import format_time_control, parse_time_control
from onitama.deal import deal, deal_by_hand
from onitama.errors import NotationError, OnitamaError
from onitama.game import Game
from onitama.notation.misread import misread, shown, whole_number
from onitama.notation.position import format_observed_position, format_position, parse_position
from onitama.notation.record_json import record_from_json
from onitama.notation.result import format_result, parse_result
from onitama.notation.rules_text import format_rules, parse_rules
from onitama.notation.sheet import Sheet, SheetTurn, game_of, sheet_of
from onitama.observe import observe
from onitama.player import Player, parse_player
from onitama.rules import Position, Rules

__all__ = ["format_observed_record", "format_record", "format_records", "parse_record", "parse_records"]

MOST_CHARACTERS = 1_000_000
_VERSION = "1"
_TAGS = (
    "Onitama",
    "View",
    "Rules",
    "Seed",
    "Deal",
    "Starter",
    "Position",
    "Red",
    "Blue",
    "TimeControl",
    "Clock",
    "Result",
)
"""The tags with a meaning; all others are the game's own."""
