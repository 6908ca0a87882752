"""A table for tests of rooms: two people, a spectator, a clock that is told what time it is, and a log."""

import json
from typing import Any

import pytest

from onitama.notation import record_to_json
from onitama.server.rooms import (
    VIEWERS,
    Code,
    Command,
    Decision,
    Event,
    Occupant,
    Person,
    Refused,
    Room,
    Setup,
    changes,
    command_from_json,
    create,
    decide,
    due,
    fold,
    frame,
    resume,
    snapshot,
    tick,
)

ANNA, BEN, EVE = Person("id-anna", "Anna"), Person("id-ben", "Ben"), Person("id-eve", "Eve")
ENTROPY = bytes(range(16))
BASE_DEAL = {"rules": "base", "deal": "tiger,ox/crab,boar/horse", "starter": "red", "colour": "red"}
DANCE = ("horse:e2d2", "tiger:b5b3", "mantis:d1e2", "horse:b3b4", "tiger:d2d1", "mantis:b4b5")
"""Six turns after which pieces and cards are where they were."""


def truth(room: Room) -> dict[str, Any]:
    """Everything in a room, to compare it with another one."""
    parts = dict(vars(room))
    for kept in ("suggests_draw", "takeback_turns"):
        parts.pop(kept, None)
    game = parts.pop("game")
    parts["finished"] = room.finished
    if game is not None:
        aside = [game.placed_aside(player) for player in (0, 1)]
        parts["game"] = record_to_json(game), game.clock, game.offer, game.outcome, aside
    return parts


class Table:
    """A room and how it came about; Anna has opened it."""

    def __init__(self, *, entropy: bytes = ENTROPY, now_ms: int = 1_000_000, **setup: Any) -> None:
        self.now_ms = now_ms
        self.entropy = entropy
        self.log: list[Event] = []
        self.frames: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in VIEWERS}
        self._room: Room | None = None
        self._take(create(Setup.from_json({**BASE_DEAL, **setup}), ANNA, now_ms, entropy))

    @property
    def room(self) -> Room:
        assert self._room is not None
        return self._room

    def _take(self, decision: Decision) -> Decision:
        """Store and tell, as a server does."""
        stored = [Event.from_json(json.loads(json.dumps(event.to_json()))) for event in decision.events]
        assert tuple(stored) == decision.events
        for change in changes(self._room, stored):
            for viewer in VIEWERS:
                one = frame(*change, viewer)
                if one is not None:
                    self.frames[viewer].append(json.loads(json.dumps(one)))
        self.log += stored
        self._room = decision.room
        assert truth(fold(self.log)) == truth(decision.room)
        return decision

    def does(self, actor: Occupant, type_: str, **parts: Any) -> Decision:
        """Let somebody send a command; what the messages ask for is filled in."""
        return self.sends(actor, command_from_json({"type": type_, **self._filled_in(actor, type_), **parts}))

    def sends(self, actor: Occupant, command: Command) -> Decision:
        return self._take(decide(self.room, command, actor, self.now_ms, self.entropy))

    def _filled_in(self, actor: Occupant, type_: str) -> dict[str, Any]:
        seat = self.room.index_of(actor)
        match type_:
            case "step" | "place" | "propose" | "confirm":
                return {"moment": self.room.moments[2 if seat is None else seat]}
            case "offer" | "resign" | "abort" | "ready":
                return {"game": self.room.game_number}
            case "answer":
                return {"offer": self.room.offers_made}
        return {}

    def refuses(self, code: Code, actor: Occupant, type_: str, **parts: Any) -> str:
        """See a command refused, and the room left as it was; the message."""
        before = truth(self.room)
        with pytest.raises(Refused) as refusal:
            self.does(actor, type_, **parts)
        assert refusal.value.code is code, refusal.value
        assert truth(self.room) == before
        return str(refusal.value)

    def waits(self, ms: int) -> Decision:
        """Let time pass."""
        self.now_ms += ms
        return self._take(tick(self.room, self.now_ms, self.entropy))

    def comes_back(self, since_ms: int) -> Decision:
        """Go on after the server was away."""
        return self._take(resume(self.room, since_ms, self.now_ms))

    def until_due(self) -> Decision:
        """Let time pass until something happens by itself."""
        at_ms = due(self.room)
        assert at_ms is not None
        return self.waits(at_ms - self.now_ms)

    def joined(self) -> "Table":
        """The table with Ben at it too."""
        self.does(BEN, "join")
        return self

    def plays(self, *steps: str) -> None:
        """Let whoever is to move make steps."""
        for step in steps:
            self.does(self.mover, "step", step=step)

    @property
    def mover(self) -> Occupant:
        assert self.room.game is not None
        one = self.room.people[self.room.person(self.room.game.position.to_move)]
        assert one is not None
        return one

    def crash(self) -> None:
        """Forget all but the log."""
        self._room = fold(Event.from_json(json.loads(json.dumps(event.to_json()))) for event in self.log)

    def sees(self, viewer: int | None) -> dict[str, Any]:
        """What a viewer is told who comes now."""
        told: dict[str, Any] = json.loads(json.dumps(snapshot(self.room, viewer)))
        return told

    def state(self, viewer: int | None = None) -> dict[str, Any]:
        state: dict[str, Any] = self.sees(viewer)["state"]
        return state
