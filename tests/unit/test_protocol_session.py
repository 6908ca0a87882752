"""The conversation of the line protocol, without processes: what is answered, when, and what is never lost."""

import os
from collections.abc import Iterator
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onitama.engine import Engine
from onitama.engine.analysis import Limits
from onitama.errors import OnitamaError
from onitama.notation import format_position, parse_position
from onitama.protocol import LineSession, LineWriter, Setup, serve
from protocol_helpers import Ear, FakeThinker, in_time

FUZZ = settings(max_examples=int(os.environ.get("ONITAMA_FUZZ", "50")))
START = "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1"
WINDY = "ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1"
OVER = "5/2M2/5/5/5 ox,boar/horse,eel/crab r 9"
FIRST = "bestturn horse:c5c4"


class Table:
    """A session, what it says, and what thinks for it."""

    def __init__(self, steps: int = 3) -> None:
        self.ear = Ear()
        self.thinkers: list[FakeThinker] = []
        self.setups: list[Setup] = []
        self._steps = steps
        self.session = LineSession(self._make, self.ear)

    def _make(self, setup: Setup) -> FakeThinker:
        self.setups.append(setup)
        self.thinkers.append(FakeThinker(steps=self._steps))
        return self.thinkers[-1]

    @property
    def thinker(self) -> FakeThinker:
        return self.thinkers[-1]

    def tell(self, *lines: str) -> None:
        """Say lines."""
        for line in lines:
            assert self.session.handle(line)

    def say(self, *lines: str) -> list[str]:
        """Say lines; what was heard by then."""
        self.tell(*lines)
        return self.ear.take()

    def search(self, go: str, position: str = START) -> None:
        """Begin a search, and wait until it is under way."""
        self.tell(f"position string {position}", go)
        assert self.thinker.is_thinking.wait(30)
        self.ear.take()

    def join(self) -> None:
        """Wait until the search is done, whether it has answered or not."""
        task = self.session._running()
        assert task is not None
        in_time(task.join)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    in_time(table.session.close)


# Handshake and options


def test_it_tells_who_it_is_and_what_can_be_set(table: Table) -> None:
    said = table.say("uoi")
    assert said[0].startswith("id name onitama ")
    assert said[1] == "id author the onitama project contributors"
    assert said[2:] == [
        "option name Engine type combo default auto var auto var random var greedy var sensible var native",
        "option name Level type spin default 11 min 1 max 11",
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 64",
        "option name Ponder type check default false",
        "option name Tablebase type check default true",
        "option name Seed type string default <empty>",
        "uoiok",
    ]
    assert not table.thinkers, "nothing takes memory before it is needed"


def test_options_reach_what_thinks(table: Table) -> None:
    for name, value in {
        "engine": "Greedy",
        "Level": "3",
        "HASH": "8",
        "Threads": "2",
        "Tablebase": "false",
        "Seed": "5",
    }.items():
        assert table.say(f"setoption name {name} value {value}") == []
    assert table.say("isready") == ["readyok"]
    assert table.setups == [Setup("greedy", level=3, hash_mb=8, threads=2, tablebase=False, seed=5)]
    assert (table.setups[0].engine_name, table.setups[0].engine_level) == ("greedy", 3)


def test_an_option_that_changes_how_it_thinks_begins_anew_and_gives_back_the_old(table: Table) -> None:
    table.say("isready", "setoption name MultiPV value 2", "setoption name Hash value 64", "isready")
    assert len(table.thinkers) == 1
    table.say("setoption name Hash value 65", "isready")
    assert [one.is_closed for one in table.thinkers] == [True, False]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("Hash value 0", "option Hash: expected a whole number from 1 to 65536, found '0'"),
        ("Threads value many", "option Threads: expected a whole number from 1 to 256, found 'many'"),
        ("Tablebase value 1", "option Tablebase: expected true or false, found '1'"),
        (
            "Engine value deep",
            "option Engine: expected one of auto, random, greedy, sensible, native, found 'deep'",
        ),
        (
            "Seed value x",
            "option Seed: expected a whole number from 0 to 9223372036854775807 or <empty>, found 'x'",
        ),
        ("Level value 12", "option Level: expected a whole number from 1 to 11, found '12'"),
        ("Colour value x", "option: expected one of Engine, Level, Hash, .*, found 'Colour'"),
    ],
)
def test_options_that_do_not_fit_are_refused_and_change_nothing(
    table: Table, option: str, message: str
) -> None:
    (said,) = table.say(f"setoption name {option}")
    with pytest.raises(OnitamaError, match=message):
        raise OnitamaError(said.removeprefix("info error "))
    table.say("isready")
    assert table.setups == [Setup()]


def test_a_new_game_is_told_to_what_thinks(table: Table) -> None:
    table.say("newgame", "newgame")
    assert table.thinker.games == 2


# Searching


def test_a_search_ends_with_its_best_turn(table: Table) -> None:
    table.tell(f"position string {START}", "go depth 4 nodes 100 movetime 250")
    assert table.ear.wait_for("bestturn") == FIRST
    position, limits, multipv = table.thinker.asked[0]
    assert (format_position(position), limits, multipv) == (START, Limits(0.25, 4, 100), 1)


def test_several_ways_are_told_one_line_each(table: Table) -> None:
    table.tell("setoption name MultiPV value 3", f"position string {START}", "go depth 2")
    table.ear.wait_for("bestturn")
    numbers = [line.split()[6] for line in table.ear.lines if line.startswith("info depth")]
    assert numbers == ["1", "2", "3"]


def test_the_expected_answer_is_told_if_the_user_ponders(table: Table) -> None:
    table.tell("setoption name Ponder value true", f"position string {START}", "go depth 2")
    assert table.ear.wait_for("bestturn").startswith(f"{FIRST} ponder ")


@pytest.mark.parametrize("steps", [1, 3])
def test_r31_a_best_turn_is_whole_even_if_the_line_is_short(steps: int) -> None:
    table = Table(steps)
    table.tell(f"position string {WINDY}", "go depth 2")
    words = table.ear.wait_for("bestturn").split()[1:]
    after = parse_position(WINDY)
    for step in words:
        after = after.play(step)
    assert after.turn_number == 2
    in_time(table.session.close)


def test_the_second_part_of_a_turn_can_be_asked_for_alone(table: Table) -> None:
    table.tell(f"position string {WINDY} turns hawk:b5c4", "go depth 2")
    assert table.ear.wait_for("bestturn").startswith("bestturn spirit:c3")


def test_a_word_during_a_search_is_answered_at_once(table: Table) -> None:
    table.search("go infinite")
    assert table.say("isready") == ["readyok"]
    assert table.say("uoi")[-1] == "uoiok"
    assert table.thinker.is_thinking.is_set()
    assert table.say("stop")[-1] == FIRST
    assert table.say("stop") == [], "a late stop means nothing"


@pytest.mark.parametrize(
    "line", ["go depth 1", "newgame", f"position string {WINDY}", "setoption name Hash value 1", "bench"]
)
def test_what_would_disturb_a_search_is_refused_and_the_search_goes_on(table: Table, line: str) -> None:
    table.search("go infinite")
    assert table.say(line) == ["info error a search is running: expected stop, ponderhit, isready or quit"]
    assert table.say("stop")[-1] == FIRST
    assert len(table.thinkers) == 1


def test_a_search_without_end_answers_only_when_it_is_stopped(table: Table) -> None:
    table.search("go infinite")
    table.thinker.go_on.set()
    table.join()
    assert table.say("isready") == ["readyok"]
    assert table.say("stop") == [FIRST]


def test_pondering_answers_after_the_hit_by_the_clock(table: Table) -> None:
    table.search("go ponder redtime 1000 bluetime 100")
    assert table.thinker.asked[0][1] == Limits(until_proven=True), "the clock does not run yet"
    table.tell("ponderhit")
    assert table.ear.wait_for("bestturn") == FIRST
    assert table.say("ponderhit")[-1:] == [
        "info error ponderhit: expected after go ponder, found nothing that ponders"
    ]


def test_a_second_hit_is_refused_and_the_search_goes_on(table: Table) -> None:
    table.search("go ponder bluetime 1000000000")
    assert table.say("ponderhit") == []
    assert table.say("ponderhit") == [
        "info error ponderhit: expected after go ponder, found nothing that ponders"
    ]
    assert table.say("stop") == [FIRST]


def test_pondering_that_is_done_waits_for_the_hit(table: Table) -> None:
    table.tell(f"position string {START}", "go ponder depth 2")
    table.join()
    assert not [line for line in table.ear.take() if line.startswith("bestturn")]
    assert table.say("ponderhit") == [FIRST]


def test_pondering_can_be_stopped(table: Table) -> None:
    table.search("go ponder bluetime 60000")
    assert table.say("stop")[-1] == FIRST


def test_a_clock_gives_its_share_and_no_thought_to_a_turn_without_choice(table: Table) -> None:
    table.search("go bluetime 40000 redtime 1")
    table.say("stop")
    assert table.thinker.asked[0][1] == Limits(seconds=2)
    table.search("go bluetime 40000", "2m2/1*3/5/5/2M2 eagle,ox/hawk,eel/crab b 9 phase=spirit:hawk")
    table.say("stop")
    forced = table.thinker.asked[-1]
    assert (len(forced[0].legal_steps) == 1) is (forced[1] == Limits(seconds=0.001))


def test_go_needs_a_position(table: Table) -> None:
    assert table.say("go depth 1") == ["info error go: expected a position before it", "bestturn none"]


def test_a_go_that_is_refused_has_its_answer_too(table: Table) -> None:
    error, answer = table.say("go deep")
    assert error.startswith("info error go: expected one of movetime")
    assert answer == "bestturn none"
    table.search("go infinite")
    assert len(table.say("go deep")) == 1, "the answer of the search that runs is still to come"


def test_in_a_finished_game_there_is_no_turn(table: Table) -> None:
    table.tell(f"position string {OVER}", "go depth 1")
    assert table.ear.wait_for("bestturn") == "bestturn none"
    assert table.ear.lines[0] == "info error the game is over: red stone"
    assert not table.thinker.asked


def test_a_refused_position_leaves_the_one_before(table: Table) -> None:
    table.say(f"position string {START}")
    (said,) = table.say(f"position string {START} turns horse:a1a2")
    assert said.startswith("info error turn 1: horse:a1a2: ")
    table.tell("go depth 1")
    table.ear.wait_for("bestturn")
    assert format_position(table.thinker.asked[0][0]) == START


def test_whatever_happens_to_a_search_the_conversation_goes_on() -> None:
    ear = Ear()
    session = LineSession(lambda _: FakeThinker(error=RuntimeError("crossed\nwires")), ear)
    for _ in range(2):
        session.handle(f"position string {START}")
        session.handle("go depth 3")
        assert ear.wait_for("bestturn") == "bestturn none"
        assert ear.take()[0] == "info error crossed wires"
    in_time(session.close)


def test_an_engine_that_knows_one_way_says_so() -> None:
    ear = Ear()
    session = LineSession(lambda setup: Engine("greedy", seed=setup.seed), ear, Setup(multipv=2))
    session.handle(f"position string {START}")
    session.handle("go depth 3")
    assert ear.wait_for("bestturn") == "bestturn none"
    assert ear.lines[0].startswith("info error greedy knows one way only")
    in_time(session.close)


# Bench


def test_bench_counts_nodes_with_one_thread_and_no_table(table: Table) -> None:
    table.tell("setoption name Threads value 4", "bench 3")
    assert table.ear.wait_for("bench nodes").startswith("bench nodes 70 time ")
    assert table.setups == [Setup(threads=1, tablebase=False)]
    assert {limits for _, limits, _ in table.thinker.asked} == {Limits(depth=3)}
    assert table.thinker.games == len(table.thinker.asked) == 10
    assert table.thinker.is_closed


# The end


def test_quit_ends_the_conversation(table: Table) -> None:
    assert not table.session.handle("quit")


def test_the_end_of_the_input_lets_a_limited_search_finish_and_stops_others() -> None:
    for go, stops in (("go depth 3", 0), ("go infinite", 1)):
        table = Table()
        written = StringIO()
        session = LineSession(table._make, LineWriter(written))
        in_time(lambda: serve(session, StringIO(f"position string {START}\n{go}\n"), LineWriter(written)))  # noqa: B023
        assert written.getvalue().splitlines()[-1] == FIRST
        assert table.thinker.stops == stops
        assert table.thinker.is_closed


def test_lines_beyond_all_measure_are_skipped_whole() -> None:
    written = StringIO()
    writer = LineWriter(written)
    session = LineSession(lambda _: FakeThinker(), writer)
    in_time(lambda: serve(session, StringIO("quit" * (1 << 20) + "quit\n\n  \nisready\nquit\nuoi\n"), writer))
    assert written.getvalue().splitlines() == [
        "info error expected lines of less than 1048576 characters",
        "readyok",
    ]


def test_when_nobody_listens_it_ends() -> None:
    written = StringIO()
    writer = LineWriter(written)
    session = LineSession(lambda _: FakeThinker(), writer)
    written.close()
    rest = StringIO("isready\nuoi\n")
    in_time(lambda: serve(session, rest, writer))
    assert rest.read() == "uoi\n"


LINES = st.sampled_from(
    [
        *("uoi", "isready", "newgame", "stop", "ponderhit", "go depth 2", "go", "go infinite", "go ponder"),
        *(f"position string {START}", f"position string {WINDY}", f"position string {OVER}", "bench 1"),
        *(
            "go ponder bluetime 1",
            "go nodes 5",
            "setoption name MultiPV value 2",
            "setoption name Hash value 2",
        ),
    ]
)


@FUZZ
@given(st.lists(LINES | st.text(), max_size=30))
def test_whatever_is_said_the_session_lives_and_keeps_order(lines: list[str]) -> None:
    table = Table()
    for line in lines:
        if line.strip() != "quit":
            assert table.session.handle(line)
    table.say("stop")
    table.tell(f"position string {START}", "go depth 1")
    assert table.ear.wait_for("bestturn") == FIRST
    assert table.say("isready")[-1] == "readyok"
    in_time(table.session.close)
    assert all(thinker.is_closed for thinker in table.thinkers)
