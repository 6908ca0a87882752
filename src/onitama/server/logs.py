"""The log: one JSON object a line, and never too many of them."""

import json
import logging
import time
from collections.abc import Callable

from onitama.server.limits import Bucket

__all__ = ["JsonLines", "NotTooMany"]

_MOST_CHARACTERS = 4000
_PER_SECOND, _BURST = 20, 200


class JsonLines(logging.Formatter):
    """Writes a record as a line of JSON; errors with where they happened."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        data = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage()[:_MOST_CHARACTERS],
        }
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)[-_MOST_CHARACTERS:]
        return json.dumps(data)


class NotTooMany(logging.Filter):
    """Lets so many records pass that no client can fill the disk; then says how many it has kept back.

    Args:
        now_ms: the clock.
    """

    def __init__(self, now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000) -> None:
        super().__init__()
        self._bucket = Bucket(_PER_SECOND, _BURST, now_ms)
        self._kept_back = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record may pass."""
        if not self._bucket.take():
            self._kept_back += 1
            return False
        if self._kept_back:
            record.msg = f"{record.getMessage()} ({self._kept_back} records before it were kept back)"
            record.args = None
            self._kept_back = 0
        return True
