"""The lessons in a real browser: boards answer, exercises judge, and progress is kept."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import press

LESSONS = Path(__file__).parents[2] / "web" / "app" / "lessons"
ENGLISH = json.loads((LESSONS / "en.json").read_text())
GERMAN = json.loads((LESSONS / "de.json").read_text())


def card_owner(page: Page, card: str, owner: str) -> None:
    """Wait until a card lies with that colour, or at the side for it."""
    expect(page.locator(f'.ob-card[data-card="{card}"]')).to_have_attribute("data-owner", owner)


def test_a_turn_is_shown_and_taken_back_and_a_game_is_followed(new_page: NewPage) -> None:
    page = new_page("/learn")
    page.get_by_role("link", name=ENGLISH["learn.page.demo"]).click()
    page.get_by_role("button", name=ENGLISH["lesson.show"]).click()
    expect(page.locator('[data-piece="red-student"][data-square="e2"]')).to_have_count(1)
    card_owner(page, "crab", "blue")
    card_owner(page, "elephant", "red")
    page.get_by_role("button", name=ENGLISH["lesson.again"]).click()
    expect(page.locator('[data-piece="red-student"][data-square="e1"]')).to_have_count(1)
    card_owner(page, "crab", "red")

    page.get_by_role("link", name=ENGLISH["learn.page.first-game"]).first.click()
    press(page, "c1")
    press(page, "c2")
    page.get_by_role("button", name="Horse", exact=True).click()  # legal, but not in this game
    expect(page.get_by_role("status").first).to_contain_text("That is legal too")
    press(page, "e1")
    press(page, "e2")
    page.get_by_role("button", name="Crab", exact=True).click()
    expect(page.locator('[data-piece="blue-student"][data-square="e4"]')).to_have_count(1)
    for turn in range(2, 12, 2):
        status = page.get_by_role("status").first
        expect(status).to_contain_text(ENGLISH[f"lesson.first-game.turn.{turn}"])
        page.get_by_role("button", name=ENGLISH["lesson.follow.show"]).click()
    expect(page.get_by_role("status").first).to_contain_text("Way of the Stream")
    page.goto("/learn")
    for name in ("demo", "first-game"):
        expect(page.get_by_role("link", name=ENGLISH[f"learn.page.{name}"])).to_contain_text("done")


def test_exercises_answer_what_is_wrong_and_remember_what_is_right(new_page: NewPage) -> None:
    page = new_page("/learn/exercises")
    status = page.locator(".said")
    press(page, "b2")
    press(page, "a2")
    expect(status).to_contain_text("the master is captured")
    expect(page.locator('[data-piece="blue-master"][data-square="a2"]')).to_have_count(1)
    page.get_by_role("button", name=ENGLISH["lesson.again"]).click()
    press(page, "b2")
    press(page, "b3")
    expect(status).to_contain_text(ENGLISH["exercise.ex-stone.why"])
    page.get_by_role("button", name=ENGLISH["exercise.ex-fork"]).click()
    press(page, "c2")
    press(page, "c3")
    expect(status).to_contain_text(ENGLISH["exercise.good"])
    expect(page.locator(".ob-open")).not_to_have_count(0)
    press(page, "c3")
    press(page, "c5")
    expect(status).to_contain_text(ENGLISH["exercise.ex-fork.why"])
    page.reload()
    expect(page.get_by_text("2 of 16 solved")).to_be_visible()


def test_lessons_and_cards_in_german_on_a_phone(new_page: NewPage, axe: str) -> None:
    page = new_page("/learn/way-of-shadow", 360, 640, locale="de-DE")
    expect(page.locator("h1")).to_have_text(GERMAN["learn.page.way-of-shadow"])
    live = page.locator(".live").nth(3)
    live.locator('.ob-line[data-line="d"] .ob-line-hit').click()
    expect(live).to_contain_text(GERMAN["lesson.fact.lantern-yes"])
    pages = ("", "/base", "/way-of-shadow", "/exercises", "/first-game", "/glossary", "/cards")
    for path in pages:
        page.goto(f"/learn{path}")
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.evaluate(axe)
        found = page.evaluate("axe.run().then(result => result.violations)")
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        told = [(one["id"], [node["html"][:150] for node in one["nodes"][:3]]) for one in serious]
        assert told == [], path
    cards = page.locator("li.sheet")
    expect(cards).to_have_count(len(on.CARDS))
    page.get_by_label(GERMAN["cards.search"]).fill("kranich")
    expect(cards).to_have_count(1)
    page.get_by_label(GERMAN["cards.search"]).fill("")
    page.get_by_label(GERMAN["cards.set"]).select_option("senseis-path")
    expect(cards).to_have_count(16)
    expect(cards.filter(has_text="Viper").first).to_contain_text("Sea Snake")
