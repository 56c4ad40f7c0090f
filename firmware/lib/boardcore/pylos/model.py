"""Possible moves of balls of Pylos, with priors.

A state is a set of cells, one int.  Levels 0 and 2 share x and y, so do 1 and 3; but a ball can
only lie where four carry it, and only go where none lies on it, so they never compete.
"""

from boardcore.pylos.cells import ABOVE, CELLS, LEVEL, SUPPORTS, cells_of, count
from boardcore.sensing.explain.contract import Model

NEXT_MS, NOT_YET = 800, 3.0
"""Rest before the next player's turn, and the cost of a shorter one, nats; chosen."""
NOT_THEIRS = 3.5
"""Cost of lifting a ball of the player who is not to move, nats; chosen."""
UNEXPECTED = 7.0
"""Cost of a state that no turn passes through, nats; chosen."""
BALL = 1
MANY = 4
"""Number of balls that a turn moves at most, by the rules: one raised, two taken back."""


class PylosModel(Model):
    """Possible changes of balls.  ``expect`` sets what the game expects."""

    def __init__(self, cells) -> None:
        """``cells``: by place of the layout."""
        self._place_of = bytearray(CELLS)
        for place in range(len(cells)):
            self._place_of[cells[place]] = place
        self._cells = cells
        self.places = len(cells)
        self.position = self._others = self._others_before = 0
        self._before = -1
        self._targets: list[int] = [0]
        self.shapes = 0
        """Cells where a ball of the side to move would complete a square or line."""
        self.ends = None
        """Returns what stands after each legal turn, one after the other; None: nobody knows."""

    def show(self, state: int, readings) -> None:
        """Write whether a ball lies on each place."""
        for place in range(len(readings)):
            readings[place] = state >> self._cells[place] & 1

    def expect(self, position: int, others: int, before: int = -1, others_before: int = 0) -> None:
        """Take notice of the position, and of the balls of who is not to move.

        ``before``, ``others_before``: the same before the last turn, -1 if there was none.
        """
        self.position, self._others = position, others
        self._before, self._others_before = before, others_before
        self._targets = [0, position] if before < 0 else [0, position, before]

    @property
    def is_same_player(self) -> bool:
        """Whether the hand that comes has hardly left: it belongs to who made the last turn."""
        return self._before >= 0 and self.pause_ms < NEXT_MS

    def changes(self, state: int) -> list:
        """Return the balls that carry none, and the cells that four carry or the board."""
        lifts: list = []
        puts: list = []
        for cell in range(CELLS):
            if state >> cell & 1:
                if not state & ABOVE[cell]:
                    lifts.append((-1, self._place_of[cell], BALL))
            elif state & SUPPORTS[cell] == SUPPORTS[cell]:
                puts.append((1, self._place_of[cell], BALL))
        return [lifts, puts]

    def follow_ups(self, state: int, changes) -> list:
        """Return what is bare once one of these balls is lifted, or carried once one has come."""
        found: list = []
        for sign, place, _ in changes:
            cell = self._cells[place]
            for other in cells_of(SUPPORTS[cell] if sign < 0 else ABOVE[cell]):
                left = state & ABOVE[other] if sign < 0 else SUPPORTS[other] & ~state
                if left == 1 << cell:
                    found.append((sign, self._place_of[other], BALL))
        return [found]

    def after(self, state: int, changes):
        """Return the balls then, None if one of them would fall."""
        for _, place, _ in changes:
            state ^= 1 << self._cells[place]
        for sign, place, _ in changes:
            cell = self._cells[place]
            if sign > 0 and state & SUPPORTS[cell] != SUPPORTS[cell]:
                return None
            if sign < 0 and state & ABOVE[cell]:
                return None
        return state

    def pieces(self, state: int) -> list:
        """Return the balls of a state as changes."""
        return [(1, self._place_of[cell], BALL) for cell in cells_of(state)]

    def between(self, state: int, target: int):
        """Return the changes that lead to a target, None if they are too many."""
        changed = state ^ target
        if count(changed) > MANY and target not in self._targets:
            return None
        cells = cells_of(changed)
        return tuple([(1 if target >> c & 1 else -1, self._place_of[c], BALL) for c in cells])

    def targets(self, state: int, came):
        """Yield the position, the one before, an empty board, and the ends of legal turns."""
        for target in self._targets:
            if target != state:
                yield target
        if self.ends is None:
            return
        least, most = came
        for target in self.ends():
            more = count(target & ~state) - count(state & ~target)
            # ``state`` itself between long steps.
            yield target if least < more < most else state

    def prior(self, state: int, changes, after: int, expected: bool, moved: bool) -> float:
        """Return the cost of the changes before anything is measured, nats.

        ``expected``: they end a legal turn, or lead to a position that was; ``moved``: one ball
        goes from a cell to another.
        """
        slid = self._before >= 0 and self._may_come(after, self._before, self._others_before, moved)
        same = self.is_same_player and changes
        if slid:
            return 0.0  # the ball of the last turn was pushed on
        if expected or after == state or self._may_come(after, self.position, self._others, moved):
            return NOT_YET if same else 0.0
        for sign, place, _ in changes:
            if sign < 0 and self._others >> self._cells[place] & 1:
                return NOT_THEIRS
        return UNEXPECTED

    def _may_come(self, state: int, position: int, others: int, moved: bool) -> bool:
        """Return whether a turn may pass through this, as far as numbers of balls tell.

        ``moved``: a ball of the position has gone to where a new one is.
        """
        changed = state ^ position
        added, removed = changed & state, changed & position
        if removed & others or added & (added - 1):
            return False
        if moved and added and removed:
            return LEVEL[cells_of(added)[0]] > LEVEL[cells_of(removed)[0]]
        if not removed & (removed - 1):
            return not (added and removed) or self.takes_back(added)
        return count(removed) == 2

    def takes_back(self, added: int) -> bool:
        """Return whether a ball on this cell lets its player take balls back."""
        return bool(added & self.shapes)
