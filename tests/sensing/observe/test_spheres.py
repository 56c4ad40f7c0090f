"""Where free magnets point, against SciPy; and what a decision costs, against plain NumPy."""

from random import Random

import numpy as np
import pytest

from boardcore.sensing.explain.cost import student
from boardcore.sensing.observe.field import field as observed
from boardcore.sensing.observe.field import known as roughly
from boardcore.sensing.observe.field import spheres as turning
from boardcore.sensing.observe.field.field import Field
from boardcore.sensing.observe.field.known import Prediction
from boardcore.sensing.observe.field.spheres import COLD, WARM, Friction, Spheres, share_of
from boardcore.store.hall_cal import HallCalibration
from support.campaign import campaign
from support.rows import for_each
from support.sensing.free import LAYOUT, lifts, puts
from support.sensing.inner import value_of
from underboard.hardware.magnet_field import tensor
from underboard.hardware.spheres import field_at

GIVEN = LAYOUT.field
SPOTS, PLACES = np.array(GIVEN.sensor_mm), np.array(GIVEN.places)
MOMENT = GIVEN.moments[0]


def random_stack(seed, least=3, most=28):
    random, occupied = Random(seed), 0
    for _ in range(random.randint(least, most)):
        occupied |= 1 << random.choice(puts(occupied))
    return occupied


def fields_at(ways):
    """Return the field at each place, µT; ``ways``: of the spheres, rows of x, y and z."""
    bias = np.array(GIVEN.bias)
    found = field_at(PLACES, bias[:, :3], bias[:, 3:] * np.array([0, 0, 1.0]))
    between = PLACES[:, None] - PLACES[None]
    own = np.eye(len(PLACES), dtype=bool)
    between[own] = 1.0
    among = tensor(between) * MOMENT
    among[own] = 0
    return 1000 * np.linalg.norm(found + np.einsum("nkab,bk->na", among, ways), axis=1)


def played(turns, fields, alpha):
    """Return mean and deviation of the shares of turns, from spheres all over their play."""
    half = np.maximum(alpha * (turning.USUAL_UT / fields) ** 2, 1e-9)
    lies = np.linspace(-1, 1, 20001)[None] * half[:, None]
    moved = (
        np.maximum(0, turns[:, None] - (half[:, None] - lies)) / np.maximum(turns, 1e-9)[:, None]
    )
    return moved.mean(axis=1), moved.std(axis=1)


@pytest.fixture(scope="module")
def spheres():
    return Spheres(GIVEN.sensor_mm, GIVEN.places, GIVEN.bias, MOMENT)


def energy_minimum(mask):
    """Return the directions of least energy, by SciPy from the bias: rows of x, y, z."""
    at = [place for place in range(len(PLACES)) if mask >> place & 1]
    spots = PLACES[at]
    bias = np.array(GIVEN.bias)
    outer = field_at(spots, bias[:, :3], bias[:, 3:] * np.array([0, 0, 1.0]))
    between = spots[:, None] - spots[None]
    own = np.eye(len(at), dtype=bool)
    between[own] = 1.0
    among = tensor(between) * MOMENT
    among[own] = 0

    def unit(angles):
        polar, turn = angles.reshape(2, -1)
        return np.stack(
            [np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], axis=1
        )

    def energy(angles):
        ways = unit(angles)
        return -(ways * outer).sum() - 0.5 * np.einsum("na,nkab,kb->", ways, among, ways)

    first = outer / np.sqrt((outer**2).sum(axis=1))[:, None]
    start = np.concatenate([np.arccos(first[:, 2]), np.arctan2(first[:, 1], first[:, 0])])
    from scipy.optimize import minimize  # takes a second of each worker that gathers this file

    found = minimize(energy, start, method="BFGS", options={"gtol": 1e-7})
    return at, unit(found.x)


@pytest.mark.parametrize("seed", range(campaign(2, 5)))
def test_spheres_rest_where_their_energy_is_least(spheres, seed):
    occupied = random_stack(seed)
    (ways,) = value_of(spheres.settle_steps([spheres.none], [occupied], COLD))
    at, exact = energy_minimum(occupied)
    ours = np.asarray(ways)[:, 0].reshape(3, -1).T[at]
    assert np.abs(ours - exact).max() < 2e-3
    felt = spheres.felt(ways)
    theirs = field_at(SPOTS, PLACES[at], MOMENT * exact)[:, 2] * 1000
    assert np.linalg.norm(np.array(felt) - theirs) < 12


@for_each("seed", range(6))
def test_a_change_of_one_ball_is_exact_after_few_rounds(spheres, seed):
    occupied = random_stack(seed)
    (before,) = value_of(spheres.settle_steps([spheres.none], [occupied], 200))
    masks = [occupied ^ 1 << c for c in lifts(occupied)]
    found = value_of(spheres.settle_steps([before] * len(masks), masks, WARM))
    exact = value_of(spheres.settle_steps([before] * len(masks), masks, 200))
    for ours, theirs in zip(found, exact, strict=True):
        off = np.array(spheres.felt(ours)) - np.array(spheres.felt(theirs))
        assert np.linalg.norm(off) < 15


def test_no_sphere_is_turned_where_there_is_none(spheres):
    (ways,) = value_of(spheres.settle_steps([spheres.none], [0b1011], COLD))
    rows = np.asarray(ways)[:, 0].reshape(3, -1)
    sizes = np.sqrt((rows**2).sum(axis=0))
    assert sizes == pytest.approx([1, 1, 0, 1] + [0] * 26, abs=1e-9)


def known_of(seen, occupied):
    """Return what a field has computed about a state."""
    return seen._known[occupied]


@for_each("seed", range(4))
def test_the_cost_of_a_change_is_that_of_plain_numpy(seed):
    """The whole covariance at once, and its determinant: slow and obvious."""
    calibration = HallCalibration(len(SPOTS), GIVEN.noise_counts)
    seen = Field(LAYOUT, calibration)
    occupied = random_stack(seed)
    random = np.random.default_rng(seed)
    noise = 9 + 4 * random.random(len(SPOTS))
    cell = lifts(occupied)[0]
    change = (-1, GIVEN.cells.index(cell), 1)
    value_of(seen._predict_steps(occupied, [(change,)]))
    difference = known_of(seen, occupied).found[(change,)].shown
    difference = difference + 9 * random.normal(size=len(SPOTS))
    seen.look_at(difference, noise)
    observed_cost = value_of(seen.cost_steps(occupied, (change,), occupied ^ 1 << cell, False))
    known = known_of(seen, occupied)
    place = change[1]
    before = np.asarray(known.ways)[:, 0].reshape(3, -1)
    after = np.asarray(known.found[(change,)].ways)[:, 0].reshape(3, -1)
    turned = after - before
    rows = tensor(SPOTS[:, None] - PLACES[None])[:, :, 2, :] * MOMENT * 1000
    parts = np.einsum("spa,ap->sp", rows, turned)
    means, shares = played(np.sqrt((turned**2).sum(axis=0)), fields_at(before), seen.friction.alpha)
    means[place], shares[place] = 1.0, observed.SHARE
    shown = parts @ means
    own = rows[:, place] @ before[:, place]
    loose = ((parts * shares) ** 2).sum()
    assert known.found[(change,)].loose == pytest.approx(loose, rel=1e-3)
    quiet = noise + observed.SHAKE**2 * (rows**2).sum(axis=(1, 2))
    covariance = (
        np.diag(quiet + (observed.GAIN * shown) ** 2 + (observed.PLACE * own) ** 2)
        + observed.COMMON_UT**2
        + (parts * shares) @ (parts * shares).T
    )
    left = difference - shown
    chi2 = left @ np.linalg.solve(covariance, left)
    assert 10 < chi2 < observed.MAX_CHI2
    assert seen.chi2 == pytest.approx(chi2, rel=1e-3)
    expected = student(chi2 / observed.EXCESS, len(SPOTS), np.linalg.slogdet(covariance)[1])
    assert observed_cost == pytest.approx(expected, abs=0.05)
    seen.look_at(difference + 60 * random.normal(size=len(SPOTS)), noise)
    costs = seen.cost_steps(occupied, (change,), occupied ^ 1 << cell, False)
    assert value_of(costs) == observed.IMPOSSIBLE


@for_each("true", [0.01, 0.02, 0.05])
def test_friction_is_learnt_from_either_side(true):
    """Chi-squared alone had led from too much to more: a wide play is wrong in the mean, too."""
    random = np.random.default_rng(1)
    fields, turns = np.full(8, 3000.0), np.full(8, 0.06)
    for first in (0.008, 0.12):
        friction = Friction()
        friction.alpha = first
        for _ in range(200):
            lies = random.uniform(-true, true, size=8)
            moved = np.maximum(0, turns - (true - lies)) / turns
            means = np.array(friction.shares(list(fields), list(turns))[0])
            parts = 100 * random.normal(size=(25, 8))
            friction.learn(share_of(parts @ (moved - means), parts @ (1 - means), 40))
        assert friction.alpha == pytest.approx(true, rel=0.4)


@for_each("seed", range(6))
def test_a_bound_never_exceeds_what_it_bounds(seed):
    calibration = HallCalibration(len(SPOTS), GIVEN.noise_counts)
    seen = Field(LAYOUT, calibration)
    random = np.random.default_rng(seed)
    occupied = random_stack(seed)
    noise = np.full(len(SPOTS), 12.0)
    seen.look_at(noise * 0, noise)
    changes = [(-1, GIVEN.cells.index(c), 1) for c in lifts(occupied)]
    (group,) = seen.groups(occupied, [changes])
    value_of(seen.cost_steps(occupied, (), occupied, False))
    sets = [(change,) for change in changes]
    value_of(seen._predict_steps(occupied, sets))
    for at, change in enumerate(changes):
        shown = np.array(known_of(seen, occupied).found[(change,)].shown)
        seen.look_at(shown + 20 * random.normal(size=len(shown)), noise)
        value_of(seen.cost_steps(occupied, (change,), 0, False))
        residual, most = seen.residual(occupied, ()), seen.chi2 * 1.0001 + 1e-6
        assert at in value_of(seen.bound_steps(residual, group, 0, most))


def test_a_failed_sensor_counts_for_nothing_in_a_bound():
    seen = Field(LAYOUT, HallCalibration(len(SPOTS), GIVEN.noise_counts))
    noise = np.full(len(SPOTS), 100.0)
    noise[4] = observed.BLIND_UT**2
    seen.look_at(0 * noise, noise)
    shown = np.zeros(len(SPOTS))
    shown[4] = 1e6
    one = Prediction(None, shown, 0.0)
    assert seen._may_leave([0.0] * len(SPOTS), 0.0, one, 1.0)
    shown[5] = 1e6
    assert not seen._may_leave([0.0] * len(SPOTS), 0.0, one, 1.0)


@for_each("seed", range(4))
def test_no_single_change_is_missed_by_a_rough_look(seed):
    """What the other spheres answer is less than is allowed for, whatever comes or goes."""
    seen = Field(LAYOUT, HallCalibration(len(SPOTS), GIVEN.noise_counts))
    occupied = random_stack(seed, 10, 28)
    changes = [(-1, GIVEN.cells.index(c), 1) for c in lifts(occupied)]
    changes += [(1, GIVEN.cells.index(c), 1) for c in puts(occupied)]
    value_of(seen._predict_steps(occupied, [(change,) for change in changes]))
    known = seen._known[occupied]
    for change in changes:
        seen.look_at(known.found[(change,)].shown, np.full(len(SPOTS), 100.0))
        apart = roughly.Apart(known, seen._felt(known), (change,))
        assert apart._square**0.5 < apart._reach - roughly.ROUGH_UT


@for_each("seed", range(3))
def test_the_cost_of_a_ball_that_was_put_back_is_that_of_plain_numpy(seed):
    seen = Field(LAYOUT, HallCalibration(len(SPOTS), GIVEN.noise_counts))
    occupied, random = random_stack(seed), np.random.default_rng(seed)
    value_of(seen.prepare_state_steps(occupied))
    noise = 9 + 4 * random.random(len(SPOTS))
    places = [GIVEN.cells.index(c) for c in lifts(occupied)]
    place = places[seed % len(places)]
    own = tensor(SPOTS - PLACES[place])[:, 2, :] * MOMENT * 1000
    difference = own @ [0.03, -0.02, 0.04] + 5 * random.normal(size=len(SPOTS))
    seen.look_at(difference, noise)
    seen.begin_steps()
    seen.groups(occupied, [[(-1, at, 1) for at in places]])
    seen.groups(occupied, [[(1, at, 1) for at in range(3)]])
    found = []
    value_of(seen.others_steps(occupied, 500, True, found))
    rows = tensor(SPOTS[:, None] - PLACES[None])[:, :, 2, :] * MOMENT * 1000
    quiet = noise + observed.SHAKE**2 * (rows**2).sum(axis=(1, 2))
    wide = observed.TURNED * own
    covariance = np.diag(quiet) + observed.COMMON_UT**2 + wide @ wide.T
    chi2 = difference @ np.linalg.solve(covariance, difference)
    cost = student(chi2 / observed.EXCESS, len(SPOTS), np.linalg.slogdet(covariance)[1])
    costs = [row[0] for row in found if row[2] == occupied]
    assert any(one == pytest.approx(cost + observed.TOUCHED, abs=0.1) for one in costs)
    seen._least = 100.0
    value_of(seen.others_steps(occupied, 500, True, none := []))
    assert none == [], "something else explains it"
