"""Base of the banks of sensors, with their health for the wire, and the cells near them."""

from boardcore.store.blob import VALID

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from typing import Any

MAX_TOLD = 12
"""Words in one field of the wire; further ones are only counted."""


class SensorBank:
    """The sensors of one board.

    ``state``: of the calibration (``boardcore.store.blob``); ``cells``: the cell nearest to each
    failed sensor; ``unsent``: a ``health`` message is due, until it is made; ``listener``: a second
    reader of samples, or None: the doctor's probe; ``boards``: that of a calibration which is
    another's, and this one, as people compare them.
    """

    decoder: "Any"
    """The explainer of what stands."""

    def __init__(self, layout, calibration, state: str, boards: tuple = ()) -> None:
        """``calibration``: as stored, None without one."""
        self._layout = layout
        self.boards = boards
        self._stored = calibration
        self.state = state
        self.cells: list[int] = []
        self.unsent = True
        self.listener: Any = None

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day."""
        self.decoder.bring_along(now_ms)

    def fields(self, boots: int) -> tuple:
        """Return the fields of the ``health`` message in PROTOCOL.md.

        ``boots``: starts of the board so far.
        """
        self.unsent = False
        known, failed = self._stored, listed(self._failed())
        more = listed(self._remarks() + ["halls:" + board for board in self.boards])
        if known is None or self.state != VALID:
            return (self.state, 0, 0, "-", failed, more)
        starts = max(0, boots - known.boots)
        return (self.state, starts, known.day, self._misfit(), failed, more)

    def _failed(self) -> list:
        """Return failed sensors as words like ``7:stuck``."""
        raise NotImplementedError

    def _remarks(self) -> list:
        """Return words about pieces or the plate."""
        return []

    def _misfit(self) -> str:
        """Return the misfit of the calibration."""
        return "-"


def listed(words: list) -> str:
    """Return words as a field of the wire.

    >>> listed([])
    '-'
    """
    more = ["+" + str(len(words) - MAX_TOLD)] if len(words) > MAX_TOLD else []
    return ",".join(words[:MAX_TOLD] + more) or "-"


def nearest(spot, places) -> int:
    """Return the index of the place that is nearest to a spot, the first of several."""
    far = []
    for place in places:
        far.append(sum([(spot[axis] - place[axis]) ** 2 for axis in range(len(spot))]))
    return far.index(min(far))
