"""`Identities`: who somebody is, by a secret that only that client has."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any

from onitama.server.bus import Bus, Message, Topic
from onitama.server.denied import Denied, DeniedCode
from onitama.server.hall import Hall
from onitama.server.rooms import Person, Refused, Room, Status, clean_name
from onitama.server.rooms.commands import Leave, Resign
from onitama.server.store import RoomRow, Store
from onitama.server.store.people import (
    Identity,
    add_identity,
    erase_identity,
    find_identity,
    rename_identity,
)

__all__ = ["Identities", "records"]

ERASED = "deleted"
"""What stands in old games instead of a name that was deleted."""
_PAGE = 200


class Identities:
    """Everybody who has come.

    A secret is `ID.RANDOM`. Only its hash is stored; a fast one will do, for nobody can try through 256 random bits.

    Args:
        store: where they are kept.
        hall: the rooms they are in.
        bus: where other processes are told that one is gone, or called differently.
        now_ms: the clock.
    """

    def __init__(self, store: Store, hall: Hall, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._store, self._hall, self._bus, self._now_ms = store, hall, bus, now_ms

    async def create(self, name: str) -> tuple[Identity, str]:
        """A new identity and its secret, which is not known here any more afterwards.

        Raises:
            Refused: for a name that cannot be shown.
        """
        identity_id = secrets.token_urlsafe(12)
        secret = f"{identity_id}.{secrets.token_urlsafe(32)}"
        identity = Identity(identity_id, _hash(secret), clean_name(name), self._now_ms())
        await add_identity(self._store, identity)
        return identity, secret

    async def find(self, secret: str) -> Identity:
        """Whose secret this is.

        Raises:
            Denied: if it is nobody's.
        """
        is_possible = secret.isascii() and secret.isprintable()
        identity = await find_identity(self._store, secret.partition(".")[0]) if is_possible else None
        if identity is None or not hmac.compare_digest(identity.secret_hash, _hash(secret)):
            raise Denied(DeniedCode.NO_IDENTITY, "this secret is not known here")
        return identity

    async def get(self, identity_id: str) -> Identity | None:
        """Somebody as it is stored now, if it still is."""
        return await find_identity(self._store, identity_id)

    async def rename(self, identity: Identity, name: str) -> str:
        """Be called differently from now on; the name as it is shown.

        Raises:
            Refused: for a name that cannot be shown.
        """
        cleaned = clean_name(name)
        await rename_identity(self._store, identity.id, cleaned)
        self._bus.publish(Message(Topic.IDENTITY, identity.id))
        return cleaned

    async def export(self, identity: Identity) -> dict[str, Any]:
        """All that is stored about somebody, as plain JSON data."""
        rooms = []
        for row in await self._all_rooms(identity):
            room = await self._hall.look(row.id)
            rooms.append({**row.to_json(), "records": records(room)})
        return {"name": identity.name, "created_ms": identity.created_ms, "rooms": rooms}

    async def erase(self, identity: Identity) -> None:
        """Give up what somebody is in the middle of, then forget it."""
        person = Person(identity.id, identity.name)
        for row in await self._all_rooms(identity):
            room = await self._hall.look(row.id)
            try:
                if room.status in (Status.PLAYING, Status.BETWEEN):
                    await self._hall.do(row.id, Resign(room.game_number), person)
                else:
                    await self._hall.do(row.id, Leave(), person)
            except Refused:
                continue  # it has ended by itself meanwhile
        nobody = f"-{secrets.token_urlsafe(12)}"
        for room_id in await erase_identity(self._store, identity.id, ERASED, nobody):
            await self._hall.reread(room_id)
            self._bus.publish(Message(Topic.REWRITTEN, room_id))
        self._bus.publish(Message(Topic.IDENTITY, identity.id))

    async def _all_rooms(self, identity: Identity) -> list[RoomRow]:
        rows: list[RoomRow] = []
        while page := await self._store.rooms_of(identity.id, _PAGE, rows[-1].id if rows else None):
            rows += page
        return rows


def records(room: Room) -> list[dict[str, Any]]:
    """The games of a room that have a result, which hides nothing any more."""
    return [one.record for one in room.finished]


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
