"""Likelihood of a set of changes, given the difference between two rests.

A change c is a piece of mass m_c that comes (s_c = +1) or goes (s_c = -1) at (x_c, y_c).  With
a_c = (1, x_c, y_c), the difference d of (W, Mx, My) between two rests is

    d = sum_c s_c m_c a_c + e,        e ~ N(0, V)

    V = R N + n L H + sum_c ( v_c a_c a_c' + m_c^2 D )

- N, noise of both rests: 8 s^2 diag(1, a^2, a^2) for a sigma of s per cell and rest, cells at a;
- H, per touch: what the mechanics do not give back, diag(h_w^2, h_m^2, h_m^2), n touches;
- R, L: how much more of both this build shows than its layout says; learnt, never below 1;
- v_c: variance of the mass of piece c;  D: diag(0, p^2, p^2), p the place error of a piece.

Misfit: chi^2 = r' V^-1 r with r = d - sum_c s_c m_c a_c; its cost is that of ``explain.cost``.
"""

from math import log

from boardcore.sensing.explain.cost import NU, chi2_at, followed, student

LEARN_WINDOW, LEARN_REST = 0.03, 0.2
"""Weight of the latest window in R, and of the latest rest without hands; chosen."""
ROWS = 3
"""Number of rows of an observation: W, Mx and My, by mechanics."""


class Likelihood:
    """Costs of changes; ``difference`` and ``touches`` are set by ``look_at``."""

    def __init__(self, scale, masses) -> None:
        """``scale``: the layout's figures; ``masses``: of the pieces."""
        self._masses = masses
        self._places = scale.places
        self._rest_var = scale.rest_g * scale.rest_g
        self._arm2 = scale.arm_mm * scale.arm_mm
        self._set_noise(1.0)
        self._touch_w = scale.touch_g * scale.touch_g
        self._touch_m = scale.touch_gmm * scale.touch_gmm
        self.place_variance = scale.place_mm * scale.place_mm
        self.loose = 1.0
        """L: how much more variance touches leave than the layout says."""
        self.known = LEAST_KNOWN
        """Degrees of freedom of L, the number of rows that its estimate is worth."""
        self.chi2 = 0.0
        """Misfit of the changes looked at last."""
        self.chi2_w = 0.0
        """The part of it that is the weight's."""
        self.dw = self.dx = self.dy = 0.0

    def look_at(self, dw: float, dx: float, dy: float) -> None:
        """Compare with this difference from now on."""
        self.dw, self.dx, self.dy = dw, dx, dy

    def noise(self, touches: int) -> tuple:
        """Return the variances of W and of each moment that so many touches leave."""
        return (
            self._noise_w + touches * self.loose * self._touch_w,
            self._noise_m + touches * self.loose * self._touch_m,
        )

    def least(self) -> float:
        """Return the least cost of anything, nats: nothing is left, and one touch was made."""
        noise_w, noise_m = self.noise(1)
        return (log(noise_w) + 2 * log(noise_m)) / 2

    def reach(self, cost: float, touches: int) -> float:
        """Return the chi^2 from which so many touches cost more, however well masses are known."""
        noise_w, noise_m = self.noise(touches)
        return chi2_at(cost, ROWS, log(noise_w) + 2 * log(noise_m), min(NU, self.known))

    def moment_variance(self) -> float:
        """Return the variance of a moment of the single piece that is looked at, (g mm)^2."""
        spread = self.dw * self.dw * self.place_variance
        return self._noise_m + self.loose * self._touch_m + spread

    def cost(self, changes, moved: bool = False) -> float:
        """Return the cost of ``changes``: tuples ``(sign, place, kind)``.

        ``moved``: what is put was lifted before, a piece of each kind after the other: then its
        mass cancels in the weight, and a_c is the difference of both places.
        """
        masses, places = self._masses, self._places
        # Nothing has changed: what was lifted was put back.
        touches = len(changes) or 2
        rw, rx, ry = self.dw, self.dx, self.dy
        vww, vyy = self.noise(touches)
        vxx = vyy
        vwx = vwy = vxy = 0.0
        came = 0  # puts that belong to a lift before, one bit each
        for at in range(len(changes)):
            sign, place, kind = changes[at]
            if came >> at & 1:
                continue
            x, y = places[place]
            mass, variance = masses.known(sign, place, kind)
            spread = mass * mass * self.place_variance
            goal = _goal_of(changes, at, came) if moved and sign < 0 else 0
            if goal:
                came |= 1 << goal
                x, y = places[changes[goal][1]][0] - x, places[changes[goal][1]][1] - y
                rx -= mass * x
                ry -= mass * y
                spread *= 2
            else:
                rw -= sign * mass
                rx -= sign * mass * x
                ry -= sign * mass * y
                vww += variance
                vwx += variance * x
                vwy += variance * y
            vxx += variance * x * x + spread
            vxy += variance * x * y
            vyy += variance * y * y + spread
        return self.cost_of(rw, rx, ry, vww, vwx, vwy, vxx, vxy, vyy)

    def cost_of(self, rw, rx, ry, vww, vwx, vwy, vxx, vxy, vyy) -> float:
        """Return the cost of what is left, r, where its covariance is V; see above."""
        # Cholesky: V = L L', z = L^-1 r, chi^2 = z'z, det V = product of the squared pivots.
        vwx /= vww
        vwy /= vww
        vxx -= vwx * vwx * vww
        vxy -= vwx * vwy * vww
        vyy -= vwy * vwy * vww
        vxy /= vxx
        vyy -= vxy * vxy * vxx
        rx -= vwx * rw
        ry -= vwy * rw + vxy * rx
        self.chi2_w = rw * rw / vww
        self.chi2 = chi2 = self.chi2_w + rx * rx / vxx + ry * ry / vyy
        return student(chi2, ROWS, log(vww) + log(vxx) + log(vyy), min(NU, self.known))

    def learn(self, chi2: float, spread: float) -> None:
        """Learn from the misfit of a single change that is certain how loose the build is.

        ``spread``: variance of its moments because of the piece's place; the more, the less is
        learnt.
        """
        touch = self._noise_m + self.loose * self._touch_m
        share = touch / (touch + spread)
        # Three components: chi^2 is 3 on average where the figures are right.
        told = ROWS * share
        learnt = told / (self.known + told)
        self.loose = followed(self.loose, min(chi2, TOUCH_ODD) / ROWS, learnt)
        self.known = min(MOST_KNOWN, self.known + told)

    def learn_noise(self, dw: float, dx: float, dy: float, times=2, share=LEARN_WINDOW) -> None:
        """Learn from two windows of one rest, half of each the same samples: variance 4 s^2.

        ``times`` 1: from two rests; ``share``: weight of that.
        """
        chi2 = dw * dw / self._noise_w + (dx * dx + dy * dy) / self._noise_m
        self._set_noise(followed(self.noisy, min(times * chi2, REST_ODD) / ROWS, share))

    def distance(self, one, other) -> float:
        """Return how far apart two sets of changes are, in sigmas.

        In such as may well be, where the build is hardly known.
        """
        w = x = y = 0.0
        for side, changes in ((1, one), (-1, other)):
            for sign, place, kind in changes:
                mass = side * sign * self._masses.mean(sign, place, kind)
                at_x, at_y = self._places[place]
                w, x, y = w + mass, x + mass * at_x, y + mass * at_y
        may_be = 1.0 if self.known >= NU else MAY_BE
        # Each piece was weighed, too, and is as uncertain as what is weighed now.
        weighed = (1 + len(one) + len(other)) * self.noise(1)[0]
        return ((w * w / weighed + (x * x + y * y) / self.moment_variance()) / may_be) ** 0.5

    def _set_noise(self, noisy: float) -> None:
        self.noisy = noisy
        """R: how much more variance rests have than the layout says."""
        self._noise_w = 8 * noisy * self._rest_var
        self._noise_m = self._noise_w * self._arm2
        self.noise_gmm = self._noise_m**0.5
        """Standard deviation of a moment between two rests, by noise alone."""


LEAST_KNOWN, MOST_KNOWN = 3.0, 27.0
"""Degrees of freedom of L before the first change (one build of a hundred is 5 times as loose, in
standard deviations, as its layout says), and at most: then the latest change counts a tenth."""
MAY_BE = 4.0
"""Variance that the moments of a build may well have, in multiples of what is known of it until
that is known by NU rows: one of seven has more before the first change; chosen."""
TOUCH_ODD, REST_ODD = 30.0, 90.0
"""Largest chi^2 that counts for L, and for R: a single outlier changes little."""


def _goal_of(changes, start: int, came: int) -> int:
    """Return which change is the put of the piece that is lifted by another, 0 for none."""
    for at in range(len(changes)):
        if changes[at][0] > 0 and changes[at][2] == changes[start][2] and not came >> at & 1:
            return at
    return 0
