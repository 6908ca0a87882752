"""Computer opponents behind one small face.

face           Engine: picks a player, checks what it is given, asks for a step
analysis       Limits and Analysis: what goes in and what comes out
judging        what a position is worth, and how it can be won at once
lookahead      what a step is worth, the rest of its turn included
belief         where the opponent's unseen ninjas may be
random_player, greedy, sensible, alphabeta    the players
"""

from onitama.engine.analysis import WIN_SCORE, Analysis, Limits
from onitama.engine.face import ENGINE_NAMES, Engine

__all__ = ["ENGINE_NAMES", "WIN_SCORE", "Analysis", "Engine", "Limits"]
