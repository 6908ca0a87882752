"""Boards and cards as SVG; the goldens are written by running this file."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import onitama as on
from build import build, play
from onitama.geometry import destinations, format_square, parse_square, squares
from onitama.observe import observe
from onitama.render import board_svg, card_svg, describe
from onitama.render.view import grids_of, side_owner
from onitama.rules import Phase
from random_states import random_state

GOLDEN = Path(__file__).parents[1] / "golden/render"
SEATS = list(on.Player)
SVG = "{http://www.w3.org/2000/svg}"

Spot = tuple[float, float]


def full_house() -> on.Position:
    """Everything a picture can have: spirit, ninjas hidden and shown, lanterns, cards of all kinds."""
    return build(
        hidden="shadow",
        spirit="c3",
        red="Mc1 a1 e1",
        red_ninjas="b2",
        blue="Mc5 d4",
        blue_ninjas="d3",
        revealed="d3",
        lanterns=(2, 1),
        cards="hawk ox / okija nessie / moth",
        turn={"phase": "ninja", "card": "Hawk", "spirit_due": True},
    )


PICTURES: dict[str, Callable[[], str]] = {
    "base": lambda: board_svg(on.deal("base", seed=7)),
    "full-house": lambda: board_svg(
        full_house(), seat=on.BLUE, targets=range(12), last_step="hawk:b3c4 lantern:b"
    ),
    "board-alone": lambda: board_svg(
        build(red_ninjas="c3", blue_ninjas="c3", hidden="shadow"), cards=False, coordinates=False
    ),
    "rhinoceros": lambda: card_svg(on.card("rhinoceros"), on.BLUE, size=300),
    "okija": lambda: card_svg(on.card("okija")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_golden_one(name: str) -> None:
    assert PICTURES[name]() + "\n" == (GOLDEN / f"{name}.svg").read_text("utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stands_alone_and_leaves_the_page_alone(name: str) -> None:
    svg = PICTURES[name]()
    for element in ElementTree.fromstring(svg).iter():
        assert element.tag.removeprefix(SVG) in (
            *("svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "text"),
        )
        assert not {"id", "class", "style", "href"} & set(element.attrib)
    assert svg.count("http") == 1  # the namespace
    assert "url(" not in svg
    assert not re.search(r"\d\.\d{3}", svg)


# Reading a picture


def places(element: Element, at: Spot = (0, 0)) -> Iterator[tuple[Element, Spot]]:
    """Every element with the place of its origin in the picture; scaled groups hold nothing to be placed."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        at = at[0] + float(moved[1]), at[1] + float(moved[2])
    yield element, at
    for child in element:
        yield from places(child, at)


def found(svg: str, key: str) -> list[tuple[str, Spot, Element]]:
    """Everything with that data attribute: its value, its place, the element."""
    root = ElementTree.fromstring(svg)
    return [(element.attrib[key], at, element) for element, at in places(root) if key in element.attrib]


def square_places(svg: str) -> dict[str, Spot]:
    return {name: at for name, at, _ in found(svg, "data-square")}


def card_places(svg: str) -> dict[str, Spot]:
    return {name: at for name, at, _ in found(svg, "data-card")}


def mark_spots(grid: Element) -> set[tuple[int, int]]:
    """The marked cells of a drawn grid, in columns to the right and rows down from its middle."""
    cells = [(element, at) for element, at in places(grid) if element.get("transform", "").count("scale")]
    assert len(cells) == 25
    middle = cells[12][1]
    pitch = cells[1][1][0] - cells[0][1][0]
    return {
        (round((x - middle[0]) / pitch), round((y - middle[1]) / pitch))
        for element, (x, y) in cells
        if "data-mark" in element.attrib
    }


# Where things lie


def test_r1_each_seat_has_its_home_row_at_the_bottom() -> None:
    red, blue = (square_places(board_svg(on.deal("base", seed=7), seat=seat)) for seat in SEATS)
    assert len(red) == len(blue) == 25
    assert red["a1"][0] < red["b1"][0] < red["e1"][0]
    assert red["a5"][1] < red["a4"][1] < red["a1"][1]
    assert blue["a1"][0] > blue["b1"][0] > blue["e1"][0]
    assert blue["a5"][1] > blue["a4"][1] > blue["a1"][1]


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_the_coordinates_are_beside_their_squares(seat: on.Player) -> None:
    position = on.deal("base", seed=7)
    svg = board_svg(position, seat=seat, cards=False)
    where = square_places(svg)
    names = {t.text: t for t in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    for square, (x, y) in where.items():
        assert float(names[square[0]].attrib["x"]) == x
        assert abs(float(names[square[1]].attrib["y"]) - y) < 10
    bare = board_svg(position, cards=False, coordinates=False)
    assert not list(ElementTree.fromstring(bare).iter(f"{SVG}text"))


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_every_piece_stands_on_its_square(seat: on.Player) -> None:
    rng = Random(2)
    for _ in range(40):
        position = on.Position.from_json(random_state(rng))
        svg = board_svg(position, seat=seat)
        by_place = {at: square for square, at in square_places(svg).items()}
        shown = [(by_place.get(at, "beside"), name) for name, at, _ in found(svg, "data-piece")]
        pieces = [(format_square(square), position.piece_at(square)) for square in range(25)]
        expected = [
            (square, f"{piece.owner} {piece.kind}" if piece.owner is not None else piece.kind.value)
            for square, piece in pieces
            if piece is not None
        ]
        ninjas = [
            ("beside" if position.ninjas_mask[0] & position.ninjas_mask[1] & 1 << square else name, owner)
            for owner in SEATS
            for square in squares(position.ninjas_mask[owner])
            for name in [format_square(square)]
        ]
        assert sorted(shown) == sorted([*expected, *((where, f"{owner} ninja") for where, owner in ninjas)])


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_r2_all_five_cards_mark_what_they_mark_on_the_board(seat: on.Player) -> None:
    """A card's marks lie around its middle as its squares lie around c3 in the same picture."""
    rng = Random(3)
    for _ in range(40):
        position = on.Position.from_json(random_state(rng))
        svg = board_svg(position, seat=seat)
        where = square_places(svg)
        owners = {one.slug: player for player in SEATS for one in position.hands[player]}
        owners[position.side.slug] = side_owner(position)
        drawn = {name: element for name, _, element in found(svg, "data-card")}
        assert set(drawn) == set(owners)
        for slug, owner in owners.items():
            assert drawn[slug].get("data-owner") == str(owner)
            grids = [element for element, _ in places(drawn[slug]) if "data-grid" in element.attrib]
            for (piece, grid), element in zip(grids_of(on.card(slug)), grids, strict=True):
                assert element.get("data-grid") == piece
                (x0, y0), reached = where["c3"], squares(destinations(grid, owner, parse_square("c3")))
                assert mark_spots(element) == {
                    (round((where[name][0] - x0) / 100), round((where[name][1] - y0) / 100))
                    for name in map(format_square, reached)
                }


@pytest.mark.parametrize("one", on.CARDS.values(), ids=str)
def test_r2_a_card_is_upright_for_its_owner_and_turned_for_the_other(one: on.Card) -> None:
    for owner, seat in [(None, on.RED), *((owner, seat) for owner in SEATS for seat in SEATS)]:
        sign = 1 if owner in (None, seat) else -1
        grids = [element for _, _, element in found(card_svg(one, owner, seat=seat), "data-grid")]
        for (_, grid), element in zip(grids_of(one), grids, strict=True):
            assert mark_spots(element) == {(sign * dx, -sign * dy) for dx, dy in grid}


def test_the_own_hand_is_below_the_board_and_the_names_are_at_their_owners_side() -> None:
    position = on.deal("base", seed=7)
    for seat in SEATS:
        svg = board_svg(position, seat=seat)
        where, board = card_places(svg), [y for _, y in square_places(svg).values()]
        for card in position.hands[seat]:
            assert where[card.slug][1] > max(board)
        for card in position.hands[seat.other]:
            assert where[card.slug][1] < min(board)
        own, other = position.hands[seat], position.hands[seat.other]
        assert where[own[0].slug][0] < where[own[1].slug][0]  # from left to right for each owner
        assert where[other[0].slug][0] > where[other[1].slug][0]
        for slug, _, element in found(svg, "data-card"):
            name_y = float(next(element.iter(f"{SVG}text")).attrib["y"])
            assert (name_y > 100) is (element.get("data-owner") == str(seat)), slug


def side_is_at_right(position: on.Position, seat: on.Player) -> bool:
    svg = board_svg(position, seat=seat)
    x = card_places(svg)[position.side.slug][0]
    board = [place for place, _ in square_places(svg).values()]
    assert x > max(board) or x < min(board) - 150
    return x > max(board)


def test_r11_r13_the_side_card_lies_at_the_right_of_who_takes_it_next() -> None:
    start = on.deal("base", seed=7)
    assert start.to_move is on.RED
    assert side_is_at_right(start, on.RED)
    assert not side_is_at_right(start, on.BLUE)
    after = start.play(start.legal_steps[0])
    assert not side_is_at_right(after, on.RED)
    assert side_is_at_right(after, on.BLUE)


def test_r41_in_the_lantern_step_the_side_card_is_already_the_opponents() -> None:
    position = build(
        hidden="shadow",
        red_ninjas="a2",
        blue_ninjas="a4",
        lanterns=(1, 0),
        turn={"phase": "lantern", "card": None, "spirit_due": False},
    )
    assert (position.phase, position.to_move) == (Phase.LANTERN, on.RED)
    assert not side_is_at_right(position, on.RED)
    assert side_is_at_right(position, on.BLUE)


def test_r51_before_the_first_turn_the_side_card_is_the_starters() -> None:
    position = on.deal("way-of-light", seed=4)
    assert position.to_move is on.BLUE  # places, but Light starts
    assert side_is_at_right(position, on.RED)


def test_the_card_in_use_is_marked() -> None:
    position = full_house()
    marked = [
        slug
        for slug, _, card in found(board_svg(position), "data-card")
        if any("data-use" in e.attrib for e in card)
    ]
    assert marked == ["hawk"]
    assert "data-use" not in board_svg(on.deal("base", seed=7))


# What is to be seen


def test_two_grids_differ_in_the_shape_of_their_marks() -> None:
    shapes = {}
    for name in ("hawk", "okija"):
        for piece, _, grid in found(card_svg(on.card(name)), "data-grid"):
            marks = [element for element in grid if "data-mark" in element.attrib]
            shapes[piece] = {mark[-1].tag.removeprefix(SVG) for mark in marks}
    assert shapes == {"pawn": {"rect"}, "student": {"rect"}, "spirit": {"path"}, "master": {"circle"}}


def test_pieces_of_both_colours_and_all_kinds_differ_in_shape() -> None:
    svg = board_svg(full_house())
    shapes = {}
    for name, _, element in found(svg, "data-piece"):
        drawn = ElementTree.tostring(element, encoding="unicode")
        shapes[name] = re.sub(
            r'(transform="translate[^"]*"|(fill|stroke)="#\w+"|data-piece="[^"]*")', "", drawn
        )
    assert len(set(shapes.values())) == len(shapes) == 7


def test_r23_r35_stamps_are_shown_as_far_as_they_are_known() -> None:
    def look(name: str) -> tuple[str | None, bool, bool]:
        svg = card_svg(on.card(name))
        stamps = found(svg, "data-stamp")
        hollow = any("stroke-dasharray" in element.attrib for _, _, stamp in stamps for element in stamp)
        return stamps[0][0] if stamps else None, hollow, ">unconfirmed<" in svg

    assert look("boar") == ("red", False, False)
    assert look("ox") == ("blue", False, False)
    assert look("moth") == ("blue", True, False)
    assert look("nessie") == ("red", True, True)
    assert look("whale") == (None, False, True)


def test_a_hidden_ninja_is_a_ghost_and_a_shown_one_is_not() -> None:
    ghosts = {
        name: any("stroke-dasharray" in element.attrib for element in piece.iter())
        for name, _, piece in found(board_svg(full_house()), "data-piece")
        if name.endswith("ninja")
    }
    assert ghosts == {"red ninja": True, "blue ninja": False}


def test_r70_what_an_observation_does_not_know_is_not_drawn() -> None:
    pictures = set()
    for square in ("b5", "d5"):
        start = play(on.deal("way-of-shadow", seed=3), f"place:{square} place:b1")
        pictures.add(board_svg(observe([], start, on.RED)))
        assert "blue ninja" in {name for name, _, _ in found(board_svg(start), "data-piece")}
    (picture,) = pictures
    names = {name for name, _, _ in found(picture, "data-piece")}
    assert "red ninja" in names
    assert "blue ninja" not in names


def test_only_the_last_step_that_is_given_is_marked() -> None:
    position = full_house()

    def marked(last_step: str | None) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = {}
        for name, _, square in found(board_svg(position, last_step=last_step), "data-square"):
            kinds = [element.attrib["data-last"] for element in square if "data-last" in element.attrib]
            if kinds:
                shown[name] = kinds
        return shown

    assert marked("ox:b3c4 ninja:?") == {"b3": ["step", "origin"], "c4": ["step"]}
    assert marked("ox:? spirit:c3b3=blue") == {"c3": ["step", "origin"], "b3": ["step"]}
    assert marked("ninja:?b3!=no") == {"b3": ["step"]}
    assert marked("ox:?") == marked(None) == {}
    with pytest.raises(on.NotationError, match="boar-c1c2"):
        board_svg(position, last_step="boar-c1c2")
    step = on.deal("base", seed=7).legal_steps[0]
    assert board_svg(position, last_step=step) == board_svg(position, last_step=str(step))


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_the_light_of_a_lantern_lies_on_its_line(seat: on.Player) -> None:
    for line, square in (("b", "b3"), ("2", "c2")):
        svg = board_svg(full_house(), seat=seat, cards=False, last_step=f"lantern:{line}=yes")
        ((_, _, band),) = found(svg, "data-lantern")
        x, y, width, height = (float(band.attrib[key]) for key in ("x", "y", "width", "height"))
        assert {width, height} == {100, 500}
        assert square_places(svg)[square] == (x + width / 2, y + height / 2)


def test_targets_are_marked_by_whether_something_stands_there() -> None:
    position = full_house()
    targets = [parse_square(name) for name in ("b1", "d4", "d3")]
    shown = {
        name: element.attrib["data-target"]
        for name, _, square in found(board_svg(position, targets=targets), "data-square")
        for element in square
        if "data-target" in element.attrib
    }
    assert shown == {"b1": "empty", "d4": "taken", "d3": "taken"}


def plates(view: on.Position) -> dict[str, str]:
    return {
        name: " ".join(filter(None, (element.text for element in plate.iter(f"{SVG}text"))))
        for name, _, plate in found(board_svg(view), "data-player")
    }


def test_the_plates_say_who_has_to_do_what_and_who_has_won() -> None:
    assert plates(on.deal("base", seed=7)) == {"red": "Red to move", "blue": "Blue"}
    assert plates(full_house()) == {"red": "Red to move the ninja", "blue": "Blue"}
    won = build(red="Mc5", blue="Mb2")
    assert plates(won) == {"red": "Red wins by the Stream", "blue": "Blue"}


def test_a_picture_has_words_for_those_who_cannot_see_it() -> None:
    position = full_house()
    root = ElementTree.fromstring(board_svg(position, seat=on.BLUE))
    title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-label") == title == "Onitama: Turn 9: Red to move its ninja with Hawk, or leave it"
    assert description == describe(position, on.BLUE)
    card = ElementTree.fromstring(card_svg(on.card("fox")))
    assert card.get("aria-label") == card.findtext(f"{SVG}title") == "Onitama card Fox"
    assert (
        card.findtext(f"{SVG}desc") == "Fox, red stamp: 1 forward and 1 right; 1 right; 1 back and 1 right."
    )


@pytest.mark.parametrize("size", [200, 800])
def test_the_size_is_the_width_in_pixels(size: int) -> None:
    for svg in (board_svg(on.deal("base", seed=7), size=size), card_svg(on.card("ox"), size=size)):
        root = ElementTree.fromstring(svg)
        _, _, width, height = map(int, root.attrib["viewBox"].split())
        assert root.get("width") == str(size)
        assert float(root.attrib["height"]) == pytest.approx(size * height / width, abs=1)


# Notebooks


def test_notebooks_draw_cards_positions_observations_and_games() -> None:
    position = on.deal("base", seed=7)
    step = position.legal_steps[0]
    game = on.Game(position)
    game.play(step)
    view = game.observe(on.BLUE)

    def picture(shown: object) -> str:
        return str(shown._repr_svg_())  # type: ignore[attr-defined]

    assert picture(on.card("ox")) == card_svg(on.card("ox"))
    assert picture(position) == board_svg(position)
    assert picture(view) == board_svg(view, seat=on.BLUE, last_step=step)
    assert picture(game) == board_svg(game.observe(None), last_step=step)


def test_r70_the_notebook_picture_of_a_hidden_game_shows_no_hidden_ninja() -> None:
    game = on.Game.deal("way-of-shadow", seed=3)
    game.play("place:b5")
    game.play("place:b1")
    pieces = {name for name, _, _ in found(game._repr_svg_(), "data-piece")}  # type: ignore[attr-defined]
    assert pieces == {f"{player} {kind}" for player in SEATS for kind in ("master", "student")}


if __name__ == "__main__":
    for name, make in PICTURES.items():
        (GOLDEN / f"{name}.svg").write_text(make() + "\n", "utf-8")
