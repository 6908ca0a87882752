"""A whole game: what happened, and all that players can do besides their steps.

turn   one turn as it was played
line   the turns of a game, played, undone and played again
offer  what one player proposes to the other
game   Game: a line with a clock, offers and an end
"""

from onitama.game.game import Game
from onitama.game.offer import Offer, OfferKind
from onitama.game.turn import Turn

__all__ = ["Game", "Offer", "OfferKind", "Turn"]
