"""A server as users start it, and a real browser."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from onitama.server.app.pages import FOLDER

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE_MS = 20_000

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server with an empty database."""
    if not (FOLDER / "index.html").exists():
        pytest.fail("the web app has not been built: make web")
    database = tmp_path_factory.mktemp("server") / "server.db"
    command = [sys.executable, "-m", "onitama", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        words = server.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http"))
        finally:
            server.terminate()
            server.communicate()


def chromium() -> str:
    """Where this machine has it."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.fail("there is no Chromium: install Debian's package chromium")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, as Debian has it. While it is open an event loop runs, so it is gone before other modules' tests."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def new_page(browser: Browser, address: str) -> Iterator[NewPage]:
    """Makes pages, each of another person; an error in any of them fails the test."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def make(path: str = "/", width: int = 1280, height: int = 800, **options: object) -> Page:
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            locale=str(options.get("locale", "en-GB")),
            color_scheme="dark" if options.get("is_dark") else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        expect(page.locator("h1")).to_be_attached()
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for barriers."""
    script = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    return script.read_text()
