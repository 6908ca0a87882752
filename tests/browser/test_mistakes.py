"""Mistakes that boards of this game make: each is tried on ours, in a real browser."""

from playwright.sync_api import Page, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import BOARD, play_and_see, press
from onitama.notation import format_position
from onitama.rules import Phase


def read(page: Page, text: str) -> None:
    """Put a position on the analysis board."""
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_label("A position or a game").fill(text)
    page.get_by_role("button", name="Put it on the board").click()
    expect(page.locator(BOARD)).to_be_visible()


def owners(page: Page) -> dict[str, str]:
    """Whose each card on the page is."""
    found: dict[str, str] = page.locator(f"{BOARD} .ob-card").evaluate_all(
        """cards => Object.fromEntries(cards.map(
            ({ dataset }) => [dataset.card, dataset.place === "side" ? "side" : dataset.owner]))"""
    )
    return found


def dealt(position: on.Position) -> dict[str, str]:
    """Whose each card is."""
    held = {card.slug: str(player) for player in on.Player for card in position.hands[player]}
    return {position.side.slug: "side", **held}


def a_turn_in_two_parts() -> tuple[on.Game, str, str]:
    """A deal, the pawn's part of a turn with a wind card, and the spirit's."""
    for seed in range(50):
        game = on.Game.deal("way-of-the-wind", seed=seed)
        for step in game.position.legal_steps:
            tried = on.Game.deal("way-of-the-wind", seed=seed)
            tried.play(step)
            if tried.position.phase is Phase.SPIRIT:
                return game, str(step), str(tried.position.legal_steps[0])
    raise AssertionError("no deal has a wind card")


def test_no_card_is_lost_between_the_two_parts_of_a_turn(new_page: NewPage) -> None:
    game, pawn, spirit = a_turn_in_two_parts()
    page = new_page("/analysis")
    read(page, format_position(game.position))
    before = dealt(game.position)
    assert owners(page) == before
    play_and_see(page, pawn)
    assert owners(page) == before  # the exchange comes after the spirit's part
    page.reload()
    expect(page.locator(f"{BOARD} .ob-card")).to_have_count(5)
    assert owners(page) == before
    play_and_see(page, spirit)
    game.play(pawn)
    game.play(spirit)
    after = dealt(game.position)
    assert after != before
    assert owners(page) == after


def test_a_jump_shows_its_card_and_captures_nothing(new_page: NewPage) -> None:
    page = new_page("/analysis")
    read(page, "2m2/5/s4/S4/2M2 tiger,ox/boar,crab/horse r 1")
    play_and_see(page, "tiger:a2a4")
    expect(page.locator('[data-piece="red-student"][data-square="a4"]')).to_have_count(1)
    expect(page.locator('[data-piece="blue-student"][data-square="a3"]')).to_have_count(1)
    expect(page.locator(f"{BOARD} .ob-card.ob-last")).to_have_attribute("data-card", "tiger")
    turn = page.locator(".turn").first
    expect(turn).to_contain_text("Tiger a2–a4")
    expect(turn).not_to_contain_text("×")


def test_the_page_answers_while_the_computer_thinks(new_page: NewPage) -> None:
    page = new_page("/analysis")
    read(page, format_position(on.Game.deal("base", seed=3).position))
    page.get_by_label("Computer").check()
    lines = page.locator(".turns .turn.first")
    expect(lines).not_to_have_count(0)
    longest = page.evaluate(
        """() => new Promise(done => {
            let last = performance.now(), longest = 0, frames = 0;
            const look = now => {
                longest = Math.max(longest, now - last), last = now;
                ++frames < 30 ? requestAnimationFrame(look) : done(longest);
            };
            requestAnimationFrame(look);
        })"""
    )
    assert longest < 2_000  # a page that thought itself would stand still for as long as it thinks
    press(page, "a1")
    expect(page.locator(".ob-target")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".ob-target")).to_have_count(0)
    expect(page.get_by_label("Computer")).to_be_checked()
