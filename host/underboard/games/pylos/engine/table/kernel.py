"""One sweep of retrograde analysis over the entries of one class (needs numba).

What a turn does to the table's index is simple, because the balls of the side to move
next do not change: an entry (occupancy O, opponent's balls t) leads to the entry
(occupancy O'', mover's balls t), and O'' depends only on which cells the turn fills and
empties.  So the turns of a whole class are listed once (``plan``), each with the cells
that must be the mover's own; per reachable O'' two small tables map t to its colouring.

Values are one byte: 0 unknown, else plies to the end plus 1.  A loss has an even number of
plies, a win an odd one: an opponent whose reserve ran out has lost, and counts as
beaten one ply later, by the winner's next turn.
"""

import numpy as np

from underboard.games.pylos.engine.fast.turns import bits, jit
from underboard.games.pylos.engine.table.classes import classes_of
from underboard.games.pylos.engine.table.pyramid import Pyramid
from underboard.games.pylos.engine.table.rule_set import TAKES, RuleSet

ONE, NO_BALL, OTHERS, FREE = range(4)
LAST = -1
"""Index of the class of a pyramid that lacks only its apex; chosen."""


class Kernel:
    """The kernel's work on single classes; its methods may run in several threads."""

    def __init__(self, rules: RuleSet, values: np.ndarray) -> None:
        pyramid, self._classes = Pyramid(rules.base), classes_of(rules.base)
        self._values = values
        self._strict = rules.is_strict
        self._balls = rules.balls
        self._geometry = (
            np.array(pyramid.supports, dtype=np.int64),
            np.array(pyramid.above, dtype=np.int64),
            np.array([place[0] for place in pyramid.places], dtype=np.int64),
            np.array(pyramid.shapes(rules.variant), dtype=np.int64),
            pyramid.symmetries,
            TAKES.index(rules.takes),
        )
        self._index = self._classes[:4] + (self._classes.starts,)

    def _place(self, number: int) -> tuple[int, int]:
        return int(self._classes.starts[number]), int(self._classes.representatives[number])

    def seed(self, number: int) -> np.ndarray:
        """Give the entries in which the game is over their values; count by mover's balls."""
        first, occupied = self._place(number)
        return seed(self._values, first, occupied, self._balls, self._strict, self._geometry)

    def sweep(self, ply: int, hot: np.ndarray, number: int) -> np.ndarray:
        """Find the entries with ``ply`` plies to the end; count by mover's balls.

        ``hot``: per class the set of numbers of mover's balls for which the sweep before
        found anything.
        """
        first, occupied = self._place(number)
        return sweep(
            self._values, first, occupied, ply, hot, self._balls, self._geometry, self._index
        )


@jit
def find(occupancies, mask):
    """Return the index of an occupancy in the sorted list."""
    low, high = 0, len(occupancies)
    while high - low > 1:
        middle = (low + high) >> 1
        if occupancies[middle] <= mask:
            low = middle
        else:
            high = middle
    return low


@jit
def squeeze(mask, own):
    """Return the bits of ``mask`` at the cells of ``own``, packed to the right."""
    packed = 0
    at = 0
    while own:
        lowest = own & -own
        if mask & lowest:
            packed |= 1 << at
        at += 1
        own ^= lowest
    return packed


@jit
def result_of(after, results, count):
    """Return the number of an occupancy in the list of results, adding it if it is new."""
    for number in range(count):
        if results[number] == after:
            return number, count
    results[count] = after
    return count, count + 1


@jit
def plan(occupied, geometry):
    """List the turns from an occupancy.

    Returns ``(moves, shapes, takes, results)``.  A row of ``moves`` is a place or raise:
    own ball that it needs (0 for a place), its result, the range of its rows in
    ``shapes`` (own balls that make it complete a shape) and in ``takes`` (own balls
    needed, result).  Sets of own balls are packed as colourings.
    """
    supports, above, level, all_shapes, _, rule = geometry
    cells = len(supports)
    moves = np.empty((512, 6), dtype=np.int64)
    shapes = np.empty((4096, 1), dtype=np.int64)
    takes = np.empty((65536, 2), dtype=np.int64)
    results = np.empty(8192, dtype=np.int64)
    m = s = k = count = 0
    for start in range(-1, cells):
        if start >= 0 and (not occupied >> start & 1 or occupied & above[start]):
            continue
        gone = 0 if start < 0 else 1 << start
        rest = occupied & ~gone
        for goal in range(cells):
            if occupied >> goal & 1 or rest & supports[goal] != supports[goal]:
                continue
            if start >= 0 and level[goal] <= level[start]:
                continue
            put = 1 << goal
            after = rest | put
            number, count = result_of(after, results, count)
            first_shape, first_take = s, k
            for shape in all_shapes:
                if shape & put and after & shape == shape:
                    shapes[s, 0] = squeeze(shape & ~put, occupied)
                    s += 1
            if s > first_shape:
                for one in range(cells):
                    if not after >> one & 1 or after & above[one]:
                        continue
                    if rule == OTHERS and one == goal:
                        continue
                    need = gone | (1 << one) & ~put
                    left = after & ~(1 << one)
                    number_one, count = result_of(left, results, count)
                    takes[k, 0] = squeeze(need, occupied)
                    takes[k, 1] = number_one
                    k += 1
                    for two in range(one):
                        if not left >> two & 1 or left & above[two]:
                            continue
                        if rule == OTHERS and two == goal:
                            continue
                        if rule == FREE and after & above[two]:
                            continue
                        number_two, count = result_of(left & ~(1 << two), results, count)
                        takes[k, 0] = squeeze((need | 1 << two) & ~put | gone, occupied)
                        takes[k, 1] = number_two
                        k += 1
            moves[m, 0] = squeeze(gone, occupied)
            moves[m, 1] = number
            moves[m, 2] = first_shape
            moves[m, 3] = s
            moves[m, 4] = first_take
            moves[m, 5] = k
            m += 1
    return moves[:m], shapes[:s, 0], takes[:k], results[:count]


@jit
def maps(occupied, results, geometry, index):
    """Return per result its first entry, and the tables that map colourings.

    The colouring of the result is ``low[result, t & mask] | high[result, t >> half]``.
    """
    symmetries = geometry[4]
    occupancies, class_of, symmetry_of, representatives, starts = index
    balls = bits(occupied)
    half = (balls + 1) >> 1
    low = np.zeros((len(results), 1 << half), dtype=np.int32)
    high = np.zeros((len(results), 1 << (balls - half)), dtype=np.int32)
    start = np.empty(len(results), dtype=np.int64)
    for number in range(len(results)):
        after = results[number]
        at = find(occupancies, after)
        if class_of[at] == LAST:
            start[number] = LAST
            continue
        start[number] = starts[class_of[at]]
        whole = representatives[class_of[at]]
        symmetry = symmetry_of[at]
        bit = 0
        rest = occupied
        cell = 0
        while rest:
            if rest & 1:
                if after >> cell & 1:
                    goal = symmetries[symmetry, cell]
                    image = 1 << bits(whole & ((1 << goal) - 1))
                else:
                    image = 0
                if bit < half:
                    low[number, 1 << bit] = image
                else:
                    high[number, 1 << (bit - half)] = image
                bit += 1
            rest >>= 1
            cell += 1
        for mask in range(1, 1 << half):
            low[number, mask] = low[number, mask & (mask - 1)] | low[number, mask & -mask]
        for mask in range(1, 1 << (balls - half)):
            high[number, mask] = high[number, mask & (mask - 1)] | high[number, mask & -mask]
    return start, low, high, half


@jit
def seed(values, first, occupied, balls_each, strict, geometry):
    """Fill in the entries of a class in which the game is over; count them."""
    balls = bits(occupied)
    found = np.zeros(32, dtype=np.int64)
    moves, _, _, _ = plan(occupied, geometry)
    for mine in range(1 << balls):
        own = bits(mine)
        if own > balls_each or balls - own > balls_each:
            continue
        value = 0
        if strict:
            # The side that has just moved comes first.
            if balls - own == balls_each:
                value = 2
            elif own == balls_each:
                value = 1
        elif own == balls_each:
            value = 1
            for number in range(len(moves)):
                if moves[number, 0] & mine:
                    value = 0
                    break
        values[first + mine] = value
        if value:
            found[own] += 1
    return found


@jit
def read(values, start, low, high, half, result, theirs, balls_each):
    """Return the value of a result for its side to move, whose balls are ``theirs``."""
    if start[result] == LAST:
        # Only the apex is open: the side that still has a ball puts it there.
        return 2 if bits(theirs) < balls_each else 1
    mask = (1 << half) - 1
    return values[start[result] + (low[result, theirs & mask] | high[result, theirs >> half])]


@jit
def sweep(values, first, occupied, ply, changed, balls_each, geometry, index):
    """Find the entries of a class whose game ends in exactly ``ply`` plies; return counts.

    ``changed[class]``: bit k is set if an entry with k balls of the mover got a value in
    the sweep before.  The result counts new values by the mover's balls.
    """
    balls = bits(occupied)
    moves, shapes, takes, results = plan(occupied, geometry)
    found = np.zeros(32, dtype=np.int64)
    hot = np.zeros(len(results), dtype=np.int64)
    occupancies, class_of = index[0], index[1]
    any_hot = 0
    for number in range(len(results)):
        owned = class_of[find(occupancies, results[number])]
        hot[number] = changed[owned] if owned != LAST else (-1 if ply < 4 else 0)
        any_hot |= hot[number]
    if not any_hot:
        return found
    start, low, high, half = maps(occupied, results, geometry, index)
    full = (1 << balls) - 1
    winning = ply & 1
    rule = geometry[5]
    for mine in range(1 << balls):
        if values[first + mine]:
            continue
        own = bits(mine)
        if own > balls_each or balls - own > balls_each:
            continue
        if not any_hot >> (balls - own) & 1:
            continue
        theirs = full ^ mine
        decided = False
        if winning:
            decided = _wins(
                values, mine, theirs, own, ply, moves, shapes, takes, hot,
                start, low, high, half, balls_each, rule,
            )  # fmt: skip
        else:
            decided = _loses(
                values, mine, theirs, own, moves, shapes, takes,
                start, low, high, half, balls_each, rule,
            )  # fmt: skip
        if decided:
            values[first + mine] = ply + 1
            found[own] += 1
    return found


@jit
def _makes(mine, shapes, first, last):
    """Return True if one of the shapes ``first`` to ``last - 1`` is all one's own."""
    for s in range(first, last):
        if shapes[s] & mine == shapes[s]:
            return True
    return False


@jit
def _wins(
    values, mine, theirs, own, ply, moves, shapes, takes, hot,
    start, low, high, half, balls_each, rule,
):  # fmt: skip
    """Return True if a turn leads to a loss found in the sweep before."""
    theirs_count = bits(theirs)
    for m in range(len(moves)):
        need = moves[m, 0]
        if need & mine != need or (need == 0 and own == balls_each):
            continue
        made = _makes(mine, shapes, moves[m, 2], moves[m, 3])
        taken = False
        if made:
            for k in range(moves[m, 4], moves[m, 5]):
                if takes[k, 0] & mine == takes[k, 0]:
                    taken = True
                    r = takes[k, 1]
                    if hot[r] >> theirs_count & 1:
                        value = read(values, start, low, high, half, r, theirs, balls_each)
                        if value == ply:
                            return True
        if not made or rule == NO_BALL or not taken:
            r = moves[m, 1]
            if hot[r] >> theirs_count & 1:
                value = read(values, start, low, high, half, r, theirs, balls_each)
                if value == ply:
                    return True
    return False


@jit
def _loses(
    values, mine, theirs, own, moves, shapes, takes,
    start, low, high, half, balls_each, rule,
):  # fmt: skip
    """Return True if there is a turn and every turn leads to a win of the other side."""
    any_turn = False
    for m in range(len(moves)):
        need = moves[m, 0]
        if need & mine != need or (need == 0 and own == balls_each):
            continue
        made = _makes(mine, shapes, moves[m, 2], moves[m, 3])
        taken = False
        if made:
            for k in range(moves[m, 4], moves[m, 5]):
                if takes[k, 0] & mine == takes[k, 0]:
                    taken = True
                    any_turn = True
                    value = read(values, start, low, high, half, takes[k, 1], theirs, balls_each)
                    if value == 0 or value & 1:
                        return False
        if not made or rule == NO_BALL or not taken:
            any_turn = True
            value = read(values, start, low, high, half, moves[m, 1], theirs, balls_each)
            if value == 0 or value & 1:
                return False
    return any_turn
