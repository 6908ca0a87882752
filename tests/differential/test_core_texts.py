"""The native rules and the Python rules read the same texts and refuse the same ones.

ONITAMA_DIFFERENTIAL=20 makes every part 20 times longer, ONITAMA_DIFFERENTIAL_SEED=7 takes other texts.
"""

import os
import string
from pathlib import Path
from random import Random

import pytest

from onitama.engine.core import core_game
from onitama.errors import NotationError
from onitama.notation import format_position, parse_position
from onitama.rules import Position
from random_states import random_state

SIZE = float(os.environ.get("ONITAMA_DIFFERENTIAL", "1"))
SEED = int(os.environ.get("ONITAMA_DIFFERENTIAL_SEED", "1"))
TEXTS = int(3_000 * SIZE)
GOLDEN = Path(__file__).parent.parent / "golden" / "positions"
SIGNS = string.ascii_letters + string.digits + " \t\0/,-_=!+*.?:"
WORDS = ["hidden=shadow", "hidden=light-blue", "lantern-rule=starter", "lantern-rule=both", "ninjas=b1/-"]
WORDS += ["ninjas=-/d5!", "lanterns=2/0", "lanterns=1/3", "done=-", "done=rb", "phase=place", "phase=lantern"]
WORDS += ["phase=ninja:crab", "phase=spirit:crab", "seen-by=red", "v1", "hidden=", "phase=ninja:crab+spirit"]


def some_position(rng: Random) -> Position:
    """A position between turns, or in the midst of one."""
    position = Position.from_json(random_state(rng))
    for _ in range(rng.randrange(4)):
        if position.outcome is None:
            position = position.play_unchecked(rng.choice(position.legal_steps))
    return position


def misspelt(text: str, rng: Random) -> str:
    """A text with one or two small slips, or another field."""
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:at] + rng.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + rng.choice(SIGNS) + text[at + 1 :]
            case 3:
                text = f"{text} {rng.choice(WORDS)}"
            case 4:
                fields = text.split()
                one = rng.randrange(len(fields))
                fields[one] = rng.choice(fields)
                text = " ".join(fields)
    return text


def agree(text: str) -> bool:
    """Check that both read a position string alike; whether they accept it."""
    try:
        position = parse_position(text)
    except NotationError:
        with pytest.raises(ValueError, match=r"\w"):
            core_game(text)
        return False
    game = core_game(text)
    assert (game.position, game.legal_steps) == (
        format_position(position),
        [str(step) for step in position.legal_steps],
    ), text
    return True


def test_misspelt_positions() -> None:
    rng = Random(SEED)
    accepted = sum(agree(misspelt(format_position(some_position(rng)), rng)) for _ in range(TEXTS))
    assert TEXTS / 50 < accepted < TEXTS / 2  # else the slips would prove little


def test_positions_of_files() -> None:
    texts = [
        line for path in GOLDEN.iterdir() for line in path.read_text("utf-8").splitlines() if "/" in line
    ]
    assert len([text for text in texts if agree(text)]) > 100


SHADOW_WIND = "s1m1s/5/2*2/5/S1M1S bat,crab/ox,horse/boar r 3 hidden=shadow"


@pytest.mark.parametrize(
    ("fields", "is_position"),
    [
        ("ninjas=b1/d5 lanterns=2/2 phase=ninja:bat+spirit", True),
        ("ninjas=b1/d5 lanterns=2/2 phase=ninja:crab+spirit", False),
        ("ninjas=b1/d5 lanterns=256/2", False),
        ("ninjas=b1b1/d5 lanterns=2/2", False),
        ("ninjas=/d5 lanterns=2/2", False),
    ],
)
def test_positions_that_slips_seldom_make(fields: str, is_position: bool) -> None:
    assert agree(f"{SHADOW_WIND} {fields}") == is_position


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "/",
        "x" * 401,
        "ssmss/5/5/5/SSMSS",
        "5/5/5/5/5 ,/,/ r 1",
        "4M/5/5/5/4m ox\0,boar/horse,elephant/crab b 1",
        "é",
        "\0",
    ],
)
def test_no_positions(text: str) -> None:
    assert not agree(text)


def test_misspelt_steps() -> None:
    """A text plays a step in one if and only if it does in the other, to the same position."""
    rng = Random(SEED)
    played = 0
    for _ in range(TEXTS):
        position = some_position(rng)
        if position.outcome is not None:
            continue
        text = str(rng.choice(position.legal_steps))
        text = misspelt(text, rng) if rng.random() < 0.8 else text.upper()
        game = core_game(position)
        try:
            after = position.play(text)
        except ValueError:
            with pytest.raises(ValueError, match="step"):
                game.play(text)
            assert game.position == format_position(position)
        else:
            game.play(text)
            assert game.position == format_position(after), text
            played += 1
    assert TEXTS / 50 < played < TEXTS / 2
