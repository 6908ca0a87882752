"""The board and the base game by examples (R1-R3, R10-R18, R22)."""

import pytest

import onitama as on
from build import build, steps
from onitama.cards import card
from onitama.errors import IllegalStep, InvalidDeal, NotationError
from onitama.geometry import HOME_ROWS, TEMPLES, format_square, parse_square, squares
from onitama.rules import Outcome, Phase, Position, Way, parse_step, perft


def names(mask: int) -> list[str]:
    return [format_square(square) for square in squares(mask)]


def start() -> Position:
    """Red ox boar, Blue horse elephant, side crab: Crab's stamp is blue."""
    return on.deal_by_hand("base", red=("ox", "boar"), blue=("horse", "elephant"), side="crab")


def test_r1_squares_home_rows_and_temples() -> None:
    assert [parse_square(name) for name in ("a1", "e1", "a2", "c3", "e5")] == [0, 4, 5, 12, 24]
    assert [parse_square(format_square(square)) for square in range(25)] == list(range(25))
    assert [names(mask) for mask in HOME_ROWS] == [
        ["a1", "b1", "c1", "d1", "e1"],
        ["a5", "b5", "c5", "d5", "e5"],
    ]
    assert [names(mask) for mask in TEMPLES] == [["c1"], ["c5"]]


def test_r3_a_ply_is_one_players_whole_turn_however_many_steps_it_has() -> None:
    position = build(
        hidden="shadow",
        spirit="c3",
        red="Mc1 a1",
        red_ninjas="e1",
        cards="eagle boar / horse elephant / crab",
    )
    numbers = [position.turn_number]
    for step in ("eagle:c1b2", "ninja:stay", "spirit:c3e5"):
        assert position.to_move is on.RED
        position = position.play(step)
        numbers.append(position.turn_number)
    assert numbers == [9, 9, 9, 10]
    assert position.to_move is on.BLUE


def test_r10_masters_stand_on_their_temples_between_four_students() -> None:
    position = start()
    assert [names(mask) for mask in position.masters_mask] == [["c1"], ["c5"]]
    assert [names(mask) for mask in position.students_mask] == [
        ["a1", "b1", "d1", "e1"],
        ["a5", "b5", "d5", "e5"],
    ]
    assert position.turn_number == 1
    assert position.phase is Phase.MOVE


@pytest.mark.parametrize(("side", "starter"), [("crab", on.BLUE), ("horse", on.RED)])
def test_r11_the_stamp_of_the_side_card_starts(side: str, starter: on.Player) -> None:
    others = [name for name in ("crab", "horse", "ox", "boar", "eel") if name != side]
    position = on.deal_by_hand("base", red=others[:2], blue=others[2:4], side=side)
    assert position.to_move is starter
    assert position.starter is starter


def test_r12_all_first_moves_of_a_deal() -> None:
    assert steps(on.deal_by_hand("base", red=("ox", "tiger"), blue=("horse", "elephant"), side="boar")) == [
        *("ox:a1a2", "ox:b1b2", "ox:c1c2", "ox:d1d2", "ox:e1e2"),
        *("tiger:a1a3", "tiger:b1b3", "tiger:c1c3", "tiger:d1d3", "tiger:e1e3"),
    ]


def test_r2_offsets_turn_for_blue() -> None:
    ours = build(red="Ma1 c3", cards="rabbit tiger / ox boar / crab")
    theirs = build(red="Ma1", blue="Me5 c3", cards="ox boar / rabbit tiger / crab", to_move="blue")
    assert {step for step in steps(ours) if "c3" in step[-4:-2]} == {
        *("rabbit:c3d4", "rabbit:c3e3", "rabbit:c3b2", "tiger:c3c5", "tiger:c3c2")
    }
    assert {step for step in steps(theirs) if "c3" in step[-4:-2]} == {
        *("rabbit:c3b2", "rabbit:c3a3", "rabbit:c3d4", "tiger:c3c1", "tiger:c3c4")
    }


def test_r12_nothing_blocks_on_the_way() -> None:
    position = build(red="Ma1 b1", blue="Me5 b2", cards="tiger boar / horse elephant / crab")
    assert "tiger:b1b3" in steps(position)
    after = position.play("tiger:b1b3")
    assert names(after.students_mask[on.BLUE]) == ["b2"], "jumping over captures nothing"


def test_r12_the_edge_of_the_board_does_not_wrap_round() -> None:
    position = build(red="Ma3 e3", blue="Me5", cards="crab boar / horse elephant / ox")
    assert not {"crab:a3e2", "crab:a3d2", "crab:e3a4", "crab:e3b4", "boar:a3e2", "boar:e3a4"} & set(
        steps(position)
    )
    assert {"crab:a3c3", "crab:e3c3", "boar:a3b3", "boar:e3d3"} <= set(steps(position))
    low = build(red="Ma1", blue="Me5", cards="tiger mantis / horse elephant / ox")
    assert steps(low) == ["mantis:a1b2", "tiger:a1a3"], "nor do squares below the first rank"


def test_r12_an_own_piece_may_not_be_entered() -> None:
    position = build(red="Mc1 c2", cards="ox boar / horse elephant / crab")
    assert "ox:c1c2" not in steps(position)
    with pytest.raises(IllegalStep, match=r"ox:c1c2: red's own piece is on c2"):
        position.play("ox:c1c2")


def test_r12_an_enemy_student_on_the_target_is_captured() -> None:
    after = build(red="Mc1 c3", blue="Mc5 c4").play("boar:c3c4")
    assert names(after.students_mask[on.BLUE]) == []
    assert names(after.students_mask[on.RED]) == ["c4"]
    assert after.outcome is None


def test_r13_the_used_card_goes_to_the_side_and_the_side_card_takes_its_place() -> None:
    after = start().play("elephant:a5b4")
    assert after.side is card("elephant")
    assert after.hands[on.BLUE] == (card("horse"), card("crab"))
    assert after.hands[on.RED] == (card("ox"), card("boar"))
    assert after.to_move is on.RED


def test_r13_a_card_reaches_the_opponent_after_its_second_turn() -> None:
    position = start().play("elephant:a5b4")  # turn 1
    assert card("elephant") not in position.hands[on.RED]  # turn 2: Red cannot use it yet
    position = position.play("ox:a1a2")
    assert card("elephant") in position.hands[on.RED]
    position = position.play("horse:b4b3")
    assert position.turn_number == 4
    assert any(str(step).startswith("elephant:") for step in position.legal_steps)


def test_same_squares_with_two_cards_are_two_steps() -> None:
    position = build(cards="ox boar / horse elephant / crab")
    assert {"ox:c1c2", "boar:c1c2"} <= set(steps(position))
    by_ox, by_boar = position.play("ox:c1c2"), position.play("boar:c1c2")
    assert by_ox != by_boar
    assert (by_ox.side, by_boar.side) == (card("ox"), card("boar"))


def test_r14_a_move_must_be_made_if_one_exists() -> None:
    with pytest.raises(IllegalStep, match=r"boar:pass: red can move .*, so it must"):
        build().play("boar:pass")
    one_way_left = build(red="Ma1", blue="Me5", cards="tiger steer / horse elephant / crab")
    assert steps(one_way_left) == ["steer:a1b1", "tiger:a1a3"]


@pytest.mark.parametrize(
    ("red", "hand"),
    [
        ("Ma5 b5 c5 d5 e5", "boar crab"),
        ("a5 Mb5 c5 d5 e5", "boar elephant"),
        ("a5 b5 c5 d5 Me5", "crab elephant"),
        ("a1 a2 Ma3 a4 a5", "horse tiger"),
        ("Me1 e2 e3 e4 e5", "ox tiger"),
    ],
)
def test_r14_all_five_ways_to_be_stuck_with_the_base_cards(red: str, hand: str) -> None:
    position = build(red=red, blue="Mc3", cards=f"{hand} / rooster eel / cobra")
    assert steps(position) == [f"{name}:pass" for name in sorted(hand.split())]
    after = position.play(f"{hand.split()[0]}:pass")
    assert after.to_move is on.BLUE
    assert after.side is card(hand.split()[0])
    assert card("cobra") in after.hands[on.RED]


def test_r14_a_forced_pass_still_exchanges_and_is_a_whole_turn() -> None:
    position = build(red="Ma5", blue="Mc3", cards="tanuki okija / horse elephant / crab", turn_number=9)
    assert steps(position) == ["okija:pass", "tanuki:pass"]
    after = position.play("okija:pass")
    assert after.masters_mask == position.masters_mask
    assert after.hands[on.RED] == (card("tanuki"), card("crab"))
    assert after.side is card("okija")
    assert (after.to_move, after.turn_number) == (on.BLUE, 10)
    assert perft(position, 1) == 2


def test_r14_only_a_card_in_hand_can_be_given_away() -> None:
    position = build(red="Ma5", blue="Mc3", cards="tanuki okija / horse elephant / crab")
    with pytest.raises(IllegalStep, match=r"crab:pass: Crab is not in red's hand \(Tanuki, Okija\)"):
        position.play("crab:pass")


@pytest.mark.parametrize("capturer", ["ox:c4c5", "boar:c4c5"])
def test_r15_capturing_the_master_wins_by_the_stone_at_once(capturer: str) -> None:
    position = build(red="Ma1 c4", blue="Mc5 a5")
    after = position.play(capturer)
    assert after.outcome == Outcome(on.RED, Way.STONE)
    assert after.phase is Phase.OVER
    assert after.legal_steps == ()
    assert after.hands == position.hands, "no exchange follows"
    assert after.side is position.side


def test_r15_a_master_that_a_master_takes_anywhere_is_the_stone() -> None:
    for to_move, step, winner in (("red", "ox:b2b3", on.RED), ("blue", "horse:b3b2", on.BLUE)):
        after = build(red="Mb2 a1", blue="Mb3 a5", to_move=to_move).play(step)
        assert after.outcome == Outcome(winner, Way.STONE)
        assert after.masters_mask[winner.other] == 0


def test_r15_the_master_on_the_enemy_temple_wins_by_the_stream() -> None:
    after = build(red="Mc4", blue="Ma5 b5").play("boar:c4c5")
    assert after.outcome == Outcome(on.RED, Way.STREAM)
    blue = build(red="Ma1", blue="Mc2", to_move="blue").play("horse:c2c1")
    assert blue.outcome == Outcome(on.BLUE, Way.STREAM)


def test_r15_both_ways_in_one_move_count_as_stone() -> None:
    after = build(red="Mc4", blue="Mc5 a5").play("boar:c4c5")
    assert after.outcome == Outcome(on.RED, Way.STONE)


def test_r15_a_student_on_the_temple_is_nothing() -> None:
    after = build(red="Ma1 c4", blue="Ma5 c5").play("boar:c4c5")
    assert after.outcome is None
    assert after.to_move is on.BLUE


def test_r15_a_master_on_its_own_temple_is_nothing() -> None:
    assert build(red="Mc2", cards="horse boar / ox elephant / crab").play("horse:c2c1").outcome is None


def test_r15_a_master_may_step_into_danger() -> None:
    position = build(red="Mc1", blue="Mc5 c3", cards="ox boar / horse elephant / crab")
    after = position.play("ox:c1c2")
    assert "horse:c3c2" in steps(after)
    assert after.play("horse:c3c2").outcome == Outcome(on.BLUE, Way.STONE)


def test_finished_positions_allow_no_step_and_say_why() -> None:
    after = build(red="Mc4", blue="Ma5").play("boar:c4c5")
    with pytest.raises(IllegalStep, match="the game is over"):
        after.play("horse:a5a4")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("boar:c1c3", "Boar does not reach c3 from c1"),
        ("crab:c1c2", r"Crab is not in red's hand \(Ox, Boar\)"),
        ("boar:c3c4", "no piece of red's on c3"),
        ("boar:c5c4", "the piece on c5 is blue's"),
        ("horse:c5c4", "Horse is not in red's hand"),
        ("ninja:b1b2", "a turn begins with a card"),
        ("lantern:c", "a turn begins with a card"),
        ("spirit:c3c4", "a turn begins with a card"),
        ("place:b1", "a turn begins with a card"),
    ],
)
def test_an_illegal_step_says_what_is_wrong(step: str, reason: str) -> None:
    with pytest.raises(IllegalStep, match=f"{step}: {reason}"):
        build().play(step)


def test_a_player_that_cannot_move_is_told_to_pass() -> None:
    position = build(red="Ma5", blue="Mc3", cards="tanuki okija / horse elephant / crab")
    with pytest.raises(
        IllegalStep, match="red cannot move, so it chooses a card to give away, as in okija:pass"
    ):
        position.play("okija:a5a4")


def test_is_legal_takes_steps_and_texts() -> None:
    assert build().is_legal("boar:c1c2")
    assert not build().is_legal(parse_step("boar:c1c3"))
    with pytest.raises(NotationError):
        build().is_legal("c1c2")


def test_r22_two_grid_cards_move_students_and_master_differently() -> None:
    position = build(red="Mc1 a1", blue="Me5", cards="okija mejika / horse elephant / crab")
    assert steps(position) == ["mejika:a1c2", "mejika:c1c2", "okija:a1a2", "okija:c1a3", "okija:c1e3"]


def test_positions_never_change() -> None:
    position = start()
    before = position.to_json()
    position.play("elephant:a5b4")
    assert position.to_json() == before
    with pytest.raises(AttributeError, match="positions do not change"):
        position.side = card("ox")
    with pytest.raises(AttributeError, match="positions do not change"):
        del position.side


def test_order_of_cards_in_a_hand_does_not_matter() -> None:
    one = build(cards="ox boar / horse elephant / crab")
    two = build(cards="boar ox / elephant horse / crab")
    assert one == two
    assert hash(one) == hash(two)
    assert steps(one) == steps(two)
    assert one.play("boar:c1c2") == two.play("boar:c1c2")


def test_r16_repetition_needs_the_same_cards_in_the_same_hands() -> None:
    one = build(cards="ox boar / horse elephant / crab", turn_number=3)
    assert one.repetition_key == build(cards="boar ox / elephant horse / crab", turn_number=9).repetition_key
    assert one.repetition_key != build(cards="ox horse / boar elephant / crab").repetition_key
    assert one.repetition_key != build(cards="ox boar / horse crab / elephant").repetition_key
    assert one.repetition_key != build(to_move="blue").repetition_key


def test_r18_a_deal_by_hand_puts_any_cards_in_any_places() -> None:
    position = on.deal_by_hand("base", red=("Nessie", "Sea Snake"), blue=("Cricket", "Tiger"), side="Whale")
    assert position.to_move is on.RED, "Whale's stamp is unknown, so Red starts (R35)"
    named = on.deal_by_hand(
        "base", red=("ox", "boar"), blue=("horse", "elephant"), side="crab", starter=on.RED
    )
    assert named.to_move is on.RED


@pytest.mark.parametrize(
    ("red", "side", "message"),
    [
        (("ox", "ox"), "crab", "Ox is dealt twice"),
        (("ox", "crab"), "crab", "Crab is dealt twice"),
        (("ox",), "crab", "Red's hand needs two cards"),
        (("ox", "boar", "eel"), "crab", "Red's hand needs two cards"),
        ("ox", "crab", "Red's hand needs two cards"),
        (("ox", "boar"), "bat", "Bat is a wind card: it needs the spirit"),
    ],
)
def test_r18_a_deal_that_is_none_is_refused(red: tuple[str, ...], side: str, message: str) -> None:
    with pytest.raises(InvalidDeal, match=message):
        on.deal_by_hand("base", red=red, blue=("horse", "elephant"), side=side)


def test_wrong_kinds_of_values_are_refused_with_a_sentence() -> None:
    red, blue = ("ox", "boar"), ("horse", "elephant")
    with pytest.raises(InvalidDeal, match="starter: expected RED or BLUE, found 'red'"):
        on.deal_by_hand("base", red=red, blue=blue, side="crab", starter="red")  # type: ignore[arg-type]
    with pytest.raises(InvalidDeal, match="Red's hand needs two cards, found None"):
        on.deal_by_hand("base", red=None, blue=blue, side="crab")  # type: ignore[arg-type]
    with pytest.raises(on.UnknownCard, match="there is no card called 7"):
        on.deal_by_hand("base", red=(7, "ox"), blue=blue, side="crab")  # type: ignore[arg-type]
    with pytest.raises(on.OnitamaError, match="light_player is RED or BLUE, found 'blue'"):
        on.Rules(hidden="light", light_player="blue")  # type: ignore[arg-type]
    with pytest.raises(on.InvalidDeck, match="deck is a Deck"):
        on.Rules(deck="base")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_r17_a_seed_out_of_range_is_refused(seed: object) -> None:
    with pytest.raises(InvalidDeal, match="whole number from 0 to"):
        on.deal("base", seed)  # type: ignore[arg-type]
