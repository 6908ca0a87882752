"""Coming and going: who sits where, and who may watch."""

from onitama.server.rooms.decide.draft import Draft
from onitama.server.rooms.events import ClosedFor, Joined, Left, RoomClosed
from onitama.server.rooms.names import clean_name
from onitama.server.rooms.refusals import Code, Refused
from onitama.server.rooms.room import Occupant, Person, Room, Status

__all__ = ["join", "leave", "seat_of", "viewer_of"]


def seat_of(room: Room, actor: Occupant) -> int:
    """Which person somebody is.

    Raises:
        Refused: if it has no seat.
    """
    seat = room.index_of(actor)
    if seat is None:
        raise Refused(Code.NOT_A_PLAYER, "only the two players may do this; you are watching")
    return seat


def viewer_of(room: Room, identity: str | None) -> int | None:
    """As whom somebody sees the room: as one of the people, or with None as a spectator.

    A link leads here without saying who comes; only the identity that took a seat has it.

    Args:
        room: the room.
        identity: who asks; None for somebody without one.

    Raises:
        Refused: if spectators are not wanted. An invitation can be seen by all who have the link.
    """
    seat = None if identity is None else room.index_of(Person(identity, ""))
    if seat is None and not room.setup.spectators and room.status is not Status.WAITING:
        raise Refused(Code.PRIVATE, "this game is not shown to spectators")
    return seat


def join(draft: Draft, person: Person) -> None:
    """Take the free seat, or find that one has it already, as after a reload; then the game starts."""
    room, seat = draft.room, draft.room.index_of(person)
    if seat is not None and room.status is Status.WAITING:
        raise Refused(Code.OWN_ROOM, "you have opened this room: somebody else has to join it")
    if seat is not None:
        return
    if room.people[1] is not None:
        raise Refused(Code.SEAT_TAKEN, "both seats of this room are taken")
    if room.status is not Status.WAITING:
        raise Refused(Code.NOT_NOW, f"the invitation has {_ended(room)}")
    draft.add(Joined(person.identity, clean_name(person.name)))
    draft.start_game()


def leave(draft: Draft, seat: int) -> None:
    """Withdraw the invitation, or go after the game. To go away from a running game is only to look elsewhere."""
    match draft.room.status:
        case Status.WAITING:
            draft.add(RoomClosed(ClosedFor.WITHDRAWN))
        case Status.OVER if seat not in draft.room.gone:
            draft.add(Left(seat))
        case Status.PLAYING | Status.BETWEEN:
            raise Refused(Code.NOT_NOW, "the game is not over: resign it, or just go; you can come back")


def _ended(room: Room) -> str:
    return "been withdrawn" if room.closed_for is ClosedFor.WITHDRAWN else "expired"
