"""`onitama engine` as another program uses it: over pipes, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

COMMAND = [sys.executable, "-m", "onitama", "engine"]
START = "position start ox,boar/horse,elephant/crab"


def run(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Say lines, then nothing more."""
    return subprocess.run(
        [*COMMAND, *arguments], input=said, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def say(engine: subprocess.Popen[str], *lines: str) -> None:
    assert engine.stdin is not None
    engine.stdin.write("".join(f"{line}\n" for line in lines))
    engine.stdin.flush()


def hear(engine: subprocess.Popen[str], beginning: str) -> str:
    """The next line that begins so."""
    assert engine.stdout is not None
    for line in engine.stdout:
        if line.startswith(beginning):
            return line.rstrip("\n")
    raise AssertionError(f"the engine ended before it said {beginning}")


def test_a_conversation_from_the_handshake_to_the_best_turn() -> None:
    spoken = run(said=f"uoi\nisready\nnewgame\n{START} turns horse:c5c4\ngo depth 3\n")
    lines = spoken.stdout.splitlines()
    assert (spoken.returncode, spoken.stderr) == (0, "")
    assert lines[0].startswith("id name onitama ")
    assert "uoiok" in lines
    assert "readyok" in lines
    assert lines[-2].startswith("info depth 3 ")
    assert lines[-1].startswith("bestturn ")


def test_a_search_hears_what_is_said_meanwhile(engine: subprocess.Popen[str]) -> None:
    say(engine, START, "go infinite")
    hear(engine, "info depth 2 ")
    say(engine, "isready")
    hear(engine, "readyok")
    say(engine, "go", "stop")
    assert (
        hear(engine, "info error")
        == "info error a search is running: expected stop, ponderhit, isready or quit"
    )
    hear(engine, "bestturn ")
    say(engine, "go ponder depth 1", "ponderhit")
    hear(engine, "bestturn ")
    say(engine, "go infinite", "quit")
    assert engine.wait(60) == 0
    assert engine.stderr is not None
    assert engine.stderr.read() == ""


def test_a_level_is_played_and_a_level_of_a_named_engine_is_refused() -> None:
    told = run(
        said="setoption name Level value 1\nposition start ox,boar/horse,elephant/crab\ngo movetime 60000\n"
    )
    assert "bestturn " in told.stdout, "a low level does not take the time it may have"
    told = run("--engine", "greedy", "--level", "3", said="isready\n")
    assert told.stdout == "info error a level is for the engine that fits: leave out greedy, or the level\n"


def test_options_of_the_command_are_the_defaults_told() -> None:
    told = run(
        "--engine", "greedy", "--threads", "2", "--hash", "16", "--no-tablebase", "--seed", "7", said="uoi\n"
    )
    for words in (
        "Engine type combo default greedy",
        "Threads type spin default 2",
        "Hash type spin default 16",
    ):
        assert f"option name {words} " in told.stdout
    assert "option name Tablebase type check default false\n" in told.stdout
    assert "option name Seed type string default 7\n" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "deep"], "option Engine: expected one of auto, "),
        (["--threads", "0"], "option Threads: expected a whole number from 1 to 256, found '0'"),
        (["--workers", "2"], "--workers goes with --json"),
    ],
)
def test_a_wrong_option_is_one_sentence_and_exit_code_two(arguments: list[str], message: str) -> None:
    failed = run(*arguments)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_bench_counts_the_same_nodes_each_time() -> None:
    counts = {run(said="bench 2\n").stdout.splitlines()[-1].split(" time ")[0] for _ in range(2)}
    assert len(counts) == 1
    assert counts.pop().startswith("bench nodes ")


def test_json_queries_are_all_answered() -> None:
    queries = [
        {"id": "a", "seed": 7, "after_turns": [0, 1], "turns": ["boar:c1c2"], "limits": {"depth": 2}},
        {"id": "b", "position": "nonsense"},
        {"id": "c", "action": "query_version"},
    ]
    spoken = run("--json", "--workers", "2", said="".join(f"{json.dumps(one)}\n" for one in queries))
    assert (spoken.returncode, spoken.stderr) == (0, "")
    answers = [json.loads(line) for line in spoken.stdout.splitlines()]
    assert sorted((one["id"], one.get("after_turns", 0)) for one in answers) == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
        ("c", 0),
    ]
    assert next(one["field"] for one in answers if one["id"] == "b") == "position"


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_bytes_of_any_kind_are_answered_by_errors(arguments: list[str]) -> None:
    spoken = subprocess.run(
        [*COMMAND, *arguments], input=bytes(range(256)) * 50, capture_output=True, check=False, timeout=60
    )
    assert (spoken.returncode, spoken.stderr) == (0, b"")
    assert all(b"error" in line for line in spoken.stdout.splitlines())


def test_when_the_reader_goes_away_it_ends_in_peace(engine: subprocess.Popen[str]) -> None:
    assert engine.stdin is not None
    assert engine.stdout is not None
    assert engine.stderr is not None
    say(engine, "isready")
    hear(engine, "readyok")
    engine.stdout.close()
    say(engine, START, "go infinite")
    engine.stdin.close()
    assert engine.wait(60) == 0
    assert engine.stderr.read() == ""
