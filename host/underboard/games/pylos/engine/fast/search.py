"""Principal variation search of Pylos as compiled code (needs numba).

Negamax with alpha-beta bounds, a transposition table whose entries cut off, moves ordered by
table, take-backs and history, and a quiescence search over turns that complete a shape.
Thinking is counted in nodes.  A position that occurs again on the way down, or for the
third time in the game, is a draw.
"""

from typing import Any

import numpy as np
from numba import njit

from boardcore.pylos.cells import APEX, SHAPES
from underboard.games.pylos.engine.fast.turns import (
    MAX_TURNS,
    bits,
    free_balls,
    jit,
    open_cells,
    shape_table,
    turns_of,
)
from underboard.games.pylos.engine.search import BALL, CLIMBER, THREE, WIN

DEEPEST = 64
"""Plies of a search, quiescence included; chosen."""
QUIET = 6
"""Plies of quiescence at most; chosen."""
FAR = 2 * WIN
"""Value beyond every other; chosen, twice WIN."""
ENTRIES = 1 << 20
"""Number of entries of the transposition table at most; chosen, 24 MB."""
EXACT, AT_LEAST, AT_MOST = range(3)
NODES, LIMIT, STOPPED = range(3)
MINE, THEIRS, DEPTH, LOW, HIGH, FLOOR, BEST, CHOSEN, COUNT, PLACE, SCOUT = range(11)
"""Columns of a frame: what a node has to remember while those below it are searched."""

inlined = njit(nogil=True, inline="always")
"""For what every node calls: handing the arrays on to a function costs more than its work."""


class Memory:
    """The arrays of one search."""

    def __init__(self, limit: int) -> None:
        """Make the arrays of a search of ``limit`` nodes at most."""
        # More entries than nodes are of no use; a power of two, so that a mask finds the slot.
        entries = min(ENTRIES, 1 << max(limit.bit_length(), 10))
        self.keys = np.full(entries, -1, dtype=np.int64)
        self.entries = np.zeros((entries, 4), dtype=np.int32)
        self.turns = np.zeros((DEEPEST + 1, MAX_TURNS), dtype=np.int64)
        self.afters = np.zeros((DEEPEST + 1, MAX_TURNS), dtype=np.int64)
        self.scores = np.zeros((DEEPEST + 1, MAX_TURNS), dtype=np.int64)
        self.path = np.zeros(DEEPEST + 2, dtype=np.int64)
        self.history = np.zeros((32, 32), dtype=np.int64)
        self.frames = np.zeros((DEEPEST + 2, 12), dtype=np.int64)
        self.counters = np.array([0, limit, 0], dtype=np.int64)

    def arrays(self) -> tuple[Any, ...]:
        """Return what compiled code is handed."""
        return (
            self.keys, self.entries, self.turns, self.afters,
            self.scores, self.path, self.history, self.counters, self.frames,
        )  # fmt: skip


def rules_of(variant: str, end: str) -> tuple[Any, ...]:
    """Return the rules as compiled code is handed them."""
    every = sorted({shape for shapes in SHAPES[variant] for shape in shapes})
    return shape_table(variant), np.array(every, dtype=np.int64), end == "strict"


@jit
def ended(mine, theirs, strict):
    """Return 1 if the side to move has won, -1 if the other one has, 0 if neither."""
    if theirs >> APEX & 1:
        return -1
    if mine >> APEX & 1:
        return 1
    if strict:
        if bits(theirs) == 15:
            return 1
        if bits(mine) == 15:
            return -1
    return 0


@jit
def worth(mine, theirs, every_shape):
    """Return what the position looks worth to the side to move, without looking ahead."""
    value = BALL * (bits(theirs) - bits(mine))
    occupied = mine | theirs
    low = 0x1FFFFFF
    free = free_balls(low, occupied)
    value += CLIMBER * (bits(free & mine) - bits(free & theirs))
    holds = open_cells(occupied)
    for number in range(len(every_shape)):
        shape = every_shape[number]
        gap = shape & holds
        if gap and not gap & (gap - 1):
            rest = shape & ~holds
            if rest & mine == rest:
                value += 3 * THREE
            elif rest & theirs == rest:
                value -= THREE
    return value


@jit
def slot_of(mine, theirs, entries):
    """Return the slot of a position in a transposition table of ``entries``."""
    key = mine * 0x9E3779B1 ^ theirs * 0x85EBCA77
    return (key ^ key >> 29) & (entries - 1)


@inlined
def enter(ply, rules, past, arrays):
    """Begin the node at ``ply``; return whether it is done at once, and its value then."""
    shapes, every_shape, strict = rules
    keys, entries, turns, afters, scores, path, history, counters, frames = arrays
    mine, theirs, depth = frames[ply, MINE], frames[ply, THEIRS], frames[ply, DEPTH]
    low, high = frames[ply, LOW], frames[ply, HIGH]
    counters[NODES] += 1
    if counters[NODES] > counters[LIMIT]:
        counters[STOPPED] = 1
        return True, 0
    over = ended(mine, theirs, strict)
    if over:
        return True, over * (WIN - ply)
    frames[ply, FLOOR] = low
    frames[ply, PLACE] = -1
    frames[ply, CHOSEN] = -1
    if depth <= 0 or ply >= DEEPEST - QUIET:
        # Only turns that complete a shape; the side to move may decline them.
        best = worth(mine, theirs, every_shape)
        if best >= high or depth <= -QUIET or ply >= DEEPEST:
            return True, best
        frames[ply, DEPTH] = min(depth, 0)
        frames[ply, BEST] = best
        frames[ply, FLOOR] = max(low, best)
        frames[ply, COUNT] = turns_of(mine, theirs, shapes, strict, True, turns[ply], afters[ply])
        for number in range(frames[ply, COUNT]):
            scores[ply, number] = -number
        return False, 0
    key = mine | theirs << 30
    for before in range(ply - 2, -1, -2):
        if path[before] == key:
            return True, 0
    for number in range(past.shape[0]):
        if past[number] == key:
            return True, 0
    path[ply] = key
    slot = slot_of(mine, theirs, len(keys))
    first = -1
    if keys[slot] == key:
        first = entries[slot, 3]
        if entries[slot, 0] >= depth:
            value = moved(entries[slot, 1], -ply)
            bound = entries[slot, 2]
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= high)
                or (bound == AT_MOST and value <= low)
            ):
                return True, value
    count = turns_of(mine, theirs, shapes, strict, False, turns[ply], afters[ply])
    if not count:
        return True, ply - WIN
    frames[ply, COUNT] = count
    frames[ply, BEST] = -FAR
    for number in range(count):
        turn = turns[ply, number]
        score = history[turn & 31, turn >> 5 & 31]
        if turn == first:
            score += 1 << 60
        elif turn >> 10 & 31 != 31:
            score += 2 << 50 if turn >> 15 != 31 else 1 << 50
        elif turn >> 5 & 31 != 31:
            score += 1 << 40
        scores[ply, number] = score
    return False, 0


@jit
def moved(value, plies):
    """Return a value with a win or loss put ``plies`` later: stored wins count from their node."""
    if value > WIN - 500:
        return value + plies
    if value < 500 - WIN:
        return value - plies
    return value


@inlined
def next_turn(ply, arrays):
    """Bring the best turn that is left to the front of the rest; return False if none is."""
    _, _, turns, afters, scores, _, _, _, frames = arrays
    count = frames[ply, COUNT]
    while frames[ply, PLACE] + 1 < count:
        place = frames[ply, PLACE] + 1
        pick = place
        for number in range(place + 1, count):
            if scores[ply, number] > scores[ply, pick]:
                pick = number
        turn, after = turns[ply, pick], afters[ply, pick]
        turns[ply, pick], afters[ply, pick] = turns[ply, place], afters[ply, place]
        scores[ply, pick] = scores[ply, place]
        turns[ply, place], afters[ply, place] = turn, after
        frames[ply, PLACE] = place
        again = False
        if turn >> 10 & 31 != 31:
            # Several turns with take-backs often lead to the same board.
            for number in range(place):
                if afters[ply, number] == after:
                    again = True
                    break
        if not again:
            return True
    return False


@inlined
def descend(ply, low, high, arrays):
    """Prepare the node below ``ply``, after its current turn, with these bounds for it."""
    afters, frames = arrays[3], arrays[8]
    frames[ply + 1, MINE] = frames[ply, THEIRS]
    frames[ply + 1, THEIRS] = afters[ply, frames[ply, PLACE]]
    frames[ply + 1, DEPTH] = frames[ply, DEPTH] - 1
    frames[ply + 1, LOW] = low
    frames[ply + 1, HIGH] = high


@inlined
def leave(ply, arrays):
    """Note the value of a finished node in the transposition table; return it."""
    keys, entries, _, _, _, path, _, _, frames = arrays
    best, depth = frames[ply, BEST], frames[ply, DEPTH]
    if depth > 0:
        slot = slot_of(frames[ply, MINE], frames[ply, THEIRS], len(keys))
        keys[slot] = path[ply]
        entries[slot, 0] = depth
        entries[slot, 1] = moved(best, ply)
        entries[slot, 3] = frames[ply, CHOSEN]
        if best <= frames[ply, LOW]:
            entries[slot, 2] = AT_MOST
        elif best >= frames[ply, HIGH]:
            entries[slot, 2] = AT_LEAST
        else:
            entries[slot, 2] = EXACT
    return best


@jit
def search(mine, theirs, depth, low, high, rules, past, arrays):
    """Return the value of the position one ply below the root, for its side to move.

    One loop instead of calls of itself: compiled code that calls itself crashes when it
    comes from numba's cache.  The value means nothing once ``counters[STOPPED]`` is set.
    """
    turns, history, counters, frames = arrays[2], arrays[6], arrays[7], arrays[8]
    ply = 1
    frames[1, MINE], frames[1, THEIRS], frames[1, DEPTH] = mine, theirs, depth
    frames[1, LOW], frames[1, HIGH] = low, high
    done, value = enter(ply, rules, past, arrays)
    while True:
        if done:
            if counters[STOPPED] or ply == 1:
                return value
            ply -= 1
            value = -value
            high, floor = frames[ply, HIGH], frames[ply, FLOOR]
            if frames[ply, SCOUT] and floor < value < high:
                frames[ply, SCOUT] = 0
                descend(ply, -high, -floor, arrays)
                ply += 1
                done, value = enter(ply, rules, past, arrays)
                continue
            if value > frames[ply, BEST]:
                frames[ply, BEST] = value
                frames[ply, FLOOR] = max(floor, value)
                turn = turns[ply, frames[ply, PLACE]]
                frames[ply, CHOSEN] = turn
                if value >= high:
                    if frames[ply, DEPTH] > 0:
                        history[turn & 31, turn >> 5 & 31] += frames[ply, DEPTH] ** 2
                    value = leave(ply, arrays)
                    continue
        if not next_turn(ply, arrays):
            done, value = True, leave(ply, arrays)
            continue
        high, floor = frames[ply, HIGH], frames[ply, FLOOR]
        scout = frames[ply, BEST] > -FAR and frames[ply, DEPTH] > 0
        frames[ply, SCOUT] = scout
        descend(ply, -floor - 1 if scout else -high, -floor, arrays)
        ply += 1
        done, value = enter(ply, rules, past, arrays)


@jit
def look(mine, theirs, order, depth, rules, past, arrays):
    """Search every turn of ``order`` (rows of turn, balls after); return best row and value.

    The best row is -1 if the search was stopped before the first value.
    """
    path, counters = arrays[5], arrays[7]
    path[0] = mine | theirs << 30
    best, chosen = -FAR, -1
    for row in range(order.shape[0]):
        after = order[row, 1]
        if best == -FAR:
            # Not FAR itself: numba would compile the search once more for this very number.
            value = -search(theirs, after, depth - 1, -FAR, -best, rules, past, arrays)
        else:
            value = -search(theirs, after, depth - 1, -best - 1, -best, rules, past, arrays)
            if value > best and not counters[STOPPED]:
                value = -search(theirs, after, depth - 1, -FAR, -best, rules, past, arrays)
        if counters[STOPPED]:
            break
        if value > best:
            best, chosen = value, row
    return chosen, best
