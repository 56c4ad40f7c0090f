"""Rings: which rings of Gygès can come and go; the decoder's ``model`` for Gygès.

A state is one byte per place of the layout: 0, or the size of its ring.  There are four rings of
each size: those that are missing on the board are in hands, or still to be set up.
"""

SIZES = (1, 2, 3)
EACH = 4
"""Rings of each size."""
BOXING = 4
"""Most changes of a ring that takes the place of another one, and of that one."""
NOT_PLAYED = 5.0
"""Cost of lifting a ring that the player to move may not play, nats; chosen."""
PUSHED_ON = 1.0
"""Cost of lifting the ring that came last: it may be pushed on, nats; chosen."""
NOT_ASKED = 4.0
"""Cost of setting up a ring of another size than the lights ask for, nats; chosen."""
UNEXPECTED = 3.0
"""Cost of more changes than a lifted ring, a put one, or both, nats; chosen."""
BOXED = 2.0
"""Cost of a ring that is put in the place of another between two rests, nats; chosen."""
PUT_BACK = 3.0
"""Cost of a ring that was up and is put back, though another one has gone: two that are up are a
boxing; nats, chosen."""


class Rings:
    """Possible changes of rings.  ``expect`` sets what the game expects."""

    pause_ms = 0
    misfit_most = 22.0
    keeps = False  # in the set-up; then rings only move

    def __init__(self, scale) -> None:
        self._places = scale.places
        self._masses = scale.masses
        self._pitch_mm = scale.pitch_mm
        self._reach_mm = scale.reach_mm
        self._place_var = scale.place_mm**2
        self._by_x = [
            (x, [at for at in range(len(scale.places)) if scale.places[at][0] == x])
            for x in sorted(set([x for x, _ in scale.places]))
        ]
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
        """Return the rings that lie there, and where those in hand may come, by size."""
        found = [self._of_size(state, size) for size in SIZES]
        for size in SIZES:
            if state.count(bytes([size])) < EACH:
                found.append(self._puts(state, size))
        return found

    def seconds(self, state: bytes, changes) -> list:
        """Return where rings may come once one of these is lifted, by size."""
        sign, _, lifted = changes[0]
        if self._setup or sign > 0:
            return []
        # Where one lies, another may come when that is gone.
        found = [[(1, at, size) for _, at, _ in changes] for size in SIZES if size != lifted]
        if state.count(bytes([lifted])) == EACH:
            found.append(self._puts(state, lifted))
        return found

    def _of_size(self, state: bytes, size: int) -> list:
        return [(-1, at, size) for at in range(len(state)) if state[at] == size]

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

    def targets(self, state: bytes, difference, masses, gate):
        """Yield the position, the one before, an empty board, and boxings that fit.

        ``gate(count, variance)``: how far a moment may be off after so many changes.
        """
        for target in self._targets:
            if target and target != state:
                yield target
        yield bytes(len(state))
        if self._setup:
            return
        yield from self._boxings(state, difference, masses, gate)
        position = self.position
        if state != position and len(position) == len(state):
            # What was done before this rest was part of the same turn.
            since = self._since(position, state, difference)
            yield from self._boxings(position, since, masses, gate)

    def _boxings(self, state: bytes, difference, masses, gate):
        """Yield states after a ring took another's place and that one went elsewhere, or is up.

        The difference d tells where it went: with the ring a, which lay there or was in a hand,
        and what is left, r = d - m_a (b - a), it lies at c = b + r / m_b.  Between long steps
        ``state`` itself is yielded.
        """
        for size, a, pushed in self._sources(state, difference[0], masses):
            mine, variance = masses.known(1 if a < 0 else -1, a, size)
            x, y = self._places[a] if a >= 0 else (0.0, 0.0)
            yield state
            for b, up, other, also in pushed:
                # From b, or, where that ring is up, from the middle.
                bx, by = self._places[b]
                off_x = (difference[1] - mine * (bx - x)) / other
                off_y = (difference[2] - mine * (by - y)) / other
                far = 2 if up else 1
                if a == b or not self._is_inside(far * bx + off_x, far * by + off_y):
                    continue
                yield state
                # (Each was lifted and put, so its own place counts twice.)
                loose = variance * ((bx - x) ** 2 + (by - y) ** 2)
                loose += also * (off_x * off_x + off_y * off_y)
                loose += 2 * self._place_var * (mine * mine + other * other)
                near = self._near(far * bx + off_x, far * by + off_y, gate(BOXING, loose) / other)
                if up and b not in near:
                    continue
                cells = bytearray(state)
                if a >= 0:
                    cells[a] = 0
                cells[b] = size
                if up:
                    yield bytes(cells)
                    continue
                for c in near:
                    if c != b and not cells[c]:
                        cells[c] = state[b]
                        yield bytes(cells)
                        cells[c] = 0

    def _sources(self, state: bytes, w: float, masses) -> list:
        """Return the rings that may have taken a place: size, place or -1, and what they pushed."""
        origins = self._origins
        found = []
        pushed = self._pushed(state, w, masses)
        for at in range(len(state)) if pushed else ():
            if state[at] and (origins is None or at in origins):
                found.append((state[at], at, pushed))
        for size in SIZES:
            if state.count(bytes([size])) < EACH:
                found.append((size, -1, self._pushed(state, w - self._masses[size - 1], masses)))
        return found

    def _is_inside(self, x: float, y: float) -> bool:
        """Return whether a point is on the board, or within a pitch of it."""
        edge = self._reach_mm + self._pitch_mm
        return -edge < x < edge and -edge < y < edge

    def _pushed(self, state: bytes, w: float, masses) -> list:
        """Return the rings that may have been pushed on, or lifted, by what is left of W.

        Rows: its place, whether it is up, mean and variance of its mass.
        """
        found = []
        for at in range(len(state)):
            if state[at]:
                mass = self._masses[state[at] - 1]
                up = w < -mass / 2
                if abs(w + (mass if up else 0.0)) <= self._masses[0] / 2:
                    found.append((at, up) + masses.known(-1, at, state[at]))
        return found

    def _since(self, position: bytes, state: bytes, difference) -> tuple:
        """Return the difference to the position instead of to the state."""
        w, x, y = difference
        for sign, at, size in self.between(position, state):
            mass = sign * self._masses[size - 1]
            w += mass
            x += mass * self._places[at][0]
            y += mass * self._places[at][1]
        return w, x, y

    def _near(self, x: float, y: float, reach_mm: float) -> list:
        """Return the places near a point."""
        far = min(1.2 * self._pitch_mm, reach_mm)
        near: list = []
        for at_x, places in self._by_x:
            if -far < at_x - x < far:
                near += [at for at in places if -far < self._places[at][1] - y < far]
        return near

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
        position = self.position
        for _, at, size in changes if position else ():
            if position[at] == after[at] == size and not state[at]:
                # None of its size has gone that may have boxed it.
                others = [1 for i in range(len(after)) if position[i] == size != after[i]]
                cost += 0 if others else PUT_BACK
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
