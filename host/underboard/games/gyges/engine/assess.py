"""Features of a position of Gygès for the side to move.

Most positions of a search are decided by a goal that a turn has left open, so a node keeps the ways
into the goal that were found after its turns: a turn that touches none of a way's rings and cells
has left it open, too.
"""

from underboard.engine.compiled import compiled, inlined
from underboard.games.gyges.engine.kernels import NONE, can_move, side_reach
from underboard.games.gyges.engine.tables import (
    BY_ROW,
    FACT_COUNT,
    FACTS,
    FRONT,
    KEY,
    MASK,
    MOST_WAYS,
    OCCUPIED,
    ONES,
    SALT,
    SLOTS,
    WAY,
    WAY_COUNT,
    WAYS,
    WEIGHTS,
)

GOAL = 1 << 20
"""Value of a position whose side can enter the goal; chosen."""


@inlined
def changed_by(turn):
    """Return the places whose ring a turn changes."""
    changed = 1 << (turn & 63) | 1 << (turn >> 6 & 63)
    return changed if turn >> 12 == NONE else changed | 1 << (turn >> 12)


@inlined
def slot_of(q, key):
    """Return the index of what is kept of a position: see ``tables.SLOTS``."""
    return SLOTS + 8 * (key & q[MASK])


@compiled
def assess(t, s, q, cells, ply, turn, side):
    """Return GOAL if ``side``, to move at ``ply`` after ``turn``, can enter the goal.

    Else return twice what the position looks worth to ``side``, a weighted sum of features, and
    1 more if the other side threatens to enter its own goal.
    """
    if turn >= 0 and _is_open(t, q, cells, ply, turn, side):
        return GOAL
    # What a position looks like does not depend on the search: no salt.
    key = q[KEY] ^ q[SALT]
    slot = slot_of(q, key)
    if q[slot + 5] == key:
        return q[slot + 6]
    occupied = q[OCCUPIED]
    goal = 1 << 36 + side
    mine = side_reach(t, s, cells, occupied, side, goal, True)
    if mine & goal:
        seen = GOAL
        # A way over a ring that the turn has moved is no way after another turn.
        if turn >= 0 and not changed_by(turn) & s[WAY]:
            at = WAYS + 3 * (ply * MOST_WAYS + q[WAY_COUNT + ply] % MOST_WAYS)
            for i in range(3):
                q[at + i] = s[WAY + i]
            q[WAY_COUNT + ply] += 1
    else:
        theirs = side_reach(t, s, cells, occupied, 1 - side, 0, True)
        seen = 2 * _worth(t, q, cells, mine, theirs, side) + (theirs >> 37 - side & 1)
    q[slot + 5] = key
    q[slot + 6] = seen
    return seen


@inlined
def _is_open(t, q, cells, ply, turn, side):
    """Return True if ``turn``, which led to ``ply``, leaves a known way into the goal open."""
    occupied = q[OCCUPIED]
    changed = changed_by(turn)
    at = WAYS + 3 * MOST_WAYS * ply
    for i in range(at, at + 3 * min(q[WAY_COUNT + ply], MOST_WAYS), 3):
        if changed & q[i] or occupied & q[i + 1]:
            continue
        origin = q[i + 2]
        row = origin // 6
        nearer = -1 << 6 * row + 6 if side else (1 << 6 * row) - 1
        if not occupied & nearer and can_move(t, cells, occupied, origin):
            return True
    return False


@compiled
def _worth(t, q, cells, mine, theirs, side):
    """Return what a position looks worth to ``side``, to move, by what both sides reach.

    Writes the features to ``q`` from FACTS on; ``tables`` says which they are.
    """
    occupied = q[OCCUPIED]
    for i in range(FACTS, FACTS + FACT_COUNT):
        q[i] = 0
    q[FACTS] = 1
    q[FACTS + 1] = theirs >> 37 - side & 1
    sets = (mine & ~theirs, theirs & ~mine, mine & theirs)
    for i in range(3):
        free = sets[i] & ~occupied
        rings = sets[i] & occupied
        for away in range(6):
            row = 6 * (5 - away) if side else 6 * away
            q[BY_ROW + 6 * i + away] = t[ONES + (free >> row & 63)]
            q[BY_ROW + 18 + 6 * i + away] = t[ONES + (rings >> row & 63)]
    near = 6
    far = -1
    for cell in range(36):
        size = cells[cell]
        if size:
            away = 5 - cell // 6 if side else cell // 6
            q[BY_ROW + 30 + 6 * size + away] += 1
            near = min(near, away)
            far = max(far, away)
    q[FRONT] = near
    q[FRONT + 1] = 5 - far
    for i in range(2):
        away = far if i else near
        row = 6 * (5 - away) if side else 6 * away
        for cell in range(row, row + 6):
            if cells[cell]:
                q[FRONT + 1 + 3 * i + cells[cell]] += 1
    value = 0
    for i in range(FACT_COUNT):
        value += q[FACTS + i] * q[WEIGHTS + i]
    return value >> 4
