"""The games of a match: openings, colours, forfeits, and the journal that keeps them."""

import json
import math
import sys
from itertools import count
from pathlib import Path

import pytest

from match_engines import FakeEngine, fake
from onitama.engine import Limits
from onitama.errors import NotationError, OnitamaError
from onitama.match import EngineSpec, GameResult, Journal, MatchSetup, Tally, opening, read_header
from onitama.match.referee import Running, play_game
from onitama.notation import record_from_json
from onitama.observe import Observation
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS, Phase, Place, Position, Step


def played(setup: MatchSetup, pair: int = 0, number: int = 0, step_s: float = 0.25) -> GameResult:
    engines = FakeEngine(setup.engines[0].text), FakeEngine(setup.engines[1].text)
    ticks = count(0.0, step_s)
    return play_game(Running(setup, pair, number), engines, lambda: next(ticks), lambda _engine, _step: None)


def setup_of(a: str = "one", b: str = "other", **choices: object) -> MatchSetup:
    return MatchSetup((fake(a), fake(b)), **choices)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PRESETS)
def test_openings_are_the_same_for_both_games_and_decide_nothing(name: str) -> None:
    for pair in range(5):
        one = opening(PRESETS[name], 3, pair, turns=3)
        assert one == opening(PRESETS[name], 3, pair, turns=3)
        position = one.game().position
        assert position.turn_number == 4
        assert position.phase is Phase.MOVE
        assert not any(position.play(step).outcome for step in position.legal_steps)
        assert any(isinstance(step, Place) for step in one.steps) == (PRESETS[name].hidden is not None)
    assert opening(PRESETS[name], 3, 0) != opening(PRESETS[name], 3, 1) != opening(PRESETS[name], 4, 1)


def test_openings_that_always_decide_are_refused() -> None:
    with pytest.raises(OnitamaError, match="100000 random turns decide the game"):
        opening(PRESETS["base"], 1, 0, turns=100_000)


@pytest.mark.parametrize("name", ["way-of-shadow", "way-of-light", "light-and-wind"])
def test_in_hidden_games_an_engine_gets_the_view_of_its_own_colour(name: str) -> None:
    views: list[tuple[Player | None, Player]] = []

    class Watcher(FakeEngine):
        def play(self, view: Position | Observation, limits: Limits) -> Step:
            assert isinstance(view, Observation)
            views.append((view.viewer, view.to_move))
            return super().play(view, limits)

    setup = setup_of(rules=PRESETS[name], max_turns=20)
    play_game(Running(setup, 0, 1), (Watcher("one"), Watcher("other")), lambda: 0.0, lambda *_: None)
    assert {viewer for viewer, _ in views} == {RED, BLUE}
    assert all(viewer is to_move for viewer, to_move in views)


@pytest.mark.parametrize("name", ["base", "way-of-the-wind-4", "way-of-shadow", "light-and-wind"])
def test_colours_change_and_cards_stay(name: str) -> None:
    setup = setup_of(rules=PRESETS[name], seed=5)
    games = [record_from_json(played(setup, pair=2, number=number).record) for number in range(2)]
    assert games[0].start == games[1].start
    assert games[0].names == ("one", "other")
    assert games[1].names == ("other", "one")


def test_the_points_go_to_the_engine_not_to_the_colour() -> None:
    setup = setup_of(a="raises@1")
    for number in range(2):
        result = played(setup, number=number)
        assert result.half_points == 0
        outcome = record_from_json(result.record).outcome
        assert outcome is not None
        assert outcome.winner is (BLUE if number == 0 else RED)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("illegal@2", "illegal step ox:a1e5"), ("raises@3", "RuntimeError: out of ideas")],
)
def test_whoever_breaks_the_rules_forfeits_and_the_record_is_kept(fault: str, reason: str) -> None:
    result = played(setup_of(b=fault))
    assert result.half_points == 2
    assert result.forfeit is not None
    assert result.forfeit.engine == 1
    assert result.forfeit.reason.startswith(reason)
    game = record_from_json(result.record)
    assert game.turns
    assert game.tags["Termination"].startswith(f"forfeit: {reason}")


def test_an_engine_far_beyond_its_time_forfeits() -> None:
    setup = setup_of(limits=Limits(seconds=0.1), patience_s=1)
    late = played(setup, step_s=1.2)
    assert late.forfeit is not None
    assert late.forfeit.reason == "took 1.2 s for a step"
    assert played(setup, step_s=1.0).forfeit is None
    assert played(setup_of(limits=Limits(depth=3), patience_s=1), step_s=1.2).forfeit is None


def test_endless_games_are_drawn() -> None:
    result = played(setup_of(max_turns=3))
    game = record_from_json(result.record)
    assert result.half_points == 1
    assert len(game.turns) == 3
    assert game.tags["Termination"] == "a draw after 3 turns"
    with pytest.raises(OnitamaError, match="expected fewer opening turns, found 3"):
        setup_of(max_turns=3, opening_turns=3)


def test_engines_are_told_of_every_game() -> None:
    setup = setup_of()
    engines = FakeEngine("one"), FakeEngine("other")
    for number in (1, 0, 1):
        result = play_game(Running(setup, 0, number), engines, lambda: 0.0, lambda _engine, _step: None)
        assert result.forfeit is None
    assert [engine.begun for engine in engines] == [3, 3]


def test_pairs_count_only_when_they_are_complete() -> None:
    setup = setup_of(a="raises@1")
    tally = Tally(setup)
    tally.add(played(setup, pair=0, number=0))
    tally.add(played(setup, pair=1, number=1))
    assert tally.pairs == (0, 0, 0, 0, 0)
    assert tally.estimate is None
    tally.add(played(setup, pair=0, number=1))
    assert tally.pairs == (1, 0, 0, 0, 0)
    assert tally.wins_draws_losses == (0, 0, 3)
    assert (tally.forfeits_of(0), tally.forfeits_of(1)) == (3, 0)
    assert tally.red_score == pytest.approx(2 / 3)
    assert json.loads(json.dumps(tally.to_json(), allow_nan=False))["elo"] is None


# Engines as texts name them


def test_engines_with_options() -> None:
    spec = EngineSpec.parse("native:threads=2,hash=128,tablebase=off,seed=3,depth=6,seconds=0.5")
    assert (spec.name, spec.threads, spec.hash_mb, spec.tablebase, spec.seed) == ("native", 2, 128, False, 3)
    assert spec.limits == Limits(seconds=0.5, depth=6)
    setup = MatchSetup((spec, EngineSpec.parse("greedy")), limits=Limits(nodes=9))
    assert setup.limits_of(0) == spec.limits
    assert setup.limits_of(1) == Limits(nodes=9)
    assert EngineSpec.parse("cmd:'./my engine' --x").command == ("./my engine", "--x")
    assert EngineSpec.parse("native:guesses=on").guesses
    assert not spec.guesses


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kasparov", "there is no engine 'kasparov'"),
        ("", "there is no engine ''"),
        ("cmd:", "expected a command"),
        ("cmd:'", "No closing quotation"),
        ("greedy:threads=0", "expected a whole number from 1, found 'threads=0'"),
        ("greedy:threads=²", "expected a whole number from 1"),
        ("greedy:seconds=x", "expected a number, found 'seconds=x'"),
        ("greedy:seconds=nan", "expected a positive number of seconds"),
        ("greedy:tablebase=maybe", "expected options such as"),
        ("native:guesses=maybe", "expected options such as"),
        ("greedy:", None),
        ("greedy:colour=red", "found 'colour=red'"),
        ("native:level=3", r"\(threads, hash, .*\), found 'level=3'"),
    ],
)
def test_engines_that_nobody_can_open(text: str, message: str | None) -> None:
    if message is None:
        assert EngineSpec.parse(text).name == "greedy"
        return
    with pytest.raises(OnitamaError, match=message):
        EngineSpec.parse(text)


def test_engines_of_one_name_are_told_apart() -> None:
    assert setup_of("one", "one").labels == ("one (A)", "one (B)")


# The journal


def test_a_journal_gives_back_what_it_was_given(tmp_path: Path) -> None:
    path, setup = tmp_path / "match.jsonl", setup_of(b="raises@2", rules=PRESETS["way-of-shadow"])
    games = [played(setup, number=number) for number in range(2)]
    with Journal(path, setup) as journal:
        assert journal.games == []
        for game in games:
            journal.add(game)
    with Journal(path, setup) as again:
        assert again.games == games
        assert not again.is_torn
    header = read_header(path)
    assert header is not None
    assert header["seed"] == setup.seed


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_torn_last_line_is_dropped_and_the_journal_goes_on(tmp_path: Path, cut: int) -> None:
    path, setup = tmp_path / "match.jsonl", setup_of()
    games = [played(setup, number=number) for number in range(2)]
    with Journal(path, setup) as journal:
        for game in games:
            journal.add(game)
    path.write_bytes(path.read_bytes()[:-cut] + b"\xc3")
    with Journal(path, setup) as torn:
        assert torn.is_torn
        assert torn.games == games[:1]
        torn.add(games[1])
    with Journal(path, setup) as whole:
        assert not whole.is_torn
        assert whole.games == games


def test_a_torn_header_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text('{"onitama_ma')
    assert read_header(path) is None
    with Journal(path, setup_of()) as journal:
        assert journal.is_torn
    assert read_header(path) is not None


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (setup_of("another"), 'a is "one" there, here "another"'),
        (setup_of(seed=1), "seed is 0 there, here 1"),
        (setup_of(limits=Limits(depth=2)), "limits is"),
        (setup_of(rules=PRESETS["promo"]), 'rules is "base" there, here "promo"'),
    ],
)
def test_the_journal_of_another_match_is_refused(tmp_path: Path, other: MatchSetup, message: str) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path, setup_of()):
        pass
    before = path.read_bytes()
    with pytest.raises(OnitamaError, match=message):
        Journal(path, other)
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked with fcntl")
def test_two_matches_do_not_write_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path, setup_of()):
        before = path.read_bytes()
        with pytest.raises(OnitamaError, match="another match writes this journal"):
            Journal(path, setup_of())
        assert path.read_bytes() == before
    with Journal(path, setup_of()):
        pass


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (b"hello\n", "line 1: not JSON"),
        (b"[]\n", "line 1: expected an object"),
        (b"\xff\n", "not a text in UTF-8"),
        (b"a letter to my mother, in one line", "expected the journal of a match, found another file"),
        (None, "line 2: not a game of a match"),
    ],
)
def test_files_that_are_no_journal_are_refused(tmp_path: Path, lines: bytes | None, message: str) -> None:
    path = tmp_path / "match.jsonl"
    if lines is None:
        with Journal(path, setup_of()):
            pass
        lines = path.read_bytes() + b'{"pair": 1}\n'
    path.write_bytes(lines)
    with pytest.raises(NotationError, match=message):
        Journal(path, setup_of())
    assert path.read_bytes() == lines


def test_a_journal_with_a_game_twice_is_refused(tmp_path: Path) -> None:
    """Two matches wrote to it at once: which game counts?"""
    path, setup = tmp_path / "match.jsonl", setup_of()
    with Journal(path, setup) as journal:
        for _ in range(2):
            journal.add(played(setup))
    with pytest.raises(NotationError, match="line 3: pair 0, game 0 stands there already"):
        Journal(path, setup)


def test_patience_has_an_end() -> None:
    for patience_s in (0, math.inf, math.nan):
        with pytest.raises(OnitamaError, match="patience: expected seconds from above 0 to 1e"):
            setup_of(patience_s=patience_s)


def test_names_of_the_players_follow_the_engines() -> None:
    setup = setup_of()
    for number in range(2):
        running = Running(setup, 0, number)
        assert running.game.names[Player(number)] == "one"
