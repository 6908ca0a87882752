"""The `onitama` command: play in the terminal, and small tools around positions, cards and records."""

import sys
from io import TextIOWrapper

from onitama.cli.app import app
from onitama.errors import OnitamaError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; bad input ends with a sentence and exit code 2, never with a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what cannot be read or shown is written out, as \xff
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except OnitamaError as error:
        sys.exit(_complain(str(error)))
    except OSError as error:
        sys.exit(_complain(f"{error.filename or 'file'}: {error.strerror or error}"))


def _complain(message: str) -> int:
    sys.stderr.write(f"onitama: {message}\n")
    return 2
