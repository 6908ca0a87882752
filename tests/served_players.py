"""Players of a game on a server in another process, who come back whenever it has gone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import connect

from server_table import BASE, Client, bearer


class Player:
    """Somebody who comes back whenever the server has gone."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.number: int | None = None
        self.acknowledged = 0
        self.state: dict[str, Any] = {}

    @asynccontextmanager
    async def at(self, address: str, room: str) -> AsyncIterator[Client]:
        url = address.replace("http", "ws") + "/api/v1/ws"
        async with connect(url) as connection:
            client = Client(connection)
            await client.send("hello", version=1, secret=self.secret)
            await client.send("enter", room=room, number=self.number)
            await self.hear_until(client, (await client.until("done"))["number"])
            yield client

    async def hear_until(self, client: Client, number: int) -> None:
        """Hear until that frame has come, without a gap."""
        while (self.number or 0) < number:
            told = await client.hear()
            if "number" in told and "state" in told:
                assert self.number is None or told["type"] == "snapshot" or told["number"] == self.number + 1
                self.number, self.state = told["number"], told["state"]

    @property
    def is_to_move(self) -> bool:
        mine = self.state["people"][self.state["you"]]["colour"]
        return bool(self.state["view"]["to_move"] == mine)


async def new_game(address: str, **setup: Any) -> tuple[str, Player, Player]:
    async with httpx.AsyncClient(base_url=f"{address}/api/v1") as http:
        secrets = []
        for name in ("Anna", "Ben"):
            secrets.append((await http.post("/identities", json={"name": name})).json()["secret"])
            http.cookies.clear()
        answer = await http.post("/rooms", json={"setup": {**BASE, **setup}}, headers=bearer(secrets[0]))
    room: str = answer.json()["room"]
    anna, ben = Player(secrets[0]), Player(secrets[1])
    async with ben.at(address, room) as client:
        assert (await client.asks("join", room=room))["type"] == "done"
    return room, anna, ben


async def play_on(room: str, clients: list[tuple[Player, Client]], turns: int) -> None:
    """Let both play, back and forth; what was answered is remembered."""
    for _ in range(turns):
        for player, client in clients:
            await player.hear_until(client, max(one.acknowledged for one, _ in clients))
        if clients[0][0].state["status"] != "playing":
            return
        player, client = next(one for one in clients if one[0].is_to_move)
        step = player.state["view"]["legal_steps"][-1]
        await client.send("step", id="s", room=room, moment=player.state["moment"], step=step)
        while (answer := await client.hear()).get("id") != "s":
            pass
        assert answer["type"] == "done", answer
        player.acknowledged = answer["number"]
