"""Levels of play, from somebody's first game to full strength.

A weak level plays as a person does who looks a few plies ahead and at times overlooks something: a card that comes
back, a way to a temple, how an opponent's card lies, a piece at the edge of sight. Among the steps that seem about
equally good it chooses at random. It never gives away a piece that it sees, and a win in one that it misses, it sees
the next time. Levels count plies and nodes, not time, so they are the same on every computer.

`benchmarks/levels.md` has their strength.
"""

import json
from dataclasses import dataclass
from random import Random

from onitama.engine.analysis import WIN_SCORE, Analysis, Limits, OnInfo, proven
from onitama.engine.backend import Backend, View
from onitama.engine.choosing import softly_best
from onitama.engine.guessing import GUESSERS, sure_wins
from onitama.engine.judging import evaluate
from onitama.engine.lookahead import unproven
from onitama.engine.native import NativeBackend
from onitama.engine.overlooking import Overlooked, is_temple_run, overlooked
from onitama.errors import OnitamaError, shown
from onitama.rules import Move, Phase, Position, Step

__all__ = ["LEVELS", "TOP_LEVEL", "Level", "LevelBackend", "check_level"]

_ALL = frozenset(Overlooked)
_LATER = frozenset({Overlooked.RETURNING_CARD, Overlooked.TEMPLE_RUN})
"""What cannot give away a piece at once."""


@dataclass(frozen=True, slots=True)
class Level:
    """How attentive a player is."""

    depth: int
    """How many plies it looks ahead."""
    nodes: int
    """How many positions it may look at for each step that it considers."""
    temperature: float
    """How much worse a step may seem and still be chosen about a third as often, in hundredths of a student."""
    overlooks: float = 0.0
    """How often each of the things in `blind_spots` is overlooked."""
    blind_spots: frozenset[Overlooked] = _ALL
    misses_win: float = 0.0
    """How often a win in one is missed; never twice in a row."""
    counts_only: bool = False
    """Whether it judges by counting pieces and those in the middle, and knows nothing else about positions."""


LEVELS = (
    Level(2, 500, 60, 0.90, misses_win=0.12, counts_only=True),
    Level(2, 500, 45, 0.55, misses_win=0.06, counts_only=True),
    Level(2, 500, 35, 0.30, misses_win=0.03, counts_only=True),
    Level(2, 500, 20, 0.20, _LATER, counts_only=True),
    Level(3, 1_000, 25, 0.33, _LATER),
    Level(4, 2_000, 12, 0.15, _LATER),
    Level(5, 8_000, 9, 0.10, _LATER),
    Level(5, 8_000, 3, 0.02, _LATER),
    Level(7, 30_000, 0),
    Level(9, 60_000, 0),
)
"""The levels from 1; above them is full strength, `TOP_LEVEL`. `GUESSERS` has how they play with hidden ninjas."""

TOP_LEVEL = len(LEVELS) + 1

_HASH_MB = 4
"""Enough for what these levels look at, and quickly emptied before each turn."""


def check_level(level: object) -> int:
    """The number of a level.

    Raises:
        OnitamaError: if it is none.
    """
    if type(level) is not int or not 1 <= level <= TOP_LEVEL:
        raise OnitamaError(f"a level is a whole number from 1 to {TOP_LEVEL}, found {shown(level)}")
    return level


class LevelBackend:
    """A player of some level.

    The same calls after `new_game` give the same answers, for a level and a seed.

    Args:
        number: from 1 to `TOP_LEVEL`, which plays as the two players below do by themselves.
        seed: for what is left to chance.
        in_open_games: the best player for games in which nothing is hidden.
        in_hidden_games: the best player for those with ninjas.
    """

    def __init__(self, number: int, seed: int, in_open_games: Backend, in_hidden_games: Backend) -> None:
        self.name = f"level {number}"
        self._level = None if number == TOP_LEVEL else LEVELS[number - 1]
        self._number, self._seed = number, seed
        self._open, self._hidden = in_open_games, in_hidden_games
        if self._level is not None:  # whatever the computer, the same search: one thread, one size of table
            self._open = NativeBackend(threads=1, hash_mb=_HASH_MB, tablebase=False)
        self._has_missed = False

    def arm(self) -> None:
        """From now on `stop` counts."""
        self._open.arm()
        self._hidden.arm()

    def analyse(self, view: View, limits: Limits, *, multipv: int, on_info: OnInfo | None) -> Analysis:
        """Choose a step; see `Engine.analyse`. Below the top the level's limits count, not these."""
        level = self._level
        if level is None:
            backend = self._open if isinstance(view, Position) else self._hidden
            return backend.analyse(view, limits, multipv=multipv, on_info=on_info)
        if multipv > 1:
            raise OnitamaError(f"{self.name} knows one way only; ask for multipv=1")
        rng = Random(f"{self._seed} {json.dumps(view.to_json())}")
        if isinstance(view, Position):
            analysis = self._in_open_game(view, level, rng)
        else:
            wins = sure_wins(view)
            steps = self._considered(view.legal_steps, wins, level, rng)
            analysis = GUESSERS[self._number - 1].choose(view, steps, rng, self._hidden)
        if on_info:
            on_info(analysis)
        return analysis

    def stop(self) -> None:
        """Answer with what there is."""
        self._open.stop()
        self._hidden.stop()

    def new_game(self) -> None:
        """Forget what earlier positions have taught."""
        self._has_missed = False
        self._open.new_game()
        self._hidden.new_game()

    def close(self) -> None:
        """Give back what it holds."""
        self._open.close()
        self._hidden.close()

    def _in_open_game(self, position: Position, level: Level, rng: Random) -> Analysis:
        self._open.new_game()  # so that earlier turns do not change what it sees
        wins = [step for step in position.legal_steps if position.play_unchecked(step).phase is Phase.OVER]
        steps = self._considered(position.legal_steps, wins, level, rng)
        what = frozenset(one for one in sorted(level.blind_spots, key=str) if rng.random() < level.overlooks)
        if len(steps) == len(position.legal_steps) and not what and not level.temperature:
            limits = Limits(depth=level.depth, nodes=level.nodes)
            return self._open.analyse(position, limits, multipv=1, on_info=None)
        return _Seer(self._open, position, level, what, rng.random()).choose(steps, rng)

    def _considered(
        self, steps: tuple[Step, ...], wins: list[Step], level: Level, rng: Random
    ) -> tuple[Step, ...]:
        """The steps that it thinks about: a win if it sees one, else all that are no win."""
        others = tuple(step for step in steps if step not in wins)
        if not wins or not others:
            return steps
        self._has_missed = not self._has_missed and rng.random() < level.misses_win
        return others if self._has_missed else tuple(wins)


class _Seer:
    """What a player sees in one turn."""

    def __init__(
        self, search: Backend, position: Position, level: Level, what: frozenset[Overlooked], mood: float
    ) -> None:
        self._search, self._position, self._level, self._what = search, position, level, what
        self._player = position.to_move
        self._mood = mood
        """Chooses what is overlooked: the same throughout the turn."""
        self._nodes = 0

    def choose(self, steps: tuple[Step, ...], rng: Random) -> Analysis:
        """One of the steps that seem best."""
        values = {step: self._value(step) for step in steps}
        best = softly_best(values, self._level.temperature, rng)
        return Analysis(
            best=best,
            score=unproven(values[best]),
            line=(best,),
            nodes=self._nodes,
            depth=self._level.depth,
        )

    def _value(self, step: Step) -> int:
        """What a step seems to be worth."""
        after = self._position.play_unchecked(step)
        if after.phase is Phase.OVER:
            return WIN_SCORE - 1
        seen = after
        if after.to_move is not self._player:
            seen = overlooked(after, self._player, self._what, self._level.overlooks, Random(self._mood))
        limits = Limits(depth=max(1, self._level.depth - 1), nodes=self._level.nodes)
        found = self._search.analyse(seen, limits, multipv=1, on_info=None)
        self._nodes += found.nodes
        score = found.score if seen.to_move is self._player else -found.score
        ending, is_temple = _end_of(seen, found.line)
        if is_temple and Overlooked.TEMPLE_RUN in self._what:
            return evaluate(after, self._player)
        if self._level.counts_only and proven(score) is None:
            return evaluate(ending, self._player)
        return score


def _end_of(position: Position, line: tuple[Step, ...]) -> tuple[Position, bool]:
    """The position after a line, and whether the line ends with a master on a temple."""
    is_temple = False
    for step in line:
        before, position = position, position.play_unchecked(step)
        if position.phase is Phase.OVER:
            is_temple = isinstance(step, Move) and is_temple_run(before, step)
    return position, is_temple
