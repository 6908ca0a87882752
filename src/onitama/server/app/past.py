"""The positions that a game has gone through, for who steps back through it."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from onitama.observe import observe
from onitama.server.app.models import Problem
from onitama.server.app.rest import MaybeIdentity, Served
from onitama.server.rooms import Room, viewer_of

__all__ = ["past_views", "router"]

router = APIRouter(
    prefix="/api/v1", responses={status: {"model": Problem} for status in (403, 404, 429, 503)}
)


class Views(BaseModel):
    """The start of a game and the positions after each whole turn."""

    views: list[dict[str, Any]]


@router.get("/rooms/{room_id}/views")
async def read_views(room_id: str, identity: MaybeIdentity, service: Served) -> Views:
    """The latest game of a room, position by position, as one may know it."""
    room = await service.hall.look(room_id)
    return Views(views=past_views(room, viewer_of(room, None if identity is None else identity.id)))


def past_views(room: Room, viewer: int | None) -> list[dict[str, Any]]:
    """The observations that a viewer has had at the ends of turns; open ones once the game is over (R70).

    A running turn has none: in hidden games others may not know that it has begun (R71).
    """
    game = room.game
    if game is None:
        return []
    player = None if viewer is None else room.player(viewer)
    positions = [game.start, *(turn.after for turn in game.turns if turn.is_complete)]
    views = [observe((), position, player, game.outcome).to_json() for position in positions]
    for view in views:
        del view["turns"]
        view["legal_steps"] = []
        view["outcome"] = None
    return views
