"""Whole games in a browser tab without a server, by clicks and on the cable of a board.

    underboard site DIR
    python tests/campaigns/tab_games.py DIR --seed 2

By clicks: a game on each simulated board that a tab has; what was clicked is compared with the
record.  On the cable: simulated hands play at the firmware of a process, whose port an imitated
Web Serial carries to the page; the cable is pulled in the middle, the board plays on, and it comes
back.  The record is compared with the hands' turns and with that of ``underboard play``, which
followed the same turns on another board.  The last line is ``games G turns T wrong W lost L``.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from campaigns.page_games import LISTEN, ask, plain, press
from support.web.browser import CHROMIUM, FLAGS
from tab.conftest import OVER, WAIT_MS, offered, ready
from tab.test_serial import FAKE, LINK, Bridge, connect, turns_of
from underboard.sim.board import SimBoard

CLICKED = ("pylos-scale4", "pylos-reed16", "pylos-hall16", "pylos-hall25",
           "apagos-scale4", "apagos-reed36", "apagos-hall36",
           "gyges-scale4", "gyges-reed38", "gyges-hall38")  # fmt: skip
ON_CABLE = ("pylos-reed16", "apagos-reed36", "gyges-scale4")
"""Reeds do not tell rings apart while they are laid out."""
GAME_S = 600
"""Longest time of a game of hands on a busy machine, s."""


@contextmanager
def page_of(playwright, url, script=""):
    """Yield a page of a browser that was never here."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    page = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True).new_page()
    page.set_default_timeout(WAIT_MS)
    if script:
        page.add_init_script(script)
    page.goto(url)
    ready(page)
    try:
        yield page
    finally:
        browser.close()


def recorded(page, form="plies"):
    """Return the turns of the newest game, or its text form."""
    number = ask(page, "/api/records")["games"][0]["number"]
    if form == "plies":
        plies = ask(page, f"/api/records/{number}")["plies"][1:]
        return [ply["last"]["text"] for ply in plies]
    return page.evaluate(
        "async path => (await fetch(path)).text()", f"/api/records/{number}/{form}"
    )


def by_clicks(playwright, url, layout, chance):
    """Play a game by clicks; return its turns, those of the record, and what hands were asked."""
    name = layout.partition("-")[0]
    with page_of(playwright, f"{url}?board=sim:{layout}") as page:
        page.evaluate(LISTEN)
        while not page.query_selector(OVER):
            press(page, chance, phone=False)
            page.wait_for_timeout(20)
            ready(page)
        clicked = [plain(turn, name) for turn in page.evaluate("window.asked")]
        hands = ask(page, "/api/state")["hands"]
        return clicked, [plain(turn, name) for turn in recorded(page)], hands


def on_cable(playwright, url, layout, turns):
    """Have hands play at a board on the page's port; return the record's turns and its text."""
    name = layout.partition("-")[0]
    with page_of(playwright, f"{url}?board=sim:{layout}", FAKE) as page, SimBoard(layout) as board:
        bridge = Bridge(page, board)
        connect(page, bridge, board)
        page.keyboard.press("Escape")
        bridge.until(f"() => {LINK}.textContent.includes('cable')")
        count = "n => document.querySelectorAll('#turns .turn').length >= n"
        half = len(turns) // 2
        errand = {"number": 1, "name": name, "careful": True, "turns": turns[:half]}
        board.act("underboard.sim.hands.commands:play_game", **errand)
        bridge.until(count, half - 2)
        board.pull_cable()
        bridge.until(f"() => !{LINK}.classList.contains('there')")
        rest = errand | {"number": 2, "played": turns[:half], "turns": turns[half:]}
        until_done(board, 1)
        board.act("underboard.sim.hands.commands:play_game", **rest)
        board.plug_cable()
        bridge.plug()
        page.evaluate("fake.back()")
        bridge.until(count, len(turns))
        return recorded(page), recorded(page, "text")


def until_done(board, number):
    """Wait until hands have done an errand."""
    end = time.monotonic() + GAME_S
    while time.monotonic() < end:
        for event in board.events(0.1):
            if event["event"] == "hands-done" and event["number"] == number:
                return
    raise TimeoutError(f"errand {number} is not done")


def by_command(layout, turns):
    """Return the text of the record that ``underboard play`` makes of these turns."""
    name = layout.partition("-")[0]
    run = [sys.executable, "-m", "underboard"]
    with tempfile.TemporaryDirectory() as folder, SimBoard(layout) as board:
        board.wait_for_firmware()
        there = os.environ | {"UNDERBOARD_DATA": folder}
        screen = Path(folder) / "screen"
        with screen.open("w") as out:
            playing = subprocess.Popen(
                [*run, "play", name, "--board", board.url], env=there, stdin=subprocess.PIPE,
                stdout=out,
            )  # fmt: skip
        # Drawn once the board is met.
        until(lambda: screen.stat().st_size)
        errand = {"number": 1, "name": name, "careful": True, "turns": turns}
        board.act("underboard.sim.hands.commands:play_game", **errand)
        until_done(board, 1)
        export = [*run, "games", "export"]
        shown = until(
            lambda: subprocess.run(export, env=there, capture_output=True, text=True).stdout,
            lambda text: "Result:" in text,
        )
        playing.stdin.close()
        playing.wait()
        return shown


def until(ask, is_enough=bool):
    """Ask until an answer is enough; return it."""
    end = time.monotonic() + WAIT_MS / 1000
    while not is_enough(answer := ask()):
        assert time.monotonic() < end, answer
        time.sleep(0.5)
    return answer


def what_happened(text):
    """Return the text of a record without its name, its times and its board."""
    own = ("Underboard record", "Id:", "Record:", "Board:", "Started:", "Ended:")
    return [line for line in text.splitlines() if not line.startswith(own)]


def compared(what, made, found):
    """Return how many turns were made, and how many of a record are wrong or lost."""
    wrong = sum(one != other for one, other in zip(made, found))
    lost = abs(len(made) - len(found))
    print(f"{what}: turns {len(made)} wrong {wrong} lost {lost}", flush=True)
    return Counter(turns=len(made), wrong=wrong, lost=lost)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("layouts", nargs="*", default=CLICKED, help="boards for games by clicks")
    parser.add_argument("--cable", nargs="*", default=ON_CABLE, help="boards on the cable")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    counts = Counter()
    with sync_playwright() as playwright, offered(options.site) as url:
        for layout in options.layouts:
            clicked, found, hands = by_clicks(playwright, url, layout, chance)
            counts += compared(layout, clicked, found)
            print(f"  asked {hands['asked']} misread {hands['misread']}", flush=True)
        for layout in options.cable:
            name = layout.partition("-")[0]
            made = turns_of(name, 500, options.seed)
            found, text = on_cable(playwright, url, layout, made)
            both = [[plain(turn, name) for turn in turns] for turns in (made, found)]
            counts += compared(f"{layout} on the cable", *both)
            beside = by_command(layout, made)
            if what_happened(text) != what_happened(beside):
                counts["wrong"] += 1
                print(f"  the record of underboard play differs:\n{beside}\n{text}", flush=True)
    games = len(options.layouts) + len(options.cable)
    print(f"games {games} turns {counts['turns']} wrong {counts['wrong']} lost {counts['lost']}")
    return bool(counts["wrong"] or counts["lost"])


if __name__ == "__main__":
    sys.exit(main())
