"""A place whose own sensor has failed: which piece stands there, by the other sensors."""

from random import Random

import numpy as np
import pytest

from boardcore.sensing.observe.field.unmix import ASIDE, FLOOR_UT, Unmixer, blind_kind

BLIND, SENSORS, EACH = 0, 12, 4
STRENGTHS = (1.0, 1.8, 2.6)
COLUMNS = [[0.0] * SENSORS for _ in range(SENSORS)]
for sensor in range(1, SENSORS):
    COLUMNS[BLIND][sensor] = 30.0 + 7 * sensor


def unmixer_of(strength, shift_ut=0.0, kinds=(), columns=COLUMNS):
    """Return what all sensors measure of a piece on the blind place, and the other pieces."""
    noises = [0.0] + [1.0] * (SENSORS - 1)
    unmixer = Unmixer(columns, noises)
    for place, kind in enumerate(kinds):
        unmixer.found[place] = STRENGTHS[kind - 1] if kind else 0.0
    for sensor in range(SENSORS):
        own = sum(columns[place][sensor] * unmixer.found[place] for place in range(1, len(kinds)))
        unmixer.measured[sensor] = columns[BLIND][sensor] * strength + own + shift_ut
    return unmixer


def seen(strength, elsewhere=(), shift_ut=0.0, before=0):
    """Return the kind that is found on the blind place."""
    kinds = bytes([0, *elsewhere, *[0] * (SENSORS - 1 - len(elsewhere))])
    unmixer = unmixer_of(strength, shift_ut, kinds)
    left = [0] + [kind for kind in (1, 2, 3) if kinds.count(kind) < EACH]
    found, variance = unmixer.around(BLIND, kinds, [1.0] * SENSORS, 1.0)
    return blind_kind(STRENGTHS, left, before, abs(found), variance)


@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_piece_is_found_by_the_sensors_around_it(kind, sign):
    assert seen(sign * STRENGTHS[kind - 1]) == kind


def test_an_empty_place_stays_empty():
    assert seen(0.0) == 0
    assert seen(0.0, before=2) == 0


def test_a_shift_common_to_all_sensors_is_not_a_piece():
    assert seen(STRENGTHS[1], shift_ut=40.0) == 2
    assert seen(0.0, shift_ut=40.0) == 0


def test_the_fourth_piece_of_a_kind_may_stand_here_and_a_fifth_may_not():
    assert seen(STRENGTHS[0], elsewhere=(1, 1, 1)) == 1
    assert seen(STRENGTHS[0], elsewhere=(1, 1, 1, 1)) != 1


def test_what_was_reported_stays_unless_another_kind_fits_much_better():
    assert blind_kind(STRENGTHS, [0, 1, 2, 3], 1, 1.35, 0.05) == 1
    assert blind_kind(STRENGTHS, [0, 1, 2, 3], 2, 1.35, 0.05) == 2


@pytest.mark.parametrize("seed", range(5))
def test_the_estimate_is_weighted_least_squares(seed):
    """The same by NumPy: a column for the piece, one for the common shift."""
    random = Random(seed)
    columns = [[random.uniform(5, 40) for _ in range(SENSORS)] for _ in range(SENSORS)]
    kinds = bytes([0] + [random.choice((0, 0, 1, 2)) for _ in range(SENSORS - 1)])
    unmixer = unmixer_of(1.3, 17.0, kinds, columns)
    for sensor in range(SENSORS):
        unmixer.measured[sensor] += random.gauss(0, 2)
    found = unmixer.around(BLIND, kinds, [1.0] * SENSORS, 0.5)
    used = [i for i in range(1, SENSORS) if not kinds[i]]
    matrix = np.array([[columns[BLIND][i], 1.0] for i in used])
    others = np.array(
        [[columns[p][i] * unmixer.found[p] for p in range(1, SENSORS) if kinds[p]] for i in used]
    ).reshape(len(used), -1)
    variance = 0.5**2 + FLOOR_UT**2 + (ASIDE * others) ** 2 @ np.ones(others.shape[1])
    rest = np.array([unmixer.measured[i] for i in used]) - others.sum(axis=1)
    normal = np.linalg.inv(matrix.T @ (matrix / variance[:, None]))
    estimate = normal @ matrix.T @ (rest / variance)
    assert found == pytest.approx((estimate[0], normal[0, 0]), rel=1e-4)
