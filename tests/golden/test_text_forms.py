"""Text forms, pinned: what one version writes, every later version reads and writes the same way."""

import json
import re
from pathlib import Path

import pytest

import onitama as on
from onitama.game import Game
from onitama.notation import (
    format_observed_position,
    format_observed_record,
    format_position,
    format_record,
    parse_observed_position,
    parse_position,
    parse_record,
    record_from_json,
    record_to_json,
)
from onitama.rules import Position

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs/reference/notation.md").read_text("utf-8")
RECORDS = sorted(HERE.glob("records/*.txt"))
VIEWERS = {"red": on.RED, "blue": on.BLUE, "spectator": None}


def positions(name: str) -> list[str]:
    """A game of a preset in position strings: whole, and as others see it."""
    game = Game.deal(name, seed=1)
    lines = []
    for number in range(16):
        lines.append(format_position(game.position))
        if game.rules.hidden is not None:
            lines += [format_observed_position(game.observe(viewer)) for viewer in VIEWERS.values()]
        choice = sorted(map(str, game.position.legal_steps))
        if not choice:
            break
        game.play(choice[number * 7 % len(choice)])
    return lines


@pytest.mark.parametrize("name", on.PRESETS)
def test_positions_are_pinned(name: str) -> None:
    pinned = (HERE / "positions" / f"{name}.txt").read_text("utf-8").splitlines()
    assert positions(name) == pinned
    for line in pinned:
        if "seen-by" not in line:
            assert format_position(parse_position(line)) == line


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_pinned(path: Path) -> None:
    text = path.read_text("utf-8")
    game = parse_record(text)
    assert format_record(game) == text
    data = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert record_to_json(game) == data
    assert format_record(record_from_json(data)) == text
    for name, viewer in VIEWERS.items():
        seen = path.with_suffix(f".{name}")
        if seen.exists():
            assert format_observed_record(game, viewer) == seen.read_text("utf-8")


def test_the_pinned_records_cover_the_kinds_of_games() -> None:
    games = [parse_record(path.read_text("utf-8")) for path in RECORDS]
    assert {game.rules.hidden for game in games} == {None, "shadow", "light"}
    assert {game.rules.spirit for game in games} == {True, False}
    ends = {"goes on" if game.outcome is None else str(game.outcome.by) for game in games}
    assert ends >= {"goes on", "stream", "resignation", "time", "agreement"}
    for has in (
        lambda game: game.clock is not None,
        lambda game: game.comments,
        lambda game: game.tags,
        lambda game: game.seed is None,
        lambda game: game.position.phase is on.Phase.PLACE,
        lambda game: game.turns and not game.turns[-1].is_complete,
        lambda game: any(str(turn).endswith(":pass") for turn in game.turns),
    ):
        assert any(map(has, games))


def test_the_forms_that_the_page_shows_read_back() -> None:
    shown = re.findall(r"^```(?:text|json)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    records = [block for block in shown if block.startswith("[Onitama")]
    assert [format_record(parse_record(block)) for block in records] == records
    data = [json.loads(block) for block in shown if block.startswith("{")]
    assert [Position.from_json(one).to_json() for one in data] == data
    lines = re.findall(r"`([1-5msMS*]+(?:/[1-5msMS*]+){4} [^`]+)`", PAGE)
    plain, seen = (
        [line for line in lines if "seen-by" not in line],
        [line for line in lines if "seen-by" in line],
    )
    assert [format_position(parse_position(line)) for line in plain] == plain
    assert [format_observed_position(parse_observed_position(line)) for line in seen] == seen
    assert (len(records), len(data), len(plain), len(seen)) == (1, 1, 5, 1)
