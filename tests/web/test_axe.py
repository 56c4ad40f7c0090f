"""No view of the page breaks a rule of axe-core, in either theme, on a laptop and on a phone.

``$AXE_CORE`` names the file ``axe.min.js`` of the npm package ``axe-core``; .ci/run fetches it.
"""

import os
from pathlib import Path

import pytest

AXE = os.environ.get("AXE_CORE", "")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not AXE, reason="$AXE_CORE does not name axe.min.js of axe-core (npm)"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_no_view_breaks_a_rule_of_axe(served, visit, theme, width):
    # The policy of the page would not let axe in.
    page = visit(served.url, width=width, color_scheme=theme, bypass_csp=True)
    page.wait_for_selector("#plan .target")
    script = Path(AXE).read_text("utf-8")
    number = page.evaluate(
        "async () => (await (await fetch('/api/records')).json()).games[0].number"
    )
    for view in (
        "#table",
        "#new",
        "#edit",
        "#study",
        "#records",
        f"#records/{number}",
        "#network",
        "#settings",
    ):
        page.goto(served.url + view)
        page.until("!document.querySelector('.view:not([hidden])').matches(':empty')")
        page.evaluate(script)
        found = page.evaluate("axe.run()")
        broken = [(rule["id"], rule["nodes"][0]["target"]) for rule in found["violations"]]
        assert not broken, view
