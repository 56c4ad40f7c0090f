"""Failing: linear Hall sensors that have stopped telling the truth, found while a game goes on.

With its wire off it lies at an end of the scale; stuck, it wavers no longer as it did, while
others do; and no magnet of ours drives a good one to where
it clips.  What wavers again, has come back.
"""

from array import array
from math import log

GOOD, LEFT, DEAD, RANGE, STUCK = range(5)
NAMES = ("good", "left", "dead", "range", "stuck")
"""``left``: left out by the calibration; ``dead``: at an end of the scale; ``range``: told more
than a sensor can; ``stuck``: its output does not move any more."""

WINDOW = 128
"""Scans after which the noise is known within 12 %: eight seconds, at Gygès four."""
BEGIN, AT_ONCE = -1, 5
"""A full window is looked at in the scans that follow: first as a whole, then so many sensors."""
FROZEN = 32
"""A good sensor does not tell the very same so often."""
ENDED = 8
"""Scans at an end of the scale: fewer than any decoder waits for rest."""
END_COUNTS = 1300
"""2 % of the scale: no sensor's output comes so near to its supply or ground."""
CLIP_MT = 21.5
"""Sensors end at 22 mT; a magnet at the wood makes 10 at most."""
STILLER = 0.55
"""Of its usual variance: what is left to one that is stuck, the noise of the converter."""
CONVERTER = 44.8
"""Raw counts of noise of one conversion: 2.8 steps (sensing page, section 9)."""
LOST = 0.7
"""Of a scan's variance: more than that is the converter's, and less cannot be told from it."""
WEIGHT = 42.0
"""Half the degrees of freedom of a window's variance."""
BELIEVED = 18.0
"""So much likelier, as a logarithm, one or the other must be: by chance once in a season."""
LIVELY = 4
"""Differences of more deviations are the work of hands, and count for nothing."""
HEARD_LEAST = WINDOW // 2
LEARN, FOLLOW = 4, 32
"""What is usual follows by one part of so many, in the first windows more quickly."""
STILL_USUAL, LOUD_USUAL = 0.75, 1.5
"""But only what is not far from it."""
CALMER, QUIET = 0.95, 1.25
"""If most waver less than is usual, hands were at work when that was learnt; if more, they
are now, and nothing is learnt."""
DIFFERENCE_MOST = 2750
"""So that no sum of squares leaves 30 bits."""
STILLEST, STILLER_WAY = -log(STILLER), 1 / STILLER - 1
MID_SCALE = 32768
TOLD_MOST = 12
"""More do not fit into a line."""
STEPS, STEP = 16384, 8192
STEP_NEAR = 200
"""Raw counts around four codes of an RP2040's converter that are nine times as wide as others
(erratum E11): there no sensor wavers, and nothing is learnt."""


class Failing:
    """Watches the scans of all sensors.

    ``states``: per sensor, one of GOOD, LEFT, DEAD, RANGE, STUCK; ``fresh``: a state has
    changed, until the caller clears it.
    """

    def __init__(self, noises, mt_per_count: float, samples: int = 0) -> None:
        """``noises``: of one scan, raw counts; 0: the calibration has left this sensor out.

        ``samples``: conversions of one scan; so few that a sensor's own noise is lost in the
        converter's, and nobody can hear that it has stopped.
        """
        sensors = self._sensors = len(noises)
        self.states = bytearray([GOOD if noise > 0 else LEFT for noise in noises])
        self.fresh = False
        self._last = array("H", [0] * sensors)
        self._squares = array("i", [0] * sensors)
        self._heard = bytearray(sensors)
        self._limits = array("H", [0] * sensors)
        self._same = bytearray(sensors)
        self._ended = bytearray(sensors)
        self._stiller = array("f", [0] * sensors)  # how much likelier it is not as it was told
        self._windows = 0
        # Variance of a difference of two scans, as calibration or layout promise.
        self._usual = array("f", [2 * noise * noise for noise in noises])
        self._learnt = False
        self._note_limits(0, sensors, 3)
        self._scans = 0
        self._looked = sensors  # of those whose last window is full
        self._middle = 0.0
        most = int(CLIP_MT / mt_per_count)
        loudest = max(noises) if sensors else 0
        self._audible = not samples or samples * LOST * loudest * loudest > CONVERTER**2
        self._low, self._high = MID_SCALE - most, MID_SCALE + most

    @property
    def failed(self) -> list:
        """The sensors that are not good."""
        return [i for i in range(self._sensors) if self.states[i] != GOOD]

    def scan(self, counts) -> None:
        """Take one scan.  Allocates nothing."""
        last, squares, heard, same = self._last, self._squares, self._heard, self._same
        ended, limits = self._ended, self._limits
        low, high = self._low, self._high
        for i in range(self._sensors):
            count = counts[i]
            off = count - last[i]
            last[i] = count
            step = count % STEPS - STEP
            if off or -STEP_NEAR < step < STEP_NEAR:
                same[i] = 0
            elif same[i] < FROZEN:
                same[i] += 1
                if same[i] == FROZEN and self.states[i] == GOOD:
                    self._turn(i, STUCK)
            if -limits[i] < off < limits[i] and not -STEP_NEAR < step < STEP_NEAR:
                squares[i] += off * off
                heard[i] += 1
            if low < count < high:
                ended[i] = 0
            elif ended[i] < ENDED:
                ended[i] += 1
                if ended[i] == ENDED and self.states[i] < DEAD:
                    at_end = count < END_COUNTS or count > 65535 - END_COUNTS
                    self._turn(i, DEAD if at_end else RANGE)
        if self._looked < self._sensors:
            self._look()
        self._scans += 1
        if self._scans == WINDOW:
            self._scans = 0
            self._looked = BEGIN

    def _turn(self, sensor: int, state: int) -> None:
        self.states[sensor] = state
        self._stiller[sensor] = 0
        self.fresh = True

    def _look(self) -> None:
        """Compare the noise of a whole window with what is usual, a few sensors at each scan."""
        if self._looked == BEGIN:
            self._look_at_all()
            self._looked = 0
            return
        end = min(self._sensors, self._looked + AT_ONCE)
        self._look_at(self._looked, end)
        self._note_limits(self._looked, end)
        self._looked = end
        if end == self._sensors and self._learnt and self._middle < QUIET:
            self._windows = min(LEARN, self._windows + 1)

    def _look_at_all(self) -> None:
        """Work out how loud all sensors are together."""
        middle = self._middle_noise()
        if middle > 0 and (not self._learnt or middle < CALMER):
            # What was promised may be wrong for all, and so is what was learnt amid hands.
            self._learnt = True
            for i in range(self._sensors):
                self._usual[i] *= middle
            middle = 1.0
        self._middle = middle

    def _look_at(self, start: int, end: int) -> None:
        squares, heard, usual = self._squares, self._heard, self._usual
        middle = self._middle
        for i in range(start, end):
            ratio = squares[i] / (heard[i] * usual[i]) if heard[i] and usual[i] else 0
            few = heard[i] < HEARD_LEAST and self._ended[i] < ENDED
            squares[i] = heard[i] = 0
            if few or not usual[i]:
                continue
            likelier = WEIGHT * (STILLEST - ratio * STILLER_WAY) if self._audible else 0.0
            if self._ended[i] == ENDED:
                likelier = BELIEVED
            good = self.states[i] == GOOD
            self._stiller[i] = max(0.0, self._stiller[i] + (likelier if good else -likelier))
            if self._stiller[i] >= BELIEVED:
                self._turn(i, STUCK if good else GOOD)
            if middle < QUIET and STILL_USUAL < ratio < LOUD_USUAL:
                part = FOLLOW if self._windows >= LEARN else self._windows + 2
                usual[i] += (ratio - 1) * usual[i] / part

    def _middle_noise(self) -> float:
        """Return the middle noise of all good sensors, of what is usual; 0 if none is heard."""
        squares, heard, usual = self._squares, self._heard, self._usual
        ratios = []
        for i in range(self._sensors):
            if usual[i] and heard[i] >= HEARD_LEAST and self.states[i] == GOOD:
                ratios.append(squares[i] / (heard[i] * usual[i]))
        ratios.sort()
        return ratios[len(ratios) // 2] if ratios else 0.0

    def _note_limits(self, start: int, end: int, slack: int = 1) -> None:
        """Reckon from where on differences are the work of hands; ``slack``: nobody knows yet."""
        for i in range(start, end):
            most = int(slack * LIVELY * self._usual[i] ** 0.5) + 1
            self._limits[i] = min(DIFFERENCE_MOST, most)

    def text(self) -> str:
        """Return failed sensors as the wire tells them: ``7:stuck,12:dead``, ``-`` for none.

        Of very many the last are counted only: ``0:dead,1:dead,+14``.
        """
        failed = self.failed
        words = ["%d:%s" % (i, NAMES[self.states[i]]) for i in failed[:TOLD_MOST]]
        if len(failed) > TOLD_MOST:
            words.append("+%d" % (len(failed) - TOLD_MOST))
        return ",".join(words) or "-"
