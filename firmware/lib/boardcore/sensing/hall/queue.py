"""Queue of rests: the mean readings of each rest, kept until they are explained.

Players are faster than the decoder: while one rest is explained, the next ones wait here.
"""

from array import array

from boardcore.sensing.hall.rest import CHANGED, SLOT

STILL_SCANS = 10
"""Two slots must agree: a hand moves away slowly, and a small change may come amid a slot."""
STRONG = 1000 * 256
"""Chi-squared from which one slot makes a new rest: hasty players go on at once."""
TOUCHED = 36 * 256
"""Chi-squared from which a rest is new once something has moved; a ball on top changes little."""
DRIFT_SCANS = 25
"""Scans between two steps in which the last rest follows the drift."""
WAITING_MOST = 4


class Rest:
    """One rest: ``means16``, the mean of ``scans`` in 1/16 raw counts per sensor."""

    def __init__(self, means16, scans: int) -> None:
        self.means16 = means16
        self.scans = scans


class Rests:
    """The rests that a ``RestDetector`` finds: the ``last``, and those ``waiting``, oldest first.

    ``hurry``: whoever explains the last rest wants more scans of it soon.
    """

    def __init__(self, rest, sensors: int) -> None:
        self._rest = rest
        self._sensors = sensors
        self.last: Rest | None = None
        self.waiting: list[Rest] = []
        self.hurry = False
        self._quiet = False  # nothing has moved since so many restarts
        self._calm = 0

    @property
    def quiet(self) -> bool:
        """Whether sensors show what the last rest was."""
        return self._quiet and self._rest.restarts == self._calm

    def look(self) -> None:
        """Take notice of a slot that is complete.  Allocates nothing but for a new rest."""
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
            # What happened first is explained together with what came next.
            self.waiting.pop(0)
