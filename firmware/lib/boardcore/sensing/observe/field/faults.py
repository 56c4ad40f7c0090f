"""Detection of linear Hall sensors that fail during a game.

A sensor with a broken wire reads an end of the scale; a stuck sensor loses its noise while the
others keep theirs; no magnet of a game saturates a good sensor.  A sensor whose noise returns is
used again.  Inputs are raw counts (16 bits); the output is a state per sensor.
"""

from array import array
from math import log

from boardcore.sensing.explain.stepper import Stepper
from boardcore.store.hall_cal import MID_SCALE

GOOD, LEFT, DEAD, RANGE, STUCK = range(5)
NAMES = ("good", "left", "dead", "range", "stuck")
"""Names on the wire.  ``left``: left out by the calibration; ``dead``: at an end of the scale;
``range``: a reading no sensor can give; ``stuck``: the output has lost its noise."""

WINDOW = 128
"""Scans per window: the noise is then known within 12 %; 8 s at Pylos, 4 s at Gygès."""
ENDED = 8
"""Scans at an end of the scale from which a sensor has failed; fewer than a rest needs."""
END_COUNTS = 1300
"""Ends of the scale, raw counts: 2 %; a working output stays farther from supply and ground."""
CLIP_MT = 21.5
"""Field that is out of range, mT: sensors saturate at 22, a magnet on the wood makes 10."""
STILLER = 0.55
"""Variance of a stuck sensor relative to its usual one: what is left is the converter's noise."""
CONVERTER = 44.8
"""Raw counts of noise of one conversion: 2.8 steps (firmware/docs/fields.md, section 4)."""
LOST = 0.7
"""Converter's share of a scan's variance above which a stuck sensor is not detectable."""
WEIGHT = 42.0
"""Half the effective degrees of freedom of a window's variance."""
BELIEVED = 18.0
"""Log-likelihood ratio at which a sensor changes state; a false alarm about once in a season."""
LIVELY = 4
"""Difference of two scans, in standard deviations, above which a hand is the cause; ignored."""
MIN_HEARD = WINDOW // 2
"""Usable differences that a window needs at least."""
UNHEARD = -1.0
"""Ratio of a sensor with fewer."""
JUDGE, AT_ONCE = 2000, 10
"""Step cost of so many sensors, of the 8,300 empty iterations that 38 take at once."""
LEARN, FOLLOW = 4, 32
"""Windows over which the usual variance is averaged, at first and later."""
STILL_USUAL, LOUD_USUAL = 0.75, 1.5
"""Range of a window's variance, relative to the usual one, from which that is updated."""
CALMER, QUIET = 0.95, 1.25
"""Median variance of all sensors relative to the usual one.  Below the first, hands disturbed
the windows it was learnt from; above the second they disturb now, and it is not updated."""
MAX_DIFFERENCE = 2750
"""Largest difference counted; sums of squares stay within 30 bits."""
STILLEST, STILLER_WAY = -log(STILLER), 1 / STILLER - 1
"""Constant and slope of the log-likelihood ratio *stuck* to *good*, per WEIGHT."""
STEPS, STEP = 16384, 8192
"""Period and offset, raw counts, of the four codes of an RP2040's converter that are nine times as
wide as the others (erratum E11)."""
STEP_NEAR = 200
"""Raw counts around such a code where noise is hidden; readings there are not used."""


class Failing:
    """Watches the scans of all sensors for failures.

    ``states``: per sensor, one of GOOD, LEFT, DEAD, RANGE, STUCK; ``fresh``: a state has
    changed, until the caller clears it.
    """

    def __init__(self, noises, mt_per_count: float, samples: int = 0) -> None:
        """``noises``: of one scan, raw counts; 0: the calibration has left this sensor out.

        ``samples``: conversions averaged per scan, 0: not known.  If they are so few that the
        converter's noise hides the sensor's, a stuck sensor is not detectable by its noise.
        """
        sensors = self._sensors = len(noises)
        self.states = bytearray([GOOD if noise > 0 else LEFT for noise in noises])
        self.fresh = False
        self._last = array("H", [0] * sensors)
        self._squares = array("i", [0] * sensors)
        self._heard = bytearray(sensors)
        self._limits = array("H", [0] * sensors)
        self._ended = bytearray(sensors)
        self._astray = False  # whether any sensor is
        self._stiller = array("f", [0] * sensors)  # log-likelihood ratio against its present state
        self._windows = 0
        # Variance of a difference of two scans: from the calibration or layout, then learnt.
        self._usual = array("f", [2 * noise * noise for noise in noises])
        self._learnt = False
        self._note_limits(3)
        self._scans = 0
        self.judging: Stepper | None = None
        """What is left to say of the last window, None if all is said."""
        most = int(CLIP_MT / mt_per_count)
        loudest = max(noises) if sensors else 0
        self._audible = not samples or samples * LOST * loudest * loudest > CONVERTER**2
        self._low, self._high = MID_SCALE - most, MID_SCALE + most

    @property
    def failed(self) -> list:
        """The sensors that are not good."""
        return [i for i in range(self._sensors) if self.states[i] != GOOD]

    def scan(self, counts) -> None:
        """Take one scan: one raw count per sensor.  Allocates nothing."""
        last, squares = self._last, self._squares
        heard, limits = self._heard, self._limits
        steps, near = STEPS, STEP - STEP_NEAR
        far = STEP + STEP_NEAR
        for i in range(self._sensors):
            count = counts[i]
            off = count - last[i]
            last[i] = count
            if not near < count % steps < far:
                limit = limits[i]
                if -limit < off < limit:
                    squares[i] += off * off
                    heard[i] += 1
        if self._astray or min(counts) <= self._low or max(counts) >= self._high:
            self._note_ends(counts)
        self._scans += 1
        if self._scans == WINDOW:
            self._scans = 0
            self.judging = Stepper(self._judge_steps())

    def _note_ends(self, counts) -> None:
        """Count, per sensor, the scans out of range."""
        ended, low = self._ended, self._low
        high = self._high
        for i in range(self._sensors):
            count = counts[i]
            if low < count < high:
                ended[i] = 0
            elif ended[i] < ENDED:
                ended[i] += 1
                if ended[i] == ENDED and self.states[i] < DEAD:
                    at_end = count < END_COUNTS or count > 65535 - END_COUNTS
                    self._turn(i, DEAD if at_end else RANGE)
        self._astray = max(ended) > 0

    def _turn(self, sensor: int, state: int) -> None:
        self.states[sensor] = state
        self._stiller[sensor] = 0
        self.fresh = True

    def judge(self) -> None:
        """Go on with what the last window tells, if one is complete: too long for one iteration."""
        if self.judging is not None and self.judging.run(JUDGE):
            self.judging = None

    def _judge_steps(self):
        """Compare the noise of the last window with the usual one of each sensor."""
        yield JUDGE
        squares, heard, usual = self._squares, self._heard, self._usual
        ratios = array("f", [UNHEARD] * self._sensors)
        for i in range(self._sensors):
            if heard[i] >= MIN_HEARD and usual[i]:
                ratios[i] = squares[i] / (heard[i] * usual[i])
            squares[i] = heard[i] = 0
        good = [ratios[i] for i in range(self._sensors) if self.states[i] == GOOD]
        good = sorted([ratio for ratio in good if ratio >= 0])
        middle, everywhere = good[len(good) // 2] if good else 0.0, 1.0
        if middle > 0 and (not self._learnt or middle < CALMER):
            # The calibration's noise may be wrong for all, or hands disturbed the windows before.
            self._learnt = True
            everywhere, middle = middle, 1.0
        for i in range(self._sensors):
            if i % AT_ONCE == 0:
                yield JUDGE
            usual[i] *= everywhere
            self._judge_one(i, ratios[i] / everywhere, middle < QUIET)
        yield JUDGE
        self._note_limits()
        if self._learnt and middle < QUIET:
            self._windows = min(LEARN, self._windows + 1)

    def _judge_one(self, sensor: int, ratio: float, quiet: bool) -> None:
        """Change the state of a sensor, or learn its usual noise."""
        ended = self._ended[sensor] == ENDED
        if not self._usual[sensor] or (ratio < 0 and not ended):
            return
        # In the first window hands may have raised the median of all.
        heard = self._audible and self._windows
        likelier = WEIGHT * (STILLEST - ratio * STILLER_WAY) if heard else 0.0
        if ended:
            likelier = BELIEVED
        good = self.states[sensor] == GOOD
        stiller = max(0.0, self._stiller[sensor] + (likelier if good else -likelier))
        self._stiller[sensor] = stiller
        if stiller >= BELIEVED:
            self._turn(sensor, STUCK if good else GOOD)
        if quiet and STILL_USUAL < ratio < LOUD_USUAL:
            part = FOLLOW if self._windows >= LEARN else self._windows + 2
            self._usual[sensor] += (ratio - 1) * self._usual[sensor] / part

    def _note_limits(self, slack: int = 1) -> None:
        """Compute the limits above which hands cause a difference; ``slack``: a factor on them."""
        for i in range(self._sensors):
            most = int(slack * LIVELY * self._usual[i] ** 0.5) + 1
            self._limits[i] = min(MAX_DIFFERENCE, most)

    def words(self) -> list:
        """Return failed sensors as on the wire, like ``7:stuck``."""
        return ["%d:%s" % (i, NAMES[self.states[i]]) for i in self.failed]
