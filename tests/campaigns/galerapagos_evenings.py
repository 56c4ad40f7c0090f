"""Whole evenings over pods, phones, Chromium pages and the keyboard, and pairs of ballots.

    nice python tests/campaigns/galerapagos_evenings.py --games 500 --pages 1

Castaways vote on simulated pods, on phones (plain HTTP clients, on ``--pages`` evenings twelve
Chromium pages) and at the keyboard, mixed in one ballot.  Answers get lost, pages reload or
lose their connection, phones sleep, the pods' cable comes out, their power fails, the host is
killed in mid-ballot and in the middle of a command.  Beside each game two ballots of it are
held that differ in votes only.  ``--killed`` more games are led by the command itself, in a
process of its own that gets SIGKILL in mid-ballot.  *Spoiled* is what a phone is told before the
television has shown it.  The last line is ``games … miscounted M leaked L spoiled S``, status 1
if one of them is not 0; ``--seed`` begins elsewhere, so that a campaign runs in
pieces.
"""

import argparse
import contextlib
import logging
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.galerapagos.ballot_pairs import twins
from support.galerapagos.full_evening import Evening
from support.galerapagos.killed_command import KilledEvening
from underboard.texts import Texts

WAIT_MS = 120_000
PLAYERS = 12


class Page:
    """One castaway's page in a real Chromium."""

    def __init__(self, browser, host, seat, error):
        self.error = error
        self.context = browser.new_context(viewport={"width": 390, "height": 760}, locale="en")
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.goto(f"{host.hub.url}seat/{seat + 1}")
        self.page.locator(".foot button.filled").click()
        name = host.table.game.setup.names[seat]
        self.page.locator("header strong", has_text=name).wait_for()

    def act(self, action):
        """Tap an action."""
        name = Texts("en")(f"galerapagos.entry.{action}")
        self.page.locator(".strip").get_by_role("button", name=name, exact=True).click()

    def reload(self):
        """Load the page again, and once more where the host is away."""
        while True:
            try:
                self.page.reload()
                return
            except self.error:
                self.page.wait_for_timeout(500)

    def vote(self, place, offline):
        """Tap one of those who can be named, and lock; ``offline``: without a connection."""
        self.page.locator("button.tile").nth(place).click()
        if offline:
            self.context.set_offline(True)
        self.page.locator(".foot button.filled").click()
        if offline:
            self.page.wait_for_timeout(300)
            self.context.set_offline(False)
        self.page.locator("h1", has_text="locked").wait_for()


@contextlib.contextmanager
def chromium():
    """Return a function that opens the page of a seat."""
    from playwright.sync_api import Error, sync_playwright

    from support.web.browser import CHROMIUM, FLAGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield lambda host, seat: Page(browser, host, seat, Error)
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--pages", type=int, default=0, help="evenings on twelve Chromium pages")
    parser.add_argument("--twins", type=int, default=None, help="pairs of ballots, else --games")
    parser.add_argument("--killed", type=int, default=0, help="games at the command, by SIGKILL")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A host that is killed leaves connections open.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    # Programs are killed here, not computers: what was written is there without waiting.
    os.fsync = lambda number: None
    sums = Counter()
    pairs = options.games if options.twins is None else options.twins
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(options.seed, options.seed + options.games):
            paged = seed - options.seed < options.pages
            one = Evening(folder, seed, *((chromium, PLAYERS) if paged else ()))
            one.play()
            spoiled, reveals = one.host.spoils.count, one.host.spoils.reveals
            sums.update(games=1, miscounted=one.miscounted, kills=one.host.kills, **one.counts)
            sums.update(spoiled=spoiled, reveals=reveals)
            if one.miscounted:
                print(f"seed {seed}: miscounted {one.miscounted}", flush=True)
        for seed in range(options.seed, options.seed + options.killed):
            killed = KilledEvening(folder, seed).play()
            sums.update(games=1, miscounted=killed.miscounted, **killed.counts)
            if killed.miscounted:
                print(f"seed {seed}, by SIGKILL: miscounted {killed.miscounted}", flush=True)
        for seed in range(options.seed, options.seed + pairs):
            told = twins(folder, seed)
            if told:
                sums.update(pairs=1, leaked=told[0], differing=told[1])
            if told and told[0]:
                print(f"seed {seed}: leaked {told[0]}", flush=True)
    names = (
        "games", "ballots", "pods", "phones", "typed", "pages", "kills", "sigkills", "cables",
        "lost",
    )  # fmt: skip
    names += ("reloads", "early", "undone", "pauses", "reveals")
    names += ("pairs", "differing", "miscounted", "leaked", "spoiled")
    print(*(f"{name} {sums[name]}" for name in names))
    return 1 if sums["miscounted"] or sums["leaked"] or sums["spoiled"] else 0


if __name__ == "__main__":
    sys.exit(main())
