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
from boardcore.sensing.explain.contract import Model

PUT, TAKE, FETCH, GIVE_BACK, LIFT, LAY, CLIMB, POUR = range(8)
"""A ball comes onto a square, or is taken off; leaves a rack, or goes back; a square is lifted, or
laid; it changes places with the one above; several balls come into a rack."""
FIRST_BALLS, FIRST_RACK = LEVELS, 2 * LEVELS
STATE = 2 * LEVELS + 2
MISFIT_MOST = 16.0
"""Largest chi^2 of an explanation; beyond it an object is no piece; chosen."""


class Moves(Model):
    """What can happen; ``position`` is what the game says, in the same ten bytes.

    ``opening``: no ball lies on a square of the position yet, so squares may be laid in any order.
    ``climbed``: from where a square has climbed in the last turn, -1 if none has.
    """

    is_ordered = True

    def __init__(self, scale) -> None:
        self.ball_g, grams = scale.masses
        self.ball_variance = (self.ball_g * scale.mass_spread) ** 2
        self._light_g = grams / 2
        self.racks = FIRST_SIDE in scale.cells
        self.position = bytes(STATE)
        self.opening = True
        self.climbed = -1

    def changes(self, state: bytes) -> list:
        """Return the single moves ``(what, place, square)``, in lists that weigh the same."""
        puts, takes, climbs, found = [], [], [], []
        came = self.in_hand(state)
        for slot in range(LEVELS):
            square = state[slot]
            if not square:
                found += [[(LAY, slot, other)] for other in self._layable(state, slot)]
                continue
            found.append([(LIFT, slot, square)])
            if came:
                puts.append((PUT, slot, square))
            if state[FIRST_BALLS + square - 1]:
                takes.append((TAKE, slot, square))
            if slot != TOP and state[slot + 1]:
                climbs.append((CLIMB, slot, square))
        for side in (0, 1) if self.racks else ():
            balls = state[FIRST_RACK + side]
            if balls:
                takes.append((FETCH, LEVELS + side, 0))
            if came and balls < BALLS:
                puts.append((GIVE_BACK, LEVELS + side, 0))
            for count in range(2, 1 + min(BALLS - balls, came)) if self.opening else ():
                found.append([(POUR, LEVELS + side, count)])
        return [puts, takes, climbs] + found

    def may_weigh(self, grams: float, variance: float) -> bool:
        """Return whether a single move may weigh so much."""
        most, ball = MISFIT_MOST * (variance + self.ball_variance), self.ball_g
        if not -self._light_g < grams < self._light_g:
            return True
        return min(grams * grams, (grams - ball) ** 2, (grams + ball) ** 2) <= most

    def follow_ups(self, state: bytes, changes) -> list:
        """Return the moves that hands may make after a move before they rest."""
        what, place, _ = changes[0]
        groups = self.changes(self.made(state, changes[0]))
        groups = [moves for moves in groups if moves and moves[0][0] != POUR]
        if what == TAKE:
            # A ball in a hand weighs nothing, be its square up or not.
            groups = [[move for move in moves if move[:2] != (LIFT, place)] for moves in groups]
        elif what == POUR:
            return []
        return groups

    def compounds(self, state: bytes, came):
        """Yield balls that come out of racks, with what hands do with the last of them.

        It comes onto a square that climbs or with another one, or two come.
        """
        least, most = came
        if most < 0 or least > 1:
            return  # one ball more, or none, lies there then
        left = state[FIRST_RACK:]
        puts = [(PUT, slot, state[slot]) for slot in range(LEVELS) if state[slot]]
        for side in (0, 1) if self.racks else ():
            fetch = (FETCH, LEVELS + side, 0)
            for put in puts if left[side] else ():
                yield self._handful(state, (fetch, put))
                for second in range(side, 2) if least < 0 else ():
                    if left[second] > (second == side):
                        yield self._handful(state, (fetch, (FETCH, LEVELS + second, 0), put))

    def _handful(self, state: bytes, moves) -> tuple:
        slot, puts, climbs = moves[-1][1], [], []
        for move in moves:
            state = self.made(state, move)
        if self.in_hand(state):
            for other in range(slot if len(moves) > 2 else 0, LEVELS):
                if state[other]:
                    puts.append((PUT, other, state[other]))
        if slot != TOP and state[slot + 1]:
            climbs.append((CLIMB, slot, state[slot]))
        return moves, state, [puts, climbs]

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

    def after(self, state: bytes, changes):
        """Return the state after moves."""
        for move in changes:
            state = self.made(state, move)
        return state

    def made(self, state: bytes, move) -> bytes:
        """Return the state after one move."""
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

    def targets(self, state: bytes, came):
        """Yield the position, and a board that is cleared of balls or of all."""
        yield from self.ends(state) if came[1] < -1 else (self.position,)

    def hurry(self, count: int, ms: int) -> float:
        """Return 0: ``prior`` has what hasty moves cost."""
        return 0.0

    def ends(self, state: bytes):
        """Return what may lie there after many moves: the position, bare squares, nothing."""
        bare = state[:FIRST_BALLS] + bytes(LEVELS)
        full = bytes([BALLS, BALLS] if self.racks else [0, 0])
        return (self.position, bare + state[FIRST_RACK:], bare + full, bytes(STATE))
