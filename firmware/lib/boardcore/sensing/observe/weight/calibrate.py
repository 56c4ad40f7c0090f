"""Calibration of a plate on four load cells, led by lights.

First the empty board: tare and noise.  Then a sheet of paper under one foot, which changes T and
nothing else.  Then one piece on each of ``plate.calibration_cells``, twice, and off it again: two
equations each, and no zero is older than the last touch.  ``fit`` has the equations.

Pure, as everything here: samples, buttons and the time in; colours and a calibration out.  A
calibration that is interrupted changes nothing.
"""

from boardcore.lights import cues
from boardcore.sensing import calibrator
from boardcore.sensing.calibrator import BaseCalibrator
from boardcore.sensing.observe.bank import nearest
from boardcore.sensing.observe.weight.fit import Fit
from boardcore.sensing.observe.weight.rest import WINDOW, RestDetector
from boardcore.store.scale_cal import ScaleCalibration
from boardcore.ticks import ticks_diff

EMPTY_WINDOWS = 26
"""Windows of the empty board: about three seconds."""
WINDOWS = 7
"""Windows of a piece or the paper: 0.8 s."""
ROUNDS = 2
FOOT = 0
"""Load cell under whose foot the paper is put: the first."""
PAPER_G = 15.0
"""Least change of T by the paper; a sheet of 0.1 mm gives about 260 g."""
PAPER_SHARE = 0.2
"""Largest change of the weight by the paper, as a share of that of T."""
LIGHTEST, HEAVIEST = 0.6, 1.6
"""Range of the piece's weight, as a share of its mass."""
NOTHING_SHARE, LIFTED_SHARE = 0.3, 0.5
"""Share of the piece's mass below which nothing lies there, and below which it was lifted."""
ASTRAY_MM = 12.0
"""Distance up to which the piece stands on the requested cell; uncalibrated cells are 1.7 mm off,
1 sigma."""
ASTRAY_MS, ASTRAY_PITCHES = 10000, 1.4
"""Time after which a piece that is astray by no more than so many pitches is taken as standing on
the requested cell all the same: the residuals then show what is wrong with the plate; chosen."""
MISFIT_G, MISFIT_SHARE, MISFIT_MM = 0.3, 0.01, 1.5
"""Residuals above which a calibration is refused: rms of weight, g or share of the piece, and of
place."""
MISFIT_TOUCHES = 2.0
"""Largest residual of a light piece, in residues of a touch by the layout's figures."""
BLUE = 0


class Calibrator(BaseCalibrator):
    """One calibration of a plate.

    ``odd_g``: the weight of what lies there instead of the piece, 0 if nothing does.
    """

    def __init__(self, layout, now_ms: int, boots: int = 0, brightness: int = 100) -> None:
        scale = layout.scale
        super().__init__(layout, list(scale.calibration_cells) * ROUNDS, now_ms, boots, brightness)
        self._scale = scale
        self.grams = scale.masses[len(scale.masses) - 1]
        noise = int(scale.noise_g * scale.counts_per_g + 0.5)
        self._rest = RestDetector(len(scale.sensor_mm), noise, int(scale.counts_per_g + 0.5))
        self._layout_noise = noise
        cells = self._cells = len(scale.sensor_mm)
        self._fresh = 0
        self._zero: list | None = None  # sums of a window of the empty board
        self._total = [0.0] * cells
        self._windows = 0
        self._paper = 0.0
        self._felt: list = []  # of the piece that is to be lifted
        self._low: list | None = None  # of a plate that weighs less than its empty reference
        self._fit = Fit(scale)
        self.odd_g = 0.0
        self.misfit = (0.0, 0.0)

    def _cell(self, place: int) -> int:
        return self._scale.cells[place]

    def asked_cell(self) -> int:
        """Return the cell that is asked for, NOWHERE in phases without one."""
        if self.phase in (calibrator.PAPER, calibrator.PLAIN):
            # The one that lies nearest to the foot with the paper.
            x, y = self._scale.sensor_mm[FOOT]
            return self._cell(nearest((x, y), self._scale.places))
        return super().asked_cell()

    @property
    def max_misfit(self) -> tuple:
        """The largest rms residuals of a calibration, g and mm."""
        touches_mm = 2**0.5 * self._scale.touch_gmm / self.grams  # in both axes
        max_g = max(MISFIT_G, MISFIT_SHARE * self.grams)
        return (max_g, max(MISFIT_MM, MISFIT_TOUCHES * touches_mm))

    # The caller's loop

    def take(self, cell: int, sample: int, now_ms: int) -> None:
        """Take one sample of one load cell.  Allocates nothing."""
        self._rest.take(cell, sample)
        if cell == 0:
            self._fresh += 1

    def skip(self, now_ms: int) -> None:
        """Leave out the cell that is asked for, or the paper."""
        super().skip(now_ms)
        if self.phase == calibrator.PAPER:
            self.skipped += 1
            self._enter(calibrator.PIECE)

    def _measured(self) -> bool:
        return bool(self._fit.rows)

    # Rests

    def _enter(self, phase: int) -> None:
        super()._enter(phase)
        self.odd_g = 0.0
        self._windows = 0
        self._low = None

    def _look(self) -> None:
        """Add a window of samples at rest to the others of the same rest."""
        rest = self._rest
        for cell in range(self._cells):
            if not rest.is_calm(cell):
                self._windows = self._fresh = 0
                return
        if self._fresh < WINDOW:
            return
        self._fresh = 0
        for cell in range(self._cells):
            off = rest.sum(cell) - (self._zero[cell] if self._zero else 0)
            self._total[cell] = off + (self._total[cell] if self._windows else 0)
        self._windows += 1
        if self.phase == calibrator.EMPTY:
            self._take_empty()
        elif self._windows >= WINDOWS:
            forces = self._forces()
            self._windows = 0
            self._take(forces, forces[0] + forces[1] + forces[2] + forces[3])

    def _forces(self) -> list:
        """Return the difference to the empty board, g by the layout's figure."""
        progress = WINDOW * self._windows * self._scale.counts_per_g
        return [total / progress for total in self._total]

    def _rezero(self, forces) -> None:
        """Take what is measured now as the empty board: zeros drift."""
        zero = self._zero or []
        for cell in range(self._cells):
            zero[cell] += int(forces[cell] * WINDOW * self._scale.counts_per_g)

    def _take_empty(self) -> None:
        self.progress = self._windows / EMPTY_WINDOWS
        self.version += 1
        if self._windows == EMPTY_WINDOWS:
            self._zero = [int(total) // EMPTY_WINDOWS for total in self._total]
            self._enter(calibrator.PAPER)

    def _take(self, forces, weight: float) -> None:
        """Take a rest: what lies there by now."""
        twist = forces[0] - forces[1] + forces[2] - forces[3]
        if self.phase == calibrator.PAPER:
            if abs(twist) >= PAPER_G and abs(weight) < PAPER_SHARE * abs(twist):
                self._fit.add(forces, 0.0, 0.0, 0.0)
                self._paper = twist
                self._rezero(forces)
                self._enter(calibrator.PLAIN)
            else:
                self._tell_odd(weight if abs(weight) > self.grams / 2 else 0.0)
        elif self.phase == calibrator.PLAIN:
            back = abs(twist + self._paper) < abs(self._paper) / 4
            if back and abs(weight) < PAPER_SHARE * abs(self._paper):
                self._fit.add(forces, 0.0, 0.0, 0.0)
                self._rezero(forces)
                self._enter(calibrator.PIECE)
        elif self._is_free(weight):
            if self.phase == calibrator.LIFT:
                self._add([self._felt[cell] - forces[cell] for cell in range(self._cells)])
            self._rezero(forces)
            self._low = None
            self._stray(calibrator.NOWHERE)
            self._tell_odd(0.0)
            if self.phase == calibrator.CLEAR:
                self._finish()
            elif self.phase == calibrator.LIFT:
                self._next_cell()
                if self.phase == calibrator.CLEAR:
                    self._finish()
        else:
            low = self._low if self.phase == calibrator.PIECE else None
            if low and self._may_be_piece(weight - sum(low)):
                # It was put on a plate whose load cells had jumped.
                self._rezero(low)
                self._low = None
                forces = [forces[cell] - low[cell] for cell in range(self._cells)]
                weight -= sum(low)
            self._take_load(forces, weight)

    def _is_free(self, weight: float) -> bool:
        """Return whether nothing lies there.

        A piece that stood there is gone if the plate weighs less than before it came, however much:
        loose load cells jump when it is lifted.
        """
        if self.phase == calibrator.LIFT:
            return weight < LIFTED_SHARE * self.grams
        return abs(weight) < NOTHING_SHARE * self.grams

    def _may_be_piece(self, weight: float) -> bool:
        return LIGHTEST * self.grams < weight < HEAVIEST * self.grams

    def _take_load(self, forces, weight: float) -> None:
        """Take a rest with something on the plate."""
        if not self._may_be_piece(weight):
            self._low = forces if weight < 0 else None
            self._stray(calibrator.NOWHERE)
            self._tell_odd(weight)
        else:
            self._tell_odd(0.0)
            sensor_mm = self._scale.sensor_mm
            x, y = [
                sum([forces[cell] * sensor_mm[cell][axis] for cell in range(self._cells)]) / weight
                for axis in (0, 1)
            ]
            if self.phase == calibrator.PIECE:
                self._take_piece(forces, x, y)
            elif self.phase == calibrator.CLEAR:
                self._stray(nearest((x, y), self._scale.places))

    def _take_piece(self, forces, x: float, y: float) -> None:
        place = self.places[self.at]
        goal = self._scale.places[place]
        far = (x - goal[0]) ** 2 + (y - goal[1]) ** 2
        if far > ASTRAY_MM**2:
            self._stray(nearest((x, y), self._scale.places))
            long = ticks_diff(self._now_ms, self._busy_ms) >= ASTRAY_MS
            if not long or far > (ASTRAY_PITCHES * self._scale.pitch_mm) ** 2:
                return
        self._felt = forces
        self._add(forces)
        progress = self.progress
        self._enter(calibrator.LIFT)
        self.progress = progress

    def _add(self, forces) -> None:
        x, y = self._scale.places[self.places[self.at]]
        self._fit.add(forces, self.grams, x, y)

    def _tell_odd(self, grams: float) -> None:
        if abs(self.odd_g - grams) > 0.05 * self.grams:
            self.odd_g = grams
            self.version += 1

    # The matrix

    def _finish(self) -> None:
        found = self._fit.solve()
        self.misfit = self._fit.misfit(found)
        max_g, max_mm = self.max_misfit
        if self.misfit[0] > max_g or self.misfit[1] > max_mm or not self._fit.rows:
            self._enter(calibrator.REFUSED)
            return
        result = ScaleCalibration(self._layout)
        result.boots, result.day, result.grams = self.boots, self.day, self.grams
        result.misfit_g, result.misfit_mm = self.misfit
        times = max([self._rest.noise_times(cell) for cell in range(self._cells)])
        result.noise = times * self._layout_noise
        for cell in range(self._cells):
            assert self._zero is not None
            result.tare[cell] = int(self._zero[cell] / WINDOW)
            for row in range(3):
                at = self._cells * row + cell
                result.matrix[at] = found[row][cell] / self._scale.counts_per_g
        self.result = result
        self._enter(calibrator.DONE)

    # Lights and lines

    def _draw(self, frame) -> None:
        lead = [self._cell(place) for place in self._scale.calibration_cells]
        if self.phase in (calibrator.EMPTY, calibrator.DONE):
            self._draw_progress(frame, lead)
        elif self.phase == calibrator.PAPER:
            frame.mark(self.asked_cell(), cues.HINT, BLUE)
        elif self.phase in (calibrator.PLAIN, calibrator.LIFT):
            frame.mark(self.asked_cell(), cues.SURPLUS, cues.RED)
        elif self.phase == calibrator.PIECE:
            self._draw_asked(frame, len(lead))
        elif self.phase == calibrator.REFUSED:
            frame.mark_all(lead, cues.SURPLUS, cues.RED)

    def _found(self) -> str:
        if self.phase in (calibrator.DONE, calibrator.REFUSED):
            return "%.3f,%.2f,%.2f,%.2f" % (self.misfit + self.max_misfit)
        if self.odd_g:
            return "%.1f,%.1f" % (self.odd_g, self.grams)
        return "-"
