"""A room under everything at once: whatever is sent, in any order, with crashes in between, the laws hold."""

import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import onitama as on
from onitama.notation import record_to_json
from onitama.server.rooms import (
    VIEWERS,
    Computer,
    Event,
    Occupant,
    Person,
    Refused,
    Room,
    Setup,
    Status,
    command_from_json,
    create,
    decide,
    due,
    fold,
    frame,
    resume,
    snapshot,
    tick,
    wants,
)
from onitama.server.rooms.deadlines import ABANDONED_MS
from onitama.server.rooms.wants import ComputerAnswer
from room_table import ANNA, BEN, EVE, truth

ACTORS: tuple[Occupant, ...] = (ANNA, BEN, EVE, Computer("expert"), Person("", "<script>"))
KINDS = ("draw", "takeback", "restart", "hints", "rematch")
STEPS = (
    "ox:c1c2",
    "place:b1",
    "place:d5",
    "ninja:stay",
    "lantern:none",
    "spirit:c3c4",
    "ox:pass",
    "",
    ":",
    "\ud800",
)
GOOD_PARTS: tuple[dict[str, Any], ...] = (
    {},
    {"moment": 1, "step": "ox:c1c2"},
    {"game": 1, "kind": "draw"},
    {"offer": 1, "answer": "accept"},
)
small = st.integers(-1, 4)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
setups = st.fixed_dictionaries(
    {
        "rules": st.sampled_from(sorted(on.PRESETS)),
        "format": st.sampled_from(["single", "mirror", "coaching"]),
        "colour": st.sampled_from([None, "red", "blue"]),
        "computer": st.sampled_from([None, None, None, "expert"]),
    }
)
waits_ms = st.sampled_from([0, 1, 500, 20_000, 61_000, 700_000, ABANDONED_MS])


class RoomMachine(RuleBasedStateMachine):
    room: Room
    log: list[dict[str, Any]]
    now_ms: int
    sent: dict[int | None, list[int]]

    @initialize(
        setup=setups, time=st.sampled_from([None, "1+0", "5+3"]), entropy=st.binary(min_size=16, max_size=16)
    )
    def open(self, setup: dict[str, Any], time: str | None, entropy: bytes) -> None:
        self.now_ms, self.log, self.sent = 10_000, [], {viewer: [] for viewer in VIEWERS}
        self.entropy = entropy
        timed = {} if setup["format"] == "coaching" else {"time": time}
        decision = create(Setup.from_json({**setup, **timed}), ANNA, self.now_ms, entropy)
        self.take(None, decision.events, decision.room)

    def take(self, before: Room | None, events: tuple[Event, ...], after: Room) -> None:
        room = before
        for event in events:
            self.log.append(json.loads(json.dumps(event.to_json())))
            last, room = room, fold(map(Event.from_json, self.log))
            for viewer in VIEWERS:
                one = frame(last, event, room, viewer)
                if one is not None:
                    assert json.loads(json.dumps(one)) == one
                    self.sent[viewer].append(one["number"])
        assert room is not None
        assert truth(room) == truth(after)
        self.room = after

    def send(self, actor: Occupant, data: Any) -> bool:
        """Whether it was done; a refusal changes nothing, and nothing else may come."""
        before = truth(self.room)
        try:
            decision = decide(self.room, command_from_json(data), actor, self.now_ms, self.entropy)
        except Refused:
            assert truth(self.room) == before
            return False
        assert truth(self.room) == before, "a decision changes nothing by itself"
        self.take(self.room, decision.events, decision.room)
        return True

    # What people and computers do

    @rule(ms=waits_ms)
    def wait(self, ms: int) -> None:
        self.now_ms += ms

    @rule()
    def tick(self) -> None:
        decision = tick(self.room, self.now_ms, self.entropy)
        at_ms = due(self.room)
        assert bool(decision.events) == (at_ms is not None and at_ms <= max(self.now_ms, self.room.at_ms))
        self.take(self.room, decision.events, decision.room)

    @rule()
    def crash(self) -> None:
        again = fold(map(Event.from_json, self.log))
        assert truth(again) == truth(self.room)
        assert [snapshot(again, viewer) for viewer in VIEWERS] == [
            snapshot(self.room, viewer) for viewer in VIEWERS
        ]
        assert (due(again), wants(again)) == (due(self.room), wants(self.room))
        self.room = again

    @rule(ms=waits_ms)
    def outage(self, ms: int) -> None:
        self.crash()
        since_ms, self.now_ms = self.now_ms, self.now_ms + ms
        decision = resume(self.room, since_ms, self.now_ms)
        self.take(self.room, decision.events, decision.room)

    @rule(actor=st.sampled_from(ACTORS))
    def join(self, actor: Occupant) -> None:
        self.send(actor, {"type": "join"})

    @rule(actor=st.sampled_from(ACTORS))
    def leave(self, actor: Occupant) -> None:
        self.send(actor, {"type": "leave"})

    @precondition(lambda self: self.room.status is Status.PLAYING)
    @rule(choice=st.integers(0, 99), times=st.integers(1, 12))
    def play(self, choice: int, times: int) -> None:
        """As people do it: what is legal, by whose turn it is."""
        self.tick()
        for number in range(times):
            if self.room.status is not Status.PLAYING:
                return
            self.play_one(choice + number)

    def play_one(self, choice: int) -> None:
        game, room = self.room.game, self.room
        assert game is not None
        for seat in (0, 1):
            steps: tuple[on.Step, ...] = game.placements(room.player(seat))
            kinds = ["place"]
            if not room.is_placing and game.position.to_move is room.player(seat):
                steps, kinds = game.position.legal_steps, ["step"]
                if room.setup.format.value == "coaching" and seat != room.computer:
                    kinds = ["propose", "confirm"]
            actor = room.people[seat]
            if steps and actor is not None:
                step = str(steps[choice % len(steps)])
                is_halted = game.offer is not None and game.offer.halts_game
                for kind in kinds:
                    message = {"type": kind, "moment": room.moments[seat], "step": step}
                    assert self.send(actor, message) or is_halted, message
                    assert not self.send(actor, message) or kind == "propose", "twice"
                return

    @rule(actor=st.sampled_from(ACTORS), kind=st.sampled_from(["step", "place", "propose", "confirm"]))
    def play_anything(self, actor: Occupant, kind: str) -> None:
        for step in STEPS:
            for moment in set(self.room.moments):
                self.send(actor, {"type": kind, "moment": moment, "step": step})

    @rule(actor=st.sampled_from(ACTORS), kind=st.sampled_from(KINDS), number=st.none() | small)
    def offer(self, actor: Occupant, kind: str, number: int | None) -> None:
        self.send(
            actor, {"type": "offer", "game": self.room.game_number, "kind": kind, "turn_number": number}
        )

    @rule(
        actor=st.sampled_from((ANNA, BEN)),
        answer=st.sampled_from(["accept", "accept", "decline", "withdraw", "expire"]),
    )
    def answer(self, actor: Occupant, answer: str) -> None:
        self.send(actor, {"type": "answer", "offer": self.room.offers_made, "answer": answer})

    @rule(actor=st.sampled_from(ACTORS), kind=st.sampled_from(["resign", "abort", "ready"]))
    def end(self, actor: Occupant, kind: str) -> None:
        self.send(actor, {"type": kind, "game": self.room.game_number})

    @rule(actor=st.sampled_from(ACTORS), kind=st.sampled_from(["hint", "analysis"]))
    def ask_for_help(self, actor: Occupant, kind: str) -> None:
        self.send(actor, {"type": "help", "kind": kind})

    @rule()
    def computer_answers(self) -> None:
        for one in wants(self.room):
            actor = self.room.people[one.person]
            if isinstance(one, ComputerAnswer) and actor is not None:
                self.send(actor, {"type": "answer", "offer": one.offer, "answer": "decline"})

    @rule(
        actor=st.sampled_from(ACTORS),
        type_=st.sampled_from(["step", "offer", "answer", "resign", "help", "join", "x"]),
        key=st.sampled_from(["moment", "step", "game", "kind", "offer", "answer", "turn_number"]),
        value=junk,
    )
    def send_junk(self, actor: Occupant, type_: str, key: str, value: Any) -> None:
        self.send(actor, value)
        self.send(actor, {"type": value})
        for good in (
            {"moment": 1, "step": "ox:c1c2"},
            {"game": 1, "kind": "draw"},
            {"offer": 1, "answer": "accept"},
            {},
        ):
            self.send(actor, {"type": type_, **good, key: value})

    # What always holds

    @invariant()
    def numbers_have_no_gaps(self) -> None:
        assert [one["number"] for one in self.log] == list(range(1, len(self.log) + 1))
        for viewer, numbers in self.sent.items():
            assert numbers == list(range(1, len(numbers) + 1))
            assert snapshot(self.room, viewer)["number"] == len(numbers)

    @invariant()
    def clocks_are_sane(self) -> None:
        game = self.room.game
        if game is None or game.clock is None:
            return
        clock = game.clock
        assert min(clock.left_ms) >= 0
        if self.room.status is not Status.PLAYING:
            assert clock.running is None
        else:
            is_halted = game.offer is not None and game.offer.halts_game
            expected = None if is_halted or self.room.is_placing else game.position.to_move
            assert clock.running is expected

    @invariant()
    def a_result_is_there_when_it_is_over(self) -> None:
        room = self.room
        is_playing = room.status is Status.PLAYING
        assert is_playing == (due(room) is not None) or room.status in (
            Status.WAITING,
            Status.BETWEEN,
            Status.OVER,
        )
        if room.game is not None and is_playing:
            assert room.game.outcome is None
        if room.status in (Status.OVER, Status.BETWEEN):
            assert room.finished
            assert room.game is not None
            assert room.finished[-1].record == record_to_json(room.game)
        assert sum(room.score) == len(room.match_games)
        assert all(one.record["result"] is not None for one in room.finished)

    @invariant()
    def nobody_is_told_an_identity(self) -> None:
        for viewer in VIEWERS:
            text = json.dumps(snapshot(self.room, viewer))
            assert not any(one.identity in text for one in (ANNA, BEN, EVE))


TestRoomMachine = RoomMachine.TestCase
TestRoomMachine.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
