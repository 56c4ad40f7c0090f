"""The page without a server (games by clicks, what is kept, a second tab, no network)."""

import os
import random
from pathlib import Path

import pytest

from support.campaign import campaign

from .conftest import kept, play, ready, record, turns_shown

pytestmark = pytest.mark.slow
AXE = os.environ.get("AXE_CORE", "")
ORDER = """async (path) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ id: crypto.randomUUID(), lang: "en" });
    return (await fetch(`/api/${path}`, { method: "POST", headers, body })).json();
}"""
AXE_RUN = """async () =>
    (await axe.run()).violations.map((rule) => [rule.id, rule.nodes[0].target])"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.mark.parametrize(
    ("board", "turns"),
    campaign(
        [("apagos-scale4", 6), ("gyges-reed38", 13)],
        [(board, 500) for board in ("pylos-reed16", "pylos-scale4", "apagos-reed36",
                                    "apagos-scale4", "gyges-reed38", "gyges-scale4")],
    ),
)  # fmt: skip
def test_a_game_by_clicks_is_in_the_records(open_tab, board, turns):
    page = open_tab(board)
    play(page, turns, random.Random(board))
    # The last click may still be on its way.
    made = record(page)
    page.wait_for_function(
        "n => document.querySelectorAll('#turns .turn').length === n", arg=len(made)
    )
    assert len(made) >= 6


def test_a_game_survives_a_reload_and_a_second_tab_says_so(open_tab):
    page = open_tab()
    play(page, 4, random.Random(4))
    before = record(page)
    kept(page)
    page.reload()
    page.wait_for_function("document.querySelectorAll('#turns .turn').length >= 4")
    assert record(page) == before

    second = open_tab(wait=False)
    second.wait_for_selector("#tab-trouble[data-trouble=second]")
    assert "another tab" in second.text_content("#tab-trouble")
    second.click("#tab-trouble button")
    page.wait_for_selector("#tab-trouble[data-trouble=taken]")
    second.wait_for_function("document.querySelectorAll('#turns .turn').length >= 4")
    assert record(second) == before


HOLD = """() => {
    navigator.locks.request("underboard", async () => {
        while (!(await navigator.locks.query()).pending.length)
            await new Promise((resume) => setTimeout(resume, 20));
    });
}"""


def test_a_page_that_is_about_to_go_is_no_second_tab(open_tab, context, site):
    """Release the lock only after it is asked for, as a reload may."""
    other = context.new_page()
    other.goto(f"{site}underboard-site.json")
    other.evaluate(HOLD)
    page = open_tab()
    assert not page.query_selector("#tab-trouble")


def test_hints_and_reviews_come_from_a_second_worker_while_the_board_goes_on(open_tab):
    page = open_tab()
    play(page, 3, random.Random(3))
    # A service worker in between: an address is then no way to tell a worker anything.
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    ready(page)
    assert page.evaluate("fetch('/api/state').then(a => a.json())")["board"]["layout"] == (
        "pylos-reed16"
    )
    answer = page.evaluate(ORDER, "hint")
    assert answer["hint"]["words"]["en"]
    found = page.evaluate(
        """async () => {
            const { games } = await (await fetch("/api/records")).json();
            return (await fetch(`/api/records/${games[0].number}/review`)).json();
        }"""
    )
    assert len(found["turns"]) == turns_shown(page)


def test_it_opens_without_a_network_after_the_first_visit(open_tab, context):
    page = open_tab()
    page.wait_for_function("navigator.serviceWorker.ready.then(one => one.active !== null)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.reload()
    ready(page)
    play(page, 1, random.Random(1))
    assert turns_shown(page) == 1


def test_the_panel_is_french_fits_a_phone_and_breaks_no_rule_of_axe(open_tab):
    page = open_tab()
    page.click("#language")
    page.wait_for_function("document.documentElement.lang === 'fr'")
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.text_content("#tab-board") == "Plateau"
    page.click("#menu")
    page.click("#tab-board")
    assert "Pas dans cet onglet" in page.text_content("#tab-dialog")
    assert page.evaluate(FITS)
    if AXE:
        page.evaluate(Path(AXE).read_text("utf-8"))
        rules = (
            "async () => (await axe.run()).violations.map(rule => [rule.id, rule.nodes[0].target])"
        )
        assert page.evaluate(rules) == []
    page.click("#tab-dialog .row:last-child button")
    page.evaluate("location.hash = '#network'")
    page.wait_for_function("document.querySelector('#network').textContent.includes('onglet')")
    assert page.evaluate(FITS)
