"""Rings: which rings of Gygès can come and go; the decoder's ``model`` for Gygès.

A state is one byte per place of the layout: 0, or the size of its ring.  There are four rings of
each size: those that are missing on the board are in hands, or still to be set up.
"""

SIZES = (1, 2, 3)
EACH = 4
"""Rings of each size."""
NOT_PLAYED = 5.0
"""Cost of lifting a ring that the player to move may not play, nats; chosen."""
PUSHED_ON = 1.0
"""Cost of lifting the ring that came last: it may be pushed on, nats; chosen."""
NOT_ASKED = 2.0
"""Cost of setting up a ring of another size than the lights ask for, nats; chosen."""
UNEXPECTED = 3.0
"""Cost of more changes than a lifted ring, a put one, or both, nats; chosen."""
BOXED = 2.0
"""Cost of a ring that is put in the place of another between two rests, nats; chosen."""


class Rings:
    """Possible changes of rings.  ``expect`` sets what the game expects."""

    pause_ms = 0
    misfit_most = 22.0
    keeps = False  # in the set-up; then rings only move

    def __init__(self, scale) -> None:
        self._places = scale.places
        self._masses = scale.masses
        self._pitch_mm = scale.pitch_mm
        self._origins = None  # places of the rings that may be played, None for any
        self._setup: tuple = ()  # places where rings may be set up, () after the set-up
        self._asked = 0
        self._targets: list[bytes] = []
        self.position = b""

    def expect(self, position: bytes, before: bytes, origins, setup, asked: int) -> None:
        """Take notice of the position, the one before, and what may be played or set up.

        ``asked``: the size of the ring that the lights ask for, 0 after the set-up.
        """
        self.position = position
        self._targets = [position, before]
        self._origins, self._setup, self._asked = origins, setup, asked
        self.keeps = not setup

    def firsts(self, state: bytes) -> list:
        """Return the rings that lie there, and where those in hand may come."""
        changes = [(-1, at, state[at]) for at in range(len(state)) if state[at]]
        for size in SIZES:
            if state.count(bytes([size])) < EACH:
                changes += self._puts(state, size)
        return changes

    def seconds(self, state: bytes) -> list:
        """Return where rings may come that are lifted first."""
        if self._setup:
            return []
        changes: list = []
        for size in SIZES:
            if state.count(bytes([size])) == EACH:
                changes += self._puts(state, size)
        # Where one lies, another may come when that is gone.
        return changes + [(1, at, s) for at in range(len(state)) if state[at] for s in SIZES]

    def _puts(self, state: bytes, size: int) -> list:
        places = self._setup or range(len(state))
        return [(1, at, size) for at in places if not state[at]]

    def again(self, state: bytes) -> list:
        """Return the rings that may be boxed, or box: tried where nothing else explains."""
        if self._setup:
            return []
        return [(-1, at, state[at]) for at in range(len(state)) if state[at]]

    def after(self, state: bytes, changes):
        """Return the rings then, None if two share a place or there are too many of a size."""
        cells = bytearray(state)
        for sign, at, size in changes:
            if sign < 0:
                if cells[at] != size:
                    return None
                cells[at] = 0
        for sign, at, size in changes:
            if sign > 0:
                if cells[at]:
                    return None
                cells[at] = size
        after = bytes(cells)
        for size in SIZES:
            if after.count(bytes([size])) > EACH:
                return None
        return after

    def between(self, state: bytes, target: bytes):
        """Return the changes that lead to a target, what is lifted first."""
        lifts, puts = [], []
        for at in range(len(state)):
            if state[at] != target[at]:
                if state[at]:
                    lifts.append((-1, at, state[at]))
                if target[at]:
                    puts.append((1, at, target[at]))
        return tuple(lifts + puts)

    def targets(self, state: bytes, difference):
        """Yield the position, the one before, an empty board, and boxings that fit."""
        for target in self._targets:
            if target and target != state:
                yield target
        yield bytes(len(state))
        if self._setup:
            return
        yield from self._boxings(state, difference)
        position = self.position
        if state != position and len(position) == len(state):
            # What was done before this rest was part of the same turn.
            yield from self._boxings(position, self._since(position, state, difference))

    def _boxings(self, state: bytes, difference):
        """Yield states after a ring took another's place and that one went elsewhere, or is up.

        The difference d tells where it went: with the ring a, which lay there or was in a hand,
        and what is left, r = d - m_a (b - a), it lies at c = b + r / m_b.
        """
        places, masses = self._places, self._masses
        rings = [at for at in range(len(state)) if state[at]]
        sources = [(state[a], a) for a in rings if self._origins is None or a in self._origins]
        for size in SIZES:
            if state.count(bytes([size])) < EACH:
                sources.append((size, -1))
        for size, a in sources:
            mine = masses[size - 1]
            x, y = places[a] if a >= 0 else (0.0, 0.0)
            w = difference[0] - (mine if a < 0 else 0.0)
            for b in rings:
                other = masses[state[b] - 1]
                up = w < -other / 2
                if a == b or abs(w + (other if up else 0.0)) > masses[0] / 2:
                    continue
                bx, by = places[b]
                x_left = difference[1] - mine * (bx - x)
                y_left = difference[2] - mine * (by - y)
                far = 2 if up else 1
                cells = bytearray(state)
                if a >= 0:
                    cells[a] = 0
                cells[b] = size
                near = self._near(far * bx + x_left / other, far * by + y_left / other)
                if up and b in near:
                    yield bytes(cells)
                for c in () if up else near:
                    if c != b and not cells[c]:
                        cells[c] = state[b]
                        yield bytes(cells)
                        cells[c] = 0

    def _since(self, position: bytes, state: bytes, difference) -> tuple:
        """Return the difference to the position instead of to the state."""
        w, x, y = difference
        for sign, at, size in self.between(position, state):
            mass = sign * self._masses[size - 1]
            w += mass
            x += mass * self._places[at][0]
            y += mass * self._places[at][1]
        return w, x, y

    def _near(self, x: float, y: float) -> list:
        """Return the places near a point: masses are not known well enough to tell one."""
        far = 1.2 * self._pitch_mm
        places = self._places
        return [
            at
            for at in range(len(places))
            if -far < places[at][0] - x < far and -far < places[at][1] - y < far
        ]

    def prior(self, state: bytes, changes, after: bytes, expected: bool, moved: bool) -> float:
        """Return the cost of the changes before anything is measured, nats."""
        if after in self._targets:
            return 0.0
        cost = BOXED if expected else 0.0
        if not expected and (len(changes) > 2 or (len(changes) == 2 and not moved)):
            cost += UNEXPECTED
        if self._setup:
            for sign, _, size in changes:
                cost += NOT_PLAYED if sign < 0 else NOT_ASKED * (size != self._asked)
            return cost
        if self._origins is not None and state == self._targets[0]:
            for sign, at, _ in changes:
                if sign < 0 and at in self._origins:
                    return cost
            for sign, at, size in changes:
                before = self._targets[1]
                if sign < 0 and len(before) == len(state) and before[at] != size:
                    return cost + PUSHED_ON
            return cost + (NOT_PLAYED if changes else 0.0)
        return cost
