"""The options that say which game starts: variant, deck, seed or five named cards."""

from collections.abc import Mapping
from dataclasses import replace
from secrets import randbelow
from typing import Annotated

import typer

from onitama.cards import Deck
from onitama.deal import deal, deal_by_hand
from onitama.errors import InvalidDeal, OnitamaError
from onitama.notation import parse_deal
from onitama.player import Player, parse_player
from onitama.rules import Position, Rules, preset

__all__ = [
    "DealOption",
    "DeckOption",
    "PresetOption",
    "SeedOption",
    "StarterOption",
    "choose_rules",
    "dealt",
    "only",
]

PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset", "-p", help="The variant by name; `onitama presets` lists them.  [default: base]"
    ),
]
DeckOption = Annotated[
    str | None,
    typer.Option(
        help="Deal from these sets and cards, joined by +: base+senseis-path+Goat. Replaces the preset's."
    ),
]
SeedOption = Annotated[
    int | None, typer.Option(help="The seed of the deal; the same seed always deals the same game.")
]
DealOption = Annotated[
    str | None,
    typer.Option(
        help="Deal by hand: red's two cards/blue's two/side card, as in ox,boar/horse,elephant/crab."
    ),
]
StarterOption = Annotated[
    str | None,
    typer.Option(help="Who starts a game dealt by hand: red or blue, instead of the side card's stamp."),
]


def only(option: str, others: Mapping[str, object]) -> None:
    """Refuse options that another one makes pointless.

    Raises:
        OnitamaError: if one of the others was given.
    """
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise OnitamaError(f"{option} says it all: leave out {' and '.join(given)}")


def choose_rules(name: str | None, deck: str | None) -> Rules:
    """The rules of a preset, dealt from another deck if one is named."""
    rules = preset("base" if name is None else name)
    return rules if deck is None else replace(rules, deck=Deck.of(*deck.split("+")))


def dealt(
    rules: Rules, seed: int | None, cards: str | None, starter: str | None
) -> tuple[Position, int | None]:
    """The start position, and the seed it was dealt from (None for a deal by hand)."""
    if cards is None:
        if starter is not None:
            raise InvalidDeal("--starter goes with --deal; a deal from a seed says itself who starts")
        seed = randbelow(1 << 32) if seed is None else seed
        return deal(rules, seed), seed
    if seed is not None:
        raise InvalidDeal("--seed and --deal are two ways to deal; choose one")
    return _by_hand(rules, cards, None if starter is None else parse_player(starter)), None


def _by_hand(rules: Rules, cards: str, starter: Player | None) -> Position:
    """The start position of a deal written as `ox,boar/horse,elephant/crab`."""
    red, blue, side = parse_deal(cards)
    return deal_by_hand(rules, red=red, blue=blue, side=side, starter=starter)
