"""Slot: whether the sensors of one slot are at rest, their mean, and their mean before.

Two scans that differ start a new rest: a hand moves magnets.  The noise is estimated from the
differences of scans.  Means are integers in 1/16 of a raw count, fields in halves of a
microtesla; code that runs on every scan allocates nothing, and longer work is done in another
turn of the loop (``work``).
"""

from array import array

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.hall.codes import NO_FACE

QUIET = 45
"""Chi-squared (16 expected, 1 in 20,000 above) up to which two scans agree; the weakest ball
makes it 150."""
APART = 42.0
"""Chi-squared (15 expected, 1 in 5,000 above) up to which two blocks agree."""
CLIP = 4000
"""Limit of one sensor's difference; sums stay within 30 bits."""
SCANS = 5
"""Agreeing scans that make a mean."""
SCANS_MOST = 40
"""Scans in a mean at most: drift limits what more would gain."""
SCANS_AGED = 10
"""Scans for which an empty slot's mean counts once a square lies there: common drift of some
100 microteslas in an evening shows in each sensor's own gain."""
WINDOW = 6
WINDOWS = 6
"""Scans per estimate of the noise, and estimates of which the smallest counts."""
LOUD = 1.15
"""Ratio to the assumed noise up to which that is kept."""
QUIETEST = 1.1
"""Ratio of the noise to the smallest of several estimates."""
LOUD_MOST = 6.0
"""Ratio above which it is no noise but a hand."""
UP = 0.5
"""Share of a disc that must be gone, in two corners, if a square is up."""
MEAN = 16
"""Fixed-point scale of means, per raw count."""
DEVIATION = 16
"""Fixed-point scale of residuals, per standard deviation of a scan."""
ROOT_CUT = 12
NOISE_LEAST = 2.0
"""Least noise of a sensor, in raw counts; products stay within 30 bits."""
OFF_MOST = 500000
"""Largest offset of a sensor: 26 millitesla; products stay within 30 bits."""
FAR_MOST = 2000
"""Limit of one residual, in the units of ``DEVIATION``."""
SCALE_CUT = 14


class Slot:
    """What the sensors of one slot tell.

    ``scans``: how many agree by now, in blocks; ``seen``: one by one; ``fresh``: there is
    more to look at, until the caller clears it; ``restarts``: how often they began anew;
    ``base``: means before the last change; ``zero``: without any square.
    ``face``, ``turns``: of the square that lies there; ``contents``: of its balls.
    """

    def __init__(self, sensors, noises, scales) -> None:
        """``noises``: standard deviation of one scan, raw counts; 0: left out.

        ``scales``: halves of a microtesla to one raw count.
        """
        count = len(sensors)
        self.sensors = sensors
        self.count = count
        self.scans = self.seen = 0
        self.fresh = False
        self.restarts = 0
        self._last = array("i", [0] * count)
        self._sums = array("i", [0] * count)
        self._block = array("i", [0] * count)
        self._full = array("i", [0] * count)  # the last complete block
        self._waits = False  # and whether it was not worked up yet
        self.base = array("i", [0] * count)
        self.base_scans = 0
        self.snapshot = array("i", [0] * count)
        """Means that somebody thinks about."""
        self.snapshot_scans = 0
        self.zero = array("i", [0] * count)
        self.zero_scans = 0
        """0: nobody knows what the sensors tell without a square, but the caller assumes it."""
        self.foreign = array("i", [0] * count)
        """What magnets in the next slots do here, as it was worked out last."""
        self.blur = array("i", [0] * count)
        """Square of what they may have done since the base was taken."""
        self.blurred = False
        self.scales = scales
        self._scales = array("i", [int((1 << SCALE_CUT) * one / MEAN) for one in scales])
        self.noises = array("f", noises)
        self.variances = array("f", [0] * count)
        """Variance of one scan, in square halves of a microtesla."""
        self.loud = 1.0
        """How loud the sensors are, in what was assumed."""
        self._limit = 0
        self._window = -1  # the first scan differs from nothing
        self._energy = 0
        self._windows = array("f", [OFF_MOST] * WINDOWS)
        self._window_at = 0
        self._used = 0
        self._roots = array("i", [0] * count)
        self._changed = 0.0
        self._stale = False  # and whether that was not worked out yet
        self._watched: Any = bytearray(0)  # places of the discs of the square that lies there
        self._half = 0  # counts in which half a disc shows
        self.set_noises()
        # What lies there
        self.face = NO_FACE
        self.coming = NO_FACE
        """The face that is felt, before its balls were looked at."""
        self.turns = 0
        self.empty = False
        """Whether it was seen that nothing lies there."""
        self.up = False
        """Whether a scan has missed the square's discs."""
        self.contents: Any = None

    def set_noises(self) -> None:
        """Take notice that ``noises`` or ``loud`` have changed."""
        total = 0.0
        self._used = 0
        for i in range(self.count):
            noise = self.noises[i] * self.loud
            self._roots[i] = 0
            self.variances[i] = (noise * self.scales[i]) ** 2
            if noise:
                one = (DEVIATION << ROOT_CUT) / (MEAN * max(NOISE_LEAST, noise))
                self._roots[i] = int(one + 0.5)
                self._used += 1
                total += noise * noise
        # Of a difference of two scans, mean over the sensors.
        self._limit = int(QUIET * 2 * total / max(1, self._used))
        self._stale = True

    def scan(self, counts) -> bool:
        """Take one scan; return whether it agrees with the one before.  Allocates nothing."""
        last, sums, sensors, roots = self._last, self._block, self.sensors, self._roots
        energy = 0
        for i in range(self.count):
            value = counts[sensors[i]]
            off = value - last[i]
            last[i] = value
            sums[i] += value
            if roots[i]:
                if off > CLIP or off < -CLIP:
                    off = CLIP
                energy += off * off
        self.seen += 1
        if self.seen % SCANS == 0:
            self._block, self._full = self._full, sums
            sums = self._block
            for i in range(self.count):
                sums[i] = 0
            self._waits = True
        if not self.face:
            self.fresh = True
        elif self._watched:
            self.up |= self._is_up()
        if self._window >= 0:
            self._energy += energy // 16
        self._window += 1
        return energy <= self._limit

    def _is_up(self) -> bool:
        """Tell whether the last scan misses discs of the square.  Allocates nothing."""
        missed = 0
        last, base, half = self._last, self.base, self._half
        for i in self._watched:
            if not -half < MEAN * last[i] - base[i] < half:
                missed += 1
        return missed > 1

    def work(self) -> bool:
        """Work up what the last scans told; return whether there was anything to do.

        Allocates nothing but floats.
        """
        if self._window >= WINDOW and self._hear():
            return True
        if self._waits:
            self._waits = False
            self._complete()
            self.fresh = True
            if not self.blurred:
                self.changed()
            return True
        if self._stale and self.face and self.scans:
            self.changed()
            return True
        return False

    def _complete(self) -> None:
        """Add so many scans to the mean, if they are like those before.

        A weak ball that comes down slowly is in no single scan, but between two blocks.
        """
        block, sums, head = self._full, self._sums, self.scans
        if head and self._off(block, SCANS, sums, head, 1 / SCANS + 1 / head) > APART:
            self.restart()
            return
        for i in range(self.count):
            sums[i] += block[i]
        self.scans = head + SCANS
        self._stale = True

    def _off(self, one, scans: int, other, others: int, share: float) -> float:
        """Return how far two means lie apart: a sum of squares, less what is drift.

        Means: sums of so many scans; ``share``: of one scan's variance.
        """
        roots = self._roots
        total = first = second = 0
        for i in range(self.count):
            root = roots[i]
            if root:
                off = one[i] * MEAN // scans - other[i] * MEAN // others
                off = max(-OFF_MOST, min(OFF_MOST, off)) * root >> ROOT_CUT
                if off > FAR_MOST:
                    off = FAR_MOST
                elif off < -FAR_MOST:
                    off = -FAR_MOST
                total += root * root
                first += root * off
                second += off * off
        if not total:
            return 0.0
        return (second - first * (first / total)) / (share * DEVIATION * DEVIATION)

    def _hear(self) -> bool:
        """Take the quietest of the last windows as the noise; return whether it is another."""
        heard = self._energy * 16 / (2 * self._window * max(1, self._used))
        self._window = self._energy = 0
        self._windows[self._window_at % WINDOWS] = heard
        self._window_at += 1
        least = min(self._windows)
        assumed = self._limit / (QUIET * 2 * self.loud * self.loud)
        loud = QUIETEST * (least / max(1.0, assumed)) ** 0.5
        loud = min(LOUD_MOST, loud) if loud > LOUD else 1.0
        if 0.9 * self.loud <= loud <= 1.1 * self.loud:
            return False
        self.loud = loud
        self.set_noises()
        return True

    def restart(self) -> None:
        """Begin the mean anew with the next scan.  Allocates nothing."""
        self.restarts += 1
        self._waits = False
        if self.seen or self.scans:
            self.scans = self.seen = 0
            sums, block = self._sums, self._block
            for i in range(self.count):
                sums[i] = block[i] = 0
            self._stale = True

    def mean(self, i: int) -> int:
        """Return the mean of a sensor, 1/16 of a raw count."""
        if self.scans:
            return self._sums[i] * MEAN // self.scans
        if self._waits:
            return self._full[i] * MEAN // SCANS
        return self._block[i] * MEAN // self.seen

    def watch(self, corners, counts: float) -> None:
        """Watch discs in these corners (places in ``sensors``), each with its counts."""
        self._watched = bytes([i for i in corners if self.noises[i]])
        self._half = int(MEAN * counts * UP)
        self.up = False

    def snap(self) -> None:
        """Remember the means: somebody thinks about them."""
        for i in range(self.count):
            self.snapshot[i] = self.mean(i)
        self.snapshot_scans = min(SCANS_MOST, self.scans)

    def feels(self, i: int) -> int:
        """Return what is felt now besides the slot's neighbours, in halves of a microtesla."""
        return self._field(self.mean(i) - self.zero[i], i) - self.foreign[i]

    def _field(self, off: int, i: int) -> int:
        return max(-OFF_MOST, min(OFF_MOST, off)) * self._scales[i] >> SCALE_CUT

    def differ(self, other, into) -> None:
        """Write by how much what was remembered differs, in halves of a microtesla."""
        snapshot, scales = self.snapshot, self._scales
        for i in range(self.count):
            off = snapshot[i] - other[i]
            if off > OFF_MOST:
                off = OFF_MOST
            elif off < -OFF_MOST:
                off = -OFF_MOST
            into[i] = off * scales[i] >> SCALE_CUT

    def rebase(self) -> None:
        """Take the means that were remembered as those to compare with from now on."""
        for i in range(self.count):
            self.base[i] = self.snapshot[i]
            self.blur[i] = 0
        self.blurred = False
        self.base_scans = self.snapshot_scans
        self._stale = True
        if self.scans >= SCANS_MOST:
            self.restart()

    def stand(self, i: int, count: int) -> None:
        """Take what a sensor tells now as its base."""
        self.base[i] = MEAN * count

    def blur_by(self, squares) -> None:
        """Doubt so much of what is felt from now on."""
        for i in range(self.count):
            self.blur[i] += squares[i]
        self.blurred = self._stale = True

    def learn_zero(self) -> None:
        """Take the means as what the sensors tell without a square."""
        scans = min(SCANS_MOST, self.scans)
        if scans >= self.zero_scans:
            for i in range(self.count):
                one = (self.foreign[i] << SCALE_CUT) // max(1, self._scales[i])
                self.zero[i] = self.mean(i) - one
            self.zero_scans = scans
        if self.scans >= SCANS_MOST:
            self.restart()

    def changed(self) -> float:
        """Return how far the means lie from the base: a sum of squares, less what is drift."""
        if self._stale:
            self._stale = False
            self._changed = self._change() if self.scans and self.base_scans else 0.0
        return self._changed

    def _change(self) -> float:
        scans = self.scans
        share = 1 / scans + 1 / self.base_scans
        if not self.blurred:
            return self._off(self._sums, scans, self.base, MEAN, share)
        share *= self.loud * self.loud
        total = first = second = 0.0
        base, sums, noises, scales = self.base, self._sums, self.noises, self.scales
        for i in range(self.count):
            noise = noises[i]
            if noise:
                scale = scales[i]
                weight = 1 / (noise * noise * share + self.blur[i] / (scale * scale))
                off = sums[i] / scans - base[i] / MEAN
                total += weight
                off_weight = off * weight
                first += off_weight
                second += off_weight * off
        return second - first * first / total if total else 0.0
