"""Training on the page, in a real Chromium: a lost turn taken back, hints that end."""

import pytest

from support.campaign import in_pages
from support.web.page import begin, order, state, wait_for_ply

pytestmark = pytest.mark.slow

START = "DLLD/LDLD/DDLL/DLD. LDL/LLL/.L. .D/.. . D"
"""Dark wins by d1-h1 alone; after g1 Light wins by force (a puzzle, proven)."""


@in_pages
def test_a_turn_that_loses_is_taken_back_or_played_on(served, visit):
    page = visit(served.url)
    begin(page, start=START, training=True)
    wait_for_ply(page, 0)
    order(page, "turns", turn="g1")
    page.wait_for_selector("[data-do=take-back]")
    assert "Dark's move loses in 10 moves" in page.inner_text("#strip")
    page.click("[data-do=take-back]")
    page.until("!document.querySelector('#strip:not([hidden]) [data-do=take-back]')")
    wait_for_ply(page, 0)
    order(page, "turns", turn="g1")
    page.wait_for_selector("[data-do=play-on]")
    page.click("[data-do=play-on]")
    page.until("!document.querySelector('#strip:not([hidden]) [data-do=play-on]')")
    assert state(page)["turns"] == ["g1"]


@in_pages
def test_hints_end_at_the_limit_of_the_new_game(served, visit):
    page = visit(served.url, width=360, locale="fr")
    page.goto(f"{served.url}#new")
    page.wait_for_selector("[name=hints]")
    page.select_option("[name=hints]", "1")
    page.check("[name=training]")
    page.select_option("[name=who-1]", "human")
    page.click("[type=submit].filled")
    if page.inner_text(".over"):
        page.click("[type=submit].filled")  # over a game that goes on it is asked
    page.wait_for_selector("#table:not([hidden]) [data-button=hint]")
    page.until("document.querySelector('[data-button=hint]').textContent.includes('(1 ')")
    page.click("[data-button=hint]")
    page.until("document.querySelector('[data-button=hint]').textContent.includes('(0 ')")
    assert state(page)["training"] == {
        "training": True, "limits": [1, 1], "hints_left": [0, 1], "loses": None
    }  # fmt: skip
    assert state(page)["hint"]["stage"] == 1
