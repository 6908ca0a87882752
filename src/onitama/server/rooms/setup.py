"""`Setup`: what is played in a room, as its creator has chosen it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from onitama.clock import TimeControl, format_time_control, parse_time_control
from onitama.deal import deal, deal_by_hand
from onitama.errors import OnitamaError, shown
from onitama.notation import parse_deal
from onitama.notation.rules_text import rules_from_json, rules_to_json
from onitama.player import Player, parse_player
from onitama.rules import Position, Rules
from onitama.server.rooms.refusals import Code, Refused

__all__ = ["Format", "Setup"]

_KEYS = ("rules", "format", "time", "colour", "computer", "stand_in", "seed", "deal", "starter", "spectators")
_LEVEL = re.compile("[a-z0-9-]{1,30}")


class Format(StrEnum):
    """In which form games are played."""

    SINGLE = "single"
    """One game, with or without a clock; with five minutes a side it is the clock duel (R82)."""
    MIRROR = "mirror"
    """Two games with one deal, the colours change over (R80)."""
    COACHING = "coaching"
    """A step is said first and counts when it is confirmed (R81)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played.

    Raises:
        OnitamaError: for choices that do not go together.
    """

    rules: Rules
    format: Format = Format.SINGLE
    time: TimeControl | None = None
    colour: Player | None = None
    """The creator's; None to draw it when the game starts."""
    computer: str | None = None
    """The level of the computer that is played against; None for another person."""
    stand_in: str | None = None
    """The level of the computer that plays in place of who opens the room, who looks on."""
    seed: int | None = None
    """What to deal from; without seed and deal each game is dealt anew, when it starts."""
    deal: str | None = None
    """The five cards in their places, as `onitama.notation.parse_deal` reads them."""
    starter: Player | None = None
    """Who starts a game with chosen cards, instead of the one whom the side card's stamp names."""
    spectators: bool = True
    """Whether others may watch."""

    def __post_init__(self) -> None:
        if self.format is Format.COACHING and self.time is not None:
            raise OnitamaError("time: a coaching round is untimed")
        if self.seed is not None and self.deal is not None:
            raise OnitamaError("expected a seed or a deal, found both")
        if self.starter is not None and self.deal is None:
            raise OnitamaError("starter: only of a deal with chosen cards")
        if self.stand_in is not None and self.computer is None:
            raise OnitamaError("stand_in: only against the computer")
        if self.stand_in is not None and self.format is Format.COACHING:
            raise OnitamaError("stand_in: a coaching round is for people")
        self.start(self.seed or 0)

    def start(self, drawn_seed: int) -> Position:
        """Where a game begins.

        Args:
            drawn_seed: what to deal from if nothing is chosen.
        """
        if self.deal is not None:
            red, blue, side = parse_deal(self.deal)
            return deal_by_hand(self.rules, red=red, blue=blue, side=side, starter=self.starter)
        return deal(self.rules, drawn_seed if self.seed is None else self.seed)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data with every choice."""
        return {
            "rules": rules_to_json(self.rules),
            "format": self.format.value,
            "time": None if self.time is None else format_time_control(self.time),
            "colour": None if self.colour is None else str(self.colour),
            "computer": self.computer,
            "stand_in": self.stand_in,
            "seed": self.seed,
            "deal": self.deal,
            "starter": None if self.starter is None else str(self.starter),
            "spectators": self.spectators,
        }

    @classmethod
    def from_json(cls, data: object) -> "Setup":
        """The setup that `to_json` wrote; what is missing or null is as by default.

        >>> Setup.from_json({"rules": "base", "time": "5+3"}).time
        TimeControl(initial_ms=300000, increment_ms=3000)

        Raises:
            Refused: says which choice is wrong.
        """
        if not isinstance(data, Mapping):
            raise Refused(Code.BAD_SETUP, f"setup: expected an object, found {shown(data)}")
        for key in data:
            if key not in _KEYS:
                raise Refused(Code.BAD_SETUP, f"setup: expected {', '.join(_KEYS)}, found {shown(key)}")
        choices = {key: value for key, value in data.items() if value is not None}
        try:
            return _read(choices)
        except OnitamaError as error:
            raise Refused(Code.BAD_SETUP, f"setup, {error}") from None


def _read(choices: dict[str, Any]) -> Setup:
    """The setup with these choices.

    Raises:
        OnitamaError: says which choice is wrong.
    """
    form = choices.get("format", Format.SINGLE)
    if form not in list(Format):
        raise OnitamaError(f"format: expected {', '.join(Format)}, found {shown(form)}")
    seed, cards, watched = choices.get("seed"), choices.get("deal"), choices.get("spectators", True)
    if cards is not None and not isinstance(cards, str):
        raise OnitamaError(f"deal: expected red,red/blue,blue/side, found {shown(cards)}")
    if type(watched) is not bool:
        raise OnitamaError(f"spectators: expected true or false, found {shown(watched)}")
    return Setup(
        rules_from_json(choices.get("rules", "base")),
        Format(form),
        parse_time_control(choices["time"]) if "time" in choices else None,
        _colour(choices, "colour"),
        _level(choices, "computer"),
        _level(choices, "stand_in"),
        seed,
        None if cards is None else _tidy(cards),
        _colour(choices, "starter"),
        watched,
    )


def _tidy(cards: str) -> str:
    """The deal as it is written, whichever way it was typed."""
    red, blue, side = parse_deal(cards)
    return "/".join([*(",".join(one.slug for one in hand) for hand in (red, blue)), side.slug])


def _level(choices: Mapping[str, Any], key: str) -> str | None:
    level = choices.get(key)
    if level is not None and not (isinstance(level, str) and _LEVEL.fullmatch(level)):
        raise OnitamaError(f"{key}: expected the name of a level, found {shown(level)}")
    return level


def _colour(choices: Mapping[str, Any], key: str) -> Player | None:
    return parse_player(choices[key]) if key in choices else None
