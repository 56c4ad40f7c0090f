"""Possible moves of squares and balls of Apagos on a plate, with priors.

A state is ten bytes: the square in each of the four slots (1 to 4, 0 for none), the balls on each
square wherever it is, and the balls in the racks of White and Black.  Squares are told apart by
where they lay when the game began.  Where a layout has no racks, their balls count as 0.

Hands are quicker than a rest, so a move may be a climb as a whole: two squares change places with
their balls.
"""

from boardcore.apagos.positions import BALLS, LEVELS
from boardcore.apagos.rules import TOP
from boardcore.sensing.explain.contract import Model

PUT, TAKE, FETCH, GIVE_BACK, LIFT, LAY, CLIMB, POUR = range(8)
"""A ball comes onto a square, or is taken off; leaves a rack, or goes back; a square is lifted, or
laid; it changes places with the one above; several balls come into a rack."""
COMES = (PUT, GIVE_BACK)
"""Moves by which a single ball comes."""
FIRST_BALLS, FIRST_RACK = LEVELS, 2 * LEVELS
STATE = 2 * LEVELS + 2
"""Number of items of a state: balls on each level and kind of each, as stored by this model."""
SQUARE = 32
"""Factor of the square in a kind; the rest of a kind is the number of balls on it; as stored by
this model."""
BEGUN = 6.0
"""Cost of a board that is not laid out yet at power-on, nats; chosen above the margin: nobody is
asked."""
SURE = 2.0
"""Largest cost of a complete layout that is preferred to an incomplete one, nats; chosen."""
UNLIKELY = 4.0
"""Cost of what no rule allows or no light asks for, nats; chosen."""
FUMBLED = 2.5
"""Cost of a ball that was to climb, and goes elsewhere; chosen."""
SELDOM = 1.5
"""Cost of what players do now and then, nats; chosen."""
CLEARED = 10.0
"""Largest cost of clearing the squares where weight has gone, nats; chosen."""
UNEXPECTED = 2.0
"""Cost, for each move, of what the game expects with a long way there, nats; chosen."""
IDLE = 9.0
"""Cost of a climb that no ball causes, and of a ball without a free hole, nats; chosen: of 96 pairs
of a climb and a ball in doubt, none was made in that order (notes/apagos-climbs.md)."""
HASTY = 3.0
"""Cost of a climb before the board can have shown the ball, nats; chosen."""
MORE = 1.0
"""Cost of each further move between two rests, unless they belong together, nats; chosen."""
TOGETHER = ((FETCH, PUT), (TAKE, PUT), (TAKE, GIVE_BACK), (PUT, CLIMB), (FETCH, PUT, CLIMB))
"""Kinds of moves that belong together."""


class ApagosModel(Model):
    """Possible changes; ``position`` and the likeliest ``state`` are ten bytes.

    ``racks``: whether they stand on the plate; ``climbed``: from where a square has climbed in the
    last turn, -1 if none has.
    """

    is_ordered = is_open = True
    places = STATE

    def __init__(self, racks: bool) -> None:
        self.racks = racks
        self.position = self.state = bytes(STATE)
        self.climbed = -1
        self._free = self._mine = bytes(LEVELS)

    def expect(self, position: bytes, free, mine, is_open: bool, climbed: int) -> None:
        """Take notice of the position: free holes and the mover's balls on each level.

        ``is_open``: no ball lies on a square yet, so squares may be laid in any order.
        """
        self.position, self.is_open, self.climbed = position, is_open, climbed
        self._free, self._mine = bytes(free), bytes(mine)

    def show(self, state: bytes, readings) -> None:
        """Note what is likeliest; the ten bytes are shown."""
        self.state = state
        readings[:] = state

    # What can happen

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
            for count in range(2, 1 + min(BALLS - balls, came)) if self.is_open else ():
                found.append([(POUR, LEVELS + side, count)])
        return [puts, takes, climbs] + found

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
        state = self.after(state, moves)
        if self.in_hand(state):
            for other in range(slot if len(moves) > 2 else 0, LEVELS):
                if state[other]:
                    puts.append((PUT, other, state[other]))
        if slot != TOP and state[slot + 1] and len(moves) == 2:
            climbs.append((CLIMB, slot, state[slot]))
        return moves, state, [puts, climbs]

    def in_hand(self, state: bytes) -> int:
        """Return how many balls are neither on squares nor in racks."""
        return 2 * BALLS - sum(state[FIRST_BALLS:])

    def _layable(self, state: bytes, slot: int) -> list:
        """Return the squares that may be laid into an empty slot."""
        free = [square for square in range(1, LEVELS + 1) if square not in state[:LEVELS]]
        if self.is_open and not sum(state[FIRST_BALLS:FIRST_RACK]):
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

    def begun(self, state: bytes) -> list:
        """Return what may lie there besides before the first ball.

        That is nothing, full racks with the lowest squares, and all squares alone.
        """
        if not self.is_open:
            return []
        racks = self.position[FIRST_RACK:]
        found = [bytes(STATE), self.position[:FIRST_RACK] + bytes(2)]
        for count in range(LEVELS):
            laid = bytes([level + 1 if level < count else 0 for level in range(FIRST_RACK)])
            if laid + racks not in found:
                found.append(laid + racks)
        return [(other, BEGUN) for other in found if other != state]

    def revised(self, state: bytes, posterior) -> list:
        """Return the position alone once all four squares lie there, whatever lay there first.

        Then squares are called by where they lie when the game begins.
        """
        position = self.position
        lacking = 0 in state[:LEVELS] or 0 in posterior[0][0][:LEVELS]
        if not self.is_open or not lacking or 0 in position[:LEVELS]:
            return posterior
        laid = [other for other, cost in posterior if cost < SURE and self.is_laid_out(other)]
        if not laid:
            return posterior
        # A list: CircuitPython's bytes find no number.
        order, racks = list(laid[0][:LEVELS]), laid[0][FIRST_RACK:]
        self.rename([order.index(square) for square in position[:LEVELS]])
        if racks == position[FIRST_RACK:]:
            return [(position, 0.0)]
        return [(position, 0.0), (position[:FIRST_RACK] + racks, BEGUN)]

    def rename(self, order) -> None:
        """Call the square ``order[i]``, from 0, by the number i from now on."""

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

    def between(self, state: bytes, target: bytes):
        """Return three or more moves that lead to a target; fewer are tried anyway."""
        order, squares = list(state[:LEVELS]), list(target[:LEVELS])
        takes, lifts, lays, puts = [], [], [], []
        for slot in range(LEVELS):
            square, other = order[slot], squares[slot]
            if square != other:
                lifts += [(LIFT, slot, square)] if square else []
                lays += [(LAY, slot, other)] if other else []
            if square:
                at = FIRST_BALLS + square - 1
                takes += [(TAKE, slot, square)] * (state[at] - target[at])
            if other:
                at = FIRST_BALLS + other - 1
                puts += [(PUT, slot, other)] * (target[at] - state[at])
        for place in range(LEVELS, LEVELS + 2):
            more = target[LEVELS + place] - state[LEVELS + place]
            takes += [(FETCH, place, 0)] * -more
            puts += [(GIVE_BACK, place, 0)] * more
        moves = takes + lifts + lays + puts
        return tuple(moves) if len(moves) > 2 else None

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

    # How likely that is

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

    def prior(self, state: bytes, moves, after: bytes, expected=False, moved=False) -> float:
        """Return the cost of moves before anything is measured, nats."""
        if expected:
            cost = UNEXPECTED * len(moves)
            return cost if after == self.position else min(cost, CLEARED)
        if after == self.position:
            return 0.0
        cost, due = 0.0, self.due(state)
        position, first = self.position, due
        more = sum(state[FIRST_BALLS:FIRST_RACK]) - sum(position[FIRST_BALLS:FIRST_RACK])
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
                    # No square climbs for nothing; the wrong ones may, and go back then.
                    back = state[:LEVELS] != self.position[:LEVELS] and not at
                    cost += UNLIKELY if back or due >= 0 else IDLE
            elif what == PUT:
                # The lights say which square is to climb first, whatever else was lifted.
                asked = due < 0 and (first < 0 or moves[0][:2] == (TAKE, first))
                cost += 0.0 if self._free[place] and asked else UNLIKELY
                if self._is_full(state, square):
                    cost += IDLE
                if self.is_open and 0 in state[:LEVELS]:
                    cost += UNLIKELY  # squares are laid out before the first ball
                if at and kinds[at - 1] == TAKE and first != moves[at - 1][1] < place:
                    cost += UNLIKELY  # balls that have been played go down only
            elif what == TAKE:
                at_square = FIRST_BALLS + square - 1
                if more > 1 and state[at_square] > position[at_square]:
                    pass  # more balls than a turn brings: the lights ask for those that came
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
