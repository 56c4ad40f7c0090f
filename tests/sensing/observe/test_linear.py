"""Linear algebra of spheres (lists and arrays against plain NumPy, and 22 bits)."""

import numpy as np
import pytest

from boardcore.sensing.observe.field import linear as algebra
from boardcore.sensing.observe.field.linear import Arrays, Lists

PLACES, SENSORS, CASES = 7, 5, 3


def board(seed):
    """Return a random board: matrix, bias, directions and who is there."""
    random = np.random.default_rng(seed)
    matrix = 0.3 * random.normal(size=(3 * PLACES, 3 * PLACES))
    present = (random.random((PLACES, CASES)) < 0.7).astype(float)
    ways = random.normal(size=(3 * PLACES, CASES))
    ways /= (
        np.sqrt((ways.reshape(3, PLACES, CASES) ** 2).sum(axis=0))[None]
        .repeat(3, 0)
        .reshape(3 * PLACES, CASES)
    )
    ways *= np.tile(present, (3, 1))
    return matrix, random.normal(size=(3 * PLACES, 1)) + 2, ways, present


def as_array(found):
    return np.array(found, float)


@pytest.mark.parametrize("kind", [Arrays, Lists])
@pytest.mark.parametrize("seed", range(4))
def test_a_round_turns_each_sphere_into_its_field(kind, seed):
    matrix, bias, ways, present = board(seed)
    algebra_ = kind()
    given = [algebra_.matrix(part.tolist()) for part in (matrix, bias, ways, present)]
    found = as_array(algebra_.turn(given[0], given[1], 0.5, given[2], given[3]))
    field = (matrix @ ways + bias + 0.5 * ways).reshape(3, PLACES, CASES)
    expected = field / np.sqrt((field**2).sum(axis=0)) * present
    assert np.allclose(found, expected.reshape(3 * PLACES, CASES), atol=1e-9)


@pytest.mark.parametrize("kind", [Arrays, Lists])
def test_effects_are_those_of_each_sphere_and_their_sum(kind):
    _, _, ways, _ = board(9)
    before, after = ways[:, :1], ways[:, 1:2]
    random = np.random.default_rng(1)
    sensors = random.normal(size=(3, SENSORS, PLACES))
    algebra_ = kind()
    matrix, total, turns = algebra_.effects(
        tuple(algebra_.matrix(part.tolist()) for part in sensors),
        algebra_.matrix(before.tolist()),
        algebra_.matrix(after.tolist()),
    )
    turned = (after - before).reshape(3, PLACES)
    expected = np.einsum("asp,ap->sp", sensors, turned)
    assert np.allclose(as_array(matrix), expected)
    assert np.allclose(total, expected.sum(axis=1))
    assert np.allclose(turns, np.sqrt((turned**2).sum(axis=0)))
    shares = random.random(PLACES)
    scaled, loose = algebra_.scaled(matrix, shares.tolist())
    assert np.allclose(as_array(scaled), expected * shares)
    assert loose == pytest.approx(((expected * shares) ** 2).sum())


@pytest.mark.parametrize("kind", [Arrays, Lists])
@pytest.mark.parametrize("seed", range(4))
def test_a_misfit_is_that_of_the_whole_covariance(kind, seed):
    random = np.random.default_rng(seed)
    factors = random.normal(size=(SENSORS, PLACES)) * 20
    variances, common = random.random(SENSORS) * 50 + 5, 2500.0
    residual = random.normal(size=SENSORS) * 30
    algebra_ = kind()
    chi2, log_det = algebra_.misfit(
        algebra_.matrix(factors.tolist()), variances.tolist(), common, residual.tolist()
    )
    covariance = factors @ factors.T + np.diag(variances) + common
    assert chi2 == pytest.approx(residual @ np.linalg.solve(covariance, residual), rel=1e-8)
    assert log_det == pytest.approx(np.linalg.slogdet(covariance)[1], rel=1e-9)


def test_a_board_s_floats_are_enough(monkeypatch):
    """A CircuitPython float has 22 bits of mantissa; directions stay within 1e-4 over 16 rounds."""
    matrix, bias, ways, present = board(3)
    matrix = 0.1 * matrix

    def rounded(values):
        mantissa, exponent = np.frexp(values)
        return np.ldexp(np.round(mantissa * 2**22) / 2**22, exponent)

    exact, rough = ways, rounded(ways)
    arrays = Arrays()
    for _ in range(16):
        exact = arrays.turn(matrix, bias, 0.5, exact, present)
        rough = rounded(arrays.turn(rounded(matrix), rounded(bias), 0.5, rough, present))
    assert np.abs(exact - rough).max() < 1e-4


def test_a_computer_takes_arrays():
    assert isinstance(algebra.linear, Arrays)


@pytest.mark.parametrize("kind", [Arrays, Lists])
def test_products_are_those_of_columns_without_their_mean(kind):
    random = np.random.default_rng(6)
    column, matrix = random.normal(size=(SENSORS, 1)), random.normal(size=(SENSORS, PLACES))
    algebra_ = kind()
    given = algebra_.matrix(matrix.tolist())
    assert algebra_.sizes(given) == pytest.approx(np.linalg.norm(matrix, axis=0))
    even = algebra_.centred(given)
    found = algebra_.products(even, algebra_.matrix(column.tolist()))
    expected = ((matrix - matrix.mean(axis=0)) * column).sum(axis=0)
    assert found == pytest.approx(expected)
