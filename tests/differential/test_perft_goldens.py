"""The pinned counts of `tests/golden/positions.perft`, by both implementations.

The reference is slow, so it counts up to ONITAMA_REFERENCE_LEAVES (3,000) leaves a position; 200000 covers the file.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import reference_rules as reference
from onitama.notation.position import parse_position
from onitama.rules import PRESETS, perft

FILE = Path(__file__).parent.parent / "golden" / "positions.perft"
REFERENCE_LEAVES = int(os.environ.get("ONITAMA_REFERENCE_LEAVES", "3000"))


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
def test_package(name: str) -> None:
    text, counts = ENTRIES[name]
    position = parse_position(text)
    assert [perft(position, turns) for turns in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", ENTRIES)
def test_reference(name: str) -> None:
    text, counts = ENTRIES[name]
    state = parse_position(text).to_json()
    small = [count for count in counts if count <= REFERENCE_LEAVES]
    assert small, "the counts start too high for the reference"
    assert [reference.perft(state, turns) for turns in range(1, len(small) + 1)] == small
