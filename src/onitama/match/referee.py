"""One game between two engines: each is asked step by step, and whoever breaks the rules forfeits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from onitama.engine import Limits
from onitama.errors import IllegalStep, OnitamaError
from onitama.game import Game
from onitama.match.setup import MatchSetup, engine_of
from onitama.notation import record_to_json
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import Position, Step

__all__ = ["Contestant", "Forfeit", "GameResult", "Running", "play_game"]


class Contestant(Protocol):
    """What a match needs of an engine; `onitama.engine.Engine` has it."""

    def new_game(self) -> None:
        """Get ready for another game."""

    def play(self, view: Position | Observation, limits: Limits) -> Step:
        """The next step."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by what an engine did, not by what it played."""

    engine: int
    """0 for A, 1 for B."""
    reason: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game."""

    pair: int
    number: int
    """0 where A is Red, 1 where it is Blue."""
    half_points: int
    """A's: 2, 1 or 0."""
    forfeit: Forfeit | None
    seconds: tuple[float, float]
    """How long A and B thought."""
    longest_s: tuple[float, float]
    """How long their longest step took."""
    steps: tuple[int, int]
    """How many steps each of them was asked for."""
    record: dict[str, Any]
    """The game as `onitama.notation.record_to_json` writes it."""


@dataclass(slots=True)
class Running:
    """A game of the match while it is played."""

    setup: MatchSetup
    pair: int
    number: int
    game: Game = field(init=False)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    longest_s: list[float] = field(default_factory=lambda: [0.0, 0.0])
    steps: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        self.game = self.setup.opening(self.pair).game()
        red, blue = (self.setup.labels[engine_of(self.number, player)] for player in Player)
        self.game.names = red, blue
        self.game.tags["Round"] = f"{self.pair + 1}.{self.number + 1}"

    def engine_to_move(self) -> int:
        """0 if it is A's turn, 1 if it is B's."""
        return engine_of(self.number, self.game.position.to_move)

    def view(self) -> Position | Observation:
        """What the engine to move may know (R70)."""
        position = self.game.position
        return position if position.rules.hidden is None else self.game.observe(position.to_move)

    def took(self, engine: int, seconds: float) -> None:
        """Count a step and its time."""
        self.steps[engine] += 1
        self.seconds[engine] += seconds
        self.longest_s[engine] = max(self.longest_s[engine], seconds)

    def agree_on_draw(self) -> None:
        """End a game that leads nowhere."""
        player = self.game.position.to_move
        self.game.tags["Termination"] = f"a draw after {self.setup.max_turns} turns"
        self.game.offer_draw(player)
        self.game.accept(player.other)

    def result(self, forfeit: Forfeit | None = None) -> GameResult:
        """The game's result; with a forfeit the offender has resigned, whatever stands on the board."""
        if forfeit is not None:
            offender = next(player for player in Player if engine_of(self.number, player) == forfeit.engine)
            self.game.tags["Termination"] = f"forfeit: {forfeit.reason}"
            self.game.resign(offender)
        outcome = self.game.outcome
        if outcome is None:
            raise OnitamaError("the game is not over")
        winner = None if outcome.winner is None else engine_of(self.number, outcome.winner)
        return GameResult(
            self.pair,
            self.number,
            half_points=1 if winner is None else 2 * (1 - winner),
            forfeit=forfeit,
            seconds=(self.seconds[0], self.seconds[1]),
            longest_s=(self.longest_s[0], self.longest_s[1]),
            steps=(self.steps[0], self.steps[1]),
            record=record_to_json(self.game),
        )


def play_game(
    running: Running,
    engines: tuple[Contestant, Contestant],
    clock: Callable[[], float],
    on_call: Callable[[int, str | None], None],
) -> GameResult:
    """Play a game to its end.

    Args:
        running: the game after its opening.
        engines: A and B.
        clock: gives seconds.
        on_call: told before each call of an engine which one it is, and the step that was played since the last call.
    """
    game, setup = running.game, running.setup
    for engine in range(2):
        on_call(engine, None)
        try:
            engines[engine].new_game()
        except Exception as error:
            return running.result(Forfeit(engine, f"did not begin: {_said(error)}"))
    played: str | None = None
    while game.outcome is None:
        if game.position.turn_number > setup.max_turns:
            running.agree_on_draw()
            break
        engine = running.engine_to_move()
        on_call(engine, played)
        began = clock()
        try:
            step = engines[engine].play(running.view(), setup.limits_of(engine))
        except Exception as error:
            return running.result(Forfeit(engine, _said(error)))
        took = clock() - began
        running.took(engine, took)
        if took > setup.allowed_s(engine):
            return running.result(Forfeit(engine, f"took {took:.1f} s for a step"))
        try:
            game.play(step)
        except IllegalStep as error:
            return running.result(Forfeit(engine, f"illegal step {error}"))
        played = str(step)
    return running.result()


def _said(error: Exception) -> str:
    """An exception in one line; those that no engine should raise with their kind."""
    text = " ".join(str(error).split())
    return (
        text if isinstance(error, OnitamaError) and text else f"{type(error).__name__}: {text}".rstrip(": ")
    )
