"""Effects: fields of a square's magnets at the sensors of its own and the neighbouring slots.

All slots are alike, so the first two slots give the fields for every pair.  Fields are integers in
halves of a microtesla: the rounding error is far below the noise, and on a board a sum of integers
costs a third of a sum of floats.
"""

from array import array

from boardcore.apagos.hall.contents import PARTS
from boardcore.apagos.places import CORNERS, HOLES
from boardcore.sensing.observe.field.dipole import response

INPUTS = 16
"""Inputs of one multiplexer; each slot has one."""
FIELD = 2
"""Fixed-point scale of fields: units per microtesla."""
FIELD_MOST = 32000
"""Largest field: 16 mT."""
BELOW, ABOVE = range(2)
"""Sides of a slot: towards the lower and the higher neighbour."""
BESIDE = ((1,), (0, 2), (1, 3), (2,))
"""Neighbours of each slot."""
LETTERS = "-0+"
CUT = 8
"""log2 of ``contents.MOMENT``."""


def sensors_of(field, slot: int):
    """Return the sensors of a slot, from 0: those on the multiplexer of this number."""
    return [at for at in range(len(field.channels)) if field.channels[at] // INPUTS == slot]


def whole(value: float) -> int:
    """Convert a field in microteslas to an integer in 1/FIELD."""
    value *= FIELD
    return max(-FIELD_MOST, min(FIELD_MOST, int(value + (0.5 if value > 0 else -0.5))))


class Effects:
    """``rows[3 * hole + axis]``: field of the weakest ball at the sensors of its own slot, for a
    moment along the axis; ``discs[corner]``: field of a disc with north up.  In 1/FIELD uT."""

    def __init__(self, field, codes) -> None:
        """``codes``: the layout's key."""
        self._discs_am2 = codes["moment_am2"]
        self._corners = codes["spots"]
        self._field = field
        self.count = len(sensors_of(field, 0))
        own = self._table(0, 0)
        self.rows, self.discs = own[: PARTS * HOLES], own[PARTS * HOLES :]
        # The rows of ``rows`` and ``discs`` in one array per side.
        self._next = [joined(self._table(1, 0)), joined(self._table(0, 1))]

    def _table(self, slot: int, other: int):
        """Return the rows of the magnets of slot ``other`` at the sensors of ``slot``."""
        field = self._field
        spots = [field.spots[at] for at in sensors_of(field, slot)]
        places = field.places[HOLES * other : HOLES * other + HOLES]
        rows = [array("h", [0] * len(spots)) for _ in range(PARTS * HOLES + CORNERS)]
        for i in range(len(spots)):
            for hole in range(len(places)):
                felt = response(spots[i], places[hole], field.moments[0])
                for axis in range(PARTS):
                    rows[PARTS * hole + axis][i] = whole(felt[axis])
            for corner in range(CORNERS):
                x, y, z = self._corners[corner]
                at = (places[0][0] + x, places[0][1] + y, z)
                felt = response(spots[i], at, self._discs_am2)
                rows[PARTS * HOLES + corner][i] = whole(felt[2])
        return rows

    def add_balls(self, contents, into) -> None:
        """Add to ``into`` the fields of a square's balls at its own sensors."""
        for hole in range(HOLES):
            if contents.kinds[hole]:
                x, y, z = contents.whole_moment(hole)
                one, two, three = self.rows[PARTS * hole : PARTS * hole + PARTS]
                for i in range(self.count):
                    into[i] += one[i] * x + two[i] * y + three[i] * z >> CUT

    def add_discs(self, word: str, into, squares) -> None:
        """Add to ``into`` the fields of a square's discs at its own sensors, and their squares."""
        for corner in range(CORNERS):
            way = LETTERS.index(word[corner]) - 1
            if way:
                disc = self.discs[corner]
                for i in range(self.count):
                    felt = disc[i]
                    into[i] += way * felt
                    squares[i] += felt * felt

    def add_next(self, side: int, word: str, contents, into) -> None:
        """Add to ``into`` the fields of the square on this side (BELOW, ABOVE) of a slot."""
        table, count = self._next[side], self.count
        for hole in range(HOLES):
            if contents.kinds[hole]:
                x, y, z = contents.whole_moment(hole)
                one = PARTS * count * hole
                two = one + count
                three = two + count
                for i in range(count):
                    felt = table[one + i] * x + table[two + i] * y + table[three + i] * z
                    into[i] += felt >> CUT
        at = PARTS * count * HOLES
        for letter in word:
            way = LETTERS.index(letter) - 1
            if way:
                for i in range(count):
                    into[i] += way * table[at + i]
            at += count

    def blur_next(self, side: int, word: str, contents, into) -> None:
        """Add to ``into`` the squared field of each magnet on this side of a slot."""
        for hole in range(HOLES):
            if contents.kinds[hole]:
                self.blur_ball(side, hole, contents.whole_moment(hole), into)
        table, count = self._next[side], self.count
        at = PARTS * count * HOLES
        for letter in word:
            if letter != "0":
                for i in range(count):
                    felt = table[at + i]
                    into[i] += felt * felt
            at += count

    def blur_ball(self, side: int, hole: int, moment, into) -> None:
        """Add to ``into`` the squared field of one ball there; ``moment``: integers, 1/MOMENT."""
        table, count = self._next[side], self.count
        x, y, z = moment
        one = PARTS * count * hole
        two = one + count
        three = two + count
        for i in range(count):
            felt = table[one + i] * x + table[two + i] * y + table[three + i] * z >> CUT
            into[i] += felt * felt


def joined(rows):
    """Return all rows in one array."""
    table = array("h", [0] * (len(rows) * len(rows[0])))
    at = 0
    for row in rows:
        for value in row:
            table[at] = value
            at += 1
    return table
