"""Counts that pin the rules; the differential tests compare them with a second implementation."""

import pytest

import onitama as on
from build import build
from onitama.rules import perft, perft_divide

DEALS = [
    # red, blue, side; exact counts by turns; counts with a finished game as one leaf
    ("horse elephant", "ox boar", "crab", [10, 130, 1989, 28509, 487752], [10, 130, 1989, 28509, 487780]),
    ("rooster tiger", "rabbit cobra", "frog", [9, 72, 880, 10368, 138711], [9, 72, 880, 10374, 138879]),
]


@pytest.mark.parametrize(("red", "blue", "side", "exact", "leaf"), DEALS)
def test_perft_of_known_deals(red: str, blue: str, side: str, exact: list[int], leaf: list[int]) -> None:
    start = on.deal_by_hand("base", red=red.split(), blue=blue.split(), side=side)
    assert [perft(start, turns) for turns in range(1, 6)] == exact
    assert [perft(start, turns, finished="leaf") for turns in range(1, 6)] == leaf


def test_perft_zero_is_one_and_less_is_refused() -> None:
    assert perft(build(), 0) == 1
    for refused in (lambda: perft(build(), -1), lambda: perft_divide(build(), 0)):
        with pytest.raises(ValueError, match="turns must be"):
            refused()


def test_a_finished_game_has_no_children() -> None:
    won = build(red="Mc4", blue="Ma5").play("boar:c4c5")
    assert [perft(won, turns) for turns in range(3)] == [1, 0, 0]
    assert [perft(won, turns, finished="leaf") for turns in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("preset", on.PRESETS)
def test_counting_the_last_turn_in_bulk_equals_playing_it(preset: str) -> None:
    """The sum over the first steps, each played out, against the shortcut."""
    position = on.deal(preset, seed=11)
    while position.turn_number == 1:
        position = position.play(position.legal_steps[0])
    divided = perft_divide(position, 1)
    assert list(divided) == list(position.legal_steps)
    assert sum(divided.values()) == perft(position, 1)


def test_perft_from_the_middle_of_a_turn_counts_the_running_turn_as_the_first() -> None:
    position = build(red="Mc1", blue="Mc5", spirit="c3", cards="eagle boar / horse elephant / crab")
    assert perft(position.play("eagle:c1b2"), 1) == 2
