"""Data that looks right at first sight and is refused, each with a reason."""

from typing import Any

import pytest

import onitama as on
from onitama.clock import parse_time_control
from onitama.errors import InvalidPosition, NotationError, OnitamaError
from onitama.game import Game
from onitama.notation import (
    format_litama_state,
    format_record,
    parse_codingame_action,
    parse_litama_state,
    parse_observed_position,
    parse_records,
    parse_turn,
)
from onitama.observe import Observation


@pytest.mark.parametrize(
    "turn",
    ["", "x", "boar:c1c2 ninja:", "lantern:z=yes", "boar:c1c2  ninja:?", "place:d", "boar:?b", "\ud800", 7],
)
def test_an_observation_holds_only_turns_that_can_be_seen(turn: object) -> None:
    game = Game.deal("way-of-shadow", 3)
    game.play("place:b5")
    game.play("place:b1")
    data = game.observe(on.RED).to_json()
    data["turns"] = [turn]
    with pytest.raises(InvalidPosition, match="turns: expected a turn such as"):
        Observation.from_json(data)


def test_an_observed_position_with_more_pieces_than_squares_is_refused() -> None:
    crowd = "SSSSS/SSSSS/SSSSS/SSSSS/SSSSM ox,boar/eel,dog/crab b 4 hidden=shadow ninjas=?/? lanterns=2/1"
    with pytest.raises(NotationError, match="students"):
        parse_observed_position(f"{crowd} seen-by=spectator")


def test_r71_an_observed_position_cannot_tell_of_a_turn_begun_in_secret() -> None:
    text = "5/5/2*2/5/2M2 ox,boar/eagle,elephant/crab b 4 hidden=light-red ninjas=-/?? lanterns=2/0 phase=spirit:eagle"
    with pytest.raises(NotationError, match="nobody else can know"):
        parse_observed_position(f"{text} seen-by=red")


@pytest.mark.parametrize("found", [None, 5, [], b"boar:c1c2", {}])
def test_what_is_no_text_is_refused_like_a_wrong_text(found: object) -> None:
    parsers: list[Any] = [
        on.parse_step,
        on.preset,
        parse_turn,
        parse_time_control,
        parse_codingame_action,
        parse_records,
    ]
    for parse in parsers:
        with pytest.raises(OnitamaError):
            parse(found)


def test_a_text_of_too_many_games_is_refused() -> None:
    with pytest.raises(NotationError, match="expected at most 1000 games, found 1001"):
        parse_records('[Onitama "1"]\n[Rules "base"]\n[Seed "1"]\n[Result "*"]\n\n' * 1001)


def test_a_name_that_is_no_unicode_text_is_refused_before_it_is_written() -> None:
    game = Game.deal("base", 7)
    game.names = ("\ud800", "")
    with pytest.raises(NotationError, match="not a text in Unicode"):
        format_record(game)


@pytest.mark.parametrize("ending", ["resign", "draw"])
def test_a_litama_game_that_ended_without_a_winning_move_reads_back_as_ended(ending: str) -> None:
    game = Game.deal("base", 7)
    game.play(game.position.legal_steps[0])
    if ending == "resign":
        game.resign(on.RED)
    else:
        game.offer_draw(on.RED)
        game.accept(on.BLUE)
    assert parse_litama_state(format_litama_state(game)).outcome == game.outcome


def test_perft_of_more_turns_than_anybody_can_count_is_refused() -> None:
    with pytest.raises(OnitamaError, match="turns"):
        on.perft(on.deal("base", 7), 10**20)
