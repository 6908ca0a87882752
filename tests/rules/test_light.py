"""The Way of Light by examples (R50-R54, R60)."""

from typing import Any

import pytest

import onitama as on
from build import build, play, steps
from onitama.cards import card
from onitama.errors import InvalidDeal
from onitama.geometry import bit, parse_square
from onitama.rules import Outcome, Phase, Position, Way, lantern_answer


def at(*names: str) -> int:
    return sum(bit(parse_square(name)) for name in names)


def light(**changes: Any) -> Position:
    """Red is Light with its master and two students; Shadow's ninjas are on a5 and e5."""
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "", "blue_ninjas": "a5 e5"}
    return build(hidden="light", **(parts | changes))


@pytest.mark.parametrize("preset", ["way-of-light", "way-of-light-blue"])
def test_r50_r51_shadow_places_two_ninjas_and_light_starts(preset: str) -> None:
    lights, shadows = (on.RED, on.BLUE) if preset == "way-of-light" else (on.BLUE, on.RED)
    for seed in range(10):  # whatever the stamp
        position = on.deal(preset, seed)
        assert (position.phase, position.to_move, position.starter) == (Phase.PLACE, shadows, lights)
        assert position.students_mask[lights].bit_count() == 4
        assert (position.students_mask[shadows], position.masters_mask[shadows]) == (0, 0)
        assert position.lanterns[lights] == 2
        assert position.lanterns[shadows] == 0
        assert len(position.legal_steps) == 10, "two different squares of five"
        after = position.play(position.legal_steps[3])
        assert (after.phase, after.to_move) == (Phase.MOVE, lights)


def test_r51_only_light_can_be_named_as_starter() -> None:
    with pytest.raises(InvalidDeal, match="Light starts"):
        on.deal_by_hand(
            "way-of-light", red=("ox", "boar"), blue=("horse", "eel"), side="crab", starter=on.BLUE
        )


def test_r51_light_moves_one_pawn_and_shadow_one_ninja() -> None:
    position = light(cards="ox boar / horse elephant / crab", lanterns=(0, 0))
    after = position.play("ox:c1c2")
    assert (after.to_move, after.phase) == (on.BLUE, Phase.MOVE), "no ninja step, no lantern left"
    assert steps(after) == [
        *("elephant:a5b4", "elephant:a5b5", "elephant:e5d4", "elephant:e5d5"),
        *("horse:a5a4", "horse:a5b5", "horse:e5e4"),
    ]
    again = after.play("horse:e5e4")
    assert (again.to_move, again.ninjas_mask[on.BLUE], again.side) == (on.RED, at("a5", "e4"), card("horse"))


def test_r14_shadow_passes_only_without_a_ninja_move() -> None:
    position = light(blue_ninjas="a1 b1", to_move="blue", red="Mc1 e1", cards="ox eel / okija mejika / crab")
    assert steps(position) == ["mejika:pass", "okija:pass"]


def test_r43_shadows_ninjas_do_not_share_a_square() -> None:
    position = light(blue_ninjas="a5 b5", to_move="blue", cards="ox eel / horse elephant / crab")
    assert "elephant:a5b5" not in steps(position)


def test_r52_light_alone_has_lanterns_and_hears_only_whether_one_is_there() -> None:
    late = light(lanterns=(2, 0), blue_ninjas="a5 e5").play("ox:c1c2")
    assert late.phase is Phase.LANTERN
    assert lantern_answer(late, "5")
    assert lantern_answer(late, "a")
    assert not lantern_answer(late, "c")
    after = late.play("lantern:5")
    assert after.lanterns == (1, 0)
    assert after.play("horse:e5e4").to_move is on.RED, "Shadow has no lantern step"


@pytest.mark.parametrize("rule", ["both", "starter"])
def test_r52_no_lantern_on_lights_first_turn(rule: str) -> None:
    position = light(lanterns=(2, 0), first_turn_done=(False, False), turn_number=1, lantern_rule=rule)
    assert position.play("ox:c1c2").to_move is on.BLUE


def test_r53_shadow_wins_by_capturing_the_master() -> None:
    position = light(blue_ninjas="c2 e5", to_move="blue", cards="ox eel / horse elephant / crab")
    after = position.play("horse:c2c1")
    assert after.outcome == Outcome(on.BLUE, Way.STONE)
    assert after.revealed_mask[on.BLUE] == at("c1")


def test_r53_a_ninja_on_lights_temple_wins_nothing() -> None:
    position = light(red="Ma3", blue_ninjas="c2 e5", to_move="blue", cards="ox eel / horse elephant / crab")
    assert position.play("horse:c2c1").outcome is None


def test_r53_light_wins_by_capturing_the_second_ninja() -> None:
    position = light(blue_ninjas="c2 e5")
    once = position.play("ox:c1c2")
    assert once.outcome is None
    assert once.ninjas_mask[on.BLUE] == at("e5")
    twice = light(blue_ninjas="c2").play("ox:c1c2")
    assert twice.outcome == Outcome(on.RED, Way.STONE)
    assert twice.legal_steps == ()


@pytest.mark.parametrize(("ninjas", "way"), [("a5 e5", Way.STREAM), ("c5 e5", Way.STREAM), ("c5", Way.STONE)])
def test_r53_light_on_shadows_temple(ninjas: str, way: Way) -> None:
    after = light(red="Mc4", blue_ninjas=ninjas).play("ox:c4c5")
    assert after.outcome == Outcome(on.RED, way)


def test_r54_a_ninja_that_captures_is_revealed_until_shadows_next_turn() -> None:
    position = light(
        red="Mc1 a4", blue_ninjas="a5 e5", to_move="blue", cards="ox eel / horse elephant / crab"
    )
    after = position.play("horse:a5a4")
    assert after.students_mask[on.RED] == 0
    assert after.revealed_mask[on.BLUE] == at("a4")
    assert after.play("ox:c1c2").revealed_mask[on.BLUE] == 0


def test_r60_shadow_moves_a_ninja_or_the_spirit() -> None:
    position = light(spirit="c3", to_move="blue", cards="ox eel / horse elephant / crab")
    assert {"horse:a5a4", "horse:c3c2", "elephant:c3b3"} <= set(steps(position))
    after = position.play("horse:c3c2")
    assert (after.to_move, after.spirit_mask) == (on.RED, at("c2"))


def test_r60_shadow_plays_a_wind_card_with_a_ninja_first() -> None:
    position = light(spirit="c3", to_move="blue", cards="ox boar / eagle elephant / crab")
    assert {step for step in steps(position) if step.startswith("eagle")} == {"eagle:a5b4", "eagle:e5d4"}
    middle = position.play("eagle:a5b4")
    assert middle.phase is Phase.SPIRIT
    assert steps(middle) == ["spirit:c3a1", "spirit:c3e1"]
    assert middle.play("spirit:c3a1").to_move is on.RED


def test_r60_no_ninja_for_the_first_part_leaves_the_spirit_alone() -> None:
    position = light(
        spirit="c3", to_move="blue", cards="ox boar / eagle mejika / crab", blue_ninjas="a1 e1", red="Mc1"
    )
    assert {step for step in steps(position) if step.startswith("eagle")} == {"eagle:c3a1", "eagle:c3e1"}
    after = position.play("eagle:c3a1")
    assert after.ninjas_mask[on.BLUE] == at("c3", "e1")
    assert after.revealed_mask[on.BLUE] == at("c3"), "a swap shows the ninja"
    assert after.to_move is on.RED


def test_r60_light_moves_pawn_then_spirit_then_lantern() -> None:
    position = light(spirit="c3", cards="eagle boar / horse elephant / crab", lanterns=(1, 0))
    late = play(position, "eagle:c1b2 spirit:c3a5")
    assert late.phase is Phase.LANTERN
    assert late.revealed_mask[on.BLUE] == at("c3"), "the ninja on a5 was swapped into the open"
