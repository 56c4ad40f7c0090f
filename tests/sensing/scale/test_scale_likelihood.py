"""Likelihood of changes: held against a slow reference in NumPy."""

from random import Random

import numpy as np
import pytest

from boardcore.sensing.scale.likelihood import NU, Likelihood
from boardcore.sensing.scale.masses import Masses
from support.sensing.plates import Told, ToldRings


def reference(scale, masses, difference, changes, moved, loose=1.0):
    touches = len(changes) or 2  # what was lifted was put back
    noise = 8 * scale.rest_g**2
    v = np.diag([noise, noise * scale.arm_mm**2, noise * scale.arm_mm**2])
    v = v + touches * loose * np.diag([scale.touch_g**2, scale.touch_gmm**2, scale.touch_gmm**2])
    place = scale.place_mm**2 * np.diag([0, 1, 1])
    residual = np.array(difference, dtype=float)
    if moved:
        _, start, kind = changes[0]
        _, goal, _ = changes[1]
        a = np.array([0, *np.subtract(scale.places[goal], scale.places[start])])
        m, s2 = masses.mean(-1, start, kind), masses.variance(-1, start, kind)
        residual -= m * a
        v = v + s2 * np.outer(a, a) + 2 * m * m * place
    else:
        for sign, at, kind in changes:
            a = np.array([1, *scale.places[at]])
            m, s2 = masses.mean(sign, at, kind), masses.variance(sign, at, kind)
            residual -= sign * m * a
            v = v + s2 * np.outer(a, a) + m * m * place
    chi2 = residual @ np.linalg.solve(v, residual)
    return (NU + 3) / 2 * np.log(1 + chi2 / NU) + np.linalg.slogdet(v)[1] / 2, chi2


@pytest.mark.parametrize("seed", range(40))
def test_costs_are_those_of_the_equations(seed):
    chance = Random(seed)
    scale = Told().scale
    masses = Masses(scale)
    likelihood = Likelihood(scale, masses)
    likelihood.loose = chance.uniform(0.5, 30)
    for place in range(0, 30, 3):
        masses.weigh(place, 1, chance.gauss(9.9, 0.6), 0.02)
    count = chance.randint(0, 4)
    changes = tuple((chance.choice((-1, 1)), place, 1) for place in chance.sample(range(30), count))
    moved = count == 2 and seed % 2 == 0
    if moved:
        changes = ((-1, changes[0][1], 1), (1, changes[1][1], 1))
    difference = [chance.gauss(0, 10), chance.gauss(0, 400), chance.gauss(0, 400)]
    likelihood.look_at(*difference)
    cost = likelihood.cost(changes, moved)
    expected, chi2 = reference(scale, masses, difference, changes, moved, likelihood.loose)
    assert likelihood.chi2 == pytest.approx(chi2, rel=1e-6, abs=1e-9)
    assert cost == pytest.approx(expected, rel=1e-6)


def test_a_ball_that_came_alone_is_known_by_its_mass():
    masses = Masses(Told().scale)
    prior = masses.variance(-1, 3, 1)
    masses.weigh(3, 1, 10.8, 0.02)
    assert masses.variance(-1, 3, 1) < 0.02 < prior
    assert 10.7 < masses.mean(-1, 3, 1) < 10.8
    assert masses.mean(1, 3, 1) == pytest.approx(9.9)
    masses.move(3, 5)
    assert masses.mean(-1, 3, 1) == pytest.approx(9.9)
    assert 10.7 < masses.mean(-1, 5, 1) < 10.8


def test_a_loose_build_is_learnt():
    likelihood = Likelihood(Told().scale, Masses(Told().scale))
    for _ in range(50):
        likelihood.learn(30.0, 0.0)
    assert likelihood.loose == 30.0
    for _ in range(200):
        likelihood.learn(0.0, 0.0)
    assert likelihood.loose == 0.5


def test_a_piece_whose_place_hides_what_touches_leave_teaches_little():
    """Heavy rings that stand well within 2 mm would make touches look half as large as they are."""
    scale = ToldRings({}).scale
    learnt = []
    for mass in (0.0, 6.0, 18.0):
        likelihood = Likelihood(scale, Masses(scale))
        for _ in range(10):
            likelihood.learn(0.3, mass)
        learnt.append(likelihood.loose)
    assert learnt[0] == 0.5 < learnt[1] < learnt[2]
    assert learnt[2] > 0.8
