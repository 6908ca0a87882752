"""Steps and turns as text; `parse_step` and the text of a step belong to the rules."""

from collections.abc import Iterable

from onitama.rules import Step, parse_step, parse_turn

__all__ = ["format_turn", "parse_step", "parse_turn"]


def format_turn(steps: Iterable[Step]) -> str:
    """The text of a turn that `parse_turn` reads: its steps with blanks between.

    >>> format_turn(parse_turn("boar:c1c2 ninja:stay"))
    'boar:c1c2 ninja:stay'
    """
    return " ".join(map(str, steps))
