"""Columns: finds the piece on each place of a board with one Hall sensor under every place.

The directions of magnets are known: those of a ring are glued upright, a sphere follows the bias.
So the field at all sensors is a matrix times the strengths of the pieces.  Its columns are the
fields of the weakest kind on each place; the diagonal dominates, so the strengths follow at once,
and thresholds between the kinds tell the state.  Nothing is searched for: another state is likely
only where a strength lies between two kinds.

A lifted piece is reported at once, by its own sensor; every other change when the board is at rest.
"""

from array import array

from boardcore.sensing.observe.field.noise import NoiseRatio
from boardcore.sensing.observe.field.unmix import Unmixer, blind_kind, columns_of, nearest_kinds
from boardcore.sensing.observe.field.zeros import Zeros
from boardcore.store.calibration import Calibration

STEP, KIND, REPORT, COMPARE = 800, 170, 2500, 1200
"""Largest costs, loop iterations: a step of 38 products, the kind of one piece, the report, and all
else; tests/bench/reaction.py."""
STEPS, KINDS = 3, 24
"""Steps, and kinds, per loop iteration; chosen."""
NO_SENSOR = -1
"""Number in place of the next sensor whose zero is corrected, when none is left."""
RESTING, SOLVING, SIZING = range(3)
"""States of the last scan."""
EMPTY = 0.3
"""Strength, relative to the weakest kind, up to which a place is empty: no kind within 50 nats."""
MARGIN_NATS = 5.0
"""Lead of the likeliest kind below which players are asked; at the margin 1 in 150 is wrong."""
UNLIKELY_NATS = 9.0
"""Lead from which another kind is no state any more: one that a legal turn explains may be true
where the likeliest is explained by none."""
MISFIT_NATS = 8.0
"""Cost of the likeliest kind above which a hand may still hold the piece: four deviations."""
JUMP = 0.5
"""Change between two scans, relative to the weakest kind, that only a piece on its place makes."""
LIFTED = 0.6
"""Share of a piece's field that must be missing if it is lifted."""
HELD_SCANS = 40
"""Scans for which a strength between two kinds is not reported: a hand may hold the piece."""
SAME = 0.15
"""Largest relative change of the strength of a piece that nobody has touched; chosen."""
BLIND_SCANS = 10
"""Scans averaged if a sensor has failed, since the others measure its place weakly."""
TRIM_SCANS = 32
"""Scans at rest from which the zeros of empty places are measured."""
QUIET_SCANS = 2
"""Agreeing scans that make a rest; pieces are strong, so no mean is needed."""
AGREE = 8.5
"""Largest difference of two scans that agree, in standard deviations of one scan; six of their
difference."""


class Columns:
    """Which kind of piece stands on each place.

    ``counts``: one raw count per sensor, written by the caller before ``scan``; ``readings``: a
    byte per place, 0 or the kind, from 1; ``version`` grows whenever they change; ``moved``: per
    place, the number of the scan in which a piece came or went last; ``posterior``: likely states
    with their costs in nats, the likeliest first.  A game's subclass says which pieces it has.
    """

    thinking = False
    """It never computes for long; see ``Bank.thinking``."""
    SCAN = 900
    """Cost of a scan, loop iterations; tests/bench/reaction.py."""
    each = 0
    """Pieces of each kind."""
    log_sigma = 0.11
    """Deviation of the logarithm of a strength: gain, magnet, a ring 2 mm off its place; Monte
    Carlo, tests/bench/sensing_holes.py."""
    signed = False
    """Whether all magnets point up, as spheres do in an upright bias; else either way."""

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        sensors = self._sensors = len(field.spots)
        if calibration is None:
            calibration = Calibration(sensors, field.noise_counts)
        self._noises = calibration.noises
        self._scales = array("f", [field.ut_per_count * gain for gain in calibration.gains])
        self._strengths = tuple([moment / field.moments[0] for moment in field.moments])
        columns = columns_of(field, field.moments[0] * calibration.strength)
        self._unmixer = Unmixer(columns, calibration.noises)
        self._found = self._unmixer.found
        self._jump = int(JUMP * self._unmixer.own(0) / field.ut_per_count)
        zeros = [0] * sensors
        self.counts = array("H", zeros)
        self.readings = bytearray(sensors)
        self.version = 0
        self.posterior: list = [(bytes(sensors), 0.0)]
        self.moved = array("i", zeros)
        self._scans = 0
        self._zeros = Zeros(calibration, self._strengths, self.signed)
        # The last scan, and what agrees with it.
        self._last = array("i", zeros)
        self._total = array("i", zeros)
        self._agree = array("i", zeros)
        self._noise = NoiseRatio(self._noises)
        self._quiet = 0
        # The last report.
        self._based = False
        self._base = array("i", zeros)
        self._limits = array("i", zeros)  # change of a count: lifted
        self._sure = array("f", zeros)
        self._told = bytearray(sensors)
        self._blind = False
        self._said = bytearray(sensors)  # kinds by the players' word, until the piece is touched
        self._lifted = False  # some were reported as lifted: to be confirmed
        # What is being computed.
        self._stage = RESTING
        self._snapshot = array("i", zeros)
        self._kinds = bytearray(sensors)
        self._sized = 0  # places with a new kind
        self._doubts: list = []  # places between two kinds: place, other kind, lead, misfit
        self._held = 0
        self._maybe = bytearray(sensors)  # kinds found on blind places the last time
        self._trim = NO_SENSOR
        self._means = array("i", zeros)
        self._note_noises()

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet."""
        return self._is_busy()

    def _is_busy(self) -> bool:
        return self._stage != RESTING or self._held > 0 or self._lifted

    @property
    def doubtful(self) -> bool:
        """Whether there are several states."""
        return len(self.posterior) > 1

    # The sensors that work

    def leave_out(self, sensor: int) -> None:
        """Ignore a failed sensor from now on; those around it measure its place."""
        self._noises[sensor] = 0
        self._noise.restart(self._noises)
        self._note_noises()
        self._quiet = 0
        # Strengths from its last readings are wrong.
        self._stage = RESTING
        self._held = 0
        for place in range(self._sensors):
            if self._found[place] != self._sure[place]:
                self._unmixer.take(place, self._sure[place])
        self.readings[:] = self._told
        self._note_limits()
        self._lifted = True
        self.version += 1

    def use_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again; ``noise``: standard deviation of one scan, raw counts."""
        self._noises[sensor] = noise
        self._noise.restart(self._noises)
        self._note_noises()
        self._quiet = 0
        scale = self._scales[sensor]
        self._zeros.restore(sensor, self._last[sensor], self._unmixer.known(sensor) / scale)
        measured_ut = (self._last[sensor] - self._zeros.counts[sensor]) * scale
        self._unmixer.use_again(sensor, measured_ut)
        self._lifted = True

    def _note_noises(self) -> None:
        # Kept, because reading a float allocates.
        self._blind = min(self._noises) == 0
        for i in range(self._sensors):
            self._agree[i] = int(AGREE * self._noises[i] * self._noise.ratio16 / 16)

    # Scans

    def assume(self, readings) -> None:
        """Set the pieces assumed at power-on, before the first scan; ``readings``: kinds.

        Without a calibration the zeros are unknown: an empty board shows them, else only
        changes are measured.
        """
        self.readings[:] = readings
        self._told[:] = readings
        self.posterior = [(bytes(readings), 0.0)]
        if not self._zeros.known:
            self._zeros.unsigned[:] = readings
        self._note_limits()
        self.version += 1

    def scan(self) -> None:
        """Take the scan in ``counts``; report lifted pieces.  Allocates nothing."""
        counts, last, agree, total = self.counts, self._last, self._agree, self._total
        quiet, jump = self._quiet + 1, self._jump
        self._scans += 1
        steps = 0
        for i in range(self._sensors):
            off = counts[i] - last[i]
            if off < 0:
                off = -off
            if agree[i]:
                steps += off
                if off > agree[i]:
                    quiet = 1
                    if off > jump:
                        self.moved[i] = self._scans
            last[i] = counts[i]
            total[i] += counts[i]
        if quiet == 1 or quiet > TRIM_SCANS:
            quiet = 1
            total[:] = last
        self._quiet = quiet
        if self._noise.add(steps):
            self._note_noises()
        if not self._based:
            return
        base, limits, readings = self._base, self._limits, self.readings
        for place in range(self._sensors):
            limit = limits[place]
            if limit and readings[place] and abs(counts[place] - base[place]) > limit:
                readings[place] = 0
                self.version += 1
                self._lifted = True

    def _note_limits(self) -> None:
        """Compute by how much a sensor's count changes when its own piece is lifted."""
        for place in range(self._sensors):
            kind = self.readings[place]
            if kind and self._noises[place]:
                own = self._unmixer.own(place) * self._strengths[kind - 1] / self._scales[place]
                self._limits[place] = int(LIFTED * own)
            else:
                self._limits[place] = 0

    # Work

    def work(self, left: int = REPORT) -> bool:
        """Compute for one slice; return True if the readings have changed.

        ``left``: time available, loop iterations.  Allocates nothing while the board rests.
        """
        if self._stage == SIZING:
            if self._sized < self._sensors:
                self._compare_kinds(min(KINDS, left // KIND))
                return False
            if left < REPORT:
                return False
            self._stage = RESTING
            return self._report()
        if self._stage == SOLVING:
            self._trim = NO_SENSOR
            if self._unmixer.solve(min(STEPS, left // STEP)):
                self._stage = SIZING
            return False
        if left >= COMPARE:
            self._look()
        return False

    def _look(self) -> None:
        """Begin with a rest if it is new, else correct zeros."""
        quiet = self._quiet
        if self._blind:
            # Changes on a blind place are too weak to notice: every mean is solved.
            if quiet >= BLIND_SCANS:
                self._begin(self._total, quiet)
        elif quiet >= QUIET_SCANS and (self._held or self._lifted or self._has_changed()):
            self._begin(self._last, 1)
        elif quiet == TRIM_SCANS:
            self._quiet = 0
            self._begin_trim()
        elif self._trim != NO_SENSOR:
            self._correct_zero(self._trim)
            self._trim = self._trim + 1 if self._trim + 1 < self._sensors else NO_SENSOR

    def _begin_trim(self) -> None:
        """Begin to correct zeros by the means of a long rest."""
        for i in range(self._sensors):
            self._means[i] = self._total[i] // TRIM_SCANS
        self._trim = 0

    def _has_changed(self) -> bool:
        last, base, agree = self._last, self._base, self._agree
        for i in range(self._sensors):
            off = last[i] - base[i]
            if (off > agree[i] or -off > agree[i]) and agree[i]:
                return True
        return not self._based

    def _correct_zero(self, sensor: int) -> None:
        """Follow the drift of the zero of the sensor of an empty place."""
        zeros = self._zeros
        if self._told[sensor] or not zeros.is_known(sensor):
            return
        columns, found = self._unmixer.columns, self._found
        scale = self._scales[sensor]
        rest = (self._means[sensor] - zeros.counts[sensor]) * scale
        for place in range(self._sensors):
            if self._told[place] or zeros.unsigned[place]:
                rest -= columns[place][sensor] * found[place]
        zeros.trim(sensor, rest, scale)

    def _begin(self, total, scans: int) -> None:
        """Begin to solve for the mean of these scans."""
        self._quiet = 0
        for i in range(self._sensors):
            self._snapshot[i] = total[i] // scans
        zeros = self._zeros
        if not zeros.known:
            zeros.known = True
            zeros.counts[:] = self._snapshot
        self._unmixer.measure(self._snapshot, zeros.counts, self._scales)
        self._stage = SOLVING
        self._sized = 0
        self._doubts = []

    # Kinds

    def _compare_kinds(self, places: int) -> None:
        """Find the kinds on the next places from their strengths."""
        kinds, zeros = self._kinds, self._zeros
        end = min(self._sized + places, self._sensors)
        for place in range(self._sized, end):
            if not self._noises[place]:
                kinds[place] = self._told[place]
            elif zeros.unsigned[place]:
                kinds[place] = self._of_change(place)
            else:
                kinds[place] = self._of_strength(place)
        self._sized = end

    def _of_change(self, place: int) -> int:
        """Return the kind on a place that had a piece at power-on, its zero not known."""
        return self._zeros.kind_of_change(place, self._found[place])

    def _of_strength(self, place: int) -> int:
        """Return the likeliest kind on a place; note where another one is nearly as likely."""
        zeros, found = self._zeros, self._found[place]
        before = zeros.before[place]
        strength = found + before if self.signed else abs(found + before)
        if zeros.is_cleared(place, strength, found):
            return 0
        said = self._said[place]
        if said and abs(strength - abs(self._sure[place] + before)) < SAME * strength:
            return said
        self._said[place] = 0
        if strength < EMPTY:
            return 0
        kind, other, lead, cost = nearest_kinds(self._strengths, strength, self.log_sigma)
        if (lead < UNLIKELY_NATS or cost > MISFIT_NATS) and not zeros.is_rough(place):
            self._doubts.append((place, other, lead, cost))
        return kind

    # The report

    def _report(self) -> bool:
        """Report the kinds, unless a strength is between two; return whether readings changed."""
        if self._held < HELD_SCANS // QUIET_SCANS:
            for _, _, lead, cost in self._doubts:
                if lead < MARGIN_NATS or cost > MISFIT_NATS:
                    self._held += 1
                    return False
        kinds = self._kinds
        self._held = 0
        self._lifted = False
        if self._blind:
            self._look_around(kinds)
        self._base[:] = self._snapshot
        self._sure[:] = self._found
        self._based = True
        doubted = self.doubtful
        states = [(bytes(kinds), 0.0)]
        for place, other, lead, _ in self._doubts:
            if lead >= UNLIKELY_NATS:
                continue
            state = bytearray(kinds)
            state[place] = other
            states.append((bytes(state), lead))
        states.sort(key=_cost_of)
        self.posterior = states
        return self._show(kinds) or doubted != self.doubtful

    def _show(self, kinds) -> bool:
        self._told[:] = kinds
        if kinds == self.readings:
            return False
        self.readings[:] = kinds
        self._note_limits()
        self.version += 1
        return True

    def _look_around(self, kinds) -> None:
        """Find the pieces on places whose sensors have failed, by the other sensors."""
        scale = BLIND_SCANS**-0.5
        for place in range(self._sensors):
            if self._noises[place]:
                continue
            told = kinds[place]
            strength, variance = self._unmixer.around(place, kinds, self._scales, scale)
            left = [0]
            for kind in range(1, len(self._strengths) + 1):
                if kinds.count(bytes([kind])) - (kind == told) < self.each:
                    left.append(kind)
            size = strength if self.signed else abs(strength)
            kind = blind_kind(self._strengths, left, told, size, variance)
            if kind == self._maybe[place] and kind != told:
                kinds[place] = kind
                way = 1.0 if strength > 0 or self.signed else -1.0
                self._unmixer.take(place, way * self._strengths[kind - 1] if kind else 0.0)
            self._maybe[place] = kind

    # What players say

    def holds(self, state) -> bool:
        """Return True if a state is likely."""
        return state in [other for other, _ in self.posterior]

    def confirm(self, position) -> None:
        """Take the players' answer: of likely states this one is true."""
        if self.doubtful and self.holds(position):
            for place, _, _, _ in self._doubts:
                self._said[place] = position[place]
            self.posterior = [(position, 0.0)]
            self._show(position)

    def reject(self, states, position) -> None:
        """Drop these states; fall back on the position if it is all that is left."""
        left = [row for row in self.posterior if row[0] not in states]
        if len(left) < len(self.posterior):
            self.posterior = left or [(position, 0.0)]
            self._show(self.posterior[0][0])


def _cost_of(row) -> float:
    return row[1]
