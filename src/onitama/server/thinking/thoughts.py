"""What is thought, as it comes: the reports of one job, or of a study that gives way to others again and again."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from onitama.observe import Observation
from onitama.server.rooms import Code, Refused
from onitama.server.thinking.fair import QueueFull
from onitama.server.thinking.job import Job, Urgency
from onitama.server.thinking.pool import Pool, ThinkingFailed

__all__ = ["study", "thoughts"]

_SLICE_SECONDS = 2.0
"""So long at most a study keeps others waiting; the table of the search makes up for most of the new beginning."""


async def thoughts(pool: Pool, job: Job) -> AsyncGenerator[dict[str, Any], None]:
    """The reports of a job, the last of them with `is_final` true. Closing this ends the job.

    Raises:
        Refused: if it is not taken, or fails.
    """
    reports: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
    running = asyncio.create_task(pool.run(job, reports.put_nowait))
    running.add_done_callback(lambda _: reports.put_nowait(None))
    try:
        while (report := await reports.get()) is not None:
            yield report
        yield await running
    except QueueFull as error:
        raise Refused(Code.TOO_MANY, str(error)) from None
    except ThinkingFailed as error:
        raise Refused(Code.NOT_NOW, f"the computer has no answer: {error}") from None
    finally:
        running.cancel()


async def study(
    pool: Pool, identity: str, view: Observation, lines: int, seconds: float
) -> AsyncGenerator[dict[str, Any], None]:
    """What is thought of a view, in turns with everybody else's questions; never less deep than told before.

    Args:
        pool: who thinks.
        identity: on whose behalf.
        view: what there is to think about.
        lines: how many ways are told.
        seconds: how long all turns take together.

    Raises:
        Refused: if it is not taken, or fails.
    """
    depth = 0
    while True:
        turn_seconds = min(seconds, _SLICE_SECONDS)
        seconds -= turn_seconds
        job = Job(
            identity,
            "",
            Urgency.ANALYSIS,
            view,
            level=None,
            seconds=turn_seconds,
            multipv=lines,
            reports=True,
        )
        async with aclosing(thoughts(pool, job)) as found:
            async for one in found:
                is_last = one["is_final"] and (seconds <= 0 or one["lines"][0]["proven"] is not None)
                if one["depth"] >= depth or is_last:
                    depth = max(depth, one["depth"])
                    yield {**one, "to_move": str(view.to_move), "is_final": is_last}
                if is_last:
                    return
