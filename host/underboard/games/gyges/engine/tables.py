"""Every series of an empty Gygès board, as flat sequences for the kernels.

A *series* is one, two or three jumps (``boardcore.gyges.cells``).  A set of places is an int
with bit n for place n, goals included; a set of intervals has the 30 ``across`` below the 30
``along``.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from boardcore.gyges.cells import CELLS, GOAL_N, GOAL_S, PLACES, series_from
from underboard.engine.compiled import array_of

MakeArray = Callable[[Sequence[int]], Any]
"""Makes a sequence of ints as kernels take it."""
STATES = 1 << 15
"""Number of bounce states that one search for landings can hold; measured: at most some
hundreds."""
SERIES = 36 * (36 + 6)
"""Series open at once: at most 36 and a goal from each of the rings bounced on."""


# The kernels' memory is three sequences of ints: a tuple of many would cost more to hand on to a
# function than most functions cost.

# Constant tables, ``t``.
FIRST = 0
"""By ``4 * cell + size``: the index of the first series; one more entry for the end.

A series is three ints: the place where it ends, the cells that must be empty, and the intervals
that it crosses, as sets.
"""
ONES = FIRST + 4 * CELLS + 1
"""By number 0 to 4095: its bits that are 1."""
HASH = ONES + 4096
"""Hash by ``4 * place + size``; entry 0 is the hash of North to move."""

# One search for landings, ``s``.
STACK, BEGIN, STOP, NEWEST = (PLACES * i for i in range(4))
"""``BEGIN`` and ``STOP``: by ring, its open series in ``OPEN``; ``NEWEST``: the newest state on it,
-1 for none."""
WAY = 4 * PLACES
"""Index of the last path found, after the places: rings in place, empty cells, origin."""
OPEN = WAY + 3
"""Index of the series whose middle is empty, after WAY."""
RING, CROSSED, BEFORE, CAME, BY = (OPEN + SERIES + STATES * i for i in range(5))
"""Columns of each state: the ring to go on from, the intervals crossed so far, the state before on
the same ring (-1 for none), the state that led there (-1 for the first), and by which series."""
SCRATCH = OPEN + SERIES + 5 * STATES
"""Length of the scratch array, number of entries, after OPEN: series and five for each state."""


def tables(array: MakeArray = array_of) -> Any:
    """Make the tables; ``array`` makes a sequence as kernels take it."""
    first: list[int] = []
    series: list[int] = []
    chance = random.Random(20)
    hashes = [chance.getrandbits(60) for _ in range(4 * PLACES)]
    behind = HASH + len(hashes)
    empty = bytearray(PLACES)
    for cell in range(CELLS):
        for size in range(4):
            first.append(behind + len(series))
            if size:
                for end, across, along in _series(empty, cell, size):
                    series += [end, _middle(cell, end, across, along), across | along << 30]
    first.append(behind + len(series))
    return array([*first, *(n.bit_count() for n in range(4096)), *hashes, *series])


def scratch(array: MakeArray = array_of) -> Any:
    """Make the memory for one search at a time."""
    return array([0] * SCRATCH)


def _series(empty: bytearray, cell: int, size: int) -> list[tuple[int, int, int]]:
    """Return ``(end, across, along)`` of each series, to either goal, each once."""
    found = []
    for goal in (GOAL_N, GOAL_S):
        series = series_from(empty, cell, size, goal)
        for i in range(0, len(series), 3):
            one = (series[i], series[i + 1], series[i + 2])
            if one not in found:
                found.append(one)
    return found


def _middle(cell: int, end: int, across: int, along: int) -> int:
    """Return the cells between ``cell`` and ``end`` on the way that crosses these intervals."""
    touched = 0
    for bit in range(30):
        if across >> bit & 1:
            left = bit // 5 * 6 + bit % 5
            touched |= 3 << left
        if along >> bit & 1:
            touched |= 1 << bit | 1 << bit + 6
    touched &= ~(1 << cell)
    return touched & ~(1 << end) if end < CELLS else touched


# One search for turns, ``q``.
PLY, STEP, NODES, VALUE, SIDE, NULL, OCCUPIED, KEY, MASK, SALT = range(10)
"""Single numbers.  MASK is one less than the slots; SALT is part of each key of a search."""
NEW_SALT = 1 << 40
"""Step from one search's salt to the next one's: with it the slots hold nothing that it knows."""
SALTS = (1 << 60) - 1
DEEPEST = 24
"""Turns that a search can look ahead; chosen."""
PLIES = DEEPEST + 2
"""Plies of a search, after DEEPEST."""
TURNS = 2048
"""Turns that one position can have; chosen, the most seen in random play: 1390."""
MOST_WAYS = 8
"""Number of paths into the goal that a node keeps; chosen: a turn that leaves one open needs no
search."""
(ALPHA, BETA, DEPTH, FLOOR, BEST, CHOSEN, COUNT, NEXT, SCOUT, KEYS, LISTED, WAY_COUNT) = (
    10 + PLIES * i for i in range(12)
)
"""By ply.  FLOOR: alpha when the node was entered; CHOSEN: the best turn; LISTED: whether all turns
are listed, or only that of the transposition table; WAY_COUNT: ways of the other side that were
found."""
WAYS = 10 + 12 * PLIES
"""By ply, MOST_WAYS times: what a way into the goal depends on, as in ``WAY``."""
TURN = WAYS + 3 * MOST_WAYS * PLIES
SCORE = TURN + TURNS * PLIES
WEIGHTS = SCORE + TURNS * PLIES
FACT_COUNT = 64
"""Number of facts of a position that have a weight; chosen."""
FACTS = WEIGHTS + FACT_COUNT
"""Features of the position evaluated last.  1; whether a threat must be parried; what follows."""
BY_ROW = FACTS + 2
"""By row, the nearest first: cells that only the side to move reaches, that only the other side
does, that both do; rings likewise; rings of each size."""
FRONT = BY_ROW + 9 * 6
"""Index of the nearest row of each side and its rings of each size, after BY_ROW."""
WIDTH = FACTS + FACT_COUNT
"""Turns of a node that are searched."""
LEAF = WIDTH + 1
"""Turns by which a threat prolongs the search."""
SLOTS = LEAF + 1
"""Of a position 8 ints: key, value, depth, bound and turn of the search; key and value of
``assess.assess``."""


def stack(weights: Sequence[int], slot_bits: int, array: MakeArray = array_of) -> Any:
    """Make the memory for one search, with ``2 ** slot_bits`` slots for positions.

    ``weights``: what each fact is worth, in 1/1600 of a log-odds.
    """
    memory = [0] * (SLOTS + (8 << slot_bits))
    memory[MASK] = (1 << slot_bits) - 1
    memory[WEIGHTS : WEIGHTS + FACT_COUNT] = weights
    memory[WIDTH], memory[LEAF] = 30, 1
    return array(memory)
