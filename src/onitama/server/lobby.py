"""`Lobby`: who is open to play with anybody, and is there."""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from onitama.server.bus import Bus, Message, Topic
from onitama.server.denied import Denied, DeniedCode
from onitama.server.hall import Hall
from onitama.server.rooms import Code, Format, Person, Refused, Setup, Status, create, decide
from onitama.server.rooms.commands import Join
from onitama.server.store import Append, RoomRow, Store
from onitama.server.store.people import find_identity
from onitama.server.store.tickets import (
    Ticket,
    claim_pair,
    drop_ticket,
    find_partner,
    put_ticket,
    renew_tickets,
)

__all__ = ["Lobby"]

HOST_PATIENCE_MS = 15_000
"""An open room is listed for so long after its owner was last seen."""
_MOST_LISTED = 100
_MOST_SEEKING = 10_000


@dataclass(frozen=True, slots=True)
class _Seek:
    ticket: Ticket
    person: Person
    setup: Setup
    matched: Callable[[str], None]


class Lobby:
    """Quick match, and the lists of rooms.

    Args:
        store: where it is known who waits.
        hall: the rooms.
        bus: where other processes are told of a match.
        now_ms: the clock.
    """

    def __init__(self, store: Store, hall: Hall, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._store, self._hall, self._bus, self._now_ms = store, hall, bus, now_ms
        self._seeks: dict[str, _Seek] = {}

    # Quick match

    async def seek(
        self,
        ticket_id: str,
        person: Person,
        setup_data: object,
        matched: Callable[[str], None],
        answer: Callable[[], None] = lambda: None,
    ) -> None:
        """Wait for somebody who wants the same, until `unseek`.

        Args:
            ticket_id: a new one; whatever happens here, `unseek` ends it.
            person: who waits.
            setup_data: what is wanted.
            matched: is called with the room when there is somebody, perhaps at once.
            answer: is called before, when somebody waits.

        Raises:
            Refused: if this cannot be wanted.
        """
        if len(self._seeks) >= _MOST_SEEKING:
            raise Denied(DeniedCode.TOO_MANY, "too many are waiting for a game")
        setup = _wanted(setup_data)
        ticket = Ticket(
            ticket_id,
            person.identity,
            json.dumps(setup.to_json(), sort_keys=True),
            self._now_ms(),
        )
        self._seeks[ticket.id] = seek = _Seek(ticket, person, setup, matched)
        await put_ticket(self._store, ticket)
        answer()
        await self._match(seek)

    async def unseek(self, ticket_id: str) -> None:
        """Wait no longer."""
        self._seeks.pop(ticket_id, None)
        await drop_ticket(self._store, ticket_id)

    async def hear(self, message: Message) -> None:
        """See whom other processes have matched."""
        if message.topic is Topic.TICKET and message.key in self._seeks:
            await self.renew()

    async def renew(self) -> None:
        """Say that all who wait here still do, and look for somebody for each; to be called every few seconds."""
        matched = await renew_tickets(self._store, list(self._seeks), self._now_ms())
        for ticket_id, room_id in matched.items():
            await self._tell(ticket_id, room_id)
        for seek in list(self._seeks.values()):
            await self._match(seek)
        if present := self._hall.rooms_with_hosts():
            await self._store.note_hosts(present, self._now_ms())

    async def _match(self, seek: _Seek) -> None:
        ticket = seek.ticket
        while ticket.id in self._seeks:
            partner = await find_partner(self._store, ticket, self._now_ms())
            if partner is None:
                return
            found = await find_identity(self._store, partner.identity)
            if found is None:
                await drop_ticket(self._store, partner.id)
                continue
            opening = self._opening(seek.setup, Person(partner.identity, found.name), seek.person)
            free = await claim_pair(self._store, ticket.id, partner.id, opening)
            if len(free) == 2:
                await self._tell(ticket.id, opening.room_id)
                self._bus.publish(Message(Topic.TICKET, partner.id))
            if ticket.id not in free:
                return  # somebody has found this one: its ticket says so

    def _opening(self, setup: Setup, first: Person, second: Person) -> Append:
        """A room for two, in which the game has started: nobody knows a colour or a card before both have a seat."""
        now_ms = self._now_ms()
        opened = create(setup, first, now_ms, secrets.token_bytes(16))
        joined = decide(opened.room, Join(), second, now_ms, secrets.token_bytes(16))
        events = (*opened.events, *joined.events)
        return Append(secrets.token_urlsafe(9), events, joined.room, is_listed=True)

    async def _tell(self, ticket_id: str, room_id: str) -> None:
        seek = self._seeks.pop(ticket_id, None)
        if seek is not None:
            seek.matched(room_id)
            await drop_ticket(self._store, ticket_id)

    # Lists

    async def open_rooms(self) -> list[RoomRow]:
        """Listed rooms that wait for somebody, and whose owners are there."""
        return await self._store.open_rooms(self._now_ms() - HOST_PATIENCE_MS, _MOST_LISTED)

    async def games_to_watch(self) -> list[RoomRow]:
        """Listed games that may be watched."""
        return await self._store.games_to_watch(_MOST_LISTED)

    async def see_host(self, room_id: str, identity: str | None) -> None:
        """Note that somebody has come into a room, or gone: is its owner here?"""
        room = self._hall.peek(room_id)
        if (
            room is None
            or room.status is not Status.WAITING
            or room.index_of(Person(identity or "", "")) != 0
        ):
            return
        is_here = self._hall.has_owner_here(room_id)
        await self._store.note_hosts([room_id], self._now_ms() if is_here else 0)


def _wanted(data: object) -> Setup:
    setup = Setup.from_json(data)
    plain = Setup(setup.rules, setup.format, setup.time)
    if setup != plain or setup.format is Format.COACHING:
        raise Refused(
            Code.BAD_SETUP, "setup: only rules, time and format (single or mirror) can be looked for"
        )
    return plain
