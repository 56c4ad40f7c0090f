"""Alpha-beta search of Gygès with scout windows and a transposition table.

The loop keeps its own stack, so that it can stop after any node and go on later: ``run`` returns
when its nodes are used up, and the caller looks after the board meanwhile.

A value counts from the side to move; a win is worth WIN less one for each turn until it.  Every
win is proven: at each of the loser's nodes all turns were looked at.  A position that repeats
one on the way to it counts 0.
"""

from underboard.engine.compiled import compiled, inlined
from underboard.games.gyges.engine.kernels import NONE, can_move, side_reach, turns
from underboard.games.gyges.engine.tables import (
    ALPHA,
    BEST,
    BETA,
    CHOSEN,
    COUNT,
    DEEPEST,
    DEPTH,
    FLOOR,
    HASH,
    KEY,
    KEYS,
    LISTED,
    MASK,
    MOST_WAYS,
    NEXT,
    NODES,
    NULL,
    OCCUPIED,
    ONES,
    PLY,
    SALT,
    SCORE,
    SCOUT,
    SIDE,
    SLOTS,
    STEP,
    TURN,
    TURNS,
    VALUE,
    WAY,
    WAY_COUNT,
    WAYS,
    WEIGHTS,
)

WIN = 10000
SURE = WIN - 200
"""A value of at least this is a win that was found."""

ENTER, FOLLOW, LEAVE, DONE = range(4)
EXACT, AT_LEAST, AT_MOST = range(3)
GOAL = 1 << 20
"""What ``assess`` says of a side that can enter the goal."""
WIDTH, LEAF = WEIGHTS + 21, WEIGHTS + 20
"""Turns of a node that are searched; turns that a threat prolongs the search by."""


@compiled
def start(t, q, cells, side, null, alpha, beta, depth):
    """Begin a search of the position; ``run`` does it."""
    key = q[SALT] ^ (t[HASH] if side else 0)
    occupied = 0
    for cell in range(38):
        if cells[cell]:
            key ^= t[HASH + 4 * cell + cells[cell]]
            if cell < 36:
                occupied |= 1 << cell
    q[PLY] = 0
    q[STEP] = ENTER
    q[SIDE] = side
    q[NULL] = null
    q[OCCUPIED] = occupied
    q[KEY] = key
    q[ALPHA] = alpha
    q[BETA] = beta
    q[DEPTH] = depth


@compiled
def run(t, s, q, cells, budget):
    """Go on for at most ``budget`` nodes, with the cells that were given to ``start``.

    Return True when the search is done.  Its value is then ``q[VALUE]``, its best turn
    ``q[CHOSEN]``, -1 where none was searched.
    """
    until = q[NODES] + budget
    while q[STEP] != DONE:
        if q[STEP] == ENTER:
            if q[NODES] >= until:
                return False
            q[NODES] += 1
            _enter(t, s, q, cells)
        elif q[STEP] == FOLLOW:
            _follow(t, s, q, cells)
        else:
            _leave(t, q, cells)
    return True


@inlined
def _enter(t, s, q, cells):
    """Look at a new node: end, table, or the list of its turns."""
    ply = q[PLY]
    key = q[KEY]
    q[KEYS + ply] = key
    q[CHOSEN + ply] = -1
    q[STEP] = LEAVE
    before = ply - 2
    while before >= 0:
        if q[KEYS + before] == key:
            q[VALUE] = 0
            return
        before -= 2
    depth = q[DEPTH + ply]
    slot = slot_of(q, key)
    first = -1
    if q[slot] == key:
        value = q[slot + 1]
        if value > SURE:
            value -= ply
        elif value < -SURE:
            value += ply
        bound = q[slot + 3]
        if ply and (q[slot + 2] >= depth or value > SURE or value < -SURE):
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= q[BETA + ply])
                or (bound == AT_MOST and value <= q[ALPHA + ply])
            ):
                q[VALUE] = value
                return
        first = q[slot + 4]
    last = q[TURN + (ply - 1) * TURNS + q[NEXT + ply - 1]] if ply else -1
    seen = assess(t, s, q, cells, ply, last, q[SIDE])
    if seen == GOAL:
        q[VALUE] = WIN - ply - 1
        return
    # A goal that the other side threatens must be parried: how well shows the next turn.
    if ply >= DEEPEST - 1 or depth <= -q[LEAF] or (depth <= 0 and not seen & 1):
        q[VALUE] = seen >> 1
        return
    q[WAY_COUNT + ply + 1] = 0
    q[NEXT + ply] = 0
    q[BEST + ply] = -WIN
    q[FLOOR + ply] = q[ALPHA + ply]
    q[STEP] = FOLLOW
    # The turn that was best before often makes the others needless.
    q[TURN + ply * TURNS] = first
    q[LISTED + ply] = first < 0
    q[COUNT + ply] = 1
    if first < 0:
        _list(t, s, q, cells, ply)


@compiled
def _list(t, s, q, cells, ply):
    """List the turns of a node behind those that were searched, those that look best first."""
    side = q[SIDE]
    done = q[NEXT + ply]
    first = q[TURN + ply * TURNS] if done else -1
    at = TURN + ply * TURNS + done
    end = turns(t, s, cells, q[OCCUPIED], side, q[NULL] != 0, False, q, at)
    q[LISTED + ply] = 1
    ordered = q[DEPTH + ply] >= 2
    kept = at
    lost = -1
    for i in range(at, end):
        turn = q[i]
        if turn == first:
            continue
        if ordered:
            q[NODES] += 1
            _move(t, q, cells, turn, 1)
            seen = assess(t, s, q, cells, ply + 1, turn, 1 - side)
            _move(t, q, cells, turn, -1)
            if seen == GOAL:
                lost = turn
                continue
            q[kept - TURN + SCORE] = -(seen >> 1)
        q[kept] = turn
        kept += 1
    # Turns that lose at once are known in full: one of them stands for all.
    if lost >= 0 and q[BEST + ply] < -WIN + ply + 2:
        q[BEST + ply] = -WIN + ply + 2
        q[CHOSEN + ply] = lost
    if ordered:
        _sort(q, at, kept - at)
        # Of many turns only those that look best are searched; the next one's look stands for
        # the others, so that none of them is ever taken for lost.
        if kept - at + done > q[WIDTH]:
            kept = at + q[WIDTH] - done
            if q[kept - TURN + SCORE] > q[BEST + ply]:
                q[BEST + ply] = q[kept - TURN + SCORE]
                q[CHOSEN + ply] = q[kept]
    q[COUNT + ply] = done + kept - at


@compiled
def _sort(q, at, count):
    """Sort turns by falling score, equal ones as they came: a shell sort, insertion at the end."""
    to = SCORE - TURN
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(at + gap, at + count):
            turn = q[i]
            score = q[i + to]
            j = i
            while j >= at + gap and q[j - gap + to] < score:
                q[j] = q[j - gap]
                q[j + to] = q[j - gap + to]
                j -= gap
            q[j] = turn
            q[j + to] = score
        gap //= 3


@inlined
def changed_by(turn):
    """Return the places whose ring a turn changes."""
    changed = 1 << (turn & 63) | 1 << (turn >> 6 & 63)
    return changed if turn >> 12 == NONE else changed | 1 << (turn >> 12)


@compiled
def _move(t, q, cells, turn, way):
    """Play a turn, or take it back where ``way`` is -1."""
    origin = turn & 63
    landing = turn >> 6 & 63
    drop = turn >> 12 & 63
    key = q[KEY] ^ t[HASH]
    if way > 0:
        size = cells[origin]
        other = cells[landing] if landing != origin else 0
        cells[origin] = 0
        if drop != NONE:
            cells[drop] = other
        cells[landing] = size
    else:
        size = cells[landing]
        other = 0
        cells[landing] = 0
        if drop != NONE:
            other = cells[drop]
            cells[drop] = 0
            cells[landing] = other
        cells[origin] = size
    key ^= t[HASH + 4 * origin + size] ^ t[HASH + 4 * landing + size]
    if drop != NONE:
        key ^= t[HASH + 4 * landing + other] ^ t[HASH + 4 * drop + other]
    q[KEY] = key
    occupied = q[OCCUPIED] & ~changed_by(turn)
    if cells[origin]:
        occupied |= 1 << origin
    if landing < 36 and cells[landing]:
        occupied |= 1 << landing
    if drop != NONE and cells[drop]:
        occupied |= 1 << drop
    q[OCCUPIED] = occupied
    q[SIDE] = 1 - q[SIDE]


@inlined
def _follow(t, s, q, cells):
    """Go to the next child of a node, or leave it."""
    ply = q[PLY]
    if q[NEXT + ply] == q[COUNT + ply] and not q[LISTED + ply] and q[BEST + ply] < q[BETA + ply]:
        _list(t, s, q, cells, ply)
    if q[NEXT + ply] == q[COUNT + ply] or q[BEST + ply] >= q[BETA + ply]:
        value = q[BEST + ply]
        bound = EXACT
        if value >= q[BETA + ply]:
            bound = AT_LEAST
        elif value <= q[FLOOR + ply]:
            bound = AT_MOST
        _keep(q, ply, value, bound)
        q[VALUE] = value
        q[STEP] = LEAVE
        return
    turn = q[TURN + ply * TURNS + q[NEXT + ply]]
    alpha = max(q[FLOOR + ply], q[BEST + ply])
    q[ALPHA + ply] = alpha
    below = ply + 1
    q[DEPTH + below] = q[DEPTH + ply] - 1
    scout = q[NEXT + ply] > 0 and q[BETA + ply] - alpha > 1
    q[SCOUT + ply] = scout
    q[ALPHA + below] = -alpha - 1 if scout else -q[BETA + ply]
    q[BETA + below] = -alpha
    _move(t, q, cells, turn, 1)
    q[PLY] = below
    q[STEP] = ENTER


@inlined
def slot_of(q, key):
    """Return the index of what is kept of a position: see ``tables.SLOTS``."""
    return SLOTS + 8 * (key & q[MASK])


@inlined
def _keep(q, ply, value, bound):
    """Keep what was found of a node."""
    key = q[KEYS + ply]
    slot = slot_of(q, key)
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    q[slot] = key
    q[slot + 1] = value
    q[slot + 2] = q[DEPTH + ply]
    q[slot + 3] = bound
    q[slot + 4] = q[CHOSEN + ply]


@inlined
def _leave(t, q, cells):
    """Return from a child with its value, or end the search."""
    if not q[PLY]:
        q[STEP] = DONE
        return
    ply = q[PLY] - 1
    q[PLY] = ply
    value = -q[VALUE]
    turn = q[TURN + ply * TURNS + q[NEXT + ply]]
    q[STEP] = FOLLOW
    if q[SCOUT + ply] and value > q[ALPHA + ply] and value < q[BETA + ply]:
        # Better than expected: look again with the whole window.
        q[SCOUT + ply] = 0
        below = ply + 1
        q[ALPHA + below] = -q[BETA + ply]
        q[BETA + below] = -q[ALPHA + ply]
        q[PLY] = below
        q[STEP] = ENTER
        return
    _move(t, q, cells, turn, -1)
    if value > q[BEST + ply]:
        q[BEST + ply] = value
        q[CHOSEN + ply] = turn
    q[NEXT + ply] += 1


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


@inlined
def _worth(t, q, cells, mine, theirs, side):
    """Return what a position looks worth to ``side``, to move, by what both sides reach."""
    occupied = q[OCCUPIED]
    value = q[WEIGHTS]
    if theirs >> 37 - side & 1:
        value += q[WEIGHTS + 1]
    value += q[WEIGHTS + 2] * count(t, mine & ~occupied)
    value += q[WEIGHTS + 3] * count(t, mine & occupied)
    value += q[WEIGHTS + 4] * count(t, theirs & ~occupied)
    value += q[WEIGHTS + 5] * count(t, theirs & occupied)
    only = mine & ~theirs
    value += q[WEIGHTS + 6] * count(t, only & ~occupied)
    value += q[WEIGHTS + 7] * count(t, only & occupied)
    only = theirs & ~mine
    value += q[WEIGHTS + 8] * count(t, only & ~occupied)
    value += q[WEIGHTS + 9] * count(t, only & occupied)
    value += front(q, cells, occupied, side, WEIGHTS + 10)
    value += front(q, cells, occupied, 1 - side, WEIGHTS + 15)
    return value


@inlined
def front(q, cells, occupied, side, at):
    """Return what the nearest row of a side is worth, by the weights from ``at``."""
    row = 5 if side else 0
    away = 0
    while not occupied >> 6 * row & 0x3F:
        row += -1 if side else 1
        away += 1
    value = 0
    if away:
        value = q[at] if away == 1 else q[at + 1]
    for cell in range(6 * row, 6 * row + 6):
        if cells[cell]:
            value += q[at + 1 + cells[cell]]
    return value


@inlined
def count(t, places):
    """Return how many cells a set has."""
    places &= (1 << 36) - 1
    return t[ONES + (places & 4095)] + t[ONES + (places >> 12 & 4095)] + t[ONES + (places >> 24)]
