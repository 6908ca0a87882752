"""Plays in a browser by what can be seen and pressed there; what to play says the engine."""

import re
from typing import Any

from playwright.sync_api import Page, expect

import onitama as on
from onitama.observe import Observation

BOARD = "svg.ob"


def start(
    page: Page,
    *,
    variant: str = "base",
    mode: str = "Play the computer",
    colour: str = "",
    seed: str = "",
    format_: str = "",
) -> None:
    """Open a game from the first page."""
    page.get_by_role("button", name=mode).first.click()
    page.get_by_label("Variant").select_option(variant)
    if mode == "Play the computer":
        page.get_by_label("Level").select_option("1")
    if colour:
        page.get_by_label(re.compile("^(You play|First player plays)")).select_option(colour)
    page.get_by_text("More choices").click()
    if format_:
        page.get_by_label("Format").select_option(format_)
    page.get_by_label("Seed of the deal").fill(seed)
    page.get_by_role("button", name=re.compile("Start the game|Open a room")).click()
    page.wait_for_url("**/r/*")


def snapshot(page: Page) -> dict[str, Any]:
    """The room as the page's person may see it, asked for beside the page."""
    room = page.url.rpartition("/")[2]
    data: dict[str, Any] = page.request.get(f"/api/v1/rooms/{room}").json()
    return data


def observation(data: dict[str, Any]) -> Observation:
    """What the person sees, for the engine."""
    return Observation.from_json({**data["state"]["view"], "turns": []})


def press(page: Page, square: str) -> None:
    """Press a square of the board."""
    page.locator(f'.ob-hit[data-square="{square}"]').click()


def play(page: Page, step: str) -> None:
    """Make a step as a person would."""
    squares = re.findall("[a-e][1-5]", step)
    head, _, tail = step.partition(":")
    if head == "place":
        for square in squares:
            press(page, square)
    elif head == "lantern" and tail != "none":
        page.locator(f'.ob-line[data-line="{tail}"] .ob-line-hit').click()
    elif tail in ("none", "stay"):
        page.locator(".due").get_by_role("button", name="No lantern" if tail == "none" else "Stay").click()
    elif tail == "pass":
        page.locator(f'.ob-card[data-card="{head}"]').click()
    else:
        if page.locator(f'.ob-hit[data-square="{squares[0]}"][aria-pressed="true"]').count() == 0:
            press(page, squares[0])
        press(page, squares[1])
        if page.locator(".ob-asked").count():
            page.locator(f'.ob-card[data-card="{head}"]').click()
        elif (question := page.get_by_role("button", name="Only go")).count():
            (page.get_by_role("button", name="Challenge") if step.endswith("!") else question).click()


def moment(page: Page) -> str | None:
    """What the board shows, told apart from what it showed before."""
    return page.locator(BOARD).get_attribute("data-moment")


def play_and_see(page: Page, step: str) -> None:
    """Make a step, and wait until it is shown."""
    before = moment(page)
    play(page, step)
    expect(page.locator(BOARD)).not_to_have_attribute("data-moment", before or "")


def wait_for_turn(page: Page) -> None:
    """Until the person can do something, or the game is over."""
    due = f"{BOARD} .ob-open, {BOARD} .ob-usable, {BOARD} .ob-line, .due button, .result"
    expect(page.locator(due).first).to_be_attached()


def play_out(page: Page, engine: on.Engine, most_steps: int = 150) -> dict[str, Any]:
    """Play against the computer to the end of the game, and give the last snapshot."""
    for _ in range(most_steps):
        wait_for_turn(page)
        shown, data = moment(page), snapshot(page)
        state = data["state"]
        if state["status"] == "over":
            return data
        legal = state["placements"] or state["view"]["legal_steps"]
        if not legal:  # the computer's turn
            expect(page.locator(BOARD)).not_to_have_attribute("data-moment", shown or "")
            continue
        if state["placements"] or len(legal) == 1:
            play_and_see(page, legal[0])
        else:
            best = engine.analyse(observation(data), on.Limits(nodes=20_000)).best
            play_and_see(page, str(best))
    raise AssertionError("the game has not ended")
