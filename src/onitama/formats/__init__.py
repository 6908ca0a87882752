"""House formats: ways to play one or several games, with the rules left as they are (R80-R82).

mirror    two games with one deal
coaching  a round in which a move is talked about before it counts, and what each side threatens

The clock duel is a game with a clock of `CLOCK_DUEL`, see `onitama.clock`.
"""

from onitama.formats.coaching import CoachingRound, Threat, threats
from onitama.formats.mirror import MirrorMatch

__all__ = ["CoachingRound", "MirrorMatch", "Threat", "threats"]
