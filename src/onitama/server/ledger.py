"""`Ledger`: what is decided in a room is stored first, then told; and what others have stored is learnt.

The store is the truth, and other processes write to it too: what is kept here may be old, which shows as soon as
somebody wants to add to it.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from onitama.server.bus import Bus, Message, Topic
from onitama.server.computers import Computer, Computers
from onitama.server.denied import Denied, DeniedCode
from onitama.server.encode import encode
from onitama.server.metrics import Metrics
from onitama.server.rooms import (
    Command,
    Decision,
    Event,
    Frames,
    Occupant,
    Refused,
    Room,
    changes,
    decide,
    due,
    fold,
    resume,
    tick,
    viewer_of,
    wants,
)
from onitama.server.shelf import OpenRoom, Shelf
from onitama.server.store import Conflict, Store
from onitama.server.store.beats import Outage

__all__ = ["Answer", "Ledger", "told"]

_DRAWN_BYTES = 1024

Answer = Callable[[Decision], None]
"""Is called when a decision is stored, before anybody else is told."""


class Ledger:
    """The rooms on a shelf, kept true.

    Args:
        store: where the logs are.
        bus: where other processes are told.
        shelf: the rooms in memory.
        now_ms: the clock.
        metrics: what is counted.
        computer: plays where rooms want it to.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        shelf: Shelf,
        now_ms: Callable[[], int],
        metrics: Metrics,
        computer: Computer,
    ) -> None:
        self._store, self._bus, self._shelf = store, bus, shelf
        self._now_ms, self._metrics = now_ms, metrics
        self.computers = Computers(computer, self.do)
        self.outages: list[Outage] = []
        self._entropy = b""

    @asynccontextmanager
    async def held(self, room_id: str) -> AsyncIterator[OpenRoom]:
        """The room with its lock, read from the store if it must be."""
        async with self._shelf.held(room_id) as here:
            if here.room is None:
                log = await self._store.log(room_id)
                if not log:
                    raise Denied(DeniedCode.NO_ROOM, "there is no such room")
                here.room = fold(log)
                self.computers.see_to(here)
            elif here.is_doubtful:
                await self.catch_up(here)
            yield here

    async def create(self, room_id: str, decision: Decision, *, is_listed: bool) -> None:
        """Store the beginning of a room."""
        async with self._shelf.held(room_id) as here:
            await self._store.append(room_id, decision.events, decision.room, is_listed=is_listed)
            here.room = decision.room
            self.computers.see_to(here)

    async def do(
        self, room_id: str, command: Command, actor: Occupant, answer: Answer = lambda _: None
    ) -> Decision:
        """Do what somebody asks for.

        Raises:
            Refused: if it is not done, by the room.
            Denied: if it is not done, by the server.
        """
        async with self.held(room_id) as here:
            while True:
                await self.let_pass(here)
                decision = decide(here.known, command, actor, self._now_ms(), self._drawn())
                if await self._take(here, decision, answer):
                    return decision

    def _drawn(self) -> bytes:
        """16 random bytes, which most decisions leave alone: to fetch more at a time is cheaper."""
        if not self._entropy:
            self._entropy = secrets.token_bytes(_DRAWN_BYTES)
        drawn, self._entropy = self._entropy[:16], self._entropy[16:]
        return drawn

    async def let_pass(self, here: OpenRoom) -> None:
        """Let happen what is due, after what the server has missed."""
        while True:
            room, now_ms = here.known, self._now_ms()
            away = next((one for one in self.outages if room.at_ms < one.to_ms), None)
            decision = None if away is None else resume(room, away.from_ms, now_ms)
            at_ms = due(room)
            if (decision is None or not decision.events) and at_ms is not None and at_ms <= now_ms:
                decision = tick(room, now_ms, self._drawn())
            if decision is None or not decision.events:
                return
            await self._take(here, decision)

    async def _take(self, here: OpenRoom, decision: Decision, answer: Answer = lambda _: None) -> bool:
        """Store what was decided, answer, tell; False if others came first, whose deeds are told instead."""
        if decision.events:
            try:
                with self._metrics.storing():
                    await self._store.append(here.id, decision.events, decision.room)
            except Conflict:
                self._metrics.conflicts.inc()
                await self.catch_up(here)
                return False
            except Denied:
                here.is_doubtful = True
                raise
        answer(decision)
        self._tell(here, decision.events, decision.room)
        if decision.events:
            self._bus.publish(Message(Topic.ROOM, here.id, decision.room.number))
            self.computers.see_to(here)
        return True

    def _tell(self, here: OpenRoom, events: Iterable[Event], last: Room | None = None) -> None:
        """Let events be true here, and tell everybody who is here of them."""
        for before, event, after in changes(here.room, events, last):
            frames, texts = Frames(before, event, after), dict[int | None, str | None]()
            for viewer in list(here.viewers):
                try:
                    seat = viewer_of(after, viewer.identity)
                except Refused as refusal:
                    del here.viewers[viewer]
                    viewer.tell(encode({"type": "refused", "id": None, "room": here.id, **told(refusal)}))
                    continue
                if seat not in texts:
                    news = frames.to(seat)
                    texts[seat] = None if news is None else encode({"room": here.id, **news})
                if (text := texts[seat]) is not None:
                    viewer.tell(text)
            here.room = after

    async def catch_up(self, here: OpenRoom) -> None:
        """Learn what others have stored."""
        room = here.known
        self._tell(here, await self._store.log(here.id, after=room.number))
        here.is_doubtful = False
        self.computers.stop(here, wants(here.known))

    async def refresh(self, here: OpenRoom) -> None:
        """Make sure that what is known here is what is true now."""
        if not here.viewers:  # with somebody here, other processes' events come by themselves
            await self.catch_up(here)
        await self.let_pass(here)


def told(problem: Refused | Denied) -> dict[str, str]:
    """What a client is told of a refusal."""
    return {"code": problem.code.value, "message": str(problem)}
