"""`onitama match` as a user calls it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from onitama.cli import main
from onitama.notation import parse_record

ONITAMA = [sys.executable, "-m", "onitama"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ONITAMA, "match", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def games_of(journal: Path) -> dict[tuple[int, int], object]:
    """The record of each game in a journal."""
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    return {(line["pair"], line["game"]): line["record"] for line in lines[1:]}


def test_a_match_from_the_first_deal_to_the_table_journal_and_records(tmp_path: Path) -> None:
    journal, records = tmp_path / "match.jsonl", tmp_path / "records"
    told = run(
        *("greedy", "random", "--games", "7", "--seed", "1", "--opening-turns", "2"),
        *("--out", str(journal), "--records", str(records)),
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("A  greedy  (")
    assert "games    8: A won " in told.stdout  # made even
    assert "Elo      " in told.stdout
    games = games_of(journal)
    assert sorted(games) == [(pair, number) for pair in range(4) for number in range(2)]
    written = sorted(records.iterdir())
    assert [path.name for path in written] == [
        f"0000{pair}-{number}.oni" for pair in range(1, 5) for number in (1, 2)
    ]
    one, other = (parse_record(path.read_text("utf-8")) for path in written[:2])
    assert (one.start, one.names) == (other.start, other.names[::-1])
    assert [str(turn) for turn in one.turns[:2]] == [str(turn) for turn in other.turns[:2]]


def test_hidden_games_are_played_with_what_each_side_may_know() -> None:
    told = run("sensible", "random", "--preset", "way-of-shadow", "--games", "4", "--seed", "2", "--json")
    summary = json.loads(told.stdout)
    assert summary["games"] == 4
    assert summary["forfeits"] == {"a": 0, "b": 0}


def test_the_sequential_test_ends_the_match() -> None:
    told = run("greedy", "random", "--sprt", "0,200", "--seed", "1", "--json")
    summary = json.loads(told.stdout)
    assert summary["sprt"]["accepted"] == "H1"
    assert summary["sprt"]["llr"] >= summary["sprt"]["bounds"][1]
    assert summary["games"] < 100


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    command = ["greedy:seed=1", "greedy:seed=2", "-p", "way-of-shadow", "--opening-turns", "2"]
    match = subprocess.Popen(
        [*ONITAMA, "match", *command, "--games", "2000", "--seed", "5", "--out", str(broken)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not broken.exists() or broken.read_text("utf-8").count("\n") < 4:
        assert match.poll() is None
        time.sleep(0.01)
    match.send_signal(signal.SIGINT)
    match.send_signal(signal.SIGINT)  # an impatient user
    told, complained = match.communicate(timeout=60)
    assert match.returncode == 130
    assert "A won" in told
    assert "the same command with --resume goes on" in complained
    finished = games_of(broken)
    assert len(finished) >= 3

    with broken.open("a", encoding="utf-8") as file:
        file.write('{"pair": 19, "ga')
    # Fewer games are enough to see; and the seed is in the journal.
    games = str(2 * max(pair for pair, _ in finished) + 4)
    again = run(*command, "--games", games, "--out", str(broken), "--resume")
    assert again.returncode == 0
    assert "last line of the journal was torn" in again.stderr
    assert run(*command, "--games", games, "--seed", "5", "--out", str(whole)).returncode == 0
    assert games_of(broken) == games_of(whole)


def test_a_finished_match_is_only_told_again(tmp_path: Path) -> None:
    command = ("random", "random", "--games", "2", "--seed", "1", "--out", str(tmp_path / "match.jsonl"))
    first = run(*command)
    before = (tmp_path / "match.jsonl").read_bytes()
    assert run(*command, "--resume").stdout == first.stdout
    assert (tmp_path / "match.jsonl").read_bytes() == before
    assert "--resume to go on" in run(*command).stderr


def test_a_program_plays_against_a_built_in_engine() -> None:
    program = f"cmd:{sys.executable} -m onitama engine"
    told = run(program, "random", "--games", "2", "--depth", "2", "--seed", "1", "--json")
    summary = json.loads(told.stdout)
    assert summary["forfeits"] == {"a": 0, "b": 0}
    assert (summary["wins"], told.stderr) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random", "kasparov"], "there is no engine 'kasparov'"),
        (["random", "cmd:/no/such/engine"], "engine B (cmd:/no/such/engine): "),
        (["native:guesses=maybe", "random"], "expected options such as threads=2 and tablebase=off"),
        (["random", "random", "--preset", "go"], "there is no preset 'go'"),
        (["random", "random", "--sprt", "5"], "--sprt: expected elo0,elo1, as in 0,10, found '5'"),
        (["random", "random", "--sprt", "5,5"], "expected elo0 < elo1"),
        (["random", "random", "--seconds", "-1"], "expected a positive number of seconds"),
        (["random", "random", "--seconds", "0"], "expected a positive number of seconds, found 0"),
        (["random", "random", "--patience", "inf"], "patience: expected seconds from above 0 to 1e"),
        ([f"native:depth={'9' * 5000}", "random"], "expected a whole number from 1"),
        (["random", "random", "--sprt", "0,1e5"], "expected elo0 < elo1 between -2000 and 2000"),
        (["random", "random", "--depth", "0"], "depth is a whole number from 1"),
        (["random", "random", "--resume"], "name it with --out"),
        (["random", "random", "--max-turns", "4", "--opening-turns", "4"], "expected fewer opening turns"),
        (["random", "random", "--out", "/no/such/folder/file"], "/no/such/folder/file: No such file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["onitama", "match", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    complaint = capsys.readouterr().err
    assert ended.value.code == 2
    assert message in complaint
    assert complaint.count("\n") == 1
