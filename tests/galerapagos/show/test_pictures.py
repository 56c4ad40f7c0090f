"""Every scene is drawn and heard in a real Chromium; the docs' pictures of the evening."""

import base64
import contextlib

import pytest

from support.campaign import in_pages
from support.galerapagos.browser import KEEP, evening, opened, picture
from support.galerapagos.phones import Client, phone_table, port_of
from support.galerapagos.start import phone_of, starting
from support.galerapagos.table import NAMES
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.show.scenes import LENGTH_MS
from underboard.galerapagos.state.options import Setup

pytestmark = pytest.mark.slow

EVENTS = {
    "weather": [{"effect": "weather", "rain": 3, "hurricane": False}],
    "act": [{"effect": "fish", "player": 2, "number": 3, "gained": 3, "balls": [3]}],
    "bite": [{"effect": "bitten", "player": 9, "number": 3}],
    "find": [{"effect": "search", "player": 4}],
    "card": [{"effect": "plays", "player": 4, "card": "coffee"}],
    "count": [{"effect": "shortage", "reason": "water", "number": 2}],
    "debate": [{"effect": "debate", "player": 0}],
    "ballot": [
        {"effect": "ballot", "number": 1, "reason": "water", "players": [0], "targets": [1]}
    ],
    "three": [{"effect": "three", "player": 0}],
    "rescue": [{"effect": "ration", "player": 4, "target": 5, "card": "coconut"}],
    "shot": [{"effect": "shoots", "player": 7, "target": 8}],
    "death": [{"effect": "death", "player": 3, "how": "thirst"}],
    "inheritance": [{"effect": "deal-out", "players": [2, 4], "target": 3}],
    "hurricane": [{"effect": "weather", "rain": 2, "hurricane": True}],
    "departure": [{"effect": "end", "how": "departure", "players": [0, 2, 4, 5, 6, 10]}],
    "day": [{"effect": "turn", "number": 8, "player": 5}],
    "end": [{"effect": "end", "how": "hecatomb", "players": []}],
}


class Clocked:
    """A served table whose show stands still until it is moved on."""

    def __init__(self, stack, players=12):
        self.now = [0.0]
        self.kept = evening(players)
        self.hub = stack.enter_context(
            phone_table(self.kept, director=Director(), clock=lambda: self.now[0])
        )
        self.tick(90)

    def tick(self, seconds):
        self.now[0] += seconds
        self.hub.do(lambda: None).result()


@in_pages
def test_every_kind_of_scene_has_a_picture_a_sound_and_its_sentence(chromium):
    assert set(EVENTS) == set(LENGTH_MS)
    shots = []
    with contextlib.ExitStack() as stack:
        one = Clocked(stack)
        big = stack.enter_context(opened(chromium, one.hub.url + "big", 960, 540))
        drawn = big.evaluate("import('/static/scenes.js').then((all) => all.DRAWN)")
        heard = big.evaluate("import('/static/sounds.js').then((all) => all.KINDS)")
        assert set(drawn) == set(LENGTH_MS)
        assert {*LENGTH_MS, "turning", "voter", "verdict", "total"} <= set(heard)
        for kind, events in EVENTS.items():
            one.hub.do(lambda events=events: one.hub.stage.take(events)).result()
            one.tick(0.1)
            said = one.hub.pages.newest["scene"]["caption"]["en"]
            big.locator("#foot p", has_text=said).wait_for()
            assert big.locator("#scene svg").count() == 1
            if KEEP and kind not in ("three", "day", "end", "card"):
                big.wait_for_timeout(2500)
                shots.append(base64.b64encode(big.screenshot()).decode())
            one.tick(120)
        if shots:
            sheet = stack.enter_context(opened(chromium, "about:blank", 1500, 1420))
            pictures = "".join(f'<img src="data:image/png;base64,{shot}">' for shot in shots)
            style = "body{margin:8px;display:grid;grid-template-columns:repeat(3,1fr);gap:8px}"
            sheet.set_content(f"<style>{style} img{{width:100%}}</style>{pictures}")
            picture(sheet, "big-scenes")


@in_pages
def test_the_television_turns_one_envelope_after_the_other_and_resumes_there(chromium):
    with contextlib.ExitStack() as stack:
        one = Clocked(stack)
        big = stack.enter_context(opened(chromium, one.hub.url + "big", 1280, 720))
        ballot = one.kept.game.camp.ballot
        for n, voter in enumerate(ballot.expected()):
            target = 3 if n % 2 and voter != 3 else 8 if voter != 8 else 3
            one.kept.enter({"do": "cast", "voter": voter, "target": target})
        one.hub.do(lambda: one.kept.enter({"do": "show"})).result()
        for _ in range(110):
            one.tick(0.1)
        big.locator(".ballot.open").nth(1).wait_for()
        big.wait_for_timeout(500)  # the last of the states on their way
        opened_now = big.locator(".ballot.open").count()
        assert 2 <= opened_now < len(ballot.voters)
        before = big.inner_text("#side")
        big.reload()
        big.locator(".ballot.open").nth(opened_now - 1).wait_for()
        assert big.inner_text("#side") == before
        big.wait_for_timeout(1200)
        picture(big, "big-reveal-12")
        # The television says when its host is gone, and what it shows stays.
        one.hub.pages.feed.close()
        big.locator("#foot p.bad").wait_for()
        assert big.inner_text("#side") == before


@in_pages
def test_twelve_castaways_stand_on_a_phone_with_the_button_in_reach(chromium):
    with contextlib.ExitStack() as stack:
        one = Clocked(stack)
        url = one.hub.url + "seat/7"
        phone = stack.enter_context(opened(chromium, url, 390, 844, "fr"))
        phone.locator(".foot button.filled").click()
        phone.locator("header strong", has_text=NAMES[6]).wait_for()
        phone.locator("button.tile").nth(2).click()
        button = phone.get_by_role("button", name="Sceller mon vote contre Cleo")
        button.wait_for()
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 780
        size = phone.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert size == [844, 390], "nothing is scrolled"
        picture(phone, "phone-twelve")
        lead = stack.enter_context(opened(chromium, one.hub.url + "seat/1", 390, 844, "fr"))
        lead.locator(".foot button.filled").click()
        lead.locator("button.tile").nth(2).click()
        lead.locator(".foot button.filled").click()
        lead.get_by_role("button", name="Compter jusqu'à trois").wait_for()
        picture(lead, "phone-leads")


@in_pages
def test_a_vote_that_was_taken_back_is_asked_for_again_on_the_page(chromium):
    with contextlib.ExitStack() as stack:
        one = Clocked(stack)
        phone = stack.enter_context(opened(chromium, one.hub.url + "seat/2", 390, 844))
        phone.locator(".foot button.filled").click()
        phone.locator("button.tile").nth(2).click()
        phone.locator(".foot button.filled").click()
        phone.locator("h1", has_text="locked").wait_for()
        host = Client(port_of(one.hub)).take(one.hub.pages.hand_over(None))
        assert host.order("lead", entry="undo")[0] == 200
        phone.get_by_text("Your vote was taken back: choose again.").wait_for()


@in_pages
def test_pages_fill_sentences_in_as_the_host_does(chromium):
    from underboard.texts import LANGUAGES, area
    from underboard.texts.grammar import Grammar

    values = {"number": 1, "name": "Inès", "have": 2, "mouths": 1, "made": 0, "names": "Ada"}
    with contextlib.ExitStack() as stack:
        one = Clocked(stack, 4)
        big = stack.enter_context(opened(chromium, one.hub.url + "big", 960, 540))
        for language in LANGUAGES:
            for template in ("{number:seat|seats}", "le vote {name:de}", "{have} {mouths:a|b}"):
                mine = Grammar(language).format(template, **values)
                theirs = big.evaluate(
                    "([one, two, three]) => import('/static/grammar.js')"
                    ".then((all) => all.fill(one, two, three))",
                    [template, values, language],
                )
                assert mine == theirs
            names = ["Ada", "Élodie", "Yves", "Yann", "Hugo", "Hélène", "Œdipe", "Basil", "李"]
            assert big.evaluate(
                "(names) => import('/static/grammar.js').then((all) => names.map(all.elides))",
                names,
            ) == [True, True, True, False, False, True, True, False, False]
            assert area(language, "phones")


def test_the_start_page_fits_a_laptop_and_phones_fit_a_hand(chromium):
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(starting())
        url = f"http://127.0.0.1:{one.port}/"
        host = stack.enter_context(opened(chromium, url + "start", 1366, 768))
        for n, name in enumerate(("Ada", "Basil", "Cleo", "Dov", "Elsa", "Farid", "Gwen", "Hugo")):
            phone_of(one, name, (n * 5 + 2) % 12)
        phone = stack.enter_context(opened(chromium, url, 390, 844, "fr"))
        phone.locator("#name").fill("Inès")
        phone.locator(".tile:not(:disabled)").first.click()
        phone.get_by_role("button", name="Prendre place").click()
        phone.locator("h1", has_text="Bienvenue, Inès").wait_for()
        host.locator("#name").fill("Jon")
        host.get_by_role("button", name="Add").click()
        host.locator(".seat b", has_text="Jon").wait_for()
        host.locator("#tournament").fill("Winter evenings")
        host.locator("#tournament").press("Tab")
        host.get_by_text("Start with 10 castaways").wait_for()
        size = host.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert size == [768, 1366], "nothing is scrolled"
        picture(host, "start-page")


@in_pages
def test_the_end_of_a_game_fits_with_twelve_castaways_and_a_tournament(chromium):
    rows = [
        {"rank": 1 + n, "name": name, "seat": n, "points": 15 - n, "games": [4, 0, 6]}
        for n, name in enumerate(NAMES)
    ]
    standings = {"name": "Winter evenings", "games": 5, "played": 3, "rows": rows}
    told = {"same": {"first": 1, "ended": False, "winners": []}, "standings": None}
    with contextlib.ExitStack() as stack:
        hub = stack.enter_context(phone_table(at_departure()))
        hub.ghosts.right = {"1": 4}
        for shown in (told, told | {"standings": standings}):
            hub.extra = lambda shown=shown: shown
            hub.do(lambda: None).result()
            big = stack.enter_context(opened(chromium, hub.url + "big", 1920, 1080))
            big.get_by_role("button", name="Another game with the same table").wait_for()
            cut = big.evaluate(
                "[...document.querySelectorAll('.figures, .same')]"
                ".filter((one) => one.scrollHeight > one.clientHeight + 1).length"
            )
            assert cut == 0
            assert "Best ghost tonight: Basil, 4 guesses right." in big.inner_html("#scene")
        big.wait_for_timeout(1600)
        picture(big, "big-same-table")


def at_departure():
    kept = RecordedGame(Game(Setup(NAMES, 5, "physical", 0)), None)
    kept.enter({"do": "reveal"})
    while kept.game.camp.phase == "act":
        kept.enter({"do": "fish"})
    for what, value in (("water", 30), ("food", 30), ("seats", 12)):
        kept.enter({"do": "override", "what": what, "value": value})
    kept.enter({"do": "count"})
    kept.enter({"do": "depart"})
    return kept
