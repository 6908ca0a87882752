"""The Way of Shadow by examples (R40-R48, R60)."""

from typing import Any

import pytest

import onitama as on
from build import build, play, steps
from onitama.cards import card
from onitama.errors import IllegalStep
from onitama.geometry import bit, parse_square
from onitama.rules import LINES, Outcome, Phase, Position, Way, lantern_answer, perft

NO_LANTERN = "lantern:none"


def at(*names: str) -> int:
    return sum(bit(parse_square(name)) for name in names)


def shadow(**changes: Any) -> Position:
    """Red's ninja on b1, Blue's on d5; no lanterns unless asked for."""
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "Mc5 a5 e5", "red_ninjas": "b1", "blue_ninjas": "d5"}
    return build(hidden="shadow", **(parts | changes))


def test_r40_the_start() -> None:
    position = on.deal("way-of-shadow", seed=3)
    assert position.phase is Phase.PLACE
    assert position.students_mask == (at("a1", "e1"), at("a5", "e5"))
    assert position.masters_mask == (at("c1"), at("c5"))
    assert position.lanterns == (2, 2)


def test_r40_both_place_beside_their_master_before_the_first_turn() -> None:
    position = on.deal("way-of-shadow", seed=3)
    starter = position.starter
    assert position.to_move is starter.other
    home = {on.RED: "1", on.BLUE: "5"}
    assert steps(position) == [f"place:b{home[starter.other]}", f"place:d{home[starter.other]}"]
    position = position.play(position.legal_steps[0])
    assert steps(position) == [f"place:b{home[starter]}", f"place:d{home[starter]}"]
    position = position.play(position.legal_steps[1])
    assert (position.phase, position.to_move, position.turn_number) == (Phase.MOVE, starter, 1)
    assert position.starter is starter


def test_r41_pawn_then_ninja_with_the_same_card_then_exchange() -> None:
    position = shadow(cards="ox boar / horse elephant / crab")
    assert not [step for step in steps(position) if step.startswith("ninja")]
    middle = position.play("ox:c1c2")
    assert (middle.phase, middle.to_move) == (Phase.NINJA, on.RED)
    assert middle.hands == position.hands
    assert steps(middle) == [*("ninja:b1b2", "ninja:b1b2!", "ninja:b1c1", "ninja:b1c1!", "ninja:stay")], (
        "another square of the card may be used, also the one the pawn has left"
    )
    after = middle.play("ninja:b1b2")
    assert (after.to_move, after.side, after.ninjas_mask[on.RED]) == (on.BLUE, card("ox"), at("b2"))
    assert after.revealed_mask == (0, 0)


def test_r41_a_pawn_move_comes_first_even_if_the_ninja_could_move() -> None:
    with pytest.raises(IllegalStep, match="a turn begins with a card"):
        shadow().play("ninja:b1b2")


def test_r41_without_a_ninja_there_is_no_ninja_step() -> None:
    after = shadow(red_ninjas="").play("ox:c1c2")
    assert after.to_move is on.BLUE


def test_r42_no_pawn_move_but_the_ninja_may_move_with_the_chosen_card() -> None:
    position = shadow(
        red="Ma5", blue="Mc3", red_ninjas="c1", blue_ninjas="e5", cards="okija tanuki / horse elephant / crab"
    )
    assert steps(position) == ["okija:pass", "tanuki:pass"]
    middle = position.play("tanuki:pass")
    assert steps(middle) == ["ninja:c1c2", "ninja:c1c2!", "ninja:c1e2", "ninja:c1e2!", "ninja:stay"]
    after = middle.play("ninja:c1c2")
    assert (after.side, after.ninjas_mask[on.RED], after.to_move) == (card("tanuki"), at("c2"), on.BLUE)
    stays = middle.play("ninja:stay")
    assert (stays.side, stays.ninjas_mask[on.RED]) == (card("tanuki"), at("c1"))


def test_r42_a_ninja_that_cannot_move_still_has_its_step() -> None:
    position = shadow(red="Mc1", red_ninjas="a5", cards="ox boar / horse elephant / crab", blue="Me3")
    middle = position.play("ox:c1c2")
    assert "ninja:stay" in steps(middle)
    stuck = shadow(red="Mc1", red_ninjas="c5", blue="Me3", cards="bear okija / horse elephant / crab")
    assert steps(stuck.play("okija:c1a3")) == ["ninja:stay"]


def test_r42_a_pawn_that_only_its_own_ninja_blocks_cannot_move() -> None:
    def with_ninja_on(square: str) -> list[str]:
        hand = "rabbit panda / horse elephant / crab"
        return steps(shadow(red="Md5", blue="Ma1", red_ninjas=square, blue_ninjas="a3", cards=hand))

    assert with_ninja_on("c4") == ["panda:pass", "rabbit:pass"]
    assert with_ninja_on("c3") == ["panda:d5c4", "rabbit:d5c4"]


def test_r22_a_ninja_counts_as_a_student_for_two_grid_cards() -> None:
    middle = shadow(red_ninjas="b2", cards="okija ox / horse elephant / crab").play("okija:c1a3")
    assert steps(middle) == ["ninja:b2b3", "ninja:b2b3!", "ninja:stay"]


def test_r43_own_pieces_never_share_a_square() -> None:
    position = shadow(red="Mc1 a1", red_ninjas="b1", cards="boar ox / horse elephant / crab")
    with pytest.raises(IllegalStep, match="red's own piece is on b1"):
        position.play("boar:a1b1")
    middle = position.play("boar:a1a2")
    with pytest.raises(IllegalStep, match="red's own piece is on c1"):
        middle.play("ninja:b1c1")


def test_r43_two_enemy_ninjas_may_share_a_square_unknowingly() -> None:
    position = shadow(red_ninjas="b2", blue_ninjas="b3", cards="boar ox / horse elephant / crab")
    after = play(position, "boar:c1c2 ninja:b2b3")
    assert after.ninjas_mask == (at("b3"), at("b3"))
    assert after.revealed_mask == (0, 0)


def test_r44_a_pawn_on_the_enemy_ninjas_square_captures_it_for_good() -> None:
    position = shadow(blue_ninjas="c2", cards="boar ox / horse elephant / crab")
    middle = position.play("boar:c1c2")
    assert middle.ninjas_mask == (at("b1"), 0)
    assert not [step for step in steps(middle) if step.endswith("!")], "nobody is left to challenge"


def test_r45_a_ninja_on_an_enemy_pawn_captures_it_and_is_revealed() -> None:
    position = shadow(red_ninjas="b2", blue="Mc5 b3 e5", cards="boar ox / horse elephant / crab")
    middle = position.play("boar:c1c2")
    assert "ninja:b2b3!" not in steps(middle), "a challenge is for squares without an enemy pawn"
    after = middle.play("ninja:b2b3")
    assert after.students_mask[on.BLUE] == at("e5")
    assert after.revealed_mask == (at("b3"), 0)
    back = play(after, "horse:c5c4 ninja:stay")
    assert back.to_move is on.RED
    assert back.revealed_mask == (0, 0), "hidden again before the card is chosen"


def test_r45_a_ninja_that_captures_the_master_wins_by_the_stone() -> None:
    position = shadow(red_ninjas="c4", cards="boar ox / horse elephant / crab")
    after = play(position, "boar:c1c2 ninja:c4c5")
    assert after.outcome == Outcome(on.RED, Way.STONE)
    assert after.revealed_mask == (at("c5"), 0)
    assert after.side is card("crab"), "no exchange follows"


def test_r46_a_challenge_that_hits_captures_the_enemy_ninja() -> None:
    position = shadow(red_ninjas="b2", blue_ninjas="b3", cards="boar ox / horse elephant / crab")
    after = play(position, "boar:c1c2 ninja:b2b3!")
    assert after.ninjas_mask == (at("b3"), 0)
    assert after.revealed_mask == (at("b3"), 0)


def test_r46_a_challenge_that_misses_reveals_the_challenger_only() -> None:
    position = shadow(red_ninjas="b2", blue_ninjas="d5", cards="boar ox / horse elephant / crab")
    after = play(position, "boar:c1c2 ninja:b2b3!")
    assert after.ninjas_mask == (at("b3"), at("d5"))
    assert after.revealed_mask == (at("b3"), 0)


def test_r46_a_shown_enemy_ninja_is_captured_only_by_a_pawn_or_a_challenge() -> None:
    position = shadow(
        red_ninjas="b2", blue_ninjas="b3", revealed="b3", cards="boar ox / horse elephant / crab"
    )
    shared = play(position, "boar:c1c2 ninja:b2b3")
    assert shared.ninjas_mask == (at("b3"), at("b3"))
    assert shared.revealed_mask[on.RED] == 0


def test_r46_no_challenge_once_the_enemy_ninja_is_dead() -> None:
    middle = shadow(blue_ninjas="").play("ox:c1c2")
    assert not [step for step in steps(middle) if step.endswith("!")]
    with pytest.raises(IllegalStep, match="no enemy ninja lives that could be challenged"):
        middle.play("ninja:b1b2!")


def test_r47_a_lantern_after_the_exchange_lights_a_row_or_a_column() -> None:
    position = shadow(lanterns=(2, 2), cards="ox boar / horse elephant / crab")
    late = play(position, "ox:c1c2 ninja:stay")
    assert (late.phase, late.to_move, late.side) == (Phase.LANTERN, on.RED, card("ox"))
    assert steps(late) == sorted(f"lantern:{line}" for line in (*LINES, "none"))
    assert {line for line in LINES if lantern_answer(late, line)} == {"d", "5"}
    lit, dark = late.play("lantern:c"), late.play(NO_LANTERN)
    assert lit.lanterns == (1, 2), "spent whatever the answer"
    assert dark.lanterns == (2, 2)
    assert lit.to_move is on.BLUE


def test_r47_every_living_ninja_counts_shown_or_not() -> None:
    position = shadow(lanterns=(1, 0), revealed="d5", cards="ox boar / horse elephant / crab")
    late = play(position, "ox:c1c2 ninja:stay")
    assert lantern_answer(late, "d")
    assert not lantern_answer(late, "b"), "the mover's own ninja does not count"


def test_r47_a_lantern_is_the_last_step_of_a_turn_so_there_is_one_at_most() -> None:
    position = shadow(lanterns=(2, 2), cards="ox boar / horse elephant / crab")
    lit = play(position, "ox:c1c2 ninja:stay lantern:c")
    assert (lit.phase, lit.to_move) == (Phase.MOVE, on.BLUE)
    with pytest.raises(IllegalStep, match="a turn begins with a card"):
        lit.play("lantern:d")


def test_r16_the_lanterns_left_count_for_repetition() -> None:
    assert shadow(lanterns=(2, 1)).repetition_key != shadow(lanterns=(1, 1)).repetition_key
    assert shadow(lanterns=(2, 1)).repetition_key == shadow(lanterns=(2, 1), turn_number=11).repetition_key


def test_r47_no_lantern_left_or_nobody_to_find_means_no_lantern_step() -> None:
    assert play(shadow(lanterns=(0, 2)), "ox:c1c2 ninja:stay").to_move is on.BLUE
    assert play(shadow(lanterns=(2, 2), blue_ninjas=""), "ox:c1c2 ninja:stay").to_move is on.BLUE


@pytest.mark.parametrize(
    ("rule", "done", "mover", "may"),
    [
        ("both", (False, False), "red", False),
        ("both", (True, False), "blue", False),
        ("both", (True, True), "red", True),
        ("starter", (False, False), "red", False),
        ("starter", (True, False), "blue", True),
        ("starter", (False, True), "red", True),
        ("starter", (True, True), "blue", True),
    ],
)
def test_r47_lanterns_on_the_first_turns(rule: str, done: tuple[bool, bool], mover: str, may: bool) -> None:
    position = shadow(
        lanterns=(2, 2), lantern_rule=rule, first_turn_done=done, turn_number=1 + sum(done), to_move=mover
    )
    late = play(position, {"red": "ox:c1c2 ninja:stay", "blue": "horse:c5c4 ninja:stay"}[mover])
    assert (late.phase is Phase.LANTERN) is may


def test_r47_a_pass_counts_as_the_first_turn() -> None:
    position = shadow(
        red="Ma5",
        blue="Mc3",
        blue_ninjas="e5",
        cards="okija tanuki / horse elephant / crab",
        lanterns=(2, 2),
        first_turn_done=(False, False),
        turn_number=1,
    )
    after = play(position, "okija:pass ninja:stay")
    assert after.first_turn_done == (True, False)


def test_r48_a_ninja_on_the_temple_is_nothing_and_its_loss_ends_nothing() -> None:
    position = shadow(red_ninjas="c4", blue="Ma5 e5", cards="boar ox / horse elephant / crab")
    assert play(position, "boar:c1c2 ninja:c4c5").outcome is None
    assert shadow(blue_ninjas="c2").play("boar:c1c2").outcome is None


def test_r60_spirit_order_is_pawn_ninja_spirit_exchange_lantern() -> None:
    position = shadow(
        spirit="c3",
        cards="eagle boar / horse elephant / crab",
        lanterns=(2, 2),
        red="Mc1 a1",
        red_ninjas="e1",
    )
    middle = position.play("eagle:c1b2")
    assert middle.phase is Phase.NINJA
    assert steps(middle) == ["ninja:e1d2", "ninja:e1d2!", "ninja:stay"], "a ninja uses the first grid"
    spirit = middle.play("ninja:e1d2")
    assert (spirit.phase, spirit.to_move, spirit.side) == (Phase.SPIRIT, on.RED, card("crab"))
    late = spirit.play("spirit:c3e5")
    assert (late.phase, late.side) == (Phase.LANTERN, card("eagle"))


def test_r60_a_spirit_moved_in_the_pawns_place_comes_before_the_ninja() -> None:
    position = shadow(spirit="c3", cards="ox boar / horse elephant / crab")
    middle = position.play("ox:c3c4")
    assert middle.phase is Phase.NINJA
    after = middle.play("ninja:b1b2")
    assert (after.to_move, after.spirit_mask) == (on.BLUE, at("c4"))


def test_r60_a_wind_card_without_a_first_part_moves_the_spirit_once_then_the_ninja() -> None:
    blocked = shadow(
        red="Ma5 a4", blue="Me3", spirit="a3", cards="bat okija / horse elephant / crab", red_ninjas="e1"
    )
    assert {step for step in steps(blocked) if step.startswith("bat")} == {"bat:a3b4", "bat:a3c4"}
    middle = blocked.play("bat:a3c4")
    assert middle.phase is Phase.NINJA
    after = middle.play("ninja:e1e2")
    assert after.to_move is on.BLUE, "no second spirit move"


def test_r60_a_swap_with_ninjas_reveals_all_of_them() -> None:
    position = shadow(
        spirit="c3",
        cards="ox boar / horse elephant / crab",
        red_ninjas="c4",
        blue_ninjas="c4",
        lanterns=(0, 0),
    )
    after = position.play("ox:c3c4")
    assert after.spirit_mask == at("c4")
    assert after.ninjas_mask == after.revealed_mask == (at("c3"), at("c3"))
    later = after.play("ninja:stay")
    assert later.revealed_mask == (at("c3"), 0), "each until its owner's next turn begins"


def test_r60_no_ninja_may_enter_the_spirits_square() -> None:
    middle = shadow(spirit="b2", cards="ox boar / horse elephant / crab").play("ox:c1c2")
    with pytest.raises(IllegalStep, match="the spirit is on b2"):
        middle.play("ninja:b1b2")


def test_perft_counts_ninja_steps_challenges_and_lanterns() -> None:
    """One pawn move each; the ninja: stay, or one square with or without a challenge; ten lines or none."""
    position = shadow(
        red="Ma1",
        red_ninjas="e1",
        blue="Me5",
        blue_ninjas="a5",
        cards="okija mejika / tiger kirin / crab",
        lanterns=(2, 2),
    )
    moves = {str(step): 0 for step in position.legal_steps}
    assert set(moves) == {"okija:a1c3", "mejika:a1a2"}
    # Okija moves the ninja e1-e2; Mejika e1-c2: stay, go, challenge; each with 11 lantern choices.
    assert perft(position, 1) == 2 * 3 * 11
