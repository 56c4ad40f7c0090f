"""Linear algebra of spheres against plain NumPy, and with 22 bits."""

import subprocess
import sys

import numpy as np
import pytest

from boardcore.sensing.observe.field.linear import even_square, misfit
from boardcore.sensing.observe.field.spheres import COLD, Spheres
from support.boards.shipped import LAYOUTS
from support.rows import for_each
from support.sensing.free import LAYOUT
from support.sensing.inner import value_of

PLACES, SENSORS = 7, 5
BANKS = """
import json, sys
from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.bank import Bank

sys.modules["ulab"] = sys.modules["numpy"] = None
for path in sys.argv[1:]:
    layout = Layout(json.load(open(path)))
    if layout.data.get("sensing") == "field" and "ulab" not in layout.data.get("needs", ()):
        Bank(layout)
        print(layout.name)
"""
"""Prints the names of layouts whose Hall sensors are decoded without ``ulab``."""


def test_a_board_without_ulab_decodes_what_does_not_say_that_it_needs_it():
    command = [sys.executable, "-c", BANKS, *map(str, LAYOUTS)]
    decoded = subprocess.run(command, check=True, capture_output=True, text=True)
    assert {"apagos-hall36", "gyges-hall38"} <= set(decoded.stdout.split())


@for_each("seed", range(4))
def test_a_misfit_is_that_of_the_whole_covariance(seed):
    random = np.random.default_rng(seed)
    factors = random.normal(size=(SENSORS, PLACES)) * 20
    variances, common = random.random(SENSORS) * 50 + 5, 2500.0
    residual = random.normal(size=SENSORS) * 30
    chi2, log_det = misfit(factors, variances, common, residual)
    covariance = factors @ factors.T + np.diag(variances) + common
    assert chi2 == pytest.approx(residual @ np.linalg.solve(covariance, residual), rel=1e-8)
    assert log_det == pytest.approx(np.linalg.slogdet(covariance)[1], rel=1e-9)


def test_a_square_is_taken_without_what_is_common_to_the_sensors_that_work():
    values, used = np.array([3.0, 5.0, 1e6, 10.0]), np.array([1.0, 1.0, 0.0, 1.0])
    assert even_square(values, used) == pytest.approx(((values[used > 0] - 6.0) ** 2).sum())


def test_a_board_s_floats_are_enough():
    """A CircuitPython float has 22 bits of mantissa; directions stay within 1e-4 when cold."""

    def rounded(values):
        mantissa, exponent = np.frexp(values)
        return np.ldexp(np.round(mantissa * 2**22) / 2**22, exponent)

    given, found = LAYOUT.field, []
    for shorten in (False, True):
        spheres = Spheres(given.sensor_mm, given.places, given.bias, given.moments[0])
        ways = spheres.none
        if shorten:
            spheres._matrix, spheres._board = rounded(spheres._matrix), rounded(spheres._board)
        for _ in range(COLD):
            (ways,) = value_of(spheres.settle_steps([ways], [0x1FFFFF], 1))
            ways = rounded(ways) if shorten else ways
        found.append(ways)
    assert 0 < np.abs(found[0] - found[1]).max() < 1e-4
