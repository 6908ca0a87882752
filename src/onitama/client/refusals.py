"""The errors of the client."""

from typing import Any

from onitama.errors import OnitamaError

__all__ = ["Disconnected", "Refused"]


class Refused(OnitamaError):
    """The server does not do what it was asked, and says why."""

    code: str
    """For programs, as in docs/reference/server.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Refused":
        """The refusal in a message."""
        return cls(str(data.get("code")), str(data.get("message")))


class Disconnected(OnitamaError):
    """The server is out of reach, or was lost before it answered: whether the command counted, the state tells."""
