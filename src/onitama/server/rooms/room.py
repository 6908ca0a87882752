"""`Room`: everything that is true of a room at one moment, as a value that never changes."""

import json
import zlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from onitama.game import Game
from onitama.notation import record_to_json
from onitama.player import BLUE, RED, Player
from onitama.rules import Phase
from onitama.server.rooms.events import ClosedFor, OfferKind, Pace
from onitama.server.rooms.setup import Format, Setup

__all__ = ["Computer", "FinishedGame", "Occupant", "OpenOffer", "Person", "Room", "Status"]


class Status(StrEnum):
    """What a room is in the middle of."""

    WAITING = "waiting"
    """For a second person."""
    PLAYING = "playing"
    BETWEEN = "between"
    """The first game of a mirror match is over, the second has not begun."""
    OVER = "over"
    """The game, or the match, has a result; there may be a rematch."""
    CLOSED = "closed"
    """It ended without a result."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a seat. Two are the same if their identities are."""

    identity: str
    """Told to nobody else."""
    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer in a seat."""

    level: str

    @property
    def name(self) -> str:
        """What it is shown as."""
        return self.level


Occupant = Person | Computer


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """What one person proposes, not answered yet."""

    number: int
    """1 for the first offer made in the room."""
    person: int
    kind: OfferKind
    turn_number: int | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game with a result, without the positions it went through: rooms that play on and on would pile them up."""

    packed: bytes
    """The record as compressed JSON, a sixth of its size: few ask for it, and rooms that play on pile these up too."""
    winner: Player | None
    red: int
    """Who had Red."""

    @classmethod
    def of(cls, game: Game, red: int) -> Self:
        """What is kept of a game with a result."""
        assert game.outcome is not None
        record = json.dumps(record_to_json(game), separators=(",", ":"))
        return cls(zlib.compress(record.encode()), game.outcome.winner, red)

    @property
    def record(self) -> dict[str, Any]:
        """As JSON."""
        record: dict[str, Any] = json.loads(zlib.decompress(self.packed))
        return record

    def points(self) -> tuple[float, float]:
        """What each person has from it: 1 for a win, ½ for a draw (R80)."""
        if self.winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if (self.red == 0) == (self.winner is RED) else (0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class Room:
    """One moment of a room, the hidden truth included: what others may see of it is made by `view` (R70).

    What is asked by viewer is indexed 0 and 1 by person and 2 for all spectators.
    """

    number: int
    """Of the last event."""
    at_ms: int
    """When it happened."""
    setup: Setup
    status: Status
    people: tuple[Occupant, Occupant | None]
    closed_for: ClosedFor | None = None
    red: int = 0
    """Who has Red in the latest game."""
    game: Game | None = None
    """The latest game. It is never changed: whoever wants to try something does it on a copy."""
    finished: tuple[FinishedGame, ...] = ()
    """All games with a result, the latest one too."""
    game_number: int = 0
    """Of the latest game, from 1; aborted ones count."""
    offer: OpenOffer | None = None
    offers_made: int = 0
    recent_offers: tuple[tuple[int, OfferKind], ...] = ()
    """Who has proposed what since the last turn was complete."""
    proposal: str | None = None
    """In a coaching round: what the player to move means to do."""
    hints_agreed: bool = False
    pace: Pace = Pace.HUMAN
    """How fast the computer plays against itself."""
    ready: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    """Who has left after the game."""
    since_ms: int = 0
    """Since when somebody is awaited. Only what everybody can see moves it, or a deadline would tell a secret."""
    numbers: tuple[int, int, int]
    """How many frames each viewer has been sent; less than `number` where something passed unnoticed (R71)."""
    moments: tuple[int, int, int] = (0, 0, 0)
    """How often the position has changed, as far as each viewer has noticed."""

    def index_of(self, occupant: Occupant) -> int | None:
        """Which person somebody is; None for a spectator."""
        for index, one in enumerate(self.people):
            if isinstance(one, Person) and isinstance(occupant, Person):
                if one.identity == occupant.identity:
                    return index
            elif one == occupant:
                return index
        return None

    def player(self, person: int) -> Player:
        """Which colour a person has in the latest game."""
        return RED if person == self.red else BLUE

    def person(self, player: Player) -> int:
        """Who has a colour in the latest game."""
        return self.red if player is RED else 1 - self.red

    @property
    def computer(self) -> int | None:
        """Which person is the computer, if one is."""
        return 1 if isinstance(self.people[1], Computer) else None

    def level(self, person: int) -> str | None:
        """How well the computer plays for a person; None where the person does."""
        one = self.people[person]
        if isinstance(one, Computer):
            return one.level
        return self.setup.stand_in if person == 0 else None

    def name(self, person: int) -> str | None:
        """As whom a person is shown: as the computer where that plays; None for a free seat."""
        one = self.people[person]
        return None if one is None else self.level(person) or one.name

    @property
    def is_placing(self) -> bool:
        """Whether ninjas are being placed."""
        return self.game is not None and self.game.position.phase is Phase.PLACE

    @property
    def is_first_turn(self) -> bool:
        """Whether the first turn of the game is not complete."""
        return self.game is not None and self.game.position.turn_number == self.game.start.turn_number

    @property
    def match_games(self) -> tuple[FinishedGame, ...]:
        """The finished games that count together: those of the latest mirror match, else all of the room."""
        if self.setup.format is not Format.MIRROR:
            return self.finished
        if len(self.finished) % 2 == 1:
            return self.finished[-1:]
        return self.finished[-2:] if self.status is Status.OVER else ()

    @property
    def score(self) -> tuple[float, float]:
        """The points of both people in `match_games` (R80)."""
        first = second = 0.0
        for one in self.match_games:
            points = one.points()
            first, second = first + points[0], second + points[1]
        return first, second

    @property
    def may_have_help(self) -> bool:
        """Whether hints and analysis are allowed to who plays: by agreement, in coaching, against the computer."""
        return self.hints_agreed or self.setup.format is Format.COACHING or self.computer is not None

    # Kept, as they read the whole game and each viewer asks for them.

    @cached_property
    def suggests_draw(self) -> bool:
        """Whether the players should be offered a draw (R84)."""
        return self.status is Status.PLAYING and self.game is not None and self.game.suggests_draw

    @cached_property
    def takeback_turns(self) -> tuple[int, ...]:
        """The turns that may be played anew (R83)."""
        return self.game.takeback_turns if self.status is Status.PLAYING and self.game is not None else ()
