"""`Service`: a whole server without its network side, and what it does by itself."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from onitama.observe import Observation
from onitama.server.bus import Bus, Message, Topic
from onitama.server.computers import Computer
from onitama.server.denied import Denied, DeniedCode
from onitama.server.hall import Hall
from onitama.server.identities import Identities
from onitama.server.limits import Buckets
from onitama.server.lobby import Lobby
from onitama.server.metrics import Metrics
from onitama.server.rooms import Person, Setup
from onitama.server.settings import Settings
from onitama.server.store import Store
from onitama.server.store.beats import beat
from onitama.server.store.people import Identity
from onitama.server.thinking import check_level_name

__all__ = ["Analyst", "Connected", "Service", "serve_rooms", "wall_clock_ms"]

_TICK_S = 0.2
_LOOK_S = 0.05
_BEAT_S = 1.0
_RENEW_S = 4.0
_TIDY_S = 60.0
_UNPLAYED_KEPT_MS = 7 * 24 * 3600 * 1000
_ABORTS_BURST, _ABORTS_PER_HOUR = 3, 3
_ROOMS_BURST, _ROOMS_PER_MINUTE = 30, 20
_HOUR_S = 3600

_log = logging.getLogger(__name__)


def wall_clock_ms() -> int:
    """The time, which all processes share as well as their machines' clocks do."""
    return time.time_ns() // 1_000_000


class Connected(Protocol):
    """A client's socket."""

    @property
    def identity(self) -> str | None:
        """Who is there."""

    def know(self, identity: Identity) -> None:
        """Who is there is now called like this."""

    def close(self, code: int, message: str) -> None:
        """End it soon."""


class Analyst(Computer, Protocol):
    """The computer, which plays in rooms and can be asked beside them."""

    def study(
        self, identity: str, view: Observation, lines: int, seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What it thinks of a view that belongs to no room."""


@dataclass(eq=False)
class Service:
    """What REST and sockets serve."""

    settings: Settings
    store: Store
    bus: Bus
    hall: Hall
    identities: Identities
    lobby: Lobby
    analyst: Analyst
    metrics: Metrics
    now_ms: Callable[[], int]
    sockets: set[Connected] = field(default_factory=set)
    addresses: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        settings, now_ms = self.settings, self.now_ms
        self.requests = Buckets(settings.requests_per_second, 100, now_ms)
        self.newcomers = Buckets(settings.identities_per_hour / _HOUR_S, 60, now_ms)
        self._aborts = Buckets(_ABORTS_PER_HOUR / _HOUR_S, _ABORTS_BURST, now_ms)
        self._openings = Buckets(_ROOMS_PER_MINUTE / 60, _ROOMS_BURST, now_ms)
        self.is_stopping = False
        self.gone = 0
        """Sockets that were here."""

    # Limits

    async def check_abort(self, room_id: str, person: Person) -> None:
        """See that nobody breaks games off until the colours or the cards suit.

        Raises:
            Denied: after too many.
        """
        room = await self.hall.look(room_id)
        if room.computer is None and not self._aborts.take(person.identity):
            raise Denied(DeniedCode.TOO_MANY, "you have broken off too many games of late: play or resign")

    async def open_room(self, setup: Setup, person: Person, *, is_listed: bool) -> str:
        """Open a room; its id.

        Raises:
            Refused: if it cannot be opened like this.
            Denied: if somebody opens too many.
        """
        for level in (setup.computer, setup.stand_in):
            if level is not None:
                check_level_name(level)
        if not self._openings.take(person.identity):
            raise Denied(DeniedCode.TOO_MANY, "you are opening too many rooms: wait a moment")
        if await self.store.count_open(person.identity) >= self.settings.rooms_per_identity:
            raise Denied(DeniedCode.TOO_MANY, "you are in too many rooms already")
        return await self.hall.create(setup, person, is_listed=is_listed)

    # Sockets

    def come(self, socket: Connected, address: str) -> None:
        """Count a socket; one too many is sent away."""
        self.sockets.add(socket)
        self.addresses[address] += 1
        if self.is_stopping:
            socket.close(1012, "the server stops: come back")
        elif len(self.sockets) > self.settings.sockets:
            socket.close(1013, "the server is full: come back later")
        elif self.addresses[address] > self.settings.sockets_per_address:
            socket.close(1013, "too many sockets are open from your address: come back later")

    def go(self, socket: Connected, address: str) -> None:
        """A socket has gone."""
        self.sockets.discard(socket)
        self.gone += 1
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]

    async def see_identity(self, identity_id: str) -> None:
        """Have the sockets of somebody know that it is called differently, or is gone."""
        theirs = [socket for socket in self.sockets if socket.identity == identity_id]
        identity = await self.identities.get(identity_id) if theirs else None
        for socket in theirs:
            if identity is None:
                socket.close(4003, "this identity was deleted")
            else:
                socket.know(identity)

    def say_bye(self) -> None:
        """Send all clients away; they come back, to another process or to the next one."""
        self.is_stopping = True
        for socket in list(self.sockets):
            socket.close(1012, "the server stops: come back")

    async def wait_until_empty(self, patience_s: float) -> None:
        """Wait until all sockets have gone, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self.sockets:
                    await asyncio.sleep(_LOOK_S)

    # What happens by itself

    async def beat(self) -> None:
        """Give a sign of life, and see whether there was an outage."""
        await self.hall.forgive(await beat(self.store, self.now_ms()))
        self.metrics.sockets.set(len(self.sockets))
        self.metrics.rooms.set(len(self.hall))

    async def tidy(self) -> None:
        """Forget rooms in which nothing was played."""
        await self.store.forget_unplayed(self.now_ms() - _UNPLAYED_KEPT_MS)

    async def hear(self, message: Message) -> None:
        """See what other processes have done."""
        if message.topic is Topic.IDENTITY:
            await self.see_identity(message.key)
        await self.hall.hear(message)
        await self.lobby.hear(message)

    async def listen(self) -> None:
        """Hear what other processes tell, without an end."""
        async for message in self.bus.messages():
            try:
                await self.hear(message)
            except Denied as error:
                _log.warning("the store does not answer: %s", error)


@asynccontextmanager
async def serve_rooms(
    settings: Settings,
    store: Store,
    bus: Bus,
    computer: Analyst,
    metrics: Metrics,
    now_ms: Callable[[], int] = wall_clock_ms,
) -> AsyncIterator[Service]:
    """A service at work."""
    hall = Hall(
        store,
        bus,
        computer,
        now_ms,
        metrics,
        rooms_in_memory=settings.rooms_in_memory,
        spectators=settings.spectators,
    )
    identities = Identities(store, hall, bus, now_ms)
    lobby = Lobby(store, hall, bus, now_ms)
    service = Service(settings, store, bus, hall, identities, lobby, computer, metrics, now_ms)
    await service.beat()  # before anything else: what time could nobody use?
    tasks = [
        asyncio.create_task(service.listen()),
        asyncio.create_task(_again(hall.tick, _TICK_S)),
        asyncio.create_task(_again(service.beat, _BEAT_S)),
        asyncio.create_task(_again(lobby.renew, _RENEW_S)),
        asyncio.create_task(_again(service.tidy, _TIDY_S)),
    ]
    try:
        yield service
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hall.close()


async def _again(work: Callable[[], Awaitable[None]], every_s: float) -> None:
    """Do something every so often; what goes wrong goes wrong once."""
    while True:
        await asyncio.sleep(every_s)
        try:
            await work()
        except Denied as error:
            _log.warning("the store does not answer: %s", error)
        except Exception:
            _log.exception("%s failed", work)
