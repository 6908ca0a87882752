"""The command line as a user calls it, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Call `onitama` with arguments, typing lines into it."""
    return subprocess.run(
        [sys.executable, "-m", "onitama", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_piped_game_against_the_computer_from_the_deal_to_the_saved_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    played = run(
        "play", "--plain", "--seed", "7", "--blue", "random", "--save", str(path), typed="c1c2\nresign\n"
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "Blue has won by resignation" in played.stdout
    again = run("replay", str(path))
    assert again.returncode == 0
    assert "1. red: boar:c1c2" in again.stdout
    assert "Blue has won by resignation" in again.stdout
    first = run("replay", str(path), "--to", "1", "--plain")
    assert "Turn 2: Blue to move" in first.stdout


def test_input_that_ends_early_ends_the_game_in_peace() -> None:
    played = run("play", "--plain", "--preset", "way-of-shadow", "--seed", "3", "--blue", "human")
    assert (played.returncode, played.stderr) == (0, "")
    assert "The game is not finished." in played.stdout


def test_the_computer_plays_itself() -> None:
    played = run(
        "play", "--plain", "--preset", "way-of-light", "--red", "computer", "--seed", "2", "--think", "0.05"
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "has won" in played.stdout


def test_mirror_match_plays_two_games_and_counts_points() -> None:
    played = run(
        "play", "--plain", "--format", "mirror", "--seed", "2", "--red", "random", "--blue", "greedy"
    )
    assert played.returncode == 0, played.stderr
    assert "game 2 of 2: Red is Player B" in played.stdout
    assert "match" in played.stdout.splitlines()[-1]


def test_perft_prints_the_count() -> None:
    counted = run("perft", "3", "--deal", "horse,elephant/ox,boar/crab")
    assert "perft(3) = 1989" in counted.stdout
    leaf = run("perft", "5", "--deal", "rooster,tiger/rabbit,cobra/frog", "--finished", "leaf")
    assert "perft(5) = 138879" in leaf.stdout
    divided = run("perft", "2", "--deal", "horse,elephant/ox,boar/crab", "--divide")
    assert "perft(2) = 130" in divided.stdout
    assert divided.stdout.count(": 13") == 10


def test_show_prints_board_and_steps_and_draws_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    shown = run("show", "--seed", "7", "--svg", str(path))
    assert "legal steps: frog:" in shown.stdout
    assert path.read_text("utf-8").startswith("<svg")
    assert run("show", "--seed", "7", "--svg", "-").stdout == path.read_text("utf-8")


def test_show_reads_a_position_string_and_json() -> None:
    text = "2m2/5/5/5/2M2 ox,boar/horse,elephant/crab b 9"
    assert "Turn 9: Blue to move" in run("show", text, "--plain").stdout
    wrong = run("show", "--json", "-", typed='{"rules": {}}')
    assert wrong.returncode == 2
    assert "position: red is missing" in wrong.stderr


@pytest.mark.parametrize("names", [["tiger"], ["promo"], ["bat", "okija", "whale"], []])
def test_cards_are_drawn_and_described(names: list[str]) -> None:
    assert run("cards", *names).returncode == 0
    described = run("cards", "--plain", *names).stdout
    assert len(described.splitlines()) == {"tiger": 1, "promo": 15, "bat": 3}.get(
        names[0] if names else "", 57
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--preset", "go"], "there is no preset 'go'"),
        (["play", "--deck", "base+Ox"], "Ox is in the deck twice"),
        (["play", "--deck", "Ox+Boar"], "at least five cards, found 2"),
        (["play", "--deck", "base+Bat"], "needs the spirit"),
        (["play", "--deal", "ox,boar/horse/crab"], "expected red,red/blue,blue/side"),
        (["play", "--deal", "ox,boar/horse,ox/crab"], "Ox is dealt twice"),
        (["play", "--deal", "ox,bat/horse,eel/crab"], "needs the spirit"),
        (["play", "--deal", "ox,boar/horse,eel/crab", "--seed", "1"], "choose one"),
        (["play", "--seed", "-1"], "a seed is a whole number"),
        (["play", "--starter", "red"], "--starter goes with --deal"),
        (["play", "--red", "kasparov"], "there is no engine 'kasparov'"),
        (["play", "--format", "mirror", "--save", "."], "is no file's name"),
        (["play", "--clock", "99999+0"], "to a week's"),
        (["play", "--clock", "abc"], "expected a time control"),
        (["play", "--format", "blitz"], "--format is one of"),
        (["play", "--load", "/no/such/file"], "/no/such/file: No such file"),
        (["play", "--load", "x", "--seed", "3"], "--load says it all: leave out --seed"),
        (["show", "nonsense", "--seed", "3"], "a position says it all: leave out --seed"),
        (["replay", "/no/such/file"], "/no/such/file: No such file"),
        (["show", "nonsense"], "board"),
        (["cards", "unicorn"], "there is no card called 'unicorn'"),
        (["perft", "2", "--finished", "maybe"], "--finished is none or leaf"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments: list[str], message: str) -> None:
    failed = run(*arguments)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert "Traceback" not in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_a_record_is_never_written_over_or_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("precious", "utf-8")
    for refused, message in ((path, "exists"), (tmp_path / "no" / "game.txt", "there is no folder")):
        failed = run("play", "--plain", "--save", str(refused))
        assert failed.returncode == 2
        assert message in failed.stderr
    assert path.read_text("utf-8") == "precious"


def test_a_saved_game_goes_on_with_the_same_people_in_their_seats(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run(
        "play",
        "--plain",
        "-p",
        "way-of-shadow",
        "--seed",
        "3",
        "--blue",
        "human",
        "--save",
        str(path),
        typed="b5\n",
    )
    again = run("play", "--plain", "--load", str(path), "--save", str(path), typed="b1\n")
    assert "Red: human. Blue: human." in again.stdout
    assert (again.returncode, again.stderr) == (0, "")
    assert "place:b1" in path.read_text("utf-8")


@pytest.mark.parametrize(
    "typed",
    [b"\xff\nresign\n", b"save a\0b\nresign\n", b"\xef\xbb\xbfc1c2\nresign\n", b"\r\nc1c2\r\nresign\r\n"],
)
def test_bytes_of_any_kind_may_come_through_a_pipe(typed: bytes) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "onitama", "play", "--plain", "--seed", "7", "--blue", "human"],
        input=typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
        timeout=60,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"by resignation" in played.stdout


def test_json_of_any_shape_may_come_through_a_pipe() -> None:
    for typed in ("[" * 100_000, "nonsense", "[]", "\ufeff{}"):
        failed = run("show", "--json", "-", typed=typed)
        assert failed.returncode == 2
        assert failed.stderr.count("\n") == 1


def test_the_version_is_told() -> None:
    assert run("--version").stdout.startswith("onitama 0.")


def test_a_terminal_without_unicode_gets_ascii() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "onitama", "cards", "ox"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=True,
        timeout=60,
    )
    assert b". . x . ." in shown.stdout


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "noise.bin"
    path.write_bytes(bytes(range(256)))
    for command in (["replay", str(path)], ["play", "--load", str(path)]):
        failed = run(*command)
        assert failed.returncode == 2
        assert "Traceback" not in failed.stderr
