"""The native rules and the Python rules side by side, after every step of random games.

Compared each time: the position string, the legal steps in order, the outcome, what Red, Blue and a spectator know
and what each was told of the step; and at the end of each game all turns as each viewer has them.

ONITAMA_DIFFERENTIAL=100 makes every part 100 times longer, which is 10^7 turns of every preset, and
ONITAMA_DIFFERENTIAL_SEED=7 takes other games.
"""

import os
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from onitama.cards import CARDS, Deck
from onitama.deal import deal
from onitama.engine.core import core_game
from onitama.notation import format_position
from onitama.observe import Observation, Played, observe, step_events
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS, Position, Rules
from random_states import random_state

SIZE = float(os.environ.get("ONITAMA_DIFFERENTIAL", "1"))
SEED = int(os.environ.get("ONITAMA_DIFFERENTIAL_SEED", "1"))
TURNS = int(100_000 * SIZE)  # per preset
TURNS_OF_RULES = int(1_000 * SIZE)  # per combination of rules
POSITIONS = int(500 * SIZE)
MOST_STEPS = 300  # per game, most end earlier
VIEWERS: tuple[Player | None, ...] = (RED, BLUE, None)
PARTS = 4  # of a preset's games, so that they can be shared out
SLUGS = {one: one.slug for one in CARDS.values()}

Moment = tuple[Any, ...]
"""What is compared after a step."""


def knowledge(observation: Observation, texts: list[str], position: Position) -> dict[str, Any]:
    """An observation as the native rules give it, but for the turns."""
    one = observation
    is_told = one.legal_steps is position.legal_steps or one.legal_steps == position.legal_steps != ()
    return {
        "viewer": one.viewer,
        "to_move": one.to_move,
        "phase": one.phase.value,
        "turn_number": one.turn_number,
        "hands": tuple((SLUGS[first], SLUGS[second]) for first, second in one.hands),
        "side": SLUGS[one.side],
        "card": None if one.card is None else SLUGS[one.card],
        "spirit_due": one.spirit_due,
        "students_mask": one.students_mask,
        "masters_mask": one.masters_mask,
        "ninjas_mask": one.ninjas_mask,
        "revealed_mask": one.revealed_mask,
        "ninjas_alive": one.ninjas_alive,
        "spirit_mask": one.spirit_mask,
        "lanterns": one.lanterns,
        "first_turn_done": one.first_turn_done,
        "legal_steps": texts if is_told else list(map(str, one.legal_steps)),
        "outcome": outcome_of(one),
    }


def outcome_of(view: Position | Observation) -> tuple[str, str] | None:
    outcome = view.outcome
    return None if outcome is None else (str(outcome.winner), outcome.by.value)


def moment(played: Played) -> Moment:
    """What the Python rules say after a step."""
    position = played.after
    texts = [str(step) for step in position.legal_steps]
    return (
        str(played.step),
        format_position(position),
        texts,
        outcome_of(position),
        *(knowledge(observe((), position, viewer), texts, position) for viewer in VIEWERS),
        *(" ".join(event.text for event in step_events(played, viewer)) for viewer in VIEWERS),
    )


def play_both(start: Position, choices: list[int]) -> int:
    """Play the chosen steps in both and compare; how many turns were begun."""
    game = core_game(start)
    assert (game.position, game.legal_steps) == (format_position(start), [str(s) for s in start.legal_steps])
    for viewer in VIEWERS:
        assert game.observe(viewer) == knowledge(observe((), start, viewer), game.legal_steps, start)
    history: list[Played] = []
    position = start
    moments = game.play_choices(choices)
    for found, choice in zip(moments, choices, strict=False):
        before, steps = position, position.legal_steps
        step = steps[choice * len(steps) >> 16]
        position = before.play_unchecked(step)
        history.append(Played(before, step, position))
        assert found == moment(history[-1]), format_position(before)
    assert len(moments) == len(choices) or position.outcome is not None
    for viewer in VIEWERS:
        assert tuple(game.turns(viewer)) == observe(history, position, viewer).turns
    return position.turn_number - start.turn_number + (position.outcome is not None)


def play_games(rules: Rules, turns: int, seed: str) -> None:
    rng = Random(seed)
    while turns > 0:
        steps = MOST_STEPS if rng.random() < 0.8 else rng.randrange(1, 60)
        choices = [rng.getrandbits(16) for _ in range(steps)]
        turns -= play_both(deal(rules, rng.getrandbits(64)), choices)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", PRESETS)
def test_random_games(preset: str, part: int) -> None:
    play_games(PRESETS[preset], TURNS // PARTS, f"{SEED} {preset} {part}")


def combinations() -> Iterator[Rules]:
    """R60: every hidden game with both lantern rules, without the spirit and with 0 to 5 wind cards, and all decks."""
    decks = [("base",), ("senseis-path",), ("promo",), ("base", "senseis-path", "promo", "Goat", "Sheep")]
    hidden: list[dict[str, Any]] = [{}, {"hidden": "shadow"}]
    hidden += [{"hidden": "light", "light_player": player} for player in Player]
    for ways, lantern_rule, deck in product(hidden, ("both", "starter"), decks):
        yield Rules(**ways, lantern_rule=lantern_rule, deck=Deck.of(*deck))
        for wind_cards in range(6):
            mixed = Deck.of(*(one for one in deck if one not in ("Goat", "Sheep")), "way-of-the-wind")
            yield Rules(**ways, lantern_rule=lantern_rule, deck=mixed, spirit=True, wind_cards=wind_cards)


@pytest.mark.parametrize("part", range(PARTS))
def test_r60_every_combination(part: int) -> None:
    for number, rules in enumerate(combinations()):
        if number % PARTS == part:
            play_games(rules, TURNS_OF_RULES, f"{SEED} {number}")


def test_random_positions() -> None:
    """Every first step of positions that are stranger than games make them, and a way on to the end of the turn."""
    rng = Random(SEED)
    for _ in range(POSITIONS):
        start = Position.from_json(random_state(rng))
        count = len(start.legal_steps)
        for index in range(count):
            first = -(-(index << 16) // count)
            play_both(start, [first, *(rng.getrandbits(16) for _ in range(3))])
