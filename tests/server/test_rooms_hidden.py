"""What is sent depends on what its receiver may know only: same observation, other truth, same bytes (R70, R71)."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import onitama as on
from hidden_pairs import HIDDEN_RULES, R71_TWINS, Pair, dealt_pairs, odd_pairs, pairs, shadows_turn
from onitama.clock import Clock
from onitama.game import Game
from onitama.observe import Played
from onitama.rules import Place, Position
from onitama.server.rooms import (
    Answer,
    Command,
    Decision,
    OfferKind,
    Person,
    Refused,
    Room,
    Setup,
    create,
    decide,
    due,
    frame,
    snapshot,
)
from onitama.server.rooms.commands import (
    AnswerOffer,
    AskForHelp,
    Confirm,
    HelpKind,
    Join,
    MakeOffer,
    MakeStep,
    PlaceNinjas,
    Propose,
)
from room_table import ANNA, BEN, ENTROPY

seeds = st.integers(0, 2**32 - 1)
BEGIN_MS = 1_000_000
PEOPLE = (ANNA, BEN)


class World:
    """A room that begins in a given position, and all that one viewer is sent."""

    def __init__(self, start: Position, viewers: tuple[int | None, ...], form: str, time: str | None) -> None:
        self.viewers = viewers
        self.sent: list[bytes] = []
        rules = replace(start.rules)
        setup = replace(Setup.from_json({"format": form, "time": time, "colour": "red"}), rules=rules)
        room = create(setup, ANNA, BEGIN_MS, ENTROPY).room
        room = decide(room, Join(), BEN, BEGIN_MS, ENTROPY).room
        game = Game(start, clock=None if setup.time is None else Clock.of(setup.time))
        if game.clock is not None and start.phase is not on.Phase.PLACE:
            game.resume(BEGIN_MS)
        self.room: Room = replace(room, game=game)

    def does(self, person: int, command: Command, now_ms: int) -> None:
        """Let somebody do something; refusals are sent only to who is refused."""
        decision = self.tries(person, command, now_ms)
        if isinstance(decision, Refused):
            if person in self.viewers:
                self.sent.append(f"{decision.code}: {decision}".encode())
            return
        before = self.room
        for event in decision.events:
            after = decision.room
            assert len(decision.events) == 1, "each event has its own room"
            self.sent += [
                json.dumps(one).encode()
                for viewer in self.viewers
                if (one := frame(before, event, after, viewer)) is not None
            ]
        self.room = decision.room

    def tries(self, person: int, command: Command, now_ms: int) -> Decision | Refused:
        try:
            return decide(self.room, command, PEOPLE[person], now_ms, ENTROPY)
        except Refused as refusal:
            return refusal

    def plays(self, played: Played, now_ms: int, proposals: int) -> None:
        """Let the player to move make the step as its format asks for."""
        person = self.room.person(played.before.to_move)
        moment, step = self.room.moments[person], str(played.step)
        if isinstance(played.step, Place):
            self.does(person, PlaceNinjas(moment, step), now_ms)
        elif self.room.setup.format.value == "coaching":
            legal = played.before.legal_steps
            for number in range(proposals):
                self.does(person, Propose(moment, str(legal[number % len(legal)])), now_ms)
            self.does(person, Propose(moment, step), now_ms)
            self.does(person, Confirm(moment, step), now_ms)
        else:
            self.does(person, MakeStep(moment, step), now_ms)
        assert self.room.game is not None
        assert self.room.game.position == played.after

    def seen(self) -> tuple[object, ...]:
        """All that can be seen at this moment: what was sent, what a reload shows, and when time is up."""
        views = [json.dumps(snapshot(self.room, viewer)) for viewer in self.viewers]
        return tuple(self.sent), views, due(self.room)


def talk(world: World, watcher: int, now_ms: int, rng: Random) -> None:
    """What the watcher, and the hider in public, do besides."""
    moment, game, offer = world.room.moments[watcher], world.room.game_number, world.room.offers_made + 1
    match rng.randrange(6):
        case 0:
            step = rng.choice(["ox:c1c2", "lantern:c", "ninja:stay", "place:b1"])
            tried = world.tries(watcher, MakeStep(moment, step), now_ms)
            world.sent.append(str(tried).encode() if isinstance(tried, Refused) else b"legal")
        case 1:
            kind = rng.choice([OfferKind.DRAW, OfferKind.TAKEBACK, OfferKind.HINTS])
            by = rng.choice([watcher, 1 - watcher])
            world.does(by, MakeOffer(game, kind), now_ms)
            world.does(1 - by, AnswerOffer(offer, Answer.DECLINE), now_ms)
        case 2:
            world.does(watcher, MakeOffer(game, OfferKind.TAKEBACK, rng.randrange(12)), now_ms)
            world.does(watcher, AnswerOffer(offer, Answer.WITHDRAW), now_ms)
        case 3:
            world.does(watcher, AskForHelp(HelpKind.HINT), now_ms)
        case 4:
            world.does(watcher, MakeStep(moment + 1, "ox:c1c2"), now_ms)


def check(pairs: list[Pair], rng: Random) -> Counter[str]:
    """Play both games of the pairs in rooms; whatever the watchers see must be the same."""
    kinds: Counter[str] = Counter()
    if not pairs:
        return kinds
    first, watcher = pairs[0], int(pairs[0].hider.other)
    form, time = rng.choice([("single", None), ("single", "5+3"), ("coaching", None)])
    starts = [game[0].before for game in first.games]
    worlds = [World(start, (watcher, None), form, time) for start in starts]
    now_ms = BEGIN_MS
    for pair in pairs:
        public, now_ms = rng.getrandbits(32), now_ms + 1000
        is_hiders = pair.units[0][0].before.to_move is pair.hider
        for world, unit in zip(worlds, pair.units, strict=True):
            before = world.seen() if len(unit) > 1 else ()
            # Whatever is secret comes at another time in the other world: no time of it may show.
            for number, played in enumerate(unit):
                is_last = number == len(unit) - 1
                at_ms = now_ms if is_last else now_ms - rng.randrange(1, 900)
                world.plays(played, at_ms, proposals=rng.randrange(3) if is_hiders else 1)
                if not is_last:
                    assert world.seen() == before
                    kinds["went unnoticed"] += 1
        one, two = pair.units
        kinds["other truth"] += one[-1].after.ninjas_mask != two[-1].after.ninjas_mask
        kinds["other number of steps"] += len(one) != len(two)
        kinds["own number of frames"] += worlds[0].room.number != worlds[1].room.number
        for world in worlds:
            talk(world, watcher, now_ms, Random(public))
        assert worlds[0].seen() == worlds[1].seen()
        kinds[form if time is None else "timed"] += 1
    return kinds


@given(st.sampled_from(HIDDEN_RULES), seeds)
@settings(max_examples=20, deadline=None)
def test_r70_same_observation_same_bytes(rules: on.Rules, seed: int) -> None:
    rng = Random(seed)
    check([copied(pair) for pair in dealt_pairs(rules, rng)], rng)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_r70_nor_in_strange_positions(seed: int) -> None:
    rng = Random(seed)
    check([copied(pair) for pair in odd_pairs(rng)], rng)


def test_r71_what_looks_alike_stays_alike() -> None:
    """Also shows that the worlds of this module differ in every way that matters."""
    kinds: Counter[str] = Counter()
    for seed, (both, parts) in enumerate([*R71_TWINS.values()] * 4):
        rng = Random(seed)
        start, twin = (shadows_turn(ninjas, **parts) for ninjas in both)
        for one, two in ((start, twin), (twin, start)):
            kinds += check([copied(pair) for pair in pairs(one, two, on.BLUE, rng, length=6)], rng)
    wanted = {
        *("went unnoticed", "other truth", "other number of steps", "own number of frames"),
        *("single", "timed", "coaching"),
    }
    assert {kind for kind, count in kinds.items() if count >= 3} == wanted, kinds


def copied(pair: Pair) -> Pair:
    """The pair as it is now; its games grow."""
    return pair._replace(games=(list(pair.games[0]), list(pair.games[1])))


@pytest.mark.parametrize("rules", ["way-of-shadow", "light-and-wind"])
def test_who_is_refused_learns_nothing(rules: str) -> None:
    """A stranger and a spectator are refused by what is public."""
    room = create(Setup.from_json({"rules": rules}), ANNA, 0, ENTROPY).room
    room = decide(room, Join(), BEN, 0, ENTROPY).room
    with pytest.raises(Refused) as refusal:
        decide(room, PlaceNinjas(1, "place:b1"), Person("id-eve", "Eve"), 0, ENTROPY)
    assert "watching" in str(refusal.value)
