"""Setting up a game by hand, the analysis board, and a game looked back at, in a real browser."""

import re

from playwright.sync_api import Page, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import BOARD, press, snapshot, start, wait_for_turn
from onitama.notation import format_record

FINAL_MS = 120_000


def position_on(page: Page) -> str:
    """The position string that the page shows as text."""
    page.get_by_role("button", name="Text", exact=True).click()
    shown = page.get_by_label("The position on the board")
    expect(shown).not_to_have_value("")  # until the server has told it
    text = shown.input_value()
    page.get_by_role("button", name="Board", exact=True).click()
    return text


def read(page: Page, text: str) -> None:
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_label("A position or a game").fill(text)
    page.get_by_role("button", name="Put it on the board").click()


def test_decks_and_deals_are_chosen_and_too_few_cards_explained(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_label("You play").select_option("red")
    page.get_by_text("More choices").click()
    page.get_by_label("choose the deck").check()
    page.get_by_role("button", name="None", exact=True).first.click()
    for name in ("Tiger", "Crab", "Kirin", "Goat"):
        page.get_by_role("button", name=re.compile(f"^{name}: ")).click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_have_text(
        "5 movement cards are dealt, and the deck has 4: choose more cards."
    )
    page.get_by_role("button", name=re.compile("^Ox: ")).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/r/*")
    wait_for_turn(page)
    for card in ("tiger", "crab", "kirin", "goat", "ox"):
        expect(page.locator(f'.ob-card[data-card="{card}"]')).to_have_count(1)

    page.goto("/")
    page.get_by_text("More choices").click()
    page.get_by_label("choose the five cards").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("5 more to choose")
    for name in ("Boar", "Eel", "Frog", "Goose", "Cobra"):
        page.get_by_role("button", name=re.compile(f"^{name}: ")).click()
    page.get_by_label("You play").select_option("red")
    page.get_by_label("Who starts").select_option("red")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/r/*")
    wait_for_turn(page)
    view = snapshot(page)["state"]["view"]
    assert view["hands"] == {"red": ["Boar", "Eel"], "blue": ["Frog", "Goose"]}
    assert (view["side"], view["to_move"]) == ("Cobra", "red")


def test_the_computer_plays_itself_and_is_watched(new_page: NewPage) -> None:
    page = new_page("/", 360, 640)
    page.get_by_role("button", name="Watch the computer play itself").click()
    page.get_by_label("Red's level").select_option("1")
    page.get_by_label("Blue's level").select_option("2")
    page.get_by_label("Variant").select_option("way-of-the-wind")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/r/*")
    expect(page.locator(".turn").nth(2)).to_be_attached()
    expect(page.locator(f"{BOARD} .ob-open")).to_have_count(0)
    expect(page.get_by_text("Computer, level 1")).to_be_visible()
    expect(page.get_by_text("Computer, level 2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_positions_and_games_are_tried_out_and_shared(new_page: NewPage) -> None:
    page = new_page("/analysis")
    first = position_on(page)
    read(page, "nonsense")
    expect(page.get_by_role("alert")).to_contain_text("expected a position string")
    expect(page.get_by_label("A position or a game")).to_have_value("nonsense")
    assert position_on(page) == first

    game = on.Game.deal("base", seed=3)
    game.play("rabbit:c1d2")
    game.play(game.position.legal_steps[0])
    read(page, format_record(game))
    expect(page.locator(".turn.on, .turn")).to_have_count(2)
    press(page, "c1")
    press(page, "d2")
    expect(page.locator(".turn").first).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="To the start").click()
    press(page, "a1")
    press(page, "b2")
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".tried")).to_contain_text("Rabbit c1–d2")
    page.get_by_label("Computer").check()
    expect(page.locator(".turns .turn.first")).to_have_count(3)
    page.get_by_label("Computer").uncheck()

    other = new_page(page.url)
    expect(other.locator(".turn")).to_have_count(1)
    assert position_on(other) == position_on(page)
    page.locator(".tried").click()
    expect(page.locator(".turn")).to_have_count(2)


def test_a_position_is_set_up_and_a_win_by_force_told_in_turns(new_page: NewPage) -> None:
    page = new_page("/analysis", 768, 1024)
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Empty board").click()
    page.get_by_role("button", name="Red's student").click()
    press(page, "c4")
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_role("alert")).to_contain_text("both masters are missing")
    expect(page.locator('[data-piece="red-student"][data-square="c4"]')).to_have_count(1)
    for name, square in (("Red's master", "c1"), ("Blue's master", "c5"), ("Blue's student", "a5")):
        page.get_by_role("button", name=name).click()
        press(page, square)
    page.get_by_label("Red", exact=True).check()
    page.get_by_role("button", name="Use this position").click()
    assert position_on(page).startswith("s1m2/2S2/5/5/2M2 ")
    page.get_by_label("Computer").check()
    expect(page.get_by_text("Red wins by force in 1 turn").first).to_be_visible()
    page.get_by_label("Threats").check()
    expect(page.locator(".ob-arrow-threat")).not_to_have_count(0)


def test_a_finished_game_is_looked_back_at(new_page: NewPage) -> None:
    page = new_page()
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    page.get_by_label("Threats").check()
    press(page, "c1")
    press(page, "d2")
    expect(page.locator(".turn")).to_have_count(2)
    wait_for_turn(page)
    page.get_by_role("button", name="Best steps").click()
    expect(page.locator(".turns .turn.first")).to_have_count(3)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("link", name="Review the game").click()
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0, timeout=FINAL_MS)
    expect(page.locator(".finding")).not_to_have_count(0)
    page.locator(".finding").first.click()
    for kind in ("proposal", "hint"):  # what was played, and what was better
        expect(page.locator(f".ob-arrow-{kind}")).to_have_count(1)
    page.get_by_role("button", name="One turn on").click()
    expect(page.locator(".now")).to_contain_text("Turn 1: Rabbit c1–d2")
    page.get_by_role("button", name="Board", exact=True).click()
    expect(page.locator(".turn")).to_have_count(2)


def test_a_coaching_round_asks_in_order(new_page: NewPage) -> None:
    page = new_page()
    start(page, colour="red", seed="3", format_="coaching")
    expect(page.locator(".due")).to_have_text("Which card?")
    page.locator('.ob-card[data-card="tiger"]').click()
    expect(page.locator(".due")).to_have_text("Which piece?")
    press(page, "c1")
    expect(page.locator(".due")).to_have_text("Where to?")
    press(page, "c3")
    expect(page.locator(".ob-arrow-proposal")).to_have_count(1)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".turn").first).to_contain_text("Tiger c1–c3")
