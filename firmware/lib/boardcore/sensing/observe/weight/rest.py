"""Rest detection for four load cells, and the mean of each cell during a rest.

Each cell has a window of its latest samples, an older and a newer half.  A cell is calm if the
means of the halves agree (no creep, no leaning hand) and its samples follow each other as closely
as noise allows (no ringing).  The board is at rest while all cells are calm.

What noise allows is learnt while nothing can have moved: noise, mains hum (a line at some alias of
50 or 60 Hz) and slow wander of each cell show in the mean difference of the halves and in the mean
step between samples.  The layout's noise is the least that is believed.

All numbers are raw counts; nothing here allocates.
"""

from array import array

HALF = 5
"""Samples per half of the window; chosen, 54 ms at 92 samples/s."""
WINDOW = 2 * HALF
"""Samples of a window, after HALF; their sum, of 24 bits each, stays below 2**30, where
CircuitPython's small ints end."""
RING = WINDOW + 2
"""Number of samples kept for a window, the one before it and the next one, after WINDOW."""
DRIFT_SIGMAS = 5
"""Difference between the means of both halves, in sigmas of a sample, times two, from which a cell
moves; its standard error is 0.63 sigma."""
ROUGH_SIGMAS = 2
"""Mean step between samples, in sigmas, from which a cell rings; white noise steps by 1.13, and by
0.36 once medians of three are taken."""
DRIFT_TIMES, ROUGH_TIMES = 5, 5
"""The same as multiples of the means that were learnt: as far from the means of white noise as the
two above (12.5 / 2.48 and 20 / 3.60, computed)."""
LOUD_G = 1
"""Difference of the halves, or mean step, of any cell from which hands may be at work, g: noise of
0.3 g, the worst that was reported of a usable cell, stays below."""
QUIET = 8
"""Halves without anything loud (0.4 s), from which on noise is learnt."""
SHARE_BITS = 6
"""Each half counts for 1/64 of what is learnt: 3.5 s."""
MAX_TIMES = 3
"""Largest deviation that is learned, as a multiple of the mean: a piece that is put gently must not
teach noise."""


class RestDetector:
    """The samples of all load cells.

    ``sums``: the newest WINDOW samples of each cell, added up; ``taken``: how many samples each
    cell has had since ``restart``, at most ``RING``.
    """

    def __init__(self, cells: int, noise_counts: int, counts_per_g: int = 0) -> None:
        """Take the noise of the load cells.

        ``noise_counts``: standard deviation of one sample, raw counts; ``counts_per_g``: 0 if noise
        is not to be learnt.
        """
        self.cells = cells
        self._ring = array("i", [0] * (RING * cells))
        self._at = bytearray(cells)
        self.taken = bytearray(cells)
        self._newer = array("i", [0] * cells)
        self._older = array("i", [0] * cells)
        self._rough = array("i", [0] * cells)
        self._raw = array("i", [0] * (2 * cells))
        self.latest = array("i", [0] * cells)
        """The latest sample of each cell, spikes taken out."""
        self._min_drift = DRIFT_SIGMAS * HALF * noise_counts // 2
        self._min_rough = ROUGH_SIGMAS * WINDOW * noise_counts
        self._max_drift = array("i", [0] * cells)
        self._max_rough = array("i", [0] * cells)
        self._loud_drift = LOUD_G * HALF * counts_per_g
        self._loud_rough = LOUD_G * WINDOW * counts_per_g
        # Means of both while nothing moves, times 64.
        self._mean_drift = array("i", [0] * cells)
        self._mean_rough = array("i", [0] * cells)
        self._since = bytearray(cells)  # samples since the cell was looked at for noise
        self._quiet = 0  # halves of all cells since anything was loud
        self.expect(noise_counts)

    def expect(self, noise_counts: int) -> None:
        """Begin with a standard deviation of one sample: the layout's, or more by a calibration."""
        drift, rough = DRIFT_SIGMAS * HALF * noise_counts // 2, ROUGH_SIGMAS * WINDOW * noise_counts
        for cell in range(self.cells):
            self._mean_drift[cell] = (drift << SHARE_BITS) // DRIFT_TIMES
            self._mean_rough[cell] = (rough << SHARE_BITS) // ROUGH_TIMES
            self._max_drift[cell], self._max_rough[cell] = drift, rough

    def noise_times(self, cell: int) -> float:
        """Return how much more noise a cell has than the layout says: 1 or more."""
        drift = self._max_drift[cell] / max(1, self._min_drift)
        return max(drift, self._max_rough[cell] / max(1, self._min_rough))

    def wavers(self, cell: int) -> float:
        """Return by how much a cell changes within a window, from sample to sample or in all."""
        drift = abs(self._newer[cell] - self._older[cell]) / HALF
        return max(drift, self._rough[cell] / WINDOW)

    def restart(self) -> None:
        """Forget all samples."""
        self.taken = bytearray(self.cells)

    def take(self, cell: int, sample: int) -> None:
        """Take one sample of one cell.  Allocates nothing."""
        raw, at = self._raw, 2 * cell
        one, two = raw[at], raw[at + 1]
        raw[at], raw[at + 1] = two, sample
        taken = self.taken[cell]
        if taken == 0:
            self._begin(cell, sample)
            return
        # The median of three: a wrong bit spoils single samples.
        if (one <= two) == (two <= sample):
            value = two
        elif (two <= one) == (one <= sample):
            value = one
        else:
            value = sample
        ring, base = self._ring, RING * cell
        now = self._at[cell]
        last = ring[base + (now + RING - 1) % RING]
        middle = ring[base + (now + RING - HALF) % RING]
        tail = ring[base + (now + RING - WINDOW) % RING]
        after_tail = ring[base + (now + RING - WINDOW + 1) % RING]
        self._newer[cell] += value - middle
        self._older[cell] += middle - tail
        self._rough[cell] += abs(value - last) - abs(after_tail - tail)
        ring[base + now] = value
        self._at[cell] = (now + 1) % RING
        self.latest[cell] = value
        if taken < RING:
            self.taken[cell] = taken + 1
        elif self._loud_drift:
            self._since[cell] += 1
            if self._since[cell] == HALF:
                self._since[cell] = 0
                self._learn(cell)

    def _learn(self, cell: int) -> None:
        """Learn the noise of a cell from its window, if nothing can have moved."""
        drift, rough = abs(self._newer[cell] - self._older[cell]), self._rough[cell]
        if drift > self._loud_drift or rough > self._loud_rough:
            self._quiet = 0
            return
        if self._quiet < QUIET * self.cells:
            self._quiet += 1
            return
        mean, times = self._mean_drift, MAX_TIMES
        mean[cell] += min(drift, times * mean[cell] >> SHARE_BITS) - (mean[cell] >> SHARE_BITS)
        self._max_drift[cell] = max(self._min_drift, DRIFT_TIMES * mean[cell] >> SHARE_BITS)
        mean = self._mean_rough
        mean[cell] += min(rough, times * mean[cell] >> SHARE_BITS) - (mean[cell] >> SHARE_BITS)
        self._max_rough[cell] = max(self._min_rough, ROUGH_TIMES * mean[cell] >> SHARE_BITS)

    def _begin(self, cell: int, sample: int) -> None:
        base = RING * cell
        for at in range(RING):
            self._ring[base + at] = sample
        self._raw[2 * cell] = self._raw[2 * cell + 1] = sample
        self._newer[cell] = self._older[cell] = HALF * sample
        self._rough[cell] = 0
        self.latest[cell] = sample
        self.taken[cell] = 1

    def is_calm(self, cell: int) -> bool:
        """Return whether one cell has been calm for a whole window.  Allocates nothing."""
        return (
            self.taken[cell] == RING
            and abs(self._newer[cell] - self._older[cell]) <= self._max_drift[cell]
            and self._rough[cell] <= self._max_rough[cell]
        )

    def sum(self, cell: int) -> int:
        """Return the sum of the last WINDOW samples of one cell.  Allocates nothing."""
        return self._newer[cell] + self._older[cell]
