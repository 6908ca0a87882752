"""The rules of Onitama, one module per chapter; the R-numbers are those of `docs/reference/rules.md`.

variant    Rules and presets            base      moves, exchange, pass, wins
steps      the steps of a turn          wind      the Spirit of the Wind
state      what a position consists of  ninjas    the Ways of Shadow and Light
position   Position, the public value   lanterns  searching for ninjas
turn       the order of steps           explain   why a step is not legal
checks, position_json                   perft
"""

from onitama.rules.lanterns import answer as lantern_answer
from onitama.rules.perft import Finished, perft, perft_divide
from onitama.rules.position import Position
from onitama.rules.state import Ending, Hand, Outcome, Phase, Piece, PieceKind, Way
from onitama.rules.steps import (
    LINES,
    Lantern,
    Move,
    NinjaMove,
    NinjaStay,
    Pass,
    Place,
    SpiritMove,
    Step,
    parse_step,
    parse_turn,
)
from onitama.rules.variant import PRESETS, Rules, preset

__all__ = [
    "LINES",
    "PRESETS",
    "Ending",
    "Finished",
    "Hand",
    "Lantern",
    "Move",
    "NinjaMove",
    "NinjaStay",
    "Outcome",
    "Pass",
    "Phase",
    "Piece",
    "PieceKind",
    "Place",
    "Position",
    "Rules",
    "SpiritMove",
    "Step",
    "Way",
    "lantern_answer",
    "parse_step",
    "parse_turn",
    "perft",
    "perft_divide",
    "preset",
]
