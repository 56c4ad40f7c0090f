"""Slot: rest detection for the sensors of one slot, with the means now and before.

Two scans that differ start a new rest, because a hand moves magnets.  The noise is estimated from
differences of scans.  Means are integers in 1/16 of a raw count, fields in halves of a microtesla.
Code that runs on every scan allocates nothing; longer work is done in other turns of the loop
(``work``).
"""

from array import array

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.hall.codes import NO_FACE
from boardcore.sensing.observe.field.chi2 import (
    MEAN,
    OFF_MOST,
    chi_of_means,
    chi_squared,
    root_of,
    zeros,
)

QUIET = 45
"""Chi-squared (16 expected, 1 in 20,000 above) up to which two scans agree; the weakest ball
makes it 150."""
APART = 42.0
"""Chi-squared (15 expected, 1 in 5,000 above) up to which two blocks agree."""
CLIP = 4000
"""Largest difference counted, raw counts; sums stay within 30 bits."""
SCANS = 5
"""Scans per block; one block makes a mean."""
SCANS_MOST = 40
"""Scans in a mean at most: with more, drift exceeds the noise."""
SCANS_AGED = 10
"""Scans that the mean of the empty slot counts for once a square lies there: it is less accurate
then, because a common drift of 100 microteslas acts on each sensor by its own gain."""
WINDOW = 6
WINDOWS = 6
"""Scans per estimate of the noise, and estimates, the smallest of which is used."""
LOUD = 1.15
"""Measured noise relative to the calibrated, up to which the calibrated is used."""
QUIETEST = 1.1
"""Ratio of the true noise to the smallest of several estimates."""
LOUD_MOST = 6.0
"""Largest ratio used: above it a hand is the cause."""
UP = 0.5
"""Share of a disc's field that must be missing, in two corners, if a square is up."""
SCALE_CUT = 14
"""Bits of fraction in ``_scales``."""


class Slot:
    """The readings of one slot and the square known there.

    ``scans``: scans in the mean, whole blocks; ``seen``: all scans since the last restart;
    ``fresh``: new means, until the caller clears it; ``restarts``: how often the mean has started
    again; ``base``: means before the last change; ``zero``: means without any square.
    ``face``, ``turns``: of the square; ``contents``: its balls.
    """

    def __init__(self, sensors, noises, scales) -> None:
        """``noises``: standard deviation of one scan per sensor, raw counts, 0: left out.

        ``sensors``: their indexes in a scan; ``scales``: halves of a microtesla per raw count.
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
        self._waits = False  # and whether it is still to be processed
        self.base = array("i", [0] * count)
        self.base_scans = 0
        self.snapshot = array("i", [0] * count)
        """The means being explained."""
        self.snapshot_scans = 0
        self.zero = array("i", [0] * count)
        self.zero_scans = 0
        """Scans behind ``zero``; 0: not measured, taken from the layout."""
        self.foreign = array("i", [0] * count)
        """Field of the neighbouring slots' magnets here, when last computed."""
        self.blur = array("i", [0] * count)
        """Variance by changes in the neighbouring slots since the base was taken."""
        self.blurred = False
        self.scales = scales
        self._scales = array("i", [int((1 << SCALE_CUT) * one / MEAN) for one in scales])
        self.noises = array("f", noises)
        self.variances = zeros(count)
        """Variance of one scan, in square halves of a microtesla."""
        self.loud = 1.0
        """Measured noise relative to the calibrated one."""
        self._limit = 0
        self._window = -1  # the first scan has no difference
        self._energy = 0
        self._windows = array("f", [OFF_MOST] * WINDOWS)
        self._window_at = 0
        self._used = 0
        self._roots = array("i", [0] * count)
        self._changed = 0.0
        self._stale = False  # and whether that must be computed again
        self._watched: Any = bytearray(0)  # indexes of the sensors at the discs of the square
        self._half = 0  # reading of half a disc, 1/16 counts
        self.set_noises()
        # What lies there
        self.face = NO_FACE
        self.coming = NO_FACE
        """The face that was read, while its balls are not explained yet."""
        self.turns = 0
        self.empty = False
        """Whether the slot was seen empty."""
        self.up = False
        """Whether the square's discs were missing in a scan."""
        self.contents: Any = None

    def set_noises(self) -> None:
        """Recompute what depends on ``noises`` and ``loud``."""
        total = 0.0
        self._used = 0
        for i in range(self.count):
            noise = self.noises[i] * self.loud
            self._roots[i] = root_of(noise)
            self.variances[i] = (noise * self.scales[i]) ** 2
            if noise:
                self._used += 1
                total += noise * noise
        # For the difference of two scans, with the mean variance of the sensors.
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
        """Return whether two discs are missing in the last scan.  Allocates nothing."""
        missed = 0
        last, base, half = self._last, self.base, self._half
        for i in self._watched:
            if not -half < MEAN * last[i] - base[i] < half:
                missed += 1
        return missed > 1

    def work(self) -> bool:
        """Process a complete block or window; return whether there was one.

        Allocates only floats.
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
        """Add the block to the mean if it agrees, else start again.

        A weak ball that comes down slowly shows between two blocks, not between two scans.
        """
        block, sums, head = self._full, self._sums, self.scans
        if head:
            share = 1 / SCANS + 1 / head
            if chi_of_means(block, SCANS, sums, head, self._roots, share) > APART:
                self.restart()
                return
        for i in range(self.count):
            sums[i] += block[i]
        self.scans = head + SCANS
        self._stale = True

    def _hear(self) -> bool:
        """Estimate the noise from the last windows; return whether it has changed."""
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
        """Start the mean again with the next scan.  Allocates nothing."""
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
        """Watch the discs at these sensors (indexes in ``sensors``); ``counts``: reading of one."""
        self._watched = bytes([i for i in corners if self.noises[i]])
        self._half = int(MEAN * counts * UP)
        self.up = False

    def snap(self) -> None:
        """Copy the means to ``snapshot``, to be explained."""
        for i in range(self.count):
            self.snapshot[i] = self.mean(i)
        self.snapshot_scans = min(SCANS_MOST, self.scans)

    def feels(self, i: int) -> int:
        """Return the field of this slot's own magnets at a sensor, halves of a microtesla."""
        return self._field(self.mean(i) - self.zero[i], i) - self.foreign[i]

    def _field(self, off: int, i: int) -> int:
        return max(-OFF_MOST, min(OFF_MOST, off)) * self._scales[i] >> SCALE_CUT

    def differ(self, other, into) -> None:
        """Write to ``into`` the difference ``snapshot`` - ``other``, halves of a microtesla."""
        snapshot, scales = self.snapshot, self._scales
        for i in range(self.count):
            off = snapshot[i] - other[i]
            if off > OFF_MOST:
                off = OFF_MOST
            elif off < -OFF_MOST:
                off = -OFF_MOST
            into[i] = off * scales[i] >> SCALE_CUT

    def rebase(self) -> None:
        """Use the snapshot as the base from now on."""
        for i in range(self.count):
            self.base[i] = self.snapshot[i]
            self.blur[i] = 0
        self.blurred = False
        self.base_scans = self.snapshot_scans
        self._stale = True
        if self.scans >= SCANS_MOST:
            self.restart()

    def stand(self, i: int, count: int) -> None:
        """Use the present count of a sensor as its base."""
        self.base[i] = MEAN * count

    def blur_by(self, squares) -> None:
        """Add variance to the fields measured from now on."""
        for i in range(self.count):
            self.blur[i] += squares[i]
        self.blurred = self._stale = True

    def learn_zero(self) -> None:
        """Use the means, without the neighbours' fields, as ``zero``."""
        scans = min(SCANS_MOST, self.scans)
        if scans >= self.zero_scans:
            for i in range(self.count):
                one = (self.foreign[i] << SCALE_CUT) // max(1, self._scales[i])
                self.zero[i] = self.mean(i) - one
            self.zero_scans = scans
        if self.scans >= SCANS_MOST:
            self.restart()

    def changed(self) -> float:
        """Return chi-squared of means and base, without drift common to all sensors."""
        if self._stale:
            self._stale = False
            self._changed = self._change() if self.scans and self.base_scans else 0.0
        return self._changed

    def _change(self) -> float:
        scans = self.scans
        share = 1 / scans + 1 / self.base_scans
        if not self.blurred:
            return chi_of_means(self._sums, scans, self.base, MEAN, self._roots, share)
        share *= self.loud * self.loud
        base, sums, noises, scales = self.base, self._sums, self.noises, self.scales
        off, variances = zeros(self.count), zeros(self.count)
        for i in range(self.count):
            noise = noises[i]
            if noise:
                variances[i] = noise * noise * share + self.blur[i] / (scales[i] * scales[i])
                off[i] = sums[i] / scans - base[i] / MEAN
        return chi_squared(off, variances)
