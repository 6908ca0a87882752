"""The native rules count what is pinned in `positions.perft`; where nothing is pinned, as the Python rules do."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from onitama.engine import fast_perft, fast_perft_divide
from onitama.engine.core import core_game
from onitama.errors import OnitamaError
from onitama.notation import parse_position
from onitama.rules import PRESETS, Finished, Position, perft, perft_divide
from random_states import random_state

FILE = Path(__file__).parent / "positions.perft"
FINISHED: tuple[Finished, ...] = ("none", "leaf")
FEW_LEAVES = 2_000
POSITIONS = 200


def entries() -> Iterator[tuple[str, str, list[int]]]:
    """Each entry's id, position and counts by turns."""
    fields: dict[str, str] = {}
    for line in FILE.read_text("utf-8").splitlines():
        key, _, value = line.partition(" ")
        fields[key] = value
        if key == "counts":
            yield fields["id"], fields["position"], [int(count) for count in value.split()]


ENTRIES = {name: (position, counts) for name, position, counts in entries()}


def test_every_preset_has_its_counts() -> None:
    assert {name.split()[0] for name in ENTRIES} == set(PRESETS)


@pytest.mark.parametrize("name", ENTRIES)
def test_pinned_counts(name: str) -> None:
    text, counts = ENTRIES[name]
    game = core_game(text)
    before = game.position
    assert [game.perft(turns) for turns in range(len(counts) + 1)] == [1, *counts]
    assert game.position == before
    small = sum(count <= FEW_LEAVES for count in counts)
    leaf = [perft(parse_position(text), turns, finished="leaf") for turns in range(1, small + 1)]
    assert [game.perft(turns, finished="leaf") for turns in range(1, small + 1)] == leaf


def test_random_positions() -> None:
    """Split by the first step, with both ways to count games that ended."""
    rng = Random(1)
    for _ in range(POSITIONS):
        position = Position.from_json(random_state(rng))
        game = core_game(position)
        for finished in FINISHED:
            turns = 2 if perft(position, 1) < 20 else 1
            divided = {
                str(step): count for step, count in perft_divide(position, turns, finished=finished).items()
            }
            assert game.perft_divide(turns, finished=finished) == divided
            assert game.perft(turns, finished=finished) == sum(divided.values())


def test_finished_games_count_once_or_not_at_all() -> None:
    game = core_game("2M2/5/5/5/5 ox,boar/horse,elephant/crab r 7")
    assert (game.legal_steps, game.outcome) == ([], ("red", "stone"))
    assert (game.perft(0), game.perft(3), game.perft(3, finished="leaf")) == (1, 0, 1)


@pytest.mark.parametrize(("turns", "finished"), [(-1, "none"), (51, "none"), (1, "other")])
def test_wrong_questions(turns: int, finished: str) -> None:
    with pytest.raises(ValueError, match=r"turns|finished"):
        core_game("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1").perft(turns, finished=finished)


@pytest.mark.parametrize("name", ENTRIES)
def test_pinned_counts_the_fast_way(name: str) -> None:
    text, counts = ENTRIES[name]
    position = parse_position(text)
    assert [fast_perft(position, turns) for turns in range(len(counts) + 1)] == [1, *counts]


def test_random_positions_the_fast_way() -> None:
    """In the middle of a turn too."""
    rng = Random(2)
    for _ in range(POSITIONS):
        position = Position.from_json(random_state(rng))
        for start in (position, position.play(rng.choice(position.legal_steps))):
            for finished in FINISHED:
                divided = perft_divide(start, 1, finished=finished)
                assert fast_perft_divide(start, 1, finished=finished) == divided
                assert fast_perft(start, 1, finished=finished) == perft(start, 1, finished=finished)


def test_what_cannot_be_counted_is_refused() -> None:
    start = parse_position(next(iter(ENTRIES.values()))[0])
    with pytest.raises(OnitamaError, match="turns must be 1 to 50, found -1"):
        fast_perft(start, -1)
    with pytest.raises(OnitamaError, match="turns must be 1 to 50, found 0"):
        fast_perft_divide(start, 0)
    how: Any = "all"
    with pytest.raises(OnitamaError, match="finished is none or leaf, found 'all'"):
        fast_perft(start, 2, finished=how)
