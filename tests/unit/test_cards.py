"""The card data and decks (R2, R20-R23)."""

import copy
import pickle

import pytest

import onitama as on
from onitama.cards import CARDS, CardSet, DataStatus, Deck, Kind, card
from onitama.errors import InvalidDeck, UnknownCard


def test_all_57_cards_are_there() -> None:
    counts = {one: sum(c.card_set is one for c in CARDS.values()) for one in CardSet}
    assert counts == {
        CardSet.BASE: 16,
        CardSet.SENSEIS_PATH: 16,
        CardSet.WAY_OF_THE_WIND: 10,
        CardSet.PROMO: 15,
    }
    assert len(CARDS) == 57


def test_base_stamps_are_eight_of_each_colour() -> None:
    stamps = [one.stamp for one in Deck.of("base")]
    assert stamps.count(on.RED) == stamps.count(on.BLUE) == 8


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("Tiger", {(0, 2), (0, -1)}),
        ("Dragon", {(-2, 1), (2, 1), (-1, -1), (1, -1)}),
        ("Rabbit", {(1, 1), (2, 0), (-1, -1)}),
        ("Cobra", {(1, 1), (-1, 0), (1, -1)}),
        ("Turtle", {(-2, 0), (2, 0), (-1, -1), (1, -1)}),
        ("Hornet", {(0, 1), (1, 0), (-2, -2)}),
    ],
)
def test_r2_pictures_read_with_up_toward_the_opponent(name: str, moves: set[tuple[int, int]]) -> None:
    assert set(card(name).moves) == moves


def test_no_grid_moves_nowhere_or_is_empty() -> None:
    for one in CARDS.values():
        for grid in (one.moves, one.master_moves, one.spirit_moves):
            assert grid
            assert (0, 0) not in grid


def test_cards_of_one_kind_have_the_grids_of_that_kind() -> None:
    for one in CARDS.values():
        assert (one.master_moves != one.moves) is (one.kind is Kind.DUAL)
        assert (one.spirit_moves != one.moves) is (one.kind is Kind.WIND)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Frog", "Rabbit"),
        ("Goose", "Rooster"),
        ("Horse", "Ox"),
        ("Eel", "Cobra"),
        ("Sea Snake", "Viper"),
        ("Goat", "Sheep"),
        ("Centipede", "Hornet"),
        ("Serow", "Cat"),
    ],
)
def test_mirrors(one: str, other: str) -> None:
    assert card(one).mirror is card(other)
    assert card(other).mirror is card(one)


def test_symmetric_cards_have_no_mirror_unless_another_card_has_their_pattern() -> None:
    assert card("Tiger").mirror is None
    assert card("Giraffe").mirror is card("Butterfly")


def test_r21_cards_of_equal_pattern_stay_apart() -> None:
    giraffe, butterfly = card("Giraffe"), card("Butterfly")
    assert giraffe.moves == butterfly.moves
    assert giraffe != butterfly
    start = on.deal_by_hand(
        "base", red=("Giraffe", "Butterfly"), blue=("Ox", "Boar"), side="Crab", starter=on.RED
    )
    assert {str(step) for step in start.legal_steps} >= {"giraffe:c1a2", "butterfly:c1a2"}
    after = start.play("butterfly:c1a2")
    assert after.side is butterfly
    assert giraffe in after.hands[on.RED]


def test_r22_exactly_four_cards_have_a_grid_for_the_master() -> None:
    assert {one.name for one in CARDS.values() if one.kind is Kind.DUAL} == {
        "Okija",
        "Mejika",
        "Kumo",
        "Sasori",
    }


def test_r23_unconfirmed_cards_are_marked_explained_and_in_no_set_deck() -> None:
    unconfirmed = {one for one in CARDS.values() if one.data is DataStatus.UNCONFIRMED}
    assert {one.name for one in unconfirmed} == {"Nessie", "Whale", "Cricket"}
    assert all(one.note for one in CARDS.values() if one.data is not DataStatus.CONFIRMED)
    everything = Deck.of("base", "senseis-path", "way-of-the-wind", "promo")
    assert len(everything) == 54
    assert not unconfirmed & set(everything)
    assert len(Deck.of("promo")) == 12
    assert len(Deck.of("promo", "Nessie")) == 13


def test_names_are_read_in_any_writing() -> None:
    assert {card(text) for text in ("Sea Snake", "sea-snake", "SEASNAKE", "sea_snake")} == {
        CARDS["Sea Snake"]
    }
    assert card("Sea Snake").slug == "sea-snake"


@pytest.mark.parametrize("name", ["", "Unicorn", "Tigerr", "ti ger!", None, 7])
def test_an_unknown_card_is_an_error_that_names_it(name: object) -> None:
    with pytest.raises(UnknownCard, match=repr(name)):
        card(name)  # type: ignore[arg-type]


def test_cards_keep_their_identity_through_pickle_and_copy() -> None:
    for one in CARDS.values():
        assert pickle.loads(pickle.dumps(one)) is one
        assert copy.deepcopy(one) is one


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (("Ox", "Boar", "Horse", "Crab"), "at least five cards, found 4"),
        ((), "at least five cards, found 0"),
        (("base", "Ox"), "Ox is in the deck twice"),
        (("Ox", "Ox", "Boar", "Horse", "Crab"), "Ox is in the deck twice"),
    ],
)
def test_r20_a_deck_that_cannot_be_dealt_is_refused(parts: tuple[str, ...], message: str) -> None:
    with pytest.raises(InvalidDeck, match=message):
        Deck.of(*parts)


def test_r20_sets_and_single_cards_join_at_will() -> None:
    assert [len(Deck.of(name)) for name in ("base", "senseis-path", "way-of-the-wind", "promo")] == [
        *(16, 16, 10, 12)
    ]
    assert set(Deck.of("base", "senseis-path")) == {*Deck.of("base"), *Deck.of("senseis-path")}
    five = Deck.of("Goat", "Sheep", "Kumo", "Ox", "Whale")
    position = on.deal(on.Rules(five), seed=1)
    assert {*position.hands[0], *position.hands[1], position.side} == set(five)


def test_r20_an_unknown_name_in_a_deck_is_refused() -> None:
    with pytest.raises(UnknownCard, match="'Sensei'"):
        Deck.of("base", "Sensei")


def test_a_deck_does_not_depend_on_the_order_of_its_parts() -> None:
    assert Deck.of("base", "Goat", "Sheep") == Deck.of("Sheep", "base", "Goat")


def test_r20_wind_cards_need_the_spirit() -> None:
    with pytest.raises(InvalidDeck, match="wind card"):
        on.Rules(Deck.of("base", "Bat"))
    with pytest.raises(InvalidDeck, match="only in games with the spirit"):
        on.Rules(wind_cards=2)


@pytest.mark.parametrize("number", [-1, 6, 2.0, True, "2"])
def test_r35_the_number_of_wind_cards_is_checked(number: object) -> None:
    with pytest.raises(InvalidDeck, match="0 to 5"):
        on.Rules(spirit=True, wind_cards=number)  # type: ignore[arg-type]


def test_r35_a_deck_with_too_few_of_a_kind_is_refused() -> None:
    with pytest.raises(InvalidDeck, match="2 wind cards are to be dealt, the deck has 1"):
        on.Rules(Deck.of("base", "Bat"), spirit=True)
    with pytest.raises(InvalidDeck, match="3 movement cards are to be dealt, the deck has 2"):
        on.Rules(Deck.of("Bat", "Eagle", "Hawk", "Ox", "Boar"), spirit=True)
