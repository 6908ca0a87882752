"""Text forms: steps, positions and games, each as a pair `parse_x` and `format_x`, and those of other programs.

turns         steps and turns
position      positions in one line
record        games as text
record_json   games as JSON
sheet, result, rules_text, deal_text     what both kinds of record hold: turns, how the game ended, rules, cards
litama, codingame             other programs' forms
board, misread                what the forms share

`docs/reference/notation.md` has the grammars.
"""

from onitama.notation.codingame import (
    CODINGAME_CARDS,
    CodingameTurn,
    format_codingame_action,
    format_codingame_turn,
    parse_codingame_action,
    parse_codingame_turn,
)
from onitama.notation.deal_text import format_deal, parse_deal
from onitama.notation.litama import (
    format_litama_board,
    format_litama_move,
    format_litama_state,
    parse_litama_board,
    parse_litama_move,
    parse_litama_state,
)
from onitama.notation.position import (
    format_observed_position,
    format_position,
    parse_observed_position,
    parse_position,
)
from onitama.notation.record import (
    format_observed_record,
    format_record,
    format_records,
    parse_record,
    parse_records,
)
from onitama.notation.record_json import record_from_json, record_to_json
from onitama.notation.result import format_result, parse_result
from onitama.notation.rules_text import format_rules, parse_rules
from onitama.notation.turns import format_turn, parse_step, parse_turn

__all__ = [
    "CODINGAME_CARDS",
    "CodingameTurn",
    "format_codingame_action",
    "format_codingame_turn",
    "format_deal",
    "format_litama_board",
    "format_litama_move",
    "format_litama_state",
    "format_observed_position",
    "format_observed_record",
    "format_position",
    "format_record",
    "format_records",
    "format_result",
    "format_rules",
    "format_turn",
    "parse_codingame_action",
    "parse_codingame_turn",
    "parse_deal",
    "parse_litama_board",
    "parse_litama_move",
    "parse_litama_state",
    "parse_observed_position",
    "parse_position",
    "parse_record",
    "parse_records",
    "parse_result",
    "parse_rules",
    "parse_step",
    "parse_turn",
    "record_from_json",
    "record_to_json",
]
