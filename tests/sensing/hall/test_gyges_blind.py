"""Gygès blind: which ring lies on a cell whose own sensor has failed."""

import pytest

from boardcore.gyges.hall.blind import lies

CELL, SENSORS = 0, 12
STRENGTHS = (1.0, 1.8, 2.6)
SHARES = [[0.0] * SENSORS for _ in range(SENSORS)]
for sensor in range(1, SENSORS):
    SHARES[sensor][CELL] = 30.0 + 7 * sensor


def felt_of(strength, drift=0.0):
    """Return what every sensor feels of a ring on the blind cell, in microtesla."""
    return [SHARES[i][CELL] * strength + drift for i in range(SENSORS)]


def told(strength, elsewhere=(), drift=0.0, before=0):
    sizes = [0] * SENSORS
    found = [0.0] * SENSORS
    for at, size in enumerate(elsewhere):
        sizes[1 + at], found[1 + at] = size, STRENGTHS[size - 1]
    noises = [0.0] + [1.0] * (SENSORS - 1)
    return lies(CELL, before, sizes, felt_of(strength, drift), found, SHARES, noises, STRENGTHS)


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_ring_is_told_by_the_sensors_around_it(size, sign):
    assert told(sign * STRENGTHS[size - 1]) == (size, sign)


def test_nothing_is_told_where_nothing_lies():
    assert told(0.0)[0] == 0


def test_what_all_feel_alike_is_drift():
    assert told(STRENGTHS[1], drift=40.0) == (2, 1.0)


def test_the_fourth_ring_of_a_size_may_lie_here_and_a_fifth_may_not():
    assert told(STRENGTHS[0], elsewhere=(1, 1, 1))[0] == 1
    assert told(STRENGTHS[0], elsewhere=(1, 1, 1, 1))[0] != 1
