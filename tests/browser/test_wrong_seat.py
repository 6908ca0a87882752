"""Who may not move: spectators and the player not on turn play nothing, whatever they try, and the game goes on."""

from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser_play import BOARD, press, snapshot, start, wait_for_turn

_RAW = """async ([room, step, moment]) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/ws`);
    await new Promise(open => socket.onopen = open);
    const send = message => socket.send(JSON.stringify(message));
    send({ type: "hello", version: 1 });
    send({ type: "step", room, moment, step, id: "raw" });
    const answer = await new Promise(answered => socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.id === "raw") answered(message);
    });
    socket.close();
    return answer;
}"""
"""Sends a step on a socket of its own, as whom the page's cookie says."""

_BEND = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        return send.call(this, window.bent ? text.replace(/"moment":\\d+/, '"moment":99') : text);
    };
"""
"""Lets the page itself send a step that is not of this moment, once `bent` is set."""


def send_raw(page: Page, step: str) -> dict[str, Any]:
    """The server's answer to a step that the page would not let through."""
    moment = snapshot(page)["state"]["moment"]
    answer: dict[str, Any] = page.evaluate(_RAW, [page.url.rpartition("/")[2], step, moment])
    return answer


def try_all(page: Page, origin: str, target: str) -> None:
    """Click, drag, and use the keyboard."""
    squares = [page.locator(f'.ob-hit[data-square="{square}"]') for square in (origin, target)]
    for square in squares:
        square.click(force=True)  # though it says that it cannot be pressed
    squares[0].drag_to(squares[1], force=True)
    for square in squares:
        square.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".ob-target, .ob-origin, .ob-selected, .ob-usable")).to_have_count(0)


def test_nobody_plays_from_the_wrong_seat(new_page: NewPage) -> None:
    red = new_page()
    start(red, mode="Play a friend by link", colour="red", seed="3")
    blue, watcher = new_page(red.url), new_page(red.url)
    blue.get_by_role("button", name="Take the free seat").click()
    wait_for_turn(red)

    third = new_page()  # has a name and a cookie from another game
    start(third, mode="Play a friend by link", colour="red", seed="3")
    third.goto(red.url)
    for page in (watcher, third):
        expect(page.get_by_text("You are watching")).to_be_visible()
        expect(page.get_by_role("button", name="Take the free seat")).to_have_count(0)
        expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    expect(blue.locator(".due")).to_contain_text("is to move")

    for page in (watcher, third, blue):
        try_all(page, "c1", "d2")
    try_all(blue, "c5", "b4")
    codes = [send_raw(page, "rabbit:c1d2") for page in (watcher, third, blue)]
    assert [answer["type"] for answer in codes] == ["refused"] * 3
    assert all(answer["message"] for answer in codes)
    for page in (red, blue, watcher, third):
        expect(page.locator(".turn")).to_have_count(0)

    press(red, "c1")
    press(red, "d2")
    for page in (red, blue, watcher, third):
        expect(page.locator(".turn")).to_have_count(1)
    try_all(red, "d2", "d3")
    assert send_raw(red, "tiger:a1a3")["type"] == "refused"
    expect(red.locator(".turn")).to_have_count(1)


def test_a_step_that_is_refused_is_explained_and_can_be_chosen_again(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(_BEND)
    page.reload()
    start(page, colour="red", seed="3")
    wait_for_turn(page)
    page.evaluate("window.bent = true")
    press(page, "c1")
    press(page, "d2")
    expect(page.locator(".due")).to_contain_text("Not done: ")
    expect(page.locator(".turn")).to_have_count(0)
    page.evaluate("window.bent = false")
    press(page, "c1")
    press(page, "d2")
    expect(page.locator(".turn").first).to_contain_text("Rabbit c1–d2")
    expect(page.locator(f"{BOARD} .ob-last")).not_to_have_count(0)
