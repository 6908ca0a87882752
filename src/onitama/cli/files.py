"""Files that people name on the command line; `-` is standard input."""

import sys
from pathlib import Path

from onitama.errors import NotationError

__all__ = ["read_text"]


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        OSError: if it cannot be read.
        NotationError: if it is not text.
    """
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{path}: not a text in UTF-8, at byte {error.start}") from None
    except ValueError as error:
        raise NotationError(f"not a file's name: {error}") from None
    return text.removeprefix("\ufeff")
