"""Estimate of the gain of each sensor from one piece on one cell after another.

The direction of the piece's magnet and its exact place are unknown, but about a dozen sensors
measure the piece at once, and each sensor measures it on several cells.  Two least-squares steps
alternate until they converge: moment and place of the piece on each cell for given gains, then the
gains for given moments and places.

Gains are relative to their mean: a stronger piece cannot be told from a larger gain of all
sensors, and no decoder needs to.
"""

from array import array
from math import cos, pi, sin

from boardcore.sensing.observe.field.dipole import UT_MM3_PER_AM2
from boardcore.sensing.observe.solve import solve

NEAR = 13
"""Sensors used per cell: the nearest ones, all within about two cells."""
GAIN_SPREAD = 0.05
"""Prior standard deviation of gains (firmware/docs/fields.md, section 4)."""
MODEL = 0.01
"""Relative error of the field of a fitted dipole; chosen."""
ASIDE_MM = 0.4
"""Distance of a ball's magnet from the middle of its place, mm, 1 sigma; fields.md says 0.3."""
ASIDE_RING_MM = 2.0
"""Distance of a ring from the middle of its cell, mm, 1 sigma (fields.md, section 4)."""
DRIFT_UT = 8.0
"""Drift common to all sensors since the empty board, microteslas, 1 sigma; chosen."""
ONE_PIECE = 0.01
"""Relative deviation of the piece's measured strength from cell to cell; chosen."""
SWEEPS, RING_SWEEPS = 9, 6
"""Iterations for a ball and for a ring."""
FIRST = 3
"""Iterations before dead sensors are looked for."""
NOTHING = (0.0, 0.0, 0.0)
DEAD = 0.4
"""Share of the expected field below which a sensor is dead or wired to another's input."""
MAX_DEAD = 3
"""Sensors left out as dead at most."""
DUE = 50
"""Expected field, in standard deviations, from which a sensor may be called dead."""
CANDIDATES = 5
"""Places tried for a piece: the nearest to the sensor with the largest reading."""
TURNS = 4
"""Dipoles on a circle that model the discs of a ring."""
UNKNOWNS = 7
"""Unknowns per cell: moment and offset along x, y and z, and drift."""
FREE = 1e-6
"""Weight of an uninformative prior: it only keeps the matrix invertible."""
MIN_GAIN, MAX_GAIN = 0.5, 2.0
"""Range of gains; outside it a gain of 1 is used."""


class Gains:
    """Finds ``gains``: per sensor, the field of one count relative to the nominal one.

    ``given``: a layout's ``field``; ``places``: indexes of the measured places in it, repeated
    for further rounds; ``noises_ut``: noise of the means given to ``add``, per sensor, 0: left
    out; ``moment``: nominal, A m2.
    ``strength``: of the piece, relative to ``moment``; ``misfit``: rms over cells of the largest
    residual, relative to the largest field of the cell.
    """

    def __init__(self, given, places, noises_ut, moment: float) -> None:
        self._spots = given.spots
        self._places = given.places
        radius = self._radius = given.circle_mm / 2
        self._circle = [(0.0, 0.0)]
        if radius:
            ways = [2 * pi * (turn + 0.5) / TURNS for turn in range(TURNS)]
            self._circle = [(radius * cos(way), radius * sin(way)) for way in ways]
        self._scale = UT_MM3_PER_AM2 * moment / len(self._circle)
        # A ring lies flat, so its moment is along z.
        self._axes = (2,) if self._radius else (0, 1, 2)
        self._noises = noises_ut
        self.places = tuple(places)
        self.near = [_nearest(given.spots, given.places[place]) for place in places]
        self._felt: list = [None] * len(self.places)
        self._model = [array("f", [0] * NEAR) for _ in self.places]
        self._stood = [array("f", [0] * UNKNOWNS) for _ in self.places]
        self.gains = array("f", [1] * len(given.spots))
        self._above = array("f", [1] * len(given.spots))
        self._below = array("f", [1] * len(given.spots))
        self._strengths = 0.0
        self._out = [0.0] * 6
        self._lines = [[0.0] * UNKNOWNS for _ in range(NEAR)]
        self.strength = 1.0
        self.misfit = 0.0
        self.dead: list[int] = []
        """Sensors left out because they do not respond to the piece."""

    @property
    def taken(self) -> int:
        """Number of measured places."""
        return sum([felt is not None for felt in self._felt])

    def add(self, at: int, felt) -> None:
        """Take the field at each sensor, microteslas, of the piece on ``places[at]``."""
        self._felt[at] = array("f", [felt[sensor] for sensor in self.near[at]])

    def nearest(self, felt) -> int:
        """Return the index in ``places`` that fits these fields best, -1 if all fields are 0."""
        strongest = -1
        for sensor in range(len(felt)):
            if self._noises[sensor]:
                if strongest < 0 or abs(felt[sensor]) > abs(felt[strongest]):
                    strongest = sensor
        if strongest < 0 or not felt[strongest]:
            return -1
        spot = self._spots[strongest]
        far = []
        for at in range(len(self.places)):
            if self.places[at] in self.places[:at]:
                continue
            place = self._places[self.places[at]]
            far.append(((spot[0] - place[0]) ** 2 + (spot[1] - place[1]) ** 2, at))
        far.sort()
        best, most = -1, 0.0
        for _, at in far[:CANDIDATES]:
            # Only the nearest sensors count: the others measure mostly noise.
            explained = self._explained(at, felt)
            if best < 0 or explained > most:
                best, most = at, explained
        return best

    def _explained(self, at: int, felt) -> float:
        """Return by how much the best moment at this place reduces the sum of squares."""
        axes = self._axes
        matrix = [[0.0] * (len(axes) + 1) for _ in axes]
        row = self._out
        for sensor in self.near[at]:
            if not self._noises[sensor]:
                continue
            self._feel(sensor, at, NOTHING, NOTHING, row)
            for one in range(len(axes)):
                for other in range(len(axes)):
                    matrix[one][other] += row[axes[one]] * row[axes[other]]
                matrix[one][len(axes)] += row[axes[one]] * felt[sensor]
        sums = [line[len(axes)] for line in matrix]
        for one in range(len(axes)):
            # Keeps the matrix invertible where sensors were left out.
            matrix[one][one] += FREE
        found = solve(matrix)
        explained = 0.0
        for one in range(len(axes)):
            explained += found[one] * sums[one]
        return explained

    def work(self):
        """Estimate all gains step by step; yields the share that is done, 0 to 1."""
        sweeps = RING_SWEEPS if self._radius else SWEEPS
        for tried in range(MAX_DEAD + 1):
            # First pass: dead sensors, which would distort the gains around them.
            for _ in self._sweep(FIRST, False):
                yield 0.0
            if tried == MAX_DEAD or not self._drop_dead():
                break
            self._begin()
        yield from self._sweep(sweeps, True)
        self._compare()

    def _sweep(self, sweeps: int, known: bool):
        count = len(self.places)
        for sweep in range(sweeps):
            self._strengths = 0.0
            for sensor in range(len(self.gains)):
                self._above[sensor] = self._below[sensor] = 1 / (GAIN_SPREAD * GAIN_SPREAD)
            for at in range(count):
                if self._felt[at] is not None:
                    self._place(at, known or sweep > 0)
                yield (sweep * count + at) / (sweeps * count)
            self._reckon()

    def _begin(self) -> None:
        """Reset gains, moments and places."""
        for stood in self._stood:
            for k in range(UNKNOWNS):
                stood[k] = 0
        for sensor in range(len(self.gains)):
            self.gains[sensor] = 1
        self.strength = 1.0

    def _feel(self, sensor: int, at: int, moment, aside, out) -> None:
        """Write to ``out`` the field at a sensor of a unit moment at this place, along x, y and z.

        The derivatives of the field of ``moment`` by the place, per mm, follow these.
        """
        spot, place = self._spots[sensor], self._places[self.places[at]]
        mx, my, mz = moment
        for k in range(6):
            out[k] = 0.0
        for circle in self._circle:
            x = spot[0] - place[0] - aside[0] - circle[0]
            y = spot[1] - place[1] - aside[1] - circle[1]
            z = spot[2] - place[2] - aside[2]
            square = x * x + y * y + z * z
            cube = self._scale / (square * square**0.5)
            fifth = 3 * cube / square
            along = mx * x + my * y + mz * z
            steep = 5 * along * z / square
            out[0] += fifth * x * z
            out[1] += fifth * y * z
            out[2] += fifth * z * z - cube
            # By the magnet's place, so with the opposite sign of the sensor's.
            out[3] += fifth * (steep * x - mx * z - mz * x)
            out[4] += fifth * (steep * y - my * z - mz * y)
            out[5] += fifth * (steep * z - 2 * mz * z - along)

    def _place(self, at: int, same: bool) -> None:
        """Do one Gauss-Newton step for moment and place of the piece on one cell.

        ``same``: its strength is known, from the cells before.
        """
        stood, felt, near, axes = self._stood[at], self._felt[at], self.near[at], self._axes
        moment = stood[0:3]
        aside = stood[3:6]
        size = len(axes) + 4
        matrix = [[0.0] * (size + 1) for _ in range(size)]
        out = self._out
        for n in range(len(near)):
            sensor = near[n]
            noise = self._noises[sensor]
            if not noise:
                continue
            self._feel(sensor, at, moment, aside, out)
            model = stood[6] + out[0] * moment[0] + out[1] * moment[1] + out[2] * moment[2]
            self._model[at][n] = model
            raw = felt[n]
            off = MODEL * raw
            weight = 1 / (noise * noise + off * off)
            line = self._lines[n]
            for k in range(len(axes)):
                line[k] = out[axes[k]]
            for k in range(3):
                line[len(axes) + k] = out[3 + k] if same else 0.0
            line[size - 1] = 1.0
            # The residual, explained by the step.
            rest = raw * self.gains[sensor] - model
            for one in range(size):
                row, share = matrix[one], weight * line[one]
                for other in range(one, size):
                    row[other] += share * line[other]
                row[size] += share * rest
        for one in range(size):
            for other in range(one):
                matrix[one][other] = matrix[other][one]
        self._add_priors(matrix, moment, aside, stood[6], same)
        steps = solve(matrix)
        for k in range(len(axes)):
            stood[axes[k]] += steps[k]
        for axis in range(3):
            stood[3 + axis] += steps[len(axes) + axis]
        stood[6] += steps[size - 1]
        self._strengths += sum([stood[axis] * stood[axis] for axis in range(3)]) ** 0.5
        for n in range(len(near)):
            noise = self._noises[near[n]]
            if noise:
                model, line = self._model[at][n], self._lines[n]
                for k in range(size):
                    model += line[k] * steps[k]
                self._model[at][n] = model
                raw = felt[n]
                off = MODEL * raw
                weight = 1 / (noise * noise + off * off)
                self._above[near[n]] += weight * raw * model
                self._below[near[n]] += weight * raw * raw

    def _add_priors(self, matrix, moment, aside, drift: float, same: bool) -> None:
        axes = self._axes
        size = len(axes) + 4
        # The place is held until the moment is roughly known.
        mm = (ASIDE_RING_MM if self._radius else ASIDE_MM) if same else 1e-3
        for axis in range(3):
            k = len(axes) + axis
            far = ASIDE_MM if axis == 2 and same else mm
            matrix[k][k] += 1 / (far * far)
            matrix[k][size] -= aside[axis] / (far * far)
        matrix[size - 1][size - 1] += 1 / (DRIFT_UT * DRIFT_UT)
        matrix[size - 1][size] -= drift / (DRIFT_UT * DRIFT_UT)
        length = sum([value * value for value in moment]) ** 0.5
        for k in range(len(axes)):
            matrix[k][k] += FREE
        if not same or not length:
            return
        apart = ONE_PIECE * self.strength
        weight = 1 / (apart * apart)
        for one in range(len(axes)):
            along = moment[axes[one]] / length
            for other in range(len(axes)):
                matrix[one][other] += weight * along * moment[axes[other]] / length
            matrix[one][size] += weight * along * (self.strength - length)

    def _reckon(self) -> None:
        """Compute gains and strength for the moments and places found."""
        count = len(self.gains)
        mean = good = 0.0
        for sensor in range(count):
            gain = self._above[sensor] / self._below[sensor]
            self.gains[sensor] = gain if MIN_GAIN < gain < MAX_GAIN else 1.0
            if self._noises[sensor]:
                mean += self.gains[sensor]
                good += 1
        if good:
            for sensor in range(count):
                self.gains[sensor] *= good / mean
        if self.taken:
            self.strength = self._strengths / self.taken * (good / mean if good else 1)

    def _drop_dead(self) -> bool:
        """Leave out the sensor that responds least to the piece, if any responds too little."""
        count = len(self.gains)
        told, due = array("f", [0] * count), array("f", [0] * count)
        for at in range(len(self.places)):
            felt = self._felt[at]
            if felt is not None:
                for n in range(len(felt)):
                    sensor, model = self.near[at][n], self._model[at][n]
                    told[sensor] += felt[n] * model
                    due[sensor] += model * model
        worst, least = -1, DEAD
        for sensor in range(count):
            noise = self._noises[sensor]
            if noise and due[sensor] > (DUE * noise) ** 2 and told[sensor] < least * due[sensor]:
                worst, least = sensor, told[sensor] / due[sensor]
        if worst < 0:
            return False
        self._noises[worst] = 0
        self.dead.append(worst)
        return True

    def _compare(self) -> None:
        """Compute ``misfit`` from the residuals."""
        squares = 0.0
        for at in range(len(self.places)):
            felt = self._felt[at]
            if felt is None:
                continue
            rest = most = 0.0
            for n in range(len(felt)):
                sensor = self.near[at][n]
                if self._noises[sensor]:
                    off = felt[n] * self.gains[sensor] - self._model[at][n]
                    rest = max(rest, abs(off))
                    most = max(most, abs(felt[n]))
            squares += (rest / most) ** 2 if most else 0.0
        self.misfit = (squares / self.taken) ** 0.5 if self.taken else 0.0


def _nearest(spots, place) -> bytes:
    """Return the NEAR sensors nearest to a place, as bytes."""
    far = []
    for sensor in range(len(spots)):
        spot = spots[sensor]
        far.append(((spot[0] - place[0]) ** 2 + (spot[1] - place[1]) ** 2, sensor))
    far.sort()
    return bytes([sensor for _, sensor in far[:NEAR]])
