"""The page about the protocols leaves no word out."""

from pathlib import Path

import pytest

from onitama.engine import info_text
from onitama.protocol import commands, queries
from onitama.protocol.setup import OPTIONS

PAGE = (Path(__file__).parents[2] / "docs/reference/protocol.md").read_text("utf-8")
WORDS = {
    *commands.WORDS,
    *commands._GO_NUMBERS,
    *commands._GO_FLAGS,
    *info_text._NUMBERS,
    *(option.name for option in OPTIONS),
    *(key for keys in queries._KEYS.values() for key in keys),
    *queries._KEYS,
}


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_protocols_is_explained(word: str) -> None:
    forms = f"`{word}`", f'`"{word}"`', f"| `{word} …` |", f"| `{word} name"
    assert any(form in PAGE for form in forms)


def test_what_is_said_of_options_is_true() -> None:
    for option in OPTIONS:
        row = next(line for line in PAGE.splitlines() if f"| `{option.name}` |" in line)
        assert f"| {option.kind} |" in row
        for choice in option.choices:
            assert f"`{choice}`" in row
        if option.kind == "spin":
            assert f"| {option.least} – {option.most} |" in row
