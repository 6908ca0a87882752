"""`Computers`: lets the computer do what rooms want of it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import Any, Protocol

from onitama.server.denied import Denied
from onitama.server.rooms import Command, Help, Occupant, Refused, Room, Want, wants
from onitama.server.shelf import OpenRoom

__all__ = ["Computer", "Computers"]

_log = logging.getLogger(__name__)


class Computer(Protocol):
    """What makes the computer's steps, and helps."""

    async def command(self, room_id: str, room: Room, want: Want) -> Command:
        """What it does; cancelled when something else has happened in the room."""

    def help(
        self, room_id: str, identity: str, room: Room, help_: Help
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What it thinks, for somebody who has asked."""


class Computers:
    """What the computer is thinking of, room by room.

    Args:
        computer: plays.
        do: does in a room what it has found.
    """

    def __init__(self, computer: Computer, do: Callable[[str, Command, Occupant], Awaitable[object]]) -> None:
        self._computer, self._do = computer, do

    def see_to(self, here: OpenRoom) -> None:
        """Let it do what a room wants now, and no more what it has wanted before."""
        wanted = wants(here.known)
        self.stop(here, wanted)
        for want in wanted:
            if want not in here.thinking:
                task = asyncio.create_task(self._let_computer(here, here.known, want))
                here.thinking[want] = task
                task.add_done_callback(lambda _, want=want: here.thinking.pop(want, None))  # type: ignore[misc]

    def stop(self, here: OpenRoom, wanted: tuple[Want, ...] = ()) -> None:
        """Let it think of nothing but what is wanted."""
        for want, task in here.thinking.items():
            if want not in wanted and task is not asyncio.current_task():
                task.cancel()

    async def _let_computer(self, here: OpenRoom, room: Room, want: Want) -> None:
        """Let the computer do what it has to; if something else has happened meanwhile, so be it."""
        actor = room.people[want.person]
        assert actor is not None
        try:
            command = await self._computer.command(here.id, room, want)
            await self._do(here.id, command, actor)
        except (Refused, Denied) as error:
            _log.info("room %s: what the computer wanted came to nothing: %s", here.id, error)
        except Exception:
            _log.exception("room %s: the computer fails", here.id)

    async def close(self, rooms: Iterable[OpenRoom]) -> None:
        """Think no more."""
        tasks = [task for here in rooms for task in here.thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
