"""`Hall`: the rooms, as far as this process has to do with them: who comes, acts and goes, and what is due."""

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from onitama.server.bus import Bus, Message, Topic
from onitama.server.computers import Computer
from onitama.server.denied import Denied, DeniedCode
from onitama.server.encode import encode
from onitama.server.ledger import Answer, Ledger
from onitama.server.metrics import Metrics
from onitama.server.rooms import (
    Command,
    Decision,
    Help,
    Occupant,
    Person,
    Room,
    Setup,
    create,
    fold,
    missed,
    snapshot,
    viewer_of,
)
from onitama.server.shelf import OpenRoom, Shelf, Viewer
from onitama.server.store import Store
from onitama.server.store.beats import Outage

__all__ = ["Hall"]

_MOST_MISSED = 50
"""Who has missed more frames is told how it stands instead."""
_MOST_DUE = 200
_MOST_LOOKING = 16
"""Rooms that are looked after at a time, so that people need not wait behind all of them."""

_log = logging.getLogger(__name__)
Result = TypeVar("Result")


class Hall:
    """All rooms, as far as this process has to do with them.

    Args:
        store: where the logs are.
        bus: where other processes are told.
        computer: plays in rooms against the computer.
        now_ms: the clock.
        metrics: what is counted.
        rooms_in_memory: how many idle rooms are kept at most.
        spectators: how many may watch one room here.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        computer: Computer,
        now_ms: Callable[[], int],
        metrics: Metrics,
        *,
        rooms_in_memory: int = 1000,
        spectators: int = 100,
    ) -> None:
        self._store, self._computer, self.now_ms = store, computer, now_ms
        self._spectators = spectators
        self._shelf = Shelf(rooms_in_memory)
        self._ledger = Ledger(store, bus, self._shelf, now_ms, metrics, computer)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking = asyncio.Semaphore(_MOST_LOOKING)

    # What people do

    async def create(self, setup: Setup, person: Person, *, is_listed: bool = False) -> str:
        """Open a room; its id, which nobody can guess.

        Raises:
            Refused: if that cannot be.
        """
        decision = create(setup, person, self.now_ms(), secrets.token_bytes(16))
        room_id = secrets.token_urlsafe(9)
        await self._unbroken(self._ledger.create(room_id, decision, is_listed=is_listed))
        return room_id

    async def do(
        self,
        room_id: str,
        command: Command,
        actor: Occupant,
        answer: Answer = lambda _: None,
    ) -> Decision:
        """Do what somebody asks for.

        Args:
            room_id: where.
            command: what.
            actor: who.
            answer: is called when it is stored, before anybody else is told.

        Raises:
            Refused: if it is not done, by the room.
            Denied: if it is not done, by the server.
        """
        return await self._unbroken(self._ledger.do(room_id, command, actor, answer))

    async def enter(
        self, room_id: str, viewer: Viewer, number: int | None, answer: Callable[[Room], None]
    ) -> None:
        """Tell a viewer what it has missed, and from then on what happens.

        Args:
            room_id: where.
            viewer: who.
            number: of the last frame it has had, None for none.
            answer: is called before the viewer is told.

        Raises:
            Refused: if it may not see the room.
            Denied: if there is no such room, or are too many spectators.
        """
        async with self._ledger.held(room_id) as here:
            await self._ledger.refresh(here)
            room = here.known
            seat = viewer_of(room, viewer.identity)
            if seat is None and viewer not in here.viewers:
                self._check_spectators(here)
            latest = room.numbers[2 if seat is None else seat]
            if number is None or not latest - _MOST_MISSED <= number <= latest:
                news = [snapshot(room, seat)]
            elif number == latest:
                news = []
            else:
                log = await self._store.log(room_id)
                news = missed(log[: room.number], seat, number)
            answer(room)
            for one in news:
                viewer.tell(encode({"room": room_id, **one}))
            here.viewers[viewer] = None

    def exit(self, room_id: str, viewer: Viewer) -> None:
        """Tell a viewer no more."""
        here = self._shelf.get(room_id)
        if here is not None:
            here.viewers.pop(viewer, None)

    async def look(self, room_id: str) -> Room:
        """A room as it is now.

        Raises:
            Denied: if there is no such room.
        """
        async with self._ledger.held(room_id) as here:
            await self._ledger.refresh(here)
            return here.known

    def peek(self, room_id: str) -> Room | None:
        """A room as it was last known here, if it is open here."""
        here = self._shelf.get(room_id)
        return None if here is None else here.room

    def help(
        self, room_id: str, identity: str, room: Room, help_: Help
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What the computer thinks."""
        return self._computer.help(room_id, identity, room, help_)

    # What happens by itself

    async def tick(self) -> None:
        """Let happen what is due in any room, and let the computer answer where nobody sees to it."""
        await self._look_after(await self._store.rooms_to_look_at(self.now_ms(), _MOST_DUE))

    async def forgive(self, outages: list[Outage]) -> None:
        """Set the clocks of all games to when the server went away."""
        is_news = outages[-1:] != self._ledger.outages[-1:]
        self._ledger.outages = outages
        if is_news and outages:
            await self._look_after(await self._store.rooms_with_clocks(outages[-1].to_ms))

    async def hear(self, message: Message) -> None:
        """See what other processes have done."""
        match message.topic:
            case Topic.ROOM:
                here = self._shelf.get(message.key)
                if here is not None and not (here.room is not None and here.room.number >= message.number):
                    self._spawn(self._follow(here, message.number))  # it was not stored by this process
            case Topic.REWRITTEN:
                await self.reread(message.key)
            case Topic.EVERYTHING:
                for here in self._shelf.all():
                    self._spawn(self._follow(here))

    async def reread(self, room_id: str) -> None:
        """Take a room from the store anew, its log having been rewritten."""
        if self._shelf.get(room_id) is not None:
            async with self._ledger.held(room_id) as here:
                here.room = fold(await self._store.log(room_id))

    async def close(self) -> None:
        """Stop thinking, and finish what is being stored."""
        await self._ledger.computers.close(self._shelf.all())
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def __len__(self) -> int:
        return len(self._shelf)

    def has_owner_here(self, room_id: str) -> bool:
        """Whether somebody is waited for in a room, and its owner is here."""
        here = self._shelf.get(room_id)
        return here is not None and here.has_owner_here

    def rooms_with_hosts(self) -> list[str]:
        """Rooms in which somebody is waited for, and whose owners are here."""
        return [here.id for here in self._shelf.all() if here.has_owner_here]

    # Others

    async def _follow(self, here: OpenRoom, number: int | None = None) -> None:
        """See what others have done up to an event, if anybody here wants to know."""
        if here.is_idle:
            self._shelf.drop(here.id)
            return
        try:
            async with self._ledger.held(here.id):
                if number is None or here.known.number < number:
                    await self._ledger.catch_up(here)
        except Denied as error:
            here.is_doubtful = True
            _log.warning("room %s cannot be followed: %s", here.id, error)

    async def _look_after(self, room_ids: Iterable[str]) -> None:
        await asyncio.gather(*map(self._look_after_one, room_ids))

    async def _look_after_one(self, room_id: str) -> None:
        try:
            async with self._looking, self._ledger.held(room_id) as here:
                await self._ledger.catch_up(here)
                await self._ledger.let_pass(here)
                self._ledger.computers.see_to(here)
        except Denied as error:
            _log.warning("room %s cannot be looked after: %s", room_id, error)

    def _check_spectators(self, here: OpenRoom) -> None:
        room = here.known
        watching = sum(_is_spectator(room, one) for one in here.viewers)
        if watching >= self._spectators:
            raise Denied(DeniedCode.TOO_MANY, f"{watching} people are watching already")

    # Tasks

    def _spawn(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _unbroken(self, work: Coroutine[Any, Any, Result]) -> Awaitable[Result]:
        """Work that goes on to its end even if nobody waits for it any more: its socket may have gone."""
        return asyncio.shield(self._spawn(work))


def _is_spectator(room: Room, viewer: Viewer) -> bool:
    return viewer.identity is None or room.index_of(Person(viewer.identity, "")) is None
