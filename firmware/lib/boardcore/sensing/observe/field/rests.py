"""Observation of rests (means, the reference, and their difference)."""

from array import array

from boardcore.sensing.explain.contract import Observation
from boardcore.sensing.observe.field.rest import RestDetector

BARE = 0.35
"""Share of the weakest piece's field within which every sensor of an empty board reads what it read
empty: sensors drift by less, and a piece makes more at one of them at least; chosen."""
COMMON_UT = 50.0
"""Deviation of what is common to all sensors, µT."""


class Rests(Observation):
    """The part of an observation that only looks at scans; what they mean a subclass knows."""

    FOLLOW_SCANS = 25
    """Scans after which the reference follows drift."""

    def __init__(self, layout, calibration, slot: int) -> None:
        """``slot``: scans that must agree."""
        field = self._field = layout.field
        count = self._sensors = len(field.sensor_mm)
        self._calibration = calibration
        self.rest = RestDetector(calibration.noises, slot)
        self._scale = field.ut_per_count
        self._calm = -1  # restarts of the rest detector when the board was calm
        self._now = array("i", [0] * count)  # means of the latest rest, 1/16 counts
        self._at = array("i", [0] * count)  # of the one that is explained
        self._now_scans = self._at_scans = 0
        self._difference = [0.0] * count  # µT
        self._noises_ut = [0.0] * count  # its deviation, 0: the sensor has failed
        self._empty = array("i", [0] * count)  # means of the empty board, 1/16 counts
        self._knows_empty = False

    def set_noises(self, sensor: int) -> None:
        """Record that a sensor has failed or works again."""
        works = self._calibration.noises[sensor] > 0
        self.rest.set_noises(self._calibration.noises, sensor if works else -1)

    def is_calm(self, now_ms: int) -> bool:
        """Return whether enough scans agree."""
        if self.rest.restarts != self._calm and self._agree():
            self._calm = self.rest.restarts
        return self.rest.restarts == self._calm

    def _agree(self) -> bool:
        """Return whether there are enough scans for a new rest."""
        raise NotImplementedError

    def has_news(self) -> bool:
        """Return whether another slot of scans is complete."""
        return self.rest.fresh

    def measure(self) -> None:
        """Take the means of this rest."""
        self.rest.fresh = False
        self._now_scans = self.rest.means(self._now)

    def restart(self) -> None:
        """Forget the reference."""
        self.started = False

    def off_ut(self, sensor: int) -> float:
        """Return the difference of the latest rest to the reference at a sensor."""
        off: float = (self._now[sensor] - self.rest.base16[sensor]) / 16 * self._scale
        return off

    def follow(self) -> None:
        """Let the reference follow drift."""
        if self.rest.scans >= self.FOLLOW_SCANS:
            self.rest.follow()

    def look(self) -> None:
        """Take this rest as the one that is explained."""
        rest, noises = self.rest, self._calibration.noises
        share = (1 / max(1, self._now_scans) + 1 / max(1, rest.base_scans)) ** 0.5
        for i in range(self._sensors):
            self._at[i] = self._now[i]
            self._difference[i] = self.off_ut(i) if noises[i] else 0.0
            self._noises_ut[i] = noises[i] * self._scale * share * rest.loud16 / 16
        self._at_scans = self._now_scans

    def accept(self) -> None:
        """Make the rest that was explained the reference."""
        self.rest.rebase(self._at, self._at_scans)

    def accept_now(self) -> None:
        """Make the latest rest the reference."""
        self.rest.rebase(self._now, self._now_scans)

    # The empty board

    def _set_bare(self, weakest_ut) -> None:
        """Take, by sensor, the least field of a piece that none may hide from all sensors, µT."""
        # By how much it may read another, 1/16 counts.
        self._bare = array("i", [int(16 * BARE * weakest / self._scale) for weakest in weakest_ut])

    def _note_empty(self, means) -> None:
        self._knows_empty = True
        self._empty = array("i", means)

    def shows_empty(self) -> bool:
        """Return whether all sensors read what they read on the empty board.  Allocates nothing."""
        if not self._knows_empty:
            return False
        noises = self._calibration.noises
        for i in range(self._sensors):
            off, most = self._now[i] - self._empty[i], self._bare[i]
            if not noises[i] or off > most or -off > most:
                return False
        return True

    def take_empty(self) -> None:
        """Take the latest rest, of an empty board, as the reference."""
        self.accept_now()

    def forget_all(self) -> None:
        """Note how the empty board reads, unless that is known."""
        if not self._knows_empty:
            self._note_empty(self._at)
