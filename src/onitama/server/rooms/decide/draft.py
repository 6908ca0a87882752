"""`Draft`: a decision in the making."""

from dataclasses import dataclass

from onitama.notation import format_deal
from onitama.player import RED
from onitama.server.rooms.events import Body, Event, Started
from onitama.server.rooms.fold import apply
from onitama.server.rooms.room import Room, Status
from onitama.server.rooms.wants import Help

__all__ = ["MOST_EVENTS", "Decision", "Draft"]

MOST_EVENTS = 10_000
"""After so many that a player has noticed the room is full: its log stays short enough to be read at once."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen: store the events, then tell."""

    events: tuple[Event, ...]
    """Perhaps none: what was asked for is so already."""
    room: Room
    """After them; `apply` would make the same of them."""
    help: Help | None = None
    """What somebody may be told of the computer's thoughts, outside the log."""


class Draft:
    """A room on which events are tried one after the other."""

    def __init__(self, room: Room, now_ms: int, entropy: bytes) -> None:
        self.room = room
        # Processes' clocks differ a little, and a room's time never runs backwards.
        self.at_ms = max(now_ms, room.at_ms)
        self.entropy = entropy
        self.events: list[Event] = []

    def add(self, body: Body) -> None:
        """Let something happen.

        Raises:
            OnitamaError: if it cannot; then nothing of the draft counts.
        """
        event = Event(self.room.number + 1, self.at_ms, body)
        self.room = apply(self.room, event)
        self.events.append(event)

    def start_game(self) -> None:
        """Let the first or the next game begin. What is not chosen is drawn now and was known to nobody before."""
        room, setup = self.room, self.room.setup
        seed = int.from_bytes(self.entropy[:8]) >> 11  # 53 bits, which JSON keeps in every language
        if room.game_number:
            red = 1 - room.red  # R80, and so in every rematch
        elif setup.colour is not None:
            red = 0 if setup.colour is RED else 1
        else:
            red = self.entropy[8] & 1
        if room.status is Status.BETWEEN and room.game is not None:
            start, known_seed = room.game.start, room.game.seed  # R80
        else:
            start = setup.start(seed)
            known_seed = None if setup.deal is not None else seed if setup.seed is None else setup.seed
        self.add(Started(red, format_deal(start), str(start.starter), known_seed))

    def decision(self, wanted_help: Help | None = None) -> Decision:
        """What came of it."""
        return Decision(tuple(self.events), self.room, wanted_help)
