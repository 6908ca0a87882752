"""The web app is served beside the API, and stepping back through a game tells no secret."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

import onitama as on
from onitama.server.app.guard import Guard
from onitama.server.app.pages import add_pages
from onitama.server.app.past import past_views
from onitama.server.limits import Buckets
from onitama.server.rooms import Person, Setup, command_from_json, create, decide
from onitama.server.rooms.room import Room

pytestmark = pytest.mark.anyio


def client_of(app: FastAPI) -> AsyncClient:
    return AsyncClient(transport=ASGITransport(app), base_url="http://server")


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[AsyncClient]:
    folder = tmp_path / "pages"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the app")
    (folder / "assets" / "code-1a2b.js").write_text("its code")
    (tmp_path / "secret").write_text("not for others")
    app = FastAPI()
    app.add_middleware(Guard, requests=Buckets(1000, 1000, lambda: 0), origins=())
    add_pages(app, folder)
    async with client_of(app) as client:
        yield client


async def test_every_address_of_the_app_shows_it(pages: AsyncClient) -> None:
    for path in ("/", "/r/k3V_x0aPq2Lm", "/settings"):
        answer = await pages.get(path)
        assert (answer.status_code, answer.text) == (200, "the app")
        assert answer.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_files_named_by_their_content_are_kept(pages: AsyncClient) -> None:
    answer = await pages.get("/assets/code-1a2b.js")
    assert answer.text == "its code"
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/assets/old-9f.js", "/%2e%2e/secret", "/..%2fsecret"])
async def test_what_is_not_there_is_not_the_app(pages: AsyncClient, path: str) -> None:
    assert "not for others" not in (answer := await pages.get(path)).text
    assert answer.status_code == 404 or answer.text == "the app"
    if path.startswith(("/api", "/assets")):
        assert answer.status_code == 404


async def test_without_a_build_it_says_what_to_do(tmp_path: Path) -> None:
    app = FastAPI()
    add_pages(app, tmp_path)
    async with client_of(app) as client:
        answer = await client.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def played_room(turns: int) -> Room:
    """A game of the Way of Shadow between two people, some turns old."""
    setup = Setup.from_json({"rules": "way-of-shadow", "colour": "red", "seed": 3})
    people = (Person("a", "Anna"), Person("b", "Ben"))
    room = create(setup, people[0], now_ms=0, entropy=bytes(16)).room
    room = decide(room, command_from_json({"type": "join"}), people[1], now_ms=1, entropy=bytes(16)).room
    while True:
        game = room.game
        assert game is not None
        if sum(turn.number > 0 for turn in game.turns) > turns:
            return room
        if room.is_placing:
            index = next(i for i in (0, 1) if not game.has_placed(room.player(i)))
            kind, step = "place", game.placements(room.player(index))[0]
        else:
            index = next(i for i in (0, 1) if room.player(i) is game.position.to_move)
            kind, step = "step", game.position.legal_steps[0]
        data = {"type": kind, "moment": room.moments[index], "step": str(step)}
        room = decide(room, command_from_json(data), people[index], now_ms=2, entropy=bytes(16)).room


def test_r70_past_views_are_the_observations_of_their_viewer() -> None:
    room = played_room(4)
    game = room.game
    assert game is not None
    assert game.outcome is None
    ends = [turn.after for turn in game.turns if turn.is_complete]
    for viewer in (0, 1, None):
        views = past_views(room, viewer)
        assert len(views) == len(ends) + 1
        player = None if viewer is None else room.player(viewer)
        for view, position in zip(views[1:], ends, strict=True):
            assert view["legal_steps"] == []
            for owner in (on.RED, on.BLUE):
                shown = set(view[str(owner)]["ninjas"])
                revealed = set(view[str(owner)]["revealed"])
                assert owner is player or shown <= revealed
            assert view["side"] == position.side.name
