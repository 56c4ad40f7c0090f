"""Alike: changes of the same sign and kind, which weigh about the same.

So one look at W tells of all of them, or of all pairs of two groups, that they are not what was
weighed.  What each does to the moments is computed only where W fits.
"""

from array import array

KNOWN = 4.0
"""Distance of the mass of one piece from that of its kind, at most, in standard deviations."""
NOT_MEASURED = array("f")


class Alike:
    """Changes ``(sign, place, kind)`` that are alike.

    ``grams``, ``variance``: of one of them, as far as its kind tells, g and g^2; ``spread``: how
    far from it one may be that was weighed.
    """

    def __init__(self, changes, masses) -> None:
        self.changes = changes
        sign, place, kind = changes[0]
        # What comes is any piece of its kind; what goes may be known.
        mean, self.variance = masses.known(1, place, kind) if sign > 0 else masses.prior(kind)
        self.spread = 0.0 if sign > 0 else KNOWN * self.variance**0.5
        self.grams = sign * mean
        self.xs = self.ys = NOT_MEASURED
        """Their parts of Mx and of My, g mm."""
        self.variance_x = self.variance_y = 0.0
        """Upper bounds of the variances of these, (g mm)^2."""

    def measure(self, masses, places, place_var: float) -> None:
        """Compute what each of them does to the moments; ``place_var``: of a place, mm^2."""
        if self.xs is not NOT_MEASURED:
            return
        grams, most = self.grams, self.variance
        if self.spread:
            known = [masses.known(-1, place, kind) for _, place, kind in self.changes]
            most = max([variance for _, variance in known] + [most])
            at = [(places[self.changes[i][1]], -known[i][0]) for i in range(len(known))]
        else:
            at = [(places[place], grams) for _, place, _ in self.changes]
        self.xs = array("f", [x * mass for (x, _), mass in at])
        self.ys = array("f", [y * mass for (_, y), mass in at])
        spread = (abs(grams) + self.spread) ** 2 * place_var
        least = (abs(grams) - self.spread) ** 2
        self.variance_x = most * max(max(self.xs), -min(self.xs)) ** 2 / least + spread
        self.variance_y = most * max(max(self.ys), -min(self.ys)) ** 2 / least + spread

    def within(self, first: int, x: float, reach_x: float, y: float, reach_y: float) -> list:
        """Return which of them, from the ``first`` on, have about these parts of Mx and My."""
        xs, ys = self.xs, self.ys
        least_x, most_x, least_y, most_y = x - reach_x, x + reach_x, y - reach_y, y + reach_y
        return [
            i
            for i in range(first, len(xs))
            if least_x < xs[i] < most_x and least_y < ys[i] < most_y
        ]
