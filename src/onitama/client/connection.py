"""`Connection`: the socket to a server, made again whenever it breaks."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from onitama.client.refusals import Disconnected, Refused

__all__ = ["Connection", "Entered"]

_VERSION = 1
_FIRST_WAIT_SECONDS = 0.2
_MOST_WAIT_SECONDS = 10.0
_PATIENCE_SECONDS = 30.0
"""How long a command waits for a connection, and for its answer."""
_PING_SECONDS = 60.0
"""How often a silent server is asked whether it is there; it asks us, too."""
_MOST_MESSAGE_BYTES = 8 << 20
_FINAL_CODES = {4001, 4002, 4003}
"""Reasons to close a socket that would be the same the next time."""


class Entered(Protocol):
    """A room that is to be told what comes for it."""

    @property
    def number(self) -> int | None:
        """Of the last frame it has had."""

    def take(self, message: dict[str, Any]) -> None:
        """A frame or a snapshot has come."""

    def end(self) -> None:
        """Nothing more will come."""


class Connection:
    """One socket at a time, and what has to be said again on a new one.

    Args:
        url: of the socket, with ws: or wss:.
        secret: who one is; None for somebody who only watches.
    """

    def __init__(self, url: str, secret: str | None) -> None:
        self._url, self._secret = url, secret
        self._socket: ClientConnection | None = None
        self._is_ready = asyncio.Event()
        self._rooms: dict[str, Entered] = {}
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._help: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._matched: asyncio.Future[str] | None = None
        self._count = 0
        self._task: asyncio.Task[None] | None = None
        self._failure: Refused | None = None
        self._retry_seconds: float | None = None
        self.name: str | None = None
        """What one is called there."""

    async def open(self) -> None:
        """Connect.

        Raises:
            Disconnected: if the server cannot be reached.
            Refused: if it will not have us.
        """
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(first))
        await first

    async def close(self) -> None:
        """Hang up."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._lost(Disconnected("the client is closed"))
        for room in tuple(self._rooms.values()):
            room.end()
        self._rooms.clear()

    async def request(self, message: dict[str, Any], request: int | None = None) -> dict[str, Any]:
        """Ask for something and wait until it is done.

        Raises:
            Refused: if it is not done.
            Disconnected: if there is no answer.
        """
        number = self.new_id() if request is None else request
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._is_ready.wait()
                if self._failure is not None:
                    raise self._failure
                answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
                self._answers[number] = answer
                await self._send({**message, "id": number})
                return await answer
        except TimeoutError:
            raise Disconnected("the server does not answer") from None
        finally:
            self._answers.pop(number, None)

    def new_id(self) -> int:
        """A number for a request."""
        self._count += 1
        return self._count

    async def enter(self, room_id: str, room: Entered) -> None:
        """Hear what happens in a room from now on, on this socket and all later ones."""
        self._rooms[room_id] = room
        try:
            await self.request({"type": "enter", "room": room_id, "number": room.number})
        except Refused:
            self.forget(room_id)
            raise

    def forget(self, room_id: str) -> None:
        """Hear no more of a room."""
        self._rooms.pop(room_id, None)

    def knows(self, room_id: str) -> bool:
        """Whether a room is heard of."""
        return room_id in self._rooms

    async def match(self, setup: dict[str, Any]) -> str:
        """Wait for somebody who wants to play the same; the room. Cancelling it takes the wish back.

        Raises:
            Refused: if this cannot be sought.
            Disconnected: if the connection is lost meanwhile.
        """
        self._matched = asyncio.get_running_loop().create_future()
        try:
            await self.request({"type": "seek", "setup": setup})
            return await self._matched
        except asyncio.CancelledError:
            if self._socket is not None:
                with suppress(Disconnected):
                    await self._send({"type": "unseek"})
            raise
        finally:
            self._matched = None

    @contextmanager
    def listening_for_help(self, request: int) -> Iterator[asyncio.Queue[dict[str, Any]]]:
        """Where the help that belongs to a request arrives."""
        self._help[request] = asyncio.Queue()
        try:
            yield self._help[request]
        finally:
            del self._help[request]

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            if self._socket is not None:
                await self._socket.send(json.dumps(message))
                return
        except ConnectionClosed:
            pass
        raise Disconnected("the connection to the server is lost")

    async def _run(self, first: asyncio.Future[None]) -> None:
        """Connect again and again."""
        wait = _FIRST_WAIT_SECONDS
        while True:
            reason = "has hung up"
            try:
                async with connect(
                    self._url,
                    max_size=_MOST_MESSAGE_BYTES,
                    compression=None,
                    ping_interval=_PING_SECONDS,
                ) as socket:
                    await self._greet(socket)
                    wait = _FIRST_WAIT_SECONDS
                    if not first.done():
                        first.set_result(None)
                    async for text in socket:
                        self._take(orjson.loads(text))
            except Refused as refusal:
                self._fail(refusal, first)
                return
            except (OSError, WebSocketException) as error:
                reason = str(error) or type(error).__name__
            finally:
                self._is_ready.clear()
                self._socket = None
            lost = Disconnected(f"the server at {self._url} cannot be reached: {reason}")
            if not first.done():
                first.set_exception(lost)
                return
            self._lost(lost)
            after, self._retry_seconds = self._retry_seconds, None
            await asyncio.sleep((wait if after is None else after) * random.uniform(0.8, 1.2))
            wait = min(2 * wait, _MOST_WAIT_SECONDS)

    async def _greet(self, socket: ClientConnection) -> None:
        """Say who we are and in which rooms.

        Raises:
            Refused: if we are not welcome, and would not be the next time.
        """
        hello = {"type": "hello", "version": _VERSION}
        await socket.send(json.dumps({**hello, "secret": self._secret} if self._secret else hello))
        try:
            welcome = json.loads(await socket.recv())
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in _FINAL_CODES:
                raise Refused("no-identity", closed.rcvd.reason or "the server does not know us") from None
            raise
        if welcome["type"] == "refused":
            raise Refused.from_json(welcome)
        self.name = welcome.get("name")
        self._socket = socket
        for room_id, room in self._rooms.items():
            again = {"type": "enter", "room": room_id, "number": room.number}
            await socket.send(json.dumps(again))
        self._is_ready.set()

    def _take(self, message: dict[str, Any]) -> None:
        request, room = message.get("id"), self._rooms.get(message.get("room", ""))
        match message["type"]:
            case "done" | "pong":
                self._settle(request, lambda answer: answer.set_result(message))
            case "refused":
                self._settle(request, lambda answer: answer.set_exception(Refused.from_json(message)))
            case "help" if request in self._help:
                self._help[request].put_nowait(message)
            case "matched" if self._matched is not None and not self._matched.done():
                self._matched.set_result(message["room"])
            case "bye":
                self._retry_seconds = message["retry_ms"] / 1000
            case _ if room is not None and "state" in message:
                room.take(message)

    def _settle(self, request: int | None, settle: Callable[[asyncio.Future[dict[str, Any]]], None]) -> None:
        answer = None if request is None else self._answers.get(request)
        if answer is not None and not answer.done():
            settle(answer)

    def _lost(self, error: Disconnected | Refused) -> None:
        """Nobody will answer what was asked."""
        waiting: list[asyncio.Future[Any]] = [*self._answers.values()]
        if self._matched is not None:
            waiting.append(self._matched)
        for answer in waiting:
            if not answer.done():
                answer.set_exception(error)
        for news in self._help.values():
            news.put_nowait({"type": "help", "is_final": True, "code": "unavailable", "message": str(error)})

    def _fail(self, refusal: Refused, first: asyncio.Future[None]) -> None:
        """We are not welcome here any more."""
        if not first.done():
            first.set_exception(refusal)
            return
        self._failure = refusal
        self._is_ready.set()
        self._lost(refusal)
        for room in tuple(self._rooms.values()):
            room.end()
