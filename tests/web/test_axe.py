"""No view of the page breaks a rule of axe-core, in either theme, on a laptop and on a phone.

``$AXE_CORE`` names the file ``axe.min.js`` of the npm package ``axe-core``; .ci/run fetches it.
"""

import os
from pathlib import Path

import pytest

from page_parts import begin

AXE = os.environ.get("AXE_CORE", "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not AXE, reason="$AXE_CORE does not name axe.min.js of axe-core (npm)"),
]


VIEWS = ("table", "new", "edit", "study", "records", "records/{}", "network", "settings")
COLOURS = ["color-contrast", "link-in-text-block"]
LOOKS = [
    # theme, width, rules: themes differ in nothing but colours
    ("light", 1280, None),
    ("light", 360, None),
    ("dark", 360, COLOURS),
    ("dark", 1280, COLOURS),
]
AXE_RUN = """async rules => {
    const { violations } = await axe.run(rules ? { runOnly: { type: "rule", values: rules } } : {});
    return violations.map(rule => [rule.id, rule.nodes[0].target]);
}"""


def test_no_view_breaks_a_rule_of_axe(served, visit):
    # The policy of the page would not let axe in.
    page = visit(served.url, bypass_csp=True)
    begin(page)
    page.wait_for_selector("#plan .target")
    script = Path(AXE).read_text("utf-8")
    number = page.evaluate(
        "async () => (await (await fetch('/api/records')).json()).games[0].number"
    )
    for view in VIEWS:
        page.goto(f"{served.url}#{view.format(number)}")
        page.until("!document.querySelector('.view:not([hidden])').matches(':empty')")
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
            # A colour is looked at as it will be, not on its way from one theme to the other.
            page.add_style_tag(content="* { transition: none !important; }")
        for theme, width, rules in LOOKS:
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": 800})
            assert not page.evaluate(AXE_RUN, rules), (view, theme, width)
