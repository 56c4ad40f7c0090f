"""Likelihood of changes (held against a slow reference in NumPy)."""

from random import Random

import pytest

from boardcore.pylos.rules import parse_cell
from boardcore.sensing.explain.cost import MARGIN_SIGMAS, MIN_MARGIN, margin
from boardcore.sensing.observe.weight.likelihood import Likelihood
from boardcore.sensing.observe.weight.masses import Masses
from support.reference import weight as slow
from support.rows import for_each
from support.sensing.plates import Told, ToldRings


@for_each("seed", range(40))
def test_costs_are_those_of_the_equations(seed):
    chance = Random(seed)
    scale = Told().scale
    masses = Masses(scale)
    likelihood = Likelihood(scale, masses)
    likelihood.loose, likelihood.known = chance.uniform(1, 30), chance.uniform(3, 20)
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
    build = {"loose": likelihood.loose, "nu": min(8, likelihood.known)}
    expected, chi2, _ = slow.cost(scale, masses, difference, changes, moved, **build)
    assert likelihood.chi2 == pytest.approx(chi2, rel=1e-6, abs=1e-9)
    assert cost == pytest.approx(expected, rel=1e-6)


def test_a_ball_that_came_alone_is_known_by_its_mass():
    masses = Masses(Told().scale)
    prior = masses.known(-1, 3, 1)[1]
    masses.weigh(3, 1, 10.8, 0.02)
    assert masses.known(-1, 3, 1)[1] < 0.02 < prior
    assert 10.7 < masses.mean(-1, 3, 1) < 10.8
    assert masses.mean(1, 3, 1) == pytest.approx(9.9)
    masses.move(3, 5)
    assert masses.mean(-1, 3, 1) == pytest.approx(9.9)
    assert 10.7 < masses.mean(-1, 5, 1) < 10.8
    masses.hold(5, 1, 0.0, 0.02)
    masses.weigh(7, 1, 9.0, 0.02)
    masses.hold(7, 1, 0.0, 0.02)
    masses.put_down(1, 10.6)
    assert masses.mean(1, 9, 1) < 9.1, "of two that are up the nearer one was put"


def test_a_loose_build_is_learnt_and_none_is_believed_to_be_firmer_than_its_layout_says():
    likelihood = Likelihood(Told().scale, Masses(Told().scale))
    for _ in range(100):
        likelihood.learn(30.0, 0.0)
    assert likelihood.loose == 400.0
    for _ in range(200):
        likelihood.learn(0.0, 0.0)
    assert likelihood.loose == 1.0


def test_a_piece_whose_place_hides_what_touches_leave_teaches_little():
    """Heavy rings that stand well within 2 mm would make touches look half as large as they are."""
    scale = ToldRings({}).scale
    learnt = []
    for mass in (0.0, 6.0, 18.0):
        likelihood = Likelihood(scale, Masses(scale))
        likelihood.loose, likelihood.known = 4.0, 27.0
        for _ in range(10):
            likelihood.learn(0.3, mass * mass * likelihood.place_variance)
        learnt.append(likelihood.loose)
    assert 1.0 < learnt[0] < learnt[1] < learnt[2] < 4.0
    assert learnt[2] > 2.0


@for_each("sigma", [0.005, 0.02, 0.1, 0.3])
def test_noise_is_learnt_from_windows_of_which_each_shares_half_with_the_next(sigma):
    """Each load cell has this noise in one window; the layout says 0.02 g."""
    chance, scale = Random(7), Told().scale
    likelihood = Likelihood(scale, Masses(scale))
    older, seen, learnt = [0.0] * 4, (0.0, 0.0, 0.0), []
    for window in range(800):
        newer = [chance.gauss(0, sigma * 2**0.5) for _ in range(4)]
        forces = [(one + other) / 2 for one, other in zip(older, newer, strict=True)]
        now = tuple(
            sum(f * factor for f, factor in zip(forces, row, strict=True))
            for row in ([1] * 4, [x for x, _ in scale.sensor_mm], [y for _, y in scale.sensor_mm])
        )
        if window > 1:
            likelihood.learn_noise(*[one - other for one, other in zip(now, seen, strict=True)])
        older, seen = newer, now
        if window >= 200:
            learnt.append(likelihood.noisy)
    expected = max(1.0, (sigma / scale.rest_g) ** 2)
    assert sum(learnt) / len(learnt) == pytest.approx(expected, rel=0.2)
    assert likelihood.noise(0)[0] == pytest.approx(8 * likelihood.noisy * scale.rest_g**2)


def test_one_odd_window_teaches_little():
    likelihood = Likelihood(Told().scale, Masses(Told().scale))
    likelihood.learn_noise(100.0, 0.0, 0.0)
    assert 1.0 < likelihood.noisy < 2.0


def test_the_margin_grows_where_two_places_are_hardly_told_apart():
    likelihood = Likelihood(Told().scale, Masses(Told().scale))
    likelihood.look_at(9.9, 0.0, 0.0)
    here, beside, far = [((1, place, 1),) for place in (0, 1, 3)]
    assert margin(likelihood.distance(here, beside)) == MIN_MARGIN
    likelihood.loose = 40.0
    assert MIN_MARGIN < margin(likelihood.distance(here, beside)) <= MARGIN_SIGMAS**2 / 2
    assert margin(likelihood.distance(here, far)) == MIN_MARGIN


def test_what_players_answer_tells_how_loose_the_build_is():
    """Else only changes that happen to fit well would be learnt from; they name rings, too."""
    told = Told()
    for cell in (0, 1):
        told.change(1, cell)
        told.look()
    told.change(1, 2, aside=(0.0, 15.0))
    told.look()
    assert told.decoder.ambiguous
    before = told.decoder.observation.likelihood.loose
    told.decoder.confirm(0b111)
    assert told.decoder.observation.likelihood.loose > before


@for_each(("touches", "cost"), [(1, 9.0), (2, 15.0), (3, 21.0)])
def test_what_is_out_of_reach_costs_more_however_well_masses_are_known(touches, cost):
    scale = Told().scale
    likelihood = Likelihood(scale, Masses(scale))
    likelihood.loose = 3.0
    noise_w, noise_m = likelihood.noise(touches)
    off = (likelihood.reach(cost, touches) * noise_m) ** 0.5
    found = likelihood.cost_of(0.0, off, 0.0, noise_w, 0.0, 0.0, noise_m, 0.0, noise_m)
    assert found == pytest.approx(cost)


SIZES = (1, 1, 2)
HOMES = [at for at in range(36) if not 6 <= at < 30]


def laid_out(seed, repeat_g):
    """Set rings up on load cells that are each off anew at each touch; yield board and truth."""
    chance, board = Random(seed), ToldRings({})
    truth, felt, free = bytearray(board.start), [0.0] * 4, HOMES.copy()
    for size in SIZES:
        at = free.pop(chance.randrange(len(free)))
        board.decoder.model.expect(bytes(truth), bytes(truth), None, tuple(HOMES), size)
        truth[at] = size
        spot = [1, *(part + chance.gauss(0, 0.4) for part in board.scale.places[at]), 0]
        mass = board.scale.masses[size - 1] * chance.gauss(1, 0.03)
        felt = [one + mass * part for one, part in zip(felt, spot, strict=True)]
        board.values[:] = felt
        for x, y in board.scale.sensor_mm:
            off = chance.gauss(0, repeat_g)
            board.values[:] = [a + off * b for a, b in zip(board.values, (1, x, y, 0), strict=True)]
        board.look()
        yield board.decoder, bytes(truth)
        board.decoder.confirm(bytes(truth))


@for_each(("repeat_g", "asked"), [(0.03, (0, 0)), (0.1, (1, 6)), (0.2, (15, 35))])
def test_the_first_rings_on_bad_load_cells_are_asked_about_rather_than_misread(repeat_g, asked):
    """Nobody has told how bad they are; before, some were read wrong, and the true ring ruled out.

    ``asked``: bounds of the questions, of 60 rings.
    """
    doubts = 0
    for seed in range(20):
        for decoder, truth in laid_out(seed, repeat_g):
            assert decoder.holds(truth), f"seed {seed}"
            doubts += decoder.ambiguous
            assert decoder.ambiguous or decoder.state == truth, f"seed {seed}"
    assert asked[0] <= doubts <= asked[1]


def test_a_ring_that_is_set_up_where_none_may_be_lies_there():
    """Before, it was taken for one on the home row beside it."""
    board = ToldRings({})
    board.decoder.model.expect(board.start, board.start, None, tuple(HOMES), 1)
    board.change(1, 12, 1)
    assert board.look()[12] == 1
    assert not board.decoder.ambiguous


def test_what_only_the_weight_tells_apart_needs_the_margin_for_it():
    """Balls on a1 and d4, or on a4 and d1, leave the same moments: their own masses tell."""
    scale, masses = Told().scale, Masses(Told().scale)
    likelihood = Likelihood(scale, masses)
    likelihood.known = 27.0
    places = [scale.cells.index(parse_cell(name)) for name in ("a1", "d4", "a4", "d1")]
    for place, mass in zip(places, (9.9, 9.9, 10.3, 10.3), strict=True):
        masses.weigh(place, 1, mass, 0.013)
    one, other = (tuple((-1, at, 1) for at in pair) for pair in (places[:2], places[2:]))
    assert 2 < likelihood.distance(one, other) < 5
    assert margin(likelihood.distance(one, other)) > MIN_MARGIN
