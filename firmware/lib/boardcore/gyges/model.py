"""Possible moves of rings of Gygès, with priors.

A state is one byte per place of the layout: 0, or the size of its ring.  There are four rings of
each size: those that are missing on the board are in hands, or still to be set up.
"""

from array import array

from boardcore.sensing.explain.contract import PlacesModel

SIZES = (1, 2, 3)
EACH = 4
"""Number of rings of each size, by the rules of the game."""
NOT_PLAYED = 5.0
"""Cost of lifting a ring that may not be played, or setting one up where none may be, nats; chosen.
"""
NOT_ASKED = 4.0
"""Cost of setting up a ring of another size than the lights ask for, nats; chosen."""
UNEXPECTED = 3.0
"""Cost of more changes than a lifted ring, a put one, or both, nats; chosen."""
BOXED = 2.0
"""Cost of a ring that is put in the place of another between two rests, nats; chosen."""
PUT_BACK = 3.0
"""Cost of a ring that was up and is put back, though another one has gone: two that are up are a
boxing; nats, chosen."""


class GygesModel(PlacesModel):
    """Possible changes of rings.  ``expect`` sets what the game expects.

    ``moved``: by place, the rest in which a ring came or went there last.
    """

    # ``keeps``: not in the set-up; then rings only move.

    def __init__(self, places: int) -> None:
        self.places = places
        self.moved = array("i", [0] * places)
        self._rests = 0
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

    def show(self, state: bytes, readings) -> None:
        """Write the size of the ring on each place; note where that is another than before."""
        self._rests += 1
        for at in range(len(state)):
            if readings[at] != state[at]:
                self.moved[at] = self._rests
                readings[at] = state[at]

    def is_whole(self, state: bytes) -> bool:
        """Return True if as many rings lie there as in the position."""
        return state.count(b"\0") == self.position.count(b"\0")

    def changes(self, state: bytes) -> list:
        """Return the rings that lie there, and where those in hand may come, by size."""
        up = [size for size in SIZES if state.count(bytes([size])) < EACH]
        lifts = [self._of_size(state, size) for size in SIZES]
        return lifts + [self._puts(state, size) for size in up]

    def follow_ups(self, state: bytes, changes) -> list:
        """Return where rings may come once one of these is lifted, by size."""
        sign, _, lifted = changes[0]
        if sign > 0:
            return []
        if self._setup:
            # On the latest ring a hand lay still: it is a lighter one.
            last = max(self.moved)
            if len([at for at in range(len(state)) if self.moved[at] == last]) > 1:
                return []
            places = [at for _, at, _ in changes if self.moved[at] == last]
            return [[(1, at, size) for at in places] for size in range(1, lifted)]
        # Where one lies, another may come when that is gone.
        found = [[(1, at, size) for _, at, _ in changes] for size in SIZES if size != lifted]
        if state.count(bytes([lifted])) == EACH:
            found.append(self._puts(state, lifted))
        return found

    def _of_size(self, state: bytes, size: int) -> list:
        return [(-1, at, size) for at in range(len(state)) if state[at] == size]

    def _puts(self, state: bytes, size: int) -> list:
        return [(1, at, size) for at in range(len(state)) if not state[at]]

    def redo(self, state: bytes) -> list:
        """Return the rings that may be boxed, or box: tried where nothing else explains."""
        if self._setup:
            return []
        return [(-1, at, state[at]) for at in range(len(state)) if state[at]]

    def after(self, state: bytes, changes):
        """Return the rings then, None if they cannot be or there are too many of a size."""
        after = PlacesModel.after(self, state, changes)
        if after is None or [1 for size in SIZES if after.count(bytes([size])) > EACH]:
            return None
        return after

    def targets(self, state: bytes, came):
        """Yield the position, the one before, and an empty board."""
        for target in self._targets:
            if target and target != state:
                yield target
        yield bytes(len(state))

    def compounds(self, state: bytes, came):
        """Yield boxings: a ring is put in the place of another one, which then goes elsewhere.

        Also from the position: what was done before this rest may be part of the same turn.
        """
        if self._setup:
            return
        yield from self._boxings(state)
        if state != self.position and len(self.position) == len(state):
            yield from self._boxings(self.position, state)

    def _boxings(self, state: bytes, start=None):
        """Yield boxings in a state; ``start``: where changes count from, if not there."""
        origins = self._origins
        sources = [(at, state[at]) for at in range(len(state)) if state[at]]
        if origins is not None:
            sources = [row for row in sources if row[0] in origins]
        sources += [(-1, size) for size in SIZES if state.count(bytes([size])) < EACH]
        for source, size in sources:
            for at in range(len(state)):
                if state[at] and at != source:
                    cells = bytearray(state)
                    if source >= 0:
                        cells[source] = 0
                    cells[at] = size
                    pushed = state[at]
                    empty = [i for i in range(len(cells)) if not cells[i]]
                    middle = bytes(cells)
                    changes = self.between(start or state, middle)
                    yield changes, middle, [[(1, i, pushed) for i in empty]]

    def prior(self, state: bytes, changes, after: bytes, expected: bool, moved: bool) -> float:
        """Return the cost of the changes before anything is measured, nats."""
        if after in self._targets:
            return 0.0
        cost = BOXED if expected else 0.0
        if not expected and (len(changes) > 2 or (len(changes) == 2 and not moved)):
            cost += UNEXPECTED
        if self._setup:
            for sign, at, size in changes:
                if sign < 0 or at not in self._setup:
                    cost += NOT_PLAYED
                else:
                    cost += NOT_ASKED * (size != self._asked)
            return cost
        position = self.position
        for _, at, size in changes if position else ():
            if position[at] == after[at] == size and not state[at]:
                # None of its size has gone that may have boxed it.
                others = [1 for i in range(len(after)) if position[i] == size != after[i]]
                cost += 0 if others else PUT_BACK
        if self._origins is not None and state == self._targets[0]:
            before = self._targets[1]
            for sign, at, size in changes:
                # The ring that came last may be pushed on.
                came_last = len(before) == len(state) and before[at] != size
                if sign < 0 and (at in self._origins or came_last):
                    return cost
            return cost + (NOT_PLAYED if changes else 0.0)
        return cost
