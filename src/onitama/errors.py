"""The family of errors: every one says what was expected, what was found and where."""

__all__ = [
    "IllegalStep",
    "InvalidDeal",
    "InvalidDeck",
    "InvalidPosition",
    "NotationError",
    "OnitamaError",
    "UnknownCard",
]


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


class NotationError(OnitamaError):
    """Text or data that is not in the form it should be in."""
