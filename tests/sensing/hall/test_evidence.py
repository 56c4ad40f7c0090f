"""Evidence: the board's own linear algebra, against NumPy and against a board's short floats."""

from array import array

import numpy as np
import pytest

from boardcore.pylos.hall.screening import RESIDUAL, Screen
from boardcore.sensing.observe.field.dipole import responses
from boardcore.sensing.observe.field.evidence import ROOT, Evidence, whole_rows

SPOTS = [(30 * x, 30 * y, -5) for y in range(4) for x in range(4)] + [
    (30 * x + 15, 30 * y + 15, -5) for y in range(3) for x in range(3)
]
PLACES = [(0, 0, 15), (60, 30, 15), (45, 45, 36.2), (30, 60, 57.4), (45, 45, 78.6)]
COMMON = 8.0
ROWS = responses(SPOTS, PLACES, 0.088)
WHOLE = whole_rows(ROWS)


def problem(seed):
    """Return weights and a difference as a level full of balls might make them."""
    random = np.random.RandomState(seed)
    variances = random.uniform(9, 200, len(SPOTS))
    return 1 / variances, random.standard_normal(len(SPOTS)) * 40


def evaluate(evidence, places, deviations):
    """Take all steps; return the evidence."""
    for _ in evidence.evaluating(places, deviations):
        pass
    return evidence.evidence


def roots_of(weights):
    """Return what ``Evidence`` wants to know of these weights."""
    return array("h", [int(ROOT * weight**0.5 + 0.5) for weight in weights])


def by_numpy(places, deviations, weights, rest):
    """Return log evidence, moments and variances, with matrices of all sensors."""
    noise = np.diag(1 / weights) + COMMON**2
    columns = np.array([ROWS[3 * p + axis] for p in places for axis in range(3)], float).T
    columns = columns.reshape(len(SPOTS), 3 * len(places))
    prior = np.diag([d * d for d in deviations for _ in range(3)])
    total = noise + columns @ prior @ columns.T
    inverse = np.linalg.inv(total)
    moments = prior @ columns.T @ inverse @ rest
    variances = np.diag(prior - prior @ columns.T @ inverse @ columns @ prior)
    chi = rest @ inverse @ rest
    spread = np.linalg.slogdet(total)[1] - np.linalg.slogdet(noise)[1]
    return -(chi + spread) / 2, moments, variances


def evaluated(places, deviations, seed=1):
    weights, rest = problem(seed)
    evidence = Evidence(WHOLE, len(SPOTS), 1 / COMMON**2)
    evidence.roots[:] = roots_of(weights)
    evidence.residual[:] = type(evidence.residual)("f", rest)
    evidence.begin()
    return (
        evidence,
        evaluate(evidence, places, deviations),
        by_numpy(places, deviations, weights, rest),
    )


CASES = [
    ("nothing", [], []),
    ("one ball on the ground", [0], [0.58]),
    ("one ball on top", [4], [0.58]),
    ("a ball came, another went", [2, 1], [0.58, 0.08]),
    ("three at once", [3, 1, 2], [0.58, 0.45, 0.1]),
]


TABLE = [c[1:] for c in CASES]
NAMES = [c[0] for c in CASES]


@pytest.mark.parametrize(("places", "deviations"), TABLE, ids=NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_evidence_is_that_of_all_sensors_together(places, deviations, seed):
    _, found, (expected, _, _) = evaluated(places, deviations, seed)
    # Whole numbers lose a little where the misfit is large; decisions are between small ones.
    assert found == pytest.approx(expected, rel=1e-2, abs=0.2)


@pytest.mark.parametrize(("places", "deviations"), TABLE[1:])
def test_moments_and_their_variances_are_those_of_the_textbook(places, deviations):
    evidence, _, (_, moments, variances) = evaluated(places, deviations)
    for _ in evidence.solving():
        pass
    assert list(evidence.moments[: len(moments)]) == pytest.approx(moments, abs=0.05)
    assert list(evidence.variances[: len(moments)]) == pytest.approx(variances, rel=5e-2)


def screened(seed=1):
    weights, rest = problem(seed)
    screen = Screen(WHOLE, len(SPOTS))
    screen.begin(weights, 0.58, 1 / COMMON**2)
    screen.look_at(rest)
    for place in range(len(PLACES)):
        screen.prepare(place)
    return screen, weights, rest


@pytest.mark.parametrize("place", range(len(PLACES)))
@pytest.mark.parametrize("seed", range(3))
def test_the_quick_look_at_one_part_finds_what_the_long_one_does(place, seed):
    screen, weights, rest = screened(seed)
    expected, _, _ = by_numpy([place], [0.58], weights, rest)
    found = screen.gain((0,), place) - screen.misfit((0,)) / 2
    assert found == pytest.approx(expected, rel=0.03, abs=0.5)


def test_balls_that_went_are_terms_of_a_sum():
    screen, weights, rest = screened()
    fields = [np.array(ROWS[3 * place], float) * 0.3 for place in (0, 2)]
    terms = (0, *(screen.add_term(field) for field in fields))
    expected, _, _ = by_numpy([1], [0.58], weights, rest + sum(fields))
    found = screen.gain(terms, 1) - screen.misfit(terms) / 2
    assert found == pytest.approx(expected, rel=0.03, abs=0.5)


def test_what_is_left_is_a_term_that_changes_while_the_others_stay():
    screen, weights, rest = screened()
    gone = np.array(ROWS[0], float) * 0.3
    term = screen.add_term(gone)
    screen.misfit((RESIDUAL, term))
    screen.set_residual(rest / 2)
    expected, _, _ = by_numpy([], [], weights, rest / 2 + gone)
    assert screen.misfit((RESIDUAL, term)) == pytest.approx(-2 * expected, rel=0.02, abs=1)
    expected, _, _ = by_numpy([], [], weights, rest + gone)
    assert screen.misfit((0, term)) == pytest.approx(-2 * expected, rel=0.02, abs=1)


def test_a_field_that_all_sensors_see_alike_is_no_evidence():
    evidence, _, _ = evaluated([0], [0.58])
    before = evaluate(evidence, [0], [0.58]) - evaluate(evidence, [], [])
    for i in range(len(SPOTS)):
        evidence.residual[i] += 3
    evidence.begin()
    after = evaluate(evidence, [0], [0.58]) - evaluate(evidence, [], [])
    assert after == pytest.approx(before, abs=0.3)


def test_a_sensor_left_out_says_nothing():
    evidence, _, _ = evaluated([0], [0.58])
    evidence.roots[3] = 0
    evidence.begin()
    before = evaluate(evidence, [0], [0.58])
    evidence.residual[3] = 5000
    evidence.begin()
    assert evaluate(evidence, [0], [0.58]) == before


class Short(float):
    """A float with the 22 bits of mantissa that a board's float has."""

    def __new__(cls, value):
        parts = np.frexp(float(value))
        return super().__new__(cls, np.ldexp(np.round(parts[0] * 2**22) / 2**22, parts[1]))

    def _both(name):  # noqa: N805
        def act(self, other):
            return Short(getattr(float, name)(float(self), float(other)))

        return act

    __add__, __radd__ = _both("__add__"), _both("__radd__")
    __sub__, __rsub__ = _both("__sub__"), _both("__rsub__")
    __mul__, __rmul__ = _both("__mul__"), _both("__rmul__")
    __truediv__, __rtruediv__ = _both("__truediv__"), _both("__rtruediv__")
    __pow__ = _both("__pow__")


@pytest.mark.parametrize(("places", "deviations"), TABLE, ids=NAMES)
def test_short_floats_change_no_decision(places, deviations):
    weights, rest = problem(5)
    short = Evidence(WHOLE, len(SPOTS), Short(1 / COMMON**2))
    short.roots[:] = roots_of(weights)
    short.residual = [Short(value * 10) for value in rest]
    short._matrix = [[Short(0)] * len(row) for row in short._matrix]
    short._right = [Short(0)] * len(short._right)
    short._sums = [Short(0)] * len(short._sums)
    short.begin()
    found = evaluate(short, places, [Short(value) for value in deviations])
    expected, _, _ = by_numpy(places, deviations, weights, rest * 10)
    # Decisions hang on differences of 7.
    assert found == pytest.approx(expected, rel=1e-2, abs=0.2)


def test_parts_in_one_place_are_no_trouble_for_whole_numbers():
    weights, rest = problem(2)
    evidence = Evidence(WHOLE, len(SPOTS), 1 / COMMON**2)
    evidence.roots[:] = roots_of(weights * 50)
    evidence.residual[:] = type(evidence.residual)("f", rest * 20)
    evidence.begin()
    assert evaluate(evidence, [0, 0, 0, 0], [5.0] * 4) < 0
