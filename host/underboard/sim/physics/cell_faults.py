"""Cell faults: what badly built or broken load cells and plates do to what is weighed."""

from typing import Any

TEN_HZ = 8.6
"""How much longer a conversion takes with the RATE pin low."""
STICK = 0.05
"""Share of the frame's load by a press that stays after it; chosen."""
CABLE_CELLS = (1, 2)
"""Those at the right edge."""
FULL = (1 << 23) - 1


class CellFaults:
    """The faults of the load cells of one plate, read live from ``underboard.sim.faults``."""

    def __init__(self, faults: Any) -> None:
        self._faults = faults
        self._stuck: dict[int, float] = {}
        self._pull = 0.0
        self._same: dict[int, int] = {}

    def wired(self, cell: int) -> int:
        """Return which load cell is wired where this one should be."""
        pairs = self._faults.swapped if self._faults else {}
        back = {other: one for one, other in pairs.items()}
        return pairs.get(cell, back.get(cell, cell))

    def shift_mm(self, cell: int) -> float:
        """Return how far to the right it is."""
        return self._faults.shifted.get(cell, 0.0) if self._faults else 0.0

    def slowness(self, cell: int) -> float:
        """Return how much longer its conversions take."""
        return TEN_HZ if self._faults and cell in self._faults.slow else 1.0

    def jump_g(self, cell: int) -> float:
        """Return by how much more its zero jumps at a touch."""
        return self._faults.loose.get(cell, 0.0) if self._faults else 0.0

    def noise(self, cell: int) -> float:
        """Return how many times noisier it is."""
        return self._faults.noisy.get(cell, 1.0) if self._faults else 1.0

    def let_go(self, forces: list[float], x: float) -> None:
        """Take the end of a press: its forces, and on which side it was."""
        if not self._faults:
            return
        for cell, share in self._faults.touching.items():
            self._stuck[cell] = -STICK * share * forces[cell]
        self._pull = self._faults.cable * (1 if x > 0 else -1)

    def felt(self, cell: int, load: float, now_ms: float) -> float:
        """Return what its bar feels of a load."""
        faults = self._faults
        if not faults:
            return load
        load *= 1 - faults.touching.get(cell, 0.0)
        load += self._stuck.get(cell, 0.0) + (self._pull / 2 if cell in CABLE_CELLS else 0.0)
        load += faults.drifted.get(cell, 0.0) * now_ms / 60000
        return load * faults.gains.get(cell, 1.0) * (-1 if cell in faults.reversed else 1)

    def told(self, cell: int, counts: int, now_ms: float) -> int:
        """Return what its converter tells instead of these counts."""
        faults = self._faults
        if not faults:
            return counts
        if faults.torn.get(cell, now_ms + 1) <= now_ms or cell in faults.stuck_closed:
            return FULL
        if cell in faults.stuck_open:
            return self._same.setdefault(cell, counts)
        return counts

    def is_silent(self, cell: int, now_ms: float) -> bool:
        """Tell whether its converter gives no sample any more."""
        faults = self._faults
        return bool(faults) and faults.dead.get(self.wired(cell), now_ms + 1) <= now_ms
