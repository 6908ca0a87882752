"""`onitama codingame` and `onitama referee`: whole games between real programs."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import onitama as on
from build import build
from onitama.deal import deal_cards
from onitama.match import CodingameLimits, CodingameResult, play_codingame
from onitama.notation import format_codingame_turn

PATIENT = CodingameLimits(first_s=60, turn_s=60)
OURS = [sys.executable, "-m", "onitama", "codingame", "--first", "0.005", "--turn", "0.005", "--hash", "1"]

PLAYER = """
import sys
player = input()
while True:
    try:
        turn = [input() for _ in range(11)]
        actions = [input() for _ in range(int(turn[10]))]
    except EOFError:
        break
    {answer}
"""
"""A player of a few lines that knows the form from its description only."""
PLAYERS = {
    "the first action": "print(actions[0], 'well played', flush=True)",
    "the last action": "print(actions[-1], flush=True)",
    "nonsense": "print('hello', flush=True)",
    "an illegal action": "print(actions[0][:-4] + 'A1A1', flush=True)",
    "silence": "import time; time.sleep(3600)",
    "its end": "sys.exit('enough of it')",
}


@pytest.fixture
def player(tmp_path: Path) -> dict[str, list[str]]:
    """A command for each of `PLAYERS`."""
    commands = {}
    for number, (name, answer) in enumerate(PLAYERS.items()):
        path = tmp_path / f"{number}.py"
        path.write_text(PLAYER.format(answer=answer), "utf-8")
        commands[name] = [sys.executable, str(path)]
    return commands


def replayed(start: on.Position, result: CodingameResult) -> on.Position:
    position = start
    for step in result.steps:
        position = position.play(step)
    return position


def start(deck: str = "base") -> on.Position:
    *hands, side = deal_cards(on.Rules(deck=on.Deck.of(*deck.split("+"))), 5)
    return on.deal_by_hand("base", red=hands[:2], blue=hands[2:], side=side, starter=on.RED)


@pytest.mark.parametrize("seat", on.Player)
def test_our_player_wins_whole_games_from_both_seats(player: dict[str, list[str]], seat: on.Player) -> None:
    other = player["the first action"]
    result = play_codingame(start(), (OURS, other) if seat is on.RED else (other, OURS), PATIENT)
    assert result.winner is seat
    assert not result.is_forfeit
    outcome = replayed(start(), result).outcome
    assert outcome is not None
    assert (outcome.winner, str(outcome.by)) == (seat, result.reason)


def test_cards_that_our_player_has_never_seen_are_played(player: dict[str, list[str]]) -> None:
    deal = start("senseis-path")
    numbers = dict(enumerate(on.Deck.of("senseis-path").cards, 100))
    result = play_codingame(deal, (player["the last action"], OURS), PATIENT, cards=numbers)
    assert (result.winner, result.is_forfeit) == (on.BLUE, False)


def test_a_game_that_nobody_wins_is_tied(player: dict[str, list[str]]) -> None:
    limits = CodingameLimits(first_s=60, turn_s=60, max_turns=4)
    result = play_codingame(start(), (player["the first action"], player["the last action"]), limits)
    assert (result.winner, result.reason, len(result.steps)) == (None, "tie", 4)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nonsense", "expected a card's number and A1B2 or PASS, found 'hello'"),
        ("an illegal action", "does not reach a1 from a1"),
        ("silence", "expected an action, found silence"),
        ("its end", "has ended with code 1: enough of it"),
    ],
)
def test_whoever_breaks_the_rules_loses(player: dict[str, list[str]], name: str, reason: str) -> None:
    limits = CodingameLimits(first_s=2 if name == "silence" else 60, turn_s=60)
    result = play_codingame(start(), (player[name], player["the first action"]), limits)
    assert (result.winner, result.is_forfeit, result.steps) == (on.BLUE, True, ())
    assert reason in result.reason


def test_a_forced_pass_goes_through_both_programs(player: dict[str, list[str]]) -> None:
    stuck = build(red="a1 a2 Ma3 a4 a5", blue="Mc3", cards="horse tiger / rooster eel / cobra", turn_number=1)
    limits = CodingameLimits(first_s=60, turn_s=60, max_turns=1)
    result = play_codingame(stuck, (OURS, player["the first action"]), limits)
    assert str(result.steps[0]) in ("horse:pass", "tiger:pass")


def run(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "onitama", *arguments]
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=300, check=False)


def test_the_command_answers_with_one_line_a_turn() -> None:
    turn = format_codingame_turn(start(), first=True)
    answered = run("codingame", "--first", "0.01", said=turn)
    assert (answered.returncode, answered.stderr) == (0, "")
    assert answered.stdout.strip() in turn.splitlines()
    assert answered.stdout.count("\n") == 1


def test_bad_input_ends_with_a_sentence() -> None:
    refused = run("codingame", said="hello\n")
    assert refused.returncode == 2
    assert refused.stderr == "onitama: referee, line 1: expected the player's number 0 or 1, found 'hello'\n"


def test_the_referee_plays_each_deal_twice_and_tells_the_score(player: dict[str, list[str]]) -> None:
    a, b = shlex.join(OURS), shlex.join(player["the first action"])
    played = run("referee", a, b, "--seed", "1", "--first", "60", "--turn", "60")
    lines = played.stdout.splitlines()
    assert (played.returncode, played.stderr) == (0, "")
    assert [line.partition(":")[0] for line in lines[:2]] == ["1", "2"]
    assert lines[0].split(": ")[1] == lines[1].split(": ")[1]
    assert all("A won" in line for line in lines[:2])
    assert lines[2].startswith("A scored 100.0% of 2 games, Elo +inf")


@pytest.mark.skipif(os.name != "posix", reason="the program is a shell script")
def test_a_program_in_the_current_folder_is_found(tmp_path: Path) -> None:
    program = tmp_path / "rude-bot"
    program.write_text("#!/bin/sh\nexec cat\n", "utf-8")
    program.chmod(0o755)
    command = [sys.executable, "-m", "onitama", "referee", "./rude-bot", "./rude-bot", "--first", "60"]
    played = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert played.returncode == 0
    assert played.stdout.count("expected a card's number and A1B2 or PASS, found '0'") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", "b", "--games", "3"), "--games is even, for each deal is played twice; found 3"),
        (("'", "b"), 'expected a command line, found "\'"'),
        (("", "b"), "expected the command line of a program, found nothing"),
        (("./no-such-program --fast", "b"), "there is no program './no-such-program'"),
        (("~nobody/bot", "b"), "there is no program '~nobody/bot'"),
        (
            (sys.executable, sys.executable, "--deck", "ox+boar+horse+eel+okija"),
            "Okija has more than one grid of four moves",
        ),
    ],
)
def test_what_the_referee_cannot_do_is_said(arguments: tuple[str, ...], message: str) -> None:
    refused = run("referee", *arguments, "--seed", "2")
    assert refused.returncode == 2
    assert message in refused.stderr
