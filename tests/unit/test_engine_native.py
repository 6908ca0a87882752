"""The native engine as a thing to live with: limits, stopping, pondering, several lines, what it remembers."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from itertools import pairwise

import pytest

import onitama as on
from build import build
from onitama import _core
from onitama.engine import Analysis, Engine, Limits
from onitama.engine.native import usable_cores
from onitama.rules import Position

ENDLESS = Limits(until_proven=True)


def counted(analysis: Analysis) -> tuple[object, ...]:
    """All of an analysis but the time it took."""
    return analysis.best, analysis.score, analysis.line, analysis.nodes, analysis.depth, analysis.lines


# Limits


def test_the_limit_of_nodes_is_kept() -> None:
    for nodes in (5_000, 20_000, 100_000):
        assert 0.5 * nodes < Engine().analyse(on.deal("base", 4), Limits(nodes=nodes)).nodes <= 1.05 * nodes


def test_the_limit_of_depth_is_kept() -> None:
    assert [Engine().analyse(on.deal("base", 4), Limits(depth=n)).depth for n in (1, 2, 6)] == [1, 2, 6]


def test_it_tells_whether_the_endings_are_solved() -> None:
    told: list[str | None] = []
    with Engine(hash_mb=16) as engine:

        def listen(found: Analysis) -> None:
            told.append(found.endings)
            if found.endings == "solved":
                engine.stop()

        engine.analyse(on.deal("base", 4), Limits(seconds=120), on_info=listen)
        # Searches to a depth are the same each time, so these ask no table.
        assert engine.analyse(on.deal("base", 4), Limits(depth=2)).endings is None
    assert (told[0], told[-1]) == ("solving", "solved")
    with Engine(hash_mb=16, tablebase=False) as engine:
        assert engine.analyse(on.deal("base", 4), Limits(seconds=0.01)).endings is None


def test_the_first_limit_reached_counts() -> None:
    assert Engine().analyse(on.deal("base", 4), Limits(seconds=1000, depth=3, nodes=10**9)).depth == 3


def test_the_limit_of_time_ends_a_search() -> None:
    analysis = Engine().analyse(on.deal("base", 4), Limits(seconds=0.05))
    assert analysis.seconds >= 0.04
    assert analysis.depth > 4
    assert analysis.nodes_per_second > 0


def test_until_proven_ends_with_the_proof() -> None:
    position = build(red="Mc1 b2", blue="Me5", cards="ox boar / crab elephant / horse")
    analysis = Engine().analyse(position, Limits(until_proven=True, seconds=60))
    assert analysis.proven is not None
    assert analysis.seconds < 60


def test_two_masters_that_cannot_be_caught_are_a_proven_draw_or_a_win() -> None:
    masters = build(red="Ma1", blue="Me5", cards="boar ox / horse elephant / crab")
    with Engine() as engine:
        assert engine.analyse(masters, Limits(until_proven=True, seconds=60)).proven is not None


# The same again


@pytest.mark.parametrize("preset", ["base", "senseis-path", "promo", "way-of-the-wind", "way-of-the-wind-5"])
def test_the_same_search_twice_takes_the_same_nodes(preset: str) -> None:
    start = on.deal(preset, 6)
    with Engine() as engine:
        one = counted(engine.analyse(start, Limits(depth=6)))
        engine.new_game()
        assert counted(engine.analyse(start, Limits(depth=6))) == one
    assert counted(Engine().analyse(start, Limits(depth=6))) == one


def test_the_general_build_searches_the_same_tree() -> None:
    code = (
        "import onitama as on; from onitama import _core;"
        "print(_core.CPU_LEVEL, on.Engine().analyse(on.deal('base', 5), on.Limits(depth=9)).nodes)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"ONITAMA_CPU": "generic"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    level, nodes = run.stdout.split()
    assert level == "generic"
    assert int(nodes) == Engine().analyse(on.deal("base", 5), Limits(depth=9)).nodes


def test_an_unknown_build_is_refused() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import onitama"],
        env={"ONITAMA_CPU": "v9"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "ONITAMA_CPU is generic or v3, found 'v9'" in run.stderr


def test_what_is_remembered_makes_the_next_search_shorter() -> None:
    start = on.deal("base", 6)
    with Engine() as engine:
        first = engine.analyse(start, Limits(depth=9)).nodes
        assert engine.analyse(start, Limits(depth=9)).nodes < first


def test_another_deal_is_another_game() -> None:
    with Engine() as engine:
        for seed in (1, 2, 1):
            start = on.deal("base", seed)
            assert engine.play(start, Limits(depth=5)) in start.legal_steps


def test_a_rematch_in_which_the_other_starts_is_played() -> None:
    with Engine() as engine:
        for red_begins in (True, False):
            engine.new_game()
            position = build(to_move="red" if red_begins else "blue", cards="ox boar / crab elephant / horse")
            for _ in range(4):
                position = position.play(engine.play(position, Limits(depth=4)))


def test_hundreds_of_turns_in_one_engine() -> None:
    with Engine(hash_mb=1) as engine:
        for seed in range(3):
            position = on.deal("way-of-the-wind", seed)
            while position.outcome is None and position.turn_number < 100:
                step = engine.play(position, Limits(depth=3))
                assert step in position.legal_steps
                position = position.play(step)


# Several lines


def assert_lines_hold(position: Position, analysis: Analysis) -> None:
    for line in analysis.lines:
        end = position
        for step in line.steps:
            end = end.play(step)
    assert all(one.score >= two.score for one, two in pairwise(analysis.lines))


def test_several_lines_are_different_legal_and_sorted() -> None:
    start = on.deal("base", 3)
    analysis = Engine().analyse(start, Limits(depth=5), multipv=4)
    assert len(analysis.lines) == len({line.best for line in analysis.lines}) == 4
    assert analysis.lines[0].steps == analysis.line
    assert_lines_hold(start, analysis)


def test_more_lines_than_turns_are_all_turns() -> None:
    start = on.deal("base", 3)
    analysis = Engine().analyse(start, Limits(depth=3), multipv=1000)
    assert {line.best for line in analysis.lines} == set(start.legal_steps)
    assert_lines_hold(start, analysis)


def test_several_lines_of_a_turn_with_two_steps() -> None:
    start = on.deal("way-of-the-wind", 3)
    analysis = Engine().analyse(start, Limits(depth=2), multipv=5)
    assert len({line.steps for line in analysis.lines}) == 5
    assert_lines_hold(start, analysis)


# Hearing of it


def test_it_tells_of_every_depth() -> None:
    heard: list[Analysis] = []
    analysis = Engine().analyse(on.deal("base", 3), Limits(depth=6), multipv=2, on_info=heard.append)
    assert [one.depth for one in heard] == sorted(one.depth for one in heard)
    assert {one.depth for one in heard} >= {1, 2, 3, 4, 5, 6}
    assert all(len(one.lines) == 2 for one in heard)
    assert heard[-1].lines == analysis.lines


def test_what_the_listener_raises_ends_the_search() -> None:
    def refuse(analysis: Analysis) -> None:
        if analysis.depth == 3:
            raise ZeroDivisionError("enough")

    with Engine() as engine:
        with pytest.raises(ZeroDivisionError, match="enough"):
            engine.analyse(on.deal("base", 3), ENDLESS, on_info=refuse)
        assert engine.analyse(on.deal("base", 3), Limits(depth=2)).depth == 2, "and it can go on"


# Stopping


def test_a_search_can_be_stopped_from_another_thread() -> None:
    with Engine() as engine:
        started = threading.Event()

        def stop_it() -> None:
            started.wait(10)
            engine.stop()

        helper = threading.Thread(target=stop_it)
        helper.start()
        analysis = engine.analyse(on.deal("base", 3), ENDLESS, on_info=lambda _: started.set())
        helper.join()
        assert analysis.depth >= 1


def test_a_stop_without_a_search_is_nothing() -> None:
    with Engine() as engine:
        engine.stop()
        assert engine.analyse(on.deal("base", 3), Limits(depth=3)).depth == 3


def test_one_engine_thinks_about_one_position_at_a_time() -> None:
    with Engine() as engine:
        refused: list[str] = []

        def ask_again(_: Analysis) -> None:
            for call in (lambda: engine.play(on.deal("base", 4)), engine.new_game):
                with pytest.raises(on.OnitamaError, match="is thinking already") as caught:
                    call()
                refused.append(str(caught.value))
            engine.stop()

        engine.analyse(on.deal("base", 3), ENDLESS, on_info=ask_again)
        assert len(refused) >= 2


def test_a_closed_engine_says_so() -> None:
    engine = Engine()
    engine.play(on.deal("base", 3), Limits(depth=1))
    engine.close()
    engine.close()
    with pytest.raises(on.OnitamaError, match="this engine is closed"):
        engine.play(on.deal("base", 3), Limits(depth=1))


def test_an_interrupt_from_the_keyboard_ends_a_search() -> None:
    code = (
        "import onitama as on, sys\n"
        "try:\n"
        "    on.Engine().analyse(on.deal('base', 3), on.Limits(until_proven=True),\n"
        "                        on_info=lambda one: print('go', flush=True))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        process.send_signal(2)
        process.communicate(timeout=60)
    assert process.returncode == 7


def test_leaving_while_it_ponders_is_no_crash() -> None:
    code = (
        "import onitama as on; engine = on.Engine(threads=2); engine.ponder(on.deal('base', 3)); print('bye')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert (run.stdout, run.stderr) == ("bye\n", "")


# In an event loop


def test_the_loop_runs_on_while_it_thinks() -> None:
    async def count_meanwhile() -> tuple[int, Analysis]:
        with Engine() as engine:
            task = asyncio.create_task(engine.analyse_async(on.deal("base", 3), Limits(seconds=0.2)))
            turns = 0
            while not task.done():
                turns += 1
                await asyncio.sleep(0)
            return turns, await task

    turns, analysis = asyncio.run(count_meanwhile())
    assert turns > 10
    assert analysis.best in on.deal("base", 3).legal_steps


def test_cancelling_stops_the_search_and_frees_the_engine() -> None:
    async def cancel() -> Analysis:
        with Engine() as engine:
            begun = asyncio.Event()
            task = asyncio.create_task(
                engine.analyse_async(on.deal("base", 3), ENDLESS, on_info=lambda _: begun.set())
            )
            await asyncio.wait_for(begun.wait(), 20)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await engine.analyse_async(on.deal("base", 3), Limits(depth=2))

    assert asyncio.run(cancel()).depth == 2


def test_several_engines_think_side_by_side() -> None:
    async def play_all() -> list[on.Step]:
        engines = [Engine(hash_mb=1) for _ in range(4)]
        steps = await asyncio.gather(
            *(one.play_async(on.deal("base", seed), Limits(depth=6)) for seed, one in enumerate(engines))
        )
        for engine in engines:
            engine.close()
        return steps

    alone = [Engine(hash_mb=1).play(on.deal("base", seed), Limits(depth=6)) for seed in range(4)]
    assert asyncio.run(play_all()) == alone


# Pondering


def test_pondering_prepares_the_answer() -> None:
    start = on.deal("base", 6)
    with Engine() as engine, Engine() as fresh:
        nodes = fresh.analyse(start, Limits(depth=9)).nodes
        pause_s = 0.05
        while True:  # on a busy machine it takes longer until pondering has come far enough
            engine.new_game()
            engine.ponder(start)
            time.sleep(pause_s)
            if engine.analyse(start, Limits(depth=9)).nodes < nodes:
                break
            pause_s *= 2
            assert pause_s < 30


def test_players_that_do_not_search_do_not_ponder_either() -> None:
    with Engine("greedy") as engine:
        engine.ponder(on.deal("base", 3))
        assert engine.play(on.deal("base", 3)) in on.deal("base", 3).legal_steps


# Threads and sizes


def test_two_threads_find_a_legal_turn_and_proofs_too() -> None:
    with Engine(threads=2) as engine:
        position = build(red="Mc4", blue="Mc5 a1", cards="ox boar / crab elephant / horse")
        assert engine.analyse(position, Limits(depth=5)).plies_to_end == 1
        start = on.deal("base", 3)
        assert engine.play(start, Limits(seconds=0.1)) in start.legal_steps


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads is a whole number from 1 to 256, found 0"),
        ({"threads": True}, "threads is a whole number from 1 to 256, found True"),
        ({"threads": 257}, "threads is a whole number from 1 to 256, found 257"),
        ({"hash_mb": -1}, "hash_mb is a whole number from 1 to 65536, found -1"),
        ({"hash_mb": 1.5}, "hash_mb is a whole number from 1 to 65536, found 1.5"),
        ({"tablebase": 1}, "tablebase is true or false, found 1"),
    ],
)
def test_strange_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(on.OnitamaError, match=message):
        Engine(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("multipv", [0, -1, 1.5, True, "2"])
def test_strange_numbers_of_lines_are_refused(multipv: object) -> None:
    with pytest.raises(on.OnitamaError, match="multipv is a whole number from 1"):
        Engine().analyse(on.deal("base", 3), Limits(depth=1), multipv=multipv)  # type: ignore[arg-type]


def test_players_that_know_one_way_say_so() -> None:
    with pytest.raises(on.OnitamaError, match="greedy knows one way only"):
        Engine("greedy").analyse(on.deal("base", 3), multipv=2)


def test_the_core_names_its_build() -> None:
    assert _core.CPU_LEVEL in ("generic", "v3")


def test_the_cores_counted_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    assert usable_cores() == 1
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores() == 64
