"""How the parsers speak of what they found: with the place, and cut off where it gets long."""

from onitama.errors import NotationError, shown

__all__ = ["misread", "whole_number"]

_MOST_EXPLAINED = 500
_MOST_DIGITS = 9


def misread(place: str, problem: object) -> NotationError:
    """The error that names a place, the problem being a text or another error."""
    return NotationError(f"{place}: {_cut(str(problem), _MOST_EXPLAINED)}")


def whole_number(text: str, place: str, *, least: int = 0) -> int:
    """The number that plain digits write; at most nine digits, so that counters keep a sensible size.

    Raises:
        NotationError: for anything else.
    """
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) >= least:
        return int(text)
    raise misread(place, f"expected a whole number from {least}, found {shown(text)}")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
