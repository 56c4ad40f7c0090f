"""Occupancies up to symmetry, and where the entries of each begin.

An *occupancy* is a set of occupied cells.  Occupancies that the 8 symmetries of the
pyramid map to each other form a class; its representative is the smallest of them as an
int.  An *entry* is a representative with a colouring, seen from the side to move: bit i of
the colouring stands for the i-th lowest occupied cell and is set where the mover's own
ball lies.  The entries of a class with n balls are 2**n in a row, so

    entry = start of the class + colouring of the mover's balls.

Colourings with more balls of a side than it has are entries without meaning.  The full
pyramid and the one that lacks only the apex have no entries: who has won is plain.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from underboard.games.pylos.engine.table.pyramid import Pyramid


class Classes(NamedTuple):
    """The classes of a pyramid, ordered by their number of balls."""

    occupancies: np.ndarray
    """Every occupancy, ascending (int64)."""
    class_of: np.ndarray
    """Per occupancy its class; -1 if it has no entries."""
    symmetry_of: np.ndarray
    """Per occupancy a symmetry that maps it to its representative."""
    representatives: np.ndarray
    """Per class its representative."""
    balls: np.ndarray
    """Per class its number of balls."""
    starts: np.ndarray
    """Per class its first entry, a multiple of 8; and the total behind the last."""


@cache
def classes_of(base: int) -> Classes:
    """Return the classes of the pyramid with this base."""
    pyramid = Pyramid(base)
    occupancies = pyramid.occupancies()
    images = []
    for symmetry in pyramid.symmetries:
        image = np.zeros_like(occupancies)
        for cell, goal in enumerate(symmetry):
            image |= (occupancies >> cell & 1) << goal
        images.append(image)
    stacked = np.stack(images)
    symmetry_of = stacked.argmin(axis=0)
    smallest = stacked.min(axis=0)
    representatives = np.unique(smallest)
    balls = popcount(representatives)
    listed = balls < pyramid.cells - 1
    representatives, balls = representatives[listed], balls[listed]
    order = np.lexsort((representatives, balls))
    representatives, balls = representatives[order], balls[order]
    number = {int(mask): index for index, mask in enumerate(representatives)}
    class_of = np.array([number.get(int(mask), -1) for mask in smallest], dtype=np.int64)
    sizes = np.maximum(8, 1 << balls)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return Classes(occupancies, class_of, symmetry_of, representatives, balls, starts)


def popcount(masks: np.ndarray) -> np.ndarray:
    """Return how many bits are set in each int."""
    total = np.zeros(masks.shape, dtype=np.int64)
    rest = masks.astype(np.int64)
    while rest.any():
        total += rest & 1
        rest >>= 1
    return total
