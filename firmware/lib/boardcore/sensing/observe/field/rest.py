"""Detection of rests of Hall sensors, with the means before and after.

Scans (raw counts) are averaged in slots of five.  A scan that is far from its slot starts a new
mean, the *head*; a small change shows only between the means of slots.  The head is compared with
the *base*, the mean before the last change.  All numbers are integers; nothing that runs on every
scan allocates.  Means are compared by

    chi-squared  =  S2 - S1 * S1 / S0

with S0 the sum of the weights, 1 / variance; S1 that of the weighted differences and S2 that of
their weighted squares.  The second term takes off what is common to all sensors, whatever its size.
"""

from array import array

SLOT = 5
"""Scans that must agree where changes may be faint; chosen."""
MAX_HEAD = 40
"""Scans in a mean at most: with more, drift exceeds the noise."""
LIMIT = 6
"""Largest difference of a scan from its slot, in standard deviations; chosen."""
AGREE_SIGMAS = 2.6
"""Deviations of chi-squared up to which a slot agrees with the head: 1 in 80 is more by chance, and
then the mean starts again, which costs little."""
CHANGED_SIGMAS = 3.2
"""Deviations from which the mean has changed; 1 in 200 by chance."""
MAX_STEP = 2000
"""Largest difference of two scans counted, in 1/16 standard deviations; sums stay within 30
bits."""
WINDOW = 16
"""Scans over which the noise is measured."""
WINDOWS = 6
"""Estimates of the noise, the smallest of which is used; hands may disturb the others."""
UNHEARD = 1 << 20
"""Noise of a window that was not measured yet, in 16ths."""
LOUD16 = 20
"""Measured noise relative to the calibrated, in 16ths, up to which the calibrated is used."""
MEAN = 16
"""Fixed-point scale of means, per raw count."""
DEVIATION = 16
"""Fixed-point scale of a difference in standard deviations of a scan."""
ROOT_CUT = 12
"""Bits of fraction in ``root_of``."""
MIN_NOISE = 2.0
"""Smallest noise of a sensor, raw counts; products stay within 30 bits."""
MAX_OFF = 500000
"""Largest difference of means, 1/16 counts: 26 mT; products stay within 30 bits."""
MAX_FAR = 2000
"""Largest difference, in 1/DEVIATION."""


class RestDetector:
    """The means of all sensors at rest, and the *base* with which they are compared.

    ``scans``: how many agree so far, 0 while something moves; ``restarts``: how often the mean
    has started again; ``fresh``: a slot was completed, until the caller clears it;
    ``loud16``: measured noise relative to the calibrated one, in 16ths, at least 16.
    """

    def __init__(self, noises, slot: int = SLOT) -> None:
        """Take the noise of each sensor.

        ``noises``: standard deviation of one scan, raw counts, 0 if left out; ``slot``: scans that
        must agree.
        """
        sensors = len(noises)
        self._sensors = sensors
        self._size = slot
        self._agree = likely(sensors, AGREE_SIGMAS)
        self._changed = likely(sensors, CHANGED_SIGMAS)
        self.scans = 0
        self.restarts = 0
        self.fresh = False
        self._slot = array("i", [0] * sensors)
        self._in_slot = 0
        self._head = array("i", [0] * sensors)
        self.base16 = array("i", [0] * sensors)
        """Mean before the last change, in 1/16 counts, of ``base_scans`` scans."""
        self.base_scans = 0
        self.loud16 = 16
        self._last = array("i", [0] * sensors)
        self._steps = 0
        self._window = -1
        self._windows = array("i", [UNHEARD] * WINDOWS)
        self._window_at = 0
        self._limits = array("i", [0] * sensors)
        self._noises16 = array("i", [0] * sensors)
        self._roots = array("i", [0] * sensors)
        self.set_noises(noises)

    def set_noises(self, noises, sensor: int = -1) -> None:
        """Use other noises, as in ``__init__``; ``sensor``: works again: its base is not known."""
        self._assumed = array("f", noises)
        if sensor >= 0:
            self.base16[sensor] = self._last[sensor] * MEAN
            self.stir()
        self._scale()

    def stir(self) -> None:
        """Begin a new mean: something has moved."""
        self.scans = self._in_slot = 0
        self.fresh = False
        self.restarts += 1

    def _scale(self) -> None:
        for i in range(self._sensors):
            noise16 = int(self.loud16 * self._assumed[i])
            self._noises16[i] = noise16
            self._limits[i] = LIMIT * noise16 // 16 + 1
            self._roots[i] = root_of(noise16 / 16)

    def _listen(self, counts) -> None:
        """Measure the noise from differences of successive scans.  Allocates nothing.

        Each is compared with that of the sensor before, because all may shift at once.
        """
        last, noises = self._last, self._noises16
        steps = before = 0
        for i in range(self._sensors):
            noise = noises[i]
            if noise:
                off = counts[i] - last[i]
                # In 1/16 of the present standard deviation; clipped, because hands move magnets.
                step = (off - before) * 256 // noise
                steps += min(MAX_STEP, step if step >= 0 else -step)
                before = off
            last[i] = counts[i]
        if self._window >= 0:
            self._steps += steps
        self._window += 1
        if self._window == WINDOW:
            self._window = 0
            self._hear()

    def _hear(self) -> None:
        """Use the smallest noise of the last windows."""
        used = 0
        for i in range(self._sensors):
            used += 1 if self._noises16[i] else 0
        # The mean difference of two scans at two sensors is 1.596 standard deviations.
        heard = self._steps * self.loud16 * 10 // (16 * 16 * WINDOW * max(1, used))
        self._steps = 0
        self._windows[self._window_at % WINDOWS] = heard
        self._window_at += 1
        least = min(self._windows)
        loud16 = least if least > LOUD16 else 16
        if loud16 > self.loud16 + 1 or loud16 < self.loud16 - 1:
            self.loud16 = loud16
            self._scale()

    def scan(self, counts) -> None:
        """Take one scan: one raw count per sensor.  Allocates nothing."""
        self._listen(counts)
        slot = self._slot
        count = self._in_slot
        if count and self._is_off(counts, count):
            count = 0
            self.scans = 0
            self.fresh = False  # the last slot is obsolete
            self.restarts += 1
        if count:
            for i in range(self._sensors):
                slot[i] += counts[i]
        else:
            for i in range(self._sensors):
                slot[i] = counts[i]
        self._in_slot = count + 1
        if count + 1 == self._size:
            self._in_slot = 0
            self._complete()

    def _is_off(self, counts, count: int) -> bool:
        """Return whether a scan is far from its slot of ``count`` scans, also without its mean.

        Without the mean of all sensors: their supply or reference may have shifted.
        """
        slot, limits = self._slot, self._limits
        noises = self._noises16
        far = False
        total = used = 0
        for i in range(self._sensors):
            if noises[i]:
                off = counts[i] * count - slot[i]
                far = far or off > limits[i] * count or -off > limits[i] * count
                total += off
                used += 1
        if far:
            total //= used
            for i in range(self._sensors):
                off = counts[i] * count - slot[i] - total
                if (off > limits[i] * count or -off > limits[i] * count) and noises[i]:
                    return True
        return False

    def _complete(self) -> None:
        """Add the slot to the head if they agree, else start the head again with it."""
        head, slot = self._head, self._slot
        scans = self.scans
        if scans:
            size = self._size
            share = 1 / size + 1 / scans
            if chi_of_means(slot, size, head, scans, self._roots, share) > self._agree:
                self.restarts += 1
                scans = 0
        if scans >= MAX_HEAD:
            # The mean is kept as that of half as many scans, so it follows drift.
            for i in range(self._sensors):
                head[i] //= 2
            scans = MAX_HEAD // 2
        if scans:
            for i in range(self._sensors):
                head[i] += slot[i]
        else:
            head[:] = slot
        self.scans = scans + self._size
        self.fresh = True

    def changed(self) -> float:
        """Return chi-squared of head and base, without drift common to all sensors."""
        if not self.scans:
            return 0.0
        if not self.base_scans:
            return self._changed + 1
        share = 1 / self.scans + 1 / self.base_scans
        return chi_of_means(self._head, self.scans, self.base16, MEAN, self._roots, share)

    def has_changed(self) -> bool:
        """Return whether head and base differ by more than chance, without common drift."""
        return self.changed() > self._changed

    def means(self, means16) -> int:
        """Write the means of the head, else of the base, in 1/16 counts; return their scans."""
        head, scans = self._head, self.scans
        for i in range(self._sensors):
            means16[i] = head[i] * MEAN // scans if scans else self.base16[i]
        return scans or self.base_scans

    def follow(self) -> None:
        """Average the base with the head, so that it follows drift; start a new head."""
        base, head = self.base16, self._head
        scans, old = self.scans, self.base_scans
        for i in range(self._sensors):
            base[i] += (head[i] * 16 // scans - base[i]) * scans // (scans + old)
        self.base_scans = min(MAX_HEAD, old + scans)
        self.scans = 0

    def rebase(self, means16, scans: int) -> None:
        """Use these means, in 1/16 counts and of ``scans`` scans, as the base."""
        self.base16[:] = means16
        self.base_scans = min(MAX_HEAD, scans)
        self.scans = 0


def likely(sensors: int, sigmas: float) -> float:
    """Return the chi-squared that so many sensors exceed by so many deviations of it.

    >>> round(likely(25, 2.6))
    42
    """
    return sensors - 1 + sigmas * (2 * sensors - 2) ** 0.5


def chi_squared(differences, variances) -> float:
    """Return chi-squared of differences, without what is common; variance 0: left out.

    >>> chi_squared([3.0, 5.0, 9.0], [1.0, 1.0, 0.0])
    2.0
    """
    total = first = second = 0.0
    for i in range(len(differences)):
        if variances[i]:
            weight = 1 / variances[i]
            off = differences[i]
            total += weight
            first += off * weight
            second += off * off * weight
    return second - first * first / total if total else 0.0


def root_of(noise: float) -> int:
    """Return the weight of a sensor in ``chi_of_means``; ``noise``: of one scan, raw counts."""
    if not noise:
        return 0
    return int((DEVIATION << ROOT_CUT) / (MEAN * max(MIN_NOISE, noise)) + 0.5)


def chi_of_means(one, scans: int, other, others: int, roots, share: float) -> float:
    """Return ``chi_squared`` of two means, in small integers: for what runs every few scans.

    ``one / scans``, ``other / others``: the means, raw counts; ``roots``: of ``root_of``;
    ``share``: variance of their difference relative to that of one scan.
    """
    total = first = second = 0
    for i in range(len(roots)):
        root = roots[i]
        if root:
            off = one[i] * MEAN // scans - other[i] * MEAN // others
            off = max(-MAX_OFF, min(MAX_OFF, off)) * root >> ROOT_CUT
            if off > MAX_FAR:
                off = MAX_FAR
            elif off < -MAX_FAR:
                off = -MAX_FAR
            total += root * root
            first += root * off
            second += off * off
    if not total:
        return 0.0
    return (second - first * (first / total)) / (share * DEVIATION * DEVIATION)
