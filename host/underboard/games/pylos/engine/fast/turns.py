"""Turns of a Pylos side as compiled code, by the rules of ``boardcore.pylos``.

Needs numba.  ``tests`` hold turns and counts equal to the core's.
"""

import numpy as np
from numba import njit

from boardcore.pylos.cells import CELLS, LEVEL, NONE, SHAPES, SUPPORTS
from boardcore.pylos.turns import make_turn

jit = njit(nogil=True, cache=True)

MAX_TURNS = 4096
"""Number of turns of one position for which there is room; chosen, half for those with take-
backs."""

SUPPORT = np.array(SUPPORTS, dtype=np.int64)
HEIGHT = np.array(list(LEVEL), dtype=np.int64)
NO_CELL = NONE
NO_TAKES = make_turn(0)


def shape_table(variant: str) -> np.ndarray:
    """Return per cell the masks of the shapes that contain it, 0 behind the last."""
    table = np.zeros((CELLS, 9), dtype=np.int64)
    for cell, shapes in enumerate(SHAPES[variant]):
        table[cell, : len(shapes)] = shapes
    return table


@jit
def bits(mask):
    """Return how many of the 32 lowest bits of a set are set."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    return ((mask + (mask >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@jit
def open_cells(occupied):
    """Return the set of cells that can hold a ball.

    A level is folded onto itself: a cell is kept if its right, upper and upper right neighbour
    are occupied too, and so carries a cell of the level above.
    """
    ground = occupied & 0xFFFF
    cells = ~ground & 0xFFFF
    squares = ground & ground >> 1 & ground >> 4 & ground >> 5
    cells |= (squares & 7 | squares >> 1 & 0x38 | squares >> 2 & 0x1C0) << 16
    first = occupied >> 16 & 0x1FF
    squares = first & first >> 1 & first >> 3 & first >> 4
    cells |= (squares & 3 | squares >> 1 & 0xC) << 25
    if occupied >> 25 & 15 == 15:
        cells |= 1 << 29
    return cells & ~occupied


@jit
def free_balls(balls, occupied):
    """Return the set of ``balls`` that carry nothing."""
    first = occupied >> 16 & 0x1FF
    spread = first & 7 | (first & 0x38) << 1 | (first & 0x1C0) << 2
    carrying = spread | spread << 1 | spread << 4 | spread << 5
    second = occupied >> 25 & 15
    spread = second & 3 | (second & 0xC) << 1
    carrying |= (spread | spread << 1 | spread << 3 | spread << 4) << 16
    if occupied >> 29 & 1:
        carrying |= 15 << 25
    return balls & ~carrying


@jit
def makes_shape(after, goal, shapes):
    """Return True if a ball put on ``goal`` completes a shape of its colour."""
    for number in range(shapes.shape[1]):
        shape = shapes[goal, number]
        if not shape:
            return False
        if after & shape == shape:
            return True
    return False


@jit
def turns_of(mine, theirs, shapes, strict, only_shapes, turns, afters):
    """List the turns of the side with ``mine`` and its balls after each; return how many.

    Turns with take-backs come first, then raises, then places.  ``only_shapes``: only
    turns that complete a shape.
    """
    reserve = 15 - bits(mine)
    if strict and not reserve:
        return 0
    occupied = mine | theirs
    goals = open_cells(occupied)
    count, plain = 0, MAX_TURNS // 2
    # Plain turns wait in the second half of the arrays, behind all with take-backs.
    if goals >> 16:
        starts = free_balls(mine, occupied)
        for start in range(25):
            if not starts >> start & 1:
                continue
            for goal in range(16, 29):
                if not goals >> goal & 1 or HEIGHT[goal] <= HEIGHT[start]:
                    continue
                if SUPPORT[goal] >> start & 1:
                    continue
                after = mine & ~(1 << start) | 1 << goal
                move = goal | start << 5
                if makes_shape(after, goal, shapes):
                    count = _take_back(after, theirs, move, turns, afters, count)
                elif not only_shapes:
                    turns[plain] = move | NO_TAKES
                    afters[plain] = after
                    plain += 1
    if reserve:
        for goal in range(30):
            if not goals >> goal & 1:
                continue
            after = mine | 1 << goal
            move = goal | NO_CELL << 5
            if makes_shape(after, goal, shapes):
                count = _take_back(after, theirs, move, turns, afters, count)
            elif not only_shapes:
                turns[plain] = move | NO_TAKES
                afters[plain] = after
                plain += 1
    for number in range(MAX_TURNS // 2, plain):
        turns[count] = turns[number]
        afters[count] = afters[number]
        count += 1
    return count


@jit
def _take_back(mine, theirs, move, turns, afters, count):
    """Add the turns that take back two balls of ``mine`` or one."""
    occupied = mine | theirs
    free = free_balls(mine, occupied)
    for first in range(28, -1, -1):
        if not free >> first & 1:
            continue
        rest = mine & ~(1 << first)
        # A lower ball may be freed by the first; two free ones are listed once.
        seconds = free_balls(rest, occupied & ~(1 << first)) & (1 << first) - 1
        second = 0
        while seconds:
            if seconds & 1:
                turns[count] = move | first << 10 | second << 15
                afters[count] = rest & ~(1 << second)
                count += 1
            seconds >>= 1
            second += 1
    for first in range(28, -1, -1):
        if free >> first & 1:
            turns[count] = move | first << 10 | NO_CELL << 15
            afters[count] = mine & ~(1 << first)
            count += 1
    return count


@jit
def perft(mine, theirs, shapes, strict, depth):
    """Return how many sequences of ``depth`` turns there are, ``depth`` at least 1."""
    turns = np.empty(MAX_TURNS, dtype=np.int64)
    afters = np.empty((depth + 1, MAX_TURNS), dtype=np.int64)
    left = np.zeros(depth + 1, dtype=np.int64)
    sides = np.zeros((depth + 1, 2), dtype=np.int64)
    sides[1, 0], sides[1, 1] = mine, theirs
    left[1] = turns_of(mine, theirs, shapes, strict, False, turns, afters[1])
    if depth == 1:
        return left[1]
    total, ply = 0, 1
    # A loop, because compiled code that calls itself crashes when it comes from the cache.
    while ply:
        if not left[ply]:
            ply -= 1
            continue
        left[ply] -= 1
        after, other = afters[ply, left[ply]], sides[ply, 1]
        count = turns_of(other, after, shapes, strict, False, turns, afters[ply + 1])
        if ply + 1 == depth:
            total += count
            continue
        ply += 1
        left[ply] = count
        sides[ply, 0], sides[ply, 1] = other, after
    return total
