"""Contents: the known balls of one square.

A ball rolls, so its magnet is stored as a measured moment (three components) and the angle by which
it may have turned since.
"""

from array import array

from boardcore.apagos.places import CORNERS, HOLES

PARTS = 3
UNKNOWN = 1.0
"""Deviation of the angle that stands for *direction unknown*, radians."""
ANYHOW = (0.0, 0.0, 0.0)
"""Moment of a ball whose direction is unknown."""
QUARTER = bytes([3 * (place % 3) + 2 - place // 3 for place in range(HOLES)])
"""The hole that each hole becomes by a quarter turn anticlockwise."""
MOMENT = 256
"""Fixed-point scale of moments; 1 is the moment of the weakest ball."""


class Contents:
    """The balls in one square: per hole ``kinds`` (0: none), ``moments`` and ``deviations``.

    Holes and moments are those of the square as it lies now; moments are x, y, z in units of the
    weakest kind; deviations of their direction in radians, 1 sigma.
    """

    def __init__(self) -> None:
        self.kinds = bytearray(HOLES)
        self.moments = array("f", [0] * (PARTS * HOLES))
        self.deviations = array("f", [UNKNOWN] * HOLES)
        self.newest = -1
        """The hole of the ball that came last."""
        self.doubt = False
        """Whether that ball may also be of the other kind."""
        self.fresh = False
        """Whether a ball was seen to come since the last turn."""
        self.astray = False
        """Whether balls may lie in other holes than stored."""
        self.suspects: list = []
        """``(hole, kind, moment)`` of balls, one of which may have come while the square was up,
        the likeliest first; two if the kind is in doubt."""

    def clear(self) -> None:
        """Forget all balls."""
        self.newest = -1
        self.doubt = self.astray = False
        self.suspects = []
        for hole in range(HOLES):
            self.lay(hole, 0, ANYHOW, UNKNOWN)

    def lay(self, hole: int, kind: int, moment, deviation: float) -> None:
        """Store the kind (0: none), moment and deviation of a hole."""
        self.kinds[hole] = kind
        self.deviations[hole] = deviation
        for part in range(PARTS):
            self.moments[PARTS * hole + part] = moment[part]

    def moment(self, hole: int):
        """Return x, y, z of the moment in a hole."""
        return self.moments[PARTS * hole : PARTS * hole + PARTS]

    def whole_moment(self, hole: int):
        """Return the same as integers, in 1/MOMENT."""
        moments, at = self.moments, PARTS * hole
        return (
            int(MOMENT * moments[at]),
            int(MOMENT * moments[at + 1]),
            int(MOMENT * moments[at + 2]),
        )

    def turn(self, quarters: int = 1) -> None:
        """Turn the square with its balls by quarter turns, anticlockwise from above."""
        quarters %= CORNERS
        if not quarters:
            return
        kinds, moments = bytes(self.kinds), array("f", self.moments)
        deviations = array("f", self.deviations)
        newest = self.newest
        for hole in range(HOLES):
            goal = turned_hole(hole, quarters)
            x, y, z = moments[PARTS * hole : PARTS * hole + PARTS]
            for _ in range(quarters):
                x, y = -y, x
            self.lay(goal, kinds[hole], (x, y, z), deviations[hole])
            if hole == newest:
                self.newest = goal

    def wear(self, radians: float) -> None:
        """Widen the deviation of each ball's direction by a turn, 1 sigma."""
        for hole in range(HOLES):
            off = self.deviations[hole]
            if off < UNKNOWN:
                self.deviations[hole] = min(UNKNOWN, (off * off + radians * radians) ** 0.5)

    def count(self, kind: int) -> int:
        """Return how many balls of a kind there are."""
        return bytes(self.kinds).count(bytes([kind]))

    # Corrections by the players

    def settle(self, holes, light: int, dark: int) -> None:
        """Set how many balls of each kind lie here; their holes are found later."""
        self.doubt = False
        self.astray = True
        for kind, wanted in ((1, light), (2, dark)):
            while self.count(kind) > wanted:
                turn = self.count(3 - kind) < (light, dark)[2 - kind]
                self.lay(self._least(kind), 3 - kind if turn else 0, ANYHOW, UNKNOWN)
            while self.count(kind) < wanted:
                hole, moment, deviation = self._room(holes, kind)
                if hole < 0:
                    break
                self.lay(hole, kind, moment, deviation)

    def _least(self, kind: int) -> int:
        """Return the hole of the ball of this kind whose direction is known least."""
        least = -1
        for hole in range(HOLES):
            if self.kinds[hole] == kind:
                if least < 0 or self.deviations[hole] > self.deviations[least]:
                    least = hole
        return least

    def _room(self, holes, kind: int):
        """Return hole, moment and deviation for one more ball of this kind; hole -1: no room."""
        for hole, one, moment in self.suspects:
            if one == kind and not self.kinds[hole]:
                self.suspects = []
                return hole, moment, SUSPECTED
        for hole in holes:
            if not self.kinds[hole]:
                return hole, ANYHOW, UNKNOWN
        return -1, ANYHOW, UNKNOWN

    def give_way(self, hole: int, holes) -> None:
        """Move the ball assumed in this hole, if any, to another of these holes."""
        kind, self.kinds[hole] = self.kinds[hole], 0
        if kind:
            self.astray = True
            for other in holes:
                if other != hole and not self.kinds[other]:
                    self.lay(other, kind, ANYHOW, UNKNOWN)
                    break

    def fill(self, holes, light: int, dark: int) -> None:
        """Set the number of balls per kind in these holes; which hole has which is unknown."""
        self.clear()
        for at in range(light + dark):
            self.lay(holes[at], 1 if at < light else 2, ANYHOW, UNKNOWN)


SUSPECTED = 0.4
"""Deviation of a suspected ball, radians: that of two lifts of its square."""


def turned_hole(place: int, turns: int) -> int:
    """Return where one of the nine holes is after quarter turns anticlockwise."""
    for _ in range(turns % CORNERS):
        place = QUARTER[place]
    return place


def size(moment) -> float:
    """Return the length of a vector."""
    return (moment[0] * moment[0] + moment[1] * moment[1] + moment[2] * moment[2]) ** 0.5
