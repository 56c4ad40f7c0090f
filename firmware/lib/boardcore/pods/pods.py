"""A board to vote on, without its hardware; for the computer that leads Galérapagos.

Outwardly the same as ``boardcore.play.tables.table.Table``: readings and received bytes in,
colours and bytes out.  Nobody but the voter learns a vote before the box is shut: a pod that has
voted shows the same light whatever it voted, the wire tells a count, and where a pod's cycle of
candidates begins depends on the ballot, so that counting its clicks tells nothing.
"""

from binascii import crc32

from boardcore.errors import IllegalMove, ParseError, attempt
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.link.session import LinkSession
from boardcore.pods import lights as pod_signs
from boardcore.pods.ballot_box import ELSEWHERE, NOBODY, OPEN, SHUT, STATE_NAMES, BallotBox
from boardcore.pods.fields import read_choice, read_hex, read_mask, read_number
from boardcore.pods.lights import MAX_PODS
from boardcore.ticks import recent, ticks_add, ticks_diff

NAME = "galerapagos"

AS_FOUND_MS = 500
"""Time in which a button held at the start is no press, ms; chosen."""
QUIET_MS = 40
"""A button that was up for less is still the same press: a worn contact, or a scanner that
started anew; a finger takes 80 ms at least.  Chosen."""
NERVOUS_MS = 500
"""Time after locking in which a second press unlocks nothing.  Chosen."""
HIDE_MS = 15000
"""Time after which a candidate that is only looked at is hidden.  Chosen."""


class Pods:
    """Voting pods and weather lights.

    ``readings``: one byte per button, 1 while it is down, written by the caller.
    ``colours``: R, G, B per pixel.  ``link.out[link.out_start:link.out_end]``: bytes to
    send.  ``free_bytes``: free memory, told by the caller for the heartbeat.
    """

    STATE = "box"
    """The kind of line that tells how things stand."""
    entries = 0
    """There is no journal of a game here."""
    bank = None
    """There are no sensors that could fail."""
    had_input = False
    bytes_received = 0
    """Nothing that happens here fills a loop iteration."""

    def __init__(
        self, layout, store, identity, now_ms: int, variant="", options=(), brightness: int = 100
    ) -> None:
        self._layout = layout
        self._identity = identity
        self._now_ms = now_ms
        self.readings = bytearray(layout.sensors)
        self._seen = bytearray(layout.sensors)
        # A button held at the start is no press: it was up only then.
        self._up_ms = [ticks_add(now_ms, AS_FOUND_MS)] * layout.sensors
        self.free_bytes = 0
        self.colours = bytearray(3 * layout.pixels)
        self._pods = pod_signs.pods_of(layout)
        self._all_signs = pod_signs.signs_of(layout, brightness)
        self._signs = bytearray(layout.pixels)
        self._cues = ("", "")
        self._pod_of_pixel = bytearray([NOBODY] * layout.pixels)
        for pod in self._pods:
            self._pod_of_pixel[layout.pixel_of_cell[pod_signs.POD + pod]] = pod
        self._slot = -1
        self._stale = True
        self._cursors = bytearray([NOBODY] * MAX_PODS)  # what each pod looks at, NOBODY: nothing
        self._pressed_ms = [now_ms] * MAX_PODS
        self._seats = 0
        self._shown = 0
        self._weather = 0
        self._lost = False
        self.box = BallotBox(store)
        self.link = LinkSession(self, now_ms)

    # The caller's loop

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button beside those of the pods; there is none that means anything."""

    def receive(self, buffer, count: int) -> None:
        """Take ``count`` bytes that came from the computer.  Allocates nothing for none."""
        self.link.receive(buffer, count, self._now_ms)

    def step(self, now_ms: int) -> None:
        """Do everything that is due.  Allocates nothing while nobody does anything."""
        self._now_ms = now_ms
        if self.readings != self._seen:
            self._look(now_ms)
        if self.box.state == OPEN:
            self._hide(now_ms)
        if self.link.lost != self._lost:
            self._lost = self.link.lost
            self._stale = True
        self._render(now_ms)
        self.link.step(now_ms)

    # Fingers

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day; the link calls this once an hour."""
        for times in (self._pressed_ms, self._up_ms):
            for at in range(len(times)):
                times[at] = recent(times[at], now_ms)

    def _look(self, now_ms: int) -> None:
        readings, seen = self.readings, self._seen
        for sensor in range(len(seen)):
            if readings[sensor] == seen[sensor]:
                continue
            seen[sensor] = readings[sensor]
            if not seen[sensor]:
                self._up_ms[sensor] = now_ms
            elif ticks_diff(now_ms, self._up_ms[sensor]) >= QUIET_MS:
                self._press(self._layout.cell_of_sensor[sensor], now_ms)

    def _press(self, cell: int, now_ms: int) -> None:
        pod = cell - pod_signs.LOCK if cell >= pod_signs.LOCK else cell - pod_signs.STEP
        if not self.box.is_open_to(pod):
            return
        if cell < pod_signs.LOCK:
            if self.box.votes[pod] != NOBODY:
                return
            self._cursors[pod] = self._next_candidate(pod)
        elif self.box.votes[pod] != NOBODY:
            if ticks_diff(now_ms, self._pressed_ms[pod]) < NERVOUS_MS:
                return
            # Back to nothing, not to the candidate: whoever reaches over sees no vote.
            self.box.unlock(pod)
            self.link.state_changed = True
        elif self._cursors[pod] != NOBODY:
            self.box.lock(pod, self._cursors[pod])
            self._cursors[pod] = NOBODY
            self.link.state_changed = True
        else:
            return
        self._pressed_ms[pod] = now_ms
        self._stale = True

    def _next_candidate(self, pod: int) -> int:
        """Return the candidate after the one that a pod looks at."""
        box = self.box
        target = self._cursors[pod]
        if target == NOBODY:
            # Twice, with digits between: one checksum alone would tie the pods' starts together.
            seed = "%08x" % crc32(("%d %d" % (box.nonce, pod)).encode())
            target = crc32(seed.encode()) % MAX_PODS
        for _ in range(MAX_PODS):
            target = (target + 1) % MAX_PODS
            if box.may_name(pod, target):
                break
        return target

    def _hide(self, now_ms: int) -> None:
        cursors = self._cursors
        for pod in range(MAX_PODS):
            if cursors[pod] != NOBODY:
                if ticks_diff(now_ms, self._pressed_ms[pod]) >= HIDE_MS:
                    cursors[pod] = NOBODY
                    self._stale = True

    # The lights

    def _render(self, now_ms: int) -> None:
        """Bring ``colours`` up to date.  Allocates nothing unless something has changed."""
        slot = now_ms // SLOT_MS % SLOTS
        if self._stale:
            self._stale = False
            self._fill()
        elif slot == self._slot:
            return
        self._slot = slot
        bit = 1 << SLOTS - 1 - slot
        colours, signs = self.colours, self._signs
        all_signs = self._all_signs
        for pixel in range(len(signs)):
            sign = all_signs[signs[pixel]]
            at = 3 * pixel
            if sign[0] & bit:
                colours[at] = sign[1]
                colours[at + 1] = sign[2]
                colours[at + 2] = sign[3]
            else:
                colours[at] = colours[at + 1] = colours[at + 2] = 0

    def _fill(self) -> None:
        """Decide what each pixel says; let the computer know if what is public has changed."""
        pixel_of_cell, signs = self._layout.pixel_of_cell, self._signs
        for pod in self._pods:
            signs[pixel_of_cell[pod_signs.POD + pod]] = self._sign_of(pod)
        for place in range(pod_signs.WEATHERS):
            sign = pod_signs.SKIES[self._weather][place]
            if self._lost:
                # Weather that nobody keeps up to date would mislead.
                sign = pod_signs.DARK if place else pod_signs.LOST
            signs[pixel_of_cell[pod_signs.LIT[place]]] = sign
        cues = self.cue_fields()
        if cues != self._cues:
            self._cues = cues
            self.link.cues_changed = True

    def _sign_of(self, pod: int) -> int:
        box = self.box
        voter = box.voters >> pod & 1
        vote = box.votes[pod]
        if box.state == OPEN and voter:
            if vote == ELSEWHERE:
                return pod_signs.OUT
            if vote != NOBODY:
                return pod_signs.LOCKED
            cursor = self._cursors[pod]
            return pod_signs.ASKED if cursor == NOBODY else pod_signs.CANDIDATE + cursor
        if box.state == SHUT and voter:
            if vote >= MAX_PODS:
                return pod_signs.OUT
            return pod_signs.CANDIDATE + vote if self._shown >> pod & 1 else pod_signs.LOCKED
        # Between ballots everyone sees which light stands for whom.
        return pod_signs.CANDIDATE + pod if self._seats >> pod & 1 else pod_signs.DARK

    # What the computer is told

    def hello_fields(self):
        """Return who we are and why we were started."""
        return self._identity.hello_fields(self._layout.name, NAME)

    def entries_after(self, number: str, index: str, chain: str) -> int:
        """Return 0: there is no journal, and asking for it is only a sign of life."""
        return 0

    def state_fields(self):
        """Return the ballot, how many votes are in, and the votes once it is shut."""
        box = self.box
        votes = ("%02d" % box.received, "%02d" % box.expected, box.votes_text())
        return (box.round or "-", "%08x" % box.nonce, STATE_NAMES[box.state]) + votes

    def cue_fields(self):
        """Return a letter and a tint per pixel; pods in a ballot are all alike."""
        letters = []
        tints = []
        voters = self.box.voters if self.box.state == OPEN else 0
        for pixel in range(len(self._signs)):
            sign, pod = self._signs[pixel], self._pod_of_pixel[pixel]
            letter, tint = pod_signs.FIXED[pod_signs.ASKED][1], "0"
            if pod == NOBODY or not voters >> pod & 1:
                if sign < pod_signs.CANDIDATE:
                    letter = pod_signs.FIXED[sign][1]
                else:
                    letter, tint = pod_signs.CANDIDATE_LETTER, "%x" % (sign - pod_signs.CANDIDATE)
            letters.append(letter)
            tints.append(tint)
        return ("".join(letters), "".join(tints))

    def beat_fields(self):
        """Return which ballot is here, votes in, damaged lines, free memory and the clock."""
        # A box line may get lost, so one follows each beat.
        self.link.state_changed = True
        ballot = (self.box.round or "-", self.box.received, "%08x" % self.box.nonce)
        return ballot + (self.link.reader.damaged, self.free_bytes, self._now_ms)

    # What the computer commands

    def execute(self, kind: str, fields):
        """Carry out a command; return None, or ``(code, text)`` if it cannot be done.

        ``votes-missing`` is followed by the mask of the pods without a vote.
        """
        trouble = attempt(self._execute, kind, fields)
        if trouble and trouble[0] == "votes-missing":
            missing = sum([1 << pod for pod in self.box.missing()])
            return trouble + ("%03x" % missing,)
        return trouble

    def _execute(self, kind: str, fields) -> None:
        if kind == "weather":
            self._do_weather(fields[0])
        elif kind == "seats":
            self._seats = read_mask(fields[0])
        elif kind in ("open", "excuse", "close", "reveal", "cancel"):
            self._do_ballot(kind, fields[0], read_hex(fields[1]), fields[2:])
        else:
            raise ParseError("this board holds ballots and plays no game by itself")
        self._stale = True
        self.link.state_changed = True

    def _do_weather(self, name: str) -> None:
        if name not in pod_signs.WEATHER_NAMES:
            names = ", ".join(pod_signs.WEATHER_NAMES)
            raise ParseError("weather %r: expected %s", name[:40], names)
        self._weather = pod_signs.WEATHER_NAMES.index(name)

    def _do_ballot(self, kind: str, name: str, nonce: int, fields) -> None:
        box = self.box
        if kind == "open":
            self._do_open(name, nonce, read_mask(fields[0]), read_mask(fields[1]))
        elif kind == "excuse":
            pod = read_number(fields[0]) - 1
            box.excuse(name, nonce, pod, read_choice(fields[1], "out", "in"))
            self._cursors[pod] = NOBODY
        elif kind == "close":
            box.shut(name, nonce, read_choice(fields[0], "silent", "all"))
            self._clear()
        elif kind == "reveal":
            shown = read_mask(fields[0])
            box.check_shut(name, nonce)
            self._shown = shown
        else:
            box.drop(name, nonce)
            self._clear()

    def _do_open(self, name: str, nonce: int, voters: int, targets: int) -> None:
        here = 0
        for pod in self._pods:
            here |= 1 << pod
        if voters & ~here:
            raise IllegalMove("no-pod", "This board has %d pods.", len(self._pods))
        known = self.box.is_here(name, nonce)
        self.box.open(name, nonce, voters, targets)
        if not known:
            self._clear()
            self._shown = 0

    def _clear(self) -> None:
        for pod in range(MAX_PODS):
            self._cursors[pod] = NOBODY
