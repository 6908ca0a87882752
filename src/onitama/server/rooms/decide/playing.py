"""What players do on the board, and how they ask for help."""

from onitama.rules import parse_step
from onitama.server.rooms.commands import AskForHelp, Confirm, MakeStep, PlaceNinjas, Propose
from onitama.server.rooms.decide.draft import MOST_EVENTS, Draft
from onitama.server.rooms.events import Pace, Paced, Placed, Proposed, Stepped
from onitama.server.rooms.refusals import Code, Refused
from onitama.server.rooms.room import Occupant, Room, Status
from onitama.server.rooms.setup import Format
from onitama.server.rooms.wants import Help

__all__ = ["check_moment", "confirm", "help_for", "make_step", "place", "propose", "set_pace"]


def check_moment(room: Room, seat: int, moment: int) -> None:
    """See that nothing has happened on the board that the sender has not seen.

    Raises:
        Refused: if something has, or the game does not go on.
    """
    if room.status is not Status.PLAYING:
        raise Refused(Code.NOT_NOW, "no game is going on here")
    if room.pace is Pace.STILL:
        raise Refused(Code.NOT_NOW, "the game stands still")
    if moment != room.moments[seat]:
        expected = room.moments[seat]
        raise Refused(Code.STALE, f"the board has changed: expected moment {expected}, found {moment}")
    if room.numbers[seat] >= MOST_EVENTS:
        raise Refused(Code.TOO_MANY, "this game is too long for the room: resign, or agree on a draw")


def make_step(draft: Draft, seat: int, command: MakeStep) -> None:
    """Make one step of the turn; several are sent one by one, as something may be learnt in between (R70)."""
    _check_turn(draft.room, seat, command.moment)
    if draft.room.setup.format is Format.COACHING and seat != draft.room.computer:
        raise Refused(Code.NOT_NOW, "in a coaching round a step is proposed first, then confirmed")
    draft.add(Stepped(str(parse_step(command.step))))


def place(draft: Draft, seat: int, command: PlaceNinjas) -> None:
    """Put ninjas on the board, whoever's turn to place it is (R40)."""
    check_moment(draft.room, seat, command.moment)
    if not draft.room.is_placing:
        raise Refused(Code.NOT_NOW, "no ninjas are placed now")
    draft.add(Placed(seat, str(parse_step(command.step))))


def propose(draft: Draft, seat: int, command: Propose) -> None:
    """Say what one means to do (R81)."""
    _check_coaching(draft.room)
    _check_turn(draft.room, seat, command.moment)
    step = str(parse_step(command.step))
    if step != draft.room.proposal:
        draft.add(Proposed(step))


def confirm(draft: Draft, seat: int, command: Confirm) -> None:
    """Let the proposal count (R81)."""
    _check_coaching(draft.room)
    _check_turn(draft.room, seat, command.moment)
    step = str(parse_step(command.step))
    if step != draft.room.proposal:
        raise Refused(Code.STALE, f"{step} is not what is proposed: propose it, then confirm it")
    draft.add(Stepped(step))


def set_pace(draft: Draft, seat: int, pace: Pace) -> None:
    """Let the computer play itself faster, slower, or not for now."""
    room = draft.room
    if room.setup.stand_in is None or room.status is not Status.PLAYING:
        raise Refused(Code.NOT_NOW, "only while the computer plays itself")
    if room.numbers[seat] >= MOST_EVENTS:
        raise Refused(Code.TOO_MANY, "this game is too long for the room: resign")
    if pace is not room.pace:
        draft.add(Paced(pace))


def help_for(room: Room, actor: Occupant, command: AskForHelp) -> Help:
    """What to think about for somebody: players where help is allowed, everybody after the game (R81)."""
    seat = room.index_of(actor)
    if room.game is None:
        raise Refused(Code.NOT_NOW, "the game has not begun")
    if room.status in (Status.PLAYING, Status.BETWEEN):
        # Half-time of a mirror match is no time to study the very same cards.
        if seat is None:
            raise Refused(Code.NOT_A_PLAYER, "who watches may ask when the game is over")
        if not room.may_have_help:
            raise Refused(Code.NO_HINTS, "hints and analysis need the agreement of both players: offer hints")
    moment = room.moments[2 if seat is None else seat]
    return Help(seat, command.kind, moment)


def _check_turn(room: Room, seat: int, moment: int) -> None:
    check_moment(room, seat, moment)
    assert room.game is not None
    if room.is_placing:
        raise Refused(Code.NOT_NOW, "ninjas are to be placed first")
    if room.game.position.to_move is not room.player(seat):
        raise Refused(Code.NOT_YOUR_TURN, f"it is {room.player(seat).other}'s turn")


def _check_coaching(room: Room) -> None:
    if room.setup.format is not Format.COACHING:
        raise Refused(Code.NOT_NOW, "this is no coaching round: make the step")
