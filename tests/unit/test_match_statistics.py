"""What a match says: numbers that others have published, and laws that hold for any counts."""

import math
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from onitama.errors import OnitamaError
from onitama.match import PairCounts, Sprt, elo_of, estimate, log_likelihood_ratio, score_of


def counted(drawn: list[int]) -> PairCounts:
    return drawn.count(0), drawn.count(1), drawn.count(2), drawn.count(3), drawn.count(4)


COUNTS = st.tuples(*[st.integers(0, 500)] * 5)


def elo_from_normalised(normalised: float, counts: PairCounts) -> float:
    """The Elo that belongs to a normalised one, given how much the pairs scatter."""
    pairs = sum(counts)
    mean = sum(count * at / 4 for at, count in enumerate(counts)) / pairs
    variance = sum(count * (at / 4 - mean) ** 2 for at, count in enumerate(counts)) / pairs
    return elo_of(0.5 + normalised * math.log(10) / 800 * math.sqrt(2 * variance))


def test_elo_and_score_belong_together() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)  # 100 points are 64 %
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf
    for elo in (-300, -1, 0, 20, 400):
        assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-9)


def test_published_estimate() -> None:
    # fastchess, pull request 783: "Normalized Elo: 3.05 +/- 2.31"
    known = estimate((379, 10170, 21828, 10640, 343))
    assert known is not None
    assert known.normalised_elo == pytest.approx(3.05, abs=0.005)
    assert known.normalised_error == pytest.approx(2.31, abs=0.005)


@pytest.mark.parametrize(
    ("counts", "bounds", "llr"),
    [
        # fastchess, pull requests 783 and 426; their bounds are in normalised Elo
        ((379, 10170, 21828, 10640, 343), (0, 2), 2.946),
        ((365, 16618, 36229, 16974, 390), (0, 2), 2.25),
    ],
)
def test_published_likelihood_ratios(counts: PairCounts, bounds: tuple[float, float], llr: float) -> None:
    elo0, elo1 = (elo_from_normalised(bound, counts) for bound in bounds)
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(llr, abs=0.005)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, truth, hits = Random(1), score_of(60), 0
    shares = (
        0.1,
        0.05,
        0.5,
        0.05,
        0.3,
    )  # of this mean, but for the last bit, which goes to the first and last
    lacking = truth - sum(share * at / 4 for at, share in enumerate(shares))
    shares = (shares[0] - lacking, *shares[1:4], shares[4] + lacking)
    for _ in range(400):
        drawn = rng.choices(range(5), shares, k=100)
        known = estimate(counted(drawn))
        assert known is not None
        hits += known.elo_low < 60 < known.elo_high
    assert 0.92 < hits / 400 < 0.98


@given(COUNTS)
def test_changing_sides_changes_signs(counts: PairCounts) -> None:
    assume(sum(counts))
    one, other = estimate(counts), estimate(counts[::-1])
    assert one is not None
    assert other is not None
    assert one.elo == pytest.approx(-other.elo)
    assert one.elo_low == pytest.approx(-other.elo_high)
    assert one.los == pytest.approx(1 - other.los)
    assert one.elo_low <= one.elo <= one.elo_high
    assert log_likelihood_ratio(counts, -5, 12) == pytest.approx(
        log_likelihood_ratio(counts[::-1], 5, -12), abs=1e-6
    )


@given(COUNTS)
def test_a_hypothesis_that_fits_exactly_is_at_least_as_likely_as_any_other(counts: PairCounts) -> None:
    # Nothing is filled in where every result has come up, so the best fit is what was seen.
    assume(all(counts))
    known = estimate(counts)
    assert known is not None
    assert log_likelihood_ratio(counts, 30, known.elo) >= -1e-9
    assert log_likelihood_ratio(counts, known.elo, -30) <= 1e-9


def test_one_sided_matches_have_an_error_too() -> None:
    known = estimate((0, 0, 0, 0, 10))
    assert known is not None
    assert known.elo == math.inf
    assert 200 < known.elo_low < 400
    even = estimate((0, 0, 5, 0, 0))
    assert even is not None
    assert even.elo == 0
    assert even.elo_high > 50
    assert estimate((0, 0, 0, 0, 0)) is None


def test_openings_that_decide_both_games_do_not_end_the_test_early() -> None:
    for pairs in range(1, 15):
        assert Sprt(0, 20).result((0, 0, pairs, 0, 0)).accepted is None


def test_sprt_bounds_are_walds() -> None:
    result = Sprt(0, 10).result((0, 0, 0, 0, 0))
    assert (result.llr, result.accepted) == (0, None)
    assert result.upper == pytest.approx(2.944, abs=0.001)
    assert result.lower == pytest.approx(-2.944, abs=0.001)
    assert Sprt(0, 10).result((5, 20, 50, 60, 30)).accepted == "H1"
    assert Sprt(0, 10).result((30, 60, 50, 20, 5)).accepted == "H0"
    uneven = Sprt(0, 10, alpha=0.01, beta=0.1).result((0, 0, 0, 0, 0))
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


@pytest.mark.parametrize("elo1", [0.0, 60.0])
def test_sprt_errs_as_seldom_as_it_says(elo1: float) -> None:
    rng, sprt = Random(2), Sprt(0, 60)
    shift = score_of(elo1) - 0.5
    shares = (0.2 - shift, 0.0, 0.6, 0.0, 0.2 + shift)
    wrong = 0
    for _ in range(60):
        drawn, accepted = list[int](), None
        while accepted is None:
            drawn += rng.choices(range(5), shares)
            accepted = sprt.result(counted(drawn)).accepted
        wrong += accepted != ("H1" if elo1 else "H0")
    assert wrong / 60 <= 0.12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5), "expected elo0 < elo1 between -2000 and 2000, found 5 and 5"),
        ((0, math.nan), "expected elo0 < elo1"),
        ((0, 1e5), "found 0 and 100000"),
        ((0, 5, 0.6), "alpha lies between 0 and 0.5, found 0.6"),
        ((0, 5, 0.05, 0), "beta lies between 0 and 0.5, found 0"),
    ],
)
def test_a_test_that_decides_nothing_is_refused(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(OnitamaError, match=message):
        Sprt(*arguments)
