"""Identities, and taking a person out of everything."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from onitama.server.store import Store
from onitama.server.store.tables import events, identities, rooms, seats, tickets

__all__ = ["Identity", "add_identity", "erase_identity", "find_identity", "rename_identity"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody, as stored."""

    id: str
    """Told to nobody."""
    secret_hash: bytes
    name: str
    created_ms: int


async def add_identity(store: Store, identity: Identity) -> None:
    """Store a new one."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            insert(identities).values(
                id=identity.id,
                secret_hash=identity.secret_hash,
                name=identity.name,
                created_ms=identity.created_ms,
            )
        )

    await store.write(job)


async def find_identity(store: Store, identity: str) -> Identity | None:
    """The one with that id."""
    found = await store.read(select(identities).where(identities.c.id == identity))
    return Identity(**found[0]._mapping) if found else None


async def rename_identity(store: Store, identity: str, name: str) -> None:
    """Change the name for what comes."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(update(identities).where(identities.c.id == identity).values(name=name))

    await store.write(job)


async def erase_identity(store: Store, identity: str, name: str, nobody: str) -> list[str]:
    """Take somebody out: of the identities, and by name and id out of the logs. The games themselves stay.

    Args:
        store: the database.
        identity: who goes.
        name: what stands in the logs instead of the name.
        nobody: what stands there instead of the id; no identity that exists.

    Returns:
        The rooms that were changed.
    """

    async def job(connection: AsyncConnection) -> list[str]:
        taken = await connection.execute(
            select(seats.c.room, seats.c.person).where(seats.c.identity == identity).order_by(seats.c.room)
        )
        seated = dict(taken.all())
        for room_id, person in seated.items():
            await _erase_from_log(connection, room_id, identity, name, nobody)
            summary: Any = await connection.scalar(select(rooms.c.summary).where(rooms.c.id == room_id))
            names = [name if index == person else one for index, one in enumerate(summary["names"])]
            changed = {**summary, "names": names}
            await connection.execute(update(rooms).where(rooms.c.id == room_id).values(summary=changed))
        await connection.execute(delete(seats).where(seats.c.identity == identity))
        await connection.execute(delete(tickets).where(tickets.c.identity == identity))
        await connection.execute(delete(identities).where(identities.c.id == identity))
        return list(seated)

    rooms_changed: list[str] = await store.write(job)
    return rooms_changed


async def _erase_from_log(
    connection: AsyncConnection, room_id: str, identity: str, name: str, nobody: str
) -> None:
    # Who opened the room is in its first event, who came second in the second, and nobody is in any other.
    query = select(events.c.number, events.c.data).where(events.c.room == room_id, events.c.number <= 2)
    for number, data in (await connection.execute(query)).all():
        if data.get("identity") == identity:
            this = (events.c.room == room_id) & (events.c.number == number)
            erased = {**data, "identity": nobody, "name": name}
            await connection.execute(update(events).where(this).values(data=erased))
