"""Rest detection for four load cells, and the mean of each cell during a rest.

Each cell has a window of its latest samples, an older and a newer half.  A cell is calm if the
means of the halves agree (no creep, no leaning hand) and its samples follow each other as closely
as noise allows (no ringing).  The board is at rest while all cells are calm.

All numbers are raw counts; nothing here allocates.
"""

from array import array

HALF = 5
"""Samples per half of the window: 54 ms at 92 samples/s."""
WINDOW = 2 * HALF
FULL_WINDOW_MOST = WINDOW * (1 << 24)
"""No sum or roughness is larger: small ints end at 2**30."""
RING = WINDOW + 2
"""Samples kept: the window, the one before it and the one that comes next."""
DRIFT_SIGMAS = 5
"""Difference between the means of both halves, in sigmas, from which a cell moves; its standard
error is 0.63 sigma."""
ROUGH_SIGMAS = 2
"""Mean step between samples, in sigmas, from which a cell rings; white noise steps by 1.13."""


class RestDetector:
    """The samples of all load cells.

    ``sums``: the newest WINDOW samples of each cell, added up; ``taken``: how many samples each
    cell has had since ``restart``, at most ``RING``.
    """

    def __init__(self, cells: int, noise_counts: int) -> None:
        """``noise_counts``: standard deviation of one sample, raw counts."""
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
        self.set_noise(noise_counts)

    def set_noise(self, noise_counts: int) -> None:
        """Expect this standard deviation of one sample, raw counts."""
        self._drift_most = DRIFT_SIGMAS * HALF * noise_counts // 2
        self._rough_most = ROUGH_SIGMAS * WINDOW * noise_counts

    def restart(self) -> None:
        """Forget all samples."""
        for cell in range(self.cells):
            self.taken[cell] = 0

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
        ring, base, now = self._ring, RING * cell, self._at[cell]
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
            and abs(self._newer[cell] - self._older[cell]) <= self._drift_most
            and self._rough[cell] <= self._rough_most
        )

    def sum(self, cell: int) -> int:
        """Return the sum of the last WINDOW samples of one cell.  Allocates nothing."""
        return self._newer[cell] + self._older[cell]
