"""`Socket`: one client's WebSocket, with what it has entered and what is to be sent to it."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from onitama.errors import shown
from onitama.server.app.messages import VERSION, BadMessage, Incoming, read_message
from onitama.server.app.questions import Question, read_question
from onitama.server.denied import Denied, DeniedCode
from onitama.server.encode import encode
from onitama.server.ledger import told
from onitama.server.limits import Bucket
from onitama.server.rooms import Code, Decision, Help, Person, Refused, Room, command_from_json, snapshot
from onitama.server.rooms.commands import Abort
from onitama.server.service import Service
from onitama.server.store.people import Identity

__all__ = ["Socket"]

HELLO_S = 10.0
_MOST_WAITING = 256
"""Messages that a client may be behind."""
_MOST_ROOMS = 50
_MOST_HELP = 3
_BURST = 60
_MOST_REFUSED_IN_A_ROW = 200
_CLOSE_S = 2.0
RETRY_MS = 1000

_log = logging.getLogger(__name__)


class Socket:
    """Serves a client until it goes, or has to.

    Args:
        websocket: the connection, accepted.
        service: what there is to be served.
        cookie: the secret that a browser has sent.
    """

    def __init__(self, websocket: WebSocket, service: Service, cookie: str | None) -> None:
        self._websocket, self._service, self._cookie = websocket, service, cookie
        self._outbox: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._bucket = Bucket(service.settings.messages_per_second, _BURST, service.now_ms)
        self._too_many = 0
        self._person: Identity | None = None
        self._rooms: set[str] = set()
        self._ticket: str | None = None
        self._help: set[asyncio.Task[None]] = set()
        self._study: asyncio.Task[None] | None = None
        self._close: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._handlers: dict[str, Callable[[Incoming], Any]] = {
            "ping": self._ping,
            "enter": self._enter,
            "exit": self._exit,
            "seek": self._seek,
            "unseek": self._unseek,
            "analyse": self._analyse,
            "stop": self._stop,
        }

    @property
    def identity(self) -> str | None:
        """Who is there."""
        return None if self._person is None else self._person.id

    def know(self, identity: Identity) -> None:
        """Who is there is now called like this."""
        self._person = identity

    def tell(self, text: str) -> None:
        """Put a message where it will be sent; a client that does not read is dropped, it can come back."""
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.close(4008, "you read too slowly: come back")

    def close(self, code: int, message: str) -> None:
        """End it soon."""
        if not self._close.done():
            self._close.set_result((code, message))

    async def run(self) -> None:
        """Serve until the end."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            ends: set[asyncio.Future[Any]] = {reading, writing, self._close}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = [reading, writing, *self._help, *([] if self._study is None else [self._study])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._leave()
        if self._close.done():
            await self._say_bye(*self._close.result())

    # The end

    async def _leave(self) -> None:
        for room_id in list(self._rooms):
            self._service.hall.exit(room_id, self)
        with suppress(Denied):  # without the store it shows soon that nobody is here
            if self._ticket is not None:
                await self._service.lobby.unseek(self._ticket)
            for room_id in self._rooms:
                await self._service.lobby.see_host(room_id, self.identity)

    async def _say_bye(self, code: int, message: str) -> None:
        """Close, but do not wait for long: the client may not read."""
        self._service.metrics.dropped.labels(str(code)).inc()
        bye = encode({"type": "bye", "message": message, "retry_ms": RETRY_MS})
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(_CLOSE_S):
                if code != 4008:
                    while not self._outbox.empty():
                        await self._websocket.send_text(self._outbox.get_nowait())
                    await self._websocket.send_text(bye)
                await self._websocket.close(code, message)

    # Reading and writing

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._websocket.send_text(await self._outbox.get())

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(HELLO_S):
                is_welcome = await self._say_hello()
        except TimeoutError:
            self.close(4001, "expected hello")
            return
        while is_welcome and (text := await self._receive()) is not None:
            with self._service.metrics.command_seconds.time():
                await self._handle(text)

    async def _receive(self) -> str | None:
        """The next text; "" for what is not text, None at the end."""
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            return None
        return message.get("text") or ""

    async def _say_hello(self) -> bool:
        """Whether the client has said hello as it should."""
        text = await self._receive()
        if text is None:
            return False
        try:
            message = read_message(text)
        except BadMessage as error:
            self._refuse(error.id, None, error)
            self.close(4001, "expected hello")
            return False
        if message.type != "hello":
            self.close(4001, "expected hello")
            return False
        if message.body.get("version") != VERSION:
            self.close(4002, f"version: expected {VERSION}, found {shown(message.body.get('version'))}")
            return False
        secret = message.body.get("secret") or self._cookie
        try:
            if secret is not None:
                self._person = await self._service.identities.find(str(secret))
        except Denied as error:
            self.close(4003 if error.code is DeniedCode.NO_IDENTITY else 1013, str(error))
            return False
        name = None if self._person is None else self._person.name
        self._say({"type": "welcome", "version": VERSION, "name": name, "now_ms": self._service.now_ms()})
        return True

    async def _handle(self, text: str) -> None:
        """Do what a message asks for; whatever is wrong with it is answered."""
        id_, room = None, None
        try:
            message = read_message(text)
            id_, room = message.id, message.room
            self._check_rate()
            if message.is_command:
                await self._command(message)
            elif message.type in self._handlers:
                await self._handlers[message.type](message)
            else:
                raise BadMessage("hello: has been said already")
            self._service.metrics.done.inc()
        except BadMessage as error:
            self._refuse(error.id if id_ is None else id_, room, error)
        except (Refused, Denied) as error:
            self._refuse(id_, room, error)
        except Exception:
            _log.exception("a message could not be handled")
            self._refuse(id_, room, Denied(DeniedCode.UNAVAILABLE, "something went wrong here"))

    def _check_rate(self) -> None:
        if self._bucket.take():
            self._too_many = 0
            return
        self._too_many += 1
        if self._too_many > _MOST_REFUSED_IN_A_ROW:
            self.close(4029, "far too many messages")
        raise Denied(DeniedCode.TOO_MANY, "too many messages: wait a moment")

    def _say(self, data: dict[str, Any]) -> None:
        self.tell(encode(data))

    def _refuse(self, id_: int | str | None, room_id: str | None, problem: Refused | Denied) -> None:
        self._service.metrics.messages.labels(problem.code.value).inc()
        data: dict[str, Any] = {"type": "refused", "id": id_, "room": room_id, **told(problem)}
        room = None if room_id is None else self._service.hall.peek(room_id)
        if problem.code is Code.STALE and room is not None:
            seat = self._seat(room)
            if seat is not None:
                now = snapshot(room, seat)
                data |= {"number": now["number"], "state": now["state"]}
        self._say(data)

    # What can be asked for

    async def _ping(self, message: Incoming) -> None:
        self._say({"type": "pong", "id": message.id, "now_ms": self._service.now_ms()})

    async def _enter(self, message: Incoming) -> None:
        number, room_id = message.body.get("number"), message.room
        assert room_id is not None
        if number is not None and type(number) is not int:
            raise BadMessage(f"enter, number: expected a whole number, found {shown(number)}", message.id)
        if room_id not in self._rooms and len(self._rooms) >= _MOST_ROOMS:
            raise Denied(DeniedCode.TOO_MANY, f"nobody can be in more than {_MOST_ROOMS} rooms at a time")
        await self._service.hall.enter(
            room_id, self, number, lambda room: self._done(message, self._number(room))
        )
        self._rooms.add(room_id)
        await self._service.lobby.see_host(room_id, self.identity)

    async def _exit(self, message: Incoming) -> None:
        assert message.room is not None
        self._service.hall.exit(message.room, self)
        self._done(message)
        if message.room in self._rooms:
            self._rooms.discard(message.room)
            await self._service.lobby.see_host(message.room, self.identity)

    async def _seek(self, message: Incoming) -> None:
        person = self._known_person()
        await self._stop_seeking()

        def matched(room_id: str) -> None:
            self._ticket = None
            self._say({"type": "matched", "room": room_id})

        self._ticket = secrets.token_urlsafe(12)
        await self._service.lobby.seek(
            self._ticket, person, message.body.get("setup"), matched, lambda: self._done(message)
        )

    async def _unseek(self, message: Incoming) -> None:
        await self._stop_seeking()
        self._done(message)

    async def _stop_seeking(self) -> None:
        if self._ticket is not None:
            await self._service.lobby.unseek(self._ticket)
            self._ticket = None

    async def _command(self, message: Incoming) -> None:
        command, person, room_id = command_from_json(message.body), self._known_person(), message.room
        assert room_id is not None
        if isinstance(command, Abort):
            await self._service.check_abort(room_id, person)

        def answer(decision: Decision) -> None:
            self._done(message, self._number(decision.room))
            if decision.help is not None:
                self._start_help(message, decision.room, decision.help)

        await self._service.hall.do(room_id, command, person, answer)

    def _known_person(self) -> Person:
        if self._person is None:
            raise Denied(DeniedCode.NO_IDENTITY, "this needs an identity: say hello with a secret")
        return Person(self._person.id, self._person.name)

    def _seat(self, room: Room) -> int | None:
        return None if self.identity is None else room.index_of(Person(self.identity, ""))

    def _number(self, room: Room) -> int:
        seat = self._seat(room)
        return room.numbers[2 if seat is None else seat]

    def _done(self, message: Incoming, number: int | None = None) -> None:
        self._say({"type": "done", "id": message.id, "room": message.room, "number": number})

    # The analysis board

    async def _analyse(self, message: Incoming) -> None:
        person, question = self._known_person(), read_question(message)
        await self._stop_study()
        self._done(message)
        self._study = asyncio.create_task(self._bring_analysis(message, person, question))

    async def _stop(self, message: Incoming) -> None:
        await self._stop_study()
        self._done(message)

    async def _stop_study(self) -> None:
        """One question at a time: whoever asks the next one wants no answer to the last."""
        if self._study is not None:
            self._study.cancel()
            await asyncio.gather(self._study, return_exceptions=True)
            self._study = None

    async def _bring_analysis(self, message: Incoming, person: Person, question: Question) -> None:
        head = {"type": "analysis", "id": message.id}
        try:
            thoughts = self._service.analyst.study(
                person.identity, question.view, question.lines, question.seconds
            )
            async with aclosing(thoughts) as found:
                async for one in found:
                    self._say({**head, **one})
        except (Refused, Denied) as error:
            self._say({**head, "is_final": True, **told(error)})

    # Help, which takes its time

    def _start_help(self, message: Incoming, room: Room, help_: Help) -> None:
        if len(self._help) >= _MOST_HELP:
            problem = Denied(DeniedCode.TOO_MANY, "the computer has not answered your last questions yet")
            self._tell_help(message, help_, {"is_final": True, **told(problem)})
            return
        task = asyncio.create_task(self._bring_help(message, room, help_))
        self._help.add(task)
        task.add_done_callback(self._help.discard)

    async def _bring_help(self, message: Incoming, room: Room, help_: Help) -> None:
        assert message.room is not None
        assert self.identity is not None
        try:
            async with aclosing(
                self._service.hall.help(message.room, self.identity, room, help_)
            ) as thoughts:
                async for one in thoughts:
                    is_old = self._is_past(message.room, room, help_)
                    self._tell_help(message, help_, {**one, "is_final": one["is_final"] or is_old})
                    if is_old:
                        break  # which ends the search: others may be waiting
        except (Refused, Denied) as error:
            self._tell_help(message, help_, {"is_final": True, **told(error)})

    def _is_past(self, room_id: str, room: Room, help_: Help) -> bool:
        """Whether the position that is thought about is no longer the one on the board."""
        now = self._service.hall.peek(room_id)
        viewer = 2 if help_.person is None else help_.person
        return now is not None and (now.moments[viewer] != help_.moment or now.status is not room.status)

    def _tell_help(self, message: Incoming, help_: Help, what: dict[str, Any]) -> None:
        about = {"kind": help_.kind.value, "moment": help_.moment}
        self._say({"type": "help", "id": message.id, "room": message.room, **about, **what})
