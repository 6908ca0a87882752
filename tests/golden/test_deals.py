"""What a seed deals, pinned for ever: these rows may grow in number, never change."""

import re
from pathlib import Path

import pytest

import onitama as on

ROOT = Path(__file__).parents[2]
ROWS = [
    line.split(" ")
    for line in (ROOT / "tests/golden/deals.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
PAGE = (ROOT / "docs/reference/deals.md").read_text("utf-8")


def dealt(preset: str, seed: str) -> tuple[str, str]:
    position = on.deal(preset, int(seed))
    hands = [",".join(one.slug for one in hand) for hand in position.hands]
    return "/".join([*hands, position.side.slug]), str(position.starter)


@pytest.mark.parametrize("preset", on.PRESETS)
def test_r17_deals_are_pinned(preset: str) -> None:
    rows = [row for row in ROWS if row[0] == preset]
    assert len(rows) >= 12
    for _, seed, cards, starter in rows:
        assert dealt(preset, seed) == (cards, starter)


def test_r17_the_page_shows_the_same_deals() -> None:
    shown = 0
    for preset, table in re.findall(r"^### (\S+)\n\n((?:\|.*\n?)+)", PAGE, re.MULTILINE):
        for row in table.splitlines()[2:]:
            seed, red, blue, side, starter = (cell.strip() for cell in row.strip("|").split("|"))
            names = "/".join([red, blue, side]).lower().replace(", ", ",").replace(" ", "-")
            assert (names, starter) == dealt(preset, seed)
            shown += 1
    assert shown == 60


def test_the_page_lists_the_decks() -> None:
    for name in ("base", "senseis-path", "promo"):
        deck = on.Deck.of(name)
        assert f"| {name}, {len(deck)} | {', '.join(map(str, deck))} |" in PAGE
    wind = on.Deck.of("way-of-the-wind")
    for cards in (wind.wind_cards, wind.move_cards):
        assert ", ".join(map(str, cards)) in PAGE
