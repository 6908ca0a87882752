"""Every frame of a hidden game, as it comes in the browsers of who must not know what is hidden (R70).

A game is played twice by the same three browsers. All that is public is the same, what one player hides is not: so the
opponent and a spectator must be sent the same, and be shown the same, until the game ends and all comes to light.
"""

import json
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Page, WebSocket, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import BOARD, play, snapshot, start, wait_for_turn
from hidden_pairs import Unit, pairs

_SEED = 3
_UNITS = 12
"""How long the games are: long enough to place, to move unseen, to light lanterns and to challenge."""
_OF_ONE_GAME = ("room", "at_ms", "now_ms")
"""What differs between any two games: which room it is, and when it was."""

_SHOWN = """() => {
    const main = document.querySelector("main").cloneNode(true);
    for (const one of main.querySelectorAll(".ob-gone")) one.remove();
    for (const one of main.querySelectorAll(".ob-still")) one.classList.remove("ob-still");
    return main.outerHTML.replaceAll(location.pathname.slice(3), "ROOM");
}"""


class Ears:
    """What a page is sent, and what it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._frames: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self._frames.clear()
        socket.on("framereceived", lambda text: self._frames.append(str(text)))

    def take(self) -> tuple[list[str], str]:
        """All frames that have been sent, and the page without its frame, when all has come and is shown."""
        wanted = snapshot(self.page)["number"]
        while not any(json.loads(text).get("number", -1) >= wanted for text in self._frames):
            self._draw()
        self._draw()
        return list(map(_of_any_game, self._frames)), str(self.page.evaluate(_SHOWN))

    def _draw(self) -> None:
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def _of_any_game(text: str) -> str:
    data = json.loads(text)
    return json.dumps({key: one for key, one in data.items() if key not in _OF_ONE_GAME})


def find_twins(rules: on.Rules, hider: on.Player) -> tuple[list[Unit], list[Unit]]:
    """Two games, unit by unit, that differ in where the hider's ninja is, at last too, and in nothing public."""
    deal = on.deal(rules, _SEED)
    for number in range(1000):
        found = list(islice(pairs(deal, deal, hider, Random(number)), _UNITS))
        if len(found) == _UNITS and len({game[-1].after.ninjas_mask for game in found[-1].games}) == 2:
            one, two = zip(*(pair.units for pair in found), strict=True)
            return list(one), list(two)
    raise AssertionError("no such games")


@pytest.mark.parametrize(("preset", "hider"), [("way-of-shadow", on.RED), ("way-of-light", on.BLUE)])
def test_no_frame_and_no_page_tells_what_is_hidden(new_page: NewPage, preset: str, hider: on.Player) -> None:
    rules = on.PRESETS[preset]
    twins = find_twins(rules, hider)
    pages = {on.RED: new_page(), on.BLUE: new_page(), None: new_page()}
    ears = {seat: Ears(page) for seat, page in pages.items()}
    red, blue, watcher = pages.values()

    told: list[list[tuple[list[str], str]]] = []
    own: list[list[str]] = []
    ends: list[list[str]] = []
    for units in twins:
        red.goto("/")
        start(red, variant=preset, mode="Play a friend by link", colour="red", seed=str(_SEED))
        blue.goto(red.url)
        blue.get_by_role("button", name="Take the free seat").click()
        expect(blue.locator(BOARD)).to_be_visible()
        blue.reload()  # on a new socket, whether the browser was known before or not
        watcher.goto(red.url)
        for page in pages.values():
            expect(page.locator(BOARD)).to_be_visible()
        others = [ears[hider.other], ears[None]]
        looks = [one.take() for one in others]
        for unit in units:
            for played in unit:
                mover = pages[played.before.to_move]
                wait_for_turn(mover)
                play(mover, str(played.step))
                ears[played.before.to_move].take()
            looks += [one.take() for one in others]
        told.append(looks)
        own.append(ears[hider].take()[0])
        blue.get_by_role("button", name="Resign").click()
        blue.get_by_role("button", name="Yes", exact=True).click()
        for page in pages.values():
            expect(page.locator(".result")).to_be_visible()
        ends.append(
            watcher.locator(f'{BOARD} [data-piece="{hider}-ninja"]').evaluate_all(
                "all => all.map(one => one.dataset.square)"
            )
        )

    assert len(told[0]) == 2 * (_UNITS + 1)
    for at, (one, two) in enumerate(zip(*told, strict=True)):
        assert one == two, f"after unit {at // 2}, {'spectator' if at % 2 else 'opponent'}"
    assert own[0] != own[1]
    assert ends[0] != ends[1]
