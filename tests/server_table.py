"""For tests of the server: a clock that is told the time, databases, and a server in the same process."""

import asyncio
import json
import os
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from onitama.game import Game
from onitama.observe import Observation
from onitama.server.app import make_app
from onitama.server.app.run import Server, listen
from onitama.server.bus import Bus
from onitama.server.bus.local import LocalBus
from onitama.server.hall import Hall
from onitama.server.metrics import Metrics
from onitama.server.rooms import (
    Command,
    ComputerAnswer,
    ComputerOffer,
    Help,
    Person,
    Room,
    Setup,
    Want,
    command_from_json,
)
from onitama.server.rooms.commands import AnswerOffer, MakeOffer, MakeStep, PlaceNinjas
from onitama.server.rooms.events import Answer, OfferKind
from onitama.server.service import Service, serve_rooms
from onitama.server.settings import Settings
from onitama.server.store import Store
from onitama.server.store.engine import open_engine

POSTGRESQL = os.environ.get("ONITAMA_TEST_POSTGRESQL")
REDIS = os.environ.get("ONITAMA_TEST_REDIS")
DATABASES = ["sqlite", "postgresql"] if POSTGRESQL else ["sqlite"]

ANNA, BEN, EVE = Person("id-anna", "Anna"), Person("id-ben", "Ben"), Person("id-eve", "Eve")
BASE = {"rules": "base", "deal": "tiger,ox/crab,boar/horse", "starter": "red", "colour": "red"}


class FakeClock:
    def __init__(self) -> None:
        self.now_ms = 1_000_000

    def __call__(self) -> int:
        return self.now_ms


@asynccontextmanager
async def new_database(kind: str, folder: Path) -> AsyncIterator[str]:
    """The URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / f'{secrets.token_hex(4)}.db'}"
        return
    assert POSTGRESQL is not None
    name = f"test_{secrets.token_hex(8)}"
    engine = open_engine(POSTGRESQL)
    async with engine.connect() as admin:
        await admin.execution_options(isolation_level="AUTOCOMMIT")
        await admin.execute(text(f"CREATE DATABASE {name}"))
        try:
            yield POSTGRESQL.replace("/postgres?", f"/{name}?")
        finally:
            await admin.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    await engine.dispose()


class FirstStep:
    """A computer that makes a legal step at once, and agrees to everything."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_think = asyncio.Event()
        self.may_think.set()

    async def command(self, _room_id: str, room: Room, want: Want) -> Command:
        self.asked += 1
        await self.may_think.wait()
        if isinstance(want, ComputerAnswer):
            return AnswerOffer(want.offer, Answer.ACCEPT)
        if isinstance(want, ComputerOffer):
            return MakeOffer(want.game, OfferKind.DRAW)
        assert room.game is not None
        player = room.player(want.person)
        if want.is_placement:
            return PlaceNinjas(want.moment, str(room.game.placements(player)[0]))
        return MakeStep(want.moment, peaceful_step(room.game))

    async def help(
        self, _room_id: str, _identity: str, room: Room, _help: Help
    ) -> AsyncGenerator[dict[str, Any], None]:
        assert room.game is not None
        yield {"is_final": True, "best": str(room.game.position.legal_steps[0])}

    async def study(
        self, _identity: str, view: Observation, lines: int, _seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        best = [{"step": str(step), "score": 0} for step in view.legal_steps[:lines]]
        yield {"is_final": False, "lines": best[:1]}
        await self.may_think.wait()
        yield {"is_final": True, "lines": best}


@dataclass(eq=False)
class FakeViewer:
    """Somebody who looks into rooms; what is told is kept."""

    identity: str | None = None
    told: list[dict[str, Any]] = field(default_factory=list)

    def tell(self, message: str) -> None:
        self.told.append(json.loads(message))

    @property
    def types(self) -> list[str]:
        return [one["type"] for one in self.told]


def make_hall(store: Store, clock: FakeClock, bus: Bus | None = None, **options: Any) -> Hall:
    computer = options.pop("computer", None) or FirstStep()
    return Hall(store, bus or LocalBus(), computer, clock, Metrics(), **options)


def command(type_: str, **parts: Any) -> Command:
    return command_from_json({"type": type_, **parts})


async def open_game(hall: Hall, **setup: Any) -> str:
    """A room in which Anna has Red and Ben Blue."""
    room_id = await hall.create(Setup.from_json({**BASE, **setup}), ANNA)
    if "computer" not in setup:
        await hall.do(room_id, command("join"), BEN)
    return room_id


def peaceful_step(game: Game) -> str:
    """The first step after which the game goes on."""
    steps = game.position.legal_steps
    return next(str(one) for one in steps if game.position.play(one).outcome is None)


async def play(hall: Hall, room_id: str) -> None:
    """Let whoever is to move make a step."""
    room = await hall.look(room_id)
    assert room.game is not None
    person = room.person(room.game.position.to_move)
    actor = room.people[person]
    assert actor is not None
    step = peaceful_step(room.game)
    await hall.do(room_id, command("step", moment=room.moments[person], step=step), actor)


# With a network


class Client:
    """A client on the socket: what it is told is kept, frames apart from answers."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.states: dict[str, dict[str, Any]] = {}
        self._ids = 0

    async def send(self, type_: str, **parts: Any) -> None:
        await self.connection.send(json.dumps({"type": type_, **parts}))

    async def hear(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), 20))
        self.heard.append(data)
        if "state" in data:
            self.states[data["room"]] = data["state"]
        return data

    async def until(self, type_: str) -> dict[str, Any]:
        """Hear until something of that type is told."""
        while (data := await self.hear())["type"] != type_:
            pass
        return data

    async def asks(self, type_: str, **parts: Any) -> dict[str, Any]:
        """Send something and hear until it is answered."""
        self._ids += 1
        await self.send(type_, id=self._ids, **parts)
        while (data := await self.hear()).get("id") != self._ids:
            pass
        return data

    async def closed(self) -> int:
        """Hear until the socket is closed; the code."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        assert self.connection.close_code is not None
        return self.connection.close_code


@dataclass
class Running:
    """A server that runs in this process, on a port of its own."""

    address: str
    service: Service
    http: httpx.AsyncClient
    stack: AsyncExitStack

    @property
    def ws_address(self) -> str:
        return self.address.replace("http", "ws") + "/api/v1/ws"

    async def newcomer(self, name: str = "Anna") -> str:
        """The secret of a new identity."""
        answer = await self.http.post("/identities", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.http.cookies.clear()
        secret: str = answer.json()["secret"]
        return secret

    async def client(self, secret: str | None = None, *, hello: bool = True, **options: Any) -> Client:
        client = Client(await self.stack.enter_async_context(connect(self.ws_address, **options)))
        if hello:
            await client.send("hello", version=1, **({} if secret is None else {"secret": secret}))
            assert (await client.hear())["type"] == "welcome"
        return client

    async def person(self, name: str) -> Client:
        return await self.client(await self.newcomer(name))

    async def open(self, secret: str, *, is_listed: bool = False, **setup: Any) -> str:
        answer = await self.http.post(
            "/rooms",
            json={"setup": {**BASE, **setup}, "is_listed": is_listed},
            headers=bearer(secret),
        )
        assert answer.status_code == 201, answer.text
        room: str = answer.json()["room"]
        return room


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


@asynccontextmanager
async def running(url: str, clock: FakeClock | None = None, **settings: Any) -> AsyncIterator[Running]:
    """A server with a database, from start to stop."""
    now_ms = clock or FakeClock()
    chosen = Settings(port=0, database=url, **settings)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store(url))
        bus = LocalBus()
        app = make_app(
            chosen, lambda: serve_rooms(chosen, store, bus, FirstStep(), Metrics(), now_ms), now_ms
        )
        listener = listen(chosen)
        started: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        server = Server(app, chosen, listener, started.set_result)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        address = await asyncio.wait_for(started, 20)
        try:
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=f"{address}/api/v1"))
            clients = await stack.enter_async_context(AsyncExitStack())
            yield Running(address, app.state.service, http, clients)
            await clients.aclose()
        finally:
            server.should_exit = True
            await serving
