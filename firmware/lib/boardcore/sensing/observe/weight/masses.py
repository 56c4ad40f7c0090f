"""Masses of the kinds of pieces, and of each piece on the board.

A kind has a mean and a spread (the layout's).  A piece that comes alone is weighed: with prior
N(mu, s^2) and the weight difference d, variance u, its posterior is

    v = 1 / (1/s^2 + 1/u)        m = v (mu/s^2 + d/u)

From then on its own mass is used when it goes or moves.
"""

from array import array

UNKNOWN = -1.0
"""Code of a mass that is not known, instead of g; chosen."""
KNOWN = 4.0
"""Distance of the mass of one piece from that of its kind, at most, in standard deviations."""
ANY = 9.0
"""The same distance where the weighing may be off by 5 standard deviations, too."""
WIDE = 0.3
"""Spread of pieces that are not like their kind: a ring of half a layer more; chosen."""
ODD = 4.0
"""Distance of a weighed piece from its kind, in standard deviations, from which it is one."""
NOT_MEASURED = array("f")
MAX_UP = 4
"""Largest number of pieces of one kind that are remembered while they are up; chosen."""


class Masses:
    """Masses by kind (1 ..) and by place, g."""

    def __init__(self, scale) -> None:
        self._kinds = [(mass, (mass * scale.mass_spread) ** 2) for mass in scale.masses]
        self._wide = [(mass, (mass * WIDE) ** 2) for mass in scale.masses]
        self.is_wide = False
        """Whether pieces may weigh something between two kinds."""
        far = 1 - ANY * scale.mass_spread, 1 + ANY * scale.mass_spread
        self.lightest, self.heaviest = far[0] * min(scale.masses), far[1] * max(scale.masses)
        """Bounds of what any single piece may be taken to weigh, g."""
        count = len(scale.places)
        self._mean = array("f", [UNKNOWN] * count)
        self._variance = array("f", [0.0] * count)
        self._kind = bytearray(count)
        self._up: list[list] = [[] for _ in scale.masses]  # mass, variance of those that are up

    def prior(self, kind: int) -> tuple:
        """Return mean and variance of a kind, g and g^2."""
        return self._wide[kind - 1] if self.is_wide else self._kinds[kind - 1]

    def known(self, sign: int, place: int, kind: int) -> tuple:
        """Return mean and variance of the mass of a piece that comes (``sign`` 1) or goes (-1)."""
        if sign < 0:
            if self._mean[place] > 0 and self._kind[place] == kind:
                return self._mean[place], self._variance[place]
        elif self._up[kind - 1]:
            return self._pooled(self._up[kind - 1])
        return self.prior(kind)

    def mean(self, sign: int, place: int, kind: int) -> float:
        """Return that mean alone, g."""
        return self.known(sign, place, kind)[0]

    def weigh(self, place: int, kind: int, weight: float, variance: float) -> None:
        """Learn the mass of a piece that came alone onto a place."""
        mean, prior = self._kinds[kind - 1]
        found = self._weighed(mean, prior, kind, weight, variance)
        self._mean[place], self._variance[place], self._kind[place] = found + (kind,)

    def _weighed(self, mean: float, prior: float, kind: int, weight: float, variance: float):
        """Return mean and variance of a mass that was known so, and was weighed."""
        if abs(weight - mean) > ODD * prior**0.5:
            prior = self._wide[kind - 1][1]
        posterior = 1 / (1 / prior + 1 / variance)
        return posterior * (mean / prior + weight / variance), posterior

    def _pooled(self, up) -> tuple:
        """Return mean and variance of a piece that is any of these."""
        count = len(up)
        if count == 1:
            return up[0]
        mean = sum([mass for mass, _ in up]) / count
        return mean, sum([(mass - mean) ** 2 + variance for mass, variance in up]) / count

    def hold(self, place: int, kind: int, weight: float, variance: float) -> None:
        """Remember a piece that is lifted: it will be put again.

        ``weight``: what the board lost by it, if it was lifted alone, else 0.
        """
        mass, prior = self.known(-1, place, kind)
        if weight > 0:
            mass, prior = self._weighed(mass, prior, kind, weight, variance)
        up = self._up[kind - 1]
        if len(up) < MAX_UP:
            up.append((mass, prior))

    def put_down(self, kind: int, weight: float) -> None:
        """Forget one piece of this kind that was up; ``weight`` as for ``hold``."""
        up = self._up[kind - 1]
        if weight > 0 and up:
            far = [abs(mass - weight) for mass, _ in up]
            up.pop(far.index(min(far)))
        elif up:
            # Nobody knows which.
            self._up[kind - 1] = [self._pooled(up)] * (len(up) - 1)

    def forget_held(self) -> None:
        """Take the pieces that are up as unknown: it is another game, and any may be put."""
        for up in self._up:
            up.clear()

    def move(self, start: int, goal: int) -> None:
        """Carry what is known of a piece from one place to another."""
        self._mean[goal], self._variance[goal] = self._mean[start], self._variance[start]
        self._kind[goal] = self._kind[start]
        self._mean[start] = UNKNOWN

    def forget(self, place: int) -> None:
        """Take the piece on a place as unknown."""
        self._mean[place] = UNKNOWN


class Alike:
    """Changes ``(sign, place, kind)`` of the same sign and kind, which weigh about the same.

    So one look at W tells of all of them, or of all pairs of two such lists, that they are not what
    was weighed.  What each does to the moments is computed only where W fits.

    ``grams``, ``variance``: of one of them, as far as its kind tells, g and g^2; ``spread``: how
    far from it one may be that was weighed.
    """

    def __init__(self, changes, masses) -> None:
        self.changes = changes
        sign, place, kind = changes[0]
        # What comes may be the one that goes, known or not; what goes is looked up piece by piece.
        mean, self.variance = masses.prior(kind)
        if sign > 0:
            mean, own = masses.known(1, place, kind)
            self.variance = max(self.variance, own)
        self.spread = 0.0 if sign > 0 else KNOWN * self.variance**0.5
        self.grams = sign * mean
        self.parts_x = NOT_MEASURED
        """Change by each of them of Mx, and ``parts_y`` to My, g mm."""
        self.parts_y = NOT_MEASURED
        self.variance_x = self.variance_y = 0.0
        """Upper bounds of the variances of these, (g mm)^2."""
        self.is_measured = False

    def measure(self, masses, places, variance: float) -> None:
        """Compute what each of them does to the moments; ``variance``: of a place, mm^2."""
        self.is_measured = True
        most, heaviest = self.variance, abs(self.grams) + self.spread
        at = [places[place] for _, place, _ in self.changes]
        mass = [self.grams] * len(at)
        if self.spread:
            known = [masses.known(-1, place, kind) for _, place, kind in self.changes]
            mass = [-mean for mean, _ in known]
            most = max([own for _, own in known] + [most])
        self.parts_x = array("f", [mass[i] * at[i][0] for i in range(len(at))])
        self.parts_y = array("f", [mass[i] * at[i][1] for i in range(len(at))])
        spread = heaviest * heaviest * variance
        self.variance_x = most * max([x * x for x, _ in at]) + spread
        self.variance_y = most * max([y * y for _, y in at]) + spread

    def within(self, first: int, x: float, gate_x: float, y: float, gate_y: float) -> list:
        """Return which of them, from the ``first`` on, have about these parts of Mx and My."""
        parts_x, parts_y = self.parts_x, self.parts_y
        min_x, max_x, min_y, max_y = x - gate_x, x + gate_x, y - gate_y, y + gate_y
        return [
            i
            for i in range(first, len(parts_x))
            if min_x < parts_x[i] < max_x and min_y < parts_y[i] < max_y
        ]
