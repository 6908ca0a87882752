"""The package and the reference side by side: the same steps, positions, ends and counts.

ONITAMA_DIFFERENTIAL=20 makes every part 20 times longer, ONITAMA_DIFFERENTIAL_SEED=7 takes other games.
"""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import reference_rules as reference
from onitama.deal import deal
from onitama.rules import PRESETS, Position, perft
from random_states import random_state
from reference_rules import State

SIZE = float(os.environ.get("ONITAMA_DIFFERENTIAL", "1"))
SEED = int(os.environ.get("ONITAMA_DIFFERENTIAL_SEED", "1"))
GAMES = max(1, int(12 * SIZE))  # per preset
STEPS = 150  # per game, most end earlier
POSITIONS = int(1000 * SIZE)


def agree(state: State, position: Position) -> list[str]:
    """Check that both see the same position, and that it loads; the steps that both allow."""
    assert position.to_json() == state
    assert Position.from_json(state) == position
    steps = reference.legal_steps(state)
    assert sorted(str(step) for step in position.legal_steps) == steps, state
    assert outcome_of(position) == reference.outcome(state), state
    return steps


def outcome_of(position: Position) -> tuple[str, str] | None:
    """The package's outcome as the reference writes it."""
    outcome = position.outcome
    return None if outcome is None else (str(outcome.winner), outcome.by.name.lower())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_random_games(preset: str) -> None:
    for seed in range(SEED, SEED + GAMES):
        rng = Random(f"{preset} {seed}")
        position = deal(PRESETS[preset], seed)
        state: State = dealt(position)
        for _ in range(STEPS):
            steps = agree(state, position)
            if not steps:
                break
            step = rng.choice(steps)
            state, position = reference.play(state, step), position.play(step)


def dealt(position: Position) -> State:
    """The reference's own set-up for the cards that the package dealt."""
    json: Any = position.to_json()
    return reference.start(json["rules"], json["hands"]["red"], json["hands"]["blue"], json["side"])


@pytest.mark.parametrize(
    ("wind_cards", "red", "blue", "side"),
    [(0, 0, 0, 0), (1, 0, 0, 1), (2, 1, 1, 0), (3, 1, 1, 1), (4, 2, 2, 0), (5, 2, 2, 1)],
)
def test_r35_how_many_wind_cards_lie_where(wind_cards: int, red: int, blue: int, side: int) -> None:
    def wind(cards: list[str]) -> int:
        return sum(reference.CARDS[card]["kind"] == "wind" for card in cards)

    for seed in range(SEED, SEED + 50):
        json: Any = deal(PRESETS[f"way-of-the-wind-{wind_cards}"], seed).to_json()
        hands = json["hands"]
        assert (wind(hands["red"]), wind(hands["blue"]), wind([json["side"]])) == (red, blue, side)


def test_random_positions() -> None:
    """Every first step of a random position, and a random way on to the end of each turn."""
    rng = Random(SEED)
    for _ in range(POSITIONS):
        state = random_state(rng)
        position = Position.from_json(state)
        for step in agree(state, position):
            child, child_position = reference.play(state, step), position.play(step)
            steps = agree(child, child_position)
            while "turn" in child:
                step = rng.choice(steps)
                child, child_position = reference.play(child, step), child_position.play(step)
                steps = agree(child, child_position)


def test_perft_of_random_positions() -> None:
    rng = Random(SEED + 1)
    for _ in range(POSITIONS // 10):
        state = random_state(rng)
        position = Position.from_json(state)
        turns = 2 if perft(position, 1) < 25 else 1
        assert perft(position, turns) == reference.perft(state, turns), state


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_perft_of_deals(preset: str) -> None:
    position = deal(PRESETS[preset], SEED)
    assert perft(position, 1) == reference.perft(dealt(position), 1)


def test_random_states_are_as_strange_as_they_should_be() -> None:
    """The tests above prove little if the generator makes easy positions only."""
    rng = Random(SEED)
    seen: Counter[tuple[str, Any, bool]] = Counter()
    for _ in range(1000):
        state = random_state(rng)
        hidden, spirit = state["rules"]["hidden"], state["rules"]["spirit"]
        steps = reference.legal_steps(state)
        ends = {end[1] for step in steps if (end := reference.outcome(reference.play_unchecked(state, step)))}
        shown = state["red"]["revealed"] + state["blue"]["revealed"]
        for what in ["pass"] * steps[0].endswith(":pass") + ["shown"] * bool(shown) + sorted(ends):
            seen[what, hidden, spirit] += 1
    for spirit in (False, True):
        for hidden in (None, "shadow", "light"):
            for what in ("pass", "stone", "stream", *(["shown"] if hidden else [])):
                assert seen[what, hidden, spirit] >= 3, (what, hidden, spirit)
