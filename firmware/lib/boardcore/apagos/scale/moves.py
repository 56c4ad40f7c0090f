"""Moves: what hands can do with the squares and balls of Apagos that lie on a plate.

A state is ten bytes: the square in each of the four slots (1 to 4, 0 for none), the balls on each
square wherever it is, and the balls in the racks of White and Black.  Squares are told apart by
where they lay when the game began.  Where a layout has no racks, their balls count as 0.

Hands are quicker than a rest, so a move may be a climb as a whole: two squares change places with
their balls.
"""

from boardcore.apagos.places import FIRST_SIDE
from boardcore.apagos.positions import BALLS, LEVELS
from boardcore.apagos.rules import TOP

PUT, TAKE, FETCH, GIVE_BACK, LIFT, LAY, CLIMB, POUR = range(8)
"""A ball comes onto a square, or is taken off; leaves a rack, or goes back; a square is lifted, or
laid; it changes places with the one above; several balls come into a rack."""
FIRST_BALLS, FIRST_RACK = LEVELS, 2 * LEVELS
STATE = 2 * LEVELS + 2
CAME, WENT, EVEN, LIGHTER, HEAVIER = 1, 2, 4, 8, 16
"""Kinds of moves by their weight, a bit each: a ball comes, or goes, squares climb, one is lifted,
or laid."""
ANY = CAME | WENT | EVEN | LIGHTER | HEAVIER
MISFIT_MOST = 16.0
"""Largest chi^2 of an explanation; beyond it an object is no piece; chosen."""


class Moves:
    """What can happen; ``position`` is what the game says, in the same ten bytes.

    ``opening``: no ball lies on a square of the position yet, so squares may be laid in any order.
    ``climbed``: from where a square has climbed in the last turn, -1 if none has.
    """

    keeps = False

    def __init__(self, scale) -> None:
        self.ball_g, grams = scale.masses
        self.ball_variance = (self.ball_g * scale.mass_spread) ** 2
        self._light_g = grams / 2
        self.racks = FIRST_SIDE in scale.cells
        self.position = bytes(STATE)
        self.opening = True
        self.climbed = -1

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
        most = MISFIT_MOST * (variance + self.ball_variance)
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
            if self.kinds(dw - grams, variance + self.ball_variance):
                kinds |= kind
        return self.moves(state, kinds)

    def further(self, state: bytes, moves, kinds: int) -> list:
        """Return the moves of some kinds that hands may make after others before they rest.

        ``state``: after those.
        """
        if len(moves) < 2:
            found = self.moves(state, kinds)
            if moves and moves[0][0] == TAKE:
                # A ball in a hand weighs nothing, be its square up or not.
                found = [move for move in found if move[0] != LIFT or move[1] != moves[0][1]]
            return found
        # Balls came out of racks: one more is put, or the square of the last one climbs.
        found, slot = [], moves[-1][1]
        if kinds & CAME and self.in_hand(state):
            for other in range(slot if len(moves) > 2 else 0, LEVELS):
                if state[other]:
                    found.append((PUT, other, state[other]))
        if kinds & EVEN and slot != TOP and state[slot + 1]:
            found.append((CLIMB, slot, state[slot]))
        return found

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
        kinds = self.kinds(dw, variance + 3 * self.ball_variance)
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
