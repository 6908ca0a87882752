"""Whole games in a real browser, against the real server."""

import re

import pytest
from playwright.sync_api import expect

import onitama as on
from browser.conftest import NewPage
from browser_play import (
    BOARD,
    moment,
    observation,
    play_and_see,
    play_out,
    press,
    snapshot,
    start,
    wait_for_turn,
)


@pytest.mark.parametrize("variant", ["base", "way-of-the-wind", "way-of-shadow", "way-of-light"])
def test_a_game_against_the_computer_is_played_to_its_end(new_page: NewPage, variant: str) -> None:
    page = new_page()
    start(page, variant=variant, colour="red", seed="7")
    with on.Engine() as engine:
        data = play_out(page, engine)
    outcome = data["state"]["view"]["outcome"]
    assert outcome["by"] in ("stone", "stream")
    result = page.locator(".result")
    expect(result).to_contain_text(outcome["winner"].capitalize())
    expect(result).to_contain_text(f"Way of the {outcome['by'].capitalize()}")
    board, banner = page.locator(BOARD).bounding_box(), result.bounding_box()
    assert board is not None
    assert banner is not None
    assert banner["x"] >= board["x"] + board["width"] or banner["y"] >= board["y"] + board["height"]


def test_two_people_play_by_link_and_one_comes_back(new_page: NewPage) -> None:
    red = new_page()
    start(red, mode="Play a friend by link", colour="red", seed="3")
    expect(red.get_by_label("Link to this game")).to_have_value(red.url)
    blue, watcher = new_page(red.url), new_page(red.url)
    blue.get_by_role("button", name="Take the free seat").click()
    with on.Engine() as engine:
        for turn in range(4):
            mover, other = (red, blue) if turn % 2 == 0 else (blue, red)
            wait_for_turn(mover)
            data = snapshot(mover)
            play_and_see(mover, str(engine.analyse(observation(data), on.Limits(depth=4)).best))
            expect(other.locator(".turn")).to_have_count(turn + 1)
            if turn == 1:
                red.reload()
                expect(red.locator(".turn")).to_have_count(2)
    expect(watcher.locator(".turn")).to_have_count(4)
    expect(watcher.locator(f"{BOARD} .ob-open")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)

    blue.get_by_role("button", name="Offer a draw").click()
    red.get_by_role("button", name="Accept").click()
    for page in (red, blue, watcher):
        expect(page.locator(".result")).to_contain_text("Draw")
    red.get_by_role("button", name="Rematch").click()
    blue.get_by_role("button", name="Accept").click()
    for page in (red, blue, watcher):
        expect(page.locator(".result")).to_have_count(0)
        expect(page.locator(f"{BOARD} .ob-from, {BOARD} .ob-to, {BOARD} .ob-last")).to_have_count(0)


def test_a_double_click_plays_once_and_a_new_move_leaves_history_alone(new_page: NewPage) -> None:
    page = new_page()
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    press(page, "a1")
    page.locator('.ob-hit[data-square="a3"]').dblclick()
    expect(page.locator(".turn")).not_to_have_count(0)
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(f"{BOARD} .ob-open")).to_have_count(0)
    expect(page.locator('[data-piece="red-student"][data-square="a1"]')).to_have_count(1)
    expect(page.locator(".turn")).to_have_count(2)  # the computer's answer
    expect(page.locator('[data-piece="red-student"][data-square="a1"]')).to_have_count(1)
    expect(page.locator('.ob-card[data-card="tiger"]')).to_have_attribute("data-owner", "red")
    page.get_by_role("button", name="Back to the game").last.click()
    expect(page.locator('[data-piece="red-student"][data-square="a3"]')).to_have_count(1)
    expect(page.locator('.ob-card[data-card="tiger"]')).to_have_attribute("data-owner", "blue")
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".turn")).to_have_count(0)


def test_a_game_is_played_with_the_keyboard_only(new_page: NewPage) -> None:
    page = new_page("/", 1280, 900)
    page.get_by_label("You play").focus()
    page.keyboard.type("Red")
    page.get_by_text("More choices").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Seed of the deal").focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")
    wait_for_turn(page)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.square") == "c1":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".ob-target")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".ob-target")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".turn").first).to_contain_text("Rabbit c1–d2")


def test_two_on_one_device_hand_over_what_is_hidden(new_page: NewPage) -> None:
    page = new_page()
    start(page, variant="way-of-shadow", mode="Two on one device", colour="red", seed="3")
    for _ in range(2):
        wait_for_turn(page)
        state = snapshot(page)["state"]
        page.locator(".ob-open").first.click()
        cover = page.get_by_role("button", name=re.compile("show the board"))
        expect(cover).to_be_visible()
        expect(page.locator(BOARD)).to_have_count(0)
        cover.click()
        assert state["view"]["rules"]["hidden"] == "shadow"


def test_a_piece_can_be_dragged(new_page: NewPage) -> None:
    page = new_page()
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    page.locator('.ob-hit[data-square="c1"]').drag_to(page.locator('.ob-hit[data-square="e5"]'))
    expect(page.locator(".turn")).to_have_count(0)
    page.locator('.ob-hit[data-square="c1"]').drag_to(page.locator('.ob-hit[data-square="d2"]'))
    expect(page.locator(".turn").first).to_contain_text("Rabbit c1–d2")


def test_the_computer_against_itself_is_paused_and_goes_on(new_page: NewPage) -> None:
    page = new_page("/", 360, 640)
    page.get_by_role("button", name="Watch the computer play itself").click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Fast").click()
    expect(page.get_by_role("button", name="Fast")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".turn").nth(2)).to_be_attached()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".due")).to_contain_text("Paused")
    data = snapshot(page)["state"]
    assert (data["pace"], data["status"]) == ("still", "playing")
    shown = moment(page)
    page.reload()
    expect(page.locator(".due")).to_contain_text("Paused")
    assert moment(page) == shown
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(BOARD)).not_to_have_attribute("data-moment", shown or "")
