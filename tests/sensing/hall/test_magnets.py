"""What is known of each ball's magnet: against plain NumPy, and as far as a player would nod."""

from math import log
from types import SimpleNamespace

import numpy as np
import pytest

from boardcore.pylos.cells import parse_cell
from boardcore.pylos.hall.explanations import ADD, REMOVE, RESPIN, TURN, Explanation
from boardcore.pylos.hall.growth import Growth
from boardcore.pylos.hall.learning import Learner
from boardcore.pylos.hall.magnets import Magnets
from boardcore.pylos.hall.priors import Priors

SPOTS = [(x, y, -5.0) for x in (0, 30, 60) for y in (0, 30, 60)]
PLACES = [(15.0, 15.0, 15.0), (45.0, 15.0, 15.0), (30.0, 30.0, 36.2)]
A1, B1, C1, D1 = (1 << parse_cell(name) for name in ("a1", "b1", "c1", "d1"))


def work(steps):
    """Let a thought go on to its end."""
    for cost in steps:
        assert cost > 0


def magnets_with(place, moment):
    magnets = Magnets(SPOTS, PLACES, 0.088)
    work(magnets.turn(place, moment, 0.1))
    return magnets


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("place", range(3))
def test_a_magnet_makes_the_field_of_its_moment(place, seed):
    moment = np.random.default_rng(seed).normal(size=3)
    magnets = magnets_with(place, moment.tolist())
    rows = np.array(magnets.rows[3 * place : 3 * place + 3])
    assert np.allclose(magnets.fields[place], moment @ rows, rtol=1e-4, atol=1e-2)
    assert magnets.size(place) == pytest.approx(np.linalg.norm(moment), rel=1e-5)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("place", range(3))
def test_a_small_turn_changes_the_field_by_the_cross_product(place, seed):
    moment = np.random.default_rng(seed).normal(size=3)
    magnets = magnets_with(place, moment.tolist())
    rows = np.array(magnets.rows[3 * place : 3 * place + 3])
    # A turn by w radians adds w x m; of three turns, one about each axis, the squares add up.
    slow = sum((np.cross(axis, moment) @ rows) ** 2 for axis in np.eye(3))
    assert np.allclose(magnets.unrest[place], slow, rtol=1e-3, atol=1e-2)


def test_what_is_forgotten_makes_no_field_and_may_point_anywhere():
    magnets = magnets_with(1, [0.5, -0.2, 0.7])
    magnets.forget(1)
    assert not any(magnets.fields[1])
    assert not any(magnets.unrest[1])
    assert magnets.size(1) == 0
    assert magnets.deviations[1] == pytest.approx(3**-0.5, abs=0.01)


# What was believed, and is not true


def test_a_turn_of_a_ball_that_never_happened_is_taken_back():
    magnets = magnets_with(0, [0.1, 0.2, 0.9])
    before = list(magnets.fields[0])
    believed = Explanation(1, 1, 0.0, (TURN,), (0,))
    believed.moments, believed.deviations = [0.3, -0.4, 0.0], [0.1]
    work(magnets.turn(0, believed.moments, 0.1))
    nothing = SimpleNamespace(of_mask=lambda mask: None)
    likelihood = SimpleNamespace(magnets=magnets, found=nothing)
    explainer = SimpleNamespace(
        likelihood=likelihood,
        found=[believed],
        explaining=lambda before, mask: (),
    )
    work(Learner(explainer).correcting(1))
    assert np.allclose(magnets.moments[:3], [0.1, 0.2, 0.9], atol=1e-6)
    assert np.allclose(magnets.fields[0], before, atol=1e-2)


# Priors


def prior_of(priors, kinds, *cells):
    return priors.mask_and_prior(kinds, [parse_cell(cell) for cell in cells])[1]


def test_changing_the_last_turn_counts_half_of_what_the_rules_forbid():
    priors = Priors()
    priors.begin(A1)
    # Own balls: none, so a ball that goes is the other side's: one offence.
    priors.expect(A1, 0)
    forbidden = prior_of(priors, (REMOVE, ADD), "a1", "b1")
    priors.expect(A1, 0, before=0, own_before=0)
    changed = prior_of(priors, (REMOVE, ADD), "a1", "b1")
    assert changed - forbidden == pytest.approx(4.0 / 2)


def test_a_legal_ball_is_likelier_than_two_at_once():
    priors = Priors()
    priors.begin(A1)
    priors.expect(A1, 0)
    assert prior_of(priors, (ADD,), "b1") > prior_of(priors, (ADD, ADD), "b1", "c1") + 4


def test_priors_of_a_change_add_up():
    priors = Priors()
    standing = A1 | C1
    priors.begin(standing)
    priors.expect(standing, standing)
    # 16 cells of the ground: two balls may go, fourteen may come.
    each = -log(16)
    assert prior_of(priors, ()) == pytest.approx(-1.6)
    assert prior_of(priors, (ADD,), "b1") == pytest.approx(-0.7 + each)
    assert prior_of(priors, (ADD, TURN), "b1", "a1") == pytest.approx(-0.7 + each - log(2) - 3.5)
    assert prior_of(priors, (TURN,), "a1") == pytest.approx(-8.0 - log(2))
    assert prior_of(priors, (RESPIN,), "a1") == pytest.approx(-4.0 + each)
    assert prior_of(priors, (REMOVE, ADD), "a1", "b1") == pytest.approx(-0.7 + each - 4.8)


# Growth


def test_explanations_with_turned_balls_are_grown_last():
    plain = Explanation(A1, 0, 0.0, (ADD,), (0,))
    turned = Explanation(A1, A1, 0.0, (TURN,), (0,))
    plain.score, turned.score = -20.0, 0.0
    likelihood = SimpleNamespace(found=SimpleNamespace(all=[turned, plain]))
    grown = []

    class Noting(Growth):
        def grow(self, parent, turned=False):
            grown.append(parent.kinds)
            yield 1

    growth = Noting(likelihood, SimpleNamespace(screen=None))
    work(growth.further(1, width=2))
    assert grown == [(ADD,), (TURN,)], "a lead of 20 of a turned ball is none yet"
    turned.score = 10.0
    grown.clear()
    work(growth.further(1, width=2))
    assert grown == [(TURN,), (ADD,)], "a lead of 30 is one"
