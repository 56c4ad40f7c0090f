"""Snapshots of an Apagos board.

A *snapshot* is the number of balls in each slot, four bits a level, one int.  Boards that see more
add it after these bits: which square lies where (``plate``), or how many balls are white
(``field``).
"""

from boardcore.apagos.positions import LEVELS

COUNT_BITS = 4
"""Width of a number of balls in an observation, bits; chosen, nine holes need four."""
COUNT = 15
"""Bits of a number of balls in an observation, after COUNT_BITS."""
SQUARE_BITS = 3
"""Width of a square's kind in an observation, bits; chosen."""
FIRST_SQUARE = COUNT_BITS * LEVELS
MAX_LIFTED = 2
"""Largest number of squares that are up at once when two change places, by the rules of the
game."""
SHOWN, HIDDEN, COLOUR, START = 16, 32, 48, 64
"""Kinds of answers to a question; a plain number is the level that got the ball."""


def count(snapshot: int, level: int) -> int:
    """Return how many balls a snapshot shows on a level."""
    return snapshot >> COUNT_BITS * level & COUNT


def square_at(level: int) -> int:
    """Return the snapshot of square 1 on a level; snapshots can be added."""
    return 1 << FIRST_SQUARE + SQUARE_BITS * level


def square_in(snapshot: int, level: int) -> int:
    """Return which square a snapshot shows on a level, 0 for none, or where no squares are seen."""
    return snapshot >> FIRST_SQUARE + SQUARE_BITS * level & 7


def ball(level: int) -> int:
    """Return the snapshot of one ball on a level; snapshots can be added."""
    return 1 << COUNT_BITS * level


def swapped(snapshot: int, level: int) -> int:
    """Return a snapshot with this level and the one above exchanged, squares too if seen."""
    change = count(snapshot, level) - count(snapshot, level + 1)
    snapshot += change * (ball(level + 1) - ball(level))
    turn = square_in(snapshot, level) - square_in(snapshot, level + 1)
    return snapshot + turn * (square_at(level + 1) - square_at(level))


def total(snapshot: int) -> int:
    """Return how many balls a snapshot shows in all."""
    return sum([count(snapshot, level) for level in range(LEVELS)])
