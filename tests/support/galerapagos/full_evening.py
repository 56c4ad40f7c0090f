"""Whole evenings over pods, phones, pages and the keyboard, with everything that can break.

The host (table, bridge to the pods, web server) runs in the thread that calls ``Host.serve``;
castaways live in another one.  What everybody meant is noted there; the count is held against
it, and against slips of paper that know nothing of ballots (``PodRecount``).
"""

import contextlib
import http.client
import random
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet

from support.galerapagos.phones import Client, attend
from support.galerapagos.pods import Killed, Room, noise
from support.galerapagos.spoils import Spoils
from support.waiting import until
from underboard.errors import UnderboardError
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.server import served
from underboard.galerapagos.pods.simulate import PodRecount
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.state import options
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.refusal import Refused
from underboard.texts import Texts

KILLED = 0.06  # probability that the host is killed after a vote
PULLED = 0.04  # that the pods' cable comes out, or their power goes
LOST = 0.15  # that the answer to a phone gets lost, so that it asks again
CHANGED, ASLEEP, SILENT = 0.2, 0.2, 0.03
"""Probabilities that a vote is changed, that a phone comes back with its cookie only, and that
somebody at a pod locks nothing."""
ACTS = ("fish", "water", "wood", "search", "push", "accept", "choose")
BESIDE_POD = 0.1  # that who has voted on a pod votes on a phone all the same, for another
SIMULATED_S = 0.1
SHOW_SPEED, SHOW_STEP_MS = 250, 700
"""Seconds of the show in a real one, and its longest step: no envelope is open for less."""
EARLY, UNDONE, PAUSED = 0.3, 0.1, 0.1
"""Probabilities of a tap during a scene, of a vote that the host takes back, and of a pause."""
BETWEEN_S = 0.02
"""Seconds for orders between two steps of the pods, if nobody waits for these."""


class Host:
    """The host's side of one evening: killed and begun again from what lies on the disk."""

    def __init__(self, path, setup, room):
        self.room = room
        self.path = path
        self.kills = 0
        self.doomed = False
        self.spoils = Spoils()
        self.urn = PodRecount()
        self.texts = Texts("en")
        self.sit_down(RecordedGame.create(path, setup), 0)

    def sit_down(self, table, port):
        enter = table.enter

        def watched(event):
            effects = enter(event)
            self.urn.watch(table.game, event, effects)
            return effects

        table.enter = watched
        hub = Hub(table, Director(), lambda: time.monotonic() * SHOW_SPEED, SHOW_STEP_MS)
        self.pods = self.room.sit_down(table) if self.room else None
        if self.pods:
            hub.attach_pods(self.pods)
        self.web = served(hub, lan=False, port=port)
        self.pages = self.web.__enter__()
        hub.publish = self.spoils.around(hub.publish)
        self.table = table
        self.hub = hub

    @property
    def camp(self):
        return self.table.game.camp

    def serve(self, castaways):
        """Look after the table until ``castaways()`` has come to its end; return the host."""
        pool = ThreadPoolExecutor(1)
        done = pool.submit(castaways)
        while not done.done():
            try:
                hurry = self.waits_for_pods()
                attend(self.hub, 0 if hurry else BETWEEN_S)
                if self.pods:
                    self.pods.step(SIMULATED_S)
                if self.doomed:
                    self.doomed = False
                    if self.room:
                        self.room.loop.hang_up()
                    raise Killed
            except Killed:
                self.begin_again()
        self.web.__exit__(None, None, None)
        pool.shutdown()
        done.result()
        return self

    def waits_for_pods(self):
        """Return True if castaways wait until simulated time has passed."""
        if not self.pods:
            return False
        room = self.room
        return room.jobs > len(room.done) or (self.pods.is_for_pods() and not self.pods.is_held())

    def begin_again(self):
        self.kills += 1
        port = int(self.hub.url.rsplit(":", 1)[1].strip("/"))
        self.web.__exit__(None, None, None)
        self.sit_down(RecordedGame.resume(self.path), port)

    # From the castaways' thread

    def ask(self, work):
        """Have ``work(host)`` done at the table, by the next host if this one is killed."""
        return until(lambda: self._done(work), "nobody does it", pause_s=0)[0]

    def _done(self, work):
        """Return what ``work`` gave, in a list; nothing if this host did not do it."""
        hub = self.hub
        future = hub.do(lambda: work(self))
        while hub is self.hub:
            try:
                return [future.result(0.2)]
            except NotYet:
                continue
            except Refused as refused:
                # A host that was killed shows its last scene again.
                if refused.rule != "showing":
                    raise
                break
            except UnderboardError:
                # Killed meanwhile, or the board with the pods is away for a moment.
                break
        return []

    def kill(self, in_a_call_ms=None):
        """Have the host killed and wait for the next one, or in the middle of what it does."""
        if self.room and in_a_call_ms is not None:
            room = self.room
            self.ask(lambda host: room.plan(room.loop.now_ms + in_a_call_ms, room.kill_host))
            return
        kills = self.kills
        self.doomed = True
        until(lambda: self.kills > kills)


class Phone(Client):
    """A plain HTTP client whose host may be killed, and whose answers may get lost."""

    def __init__(self, host):
        self.host = host
        super().__init__(0)

    def ask(self, method, path, body=b"", **headers):
        return until(lambda: self._asked(method, path, body, headers), "the host is gone")

    def _asked(self, method, path, body, headers):
        self.port = int(self.host.hub.url.rsplit(":", 1)[1].strip("/"))
        with contextlib.suppress(OSError, http.client.HTTPException):
            status, data = super().ask(method, path, body, **headers)
            if status < 500:
                return status, data
        return None

    def lose(self, name, fields):
        """Send an order and go away before its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.suppress(OSError, http.client.HTTPException):
            body = self.body(fields)
            headers = {"content-type": "application/json", "cookie": self.cookie}
            connection.request("POST", f"/api/{name}", body, headers)
        connection.close()


class Evening:
    """One game; ``pages``: a browser on whose pages all castaways sit."""

    def __init__(self, folder, seed, pages=None, players=0):
        self.dice = random.Random(f"evening {seed}")
        players = players or self.dice.randint(3, 12)
        cards = self.dice.choice(options.CARD_MODES)
        chosen = {
            name: self.dice.choice(values)
            for name, values in options.SWITCHES.items()
            if self.dice.random() < 0.3
        }
        self.room = None
        if seed % 4:
            self.room = Room(noise(self.dice), self.dice.randrange(1 << 30))
        setup = auto_setup(players, seed, cards, chosen)
        self.host = Host(folder / f"{seed}.jsonl", setup, self.room)
        self.castaways = Bots(players, seed)
        self.browser = pages
        self.counts = dict.fromkeys(
            (
                "ballots", "pods", "phones", "typed", "pages", "lost", "reloads", "cables",
                "early", "undone", "pauses",
            ),
            0,
        )  # fmt: skip
        self.miscounted = 0

    def play(self):
        self.host.serve(self._castaways)
        self.miscounted += self.host.urn.miscounted
        return self

    def _castaways(self):
        people = range(len(self.host.table.game.setup.names))
        with contextlib.ExitStack() as stack:
            if self.browser:
                open_pages = stack.enter_context(self.browser())
                self.pages = [open_pages(self.host, seat) for seat in people]
                self.phones = {}
            else:
                self.pages = []
                self.phones = {seat: Phone(self.host).sit(seat) for seat in people}
            self.pool = stack.enter_context(ThreadPoolExecutor(4))
            while not self.host.table.game.over:
                camp = self.host.camp
                if camp.phase in ("ballot", "crystal"):
                    self.ballot()
                else:
                    self.enter(self.castaways.whim(camp) or self.castaways.regular(camp))

    def chance(self, probability):
        return self.dice.random() < probability

    def enter(self, event):
        """Do an entry on the phone or page of its castaway."""
        camp = self.host.camp
        seat = camp.actor if camp.phase in ("act", "push") else -1
        if seat in self.phones and event["do"] in ACTS and self.chance(0.4):
            fields = {name: value for name, value in event.items() if name != "player"}
            if self.phones[seat].order("enter", sure=True, **fields)[0] == 200:
                return
        if self.pages and seat >= 0 and event["do"] in ("fish", "water", "wood", "search"):
            entries = len(self.host.table.game.entries)
            self.pages[seat].act(event["do"])
            until(lambda: len(self.host.table.game.entries) > entries)
            return
        until(lambda: not self.host.hub.stage.is_busy())
        with contextlib.suppress(Refused):
            self.host.ask(lambda host: host.table.enter(event))

    # One ballot

    def ballot(self):
        until(lambda: not self.host.hub.stage.is_busy())
        ballot = self.host.camp.ballot
        self.counts["ballots"] += 1
        missing = ballot.missing()
        if self.room:
            until(lambda: not self.host.pods.is_for_pods() or self.host.pods.is_held())
        held = bool(self.room) and self.host.pods.is_for_pods()
        targets = {seat: self.dice.choice(ballot.choices(seat)) for seat in missing}
        ways = {seat: self._way(seat, held) for seat in missing}
        meant = {seat: targets[seat] for seat in missing if ways[seat] != "pods"}
        orders = {seat: [targets[seat]] for seat in missing if ways[seat] == "pods"}
        for seat, order in orders.items():
            if self.chance(CHANGED):
                order.insert(0, self.dice.choice(ballot.choices(seat)))
            if self.chance(SILENT):
                order[:] = [ABSTAIN]
        locked = self._press(orders)
        self._vote_without_pods(ballot, missing, ways, targets)
        for seat in locked():
            meant[seat] = orders[seat][-1]
            if self.chance(BESIDE_POD) and self.phones:
                # Whose pod has a vote may still vote on a phone: that one counts, once.
                meant[seat] = self.dice.choice(ballot.choices(seat))
                self._by_phone(seat, meant[seat], [meant[seat]], False)
        for way in ways.values():
            self.counts[way] += 1
        self._show(meant)

    def _way(self, seat, held):
        ways = ["typed", "phones" if self.phones else "pages"]
        if self.pages:
            ways = ["pages"] * 4 + ["typed"]
        return self.dice.choice([*ways, "pods", "pods"] if held else ways)

    def _press(self, orders):
        """Let hands vote on pods; what is returned waits and tells whose vote is locked."""
        if not orders:
            return lambda: []

        def begin(host):
            places = host.pods.places
            pods = {
                places[seat]: [places[one] if one >= 0 else ABSTAIN for one in order]
                for seat, order in orders.items()
            }
            return host.room.hands(pods, str(len(host.table.game.entries))), places

        done, places = self.host.ask(begin)

        def locked():
            until(lambda: done() is not None)
            return [places.index(pod) for pod in done()]

        return locked

    def _vote_without_pods(self, ballot, missing, ways, targets):
        waiting = []
        for seat in self.dice.sample(missing, len(missing)):
            target = targets[seat]
            if ways[seat] == "phones":
                changed = [self.dice.choice(ballot.choices(seat))] if self.chance(CHANGED) else []
                asleep = self.chance(ASLEEP)
                waiting.append(
                    self.pool.submit(self._by_phone, seat, target, [*changed, target], asleep)
                )
            elif ways[seat] == "pages":
                self._by_page(seat, ballot.choices(seat).index(target))
            elif ways[seat] == "typed":
                event = {"do": "cast", "voter": seat, "target": target, "ballot": ballot.number}
                self.host.ask(lambda host, event=event: host.hub.enter(event))
            if self.room and self.chance(PULLED):
                self._pull()
            if self.chance(KILLED):
                self.host.kill(self.dice.choice((None, self.dice.randrange(3000))))
        for one in waiting:
            one.result()
        if self.chance(UNDONE):
            self._take_back(ballot.number)
        if self.chance(PAUSED) and self.phones:
            self._pause(missing[0])

    def _take_back(self, number):
        """The host takes the last vote back, and it is cast again."""

        def undo(host):
            last = host.table.game.entries[-1]
            if last["do"] != "cast":
                return False
            host.hub.lead({"entry": "undo"}, True, host.texts)
            host.hub.enter({**last, "ballot": number})
            return True

        self.counts["undone"] += bool(self.host.ask(undo))

    def _pause(self, seat):
        """While the table rests it takes no vote."""
        self.counts["pauses"] += 1
        name = f"{self.host.camp.ballot.number}.{self.host.table.opened}"
        self.host.ask(lambda host: host.hub.stage.pause(True))
        status, answer = self.phones[seat].order("vote", round=name, target="00")
        assert (status, answer["error"]) == (409, "paused"), answer
        self.host.ask(lambda host: host.hub.stage.pause(False))

    def _pull(self):
        self.counts["cables"] += 1
        length = self.dice.randint(200, 7000)
        power = self.chance(0.3)
        self.host.ask(lambda host: host.room.cut_power() if power else host.room.pull_cable(length))

    def _by_phone(self, seat, target, votes, asleep):
        phone = self.phones[seat]
        if asleep:
            cookie = phone.cookie
            phone = self.phones[seat] = Phone(self.host)
            phone.cookie = cookie
        for vote in votes:
            name = f"{self.host.camp.ballot.number}.{self.host.table.opened}"
            fields = {"round": name, "target": f"{vote:02d}"}
            if random.Random(f"{seat} {name} {vote}").random() < LOST:
                self.counts["lost"] += 1
                phone.number += 1
                phone.lose("vote", fields)
                status, answer = phone.order("vote", again=True, **fields)
            else:
                status, answer = phone.order("vote", **fields)
            while status == 409 and answer["error"] == "showing":
                # A host that was killed shows its last scene again.
                until(lambda: not self.host.hub.stage.is_busy())
                status, answer = phone.order("vote", **fields)
            assert status == 200, answer

    def _by_page(self, seat, place):
        page = self.pages[seat]
        if self.chance(0.3):
            self.counts["reloads"] += 1
            page.reload()
        page.vote(place, offline=self.chance(0.2))

    def _tap_early(self):
        """Somebody taps while the envelopes are opened: that is refused, and replaces nothing."""
        seat = self.host.camp.designated if self.host.camp.designated >= 0 else 0
        entries = len(self.host.table.game.entries)
        status, answer = self.phones[seat].order("enter", do="accept", sure=True)
        if status == 409 and answer["error"] == "showing":
            self.counts["early"] += 1
            assert len(self.host.table.game.entries) == entries

    def _show(self, meant):
        """Show the votes by the host's remote, and hold them against what everybody meant."""
        shown = {}

        def show(host):
            host.urn.slips.update(meant)
            before = len(host.table.game.log)
            host.hub.lead({"entry": "show"}, True, host.texts)
            for _, effect in host.table.game.log[before:]:
                if effect["effect"] == "voted":
                    shown[effect["player"]] = effect["target"]

        self.host.ask(show)
        if self.phones and self.chance(EARLY):
            self._tap_early()
        if self.host.table.game.setup.on("votes") == "open":
            wrong = {seat: shown.get(seat, ABSTAIN) for seat in meant} != meant
            extra = any(target >= 0 for seat, target in shown.items() if seat not in meant)
            self.miscounted += wrong or extra
