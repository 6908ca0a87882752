"""`Rules`: what governs a game, as a frozen value, and the presets by name."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from onitama.cards import Deck
from onitama.errors import InvalidDeck, OnitamaError, shown
from onitama.player import BLUE, RED, Player

__all__ = ["PRESETS", "Hidden", "LanternRule", "Rules", "preset"]

Hidden = Literal["shadow", "light"]
LanternRule = Literal["both", "starter"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game. Features combine freely (R60); there is no class per variant.

    `deck` and `wind_cards` say what a game may be dealt. Once five cards are on the table they no longer matter,
    so a position's rules have neither (`in_play`).

    Raises:
        OnitamaError: for a value that is not one of those listed.
        InvalidDeck: for a deck that the other choices do not fit (R20, R35).
    """

    deck: Deck | None = None
    """What is dealt from; None for the base deck, in games with the spirit for base and way-of-the-wind (R35)."""
    spirit: bool = False
    """The Spirit of the Wind stands on the board (R30)."""
    wind_cards: int | None = None
    """How many of the five dealt cards are wind cards, 0 to 5; with the spirit 2 unless said, else 0 (R35)."""
    hidden: Hidden | None = None
    """Ninjas: the Way of Shadow (R40) or the Way of Light (R50)."""
    lantern_rule: LanternRule = "both"
    """Who may not use a lantern on its own first turn: both players, or only the starting one (R47)."""
    light_player: Player | None = None
    """Who plays Light in the Way of Light (R51); Red unless said."""

    def __post_init__(self) -> None:
        if type(self.spirit) is not bool:
            raise OnitamaError(f"rules: spirit is true or false, found {shown(self.spirit)}")
        if self.hidden not in (None, "shadow", "light"):
            raise OnitamaError(f"rules: hidden is shadow, light or nothing, found {shown(self.hidden)}")
        if self.lantern_rule not in ("both", "starter"):
            raise OnitamaError(f"rules: lantern_rule is both or starter, found {shown(self.lantern_rule)}")
        if self.light_player is not None and not isinstance(self.light_player, Player):
            raise OnitamaError(f"rules: light_player is RED or BLUE, found {shown(self.light_player)}")
        if self.hidden == "light":
            object.__setattr__(self, "light_player", RED if self.light_player is None else self.light_player)
        elif self.light_player is not None:
            raise OnitamaError("rules: only the Way of Light has a light player")
        self._check_dealing()

    def _check_dealing(self) -> None:
        if self.wind_cards is not None:
            if type(self.wind_cards) is not int or not 0 <= self.wind_cards <= 5:
                raise InvalidDeck(f"the number of wind cards is 0 to 5, found {shown(self.wind_cards)}")
            if self.wind_cards and not self.spirit:
                raise InvalidDeck("wind cards are dealt only in games with the spirit")
        if self.deck is None:
            return
        if not isinstance(self.deck, Deck):
            raise InvalidDeck(f"rules: deck is a Deck such as Deck.of('base'), found {shown(self.deck)}")
        winds, needed = self.deck.wind_cards, self.dealt_wind_cards
        if winds and not self.spirit:
            raise InvalidDeck(f"{winds[0]} is a wind card: it needs the spirit in the game")
        if len(winds) < needed:
            raise InvalidDeck(f"{needed} wind cards are to be dealt, the deck has {len(winds)}")
        if len(self.deck.move_cards) < 5 - needed:
            raise InvalidDeck(
                f"{5 - needed} movement cards are to be dealt, the deck has {len(self.deck.move_cards)}"
            )

    @property
    def dealt_wind_cards(self) -> int:
        """How many wind cards a deal has, the default filled in."""
        if self.wind_cards is None:
            return 2 if self.spirit else 0
        return self.wind_cards

    @property
    def dealt_deck(self) -> Deck:
        """The deck a deal is made from, the default filled in."""
        if self.deck is None:
            return Deck.of("base", "way-of-the-wind") if self.spirit else Deck.of("base")
        return self.deck

    @property
    def in_play(self) -> "Rules":
        """The same rules without what matters for dealing only."""
        if self.deck is None and self.wind_cards is None:
            return self
        return replace(self, deck=None, wind_cards=None)

    def places_ninjas(self, player: Player) -> int:
        """How many ninjas the player starts with (R40, R50)."""
        if self.hidden == "shadow":
            return 1
        return 2 if self.hidden == "light" and player is not self.light_player else 0

    def has_pawns(self, player: Player) -> bool:
        """Whether the player has a master and students: all but Shadow in the Way of Light (R50)."""
        return self.hidden != "light" or player is self.light_player

    def starting_lanterns(self, player: Player) -> int:
        """How many lanterns the player starts with (R40, R52)."""
        return 2 if self.hidden is not None and self.has_pawns(player) else 0


PRESETS = MappingProxyType(
    {
        "base": Rules(),
        "senseis-path": Rules(Deck.of("senseis-path")),
        "base-and-senseis-path": Rules(Deck.of("base", "senseis-path")),
        "promo": Rules(Deck.of("promo")),
        "big-box": Rules(Deck.of("base", "senseis-path", "promo", "Goat", "Sheep")),
        "way-of-the-wind": Rules(spirit=True),
        **{f"way-of-the-wind-{number}": Rules(spirit=True, wind_cards=number) for number in range(6)},
        "way-of-shadow": Rules(hidden="shadow"),
        "way-of-shadow-starter": Rules(hidden="shadow", lantern_rule="starter"),
        "way-of-light": Rules(hidden="light", light_player=RED),
        "way-of-light-blue": Rules(hidden="light", light_player=BLUE),
        "shadow-and-wind": Rules(hidden="shadow", spirit=True),
        "light-and-wind": Rules(hidden="light", light_player=RED, spirit=True),
    }
)
"""The named rules. The last two are house rules (R60)."""


def preset(name: str) -> Rules:
    """The rules of that name.

    Raises:
        OnitamaError: if there is none.
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise OnitamaError(f"there is no preset {shown(name)}; the presets are {', '.join(PRESETS)}")
    return PRESETS[name]
