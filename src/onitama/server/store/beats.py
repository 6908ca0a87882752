"""When the server was last known to work, so that nobody's clock runs while it does not."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from onitama.server.store import Store
from onitama.server.store.tables import beats, outages

__all__ = ["OUTAGE_MS", "Outage", "beat"]

OUTAGE_MS = 5000
"""When no process has given a sign for so long, the server was away."""
_KEPT_MS = 30 * 24 * 3600 * 1000
"""Outages longer ago than any clock."""


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """A time in which no process worked."""

    from_ms: int
    to_ms: int


async def beat(store: Store, now_ms: int) -> list[Outage]:
    """Give a sign of life, and write down an outage if there was one.

    Returns:
        The outages of late, the earliest first.
    """

    async def job(connection: AsyncConnection) -> list[Outage]:
        # The lock on the row lets one of several processes find the outage.
        last = await connection.scalar(select(beats.c.at_ms).where(beats.c.id == 1).with_for_update())
        if last is None:
            await connection.execute(insert(beats).values(id=1, at_ms=now_ms))
        elif last < now_ms:
            await connection.execute(update(beats).values(at_ms=now_ms))
            if now_ms - last > OUTAGE_MS:
                await connection.execute(insert(outages).values(from_ms=last, to_ms=now_ms))
                await connection.execute(delete(outages).where(outages.c.to_ms < now_ms - _KEPT_MS))
        found = await connection.execute(select(outages).order_by(outages.c.from_ms))
        return [Outage(*row) for row in found.all()]

    told: list[Outage] = await store.write(job)
    return told
