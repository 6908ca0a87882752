"""`Bucket` and `Buckets`: how often somebody may do something."""

from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Bucket", "Buckets"]

_MOST_BUCKETS = 50_000


class Bucket:
    """Holds up to `burst` tokens, and gets `per_second` new ones each second."""

    __slots__ = ("_at_ms", "_burst", "_now_ms", "_per_second", "_tokens")

    def __init__(self, per_second: float, burst: float, now_ms: Callable[[], int]) -> None:
        self._per_second, self._burst, self._now_ms = per_second, burst, now_ms
        self._tokens, self._at_ms = burst, now_ms()

    def take(self) -> bool:
        """Take one; False if there is none."""
        now_ms = self._now_ms()
        gained = max(0, now_ms - self._at_ms) * self._per_second / 1000
        self._tokens, self._at_ms = min(self._burst, self._tokens + gained), now_ms
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each key. Those that were not used for longest are forgotten when there are too many."""

    def __init__(self, per_second: float, burst: float, now_ms: Callable[[], int]) -> None:
        self._per_second, self._burst, self._now_ms = per_second, burst, now_ms
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of this key; False if there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._per_second, self._burst, self._now_ms)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()
