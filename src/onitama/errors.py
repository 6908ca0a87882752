"""The family of errors: every one says what was expected, what was found and where."""

__all__ = [
    "EngineError",
    "IllegalStep",
    "InvalidDeal",
    "InvalidDeck",
    "InvalidPosition",
    "NotationError",
    "OnitamaError",
    "UnknownCard",
    "shown",
]

_MOST_SHOWN = 60
_MOST_DIGITS = 9


class OnitamaError(ValueError):
    """Base of all errors that bad input raises; whatever was given is left as it was."""


class UnknownCard(OnitamaError):
    """A name that belongs to no card (R21)."""


class InvalidDeck(OnitamaError):
    """A deck that cannot be dealt from: too few, repeated or unfitting cards (R20)."""


class InvalidDeal(OnitamaError):
    """Cards or a seed from which no game can start (R17, R18, R35)."""


class InvalidPosition(OnitamaError):
    """Pieces, cards or counters that cannot stand together."""


class IllegalStep(OnitamaError):
    """A step that the rules do not allow here; the message says why."""


class EngineError(OnitamaError):
    """An engine in another program that does not start, has died or does not answer as the protocol asks."""


class NotationError(OnitamaError):
    """Text or data that is not in the form it should be in."""


def shown(found: object) -> str:
    """What was found, for an error message: short text as it is, long text cut off, other things by their kind."""
    if isinstance(found, str):
        return repr(found if len(found) <= _MOST_SHOWN else found[: _MOST_SHOWN - 3] + "...")
    if found is None or isinstance(found, bool | float):
        return repr(found)
    if isinstance(found, int):
        return str(int(found)) if abs(found) < 10**_MOST_DIGITS else "a huge number"
    if isinstance(found, dict):
        return "an object"
    return "a list" if isinstance(found, list) else f"a {type(found).__name__}"
