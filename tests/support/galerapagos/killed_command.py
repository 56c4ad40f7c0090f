"""Evenings at the real command, which is killed (SIGKILL) in the middle of its ballots.

Castaways vote on phones (plain HTTP), at the command's own terminal and, in three evenings of
four, on the pods of a simulated board in a process of its own.  Between ballots the game goes
on in this process.  What everybody meant is held against the record.
"""

import random
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

from support.galerapagos.full_evening import Phone
from support.machine.terminal import Terminal
from support.waiting import until
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.prompts import regular_entries
from underboard.galerapagos.state.refusal import Refused
from underboard.sim.board import SimBoard
from underboard.sim.hands.pods import SimHands

KILLED = 0.15
"""Probability of a kill at each step of a ballot."""
LATE_S = 0.03
"""Longest time between a request or typed line and the kill, s; chosen."""
SPEED = 10.0
MAX_BALLOTS = 4  # of an evening; each takes several starts of the command
PROMPT, PASS, VOTE, CHOSEN = "\n> ", r"(\S+), take the keyboard", "Your vote", "You vote against"
KEPT, PODS, WHO = "Your vote is saved", "Vote on the pods", "Whose vote will be typed"


class Command(Terminal):
    """The command at a terminal, read from where it was read before."""

    def __init__(self, folder, *arguments):
        super().__init__(["galerapagos", *arguments], folder, "xterm", (100, 40))
        self._at = 0

    def see(self, *patterns):
        """Wait until one of ``patterns`` was written; return what matched."""

        def found():
            text = self.said.replace("\r", "")
            looked = (re.compile(pattern).search(text, self._at) for pattern in patterns)
            return next((match for match in looked if match), None)

        self._read_until(found, patterns)
        match = found()
        self._at = match.end()
        return match

    def kill(self):
        self.__exit__()


class KilledEvening:
    """One game, whose first ballots are held by the command."""

    def __init__(self, folder, seed):
        self.dice = random.Random(f"killed {seed}")
        players = self.dice.randint(3, 12)
        self.path = Path(folder) / f"killed-{seed}.jsonl"
        cards = self.dice.choice(("physical", "dealt"))
        table = RecordedGame.create(self.path, auto_setup(players, seed, cards, {"votes": "open"}))
        self.castaways = Bots(players, seed)
        self.people = range(players)
        self.with_pods = bool(seed % 4)
        ways = ["phones", "phones", "typed", *["pods"] * 3 * self.with_pods]
        self.ways = [self.dice.choice(ways) for _ in self.people]
        self.seed = seed
        if self.with_pods:
            table.enter({"do": "pods", "places": list(self.people)})
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        there = SimpleNamespace(hub=SimpleNamespace(url=f"http://127.0.0.1:{self.port}/"))
        self.there = there
        self.phones = {}
        self.command = None
        self.counts = dict.fromkeys(("ballots", "pods", "phones", "typed", "sigkills"), 0)
        self.miscounted = 0

    def play(self):
        sim = SimBoard("pods12", seed=self.seed, pace=True, speed=SPEED) if self.with_pods else None
        self.arguments = ["--resume", str(self.path), "--phones", "--port", str(self.port)]
        self.arguments += ["--lang", "en", "--pace", "off"]
        if sim:
            self.arguments += ["--board", sim.url]
            self.hands = SimHands(sim, self.seed)
        try:
            with ThreadPoolExecutor(1) as self.pool:
                while self._to_a_ballot() and self.counts["ballots"] < MAX_BALLOTS:
                    self._ballot()
        finally:
            if self.command:
                self.command.kill()
            if sim:
                sim.close()
        return self

    def _to_a_ballot(self):
        """Play on to the next ballot; return whether there is one."""
        table = RecordedGame.resume(self.path)
        self.game = table.game
        while not self.game.over and self.game.camp.phase not in ("ballot", "crystal"):
            camp = self.game.camp
            try:
                table.enter(self.castaways.whim(camp) or self.castaways.regular(camp))
            except Refused:
                continue
        return not self.game.over

    # The command

    def _start(self):
        self.command = Command(self.path.parent, *self.arguments)
        self.command.see(PROMPT)

    def _kill(self):
        self.counts["sigkills"] += 1
        self.command.kill()
        self._start()

    def _perhaps_kill(self, probability=KILLED):
        if self.dice.random() < probability:
            time.sleep(self.dice.random() * LATE_S)
            self._kill()
            return True
        return False

    # One ballot

    def _ballot(self):
        self.counts["ballots"] += 1
        ballot = self.game.camp.ballot
        missing = ballot.missing()
        self.targets = {seat: self.dice.choice(ballot.choices(seat)) for seat in missing}
        for seat in missing:
            # A castaway without a light can be named elsewhere only.
            if self.ways[seat] == "pods" and self.targets[seat] < 0:
                self.targets[seat] = self.dice.choice(ballot.targets)
                if self.targets[seat] == seat:
                    self.ways[seat] = "phones"
        said = len(self.game.log)
        phase = self.game.camp.phase
        self._start()
        for seat in self.people:
            if self.ways[seat] == "phones" and seat not in self.phones:
                self.phones[seat] = Phone(self.there).sit(seat)
        self._press([seat for seat in missing if self.ways[seat] == "pods"])
        for seat in self.dice.sample(missing, len(missing)):
            if self.ways[seat] == "phones":
                self._by_phone(seat, ballot.number)
        typed = [seat for seat in missing if self.ways[seat] == "typed"]
        while typed:
            typed = self._type(typed)
        for seat in missing:
            self.counts[self.ways[seat]] += 1
        self._show(phase, said)

    def _press(self, seats):
        if not seats:
            return
        done = self.hands({seat: [self.targets[seat]] for seat in seats})
        while self._perhaps_kill(0.4):
            pass
        until(lambda: done() is not None)
        assert done() == sorted(seats), (done(), seats)

    def _by_phone(self, seat, number):
        watcher = Phone(self.there)
        name = watcher.state()["table"]["ballot"]["round"]
        fields = {"round": name, "target": f"{self.targets[seat]:02d}"}
        answer = self.pool.submit(self.phones[seat].order, "vote", **fields)
        self._perhaps_kill()
        assert answer.result()[0] == 200, answer.result()

    def _type(self, seats):
        """Type votes until all are kept or the command is killed; return whose are left."""
        one, left = self.command, list(seats)
        if self.with_pods:
            one.type("1\n")
            one.see(PODS)
            one.type("\n")
            one.see(WHO)
            one.type(f"{left[0] + 1}\n")
        else:
            one.type("1\n")
        while left:
            name = one.see(PASS)[1]
            seat = self.game.setup.names.index(name)
            assert seat in left, (name, left)
            one.type("\n")
            one.see(VOTE)
            one.type(f"{self.targets[seat] + 1}\n")
            one.see(CHOSEN)
            if self._perhaps_kill():
                return left
            one.type("\n")
            if self.dice.random() < KILLED:
                time.sleep(self.dice.random() * LATE_S)
                self._kill()
                # It may be in the record or not: whoever is missing votes.
                known = Phone(self.there).state()["table"]["ballot"]["in"]
                return [seat for seat in left if seat not in known]
            one.see(KEPT)
            left.remove(seat)
            if self._perhaps_kill():
                return left
            if self.with_pods:
                break
        one.see(PROMPT)
        return left

    def _show(self, phase, said):
        self._all_in()
        while self._perhaps_kill():
            self._all_in()
        number = regular_entries(self.game.camp).index("show") + 1
        self.command.type(f"{number}\n")
        watcher = Phone(self.there)
        until(lambda: watcher.state()["table"]["phase"] != phase)
        self.counts["sigkills"] += 1
        self.command.kill()
        self.command = None
        shown = {}
        for _, effect in RecordedGame.resume(self.path).game.log[said:]:
            if effect["effect"] == "voted":
                assert effect["player"] not in shown, effect
                shown[effect["player"]] = effect["target"]
        self.miscounted += shown != self.targets

    def _all_in(self):
        """Wait until the page counts every vote; pods tell theirs again to each new host."""
        watcher = Phone(self.there)

        def told():
            ballot = watcher.state()["table"]["ballot"]
            return ballot["received"] == ballot["expected"]

        until(told)
