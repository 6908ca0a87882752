"""`FairQueue`: moves before hints before analysis, and among these everybody in turn, and each one's rooms in turn."""

from collections import Counter, OrderedDict, deque
from typing import Generic, Protocol, TypeVar

from onitama.errors import OnitamaError
from onitama.server.thinking.job import Job, Urgency

__all__ = ["FairQueue", "QueueFull"]


class QueueFull(OnitamaError):
    """So much is to be thought about that no more is taken."""


class _HasJob(Protocol):
    @property
    def job(self) -> Job: ...


Entry = TypeVar("Entry", bound=_HasJob)
_Rooms = OrderedDict[str, deque[Entry]]


class FairQueue(Generic[Entry]):
    """What waits to be thought about.

    Moves are always taken: a room has one computer, so there are no more than rooms.

    Args:
        most: how much help may wait.
        most_each: how much of it for one identity.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._by_urgency: dict[Urgency, OrderedDict[str, _Rooms[Entry]]] = {
            urgency: OrderedDict() for urgency in Urgency
        }
        self._helped: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, entry: Entry) -> None:
        """Take one in.

        Raises:
            QueueFull: for help, if too much waits already.
        """
        job = entry.job
        if job.urgency is not Urgency.MOVE:
            if self._helped[job.identity] >= self._most_each:
                raise QueueFull("the computer has not answered your last questions yet")
            if self._helped.total() >= self._most:
                raise QueueFull("too many people are asking the computer: try again later")
        people = self._by_urgency[job.urgency]
        people.setdefault(job.identity, OrderedDict()).setdefault(job.room, deque()).append(entry)
        self._added(job, 1)

    def pop(self) -> Entry:
        """Take the next one out.

        Raises:
            IndexError: if nothing waits.
        """
        for people in self._by_urgency.values():
            if people:
                identity, rooms = next(iter(people.items()))
                room, entries = next(iter(rooms.items()))
                entry = entries.popleft()
                people.move_to_end(identity)
                rooms.move_to_end(room)
                self._tidy(entry.job)
                return entry
        raise IndexError("nothing waits")

    def remove(self, entry: Entry) -> bool:
        """Take this one out; False if it does not wait here."""
        job = entry.job
        rooms = self._by_urgency[job.urgency].get(job.identity)
        entries = None if rooms is None else rooms.get(job.room)
        if entries is None or entry not in entries:
            return False
        entries.remove(entry)
        self._tidy(job)
        return True

    def _tidy(self, job: Job) -> None:
        """Forget who has nothing left here."""
        people = self._by_urgency[job.urgency]
        rooms = people[job.identity]
        if not rooms[job.room]:
            del rooms[job.room]
        if not rooms:
            del people[job.identity]
        self._added(job, -1)

    def _added(self, job: Job, change: int) -> None:
        self._count += change
        if job.urgency is not Urgency.MOVE:
            self._helped[job.identity] += change
            if not self._helped[job.identity]:
                del self._helped[job.identity]
