"""Ends and clocks on the page, in a real Chromium: resign, draws between two pages, flags."""

import pytest

from support.campaign import in_pages
from support.web.page import begin, order, over, state, wait_for_ply

pytestmark = pytest.mark.slow


def play(page, *turns):
    for ply, turn in enumerate(turns, len(state(page)["turns"]) + 1):
        order(page, "turns", turn=turn)
        wait_for_ply(page, ply)


@in_pages
def test_resigning_is_asked_first_and_the_record_has_it(served, visit):
    page = visit(served.url)
    begin(page)
    assert not page.query_selector("[data-button=resign]"), "nothing to end yet"
    play(page, "a1", "b2")
    page.click("[data-button=resign]")
    assert "Light gives up?" in page.inner_text("#strip")
    page.click("[data-do=no]")
    assert over(page) is None
    page.click("[data-button=resign]")
    page.click("[data-do=sure]")
    page.wait_for_selector("#buttons [data-button=rematch]")
    assert over(page) == {"winner": 1, "reason": "resigned"}
    assert page.inner_text("#title") == "Light gives up: Dark wins."
    listed = page.evaluate("async () => (await (await fetch('/api/records')).json()).games[0]")
    assert listed["outcome"] == "D:resigned"
    page.click("[data-button=undo]")
    page.wait_for_selector("[data-button=resign]")
    assert state(page)["turns"] == ["a1", "b2"]


@in_pages
def test_a_draw_is_offered_answered_and_declined_by_a_turn(served, visit):
    page, other = visit(served.url), visit(served.url, width=360, locale="fr")
    begin(page)
    play(page, "a1", "b2")
    page.click("[data-button=draw]")
    page.click("[data-do=sure]")
    other.wait_for_selector("[data-do=decline]")
    assert "Clair propose la nulle." in other.inner_text("#strip")
    other.click("[data-do=decline]")
    page.until("!document.querySelector('#strip:not([hidden])')")
    page.click("[data-button=draw]")
    page.click("[data-do=sure]")
    page.wait_for_selector("[data-do=accept]")
    play(page, "c3")
    page.until("!document.querySelector('#strip:not([hidden]) [data-do=accept]')")
    assert state(page)["offer"] is None
    page.click("[data-button=draw]")
    page.click("[data-do=sure]")
    other.click("[data-do=accept]")
    page.wait_for_selector("#buttons [data-button=rematch]")
    assert over(page) == {"winner": 2, "reason": "agreed"}


@in_pages
def test_an_engine_declines_and_a_game_is_broken_off(served, visit):
    page = visit(served.url)
    begin(page, who=("human", "beginner"))
    play(page, "a1")
    wait_for_ply(page, 2)
    answer = order(page, "end", what="draw", side=0)
    assert "declines the draw" in answer["said"][0]
    assert order(page, "end", what="resign", side=1)["text"] == "Somebody else has this seat."
    assert order(page, "end", what="sulk", side=0)["error"] == "order"
    page.click("[data-button=abandon]")
    page.click("[data-do=sure]")
    page.wait_for_selector("#buttons [data-button=rematch]")
    assert over(page) == {"winner": 2, "reason": "abandoned"}


@in_pages
def test_a_clock_counts_down_rests_and_its_flag_ends_the_game(served, visit):
    page = visit(served.url)
    begin(page, clock="5s")
    assert [node.inner_text() for node in page.query_selector_all(".time")] == ["0:05.0", "0:05.0"]
    play(page, "a1")
    page.until("document.querySelectorAll('.time')[1].textContent < '0:04.9'")
    assert page.query_selector_all(".time")[0].inner_text() == "0:05.0"
    page.click("[data-button=pause]")
    page.wait_for_selector("[data-button=go-on]")
    left = page.query_selector_all(".time")[1].inner_text()
    page.wait_for_timeout(700)
    assert page.query_selector_all(".time")[1].inner_text() == left
    page.click("[data-button=go-on]")
    page.wait_for_selector("#buttons [data-button=rematch]")
    assert over(page) == {"winner": 0, "reason": "time"}
    assert page.inner_text("#title") == "Dark has no time left: Light wins."
    assert order(page, "new", clock="soon")["error"] == "unreadable"
    order(page, "new", clock="none")
    page.until("!document.querySelector('.time')")


def test_the_new_game_view_begins_with_a_clock(served, visit):
    page = visit(served.url)
    begin(page)
    page.goto(served.url + "#new")
    page.select_option("[name=clock]", "5m-delay-3s")
    page.click("main#new button[type=submit]")
    page.wait_for_selector(".time")
    assert state(page)["clock"]["control"] == "5m-delay-3s"
    order(page, "new", clock="none")
