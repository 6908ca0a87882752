"""Games in worker processes: whatever an engine does to its worker, the match goes on."""

from multiprocessing import active_children

import pytest

from match_engines import fake
from onitama.engine import Limits
from onitama.errors import OnitamaError
from onitama.match import GameResult, MatchSetup, play_games, workers
from onitama.match.workers import Job, _Worker
from onitama.notation import record_from_json


def all_games(setup: MatchSetup, jobs: list[Job], workers: int = 2) -> dict[tuple[int, int], GameResult]:
    games = {(game.pair, game.number): game for game in play_games(setup, jobs, workers)}
    assert not active_children()
    return games


def test_every_game_is_played_once_and_the_same_whoever_plays_it() -> None:
    setup = MatchSetup((fake("one"), fake("other")), seed=4, opening_turns=2)
    jobs: list[Job] = [(0, (0, 1)), (1, (1,)), (2, (0, 1))]
    by_one, by_two = (all_games(setup, jobs, workers) for workers in (1, 2))
    assert sorted(by_one) == sorted(by_two) == [(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)]
    for key, game in by_one.items():
        assert game.forfeit is None
        assert game.record == by_two[key].record


@pytest.mark.parametrize(
    ("fault", "reason"), [("dies@3", "crashed (exit code -9)"), ("hangs@3", "did not answer")]
)
def test_an_engine_that_takes_its_worker_along_forfeits(fault: str, reason: str) -> None:
    setup = MatchSetup((fake(fault), fake("other")), limits=Limits(seconds=0.2), patience_s=3)
    games = all_games(setup, [(0, (0, 1)), (1, (0,))])
    assert sorted(games) == [(0, 0), (0, 1), (1, 0)]
    for game in games.values():
        assert game.half_points == 0
        assert game.forfeit is not None
        assert (game.forfeit.engine, game.forfeit.reason) == (0, reason)
        steps = [turn for turn in record_from_json(game.record).turns if turn.number]
        assert len(steps) in (4, 5)  # two of its own, and those of the other


def test_an_engine_that_cannot_start_forfeits() -> None:
    games = all_games(MatchSetup((fake("one"), fake("absent"))), [(0, (0, 1))])
    for game in games.values():
        assert game.forfeit is not None
        assert (game.forfeit.engine, game.forfeit.reason) == (1, "did not begin: there is nobody")


def test_a_game_that_cannot_begin_ends_the_match_with_its_reason() -> None:
    setup = MatchSetup((fake("one"), fake("other")), opening_turns=199)
    with pytest.raises(OnitamaError, match="199 random turns decide the game"):
        all_games(setup, [(0, (0, 1))])


def test_a_worker_that_spoke_while_its_parent_was_busy_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patience ends only when there is nothing to read."""
    setup = MatchSetup((fake("one"), fake("other")))
    monkeypatch.setattr(workers, "wait", lambda *_: [])
    monkeypatch.setattr(_Worker, "receive", lambda _: None)
    worker = _Worker(setup, (0, (0, 1)))
    try:
        assert worker.connection.poll(60)
        worker.due = 0.0
        assert list(workers._heard([worker])) == []
    finally:
        worker.end()


def test_whoever_has_seen_enough_ends_the_workers() -> None:
    games = play_games(MatchSetup((fake("one"), fake("raises@2"))), [(0, (0, 1)), (1, (0, 1))], 2)
    next(games)
    games.close()
    assert not active_children()
