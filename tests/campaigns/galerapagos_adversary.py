"""An adversary who has the record of an interrupted evening, and not its key.

    python tests/campaigns/galerapagos_adversary.py --games 120

Half of the games are open to it, keys and all: it learns how every bit and the length of a
sealed line go together with what is sealed there, and with the weather of the next day.  In
the other half it guesses votes, cards and weather from the record alone.  It also tries every
key that a record has opened on all other sealed lines, small seeds against the commitment, and
two cipher texts against each other.  It fails where what it guesses by the record is no better
than what it guesses without (the commonest answer), within four standard deviations.  The last
line is ``games … opened O …``; status 1 if anything was learned.
"""

import argparse
import json
import math
import os
import random
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from boardcore.errors import ParseError
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.records import crypto
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.options import SEED_BITS
from underboard.galerapagos.state.refusal import Refused

SEEDS = 3000
"""Number of small seeds that are tried against each commitment."""
FAR = 4
"""Standard deviations from which a guess counts as knowledge; chosen."""


def interrupted(path, number):
    """Play an evening up to the middle of a ballot; return its table."""
    dice = random.Random(f"adversary {number}")
    setup = auto_setup(6, dice.getrandbits(SEED_BITS), "dealt", {})
    table = RecordedGame.create(path, setup)
    castaways = Bots(6, number)
    stop = dice.randint(1, 4)
    while not table.game.over:
        camp = table.game.camp
        if camp.phase == "ballot" and camp.ballots >= stop and len(camp.ballot.missing()) < 2:
            break
        try:
            table.enter(castaways.whim(camp) or castaways.regular(camp))
        except Refused:
            continue
    return table


def sealed_lines(text):
    """Return number, kind and sealed word of each sealed line, and the keys that were opened."""
    lines, keys = [], {}
    for parts in map(json.loads, text.splitlines()):
        if "sealed" in parts:
            lines.append((parts["n"], parts["do"]["do"], parts["sealed"], len(json.dumps(parts))))
        keys |= {int(line): bytes.fromhex(key) for line, key in parts.get("open", {}).items()}
    return lines, keys


def features(sealed, length):
    """Yield what can be seen of a sealed line: each bit, and its length."""
    for place, byte in enumerate(bytes.fromhex(sealed)):
        for bit in range(8):
            yield place * 8 + bit, byte >> bit & 1
    yield "length", length


class Learner:
    """Counts which answer goes with which feature, and guesses by the sum of log odds."""

    def __init__(self):
        self.seen = defaultdict(Counter)
        self.answers = Counter()

    def learn(self, marks, answer):
        self.answers[answer] += 1
        for mark in marks:
            self.seen[mark][answer] += 1

    def guess(self, marks):
        def weight(answer):
            total = self.answers[answer]
            return math.log(total) + sum(
                math.log((self.seen[mark][answer] + 1) / (total + 2)) for mark in marks
            )

        return max(self.answers, key=weight)

    def commonest(self):
        return self.answers.most_common(1)[0][0]


class Tally:
    """Hits by the record, and without it."""

    def __init__(self):
        self.number = self.by_record = self.without = 0

    def add(self, truth, guess, plain):
        self.number += 1
        self.by_record += guess == truth
        self.without += plain == truth

    def is_far(self):
        share = max(self.without, 1) / max(self.number, 1)
        spread = math.sqrt(max(self.number * share * (1 - share), 1))
        return self.by_record - self.without > FAR * spread

    def __str__(self):
        return f"{self.by_record}/{self.number} (without the record {self.without})"


def truths(table):
    """Return what each sealed line holds, from the host's side: line number to word."""
    field = {"cast": "target", "give": "card", "pick": "card"}
    found = {}
    for event, (line, _) in zip(table.game.entries, table._told):
        if field.get(event["do"]) in event:
            found[line] = str(event[field[event["do"]]])
    return found


def opened_by_force(text):
    """Return how many secrets and sealed words of a record come open without its key file."""
    commitment = json.loads(text.splitlines()[0])["secret"]
    found = sum(crypto.commitment(crypto.secret_of(n)) == commitment for n in range(SEEDS))
    lines, keys = sealed_lines(text)
    for line, _, sealed, _ in lines:
        for other, key in [*keys.items(), (-1, bytes(32)), (-2, bytes.fromhex(commitment))]:
            masters = (key, crypto.line_key(key, line))
            for one in masters:
                try:
                    crypto.open_seal(one, sealed)
                except ParseError:
                    continue
                # A key that was opened for its own line is what the table knows.
                found += other != line
    words = [sealed for line, _, sealed, _ in lines if line not in keys]
    return found + len(words) - len(set(words))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=120)
    options = parser.parse_args()
    os.fsync = lambda number: None
    learners = {name: Learner() for name in ("cast", "give", "pick", "weather")}
    tallies = {name: Tally() for name in learners}
    opened = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.games):
            table = interrupted(Path(folder) / f"{number}.jsonl", number)
            text = table.path.read_text()
            known = truths(table)
            lines, keys = sealed_lines(text)
            last = json.loads(text.splitlines()[-1])
            tomorrow = table.game.camp.weather[0] if table.game.camp.weather else "none"
            cases = [(kind, known[line], tuple(features(sealed, length)))
                     for line, kind, sealed, length in lines
                     if line in known and line not in keys]  # fmt: skip
            cases.append(("weather", tomorrow, tuple(features(last["check"], 0))))
            for kind, truth, marks in cases:
                if number % 2 == 0:
                    learners[kind].learn(marks, truth)
                elif learners[kind].answers:
                    learner = learners[kind]
                    tallies[kind].add(truth, learner.guess(marks), learner.commonest())
            opened += opened_by_force(text)
    told = " ".join(f"{name} {tally}" for name, tally in tallies.items())
    print(f"games {options.games} opened {opened} guessed: {told}")
    return 1 if opened or any(tally.is_far() for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
