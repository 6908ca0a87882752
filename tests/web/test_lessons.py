"""The boards of the web app's lessons: they are current, and the engine agrees on what is right in the exercises."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import lessons
import onitama as on
from onitama.engine import WIN_SCORE
from onitama.notation import parse_position
from onitama.rules import Position

BOARDS = lessons.read_boards()
EXERCISES = [name for name, spec in BOARDS.items() if "goal" in spec]
OPEN = [name for name in EXERCISES if "hidden" not in BOARDS[name]["start"]]
HIDDEN = [name for name in EXERCISES if "hidden" in BOARDS[name]["start"]]


def test_the_boards_are_what_the_rules_say() -> None:
    assert lessons.TARGET.read_text() == lessons.text(), "python web/lessons.py writes them anew"


def judged(spec: dict[str, Any]) -> Iterator[tuple[Position, str]]:
    """The positions after each turn of an exercise's start, with what the page says of that turn."""
    board = lessons.Board(spec)
    nodes = board.build()

    def walk(position: Position, number: int) -> Iterator[tuple[Position, str]]:
        node = nodes[number]
        if "is" in node:
            yield position, node["is"]
            return
        for step, edge in node["steps"].items():
            yield from walk(position.play(step), edge if isinstance(edge, int) else edge[0])

    yield from walk(board.start, 0)


@pytest.mark.parametrize("name", OPEN)
def test_the_engine_agrees_on_what_is_right(name: str) -> None:
    spec = BOARDS[name]
    player, turns = parse_position(spec["start"]).to_move, spec.get("turns", 1)
    verdicts = []
    with on.Engine() as engine:
        for after, verdict in judged(spec):
            if after.outcome is not None:
                right = after.outcome.winner is player
            else:
                score = engine.analyse(after, on.Limits(depth=2 * turns)).score
                is_lost, is_won = score <= 2 * (turns - 1) - WIN_SCORE, score >= WIN_SCORE - (2 * turns - 1)
                right = is_lost if spec["goal"] == "win" else not is_won
            assert verdict == ("right" if right else "wrong"), after
            verdicts.append(verdict)
    assert set(verdicts) == {"right", "wrong"}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_exercises_do_not_depend_on_what_is_unseen(name: str) -> None:
    """Wherever an unseen ninja stands, the same turns are right (R70)."""
    spec = BOARDS[name]
    verdicts = [verdict for _, verdict in judged(spec)]
    assert set(verdicts) == {"right", "wrong"}
    unseen = re.search("ninjas=[^ ]*/[^ ]*([a-e][1-5])(?!!) ", spec["start"])
    if unseen is None:
        return
    for square in ("b4", "e5"):
        elsewhere = spec["start"][: unseen.start(1)] + square + spec["start"][unseen.end(1) :]
        assert [verdict for _, verdict in judged({**spec, "start": elsewhere})] == verdicts
