"""Onitama: rules, games and players for every variant of the board game.

>>> import onitama as on
>>> position = on.deal("base", seed=7)
>>> len(position.legal_steps)
9
"""

from importlib.metadata import version

from onitama.cards import CARDS, Card, CardSet, Deck, Kind, card
from onitama.deal import deal, deal_by_hand
from onitama.engine import Analysis, Engine, Limits
from onitama.errors import (
    IllegalStep,
    InvalidDeal,
    InvalidDeck,
    InvalidPosition,
    NotationError,
    OnitamaError,
    UnknownCard,
)
from onitama.game import Game
from onitama.observe import Observation
from onitama.player import BLUE, RED, Player
from onitama.render import show_in_notebooks
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

show_in_notebooks()

__version__ = version("onitama")

__all__ = [
    "BLUE",
    "CARDS",
    "PRESETS",
    "RED",
    "Analysis",
    "Card",
    "CardSet",
    "Deck",
    "Ending",
    "Engine",
    "Game",
    "IllegalStep",
    "InvalidDeal",
    "InvalidDeck",
    "InvalidPosition",
    "Kind",
    "Limits",
    "NotationError",
    "Observation",
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
