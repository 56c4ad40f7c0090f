"""Pylos field: which balls stand on a board of linear Hall sensors, seen from beneath.

The decoder asks one question again and again: the sensors rest, but not as before; which
change of the pyramid explains the difference?  If one explanation stands out, the
readings follow it.  If not, more scans may tell; if they do not, all that are likely stay
as *suppositions* and the sight asks the players.

It knows layout, calibration and game, never what really stands.
"""

from array import array

try:
    from collections.abc import Iterator
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.calibration import Calibration
from boardcore.explanations import ADD, OTHERS, RESPIN, TURN, Explainer
from boardcore.magnets import UNKNOWN, Magnets
from boardcore.pylos_cells import CELLS, SUPPORTS
from boardcore.pylos_doubts import Sight as Sight
from boardcore.stillness import CHANGED, Stillness

MARGIN = 5.0
"""An explanation is sure if it is e^5 times likelier than the next (wrong: 1 in 150)."""
DROPPED = 12.0
"""What is e^12 times less likely than the best supposition is forgotten."""
RECALLED = 16.0
"""And this is not even thought of when players say that there was something."""
SUPPOSED = 5
"""So many suppositions are kept."""
STILL_SCANS = 10
"""Two slots must agree: a hand moves away slowly, and a small change may come amid a slot."""
DOUBT_SCANS = 25
"""So many scans before a doubt is told."""
DRIFT_SCANS = 25
"""The base follows the drift in steps of so many scans at rest."""
SLICES = 3
"""Slices of thought in one turn of the loop."""
UT_PER_MT = 1000


class Decoder:
    """Turns counts into readings: one byte per place of the layout, 1 where a ball stands.

    ``counts``: written by the caller before ``scan``.  ``suppositions``: pairs
    ``(mask of cells, score)``, the likeliest first; more than one only in doubt.
    ``version`` grows whenever readings or suppositions change.
    """

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        sensors = len(field.spots)
        moments = field.moments
        self._ut_per_count = field.mt_per_count * UT_PER_MT
        if calibration is None:
            calibration = Calibration(sensors, field.noise_ut / self._ut_per_count)
        self._calibration = calibration
        self._sensors = sensors
        self._cells = field.cells
        # Rows by cell, not by place of the layout: everything else speaks of cells.
        places = [(0.0, 0.0, 0.0)] * CELLS
        for i in range(len(field.cells)):
            places[field.cells[i]] = field.places[i]
        self.magnets = Magnets(field.spots, places, moments[len(moments) - 1])
        self.explainer = Explainer(self.magnets, field.jiggle_deg)
        self.explainer.strength = calibration.strength
        self.still = Stillness(calibration.noises)
        self.counts = array("H", [0] * sensors)
        self.readings = bytearray(len(field.cells))
        self.suppositions: list[tuple[int, float]] = [(0, 0.0)]
        self.version = 0
        self._thought: Iterator[None] | None = None
        self._snapshot = array("i", [0] * sensors)
        self._snapshot_scans = 0
        self._restarts = 0
        self._others: list[tuple[int, float]] = []  # not likely enough to ask, if nobody complains
        self._quiet = False  # the sensors rest and show nothing new, since so many restarts
        self._calm = 0
        self._pending = False  # explained, but more scans may tell better
        self._used = 0  # scans of the last thought

    @property
    def busy(self) -> bool:
        """Whether something has changed that is not understood yet, and may soon be."""
        return self._thought is not None or self._pending

    @property
    def restless(self) -> bool:
        """Whether sensors move, or have moved and nobody knows yet what that means."""
        return not self._quiet or self.busy

    @property
    def doubtful(self) -> bool:
        """Whether several suppositions are likely."""
        return len(self.suppositions) > 1

    def leave_out(self, sensor: int) -> None:
        """Do without a sensor from now on: it has failed."""
        self.hear_again(sensor, 0)

    def hear_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again that has come back, with this noise of one scan."""
        self._calibration.noises[sensor] = noise
        self.still.set_noises(self._calibration.noises)

    # Scans

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        still = self.still
        still.scan(self.counts)
        if self._quiet and still.restarts != self._calm:
            self._quiet = False

    def work(self) -> bool:
        """Think for one slice; return True if readings or suppositions have changed.

        Allocates nothing while the board rests.
        """
        version = self.version
        if self._thought is not None:
            self._think()
        elif self.still.fresh:
            self.still.fresh = False
            self._look()
        return self.version != version

    def _think(self) -> None:
        thought = self._thought
        for _ in range(SLICES):
            try:
                next(thought)  # type: ignore[arg-type]
            except StopIteration:
                self._thought = None
                self._conclude()
                return

    def _look(self) -> None:
        """Decide after a slot whether there is something to explain."""
        still = self.still
        if self._pending and still.restarts != self._restarts:
            # The hands go on: what is known by now must do.
            self._accept()
        scans = still.scans
        if not still.base_scans:
            self._begin(scans)
        elif still.changed() <= CHANGED:
            if self._pending:
                # It was as before after all.
                self._pending = False
            if scans >= STILL_SCANS:
                self._quiet = True
                self._calm = still.restarts
            if scans >= DRIFT_SCANS:
                still.follow()
        elif scans >= (DOUBT_SCANS if self._pending else STILL_SCANS):
            self._ponder()

    def _begin(self, scans: int) -> None:
        """Take the first means as those of what is supposed to stand."""
        for i in range(self._sensors):
            self._snapshot[i] = self.still.mean16(i)
        self.still.rebase(self._snapshot, scans)

    def _ponder(self) -> None:
        """Begin to explain the difference between head and base."""
        still, explainer = self.still, self.explainer
        calibration = self._calibration
        scans = still.scans
        share = 1 / scans + 1 / still.base_scans
        for i in range(self._sensors):
            mean = still.mean16(i)
            self._snapshot[i] = mean
            scale = calibration.gains[i] * self._ut_per_count
            explainer.difference[i] = (mean - still.base16[i]) / 16 * scale
            noise = calibration.noises[i] * scale * still.loud16 / 16
            explainer.noise[i] = noise * noise * share
        self._used = scans
        self._restarts = still.restarts
        self._pending = False
        self._thought = explainer.think(self.suppositions)

    def _conclude(self) -> None:
        """Accept what stands out; wait for more scans if nothing does."""
        pairs = self.explainer.masks()
        sure = len(pairs) < 2 or pairs[1][1] < -MARGIN
        if self.explainer.is_lame():
            # Nothing fits: a ball may be in a hand just above the board.
            sure = False
        if sure or self._used >= DOUBT_SCANS:
            self._accept()
        else:
            self._pending = True

    def _accept(self) -> None:
        """Make the last explanations the suppositions, and begin anew from there."""
        self._pending = False
        self.still.rebase(self._snapshot, self._used)
        explainer = self.explainer
        pairs = explainer.masks()
        self._others = [pair for pair in pairs[1:SUPPOSED] if pair[1] > -RECALLED]
        if len(pairs) > 1 and pairs[1][1] < -MARGIN:
            pairs = pairs[:1]
        self._remember(pairs[0][0])
        self._suppose([pair for pair in pairs[:SUPPOSED] if pair[1] > -DROPPED])

    def _remember(self, mask: int) -> None:
        """Note the magnets of the balls that came or were turned, if these balls stand."""
        found = self.explainer.found
        for one in found:
            if one.mask == mask:
                self._wear(one)
                for part in range(len(one.places)):
                    place, kind = one.places[part], one.kinds[part]
                    if kind in (ADD, RESPIN, TURN):
                        moment = one.moments[3 * part : 3 * part + 3]
                        if kind != TURN:
                            self.magnets.forget(place)
                        self.magnets.turn(place, moment, one.deviations[part])
                if len(one.places) == 1 and one.kinds[0] == ADD:
                    self._note_field(one.places[0])
                return

    def _wear(self, one) -> None:
        """Know a little less of every ball that hands have touched, or stood beside."""
        touched = 0
        for part in range(len(one.places)):
            if one.kinds[part] != TURN:
                touched |= SUPPORTS[one.places[part]]
        jiggle = self.explainer.jiggle
        deviations = self.magnets.deviations
        for place in range(CELLS):
            if one.before >> place & 1:
                share = 1 if touched >> place & 1 or one.shaken else OTHERS * OTHERS
                deviations[place] = min(UNKNOWN, (deviations[place] ** 2 + jiggle * share) ** 0.5)

    def _note_field(self, place: int) -> None:
        """Keep the field as it was measured where it is stronger than noise.

        A ball beside the middle of its place, or a sensor's gain, is then known too.
        """
        explainer = self.explainer
        field, difference = self.magnets.fields[place], explainer.difference
        for i in range(self._sensors):
            noise = explainer.noise[i]
            if noise:
                off = difference[i] - field[i]
                model = 0.05 * field[i]
                model *= model
                field[i] += off * model / (model + noise + 4)

    def _suppose(self, pairs) -> None:
        """Take these suppositions, and show the best."""
        self.suppositions = pairs
        mask = pairs[0][0]
        for place in range(len(self._cells)):
            self.readings[place] = mask >> self._cells[place] & 1
        self.version += 1

    # From the game

    def expect(self, position: int, own: int) -> None:
        """Take notice of the balls of the position and those that its player may move."""
        self.explainer.expect(position, own)

    def settle(self, mask: int) -> None:
        """Hear that these balls stand: a turn was understood, or the players have said so."""
        if self.suppositions[0][0] != mask:
            self._correct(mask)
            self._suppose([(mask, 0.0)])
        elif len(self.suppositions) > 1:
            self._suppose([(mask, 0.0)])

    def _correct(self, mask: int) -> None:
        """Explain the last difference once more, now that it is known what stands."""
        explainer = self.explainer
        if not explainer.found or self._thought is not None:
            return
        best = explainer.found[0]
        for part in range(len(best.places)):
            # What was noted of these is not true.
            if best.kinds[part] == TURN:
                back = [-value for value in best.moments[3 * part : 3 * part + 3]]
                self.magnets.turn(best.places[part], back, best.deviations[part])
        for one in explainer.found:
            if one.mask == mask:
                break
        else:
            explainer.explain(best.before, mask)
        self._remember(mask)

    def assume(self, readings) -> None:
        """Take these balls as standing at power-on: what changes is seen, what stands is not."""
        mask = 0
        for place in range(len(self._cells)):
            if readings[place]:
                mask |= 1 << self._cells[place]
        self._suppose([(mask, 0.0)])

    def choose(self, mask: int) -> bool:
        """Settle on one of the suppositions; return whether there is such a one."""
        for pair in self.suppositions:
            if pair[0] == mask:
                self.settle(mask)
                return True
        return False

    def recall(self) -> bool:
        """Suppose more than before: the players say that there is something to be seen."""
        if self.doubtful or not self._others:
            return False
        self._suppose(self.suppositions + self._others)
        self._others = []
        return True

    def deny(self, masks, position: int) -> None:
        """Hear that these balls do not stand so; fall back on the position if nothing is left."""
        left = [pair for pair in self.suppositions if pair[0] not in masks]
        self._suppose(left or [(position, 0.0)])
