"""`Limits` and `Analysis`: what an engine is asked, and what it answers."""

import math
from dataclasses import dataclass

from onitama.errors import OnitamaError
from onitama.rules import Step

__all__ = ["MOST_PLIES", "PROVEN_SCORE", "WIN_SCORE", "Analysis", "Limits"]

WIN_SCORE = 10_000
"""The score of a win, less one for every ply until it is there."""
MOST_PLIES = 100
"""No search looks further ahead."""
PROVEN_SCORE = WIN_SCORE - 2 * MOST_PLIES
"""A higher score is a win by force, one below its negative a loss."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search must stop; the first limit reached counts. Only players that search heed them.

    >>> Limits(seconds=0.5, depth=8)
    Limits(seconds=0.5, depth=8, nodes=None)

    Raises:
        OnitamaError: for no limit at all, or one that is not a positive number.
    """

    seconds: float | None = None
    """How long it may take."""
    depth: int | None = None
    """How many plies it may look ahead."""
    nodes: int | None = None
    """How many positions it may look at."""

    def __post_init__(self) -> None:
        if self.seconds is None and self.depth is None and self.nodes is None:
            raise OnitamaError("limits: expected seconds, depth or nodes, found none of them")
        if self.seconds is not None and not (
            type(self.seconds) in (int, float) and 0 < self.seconds < math.inf
        ):
            raise OnitamaError(f"limits: expected a positive number of seconds, found {self.seconds!r}")
        for name, number in (("depth", self.depth), ("nodes", self.nodes)):
            if number is not None and (type(number) is not int or number < 1):
                raise OnitamaError(f"limits: {name} is a whole number from 1, found {number!r}")


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine thinks of a position, from the view of the player to move."""

    best: Step
    """The step it would make."""
    score: int
    """How good that is: 100 is worth a student; see `plies_to_end`. 0 from a player that does not judge."""
    line: tuple[Step, ...]
    """The steps it expects, the best one first."""
    nodes: int
    """How many positions it looked at."""
    depth: int
    """How many plies it looked ahead at the least; 0 if it only looked at this turn."""

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game ends by force, this turn counted: in `n` when the score is `WIN_SCORE - n`.

        Positive if the player to move wins, negative if it loses, None if neither is proven.

        >>> Analysis(best=Step(), score=-9_998, line=(), nodes=1, depth=1).plies_to_end
        -2
        """
        if abs(self.score) <= PROVEN_SCORE:
            return None
        plies = WIN_SCORE - abs(self.score)
        return plies if self.score > 0 else -plies
