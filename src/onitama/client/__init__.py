"""A client of the play server: create and join rooms, play, watch, from an event loop.

::

    async with Client("http://localhost:8000", name="Ada") as client:
        room = await client.create({"rules": "base", "time": "5+3"})
        print("Give this to your friend:", room.link)
        async for state in room.states():
            if state.is_my_turn:
                await room.step(state.legal_steps[0])

A connection that breaks is made again, and each room goes on from the last frame it has had. What the server says is in
docs/reference/server.md.

- face: `Client`: who one is, lists, records, rooms
- room: `ClientRoom`: one room, and what can be done in it
- state: `State`: how a room stands, as this client may know it
- connection: the socket, made again when it breaks
- secret_file: what is kept between two runs
- refusals: the errors
"""

from onitama.client.face import Client, room_id_of
from onitama.client.refusals import Disconnected, Refused
from onitama.client.room import ClientRoom
from onitama.client.secret_file import SecretFile
from onitama.client.state import OpenOffer, ShownPerson, State

__all__ = [
    "Client",
    "ClientRoom",
    "Disconnected",
    "OpenOffer",
    "Refused",
    "SecretFile",
    "ShownPerson",
    "State",
    "room_id_of",
]
