"""Rings and their sizes out of what linear Halls show, and its costs against plain NumPy."""

from random import Random

import numpy as np
import pytest

from boardcore.sensing.explain.explainer import LOOK
from boardcore.sensing.observe.field import columns as observed
from boardcore.sensing.observe.field.solution import (
    ASIDE,
    FLOOR_UT,
    FREE_UT,
    MAX_RESIDUAL,
    SAME,
    TILT,
    Solution,
    columns_of,
    fitted,
)
from boardcore.store.hall_cal import HallCalibration
from support.campaign import campaign
from support.rows import for_each
from support.sensing.halls import QUIET, PiecesBench, hall_layout
from support.sensing.inner import is_searching
from underboard.hardware.magnet_field import tensor
from underboard.sim.physics.field import Magnets

LAYOUT = hall_layout("gyges-hall38")
PLACES = LAYOUT.sensors


def bench_of(seed=1, calibration=None, assumed=None, rings=(), **changes):
    """Return rings, sensors and the decoder; it begins with an empty board, as people do."""
    bench = PiecesBench(LAYOUT, seed, calibration, assumed, rings, **changes)
    bench.rest()
    return bench


def laid_out(random):
    """Twelve rings anywhere, four of each size."""
    places = random.sample(range(PLACES), 12)
    return [(place, 1 + at // 4) for at, place in enumerate(places)]


def truth_of(rings):
    truth = bytearray(PLACES)
    for place, size in rings:
        truth[place] = size
    return truth


def errors_of(boards, first_seed=0, **changes):
    """Lay out so many boards; return how many rings of each size were told wrong."""
    wrong = [0, 0, 0, 0]
    for seed in range(first_seed, first_seed + boards):
        bench = bench_of(seed, **changes)
        rings = laid_out(Random(seed))
        for place, size in rings:
            bench.magnets.put(place, size)
        seen = bench.rest(24)
        for told, true in zip(seen, truth_of(rings)):
            wrong[true] += told != true
    return wrong


@pytest.mark.slow
def test_no_ring_of_a_thousand_of_each_size_is_told_wrong():
    """Misplaced by 2 mm (one sigma, at most 5), gains unknown, twelve rings at random."""
    assert errors_of(campaign(60, 250)) == [0, 0, 0, 0]


TRUTHS = [
    {"moment_share": 0.8}, {"gap_mm": 1.0}, {"gap_mm": -1.0}, {"gain_spread": 0.1},
    {"noise_ut": 28.0}, {"place_mm": 3.0},
]  # fmt: skip


@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_a_board_that_differs_from_its_layout_is_read_all_the_same(truth):
    assert errors_of(campaign(5, 20), 100, **truth) == [0, 0, 0, 0]


def test_a_ring_held_still_over_a_cell_is_waited_for():
    bench = bench_of()
    held = bench.magnets.piece(14, 2)
    held.spots = held.spots + [0, 0, 5]
    held.rows = bench.magnets.rows_at(held.spots)
    bench.magnets.pieces[14] = held
    bench.magnets.refresh()
    strength = abs(held.rows @ held.moment)[14]
    assert 1.4 < strength / 1.05 < 1.8, "between a single and a double"
    assert bench.rest(20) == bytes(PLACES)
    assert bench.decoder.busy


# After a power cut

RINGS = [(0, 1), (7, 2), (14, 3), (15, 1), (20, 3), (35, 2)]


def resumed(seed, calibration=None):
    return bench_of(seed, calibration, bytes(truth_of(RINGS)), RINGS)


@for_each("seed", range(3))
def test_without_a_calibration_changes_tell_what_the_first_scan_could_not(seed):
    bench = resumed(seed)
    for place, size in RINGS:
        bench.magnets.lift(place)
        truth = truth_of([ring for ring in RINGS if ring[0] != place])
        assert bench.rest() == truth
        bench.magnets.put(place, 4 - size)
        truth[place] = 4 - size
        assert bench.rest() == truth, "from now on nothing is unknown there"
        bench.magnets.pieces.pop(place)
        bench.magnets.put(place, size)
        assert bench.rest() == truth_of(RINGS)


@for_each("seed", range(3))
def test_a_ring_that_takes_the_place_of_one_that_lay_there_at_power_on(seed):
    bench = resumed(seed)
    bench.magnets.lift(20)
    bench.magnets.pieces.pop(0)
    bench.magnets.put(0, 3)
    wanted = truth_of([(0, 3), (7, 2), (14, 3), (15, 1), (35, 2)])
    assert bench.rest(60) == wanted


def test_a_calibrated_board_needs_no_empty_start():
    bench = bench_of(4)
    calibration = HallCalibration(PLACES, 24)
    calibration.known = True
    calibration.offsets[:] = bench.magnets.counts(0)
    bench.magnets.put(3, 2)
    again = PiecesBench(LAYOUT, 4, calibration)
    again.magnets = bench.magnets
    assert again.rest() == truth_of([(3, 2)]), "though the game thought otherwise"


# The matrix


def test_shares_are_what_the_magnets_of_a_ring_do():
    magnets = Magnets(LAYOUT, QUIET, Random(1))
    shares = np.array(columns_of(LAYOUT.field))
    for place in range(PLACES):
        true = np.zeros(PLACES)
        for _ in range(40):
            magnets.put(place, 1)
            true += abs(magnets.field_mt()) / 40 * 1000
            magnets.lift(place)
        assert np.abs(np.abs(shares[:, place]) - true).max() < 8  # of 1050 microteslas
    own = shares.diagonal()
    assert np.allclose(shares, shares.T), "rows are columns"
    assert (np.abs(shares).sum(axis=1) - own < 0.4 * own).all(), "steps come to an end"


def leave_out(bank, sensor):
    """Let a bank go without one of its sensors."""
    bank._use(sensor, 0)


def test_a_ring_that_is_lifted_is_told_at_the_next_scan_and_only_that_one():
    bench = bench_of(6)
    rings = laid_out(Random(6))
    for place, size in rings:
        bench.magnets.put(place, size)
    truth = truth_of(rings)
    assert bench.rest(24) == truth
    for place, size in rings:
        bench.magnets.lift(place)
        truth[place] = 0
        assert bench.rest(1) == truth
        assert bench.decoder.busy
        bench.rest(9)
        bench.magnets.put(place, size)
        truth[place] = size
        assert bench.rest(12) == truth
        assert not bench.decoder.busy


def test_a_ring_that_was_up_for_one_scan_only_is_down_again():
    bench = bench_of(7)
    bench.magnets.put(14, 2)
    bench.rest()
    piece = bench.magnets.pieces.pop(14)
    bench.magnets.refresh()
    assert bench.rest(1) == bytes(PLACES)
    bench.magnets.pieces[14] = piece
    bench.magnets.refresh()
    assert bench.rest() == truth_of([(14, 2)])


def test_a_ring_that_is_lifted_while_another_lift_is_explained_stays_up():
    """It may be back, or another one of its size, by the time that is done."""
    bench = bench_of(8)
    for place in (0, 14):
        bench.magnets.put(place, 1)
    bench.rest()
    bench.magnets.lift(0)
    while not is_searching(bench.decoder):
        bench.scan()
        bench.bank.work(bench.decoder.SCAN + LOOK + 1)
    bench.magnets.lift(14)
    bench.scan()
    bench.magnets.put(14, 1)
    bench.think()
    assert bench.decoder.readings == bytes(PLACES)
    assert bench.decoder.busy
    assert bench.rest() == truth_of([(14, 1)])


# Costs


def explained(bench, rings):
    """Put rings, look at them, and return the observation when all is computed."""
    for place, size in rings:
        bench.magnets.put(place, size)
    bench.rest()
    return bench.decoder.observation


@for_each("seed", range(4))
def test_changes_and_costs_are_those_of_plain_numpy(seed):
    """All 38 equations at once, and the cost of each kind from the strength."""
    rings = laid_out(Random(seed))[:5]
    bench = bench_of(seed)
    seen, zeros = bench.decoder.observation, np.array(bench.decoder.observation.rest.base16) / 16
    explained(bench, rings)
    counts = np.array(seen._at) / 16
    columns = np.array(columns_of(LAYOUT.field))
    exact = np.linalg.solve(columns.T, (counts - zeros) * seen._scale)
    strengths = np.array(LAYOUT.field.moments) / LAYOUT.field.moments[0]
    assert sorted(seen.places) == sorted(place for place, _ in rings)
    for place in seen.places:
        assert seen.changes[place] == pytest.approx(exact[place], abs=1.2 * MAX_RESIDUAL)
        now = abs(seen.changes[place])
        offs = np.log(now / strengths) / observed.LOG_SIGMA
        expected = [(now / observed.EMPTY_SIGMA) ** 2 / 2, *(offs**2 / 2)]
        assert seen.nats[place] == pytest.approx(expected, rel=1e-4)


@for_each("name", ["gyges-hall38", "apagos-hall36"])
@for_each("seed", range(3))
def test_what_pieces_leave_is_the_chi_squared_of_plain_numpy(name, seed):
    field = hall_layout(name).field
    random, count = np.random.default_rng(seed), len(field.sensor_mm)
    found = Solution(field, None)
    columns = np.array(found.columns)
    strengths = np.zeros(count)
    strengths[random.choice(count, 4, replace=False)] = [1.0, 2.5, -2.5, 1.5]
    difference = strengths @ columns + random.normal(0, 15, count)
    noises, standing = random.uniform(5, 20, count), np.where(strengths < 0, 2.5, 0)
    standing[random.integers(count)] = 1.0
    steps = found.solve_steps(difference.tolist(), noises.tolist(), standing.tolist())
    assert all(cost > 0 for cost in steps)
    changes = np.array(found.changes)
    left = difference - changes @ columns
    floor = FREE_UT if field.free else FLOOR_UT
    variances = noises**2 + floor**2 + (SAME * standing * columns.diagonal()) ** 2
    variances += (ASIDE**2 * columns**2).T @ changes**2
    if field.free:
        apart = np.array(field.sensor_mm)[None] - np.array(field.places)[:, None]
        aside = 1000 * TILT * field.moments[0] * tensor(apart)[:, :, 2, :2]
        variances += (aside**2).sum(axis=2).T @ changes**2
    used = changes == 0
    weights, rest = 1 / variances[used], left[used]
    common = (weights * rest).sum() / weights.sum()
    assert found.chi2 == pytest.approx((weights * (rest - common) ** 2).sum(), rel=1e-3)
    assert set(found.places) == set(np.flatnonzero(changes).tolist())


@for_each("seed", range(20))
def test_a_sensor_that_has_failed_tells_nothing_of_any_place(seed):
    random, found = np.random.default_rng(seed), Solution(LAYOUT.field, None)
    strengths, noises = np.zeros(PLACES), np.full(PLACES, 5.0)
    changed = random.choice(PLACES, 6, replace=False)
    strengths[changed[:4]] = [1.0, 2.5, -6.9, 6.9]
    noises[changed[4:]] = 0
    difference = strengths @ np.array(found.columns) + random.normal(0, 5, PLACES)
    difference[changed[4:]] = 9000.0
    standing = np.where(strengths < 0, 6.9, 0).tolist()
    assert all(cost > 0 for cost in found.solve_steps(difference.tolist(), noises, standing))
    for place in range(PLACES):
        off = found.changes[place] - strengths[place]
        assert off * off < 0.1 + 9 * found.variance.get(place, 0)
    assert sorted(found.places) == sorted(changed)


@for_each("seed", range(5))
def test_what_other_sensors_tell_of_a_place_is_weighted_least_squares(seed):
    random = np.random.default_rng(seed)
    column, left = random.uniform(5, 40, 12), random.normal(0, 30, 12)
    variances = random.uniform(20, 90, 12)
    variances[:2] = 0.0
    used = variances > 0
    matrix = np.stack([column[used], np.ones(used.sum())], axis=1)
    normal = np.linalg.inv(matrix.T @ (matrix / variances[used][:, None]))
    estimate = normal @ matrix.T @ (left[used] / variances[used])
    found = fitted(column.tolist(), left.tolist(), variances.tolist())
    assert found == pytest.approx((estimate[0], normal[0, 0]))


@for_each("size", [1, 2, 3])
@for_each("seed", range(2))
def test_what_comes_to_a_blind_place_is_told_by_the_sensors_around(size, seed):
    bench = bench_of(seed)
    leave_out(bench.bank, 14)
    bench.rest(40)
    explained(bench, [(14, size)])
    assert bench.rest(60)[14] == size
    bench.magnets.lift(14)
    assert bench.rest(60)[14] == 0


@pytest.mark.parametrize(("others", "may"), [(3, True), (4, False)])
def test_the_fourth_ring_of_a_size_may_lie_on_a_blind_place_and_a_fifth_may_not(others, may):
    bench = bench_of(1)
    leave_out(bench.bank, 14)
    state = bytes([1] * others + [0] * (PLACES - others))
    model = bench.decoder.model
    after = model.after(state, ((1, 14, 1),))
    cost = model.prior(state, ((1, 14, 1),), after, False, False)
    assert (cost < 10) == may


def test_more_than_pieces_make_is_foreign():
    bench = bench_of(2)
    piece = bench.magnets.piece(14, 3)
    piece.spots = piece.spots + [20, 0, 0]
    piece.rows = bench.magnets.rows_at(piece.spots)
    piece.moment = 4 * piece.moment
    bench.magnets.pieces[14] = piece
    bench.magnets.refresh()
    bench.rest(60)
    assert bench.decoder.foreign
    assert bench.decoder.readings == bytes(PLACES)
    bench.magnets.lift(14)
    bench.rest(12)
    assert not bench.decoder.foreign


def test_a_ring_that_is_pushed_aside_stays_and_what_it_shows_is_learnt():
    bench = bench_of(3)
    seen = explained(bench, [(14, 3)])
    piece = bench.magnets.pieces[14]
    before = abs(seen.held[14])
    piece.moment = 0.93 * piece.moment
    bench.magnets.refresh()
    assert bench.rest(20) == truth_of([(14, 3)])
    assert abs(seen.held[14]) == pytest.approx(0.93 * before, rel=0.03)
    bench.magnets.lift(14)
    assert bench.rest(12) == bytes(PLACES)
    assert seen.held[14] == 0


def test_the_reference_follows_drift():
    bench = bench_of(4, drift_ut=0.0)
    base = list(bench.decoder.observation.rest.base16)
    bench.rest(60)
    assert bench.decoder.observation.rest.base_scans >= 24
    assert base != list(bench.decoder.observation.rest.base16)


def test_the_deviation_of_a_difference_follows_what_the_board_hears():
    """Twice as loud, twice the deviation; more scans, less of it."""
    bench = bench_of(5)
    seen = bench.decoder.observation
    seen._now_scans, seen.rest.base_scans, seen.rest.loud16 = 4, 12, 32
    seen.look()
    expected = np.array(seen._calibration.noises) * seen._scale * (1 / 4 + 1 / 12) ** 0.5 * 2
    assert seen._noises_ut == pytest.approx(expected.tolist())
