"""Text forms.

board, misread   what they share
"""

from onitama.notation.codingame import (
    CODINGAME_CARDS,
    CodingameTurn,
    format_codingame_action,
    format_codingame_turn,
    parse_codingame_action,
    parse_codingame_turn,
)
from onitama.notation.litama import (
    format_litama_board,
    format_litama_move,
    parse_litama_board,
    parse_litama_move,
)
from onitama.notation.position import (
    format_observed_position,
    format_position,
    parse_observed_position,
    parse_position,
)
from onitama.rules import parse_step, parse_turn
from onitama.rules.steps import Step
from collections.abc import Iterable


def format_turn(steps: Iterable[Step]) -> str:
    """The text of a turn that `parse_turn` reads.

    >>> format_turn(parse_turn("boar:c1c2 ninja:stay"))
    'boar:c1c2 ninja:stay'
    """
    return " ".join(map(str, steps))
