"""What clients send on a socket, read and checked."""

import json
from dataclasses import dataclass
from typing import Any

from onitama.errors import shown
from onitama.server.denied import Denied, DeniedCode

__all__ = ["MOST_BYTES", "VERSION", "Incoming", "read_message"]

VERSION = 1
"""Of what is said on the socket."""
MOST_BYTES = 16 * 1024
_MOST_ID_CHARACTERS = 40
_MOST_ROOM_CHARACTERS = 32
_MOST_NUMBER = 1 << 53
_KEYS: dict[str, frozenset[str]] = {
    "hello": frozenset({"version", "secret"}),
    "ping": frozenset(),
    "enter": frozenset({"room", "number"}),
    "exit": frozenset({"room"}),
    "seek": frozenset({"setup"}),
    "unseek": frozenset(),
    "analyse": frozenset({"position", "steps", "lines", "seconds"}),
    "stop": frozenset(),
}
"""The messages that are no commands of a room."""


def _no_number(name: str) -> float:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message."""

    type: str
    id: int | str | None
    room: str | None
    body: dict[str, Any]
    """The rest of it; for a command of a room its type, too."""
    is_command: bool
    """Whether it goes to a room."""


class BadMessage(Denied):
    """A message that cannot be read, and its id if that could be."""

    def __init__(self, message: str, id_: int | str | None = None) -> None:
        super().__init__(DeniedCode.BAD_MESSAGE, message)
        self.id = id_


def read_message(text: str) -> Incoming:
    """The message in a frame.

    Raises:
        BadMessage: says what is wrong with it.
    """
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise BadMessage(f"message: expected at most {MOST_BYTES} bytes")
    try:
        data = _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise BadMessage("message: expected JSON") from None
    if not isinstance(data, dict):
        raise BadMessage(f"message: expected an object, found {shown(data)}")
    id_ = data.pop("id", None)
    if isinstance(id_, bool) or not (id_ is None or isinstance(id_, int | str)):
        raise BadMessage(f"id: expected a number or a text, found {shown(id_)}")
    if (isinstance(id_, str) and len(id_) > _MOST_ID_CHARACTERS) or (
        isinstance(id_, int) and abs(id_) > _MOST_NUMBER
    ):
        raise BadMessage(f"id: expected at most {_MOST_ID_CHARACTERS} characters or a number up to 2^53")
    kind = data.get("type")
    if not isinstance(kind, str):
        raise BadMessage(f"type: expected a text, found {shown(kind)}", id_)
    keys = _KEYS.get(kind)
    if keys is not None:
        del data["type"]
        for key in data.keys() - keys:
            raise BadMessage(f"{kind}: unexpected key {shown(key)}", id_)
    needs_room = keys is None or "room" in keys
    room = data.pop("room", None) if needs_room else None
    if needs_room and not (isinstance(room, str) and 0 < len(room) <= _MOST_ROOM_CHARACTERS):
        raise BadMessage(f"{shown(kind)}, room: expected the name of a room, found {shown(room)}", id_)
    return Incoming(kind, id_, room, data, keys is None)
