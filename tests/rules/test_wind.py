"""The Spirit of the Wind by examples (R30-R35)."""

import pytest

import onitama as on
from build import build, play, steps
from onitama.cards import Kind, card
from onitama.errors import IllegalStep
from onitama.geometry import bit, parse_square
from onitama.rules import Outcome, Phase, PieceKind, Way


def at(name: str) -> int:
    return bit(parse_square(name))


def test_r30_the_spirit_starts_in_the_centre_and_belongs_to_nobody() -> None:
    position = on.deal("way-of-the-wind", seed=1)
    assert position.spirit_mask == at("c3")
    piece = position.piece_at(parse_square("c3"))
    assert piece is not None
    assert (piece.kind, piece.owner) == (PieceKind.SPIRIT, None)


def test_r31_a_movement_card_moves_a_pawn_or_the_spirit() -> None:
    position = build(red="Mc1", blue="Mc5", spirit="c3", cards="ox boar / horse elephant / crab")
    assert {"ox:c1c2", "ox:c3c4", "ox:c3d3", "ox:c3c2", "boar:c3b3"} <= set(steps(position))
    after = position.play("ox:c3d3")
    assert after.spirit_mask == at("d3")
    assert after.to_move is on.BLUE
    assert after.side is card("ox")


def test_r31_blue_moves_the_spirit_as_its_own_piece() -> None:
    position = build(spirit="c3", cards="horse elephant / eel boar / crab", to_move="blue")
    assert {step for step in steps(position) if step.startswith("eel:c3")} == {
        "eel:c3d2",
        "eel:c3b3",
        "eel:c3d4",
    }


def test_r31_a_wind_card_moves_a_pawn_by_the_first_and_the_spirit_by_the_second_grid() -> None:
    position = build(red="Mc1", blue="Mc5", spirit="c3", cards="eagle boar / horse elephant / crab")
    assert {step for step in steps(position) if step.startswith("eagle")} == {"eagle:c1b2", "eagle:c1d2"}
    middle = position.play("eagle:c1b2")
    assert middle.phase is Phase.SPIRIT
    assert middle.to_move is on.RED
    assert card("eagle") in middle.hands[on.RED], "the exchange comes after the spirit"
    assert steps(middle) == ["spirit:c3a5", "spirit:c3e5"]
    after = middle.play("spirit:c3e5")
    assert (after.to_move, after.side, after.spirit_mask) == (on.BLUE, card("eagle"), at("e5"))


def test_r31_the_spirit_never_moves_by_the_first_grid() -> None:
    position = build(red="Mc1", blue="Mc5", spirit="c3", cards="eagle boar / horse elephant / crab")
    with pytest.raises(IllegalStep, match="with Eagle an own piece moves first and the spirit after it"):
        position.play("eagle:c3b4")
    with pytest.raises(IllegalStep, match="spirit:c3b4: Eagle does not take the spirit from c3 to b4"):
        play(position, "eagle:c1b2 spirit:c3b4")


def test_r32_the_second_grid_alone_when_no_pawn_can_make_the_first_part() -> None:
    position = build(red="Ma1", blue="Me5", spirit="b2", cards="spider boar / horse elephant / crab")
    assert {step for step in steps(position) if step.startswith("spider")} == {
        *("spider:b2a3", "spider:b2b3", "spider:b2c3", "spider:b2b1")
    }
    after = position.play("spider:b2c3")
    assert after.to_move is on.BLUE, "there is no other part"
    assert after.side is card("spider")


def test_r32_a_second_part_that_cannot_be_played_is_left_out() -> None:
    position = build(red="Mc1", blue="Ma1", spirit="e5", cards="eagle boar / horse elephant / crab")
    after = position.play("eagle:c1d2")
    assert after.to_move is on.BLUE
    assert after.side is card("eagle")
    assert after.spirit_mask == at("e5")


def test_r32_the_second_part_is_judged_on_the_board_after_the_first() -> None:
    """Eagle takes the spirit from c2 to a4 and e4: the master that leaves a4 frees it, entering it blocks it."""
    leaves = build(red="Ma4", blue="Me1", spirit="c2", cards="eagle boar / horse elephant / crab")
    assert steps(leaves.play("eagle:a4b5")) == ["spirit:c2a4", "spirit:c2e4"]
    enters = build(red="Mb3", blue="Me1", spirit="c2", cards="eagle boar / horse elephant / crab")
    assert steps(enters.play("eagle:b3a4")) == ["spirit:c2e4"]


def test_r32_a_win_by_the_first_part_ends_the_game() -> None:
    position = build(red="Mb4", blue="Ma1", spirit="c3", cards="lion boar / horse elephant / crab")
    after = position.play("lion:b4c5")
    assert after.outcome == Outcome(on.RED, Way.STREAM)
    assert after.spirit_mask == at("c3")
    assert (after.card, after.spirit_due) == (None, False)


def test_r33_the_spirit_may_not_enter_a_masters_square() -> None:
    position = build(red="Mc2", blue="Mc4", spirit="c3", cards="ox boar / horse elephant / crab")
    assert {step for step in steps(position) if ":c3" in step} == {"ox:c3d3", "boar:c3b3", "boar:c3d3"}
    for step in ("ox:c3c4", "ox:c3c2"):
        with pytest.raises(IllegalStep, match="the spirit may not enter a master's square"):
            position.play(step)


@pytest.mark.parametrize(("red", "blue"), [("Mc1 d3", "Mc5"), ("Mc1", "Mc5 d3")])
def test_r33_the_spirit_swaps_with_a_student_of_either_colour(red: str, blue: str) -> None:
    position = build(red=red, blue=blue, spirit="c3", cards="ox boar / horse elephant / crab")
    after = position.play("ox:c3d3")
    owner = on.RED if "d3" in red else on.BLUE
    assert after.spirit_mask == at("d3")
    assert after.students_mask[owner] == at("c3")
    assert sum(mask.bit_count() for mask in after.students_mask) == 1, "a swap never captures"


def test_r33_a_swap_onto_the_temple_wins_nothing() -> None:
    position = build(red="Ma1 d5", blue="Ma5", spirit="c5", cards="ox boar / horse elephant / crab")
    after = position.play("ox:c5d5")
    assert after.outcome is None
    assert after.students_mask[on.RED] == at("c5")


def test_r33_no_pawn_may_enter_the_spirits_square() -> None:
    position = build(red="Mc4", blue="Ma1", spirit="c5", cards="ox boar / horse elephant / crab")
    assert "ox:c4c5" not in steps(position), "the spirit on a temple blocks it"
    with pytest.raises(IllegalStep, match="the spirit is on c5"):
        position.play("boar:c4c5")


def test_r34_a_player_passes_only_if_the_spirit_cannot_move_either() -> None:
    position = build(red="Ma5", blue="Mc3", spirit="d1", cards="tanuki okija / horse elephant / crab")
    assert all(step.split(":")[1].startswith("d1") for step in steps(position))
    with pytest.raises(IllegalStep, match="red can move"):
        position.play("okija:pass")


def test_r34_a_pass_when_neither_pawns_nor_the_spirit_can_move() -> None:
    position = build(red="Ma5", blue="Me4", spirit="b5", cards="okija mejika / horse elephant / crab")
    assert steps(position) == ["mejika:pass", "okija:pass"]
    after = position.play("mejika:pass")
    assert (after.spirit_mask, after.side, after.to_move) == (at("b5"), card("mejika"), on.BLUE)


@pytest.mark.parametrize("number", range(6))
def test_r35_deals_give_wind_cards_where_they_belong(number: int) -> None:
    rules = on.PRESETS[f"way-of-the-wind-{number}"]
    for seed in range(40):
        position = on.deal(rules, seed)
        winds = [sum(one.kind is Kind.WIND for one in hand) for hand in position.hands]
        assert winds == {0: [0, 0], 1: [0, 0], 2: [1, 1], 3: [1, 1], 4: [2, 2], 5: [2, 2]}[number]
        assert (position.side.kind is Kind.WIND) is (number in (1, 3, 5))
        assert position.to_move is position.side.stamp
        assert position.spirit_mask == at("c3")


def test_r22_the_spirit_counts_as_a_student_for_two_grid_cards() -> None:
    position = build(red="Ma1", blue="Me5", spirit="c3", cards="okija boar / horse elephant / crab")
    assert {step for step in steps(position) if step.startswith("okija:c3")} == {"okija:c3c4"}
