"""What both have to agree on, and the ends that one person decides."""

from onitama.server.rooms.commands import AnswerOffer, MakeOffer
from onitama.server.rooms.decide.draft import MOST_EVENTS, Draft
from onitama.server.rooms.events import (
    Answer,
    Answered,
    ClosedFor,
    Offered,
    OfferKind,
    Ready,
    Resigned,
    RoomClosed,
)
from onitama.server.rooms.refusals import Code, Refused
from onitama.server.rooms.room import Room, Status
from onitama.server.rooms.setup import Format

__all__ = ["abort", "answer", "get_ready", "make_offer", "resign"]

_MOST_OFFERS = 2
"""Of one kind by one person between two turns: a takeback stops the clock, which nobody may do as it likes."""


def make_offer(draft: Draft, seat: int, command: MakeOffer) -> None:
    """Propose something; where the other has proposed the same, accept it. The computer agrees to all but a draw."""
    room, kind = draft.room, command.kind
    _check_game(room, command.game)
    if _is_offered_by_other(room, seat, command):
        _accept(draft)
        return
    if command.turn_number is not None and kind is not OfferKind.TAKEBACK:
        raise Refused(Code.BAD_COMMAND, f"command, offer: a {kind} has no turn_number")
    _check_offer(room, seat, kind)
    draft.add(Offered(seat, kind, command.turn_number))
    if room.computer is not None and kind is not OfferKind.DRAW:
        _accept(draft)


def answer(draft: Draft, seat: int, command: AnswerOffer) -> None:
    """Accept or decline the other's offer, or withdraw the own one."""
    offer = draft.room.offer
    if offer is None or offer.number != command.offer:
        raise Refused(Code.STALE, "this offer is not open any more")
    is_own = offer.person == seat
    if is_own != (command.answer is Answer.WITHDRAW):
        allowed = "withdrawn" if is_own else "accepted or declined"
        raise Refused(Code.NOT_NOW, f"this offer can be {allowed} by you")
    if command.answer is Answer.ACCEPT:
        _accept(draft)
    else:
        draft.add(Answered(command.answer))


def resign(draft: Draft, seat: int, game: int) -> None:
    """Give the game up, whoever's turn it is (R16)."""
    _check_running(draft.room, game)
    draft.add(Resigned(seat))


def abort(draft: Draft, game: int) -> None:
    """Break off before the first turn is complete; not in the second half of a match, which has a score."""
    room = draft.room
    _check_running(room, game)
    if not room.is_first_turn:
        raise Refused(Code.NOT_NOW, "the first turn is complete: resign, or offer a draw")
    if room.setup.format is Format.MIRROR and room.match_games:
        raise Refused(Code.NOT_NOW, "the second game of a match cannot be broken off: resign it")
    draft.add(RoomClosed(ClosedFor.ABORTED))


def get_ready(draft: Draft, seat: int, game: int) -> None:
    """Want the second game of the match; it begins when both do."""
    room = draft.room
    _check_game(room, game)
    if room.status is not Status.BETWEEN:
        raise Refused(Code.NOT_NOW, "there is no second game to begin")
    if seat not in room.ready:
        draft.add(Ready(seat))
        if len(draft.room.ready) == 2 or room.computer is not None:
            draft.start_game()


def _is_offered_by_other(room: Room, seat: int, command: MakeOffer) -> bool:
    offer = room.offer
    if offer is None or offer.person == seat or offer.kind is not command.kind:
        return False
    return command.turn_number in (None, offer.turn_number)


def _accept(draft: Draft) -> None:
    offer = draft.room.offer
    assert offer is not None
    draft.add(Answered(Answer.ACCEPT))
    if offer.kind is OfferKind.REMATCH:
        draft.start_game()


def _check_offer(room: Room, seat: int, kind: OfferKind) -> None:
    if kind is OfferKind.REMATCH:
        if room.status is not Status.OVER:
            raise Refused(Code.NOT_NOW, "a rematch can be offered after the game")
        if room.numbers[seat] >= MOST_EVENTS:
            raise Refused(Code.TOO_MANY, "this room is full: open a new one")
        if room.gone:
            raise Refused(Code.NOT_NOW, "the other player has left")
    elif room.status is not Status.PLAYING:
        raise Refused(Code.NOT_NOW, "no game is going on here")
    if kind is OfferKind.HINTS and room.may_have_help:
        raise Refused(Code.NOT_NOW, "hints are allowed already")
    if room.recent_offers.count((seat, kind)) >= _MOST_OFFERS:
        raise Refused(Code.TOO_MANY, f"a {kind} was offered {_MOST_OFFERS} times since the last turn")


def _check_game(room: Room, game: int) -> None:
    if room.game is None:
        raise Refused(Code.NOT_NOW, "the game has not begun")
    if game != room.game_number:
        raise Refused(Code.STALE, f"this is game {room.game_number} of the room, not {game}")


def _check_running(room: Room, game: int) -> None:
    _check_game(room, game)
    if room.status is not Status.PLAYING:
        raise Refused(Code.NOT_NOW, "no game is going on here")
