"""No view of the page breaks a rule of axe-core, in both themes, sizes and languages.

``$AXE_CORE`` names the file ``axe.min.js`` of the npm package ``axe-core``; .ci/run fetches it.
"""

import os
from pathlib import Path

import pytest

from support.campaign import campaign, in_pages
from support.web.page import begin, order, state, wait_for_ply

AXE = os.environ.get("AXE_CORE", "")

pytestmark = [in_pages, pytest.mark.slow]
# At each test: tests of the browser tab take them from here.
needs_axe = pytest.mark.skipif(
    not AXE, reason="$AXE_CORE does not name axe.min.js of axe-core (npm)"
)


VIEWS = (
    "table", "new", "edit", "study", "records", "records/{}", "network", "settings", "rules",
    "rules/gyges", "share", "explore/{}/0",
)  # fmt: skip
COLOURS = ["color-contrast", "link-in-text-block"]
LOOKS = [
    # theme, width, rules: every rule at both widths, every colour of both themes
    ("light", 1280, None),
    ("dark", 360, None),
    # themes differ in nothing but colours
    ("light", 360, COLOURS),
    ("dark", 1280, COLOURS),
]
AXE_RUN = """async rules => {
    const what = rules ? { runOnly: { type: "rule", values: rules } } : {};
    const { violations } = await axe.run({ ...what, resultTypes: ["violations"] });
    return violations.map(rule => [rule.id, rule.nodes[0].target]);
}"""


def check(page, view):
    """Look at what the page shows now, in both themes and at both widths."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(AXE).read_text("utf-8"))
        # A colour is looked at as it will be, not while it changes or the strip appears.
        page.add_style_tag(content="* { transition: none !important; animation: none !important; }")
    for theme, width, rules in LOOKS:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 800})
        assert not page.evaluate(AXE_RUN, rules), (view, theme, width)


# The policy of the page would not let axe in.
@needs_axe
@pytest.mark.parametrize("locale", campaign(["fr"], ["en", "fr"]))
def test_no_view_breaks_a_rule_of_axe(served, visit, locale):
    page = visit(served.url, locale=locale, bypass_csp=True)
    begin(page)
    page.wait_for_selector("#plan .target")
    number = page.evaluate(
        "async () => (await (await fetch('/api/records')).json()).games[0].number"
    )
    for view in VIEWS:
        page.goto(f"{served.url}#{view.format(number)}")
        page.until("!document.querySelector('.view:not([hidden])').matches(':empty')")
        page.until("!document.querySelector('.view:not([hidden]) .loading')")
        check(page, view)


@needs_axe
@pytest.mark.parametrize("game", campaign(["gyges"], ["apagos", "gyges"]))
def test_no_table_of_another_game_and_no_task_breaks_a_rule_of_axe(served, visit, game):
    page = visit(served.url, bypass_csp=True)
    begin(page, game)
    page.wait_for_selector("#plan .target")
    check(page, game)
    order(page, "study", what="puzzles", game=game)
    page.until("document.body.dataset.task === 'puzzles 1'")
    page.click("[data-button=hint]")
    page.wait_for_selector("#strip.hint")
    check(page, f"puzzle of {game}")
    order(page, "study", what="lessons", game=game)
    page.until("document.body.dataset.task === 'lessons 1'")
    check(page, f"lesson of {game}")
    order(page, "study", what="leave")
    page.until("document.body.dataset.task === ''")


@needs_axe
@pytest.mark.parametrize("locale", campaign(["fr"], ["en", "fr"]))
def test_no_review_and_no_analysis_breaks_a_rule_of_axe(served, visit, locale):
    page = visit(served.url, locale=locale, bypass_csp=True)
    begin(page, "apagos")
    for ply, turn in enumerate(("W3", "W4", "W3", "W2"), 1):  # two mistakes
        order(page, "turns", turn=turn)
        wait_for_ply(page, ply)
    number = state(page)["record"]
    page.goto(f"{served.url}#records/{number}")
    page.click(".review button")
    page.wait_for_selector(".graph")
    page.click("[data-do=next-mistake]")
    check(page, "review")
    page.goto(f"{served.url}#explore/{number}/2")
    page.until("document.querySelector('.values .chosen')")
    page.click(".values li:nth-child(2) .turn")
    page.until("document.querySelector('.lines .chosen .badge')")
    check(page, "analysis")
