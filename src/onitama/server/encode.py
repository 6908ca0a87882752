"""How messages become text."""

import json
from typing import Any

__all__ = ["encode"]


def encode(data: dict[str, Any]) -> str:
    """JSON without blanks, in ASCII: whatever is in it, a socket can send it."""
    return json.dumps(data, separators=(",", ":"))
