"""Whole games whose votes come from phones and the keyboard, with a host that is killed.

    python tests/campaigns/galerapagos_phones.py --games 100

Phones are plain HTTP clients.  Votes are changed, sent twice, typed instead; phones come back
with their cookie only; the host is killed in mid-ballot and resumes from its record.  What
everybody meant is noted beside it; the last line is ``games N ballots B votes V kills K
miscounted M``, status 1 if M is not 0.
"""

import argparse
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from phone_parts import Client, phone_table, port_of
from underboard.galerapagos.bots.auto import auto_setup
from underboard.galerapagos.bots.castaways import Castaways
from underboard.galerapagos.records.record import Table
from underboard.galerapagos.state.refusal import Refused

KILLED = 0.1  # probability that the host is killed after a vote
TWICE, CHANGED, TYPED, ASLEEP = 0.2, 0.2, 0.2, 0.2


class Evening:
    """One game; ``meant`` is what each voter of the ballot wants in the end."""

    def __init__(self, folder, seed):
        self.dice = random.Random(f"phones {seed}")
        players = self.dice.randint(3, 12)
        switches = {"voice": "on"} if seed % 3 == 0 else {}
        setup = auto_setup(players, seed, ("physical", "dealt")[seed % 2], switches)
        self.path = Path(folder) / f"{seed}.jsonl"
        self.castaways = Castaways(players, seed)
        self.ballots = self.votes = self.kills = self.miscounted = 0
        self.clients = {}
        self.begin(Table.create(self.path, setup))

    def begin(self, table):
        self.table = table
        self.served = phone_table(table)
        self.hub = self.served.__enter__()
        for client in self.clients.values():
            client.port = port_of(self.hub)

    def end(self):
        self.served.__exit__(None, None, None)

    def kill(self):
        """End without a word, and come back from what is on the disk."""
        self.kills += 1
        self.end()
        self.begin(Table.resume(self.path))

    def enter(self, event):
        return self.hub.do(lambda: self.table.enter(event)).result()

    def play(self):
        for seat in range(len(self.table.game.setup.names)):
            self.clients[seat] = Client(port_of(self.hub)).sit(seat)
        while not self.table.game.over:
            camp = self.table.game.camp
            if camp.phase in ("ballot", "crystal"):
                self.ballot()
                continue
            with suppress(Refused):
                self.enter(self.castaways.whim(camp) or self.castaways.regular(camp))
        self.end()
        return self

    def ballot(self):
        self.ballots += 1
        meant = {}
        while self.table.game.camp.ballot.missing():
            voter = self.table.game.camp.ballot.missing()[0]
            meant[voter] = self.vote(voter)
            self.votes += 1
            if self.dice.random() < KILLED:
                self.kill()
        ballot = self.table.game.camp.ballot
        kept = {voter: ballot.votes[str(voter)] for voter in meant}
        effects = self.enter({"do": "show"})
        shown = {e["player"]: e["target"] for e in effects if e["effect"] == "voted"}
        if kept != meant or any(shown.get(voter) != meant[voter] for voter in meant):
            self.miscounted += 1

    def vote(self, voter):
        """Have one castaway vote, somehow; return for whom."""
        ballot = self.table.game.camp.ballot
        name = f"{ballot.number}.{self.table.opened}"
        choices = ballot.choices(voter)
        target = self.dice.choice(choices)
        if self.dice.random() < TYPED:
            self.enter({"do": "cast", "voter": voter, "target": target, "ballot": ballot.number})
            return target
        client = self.clients[voter]
        if self.dice.random() < ASLEEP:
            cookie = client.cookie
            client = self.clients[voter] = Client(port_of(self.hub))
            client.cookie = cookie
        if self.dice.random() < CHANGED:
            assert client.vote(self.dice.choice(choices), name)[0] == 200
        assert client.vote(target, name)[0] == 200
        if self.dice.random() < TWICE:
            assert client.vote(target, name, again=True)[0] == 200
        return target


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    played = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.games):
            played.append(Evening(folder, seed).play())
    sums = {
        name: sum(getattr(one, name) for one in played)
        for name in ("ballots", "votes", "kills", "miscounted")
    }
    print("games", len(played), *(f"{name} {number}" for name, number in sums.items()))
    return 1 if sums["miscounted"] else 0


if __name__ == "__main__":
    sys.exit(main())
