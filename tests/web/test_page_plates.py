"""The boards that are meant where nobody names one, played by clicks in a real Chromium."""

import pytest

from support.campaign import in_pages, one_in
from support.web.page import state, wait_for_ply
from underboard.registry import game_of

pytestmark = pytest.mark.slow

CLICKS = {
    "pylos": (["b2"], ["c3"], ["a1"]),
    "apagos": (["1"], ["2"], ["3"]),
    "gyges": (["a1"], ["b1"], ["c1"]),
}
TURNS = {
    "pylos": ["b2", "c3", "a1"],
    "apagos": ["W1", "B2", "W3"],  # the colour of whoever is to move, where none is chosen
    "gyges": ["a1", "b1", "c1"],
}


@in_pages
@pytest.mark.parametrize("game", one_in(3, CLICKS))
def test_three_turns_by_clicks_are_followed_on_the_default_board(serve, visit, game):
    layout = game_of(game).layout
    served = serve(game, "--new", "--board", f"sim:{layout}")
    page = visit(served.url)
    page.until("document.querySelector('.plan .target')")
    for ply, cells in enumerate(CLICKS[game], 1):
        for cell in cells:
            target = f'.plan .target[data-cell="{cell}"]:not([data-role])'
            page.until(f"document.querySelector('{target}')")
            page.click(target)
        wait_for_ply(page, ply)
        page.until("async () => !(await (await fetch('/api/state')).json()).board.busy")
    told = state(page)
    assert told["board"]["layout"] == layout
    assert [turn[-2:] for turn in told["turns"]] == TURNS[game]
