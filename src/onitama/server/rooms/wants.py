"""What a room needs of the computer."""

from dataclasses import dataclass

from onitama.server.rooms.commands import HelpKind
from onitama.server.rooms.events import OfferKind
from onitama.server.rooms.room import Computer, Room, Status

__all__ = ["ComputerAnswer", "ComputerStep", "Help", "Want", "wants"]


@dataclass(frozen=True, slots=True)
class ComputerStep:
    """The computer is to make a step: think about `room.game.observe` of its player, never about the position (R70)."""

    person: int
    level: str
    moment: int
    """To send with the step: what has changed meanwhile makes it stale."""
    is_placement: bool
    """Whether to place its ninjas, by one of `room.game.placements`."""


@dataclass(frozen=True, slots=True)
class ComputerAnswer:
    """The computer is to accept or decline a draw."""

    person: int
    level: str
    offer: int


@dataclass(frozen=True, slots=True)
class Help:
    """Somebody may be told what the computer thinks of what that viewer can see (R81); nothing of it is stored."""

    person: int | None
    kind: HelpKind
    moment: int


Want = ComputerStep | ComputerAnswer


def wants(room: Room) -> tuple[Want, ...]:
    """What the computer is to do now; the same again until it is done, after a restart too."""
    if room.status is not Status.PLAYING or room.computer is None or room.game is None:
        return ()
    person, game, offer = room.computer, room.game, room.offer
    computer = room.people[person]
    assert isinstance(computer, Computer)
    player = room.player(person)
    found: list[Want] = []
    if offer is not None and offer.kind is OfferKind.DRAW and offer.person != person:
        found.append(ComputerAnswer(person, computer.level, offer.number))
    is_to_move = game.position.to_move is player
    if not game.has_placed(player) if room.is_placing else is_to_move:
        found.append(ComputerStep(person, computer.level, room.moments[person], room.is_placing))
    return tuple(found)
