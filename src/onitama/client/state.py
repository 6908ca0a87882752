"""`State`: how a room stands, as its viewer may know it; and how the list of turns grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from onitama.observe import Observation
from onitama.player import Player, parse_player

__all__ = ["OpenOffer", "ShownPerson", "State", "grown"]


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """What everybody may know of somebody with a seat."""

    name: str
    is_computer: bool
    colour: Player | None
    """None before the first game."""
    score: float
    has_placed: bool
    is_ready: bool
    is_gone: bool


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """What somebody proposes."""

    number: int
    person: int
    kind: str
    turn_number: int | None


@dataclass(frozen=True)
class State:
    """One moment of a room."""

    event: str
    """What has led here: the type of the frame, or `snapshot`."""
    number: int
    """Of the latest frame."""
    setup: Mapping[str, Any]
    """What is played."""
    turns: tuple[str, ...]
    """The game so far, as its viewer may know it."""
    data: Mapping[str, Any]
    """All of it, as docs/reference/server.md says."""
    answer: str | None = None
    """How an offer was settled, if that is the event."""

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `between`, `over` or `closed`."""
        return str(self.data["status"])

    @property
    def you(self) -> int | None:
        """Which person one is; None for who watches."""
        you: int | None = self.data["you"]
        return you

    @property
    def game(self) -> int:
        """The number of the latest game, 0 before the first."""
        return int(self.data["game"])

    @property
    def moment(self) -> int:
        """Goes with a step."""
        return int(self.data["moment"])

    @cached_property
    def people(self) -> tuple[ShownPerson | None, ShownPerson | None]:
        """Both of them; None for a free seat."""
        first, second = map(_person, self.data["people"])
        return first, second

    @property
    def colour(self) -> Player | None:
        """What one plays, if one does."""
        me = None if self.you is None else self.people[self.you]
        return None if me is None else me.colour

    @property
    def offer(self) -> OpenOffer | None:
        """What waits for an answer."""
        data = self.data["offer"]
        if data is None:
            return None
        return OpenOffer(data["number"], data["person"], data["kind"], data["turn_number"])

    @property
    def is_placing(self) -> bool:
        """Whether one is to place ninjas."""
        return bool(self.data.get("placements"))

    @property
    def is_my_turn(self) -> bool:
        """Whether one is to make a step, or to place ninjas."""
        return bool(self.legal_steps)

    @property
    def legal_steps(self) -> tuple[str, ...]:
        """What one may do now."""
        view = self.data["view"]
        return tuple(self.data.get("placements") or (() if view is None else view["legal_steps"]))

    @cached_property
    def view(self) -> Observation | None:
        """The board, as one may know it; None before the first game, or if the game was broken off."""
        view = self.data["view"]
        if view is None or self.status == "closed":
            return None
        return Observation.from_json({**view, "turns": list(self.turns)})

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """`winner`, a colour or None, and `by`, once the game has a result."""
        view = self.data["view"]
        outcome: Mapping[str, Any] | None = None if view is None else view["outcome"]
        return outcome


def grown(turns: Sequence[str], frame: Mapping[str, Any]) -> tuple[str, ...]:
    """The turns after a frame, which tells them anew or tells what has come to them.

    >>> grown(("place:?", "place:b1"), {"told": [{"turn": 1, "player": "red", "text": "boar:c1c2"}]})
    ('place:?', 'place:b1', 'boar:c1c2')
    >>> grown(("boar:c1c2",), {"told": [{"turn": 1, "player": "red", "text": "ninja:stay"}]})
    ('boar:c1c2 ninja:stay',)
    """
    if "turns" in frame:
        return tuple(frame["turns"])
    found = list(turns)
    placements = sum(turn.startswith("place:") for turn in found)
    for told in frame.get("told", ()):
        at = placements + told["turn"] - 1
        if told["turn"] == 0 or at >= len(found):
            found.append(told["text"])
        else:
            found[at] += f" {told['text']}"
    return tuple(found)


def _person(data: Mapping[str, Any] | None) -> ShownPerson | None:
    if data is None:
        return None
    colour = None if data["colour"] is None else parse_player(data["colour"])
    return ShownPerson(
        data["name"],
        data["is_computer"],
        colour,
        data["score"],
        data["has_placed"],
        data["is_ready"],
        data["is_gone"],
    )
