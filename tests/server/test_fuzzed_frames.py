"""Whatever is sent on a socket is answered with what was wrong, and the socket lives; nobody else notices."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from websockets.asyncio.client import connect

from onitama.client import Client
from served import Served, served

DEAL = {"rules": "way-of-shadow", "seed": 3, "colour": "red"}
TYPES = (
    *("hello", "ping", "enter", "exit", "seek", "unseek", "join", "leave", "step", "place", "propose"),
    *("confirm", "offer", "answer", "resign", "abort", "ready", "help", "welcome", "snapshot", ""),
)
KEYS = (
    *("id", "room", "number", "moment", "step", "game", "kind", "turn_number", "offer", "answer", "setup"),
    *("version", "secret", "type"),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["boar:c1c2", "place:b1", "place:b5", "draw", "takeback", "hint", "accept", "\ud800"]),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=5
)
messages = st.builds(
    lambda kind, parts: {"type": kind, **parts},
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=6),
)
texts = st.one_of(messages.map(json.dumps), values.map(json.dumps), st.text(max_size=60), st.just("[" * 4000))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as one:
        yield one


@settings(max_examples=25)
@given(st.lists(texts, min_size=1, max_size=12), st.booleans())
def test_a_socket_bears_anything(server: Served, sent: list[str], is_bound: bool) -> None:
    asyncio.run(asyncio.wait_for(_bear(server, sent, is_bound=is_bound), 60))


async def _bear(server: Served, sent: list[str], *, is_bound: bool) -> None:
    """Send it all as a player of a room; the other player is told nothing but what the rules know."""
    async with Client(server.url) as anna, Client(server.url) as ben:
        room = await anna.create(DEAL)
        await ben.join(room.link)
        before = room.state
        url = f"ws{server.url[4:]}/api/v1/ws"
        async with connect(url, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "version": 1, "secret": ben.secret}))
            for text in sent:
                await socket.send(_bound(text, room.id) if is_bound else text)
            await socket.send('{"type": "ping", "id": "the end"}')
            answers = await _answers(socket)
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert all(answer["code"] and answer["message"] for answer in refused)
        assert not any(
            "Traceback" in answer["message"] or 'File "' in answer["message"] for answer in refused
        )
        state = (await anna.watch(room.id)).state
        events = {"placed", "offered", "resigned", "closed", "snapshot", "started", "stepped", "answered"}
        assert state.event in events
        assert state.number >= before.number


async def _answers(socket: Any) -> list[dict[str, Any]]:
    """All answers up to the one to the last ping."""
    answers: list[dict[str, Any]] = []
    while not answers or answers[-1].get("id") != "the end":
        answers.append(json.loads(await socket.recv()))
    return answers


def _bound(text: str, room: str) -> str:
    """The same message for the room that is really there."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps({**message, "room": room}) if isinstance(message, dict) else text
