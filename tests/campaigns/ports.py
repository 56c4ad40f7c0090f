"""Ports campaign (whole games while cables, names of ports and the database go wrong).

    python tests/campaigns/ports.py --games 50 --seed 1

In each game the cable is pulled and comes back under another name, other boards take the old
name, another program locks the records, and days of the board's clock pass.  The last line is
``games K turns T pulled P strangers S locks K wrong W lost L``; the exit status is 1 if a turn
of a record differs from what the players did, or is missing.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from boardcore.pylos import rules  # noqa: E402
from boardcore.ticks import HOUR_MS, ticks_add  # noqa: E402
from support.machine.desk import Desk  # noqa: E402
from support.machine.loop import random_game  # noqa: E402
from underboard.device.discovery import KnownBoards  # noqa: E402
from underboard.records.database import Records  # noqa: E402

NAMES = [f"ACM{number}" for number in range(1, 9)]


class Evening:
    """One game with its troubles; ``counts``: how many of each."""

    def __init__(self, folder, seed):
        self.dice = random.Random(seed)
        self.turns = random_game(seed)
        self.path = folder / f"games-{seed}.sqlite3"
        self.desk = Desk(KnownBoards(folder / "boards.json"), self.turns, self.path)
        self.desk.records.close()
        self.desk.host.records = self.desk.records = Records(self.path, wait_s=0.01)
        self.counts = {"pulled": 0, "strangers": 0, "locks": 0}

    def pull(self):
        """Pull the cable, perhaps give its name to another board, and plug it in elsewhere."""
        desk, name = self.desk, self.desk.ours.url
        desk.pull(desk.ours)
        self.counts["pulled"] += 1
        self.step(self.dice.random() * 3)
        stranger = None
        if self.dice.random() < 0.5:
            stranger, _ = desk.board(f"b{self.dice.randrange(1, 9)}", self.dice.choice([None, "X"]))
            desk.plug(name, stranger)
            self.counts["strangers"] += 1
            self.step(self.dice.random() * 8)
        free = [other for other in NAMES if other not in desk.ports]
        desk.plug(self.dice.choice(free), desk.ours)
        self.step(self.dice.random() * 5)
        if stranger is not None:
            assert stranger.harness.table.game.ply == 0, "nothing was given to the stranger"
            desk.pull(stranger)

    def lock(self):
        """Let another program hold the records for a while."""
        self.counts["locks"] += 1
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.step(self.dice.random() * 14)
            other.execute("ROLLBACK")

    def days(self):
        """Let up to five days pass between two turns, hour by hour."""
        players, loop = self.desk.players, self.desk.ours
        self.desk.run(lambda: not players._made)
        loop.every_turn = lambda: None
        for _ in range(self.dice.randrange(120)):
            loop.harness.ticks = ticks_add(loop.harness.ticks, HOUR_MS)
            self.step(0.3)
        loop.every_turn = players.turn

    def step(self, seconds):
        end = self.desk.clock() + seconds
        while self.desk.clock() < end:
            self.desk.events += self.desk.host.step(0.1)

    def play(self):
        """Play the whole game; return the number of wrong and of lost turns of its record."""
        desk = self.desk
        while not desk.players.finished:
            self.step(self.dice.random())
            if self.dice.random() < 0.25:
                self.dice.choice([self.pull, self.pull, self.lock, self.days])()
        journal = desk.ours.harness.table.journal
        desk.run(lambda: desk.host.synced and desk.host.mirror.last == journal.entries - 1, 120)
        with Records(self.path) as records:
            row = records.find("b0", desk.host.mirror.id)
            found = records.load(row.number).turns
        made = [rules.turn_text(turn) for turn in self.turns]
        wrong = sum(one != other for one, other in zip(found, made, strict=False))
        return wrong, abs(len(made) - len(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    options = parser.parse_args()
    total = {"turns": 0, "pulled": 0, "strangers": 0, "locks": 0, "wrong": 0, "lost": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.games):
            evening = Evening(Path(folder), seed)
            wrong, lost = evening.play()
            for name, count in evening.counts.items():
                total[name] += count
            total["turns"] += len(evening.turns)
            total["wrong"] += wrong
            total["lost"] += lost
            if wrong or lost:
                print(f"  seed {seed}: wrong {wrong} lost {lost}")
    print(f"games {options.games} " + " ".join(f"{name} {n}" for name, n in total.items()))
    return 1 if total["wrong"] or total["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
