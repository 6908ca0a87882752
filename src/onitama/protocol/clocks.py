"""How long to think when both players have clocks; described in `docs/reference/protocol.md`."""

__all__ = ["think_ms"]

_LAG_MS = 50
"""What the way there and back may cost."""
_TURNS_TO_GO = 20
_LEAST_MS = 5


def think_ms(left_ms: int, increment_ms: int = 0) -> int:
    """How long to think about one turn, in milliseconds.

    A twentieth of what is left and three quarters of what comes back after the turn, but never so much that less
    than 50 ms would be left.

    >>> think_ms(60_000), think_ms(60_000, 2_000), think_ms(400, 2_000), think_ms(0)
    (3000, 4500, 350, 5)
    """
    wanted_ms = left_ms // _TURNS_TO_GO + increment_ms * 3 // 4
    return max(_LEAST_MS, min(wanted_ms, left_ms - _LAG_MS))
