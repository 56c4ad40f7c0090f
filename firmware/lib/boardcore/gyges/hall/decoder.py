"""Gygès decoder: finds the ring on each cell with linear Hall sensors under all cells.

The magnets of a ring are upright, either way up, so each cell has one unknown, the strength of its
ring; its sign carries no information (``unmix``).  Sizes follow from the strengths, which
differ by a factor of 2.6 (firmware/docs/fields.md, section 5).

A lifted ring is reported at once, by its own sensor; every other change when the board is at rest.
"""

from array import array
from math import log

from boardcore.gyges.hall.recognizer import Recognizer as Recognizer
from boardcore.gyges.hall.unmix import Unmixer, shares_of
from boardcore.store.calibration import MID_SCALE, Calibration

STEP, SIZE, TELL, COMPARE = 800, 100, 2500, 1200
"""Cost at most, in empty turns of a loop: a step of 38 products, the size of one cell, the report,
and all else."""
STEPS, SIZES = 3, 24
"""Steps, and sizes, per turn of the loop."""
DONE = -1
"""Number in place of the next sensor to be trimmed, when none is left."""
RESTING, SOLVING, SIZING = range(3)
"""States of the last scan."""
EMPTY = 0.35
"""Strength, relative to the weakest ring, below which a cell is empty."""
SURE = 0.4
"""Largest deviation of a ring's log-strength from that of its size; halfway to the next is 0.48."""
LOOSE = 0.2
"""Largest relative deviation of a ring's strength: gain, magnets and place."""
JUMP = 0.5
"""Change between two scans, relative to the weakest ring, that only a ring on the cell makes."""
UP = 0.6
"""Share of a ring's field that must be missing if the ring is lifted."""
HELD_SCANS = 40
"""Scans for which a strength that fits no ring is not reported: a hand may hold a ring."""
BLIND_SCANS = 10
"""Scans averaged if a sensor has failed, since the others measure its cell weakly."""
ZERO_MOST = 15000
"""Largest zero of a sensor, in counts: 12 mT."""
TRIM_SCANS = 32
"""Scans at rest from which the zeros of empty cells are measured."""
TRIM_UT = 100.0
"""Largest correction of a zero, microteslas; a larger offset may be part of a ring."""
QUIET_SCANS = 2
"""Agreeing scans that make a rest; rings are strong, so no mean is needed."""
AGREE = 8.5
"""Largest difference of two scans that agree, in standard deviations of one scan; six of their
difference."""


class Decoder:
    """Converts counts to readings: a byte per place of the layout, 0 or the size of its ring.

    ``counts``: one raw count per sensor, written by the caller before ``scan``; ``version``
    grows whenever readings change; ``moved``: per place, the number of the scan in which a ring
    came or went there last.
    """

    thinking = False
    """It never computes for long; see ``Bank.thinking``."""
    SCAN = 900
    """Cost of a scan, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        sensors = len(field.spots)
        self._sensors = sensors
        if calibration is None:
            calibration = Calibration(sensors, field.noise_counts)
        self._calibration = calibration
        self._scales = array("f", [field.ut_per_count * gain for gain in calibration.gains])
        self._strengths = tuple([moment / field.moments[0] for moment in field.moments])
        shares = shares_of(field, field.moments[0] * calibration.strength)
        self._unmixer = Unmixer(shares, calibration.noises)
        self._found = self._unmixer.found
        self.counts = array("H", [0] * sensors)
        self.readings = bytearray(sensors)
        self.version = 0
        self._zeros = array("i", calibration.offsets)
        self._zeroed = calibration.known
        self._unsigned = bytearray(sensors)  # sizes of rings whose direction is unknown
        self._before = array("f", [0] * sensors)  # and their strengths, once known
        self._loose = bytearray(sensors)  # sizes of rings whose strength is known only roughly
        self._limits = array("i", [0] * sensors)  # change of a count: lifted
        self._lifted = False  # some were reported as lifted: to be confirmed
        self.moved = array("i", [0] * sensors)
        self._scans = 0
        self._jump = int(JUMP * self._unmixer.own(0) / field.ut_per_count)
        self._stage = RESTING
        self._sized = 0  # cells with a new size
        self._sizes = bytearray(sensors)
        self._unsure = 0  # of those, cells that fit no ring
        self._held = 0
        self._snapshot = array("i", [0] * sensors)
        self._last = array("i", [0] * sensors)  # the scan before
        self._base = array("i", [0] * sensors)  # the means of the last report
        self._based = False
        self._agree = array("i", [0] * sensors)
        self._quiet = 0
        self._sure = array("f", [0] * sensors)  # strengths at the last report
        self._told = bytearray(sensors)  # sizes at the last report
        self._blind = False
        self._maybe = bytearray(sensors)  # sizes found on blind cells the last time
        self._total = array("i", [0] * sensors)  # over the scans that agree
        self._trim = DONE  # the next sensor whose zero is corrected
        self._means = array("i", [0] * sensors)
        self._note_noises()

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet."""
        return self._stage != RESTING or self._held > 0 or self._lifted

    def leave_out(self, sensor: int) -> None:
        """Ignore a failed sensor from now on; those around it measure its cell."""
        self._calibration.noises[sensor] = 0
        self._note_noises()
        # Strengths from its last readings are wrong.
        self._stage = RESTING
        self._held = 0
        for cell in range(self._sensors):
            if self._found[cell] != self._sure[cell]:
                self._unmixer.take(cell, self._sure[cell])
        self.readings[:] = self._told
        self._note_limits()
        self._lifted = True
        self.version += 1

    def use_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again; ``noise``: standard deviation of one scan, raw counts."""
        self._calibration.noises[sensor] = noise
        self._note_noises()
        scale = self._scales[sensor]
        if abs(self._zeros[sensor] - MID_SCALE) > ZERO_MOST:
            # It had failed before its zero was measured.
            self._zeros[sensor] = self._last[sensor] - int(self._unmixer.known(sensor) / scale)
        felt = (self._last[sensor] - self._zeros[sensor]) * scale
        self._unmixer.use_again(sensor, felt)
        self._lifted = True

    def _note_noises(self) -> None:
        self._blind = min(self._calibration.noises) == 0
        self._quiet = 0
        for i in range(self._sensors):
            self._agree[i] = int(AGREE * self._calibration.noises[i])

    def assume(self, readings) -> None:
        """Set the rings assumed at power-on, before the first scan; ``readings``: sizes.

        Without a calibration the zeros are unknown: an empty board shows them, else only
        changes are measured.
        """
        self.readings[:] = readings
        self._told[:] = readings
        if not self._zeroed:
            self._unsigned[:] = readings
        self._note_limits()
        self.version += 1

    def scan(self) -> None:
        """Take the scan in ``counts``; report lifted rings.  Allocates nothing."""
        counts, last, agree, total = self.counts, self._last, self._agree, self._total
        quiet, jump = self._quiet + 1, self._jump
        self._scans += 1
        for i in range(self._sensors):
            off = counts[i] - last[i]
            if (off > agree[i] or -off > agree[i]) and agree[i]:
                quiet = 1
                if off > jump or -off > jump:
                    self.moved[i] = self._scans
            last[i] = counts[i]
            total[i] += counts[i]
        if quiet == 1 or quiet > TRIM_SCANS:
            quiet = 1
            total[:] = last
        self._quiet = quiet
        if not self._based:
            return
        base, limits, readings = self._base, self._limits, self.readings
        for cell in range(self._sensors):
            limit = limits[cell]
            if limit and readings[cell] and abs(counts[cell] - base[cell]) > limit:
                readings[cell] = 0
                self.version += 1
                self._lifted = True

    def _note_limits(self) -> None:
        """Compute by how much a sensor's count changes when its own ring is lifted."""
        for cell in range(self._sensors):
            size = self.readings[cell]
            if size and self._calibration.noises[cell]:
                own = self._unmixer.own(cell) * self._strengths[size - 1] / self._scales[cell]
                self._limits[cell] = int(UP * own)
            else:
                self._limits[cell] = 0

    def work(self, left: int = TELL) -> bool:
        """Compute for one slice; return True if the readings have changed.

        ``left``: time available, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        if self._stage == SIZING:
            if self._sized < self._sensors:
                self._size_up(min(SIZES, left // SIZE))
                return False
            if left < TELL:
                return False
            self._stage = RESTING
            return self._tell()
        if self._stage == SOLVING:
            self._trim = DONE
            if self._unmixer.solve(min(STEPS, left // STEP)):
                self._stage = SIZING
            return False
        if left < COMPARE:
            return False
        if self._blind:
            # Changes on a blind cell are too weak to notice: every mean is solved.
            if self._quiet >= BLIND_SCANS:
                for i in range(self._sensors):
                    self._snapshot[i] = self._total[i] // self._quiet
                self._quiet = 0
                self._begin()
        elif self._quiet >= QUIET_SCANS and (self._held or self._lifted or self._has_changed()):
            self._quiet = 0
            self._snapshot[:] = self._last
            self._begin()
        elif self._quiet == TRIM_SCANS:
            self._quiet = 0
            for i in range(self._sensors):
                self._means[i] = self._total[i] // TRIM_SCANS
            self._trim = 0
        elif self._trim != DONE:
            self._look_after(self._trim)
            self._trim = self._trim + 1 if self._trim + 1 < self._sensors else DONE
        return False

    def _look_after(self, sensor: int) -> None:
        """Correct the zero of the sensor of an empty cell."""
        if self._told[sensor] or self._unsigned[sensor] or self._before[sensor]:
            return
        count, shares, found = self._sensors, self._unmixer.shares, self._found
        scale = self._scales[sensor]
        rest = (self._means[sensor] - self._zeros[sensor]) * scale
        for cell in range(count):
            if self._told[cell] or self._unsigned[cell]:
                rest -= shares[sensor][cell] * found[cell]
        if -TRIM_UT < rest < TRIM_UT:
            self._zeros[sensor] += int(rest / scale)

    def _has_changed(self) -> bool:
        last, base, agree = self._last, self._base, self._agree
        for i in range(self._sensors):
            off = last[i] - base[i]
            if (off > agree[i] or -off > agree[i]) and agree[i]:
                return True
        return not self._based

    def _begin(self) -> None:
        if not self._zeroed:
            self._zeroed = True
            self._zeros[:] = self._snapshot
        self._unmixer.feel(self._snapshot, self._zeros, self._scales)
        self._stage = SOLVING
        self._sized = self._unsure = 0

    def _size_up(self, cells: int) -> None:
        """Compute the sizes of the next cells from their strengths."""
        sizes, end = self._sizes, min(self._sized + cells, self._sensors)
        unsure = 0
        for cell in range(self._sized, end):
            if not self._calibration.noises[cell]:
                sizes[cell] = self._told[cell]
            elif self._unsigned[cell]:
                sizes[cell] = self._of_change(cell)
            else:
                strength = abs(self._found[cell] + self._before[cell])
                sizes[cell] = self._size(strength)
                loose = self._loose[cell]
                if loose and strength < 0.5 + LOOSE * self._strengths[loose - 1]:
                    # The cell is empty now, so its strength before is known.
                    sizes[cell] = self._loose[cell] = 0
                    self._before[cell] = -self._found[cell]
                    continue
                unsure += not loose and not self._fits(strength, sizes[cell])
        self._sized = end
        self._unsure += unsure

    def _tell(self) -> bool:
        """Report the sizes, unless a strength fits none; return whether readings changed."""
        if self._unsure and self._held < HELD_SCANS // QUIET_SCANS:
            self._held += 1
            return False
        sizes = self._sizes
        self._held = 0
        self._lifted = False
        if self._blind:
            self._look_around(sizes)
        self._base[:] = self._snapshot
        self._sure[:] = self._found
        self._told[:] = sizes
        self._based = True
        if sizes == self.readings:
            return False
        self.readings[:] = sizes
        self._note_limits()
        self.version += 1
        return True

    def _look_around(self, sizes) -> None:
        """Find the rings on cells whose sensors have failed."""
        # Imported here: a board without failed sensors does not need it.
        from boardcore.gyges.hall.blind import lies

        noises = self._calibration.noises
        scale = BLIND_SCANS**-0.5
        felt_noises = [noises[i] * self._scales[i] * scale for i in range(self._sensors)]
        for cell in range(self._sensors):
            if noises[cell]:
                continue
            told = sizes[cell]
            size, way = lies(
                cell,
                told,
                sizes,
                self._unmixer.felt,
                self._found,
                self._unmixer.shares,
                felt_noises,
                self._strengths,
            )
            if size == self._maybe[cell] and size != told:
                sizes[cell] = size
                self._unmixer.take(cell, way * self._strengths[size - 1] if size else 0.0)
            self._maybe[cell] = size

    def _size(self, strength: float) -> int:
        """Return the size whose strength is nearest, 0 for none."""
        strengths = self._strengths
        size = 0
        if strength > 0.5:
            for one in range(len(strengths)):
                # The boundary of two sizes is the geometric mean of their strengths.
                if one == 0 or strength * strength > strengths[one - 1] * strengths[one]:
                    size = one + 1
        return size

    def _fits(self, strength: float, size: int) -> bool:
        if not size:
            return strength < EMPTY
        return abs(log(strength / self._strengths[size - 1])) < SURE

    def _of_change(self, cell: int) -> int:
        """Return the size on a cell whose ring at power-on has an unknown direction.

        Only the change of its strength is measured: find the ring that explains it best.
        """
        change = self._found[cell]
        size = self._unsigned[cell]
        if abs(change) < 0.5:
            return size
        old = self._strengths[size - 1]
        best, far, way = 0, abs(abs(change) - old), 0.0
        # Usually the ring was only taken away.
        if far > LOOSE * old:
            for other in range(len(self._strengths)):
                for before in (old, -old):
                    for after in (self._strengths[other], -self._strengths[other]):
                        off = abs(change - (after - before))
                        if off < far:
                            best, far, way = other + 1, off, 1.0 if before > 0 else -1.0
        self._unsigned[cell] = 0
        self._before[cell] = way * old if best else -change
        self._loose[cell] = size if best else 0
        return best
