"""Effects of badly built or broken load cells and plates on the samples."""

from underboard.sim.faults import Faults

TEN_HZ = 8.6
"""Ratio of conversion times with the RATE pin low and high; chosen, 92 to 10.7 samples/s."""
STICK = 0.05
"""Share of a press on the frame that remains after it; chosen."""
CABLE_CELLS = (1, 2)
"""Load cells at the right edge."""
FULL = (1 << 23) - 1
"""Largest reading, counts of 24 bits, by the datasheet of the HX711."""


class CellFaults:
    """The faults of the load cells of one plate, read live from ``underboard.sim.faults``."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._stuck: dict[int, float] = {}
        self._pull = self._tip = 0.0
        self._same: dict[int, int] = {}

    def wired(self, cell: int) -> int:
        """Return the load cell that is wired in place of this one."""
        pairs = self._faults.swapped
        if not pairs:
            return cell
        back = {other: one for one, other in pairs.items()}
        return pairs.get(cell, back.get(cell, cell))

    def shift_mm(self, cell: int) -> float:
        """Return its displacement to the right, mm."""
        return self._faults.shifted.get(cell, 0.0)

    def slowness(self, cell: int) -> float:
        """Return the ratio of its conversion time to the usual one."""
        return TEN_HZ if cell in self._faults.slow else 1.0

    def jump_g(self, cell: int) -> float:
        """Return the additional jump of its zero at a touch, g, 1 sigma."""
        return self._faults.loose.get(cell, 0.0)

    def noise(self, cell: int) -> float:
        """Return its noise relative to the usual."""
        return self._faults.noisy.get(cell, 1.0)

    def let_go(self, forces: list[float], x: float) -> None:
        """Note the end of a press: its forces, g, and its place."""
        for cell, share in self._faults.touching.items():
            self._stuck[cell] = -STICK * share * forces[cell]
        self._pull = self._faults.stiff_cable * (1 if x > 0 else -1)
        first = sum(forces[::2]) > sum(forces[1::2])
        self._tip = self._faults.rocking / 8 * (1 if first else -1)

    def felt(self, cell: int, load: float, now_ms: float) -> float:
        """Return the load that its bar measures, g."""
        faults = self._faults
        load *= 1 - faults.touching.get(cell, 0.0)
        load += self._stuck.get(cell, 0.0) + (self._pull / 2 if cell in CABLE_CELLS else 0.0)
        load += self._tip * (1 if cell % 2 == 0 else -1)
        load += faults.drifted.get(cell, 0.0) * now_ms / 60000
        return load * faults.gains.get(cell, 1.0) * (-1 if cell in faults.reversed else 1)

    def told(self, cell: int, counts: int, now_ms: float) -> int:
        """Return the counts that its converter gives instead of these."""
        faults = self._faults
        if faults.open_wire.get(cell, now_ms + 1) <= now_ms or cell in faults.stuck_closed:
            return FULL
        if cell in faults.stuck_open:
            return self._same.setdefault(cell, counts)
        return counts

    @property
    def are_dead(self) -> bool:
        """Whether any converter has stopped or will."""
        return bool(self._faults.dead)

    def is_silent(self, cell: int, now_ms: float) -> bool:
        """Return whether its converter has stopped to give samples."""
        return self._faults.dead.get(self.wired(cell), now_ms + 1) <= now_ms
