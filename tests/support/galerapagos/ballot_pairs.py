"""Two ballots that differ in votes only, over pods, phones and the keyboard, seen by everybody.

Both are held alike: the same castaways, ways to vote, moments and chance.  What everybody but
the voters can see is written down: each turn of the pods' wire, lights and flash; each phone's,
a spectator's and the big screen's events; lengths of requests and answers with their headers;
and the files, whose sealed words alone may differ (the key file in its size only).
"""

import contextlib
import json
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

from support.galerapagos.phones import Client, attend, port_of
from support.galerapagos.recorded_pods import APART_MS, FIRST_MS, WINDOW_MS, Watched
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.server import served
from underboard.galerapagos.records.record import RecordedGame

WAYS = ("pods", "phones", "typed")
WAVERS = 0.25
"""Share of voters at pods who take the vote back and lock another; chosen."""
OPEN_S = 7
"""Simulated time in which the ballot comes to the board."""


def at_a_ballot(folder, seed):
    """Return a record at one of the first ballots of a game."""
    dice = random.Random(f"twins {seed}")
    players, cards = dice.randint(4, 12), dice.choice(("physical", "dealt"))
    table = RecordedGame.create(folder / "game.jsonl", auto_setup(players, seed, cards, {}))
    castaways = Bots(players, seed)
    ballots = dice.randint(1, 3)
    while not table.game.over:
        camp = table.game.camp
        if camp.phase == "ballot" and camp.ballots >= ballots and not camp.ballot.votes:
            return table
        table.enter(castaways.regular(camp))
    return None


class Ballot:
    """One of the two."""

    def __init__(self, folder, seed, which):
        folder.mkdir()
        self.table = at_a_ballot(folder, seed)
        self.folder = folder
        self.dice = random.Random(f"ways {seed}")
        self.votes = random.Random(f"votes {seed} {which}")
        self.seen = []

    def hold(self):
        """Hold the ballot up to just before it is shown; return what was seen, and the votes."""
        room = Watched()
        pods = room.sit_down(self.table)
        room.run(OPEN_S)
        self.hub = Hub(self.table)
        self.hub.attach_pods(pods)
        with served(self.hub, lan=False, port=0), ThreadPoolExecutor(1) as self.pool:
            self._vote(room, pods)
        wire = [[to.hex(), back.hex()] for to, back in room.wire]
        lights = [colours.hex() for colours in room.lights]
        seen = [wire, lights, list(room.flash), *self.seen]
        pods.collect()
        return seen, dict(self.table.game.camp.ballot.votes)

    def _vote(self, room, pods):
        people = range(len(self.table.game.setup.names))
        port = port_of(self.hub)
        self.phones = [self._away(lambda seat=seat: Client(port).sit(seat)) for seat in people]
        self.watcher = self._away(lambda: Client(port))
        ballot = self.table.game.camp.ballot
        voters = ballot.expected()
        ways = {seat: self.dice.choice(WAYS) for seat in voters}
        if not pods.is_for_pods():
            ways = {seat: self.dice.choice(WAYS[1:]) for seat in voters}
        for seat in voters:
            pod = pods.places[seat]
            steps = self.votes.randint(1, 20)
            target = self.votes.choice(ballot.choices(seat))
            if ways[seat] == "pods":
                # Who changes their mind is seen by everyone, so it is the same in both.
                wavers = self.dice.random() < WAVERS
                room.choose(pod, steps, self.votes.randint(1, 20) if wavers else 0)
                continue
            self._until(room, FIRST_MS + APART_MS * pod)
            if ways[seat] == "typed":
                self.hub.enter({"do": "cast", "voter": seat, "target": target})
            else:
                self._by_phone(self.phones[seat], f"{ballot.number}.{self.table.opened}", target)
            self._look()
        self._until(room, FIRST_MS + APART_MS * 12 + 2 * WINDOW_MS + 5000)
        self._look()
        assert pods.progress()[0] == len(voters)
        self._files()

    def _until(self, room, moment_ms):
        while room.loop.now_ms < moment_ms:
            room.pods.step(0.1)

    def _away(self, work):
        """Have something done by a client while the host attends; simulated time stands still."""
        done = self.pool.submit(work)
        while not done.done():
            attend(self.hub, 0.001)
        return done.result()

    def _by_phone(self, phone, name, target):
        phone.sizes.clear()
        answer = self._away(lambda: phone.vote(target, name))
        headers = {key: value for key, value in phone.headers.items() if key != "date"}
        self.seen.append([answer, phone.sizes, headers])

    def _look(self):
        """Write down what every page is told, as it is told."""
        # Published before anybody asks, so that nobody is told the state before.
        self.hub.tell()
        for client in (*self.phones, self.watcher):
            state = self._away(client.state)
            state["table"].pop("url")
            self.seen.append(state)
        big = self._away(lambda: self.watcher.state("/api/events?as=big"))
        big["table"].pop("url")
        self.seen.append(big)

    def _files(self):
        for path in sorted(self.folder.iterdir()):
            data = path.read_bytes()
            told = [path.name, len(data), oct(path.stat().st_mode)]
            if path.suffix == ".jsonl":
                told += [self._open_part(json.loads(line)) for line in data.splitlines()]
            elif path.suffix != ".key":
                told.append(data.decode())
            self.seen.append(told)

    def _open_part(self, line):
        """Return a line without what is sealed, and without the check that depends on it."""
        sealed = len(line.pop("sealed", ""))
        return [line, sealed, len(line.pop("check", ""))]


@contextlib.contextmanager
def same_secrets(seed):
    """Let all keys and tokens follow from a seed."""
    chance = random.Random(f"secrets {seed}")

    def text(size):
        return chance.randbytes(size).hex()

    with (
        patch.object(secrets, "token_bytes", chance.randbytes),
        patch.object(secrets, "token_hex", text),
        patch.object(secrets, "token_urlsafe", text),
    ):
        yield


def twins(folder, seed):
    """Return how many things told the two ballots apart, and how many votes differed.

    None if the game has no ballot.
    """
    held = []
    for which in range(2):
        with same_secrets(seed):
            ballot = Ballot(folder / f"twin-{seed}-{which}", seed, which)
            if ballot.table is None:
                return None
            seen, votes = ballot.hold()
        held.append((json.loads(json.dumps(seen)), votes))
    (ours, votes), (theirs, other) = held
    leaks = sum(one != two for one, two in zip(ours, theirs)) + (len(ours) != len(theirs))
    return leaks, sum(votes[voter] != other[voter] for voter in votes)
