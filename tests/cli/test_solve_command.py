"""`onitama solve` as a user calls it: it says what is proven, and no more."""

import json
import signal
import subprocess
import sys

import pytest

from onitama.cli import main
from onitama.notation import parse_position, parse_step

ONITAMA = [sys.executable, "-m", "onitama"]
WON = "2m2/5/5/2M2/5 ox,boar/tiger,elephant/crab b 9"
"""Tiger jumps from c5 over c4 to c3, and next to the master on c2; in the end somebody is caught."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ONITAMA, "solve", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def test_a_proof_names_the_winner_and_a_line_that_ends_in_so_many_plies() -> None:
    told = run(WON, "--json", "--threads", "1")
    assert told.returncode == 0
    found = json.loads(told.stdout)
    assert found["proven"] in ("win", "loss")
    line = found["lines"][0]
    position = parse_position(WON)
    for step in line["steps"]:
        position = position.play(parse_step(step))
    assert position.outcome is not None
    assert len(line["steps"]) == abs(line["plies_to_end"])
    winner = str(position.outcome.winner).capitalize()
    verdict = run(WON, "--threads", "1").stdout
    assert verdict.startswith(f"{winner} wins in {abs(line['plies_to_end'])} ")


def test_the_budget_ends_a_search_without_a_proof() -> None:
    told = run("--seed", "7", "--nodes", "2000", "--threads", "1")
    assert told.returncode == 3
    assert told.stdout.startswith("not proven: searched ")
    assert "depth 1/" in told.stderr
    assert "wins" not in told.stdout


def test_ctrl_c_gives_up() -> None:
    search = subprocess.Popen(
        [*ONITAMA, "solve", "--seed", "7", "--threads", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert search.stderr is not None
    assert search.stderr.readline()  # it has begun
    search.send_signal(signal.SIGINT)
    told, complained = search.communicate(timeout=30)
    assert search.returncode == 3
    assert told.startswith("not proven: ")
    assert "Traceback" not in complained


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "way-of-shadow"], "solve proves only games in which nothing is hidden"),
        (["nonsense"], "board"),
        (["--nodes", "0"], "nodes is a whole number from 1"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["onitama", "solve", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    complaint = capsys.readouterr().err
    assert ended.value.code == 2
    assert message in complaint
    assert complaint.count("\n") == 1
