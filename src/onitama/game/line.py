"""`Line`: the turns of a game, played, undone and played again; no clock, no agreements."""

from collections.abc import Iterable

from onitama.errors import IllegalStep, OnitamaError
from onitama.game.turn import Turn, ends_turn
from onitama.observe import Played
from onitama.rules import Position, Step, parse_turn

__all__ = ["Line"]


class Line:
    """Turns in the order in which they were played, and those undone. A call that raises changes nothing."""

    comments: dict[int, str]
    """Texts by the index of their turn in `turns`, -1 for what is said before the first.

    A comment goes and comes back with its turn when that is undone and redone.
    """

    def __init__(self, start: Position) -> None:
        self._start = self._position = start
        self._turns: list[Turn] = []
        self._undone: list[tuple[Turn, str | None]] = []
        self.comments = {}

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._start

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self._position

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Placements and turns so far; the last turn may be running."""
        return tuple(self._turns)

    @property
    def last_turn(self) -> Turn | None:
        """The last one of `turns`, which may be running; None at the start."""
        return self._turns[-1] if self._turns else None

    @property
    def history(self) -> tuple[Played, ...]:
        """All steps so far."""
        return tuple(one for turn in self._turns for one in turn.played)

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn to undo."""
        return bool(self._turns)

    @property
    def can_redo(self) -> bool:
        """Whether a turn was undone and nothing else played since."""
        return bool(self._undone)

    def undo(self) -> Turn:
        """Undo the last turn, a running one with all its steps; a pass is a turn (R14), and so is a placement.

        Returns:
            The turn that was undone.

        Raises:
            OnitamaError: if there is none.
        """
        if not self._turns:
            raise OnitamaError("there is no turn to undo")
        turn = self._turns.pop()
        self._position = turn.before
        self._undone.append((turn, self.comments.pop(len(self._turns), None)))
        return turn

    def redo(self) -> Turn:
        """Play the last undone turn again.

        Returns:
            The turn that was played.

        Raises:
            OnitamaError: if there is none.
        """
        if not self._undone:
            raise OnitamaError("there is no turn to redo")
        turn, comment = self._undone.pop()
        if comment is not None:
            self.comments[len(self._turns)] = comment
        self._turns.append(turn)
        self._position = turn.after
        return turn

    def _tried(self, steps: str | Step | Iterable[Step]) -> tuple[Played, ...]:
        """What would happen with steps of one turn; the first one that is not legal is refused."""
        if isinstance(steps, str):
            steps = parse_turn(steps)
        played: list[Played] = []
        position = self._position
        for step in (steps,) if isinstance(steps, Step) else steps:
            if played and ends_turn(played[-1]):
                raise IllegalStep(f"{step}: the turn is complete before it")
            played.append(Played(position, step, position.play(step)))
            position = played[-1].after
        if not played:
            raise IllegalStep("expected a step, found none")
        return tuple(played)

    def _append(self, played: tuple[Played, ...], left_ms: tuple[int, int] | None) -> None:
        """Go on with steps that were tried, and what the clock shows after them; what was undone is gone."""
        if self._turns and not self._turns[-1].is_complete:
            played = self._turns.pop().played + played
        self._turns.append(Turn(played, left_ms))
        self._position = played[-1].after
        self._undone.clear()
