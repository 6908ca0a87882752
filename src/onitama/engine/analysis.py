"""`Limits` and `Analysis`: what an engine is asked, and what it answers."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from onitama.errors import OnitamaError, shown
from onitama.rules import Step

__all__ = [
    "KNOWN_SCORE",
    "PROVEN_SCORE",
    "WIN_SCORE",
    "Analysis",
    "Endings",
    "Limits",
    "Line",
    "OnInfo",
    "plies_to_end",
    "proven",
]

WIN_SCORE = 10_000
"""The score of a win, less one for every ply until it is there."""
PROVEN_SCORE = 9_000
"""A higher score is a win by force in a known number of plies, one below its negative a loss."""
KNOWN_SCORE = 8_000
"""A higher score is a win by force, one below its negative a loss; up to `PROVEN_SCORE` nobody has counted how long."""

Verdict = Literal["win", "draw", "loss"]
Endings = Literal["solving", "solved"]


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search must stop; the first limit reached counts. Only players that search heed them.

    >>> Limits(seconds=0.5, depth=8)
    Limits(seconds=0.5, depth=8, nodes=None, until_proven=False)

    Raises:
        OnitamaError: for no limit at all, or one that is not a positive number.
    """

    seconds: float | None = None
    """How long it may take."""
    depth: int | None = None
    """How many plies it may look ahead."""
    nodes: int | None = None
    """How many positions it may look at."""
    until_proven: bool = False
    """Whether to go on until a win, a loss or a draw is proven. It may be the only limit; then it may take for ever."""

    def __post_init__(self) -> None:
        if type(self.until_proven) is not bool:
            raise OnitamaError(f"limits: until_proven is true or false, found {shown(self.until_proven)}")
        if not self.until_proven and self.seconds is None and self.depth is None and self.nodes is None:
            raise OnitamaError("limits: expected seconds, depth or nodes, found none of them")
        if self.seconds is not None and not (
            type(self.seconds) in (int, float) and 0 < self.seconds <= sys.float_info.max
        ):
            raise OnitamaError(f"limits: expected a positive number of seconds, found {shown(self.seconds)}")
        for name, number in (("depth", self.depth), ("nodes", self.nodes)):
            if number is not None and (type(number) is not int or number < 1):
                raise OnitamaError(f"limits: {name} is a whole number from 1, found {shown(number)}")


@dataclass(frozen=True, slots=True)
class Line:
    """One way to go on, from the view of the player to move."""

    score: int
    """How good it is: 100 is worth a student; see `Analysis`."""
    steps: tuple[Step, ...]
    """What both sides are expected to do, the player to move first; turns of several steps one after the other."""

    @property
    def best(self) -> Step:
        """The first step."""
        return self.steps[0]

    @property
    def plies_to_end(self) -> int | None:
        """As `Analysis.plies_to_end`."""
        return plies_to_end(self.score)

    @property
    def proven(self) -> Verdict | None:
        """Whether this way wins or loses by force; None if neither is certain."""
        return proven(self.score)


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
    seldepth: int = 0
    """How many plies its longest line had."""
    seconds: float = 0.0
    """How long it took."""
    tt_permille: int = 0
    """How full the transposition table is, in thousandths."""
    table_hits: int = 0
    """How many positions the endgame table answered for."""
    endings: Endings | None = None
    """Whether the endings of these five cards are being solved in the background, or are; None if no table is asked."""
    others: tuple[Line, ...] = ()
    """The next best ways, in order, where more than one was asked for."""
    is_draw_proven: bool = False
    """Whether neither side can win by force, for certain."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """All ways that were asked for, the best one first."""
        return Line(self.score, self.line), *self.others

    @property
    def proven(self) -> Verdict | None:
        """How the game ends for the player to move if both play their best; None if that is not certain."""
        return "draw" if self.is_draw_proven else proven(self.score)

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game ends by force, this turn counted: in `n` when the score is `WIN_SCORE - n`.

        Positive if the player to move wins, negative if it loses, None if neither is proven, or nobody has counted.

        >>> Analysis(best=Step(), score=-9_998, line=(), nodes=1, depth=1).plies_to_end
        -2
        """
        return plies_to_end(self.score)

    @property
    def nodes_per_second(self) -> int:
        """How fast it looked; 0 where no time was taken."""
        return round(self.nodes / self.seconds) if self.seconds else 0


OnInfo = Callable[[Analysis], None]
"""Told what a search has found so far, whenever there is something new."""


def plies_to_end(score: int) -> int | None:
    """In how many plies a score says the game ends by force: positive for a win, negative for a loss, or None."""
    if abs(score) <= PROVEN_SCORE:
        return None
    plies = WIN_SCORE - abs(score)
    return plies if score > 0 else -plies


def proven(score: int) -> Verdict | None:
    """Whether a score stands for a win or a loss by force; a draw has no score of its own."""
    if abs(score) <= KNOWN_SCORE:
        return None
    return "win" if score > 0 else "loss"
