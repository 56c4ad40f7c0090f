"""Apagos slot: whether the sensors under one slot rest, what they tell on average, and before.

A hand over the board moves magnets, so two scans that differ begin everything anew.  How
loud the sensors are is heard from the same differences.
"""

from array import array

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos_codes import NO_FACE

QUIET = 45
"""Two scans agree up to this sum of squares over 16 sensors, of which 16 is usual and one in
20,000 is more; the weakest ball that comes makes it 150."""
APART = 42.0
"""Two blocks agree up to this sum of squares: 15 is usual, 1 in 5,000 is more."""
CLIP = 4000
"""No sensor's difference counts for more, so that no sum leaves 30 bits."""
SCANS = 5
"""So many agreeing scans make a mean that is believed."""
SCANS_MOST = 40
"""More make no better mean: drift is slower, but not that slow."""
WINDOW = 6
WINDOWS = 6
"""The noise is heard over so many scans; the quietest of so many times counts."""
LOUD = 1.15
"""Noise is taken as assumed up to so much of it."""
QUIETEST = 1.1
"""The quietest of several times is quieter than the noise is."""
LOUD_MOST = 6.0
"""Louder are only hands."""
UP = 0.5
"""A square is up if so much of a disc is gone, in two corners."""


class Slot:
    """What the sensors of one slot tell.

    ``scans``: how many agree by now, in blocks; ``seen``: one by one; ``fresh``: another one
    came, until the caller clears it; ``restarts``: how often they began anew; ``base``: means
    before the last change, raw counts; ``zero``: without any square.
    ``face``, ``turns``: of the square that lies there; ``contents``: of its balls.
    """

    def __init__(self, sensors, noises) -> None:
        """``noises``: standard deviation of one scan, raw counts; 0: left out."""
        count = len(sensors)
        self.sensors = sensors
        self.count = count
        self.scans = self.seen = 0
        self.fresh = False
        self.restarts = 0
        self._last = array("i", [0] * count)
        self._sums = array("i", [0] * count)
        self._block = array("i", [0] * count)
        self.base = array("f", [0] * count)
        self.base_scans = 0
        self._ground = array("i", [0] * count)  # the same in whole counts
        self._snapshot = array("f", [0] * count)
        self._snapshot_scans = 0
        self.zero = array("f", [0] * count)
        self.foreign = array("f", [0] * count)
        """What magnets in the next slots do here, raw counts, as it was worked out last."""
        self.blur = array("f", [0] * count)
        """Variance of what they may have done since the base was taken, raw counts."""
        self.blurred = False
        self.zero_scans = 0
        """0: nobody knows what the sensors tell without a square, but the caller assumes it."""
        self.noises = array("f", noises)
        self.loud = 1.0
        """How loud the sensors are, in what was assumed."""
        self._limit = 0
        self._window = -1  # the first scan differs from nothing
        self._energy = 0
        self._windows = array("f", [0] * WINDOWS)
        self._window_at = 0
        self._used = 0
        self._usable = bytearray(count)
        self._watched = array("i", [0] * count)  # counts in which a disc's half shows; 0: none
        self.set_noises()
        # What lies there
        self.face = NO_FACE
        self.coming = NO_FACE
        """The face that is felt, before its balls were looked at."""
        self.turns = 0
        self.empty = False
        """Whether it was seen that nothing lies there."""
        self.contents: Any = None

    def set_noises(self) -> None:
        """Take notice that ``noises`` or ``loud`` have changed."""
        total = 0.0
        self._used = 0
        for i in range(self.count):
            noise = self.noises[i] * self.loud
            self._usable[i] = 1 if noise else 0
            if noise:
                self._used += 1
                total += noise * noise
        # Of a difference of two scans, mean over the sensors.
        self._limit = int(QUIET * 2 * total / max(1, self._used))

    def scan(self, counts) -> bool:
        """Take one scan; return whether it agrees with the one before.  Allocates nothing."""
        last, sums, sensors, usable = self._last, self._block, self.sensors, self._usable
        energy = 0
        for i in range(self.count):
            value = counts[sensors[i]]
            off = value - last[i]
            last[i] = value
            sums[i] += value
            if usable[i]:
                if off > CLIP or off < -CLIP:
                    off = CLIP
                energy += off * off
        self.seen += 1
        self.fresh = True
        if self.seen % SCANS == 0:
            self._complete()
        if self._window >= 0:
            self._energy += energy // 16
        self._window += 1
        if self._window == WINDOW:
            self._hear()
        return energy <= self._limit

    def _complete(self) -> None:
        """Add so many scans to the mean, if they are like those before.

        A weak ball that comes down slowly is in no single scan, but between two blocks.
        """
        block, sums, noises, head = self._block, self._sums, self.noises, self.scans
        far = total = first = 0.0
        share = self.loud * self.loud * (1 / SCANS + 1 / max(1, head))
        for i in range(self.count):
            if head and noises[i]:
                weight = 1 / (noises[i] * noises[i] * share)
                off = block[i] / SCANS - sums[i] / head
                total += weight
                first += weight * off
                far += weight * off * off
        if total and far - first * first / total > APART:
            self.restart()
            return
        for i in range(self.count):
            sums[i] += block[i]
            block[i] = 0
        self.scans = head + SCANS

    def _hear(self) -> None:
        """Take the quietest of the last windows as the noise."""
        heard = self._energy * 16 / (2 * WINDOW * max(1, self._used))
        self._window = self._energy = 0
        self._windows[self._window_at % WINDOWS] = heard
        self._window_at += 1
        least = heard
        for i in range(min(WINDOWS, self._window_at)):
            least = min(least, self._windows[i])
        assumed = self._limit / (QUIET * 2 * self.loud * self.loud)
        loud = QUIETEST * (least / max(1.0, assumed)) ** 0.5
        loud = min(LOUD_MOST, loud) if loud > LOUD else 1.0
        if loud > 1.1 * self.loud or loud < 0.9 * self.loud:
            self.loud = loud
            self.set_noises()

    def restart(self) -> None:
        """Begin the mean anew with the next scan.  Allocates nothing."""
        self.scans = self.seen = 0
        self.restarts += 1
        sums, block = self._sums, self._block
        for i in range(self.count):
            sums[i] = block[i] = 0

    def mean(self, i: int) -> float:
        """Return the mean of a sensor, raw counts."""
        if self.scans:
            return self._sums[i] / self.scans
        return self._block[i] / self.seen

    def watch(self, corners, counts: float) -> None:
        """Watch discs in these corners (places in ``sensors``), each worth so many counts."""
        for i in range(self.count):
            self._watched[i] = 0
        for i in corners:
            self._watched[i] = int(counts * UP) if self.noises[i] else 0

    def is_up(self) -> bool:
        """Tell whether the last scan misses discs of the square.  Allocates nothing."""
        missed = 0
        last, base, watched = self._last, self._ground, self._watched
        for i in range(self.count):
            off = last[i] - base[i]
            if watched[i] and (off > watched[i] or -off > watched[i]):
                missed += 1
        return missed > 1

    def snap(self) -> None:
        """Remember the means: somebody thinks about them."""
        for i in range(self.count):
            self._snapshot[i] = self.mean(i)
        self._snapshot_scans = min(SCANS_MOST, self.scans)

    def rebase(self) -> None:
        """Take the means that were remembered as those to compare with from now on."""
        for i in range(self.count):
            self.base[i] = self._snapshot[i]
            self._ground[i] = int(self.base[i])
            self.blur[i] = 0
        self.blurred = False
        self.base_scans = self._snapshot_scans
        if self.scans >= SCANS_MOST:
            self.restart()

    def stand(self, i: int, count: int) -> None:
        """Take what a sensor tells now as its base."""
        self.base[i] = self._ground[i] = count

    def learn_zero(self) -> None:
        """Take the means as what the sensors tell without a square."""
        scans = min(SCANS_MOST, self.scans)
        if scans >= self.zero_scans:
            for i in range(self.count):
                self.zero[i] = self.mean(i) - self.foreign[i]
            self.zero_scans = scans
        if self.scans >= SCANS_MOST:
            self.restart()

    def changed(self) -> float:
        """Return how far the means lie from the base: a sum of squares, less what is drift."""
        scans = self.scans
        if not scans or not self.base_scans:
            return 0.0
        share = (1 / scans + 1 / self.base_scans) * self.loud * self.loud
        total = first = second = 0.0
        base, sums, noises = self.base, self._sums, self.noises
        for i in range(self.count):
            noise = noises[i]
            if noise:
                weight = 1 / (noise * noise * share + self.blur[i])
                off = sums[i] / scans - base[i]
                total += weight
                off_weight = off * weight
                first += off_weight
                second += off_weight * off
        return second - first * first / total if total else 0.0
