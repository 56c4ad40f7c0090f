"""Twelve castaways on twelve Chromium pages in one game, with reloads in mid-ballot.

    python tests/campaigns/galerapagos_pages.py --ballots 2

Everybody acts and votes by clicks on a page of their own.  What was clicked is compared with
the ballot; the last line is ``pages P ballots B votes V reloads R miscounted M``, status 1 if
M is not 0.
"""

import argparse
import contextlib
import random
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from browser import CHROMIUM, FLAGS
from galerapagos_table import NAMES
from phone_parts import phone_table
from underboard.galerapagos.bots.castaways import Castaways
from underboard.galerapagos.records.record import Table
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.state.switches import Setup

RELOAD = 0.3  # probability that a phone reloads before its vote
PLAYERS = 12
WAIT_MS = 60_000


class Evening:
    """One game on pages."""

    def __init__(self, browser, hub, table, seed):
        self.hub, self.table = hub, table
        self.dice = random.Random(seed)
        self.castaways = Castaways(PLAYERS, seed)
        self.ballots = self.votes = self.reloads = self.miscounted = 0
        self.pages = [self.page(browser, seat) for seat in range(PLAYERS)]

    def page(self, browser, seat):
        page = browser.new_context(viewport={"width": 390, "height": 760}, locale="en").new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(self.hub.url)
        page.get_by_role("button", name=NAMES[seat], exact=True).click()
        page.locator("header strong", has_text=NAMES[seat]).wait_for()
        return page

    def enter(self, event):
        with contextlib.suppress(Refused):
            self.hub.do(lambda: self.table.enter(event)).result()

    def play(self, ballots):
        while self.ballots < ballots and not self.table.game.over:
            camp = self.table.game.camp
            if camp.phase == "act":
                self.act(camp.actor)
            elif camp.phase == "dusk":
                # One ration short, so that every day brings a ballot.
                short = len(camp.living()) - 1
                self.enter({"do": "override", "what": "water", "value": short, "why": ""})
                self.enter({"do": "count"})
            elif camp.phase in ("ballot", "crystal"):
                self.ballot(camp.ballot)
            else:
                self.enter(self.castaways.regular(camp))

    def act(self, seat):
        entries = len(self.table.game.entries)
        self.pages[seat].get_by_role("button", name="Collect water", exact=True).click()
        while len(self.table.game.entries) == entries:
            self.pages[seat].wait_for_timeout(20)

    def ballot(self, ballot):
        meant = {}
        for voter in ballot.missing():
            choices = ballot.choices(voter)
            target = self.dice.choice(choices)
            page = self.pages[voter]
            if self.dice.random() < RELOAD:
                self.reloads += 1
                page.reload()
            page.locator(".list button").nth(choices.index(target)).click()
            page.locator(".foot button.filled").click()
            page.locator("h1", has_text="locked").wait_for()
            meant[str(voter)] = target
        self.ballots += 1
        self.votes += len(meant)
        self.miscounted += any(ballot.votes[voter] != target for voter, target in meant.items())
        self.enter({"do": "show"})


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ballots", type=int, default=2)
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    table = Table(Game(Setup(NAMES[:PLAYERS], options.seed, "physical", 0)), None)
    with sync_playwright() as playwright, phone_table(table) as hub:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        evening = Evening(browser, hub, table, options.seed)
        evening.play(options.ballots)
        browser.close()
    print(
        f"pages {PLAYERS} ballots {evening.ballots} votes {evening.votes} "
        f"reloads {evening.reloads} miscounted {evening.miscounted}"
    )
    return 1 if evening.miscounted else 0


if __name__ == "__main__":
    sys.exit(main())
