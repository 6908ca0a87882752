"""`StreamsBus`: between processes, over one Redis stream."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from onitama.errors import OnitamaError, shown
from onitama.server.bus import Bus, Message, Topic

__all__ = ["StreamsBus"]

_STREAM = "onitama"
_KEPT = 10_000
"""About so many messages stay in the stream."""
_LATE_S = 15.0
"""Who has not read for so long may have lost some, and looks at everything."""
_MOST_WAITING = 10_000
_MOST_AT_ONCE = 500
_BLOCK_MS = 5000
_AGAIN_S = 1.0

_log = logging.getLogger(__name__)


class StreamsBus(Bus):
    """Carries messages between all processes that use the same Redis.

    While Redis does not answer, games go on: readers are told each second to look at everything.

    Args:
        url: `redis://host:6379/0` or `unix:///path`.

    Raises:
        OnitamaError: for any other.
    """

    def __init__(self, url: str, stream: str = _STREAM) -> None:
        try:
            # Blocking reads have a connection each; an answer that stays away longer than a read blocks is an error.
            self._redis = Redis.from_url(url, socket_timeout=_BLOCK_MS / 1000 + 5, socket_connect_timeout=5)
        except ValueError:
            raise OnitamaError(f"redis: expected redis://… or unix://…, found {shown(url)}") from None
        self._stream = stream
        self._waiting: asyncio.Queue[Message] = asyncio.Queue(_MOST_WAITING)
        self._sender: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "StreamsBus":
        self._sender = asyncio.create_task(self._send(), name="bus")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._sender is not None:
            self._sender.cancel()
            await asyncio.gather(self._sender, return_exceptions=True)
        await self._redis.aclose()

    def publish(self, message: Message) -> None:
        """Tell all other processes, soon."""
        with suppress(asyncio.QueueFull):  # Redis is away, and readers look at everything
            self._waiting.put_nowait(message)

    async def messages(self) -> AsyncIterator[Message]:
        """What all processes tell from now on."""
        last: str | None = None
        read_s = 0.0
        while True:
            try:
                if last is None or monotonic() - read_s > _LATE_S:
                    last = await self._latest()
                    yield Message(Topic.EVERYTHING)
                read_s = monotonic()
                found: Any = await self._redis.xread(
                    {self._stream: last}, count=_MOST_AT_ONCE, block=_BLOCK_MS
                )
            except (RedisError, OSError, TimeoutError) as error:
                _log.info("the bus does not answer: %s", error)
                last = None
                yield Message(Topic.EVERYTHING)
                await asyncio.sleep(_AGAIN_S)
                continue
            for _, entries in found or ():
                for entry_id, fields in entries:
                    last = entry_id.decode()
                    yield Message(
                        Topic(fields[b"topic"].decode()), fields[b"key"].decode(), int(fields[b"number"])
                    )

    async def _latest(self) -> str:
        entries: Any = await self._redis.xrevrange(self._stream, count=1)
        return str(entries[0][0].decode()) if entries else "0-0"

    async def _send(self) -> None:
        while True:
            together = [await self._waiting.get()]
            while len(together) < _MOST_AT_ONCE and not self._waiting.empty():
                together.append(self._waiting.get_nowait())
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    for one in together:
                        fields: dict[Any, Any] = {
                            "topic": one.topic.value,
                            "key": one.key,
                            "number": one.number,
                        }
                        pipe.xadd(self._stream, fields, maxlen=_KEPT, approximate=True)
                    await pipe.execute()
            except (RedisError, OSError, TimeoutError) as error:
                _log.info("the bus does not answer: %s", error)
                await asyncio.sleep(_AGAIN_S)
