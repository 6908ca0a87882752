"""Engines in other programs: small ones that misbehave in every way, and this package's own as a process."""

import sys
from pathlib import Path
from typing import Any

import pytest

import onitama as on
from build import build
from onitama.engine import Analysis, Engine, Limits
from onitama.errors import EngineError, OnitamaError
from onitama.notation import parse_position
from onitama.observe import observe
from onitama.rules import Position
from program_engines import BEST, Write, check_that_nothing_is_left, writer_of_engines

OWN = [sys.executable, "-m", "onitama", "engine"]
START = parse_position("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1")
WINDY = parse_position("ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1")
QUICK = Limits(depth=1)
ENDLESS = Limits(until_proven=True)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer_of_engines(tmp_path)


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path) -> Any:
    yield
    check_that_nothing_is_left(tmp_path)


# Starting


def test_it_is_called_what_it_calls_itself(write: Write) -> None:
    with Engine.open(write()) as engine:
        assert engine.name == "Fake 1.0"
        assert str(engine.play(START, QUICK)) == "horse:c5c4"


def test_a_command_may_be_text_as_for_a_shell(tmp_path: Path, write: Write) -> None:
    command = write()
    path = tmp_path / "with blank.py"
    Path(command[-1]).rename(path)
    with Engine.open(f"{sys.executable} -I -S '{path}'") as engine:
        assert engine.name == "Fake 1.0"


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf"), "1", True])
def test_a_timeout_that_is_no_time_is_refused(timeout: Any) -> None:
    with pytest.raises(OnitamaError, match="timeout: expected a positive number of seconds, found"):
        Engine.open("engine", timeout=timeout)


def test_talk_before_the_handshake_is_skipped(write: Write) -> None:
    talk = r"print('hello\n\n  \nid\nid name\noption name\nbestturn x\n' + chr(0), flush=True); os.write(1, b'\xff\n')"
    with Engine.open(write(talk)) as engine:
        assert engine.name == "Fake 1.0"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("/no/such/engine --fast", "engine '/no/such/engine --fast' does not start: No such file"),
        ("/", "engine '/' does not start: Permission denied"),
        ("", "expected a command with its arguments, found ''"),
        ("'", 'expected a command, found "\'": No closing quotation'),
        ([], "expected a command with its arguments, found a list"),
        (["python", 3], "expected a command with its arguments"),
        (["a\0b"], "does not start: embedded null byte"),
    ],
)
def test_a_command_that_cannot_be_started_is_refused(command: Any, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine.open(command)


@pytest.mark.parametrize(
    ("code", "timeout", "message"),
    [
        ({"before": "die()"}, 30, "engine '.*' has ended with code 3: the last words"),
        ({"uoi": "die()"}, 30, "has ended with code 3: the last words"),
        ({"isready": "sys.exit(0)"}, 30, "has ended with code 0"),
        ({"uoi": "pass"}, 0.3, "expected uoiok, found silence"),
        ({"isready": "pass"}, 3, "expected readyok, found silence"),
        ({"before": "while True: say('info string busy')"}, 3, "expected uoiok in time, found other lines"),
        ({"before": "os.close(1); time.sleep(60)"}, 30, "has closed its output"),
    ],
)
def test_one_that_does_not_come_up_is_refused(
    write: Write, code: dict[str, str], timeout: float, message: str
) -> None:
    with pytest.raises(EngineError, match=message):
        Engine.open(write(**code), timeout=timeout)


# What it says of a search


def test_what_it_tells_is_passed_on(write: Write) -> None:
    go = (
        "say('info depth 3 seldepth 5 score cp -7 nodes 900 hashfull 4 tbhits 2 time 300 pv horse:c5c4 ; ox:c1c2');"
        "say('info depth 4 score win 3 nodes 1000 time 400 pv horse:c5c4 ; ox:c1c2 ; crab:c4c3');" + BEST
    )
    told: list[Analysis] = []
    with Engine.open(write(go=go)) as engine:
        found = engine.analyse(START, QUICK, on_info=told.append)
    assert [(one.depth, one.score, one.nodes, len(one.line)) for one in told] == [
        (3, -7, 900, 2),
        (4, 9_997, 1000, 3),
    ]
    assert (told[0].seldepth, told[0].tt_permille, told[0].table_hits, told[0].seconds) == (5, 4, 2, 0.3)
    assert (found.plies_to_end, found.nodes_per_second) == (3, 2500)
    assert list(map(str, found.line)) == ["horse:c5c4", "ox:c1c2", "crab:c4c3"]


def test_the_best_turn_counts_whatever_was_told_before(write: Write) -> None:
    go = "say('info depth 3 score cp 9 pv horse:b5b4'); " + BEST
    with Engine.open(write(go=go)) as engine:
        found = engine.analyse(START, QUICK)
    assert (str(found.best), list(map(str, found.line)), found.depth) == ("horse:c5c4", ["horse:c5c4"], 3)


def test_one_that_says_nothing_but_its_turn_will_do(write: Write) -> None:
    with Engine.open(write()) as engine:
        found = engine.analyse(START, QUICK)
    assert (found.score, found.nodes, found.depth) == (0, 0, 0)


def test_nonsense_during_a_search_is_skipped(write: Write) -> None:
    go = (
        "say('info depth x'); say('info score cp 3 pv ox:a1a2'); say('info score cp 3 pv z'); say('hello');"
        "say('info multipv 7 score cp 3 pv horse:c5c4'); say('info pv horse:c5c4'); say('bestturnip');"
        "say('info string' + ' bestturn' * 1_000_000); say('uoiok'); say('readyok');" + BEST
    )
    told: list[Analysis] = []
    with Engine.open(write(go=go)) as engine:
        assert str(engine.analyse(START, QUICK, on_info=told.append).best) == "horse:c5c4"
    assert not told


def test_answers_to_earlier_questions_are_not_taken_for_later_ones(write: Write) -> None:
    go = f"{BEST}; say('bestturn boar:a1a2'); say('info score cp 3 pv horse:b5b4')"
    with Engine.open(write(go=go)) as engine:
        for _ in range(3):
            assert str(engine.play(START, QUICK)) == "horse:c5c4"


def test_limits_are_handed_on(write: Write, tmp_path: Path) -> None:
    log = tmp_path / "log"
    record = f"open({str(log)!r}, 'a').write(line)"
    command = write(go=f"{record}; {BEST}", newgame=record, position=record)
    with Engine.open(command) as engine:
        engine.new_game()
        engine.play(START, Limits(seconds=0.0001))
        engine.play(START, Limits(seconds=2.5, depth=3, nodes=4, until_proven=True))
        engine.play(START, ENDLESS)
        engine.play(START, Limits(seconds=1e300, depth=1000, nodes=1 << 70))
    position = "position string ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"
    assert log.read_text("utf-8").splitlines() == [
        "newgame",
        *(position, "go movetime 1"),
        *(position, "go movetime 2500 depth 3 nodes 4 proven"),
        *(position, "go proven"),
        *(position, f"go movetime {10**12} depth 255 nodes {(1 << 63) - 1}"),
    ]


def test_several_ways_are_asked_for_only_where_they_are_known(write: Write) -> None:
    with Engine.open(write(setoption="die()")) as engine:
        assert len(engine.analyse(START, QUICK, multipv=3).lines) == 1
    go = (
        "[say(f'info depth {d} multipv {n + 1} score cp {9 - n} pv horse:{move}')"
        " for d in (1, 2) for n, move in enumerate(['c5c4', 'b5b4', 'd5d4'])]; " + BEST
    )
    uoi = "say('option name MultiPV type spin default 1 min 1 max 4'); say('uoiok')"
    with Engine.open(write(uoi=uoi, go=go)) as engine:
        found = engine.analyse(START, QUICK, multipv=3)
        assert [(str(line.best), line.score) for line in found.lines] == [
            ("horse:c5c4", 9),
            ("horse:b5b4", 8),
            ("horse:d5d4", 7),
        ]
        assert len(engine.analyse(START, QUICK).lines) == 1
        assert len(engine.analyse(START, QUICK, multipv=50).lines) == 3, "it knows four at the most: no error"


def test_a_long_line_is_read_whole(write: Write) -> None:
    go = "say('info depth 3 ' + 'refutation ox:c1c2 ' * 3_000 + 'score cp 4 pv horse:c5c4'); " + BEST
    with Engine.open(write(go=go)) as engine:
        found = engine.analyse(START, QUICK)
    assert (found.depth, found.score) == (3, 4)


# What goes wrong in a search


def lose_patience(engine: Engine) -> None:
    """Wait no longer than a second; to start it had all the time that it may need on a busy machine."""
    engine._open._timeout = 1.0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("die()", "has ended with code 3: the last words"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "has ended with code -9"),
        ("say('bestturn boar:a1a2')", r"Fake 1.0: illegal best turn boar:a1a2 in ssmss/.* b 1: boar:a1a2: "),
        (
            "say('bestturn horse:c5c4 ox:c1c2')",
            "illegal best turn horse:c5c4 ox:c1c2 in .* complete without it",
        ),
        ("say('bestturn')", "Fake 1.0: expected a best turn, found 'bestturn'"),
        ("say('bestturn e2e4')", "Fake 1.0: expected a best turn, found 'bestturn e2e4'"),
        ("say('bestturn none')", "Fake 1.0: expected a best turn in ssmss/.* found none"),
        ("pass", "expected a best turn, found silence"),
        (
            "[say('info string thinking') for _ in iter(int, 1)]",
            "expected a best turn in time, found other lines",
        ),
    ],
)
def test_an_answer_that_is_of_no_use_is_an_error_and_the_end(write: Write, code: str, message: str) -> None:
    with Engine.open(write(go=code)) as engine:
        if "ended" not in message:
            lose_patience(engine)
        with pytest.raises(EngineError, match=message):
            engine.play(START, Limits(seconds=0.01))
        for again in (lambda: engine.play(START, QUICK), engine.new_game):
            with pytest.raises(EngineError, match="has ended with code"):
                again()


def test_one_that_does_not_heed_stop_is_given_up(write: Write) -> None:
    command = write(go="say('info score cp 1 pv horse:c5c4')")
    silence = pytest.raises(EngineError, match="expected a best turn, found silence")
    with Engine.open(command) as engine, silence:
        lose_patience(engine)
        engine.analyse(START, ENDLESS, on_info=lambda _: engine.stop())


def test_a_reason_that_it_gives_is_told(write: Write) -> None:
    go = "say('info error no memory left'); say('bestturn none')"
    with Engine.open(write(go=go)) as engine, pytest.raises(EngineError, match="found none: no memory left"):
        engine.play(START, QUICK)


def test_a_position_that_it_does_not_take_is_an_error_and_it_can_be_used_on(write: Write) -> None:
    refuse = "'*' in line and say('info error no spirit here')"
    with Engine.open(write(position=refuse)) as engine:
        for _ in range(2):
            with pytest.raises(
                OnitamaError, match=r"Fake 1.0 does not take this position: no spirit here"
            ) as caught:
                engine.play(WINDY, QUICK)
            assert not isinstance(caught.value, EngineError)
            assert str(engine.play(START, QUICK)) == "horse:c5c4"


def test_hidden_games_are_refused_and_nothing_is_told(write: Write) -> None:
    shadow = observe((), build(hidden="shadow", red_ninjas="b1", blue_ninjas="d5"), on.RED)
    with (
        Engine.open(write(position="die()")) as engine,
        pytest.raises(OnitamaError, match="no games with hidden"),
    ):
        engine.play(shadow, QUICK)


# This package's own, as a process


@pytest.mark.parametrize(
    ("name", "preset"), [("greedy", "way-of-the-wind"), ("native", "base"), ("random", "promo")]
)
def test_whole_games_are_played(name: str, preset: str) -> None:
    with Engine.open([*OWN, "--engine", name, "--seed", "3"]) as engine:
        for seed in range(2):  # a rematch in which the other starts, perhaps
            engine.new_game()
            position: Position = on.deal(preset, seed)
            while position.outcome is None and position.turn_number < 60:
                position = position.play(engine.play(position, Limits(depth=2)))
            assert position.turn_number > 1


def test_it_says_as_a_process_what_it_says_within() -> None:
    limits = Limits(depth=4)
    with Engine.open([*OWN, "--no-tablebase"]) as outside, Engine(tablebase=False) as inside:
        for start in (START, WINDY, WINDY.play("hawk:b5c4")):
            one, other = (each.analyse(start, limits) for each in (outside, inside))
            assert (one.best, one.score, one.line, one.nodes) == (
                other.best,
                other.score,
                other.line,
                other.nodes,
            )


def test_an_endless_search_of_a_real_process_is_stopped() -> None:
    with Engine.open(OWN) as engine:
        found = engine.analyse(START, ENDLESS, on_info=lambda one: engine.stop() if one.depth > 2 else None)
        assert found.best in START.legal_steps
