"""Load cells of a board (which of them work, and their decoder).

A load cell that fails blinds the decoder, because three forces do not give a weight and two
moments: the game goes on, and players name their turns with the buttons.  T = F1 - F2 + F3 - F4
is no evidence of pieces; a jump of T means a rocking table, a loose foot or a plate that touches.
"""

from array import array

from boardcore.games import WEIGHT, module_of
from boardcore.sensing.observe.bank import SensorBank, nearest
from boardcore.sensing.observe.weight.moments import Moments
from boardcore.sensing.observe.weight.rest import WINDOW, RestDetector
from boardcore.store.blob import VALID
from boardcore.ticks import ticks_diff

GOOD, SILENT, STUCK, RANGE = range(4)
HOW = ("", "dead", "stuck", "range")
"""Names on the wire: no sample comes; all are the same; the cell is at an end of its range."""
SILENT_MS = 2000
MAX_SAME = 60
"""Equal samples in a row of a stuck cell; with 0.03 g of noise one pair in 200 is equal."""
RAIL = (1 << 23) - 2
JUMPS_TOLD = 3
"""Jumps of T from which people are told."""
RESTLESS_MS = 20000
"""Time without a rest, though nobody presses, after which a plate never calms; chosen: hands that
sweep a board take 10 s."""


class Bank(SensorBank):
    """The load cells of one board, and the decoder that reads pieces out of them.

    ``counts``: the latest raw sample of each load cell.
    """

    def __init__(self, layout, stored) -> None:
        """``stored``: the calibration that is kept."""
        # Not at the top: what reads a calibration is let go of once the board plays.
        from boardcore.store.scale_cal import decode

        scale = layout.scale
        SensorBank.__init__(self, layout, *decode(stored, layout))
        fits = self.state == VALID
        count = len(scale.sensor_mm)
        per_g = scale.counts_per_g
        self.rest = RestDetector(count, int(scale.noise_g * per_g + 0.5), int(per_g + 0.5))
        if fits:
            self.rest.expect(int(self._stored.noise + 0.5))
        matrix = self._stored.matrix if fits else None
        self.moments = Moments(scale.sensor_mm, scale.counts_per_g, matrix)
        self.decoder = module_of(layout.game, WEIGHT).decoder_of(scale, self.rest, self.moments)
        self._weight = self.decoder.observation
        self._kept = -1  # load cell whose gain of play was stored
        if fits:
            self._weight.tare = self.moments.of_counts(self._stored.tare)
        self.counts = array("i", [0] * count)
        self._same = bytearray(count)
        self._seen_ms = array("i", [-1] * count)
        self._states = bytearray(count)
        self._told = 0
        self.corners = [scale.cells[nearest(spot, scale.places)] for spot in scale.sensor_mm]
        """The cell of the board nearest to each load cell."""
        self.is_restless = False
        """Whether the plate never calms, as with hum, a wobbling table or a stiff cable."""
        self._calm_ms = -1  # when it was calm last, or pressed

    def take(self, cell: int, sample: int, now_ms: int) -> None:
        """Take one raw sample of one load cell.  Allocates nothing."""
        if sample != self.counts[cell]:
            self.counts[cell] = sample
            self._same[cell] = 0
        elif self._same[cell] < MAX_SAME:
            self._same[cell] += 1
        self._seen_ms[cell] = now_ms
        self._weight.sample(cell, sample)
        if self.listener is not None:
            self.listener.take(cell, sample, now_ms)

    def work(self, left: int, now_ms: int) -> bool:
        """Continue the decoder; see ``Explainer.work``."""
        return self.decoder.work(left, now_ms)

    def watch(self, now_ms: int) -> bool:
        """Look for load cells that have failed or come back; return whether one has.

        Allocates nothing while all is as before.
        """
        changed = False
        for cell in range(len(self._states)):
            state = self._state(cell, now_ms)
            if state != self._states[cell]:
                self._states[cell] = state
                changed = True
        weight = self._weight
        told = self.decoder.leans() + 2 * (weight.jumps >= JUMPS_TOLD) + 4 * (weight.off_g != 0)
        told += 8 * (1 + weight.gains.worst) + 64 * self._look_for_rest(now_ms)
        if changed:
            self._find_failed()
        if told != self._told:
            self._told = told
            weight.locate()
            self.unsent = changed = True
        return changed

    def _look_for_rest(self, now_ms: int) -> bool:
        """Note whether the plate never calms though nobody presses; return it."""
        pressed = self._weight.leans(RESTLESS_MS)
        if self._calm_ms < 0 or pressed or self.cells or not self.decoder.busy:
            self._calm_ms = now_ms
        self.is_restless = ticks_diff(now_ms, self._calm_ms) >= RESTLESS_MS
        return self.is_restless

    def recheck(self) -> "bytes | None":
        """Return the calibration with the gains of play, to be stored; None if it stays as it is.

        Only an empty board at rest, which is the new tare.  It is used from the next power-on:
        what is compared until then was measured with the old one.
        """
        gains = self._weight.gains
        if self.state != VALID or gains.worst in (-1, self._kept) or not self.decoder.is_empty:
            return None
        self._kept = gains.worst
        tare = [self.rest.sum(cell) // WINDOW for cell in range(len(self._states))]
        return self._stored.corrected(gains.means, tare)

    @property
    def foreign_cell(self) -> int:
        """The cell nearest to something that lies or leans on the board, -1 if nothing does."""
        place = self._weight.foreign_place
        return self._layout.scale.cells[place] if self.decoder.leans() else -1

    def _state(self, cell: int, now_ms: int) -> int:
        if self._seen_ms[cell] < 0:
            # Since power-on.
            self._seen_ms[cell] = now_ms
        if ticks_diff(now_ms, self._seen_ms[cell]) >= SILENT_MS:
            return SILENT
        if self._same[cell] < MAX_SAME:
            return GOOD
        return RANGE if abs(self.counts[cell]) >= RAIL else STUCK

    def _find_failed(self) -> None:
        self.unsent = True
        states = self._states
        self.cells = [self.corners[at] for at in range(len(states)) if states[at] != GOOD]
        self.decoder.see(not self.cells)

    def _failed(self) -> list:
        states = self._states
        return ["%d:%s" % (i, HOW[states[i]]) for i in range(len(states)) if states[i] != GOOD]

    def _misfit(self) -> str:
        return "%.2f" % self._stored.misfit_mm

    def _remarks(self) -> list:
        """Return what the wire tells of the plate."""
        weight = self._weight
        words = ["twist:%.1f" % weight.twist, "jumps:%d" % weight.jumps]
        words.append("loose:%.1f" % weight.likelihood.loose)
        if self.decoder.leans():
            words.append("on:%.0f" % weight.foreign_g)
        if self.is_restless:
            wavers = max([self.rest.wavers(cell) for cell in range(len(self._states))])
            words.append("restless:%.2f" % (wavers / self._layout.scale.counts_per_g))
        if weight.off_g:
            words.append("off:%.1f" % weight.off_g)
        return words + self._gain() + ["plate:" + plate for plate in self.plates()]

    def plates(self) -> tuple:
        """Return the plate of a calibration that is another's, and the layout's; else nothing."""
        found, scale = self._stored, self._layout.scale
        if found is None or self.state == VALID:
            return ()
        from boardcore.store.scale_cal import span_of  # not at the top: see above

        wide, deep = span_of(scale)
        was = "%gx%gx%d" % (found.span_mm[0], found.span_mm[1], found.counts_per_g)
        return (was, "%gx%gx%d" % (wide, deep, scale.counts_per_g))

    def _gain(self) -> list:
        """Return what the wire tells of the load cell whose gain is off the most, if one is."""
        gains, found = self._weight.gains, self._stored if self.state == VALID else None
        cell, word, share = gains.worst, "gain", 0.0
        if found is not None and found.correction_count:
            if cell < 0:
                off = [abs(part) for part in found.gain_errors]
                cell, word = off.index(max(off)), "stored"
            share = found.gain_errors[cell]
        if cell < 0:
            return []
        return ["cell:%d" % cell, "%s:%.1f" % (word, 100 * (share + gains.apart(cell)))]
