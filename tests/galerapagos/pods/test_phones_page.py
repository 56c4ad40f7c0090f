"""Phones and the big screen in a real Chromium; the pictures of the docs are made here."""

import contextlib
import io

import pytest
from rich.console import Console

from support.campaign import campaign, in_pages
from support.galerapagos.browser import KEEP, evening, opened, picture
from support.galerapagos.phones import Client, phone_table, port_of
from support.galerapagos.table import NAMES
from underboard.drivers.keyboard import InputClosed
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import PACES, Director
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.moderator import Moderator
from underboard.texts import Texts

pytestmark = pytest.mark.slow


class Gone:
    """Nobody types."""

    def ask(self, text):
        raise InputClosed


def terminal_picture(browser, kept, name):
    """Draw the terminal as people see it, 80 columns by 24 rows."""
    if not KEEP:
        return
    console = Console(file=io.StringIO(), width=80, height=24, record=True, force_terminal=True)
    Moderator(kept, Texts("en"), console, Gone()).run()
    with opened(browser, "about:blank", 860, 560) as page:
        page.set_content(console.export_html(inline_styles=True))
        picture(page, name)


@pytest.mark.parametrize("players", campaign([4], [4, 12]))
def test_an_evening_on_phones_and_the_big_screen(chromium, players):
    kept = evening(players)
    terminal_picture(chromium, kept, f"terminal-{players}")
    with contextlib.ExitStack() as stack:
        hub = stack.enter_context(phone_table(kept, director=Director(PACES["brisk"])))
        hub.do(hub.stage.hurry).result()
        big = stack.enter_context(opened(chromium, hub.url + "big", 1280, 720))
        voters = kept.game.camp.ballot.expected()
        plain = [Client(port_of(hub)).sit(seat) for seat in voters[1:]]
        phone = stack.enter_context(opened(chromium, hub.url, 390, 760, "fr"))
        phone.get_by_role("button", name=NAMES[voters[0]]).click()
        phone.locator("h1", has_text="Qui sera privé d'eau").wait_for()
        for client in plain[: len(plain) // 2]:
            client.vote(voters[0])
        phone.locator("button.tile").first.click()
        phone.locator("button.tile[aria-pressed=true]").wait_for()
        received = len(plain) // 2
        phone.locator(".pips i.in").nth(received - 1).wait_for()
        picture(phone, f"phone-ballot-{players}")
        big.get_by_text(f"{received} of {len(voters)} votes in").wait_for()
        picture(big, f"big-{players}")
        phone.locator(".foot button.filled").click()
        phone.locator("h1", has_text="scellé").wait_for()
        target = kept.game.camp.ballot.choices(voters[0])[0]
        assert kept.game.camp.ballot.votes[str(voters[0])] == target
        # Nothing on the phone, nor anywhere in its page, tells the choice any more.
        assert NAMES[target] not in phone.inner_text("main")
        picture(phone, f"phone-locked-{players}")
        for client in plain[len(plain) // 2 :]:
            client.vote(voters[0])
        hub.do(lambda: kept.enter({"do": "show"})).result()
        big.locator(".ballot.open").first.wait_for()
        # Nobody learns the result before the last envelope is open.
        assert "goes without" not in big.inner_text("#foot")
        assert "contre" not in phone.inner_text("main")
        picture(big, f"big-reveal-{players}")
        for _ in voters:
            big.mouse.click(300, 300)  # a tap opens the next one
        big.locator(".ballot.open").nth(len(voters) - 1).wait_for()
        big.get_by_text(f"{NAMES[voters[0]]} goes without water").first.wait_for()
        width = big.evaluate("document.documentElement.scrollWidth")
        assert width <= 1280, "no scrolling"
        side = big.evaluate(
            "[...document.querySelectorAll('#side .panel, #ballots')]"
            ".every((one) => one.scrollHeight <= one.clientHeight + 1)"
        )
        assert side, "nothing is cut off"


@in_pages
def test_a_code_leads_to_its_seat_and_the_remote_starts_the_clock(chromium):
    kept = RecordedGame(Game(Setup(NAMES, 3, "dealt", 0)), None)
    with contextlib.ExitStack() as stack:
        hub = stack.enter_context(phone_table(kept))
        big = stack.enter_context(opened(chromium, hub.url + "big", 1280, 720))
        big.locator(".code img").nth(11).wait_for()
        address = big.locator(".code img").nth(2).get_attribute("alt")
        phone = stack.enter_context(opened(chromium, address, 360, 640))
        phone.get_by_role("button", name="I am Cleo").click()
        phone.locator("header strong", has_text="Cleo").wait_for()
        big.locator(".code.ready b", has_text="Cleo").wait_for()
        picture(big, "big-lobby-12")
        host = stack.enter_context(opened(chromium, hub.pages.hand_over(None), 360, 780))
        host.locator("#take").click()  # the link's page asks first
        host.get_by_role("button", name="Reveal the weather").click()
        host.get_by_role("button", name="Start the debate clock").click()
        for page in (host, phone, big):
            page.get_by_text("Debate ").first.wait_for()
        host.locator("summary", has_text="Set right").click()
        host.get_by_role("button", name="food counter").click()
        picture(host, "phone-remote")
        host.get_by_role("button", name="17", exact=True).click()
        host.get_by_role("button", name="Stop the debate clock").wait_for()
        assert kept.game.camp.food == 17
        width = host.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, "no scrolling"


@in_pages
def test_a_tap_is_not_lost_when_the_page_is_drawn_anew_under_the_finger(chromium):
    kept = evening(4)
    with phone_table(kept) as hub, opened(chromium, hub.url, 360, 640) as phone:
        others = [Client(port_of(hub)).sit(seat) for seat in (1, 3)]
        phone.get_by_role("button", name=NAMES[0]).click()
        choice = phone.locator("button.tile").first
        choice.hover()
        phone.mouse.down()
        for received, other in enumerate(others, 1):
            other.vote(0)
            hub.do(lambda: None).result()
            phone.evaluate("() => fetch('/api/me')")
            assert kept.game.camp.ballot.progress()[0] == received
        phone.wait_for_timeout(300)
        phone.mouse.up()
        phone.locator("button.tile[aria-pressed=true]").wait_for()
        phone.locator(".pips i.in").first.wait_for()


@in_pages
def test_names_with_markup_are_names(chromium):
    names = ("<b>Ada</b>", "<img src=x>", "Cleo&amp;")
    kept = RecordedGame(Game(Setup(names, 1, "physical", 0)), None)
    with phone_table(kept) as hub, opened(chromium, hub.url, 390, 760) as phone:
        phone.get_by_role("button", name="<b>Ada</b>").click()
        phone.locator("header strong", has_text="<b>Ada</b>").wait_for()
        assert phone.locator("img, main b").count() == 0
