"""Decisions: what comes of a command, or of time, in a room. Nothing here changes anything, stores or sends.

draft      a decision in the making
seats      coming and going
playing    steps, placements, proposals; help
agreeing   offers and their answers; resigning, breaking off
time       clocks and deadlines
"""

from onitama.errors import OnitamaError
from onitama.server.rooms.commands import (
    Abort,
    AnswerOffer,
    AskForHelp,
    Command,
    Confirm,
    GetReady,
    Join,
    Leave,
    MakeOffer,
    MakeStep,
    PlaceNinjas,
    Propose,
    Resign,
    SetPace,
)
from onitama.server.rooms.deadlines import DeadlineKind, deadline
from onitama.server.rooms.decide import agreeing, playing, seats
from onitama.server.rooms.decide.draft import Decision, Draft
from onitama.server.rooms.decide.seats import viewer_of
from onitama.server.rooms.decide.time import forgive_outage, let_pass
from onitama.server.rooms.events import Created, Event
from onitama.server.rooms.fold import apply
from onitama.server.rooms.names import clean_name
from onitama.server.rooms.refusals import Code, Refused
from onitama.server.rooms.room import Occupant, Person, Room
from onitama.server.rooms.setup import Setup

__all__ = ["Decision", "create", "decide", "resume", "tick", "viewer_of"]

_TOO_LATE = {
    DeadlineKind.INVITATION: "the invitation has expired",
    DeadlineKind.FLAG: "the time of the player to move is out",
    DeadlineKind.ANSWER: "the time to answer is over",
    DeadlineKind.ABSENCE: "the game is abandoned",
    DeadlineKind.BREAK: "the break is over",
}


def create(setup: Setup, person: Person, now_ms: int, entropy: bytes) -> Decision:
    """Open a room. Against the computer the game starts at once.

    Args:
        setup: what is played.
        person: who opens it.
        now_ms: the time, in whole milliseconds.
        entropy: 16 random bytes that nobody can foresee.

    Raises:
        Refused: for a name that cannot be shown.
    """
    event = Event(1, now_ms, Created(setup, person.identity, clean_name(person.name)))
    draft = Draft(apply(None, event), now_ms, entropy)
    draft.events.append(event)
    if setup.computer is not None:
        draft.start_game()
    return draft.decision()


def decide(room: Room, command: Command, actor: Occupant, now_ms: int, entropy: bytes) -> Decision:
    """What comes of a command.

    Whatever arrives when the time of something is over comes too late: it is refused until `tick` has said what
    that led to. So call `tick` first, whenever `due` has come.

    Args:
        room: as it is now.
        command: what is asked for.
        actor: who asks: an identity with the name it wants to be shown as, or the computer.
        now_ms: the time, in whole milliseconds; all times of a room are on one scale.
        entropy: 16 random bytes that nobody can foresee, for what is drawn.

    Raises:
        Refused: if it is not done; then nothing is changed.
    """
    draft = Draft(room, now_ms, entropy)
    over = deadline(room)
    if over is not None and over.at_ms <= draft.at_ms:
        raise Refused(Code.TOO_LATE, _TOO_LATE[over.kind])
    try:
        if isinstance(command, AskForHelp):
            return draft.decision(playing.help_for(room, actor, command))
        _do(draft, command, actor)
    except Refused:
        raise
    except OnitamaError as error:
        raise Refused(Code.ILLEGAL, str(error)) from None
    return draft.decision()


def tick(room: Room, now_ms: int, entropy: bytes) -> Decision:
    """What has happened by itself by now: nothing before `due`.

    Args:
        room: as it is now.
        now_ms: the time, in whole milliseconds.
        entropy: 16 random bytes that nobody can foresee.
    """
    draft = Draft(room, now_ms, entropy)
    let_pass(draft)
    return draft.decision()


def resume(room: Room, since_ms: int, now_ms: int) -> Decision:
    """Go on after the server was away; to be called before `tick`, or time that nobody could use would decide.

    Args:
        room: as it was stored.
        since_ms: when the server was last known to work.
        now_ms: the time, in whole milliseconds.
    """
    draft = Draft(room, now_ms, b"")
    forgive_outage(draft, since_ms)
    return draft.decision()


def _do(draft: Draft, command: Command, actor: Occupant) -> None:
    if isinstance(command, Join):
        if not isinstance(actor, Person):
            raise Refused(Code.NOT_NOW, "the computer has a seat where it plays")
        seats.join(draft, actor)
        return
    seat = seats.seat_of(draft.room, actor)
    match command:
        case Leave():
            seats.leave(draft, seat)
        case MakeStep():
            playing.make_step(draft, seat, command)
        case PlaceNinjas():
            playing.place(draft, seat, command)
        case Propose():
            playing.propose(draft, seat, command)
        case Confirm():
            playing.confirm(draft, seat, command)
        case MakeOffer():
            agreeing.make_offer(draft, seat, command)
        case AnswerOffer():
            agreeing.answer(draft, seat, command)
        case Resign(game):
            agreeing.resign(draft, seat, game)
        case Abort(game):
            agreeing.abort(draft, game)
        case GetReady(game):
            agreeing.get_ready(draft, seat, game)
        case SetPace(pace):
            playing.set_pace(draft, seat, pace)
