"""Cells that a ring of Gygès can reach, and the bounces on the way.

Cells, intervals and series are those of ``boardcore.gyges.cells``.
"""

from array import array

from boardcore.gyges.cells import ALONG, CELLS, GOAL_N, JUMPS_FROM, PLACES, series_from

LAND = 1
"""Bit of an empty cell or a goal where the ring may stop; chosen."""
RING = 2
"""Bit of a ring on which the ring may come down, and box it; chosen."""
BOUNCE = 4
"""Bit of a ring from which at least one further series is possible; chosen."""
_PASSED = 8  # a null move where there are none: found, but nowhere to land
_LOOKED = 16  # a ring from which a state has gone on

MAKING = 2
"""Cost of making a series, as a factor of the cost of looking at one; chosen."""


class Reach:
    """Finds where the ring on ``origin`` can land, in slices.

    ``marks[place]`` holds LAND, RING and BOUNCE for the 38 places and fills as
    ``step`` goes on: what can be reached without a bounce comes first, then
    what needs one bounce, and so on.

    A state is a ring to bounce on and the intervals crossed so far.  A state
    that has crossed all that an earlier one on the same ring has crossed, and
    more, can reach nothing new and is dropped; so thousands of paths shrink to
    some dozens of states.  The search ends when no state is left, or when
    everything that any known series leads to has been found.
    """

    def __init__(self, game, origin: int) -> None:
        """Lift the ring on ``origin`` for ``game.side``; ``game`` is only read now."""
        self.origin = origin
        self.marks = bytearray(PLACES)
        self.done = False
        self._cells = bytearray(game.cells)
        self._cells[origin] = 0
        self._goal = GOAL_N + game.side
        self._null = game.null
        self._size = game.cells[origin]
        self._series: list = [None] * CELLS  # by cell, made when the first state gets there
        self._known = bytearray(PLACES)  # ends of the series made so far
        self._back = [-1] * PLACES  # state << 8 | series, of the first arrival
        # A state is what it has crossed, across and along, and how it came there: the state
        # before << 14 | series << 6 | its ring.  64 of them share two arrays, because a long one
        # needs memory in one piece; what they crossed is let go when all were looked at.
        self._crossed: list = [array("I", (0, 0))]
        self._ways: list = [array("I", (origin,))]
        self.states = 1
        """Number of states kept so far."""
        self._at: list = [None] * CELLS  # by cell: what its states have crossed, two by two
        self._head = 0
        self._open = 0  # known ends not found yet, and rings found but not looked at

    def step(self, budget: int) -> bool:
        """Go on for about ``budget`` series looked at; return True when all is found.

        At least one state is looked at, which is at most 40 series, each made for it.
        """
        while budget > 0 and not self.done:
            budget -= self._look()
        return self.done

    def run(self):
        """Find everything at once; return self."""
        while not self.done:
            self._look()
        return self

    def _look(self) -> int:
        """Look at one state; return how many series that were."""
        head = self._head
        self._head = head + 1
        crossed = self._crossed[head >> 6]
        across, along = crossed[2 * (head & 63)], crossed[2 * (head & 63) + 1]
        ring = self._ways[head >> 6][head & 63] & 63
        looked = 4 + self._expand(head, ring, across, along)
        if head & 63 == 63:
            self._crossed[head >> 6] = None
        if not self._open or self._head == self.states:
            # The null move where there is none was only found, not allowed.
            self.marks[self.origin] &= LAND
            self.done = True
        return looked

    def _expand(self, head: int, ring: int, used_across: int, used_along: int) -> int:
        """Go on from one state with every series that is open to it."""
        cells = self._cells
        marks = self.marks
        at = self._at
        series = self._series[ring]
        looked = 0
        if series is None:
            series = self._make(ring)
            looked = MAKING * len(series) // 3
        if head and not marks[ring] & _LOOKED:
            marks[ring] |= _LOOKED
            self._open -= 1
        back = head << 8
        went = False
        for i in range(0, len(series), 3):
            across = series[i + 1]
            along = series[i + 2]
            if not (across & used_across or along & used_along):
                end = series[i]
                went = True
                if not marks[end]:
                    self._find(end, back)
                if cells[end]:
                    across |= used_across
                    along |= used_along
                    free_across = ~across
                    free_along = ~along
                    known = at[end]
                    for j in range(0, len(known), 2):
                        if not (known[j] & free_across or known[j + 1] & free_along):
                            break
                    else:
                        self._keep(end, back, across, along)
            back += 1
        if went and head:
            marks[ring] |= BOUNCE
        return looked + len(series) // 3

    def _keep(self, ring: int, back: int, across: int, along: int) -> None:
        known = self._at[ring]
        known.append(across)
        known.append(along)
        if not self.states & 63:
            self._crossed.append(array("I"))
            self._ways.append(array("I"))
        crossed = self._crossed[-1]
        crossed.append(across)
        crossed.append(along)
        self._ways[-1].append(back << 6 | ring)
        self.states += 1

    def _find(self, end: int, back: int) -> None:
        """Note the first arrival at ``end``."""
        self._back[end] = back
        if self._cells[end]:
            # It stays open until it has been looked at.
            self.marks[end] = RING
            self._at[end] = array("I")
        else:
            self.marks[end] = LAND if end != self.origin or self._null else _PASSED
            self._open -= 1

    def _make(self, ring: int):
        """Make the series from ``ring`` and note the ends that are new."""
        size = self._cells[ring] or self._size
        series = series_from(self._cells, ring, size, self._goal)
        self._series[ring] = series
        known = self._known
        fresh = 0
        for i in range(0, len(series), 3):
            if not known[series[i]]:
                known[series[i]] = 1
                fresh += 1
        self._open += fresh
        return series

    # How it got there

    def bounces(self, end: int) -> list[int]:
        """Return the cells where the ring comes down on its way: origin, rings, ``end``.

        It is a way with as few bounces as any.  ``end`` must have been reached.
        """
        return [step[0] for step in self._steps(end)] + [end]

    def path(self, end: int) -> list[int]:
        """Return the same way cell by cell, from the origin to ``end``."""
        cells = [self.origin]
        for cell, across, along in self._steps(end):
            while across or along:
                for jump in JUMPS_FROM[cell]:
                    bit = 1 << (jump >> 6 & 31)
                    if bit & (along if jump & ALONG else across):
                        across &= ~(0 if jump & ALONG else bit)
                        along &= ~(bit if jump & ALONG else 0)
                        cell = jump & 63
                        cells.append(cell)
                        break
        if end >= CELLS:
            cells.append(end)
        return cells

    def _steps(self, end: int) -> list:
        """Return the series of the way to ``end``, as ``(start, across, along)``."""
        steps: list = []
        back = self._back[end]
        while back >= 0:
            way = self._ways[back >> 14][back >> 8 & 63]
            start = way & 63
            at = 3 * (back & 255)
            series = self._series[start]
            steps.insert(0, (start, series[at + 1], series[at + 2]))
            back = way >> 6 if back >> 8 else -1
        return steps
