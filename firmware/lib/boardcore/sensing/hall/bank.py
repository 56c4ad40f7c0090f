"""Sensor bank: the Hall sensors of a board, which of them work, and their decoder.

The decoder leaves out a failing sensor at once, and the game goes on with the others.  A sensor
that works again is used again at the next rest.
"""

from array import array

from boardcore.games import decoder_of
from boardcore.sensing.hall.faults import GOOD, Failing
from boardcore.store.calibration import Calibration
from boardcore.store.kept import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.sensing.hall.probe import FeltProbe


def assumed(layout) -> Calibration:
    """Return what a layout says of its sensors."""
    given = layout.field
    return Calibration(len(given.spots), given.noise_counts)


class Bank:
    """The sensors of one board, and the decoder that reads pieces out of them.

    ``counts``: written by the caller before ``scan``; ``cells``: the nearest cell to each
    sensor that has failed; ``state``: of the calibration; ``unsent``: a ``health`` message is due,
    until it is made.
    """

    def __init__(self, layout, calibration=None, state: str = NONE) -> None:
        """``state``: FIT, or why there is no ``calibration``: NONE, UNFIT or DAMAGED."""
        self._layout = layout
        self._calibration = calibration or assumed(layout)
        self.state = state
        self.decoder = decoder_of(layout.game).Decoder(layout, self._calibration)
        self.counts = self.decoder.counts
        self._noises = array("f", self._calibration.noises)
        samples = layout.scanner["samples"]
        self._failing = Failing(self._noises, layout.field.mt_per_count, samples)
        self.listener: FeltProbe | None = None
        """Who takes each scan besides."""
        self.cells: list[int] = []
        self.scanned = False  # until cleared
        self._unwatched = False
        self.unsent = True
        self._find_cells()

    @property
    def thinking(self) -> bool:
        """Whether thoughts would be done sooner if scans came more rarely."""
        return self.decoder.thinking

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        self.decoder.scan()
        if self.listener is not None:
            self.listener.scan()
        self.scanned = self._unwatched = True

    @property
    def watch_cost(self) -> int:
        """What ``watch`` costs at most, in empty turns of a loop."""
        return self._failing.cost

    def watch(self) -> bool:
        """Look in the last scan for failed sensors, once; return whether there was one."""
        unwatched, self._unwatched = self._unwatched, False
        if unwatched:
            self._failing.scan(self.counts)
        return unwatched

    def work(self, left: int) -> bool:
        """Think for one slice; return True if readings or lights are to change.

        ``left``: for how many empty turns.  Allocates nothing while the board rests.
        """
        changed = self._failing.fresh and self._check()
        if self.listener is not None:
            # The game rests while the parts are looked at: nothing there is worth a thought.
            return changed
        return self.decoder.work(left) or changed

    def _check(self) -> bool:
        """Leave out what has failed, and hear again what has come back; return if so."""
        states, noises = self._failing.states, self._calibration.noises
        self._failing.fresh = False
        changed = False
        for sensor in range(len(noises)):
            if states[sensor] != GOOD:
                if noises[sensor]:
                    self.decoder.leave_out(sensor)
                changed = True
            elif not noises[sensor] and self._noises[sensor]:
                if self.decoder.busy:
                    # Not in the middle of a move: later.
                    self._failing.fresh = True
                else:
                    self.decoder.hear_again(sensor, self._noises[sensor])
                    changed = True
        if changed:
            self._find_cells()
            self.unsent = True
        return changed

    def _find_cells(self) -> None:
        self.cells = [self._nearest(sensor) for sensor in self._failing.failed]

    def _nearest(self, sensor: int) -> int:
        """Return the cell of the place that lies nearest to a sensor."""
        spot = self._layout.field.spots[sensor]
        best, least = 0, -1.0
        places = self._layout.field.places
        for at in range(len(places)):
            off = [spot[axis] - places[at][axis] for axis in range(3)]
            far = off[0] * off[0] + off[1] * off[1] + off[2] * off[2]
            if least < 0 or far < least:
                best, least = at, far
        return self._layout.cell_of_sensor[best]

    def fields(self, boots: int) -> tuple:
        """Return what the wire tells; see ``health`` in PROTOCOL.md."""
        self.unsent = False
        calibration = self._calibration
        if not calibration.known:
            return (self.state, 0, 0, "-", self._failing.text(), "-")
        starts = max(0, boots - calibration.boots)
        strength = "%.2f" % calibration.strength
        return (self.state, starts, calibration.day, strength, self._failing.text(), "-")
