"""A browser that leads the table by a link of the host: a tablet beside the board."""

import pytest

from support.campaign import in_pages
from support.web.page import begin, order, state, wait_for_ply
from support.web.served import until
from underboard.web.http.server import own_address

pytestmark = pytest.mark.slow


@in_pages
def test_a_tablet_leads_the_table_until_its_link_is_revoked(serve, visit, chromium):
    if own_address().startswith("127."):
        pytest.skip("this computer is in no network")
    served = serve("pylos", "--new", "--lan")
    laptop = visit(served.url)
    begin(laptop)
    link = order(laptop, "devices", name="tablet")["url"]
    context = chromium.new_context(locale="fr", viewport={"width": 820, "height": 1180})
    tablet = context.new_page()
    tablet.set_default_timeout(90_000)
    try:
        tablet.goto(link.partition("/join/")[0])
        until(tablet, "document.querySelector('#table .player')")
        assert not state(tablet)["me"]["host"], "whoever opens the page looks on"
        assert order(tablet, "new", game="pylos")["error"] == "watching"
        tablet.goto(link)
        tablet.click("#take")
        until(tablet, "document.querySelector('[data-button=new]')")
        assert state(tablet)["me"]["host"]
        tablet.click('.plan .target[data-cell="b2"]')
        wait_for_ply(laptop, 1)
        tablet.click("[data-button=new]")
        tablet.click("#new button[type=submit]")
        tablet.click("#new button[type=submit]")  # over a running game it is asked first
        laptop.until("!document.querySelector('#turns li')")
        assert order(laptop, "devices", revoke=place(laptop)) == {"ok": True}
        until(tablet, "!document.querySelector('[data-button=new]')")
        assert order(tablet, "new", game="pylos")["error"] == "watching"
    finally:
        context.close()


def place(page):
    """Return the place of the device that has used its link."""
    devices = page.evaluate("async () => (await (await fetch('/api/devices')).json()).devices")
    (one,) = [one for one in devices if one["taken"]]
    return one["place"]
