"""Changes of weight and moments by moves of squares and balls of Apagos.

Which hole a ball lies in has no meaning and is not known, so a ball lies anywhere within a square,
and anywhere along a rack.

A square that is laid alone is weighed.  Two that change places leave W as it was, but

    dMx = (x_b - x_a) (m_a + n_a m - m_b - n_b m)

with n balls of mass m on each: that weighs the difference of both.  A Kalman filter with the four
masses as states takes either, so the covariance is kept as well.
"""

from boardcore.apagos.cells import FIRST_SIDE
from boardcore.apagos.model import CLIMB, COMES, FIRST_BALLS, LAY, LIFT, POUR, SQUARE, ApagosModel
from boardcore.apagos.positions import LEVELS
from boardcore.sensing.observe.filter import Filter

MAX_MISFIT = 36.0
"""Largest chi^2 of an explanation, a ratio; beyond it an object is no piece; chosen: with 16, load
cells that repeat within 0.1 g hid the true place of a ball and left a wrong one without a rival; a
hand of 67 g is a square with 64."""
NOTHING = (0.0,) * 11
"""A term, what a move does to the weight: W, Mx, My, the six parts of their covariance (WW, WX, WY,
XX, XY, YY), touches, and what XX and YY have more if squares are turned as they climb.  This one is
that of no move."""
HOLE_MM = 18.0
"""Standard deviation, per axis, of a ball within its square, mm; chosen, holes lie within 25 mm."""
RACK_MM = 50.0
"""Distance of a rack's outermost hollows from its middle."""
ALONG_MM, ACROSS_MM = 31.0, 11.0
"""Standard deviation of a ball within its rack: two rows of five hollows, 22 mm apart."""
FINGER_MM = 14.0
"""Standard deviation, per axis, of a press from the ball that is put or lifted; chosen."""
TURNED = 1.6
"""Cost of a square that is turned as it is moved, so that its balls lie elsewhere, nats: ln 5, as
one in five is."""


class Squares(Filter):
    """Estimates of four masses, one square for each level, g and g^2; squares count from 0."""

    def __init__(self, grams: float, sigma: float) -> None:
        """``grams``, ``sigma``: of any square, before it was weighed."""
        self._prior = (grams, sigma * sigma)
        Filter.__init__(self, [grams] * LEVELS, [sigma * sigma] * LEVELS)

    def forget(self, square: int) -> None:
        """Take one as unknown: it was taken off, and any other may be laid in its place."""
        self.means[square] = self._prior[0]
        for other in range(LEVELS):
            self.covariance[square][other] = self.covariance[other][square] = 0.0
        self.covariance[square][square] = self._prior[1]

    def variance(self, square: int) -> float:
        """Return the variance of a mass, g^2."""
        return self.covariance[square][square]

    def variance_apart(self, one: int, other: int) -> float:
        """Return the variance of the difference of two masses, g^2."""
        return self.variance(one) + self.variance(other) - 2 * self.covariance[one][other]

    def rename(self, order) -> None:
        """Call the square ``order[i]``, from 0, by the number i from now on."""
        self.means = [self.means[at] for at in order]
        self.covariance = [[self.covariance[at][to] for to in order] for at in order]

    def weigh(self, square: int, grams: float, variance: float, other: int = -1) -> None:
        """Learn what a square weighs, or how much more than an ``other``."""
        row = [0.0] * LEVELS
        row[square] = 1.0
        if other >= 0:
            row[other] = -1.0
        self.take(row, grams, variance)


class Ramp(ApagosModel):
    """The model with what moves weigh; ``squares``: what is known of their masses."""

    def __init__(self, scale) -> None:
        ApagosModel.__init__(self, FIRST_SIDE in scale.cells)
        self.ball_g = scale.masses[0]
        self.ball_variance = (self.ball_g * scale.mass_spread) ** 2
        self._scale = scale
        self.squares = Squares(scale.masses[1], scale.masses[1] * scale.mass_spread)
        self.slot_mm = scale.places[1][0] - scale.places[0][0]
        self._pressed: list = [None] * len(scale.places)
        self._balls: list = [None] * len(scale.places)
        """By place, the terms of a ball that goes and of one that comes."""
        for place in range(len(scale.places)):
            self.feel(place, None)

    def rename(self, order) -> None:
        """Call the square ``order[i]``, from 0, by the number i from now on."""
        self.squares.rename(order)

    def term(self, state: bytes, move) -> tuple:
        """Return what a move does to the weight, see ``NOTHING``."""
        what, place, square = move
        if what < LIFT:
            return self._balls[place][what in COMES]
        if what == POUR:
            return self.mass_term(1, place, square)
        balls = state[FIRST_BALLS + square - 1]
        if what != CLIMB:
            return self.mass_term(1 if what == LAY else -1, place, SQUARE * square + balls)
        other = state[place + 1]
        others = state[FIRST_BALLS + other - 1]
        grams, step = self.squares.means, self.slot_mm
        apart = grams[square - 1] - grams[other - 1] + self.ball_g * (balls - others)
        variance = self.squares.variance_apart(square - 1, other - 1)
        variance += self.ball_variance * (balls + others)
        loose = 4 * (grams[square - 1] * self._scale.place_mm) ** 2
        turn = 2 * self._balls_off(balls + others)
        spread = step * step * variance + loose
        return 0.0, step * apart, 0.0, 0.0, 0.0, 0.0, spread, 0.0, loose, 4, turn

    def mass_term(self, sign: int, place: int, kind: int, press=None) -> tuple:
        """Return what comes (``sign`` 1) or goes, as a term; ``kind`` as for ``mean``."""
        x, y = self._scale.places[place]
        mass = sign * self.mean(sign, place, kind)
        variance, loose_x, loose_y = self.looseness(place, kind)
        if press:
            # Fingers are where the ball is, about.
            share_x, share_y = self._finger_shares(place)
            x += share_x * (press[0] - x)
            y += share_y * (press[1] - y)
            loose_x *= 1 - share_x
            loose_y *= 1 - share_y
        vx, vy = variance * x, variance * y
        xx, yy = vx * x + loose_x, vy * y + loose_y
        return mass, mass * x, mass * y, variance, vx, vy, xx, vx * y, yy, 1, 0.0

    def feel(self, place: int, press) -> None:
        """Take notice of x and y where hands have pressed within a place, None if they have not."""
        if press or self._pressed[place] or not self._balls[place]:
            term = self.mass_term(1, place, 1, press)
            self._balls[place] = ((-term[0], -term[1], -term[2]) + term[3:], term)
            self._pressed[place] = press

    def _finger_shares(self, place: int) -> tuple:
        """Return how far a ball lies from the middle of a place towards a press, as a share."""
        along, across = (HOLE_MM, HOLE_MM) if place < LEVELS else (ALONG_MM, ACROSS_MM)
        finger = FINGER_MM * FINGER_MM
        along, across = along * along, across * across
        return along / (along + finger), across / (across + finger)

    def put_back_loose(self) -> float:
        """Return the variance of each moment that a square leaves which was lifted and laid."""
        mass = max(self.squares.means)
        return 2 * (mass * self._scale.place_mm) ** 2

    def _balls_off(self, balls: int) -> float:
        """Return the variance of a moment because of where balls lie within squares."""
        return balls * (self.ball_g * HOLE_MM) ** 2

    def mean(self, sign: int, place: int, kind: int) -> float:
        """Return the mass of a kind, g: balls, and perhaps the square on which they lie."""
        square, balls = kind // SQUARE, kind % SQUARE
        return (self.squares.means[square - 1] if square else 0.0) + balls * self.ball_g

    def looseness(self, place: int, kind: int) -> tuple:
        """Return the variances of such a mass, and of its moments because of where it lies."""
        square, balls = kind // SQUARE, kind % SQUARE
        variance = balls * self.ball_variance
        if square:
            mass = self.mean(1, place, kind)
            loose = (mass * self._scale.place_mm) ** 2 + self._balls_off(balls)
            return variance + self.squares.variance(square - 1), loose, loose
        along, across = (HOLE_MM, HOLE_MM) if place < LEVELS else (ALONG_MM, ACROSS_MM)
        one = balls * self.ball_g * self.ball_g
        return variance, one * along * along, one * across * across

    def forget(self, place: int) -> None:
        """Nothing: a ball's own mass is not learnt, and squares keep theirs."""

    def forget_held(self) -> None:
        """Take all squares as unknown: the plate is empty."""
        for square in range(LEVELS):
            self.squares.forget(square)
