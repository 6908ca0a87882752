"""Elo of several players: what the results make likeliest, and how sure that is."""

from random import Random

import pytest

from onitama.errors import OnitamaError
from onitama.match import Score, fit_ratings, score_of


def test_true_ratings_are_found_again() -> None:
    true, rng = (0.0, 180.0, 310.0, 520.0), Random(1)
    scores = {}
    for one in range(4):
        for other in range(one):
            won = sum(rng.random() < score_of(true[one] - true[other]) for _ in range(2_000))
            scores[one, other] = Score(won, 2_000)
    ratings = fit_ratings(4, scores)
    for player in range(1, 4):
        assert abs(ratings.elo[player] - true[player]) < 1.5 * ratings.error(player) < 40


def test_a_chain_adds_up_and_its_errors_grow() -> None:
    ratings = fit_ratings(3, {(1, 0): Score(75, 100), (2, 1): Score(75, 100)})
    assert ratings.elo[2] == pytest.approx(2 * ratings.elo[1])
    assert ratings.error(2) == pytest.approx(2**0.5 * ratings.error(1))
    assert ratings.error(2, 1) == pytest.approx(ratings.error(1))
    assert ratings.error(1, 1) == 0


def test_the_order_of_a_pair_does_not_matter() -> None:
    one = fit_ratings(2, {(1, 0): Score(30, 40)})
    other = fit_ratings(2, {(0, 1): Score(10, 40)})
    assert one.elo == pytest.approx(other.elo)


def test_more_games_are_surer() -> None:
    few, many = (fit_ratings(2, {(1, 0): Score(0.75 * games, games)}) for games in (40, 400))
    assert many.error(1) < few.error(1) / 2


def test_an_unbroken_row_of_wins_has_a_rating() -> None:
    ratings = fit_ratings(2, {(1, 0): Score(40, 40)})
    assert 500 < ratings.elo[1] < 1_000


def test_players_who_never_met_are_refused() -> None:
    with pytest.raises(OnitamaError, match="player 2 has not met the others"):
        fit_ratings(4, {(1, 0): Score(1, 2), (3, 2): Score(1, 2)})
