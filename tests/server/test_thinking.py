"""The computer in rooms: real processes that think, and the commands that come of it."""

import asyncio
import os
import signal
from collections.abc import Coroutine
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from onitama.server.rooms import Code, Computer, Help, Refused, Status, decide, wants
from onitama.server.rooms.commands import AnswerOffer, MakeStep
from onitama.server.rooms.events import Answer
from onitama.server.thinking import LEVEL_NAMES, Pool, Thinker, ThinkingFailed, check_level_name
from onitama.server.thinking.job import Job, Urgency
from onitama.server.thinking.process import Process
from room_table import ANNA, Table


async def let_computer_play(table: Table, thinker: Thinker) -> None:
    """Do all that the computer is to do now."""
    while found := wants(table.room):
        command = await thinker.command("room", table.room, found[0])
        actor = table.room.people[found[0].person]
        assert isinstance(actor, Computer)
        table.sends(actor, command)


def anna_moves(table: Table, rng: Random) -> None:
    state = table.state(0)
    if state["placements"]:
        table.does(ANNA, "place", step=rng.choice(state["placements"]))
    else:
        table.does(ANNA, "step", step=rng.choice(state["view"]["legal_steps"]))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@pytest.mark.parametrize("rules", ["base", "way-of-the-wind", "way-of-shadow", "way-of-light", "promo"])
def test_a_game_against_the_computer_is_played_to_its_end(rules: str) -> None:
    async def test() -> None:
        table = Table(rules=rules, computer="2", deal=None, starter=None, seed=3)
        rng = Random(1)
        async with Thinker() as thinker:
            await let_computer_play(table, thinker)
            while table.room.status is Status.PLAYING and table.room.number < 60:
                anna_moves(table, rng)
                await let_computer_play(table, thinker)
        assert table.room.status is Status.OVER or table.room.number >= 60

    run(test())


def test_the_computer_begins_the_rematch_in_which_it_starts() -> None:
    async def test() -> None:
        table = Table(computer="1")
        table.does(ANNA, "resign")
        table.does(ANNA, "offer", kind="rematch")
        assert table.room.game_number == 2
        async with Thinker() as thinker:
            while not wants(table.room):
                anna_moves(table, Random(0))
            before = table.room.number
            await let_computer_play(table, thinker)
        assert table.room.number > before

    run(test())


def test_a_step_that_comes_too_late_is_stale_and_does_no_harm() -> None:
    async def test() -> None:
        table = Table(computer="3", colour="blue")
        found = wants(table.room)[0]
        async with Thinker() as thinker:
            command = await thinker.command("room", table.room, found)
        assert isinstance(command, MakeStep)
        actor = table.room.people[1]
        assert actor is not None
        table.sends(actor, command)
        with pytest.raises(Refused) as refusal:
            decide(table.room, command, actor, table.now_ms, table.entropy)
        assert refusal.value.code is Code.STALE

    run(test())


class Judging(Pool):
    """Thinks nothing, and says how the player to move stands."""

    def __init__(self, score: int | None) -> None:
        super().__init__(0)
        self.score = score

    async def run(self, *_: object) -> dict[str, Any]:
        if self.score is None:
            raise ThinkingFailed("broken")
        return {"lines": [{"step": "", "score": self.score}]}


@pytest.mark.parametrize(
    ("score", "answer"), [(500, Answer.ACCEPT), (100, Answer.DECLINE), (-500, Answer.DECLINE)]
)
def test_a_draw_is_agreed_to_by_a_computer_that_stands_badly(score: int, answer: Answer) -> None:
    async def test() -> None:
        table = Table(computer="11")
        table.does(ANNA, "offer", kind="draw")
        command = await Thinker(pool=Judging(score)).command("room", table.room, wants(table.room)[0])
        assert command == AnswerOffer(1, answer)

    run(test())


def asked_for_help(table: Table, kind: str) -> Help:
    help_ = table.does(ANNA, "help", kind=kind).help
    assert help_ is not None
    return help_


def test_a_hint_is_one_legal_step() -> None:
    async def test() -> None:
        table = Table(computer="1")
        async with Thinker() as thinker:
            told = [one async for one in thinker.help("r", "anna", table.room, asked_for_help(table, "hint"))]
        assert [(one["kind"], one["is_final"], len(one["lines"])) for one in told] == [("hint", True, 1)]
        assert told[0]["lines"][0]["step"] in table.state(0)["view"]["legal_steps"]
        assert told[0]["moment"] == table.state(0)["moment"]

    run(test())


def test_an_analysis_is_told_as_it_grows_and_ends_when_nobody_listens() -> None:
    async def test() -> None:
        table = Table(computer="1")
        async with Thinker() as thinker:
            stream = thinker.help("r", "anna", table.room, asked_for_help(table, "analysis"))
            first = await anext(stream)
            assert not first["is_final"]
            assert len(first["lines"]) >= 1
            await stream.aclose()
            hint = thinker.help("r", "anna", table.room, asked_for_help(table, "hint"))
            assert (await anext(hint))["is_final"]  # the only worker is free again
            await hint.aclose()

    run(test())


def test_in_hidden_games_only_the_player_to_move_is_helped_from_its_own_view() -> None:
    async def test() -> None:
        table = Table(rules="way-of-shadow", computer="1", deal=None, starter=None, seed=1)
        async with Thinker() as thinker:
            anna_moves(table, Random(0))
            await let_computer_play(table, thinker)
            stream = thinker.help("r", "anna", table.room, asked_for_help(table, "hint"))
            assert (await anext(stream))["lines"][0]["step"] in table.state(0)["view"]["legal_steps"]
            with pytest.raises(Refused, match="the player to move"):
                await anext(
                    thinker.help("r", "eve", table.room, Help(None, asked_for_help(table, "hint").kind, 1))
                )

    run(test())


def test_nothing_is_thought_about_after_the_end() -> None:
    async def test() -> None:
        table = Table(computer="1")
        table.does(ANNA, "resign")
        async with Thinker() as thinker:
            with pytest.raises(Refused, match="the game is over"):
                await anext(thinker.help("r", "anna", table.room, asked_for_help(table, "hint")))

    run(test())


def analysis_job(table: Table, seconds: float) -> Job:
    assert table.room.game is not None
    return Job("anna", "r", Urgency.MOVE, table.room.game.observe(None), level=None, seconds=seconds)


def process_of(pool: Pool) -> Process:
    worker = pool._places[0].worker
    assert isinstance(worker, Process)
    return worker


def test_a_killed_process_is_replaced_and_its_job_done_again(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        table = Table(deal="ox,boar/horse,elephant/crab").joined()
        async with Thinker() as thinker:
            began = asyncio.Event()
            job = replace(analysis_job(table, 2.0), reports=True)
            answer = asyncio.create_task(thinker.pool.run(job, lambda _: began.set()))
            await began.wait()
            first = process_of(thinker.pool).pid
            os.kill(first, signal.SIGKILL)
            assert (await answer)["lines"][0]["step"] in table.state(0)["view"]["legal_steps"]
            assert process_of(thinker.pool).pid != first

    run(test())
    assert "a worker is lost" in caplog.text
    caplog.clear()


def test_a_process_that_says_nothing_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("onitama.server.thinking.process._GRACE_SECONDS", 0.05)
    monkeypatch.setattr("onitama.server.thinking.pool._SLACK_SECONDS", 0.0)

    async def test() -> None:
        table = Table().joined()
        async with Thinker() as thinker:
            os.kill(process_of(thinker.pool).pid, signal.SIGSTOP)
            with pytest.raises(ThinkingFailed, match="no answer within"):
                await thinker.pool.run(analysis_job(table, 0.01))  # nor is a new one up so quickly

    run(test())
    assert "no answer within" in caplog.text
    caplog.clear()


def test_a_game_goes_on_where_thinking_fails(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        table = Table(computer="3", colour="blue")
        thinker = Thinker(pool=Judging(None))
        command = await thinker.command("room", table.room, wants(table.room)[0])
        assert table.room.people[1] is not None
        table.sends(table.room.people[1], command)
        table.does(ANNA, "offer", kind="draw")
        declined = await thinker.command("room", table.room, wants(table.room)[0])
        assert declined == AnswerOffer(1, Answer.DECLINE)

    run(test())
    assert "found no step" in caplog.text
    caplog.clear()


def test_at_human_pace_a_step_takes_as_long_as_a_person() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def test() -> None:
        table = Table(computer="3", colour="blue")
        async with Thinker(human_pace=True, sleep=sleep, rng=Random(0)) as thinker:
            command = await thinker.command("room", table.room, wants(table.room)[0])
        assert isinstance(command, MakeStep)
        assert 0.8 <= waited[0] <= 5

    run(test())


def test_level_names_are_the_levels_of_the_engine() -> None:
    for name in LEVEL_NAMES:
        check_level_name(name)
    for name in ("0", "12", "native", "01"):
        with pytest.raises(Refused, match="a level from 1 to 11") as refusal:
            check_level_name(name)
        assert refusal.value.code is Code.BAD_SETUP
