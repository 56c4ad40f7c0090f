"""Dipole (the field of a ball's magnet, against the formula in NumPy and against arithmetic)."""

import numpy as np
import pytest

from boardcore.sensing.observe.field.dipole import bias_at, response
from support.rows import for_each


def test_a_magnet_that_points_up_is_felt_most_straight_below():
    # 2 * 100 * 0.088 / 20^3 mT: firmware/docs/fields.md's 2.2 mT at 20 mm.
    assert response((0, 0, -5), (0, 0, 15), 0.088)[2] == pytest.approx(2200, rel=1e-3)


@for_each("spot", [(0, 0, -5), (30, 0, -5), (15, -45, -5), (90, 90, -5)])
@for_each("place", [(0, 0, 15), (15, 15, 36.2), (45, 45, 78.6)])
def test_every_direction_is_the_textbook_formula(spot, place):
    between = np.array(spot, float) - place
    distance = np.linalg.norm(between)
    way = between / distance
    expected = 1e8 * 0.088 * (3 * way * way[2] - [0, 0, 1]) / distance**3
    assert response(spot, place, 0.088) == pytest.approx(tuple(expected), rel=1e-6)


def test_magnets_in_the_board_add_up_along_each_direction():
    magnets = [(0, 0, -20, 0.5), (30, 10, -40, -1.2)]
    place = np.array([5.0, -7.0, 12.0])
    expected = np.zeros(3)
    for *at, moment in magnets:
        between = place - at
        distance = np.linalg.norm(between)
        way = between / distance
        expected += 1e8 * moment * (3 * way * way[2] - [0, 0, 1]) / distance**3
    assert bias_at(tuple(place), magnets) == pytest.approx(expected.tolist(), rel=1e-9)
