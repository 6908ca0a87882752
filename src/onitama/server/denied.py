"""`Denied`: what the server around the rooms does not do; rooms themselves say `Refused`."""

from enum import StrEnum

from onitama.errors import OnitamaError

__all__ = ["Denied", "DeniedCode", "unavailable"]


class DeniedCode(StrEnum):
    """Why, for programs."""

    BAD_MESSAGE = "bad-message"
    """A message or request that cannot be read."""
    NO_ROOM = "no-room"
    """There is no such room."""
    NO_IDENTITY = "no-identity"
    """This needs an identity, and the secret for it."""
    BAD_ORIGIN = "bad-origin"
    """A page of another site asks for it."""
    TOO_MANY = "too-many"
    """A limit of the server is reached."""
    UNAVAILABLE = "unavailable"
    """The store does not answer, so nothing is known to have been done."""


class Denied(OnitamaError):
    """What somebody asked for is not done."""

    code: DeniedCode

    def __init__(self, code: DeniedCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def unavailable(cause: BaseException | None = None) -> Denied:
    """What is said while the database does not answer."""
    denied = Denied(
        DeniedCode.UNAVAILABLE, "the store does not answer: look at how things stand, then try again"
    )
    denied.__cause__ = cause
    return denied
