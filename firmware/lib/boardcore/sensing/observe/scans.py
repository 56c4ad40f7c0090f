"""Means and noise of Hall sensors over blocks of scans."""

from array import array

CLIP = 4000
"""Largest difference of two scans counted, raw counts; sums of squares stay within 30 bits."""


class Block:
    """A block of ``scans`` scans of the ``counts`` that the caller fills.

    Per sensor, ``sums``: of the counts; ``squares``: of the differences of successive scans.
    """

    def __init__(self, counts, scans: int) -> None:
        self._counts = counts
        self._scans = scans
        self._done = 0
        self._last = array("i", [0] * len(counts))
        self.sums = array("i", [0] * len(counts))
        self.squares = array("i", [0] * len(counts))

    def add(self) -> bool:
        """Add a scan; return whether the block is full.  The next scan starts another block.

        Allocates nothing.
        """
        counts, last = self._counts, self._last
        sums, squares = self.sums, self.squares
        first = not self._done
        for i in range(len(counts)):
            count = counts[i]
            if first:
                sums[i] = squares[i] = 0
            else:
                off = max(-CLIP, min(CLIP, count - last[i]))
                squares[i] += off * off
            sums[i] += count
            last[i] = count
        self._done += 1
        if self._done < self._scans:
            return False
        self._done = 0
        return True

    def noise(self, square: float) -> float:
        """Return the standard deviation of one scan, raw counts, from one of ``squares``."""
        return (square / (2 * (self._scans - 1))) ** 0.5
