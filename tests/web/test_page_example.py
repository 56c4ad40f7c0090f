"""A game of the example by clicks, drawn by its own script."""

import pytest

from support.campaign import in_pages
from support.example import install
from support.web.page import wait_for_ply

pytestmark = pytest.mark.slow
SIGNS = "document.querySelectorAll('.noughts-sign').length"


def test_a_whole_game_is_drawn_by_the_script_of_its_package(serve, visit, tmp_path, monkeypatch):
    (tmp_path / "installed").mkdir()
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "installed"))
    page = visit(serve("noughts", "--new").url, width=360, height=740, locale="fr")
    page.evaluate("localStorage.setItem('underboard.confirm', 'off')")
    for ply, cell in enumerate(["b2", "a1", "b1", "c3", "b3"], 1):
        page.until(f"document.querySelector('#picture .target[data-cell={cell}]')")
        page.click(f"#picture [data-cell={cell}]")
        wait_for_ply(page, ply)
        page.until(f"{SIGNS} === {ply}")
    page.until("document.querySelector('#buttons [data-button=rematch]')")
    assert "Croix" in page.inner_text("#title") + page.inner_text("#last")
    men = "[...document.querySelectorAll('#plan .cell .man')].map((one) => one.textContent)"
    plan = page.evaluate(men)
    assert plan == ["", "X", "O", "", "X", "", "O", "X", ""]
    page.evaluate("location.hash = '#rules'")
    page.until("document.querySelector('#rules .full-rules')?.textContent")
    chosen = page.inner_text("#rules .switch-games [aria-current]")
    assert chosen == "Noughts and crosses", "not the drawings of another game"
    page.evaluate("location.hash = '#new'")
    page.until("document.querySelector('#new [name=start]')")
    assert not page.query_selector("#new a[href='#edit']"), "it has no editor"


THROWS = "throw new Error('broken')"
BROKEN = {
    "as it is made": f"export default () => {{ {THROWS}; }};",
    "as its picture is made": f"export default () => ({{ scene() {{ {THROWS}; }} }});",
    "as it draws": "export default ({ GridScene }) => { class Scene extends GridScene {"
    f" drawn() {{ {THROWS}; }} }} return {{ scene: ({{ grid }}) => new Scene(grid) }}; }};",
    "as it says a sign": f"export default () => ({{ sign() {{ {THROWS}; }} }});",
    "as it shows what is chosen": f"export default () => ({{ applied() {{ {THROWS}; }} }});",
    "as it draws a plan of its own": f"export default () => ({{ renderPlan() {{ {THROWS}; }} }});",
}


@in_pages
def test_a_script_that_throws_leaves_its_game_a_plain_grid(serve, visit, tmp_path, monkeypatch):
    (tmp_path / "installed").mkdir()
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "installed"))
    url = serve("noughts", "--new").url
    page = visit(url)
    page.evaluate("localStorage.setItem('underboard.confirm', 'off')")
    cells = ["b2", "a1", "b1", "b3", "c3", "a2"]
    for ply, (cell, script) in enumerate(zip(cells, BROKEN.values(), strict=True), 1):
        page.route(
            "**/games/noughts.js",
            lambda route, _, script=script: route.fulfill(
                body=script, content_type="text/javascript", headers={"cache-control": "no-store"}
            ),
        )
        page.reload()
        page.until(f"document.querySelector('#picture .target[data-cell={cell}]')")
        page.click(f"#picture [data-cell={cell}]")
        wait_for_ply(page, ply)
        page.until(f"document.querySelectorAll('#picture .grid-sign').length === {ply}")
        page.until("document.querySelectorAll('#plan .cell').length === 9")
