"""Ramp: what moves of squares and balls of Apagos change in the weight, and how likely they are.

Which hole a ball lies in has no meaning and is not known, so a ball lies anywhere within a square,
and anywhere along a rack.
"""

from boardcore.apagos.positions import LEVELS
from boardcore.apagos.rules import TOP
from boardcore.apagos.scale.moves import (
    CLIMB,
    FETCH,
    FIRST_BALLS,
    FIRST_RACK,
    GIVE_BACK,
    LAY,
    LIFT,
    POUR,
    PUT,
    TAKE,
    Moves,
)
from boardcore.apagos.scale.squares import Squares

NOTHING = (0.0,) * 11
"""A term, what a move does to the weight: W, Mx, My, the six parts of their covariance (WW, WX, WY,
XX, XY, YY), touches, and what XX and YY have more if squares are turned as they climb.  This one is
that of no move."""
SQUARE = 32
"""Factor of the square in a kind; the rest of a kind is the number of balls on it."""
HOLE_MM = 18.0
"""Standard deviation, per axis, of a ball within its square: holes lie within 25 mm."""
RACK_MM = 50.0
"""Distance of a rack's outermost hollows from its middle."""
ALONG_MM, ACROSS_MM = 31.0, 11.0
"""Standard deviation of a ball within its rack: two rows of five hollows, 22 mm apart."""
FINGER_MM = 14.0
"""Standard deviation, per axis, of a press from the ball that is put or lifted; chosen."""
TURNED = 1.6
"""Cost of a square that is turned as it is moved, so that its balls lie elsewhere, nats: ln 5, as
one in five is."""
UNLIKELY = 4.0
"""Cost of what no rule allows or no light asks for, nats; chosen."""
FUMBLED = 2.5
"""Cost of a ball that was to climb, and goes elsewhere; chosen."""
SELDOM = 1.5
"""Cost of what players do now and then, nats; chosen."""
CLEARED = 10.0
"""Largest cost of clearing the squares where weight has gone, nats; chosen."""
ARRIVED, GONE = 16, 17
"""Not moves, but what a target has more or less: tuples ``(ARRIVED, place, kind)``."""
UNEXPECTED = 2.0
"""Cost, for each piece, of what the game expects without a way there, nats; chosen."""
IDLE = 9.0
"""Cost of a climb that no ball causes, and of a ball without a free hole, nats; chosen: of 96 pairs
of a climb and a ball in doubt, none was made in that order (tests/bench/RESULTS.md)."""
HASTY = 3.0
"""Cost of a climb before the board can have shown the ball, nats; chosen."""
MORE = 1.0
"""Cost of each further move between two rests, unless they belong together, nats; chosen."""
TOGETHER = ((FETCH, PUT), (TAKE, PUT), (TAKE, GIVE_BACK), (PUT, CLIMB), (FETCH, PUT, CLIMB))
"""Kinds of moves that belong together."""


class Ramp(Moves):
    """What can happen, what it weighs and what it costs; ``squares``: what is known of masses."""

    pause_ms = 0

    def __init__(self, scale) -> None:
        Moves.__init__(self, scale)
        self._scale = scale
        self.squares = Squares(scale.masses[1], scale.masses[1] * scale.mass_spread)
        self.slot_mm = scale.places[1][0] - scale.places[0][0]
        self._free = bytes(LEVELS)
        self._mine = bytes(LEVELS)
        self._pressed: list = [None] * len(scale.places)
        self._balls: list = [None] * len(scale.places)
        """By place, the terms of a ball that goes and of one that comes."""
        for place in range(len(scale.places)):
            self.feel(place, None)

    def expect(self, position: bytes, free, mine, opening: bool, climbed: int) -> None:
        """Take notice of the position: free holes and the mover's balls on each level.

        ``climbed``: from where a square has climbed in the last turn, -1 if none has.
        """
        self.position, self.opening, self.climbed = position, opening, climbed
        self._free, self._mine = bytes(free), bytes(mine)

    # How likely it is

    def due(self, state: bytes) -> int:
        """Return the slot whose square is to climb, -1 if none is, or any is up or elsewhere."""
        return self._heavier(state) if state[:LEVELS] == self.position[:LEVELS] else -1

    def _heavier(self, state: bytes) -> int:
        """Return the slot of the position whose square has got a ball, and is to climb; else -1."""
        position = self.position
        if sum(state[FIRST_BALLS:FIRST_RACK]) == sum(position[FIRST_BALLS:FIRST_RACK]) + 1:
            for slot in range(TOP):
                at = FIRST_BALLS + position[slot] - 1
                if position[slot] and state[at] == position[at] + 1:
                    return slot
        return -1

    def _is_surplus(self, state: bytes, square: int) -> bool:
        """Return whether more balls lie there than a turn brings, one of them on this square."""
        at, position = FIRST_BALLS + square - 1, self.position
        many = sum(state[FIRST_BALLS:FIRST_RACK]) > sum(position[FIRST_BALLS:FIRST_RACK]) + 1
        return many and state[at] > position[at]

    def _is_full(self, state: bytes, square: int) -> bool:
        """Return whether no hole of a square is free."""
        at, order = FIRST_BALLS + square - 1, list(self.position[:LEVELS])
        free = self._free[order.index(square)] if square in order else 1
        return state[at] - self.position[at] >= free

    def _laid(self, state: bytes, place: int, square: int) -> float:
        """Return the cost of laying a square there, nats."""
        order = list(self.position[:LEVELS])
        slot = order.index(square) if square in order else place
        low = self._heavier(state)
        if low < 0 or slot not in (low, low + 1):
            return 0.0 if place == slot else UNLIKELY
        if place == slot:
            return SELDOM
        return 0.0 if place in (low, low + 1) else UNLIKELY

    def _apart(self, state: bytes, target: bytes) -> int:
        """Return by how many pieces two states differ."""
        apart = 0
        for at in range(len(state)):
            apart += abs(state[at] - target[at]) if at >= LEVELS else state[at] != target[at]
        return apart

    def prior(self, state: bytes, moves, after: bytes, expected=False, moved=False) -> float:
        """Return the cost of moves before anything is measured, nats."""
        if moves and is_piece(moves[0]):
            cost = UNEXPECTED * self._apart(state, after)
            return cost if after == self.position else min(cost, CLEARED)
        if after == self.position:
            return 0.0
        cost, due = 0.0, self.due(state)
        first = due
        kinds = tuple([move[0] for move in moves])
        if len(moves) > 1 and kinds not in TOGETHER:
            cost += MORE * (len(moves) - 1)
        if kinds[1:] and kinds[-1] == CLIMB and kinds[-2] == PUT:
            # Players wait for the light of the ball.
            cost += HASTY
        for at in range(len(moves)):
            what, place, square = moves[at]
            if what == CLIMB:
                if due != place:
                    # Nobody lets squares climb for nothing; who has may let them go back.
                    back = state[:LEVELS] != self.position[:LEVELS] and not at
                    cost += UNLIKELY if back else IDLE
            elif what == PUT:
                # The lights say which square is to climb first.
                cost += 0.0 if self._free[place] and due < 0 else UNLIKELY
                if self._is_full(state, square):
                    cost += IDLE
                if self.opening and 0 in state[:LEVELS]:
                    cost += UNLIKELY  # squares are laid out before the first ball
                if at and kinds[at - 1] == TAKE and first != moves[at - 1][1] < place:
                    cost += UNLIKELY  # balls that have been played go down only
            elif what == TAKE:
                if self._is_surplus(state, square):
                    pass  # the lights ask for it
                elif due == place and len(moves) == 1:
                    cost += SELDOM
                elif due == place and kinds == (TAKE, PUT):
                    cost += FUMBLED
                elif due >= 0 or not self._mine[place]:
                    cost += UNLIKELY
            elif what == LAY:
                cost += self._laid(state, place, square)
            elif what == LIFT:
                cost += 0.0 if self._heavier(state) in (place - 1, place) else SELDOM
            elif what == GIVE_BACK:
                cost += SELDOM
            state = self.made(state, moves[at])
            due = self.due(state)
        return cost

    # What it changes

    def term(self, state: bytes, move) -> tuple:
        """Return what a move does to the weight, see ``NOTHING``."""
        what, place, square = move
        if what >= ARRIVED:
            return self.mass_term(1 if what == ARRIVED else -1, place, square)
        if what < LIFT:
            return self._balls[place][what in (PUT, GIVE_BACK)]
        if what == POUR:
            return self.mass_term(1, place, square)
        balls = state[FIRST_BALLS + square - 1]
        if what != CLIMB:
            return self.mass_term(1 if what == LAY else -1, place, SQUARE * square + balls)
        other = state[place + 1]
        others = state[FIRST_BALLS + other - 1]
        grams, step = self.squares.grams, self.slot_mm
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
        mass = max(self.squares.grams)
        return 2 * (mass * self._scale.place_mm) ** 2

    def _balls_off(self, balls: int) -> float:
        """Return the variance of a moment because of where balls lie within squares."""
        return balls * (self.ball_g * HOLE_MM) ** 2

    # What the decoder asks besides

    def between(self, state: bytes, target: bytes):
        """Return what a target has more and less, from three pieces on; fewer are single moves."""
        if len(target) != len(state) or self._apart(state, target) <= 2:
            return None
        before, after = self.pieces(state), self.pieces(target)
        gone = [(GONE,) + piece[1:] for piece in before if piece not in after]
        return tuple(gone + [(ARRIVED,) + piece[1:] for piece in after if piece not in before])

    def pieces(self, target: bytes) -> list:
        """Return what lies there as ``(1, place, kind)``, kinds as for ``mean``."""
        found = []
        for slot in range(LEVELS):
            square = target[slot]
            if square:
                found.append((1, slot, SQUARE * square + target[FIRST_BALLS + square - 1]))
        for side in (0, 1) if self.racks else ():
            if target[FIRST_RACK + side]:
                found.append((1, LEVELS + side, target[FIRST_RACK + side]))
        return found

    def mean(self, sign: int, place: int, kind: int) -> float:
        """Return the mass of a kind, g: balls, and perhaps the square on which they lie."""
        square, balls = kind // SQUARE, kind % SQUARE
        return (self.squares.grams[square - 1] if square else 0.0) + balls * self.ball_g

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
        self.squares.forget()


def is_piece(change) -> bool:
    """Return whether this is no move, but a piece that a target has more or less."""
    return change[0] >= ARRIVED
