"""Ramp: what squares and balls of Apagos can do on a plate, and what that changes in the weight.

A state is ten bytes: the square in each of the four slots (1 to 4, 0 for none), the balls on each
square wherever it is, and the balls in the racks of White and Black.  Squares are told apart by
where they lay when the game began.  Where a layout has no racks, their balls count as 0.

Hands are quicker than a rest, so a move may be a climb as a whole: two squares change places with
their balls.  Which hole a ball lies in has no meaning and is not known, so a ball lies anywhere
within a square, and anywhere along a rack.
"""

from boardcore.apagos.places import FIRST_SIDE
from boardcore.apagos.positions import BALLS, LEVELS
from boardcore.apagos.rules import TOP
from boardcore.apagos.scale.squares import Squares

PUT, TAKE, FETCH, GIVE_BACK, LIFT, LAY, CLIMB, POUR = range(8)
"""A ball comes onto a square, or is taken off; leaves a rack, or goes back; a square is lifted, or
laid; it changes places with the one above; several balls come into a rack."""
FIRST_BALLS, FIRST_RACK = LEVELS, 2 * LEVELS
STATE = 2 * LEVELS + 2
NOTHING = (0.0,) * 11
"""A term, what a move does to the weight: W, Mx, My, the six parts of their covariance (WW, WX, WY,
XX, XY, YY), touches, and what XX and YY have more if squares are turned as they climb.  This one is
that of no move."""
CAME, WENT, EVEN, LIGHTER, HEAVIER = 1, 2, 4, 8, 16
"""Kinds of moves by their weight, a bit each: a ball comes, or goes, squares climb, one is lifted,
or laid."""
ANY = CAME | WENT | EVEN | LIGHTER | HEAVIER
MISFIT_MOST = 16.0
"""Largest chi^2 of an explanation; beyond it an object is no piece; chosen."""
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
UNEXPECTED = 2.0
"""Cost, for each piece, of what the game expects without a way there, nats; chosen."""
IDLE = 7.0
"""Cost of a climb that no ball causes, and of a ball without a free hole, nats; chosen."""
HASTY = 3.0
"""Cost of a climb before the board can have shown the ball, nats; chosen."""
MORE = 1.0
"""Cost of each further move between two rests, unless they belong together, nats; chosen."""
TOGETHER = ((FETCH, PUT), (TAKE, PUT), (TAKE, GIVE_BACK), (PUT, CLIMB), (FETCH, PUT, CLIMB))
"""Kinds of moves that belong together."""


class Ramp:
    """What can happen; ``position`` is what the game says, in the same ten bytes.

    ``squares``: what is known of their masses.  ``opening``: no ball lies on a square of the
    position yet, so squares may be laid in any order.
    """

    pause_ms = 0

    def __init__(self, scale) -> None:
        self._scale = scale
        self.ball_g, grams = scale.masses
        self._ball_var = (self.ball_g * scale.mass_spread) ** 2
        self._light_g = grams / 2
        self.squares = Squares(grams, grams * scale.mass_spread)
        self.racks = FIRST_SIDE in scale.cells
        self.slot_mm = scale.places[1][0] - scale.places[0][0]
        self.position = bytes(STATE)
        self.opening = True
        self.climbed = -1
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

    # What can happen

    def moves(self, state: bytes, kinds: int = ANY) -> list:
        """Return the single moves of some kinds, tuples ``(what, place, square)``."""
        found: list = []
        came = kinds & CAME and self.in_hand(state)
        for slot in range(LEVELS):
            square = state[slot]
            if not square:
                if kinds & HEAVIER:
                    found += [(LAY, slot, other) for other in self._layable(state, slot)]
                continue
            if came:
                found.append((PUT, slot, square))
            if kinds & WENT and state[FIRST_BALLS + square - 1]:
                found.append((TAKE, slot, square))
            if kinds & LIGHTER:
                found.append((LIFT, slot, square))
            if kinds & EVEN and slot != TOP and state[slot + 1]:
                found.append((CLIMB, slot, square))
        for side in (0, 1) if self.racks else ():
            if kinds & WENT and state[FIRST_RACK + side]:
                found.append((FETCH, LEVELS + side, 0))
            if came and state[FIRST_RACK + side] < BALLS:
                found.append((GIVE_BACK, LEVELS + side, 0))
        return found

    def kinds(self, grams: float, variance: float) -> int:
        """Return which kinds of moves may weigh so much."""
        ball = self.ball_g
        most = MISFIT_MOST * (variance + self._ball_var)
        found = EVEN if grams * grams <= most else 0
        if (grams - ball) * (grams - ball) <= most:
            found |= CAME
        if (grams + ball) * (grams + ball) <= most:
            found |= WENT
        if not -self._light_g < grams < self._light_g:
            found |= HEAVIER if grams > 0 else LIGHTER
        return found

    def firsts(self, state: bytes, dw: float, variance: float) -> list:
        """Return the single moves that with one more may weigh so much."""
        kinds = LIGHTER | HEAVIER
        if 0 not in state[:LEVELS] and dw > -self._light_g:
            if dw > self._light_g:
                return []
            kinds = 0  # a square that is lifted is laid again: nothing has changed
        for kind, grams in ((CAME, self.ball_g), (WENT, -self.ball_g), (EVEN, 0.0)):
            if self.kinds(dw - grams, variance + self._ball_var):
                kinds |= kind
        return self.moves(state, kinds)

    def follows(self, moves, move) -> bool:
        """Return whether hands make a move after others before they rest."""
        if not moves:
            return True
        what, place, _ = move
        before, where, _ = moves[-1]
        if len(moves) == 1:
            # A ball in a hand weighs nothing, be its square up or not.
            return (before, what) != (TAKE, LIFT) or where != place
        # Balls out of a rack: one more is put, or the square climbs at once.
        if what == CLIMB:
            return place == where
        return what == PUT and (len(moves) == 2 or place >= where)

    def in_hand(self, state: bytes) -> int:
        """Return how many balls are neither on squares nor in racks."""
        return 2 * BALLS - sum(state[FIRST_BALLS:])

    def _layable(self, state: bytes, slot: int) -> list:
        """Return the squares that may be laid into an empty slot."""
        free = [square for square in range(1, LEVELS + 1) if square not in state[:LEVELS]]
        if self.opening and not sum(state[FIRST_BALLS:FIRST_RACK]):
            # All are alike until a ball lies there: each is called by the slot that it comes to.
            return [slot + 1] if slot + 1 in free else free[:1]
        return free

    def pour(self, state: bytes, dw: float) -> list:
        """Return how many balls may have come into each rack at once, as moves."""
        if not (self.racks and self.opening):
            return []
        count = int(dw / self.ball_g + 0.5)
        found = []
        for side in (0, 1):
            if 1 < count <= min(BALLS - state[FIRST_RACK + side], self.in_hand(state)):
                found.append((POUR, LEVELS + side, count))
        return found

    def handfuls(self, state: bytes, dw: float, variance: float) -> list:
        """Return all but the last of moves that bring balls out of racks and weigh so much.

        A ball comes onto a square that climbs or with another one, or two come.
        """
        kinds = self.kinds(dw, variance + 3 * self._ball_var)
        found: list = []
        left = state[FIRST_RACK:]
        puts = [(PUT, slot, state[slot]) for slot in range(LEVELS) if state[slot]]
        for side in (0, 1) if self.racks and kinds & (CAME | EVEN) else ():
            fetch = (FETCH, LEVELS + side, 0)
            for put in puts if left[side] else ():
                found.append((fetch, put))
                for second in range(side, 2) if kinds & EVEN else ():
                    if left[second] > (second == side):
                        found.append((fetch, (FETCH, LEVELS + second, 0), put))
        return found

    def after(self, state: bytes, move) -> bytes:
        """Return the state after a move."""
        what, place, square = move
        out = bytearray(state)
        if what == PUT:
            out[FIRST_BALLS + square - 1] += 1
        elif what == TAKE:
            out[FIRST_BALLS + square - 1] -= 1
        elif what == LIFT:
            out[place] = 0
        elif what == LAY:
            out[place] = square
        elif what == CLIMB:
            out[place], out[place + 1] = out[place + 1], out[place]
        else:
            out[FIRST_RACK + place - LEVELS] += {FETCH: -1, GIVE_BACK: 1}.get(what, square)
        return bytes(out)

    def begun(self) -> list:
        """Return what may lie there before the game, besides the position.

        That is nothing, full racks with the lowest squares, and all squares alone.
        """
        racks = self.position[FIRST_RACK:]
        found = [bytes(STATE), self.position[:FIRST_RACK] + bytes(2)]
        for count in range(LEVELS):
            laid = bytes([level + 1 if level < count else 0 for level in range(FIRST_RACK)])
            if laid + racks not in found:
                found.append(laid + racks)
        return found

    def is_laid_out(self, state: bytes) -> bool:
        """Return whether all four squares lie there, without a ball."""
        return 0 not in state[:LEVELS] and not sum(state[FIRST_BALLS:FIRST_RACK])

    def targets(self, state: bytes):
        """Return what may lie there after many moves: the position, bare squares, nothing."""
        bare = state[:FIRST_BALLS] + bytes(LEVELS)
        full = bytes([BALLS, BALLS] if self.racks else [0, 0])
        return (self.position, bare + state[FIRST_RACK:], bare + full, bytes(STATE))

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

    # What it changes

    def term(self, state: bytes, move) -> tuple:
        """Return what a move does to the weight, see ``NOTHING``."""
        what, place, square = move
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
        variance += self._ball_var * (balls + others)
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

    def prior(self, state: bytes, moves, after: bytes) -> float:
        """Return the cost of moves before anything is measured, nats."""
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
                    back = state != self.position and not at
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
            state = self.after(state, moves[at])
            due = self.due(state)
        return cost

    # What the decoder asks besides

    def between(self, state: bytes, target: bytes) -> list:
        """Return what lies on the plate in ``target``: ``(1, place, kind)``, as for ``mean``."""
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
        variance = balls * self._ball_var
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
