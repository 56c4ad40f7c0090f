"""Review, analysis board and "Show on board", in a real Chromium."""

import pytest

from support.campaign import in_pages
from support.web.page import begin, order, state, wait_for_ply

pytestmark = pytest.mark.slow

GAME = ("W3", "W4", "W3", "W2")
"""White's second turn is proven to lose, and Black gives the win back: see test_table.py."""

PLAYED = """async () => (await (await fetch("/api/records")).json()).games
    .filter(game => game.turns).length"""


@pytest.fixture
def record(served, visit):
    """Return a page and the number of a game that was broken off after GAME."""
    page = visit(served.url)
    begin(page, "apagos")
    for ply, turn in enumerate(GAME, 1):
        order(page, "turns", turn=turn)
        wait_for_ply(page, ply)
    number = state(page)["record"]
    order(page, "end", what="abandon", side=0)
    return page, number


def test_a_review_leads_from_mistake_to_mistake_and_shows_the_better_turn_on_the_board(
    served, record
):
    page, number = record
    page.goto(served.url + f"#records/{number}")
    page.click(".review button")
    page.wait_for_selector(".graph")
    assert page.locator(".graph .blunder").count() == 2
    assert page.locator(".turn-list .bad").count() == 2
    assert page.locator(".graph .axis").count() >= 4
    page.click("[data-do=next-mistake]")
    assert page.get_attribute(".turn-list [aria-current]", "data-ply") == "3"
    assert "Played: W3" in page.inner_text(".told")
    assert "Better: " in page.inner_text(".told")
    assert page.locator(".replay .scene [data-cue=HINT]").count() == 1
    better = page.inner_text(".told-turn:nth-child(3) strong").partition(": ")[2]
    page.click("[data-do=next-mistake]")
    page.click("[data-do=next-mistake]")  # after the last one the first again
    assert page.get_attribute(".turn-list [aria-current]", "data-ply") == "3"
    listed = page.evaluate(PLAYED)
    page.click("[data-do=show]")
    page.until("document.body.dataset.study === 'show'")
    page.until("document.querySelector('.scene .arrow-head')")
    assert better in page.inner_text("#lesson .your-turn")
    order(page, "turns", turn=better)
    page.until("document.body.dataset.task.endsWith('done')")
    page.click("#strip [data-do=leave]")
    page.until("document.body.dataset.study === ''")
    assert page.evaluate(PLAYED) == listed, "what is shown is not a game of the records"


@in_pages
def test_a_turn_that_is_tried_becomes_a_branch_that_stays_with_the_game(served, record):
    page, number = record
    page.goto(served.url + f"#explore/{number}/2")
    page.until("document.querySelector('.values .chosen')")
    assert page.inner_text("#explore h1").startswith("White to move wins in")
    assert "Complete solution" in page.inner_text("#explore")
    assert "Played: W3" in page.inner_text("#explore")
    tried = page.inner_text(".values li:nth-child(2) .turn")
    page.click(".values li:nth-child(2) .turn")
    page.until("document.querySelector('.lines .chosen .badge')")
    assert tried in page.inner_text(".lines .chosen")
    assert page.inner_text("#explore h1").startswith("Black to move")
    page.goto(served.url + f"#explore/{number}/0")
    page.reload()
    page.until("document.querySelector('.values .chosen')")
    assert tried in page.inner_text(".lines")
    page.click(".lines .turn")
    page.until("document.querySelector('.lines .chosen')")
    page.click("[data-do='explore.drop']")
    page.until("!document.querySelector('.lines li')")
