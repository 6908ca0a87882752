"""How a game ended, as text."""

from onitama.errors import shown
from onitama.notation.misread import misread
from onitama.player import Player
from onitama.rules import Ending, Outcome, Way

__all__ = ["format_result", "parse_result"]

_OUTCOMES: dict[str, Outcome] = {
    **{f"{winner} {way}": Outcome(winner, way) for winner in Player for way in Way},
    **{
        f"{winner} {way}": Outcome(winner, way)
        for winner in Player
        for way in (Ending.RESIGNATION, Ending.TIME)
    },
    **{f"draw {way}": Outcome(None, way) for way in (Ending.AGREEMENT, Ending.TIME)},
}


def format_result(outcome: Outcome | None) -> str:
    """Who won and how, as in `red stone`, `draw agreement`, or `*` for a game that goes on.

    >>> format_result(Outcome(Player.BLUE, Ending.RESIGNATION))
    'blue resignation'
    """
    if outcome is None:
        return "*"
    return f"{'draw' if outcome.winner is None else outcome.winner} {outcome.by}"


def parse_result(text: str) -> Outcome | None:
    """The outcome that `format_result` wrote.

    Raises:
        NotationError: for anything else.
    """
    if text == "*":
        return None
    if not isinstance(text, str) or text not in _OUTCOMES:
        raise misread("result", f"expected * or one of {', '.join(_OUTCOMES)}, found {shown(text)}")
    return _OUTCOMES[text]
