"""REST: setup, lists and records. Each handler asks the service, and says nothing of its own."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from onitama.server.app.guard import address_of
from onitama.server.app.models import Export, Me, Named, Newcomer, Opened, Opening, Problem, Records, Rooms
from onitama.server.denied import Denied, DeniedCode
from onitama.server.identities import records
from onitama.server.rooms import Person, Room, Setup, snapshot, viewer_of
from onitama.server.service import Service
from onitama.server.store.people import Identity

__all__ = ["COOKIE", "router"]

COOKIE = "onitama"
_COOKIE_S = 400 * 24 * 3600
"""As long as browsers keep any."""
_PAGE = 50

router = APIRouter(
    prefix="/api/v1",
    responses={status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 429, 503)},
)


def _service(connection: HTTPConnection) -> Service:
    service: Service = connection.app.state.service
    return service


Served = Annotated[Service, Depends(_service)]


async def _maybe_identity(request: Request, service: Served) -> Identity | None:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if not secret or kind.lower() != "bearer":
        secret = request.cookies.get(COOKIE, "")
    return await service.identities.find(secret) if secret else None


MaybeIdentity = Annotated[Identity | None, Depends(_maybe_identity)]


async def _identity(identity: MaybeIdentity) -> Identity:
    if identity is None:
        raise Denied(DeniedCode.NO_IDENTITY, "this needs an identity: send its secret")
    return identity


Known = Annotated[Identity, Depends(_identity)]


@router.post("/identities", status_code=201)
async def create_identity(body: Named, request: Request, response: Response, service: Served) -> Newcomer:
    """Become somebody, with a secret that a client keeps."""
    if not service.newcomers.take(address_of(request.scope)):
        raise Denied(DeniedCode.TOO_MANY, "too many identities were made from your address: wait a while")
    identity, secret = await service.identities.create(body.name)
    is_https = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=_COOKIE_S, httponly=True, samesite="strict", secure=is_https)
    return Newcomer(name=identity.name, created_ms=identity.created_ms, secret=secret)


@router.get("/me")
async def read_me(identity: Known) -> Me:
    """Who one is."""
    return Me(name=identity.name, created_ms=identity.created_ms)


@router.patch("/me")
async def rename_me(body: Named, identity: Known, service: Served) -> Me:
    """Be called differently from now on."""
    name = await service.identities.rename(identity, body.name)
    await service.see_identity(identity.id)  # when this is answered all that follows goes by the new name
    return Me(name=name, created_ms=identity.created_ms)


@router.delete("/me", status_code=204)
async def delete_me(identity: Known, response: Response, service: Served) -> None:
    """Be forgotten."""
    await service.identities.erase(identity)
    response.delete_cookie(COOKIE)


@router.get("/me/export")
async def export_me(identity: Known, service: Served) -> Export:
    """All that is stored about one."""
    return Export.model_validate(await service.identities.export(identity))


@router.get("/me/rooms")
async def list_my_rooms(
    identity: Known, service: Served, after: Annotated[str | None, Query(max_length=32)] = None
) -> Rooms:
    """Rooms in which one has a seat, the latest first."""
    rows = await service.store.rooms_of(identity.id, _PAGE, after)
    data = {"rooms": [one.to_json() for one in rows], "next": rows[-1].id if len(rows) == _PAGE else None}
    return Rooms.model_validate(data)


@router.post("/rooms", status_code=201)
async def open_room(body: Opening, identity: Known, service: Served) -> Opened:
    """Open a room and sit down in it; its link is for whoever shall come."""
    setup, person = Setup.from_json(body.setup), Person(identity.id, identity.name)
    room_id = await service.open_room(setup, person, is_listed=body.is_listed)
    return Opened(room=room_id, link=f"/r/{room_id}")


@router.get("/rooms")
async def list_rooms(
    service: Served, which: Annotated[Literal["open", "playing"], Query(alias="list")]
) -> Rooms:
    """Listed rooms: open ones to join, or games to watch."""
    lobby = service.lobby
    rows = await (lobby.open_rooms() if which == "open" else lobby.games_to_watch())
    return Rooms.model_validate({"rooms": [one.to_json() for one in rows]})


@router.get("/rooms/{room_id}")
async def read_room(room_id: str, identity: MaybeIdentity, service: Served) -> dict[str, Any]:
    """A room as one may see it."""
    room = await service.hall.look(room_id)
    return snapshot(room, _seat(room, identity))


@router.get("/rooms/{room_id}/records")
async def read_records(room_id: str, identity: MaybeIdentity, service: Served) -> Records:
    """The games of a room that have a result."""
    room = await service.hall.look(room_id)
    _seat(room, identity)
    return Records(records=records(room))


def _seat(room: Room, identity: Identity | None) -> int | None:
    return viewer_of(room, None if identity is None else identity.id)
