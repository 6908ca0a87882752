"""`LocalBus`: for one process; or for several servers in one, as in tests."""

import asyncio
from collections.abc import AsyncIterator

from onitama.server.bus import Bus, Message

__all__ = ["LocalBus"]


class LocalBus(Bus):
    """Carries messages between those that have been given the same bus."""

    def __init__(self) -> None:
        self._readers: list[asyncio.Queue[Message]] = []

    async def __aenter__(self) -> "LocalBus":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def publish(self, message: Message) -> None:
        """Tell all readers; the first is told too, which does no harm."""
        for reader in self._readers:
            reader.put_nowait(message)

    async def messages(self) -> AsyncIterator[Message]:
        """What is told from now on."""
        mine: asyncio.Queue[Message] = asyncio.Queue()
        self._readers.append(mine)
        try:
            while True:
                yield await mine.get()
        finally:
            self._readers.remove(mine)
