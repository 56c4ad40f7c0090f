"""The page between people, in a real Chromium: names, seats, consent, hints, languages."""

import contextlib
import json
from itertools import product

import pytest

from support.campaign import campaign, in_pages
from support.web.page import begin, order, over, state, wait_for_ply
from support.web.served import until

pytestmark = pytest.mark.slow

RINGS = "000000/000000/013220/213303/110000/020000 N"
INPUTS = ("mouse", "touch", "keys", "typed")
GAMES = {
    # start, then for two turns: cells to choose, as French people type it, how the record begins
    "pylos": ("", (["b2"], "b2", "b2"), (["c3"], "c3", "c3")),
    "gyges": (RINGS, (["b6", "b1"], "b6-b1", "b6"), (["b1", "b6"], "b1-b6", "b1")),
    "apagos": ("", (["1"], "W1", "W1"), (["2"], "N2", "B2")),
}


def play(page, how, cells, typed):
    """Play a turn as a player would."""
    if how == "typed":
        page.until("document.querySelector('.plan .target')")
        page.fill("#typed-turn", typed)
        page.press("#typed-turn", "Enter")
        return
    for cell in cells:
        button = f'.plan [data-cell="{cell}"]:not([data-role])'
        page.until(
            f"(one => one.matches('.target') || one.getAttribute('aria-disabled') === 'false')"
            f"(document.querySelector('{button}'))"
        )
        if how == "keys":
            page.focus(button)
            page.keyboard.press("Enter")
        elif how == "touch":
            page.dispatch_event(button, "click")
        else:
            page.click(button)


EACH = [("gyges", "keys")]
"""Another game, and another way of giving a turn, than the clicks of ``test_page``."""


@pytest.mark.parametrize(("game", "how"), campaign(EACH, list(product(GAMES, INPUTS))))
def test_a_turn_is_what_the_hand_meant_in_french(served, visit, game, how):
    start, *turns = GAMES[game]
    page = visit(served.url, locale="fr")
    begin(page, game, start=start)
    for ply, (cells, typed, text) in enumerate(turns, 1):
        play(page, how, cells, typed)
        wait_for_ply(page, ply)
        assert state(page)["turns"][-1].startswith(text)


@in_pages
def test_names_reach_records_and_search(served, visit):
    page = visit(served.url)
    begin(page)
    order(page, "seats", who=["human", "human"], names=["Maya", "Jonas"])
    order(page, "turns", turn="b2")
    wait_for_ply(page, 1)
    found = page.evaluate(
        "async () => (await (await fetch('/api/records?search=Jonas')).json()).games"
    )
    assert found[0]["players"] == "Maya|Jonas"
    assert order(page, "seats", who=["human", "human"], names=["club", ""])["error"] == "name"


@in_pages
def test_words_of_the_terminal_are_answered_where_one_looks(served, visit):
    page = visit(served.url)
    begin(page)
    for word, told in (("rules", "fifteen"), ("help", "undo"), ("why", "Nothing was refused")):
        page.fill("#typed-turn", word)
        page.press("#typed-turn", "Enter")
        page.until(f"document.querySelector('#strip').textContent.includes('{told}')")


@in_pages
def test_a_click_is_answered_at_once_and_put_back_with_the_reason(served, visit):
    page = visit(served.url)
    begin(page)
    page.route("**/api/turns", lambda route: None)  # the server is slow
    page.click('.plan [data-cell="b2"]')
    assert page.evaluate("document.querySelectorAll('.scene [data-ghost=b2]').length") == 1
    page.until("document.querySelector('#last').textContent.includes('Sending')")
    page.unroute("**/api/turns")
    page.reload()
    refusal = {"status": 409, "body": json.dumps({"error": "rule", "text": "Not there."})}
    page.until("document.querySelector('.plan .target')")
    page.route("**/api/turns", lambda route: route.fulfill(**refusal))
    page.click('.plan .target[data-cell="d4"]')
    page.until("document.querySelector('#strip').textContent.includes('Not there.')")
    assert page.evaluate("document.querySelectorAll('.scene [data-ghost]').length") == 0
    page.unroute("**/api/turns")


def test_a_deleted_game_can_be_had_back(served, visit):
    page = visit(served.url)
    begin(page)
    order(page, "turns", turn="b2")
    wait_for_ply(page, 1)
    begin(page)
    page.goto(served.url + "#records")
    page.wait_for_selector(".list tbody [data-do=delete]")
    before = page.locator(".list tbody tr").count()
    page.locator("tr:has(td:nth-child(4):text('1')) [data-do=delete]").first.click()
    assert page.locator(".list tbody tr").count() == before
    page.click("[data-do=delete-sure]")
    page.until("n => document.querySelectorAll('.list tbody tr').length === n", before - 1)
    page.click("[data-do=undelete]")
    page.until("n => document.querySelectorAll('.list tbody tr').length === n", before)


@in_pages
def test_a_link_that_was_tampered_with_is_said_to_hold_no_position(served, visit):
    page = visit(served.url)
    begin(page)
    page.goto(served.url + "#edit/pylos/standard/L.../nonsense%20L")
    page.until("document.querySelector('#edit .error')?.textContent.includes('nonsense')")
    assert page.input_value("#position-text") != ""


@pytest.fixture
def guest(chromium):
    """Return a function that opens a page in another browser, as somebody else's."""
    with contextlib.ExitStack() as stack:

        def open_page(**more):
            context = chromium.new_context(locale="en", **more)
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(90_000)
            return page

        yield open_page


@in_pages
def test_a_link_in_a_mail_seats_a_guest_who_then_agrees_or_not(serve, visit, guest, far):
    served = serve("pylos", "--new", "--lan", "--clock", "10m")
    host = visit(served.url)
    begin(host, clock="10m")
    link = order(host, "invite", seat=1)["url"]
    page = guest(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    # Another site's page leads here: a mail reader.
    page.route("http://mail.example/*", lambda route: route.fulfill(
        body=f'<a href="{link}">play</a>', content_type="text/html"))  # fmt: skip
    page.goto("http://mail.example/inbox")
    page.click("a")
    page.fill("#name", "Jonas <b>")
    page.click("#take")
    page.wait_for_selector("#table .player")
    until(page, "document.querySelector('.player.moving')")
    assert state(page)["me"]["seats"] == [1]
    # Any later link to the table leaves the seat as it is.
    page.goto("http://mail.example/inbox")
    page.evaluate("url => { document.querySelector('a').href = url }", served_url(link))
    page.click("a")
    page.wait_for_selector("#table .player")
    assert state(page)["me"]["seats"] == [1]
    until(host, "document.querySelector('#players').textContent.includes('Jonas <b>')")

    assert order(host, "turns", turn="b2") == {"ok": True}
    wait_for_ply(host, 1)
    until(page, "document.title.includes('Your turn')")
    assert order(page, "undo")["error"] == "no-turn"
    assert order(host, "undo")["asked"]
    until(page, "document.querySelector('#strip [data-do=allow]:not([disabled])')")
    assert "b2" in page.inner_text("#strip")
    assert order(host, "turns", turn="c3")["error"] == "not-yours"
    page.tap("#strip [data-do=refuse]")
    until(host, "!document.querySelector('#strip [data-do=withdraw]')")
    assert order(host, "undo")["error"] == "refused"
    assert order(page, "hint")["error"] == "hints-off"
    assert order(page, "hints")["asked"]
    until(host, "document.querySelector('#strip [data-do=allow]:not([disabled])')")
    host.click("#strip [data-do=allow]")
    until(page, "document.querySelector('[data-button=hint]')")
    page.tap("[data-button=hint]")
    until(page, "async () => (await (await fetch('/api/state')).json()).hint")
    assert state(page)["hint"]["stage"] == 1
    assert state(host)["hint"] is None
    # The host makes a new link: whoever had the seat is told so, and looks on.
    order(host, "invite", seat=1)
    until(page, "document.querySelector('#strip').textContent.includes('no seat here any more')")
    page.tap("#strip [data-do=close]")
    until(page, "document.querySelector('#strip').textContent.includes('You are watching')")


def choose(page, cell):
    """Play a turn by thumb (a tap shows it, the big button plays it)."""
    until(page, f"""document.querySelector('.plan .target[data-cell="{cell}"]')""")
    page.tap(f'.plan .target[data-cell="{cell}"]')
    page.tap("#main")


def press(page, name):
    """Press a button of the table, in the menu where it is not in reach."""
    button = page.locator(f"#buttons [data-button={name}]")
    if not button.is_visible():
        page.tap("#menu")
    button.tap()


def agree(asker, other, answer="allow"):
    """Wait until both phones show what is asked, and answer it on the other one."""
    if answer == "allow":
        asker.wait_for_selector("#strip [data-do=withdraw]")
    other.tap(f"#strip [data-do={answer}]")


def listed(page, turns):
    """Wait until a page lists these turns, and no others."""
    until(
        page,
        "turns => [...document.querySelectorAll('#turns .turn')]"
        ".map(one => one.textContent.trim()).join(' ') === turns",
        " ".join(turns),
    )


@in_pages
def test_two_phones_play_each_other_and_play_again_with_sides_swapped(serve, visit, guest, far):
    served = serve("pylos", "--new", "--lan")
    host = visit(served.url)
    begin(host, clock="10m")
    phones = []
    for seat, name in enumerate(("Ada", "Ben")):
        page = guest(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        page.goto(order(host, "invite", seat=seat)["url"])
        page.fill("#name", name)
        page.tap("#take")
        page.wait_for_selector("#table .player.moving")
        page.tap("#switch [data-see=plan]")
        phones.append(page)
    ada, ben = phones
    assert [state(page)["me"]["sides"] for page in (ada, ben, host)] == [[0], [1], []]

    for ply, (page, cell) in enumerate(((ada, "b2"), (ben, "c3"), (ada, "a1")), 1):
        choose(page, cell)
        listed(ada, ("b2", "c3", "a1")[:ply])
        listed(ben, ("b2", "c3", "a1")[:ply])
    press(ada, "undo")
    until(ben, "document.querySelector('#strip').textContent.includes('a1')")
    agree(ada, ben)
    for page in phones:
        listed(page, ("b2", "c3"))
    choose(ada, "d4")
    listed(ben, ("b2", "c3", "d4"))

    press(ben, "pause")
    agree(ben, ada)
    for page in phones:
        until(page, "document.body.dataset.covered === 'yes'")
    assert state(ada)["clock"]["paused"]
    press(ada, "go-on")  # Ben is to move, and could go on without asking
    agree(ada, ben)
    for page in phones:
        until(page, "document.body.dataset.covered === ''")

    press(ben, "draw")
    ben.tap("#strip [data-do=sure]")
    agree(ben, ada, "accept")
    for page in phones:
        until(page, "document.querySelector('#buttons [data-button=rematch]')")
        assert over(page) == {"winner": 2, "reason": "agreed"}
    press(ada, "rematch")
    agree(ada, ben)
    for page in phones:
        listed(page, ())
    choose(ben, "b2")  # Ben has Light now
    listed(ada, ("b2",))
    choose(ada, "c3")
    listed(ben, ("b2", "c3"))
    assert [state(page)["me"]["sides"] for page in (ada, ben)] == [[1], [0]]
    assert state(host)["seats"]["names"] == ["Ben", "Ada"]


def served_url(link):
    return link.partition("/join/")[0] + "/"


@pytest.fixture
def far():
    from underboard.web.http.server import own_address

    if own_address().startswith("127."):
        pytest.skip("this computer is in no network")
