"""`Engine`: one face for all computer opponents."""

import json
import time
from collections.abc import Callable
from random import Random

from onitama.engine import alphabeta, greedy, random_player, sensible
from onitama.engine.analysis import Analysis, Limits
from onitama.errors import OnitamaError
from onitama.observe import Observation
from onitama.rules import Position, Step

__all__ = ["ENGINE_NAMES", "Engine"]

ENGINE_NAMES = ("random", "greedy", "sensible", "alphabeta")
"""The players, the strongest last; alphabeta plays only games without hidden pieces."""

_ONE_SECOND = Limits(seconds=1)
_ANALYSE: dict[str, Callable[[Position | Observation, Random], Analysis]] = {
    "random": random_player.analyse,
    "greedy": greedy.analyse,
    "sensible": sensible.analyse,
}


class Engine:
    """A computer opponent.

    In a game with hidden ninjas it gets an `Observation`, what the player to move may know, and nothing else (R70);
    in other games a `Position` or anybody's observation. It keeps nothing between calls: the same view, limits and
    seed give the same answer, unless time decides.

    >>> from onitama.deal import deal
    >>> analysis = Engine().analyse(deal("base", seed=7), Limits(depth=2))
    >>> analysis.best in deal("base", seed=7).legal_steps
    True

    Args:
        name: one of `ENGINE_NAMES`; None for the one that fits: sensible in hidden games, alphabeta in others.
        seed: for what is left to chance; None for any.
        clock: what measures the seconds of a limit.

    Raises:
        OnitamaError: for a name that no player has, or a seed that is no whole number.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if name is not None and name not in ENGINE_NAMES:
            raise OnitamaError(f"there is no engine {name!r}; the engines are {', '.join(ENGINE_NAMES)}")
        if seed is not None and type(seed) is not int:
            raise OnitamaError(f"a seed is a whole number, found {seed!r}")
        self.name = name
        self.seed = Random().getrandbits(64) if seed is None else seed
        self._clock = clock

    def analyse(self, view: Position | Observation, limits: Limits = _ONE_SECOND) -> Analysis:
        """What it would do next, and what it thinks of the position.

        Args:
            view: what the player to move may know.
            limits: when to stop. Only alphabeta takes any time to speak of.

        Raises:
            OnitamaError: if the game is over, if the view is not that of the player to move or shows what is hidden,
                or if this player does not play such games.
        """
        view = _checked(view)
        name = self.name or ("alphabeta" if isinstance(view, Position) else "sensible")
        if name == "alphabeta":
            if isinstance(view, Position):
                return alphabeta.analyse(view, limits, self._clock)
            raise OnitamaError("alphabeta plays only games in which nothing is hidden; choose sensible")
        rng = Random(f"{self.seed} {json.dumps(view.to_json())}")
        return _ANALYSE[name](view, rng)

    def play(self, view: Position | Observation, limits: Limits = _ONE_SECOND) -> Step:
        """The next step; a turn may take several, and an engine is asked for each. See `analyse`."""
        return self.analyse(view, limits).best

    def __repr__(self) -> str:
        return f"Engine({self.name!r}, seed={self.seed})"


def _checked(view: Position | Observation) -> Position | Observation:
    """The view that a player gets: a position if nothing is hidden, else the observation of the one to move."""
    if not isinstance(view, Position | Observation):
        raise OnitamaError(f"an engine needs a Position or an Observation, found {type(view).__name__}")
    if view.outcome is not None:
        winner = view.outcome.winner
        result = "a draw" if winner is None else f"{winner} won"
        raise OnitamaError(f"the game is over: {result} by {view.outcome.by}")
    if view.rules.hidden is None:
        return view if isinstance(view, Position) else view.position()
    if isinstance(view, Position):
        raise OnitamaError(
            "a position shows the hidden ninjas; give the engine what a player may know, an Observation"
        )
    if view.viewer is not view.to_move:
        viewer = "a spectator" if view.viewer is None else str(view.viewer)
        raise OnitamaError(f"{view.to_move} is to move, so the engine needs its view, found that of {viewer}")
    return view
