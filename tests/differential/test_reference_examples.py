"""The reference checked by hand, open games: a small example per rule, as one would lay it on a table."""

import os

import pytest

from reference_rules import CARDS, SQUARES, legal_steps, outcome, perft, play, reach, start
from small_states import BASE, WIND, board, side_of, with_card

# How many turns the reference counts of the known deals; 5 takes half a minute.
PERFT_TURNS = int(os.environ.get("ONITAMA_PERFT_TURNS", "4"))


# The board and the cards -----------------------------------------------------------------------------------


def test_r1_squares_run_from_a1_to_e5() -> None:
    assert len(SQUARES) == 25
    assert [SQUARES.index(square) for square in ("a1", "e1", "a2", "c5", "e5")] == [0, 4, 5, 22, 24]


def test_r2_grids_are_read_from_the_owners_seat() -> None:
    ox = CARDS["Ox"]["students"]
    assert sorted(reach("c3", ox, "red")) == ["c2", "c4", "d3"]
    assert sorted(reach("c3", ox, "blue")) == ["b3", "c2", "c4"]


def test_r12_no_destination_wraps_round_the_board() -> None:
    assert sorted(reach("d2", CARDS["Crab"]["students"], "red")) == ["b2", "d3"]
    assert reach("e5", CARDS["Rabbit"]["students"], "red") == ["d4"]
    assert reach("a1", CARDS["Rabbit"]["students"], "blue") == ["b2"]


def test_r20_there_are_57_cards_of_three_kinds() -> None:
    kinds = [card["kind"] for card in CARDS.values()]
    assert (len(kinds), kinds.count("wind"), kinds.count("dual")) == (57, 8, 4)


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("Tiger", [(0, 2), (0, -1)]),
        ("Rabbit", [(1, 1), (2, 0), (-1, -1)]),
        ("Sea Snake", [(0, 1), (2, 0), (-1, -1)]),
        ("Hornet", [(0, 1), (1, 0), (-2, -2)]),
    ],
)
def test_pictures_become_offsets(name: str, grid: list[tuple[int, int]]) -> None:
    assert sorted(CARDS[name]["students"]) == sorted(grid)


# The base game ---------------------------------------------------------------------------------------------


def test_r10_r11_set_up_and_the_stamp_of_the_side_card_starts() -> None:
    state = start(BASE, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab")
    assert state["red"] == side_of("Mc1 Sa1 Sb1 Sd1 Se1")
    assert state["blue"] == side_of("Mc5 Sa5 Sb5 Sd5 Se5")
    assert (state["to_move"], state["spirit"], state["turn_number"]) == ("blue", None, 1)


def test_r18_starter_can_be_named_and_r35_red_starts_without_a_stamp() -> None:
    red, blue = ["Horse", "Elephant"], ["Ox", "Boar"]
    assert start(BASE, red, blue, "Crab", starter="red")["to_move"] == "red"
    assert start(BASE, red, blue, "Whale")["to_move"] == "red"


def test_r12_opening_moves() -> None:
    state = start(BASE, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab")
    forward = ["a5a4", "b5b4", "c5c4", "d5d4", "e5e4"]
    assert with_card(state, "boar") == forward  # sideways stand own pieces
    assert with_card(state, "ox") == forward


def test_r12_nothing_blocks_and_an_enemy_pawn_is_captured() -> None:
    state = board(BASE, "Mc1 Sc2", "Mc5 Sc3", "Tiger Boar")
    assert with_card(state, "tiger") == ["c1c3", "c2c4"]
    after = play(state, "tiger:c1c3")
    assert (after["red"]["master"], after["blue"]["students"]) == ("c3", [])


def test_r13_the_side_card_takes_the_place_of_the_used_card() -> None:
    state = board(BASE, "Mc1", "Mc5", "Ox Boar")
    after = play(state, "ox:c1c2")
    assert after["hands"] == {"red": ["Crane", "Boar"], "blue": ["Crab", "Tiger"]}
    assert (after["side"], after["to_move"], after["turn_number"]) == ("Ox", "blue", 6)


def test_r13_a_used_card_serves_the_opponent_three_turns_later() -> None:
    state = play(board(BASE, "Mc1", "Mc5", "Ox Boar"), "ox:c1c2")
    assert with_card(state, "ox") == []
    state = play(state, "crab:c5c4")
    assert "Ox" in state["hands"]["blue"]
    state = play(state, "boar:c2b2")
    assert with_card(state, "ox") == ["c4b4", "c4c3", "c4c5"]


def test_r14_pass_still_exchanges() -> None:
    state = board(BASE, "Me1", "Mc5", "Fox Rabbit")  # both lead only to the right or backward
    assert legal_steps(state) == ["fox:pass", "rabbit:pass"]
    after = play(state, "rabbit:pass")
    assert after["hands"]["red"] == ["Fox", "Crane"]
    assert (after["side"], after["to_move"], after["turn_number"]) == ("Rabbit", "blue", 6)
    assert after["red"] == state["red"]


def test_r14_no_pass_while_the_other_card_moves() -> None:
    assert legal_steps(board(BASE, "Me1", "Mc5", "Fox Ox")) == ["ox:e1e2"]


def test_r15_way_of_the_stone_ends_the_game_without_exchange() -> None:
    state = board(BASE, "Mc1 Sb4", "Mc5", "Elephant Boar", turn=1)
    after = play(state, "elephant:b4c5")
    assert outcome(after) == ("red", "stone")
    assert after["hands"] == state["hands"]
    assert (after["side"], after["to_move"], after["turn_number"]) == ("Crane", "red", 1)
    assert after["first_turn_done"] == {"red": False, "blue": False}
    assert legal_steps(after) == []


def test_r15_way_of_the_stream_is_the_masters_and_needs_the_enemy_temple() -> None:
    assert outcome(play(board(BASE, "Mc4", "Ma5", "Ox Boar"), "ox:c4c5")) == ("red", "stream")
    assert outcome(play(board(BASE, "Mc1", "Mb1", "Ox Goose", to_move="blue"), "ox:b1a1")) is None
    assert outcome(play(board(BASE, "Ma1 Sc4", "Ma5", "Ox Boar"), "ox:c4c5")) is None
    assert outcome(play(board(BASE, "Mc2", "Ma5", "Ox Boar"), "ox:c2c1")) is None


def test_r15_both_ways_in_one_move_are_the_stone() -> None:
    assert outcome(play(board(BASE, "Mc4", "Mc5", "Ox Boar"), "ox:c4c5")) == ("red", "stone")


def test_r21_equal_patterns_are_different_cards() -> None:
    state = board(BASE, "Mc2", "Mc5", "Butterfly Giraffe")
    assert with_card(state, "butterfly") == with_card(state, "giraffe") == ["c2a3", "c2c1", "c2e3"]
    assert play(state, "giraffe:c2c1")["side"] == "Giraffe"


def test_r22_two_grids_one_for_students_one_for_the_master() -> None:
    state = board(WIND, "Mc1 Sa1", "Mc5", "Okija Boar", spirit="d3")
    assert with_card(state, "okija") == ["a1a2", "c1a3", "c1e3", "d3d4"]  # the spirit counts as a student


@pytest.mark.parametrize(
    ("red", "blue", "side", "counts"),
    [
        (["Horse", "Elephant"], ["Ox", "Boar"], "Crab", [10, 130, 1989, 28509, 487752]),
        (["Rooster", "Tiger"], ["Rabbit", "Cobra"], "Frog", [9, 72, 880, 10368, 138711]),
    ],
)
def test_perft_of_known_deals(red: list[str], blue: list[str], side: str, counts: list[int]) -> None:
    state = start(BASE, red, blue, side)
    for turns, count in enumerate(counts[:PERFT_TURNS], start=1):
        assert perft(state, turns) == count


def test_perft_counts_a_winning_step_once_and_gives_it_no_children() -> None:
    state = board(BASE, "Mc4", "Ma5", "Tiger Ox")  # Tiger: back; Ox: win, right, back
    assert perft(state, 1) == 4
    assert perft(state, 2) == sum(
        len(legal_steps(play(state, step))) for step in ("tiger:c4c3", "ox:c4d4", "ox:c4c3")
    )


# The Spirit of the Wind -------------------------------------------------------------------------------------


def test_r31_a_movement_card_moves_a_pawn_or_the_spirit() -> None:
    state = board(WIND, "Mc1", "Mc5", "Ox Boar", spirit="a3")
    assert with_card(state, "ox") == ["a3a2", "a3a4", "a3b3", "c1c2", "c1d1"]
    after = play(state, "ox:a3b3")
    assert (after["spirit"], after["red"]["master"], after["side"]) == ("b3", "c1", "Ox")


def test_r31_a_wind_card_moves_a_pawn_then_the_spirit_each_by_its_grid() -> None:
    state = board(WIND, "Mc1", "Mc5", "Hawk Boar", spirit="c3")
    assert with_card(state, "hawk") == ["c1b2"]
    middle = play(state, "hawk:c1b2")
    assert middle["turn"] == {"phase": "spirit", "card": "Hawk", "spirit_due": True}
    assert (middle["to_move"], middle["side"], middle["hands"]) == ("red", "Crane", state["hands"])
    assert legal_steps(middle) == ["spirit:c3a3", "spirit:c3a4", "spirit:c3e3", "spirit:c3e4"]
    after = play(middle, "spirit:c3a4")
    assert (after["spirit"], after["side"], after["to_move"]) == ("a4", "Hawk", "blue")
    assert "turn" not in after


def test_r32_only_the_spirits_part_if_no_pawn_can_move() -> None:
    state = board(WIND, "Ma1 Sa5", "Mc5", "Hawk Boar", spirit="c3")  # Hawk's first grid leads left only
    assert with_card(state, "hawk") == ["c3a3", "c3a4", "c3e3", "c3e4"]
    after = play(state, "hawk:c3e4")
    assert (after["spirit"], after["to_move"]) == ("e4", "blue")


def test_r32_the_second_part_is_left_out_if_the_spirit_cannot_move() -> None:
    after = play(
        board(WIND, "Mc1", "Mb5", "Lion Boar", spirit="c5"), "lion:c1d2"
    )  # Lion's second grid: forward
    assert (after["spirit"], after["to_move"], after["side"]) == ("c5", "blue", "Lion")


def test_r32_the_second_part_is_judged_after_the_first() -> None:
    state = board(WIND, "Mb2", "Me5", "Lion Boar", spirit="c2")
    assert legal_steps(play(state, "lion:b2c3")) == ["spirit:c2c4"]  # the master now stands on c3
    assert legal_steps(play(state, "lion:b2a1")) == ["spirit:c2c3", "spirit:c2c4"]


def test_r32_a_first_part_that_wins_ends_the_game() -> None:
    after = play(board(WIND, "Mc1 Sb4", "Mc5", "Lion Boar", spirit="a1"), "lion:b4c5")
    assert outcome(after) == ("red", "stone")
    assert ("turn" in after, after["side"]) == (False, "Crane")


def test_r33_no_pawn_enters_the_spirits_square_and_it_blocks_the_temple() -> None:
    state = board(WIND, "Mc4", "Ma5", "Ox Tiger", spirit="c5")
    assert "c4c5" not in with_card(state, "ox")
    assert outcome(state) is None


def test_r33_the_spirit_enters_no_masters_square() -> None:
    state = board(WIND, "Ma3", "Mb4", "Ox Horse", spirit="b3")
    assert [move for move in with_card(state, "ox") if move.startswith("b3")] == ["b3b2", "b3c3"]
    assert [move for move in with_card(state, "horse") if move.startswith("b3")] == ["b3b2"]


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_r33_the_spirit_swaps_with_a_student_of_either_colour(owner: str) -> None:
    red, blue = ("Mc1 Sc4", "Me5") if owner == "red" else ("Mc1", "Me5 Sc4")
    after = play(board(WIND, red, blue, "Tiger Ox", spirit="c5"), "tiger:c5c4")
    assert (after["spirit"], after[owner]["students"]) == ("c4", ["c5"])
    assert outcome(after) is None  # a student on a temple is nothing


def test_r34_no_pass_while_the_spirit_can_move() -> None:
    state = board(WIND, "Me1", "Mc5", "Fox Rabbit", spirit="d2")
    assert legal_steps(state) == ["fox:d2e2", "fox:d2e3", "rabbit:d2c1", "rabbit:d2e3"]
    assert legal_steps(board(WIND, "Me1", "Mc5", "Fox Rabbit", spirit="e2")) == ["rabbit:e2d1"]


def test_r34_a_pass_when_neither_card_moves_pawn_or_spirit() -> None:
    state = board(
        WIND, "Me1", "Md1", "Fox Rabbit", spirit="e2"
    )  # Rabbit would lead the spirit onto the master on d1
    assert legal_steps(state) == ["fox:pass", "rabbit:pass"]


def test_perft_of_a_wind_start() -> None:
    # Ox: five pawns forward, the spirit to c2, b3, c4. Bat: five pawns forward, each with four spirit moves.
    assert perft(start(WIND, ["Horse", "Elephant"], ["Ox", "Bat"], "Crab"), 1) == 5 + 3 + 5 * 4
