"""Whole games by clicks in a real Chromium, from the click to the record.

Each click goes page, server, session, simulated hands, sensors, firmware, pseudo-terminal,
referee, record.  What was clicked is compared with what the record holds; what the hands were
asked, and what they had to correct, they tell themselves: the page hides it while they are busy::

    python tests/campaigns/page_games.py --games 20 --seed 1
    python tests/campaigns/page_games.py --games 6 --phone --lang fr

``--phone``: by touches on 360 x 740, where a tap shows a turn and the big button plays it.
The last line is ``games G turns T asked Q misread M wrong W lost L``.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.web.browser import CHROMIUM, FLAGS
from support.web.served import Served, until

GAMES = ("pylos", "apagos", "gyges")
NEXT = "#plan .target, #strip [data-do=enough]"
READY = f"document.querySelector('#buttons [data-button=rematch], #main:not([hidden]), {NEXT}')"


def ask(page, path):
    return page.evaluate("async path => (await (await fetch(path)).json())", path)


def begin(page, name):
    page.evaluate(
        """async name => {
            const main = document.querySelector('script[type=module]').src;
            const { order } = await import(new URL('./api.js', main));
            await order('new', { game: name, who: ['human', 'human'], names: ['', ''] });
        }""",
        name,
    )


LISTEN = """() => {
    window.asked = [];
    const fetch = window.fetch;
    window.fetch = async (path, options) => {
        const answer = await fetch(path, options);
        if (path === '/api/turns' && answer.ok) window.asked.push(JSON.parse(options.body).turn);
        return answer;
    };
}"""


CONFIRM = "#main[data-button=confirm]"


def press(page, chance, phone):
    """Choose one of what can be clicked, or play what is chosen, by a touch on a phone."""
    if phone and page.is_visible(CONFIRM):
        page.tap(CONFIRM)
        return
    cells = [one for one in page.query_selector_all(NEXT) if not phone or one.is_visible()]
    if cells and phone:
        try:
            chance.choice(cells).tap(timeout=2000)
        except Error:
            pass  # the page has drawn another one meanwhile
    elif cells:
        chance.choice(cells).evaluate("one => one.click()")


def play(page, name, chance, phone):
    """Play one game by clicks; return what the page asked for, and what hands counted before."""
    begin(page, name)
    until(
        page,
        f"document.body.dataset.game === '{name}' && !document.querySelector('#turns li')"
        " && document.querySelector('#plan .target')",
    )
    page.evaluate("window.asked = []")
    before = ask(page, "/api/state")["hands"]
    while True:
        until(page, READY)
        if page.query_selector("#buttons [data-button=rematch]"):
            return page.evaluate("window.asked"), before
        press(page, chance, phone)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--lang", default="en")
    options = parser.parse_args()
    more = {"viewport": {"width": 1280, "height": 800}}
    if options.phone:
        more = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    chance = random.Random(options.seed)
    turns = wrong = lost = 0
    hands = {"asked": 0, "misread": 0}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder), "pylos", "--new")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_context(locale=options.lang, **more).new_page()
            page.goto(served.url)
            page.evaluate("localStorage.setItem('underboard.see', 'plan')")
            page.reload()
            until(page, "document.querySelector('#plan .target')")
            page.evaluate(LISTEN)
            for number in range(options.games):
                name = GAMES[number % len(GAMES)]
                clicked, before = play(page, name, chance, options.phone)
                row = ask(page, "/api/records")["games"][0]
                plies = ask(page, f"/api/records/{row['number']}")["plies"][1:]
                clicked = [plain(turn, name) for turn in clicked]
                recorded = [plain(ply["last"]["text"], name) for ply in plies]
                turns += len(clicked)
                wrong += sum(one != other for one, other in zip(clicked, recorded))
                lost += abs(len(clicked) - len(recorded))
                # A board of another game has hands of its own, which begin to count anew.
                counted = ask(page, "/api/state")["hands"]
                hands = {what: hands[what] + counted[what] - before[what] for what in hands}
                print(f"{name}: {len(clicked)} turns, {row['outcome']}", flush=True)
        finally:
            browser.close()
            served.close()
    asked, misread = hands["asked"], hands["misread"]
    print(
        f"games {options.games} turns {turns} asked {asked} misread {misread} "
        f"wrong {wrong} lost {lost}"
    )
    return bool(wrong or lost)


def plain(text, name):
    """Return a turn as it is compared: takes in order, no bounces, no sizes of rings set up."""
    if name != "gyges":
        first, _, takes = text.partition("x")
        return first + "x" * bool(takes) + ",".join(sorted(takes.split(",")))
    if "-" not in text and "x" not in text:
        return text[-2:]
    start, _, rest = text.partition("-" if "-" in text.partition("x")[0] else "x")
    if "x" in text:
        landing, drop = text.partition("x")[2].split(">")
        return f"{start}x{landing}>{drop}"
    return f"{start}-{rest.rpartition('-')[2]}"


if __name__ == "__main__":
    sys.exit(main())
