"""A server from start to stop: uvicorn with an application."""

import asyncio
import gc
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import uvicorn
from fastapi import FastAPI

from onitama.errors import OnitamaError
from onitama.server.app import make_app
from onitama.server.app.messages import MOST_BYTES
from onitama.server.bus import Bus
from onitama.server.bus.local import LocalBus
from onitama.server.bus.streams import StreamsBus
from onitama.server.metrics import Metrics
from onitama.server.service import Service, serve_rooms, wall_clock_ms
from onitama.server.settings import Settings
from onitama.server.store import Store
from onitama.server.thinking import Thinker

__all__ = ["Server", "listen", "run"]

_BACKLOG = 4096
_STOP_S = 5
_PING_S, _PONG_S = 40.0, 20.0
_SWITCH_S = 0.001
"""How long the store's thread waits for the loop's; Python's five milliseconds are long for it."""
_SWEEP_S = 1.0
_MOST_GONE = 1_000
"""Sockets whose memory waits to be found."""


def run(settings: Settings, on_start: Callable[[str], None]) -> None:
    """Serve until the process is told to stop.

    Args:
        settings: what can be set.
        on_start: is called with the address when all is ready.

    Raises:
        OnitamaError: if it cannot start.
    """
    asyncio.run(_prepare(settings))
    listener = listen(settings)
    app = make_app(settings, lambda: _service(settings), wall_clock_ms)
    server = Server(app, settings, listener, on_start)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(server, listener))
    if not server.started:
        raise OnitamaError("the server could not start")


class Server(uvicorn.Server):
    """Says when it is ready, and says good-bye before sockets are closed.

    Args:
        app: what it serves.
        settings: what can be set.
        listener: where it listens.
        on_start: is called with the address.
    """

    def __init__(
        self, app: FastAPI, settings: Settings, listener: socket.socket, on_start: Callable[[str], None]
    ) -> None:
        self.app = app
        config = uvicorn.Config(
            self.app,
            ws="websockets-sansio",  # the fastest of uvicorn's
            ws_max_size=16
            * MOST_BYTES,  # what is a little too long is answered, what is far too long is cut off
            ws_ping_interval=_PING_S,
            ws_ping_timeout=_PONG_S,
            ws_per_message_deflate=False,  # costs more memory and time than it saves
            access_log=False,
            log_config=None,
            server_header=False,
            forwarded_allow_ips=settings.proxies,
            timeout_graceful_shutdown=_STOP_S,
            backlog=_BACKLOG,
        )
        super().__init__(config)
        host, port = listener.getsockname()[:2]
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._on_start(self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients to come back, then stop."""
        service: Service | None = getattr(self.app.state, "service", None)
        if service is not None:
            service.say_bye()
            await service.wait_until_empty(_STOP_S)
        await super().shutdown(sockets)


async def _prepare(settings: Settings) -> None:
    """See that the database can be opened, which is said better now than by a server that cannot start."""
    async with Store(settings.database_url):
        pass


async def _serve(server: Server, listener: socket.socket) -> None:
    sys.setswitchinterval(_SWITCH_S)
    gc.disable()
    sweeping = asyncio.create_task(_sweep(server))
    try:
        await server.serve(sockets=[listener])
    finally:
        sweeping.cancel()


async def _sweep(server: Server) -> None:
    """See to garbage in cycles.

    Python's own way is to look through all that is in memory now and then, which with thousands of games takes half a
    second. But rooms are values without cycles: it is enough to look at what is new. Only sockets that have lived for
    long and gone are found nowhere else than among all.
    """
    seen = 0
    while True:
        service: Service | None = getattr(server.app.state, "service", None)
        gone = 0 if service is None else service.gone
        if gone - seen >= _MOST_GONE:
            seen = gone
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(0)
        gc.freeze()
        await asyncio.sleep(_SWEEP_S)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A faster loop where there is one."""
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return None
    return uvloop.new_event_loop


@asynccontextmanager
async def _service(settings: Settings) -> AsyncIterator[Service]:
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        store = await stack.enter_async_context(Store(settings.database_url, on_batch=metrics.batch.observe))
        bus: Bus = StreamsBus(settings.redis) if settings.redis else LocalBus()
        await stack.enter_async_context(bus)
        computer = await stack.enter_async_context(Thinker(settings.thinkers, human_pace=True))
        yield await stack.enter_async_context(serve_rooms(settings, store, bus, computer, metrics))


def listen(settings: Settings) -> socket.socket:
    """A socket at the address that is set.

    Raises:
        OnitamaError: if that cannot be.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if settings.reuse_port:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        raise OnitamaError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    return listener
