"""Balls that lie on balls, under simulated hands."""

import math
from typing import Any

TOUCHING = 1.05
"""Largest distance of two balls that touch, ratio to their diameter; assumed: 5 % for misplaced
balls."""


def neighbours(magnets: Any, place: int) -> list[int]:
    """Return the balls that carry one on this place."""
    at, ball = magnets.places, magnets.layout.data["geometry"]["ball_mm"]
    return [
        other
        for other in magnets.pieces
        if at[other][2] < at[place][2] - 1 and math.dist(at[other], at[place]) <= TOUCHING * ball
    ]


def is_free(magnets: Any, place: int) -> bool:
    """Return whether a ball carries no other."""
    return all(place not in neighbours(magnets, other) for other in magnets.pieces)


def supporters(plate: Any, place: int) -> list[int]:
    """Return the places of the balls that carry one on this place of a plate."""
    x, y = plate.scale.places[place]
    half = plate.layout.data["geometry"]["pitch_mm"] / 2 + 1
    cell = plate.layout.cell_of_sensor[place]
    return [
        other
        for other, (ox, oy) in enumerate(plate.scale.places)
        if abs(ox - x) <= half and abs(oy - y) <= half
        if plate.layout.cell_of_sensor[other] < cell and other != place
    ]
