"""Laws that hold in every game of every variant: symmetry, conservation, round trips."""

import copy
import json
import pickle
from itertools import pairwise
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import onitama as on
from onitama.cards import CARDS, Card
from onitama.geometry import FILES, RANKS
from onitama.rules import Lantern, Move, NinjaMove, Outcome, Pass, Phase, Place, Position, SpiritMove, Step
from onitama.rules.steps import NinjaStay, parse_step

PRESETS = sorted(on.PRESETS)
games = st.tuples(st.sampled_from(PRESETS), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))


def walk(game: tuple[str, int, Any], length: int = 60) -> list[tuple[Position, Step | None]]:
    """A random game: each position with the step that was made in it, None in the last."""
    preset, seed, rng = game
    position, path = on.deal(preset, seed), []
    for _ in range(length):
        if position.phase is Phase.OVER:
            break
        step = rng.choice(position.legal_steps)
        path.append((position, step))
        position = position.play(step)
    return [*path, (position, None)]


def men(position: Position) -> int:
    masks = (*position.students_mask, *position.masters_mask, *position.ninjas_mask)
    return sum(mask.bit_count() for mask in masks)


@given(games)
def test_always_five_different_cards(game: tuple[str, int, Any]) -> None:
    path = walk(game)
    dealt = {*path[0][0].hands[0], *path[0][0].hands[1], path[0][0].side}
    for position, _ in path:
        cards = [*position.hands[0], *position.hands[1], position.side]
        assert len(cards) == 5
        assert set(cards) == dealt


@given(games)
def test_pieces_never_grow_and_a_step_takes_at_most_one(game: tuple[str, int, Any]) -> None:
    path = walk(game)
    for (position, step), (after, _) in pairwise(path):
        if position.phase is not Phase.PLACE:
            assert 0 <= men(position) - men(after) <= 1, step
        assert all(0 <= left <= had for had, left in zip(position.lanterns, after.lanterns, strict=True))
        assert (after.spirit_mask == 0) is (not position.rules.spirit)


@given(games)
def test_json_and_pickle_round_trip_in_every_position(game: tuple[str, int, Any]) -> None:
    for position, _ in walk(game):
        data = position.to_json()
        again = Position.from_json(json.loads(json.dumps(data)))
        assert again.to_json() == data
        assert again == position
        assert hash(again) == hash(position)
        assert set(again.legal_steps) == set(position.legal_steps)
        assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)


@given(games)
def test_step_texts_round_trip_and_are_unambiguous(game: tuple[str, int, Any]) -> None:
    for position, _ in walk(game):
        texts = [str(step) for step in position.legal_steps]
        assert len(set(texts)) == len(texts)
        assert [parse_step(text) for text in texts] == list(position.legal_steps)
        assert [str(step) for step in sorted(position.legal_steps)] == sorted(texts)


@given(games)
def test_replaying_the_steps_gives_the_same_positions_and_winner(game: tuple[str, int, Any]) -> None:
    path = walk(game)
    position = on.deal(game[0], game[1])
    for expected, step in path:
        assert position == expected
        assert position.outcome == expected.outcome
        if step is not None:
            position = position.play(str(step))


@given(games)
def test_turns_alternate_and_are_counted(game: tuple[str, int, Any]) -> None:
    path = walk(game)
    starter = path[0][0].starter
    for position, _ in path:
        assert position.starter is starter
        assert position.first_turn_done[starter] is (position.turn_number > 1)
        assert position.first_turn_done[starter.other] is (position.turn_number > 2)


@given(games)
def test_legality_depends_only_on_what_the_mover_may_know(game: tuple[str, int, Any]) -> None:
    """Moving the opponent's hidden ninjas elsewhere changes no legal step (R70)."""
    for position, _ in walk(game):
        enemy = position.to_move.other
        hidden = position.ninjas_mask[enemy] & ~position.revealed_mask[enemy]
        if not hidden or position.phase in (Phase.OVER, Phase.PLACE):
            continue
        data = position.to_json()
        pieces = [
            *data["red"]["students"],
            *data["blue"]["students"],
            data["red"]["master"],
            data["blue"]["master"],
        ]
        taken = {*pieces, data["spirit"], *data[str(enemy)]["ninjas"]}
        free = [file + rank for rank in RANKS for file in FILES if file + rank not in taken]
        ninjas = data[str(enemy)]["ninjas"]
        revealed = set(data[str(enemy)]["revealed"])
        data[str(enemy)]["ninjas"] = sorted(
            (one if one in revealed else free.pop() for one in ninjas), key=lambda name: (name[1], name[0])
        )
        assert set(Position.from_json(data).legal_steps) == set(position.legal_steps)


# Symmetry


def turned(data: dict[str, Any]) -> dict[str, Any]:
    """The position with the board turned by 180 degrees and colours changed over."""

    def square(name: str | None) -> str | None:
        return None if name is None else FILES[4 - FILES.index(name[0])] + RANKS[4 - RANKS.index(name[1])]

    def side(pieces: dict[str, Any]) -> dict[str, Any]:
        lists = {key: [square(name) for name in pieces[key]] for key in ("students", "ninjas", "revealed")}
        return {**lists, "master": square(pieces["master"]), "lanterns": pieces["lanterns"]}

    other = {"red": "blue", "blue": "red"}
    rules = dict(data["rules"])
    if "light_player" in rules:
        rules["light_player"] = other[rules["light_player"]]
    return data | {
        "rules": rules,
        "red": side(data["blue"]),
        "blue": side(data["red"]),
        "spirit": square(data["spirit"]),
        "hands": {"red": data["hands"]["blue"], "blue": data["hands"]["red"]},
        "to_move": other[data["to_move"]],
        "first_turn_done": {"red": data["first_turn_done"]["blue"], "blue": data["first_turn_done"]["red"]},
    }


def moved_by(step: Step, square: Any, card: Any) -> Step:
    """The step with its squares and card replaced."""
    match step:
        case Move(used, origin, target):
            return Move(card(used), square(origin), square(target))
        case Pass(used):
            return Pass(card(used))
        case NinjaMove(origin, target, challenge):
            return NinjaMove(square(origin), square(target), challenge)
        case SpiritMove(origin, target):
            return SpiritMove(square(origin), square(target))
        case Place(squares):
            return Place(tuple(sorted(map(square, squares))))
        case Lantern(line) if line is not None:
            on_line = next(s for s in range(25) if line in (FILES[s % 5], RANKS[s // 5]))
            image = square(on_line)
            return Lantern(FILES[image % 5] if line in FILES else RANKS[image // 5])
    assert isinstance(step, NinjaStay | Lantern)
    return step


@given(games)
@settings(max_examples=60)
def test_turning_the_board_and_changing_colours_changes_nothing(game: tuple[str, int, Any]) -> None:
    path = walk(game)
    image = Position.from_json(turned(path[0][0].to_json()))
    for position, step in path:
        assert image == Position.from_json(turned(position.to_json()))
        expected = {
            moved_by(one, lambda square: 24 - square, lambda card: card) for one in position.legal_steps
        }
        assert set(image.legal_steps) == expected
        outcome, turned_outcome = position.outcome, image.outcome
        if outcome is not None and outcome.winner is not None:
            assert turned_outcome == Outcome(outcome.winner.other, outcome.by)
        if step is not None:
            image = image.play(moved_by(step, lambda square: 24 - square, lambda card: card))


def self_mirrored(card: Card) -> bool:
    grids = (card.moves, card.master_moves, card.spirit_moves)
    return all({(-dx, dy) for dx, dy in grid} == set(grid) for grid in grids)


IMAGES = {card: card if self_mirrored(card) else card.mirror for card in CARDS.values()}


@given(games)
@settings(max_examples=60)
def test_mirroring_board_and_cards_changes_nothing(game: tuple[str, int, Any]) -> None:
    """Left and right changed over, every card replaced by its mirror: games whose cards all have one."""
    path = walk(game)
    cards = [*path[0][0].hands[0], *path[0][0].hands[1], path[0][0].side]
    images = [IMAGES[card] for card in cards]
    if None in images or len(set(images)) < 5:
        return

    def flip(square: int) -> int:
        return square // 5 * 5 + 4 - square % 5

    image = mirrored(path[0][0])
    for position, step in path:
        assert image == mirrored(position)
        assert set(image.legal_steps) == {
            moved_by(one, flip, IMAGES.__getitem__) for one in position.legal_steps
        }
        assert image.outcome == position.outcome
        if step is not None:
            image = image.play(moved_by(step, flip, IMAGES.__getitem__))


def mirrored(position: Position) -> Position:
    data = position.to_json()

    def square(name: str | None) -> str | None:
        return None if name is None else FILES[4 - FILES.index(name[0])] + name[1]

    def image(name: str | None) -> str | None:
        if name is None:
            return None
        found = IMAGES[CARDS[name]]
        assert found is not None
        return found.name

    for player in ("red", "blue"):
        pieces = data[player]
        for key in ("students", "ninjas", "revealed"):
            pieces[key] = [square(name) for name in pieces[key]]
        pieces["master"] = square(pieces["master"])
        data["hands"][player] = [image(name) for name in data["hands"][player]]
    data["spirit"], data["side"] = square(data["spirit"]), image(data["side"])
    if "turn" in data:
        data["turn"]["card"] = image(data["turn"]["card"])
    return Position.from_json(data)


def test_the_mirror_law_is_tried_on_enough_cards() -> None:
    assert sum(image is not None for image in IMAGES.values()) > 40


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_end(preset: str) -> None:
    """Nobody hangs: random play comes to a winner well within the bound."""
    for seed in range(3):
        path = walk((preset, seed, Random(seed)), length=3000)
        assert path[-1][0].outcome is not None
