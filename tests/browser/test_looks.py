"""What is seen: cards the right way round for everybody, phones, barriers, languages."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import BOARD, press, snapshot, start, wait_for_turn
from onitama.player import Player, parse_player

PAGES = ("/", "/analysis", "/learn", "/games", "/settings", "/nothing")

_MARKS = """card => {
    const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = middle(card.querySelector("[data-centre]").getBoundingClientRect());
    const marks = [...card.querySelectorAll("[data-mark]")].map(one => middle(one.getBoundingClientRect()));
    const unit = card.querySelector("[data-centre] rect").getBoundingClientRect().width / 0.92;
    return marks.map(([mx, my]) => [Math.round((mx - x) / unit), Math.round((y - my) / unit)]);
}"""


def seen_marks(page: Page, card: str) -> set[tuple[int, int]]:
    """The squares that a card marks, as they lie on the screen: to the right, up."""
    found = page.locator(f'.ob-card[data-card="{card}"]').evaluate(_MARKS)
    return {(right, up) for right, up in found}


def check_cards(page: Page, seat: Player, view: dict[str, Any]) -> None:
    """All five cards are turned to their owners, lie on their sides, and so does the side card."""
    next_user = parse_player(view["to_move"])
    lying = [(name, parse_player(owner)) for owner in view["hands"] for name in view["hands"][owner]]
    board = page.locator(".ob-frame").bounding_box()
    assert board is not None
    middle_x, middle_y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    for name, owner in [*lying, (view["side"], next_user)]:
        card = on.card(name)
        sign = 1 if owner is seat else -1
        assert seen_marks(page, card.slug) == {(sign * dx, sign * dy) for dx, dy in card.moves}, name
        box = page.locator(f'.ob-card[data-card="{card.slug}"]').bounding_box()
        assert box is not None
        is_near = box["y"] + box["height"] / 2 > middle_y
        assert is_near == (owner is seat), name
        if name == view["side"]:
            assert (box["x"] + box["width"] / 2 > middle_x) == (owner is seat)


@pytest.mark.parametrize("width", [360, 1280])
def test_cards_are_the_right_way_round_from_every_seat(new_page: NewPage, width: int) -> None:
    red = new_page("/", width, 760)
    start(red, mode="Play a friend by link", colour="red", seed="3")
    blue, watcher = new_page(red.url, width, 760), new_page(red.url, width, 760)
    blue.get_by_role("button", name="Take the free seat").click()
    wait_for_turn(red)
    first_view = snapshot(red)["state"]["view"]
    for turn in range(2):
        for page, seat in ((red, on.RED), (blue, on.BLUE), (watcher, on.RED)):
            expect(page.locator(".turn")).to_have_count(turn)
            view = snapshot(page)["state"]["view"]
            check_cards(page, seat, view)
        if turn == 0:
            press(red, "c1")
            press(red, "d2")
    for page, seat in ((red, on.RED), (blue, on.BLUE)):
        page.get_by_role("button", name="To the start").click()
        expect(page.locator('.ob-card[data-card="rabbit"]')).to_have_attribute("data-owner", "red")
        check_cards(page, seat, first_view)
        page.get_by_role("button", name="Turn the board").click()
        check_cards(page, seat.other, first_view)


def test_a_phone_shows_the_whole_board_and_nothing_sideways(new_page: NewPage) -> None:
    page = new_page("/", 360, 640)
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/")
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator(".ob-frame").bounding_box()
    assert box is not None
    assert box["width"] >= 340
    for card in page.locator(".ob-card").all():
        place = card.bounding_box()
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 361
        assert place["y"] + place["height"] <= 640


@pytest.mark.parametrize("is_dark", [False, True])
def test_no_page_has_serious_barriers(new_page: NewPage, axe: str, is_dark: bool) -> None:
    page = new_page("/", is_dark=is_dark)
    for path in (*PAGES, "game") if not is_dark else ("/nothing", "game"):
        if path == "game":
            page.goto("/")
            start(page, variant="way-of-shadow", colour="red", seed="3")
            wait_for_turn(page)
        else:
            page.goto(path)
            expect(page.locator("h1")).to_be_attached()
        page.evaluate(axe)
        found = page.evaluate("axe.run().then(result => result.violations)")
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        told = [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in serious]
        assert told == [], path


def test_english_and_german_are_complete(new_page: NewPage) -> None:
    words = Path(__file__).parents[2] / "web" / "app" / "words"
    german = json.loads((words / "de.json").read_text())
    page = new_page("/", locale="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("h1")).to_have_text(german["home.title"])
    page.goto("/settings")
    page.get_by_label(german["settings.language"]).select_option("en")
    expect(page.locator("h1")).to_have_text("Settings")
    page.reload()
    expect(page.locator("h1")).to_have_text("Settings")


def test_what_is_chosen_stays_where_nothing_can_be_kept(new_page: NewPage) -> None:
    page = new_page("/")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    page.goto("/settings")
    page.get_by_role("combobox", name="Colours").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Play", exact=True).click()
    start(page, colour="red", seed="3")
    expect(page.locator(BOARD)).to_be_visible()
