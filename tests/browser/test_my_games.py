"""What somebody keeps: games in and out, settings, and the app itself in a newer version."""

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect

import onitama as on
from browser.conftest import NewPage
from browser_play import BOARD, press, start, wait_for_turn
from onitama.notation import format_record, record_to_json

RED_STREAM = (
    "crab:e1e2 mantis:d5e4 horse:c1c2 tiger:e4e2 mantis:d1e2 crab:b5b4 elephant:a1b2 mantis:b4c3 crab:c2c3 "
    "horse:c5d5 tiger:c3c5"
)


def game() -> on.Game:
    """The first game of the lessons, between Anna and Ben."""
    one = on.Game.deal_by_hand("base", red=("Crab", "Horse"), blue=("Mantis", "Tiger"), side="Elephant")
    for step in RED_STREAM.split():
        one.play(step)
    one.names = ("Anna", "Ben")
    return one


def paste(page: Page, text: str) -> None:
    """Read a text on the page of one's games."""
    page.get_by_label("Or paste here").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()


def test_games_are_brought_along_looked_at_saved_and_deleted(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/")
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()

    page.goto("/games")
    expect(page.get_by_role("link", name="Look")).to_have_count(1)
    paste(page, '[Onitama "1"]\n[Rules "base"]\n\n1. nonsense:a1a2\n')
    expect(page.get_by_role("alert")).to_contain_text("record")
    other = game()
    other.names = ("Cara", "Dan")
    paste(page, f"{format_record(game())}\n{format_record(other)}")
    expect(page.get_by_text("Games read: 2")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    file = tmp_path / "records.json"
    file.write_text(json.dumps([record_to_json(game()), {"onitama": 1}]))
    page.get_by_label("From a file").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("Game 2")
    expect(page.get_by_text("Anna – Ben")).to_have_count(2)  # as text, and as JSON
    page.reload()
    expect(page.get_by_text("Cara – Dan")).to_have_count(1)

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all as a file").click()
    data = json.loads(Path(saved.value.path()).read_text())
    assert len(data["imported"]) == 3
    assert len(data["rooms"]) == 1
    everything = tmp_path / "everything.json"
    everything.write_text(json.dumps(data))

    page.get_by_role("button", name="Look").first.click()
    page.wait_for_url("**/analysis*")
    expect(page.locator(f'{BOARD} [data-piece="red-master"][data-square="c5"]')).to_have_count(1)

    page.goto("/games")
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert page.request.get("/api/v1/me").status == 401
    page.get_by_label("From a file").set_input_files(everything)  # the backup brings all games back
    expect(page.get_by_text("Games read: 4")).to_be_visible()


def test_hundreds_of_games_come_along_and_what_cannot_be_read_is_told(
    new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page("/games")
    text = format_record(game())
    many = [text.replace("Anna", f"Anna {number}") for number in range(300)]
    many[7] = '[Onitama "1"]\n[Rules "base"]\n\n1. nonsense:a1a2\n'
    many[8] = f"{many[8]}{{{'said ' * 20_000}}}\n"
    many[9] = f"{many[9]}{{{'said ' * 50_000}}}\n"
    file = tmp_path / "many.txt"
    file.write_text("\n".join(many))
    page.get_by_label("From a file").set_input_files(file)
    expect(page.get_by_text("Games read: 298")).to_be_visible()
    problems = page.get_by_role("alert").locator("p")
    expect(problems).to_have_count(2)
    expect(page.get_by_role("alert")).to_contain_text("Game 10: too long")
    expect(page.get_by_role("alert")).to_contain_text("Game 8: ")
    page.reload()
    page.get_by_role("button", name="Show more (50 of 298)").click()
    expect(page.get_by_text("Anna 299 – Ben")).to_be_visible()
    expect(page.get_by_role("button", name="Remove")).to_have_count(100)


def test_settings_do_what_they_say(new_page: NewPage) -> None:
    page = new_page("/settings")
    page.add_init_script(
        "window.heard = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { window.heard += 1; return start.apply(this, at); };"
    )
    page.reload()
    html = page.locator("html")
    for label, name, before, after in (
        ("Letters and numbers on the board", "data-coordinates", "on", "off"),
        ("Names on the cards", "data-card-names", "on", "off"),
        ("Colours for every kind of sight", "data-clear-colours", "off", "on"),
        ("Movement", "data-motion", "on", "off"),
    ):
        expect(html).to_have_attribute(name, before)
        page.get_by_label(label).click()
        expect(html).to_have_attribute(name, after)
    page.get_by_label("Sounds").click()
    assert page.evaluate("window.heard") == 1
    page.goto("/learn/base")
    board = page.locator(BOARD).first
    expect(board.locator(".ob-coordinates")).to_be_hidden()
    expect(board.locator(".ob-card-name").first).to_be_hidden()
    assert board.evaluate("one => getComputedStyle(one).getPropertyValue('--ob-red')") == "#d55e00"
    page.locator(".live").nth(1).scroll_into_view_if_needed()
    second = page.locator(".live").nth(1)
    second.locator('.ob-hit[data-square="c4"]').click()
    second.locator('.ob-hit[data-square="c5"]').click()
    second.get_by_role("button", name="Ox", exact=True).click()
    page.wait_for_function("window.heard >= 1")


def test_a_newer_version_offers_itself_and_the_app_can_be_installed(new_page: NewPage) -> None:
    page = new_page("/learn/glossary")
    manifest = page.request.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"] == icon["type"]
    expect(page.get_by_text("A new version is here.")).to_have_count(0)

    def newer(route: Route) -> None:
        route.fulfill(body='<script src="/assets/index-NEWER.js"></script>', content_type="text/html")

    page.route("**/", newer)
    page.evaluate("Date.now = () => performance.timeOrigin + 3600000; dispatchEvent(new Event('online'))")
    expect(page.get_by_text("A new version is here.")).to_be_visible()
    page.unroute("**/")
    page.get_by_role("button", name="Load it now").click()
    expect(page.get_by_text("A new version is here.")).to_have_count(0)


def test_lessons_and_games_work_where_nothing_can_be_kept(new_page: NewPage) -> None:
    page = new_page("/")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    page.goto("/learn/exercises")
    press(page, "b2")
    press(page, "b3")
    expect(page.get_by_text("1 of 16 solved")).to_be_visible()
    page.get_by_role("link", name="My games").click()
    paste(page, format_record(game()))
    expect(page.get_by_text("Anna – Ben")).to_have_count(1)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
