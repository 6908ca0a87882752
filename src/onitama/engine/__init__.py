"""Computer players behind one small face.

face           Engine: picks a player, checks what it is given, asks for a step or an analysis
analysis       Limits and Analysis: what goes in and what comes out
backend        what stands behind an Engine
core           how the core is told of cards and positions
counting       perft by the core
native         the search of the native core, for games in which nothing is hidden
hidden         its search for games in which ninjas hide
external       a player in another program
thinking       an analysis under way, in a thread of its own
random_player, greedy, sensible    small players, for hidden games too
judging        what a position is worth, and how it can be won at once
lookahead      what a step is worth, the rest of its turn included
levels         players from the first game to full strength; overlooking, choosing and guessing say how they err
belief         where the opponent's unseen ninjas may be
"""

from onitama.engine.analysis import KNOWN_SCORE, PROVEN_SCORE, WIN_SCORE, Analysis, Limits, Line
from onitama.engine.belief import chances
from onitama.engine.counting import fast_perft, fast_perft_divide
from onitama.engine.face import ENGINE_NAMES, Engine
from onitama.engine.levels import LEVELS, TOP_LEVEL, Level

__all__ = [
    "ENGINE_NAMES",
    "KNOWN_SCORE",
    "LEVELS",
    "PROVEN_SCORE",
    "TOP_LEVEL",
    "WIN_SCORE",
    "Analysis",
    "Engine",
    "Level",
    "Limits",
    "Line",
    "chances",
    "fast_perft",
    "fast_perft_divide",
]
