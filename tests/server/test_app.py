"""The network side, over real sockets: whatever is sent, the answer says what was wrong and the socket lives."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from onitama.server.app.messages import MOST_BYTES
from server_table import Client, FakeClock, Running, bearer, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(url: str, clock: FakeClock) -> AsyncIterator[Running]:
    async with running(url, clock) as one:
        yield one


async def seated(server: Running, **setup: Any) -> tuple[Client, Client, str]:
    """Anna with Red and Ben with Blue, in a game."""
    secret = await server.newcomer("Anna")
    anna, ben = await server.client(secret), await server.person("Ben")
    room = await server.open(secret, **setup)
    for one in (anna, ben):
        assert (await one.asks("enter", room=room))["type"] == "done"
    assert (await ben.asks("join", room=room))["type"] == "done"
    for one in (anna, ben):
        await one.until("started")
    return anna, ben, room


async def test_two_play_to_the_end(server: Running) -> None:
    anna, ben, room = await seated(server)
    for _ in range(300):
        state = anna.states[room]
        if state["status"] != "playing":
            break
        mover = anna if state["view"]["to_move"] == "red" else ben
        step = mover.states[room]["view"]["legal_steps"][-1]
        moment = mover.states[room]["moment"]
        answer = await mover.asks("step", room=room, moment=moment, step=step)
        assert answer["type"] == "done"
        for one in (anna, ben):
            assert (await one.until("stepped"))["number"] == answer["number"]
    assert anna.states[room]["status"] in ("over", "playing")
    records = (await server.http.get(f"/rooms/{room}/records")).json()["records"]
    assert len(records) == (anna.states[room]["status"] == "over")


async def test_the_first_messages_are_not_lost(server: Running) -> None:
    secret = await server.newcomer()
    room = await server.open(secret)
    client = await server.client(hello=False)
    await client.send("hello", version=1, secret=secret)
    await client.send("enter", id=1, room=room)
    await client.send("ping", id=2)
    assert [(await client.hear())["type"] for _ in range(4)] == ["welcome", "done", "snapshot", "pong"]


async def test_a_room_can_be_joined_before_it_is_entered_by_anybody(server: Running) -> None:
    room = await server.open(await server.newcomer())
    ben = await server.person("Ben")
    assert (await ben.asks("join", room=room))["type"] == "done"
    await ben.asks("enter", room=room)
    assert (await ben.until("snapshot"))["state"]["status"] == "playing"


async def test_the_turn_is_checked_and_an_illegal_step_is_answered(server: Running) -> None:
    anna, ben, room = await seated(server)
    answers = [
        await ben.asks("step", room=room, moment=1, step="crab:c5c4"),
        await anna.asks("step", room=room, moment=1, step="ox:c1c5"),
        await anna.asks("step", room=room, moment=0, step="ox:c1c2"),
        await anna.asks("step", room=room, moment=1, step="nonsense"),
    ]
    assert [one["code"] for one in answers] == ["not-your-turn", "illegal", "stale", "illegal"]
    assert answers[2]["state"] == anna.states[room]
    assert answers[2]["number"] == 3
    assert (await anna.asks("step", room=room, moment=1, step="ox:c1c2"))["type"] == "done"


UNREADABLE = [
    ("", "expected JSON"),
    ("{", "expected JSON"),
    ("[" * 3000, "expected JSON"),
    ("[]", "expected an object"),
    ('{"type": NaN}', "expected JSON"),
    ("{}", "type: expected a text"),
    ('{"type": 7}', "type: expected a text"),
    ('{"type": "step"}', "room: expected the name of a room"),
    ('{"type": "step", "room": 7}', "room: expected the name of a room"),
    ('{"type": "step", "room": "' + "x" * 40 + '"}', "room: expected the name of a room"),
    ('{"type": "fly", "room": "x"}', "type: expected one of"),
    ('{"type": "ping", "more": 1}', "unexpected key 'more'"),
    ('{"type": "ping", "id": [1]}', "id: expected"),
    ('{"type": "ping", "id": "' + "x" * 50 + '"}', "id: expected"),
    ('{"type": "ping", "id": 1e400}', "id: expected"),
    ('{"type": "enter", "room": "x", "number": "1"}', "number: expected"),
    ('{"type": "enter", "room": "nosuchroom00"}', "no such room"),
    ('{"type": "join", "room": "nosuchroom00"}', "no such room"),
    ('{"type": "seek", "setup": {"computer": "1"}}', "only rules, time"),
    ('{"type": "seek", "setup": {"rules": "\\ud800"}}', "rules"),
    ('{"type": "hello", "version": 1}', "has been said"),
    ('{"type": "ping", "x": "' + "x" * MOST_BYTES + '"}', "at most 16384 bytes"),
]


async def test_what_cannot_be_read_is_answered_and_the_socket_lives(server: Running) -> None:
    client = await server.person("Anna")
    for text, wrong in UNREADABLE:
        await client.connection.send(text)
        answer = await client.hear()
        assert answer["type"] == "refused"
        assert wrong in answer["message"], text
        assert (await client.asks("ping"))["type"] == "pong"


async def test_bytes_are_no_message(server: Running) -> None:
    client = await server.person("Anna")
    await client.connection.send(b'{"type": "ping"}')
    assert (await client.hear())["code"] == "bad-message"
    assert (await client.asks("ping"))["type"] == "pong"


async def test_who_does_not_say_hello_as_it_should_is_closed(server: Running) -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        ({"type": "ping"}, 4001),
        ({"type": "hello", "version": 2}, 4002),
        ({"type": "hello"}, 4002),
        ({"type": "hello", "version": 1, "secret": "x.y"}, 4003),
        ({"type": "hello", "version": 1, "secret": 7}, 4003),
    ]
    for hello, code in cases:
        client = await server.client(hello=False)
        await client.connection.send(json.dumps(hello))
        assert await client.closed() == code


async def test_who_has_no_identity_may_only_watch(server: Running) -> None:
    _, _, room = await seated(server)
    client = await server.client()
    assert (await client.asks("enter", room=room))["type"] == "done"
    assert (await client.until("snapshot"))["state"]["you"] is None
    assert (await client.asks("join", room=room))["code"] == "no-identity"


async def test_frames_stop_after_exit(server: Running) -> None:
    anna, ben, room = await seated(server)
    assert (await ben.asks("exit", room=room))["type"] == "done"
    await anna.asks("step", room=room, moment=1, step="ox:c1c2")
    await ben.asks("ping")
    assert ben.heard[-1]["type"] == "pong"
    assert "stepped" not in [one["type"] for one in ben.heard]
    await ben.asks("enter", room=room, number=3)
    assert (await ben.until("stepped"))["number"] == 4


async def test_too_many_messages_are_refused_and_far_too_many_end_it(url: str) -> None:
    async with running(url, messages_per_second=1) as server:
        client = await server.person("Anna")
        answers = [await client.asks("ping") for _ in range(100)]
        assert [one["type"] for one in answers].count("pong") == 60
        assert answers[-1]["code"] == "too-many"
        server.service.now_ms.now_ms += 1000  # type: ignore[attr-defined]
        assert (await client.asks("ping"))["type"] == "pong"
        for _ in range(250):
            await client.send("ping")
        assert await client.closed() == 4029


async def test_who_does_not_read_is_dropped_and_the_others_play_on(server: Running) -> None:
    anna, ben, room = await seated(server)
    slow = await server.client(max_queue=1)
    await slow.asks("enter", room=room)
    slow.connection.transport.pause_reading()
    socket = next(one for one in server.service.sockets if one.identity is None)
    for _ in range(20_000):
        socket.tell("x" * 1000)  # type: ignore[attr-defined]
        if socket._close.done():  # type: ignore[attr-defined]
            break
        await asyncio.sleep(0)
    assert socket._close.result()[0] == 4008  # type: ignore[attr-defined]
    await anna.asks("step", room=room, moment=1, step="ox:c1c2")
    assert (await ben.until("stepped"))["number"] == 4
    slow.connection.transport.abort()


async def test_pages_of_other_sites_are_kept_out(url: str) -> None:
    async with running(url, origins=["https://friend.example"]) as server:
        with pytest.raises(InvalidStatus) as refused:
            await server.client(origin="https://evil.example")
        assert refused.value.response.status_code == 403
        await server.client(origin="https://friend.example")
        await server.client(origin=server.address)
        answer = await server.http.post(
            "/identities", json={"name": "Anna"}, headers={"Origin": "https://evil.example"}
        )
        assert answer.status_code == 403
        assert answer.json()["code"] == "bad-origin"


async def test_sockets_of_one_address_are_counted(url: str) -> None:
    async with running(url, sockets_per_address=2) as server:
        first = await server.client()
        await server.client()
        assert await (await server.client(hello=False)).closed() == 1013
        await first.connection.close()
        while len(server.service.sockets) > 1:
            await asyncio.sleep(0.001)
        await server.client()


async def test_a_stopping_server_says_when_to_come_back(url: str) -> None:
    async with running(url) as server:
        client = await server.client()
        server.service.say_bye()
        assert (await client.until("bye"))["retry_ms"] == 1000
        assert await client.closed() == 1012
        assert (await server.http.get(f"{server.address}/health")).status_code == 503


async def test_health_metrics_and_headers(server: Running) -> None:
    await server.client()
    answer = await server.http.get(f"{server.address}/health")
    assert answer.json() == {"status": "ok"}
    for name in ("x-content-type-options", "content-security-policy", "referrer-policy"):
        assert name in answer.headers
    assert "server" not in answer.headers
    assert "onitama_sockets" in (await server.http.get(f"{server.address}/metrics")).text


async def test_rest_says_what_is_wrong(server: Running) -> None:
    secret = await server.newcomer()
    post = server.http.post
    answers = [
        await post("/identities", json={"nam": "Anna"}),
        await post("/identities", content=b"{"),
        await post("/identities", json={"name": "<b>"}),
        await post("/identities", json={"name": "x" * 1000}),
        await post("/identities", content=b"x" * 20_000),
        await post("/rooms", json={"setup": {}}),
        await post("/rooms", json={"setup": {}}, headers=bearer(secret + "x")),
        await post("/rooms", json={"setup": {"rules": "chess"}}, headers=bearer(secret)),
        await post("/rooms", json={"setup": {"computer": "none"}}, headers=bearer(secret)),
        await server.http.get("/rooms/nosuchroom00"),
        await server.http.get("/rooms?list=all"),
        await server.http.get("/nowhere"),
        await server.http.delete("/rooms"),
    ]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (400, "bad-message"),
        (400, "bad-message"),
        (400, "bad-name"),
        (400, "bad-name"),
        (413, "bad-message"),
        (401, "no-identity"),
        (401, "no-identity"),
        (400, "bad-setup"),
        (400, "bad-setup"),
        (404, "no-room"),
        (400, "bad-message"),
        (404, "bad-message"),
        (405, "bad-message"),
    ]
    assert all(one.json()["message"] and "Traceback" not in one.text for one in answers)


async def test_what_goes_wrong_inside_stays_inside(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    client = await server.client()
    server.service.store.games_to_watch = broken  # type: ignore[method-assign, assignment]
    server.service.hall.enter = broken  # type: ignore[method-assign, assignment]
    answer = await server.http.get("/rooms?list=playing")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "secret" not in str(await client.asks("enter", room="nosuchroom00"))
    assert (await client.asks("ping"))["type"] == "pong"
    assert "a secret of the house" in caplog.text
    caplog.clear()


async def test_requests_of_one_address_are_counted(url: str) -> None:
    async with running(url) as server:
        codes = [(await server.http.get("/nowhere")).status_code for _ in range(110)]
        assert codes.count(404) == 100
        assert codes[-1] == 429


async def test_names_of_any_script_come_back_as_they_are_shown(server: Running) -> None:
    for name in ("Ada  Lovelace", "Ünïcödé", "李白", "نور", "🐯", "O'Neil", '"quoted"'):
        secret = await server.newcomer(name)
        shown = " ".join(name.split())
        assert (await server.http.get("/me", headers=bearer(secret))).json()["name"] == shown
        room = await server.open(secret)
        client = await server.client(secret)
        await client.asks("enter", room=room)
        assert (await client.until("snapshot"))["state"]["people"][0]["name"] == shown


async def test_help_comes_to_who_may_ask_for_it(server: Running) -> None:
    secret = await server.newcomer()
    client = await server.client(secret)
    room = await server.open(secret, computer="1", starter="red")
    await client.asks("enter", room=room)
    assert (await client.asks("help", room=room, kind="hint"))["type"] == "done"
    told = await client.until("help")
    assert told["is_final"]
    assert told["room"] == room
    anna, _, other = await seated(server)
    assert (await anna.asks("help", room=other, kind="hint"))["code"] == "no-hints"


async def test_games_are_not_broken_off_until_the_colour_suits(server: Running) -> None:
    secret = await server.newcomer()
    anna, ben = await server.client(secret), await server.person("Ben")
    answers = []
    for _ in range(5):
        room = await server.open(secret)
        await ben.asks("join", room=room)
        answers.append(await anna.asks("abort", room=room, game=1))
    assert [one.get("code") for one in answers] == [None, None, None, "too-many", "too-many"]
