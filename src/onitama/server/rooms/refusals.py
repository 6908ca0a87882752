"""`Refused`: the one way in which a room says no."""

from enum import StrEnum

from onitama.errors import OnitamaError

__all__ = ["Code", "Refused"]


class Code(StrEnum):
    """Why something is refused, for programs; the message says it to people."""

    BAD_COMMAND = "bad-command"
    """A command that cannot be read."""
    BAD_SETUP = "bad-setup"
    """A room that cannot be opened like this."""
    BAD_NAME = "bad-name"
    """A name that cannot be shown."""
    NOT_A_PLAYER = "not-a-player"
    """Only who has a seat may do this."""
    SEAT_TAKEN = "seat-taken"
    """Both seats belong to somebody else."""
    OWN_ROOM = "own-room"
    """Nobody plays against himself."""
    PRIVATE = "private"
    """The game is not shown to spectators."""
    NOT_NOW = "not-now"
    """What the room is not in a state for."""
    NOT_YOUR_TURN = "not-your-turn"
    """The other player is to move."""
    STALE = "stale"
    """The sender had not seen yet what happened meanwhile."""
    ILLEGAL = "illegal"
    """The rules do not allow it."""
    TOO_LATE = "too-late"
    """Its time was over; the clock or a deadline decides."""
    TOO_MANY = "too-many"
    """A limit is reached."""
    NO_HINTS = "no-hints"
    """Help is not agreed on."""


class Refused(OnitamaError):
    """What somebody asked for is not done, and the room is as it was."""

    code: Code

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
