"""`onitama play --server`: which room of a server, and what comes before it."""

import asyncio
import getpass
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from onitama.cli.screen import Screen

__all__ = ["Online", "play_online"]

_MOST_NAME_CHARACTERS = 30


@dataclass(frozen=True, slots=True)
class Online:
    """What is wanted of a server."""

    url: str
    setup: dict[str, Any]
    """What to play, if a room is opened or somebody is sought."""
    join: str | None = None
    """A link to a room, to play there."""
    watch: str | None = None
    """A link to a room, to look on."""
    quick: bool = False
    """Whether to play whoever wants to play the same."""
    name: str | None = None


def play_online(online: Online, screen: Screen) -> None:
    """Play, or watch, until it is over or one leaves.

    Raises:
        OnitamaError: if the server does not want that, or is not there.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(online, screen))


async def _play(online: Online, screen: Screen) -> None:
    from onitama.cli.lines import Lines
    from onitama.cli.online_session import OnlineSession
    from onitama.client import Client, Refused, SecretFile

    async with Client(online.url, name=online.name or _own_name(), secrets=SecretFile()) as client:
        if online.name is not None and client.name != online.name:
            await client.rename(online.name)
        if online.join is not None:
            try:
                room = await client.join(online.join)
            except Refused as refusal:
                if refusal.code != "own-room":
                    raise
                room = await client.watch(online.join)  # one has come back before anybody else came
        elif online.watch is not None:
            room = await client.watch(online.watch)
        elif online.quick:
            screen.say("Waiting for somebody who wants to play the same ...")
            room = await client.quick_match(online.setup)
        else:
            room = await client.create(online.setup)
        await OnlineSession(room, screen, Lines()).run()


def _own_name(otherwise: str = "Guest") -> str:
    """What the computer calls whoever sits at it."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()[:_MOST_NAME_CHARACTERS] or otherwise
    return otherwise
