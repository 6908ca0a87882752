"""The bus: processes tell each other that something has happened.

Only that: what has happened is read from the store, where alone it is true. So nothing secret travels, nothing depends
on a message being delivered, and one that comes twice does no harm.

local     within one process
streams   between processes, over Redis Streams
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

__all__ = ["Bus", "Message", "Topic"]


class Topic(StrEnum):
    """What something has happened to."""

    ROOM = "room"
    """There are new events."""
    REWRITTEN = "rewritten"
    """The log of a room was changed: somebody's name was taken out."""
    IDENTITY = "identity"
    """It is gone, or called differently."""
    TICKET = "ticket"
    """It was matched."""
    EVERYTHING = "everything"
    """Messages may have been lost: look at everything again."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something has happened."""

    topic: Topic
    key: str = ""
    """To which room, identity or ticket."""
    number: int = 0
    """Of a room: its latest event."""


class Bus(AbstractAsyncContextManager["Bus"], Protocol):
    """Carries messages, for as long as `async with` lasts."""

    def publish(self, message: Message) -> None:
        """Tell all other processes, soon."""

    def messages(self) -> AsyncIterator[Message]:
        """What others tell, from now on and without an end; perhaps what this process tells, too."""
