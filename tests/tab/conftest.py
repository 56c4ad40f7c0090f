"""The written folder behind a server of this computer, and pages of it in a real Chromium."""

import os
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.web.browser import CHROMIUM

SITE = os.environ.get("UNDERBOARD_SITE", "")
WAIT_MS = 120_000  # a very busy machine; a quiet one needs three seconds


@pytest.fixture(scope="session")
def site():
    """The address of the folder that $UNDERBOARD_SITE names."""
    if not SITE:
        pytest.skip("no folder to look at: underboard site DIR, then UNDERBOARD_SITE=DIR")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with offered(Path(SITE)) as url:
        yield url


@contextmanager
def offered(folder):
    """Yield the address of a written folder."""
    from underboard.cli.site import server_of

    server = server_of(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def context(chromium):
    """A browser that was never here."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    context.set_default_timeout(WAIT_MS)
    yield context
    context.close()


@pytest.fixture
def open_tab(context, site):
    """Return a function that opens a page and waits for its board."""
    troubles = []

    def open_page(board="pylos-reed16", script="", wait=True):
        page = context.new_page()
        if script:
            page.add_init_script(script)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{site}?board=sim:{board}")
        if wait:
            ready(page)
        return page

    yield open_page
    assert not troubles


@pytest.fixture(scope="module")
def opened():
    """What the tests of a module share; the browser closes it at its end."""
    return {}


@pytest.fixture
def shared(chromium, site, opened):
    """One page for all tests of a module, which leave it at its table and without a dialog."""
    troubles = opened.setdefault("troubles", [])
    if "page" not in opened:
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        context.set_default_timeout(WAIT_MS)
        page = opened["page"] = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{site}?board=sim:pylos-reed16")
        ready(page)
    yield opened["page"]
    assert not troubles


NEXT = "#plan .target, #strip [data-do=enough]:not([disabled])"
OVER = "#buttons [data-button=rematch]"


def ready(page):
    """Wait until the host is there and something can be clicked, or the game is over."""
    page.wait_for_function(
        f"window.underboardMarks.host && document.querySelector('{OVER}, {NEXT}')", polling=50
    )


def kept(page):
    """Wait until the browser keeps what the page shows."""
    page.wait_for_function("window.underboardTab.isKept")


def turns_shown(page):
    """Return how many turns the list shows."""
    return page.evaluate("document.querySelectorAll('#turns .turn').length")


def record(page):
    """Return the turns of the newest game in the records."""
    return page.evaluate(
        """async () => {
            const { games } = await (await fetch("/api/records")).json();
            const one = await (await fetch(`/api/records/${games[0].number}`)).json();
            return one.plies.slice(1).map((ply) => ply.last.text);
        }"""
    )


# In one piece: between a look at the list and a click a turn could come.
CLICK = f"""([turns, share]) => {{
    const shown = document.querySelectorAll("#turns .turn").length;
    if (shown >= turns || document.querySelector("{OVER}")) return true;
    const cells = document.querySelectorAll("{NEXT}");
    cells[Math.floor(share * cells.length)]?.click();
    return false;
}}"""


def play(page, turns, chance):
    """Click until so many turns are in the list, or the game is over."""
    ready(page)
    while not page.evaluate(CLICK, [turns, chance.random()]):
        page.wait_for_timeout(20)
        ready(page)
