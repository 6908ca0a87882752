"""How soon the first board is there, and how soon a press is answered, in a browser on a slow processor.

    python benchmarks/long/web_speed.py                 # four times slower, eleven runs each
    python benchmarks/long/web_speed.py --slowdown 1

A board is there when its pieces have been painted, counted from the beginning of the navigation; every run is a first
visit, with nothing kept. A press is answered when the squares that the piece can reach have been painted, counted from
when the browser was told of the press. Exit code 1 if a median is over its budget: 1 s, 50 ms.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from browser.conftest import ARGUMENTS, chromium
from browser_play import press, start, wait_for_turn
from served import served

_BOARD_MS, _PRESS_MS = 1_000, 50
_PATIENCE_MS = 30_000

_WATCH = """
    const painted = tell => requestAnimationFrame(() => setTimeout(() => tell(performance.now())));
    const seen = new MutationObserver(() => {
        if (window.boardAt === undefined && document.querySelector("svg.ob [data-piece]")) {
            window.boardAt = null;
            painted(at => window.boardAt = at);
        }
        if (window.pressedAt !== undefined && document.querySelector(".ob-target")) {
            const from = window.pressedAt;
            window.pressedAt = undefined;
            painted(at => window.answers.push(at - from));
        }
    });
    window.answers = [];
    seen.observe(document, { subtree: true, childList: true, attributes: true });
    addEventListener("pointerdown", event => window.pressedAt = event.timeStamp, true);
"""


def _slow_page(browser: Browser, address: str, slowdown: float) -> Page:
    """A page of somebody who was never here, which tells when things have been painted."""
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 640}, reduced_motion="reduce", locale="en-GB"
    )
    page = context.new_page()
    page.add_init_script(_WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return page


def _wait(page: Page, what: str) -> None:
    """Asks again and again: the page's security policy lets no script wait in it."""
    for _ in range(_PATIENCE_MS // 20):
        if page.evaluate(what):
            return
        page.wait_for_timeout(20)
    raise TimeoutError(f"{page.url}: {what}")


def first_board(browser: Browser, address: str, path: str, slowdown: float) -> float:
    """Milliseconds from the navigation to the painted board."""
    page = _slow_page(browser, address, slowdown)
    page.goto(path)
    _wait(page, "window.boardAt > 0")
    found: float = page.evaluate("window.boardAt")
    page.context.close()
    return found


def presses(browser: Browser, address: str, slowdown: float, runs: int) -> list[float]:
    """Milliseconds from a press on a piece to the painted squares that it can reach, in a game with the computer."""
    page = _slow_page(browser, address, slowdown)
    page.goto("/")
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    for number in range(runs):
        press(page, "a1" if number % 2 else "c1")
        _wait(page, f"window.answers.length === {number + 1}")
        page.keyboard.press("Escape")
    found: list[float] = page.evaluate("window.answers")
    page.context.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slowdown", type=float, default=4.0, help="of the page's processor")
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    within = True
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        room = _slow_page(browser, server.url, 1)
        room.goto("/")
        start(room, colour="red", seed="3")
        wait_for_turn(room)
        measured = {
            f"first board, {what}": (
                [first_board(browser, server.url, path, options.slowdown) for _ in range(options.runs)],
                _BOARD_MS,
            )
            for what, path in (
                ("a game to watch", room.url),
                ("analysis", "/analysis"),
                ("a lesson", "/learn/base"),
            )
        }
        measured["press to highlight"] = (
            presses(browser, server.url, options.slowdown, options.runs),
            _PRESS_MS,
        )
        for what, (found, budget) in measured.items():
            within = within and median(found) <= budget
            sys.stdout.write(
                f"{what:30} median {median(found):6.0f} ms  ({min(found):.0f} – {max(found):.0f}), budget {budget} ms\n"
            )
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
