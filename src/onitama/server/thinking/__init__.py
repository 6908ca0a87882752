"""Thinking: the computer's moves, hints and analysis, in processes beside the one that serves the rooms.

A server has one `Thinker` and does this::

    async with Thinker(workers=2) as thinker:  # before a room is opened: check_level_name(setup.computer)
        for want in wants(room):  # after every event, each in a task of its own that is cancelled with the next event
            command = await thinker.command(room_id, room, want)
            decide(room, command, room.people[want.person], …)  # refused as stale if it came too late: no harm
        async for told in thinker.help(room_id, identity, room, help):  # `help` from `Decision.help`
            send told to whoever asked; the last one has "is_final": true; Refused says why there is nothing

Cancelling a task, or leaving the loop over `help`, takes its job out of the queue, or stops the search. Nothing is
remembered here that a restart could lose: `wants` says the same again.

It is processes and not threads: the search itself releases the interpreter's lock, but the rest of a level's thinking
is Python and would hold up the loop that plays; and only a process can be killed.

thinker    what rooms want, as jobs; what comes of them, as commands
pace       how long a person would take
pool       the jobs, handed to processes as these get free; what to do when one dies
fair       who is next
process    one process, as the loop sees it
worker     what runs in it
job        what is asked of a process
"""

from onitama.server.thinking.fair import QueueFull
from onitama.server.thinking.pool import Pool, ThinkingFailed
from onitama.server.thinking.thinker import LEVEL_NAMES, Thinker, check_level_name

__all__ = ["LEVEL_NAMES", "Pool", "QueueFull", "Thinker", "ThinkingFailed", "check_level_name"]
