"""Squares: identifies the square in each slot, and computes the residual field of its balls.

Discs in the corners identify the square, its face and its rotation (``codes``).  The field of the
squares in the next slots is subtracted first.
"""

from array import array

from boardcore.apagos.hall.balls import NEVER
from boardcore.apagos.hall.codes import NO_FACE, Codes, square_of
from boardcore.apagos.hall.contents import MOMENT, Contents, turned_hole
from boardcore.apagos.hall.effects import ABOVE, BELOW, BESIDE, FIELD, Effects, sensors_of
from boardcore.apagos.hall.slot import SCANS_MOST, Slot
from boardcore.apagos.places import CORNERS, HOLE_LETTERS, HOLES
from boardcore.sensing.observe.field.chi2 import MEAN, chi_squared
from boardcore.store.calibration import Calibration

FAR = 0.5
"""Squared distance, in discs, up to which a word is read."""
FAR_AT_FIRST = 1.0
"""Squared distance, in discs, up to which a word is read while offsets are unknown."""
FAINT, STRONG = 0.6, 1.2
"""Squared strengths, in discs, below which no square lies, with known and unknown offsets (1 mT
each, firmware/docs/fields.md, section 9)."""
MISPLACED = 0.04
"""Relative deviation of a ball's field: gain, and place in its hole; chosen."""
DISC_SPREAD = 0.12
"""Relative deviation of a disc's field, which is near its sensor; chosen."""
NEIGHBOUR_UT = 4.0
"""Deviation of the field of neighbouring slots, microteslas; chosen."""
NOWHERE = 255
"""Level of a square that lies in no slot."""
DISCS_COST, BALL_COST, DIFFER_COST, SET_COST, DOUBT_COST = 1300, 250, 200, 2100, 1000
"""Cost of slices, in empty turns of a loop."""


class Squares:
    """The four slots and all squares, with the balls last known in each square."""

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        if calibration is None:
            calibration = Calibration(len(field.spots), field.noise_counts)
        self._calibration = calibration
        self.codes = Codes(layout.data["codes"])
        self.effects = Effects(field, layout.data["codes"])
        self._faces = {}
        for holes in layout.data["faces"]:
            letters = layout.data["faces"][holes]
            self._faces[int(holes)] = bytes([HOLE_LETTERS.index(letter) for letter in letters])
        self.slots = []
        for level in range(len(field.cells) // HOLES):
            own = sensors_of(field, level)
            noises = [calibration.noises[at] for at in own]
            scales = array("f", [FIELD * field.ut_per_count * calibration.gains[at] for at in own])
            slot = Slot(own, noises, scales)
            for i in range(slot.count):
                slot.zero[i] = MEAN * calibration.offsets[own[i]]
            slot.zero_scans = SCANS_MOST if calibration.known else 0
            self.slots.append(slot)
        squares = self.codes.faces // 2
        self._contents = [Contents() for _ in range(squares)]
        self._last_face = bytearray(squares)  # per square: the face it showed last
        self._last_turns = bytearray(squares)
        self._last_level = bytearray([NOWHERE] * squares)
        self._doubts: list[tuple] = []  # changes beside slots, to be added to their variance
        self._find_corners()

    def _find_corners(self) -> None:
        """Find, for each corner's disc, the sensor with the largest field, and that field."""
        self._corner = []
        self._strongest = []
        for felt in self.effects.discs:
            strongest = 0
            for i in range(len(felt)):
                if felt[i] > felt[strongest]:
                    strongest = i
            self._corner.append(strongest)
            self._strongest.append(felt[strongest])

    def set_noise(self, sensor: int, noise: float, count: int) -> None:
        """Set the noise of a sensor, raw counts, 0: left out; ``count``: its present reading."""
        self._calibration.noises[sensor] = noise
        for slot in self.slots:
            for i in range(slot.count):
                if slot.sensors[i] == sensor:
                    slot.noises[i] = noise
                    slot.stand(i, count)
                    slot.set_noises()
                    if slot.face:
                        self.watch(slot)

    # Which square lies where

    def read(self, slot) -> int:
        """Return the face in a slot, NO_FACE or UNSURE; its rotation is in ``codes.turns``."""
        far = FAR
        if not slot.zero_scans:
            far = FAR_AT_FIRST
            slot.snap()
            now, zero = slot.snapshot, slot.base
            felt = self.apart(slot, now, slot.zero)
            if slot.base_scans and self.apart(slot, now, zero) > STRONG:
                if self.apart(slot, zero, slot.zero) < min(felt, STRONG):
                    # The change is a square that came, so the slot was empty before.
                    slot.zero, slot.zero_scans = array("i", zero), slot.base_scans
            if felt < STRONG:
                return NO_FACE
        shares, usable = [0.0] * CORNERS, [True] * CORNERS
        for corner in range(CORNERS):
            i = self._corner[corner]
            usable[corner] = slot.noises[i] > 0
            shares[corner] = slot.feels(i) / self._strongest[corner]
        taken = 0
        for other in self.slots:
            if other is not slot and (other.face or other.coming):
                taken |= 3 << 2 * square_of(other.face or other.coming) + 1
        return self.codes.read(shares, usable, taken, far)

    def apart(self, slot, one, other) -> float:
        """Return the squared difference of two means at the corners, in squared discs."""
        total = 0.0
        for corner in range(CORNERS):
            i = self._corner[corner]
            if slot.noises[i] > 0:
                off = (one[i] - other[i]) * slot.scales[i] / (MEAN * self._strongest[corner])
                total += off * off
        return total

    def recognise(self, slot, face: int, turns: int) -> None:
        """Note the square that comes to a slot; its balls are turned with it."""
        square = square_of(face)
        contents = self._contents[square]
        if self._last_face[square] and self._last_face[square] != face:
            # Turned over: all balls fell out.
            contents.clear()
        contents.turn(turns - self._last_turns[square])
        self._last_face[square], self._last_turns[square] = face, turns
        slot.contents = contents
        slot.coming, slot.turns = face, turns

    def is_another(self, slot) -> bool:
        """Return whether another square lies in a slot than the known one."""
        if not slot.zero_scans or not self.is_known(self.slots.index(slot)):
            return False
        face = self.read(slot)
        return face > NO_FACE and face != slot.face

    def rises(self, face: int, level: int) -> bool:
        """Store the level of a square; return whether it is one level higher than before."""
        square = square_of(face)
        rose = self._last_level[square] == level - 1
        self._last_level[square] = level
        return rose

    def leave(self) -> None:
        """Forget the levels of all squares once no square lies on the board: a game has ended."""
        for slot in self.slots:
            if slot.face or slot.coming:
                return
        for square in range(len(self._last_level)):
            self._last_level[square] = NOWHERE

    def watch(self, slot) -> None:
        """Let a slot watch the discs of its square."""
        word = self.codes.word(slot.face, slot.turns)
        corners = [self._corner[corner] for corner in range(CORNERS) if word[corner] != "0"]
        slot.watch(corners, self._strongest[0] / slot.scales[self._corner[0]])

    def holes(self, face: int, turns: int) -> bytes:
        """Return the holes of a face after ``turns`` quarter turns."""
        return bytes([turned_hole(at, turns) for at in self._faces[self.codes.holes[face]]])

    def moved(self) -> None:
        """Note that a turn was played."""
        for contents in self._contents:
            contents.fresh = False

    # Fields

    def is_known(self, level: int) -> bool:
        """Return whether the neighbouring slots are known: each has a square or is empty."""
        for other in BESIDE[level]:
            one = self.slots[other]
            if not one.face and not one.coming and not one.empty:
                return False
        return True

    def is_alone(self, level: int) -> bool:
        """Return whether the neighbouring slots are empty; if so, clear ``foreign``."""
        for other in BESIDE[level]:
            if not self.slots[other].empty:
                return False
        foreign = self.slots[level].foreign
        for i in range(len(foreign)):
            foreign[i] = 0
        return True

    def note_foreign(self, level: int, empty=None):
        """Compute ``foreign``, the field of the neighbouring slots, in slices; yield their costs.

        ``empty``: contents to use instead of those of their squares.
        """
        felt = array("i", [0] * self.slots[level].count)
        for other in BESIDE[level]:
            one = self.slots[other]
            face = one.face or one.coming
            if face:
                word, contents = self.codes.word(face, one.turns), empty or one.contents
                yield DISCS_COST + BALL_COST * (HOLES - contents.count(0))
                self.effects.add_next(ABOVE if other > level else BELOW, word, contents, felt)
        self.slots[level].foreign = felt

    def doubt_beside(self, level: int) -> None:
        """Queue a doubt in the neighbouring slots about the field of this slot's square.

        Their means may or may not include it already, so it becomes variance.
        """
        slot = self.slots[level]
        face = slot.face or slot.coming
        if face:
            for to in BESIDE[level]:
                side = ABOVE if level > to else BELOW
                word = self.codes.word(face, slot.turns)
                self._doubts.append((self.slots[to], side, word, slot.contents))

    def doubt_next(self, left: int) -> int:
        """Process the next queued doubt if there is time for it; return its cost."""
        if not self._doubts:
            return 0
        slot, side, word, contents = self._doubts[0]
        cost = DOUBT_COST + BALL_COST * (HOLES - contents.count(0))
        if cost > left:
            return 0
        self._doubts.pop(0)
        squares = array("i", [0] * slot.count)
        self.effects.blur_next(side, word, contents, squares)
        slot.blur_by(squares)
        return cost

    def doubt_ball(self, level: int, hole: int, moment) -> None:
        """Add the squared field of a ball that came or went here to the neighbours' variance."""
        parts = [int(MOMENT * part) for part in moment]
        for to in BESIDE[level]:
            squares = array("i", [0] * self.slots[to].count)
            self.effects.blur_ball(ABOVE if level > to else BELOW, hole, parts, squares)
            self.slots[to].blur_by(squares)

    def expect(self, slot, face: int, contents, balls):
        """Set the inputs of ``balls`` to the field minus discs and known balls, in slices.

        ``contents``: the known balls, or None.  Yields the cost of the next slice.
        """
        known, squares = array("i", [0] * slot.count), array("i", [0] * slot.count)
        if contents is not None and max(contents.kinds):
            yield BALL_COST * (HOLES + 1 - contents.count(0))
            self.effects.add_balls(contents, known)
        yield DISCS_COST + DIFFER_COST
        self.effects.add_discs(self.codes.word(face, slot.turns), known, squares)
        felt = array("i", [0] * slot.count)
        slot.differ(slot.zero, felt)
        yield SET_COST
        foreign = slot.foreign
        for i in range(slot.count):
            value = felt[i] - foreign[i]
            felt[i] = value - known[i]
            value *= MISPLACED
            known[i] = int(value * value + DISC_SPREAD * DISC_SPREAD * squares[i])
        self._set(balls, slot, felt, known, 1 / slot.snapshot_scans + 1 / slot.zero_scans)

    def compare(self, slot, balls) -> None:
        """Set the inputs of ``balls`` to the change since the base."""
        change, doubt, blur = array("i", [0] * slot.count), array("i", [0] * slot.count), slot.blur
        slot.differ(slot.base, change)
        for i in range(slot.count):
            value = MISPLACED * change[i]
            doubt[i] = blur[i] + int(value * value)
        self._set(balls, slot, change, doubt, 1 / slot.snapshot_scans + 1 / slot.base_scans)

    def _set(self, balls, slot, felt, doubt, share: float) -> None:
        """Write difference and variances; ``doubt``: variance besides noise, in 1/4 uT squared."""
        difference, variances, noises = balls.difference, balls.variances, slot.variances
        part, least = 1 / (FIELD * FIELD), NEIGHBOUR_UT * NEIGHBOUR_UT
        for i in range(slot.count):
            if noises[i]:
                difference[i] = felt[i] / FIELD
                variances[i] = least + (doubt[i] + noises[i] * share) * part
            else:
                difference[i], variances[i] = 0.0, NEVER * NEVER

    def is_even(self, balls, most: float) -> bool:
        """Return whether ``balls`` has only drift and noise to explain: chi-squared < ``most``."""
        return chi_squared(balls.difference, balls.variances) < most
