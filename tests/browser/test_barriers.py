"""No page and no state of a game keeps anybody out: axe finds nothing serious, in light or in dark."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser_play import press, snapshot, start, wait_for_turn

_LESSONS = (
    "demo",
    "first-game",
    "base",
    "senseis-path",
    "way-of-the-wind",
    "way-of-shadow",
    "way-of-light",
    "formats",
    "strategy",
    "exercises",
    "cards",
    "glossary",
)
_PAGES = (
    "/",
    "/analysis",
    "/learn",
    *(f"/learn/{one}" for one in _LESSONS),
    "/learn/nothing",
    "/games",
    "/settings",
    "/nothing",
    "/r/nothing",
)
_RUN = """only => axe.run(document, only.length ? { runOnly: only } : {}).then(({ violations }) => violations
    .filter(one => one.impact === "serious" || one.impact === "critical")
    .map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 150))]))"""


def check(page: Page, axe: str, what: str) -> None:
    """Look for barriers; in dark only colours can be others."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    page.emulate_media(color_scheme="light")
    assert page.evaluate(_RUN, []) == [], what
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(_RUN, ["color-contrast"]) == [], f"{what}, dark"
    page.emulate_media(color_scheme="light")


def test_every_page(new_page: NewPage, axe: str) -> None:
    page = new_page("/")
    for path in _PAGES:
        page.goto(path)
        expect(page.get_by_text("Loading …")).to_have_count(0)
        expect(page.locator("main h1, main h2").first).to_be_attached()
        check(page, axe, path)
    expect(page.get_by_text("There is no such room.")).to_be_visible()


def test_states_of_games(new_page: NewPage, axe: str) -> None:
    page = new_page("/")
    start(page, variant="way-of-shadow", mode="Two on one device", colour="red", seed="3")
    wait_for_turn(page)
    check(page, axe, "placing a ninja")
    page.locator(".ob-open").first.click()
    cover = page.get_by_role("button", name=re.compile("show the board"))
    expect(cover).to_be_visible()
    check(page, axe, "the hand-over")

    page.goto("/")
    start(page, colour="red", seed="3", format_="coaching")
    page.locator('.ob-card[data-card="tiger"]').click()
    press(page, "c1")
    press(page, "c3")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    check(page, axe, "a coaching round")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".turn")).not_to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    check(page, axe, "whether to resign")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()
    check(page, axe, "the result")
    page.get_by_role("link", name="Review the game").click()
    expect(page.locator("svg.chart")).to_be_visible()
    check(page, axe, "the game looked back at")


def test_a_friend_a_watcher_and_a_question(new_page: NewPage, axe: str) -> None:
    red = new_page("/")
    start(red, mode="Play a friend by link", colour="red", seed="3")
    check(red, axe, "waiting for a friend")
    blue, watcher = new_page(red.url), new_page(red.url)
    check(watcher, axe, "a free seat")
    blue.get_by_role("button", name="Take the free seat").click()
    wait_for_turn(red)
    assert snapshot(watcher)["state"]["you"] is None
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    check(watcher, axe, "watching")
    blue.get_by_role("button", name="Offer a draw").click()
    expect(red.get_by_role("button", name="Accept")).to_be_visible()
    check(red, axe, "an offer")
    press(red, "c1")
    expect(red.locator(".ob-target")).not_to_have_count(0)
    check(red, axe, "a piece is chosen")
