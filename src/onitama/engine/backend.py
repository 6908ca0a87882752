"""What stands behind an `Engine`: anything that can analyse a view and be told to stop."""

import json
from collections.abc import Callable
from random import Random
from typing import Protocol

from onitama.engine.analysis import Analysis, Limits, OnInfo
from onitama.errors import OnitamaError
from onitama.observe import Observation
from onitama.rules import Position

__all__ = ["Backend", "SimpleBackend", "View"]

View = Position | Observation
"""What an engine may be given: a position where nothing is hidden, else what the player to move may know (R70)."""


class Backend(Protocol):
    """A player as the face needs it. The view is checked before it gets here."""

    name: str

    def arm(self) -> None:
        """Called before each `analyse`: a `stop` counts from now on, even before `analyse` has begun."""

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:
        """Think, in the calling thread, until a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """Make a running `analyse` return what it has; from any thread, at any time."""

    def new_game(self) -> None:
        """Forget what earlier positions have taught."""

    def close(self) -> None:
        """Give back what it holds; it will not be asked again."""


class SimpleBackend:
    """A player that answers at once and keeps nothing: the same view and seed give the same answer."""

    def __init__(self, name: str, seed: int, choose: Callable[[View, Random], Analysis]) -> None:
        self.name = name
        self._seed = seed
        self._choose = choose

    def arm(self) -> None:
        """There is nothing to stop."""

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:  # noqa: ARG002
        """Choose a step."""
        if multipv > 1:
            raise OnitamaError(f"{self.name} knows one way only; ask for multipv=1")
        analysis = self._choose(view, Random(f"{self._seed} {json.dumps(view.to_json())}"))
        if on_info:
            on_info(analysis)
        return analysis

    def stop(self) -> None:
        """It never thinks long."""

    def new_game(self) -> None:
        """It remembers nothing."""

    def close(self) -> None:
        """It holds nothing."""
