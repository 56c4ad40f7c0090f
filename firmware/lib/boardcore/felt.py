"""Felt: a table whose pieces are felt by linear Hall sensors instead of closing switches.

The decoder writes the readings; sensors may fail, and are calibrated.  Boards with switches
never load this.
"""

from boardcore import cues
from boardcore.calibration import NONE, Calibration
from boardcore.games import field_of
from boardcore.health import Health
from boardcore.table import Table
from boardcore.tracker import AT_REST


class FeltTable(Table):
    """A table with a ``health``: the caller fills its ``counts`` and calls its ``scan``."""

    health: Health  # type: ignore[assignment]

    def __init__(
        self,
        layout,
        store,
        identity,
        now_ms: int,
        variant="",
        options=(),
        brightness: int = 100,
        trace: bool = False,
        calibration: "Calibration | None" = None,
    ) -> None:
        """``calibration``: of the sensors, None: what the layout says; else as for Table."""
        self.health = Health(layout, calibration, NONE)
        Table.__init__(self, layout, store, identity, now_ms, variant, options, brightness, trace)
        self.readings = self.health.decoder.readings
        self._assume()

    def _assume(self) -> None:
        """Take the position as standing: nobody has looked before."""
        sight = self.tracker.sight
        sight.assume()
        sight.moved()
        self.tracker.watch(sight, self._now_ms)
        self.tracker.guide(False)

    def _new_sight(self):
        sight = Table._new_sight(self)
        sight.see_by(self.health.decoder)
        return sight

    def _sights(self):
        fields = field_of(self._layout.game)
        return fields if hasattr(fields, "Sight") else Table._sights(self)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        Table._fill_frame(self, now_ms, lost)
        if self.tracker.verdict == AT_REST:
            for cell in self.health.cells:
                self._frame.beat(cell, cues.BEAT_FAILED)

    def health_fields(self) -> tuple:
        """Return what is known of the sensors; see ``Health.fields``."""
        return self.health.fields(self._identity.boots)
