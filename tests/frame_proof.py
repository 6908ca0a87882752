"""Bot games that differ only in what one player hides, played where a server plays them, with every frame recorded.

What the hider's opponent and a spectator are sent has to be a function of what they may know: two games in which a
viewer has observed the same so far must have sent it the same bytes, whatever is true behind it (R70, R71).

What may be known is found here from a `Game` beside the server, by `observe`, never from what the server says. All
choices that are not hidden are drawn by what the opponent may know, the hidden ones by another source: so the games of
a group look alike for long, and are not.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from onitama.game import Game
from onitama.observe import observe
from onitama.player import Player
from onitama.rules import Move, NinjaMove, NinjaStay, Pass, Place, Position, Step
from onitama.server.rooms import Person, Setup, changes, command_from_json, create, decide, frame, snapshot

__all__ = ["Evidence", "Group", "RoomTable", "Table", "groups", "play_game"]

Viewer = Player | None
Sent = dict[Viewer, list[bytes]]
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Group:
    """Games that are alike but for what the hider hides."""

    rules: str
    seed: int
    hider: Player

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Who must not learn it."""
        return self.hider.other, None

    @property
    def setup(self) -> dict[str, Any]:
        """What is played; Anna, who opens the room, is Red."""
        return {"rules": self.rules, "seed": self.seed, "colour": "red"}


def groups(count: int) -> list[Group]:
    """So many, of all hidden games."""
    presets = ("way-of-shadow", "way-of-light", "way-of-shadow-starter")
    return [Group(presets[at % 3], at, Player(at // 3 % 2)) for at in range(count)]


class Table(Protocol):
    """Where a game is played."""

    async def opened(self) -> Sent:
        """What everybody was sent when the game had started."""

    async def acts(self, player: Player, step: Step, *, is_placing: bool) -> Sent:
        """Let a player make a step; what everybody was sent then."""


def _sets() -> defaultdict[bytes, set[bytes]]:
    return defaultdict(set)


@dataclass
class Evidence:
    """What was sent, by what was known."""

    sent_by_known: defaultdict[bytes, set[bytes]] = field(default_factory=_sets)
    truths_by_known: defaultdict[bytes, set[bytes]] = field(default_factory=_sets)
    games: int = 0
    frames: Counter[str] = field(default_factory=Counter)

    @property
    def in_doubt(self) -> int:
        """How often something was known behind which several things were true: only these can show anything."""
        return sum(len(truths) > 1 for truths in self.truths_by_known.values())

    @property
    def leaks(self) -> int:
        """How often different frames were sent to who knew the same."""
        return sum(len(sent) > 1 for sent in self.sent_by_known.values())


class _Record:
    """What one viewer has known and been sent, both as a digest of all so far."""

    def __init__(self, evidence: Evidence, group: Group, viewer: Viewer) -> None:
        self._evidence, self._viewer = evidence, viewer
        self.known = hashlib.sha256(repr((group, viewer)).encode()).digest()
        self._sent = b""
        self._last = ""

    def add(self, game: Game, texts: Iterable[bytes]) -> None:
        public = [game.has_placed(player) for player in Player]
        known = json.dumps([_observed(game, self._viewer), public])
        if known != self._last:
            self._last, self.known = known, hashlib.sha256(self.known + known.encode()).digest()
        for text in texts:
            self._sent = hashlib.sha256(self._sent + text).digest()
            self._evidence.frames[str(self._viewer)] += 1
        truth = json.dumps([game.position.to_json(), [str(game.placed_aside(player)) for player in Player]])
        self._evidence.sent_by_known[self.known].add(self._sent)
        self._evidence.truths_by_known[self.known].add(hashlib.sha256(truth.encode()).digest())


async def play_game(
    group: Group, number: int, open_table: Callable[[], Awaitable[Table]], evidence: Evidence
) -> None:
    """Play one game of a group, and keep what was sent.

    Args:
        group: which games it is like.
        number: of the game; other numbers hide other things.
        open_table: where it is played.
        evidence: takes what was sent.
    """
    setup = Setup.from_json(group.setup)
    game = Game(setup.start(0), rules=setup.rules, seed=group.seed)
    hidden = Random(f"{group} {number}")
    records = {viewer: _Record(evidence, group, viewer) for viewer in group.viewers}
    table = await open_table()
    sent = await table.opened()
    for _ in range(_MOST_STEPS):
        for viewer, record in records.items():
            record.add(game, sent[viewer])
        if game.outcome is not None:
            break
        player, step = _choice(game, group, records[group.hider.other].known, hidden)
        is_placing = bool(game.placements(player))
        game.place(player, str(step)) if is_placing else game.play(step)
        sent = await table.acts(player, step, is_placing=is_placing)
    evidence.games += 1


def _observed(game: Game, viewer: Viewer) -> dict[str, Any]:
    """What a viewer may know: while the game goes on the latest turns will do, as the others were seen before."""
    turns = game.turns if game.outcome is not None else game.turns[-2:]
    history = [played for turn in turns for played in turn.played]
    return observe(history, game.position, viewer, game.outcome).to_json()


def _choice(game: Game, group: Group, known: bytes, hidden: Random) -> tuple[Player, Step]:
    """Who does what next: by what the opponent knows, and, within what looks the same to it, by chance."""
    public = Random(known)
    placing = [player for player in Player if game.placements(player)]
    player = public.choice(placing) if placing else game.position.to_move
    steps = game.placements(player) or game.position.legal_steps
    if player is not group.hider:
        return player, public.choice(steps)
    looks: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        looks[_look(step, game.position)].append(step)
    return player, hidden.choice(looks[public.choice(sorted(looks))])


def _look(step: Step, position: Position) -> str:
    """What others see of a step, roughly: where it tells more, the games of a group part."""
    mover = position.to_move
    match step:
        case Place():
            return "place"
        case NinjaStay() | NinjaMove(challenge=False) if not position.revealed_mask[mover]:
            return "ninja"
        case Move(used) | Pass(used) if not position.masters_mask[mover]:  # it has ninjas only
            return used.slug
    return str(step)


class RoomTable:
    """A room without a server; each frame is taken as the bytes that would be sent."""

    def __init__(self, group: Group, *, leak: Callable[[dict[str, Any], Game], None] | None = None) -> None:
        self._people = Person("a", "Anna"), Person("b", "Ben")
        self._leak = leak
        entropy = bytes(16)
        opened = create(Setup.from_json(group.setup), self._people[0], 0, entropy).room
        join = command_from_json({"type": "join"})
        self._room = decide(opened, join, self._people[1], 0, entropy).room

    async def opened(self) -> Sent:
        """Everybody comes now."""
        return {viewer: [self._bytes(snapshot(self._room, viewer))] for viewer in (*Player, None)}

    async def acts(self, player: Player, step: Step, *, is_placing: bool) -> Sent:
        """Decide, and make the frames."""
        moment = self._room.moments[player]
        data = {"type": "place" if is_placing else "step", "moment": moment, "step": str(step)}
        decision = decide(self._room, command_from_json(data), self._people[player], 0, bytes(16))
        sent: Sent = {viewer: [] for viewer in (*Player, None)}
        for change in changes(self._room, decision.events):
            for viewer, texts in sent.items():
                told = frame(*change, viewer)
                if told is not None:
                    texts.append(self._bytes(told, change.after.game))
        self._room = decision.room
        return sent

    def _bytes(self, told: dict[str, Any], truth: Game | None = None) -> bytes:
        if self._leak is not None and truth is not None:
            self._leak(told, truth)
        return json.dumps(told).encode()
