"""Queue of rests: the mean readings of each rest, kept until they are explained.

Players may be faster than the decoder: while it explains one rest, later ones wait here.
"""

from array import array

from boardcore.sensing.observe.field.rest import CHANGED, SLOT

STILL_SCANS = 10
"""Scans of a new rest: two slots, because a hand leaves slowly; chosen."""
STRONG = 1000.0
"""Chi-squared from which one slot is enough for a new rest: fast players do not wait; chosen."""
TOUCHED = 36.0
"""Chi-squared from which a rest is new after a movement; a ball on top changes little."""
DRIFT_SCANS = 25
"""Scans after which the last rest is updated for drift."""
WAITING_MOST = 4
"""Rests kept at most."""


class Rest:
    """One rest: ``means16``, the mean of ``scans`` in 1/16 raw counts per sensor."""

    def __init__(self, means16, scans: int) -> None:
        self.means16 = means16
        self.scans = scans


class Rests:
    """The rests that a ``RestDetector`` finds: the ``last``, and those ``waiting``, oldest first.

    ``hurry``: the decoder needs more scans of the last rest, so it is updated sooner.
    """

    def __init__(self, rest, sensors: int) -> None:
        self._rest = rest
        self._sensors = sensors
        self.last: Rest | None = None
        self.waiting: list[Rest] = []
        self.hurry = False
        self._quiet = False  # nothing has moved since ``_calm`` restarts
        self._calm = 0

    @property
    def quiet(self) -> bool:
        """Whether the readings still are those of the last rest."""
        return self._quiet and self._rest.restarts == self._calm

    def look(self) -> None:
        """Process a completed slot of the detector.  Allocates only for a new rest."""
        rest = self._rest
        scans = rest.scans
        if self.last is None:
            self._note(scans)
            self.waiting = []
            return
        changed = rest.changed()
        if changed <= (CHANGED if rest.restarts == self._calm else TOUCHED):
            if scans >= SLOT:
                self._quiet = True
                self._calm = rest.restarts
            if scans >= (STILL_SCANS if self.hurry else DRIFT_SCANS):
                rest.follow()
                for i in range(self._sensors):
                    self.last.means16[i] = rest.base16[i]
                self.last.scans = rest.base_scans
        elif scans >= STILL_SCANS or changed > STRONG:
            self._note(scans)

    def _note(self, scans: int) -> None:
        rest = self._rest
        means16 = array("i", [rest.mean16(i) for i in range(self._sensors)])
        rest.rebase(means16, scans)
        self.last = Rest(means16, scans)
        self._quiet = True
        self._calm = rest.restarts
        self.waiting.append(self.last)
        if len(self.waiting) > WAITING_MOST:
            # The oldest is dropped: its change is explained together with the next one.
            self.waiting.pop(0)
