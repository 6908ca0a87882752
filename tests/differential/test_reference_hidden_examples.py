"""The reference checked by hand, hidden games: one small example per rule of Shadow, Light and R60."""

import pytest

from reference_rules import State, legal_steps, outcome, perft, play, start
from small_states import (
    LIGHT,
    LIGHT_WIND,
    SHADOW,
    SHADOW_STARTER,
    SHADOW_WIND,
    board,
    play_all,
    side_of,
    with_card,
)

# The Way of Shadow ------------------------------------------------------------------------------------------


def test_r40_set_up_and_placing() -> None:
    state = start(SHADOW, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab")
    assert state["red"] == side_of("Mc1 Sa1 Se1 L2")
    assert (state["to_move"], state["turn"]["phase"]) == ("red", "place")  # the second player places first
    assert legal_steps(state) == ["place:b1", "place:d1"]
    state = play(state, "place:d1")
    assert (state["to_move"], state["turn"]["phase"]) == ("blue", "place")
    assert legal_steps(state) == ["place:b5", "place:d5"]
    state = play(state, "place:b5")
    assert (state["to_move"], state["turn_number"], "turn" in state) == ("blue", 1, False)
    assert (state["red"]["ninjas"], state["blue"]["ninjas"]) == (["d1"], ["b5"])
    assert state["first_turn_done"] == {"red": False, "blue": False}


def test_perft_of_a_shadow_start() -> None:
    # Each pawn move times its ninja steps: to stay, and each move with or without a challenge.
    # Ninja on d5. Ox: a5a4, e5e4 3, c5c4, c5b5 5. Boar: a5a4, a5b5 3, c5c4, c5b5, e5e4 5.
    # Ninja on b5. Ox: a5a4 5, c5c4, e5e4, e5d5 3. Boar: a5a4, c5c4, c5d5 5, e5e4, e5d5 3.
    # Twice, for Red's two places. No lantern on the first turn.
    on_d5 = (3 + 3 + 5 + 5) + (3 + 3 + 5 + 5 + 5)
    on_b5 = (5 + 3 + 3 + 3) + (5 + 5 + 5 + 3 + 3)
    assert perft(start(SHADOW, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab"), 1) == 2 * (on_d5 + on_b5)


def test_r41_pawn_then_ninja_with_the_same_card_then_exchange() -> None:
    state = board(SHADOW, "Mc1 Nb2", "Mc5", "Ox Boar")
    middle = play(state, "ox:c1c2")
    assert middle["turn"] == {"phase": "ninja", "card": "Ox", "spirit_due": False}
    assert legal_steps(middle) == ["ninja:b2b1", "ninja:b2b3", "ninja:stay"]  # Ox; c2 is taken
    after = play(middle, "ninja:b2b3")
    assert (after["red"]["ninjas"], after["red"]["revealed"], after["side"]) == (["b3"], [], "Ox")


def test_r41_no_ninja_step_without_a_ninja() -> None:
    after = play(board(SHADOW, "Mc1", "Mc5 Nb3", "Ox Boar"), "ox:c1c2")
    assert (after["to_move"], "turn" in after) == ("blue", False)


def test_r42_a_pass_may_move_the_ninja_or_nothing() -> None:
    state = board(SHADOW, "Me1 Na1", "Mc5 L2 Na5", "Fox Rabbit")
    assert legal_steps(state) == ["fox:pass", "rabbit:pass"]
    middle = play(state, "rabbit:pass")
    assert middle["turn"] == {"phase": "ninja", "card": "Rabbit", "spirit_due": False}
    assert legal_steps(middle) == ["ninja:a1b2", "ninja:a1b2!", "ninja:a1c1", "ninja:a1c1!", "ninja:stay"]
    assert play(middle, "ninja:stay")["side"] == "Rabbit"


def test_r42_a_ninja_that_cannot_move_still_has_its_step() -> None:
    assert legal_steps(play(board(SHADOW, "Mc1 Ne3", "Mc5", "Fox Boar"), "fox:c1d1")) == ["ninja:stay"]


def test_r42_a_pawn_blocked_only_by_the_own_ninja_passes() -> None:
    assert legal_steps(board(SHADOW, "Md1 Ne2", "Mc5", "Rabbit Otter")) == ["otter:d1c2"]
    assert legal_steps(board(SHADOW, "Md5 Nc4", "Ma1", "Rabbit Panda")) == ["panda:pass", "rabbit:pass"]


def test_r43_two_enemy_ninjas_may_share_a_square() -> None:
    after = play_all(board(SHADOW, "Mc1 Nb2", "Mc5 Nb3", "Ox Boar"), "ox:c1c2", "ninja:b2b3")
    assert (after["red"]["ninjas"], after["blue"]["ninjas"], after["red"]["revealed"]) == (["b3"], ["b3"], [])


@pytest.mark.parametrize("ninja", ["Nc2", "Rc2"])
def test_r44_a_pawn_captures_a_ninja_before_the_own_ninja_decides(ninja: str) -> None:
    middle = play(board(SHADOW, "Mc1 Nb2", "Mc5 " + ninja, "Ox Boar"), "ox:c1c2")
    assert (middle["blue"]["ninjas"], middle["blue"]["revealed"]) == ([], [])
    assert legal_steps(middle) == [
        "ninja:b2b1",
        "ninja:b2b3",
        "ninja:stay",
    ]  # no enemy ninja, no challenge (R46)


def test_r45_a_ninja_captures_a_pawn_and_is_shown_until_its_owners_next_turn() -> None:
    state = board(SHADOW, "Mc1 Nb2", "Mc5 Sb3 Nd5", "Ox Boar")
    middle = play(state, "ox:c1c2")
    assert "ninja:b2b3!" not in legal_steps(middle)  # a capture is no challenge
    after = play(middle, "ninja:b2b3")
    assert (after["blue"]["students"], after["red"]["revealed"]) == ([], ["b3"])
    again = play_all(after, "crab:c5c4", "ninja:stay")
    assert (again["to_move"], again["red"]["ninjas"], again["red"]["revealed"]) == ("red", ["b3"], [])


def test_r45_a_ninja_captures_the_master() -> None:
    after = play_all(board(SHADOW, "Mc1 Nc4", "Mc5 Na1", "Ox Boar"), "ox:c1c2", "ninja:c4c5")
    assert outcome(after) == ("red", "stone")
    assert (after["red"]["revealed"], after["side"], after["to_move"]) == (["c5"], "Crane", "red")


def test_r46_a_challenge_captures_or_not_and_shows_either_way() -> None:
    hit = play_all(board(SHADOW, "Mc1 Nb2", "Mc5 Rb3", "Ox Boar"), "ox:c1c2", "ninja:b2b3!")
    assert (hit["blue"]["ninjas"], hit["blue"]["revealed"], hit["red"]["revealed"]) == ([], [], ["b3"])
    miss = play_all(board(SHADOW, "Mc1 Nb2", "Mc5 Nb4", "Ox Boar"), "ox:c1c2", "ninja:b2b3!")
    assert (miss["blue"]["ninjas"], miss["red"]["revealed"]) == (["b4"], ["b3"])


def test_r46_a_shown_ninja_is_not_captured_without_a_challenge() -> None:
    state = board(SHADOW, "Mc1 L1 Nb2", "Mc5 Rb3", "Ox Boar")
    middle = play_all(state, "ox:c1c2", "ninja:b2b3")
    assert (middle["blue"]["ninjas"], middle["blue"]["revealed"]) == (["b3"], ["b3"])
    assert play(middle, "lantern:none")["blue"]["revealed"] == []  # hidden again as its owner's turn begins


def test_r47_lantern_after_the_exchange() -> None:
    middle = play_all(board(SHADOW, "Mc1 Nb2 L2", "Mc5 Nd5", "Ox Boar"), "ox:c1c2", "ninja:stay")
    assert middle["turn"] == {"phase": "lantern", "card": None, "spirit_due": False}
    assert (middle["to_move"], middle["hands"]["red"], middle["side"]) == ("red", ["Crane", "Boar"], "Ox")
    assert legal_steps(middle) == [f"lantern:{line}" for line in "12345abcde"] + ["lantern:none"]
    after = play(middle, "lantern:d")
    assert (after["red"]["lanterns"], after["to_move"], after["blue"]["revealed"]) == (1, "blue", [])
    assert play(middle, "lantern:none")["red"]["lanterns"] == 2


def test_r47_no_lantern_without_one_or_without_an_enemy_ninja() -> None:
    assert play(board(SHADOW, "Mc1", "Mc5 Nd5 L2", "Ox Boar"), "ox:c1c2")["to_move"] == "blue"
    assert play(board(SHADOW, "Mc1 L2", "Mc5 L2", "Ox Boar"), "ox:c1c2")["to_move"] == "blue"
    assert play(board(SHADOW, "Mc1 L2", "Mc5 Nc2", "Ox Boar"), "ox:c1c2")["to_move"] == "blue"


@pytest.mark.parametrize(("rules", "phases"), [(SHADOW, "..ll"), (SHADOW_STARTER, ".lll")])
def test_r47_who_may_not_light_on_the_first_turn(rules: State, phases: str) -> None:
    state = start(rules, ["Fox", "Horse"], ["Ox", "Boar"], "Crab", starter="blue")
    state = play_all(state, "place:b1", "place:b5")
    seen = ""
    for step in ("ox:a5a4", "horse:a1a2", "boar:a4a3", "ox:a2a3"):
        state = play_all(state, step, "ninja:stay")
        seen += "l" if "turn" in state else "."
        if "turn" in state:
            state = play(state, "lantern:none")
    assert seen == phases


def test_r47_a_pass_counts_as_a_first_turn() -> None:
    state = board(SHADOW, "Me1 L2 Na1", "Mc5 L2 Na5", "Fox Rabbit", turn=1)
    after = play_all(state, "fox:pass", "ninja:stay")
    assert after["first_turn_done"] == {"red": True, "blue": False}


def test_r48_a_ninja_on_the_temple_is_nothing_and_a_lost_ninja_ends_nothing() -> None:
    assert outcome(play_all(board(SHADOW, "Mc1 Nc4", "Ma5", "Ox Boar"), "ox:c1c2", "ninja:c4c5")) is None
    assert outcome(play(board(SHADOW, "Mc1 Nc4", "Ma5 Nc2", "Ox Boar"), "ox:c1c2")) is None


# The Way of Light -------------------------------------------------------------------------------------------


def test_r50_r51_set_up_and_light_starts_whatever_the_stamp() -> None:
    state = start(LIGHT, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab")
    assert state["red"] == side_of("Mc1 Sa1 Sb1 Sd1 Se1 L2")
    assert state["blue"] == side_of("")
    assert (state["to_move"], state["turn"]["phase"], outcome(state)) == ("blue", "place", None)
    assert len(legal_steps(state)) == 10
    after = play(state, "place:a5c5")
    assert (after["to_move"], after["blue"]["ninjas"], "turn" in after) == ("red", ["a5", "c5"], False)


def test_perft_of_a_light_start() -> None:
    # Ten ways to place, then Horse: five pawns forward; Elephant: a1b2, b1a2, b1c2, … eight diagonal moves.
    assert perft(start(LIGHT, ["Horse", "Elephant"], ["Ox", "Boar"], "Crab"), 1) == 10 * (5 + 8)


def test_r51_shadow_moves_one_ninja_and_must() -> None:
    state = board(LIGHT, "Mc1 L2", "Nb5 Nc5", "Ox Boar", to_move="blue")
    assert legal_steps(state) == [
        "boar:b5a5",
        "boar:b5b4",
        "boar:c5c4",
        "boar:c5d5",
        "ox:b5a5",
        "ox:b5b4",
        "ox:c5c4",
    ]
    after = play(state, "ox:b5b4")
    assert (after["blue"]["ninjas"], after["to_move"], after["blue"]["revealed"]) == (["b4", "c5"], "red", [])


def test_r51_r14_shadow_without_a_move_passes() -> None:
    state = board(LIGHT, "Mc1", "Na4", "Fox Rabbit", to_move="blue")  # turned round, both lead left or to b5
    assert legal_steps(state) == ["rabbit:a4b5"]
    assert legal_steps(board(LIGHT, "Mc1", "Na5", "Fox Rabbit", to_move="blue")) == [
        "fox:pass",
        "rabbit:pass",
    ]


def test_r52_only_light_has_lanterns_never_on_its_first_turn() -> None:
    def after_red(turn: int, blue: str, rule: str) -> State:
        rules = {**LIGHT, "lantern_rule": rule}
        return play(board(rules, "Mc1 Sa1 L2", blue, "Ox Boar", turn=turn), "ox:c1c2")

    for rule in ("both", "starter"):
        assert after_red(5, "Na5 Ne5", rule)["turn"]["phase"] == "lantern"
        assert after_red(5, "Ne5", rule)["turn"]["phase"] == "lantern"
        assert "turn" not in after_red(1, "Na5 Ne5", rule)


def test_r53_shadow_wins_by_the_master_only() -> None:
    state = board(LIGHT, "Mc2 Sd2", "Nc3 Nd3", "Ox Boar", to_move="blue")
    won = play(state, "ox:c3c2")
    assert (outcome(won), won["blue"]["revealed"]) == (("blue", "stone"), ["c2"])
    assert outcome(play(board(LIGHT, "Mb3", "Nc2 Na5", "Ox Boar", to_move="blue"), "ox:c2c1")) is None


def test_r53_light_wins_by_both_ninjas_or_the_temple() -> None:
    assert outcome(play(board(LIGHT, "Mc1 Sc3", "Nc4 Ne5", "Ox Boar"), "ox:c3c4")) is None
    assert outcome(play(board(LIGHT, "Mc1 Sc3", "Nc4", "Ox Boar"), "ox:c3c4")) == ("red", "stone")
    stream = play(board(LIGHT, "Mc4", "Nc5 Ne5", "Ox Boar"), "ox:c4c5")
    assert (outcome(stream), stream["blue"]["ninjas"]) == (("red", "stream"), ["e5"])
    assert outcome(play(board(LIGHT, "Mc4", "Nc5", "Ox Boar"), "ox:c4c5")) == ("red", "stone")


def test_r54_a_capturing_ninja_is_shown_until_shadows_next_turn() -> None:
    after = play(board(LIGHT, "Mc1 Sd3", "Nd4 Ne5", "Ox Boar", to_move="blue"), "ox:d4d3")
    assert (after["blue"]["revealed"], after["red"]["students"]) == (["d3"], [])
    assert play(after, "crab:c1c2")["blue"]["revealed"] == []


# Combining --------------------------------------------------------------------------------------------------


def test_r60_pawn_ninja_spirit_exchange_lantern() -> None:
    state = board(SHADOW_WIND, "Mc1 Nd2 L2", "Mc5 Ne5", "Hawk Boar", spirit="c3")
    state = play(state, "hawk:c1b2")
    assert state["turn"] == {"phase": "ninja", "card": "Hawk", "spirit_due": True}
    assert legal_steps(state) == ["ninja:d2c1", "ninja:d2c1!", "ninja:stay"]  # first grid; c3 is the spirit's
    state = play(state, "ninja:d2c1")
    assert state["turn"]["phase"] == "spirit"
    state = play(state, "spirit:c3e3")
    assert (state["turn"]["phase"], state["side"]) == ("lantern", "Hawk")
    assert play(state, "lantern:5")["to_move"] == "blue"


def test_r60_the_spirit_in_the_pawns_place_and_the_ninja_after_it() -> None:
    for hand, red, step in (("Ox Boar", "Mc1 Nd2", "ox:c3c4"), ("Hawk Fox", "Ma1 Nd2", "hawk:c3a4")):
        middle = play(board(SHADOW_WIND, red, "Mc5", hand, spirit="c3"), step)
        assert (middle["turn"]["phase"], middle["turn"]["spirit_due"]) == ("ninja", False)
        assert play(middle, "ninja:stay")["to_move"] == "blue"  # no second spirit move


def test_r60_a_swap_with_ninjas_shows_them_until_their_owners_next_turn() -> None:
    state = board(SHADOW_WIND, "Mc1 Nc4 L1", "Ma5 Nc4", "Ox Boar", spirit="c3")
    middle = play(state, "ox:c3c4")  # both ninjas on c4
    for player in ("red", "blue"):
        assert (middle[player]["ninjas"], middle[player]["revealed"]) == (["c3"], ["c3"])
    after = play_all(middle, "ninja:c3d3", "lantern:none")
    assert (after["red"]["ninjas"], after["red"]["revealed"]) == (
        ["d3"],
        ["d3"],
    )  # until Red's next turn begins
    assert (after["blue"]["ninjas"], after["blue"]["revealed"]) == (["c3"], [])  # Blue's begins now


def test_r60_a_shown_ninja_that_is_swapped_is_shown_where_it_goes() -> None:
    after = play(board(SHADOW_WIND, "Mc1 L1", "Ma5 Rc4", "Ox Boar", spirit="c3"), "ox:c3c4")
    assert (after["blue"]["ninjas"], after["blue"]["revealed"]) == (["c3"], ["c3"])


def test_r60_no_ninja_enters_the_spirits_square() -> None:
    middle = play(board(SHADOW_WIND, "Mc1 Nb3", "Mc5", "Ox Boar", spirit="c3"), "ox:c1d1")
    assert legal_steps(middle) == ["ninja:b3b2", "ninja:b3b4", "ninja:stay"]


def test_r60_in_light_shadow_moves_a_ninja_or_the_spirit() -> None:
    state = board(LIGHT_WIND, "Mc1", "Nb5 Nd4", "Ox Lion", to_move="blue", spirit="c4")
    assert with_card(state, "ox") == ["b5a5", "b5b4", "c4b4", "c4c3", "c4c5", "d4d3", "d4d5"]
    assert with_card(state, "lion") == ["b5a4", "d4c3", "d4e5"]
    middle = play(state, "lion:d4c3")
    assert middle["turn"] == {"phase": "spirit", "card": "Lion", "spirit_due": True}
    assert legal_steps(middle) == ["spirit:c4c2", "spirit:c4c3"]
    after = play(middle, "spirit:c4c3")
    assert (after["blue"]["ninjas"], after["blue"]["revealed"], after["spirit"]) == (
        ["c4", "b5"],
        ["c4"],
        "c3",
    )


def test_r60_in_light_only_the_spirits_part_if_no_ninja_can_move() -> None:
    state = board(LIGHT_WIND, "Mc1", "Na5", "Eagle Spider", to_move="blue", spirit="c4")
    assert with_card(state, "eagle") == ["a5b4"]
    blocked = board(LIGHT_WIND, "Mc1", "Na1", "Eagle Bat", to_move="blue", spirit="c4")
    assert with_card(blocked, "eagle") == ["c4a2", "c4e2"]
