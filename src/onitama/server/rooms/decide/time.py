"""What happens by itself when its time has come, or when the server was away."""

from onitama.server.rooms.deadlines import DeadlineKind, deadline
from onitama.server.rooms.decide.draft import Draft
from onitama.server.rooms.events import (
    Abandoned,
    Answer,
    Answered,
    ClosedFor,
    Flagged,
    Interrupted,
    RoomClosed,
)
from onitama.server.rooms.room import Room, Status

__all__ = ["forgive_outage", "let_pass"]


def let_pass(draft: Draft) -> None:
    """Let all happen whose time has come by now."""
    while (found := deadline(draft.room)) is not None and found.at_ms <= draft.at_ms:
        match found.kind:
            case DeadlineKind.INVITATION:
                draft.add(RoomClosed(ClosedFor.EXPIRED))
            case DeadlineKind.FLAG:
                draft.add(Flagged())
            case DeadlineKind.ANSWER:
                draft.add(Answered(Answer.EXPIRE))
            case DeadlineKind.BREAK if draft.room.ready:
                draft.start_game()  # who comes too late finds its clock running
            case DeadlineKind.BREAK:
                draft.add(RoomClosed(ClosedFor.ABANDONED))
            case DeadlineKind.ABSENCE:
                _miss(draft)


def forgive_outage(draft: Draft, since_ms: int) -> None:
    """Give back the minutes that nobody could use; where days are waited for they do not matter."""
    room = draft.room
    is_awaited = room.status in (Status.PLAYING, Status.BETWEEN) and room.setup.time is not None
    if is_awaited and since_ms < draft.at_ms:
        draft.add(Interrupted(since_ms))


def _miss(draft: Draft) -> None:
    """End a game in which somebody is missing: as if it had not been before the first turn, later as a loss."""
    room: Room = draft.room
    assert room.game is not None
    is_second_half = room.status is Status.PLAYING and len(room.match_games) == 1
    if room.is_first_turn and not is_second_half:
        draft.add(RoomClosed(ClosedFor.ABANDONED))
    elif room.is_placing:
        missing = [player for player in (0, 1) if not room.game.has_placed(room.player(player))]
        draft.add(Abandoned(missing[0]) if len(missing) == 1 else RoomClosed(ClosedFor.ABANDONED))
    else:
        draft.add(Abandoned(room.person(room.game.position.to_move)))
