"""The text forms of the CodinGame referee."""

import contextlib
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given

import onitama as on
from build import build
from onitama.errors import NotationError
from onitama.notation import (
    CODINGAME_CARDS,
    format_codingame_action,
    format_codingame_turn,
    parse_codingame_action,
    parse_codingame_turn,
    parse_step,
)
from onitama.rules import Position

# Player 1 is to move. Ox (7) and Boar (4) are player 0's; Horse (3) and Tiger (15) player 1's, so turned by 180
# degrees, as is the Rabbit (9) in the middle.
TURN = """\
1
bbBb.
....b
.....
..w..
ww.W.
0 7 0 1 1 0 0 -1 0 0
0 4 0 1 -1 0 1 0 0 0
1 3 0 -1 1 0 0 1 0 0
1 15 0 -2 0 1 0 0 0 0
-1 9 1 1 -1 -1 -2 0 0 0
3
3 A5A4
3 E4E3
15 C5C3
"""


def random_base_position(rng: Random) -> Position:
    position = on.deal("base", rng.randrange(1000))
    for _ in range(rng.randrange(40)):
        if position.legal_steps:
            position = position.play(rng.choice(position.legal_steps))
    return position


def test_the_first_input_of_a_player_is_read() -> None:
    turn = parse_codingame_turn(TURN)
    assert turn.position == build(
        red="Md1 a1 b1 c2",
        blue="Mc5 a5 b5 d5 e4",
        cards="ox boar / horse tiger / rabbit",
        to_move="blue",
        turn_number=2,
        first_turn_done=(True, False),
    )
    assert {number: str(one) for number, one in turn.cards.items()} == {
        7: "Ox",
        4: "Boar",
        3: "Horse",
        15: "Tiger",
        9: "Rabbit",
    }
    assert [str(step) for step in turn.actions] == ["horse:a5a4", "horse:e4e3", "tiger:c5c3"]
    assert set(turn.actions) < set(turn.position.legal_steps)


def test_later_inputs_come_without_the_number_of_the_player() -> None:
    later = TURN.removeprefix("1\n")
    assert parse_codingame_turn(later, on.BLUE) == parse_codingame_turn(TURN)


def test_a_card_is_known_by_its_grid_whatever_its_number() -> None:
    turn = parse_codingame_turn(TURN.replace("\n1 15 ", "\n1 99 ").replace("\n15 C5C3", "\n99 C5C3"))
    assert str(turn.cards[99]) == "Tiger"
    assert str(turn.actions[2]) == "tiger:c5c3"


def test_the_same_side_card_is_turned_for_the_other_player() -> None:
    turned = TURN.removeprefix("1\n").replace("-1 9 1 1 -1 -1 -2 0 0 0", "-1 9 -1 -1 1 1 2 0 0 0")
    moves = turned.partition("\n3\n")[0] + "\n0\n"
    assert str(parse_codingame_turn(moves, on.RED).position.side) == "Rabbit"


def test_a_card_that_nobody_knows_is_what_its_grid_says() -> None:
    """Player 1's card: one step to its own left and two ahead, which is to file d and rank 3 from c5."""
    text = TURN.replace("\n1 15 0 -2 0 1 0 0 0 0\n", "\n1 20 1 -2 0 0 0 0 0 0\n").replace(
        "15 C5C3", "20 C5D3"
    )
    turn = parse_codingame_turn(text)
    unknown = turn.cards[20]
    assert (str(unknown), unknown.moves) == ("Card 20", ((-1, 2),))
    assert set(turn.actions) < set(turn.position.legal_steps)
    assert format_codingame_action(turn.actions[2], turn.cards) == "20 C5D3"
    assert parse_codingame_turn(text) == turn
    with on.Engine("native", hash_mb=1, tablebase=False) as engine:
        assert engine.play(turn.position, on.Limits(depth=3)) in turn.position.legal_steps


def test_cards_of_other_sets_can_be_given_numbers() -> None:
    position = build(cards="ox fox / horse elephant / crab", to_move="blue", red="Mc1 a1", blue="Mc5 b5")
    numbers = dict(enumerate(map(on.card, ("ox", "fox", "horse", "elephant", "crab")), 30))
    turn = parse_codingame_turn(format_codingame_turn(position, first=True, cards=numbers))
    assert [str(one) for one in turn.cards.values()] == ["Ox", "Card 31", "Horse", "Elephant", "Crab"]
    assert turn.cards[31].moves == tuple(sorted(on.card("fox").moves))


@given(st.randoms(use_true_random=False))
def test_what_the_referee_would_send_reads_back(rng: Random) -> None:
    position = random_base_position(rng)
    for first in (True, False):
        text = format_codingame_turn(position, first=first)
        turn = parse_codingame_turn(text, None if first else position.to_move)
        assert turn.position.repetition_key == position.repetition_key
        assert turn.actions == position.legal_steps


@pytest.mark.parametrize("name", ["way-of-the-wind", "way-of-shadow", "way-of-light"])
def test_a_variant_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="expected a position of the base game"):
        format_codingame_turn(on.deal(name, 1))


def test_a_card_of_another_set_is_refused() -> None:
    with pytest.raises(NotationError, match="Fox is no base card"):
        format_codingame_turn(build(cards="ox fox / horse elephant / crab"))


@pytest.mark.parametrize(
    ("step", "answer"), [("boar:c1c2", "4 C1C2"), ("tiger:a1a3", "15 A1A3"), ("eel:pass", "0 PASS")]
)
def test_actions(step: str, answer: str) -> None:
    assert format_codingame_action(parse_step(step)) == answer
    assert str(parse_codingame_action(answer)) == step
    assert str(parse_codingame_action(f"  {answer.lower()}  well played")) == step


def test_all_base_cards_have_a_number() -> None:
    assert sorted(map(str, CODINGAME_CARDS.values())) == [str(one) for one in on.Deck.of("base")]


@pytest.mark.parametrize("step", ["ninja:stay", "lantern:none", "place:a5", "fox:c1c2"])
def test_steps_of_variants_have_no_action(step: str) -> None:
    with pytest.raises(NotationError, match="expected a move or pass with a card that has a number"):
        format_codingame_action(parse_step(step))


@pytest.mark.parametrize(
    "text", ["", "4", "C1C2", "4 C1", "4 C1C6", "16 C1C2", "4 C1C2D3", "x C1C2", "4 PASSED"]
)
def test_a_bad_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a card's number and A1B2 or PASS"):
        parse_codingame_action(text)


@pytest.mark.parametrize(
    ("found", "replaced", "message"),
    [
        (TURN, "", "line 1: expected the player's number 0 or 1, found ''"),
        ("1\nbb", "2\nbb", "line 1: expected the player's number 0 or 1, found '2'"),
        (
            "3\n3 A5A4\n3 E4E3\n15 C5C3\n",
            "",
            "expected 5 lines of board, 5 of cards and the actions, found 10",
        ),
        ("....b", "....x", "board: rank 4: expected five of W B w b ., found '....x'"),
        ("..w..", "..w.", "board: rank 2: expected five of W B w b ., found '..w.'"),
        ("..w..", "..W..", "board: expected at most one W, found 2"),
        ("1 3 0 -1", "2 3 0 -1", "cards: expected owner 0, 1 or -1 and five different cards"),
        ("1 3 0 -1", "1 4 0 -1", "cards: expected owner 0, 1 or -1 and five different cards"),
        (
            "1 3 0 -1 1 0 0 1 ",
            "0 3 0 1 -1 0 0 -1 ",
            "expected two cards for each player and one with owner -1",
        ),
        ("1 3 0 -1", "1 3 0", "cards: expected owner, number and four pairs"),
        ("1 3 0 -1", "1 x 0 -1", "cards: expected owner, number and four pairs"),
        ("1 3 0 -1", "1 3 0 -3", "cards: expected one to four pairs from -2 to 2"),
        ("1 3 0 -1 1 0 0 1 ", "1 3 0 0 0 0 0 0 ", "cards: expected one to four pairs from -2 to 2"),
        ("\n3\n", "\n4\n", "expected '4' actions, found 3"),
        ("15 C5C3", "14 C5C3", "expected a card's number"),
        ("1 3 0 -1 1 0 0 1 0 0", "1 3 0 -1 1 0 -1 0 0 0", "the card Boar is in two places"),
    ],
)
def test_a_bad_input_is_refused_with_the_place(found: str, replaced: str, message: str) -> None:
    assert found in TURN
    with pytest.raises(NotationError) as refused:
        parse_codingame_turn(TURN.replace(found, replaced, 1))
    assert message in str(refused.value)


LINES = st.sampled_from(TURN.splitlines())


@given(
    st.one_of(
        st.text(),
        st.lists(LINES, max_size=16).map("\n".join),
        st.permutations(TURN.splitlines()).map("\n".join),
    ),
    st.sampled_from([on.RED, on.BLUE, None]),
)
def test_any_text_is_read_or_refused(text: str, player: on.Player | None) -> None:
    for parse in (lambda: parse_codingame_turn(text, player), lambda: parse_codingame_action(text)):
        with contextlib.suppress(NotationError):
            parse()
