"""Onitama: rules, games and players for every variant of the board game.

>>> import onitama as on
>>> position = on.deal("base", seed=7)
>>> len(position.legal_steps)
11
"""

from onitama.cards import CARDS, Card, CardSet, Deck, Kind, card
from onitama.deal import deal, deal_by_hand
from onitama.errors import (
    IllegalStep,
    InvalidDeal,
    InvalidDeck,
    InvalidPosition,
    NotationError,
    OnitamaError,
    UnknownCard,
)
from onitama.player import BLUE, RED, Player
from onitama.rules import (
    PRESETS,
    Ending,
    Outcome,
    Phase,
    Position,
    Rules,
    Step,
    Way,
    parse_step,
    perft,
    perft_divide,
    preset,
)

__all__ = [
    "BLUE",
    "CARDS",
    "PRESETS",
    "RED",
    "Card",
    "CardSet",
    "Deck",
    "Ending",
    "IllegalStep",
    "InvalidDeal",
    "InvalidDeck",
    "InvalidPosition",
    "Kind",
    "NotationError",
    "OnitamaError",
    "Outcome",
    "Phase",
    "Player",
    "Position",
    "Rules",
    "Step",
    "UnknownCard",
    "Way",
    "card",
    "deal",
    "deal_by_hand",
    "parse_step",
    "perft",
    "perft_divide",
    "preset",
]
