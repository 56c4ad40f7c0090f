"""Slots without balls that a square of Apagos has left or reached, by Hall sensors.

The balls show where a square with balls is.  So that an empty one is noticed too, each square has
a disc in every corner, north up and down in turn.  They lie beside the sensors and change only
those in the corners of the slot, in turn up and down: a pattern that neither a shift common to all
sensors nor a hand with a ball makes.  Rotations and the other face only change its sign.
"""

from array import array

from boardcore.apagos.cells import HOLES
from boardcore.apagos.positions import LEVELS
from boardcore.layout.schema import are_numbers, check
from boardcore.sensing.observe.field.dipole import response
from boardcore.sensing.observe.field.layout import check_layout as check_field

SCALE = 64
"""Fixed-point factor of the pattern, per raw count; chosen: sums of nine products stay within 30
bits."""
MAX_CHANGE = 8000
"""Largest change of a count that is used, raw counts; chosen, 6 mT."""
MIN_SHARE, MAX_SHARE = 0.55, 1.5
"""Range of a change, relative to a square's, that a square makes as it comes or goes; four
deviations of one scan at 20 microteslas."""
CORNERS = (0, 2, 6, 8)
"""Holes in the corners of a slot; a square has a disc in each."""
MIN_CORNER, CORNER_RANGE = 4, 9
"""A corner changes by a quarter of what is expected to nine times that; a ball changes one more."""
RESTS = (8, 20, 32)
"""Scans that show a square where one was known, where none was known yet, and that those which were
looked at have been put back; chosen."""
SCANS = 2
"""Scans in a row that show a change, where sensors are as quiet as they should be; chosen."""
FAR_SHARE = 1.75
"""Change, relative to a square's, from which another square lies there the other way round."""
MAX_SHIFT = 0.3
"""Change in the last scan of a rest, relative to a square's, from which it was no rest."""
FORGOTTEN_RESTS = 3
"""Rests of a second after which a square that came or went counts as laid out or cleared away."""
LAID_OUT = 3
"""Slots that change at once as squares are laid out; a turn lifts two."""
STILL, LEFT, BACK = range(3)
"""State of a square, which has done nothing, come or gone, or the contrary after that."""


class Squares:
    """Watches the slots without balls.

    ``stirred``: per slot, STILL, LEFT or BACK, until ``clear``.
    """

    def __init__(self, layout) -> None:
        field, discs = layout.field, layout.data["squares"]
        first = field.places[0]
        spots = [(first[0] + x, first[1] + y, z) for x, y, z in discs["disc_mm"]]
        moments = discs["moments_am2"]
        fields = [0.0] * HOLES
        for at in range(HOLES):
            for disc in range(len(spots)):
                fields[at] += response(field.sensor_mm[at], spots[disc], moments[disc])[2]
            fields[at] /= field.ut_per_count
        self._ut_per_count = field.ut_per_count
        self._pattern = array("i", [int(SCALE * value) for value in fields])
        norm = int(SCALE * sum([fields[i] * fields[i] for i in CORNERS]))
        self._shift, self._far = int(MAX_SHIFT * norm), int(FAR_SHARE * norm)
        self._least, self._most = int(MIN_SHARE * norm), int(MAX_SHARE * norm)
        self._reference = array("i", [0] * len(field.sensor_mm))
        self._means = array("i", [0] * len(field.sensor_mm))
        self._last = array("i", [0] * len(field.sensor_mm))
        self._total = array("i", [0] * len(field.sensor_mm))
        self._quiet = 0  # scans in it
        self._taken = 0  # how many of RESTS have passed
        self._known = bytearray(LEVELS)  # slots with a reference
        self._seen = bytearray(LEVELS)  # scans in a row that show a change
        self._away = bytearray(LEVELS)  # whether the last scans show a change
        self._rests = bytearray(LEVELS)  # rests for which they have done so
        self._there = bytearray(LEVELS)  # seen to lie there since balls were on it
        self.stirred = bytearray(LEVELS)

    def fields_ut(self) -> list:
        """Return what a square that comes or goes may change at each sensor, microteslas."""
        return [part * self._ut_per_count / SCALE for part in self._pattern] * LEVELS

    def clear(self) -> None:
        """Forget which squares came or went."""
        for slot in range(LEVELS):
            self.stirred[slot] = STILL

    def put_down(self, slot: int) -> None:
        """Forget that a square was up which is back."""
        if self.stirred[slot] == BACK:
            self.stirred[slot] = STILL

    def rest(self, kinds) -> bool:
        """Take the mean of a rest as the reference of slots without balls; ``kinds``: of balls.

        Return True if a long rest shows that all squares lie there as before.
        """
        quiet = self._quiet
        rest = (quiet >= RESTS[0]) + (quiet >= RESTS[1]) + (quiet >= RESTS[2])
        if rest <= self._taken and not (rest and self.are_laid_out):
            return False
        self._taken = rest
        is_long = rest == len(RESTS)
        means, there = self._means, True
        for at in range(len(means)):
            means[at] = self._total[at] // self._quiet
        if is_long:
            self._quiet, self._taken = 0, len(RESTS) - 1  # the next one is long, too
        if self.are_laid_out:
            # Squares are laid out or cleared away: the next long rest shows where they lie.
            self.clear()
            for slot in range(LEVELS):
                self._known[slot] = self._away[slot] = self._there[slot] = 0
            return False
        for slot in range(LEVELS):
            first = HOLES * slot
            if max(kinds[first : first + HOLES]):
                self._rests[slot] = 0
                continue
            if rest == 2 and self._known[slot]:
                continue
            if not -self._shift < self._change(self._last, means, first) < self._shift:
                there = False
                continue
            change = self._change(means, self._reference, first)
            size = change if change > 0 else -change
            if not (self._known[slot] or rest > 1):
                there = False
                continue
            if self._known[slot] and self._least < size < self._most:
                self._rests[slot] += is_long
                if self._rests[slot] < FORGOTTEN_RESTS:
                    there = False
                    continue
            self._there[slot] = size < self._shift and self._known[slot]
            self._known[slot] = 1
            self._away[slot] = self._rests[slot] = 0
            for at in range(first, first + HOLES):
                self._reference[at] = means[at]
        return there and is_long

    @property
    def is_any_up(self) -> bool:
        """Whether a square has been away for a few seconds at most."""
        return max(self._away) > 0

    @property
    def are_laid_out(self) -> bool:
        """Whether squares have come to, or gone from, more slots than a turn moves."""
        return sum(self._away) >= LAID_OUT

    def has_stayed(self, slot: int) -> bool:
        """Return True if a square has stayed as balls were taken off it."""
        return self._there[slot] > 0 and self.stirred[slot] == STILL

    def is_blind(self, slot: int) -> bool:
        """Return True if it is not known how a slot looks with its square."""
        return not self._known[slot]

    def _change(self, counts, others, first: int) -> int:
        """Return by how much a square's pattern is in a difference of readings, scaled."""
        total = 0
        for i in CORNERS:
            off = max(-MAX_CHANGE, min(MAX_CHANGE, counts[first + i] - others[first + i]))
            total += self._pattern[i] * off
        return total

    def scan(self, counts, kinds, agrees: bool, loud16: int) -> None:
        """Take one scan; allocate nothing.

        ``kinds``: of the balls that lie there; ``agrees``: with those before; ``loud16``: see
        ``RestDetector``.
        """
        scans = SCANS * loud16 * loud16 // 256
        total, last = self._total, self._last
        if not agrees:
            self._quiet = 0
            self._taken = 0
        for at in range(len(total)):
            count = counts[at]
            total[at] = total[at] + count if self._quiet else count
            last[at] = count
        self._quiet += 1
        for slot in range(LEVELS):
            if not self._known[slot]:
                continue
            first = HOLES * slot
            balls = 0
            for at in range(first, first + HOLES):
                balls += kinds[at]
            away = False
            if balls:
                self._there[slot] = 0
            else:
                change = self._change(counts, self._reference, first)
                size = change if change > 0 else -change
                if self._away[slot]:
                    away = self._shift < size < self._far
                else:
                    away = self._least < size < self._most and self._fits(counts, first, change)
                self._seen[slot] = min(255, self._seen[slot] + 1) if away != self._away[slot] else 0
                if self._seen[slot] < scans:
                    continue
            if away and self.stirred[slot] == STILL:
                self.stirred[slot] = LEFT
            elif self._away[slot] and not away:
                self.stirred[slot] = BACK
            self._away[slot] = away
            self._seen[slot] = 0

    def _fits(self, counts, first: int, change: int) -> bool:
        """Return True if all four corners have changed as the pattern says."""
        pattern, reference = self._pattern, self._reference
        for i in CORNERS:
            off = counts[first + i] - reference[first + i]
            if (pattern[i] > 0) != (change > 0):
                off = -off
            if not abs(pattern[i]) < MIN_CORNER * SCALE * off < CORNER_RANGE * abs(pattern[i]):
                return False
        return True


def check_layout(layout) -> None:
    """Check bias and holes, and the discs in the corners of squares.

    Raises ParseError, naming the key.
    """
    check_field(layout)
    given = layout.data.get("squares")
    check(isinstance(given, dict), "squares", given, "the discs in the corners of squares")
    for key in ("moments_am2", "disc_mm"):
        values = given.get(key)
        good = isinstance(values, list) and len(values) == len(CORNERS)
        check(good, "squares." + key, values, "one for each of four corners")
    for spot in given["disc_mm"]:
        check(are_numbers(spot, 3), "squares.disc_mm", spot, "x, y and z in mm")
    moments = given["moments_am2"]
    check(are_numbers(moments, len(CORNERS)), "squares.moments_am2", moments, "moments in A m2")
