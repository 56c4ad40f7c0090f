"""Links, pictures, skip links, keys, drags and silent lines of a page in a real Chromium."""

import struct

import pytest

from support.campaign import in_pages
from support.web.page import begin, order, state, wait_for_ply
from support.web.served import until

pytestmark = pytest.mark.slow


@in_pages
def test_a_position_is_shared_as_a_link_that_holds_it_and_as_a_picture(served, visit, tmp_path):
    page = visit(served.url)
    begin(page)
    for ply, turn in enumerate(("b2", "c3"), 1):
        order(page, "turns", turn=turn)
        wait_for_ply(page, ply)
    position = state(page)["game"]["position"]
    page.goto(served.url + "#share")
    link = page.input_value("#share-link")
    with page.expect_download() as download:
        page.click("#share button:not(.filled)")
    picture = tmp_path / "picture.png"
    download.value.save_as(picture)
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1380, 1280)
    assert picture.stat().st_size > 20_000, "it is not empty"
    begin(page)
    page.goto(link)
    page.until("document.querySelector('#position-text')?.value")
    assert page.input_value("#position-text") == position
    page.until("!document.querySelector('.verdict').classList.contains('bad')")


@in_pages
def test_the_skip_link_leads_past_the_head_of_each_view(served, visit):
    page = visit(served.url)
    begin(page)
    for view in ("settings", "records", "rules", "table"):
        page.goto(served.url + f"#{view}")
        page.until(f"document.querySelector('#{view}:not([hidden])')")
        page.focus("#skip")
        page.keyboard.press("Enter")
        page.until(f"document.querySelector('#{view}').contains(document.activeElement)")
        assert page.url.endswith(f"#{view}")
        past = "!document.querySelector('header').contains(document.activeElement)"
        assert page.evaluate(past)


@in_pages
def test_single_keys_can_be_switched_off_and_are_off_in_a_field(served, visit):
    page = visit(served.url)
    begin(page)
    order(page, "turns", turn="b2")
    wait_for_ply(page, 1)
    page.click("#typed-turn")
    page.keyboard.type("u")
    assert page.input_value("#typed-turn") == "u"
    page.goto(served.url + "#settings")
    page.uncheck("label:has-text('ingle') input")
    page.goto(served.url + "#table")
    page.locator("#title").focus()
    page.keyboard.press("u")
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.id") == "title", "no key leads to the plan"
    assert state(page)["turns"] == ["b2"]
    page.evaluate("localStorage.setItem('underboard.single-keys', 'on')")
    page.keyboard.press("u")
    page.until("async () => !(await (await fetch('/api/state')).json()).turns.length")


@in_pages
@pytest.mark.parametrize(
    ("game", "reserve", "cell", "turn"), [("pylos", 0, "b2", "b2"), ("apagos", 1, "2", "B2")]
)
def test_a_ball_is_dragged_from_its_reserve(served, visit, game, reserve, cell, turn):
    page = visit(served.url)
    begin(page, game)
    page.until("document.querySelector('.plan .target')")
    start = page.locator(f'[data-reserve="{reserve}"]').bounding_box()
    goal = page.locator(f'.plan [data-cell="{cell}"]').first.bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40, steps=4)
    assert page.query_selector(".stone.dragged")
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    wait_for_ply(page, 1)
    assert state(page)["turns"] == [turn]
    assert not page.query_selector(".stone.dragged")


@in_pages
def test_a_line_that_falls_silent_is_shown_and_comes_back_by_itself(served, visit, chromium):
    begin(visit(served.url))
    context = chromium.new_context(locale="en")
    page = context.new_page()
    try:
        page.clock.install()
        page.goto(served.url)
        until(page, "document.querySelector('#link').classList.contains('there')")
        # A proxy that keeps the line open and passes nothing on.
        page.route("**/api/state", lambda route: None)
        page.route("**/api/events*", lambda route: None)
        page.clock.fast_forward(9_000)
        until(page, "!document.querySelector('#link').classList.contains('there')")
        page.unroute("**/api/state")
        page.unroute("**/api/events*")
        page.clock.fast_forward(9_000)
        until(page, "document.querySelector('#link').classList.contains('there')")
    finally:
        context.close()
