"""What a room needs of the computer."""

from collections.abc import Iterator
from dataclasses import dataclass

from onitama.game import Game
from onitama.server.rooms.commands import HelpKind
from onitama.server.rooms.events import OfferKind, Pace
from onitama.server.rooms.room import Room, Status

__all__ = ["ComputerAnswer", "ComputerOffer", "ComputerStep", "Help", "Want", "wants"]


@dataclass(frozen=True, slots=True)
class ComputerStep:
    """The computer is to make a step: think about `room.game.observe` of its player, never about the position (R70)."""

    person: int
    level: str
    moment: int
    """To send with the step: what has changed meanwhile makes it stale."""
    is_placement: bool
    """Whether to place its ninjas, by one of `room.game.placements`."""
    pace: Pace = Pace.HUMAN
    """Where this changes the computer begins anew, so that it is felt at once."""


@dataclass(frozen=True, slots=True)
class ComputerAnswer:
    """The computer is to accept or decline a draw."""

    person: int
    level: str
    offer: int


@dataclass(frozen=True, slots=True)
class ComputerOffer:
    """The computer is to propose a draw, which it agrees to itself."""

    person: int
    level: str
    game: int


@dataclass(frozen=True, slots=True)
class Help:
    """Somebody may be told what the computer thinks of what that viewer can see (R81); nothing of it is stored."""

    person: int | None
    kind: HelpKind
    moment: int


Want = ComputerStep | ComputerAnswer | ComputerOffer


def wants(room: Room) -> tuple[Want, ...]:
    """What the computer is to do now; the same again until it is done, after a restart too."""
    if room.status is not Status.PLAYING or room.game is None or room.pace is Pace.STILL:
        return ()
    return tuple(want for person in (0, 1) for want in _wants_of(room, room.game, person))


def _wants_of(room: Room, game: Game, person: int) -> Iterator[Want]:
    level, offer, player = room.level(person), room.offer, room.player(person)
    if level is None:
        return
    is_to_move = not game.has_placed(player) if room.is_placing else game.position.to_move is player
    if offer is not None and offer.kind is OfferKind.DRAW and offer.person != person:
        yield ComputerAnswer(person, level, offer.number)
    if is_to_move and offer is None and _goes_round(room, person):
        yield ComputerOffer(person, level, room.game_number)
    elif is_to_move:
        yield ComputerStep(person, level, room.moments[person], room.is_placing, room.pace)


def _goes_round(room: Room, person: int) -> bool:
    """Whether the computer proposes a draw before it goes on: against itself, or it might play for ever (R84)."""
    is_alone = room.level(1 - person) is not None
    return is_alone and room.suggests_draw and (person, OfferKind.DRAW) not in room.recent_offers
