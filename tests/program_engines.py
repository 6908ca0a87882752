"""Engines in other programs for tests: small ones that do what a test wants, well or badly."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

__all__ = ["BEST", "Write", "check_that_nothing_is_left", "writer_of_engines"]

BEST = "say('bestturn horse:c5c4')"
"""What an engine does to answer."""

Write = Callable[..., list[str]]
"""Writes an engine: what it does at each word, as Python; what is not said is the usual."""


def writer_of_engines(folder: Path) -> Write:
    """What writes engines into a folder, and gives the command that starts them."""

    def write(before: str = "pass", **at: str) -> list[str]:
        usual = {"uoi": "say('id name Fake 1.0'); say('uoiok')", "isready": "say('readyok')", "go": BEST}
        usual |= {"quit": "sys.exit()"} | at
        script = [
            "import os, signal, sys, time",
            "def say(line): print(line, flush=True)",
            "def die(): print('the last words', file=sys.stderr); sys.exit(3)",
            f"open({str(folder / 'pid')!r}, 'w').write(str(os.getpid()))",
            before,
            "for line in sys.stdin:",
            "    word = line.split()[0]",
            *(f"    if word == {word!r}: {code}" for word, code in usual.items()),
        ]
        path = folder / "engine.py"
        path.write_text("\n".join(script), "utf-8")
        return [sys.executable, "-I", "-S", str(path)]

    return write


def check_that_nothing_is_left(folder: Path) -> None:
    """No process whose number stands in the folder and no thread is left over."""
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("reads ")]
    for file in folder.glob("*pid"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.read_text("utf-8")), 0)
