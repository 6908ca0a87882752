"""What happens in a room by itself, and when: clocks, and how long somebody is waited for."""

from dataclasses import dataclass
from enum import StrEnum

from onitama.server.rooms.events import OfferKind, Pace
from onitama.server.rooms.room import Room, Status

__all__ = [
    "ABANDONED_MS",
    "ANSWER_MS",
    "BREAK_MS",
    "INVITATION_MS",
    "PLACING_MS",
    "Deadline",
    "DeadlineKind",
    "deadline",
    "due",
]

_MINUTE_MS = 60_000
_DAY_MS = 24 * 60 * _MINUTE_MS

INVITATION_MS = _DAY_MS
"""How long an open room waits for somebody to come."""
PLACING_MS = 3 * _MINUTE_MS
"""How long ninjas may be placed in a game with a clock, which does not run meanwhile."""
ANSWER_MS = _MINUTE_MS
"""How long an offer stands for which a clock waits."""
BREAK_MS = 10 * _MINUTE_MS
"""How long a rematch is on offer, and the break between two games with a clock may last."""
ABANDONED_MS = 3 * _DAY_MS
"""How long somebody is waited for where no clock runs."""


class DeadlineKind(StrEnum):
    """What is over at a deadline."""

    INVITATION = "invitation"
    FLAG = "flag"
    """The time of the player to move."""
    ANSWER = "answer"
    """The time to answer an offer."""
    ABSENCE = "absence"
    """The time to make a turn, without a clock."""
    BREAK = "break"
    """The break between two games."""


@dataclass(frozen=True, slots=True, order=True)
class Deadline:
    """When something is over."""

    at_ms: int
    kind: DeadlineKind


def deadline(room: Room) -> Deadline | None:
    """What is over next, if nobody does anything; None if nothing will be."""
    is_timed = room.setup.time is not None
    match room.status:
        case Status.WAITING:
            return Deadline(room.since_ms + INVITATION_MS, DeadlineKind.INVITATION)
        case Status.PLAYING:
            return _in_game(room, is_timed)
        case Status.BETWEEN:
            wait_ms = BREAK_MS if is_timed else ABANDONED_MS
            return Deadline(room.since_ms + wait_ms, DeadlineKind.BREAK)
        case Status.OVER if room.offer is not None:
            return Deadline(room.offer.at_ms + BREAK_MS, DeadlineKind.ANSWER)
    return None


def due(room: Room) -> int | None:
    """When `tick` has something to do, in milliseconds; None if it will not have."""
    found = deadline(room)
    return None if found is None else found.at_ms


def _in_game(room: Room, is_timed: bool) -> Deadline:
    assert room.game is not None
    clock, offer = room.game.clock, room.offer
    if clock is not None and clock.running is not None:
        assert clock.at_ms is not None
        return Deadline(clock.at_ms + clock.left_ms[clock.running], DeadlineKind.FLAG)
    if offer is not None and offer.kind in (OfferKind.TAKEBACK, OfferKind.RESTART):
        return Deadline(offer.at_ms + (ANSWER_MS if is_timed else ABANDONED_MS), DeadlineKind.ANSWER)
    wait_ms = PLACING_MS if is_timed and room.pace is not Pace.STILL else ABANDONED_MS
    return Deadline(room.since_ms + wait_ms, DeadlineKind.ABSENCE)
