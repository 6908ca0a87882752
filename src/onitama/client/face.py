"""`Client`: who one is on a server, what there is to play, and the rooms."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from onitama.client.connection import Connection
from onitama.client.refusals import Disconnected, Refused
from onitama.client.room import ClientRoom
from onitama.client.secret_file import SecretFile
from onitama.errors import OnitamaError, shown

__all__ = ["Client", "room_id_of"]

_API = "/api/v1"
_PATIENCE_SECONDS = 30.0
_KEPT_SECONDS = 2.0
"""How long a connection waits for the next request: less than servers wait, or both may use and close it at once."""


def room_id_of(link: str) -> str:
    """The room that a link names; the room itself will do.

    >>> room_id_of("http://localhost:8000/r/k3V_x0aPq2Lm")
    'k3V_x0aPq2Lm'
    """
    return link.strip().rstrip("/").rpartition("/")[2]


class Client:
    """Somebody on a server.

    Args:
        url: of the server, `http://localhost:8000`.
        secret: who one is, if not whom the file says.
        name: what to be called there, if one is new.
        secrets: where the secret is kept; None to keep it nowhere.
    """

    def __init__(
        self,
        url: str,
        *,
        secret: str | None = None,
        name: str = "Guest",
        secrets: SecretFile | None = None,
    ) -> None:
        self.url = _tidy(url)
        self.secret = secret
        """By which the server knows one; not to be shown to anybody."""
        self._wanted_name = name
        self._secrets = secrets
        # Certificates take long to read, and where there is no TLS nobody needs them.
        needs_certificates = self.url.startswith("https:")
        self._http = httpx.AsyncClient(
            base_url=self.url + _API,
            timeout=_PATIENCE_SECONDS,
            verify=needs_certificates,
            limits=httpx.Limits(keepalive_expiry=_KEPT_SECONDS),
        )
        self._connection: Connection | None = None

    @property
    def name(self) -> str:
        """What one is called there."""
        return self._joined.name or self._wanted_name

    async def __aenter__(self) -> Self:
        try:
            await self._come_in()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            await self._connection.close()
        await self._http.aclose()

    async def _come_in(self) -> None:
        if self.secret is None and self._secrets is not None:
            self.secret = self._secrets.get(self.url)
        if self.secret is None:
            await self._make_identity()
        try:
            await self._connect()
        except Refused as refusal:
            if refusal.code != "no-identity" or self._secrets is None:
                raise
            await self._make_identity()  # the server has forgotten who we were
            await self._connect()

    async def _make_identity(self) -> None:
        self.secret = None
        self.secret = (await self._ask("POST", "/identities", {"name": self._wanted_name}))["secret"]
        self._http.cookies.clear()  # the secret says it all
        if self._secrets is not None:
            self._secrets.put(self.url, self.secret)

    async def _connect(self) -> None:
        self._connection = Connection(f"ws{self.url.removeprefix('http')}{_API}/ws", self.secret)
        await self._connection.open()

    @property
    def _joined(self) -> Connection:
        if self._connection is None:
            raise OnitamaError("the client is not connected: use it as async with Client(…)")
        return self._connection

    # Rooms

    async def create(self, setup: Mapping[str, Any], *, is_listed: bool = False) -> ClientRoom:
        """Open a room.

        Args:
            setup: what is played, as docs/reference/server.md says.
            is_listed: whether everybody is shown that somebody waits there.

        Raises:
            Refused: if it cannot be opened like this.
        """
        made = await self._ask("POST", "/rooms", {"setup": dict(setup), "is_listed": is_listed})
        return await self.watch(made["room"])

    async def join(self, link: str) -> ClientRoom:
        """Take the free seat in a room; whose seat it is already is welcome back.

        Raises:
            Refused: if there is none.
        """
        room_id = room_id_of(link)
        await self._joined.request({"type": "join", "room": room_id})
        return await self.watch(room_id)

    async def watch(self, link: str) -> ClientRoom:
        """Enter a room as who one is there: a player in one's own rooms, else a spectator.

        Raises:
            Refused: if there is no such room, or nobody may watch.
        """
        room_id = room_id_of(link)
        room = ClientRoom(self._joined, room_id, f"{self.url}/r/{room_id}")
        await self._joined.enter(room_id, room)
        await room.wait_until_entered()
        return room

    async def quick_match(self, setup: Mapping[str, Any]) -> ClientRoom:
        """Wait for somebody who wants the same, and play; cancelling it takes the wish back.

        Args:
            setup: `rules`, `time` and `format`.
        """
        return await self.watch(await self._joined.match(dict(setup)))

    # Lists and records

    async def my_rooms(self, after: str | None = None) -> dict[str, Any]:
        """One's own rooms, the latest first: `rooms`, and `next` to ask for more."""
        return await self._ask("GET", "/me/rooms", params={} if after is None else {"after": after})

    async def open_rooms(self) -> list[dict[str, Any]]:
        """Rooms in which somebody waits."""
        found: list[dict[str, Any]] = (await self._ask("GET", "/rooms", params={"list": "open"}))["rooms"]
        return found

    async def games_to_watch(self) -> list[dict[str, Any]]:
        """Rooms in which a game is played that may be watched."""
        found: list[dict[str, Any]] = (await self._ask("GET", "/rooms", params={"list": "playing"}))["rooms"]
        return found

    async def records(self, link: str) -> list[dict[str, Any]]:
        """The records of a room's finished games."""
        answer = await self._ask("GET", f"/rooms/{room_id_of(link)}/records")
        records: list[dict[str, Any]] = answer["records"]
        return records

    async def export(self) -> dict[str, Any]:
        """All that the server has stored about one."""
        return await self._ask("GET", "/me/export")

    async def rename(self, name: str) -> None:
        """Be called something else in rooms from now on."""
        self._joined.name = (await self._ask("PATCH", "/me", {"name": name}))["name"]

    async def delete_everything(self) -> None:
        """Have the server forget one, and forget the secret."""
        await self._ask("DELETE", "/me")
        if self._secrets is not None:
            self._secrets.put(self.url, None)

    async def _ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        headers = {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}
        try:
            answer = await self._http.request(method, path, json=body, params=params, headers=headers)
            data = answer.json() if answer.content else {}
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
            raise Disconnected(f"the server at {self.url} cannot be reached: {reason}") from None
        except ValueError:
            raise Disconnected(f"what answers at {self.url} is no server of Onitama") from None
        if answer.is_error:
            raise Refused.from_json(data)
        found: dict[str, Any] = data
        return found


def _tidy(url: str) -> str:
    """The URL of a server as it is written everywhere.

    Raises:
        OnitamaError: if it is none.
    """
    full = url if "://" in url else f"http://{url}"
    parts = urlsplit(full)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise OnitamaError(
            f"expected the address of a server such as http://localhost:8000, found {shown(url)}"
        )
    return f"{parts.scheme}://{parts.netloc}"
