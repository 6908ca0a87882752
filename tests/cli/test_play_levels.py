"""Playing against a level in the terminal, and what other programs are known to do wrong there."""

import re
import subprocess
import sys

import pytest


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "onitama", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


def test_the_level_is_told_and_the_same_seed_plays_the_same_game() -> None:
    arguments = ("play", "--plain", "--seed", "7", "--level", "2", "--computer-seed", "1")
    one, other = run(*arguments, typed="c1c2\n"), run(*arguments, typed="c1c2\n")
    assert (one.returncode, one.stderr) == (0, "")
    assert "Blue: computer, level 2." in one.stdout
    assert one.stdout == other.stdout


@pytest.mark.parametrize("preset", ["way-of-the-wind", "way-of-shadow"])
def test_levels_play_each_other_in_the_terminal(preset: str) -> None:
    played = run("play", "--plain", "--preset", preset, "--seed", "3", "--red", "computer", "--level", "1")
    assert (played.returncode, played.stderr) == (0, "")
    assert "has won" in played.stdout


def test_the_computer_that_starts_the_second_game_moves_in_it() -> None:
    """Known of others: an engine that is silent after a rematch in which it starts."""
    arguments = (
        "--format",
        "mirror",
        "--deal",
        "ox,boar/horse,elephant/crab",
        "--starter",
        "red",
        "--level",
        "1",
    )
    played = run("play", "--plain", *arguments, "--computer-seed", "1", typed="resign\ny\n")
    _, _, second = played.stdout.partition("game 2 of 2: Red is Player B")
    assert "red is thinking" in second
    assert re.search(r"Last turns: (ox|boar):\w{4}\n", second)
    assert "blue>" in second


@pytest.mark.parametrize(
    ("preset", "typed"), [("base", ""), ("way-of-the-wind", ""), ("way-of-shadow", "b5\n")]
)
def test_the_card_that_the_computer_has_played_is_shown(preset: str, typed: str) -> None:
    """Known of others: a computer that seems to cheat, because nobody saw which card it used."""
    deal = ("--preset", preset, "--deal", "ox,boar/horse,elephant/crab", "--starter", "red")
    played = run(
        "play", "--plain", *deal, "--red", "computer", "--blue", "human", "--level", "1", typed=typed
    )
    used = re.search(r"Last turns: .*\b(ox|boar):", played.stdout)
    assert used is not None
    assert f"{used[1].capitalize()} lies at the side, for Blue." in played.stdout


def test_a_level_for_nobody_is_refused() -> None:
    refused = run("play", "--level", "3", "--red", "human", "--blue", "greedy")
    assert refused.returncode == 2
    assert "--level is for the computer, and neither side is played by it" in refused.stderr


def test_a_level_that_does_not_exist_is_refused() -> None:
    refused = run("play", "--level", "12")
    assert refused.returncode == 2
    assert "--level" in refused.stderr


def test_levels_play_matches() -> None:
    played = run(
        "match", "computer:level=2", "computer:level=1", "--games", "4", "--seed", "1", "--concurrency", "1"
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "A  computer:level=2" in played.stdout


@pytest.mark.parametrize(
    "text", ["computer:level=0", "computer:level=12", "native:level=2", "computer:level=x"]
)
def test_matches_refuse_what_is_no_level(text: str) -> None:
    refused = run("match", text, "greedy", "--games", "2")
    assert refused.returncode == 2
    assert "level=" in refused.stderr
