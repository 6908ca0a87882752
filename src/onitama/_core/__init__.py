"""The native core, in the build that fits this computer: for x86-64-v3 where it can run, else the general one.

Both play and count the same. `ONITAMA_CPU=generic` in the environment asks for the general build, `v3` for the other.
"""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

__all__ = [
    "CPU_LEVEL",
    "MOST_LINES",
    "Belief",
    "Cards",
    "Game",
    "HiddenReport",
    "HiddenSearcher",
    "Report",
    "Searcher",
    "arrangement",
    "perft",
]


def _fitting_level() -> str:
    wanted = os.environ.get("ONITAMA_CPU", "")
    if wanted not in ("", "generic", "v3"):
        raise ImportError(f"ONITAMA_CPU is generic or v3, found {wanted!r}")
    if wanted:
        return wanted
    has_v3 = find_spec("onitama._core._v3") and import_module("onitama._core._generic").cpu_has_v3()
    return "v3" if has_v3 else "generic"


CPU_LEVEL = _fitting_level()
"""Which build is in use: `generic` or `v3`."""

if TYPE_CHECKING:
    from onitama._core._generic import (
        MOST_LINES,
        Belief,
        Cards,
        Game,
        HiddenReport,
        HiddenSearcher,
        Report,
        Searcher,
        arrangement,
        perft,
    )
else:
    _chosen = import_module(f"onitama._core._{CPU_LEVEL}")
    MOST_LINES, arrangement, perft = _chosen.MOST_LINES, _chosen.arrangement, _chosen.perft
    Cards, Game = _chosen.Cards, _chosen.Game
    Report, Searcher = _chosen.Report, _chosen.Searcher
    Belief, HiddenReport, HiddenSearcher = _chosen.Belief, _chosen.HiddenReport, _chosen.HiddenSearcher
