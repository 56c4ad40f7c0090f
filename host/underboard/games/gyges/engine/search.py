"""Alpha-beta search of Gygès with scout windows and a transposition table.

The loop keeps its own stack, so that it can stop after any node and go on later: ``run`` returns
when its nodes are used up, and the caller looks after the board meanwhile.

A value counts from the side to move; a win is worth WIN less one for each turn until it.  Every
win is proven: at each of the loser's nodes all turns were looked at.  A position that repeats
one on the way to it counts 0.
"""

from underboard.engine.compiled import compiled
from underboard.games.gyges.engine.kernels import NONE, goal_in_reach, side_reach, turns
from underboard.games.gyges.engine.tables import DEEPEST, TURNS

WIN = 10000
SURE = WIN - 200
"""A value of at least this is a win that was found."""

# Entries of ``n``, the numbers of one search.
PLY, STEP, NODES, VALUE, SIDE, NULL, OCCUPIED, KEY, ROOT_SIDE = range(9)
ENTER, FOLLOW, LEAVE, DONE = range(4)
EXACT, AT_LEAST, AT_MOST = range(3)


@compiled
def start(t, q, cells, side, null, alpha, beta, depth):
    """Begin a search of the position; ``run`` does it."""
    n = q.n
    key = t.keys[0] if side else 0
    occupied = 0
    for cell in range(38):
        q.cells[cell] = cells[cell]
        if cells[cell]:
            key ^= t.keys[4 * cell + cells[cell]]
            if cell < 36:
                occupied |= 1 << cell
    n[PLY] = 0
    n[STEP] = ENTER
    n[SIDE] = side
    n[NULL] = null
    n[OCCUPIED] = occupied
    n[KEY] = key
    q.alpha[0] = alpha
    q.beta[0] = beta
    q.depth[0] = depth


@compiled
def run(t, s, q, budget):
    """Go on for at most ``budget`` nodes; return True when the search is done.

    Its value is then ``n[VALUE]``, its best turn ``best_turn[0]``, -1 where none was searched.
    """
    n = q.n
    until = n[NODES] + budget
    while n[STEP] != DONE:
        if n[STEP] == ENTER:
            if n[NODES] >= until:
                return False
            n[NODES] += 1
            _enter(t, s, q)
        elif n[STEP] == FOLLOW:
            _follow(t, q)
        else:
            _leave(t, q)
    return True


@compiled
def _enter(t, s, q):
    """Look at a new node: end, table, or the list of its turns."""
    n = q.n
    ply = n[PLY]
    side = n[SIDE]
    key = n[KEY]
    q.key[ply] = key
    q.best_turn[ply] = -1
    n[STEP] = LEAVE
    before = ply - 2
    while before >= 0:
        if q.key[before] == key:
            n[VALUE] = 0
            return
        before -= 2
    depth = q.depth[ply]
    slot = key & len(q.table_key) - 1
    known = q.table_key[slot] == key
    first = -1
    if known:
        value = q.table_value[slot]
        if value > SURE:
            value -= ply
        elif value < -SURE:
            value += ply
        bound = q.table_bound[slot]
        if ply and (q.table_depth[slot] >= depth or value > SURE or value < -SURE):
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= q.beta[ply])
                or (bound == AT_MOST and value <= q.alpha[ply])
            ):
                n[VALUE] = value
                return
        first = q.table_turn[slot]
    elif goal_in_reach(t, s, q.cells, n[OCCUPIED], side):
        n[VALUE] = WIN - ply - 1
        return
    # A goal that the other side threatens must be parried: how well shows the next turn.
    if (
        ply >= DEEPEST - 1
        or depth <= -q.weights[20]
        or (depth <= 0 and not goal_in_reach(t, s, q.cells, n[OCCUPIED], 1 - side))
    ):
        n[VALUE] = worth(t, s, q, q.cells, n[OCCUPIED], side)
        return
    at = ply * TURNS
    count = turns(t, s, q.cells, n[OCCUPIED], side, n[NULL] != 0, False, q.turn, at) - at
    q.count[ply] = count
    q.next[ply] = 0
    q.best[ply] = -WIN
    q.floor[ply] = q.alpha[ply]
    _order(t, s, q, ply, depth, first)
    n[STEP] = FOLLOW


@compiled
def _order(t, s, q, ply, depth, first):
    """Sort the turns of a node: the table's first, then by what they are worth at once."""
    n = q.n
    at = ply * TURNS
    count = q.count[ply]
    side = n[SIDE]
    if depth >= 2:
        for i in range(at, at + count):
            turn = q.turn[i]
            n[NODES] += 1
            _move(t, q, turn, 1)
            if goal_in_reach(t, s, q.cells, n[OCCUPIED], 1 - side):
                q.score[i] = -WIN
            else:
                q.score[i] = -worth(t, s, q, q.cells, n[OCCUPIED], 1 - side)
            _move(t, q, turn, -1)
        # Turns that lose at once are known in full: one of them stands for all.
        kept = at
        lost = -1
        for i in range(at, at + count):
            if q.score[i] == -WIN:
                lost = q.turn[i]
            else:
                q.turn[kept] = q.turn[i]
                q.score[kept] = q.score[i]
                kept += 1
        if lost >= 0:
            q.best[ply] = -WIN + ply + 2
            q.best_turn[ply] = lost
        count = kept - at
        _sort(q.turn, q.score, at, count)
        # Of many turns only those that look best are searched; the next one's look stands for
        # the others, so that none of them is ever taken for lost.
        if count > q.weights[21]:
            count = q.weights[21]
            if q.score[at + count] > q.best[ply]:
                q.best[ply] = q.score[at + count]
                q.best_turn[ply] = q.turn[at + count]
        q.count[ply] = count
    if first >= 0:
        for i in range(at, at + count):
            if q.turn[i] == first:
                while i > at:
                    q.turn[i] = q.turn[i - 1]
                    i -= 1
                q.turn[at] = first
                break


@compiled
def _sort(turn, score, at, count):
    """Sort by falling score, equal ones as they came: a shell sort with insertion at the end."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(at + gap, at + count):
            a = turn[i]
            b = score[i]
            j = i
            while j >= at + gap and score[j - gap] < b:
                turn[j] = turn[j - gap]
                score[j] = score[j - gap]
                j -= gap
            turn[j] = a
            score[j] = b
        gap //= 3


@compiled
def _move(t, q, turn, way):
    """Play a turn on ``q``, or take it back where ``way`` is -1."""
    n = q.n
    cells = q.cells
    origin = turn & 63
    landing = turn >> 6 & 63
    drop = turn >> 12 & 63
    key = n[KEY] ^ t.keys[0]
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
    key ^= t.keys[4 * origin + size] ^ t.keys[4 * landing + size]
    if drop != NONE:
        key ^= t.keys[4 * landing + other] ^ t.keys[4 * drop + other]
    n[KEY] = key
    changed = 1 << origin
    if landing < 36:
        changed |= 1 << landing
    if drop != NONE:
        changed |= 1 << drop
    occupied = n[OCCUPIED] & ~changed
    if cells[origin]:
        occupied |= 1 << origin
    if landing < 36 and cells[landing]:
        occupied |= 1 << landing
    if drop != NONE and cells[drop]:
        occupied |= 1 << drop
    n[OCCUPIED] = occupied
    n[SIDE] = 1 - n[SIDE]


@compiled
def _follow(t, q):
    """Go to the next child of a node, or leave it."""
    n = q.n
    ply = n[PLY]
    if q.next[ply] == q.count[ply] or q.best[ply] >= q.beta[ply]:
        value = q.best[ply]
        bound = EXACT
        if value >= q.beta[ply]:
            bound = AT_LEAST
        elif value <= q.floor[ply]:
            bound = AT_MOST
        _keep(q, ply, value, bound)
        n[VALUE] = value
        n[STEP] = LEAVE
        return
    turn = q.turn[ply * TURNS + q.next[ply]]
    alpha = max(q.floor[ply], q.best[ply])
    q.alpha[ply] = alpha
    below = ply + 1
    q.depth[below] = q.depth[ply] - 1
    scout = q.next[ply] > 0 and q.beta[ply] - alpha > 1
    q.scout[ply] = scout
    q.alpha[below] = -alpha - 1 if scout else -q.beta[ply]
    q.beta[below] = -alpha
    _move(t, q, turn, 1)
    n[PLY] = below
    n[STEP] = ENTER


@compiled
def _keep(q, ply, value, bound):
    """Keep what was found of a node."""
    key = q.key[ply]
    slot = key & len(q.table_key) - 1
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    q.table_key[slot] = key
    q.table_value[slot] = value
    q.table_depth[slot] = q.depth[ply]
    q.table_bound[slot] = bound
    q.table_turn[slot] = q.best_turn[ply]


@compiled
def _leave(t, q):
    """Return from a child with its value, or end the search."""
    n = q.n
    if not n[PLY]:
        n[STEP] = DONE
        return
    ply = n[PLY] - 1
    n[PLY] = ply
    value = -n[VALUE]
    at = ply * TURNS + q.next[ply]
    turn = q.turn[at]
    n[STEP] = FOLLOW
    if q.scout[ply] and value > q.alpha[ply] and value < q.beta[ply]:
        # Better than expected: look again with the whole window.
        q.scout[ply] = 0
        below = ply + 1
        q.alpha[below] = -q.beta[ply]
        q.beta[below] = -q.alpha[ply]
        n[PLY] = below
        n[STEP] = ENTER
        return
    _move(t, q, turn, -1)
    if value > q.best[ply]:
        q.best[ply] = value
        q.best_turn[ply] = turn
    q.next[ply] += 1


@compiled
def worth(t, s, q, cells, occupied, side):
    """Return what a position looks worth to ``side``, to move, which cannot win at once.

    A weighted sum of features; ``weights`` has what they are.
    """
    w = q.weights
    mine = side_reach(t, s, cells, occupied, side, 0)
    theirs = side_reach(t, s, cells, occupied, 1 - side, 0)
    value = w[0]
    if theirs >> 37 - side & 1:
        value += w[1]
    value += w[2] * count(t, mine & ~occupied) + w[3] * count(t, mine & occupied)
    value += w[4] * count(t, theirs & ~occupied) + w[5] * count(t, theirs & occupied)
    only = mine & ~theirs
    value += w[6] * count(t, only & ~occupied) + w[7] * count(t, only & occupied)
    only = theirs & ~mine
    value += w[8] * count(t, only & ~occupied) + w[9] * count(t, only & occupied)
    value += front(cells, occupied, side, w, 10)
    value += front(cells, occupied, 1 - side, w, 15)
    return value


@compiled
def front(cells, occupied, side, w, at):
    """Return what the nearest row of a side is worth, by the weights from ``at``."""
    row = 5 if side else 0
    away = 0
    while not occupied >> 6 * row & 0x3F:
        row += -1 if side else 1
        away += 1
    value = 0
    if away:
        value = w[at] if away == 1 else w[at + 1]
    for cell in range(6 * row, 6 * row + 6):
        if cells[cell]:
            value += w[at + 1 + cells[cell]]
    return value


@compiled
def count(t, places):
    """Return how many cells a set has."""
    places &= (1 << 36) - 1
    return t.ones[places & 4095] + t.ones[places >> 12 & 4095] + t.ones[places >> 24]
