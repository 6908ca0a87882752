"""A referee for programs that speak the form of CodinGame: one game between two of them, by that referee's rules.

Player 0 is Red and begins. Whoever answers anything but one of the listed actions, too late or not at all, loses; a
game that is not won after the last turn is tied.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from onitama.cards import Card
from onitama.engine.process import LineProcess
from onitama.errors import EngineError, IllegalStep, NotationError
from onitama.notation import CODINGAME_CARDS, format_codingame_turn, parse_codingame_action
from onitama.player import BLUE, RED, Player
from onitama.rules import Position, Step

__all__ = ["CodingameLimits", "CodingameResult", "play_codingame"]


@dataclass(frozen=True, slots=True)
class CodingameLimits:
    """When an answer is late, and when the game is tied."""

    first_s: float = 1.0
    """How long a player may take for its first turn, in seconds; its program starts in this time."""
    turn_s: float = 0.05
    """How long it may take for each later turn."""
    max_turns: int = 200
    """After so many turns, both players' counted, the game is tied."""


@dataclass(frozen=True, slots=True)
class CodingameResult:
    """How a game ended."""

    winner: Player | None
    """None for a tie."""
    reason: str
    """`stone`, `stream`, `tie`, or what the loser did wrong."""
    is_forfeit: bool
    """Whether the loser broke the rules."""
    steps: tuple[Step, ...]
    """What was played."""
    longest_s: tuple[float, float]
    """How long the longest turn of player 0 and of player 1 took, the first turn left out."""


@dataclass(slots=True)
class _Seat:
    """A player's program, started when it is first asked."""

    words: Sequence[str]
    process: LineProcess | None = None
    longest_s: float = 0.0

    def ask(self, position: Position, cards: Mapping[int, Card], limits: CodingameLimits) -> str:
        """Its answer to the turn."""
        began, is_first = time.monotonic(), self.process is None
        if self.process is None:
            self.process = LineProcess(self.words)
        deadline = began + (limits.first_s if is_first else limits.turn_s)
        self.process.send(format_codingame_turn(position, first=is_first, cards=cards).rstrip("\n"))
        answer = self.process.receive(lambda: deadline, "an action")
        took_s = time.monotonic() - began
        if not is_first:
            self.longest_s = max(self.longest_s, took_s)
        if began + took_s > deadline:
            raise EngineError(f"answered after {1000 * took_s:.0f} ms")
        return answer

    def close(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.close()


@dataclass(slots=True)
class _Game:
    position: Position
    seats: tuple[_Seat, _Seat]
    steps: list[Step] = field(default_factory=list)

    def result(self, winner: Player | None, reason: str, *, is_forfeit: bool = False) -> CodingameResult:
        longest_s = self.seats[RED].longest_s, self.seats[BLUE].longest_s
        return CodingameResult(winner, reason, is_forfeit, tuple(self.steps), longest_s)


def play_codingame(
    start: Position,
    programs: tuple[Sequence[str], Sequence[str]],
    limits: CodingameLimits | None = None,
    *,
    cards: Mapping[int, Card] = CODINGAME_CARDS,
) -> CodingameResult:
    """Play a game between two programs, each started for it and ended after it.

    Args:
        start: a position of the base game; player 0 is Red.
        programs: the commands of player 0 and player 1, each with its arguments.
        limits: None for CodinGame's own.
        cards: the numbers of the cards.

    Raises:
        NotationError: if the game has no such form.
    """
    limits = limits or CodingameLimits()
    game = _Game(start, (_Seat(programs[RED]), _Seat(programs[BLUE])))
    format_codingame_turn(start, cards=cards)  # refuses before a program is started
    try:
        return _play(game, limits, cards)
    finally:
        for seat in game.seats:
            seat.close()


def _play(game: _Game, limits: CodingameLimits, cards: Mapping[int, Card]) -> CodingameResult:
    while game.position.outcome is None:
        if len(game.steps) == limits.max_turns:
            return game.result(None, "tie")
        player = game.position.to_move
        try:
            answer = game.seats[player].ask(game.position, cards, limits)
            step = parse_codingame_action(answer, cards)
            game.position = game.position.play(step)
        except (EngineError, IllegalStep, NotationError) as error:
            return game.result(player.other, str(error), is_forfeit=True)
        game.steps.append(step)
    outcome = game.position.outcome
    return game.result(outcome.winner, str(outcome.by))
