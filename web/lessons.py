"""Computes the boards of the lessons by the rules: `python web/lessons.py` writes `app/learn/boards.json`.

The page knows no rule. For each board of `app/learn/boards.toml` it is given all positions that can be reached on it,
as its reader may know them (R70), and for exercises what is right and what answers that which is wrong.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from onitama.notation import format_observed_position, parse_position
from onitama.observe import observe
from onitama.observe.events import Played
from onitama.player import Player
from onitama.rules import Position, Step

LEARN = Path(__file__).resolve().parent / "app" / "learn"
SOURCE, TARGET = LEARN / "boards.toml", LEARN / "boards.json"

Node = dict[str, Any]


class Turn(NamedTuple):
    """One player's whole turn."""

    steps: tuple[Step, ...]
    after: Position


@cache
def turns_of(position: Position) -> tuple[Turn, ...]:
    """All whole turns from here, those by the same steps in the order of the legal steps."""
    return tuple(_turns(position, (), position.turn_number))


def _turns(position: Position, steps: tuple[Step, ...], number: int) -> Iterator[Turn]:
    if steps and (position.outcome is not None or position.turn_number != number):
        yield Turn(steps, position)
        return
    for step in position.legal_steps:
        yield from _turns(position.play(step), (*steps, step), number)


@cache
def wins(position: Position, turns: int) -> bool:
    """Whether the player to move can force a win within so many turns of its own, if it sees everything."""
    return winning_turn(position, turns) is not None


@cache
def winning_turn(position: Position, turns: int) -> Turn | None:
    """The first turn of the shortest forced win within so many own turns."""
    for count in range(1, turns + 1):
        for turn in turns_of(position):
            if _is_won(turn.after, position.to_move) or (count > 1 and loses(turn.after, count - 1)):
                return turn
    return None


@cache
def loses(position: Position, turns: int) -> bool:
    """Whether the opponent wins within so many of its turns, whatever the player to move does."""
    if position.outcome is not None:
        return False
    return all(turn.after.outcome is None and wins(turn.after, turns) for turn in turns_of(position))


def _is_won(position: Position, player: Player) -> bool:
    return position.outcome is not None and position.outcome.winner is player


def is_right(after: Position, player: Player, goal: str, turns: int) -> bool:
    """Whether a turn of the player that led here reaches the goal of an exercise.

    Args:
        after: the position after the turn.
        player: whose turn it was.
        goal: `win`, by force within the turns; or `hold`, so that the opponent has no forced win within the turns.
        turns: how many, the one just made included for `win`.
    """
    if after.outcome is not None:
        return _is_won(after, player)
    if goal == "win":
        return turns > 1 and loses(after, turns - 1)
    return not wins(after, turns)


class Board:
    """Collects the positions of one board, each once."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.start = parse_position(spec["start"])
        for step in spec.get("before", "").split():
            self.start = self.start.play(step)
        self.reader = self.start.to_move
        self.goal, self.turns = spec.get("goal"), spec.get("turns", 1)
        self.line = spec.get("line", "").split()
        self.nodes: list[Node] = []
        self._numbers: dict[Any, int] = {}

    def build(self) -> list[Node]:
        """All nodes, of which the first is the start."""
        if self.line:
            self._add_line()
        else:
            self._add(self.start, self.start, self.turns)
        return self.nodes

    def _node(self, position: Position) -> Node:
        view = observe((), position, self.reader)
        node: Node = {"at": format_observed_position(view)}
        if position.outcome is not None:
            node["end"] = f"{position.outcome.winner} {position.outcome.by.value}"
        return node

    def _told(self, before: Position, step: Step, after: Position) -> str:
        """The step as its reader may know it, with what came to light."""
        return observe([Played(before, step, after)], after, self.reader).turns[-1]

    def _edge(self, before: Position, step: Step, after: Position, number: int) -> int | list[Any]:
        told = self._told(before, step, after)
        return number if told == str(step) else [number, told]

    def _add(self, position: Position, turn_start: Position, turns: int) -> int:
        """Add a position of the reader's turn, and all that can be reached from it."""
        key = position, turn_start if self.goal else None, turns
        if key in self._numbers:
            return self._numbers[key]
        number = self._numbers[key] = len(self.nodes)
        node = self._node(position)
        self.nodes.append(node)
        if position.outcome is None and (position is turn_start or not _is_over(position, turn_start)):
            node["steps"] = {}
            for step in position.legal_steps:
                after = position.play(step)
                node["steps"][str(step)] = self._edge(
                    position, step, after, self._add(after, turn_start, turns)
                )
        elif self.goal:
            self._judge(node, position, turns)
        return number

    def _judge(self, node: Node, after: Position, turns: int) -> None:
        """Say whether a turn was right, and what the opponent answers."""
        right = is_right(after, self.reader, self.goal or "", turns)
        node["is"] = "right" if right else "wrong"
        if after.outcome is not None:
            return
        if right and self.goal == "win":
            answer = _longest_defence(after, turns - 1)
            node["answers"] = [
                [*self._answer(after, answer), self._add(answer.after, answer.after, turns - 1)]
            ]
        elif not right:
            node["answers"] = self._punished(after, turns)

    def _punished(self, position: Position, turns: int) -> list[list[Any]]:
        """The turns that show why the latest one was wrong: a forced loss, or the way out of a win."""
        shown: list[list[Any]] = []
        if self.goal == "win":
            reply = winning_turn(position, 1) or (_escape(position, turns - 1) if turns > 1 else None)
            return [] if reply is None else [self._shown(position, reply)]
        for count in range(turns, 0, -1):
            reply = winning_turn(position, count)
            assert reply is not None
            shown.append(self._shown(position, reply))
            if reply.after.outcome is not None:
                break
            defence = _longest_defence(reply.after, count - 1)
            shown.append(self._shown(reply.after, defence))
            position = defence.after
        return shown

    def _shown(self, before: Position, turn: Turn) -> list[Any]:
        self.nodes.append(self._node(turn.after))
        return [*self._answer(before, turn), len(self.nodes) - 1]

    def _answer(self, before: Position, turn: Turn) -> list[str]:
        texts = []
        for step in turn.steps:
            after = before.play(step)
            texts.append(self._told(before, step, after))
            before = after
        return [" ".join(texts)]

    def _add_line(self) -> None:
        """A game that is followed: the other steps are legal too, and lead nowhere here."""
        position = self.start
        for number, text in enumerate(self.line):
            node = self._node(position)
            following = position.play(text)
            node["steps"] = {
                str(step): number + 1 if str(step) == text else -1 for step in position.legal_steps
            }
            node["next"] = text
            self.nodes.append(node)
            position = following
        self.nodes.append(self._node(position))


def _is_over(position: Position, turn_start: Position) -> bool:
    return position.turn_number != turn_start.turn_number


def _longest_defence(position: Position, turns: int) -> Turn:
    """The turn that puts the forced loss off for longest; of those the first that leaves the fewest winning answers."""

    def badness(turn: Turn) -> tuple[int, int]:
        shortest = next(count for count in range(1, turns + 1) if wins(turn.after, count))
        answers = sum(_is_won(answer.after, turn.after.to_move) for answer in turns_of(turn.after))
        return -shortest, answers

    return min(turns_of(position), key=badness)


def _escape(position: Position, turns: int) -> Turn | None:
    """A turn after which the opponent has no forced win any more."""
    return next((turn for turn in turns_of(position) if not wins(turn.after, turns)), None)


def read_boards() -> dict[str, dict[str, Any]]:
    """What the boards are, by name."""
    boards: dict[str, dict[str, Any]] = tomllib.loads(SOURCE.read_text())
    return boards


def text() -> str:
    """The file's content as it should be: one line for each position."""
    boards = []
    for name, spec in read_boards().items():
        kind = {key: spec[key] for key in ("goal", "turns") if key in spec}
        lines = ",\n".join(
            json.dumps(node, separators=(",", ":"), ensure_ascii=False) for node in Board(spec).build()
        )
        about = json.dumps(kind)[1:-1] + ", " if kind else ""
        boards.append(f'"{name}": {{{about}"nodes": [\n{lines}\n]}}')
    return "{\n" + ",\n".join(boards) + "\n}\n"


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        raise SystemExit("python web/lessons.py, or python web/lessons.py --check")
    if "--check" not in sys.argv:
        TARGET.write_text(text())
    elif TARGET.read_text() != text():
        raise SystemExit(f"{TARGET.name} is not what {SOURCE.name} and the rules say: python web/lessons.py")
