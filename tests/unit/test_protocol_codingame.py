"""What is answered to the CodinGame referee, turn by turn."""

import pytest

import onitama as on
from build import build
from onitama.engine import Engine, Limits
from onitama.errors import NotationError, OnitamaError
from onitama.notation import format_codingame_turn
from onitama.protocol import codingame_answers
from onitama.rules import Position

QUICK = Limits(depth=2)


class Remembering:
    """An engine that plays the last legal step, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, Limits]] = []

    def analyse(self, view: Position, limits: Limits, **_: object) -> on.Analysis:
        self.asked.append((view, limits))
        step = view.legal_steps[-1]
        return on.Analysis(best=step, score=0, line=(step,), nodes=0, depth=0)

    def stop(self) -> None: ...

    def new_game(self) -> None: ...

    def close(self) -> None: ...


class Failing(Remembering):
    def analyse(self, *_: object, **__: object) -> on.Analysis:
        raise OnitamaError("no idea")


def lines_of(*positions: Position) -> list[str]:
    return [
        line + "\n"
        for number, position in enumerate(positions)
        for line in format_codingame_turn(position, first=not number).splitlines()
    ]


def answers(lines: list[str], engine: Remembering, complaints: list[str] | None = None) -> list[str]:
    told = [] if complaints is None else complaints
    return list(
        codingame_answers(
            lines, engine, first=Limits(seconds=9), later=Limits(seconds=1), complain=told.append
        )
    )


def test_every_turn_is_answered_and_the_first_has_more_time() -> None:
    start = on.deal_by_hand("base", red=["ox", "boar"], blue=["horse", "tiger"], side="crab", starter=on.RED)
    later = start.play("boar:c1c2").play("tiger:c5c3")
    engine = Remembering()
    found = answers(lines_of(start, later), engine)
    assert [limits.seconds for _, limits in engine.asked] == [9, 1]
    for position, answer in zip((start, later), found, strict=True):
        assert answer in format_codingame_turn(position).splitlines()


def test_a_mark_of_byte_order_before_the_first_line_does_not_matter() -> None:
    start = on.deal("base", seed=7)
    lines = lines_of(start)
    assert answers(["\ufeff" + lines[0], *lines[1:]], Remembering()) == answers(lines, Remembering())


def test_player_1_sees_its_cards_as_it_would_use_them() -> None:
    start = on.deal_by_hand("base", red=["ox", "boar"], blue=["horse", "tiger"], side="crab", starter=on.RED)
    engine = Remembering()
    answers(lines_of(start.play("boar:c1c2")), engine)
    ((asked, _),) = engine.asked
    assert asked.repetition_key == start.play("boar:c1c2").repetition_key


def test_a_forced_pass_is_answered_from_the_list() -> None:
    stuck = build(red="a1 a2 Ma3 a4 a5", blue="Mc3", cards="horse tiger / rooster eel / cobra", turn_number=1)
    assert answers(lines_of(stuck), Remembering()) == ["15 PASS"]


@pytest.mark.parametrize(
    "damage", [lambda line: line.replace("0 7 ", "0 x "), lambda line: line.replace("w", "q")]
)
def test_what_cannot_be_read_is_still_answered_with_a_legal_action(damage: object) -> None:
    start = on.deal_by_hand("base", red=["ox", "boar"], blue=["horse", "tiger"], side="crab", starter=on.RED)
    assert callable(damage)
    lines, complaints = lines_of(start), list[str]()
    damaged = [lines[0], *map(damage, lines[1:11]), *lines[11:]]
    assert answers(damaged, Remembering(), complaints) == [lines[12].strip()]
    assert complaints


def test_an_engine_that_fails_still_answers_with_a_legal_action() -> None:
    start = on.deal_by_hand("base", red=["ox", "boar"], blue=["horse", "tiger"], side="crab", starter=on.RED)
    lines, complaints = lines_of(start), list[str]()
    assert answers(lines, Failing(), complaints) == [lines[12].strip()]
    assert complaints == ["no idea"]


def test_an_action_that_the_referee_does_not_list_is_never_answered() -> None:
    start = on.deal_by_hand("base", red=["ox", "boar"], blue=["horse", "tiger"], side="crab", starter=on.RED)
    lines = lines_of(start)
    fewer = [*lines[:11], "2\n", *lines[12:14]]
    assert answers(fewer, Remembering(), []) == [lines[12].strip()]


def test_a_win_in_one_is_taken() -> None:
    position = build(red="Mc1 b3", blue="Mb4 e5", cards="boar ox / horse elephant / crab", turn_number=1)
    with Engine("native", hash_mb=1, tablebase=False) as engine:
        found = list(
            codingame_answers(lines_of(position), engine, first=QUICK, later=QUICK, complain=pytest.fail)
        )
    assert found in (["4 B3B4"], ["7 B3B4"])


@pytest.mark.parametrize("lines", [["2\n"], ["x\n"], [""]])
def test_a_player_without_a_number_is_refused(lines: list[str]) -> None:
    with pytest.raises(NotationError, match="expected the player's number 0 or 1"):
        answers(lines, Remembering())


@pytest.mark.parametrize("count", ["0", "-1", "x", "10000000000"])
def test_a_turn_without_a_number_of_actions_is_refused(count: str) -> None:
    start = on.deal("base", 1)
    lines = lines_of(start)
    with pytest.raises(NotationError, match="expected a number of actions"):
        answers([*lines[:11], f"{count}\n", *lines[12:]], Remembering())


def test_the_end_of_the_input_ends_the_game() -> None:
    start = on.deal("base", 1)
    assert answers([], Remembering()) == []
    assert answers(lines_of(start)[:9], Remembering()) == []
