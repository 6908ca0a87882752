"""What an observed step brought to light, as a sentence; the texts are those of `onitama.observe`."""

import re

from onitama.geometry import FILES

__all__ = ["facts"]

_SWAPS = {"red": "red's ninja", "blue": "blue's ninja", "both": "both ninjas"}


def facts(turn: str) -> list[str]:
    """Sentences for all in a turn that its squares do not say.

    >>> facts("boar:c1c2=ninja ninja:stay lantern:c=no")
    ['The pawn captured a ninja on c2.', 'No ninja is in column c.']
    """
    return [sentence for step in turn.split() if (sentence := _fact(step)) is not None]


def _fact(step: str) -> str | None:
    told, _, fact = step.partition("=")
    square = told.rstrip("!")[-2:]
    if told.startswith("lantern:") and fact:
        line = told[-1]
        where = f"{'column' if line in FILES else 'row'} {line}"
        return f"Yes: at least one ninja is in {where}." if fact == "yes" else f"No ninja is in {where}."
    if told.endswith("!"):
        result = "it captured the other ninja" if fact == "yes" else "nobody was there"
        return f"The ninja on {square} challenged: {result}."
    if fact == "ninja":
        return f"The pawn captured a ninja on {square}."
    if fact in _SWAPS:
        return f"The spirit changed places with {_SWAPS[fact]}."
    if re.search(r":\?[a-e][1-5]$", told):
        return f"A ninja came out of hiding and captured on {square}."
    return None
