"""Knowledge of a set of balls over Hall sensors, and a rough look at what may have changed.

The fields of lone balls, without the answer of the other spheres, say at once which changes can
make a difference at all: with h the products of the difference with each of them, and G their
products with each other,

    |d - sum s_i l_i|^2  =  d^2 - 2 sum s_i h_i + sum s_i s_j G_ij        s_i: 1 comes, -1 goes
"""

from boardcore.sensing.observe.field.linear import centred, numpy

ROUGH_UT = 120.0
ON_BOARD, ON_BALLS = 0.35, 2.5
"""Largest change, µT, by noise, and by the answer of other spheres as a multiple of a lone ball's
own field; a ball that lies on others turns these (tests/sensing/observe/test_spheres.py: 0.2 and
2.2 in 25 stacks)."""


class Prediction:
    """Readings that some changes of one state would give.

    ``ways``: directions then; ``shown``: the difference, µT, by sensor; ``loose``: sum of squares
    of its uncertain parts.
    """

    def __init__(self, ways, shown, loose: float) -> None:
        self.ways = ways
        self.shown = shown
        self.loose = loose


class Known:
    """A state with its equilibrium ``ways`` and predictions.

    ``sole``: what each ball alone shows, and ``fields``: see ``Spheres.sole``; ``reaches``: how far
    all sensors may be off a lone ball, by place, µT; ``even``: ``sole`` without what is common;
    ``felt``: see ``Field._felt``, None until it is needed.
    """

    def __init__(self, places, ways, sole, fields) -> None:
        self.ways = ways
        self.sole = sole
        self.fields = fields
        lowest = min([place[2] for place in places])
        self.reaches = []
        for at in range(len(places)):
            share = ON_BOARD if places[at][2] == lowest else ON_BALLS
            self.reaches.append(ROUGH_UT + share * float(numpy.sum(sole[:, at] ** 2)) ** 0.5)
        self.even = centred(sole)
        self.felt: list | None = None
        self.found: dict = {}
        self._rows: dict = {}

    def row(self, place: int) -> list:
        """Return the products of a lone field with all of them."""
        if place not in self._rows:
            self._rows[place] = self.products(self.even[:, place : place + 1])
        return self._rows[place]

    def products(self, column) -> list:
        """Return the products of the lone fields with a column."""
        return [float(value) for value in numpy.dot(self.even.transpose(), column).flatten()]


class Apart:
    """How far a difference is from the fields of lone balls that come and go."""

    def __init__(self, known: Known, felt: list, changes) -> None:
        """Take the changes of a state; ``felt``: see ``Field._felt``."""
        self._known, self._felt = known, felt
        self._square, self._reach = felt[-1], 0.0
        self._rows: list = []
        for change in changes:
            self._square += self._more(change)
            self._reach += known.reaches[change[1]]
            self._rows.append((change[0], known.row(change[1])))

    def _more(self, change) -> float:
        """Return what another change adds to the square of what is left."""
        sign, place, _ = change
        both = -self._felt[place]
        for other, row in self._rows:
            both += other * row[place]
        more: float = self._known.row(place)[place] + 2 * sign * both
        return more

    def may_fit(self) -> bool:
        """Return whether the answer of other spheres may make up for what is left."""
        return self._square <= self._reach * self._reach

    def may_end(self, change) -> bool:
        """Return whether it may with one change more."""
        reach: float = self._reach + self._known.reaches[change[1]]
        return self._square + self._more(change) <= reach * reach
