"""Alpha-beta search of Gygès with scout windows and a transposition table.

The loop keeps its own stack, so that it can stop after any node and go on later: ``run`` returns
when its nodes are used up, and the caller looks after the board meanwhile.

A value counts from the side to move; a win is worth WIN less one for each turn until it.  Every
win is proven: at each of the loser's nodes all turns were looked at.  A position that repeats
one on the way to it counts 0.
"""

from underboard.engine.compiled import compiled, inlined
from underboard.games.gyges.engine.assess import GOAL, assess, changed_by, slot_of
from underboard.games.gyges.engine.kernels import NONE, turns
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
    LEAF,
    LISTED,
    NEXT,
    NODES,
    NULL,
    OCCUPIED,
    PLY,
    SALT,
    SCORE,
    SCOUT,
    SIDE,
    STEP,
    TURN,
    TURNS,
    VALUE,
    WAY_COUNT,
    WIDTH,
)

WIN = 10000
"""Value of a won game, less the turns to its end; chosen."""
SURE = WIN - 200
"""Least value of a win that was found; chosen, 200 turns below WIN."""

ENTER, FOLLOW, LEAVE, DONE = range(4)
EXACT, AT_LEAST, AT_MOST = range(3)
FULL, NARROW, SHORT = range(3)
"""How a child is searched: fully, with a window of 1, or with that and a turn less."""
EARLY = 4
"""Turns of a node that are not searched SHORT; chosen by matches."""
LATE_DEPTH = 2
"""Turns to go from which late ones are."""


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
    scout = FULL
    if q[NEXT + ply] and q[BETA + ply] - alpha > 1:
        scout = NARROW
    # Of the turns that look worse one turn less must show that they are worth a full look.
    if q[NEXT + ply] >= EARLY and q[DEPTH + ply] >= LATE_DEPTH:
        scout = SHORT
        q[DEPTH + below] -= 1
    q[SCOUT + ply] = scout
    q[ALPHA + below] = -q[BETA + ply] if scout == FULL else -alpha - 1
    q[BETA + below] = -alpha
    _move(t, q, cells, turn, 1)
    q[PLY] = below
    q[STEP] = ENTER


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
    scout = q[SCOUT + ply]
    if value > q[ALPHA + ply] and (scout == SHORT or (scout == NARROW and value < q[BETA + ply])):
        # Better than expected: look again, farther or with the whole window.
        scout = FULL if scout == NARROW or q[BETA + ply] - q[ALPHA + ply] <= 1 else NARROW
        q[SCOUT + ply] = scout
        below = ply + 1
        q[DEPTH + below] = q[DEPTH + ply] - 1
        q[ALPHA + below] = -q[BETA + ply] if scout == FULL else -q[ALPHA + ply] - 1
        q[BETA + below] = -q[ALPHA + ply]
        q[PLY] = below
        q[STEP] = ENTER
        return
    _move(t, q, cells, turn, -1)
    if value > q[BEST + ply]:
        q[BEST + ply] = value
        q[CHOSEN + ply] = turn
    q[NEXT + ply] += 1
