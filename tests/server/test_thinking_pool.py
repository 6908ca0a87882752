"""Who is thought about next, and what happens when a worker dies: with workers that do as a test tells them."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest

from onitama.deal import deal
from onitama.game import Game
from onitama.server.thinking import Pool, QueueFull, ThinkingFailed
from onitama.server.thinking.fair import FairQueue
from onitama.server.thinking.job import Job, Urgency
from onitama.server.thinking.pace import pause_seconds
from onitama.server.thinking.process import OnReport, ProcessLost

VIEW = Game(deal("base", seed=7)).observe(None)


def job(identity: str = "anna", room: str = "r", urgency: Urgency = Urgency.MOVE) -> Job:
    return Job(identity, room, urgency, VIEW, level=1, seconds=1.0, game=room)


class Waiting:
    def __init__(self, asked: Job) -> None:
        self.job = asked


def popped(*jobs: Job) -> list[str]:
    queue: FairQueue[Waiting] = FairQueue(most=100, most_each=100)
    for one in jobs:
        queue.put(Waiting(one))
    return [queue.pop().job.room for _ in range(len(queue))]


def test_moves_go_before_hints_before_analysis() -> None:
    kinds = (Urgency.ANALYSIS, Urgency.HINT, Urgency.MOVE)
    assert popped(*(job(room=kind.name, urgency=kind) for kind in kinds)) == ["MOVE", "HINT", "ANALYSIS"]


def test_who_asks_much_does_not_hold_up_the_others() -> None:
    many = [job("anna", f"anna {number}") for number in range(3)]
    assert popped(*many, job("ben", "ben")) == ["anna 0", "ben", "anna 1", "anna 2"]


def test_one_room_does_not_hold_up_another_of_the_same_person() -> None:
    assert popped(job(room="a"), job(room="a"), job(room="b")) == ["a", "b", "a"]


def test_help_is_refused_when_too_much_waits_and_moves_never_are() -> None:
    queue: FairQueue[Waiting] = FairQueue(most=3, most_each=2)
    for _ in range(2):
        queue.put(Waiting(job("anna", urgency=Urgency.HINT)))
    with pytest.raises(QueueFull, match="your last questions"):
        queue.put(Waiting(job("anna", urgency=Urgency.ANALYSIS)))
    queue.put(Waiting(job("ben", urgency=Urgency.HINT)))
    with pytest.raises(QueueFull, match="too many people"):
        queue.put(Waiting(job("carla", urgency=Urgency.HINT)))
    for _ in range(10):
        queue.put(Waiting(job("anna")))
    queue.pop()
    assert len(queue) == 12


def test_what_was_removed_makes_room() -> None:
    queue: FairQueue[Waiting] = FairQueue(most=1, most_each=1)
    one = Waiting(job(urgency=Urgency.HINT))
    queue.put(one)
    assert queue.remove(one)
    assert not queue.remove(one)
    queue.put(one)
    assert queue.pop() is one
    with pytest.raises(IndexError):
        queue.pop()


class Scripted:
    """A worker that answers when the test lets it, or dies."""

    def __init__(self, crew: "Crew") -> None:
        self.crew = crew
        self.answer: asyncio.Future[dict[str, Any]] | None = None
        self.is_stopped = self.is_closed = False

    async def ask(self, job: Job, most_seconds: float, on_report: OnReport | None) -> dict[str, Any]:
        del most_seconds
        assert not self.is_closed, "a worker that was lost is asked again"
        self.crew.asked.append(job.room)
        self.answer = asyncio.get_running_loop().create_future()
        if on_report is not None:
            on_report({"best": "a report"})
        return await self.answer

    def stop(self) -> None:
        self.is_stopped = True
        assert self.answer is not None
        self.answer.set_result({"best": "early"})

    async def close(self) -> None:
        self.is_closed = True

    def answers(self) -> None:
        assert self.answer is not None
        self.answer.set_result({"best": "done"})

    def dies(self) -> None:
        assert self.answer is not None
        self.answer.set_exception(ProcessLost("killed"))


class Crew:
    def __init__(self) -> None:
        self.workers: list[Scripted] = []
        self.asked: list[str] = []

    async def start(self) -> Scripted:
        self.workers.append(Scripted(self))
        return self.workers[-1]


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def with_pool(test: Callable[[Pool, Crew], Coroutine[Any, Any, None]], workers: int = 1) -> None:
    async def run() -> None:
        crew = Crew()
        pool = Pool(workers, start=crew.start)
        await pool.open()
        try:
            await test(pool, crew)
        finally:
            await pool.close()
        assert all(worker.is_closed for worker in crew.workers)

    asyncio.run(run())


def test_no_more_jobs_run_than_there_are_workers() -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        answers = [asyncio.create_task(pool.run(job(room=name))) for name in "abc"]
        await settle()
        assert (pool.running, pool.waiting, crew.asked) == (2, 1, ["a", "b"])
        crew.workers[1].answers()
        await settle()
        assert (pool.running, pool.waiting, crew.asked) == (2, 0, ["a", "b", "c"])
        for worker in crew.workers:
            worker.answers()
        assert await asyncio.gather(*answers) == [{"best": "done"}] * 3
        assert pool.running == 0

    with_pool(test, workers=2)


def test_the_worker_that_knows_the_game_gets_it_again() -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        both = [asyncio.create_task(pool.run(job(room=name))) for name in "ab"]
        await settle()
        for worker in crew.workers:
            worker.answers()
        await asyncio.gather(*both)
        again = asyncio.create_task(pool.run(job(room="b")))
        await settle()
        crew.workers[1].answers()
        assert await again == {"best": "done"}

    with_pool(test, workers=2)


def test_a_job_whose_worker_dies_is_done_by_another_one(caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        answer = asyncio.create_task(pool.run(job()))
        await settle()
        crew.workers[0].dies()
        await settle()
        crew.workers[1].answers()
        assert await answer == {"best": "done"}
        assert crew.workers[0].is_closed

    with_pool(test)
    assert "a worker is lost" in caplog.text
    caplog.clear()


def test_a_job_that_kills_two_workers_is_refused_and_the_next_one_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        deadly, other = asyncio.create_task(pool.run(job())), asyncio.create_task(pool.run(job(room="b")))
        for number in (0, 1):
            await settle()
            crew.workers[number].dies()
        with pytest.raises(ThinkingFailed, match="killed"):
            await deadly
        await settle()
        crew.workers[2].answers()
        assert await other == {"best": "done"}

    with_pool(test)
    assert "thinking failed: killed" in caplog.text
    caplog.clear()


def test_cancelling_ends_the_search_or_takes_the_job_out_of_the_queue() -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        running, waiting = (asyncio.create_task(pool.run(job(room=name))) for name in "ab")
        await settle()
        waiting.cancel()
        await settle()
        assert pool.waiting == 0
        running.cancel()
        await settle()
        assert crew.workers[0].is_stopped
        assert not crew.workers[0].is_closed
        assert pool.running == 0
        after = asyncio.create_task(pool.run(job(room="c")))
        await settle()
        crew.workers[0].answers()
        assert await after == {"best": "done"}
        assert crew.asked == ["a", "c"]

    with_pool(test)


def test_whoever_waits_is_told_when_the_server_goes_down() -> None:
    async def test(pool: Pool, _: Crew) -> None:
        answers = [asyncio.create_task(pool.run(job(room=name))) for name in "ab"]
        await settle()
        await pool.close()
        for answer in (*answers, asyncio.create_task(pool.run(job()))):
            with pytest.raises(ThinkingFailed, match="going down"):
                await answer

    with_pool(test)


def test_reports_come_while_it_thinks() -> None:
    async def test(pool: Pool, crew: Crew) -> None:
        reports: list[dict[str, Any]] = []
        answer = asyncio.create_task(pool.run(job(), reports.append))
        await settle()
        assert reports == [{"best": "a report"}]
        crew.workers[0].answers()
        await answer

    with_pool(test)


@pytest.mark.parametrize("left_ms", [0, 400, 10_000, 300_000])
def test_no_clock_runs_out_by_human_pace(left_ms: int) -> None:
    for seed in range(50):
        seconds = pause_seconds(30, is_first_step=True, left_ms=left_ms, rng=Random(seed))
        assert 0 <= seconds <= left_ms / 1000 / 39


def test_a_person_takes_longest_where_there_is_something_to_choose() -> None:
    def mean(choices: int, *, is_first_step: bool) -> float:
        pauses = [
            pause_seconds(choices, is_first_step=is_first_step, left_ms=None, rng=Random(seed))
            for seed in range(200)
        ]
        return sum(pauses) / len(pauses)

    assert mean(20, is_first_step=True) > mean(3, is_first_step=True) > mean(1, is_first_step=True)
    assert mean(20, is_first_step=False) < mean(3, is_first_step=True)
