"""Every series of an empty Gygès board, as flat sequences for the kernels.

A *series* is one, two or three jumps (``boardcore.gyges.cells``).  A set of places is an int
with bit n for place n, goals included; a set of intervals has the 30 ``across`` below the 30
``along``.
"""

import random
from typing import Any, NamedTuple

from boardcore.gyges.cells import CELLS, GOAL_N, GOAL_S, PLACES, series_from
from underboard.engine.compiled import array_of

STATES = 1 << 15
"""Bounce states that one search for landings can hold; measured: at most some hundreds."""
SERIES = 36 * (36 + 6)
"""Series open at once: at most 36 and a goal from each of the rings bounced on."""


class Tables(NamedTuple):
    """Constant tables."""

    first: Any
    """Index of the first series by ``4 * cell + size``, and one more entry for the end."""
    end: Any
    """By series: the place where it ends."""
    middle: Any
    """By series: the cells that must be empty, as a set."""
    crossed: Any
    """By series: the intervals that it crosses, as a set."""
    ones: Any
    """By number 0 to 4095: its bits that are 1."""
    keys: Any
    """Hash by ``4 * place + size``; entry 0 is the hash of North to move."""


class Scratch(NamedTuple):
    """Memory of one search for landings."""

    stack: Any
    begin: Any
    """By ring: the first of its open series in ``open``."""
    stop: Any
    open: Any
    """Series whose middle is empty."""
    newest: Any
    """By ring: the newest state on it, -1 for none."""
    ring: Any
    """By state: the ring to go on from."""
    mask: Any
    """By state: the intervals crossed so far."""
    before: Any
    """By state: the state before on the same ring, -1 for none."""


def tables(array=array_of) -> Tables:
    """Make the tables; ``array`` makes a sequence as kernels take it."""
    first: list[int] = []
    ends: list[int] = []
    middles: list[int] = []
    crosses: list[int] = []
    empty = bytearray(PLACES)
    for cell in range(CELLS):
        for size in range(4):
            first.append(len(ends))
            if size:
                for end, across, along in _series(empty, cell, size):
                    ends.append(end)
                    middles.append(_middle(cell, end, across, along))
                    crosses.append(across | along << 30)
    first.append(len(ends))
    chance = random.Random(20)
    keys = [chance.getrandbits(60) for _ in range(4 * PLACES)]
    ones = [n.bit_count() for n in range(4096)]
    return Tables(*(array(x) for x in (first, ends, middles, crosses, ones, keys)))


def scratch(array=array_of) -> Scratch:
    """Make the memory for one search at a time."""
    lengths = (PLACES, PLACES, PLACES, SERIES, PLACES, STATES, STATES, STATES)
    return Scratch(*(array([0] * length) for length in lengths))


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


class Stack(NamedTuple):
    """Memory of one search for turns: see ``search``."""

    n: Any
    cells: Any
    alpha: Any
    beta: Any
    depth: Any
    floor: Any
    """By ply: alpha when the node was entered."""
    best: Any
    best_turn: Any
    count: Any
    next: Any
    scout: Any
    key: Any
    turn: Any
    score: Any
    weights: Any
    table_key: Any
    table_value: Any
    table_depth: Any
    table_bound: Any
    table_turn: Any


NUMBERS = 9
"""Single numbers of a search, in ``Stack.n``; ``search`` names them."""
DEEPEST = 24
"""Turns that a search can look ahead."""
TURNS = 2048
"""Turns that one position can have; the most seen in random play: 1390."""


def stack(weights, table_bits: int, array=array_of) -> Stack:
    """Make the memory for one search, with a table of ``2 ** table_bits`` entries."""
    fields: list[Any] = [array([0] * NUMBERS), array([0] * PLACES)]
    fields += [array([0] * (DEEPEST + 2)) for _ in range(10)]
    fields += [array([0] * (TURNS * (DEEPEST + 2))) for _ in range(2)]
    fields.append(array(weights))
    fields += [array([0] * (1 << table_bits)) for _ in range(5)]
    return Stack(*fields)
