"""How messages become text."""

import json
from typing import Any

import orjson

__all__ = ["encode"]


def encode(data: dict[str, Any]) -> str:
    """JSON without blanks; whatever is in it, a socket can send it."""
    try:
        return orjson.dumps(data).decode()
    except TypeError:  # half of a character, as a client can send it, which UTF-8 does not have
        return json.dumps(data, separators=(",", ":"))
