"""Pages of an evening in a real browser, and the pictures of the docs that are made of them."""

import contextlib
import os
from pathlib import Path

from support.galerapagos.table import NAMES
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.options import Setup

PICTURES = Path(__file__).parents[3] / "host/docs/pictures"
KEEP = os.environ.get("UNDERBOARD_PICTURES")
"""Set, the pictures of the docs are made anew."""
WAIT_MS = 60_000


@contextlib.contextmanager
def opened(browser, url, width, height, locale="en"):
    context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(url)
    try:
        yield page
    finally:
        assert page.errors == []
        context.close()


def evening(players, seed=3):
    """Return a table on day 7 with a ballot just opened: water is one short."""
    kept = RecordedGame(Game(Setup(NAMES[:players], seed, "dealt", 0)), None)
    camp = kept.game.camp
    camp.turn, camp.seats, camp.wood = 7, 3, 3
    if players > 4:
        kept.enter({"do": "override", "what": "dead", "value": players - 3, "why": ""})
    kept.enter({"do": "reveal"})
    while kept.game.camp.phase in ("act", "push"):
        kept.enter({"do": "fish"})
    mouths = len(kept.game.camp.living())
    for what, value in (("water", mouths - 1), ("food", mouths + 2), ("sick", players - 2)):
        kept.enter({"do": "override", "what": what, "value": value, "why": ""})
    kept.enter({"do": "count"})
    kept.enter({"do": "vote"})
    return kept


def picture(page, name):
    if KEEP:
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")
