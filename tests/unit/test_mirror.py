"""The mirror match: two games with one deal, points for people (R80)."""

from collections.abc import Callable

import pytest

from build import build
from onitama.clock import CLOCK_DUEL, Clock
from onitama.deal import deal
from onitama.errors import InvalidDeal
from onitama.formats import MirrorMatch
from onitama.game import Game
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS

PEOPLE = ("Anna", "Ben")


def red_wins(game: Game) -> None:
    game.resign(BLUE)


def blue_wins(game: Game) -> None:
    game.resign(RED)


def draw(game: Game) -> None:
    game.offer_draw(RED)
    game.accept(BLUE)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_r80_both_games_have_the_same_cards_in_the_same_places_and_the_same_starting_colour(
    preset: str,
) -> None:
    match = MirrorMatch.deal(preset, seed=7, people=PEOPLE)
    first, second = match.games
    assert first.start == second.start == deal(preset, 7)
    assert (first.rules, first.seed) == (second.rules, second.seed) == (PRESETS[preset], 7)
    assert first is not second


def test_r80_people_change_colours() -> None:
    match = MirrorMatch.deal("base", seed=7, people=PEOPLE)
    assert [game.names for game in match.games] == [("Anna", "Ben"), ("Ben", "Anna")]
    assert [[match.person(number, player) for player in Player] for number in (0, 1)] == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("first", "second", "points", "winner"),
    [
        (red_wins, red_wins, (1, 1), None),
        (blue_wins, blue_wins, (1, 1), None),
        (red_wins, blue_wins, (2, 0), 0),
        (blue_wins, red_wins, (0, 2), 1),
        (red_wins, draw, (1.5, 0.5), 0),
        (draw, red_wins, (0.5, 1.5), 1),
        (draw, draw, (1, 1), None),
    ],
)
def test_r80_points_are_for_people_not_colours(
    first: Callable[[Game], None],
    second: Callable[[Game], None],
    points: tuple[float, float],
    winner: int | None,
) -> None:
    match = MirrorMatch.deal("base", seed=7, people=PEOPLE)
    first(match.games[0])
    second(match.games[1])
    assert (match.points, match.is_over, match.winner) == (points, True, winner)


def test_the_match_is_not_decided_before_both_games_are_over() -> None:
    match = MirrorMatch.deal("base", seed=7)
    assert (match.points, match.is_over, match.winner) == ((0, 0), False, None)
    red_wins(match.games[0])
    assert (match.points, match.is_over, match.winner) == ((1, 0), False, None)


def test_r80_ninjas_are_placed_anew() -> None:
    match = MirrorMatch.deal("way-of-shadow", seed=7)
    for game, square in zip(match.games, ("b", "d"), strict=True):
        game.place(RED, f"place:{square}1")
        game.place(BLUE, f"place:{square}5")
    first, second = (game.position.ninjas_mask for game in match.games)
    assert first != second


@pytest.mark.parametrize("steps", [1, 2])
def test_r80_a_start_with_placed_ninjas_is_refused(steps: int) -> None:
    position = deal("way-of-shadow", 7)
    for _ in range(steps):
        position = position.play(position.legal_steps[0])
    with pytest.raises(InvalidDeal, match="placed anew"):
        MirrorMatch(position)


def test_a_match_may_begin_from_any_open_position() -> None:
    start = build(red="Mc3", blue="Mc5", cards="tiger boar / crab ox / horse")
    match = MirrorMatch(start, people=("Same", "Same"))
    match.games[0].play("tiger:c3c5")
    assert match.games[1].position == start
    assert match.points == (1, 0)


def test_each_game_has_a_clock_of_its_own() -> None:
    match = MirrorMatch.deal("base", seed=7, clock=Clock.of(CLOCK_DUEL))
    match.games[0].resume(0)
    match.games[0].tick(300_000)
    assert (match.is_over, match.games[1].clock) == (False, Clock.of(CLOCK_DUEL))
