"""`onitama analyse` as a user calls it."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from onitama.cli import main
from onitama.game import Game
from onitama.notation import format_observed_position, format_position, format_record

ONITAMA = [sys.executable, "-m", "onitama"]
WON = "5/5/2m2/5/2M2 ox,boar/horse,elephant/crab b 9"
"""Blue takes the way to the temple, or the master, in three plies at the most."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ONITAMA, "analyse", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def game_of(preset: str, turns: int) -> Game:
    """A game of first legal steps."""
    game = Game.deal(preset, 3)
    while game.position.turn_number <= turns:
        game.play(game.position.legal_steps[0])
    return game


def test_lines_for_each_depth_and_the_best_step_at_the_end() -> None:
    told = run("--seed", "7", "--depth", "3")
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0] == "ssmss/5/5/5/SSMSS frog,boar/mantis,monkey/rooster r 1"
    assert lines[1] == "red to move"
    assert any(line.startswith("depth 3/") for line in lines)
    assert lines[-1].startswith("best ")


def test_json_lines_end_with_the_final_one() -> None:
    told = run("ox,boar/horse,elephant/crab", "--depth", "3", "--json")
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["final"] for line in lines] == [False] * (len(lines) - 1) + [True]
    final = lines[-1]
    assert final["depth"] == 3
    assert final["best"] == final["lines"][0]["steps"][0]
    assert final["nodes"] > 0


def test_a_forced_win_is_told_in_plies() -> None:
    told = run("2m2/5/5/2M2/5 ox,boar/tiger,elephant/crab b 9", "--depth", "6", "--json")
    final = json.loads(told.stdout.splitlines()[-1])
    assert final["proven"] in ("win", "loss")
    line = final["lines"][0]
    plies = line["plies_to_end"]
    assert line["score_text"] == (f"win in {plies}" if plies > 0 else f"loss in {-plies}")
    assert line["score_text"] in run("2m2/5/5/2M2/5 ox,boar/tiger,elephant/crab b 9", "--depth", "6").stdout


def test_several_ways_are_numbered() -> None:
    told = run("--seed", "7", "--depth", "3", "--multipv", "3", "--json")
    lines = json.loads(told.stdout.splitlines()[-1])["lines"]
    assert len({line["steps"][0] for line in lines}) == 3
    assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)
    text = run("--seed", "7", "--depth", "3", "--multipv", "3").stdout
    assert "\n1. " in text
    assert "\n3. " in text


def test_turns_of_two_steps_stay_together() -> None:
    told = run("-p", "way-of-the-wind-5", "--seed", "3", "--depth", "2")
    assert " spirit:" in told.stdout.splitlines()[-2]


@pytest.mark.parametrize("preset", ["base", "way-of-shadow"])
def test_a_record_is_analysed_after_any_of_its_turns(tmp_path: Path, preset: str) -> None:
    path, game = tmp_path / "game.oni", game_of(preset, 5)
    path.write_text(format_record(game), "utf-8")
    for turn, taken_back in ((None, 0), (3, 2)):
        for _ in range(taken_back):
            game.undo()
        told = run("--load", str(path), "--depth", "2", *(() if turn is None else ("--turn", str(turn))))
        assert (told.returncode, told.stderr) == (0, "")
        position = game.position
        seen = (
            format_observed_position(game.observe(position.to_move))
            if position.rules.hidden
            else format_position(position)
        )
        assert told.stdout.splitlines()[0] == seen


def test_hidden_games_show_the_engine_what_the_player_to_move_may_know() -> None:
    game = game_of("way-of-light", 4)
    seen = format_observed_position(game.observe(game.position.to_move))
    whole = format_position(game.position)
    assert seen != whole
    for text in (seen, whole):
        assert run(text).stdout.splitlines()[0] == seen


def test_ctrl_c_stops_the_search_and_shows_what_was_found() -> None:
    search = subprocess.Popen(
        [*ONITAMA, "analyse", "--seed", "7", "--seconds", "600", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert search.stdout is not None
    assert search.stdout.readline()  # it has found something
    search.send_signal(signal.SIGINT)
    search.send_signal(signal.SIGINT)  # an impatient user
    told, complained = search.communicate(timeout=30)
    assert (search.returncode, complained) == (0, "")
    assert json.loads(told.splitlines()[-1])["final"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "board"),
        (["--turn", "3"], "name it with --load"),
        (["--load", "/no/such/file"], "/no/such/file: No such file"),
        (["--load", "x", "--seed", "1"], "--load says it all: leave out --seed"),
        ([WON, "--seed", "1"], "a position says it all: leave out --seed"),
        (["ox,boar/horse,elephant/crab", "--deal", "x"], "a deal says it all: leave out --deal"),
        (["5/5/5/5/2M2 ox,boar/horse,elephant/crab b 9"], "the game is over: red won by stone"),
        (["--depth", "0"], "depth is a whole number from 1"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["onitama", "analyse", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    complaint = capsys.readouterr().err
    assert ended.value.code == 2
    assert message in complaint
    assert complaint.count("\n") == 1


def test_a_turn_that_a_record_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "game.oni"
    path.write_text(format_record(game_of("base", 3)), "utf-8")
    failed = run("--load", str(path), "--turn", "9")
    assert failed.returncode == 2
    assert "--turn: the game has the turns 0 to 3, found 9" in failed.stderr


def test_in_hidden_games_the_belief_is_shown_as_a_board(tmp_path: Path) -> None:
    game = Game.deal("way-of-shadow", 3)
    while game.position.turn_number < 2:
        game.play(game.position.legal_steps[0])
    path = tmp_path / "game.oni"
    path.write_text(format_record(game), "utf-8")
    told = run("--load", str(path), "--nodes", "100", "--multipv", "3")
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    enemy = game.position.to_move.other
    at = lines.index(f"where {enemy}'s ninja may be, in percent:")
    cells = [cell for line in lines[at + 1 : at + 6] for cell in line.split()[1:]]
    assert len(cells) == 25
    assert 97 <= sum(int(cell) for cell in cells if cell.isdigit()) <= 103
    final = json.loads(run("--load", str(path), "--nodes", "100", "--json").stdout.splitlines()[-1])
    assert sum(final["belief"].values()) == pytest.approx(1, abs=1e-4)


def test_a_hidden_game_says_when_no_enemy_ninja_is_there_to_be_found() -> None:
    told = run("-p", "way-of-shadow", "--seed", "3", "--nodes", "50")
    assert "has no ninja on the board" in told.stdout
