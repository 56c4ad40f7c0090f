"""Noise: how much more scans differ than a calibration or a layout says.

Hum, a poor supply or a long cable make sensors noisier than they were; thresholds of rest follow
what the board measures.  Hands move magnets, so the quietest of the last windows counts.
"""

from array import array

WINDOW = 16
"""Scans of a window: the ratio is then known within 4 %; 0.5 s at 30 ms a scan."""
WINDOWS = 6
"""Windows of which the quietest counts; hands are off the board in one of them; chosen."""
MEAN_STEP = 1.128
"""Mean difference of two scans, in standard deviations of one scan: 2 / sqrt(pi)."""
MIN_RATIO16 = 20
"""Ratio, in 16ths, up to which the given noise is used; chosen."""
MAX_RATIO16 = 160
"""Largest ratio, in 16ths: at ten times the noise kinds of pieces are mixed up."""
GIVEN16 = 16
"""Ratio of windows that have not passed yet: hands, or the first scan, may fill a single one."""
MOST16 = 1 << 20


class NoiseRatio:
    """The measured noise relative to the given one.

    ``ratio16``: that, in 16ths, at least 16.
    """

    def __init__(self, noises) -> None:
        """``noises``: standard deviation of one scan of each sensor, raw counts; 0: left out."""
        self._windows = array("i", [GIVEN16] * WINDOWS)
        self.restart(noises)

    def restart(self, noises) -> None:
        """Begin again with other noises."""
        self._usual = max(1, int(MEAN_STEP * WINDOW * sum(noises)))
        self._steps = self._scans = self._window = 0
        for i in range(WINDOWS):
            self._windows[i] = GIVEN16
        self.ratio16 = 16

    def add(self, steps: int) -> bool:
        """Take the sum of the differences of a scan to the one before, raw counts.

        Return True if the ratio has changed.  Allocates nothing.
        """
        self._steps += steps
        self._scans += 1
        if self._scans < WINDOW:
            return False
        self._windows[self._window] = min(MOST16, self._steps * 16 // self._usual)
        self._window = (self._window + 1) % WINDOWS
        self._steps = self._scans = 0
        least = min(self._windows)
        ratio16 = min(MAX_RATIO16, least) if least > MIN_RATIO16 else 16
        if self.ratio16 - 1 <= ratio16 <= self.ratio16 + 1:
            return False
        self.ratio16 = ratio16
        return True
