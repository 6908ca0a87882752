"""`ClientRoom`: one room, as a client plays in it or watches it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from onitama.client.connection import Connection
from onitama.client.state import State, grown
from onitama.errors import OnitamaError
from onitama.rules import Step

__all__ = ["ClientRoom"]

_MOST_WAITING_STATES = 1_000


class ClientRoom:
    """A room that one has entered.

    Commands return when they are stored and `state` tells what came of them; they raise `Refused` or `Disconnected`.

    Args:
        connection: to the server.
        room_id: which room it is.
        link: to give to others.
    """

    def __init__(self, connection: Connection, room_id: str, link: str) -> None:
        self.id = room_id
        self.link = link
        self._connection = connection
        self._state: State | None = None
        self._first = asyncio.Event()
        self._listeners: set[asyncio.Queue[State | None]] = set()

    @property
    def state(self) -> State:
        """How it stands."""
        if self._state is None:
            raise OnitamaError("the server has not told yet how this room stands")
        return self._state

    @property
    def number(self) -> int | None:
        """Of the last frame; None if there was none."""
        return None if self._state is None else self._state.number

    async def states(self) -> AsyncIterator[State]:
        """How it stands now, and again whenever something has happened; ends with `exit`, or with the client.

        Whoever is too slow to look at all of them misses the oldest.
        """
        news: asyncio.Queue[State | None] = asyncio.Queue(_MOST_WAITING_STATES)
        self._listeners.add(news)
        try:
            yield self.state
            while self._connection.knows(self.id) and (state := await news.get()) is not None:
                yield state
        finally:
            self._listeners.discard(news)

    async def step(self, step: Step | str) -> None:
        """Make a step; a turn may take several."""
        await self.command("step", moment=self.state.moment, step=str(step))

    async def place(self, step: Step | str) -> None:
        """Place the ninjas."""
        await self.command("place", moment=self.state.moment, step=str(step))

    async def propose(self, step: Step | str) -> None:
        """In a coaching round: say what one means to do."""
        await self.command("propose", moment=self.state.moment, step=str(step))

    async def confirm(self, step: Step | str) -> None:
        """In a coaching round: let the proposal count."""
        await self.command("confirm", moment=self.state.moment, step=str(step))

    async def offer(self, kind: str, turn_number: int | None = None) -> None:
        """Propose a `draw`, `takeback`, `restart`, `hints` or `rematch`."""
        parts: dict[str, Any] = {} if turn_number is None else {"turn_number": turn_number}
        await self.command("offer", game=self.state.game, kind=kind, **parts)

    async def answer(self, answer: str) -> None:
        """`accept` or `decline` the open offer, or `withdraw` one's own."""
        offer = self.state.offer
        if offer is None:
            raise OnitamaError("nothing is offered")
        await self.command("answer", offer=offer.number, answer=answer)

    async def resign(self) -> None:
        """Give the game up."""
        await self.command("resign", game=self.state.game)

    async def abort(self) -> None:
        """Break the game off before its first turn is complete."""
        await self.command("abort", game=self.state.game)

    async def ready(self) -> None:
        """Begin the second game of a mirror match."""
        await self.command("ready", game=self.state.game)

    async def pace(self, pace: str) -> None:
        """Where the computer plays itself: `still`, `slow`, `human` or `quick`."""
        await self.command("pace", pace=pace)

    async def leave(self) -> None:
        """Withdraw the invitation, or go for good after the game."""
        await self.command("leave")

    async def help(self, kind: str) -> AsyncIterator[dict[str, Any]]:
        """What the computer thinks: a `hint` or an `analysis`, the last message with `is_final` true."""
        request = self._connection.new_id()
        with self._connection.listening_for_help(request) as news:
            await self.command("help", request=request, kind=kind)
            while True:
                told = await news.get()
                yield told
                if told.get("is_final", True):
                    return

    async def command(self, type_: str, /, *, request: int | None = None, **parts: Any) -> None:
        """Send any command, and wait until `state` tells what came of it."""
        done = await self._connection.request({"type": type_, "room": self.id, **parts}, request)
        await self._wait_for(done.get("number"))

    async def exit(self) -> None:
        """Hear no more of it. The seat stays one's own."""
        self._connection.forget(self.id)
        self.end()
        await self._connection.request({"type": "exit", "room": self.id})

    # For the connection

    def take(self, message: dict[str, Any]) -> None:
        """A frame or a snapshot has come."""
        is_snapshot = message["type"] == "snapshot"
        before = self._state
        if before is None and not is_snapshot:
            return  # nothing to add it to: the snapshot is on its way
        if before is not None and message["number"] <= before.number and not is_snapshot:
            return
        self._state = State(
            event=message["type"],
            number=message["number"],
            setup=message["setup"] if is_snapshot or before is None else before.setup,
            turns=grown(() if before is None else before.turns, message),
            data=message["state"],
            answer=message.get("answer"),
        )
        self._first.set()
        self._tell(self._state)

    def end(self) -> None:
        """Nothing more will come."""
        self._tell(None)

    async def wait_until_entered(self) -> None:
        """Until the first state is there."""
        await self._first.wait()

    async def _wait_for(self, number: int | None) -> None:
        """Until the frame of this number is there: it comes after the answer."""
        if number is None or self.state.number >= number:
            return
        async for state in self.states():
            if state.number >= number:
                return

    def _tell(self, news: State | None) -> None:
        for listener in self._listeners:
            if listener.full():
                listener.get_nowait()
            listener.put_nowait(news)
