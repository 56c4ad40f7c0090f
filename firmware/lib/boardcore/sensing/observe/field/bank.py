"""Hall sensors of a board (which of them work, and their decoder).

The decoder leaves out a failed sensor at once and the game goes on with the others.  A sensor
that works again is used from the next rest on.
"""

from array import array

from boardcore.games import FIELD, module_of
from boardcore.sensing.observe.bank import SensorBank, nearest
from boardcore.sensing.observe.field.faults import GOOD, Failing
from boardcore.store.blob import NONE
from boardcore.store.hall_cal import HallCalibration
from boardcore.ticks import ticks_add


def assumed(layout) -> HallCalibration:
    """Return the nominal calibration of a layout: no offsets, its ``noise_counts``."""
    given = layout.field
    return HallCalibration(len(given.sensor_mm), given.noise_counts)


class Bank(SensorBank):
    """The Hall sensors of one board, and the decoder that finds the pieces from their readings.

    ``counts``: one raw count per sensor, written by the caller before ``scan``.
    """

    def __init__(self, layout, calibration=None, state: str = NONE, boards=()) -> None:
        """Take a calibration.

        ``state``: VALID, or why there is no ``calibration``: NONE, MISMATCH or DAMAGED;
        ``boards``: see ``hall_cal.boards_of``.
        """
        SensorBank.__init__(self, layout, calibration, state, boards)
        self._calibration = calibration or assumed(layout)
        self.decoder = module_of(layout.game, FIELD).Decoder(layout, self._calibration)
        self.counts = array("H", [0] * len(layout.field.sensor_mm))
        self._interval_ms = layout.scanner["interval_ms"]
        self._time_ms = 0  # counts scans: what rests for so many, rests
        self._noises = array("f", self._calibration.noises)
        samples = layout.scanner["samples"]
        self._failing = Failing(self._noises, layout.field.mt_per_count, samples)
        self.scanned = False  # until cleared
        self._unwatched = False
        self._told = ""
        self._find_cells()

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        self._time_ms = ticks_add(self._time_ms, self._interval_ms)
        self.decoder.scan(self.counts)
        if self.listener is not None:
            self.listener.scan()
        self.scanned = self._unwatched = True

    def watch(self, now_ms: int) -> bool:
        """Check the last scan for failed sensors, once; lights change only by ``work``."""
        unwatched, self._unwatched = self._unwatched, False
        # Where each iteration has a scan, a few are missed: else windows were never judged.
        if unwatched and self._failing.judging is None:
            self._failing.scan(self.counts)
        else:
            self._failing.judge()
        return False

    def work(self, left: int, now_ms: int = 0) -> bool:
        """Compute for one slice; return True if readings or lights change.

        ``left``: time available, in empty loop iterations.  Allocates nothing at rest.
        """
        if self.scanned:
            self.scanned = False
            left -= self.decoder.SCAN
        changed = self._failing.fresh and self._check()
        if self.listener is not None:
            # The doctor tests parts and nobody plays: the decoder has nothing to explain.
            return changed
        changed = self.decoder.work(left, self._time_ms) or changed
        if changed and self._wrong_piece() != self._told:
            self.unsent = True
        return changed

    def _check(self) -> bool:
        """Leave out sensors that failed, use those that work again; return whether any changed."""
        states, noises = self._failing.states, self._calibration.noises
        self._failing.fresh = False
        changed = False
        for sensor in range(len(noises)):
            if states[sensor] != GOOD:
                if noises[sensor]:
                    self._use(sensor, 0)
                changed = True
            elif not noises[sensor] and self._noises[sensor]:
                if self.decoder.busy:
                    # Weights must not change while a move is being explained.
                    self._failing.fresh = True
                else:
                    self._use(sensor, self._noises[sensor])
                    changed = True
        if changed:
            self._find_cells()
            self.unsent = True
        return changed

    def _use(self, sensor: int, noise: float) -> None:
        """Use a sensor from now on, or with a noise of 0 ignore it."""
        self._calibration.noises[sensor] = noise
        self.decoder.observation.set_noises(sensor)

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day of the clock that counts scans."""
        self.decoder.bring_along(self._time_ms)

    def _find_cells(self) -> None:
        field, cells = self._layout.field, self._layout.cell_of_sensor
        spots = [field.sensor_mm[sensor] for sensor in self._failing.failed]
        self.cells = [cells[nearest(spot, field.places)] for spot in spots]

    def _failed(self) -> list:
        return self._failing.words()

    def _remarks(self) -> list:
        word = self._told = self._wrong_piece()
        return [word] if word else []

    def _wrong_piece(self) -> str:
        """Return what the decoder says of a piece that is not as it should be, if anything."""
        told = getattr(self.decoder, "told", None)
        return "" if told is None else told()
