"""Kernels of Gygès for landings, turns and threats, compiled or in plain Python.

The same rules as ``boardcore.gyges``, which a test holds them to.  ``cells`` is the size of the
ring on each of 38 places, ``occupied`` the set of cells with a ring; ``t`` and ``s`` are
``tables`` and ``scratch``.
"""

from underboard.engine.compiled import compiled, inlined
from underboard.games.gyges.engine.tables import (
    BEFORE,
    BEGIN,
    BY,
    CAME,
    CROSSED,
    FIRST,
    NEWEST,
    OPEN,
    RING,
    STACK,
    STATES,
    STOP,
    WAY,
)

NONE = 63
"""The drop of a turn that boxes nobody, as in ``boardcore.gyges``."""
ROW = 0x3F


@inlined
def reach(t, s, cells, occupied, origin, goal, wanted, every):
    """Return the set of places where the ring on ``origin`` can come down, rings included.

    ``wanted``: where this is not 0 the search stops at the first of these places, and keeps the
    way there in ``s``; unless ``every`` is set it stops at once when none of them can be
    reached with intervals left out of account.
    """
    others = occupied & ~(1 << origin)
    possible = _possible(t, s, cells, others, origin, goal)
    if wanted and not every and not possible & wanted:
        return 0
    found = 0
    s[RING] = origin
    s[CROSSED] = 0
    s[CAME] = -1
    head = 0
    tail = 1
    while head < tail:
        ring = s[RING + head]
        mask = s[CROSSED + head]
        head += 1
        for i in range(s[BEGIN + ring], s[STOP + ring]):
            k = s[OPEN + i]
            if t[k + 2] & mask:
                continue
            end = t[k]
            bit = 1 << end
            if not found & bit:
                found |= bit
                if found & wanted:
                    _keep_way(t, s, head - 1, k)
                    return found
                if found == possible:
                    return found
            if others & bit:
                crossed = t[k + 2] | mask
                # A state that has crossed more than another one on this ring finds nothing new.
                state = s[NEWEST + end]
                while state >= 0 and s[CROSSED + state] & ~crossed:
                    state = s[BEFORE + state]
                if state < 0 and tail < STATES:
                    s[RING + tail] = end
                    s[CROSSED + tail] = crossed
                    s[CAME + tail] = head - 1
                    s[BY + tail] = k
                    s[BEFORE + tail] = s[NEWEST + end]
                    s[NEWEST + end] = tail
                    tail += 1
    return found


@compiled
def _keep_way(t, s, state, k):
    """Keep what the way to ``state``, and on by series ``k``, depends on, in ``s``.

    The rings that it starts from and bounces on, and the cells that it needs empty.  Whatever
    else changes on the board, the way stays.
    """
    rings = 0
    middle = 0
    while state >= 0:
        rings |= 1 << s[RING + state]
        middle |= t[k + 1]
        k = s[BY + state]
        state = s[CAME + state]
    s[WAY] = rings
    s[WAY + 1] = middle & ~(1 << s[RING])
    s[WAY + 2] = s[RING]


@inlined
def _possible(t, s, cells, others, origin, goal):
    """Return where the ring could come down if intervals could be crossed again.

    Lists the open series of every ring on its way.
    """
    possible = 0
    fill = 0
    s[STACK] = origin
    top = 1
    while top:
        top -= 1
        ring = s[STACK + top]
        s[BEGIN + ring] = fill
        s[NEWEST + ring] = -1
        row = 4 * ring + cells[ring]
        for k in range(t[FIRST + row], t[FIRST + row + 1], 3):
            if t[k + 1] & others:
                continue
            end = t[k]
            if end >= 36 and end != goal:
                continue
            s[OPEN + fill] = k
            fill += 1
            bit = 1 << end
            if not possible & bit:
                possible |= bit
                if others & bit:
                    s[STACK + top] = end
                    top += 1
        s[STOP + ring] = fill
    return possible


@inlined
def can_move(t, cells, occupied, cell):
    """Return True if the ring on ``cell`` can complete a first series."""
    if cells[cell] == 1:
        return True
    row = 4 * cell + cells[cell]
    for k in range(t[FIRST + row], t[FIRST + row + 1], 3):
        if t[k] < 36 and not t[k + 1] & occupied:
            return True
    return False


@inlined
def playable_row(t, cells, occupied, side):
    """Return the nearest row where a ring of ``side`` can move, 6 if there is none."""
    for i in range(6):
        row = 5 - i if side else i
        if occupied >> 6 * row & ROW:
            for cell in range(6 * row, 6 * row + 6):
                if cells[cell] and can_move(t, cells, occupied, cell):
                    return row
    return 6


@compiled
def side_reach(t, s, cells, occupied, side, wanted, every):
    """Return where any ring that ``side`` may play can come down; the rest as in ``reach``."""
    row = playable_row(t, cells, occupied, side)
    found = 0
    if row < 6:
        for cell in range(6 * row, 6 * row + 6):
            if cells[cell]:
                found |= reach(t, s, cells, occupied, cell, 36 + side, wanted, every)
                if found & wanted:
                    break
    return found


@compiled
def goal_in_reach(t, s, cells, occupied, side):
    """Return True if ``side``, to move, can enter the goal at once."""
    goal = 1 << 36 + side
    return side_reach(t, s, cells, occupied, side, goal, False) & goal != 0


@compiled
def turns(t, s, cells, occupied, side, null, every, out, at):
    """Write the turns of ``side`` to ``out`` from index ``at``; return the index behind them.

    ``null``: a ring may end on its origin.  ``every``: also turns that give the same
    position as an earlier one of the same ring, because two rings of a size are alike.
    """
    row = playable_row(t, cells, occupied, side)
    if row == 6:
        return at
    far = playable_row(t, cells, occupied, 1 - side)
    allowed = -1 << 6 * far if side else (1 << 6 * min(far + 1, 6)) - 1
    allowed &= (1 << 36) - 1
    for origin in range(6 * row, 6 * row + 6):
        size = cells[origin]
        if not size:
            continue
        others = occupied & ~(1 << origin)
        found = reach(t, s, cells, occupied, origin, 36 + side, 0, True)
        drops = allowed & ~others
        like = 0  # where a ring of this size stands more than before
        for landing in range(38):
            bit = 1 << landing
            if not found & bit or others & bit:
                continue
            if landing == origin and not null:
                continue
            out[at] = origin | landing << 6 | NONE << 12
            at += 1
            like |= bit
        for landing in range(36):
            if not found & others & 1 << landing:
                continue
            same = cells[landing] == size
            for drop in range(36):
                bit = 1 << drop
                if not drops & bit:
                    continue
                if same and not every:
                    if like & bit:
                        continue
                    like |= bit
                out[at] = origin | landing << 6 | drop << 12
                at += 1
    return at
