"""Margins by which the likeliest explanation stands alone, held against NumPy and chance."""

from random import Random

import numpy as np
import pytest

from boardcore.sensing.explain.cost import MARGIN_SIGMAS, MAX_MARGIN, MIN_MARGIN, margin
from boardcore.sensing.explain.hypotheses import DROPPED, MAX_HYPOTHESES, Hypotheses
from support.rows import for_each


def least_disturbance(sigmas):
    """Return the smallest disturbance, in sigmas, at which a wrong explanation leads by the margin.

    Two explanations predict 0 and z; what is measured is 0 and a disturbance.  Both costs are
    those of normal distributions, computed on a grid.
    """
    seen = np.linspace(0, 20, 20001)
    lead = seen**2 / 2 - (seen - sigmas) ** 2 / 2
    return seen[np.argmax(lead >= margin(sigmas))]


@for_each("sigmas", [0.3, 0.6, 1, 1.5, 2, 3, 4, 5, 6, 7.9, 9])
def test_the_wrong_one_wins_only_where_disturbances_reach_four_sigma(sigmas):
    assert least_disturbance(sigmas) >= MARGIN_SIGMAS - 2e-3


def test_the_margin_is_no_larger_than_that_asks_for_nor_than_said():
    for sigmas in np.linspace(2, 6, 41):
        if margin(sigmas) > MIN_MARGIN:
            assert least_disturbance(sigmas) == pytest.approx(MARGIN_SIGMAS, abs=2e-3)
    assert max(margin(z) for z in np.linspace(0, 10, 1001)) == pytest.approx(MAX_MARGIN)
    assert min(margin(z) for z in np.linspace(0, 10, 1001)) == MIN_MARGIN


def decided(found, apart):
    """Return the states that stay and whether the first stands alone, by arrays.

    ``found``: rows of cost, changes, state, the best first; ``apart``: sigmas from the best one.
    """
    more = np.array([row[0] for row in found]) - found[0][0]
    sigmas = np.array([apart(row[1]) for row in found])
    lead = np.maximum(5.0, sigmas * (4.0 - sigmas / 2))
    # Below 5 nats a rival is near however far apart; beyond 8 none is.
    lead = np.where((more >= 5.0) & (more < 8.0), lead, 5.0)
    near = (more < lead) | (found[0][3] > 12.0)
    states, rivals = [], False
    for at, (_, _, state, _) in enumerate(found):
        if more[at] > 9.0 or len(states) == 8:
            break
        if state not in states:
            rivals = rivals or bool(states and near[at])
            states.append(state)
    return states, not rivals


def _away(apart):
    return lambda one, other: apart[other]


def test_what_stays_and_what_is_certain_is_what_the_rule_says():
    random, alone = Random(5), 0
    assert (DROPPED, MAX_HYPOTHESES) == (9.0, 8)
    for _ in range(2000):
        count = random.randint(1, 12)
        costs = sorted(random.uniform(0, 14) for _ in range(count))
        apart = {(at,): random.uniform(0, 9) for at in range(count)}
        chi2 = random.choice((1.0, 1.0, 11.0, 13.0))
        found = [(cost, chi2, (at,), random.randrange(6)) for at, cost in enumerate(costs)]
        rows, _, leads = Hypotheses(None)._weigh(found, _away(apart), 12.0)
        expected = decided([(row[0], row[2], row[3], chi2) for row in found], apart.get)
        assert ([state for state, _ in rows], leads) == expected
        alone += leads
    assert 200 < alone < 1800
