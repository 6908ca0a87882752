"""Who waits for a game with anybody who wants the same."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from onitama.server.store import Append, Store
from onitama.server.store.tables import tickets

__all__ = [
    "PATIENCE_MS",
    "Ticket",
    "claim_pair",
    "drop_ticket",
    "find_partner",
    "put_ticket",
    "renew_tickets",
]

PATIENCE_MS = 15_000
"""A ticket that was not renewed for so long belongs to a process that is gone."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody's wish, as long as its socket lives."""

    id: str
    identity: str
    wish: str
    since_ms: int


async def put_ticket(store: Store, ticket: Ticket) -> None:
    """Wait from now on."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            insert(tickets).values(
                id=ticket.id,
                identity=ticket.identity,
                wish=ticket.wish,
                seen_ms=ticket.since_ms,
                since_ms=ticket.since_ms,
            )
        )

    await store.write(job)


async def drop_ticket(store: Store, ticket_id: str) -> None:
    """Wait no longer."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(delete(tickets).where(tickets.c.id == ticket_id))

    await store.write(job)


async def renew_tickets(store: Store, ticket_ids: list[str], now_ms: int) -> dict[str, str]:
    """Say that these still wait; which of them have a room by now. Takes out what was left by dead processes."""

    async def job(connection: AsyncConnection) -> dict[str, str]:
        mine = tickets.c.id.in_(ticket_ids)
        await connection.execute(update(tickets).where(mine).values(seen_ms=now_ms))
        await connection.execute(delete(tickets).where(tickets.c.seen_ms < now_ms - PATIENCE_MS))
        found = await connection.execute(
            select(tickets.c.id, tickets.c.room).where(mine, tickets.c.room.is_not(None))
        )
        return {ticket_id: str(room) for ticket_id, room in found.all()}

    matched: dict[str, str] = await store.write(job)
    return matched


async def find_partner(store: Store, ticket: Ticket, now_ms: int) -> Ticket | None:
    """Who has waited longest for the same, and is somebody else."""
    query = select(tickets.c.id, tickets.c.identity, tickets.c.wish, tickets.c.since_ms).where(
        tickets.c.wish == ticket.wish,
        tickets.c.identity != ticket.identity,
        tickets.c.room.is_(None),
        tickets.c.seen_ms >= now_ms - PATIENCE_MS,
    )
    found = await store.read(query.order_by(tickets.c.since_ms, tickets.c.id).limit(1))
    return Ticket(*found[0]) if found else None


async def claim_pair(store: Store, first: str, second: str, opening: Append) -> set[str]:
    """Give two tickets a room and open it, unless one of them has one already or waits no more.

    Returns:
        Which of them were free; the room is open if both.
    """

    async def job(connection: AsyncConnection) -> set[str]:
        pair = tickets.c.id.in_([first, second])
        # Locked in one order, or two processes that claim the same pair could wait for each other.
        query = select(tickets.c.id).where(pair, tickets.c.room.is_(None)).order_by(tickets.c.id)
        free = set((await connection.execute(query.with_for_update())).scalars())
        if len(free) == 2:
            await connection.execute(update(tickets).where(pair).values(room=opening.room_id))
            await store.append_in(connection, opening)
        return free

    free: set[str] = await store.write(job)
    return free
