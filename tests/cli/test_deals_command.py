"""`onitama deals`, and playing what it lists."""

import subprocess
import sys

import pytest

from onitama.match import measured_deals


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "onitama", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


def rows(*arguments: str) -> list[list[str]]:
    listed = run("deals", *arguments)
    assert (listed.returncode, listed.stderr) == (0, "")
    return [line.split() for line in listed.stdout.splitlines()[1:-1]]


def test_balanced_deals_are_even_and_lopsided_ones_are_not() -> None:
    fair, unfair = rows("--balanced", "--preset", "base"), rows("--lopsided", "--preset", "base")
    assert len(fair) == len(unfair) == 10
    assert all(abs(float(row[4])) <= 0.05 for row in fair)
    assert all("in" in row or abs(float(row[4])) >= 0.2 for row in unfair)


def test_as_many_as_asked_for_and_of_the_cards_asked_for() -> None:
    deck = "ox+boar+horse+elephant+crab+tiger+dragon+frog+rabbit+goose"
    names = set(deck.split("+"))
    found = rows("--deck", deck, "--count", "3")
    assert 0 < len(found) <= 3
    assert all(set(row[2].replace("/", ",").split(",")) <= names for row in found)


def test_more_than_there_are_are_all_of_them() -> None:
    assert len(rows("--count", str(10**20))) == len(measured_deals())


def test_a_listed_deal_can_be_played() -> None:
    ((preset, seed, deal, starter, *_),) = rows("--preset", "base", "--count", "1")
    by_seed = run("play", "--plain", "--preset", preset, "--seed", seed, "--blue", "human")
    by_cards = run("play", "--plain", "--preset", preset, "--deal", deal, "--blue", "human")
    assert f"Turn 1: {starter.capitalize()} to move" in by_seed.stdout
    assert by_seed.stdout.splitlines()[2:] == by_cards.stdout.splitlines()[1:]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--preset", "way-of-light"), "deals were measured of base"),
        (("--deck", "ox+boar+horse+elephant+fox"), "no deal of the sample fits"),
        (("--deck", "ox"), "a deck needs at least five cards"),
    ],
)
def test_what_is_not_in_the_sample_is_said(arguments: tuple[str, ...], message: str) -> None:
    refused = run("deals", *arguments)
    assert refused.returncode == 2
    assert message in refused.stderr
