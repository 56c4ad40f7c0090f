"""Field of the simulator (magnets as they are, sensors and ADC with their known faults)."""

from dataclasses import replace
from itertools import pairwise
from math import degrees, pi, sqrt
from random import Random

import numpy as np
import pytest

from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from support.boards.shipped import glued25
from support.rows import for_each
from underboard.hardware.build_plan import REMANENCE_T, plan_of
from underboard.sim.physics import adc
from underboard.sim.physics.carried import rotated
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import USUAL, FieldParameters, parameters_of

LAYOUT = Layout(glued25())
QUIET = FieldParameters(
    moment_spread=0, place_mm=0, gain_spread=0, offset_mt=0, earth_ut=0, drift_ut=0, walk_ut=0,
    jiggle_deg=0, bump=0, steps=False,
)  # fmt: skip


def magnets_of(parameters=QUIET, seed=1, layout=LAYOUT):
    return Magnets(layout, parameters, Random(seed))


def cell(name):
    return pylos.parse_cell(name)


def a_stack(magnets, count, random):
    """Put so many balls where the rules let them stand."""
    occupied = 0
    for _ in range(count):
        free = [at for at in range(pylos.CELLS) if pylos.can_hold(occupied, at)]
        at = random.choice(free)
        occupied |= 1 << at
        magnets.put(at)
    return occupied


# Magnets


@pytest.mark.parametrize("seed", range(5))
def test_a_stack_of_balls_is_felt_like_real_cylinders(seed):
    """Of what one ball does over the whole array a dipole misses at most 3 %, of a stack 2 %."""
    magpylib = pytest.importorskip("magpylib", reason="magpylib is in the extra 'test'")
    magnets = magnets_of(USUAL, seed)
    a_stack(magnets, 16, Random(seed))
    disc = plan_of(LAYOUT.data).magnet
    at = np.array(LAYOUT.field.sensor_mm) / 1000
    whole = np.zeros(len(at))
    for piece in magnets.pieces.values():
        theirs = real_disc(magpylib, disc, piece.spots[0], piece.moment).getB(at)[:, 2] * 1000
        ours = piece.rows @ piece.moment
        assert np.linalg.norm(ours - theirs) <= 0.03 * np.linalg.norm(theirs)
        whole += theirs
    assert np.linalg.norm(magnets.field_mt() - whole) <= 0.02 * np.linalg.norm(whole)


def real_disc(magpylib, disc, spot, moment):
    """Return a cylinder of this strength in the direction of a moment."""
    strength = np.linalg.norm(moment)
    way = moment / strength
    axis = np.cross([0, 0, 1], way)
    length = np.linalg.norm(axis)
    angle = np.arctan2(length, way[2])
    magnet = magpylib.magnet.Cylinder(
        dimension=(disc.diameter / 1000, disc.height / 1000),
        polarization=(0, 0, REMANENCE_T[disc.grade] * strength / disc.moment),
        position=np.asarray(spot) / 1000,
    )
    if length > 1e-12:
        magnet.rotate_from_angax(degrees(angle), axis, anchor=None)
    return magnet


def test_the_weakest_signals_are_those_of_the_sensing_page():
    magnets = magnets_of()
    page = (0.265, 0.198, 0.086, 0.041)  # section 8, in mT, worst direction and place
    least = [1.0] * 4
    for place in range(pylos.CELLS):
        rows = magnets.rows_at(np.array([LAYOUT.field.places[place]]))
        worst = sqrt(np.linalg.eigvalsh(rows.T @ rows)[0]) * LAYOUT.field.moments[0]
        level = pylos.LEVEL[place]
        least[level] = min(least[level], worst)
    assert least == pytest.approx(page, rel=0.03)


def test_a_piece_that_is_lifted_leaves_nothing():
    magnets = magnets_of()
    magnets.put(cell("a1"))
    assert np.abs(magnets.field_mt()).max() > 0.1
    magnets.lift(cell("a1"))
    assert not magnets.field_mt().any()


def test_each_ball_points_another_way_each_time():
    magnets = magnets_of()
    ways = []
    for _ in range(400):
        magnets.put(cell("b2"))
        ways.append(magnets.pieces[cell("b2")].moment / 0.088)
        magnets.lift(cell("b2"))
    ways = np.array(ways)
    assert np.allclose((ways**2).sum(axis=1), 1)
    assert np.abs(ways.mean(axis=0)).max() < 0.1
    assert np.allclose(ways.T @ ways / 400, np.eye(3) / 3, atol=0.06)


def test_weaker_magnets_and_thicker_wood_are_felt_less():
    strengths = []
    for parameters in (QUIET, replace(QUIET, moment_share=0.8), replace(QUIET, gap_mm=1.0)):
        magnets = magnets_of(parameters)
        magnets.put(5)
        strengths.append(np.linalg.norm(magnets.field_mt()))
    whole, weak, deep = strengths
    assert weak == pytest.approx(0.8 * whole)
    assert 0.8 * whole < deep < 0.95 * whole


def test_turning_keeps_a_vector_s_length_and_undoes_itself():
    vector, by = np.array([1.0, 2.0, 3.0]), np.array([0.3, -0.2, 0.9])
    turned = rotated(vector, by)
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(vector))
    assert rotated(turned, -by) == pytest.approx(vector)
    assert rotated(np.array([1.0, 0, 0]), np.array([0, 0, pi / 2])) == pytest.approx([0, 1, 0])


# Touches besides


def angles_after(parameters, name, tries=200):
    """Return how far, in degrees, each of four balls turned when one was put on them: rms."""
    magnets = magnets_of(parameters)
    seen = {}
    for at in ("a1", "a2", "b1", "b2", "d4"):
        magnets.put(cell(at))
    for _ in range(tries):
        before = {at: piece.moment for at, piece in magnets.pieces.items()}
        magnets.put(cell(name))
        for at, moment in before.items():
            now = magnets.pieces[at].moment
            cosine = moment @ now / (moment @ moment)
            seen.setdefault(at, []).append(degrees(np.arccos(min(cosine, 1))))
        del magnets.pieces[cell(name)]
    return {at: sqrt(np.mean(np.square(angles))) for at, angles in seen.items()}


def test_the_four_balls_under_a_new_one_turn_and_the_others_a_fifth_of_it():
    turned = angles_after(replace(QUIET, jiggle_deg=2.0), "e1")
    # A magnet does not feel a turn about itself: two of three axes are left.
    for name in ("a1", "a2", "b1", "b2"):
        assert turned[cell(name)] == pytest.approx(2 * sqrt(2), rel=0.25)
    assert turned[cell("d4")] == pytest.approx(0.4 * sqrt(2), rel=0.25)


def test_now_and_then_a_sleeve_turns_one_other_ball_far():
    magnets = magnets_of(replace(QUIET, bump=0.03))
    for name in ("a1", "a2", "b1", "b2", "d4", "d3"):
        magnets.put(cell(name))
    far = 0
    for _ in range(2000):
        before = {at: piece.moment for at, piece in magnets.pieces.items()}
        magnets.touch(cell("e1"))
        turned = [at for at, was in before.items() if np.any(magnets.pieces[at].moment != was)]
        assert len(turned) <= 1
        assert not set(turned) & {cell(name) for name in ("a1", "a2", "b1", "b2")}
        far += len(turned)
    assert 40 <= far <= 80


def test_a_ball_that_carries_another_is_not_free():
    magnets = magnets_of()
    for name in ("a1", "a2", "b1", "b2", "e1"):
        magnets.put(cell(name))
    assert [magnets.is_free(cell(name)) for name in ("a1", "b2", "e1")] == [False, False, True]


def test_a_ball_comes_down_and_goes_up_within_its_time():
    magnets = magnets_of()
    magnets.bring(cell("a1"), 1, 1000)
    assert magnets.moving(1040)
    assert np.abs(magnets.field_mt(1000)).max() < 0.05
    seen = [magnets.field_mt(now) for now in range(1000, 1700, 20)]
    assert not magnets.moving(1700)
    assert np.array_equal(seen[-1], seen[-2])
    assert np.abs(seen[-1]).max() > 0.1
    assert any(np.abs(one - other).max() > 0.05 for one, other in pairwise(seen))
    magnets.take(cell("a1"), 2000)
    assert np.abs(magnets.field_mt(2001) - seen[-1]).max() < 0.05
    assert not magnets.field_mt(2700).any()


def test_a_hasty_hand_lifts_a_ball_that_has_hardly_arrived():
    magnets = magnets_of()
    magnets.bring(cell("a1"), 1, 0)
    magnets.take(cell("a1"), 50)
    assert not magnets.pieces
    assert not magnets.field_mt(1000).any()


# Sensors


@for_each("noise", [5, 10, 15, 30])
def test_one_scan_has_the_noise_it_is_said_to_have(noise):
    magnets = magnets_of(replace(QUIET, noise_ut=noise))
    scans = np.array([magnets.counts(0) for _ in range(400)])
    seen = scans.std(axis=0).mean() * LAYOUT.field.mt_per_count * 1000
    assert seen == pytest.approx(noise, rel=0.05)


def test_counts_are_the_field_on_a_quiet_board():
    magnets = magnets_of()
    magnets.put(5)
    scans = np.mean([magnets.counts(0) for _ in range(200)], axis=0)
    felt = (scans - 32768) * LAYOUT.field.mt_per_count
    assert felt == pytest.approx(magnets.field_mt(), abs=0.005)


def test_every_board_has_gains_and_offsets_of_its_own_and_one_seed_one_board():
    one, same, other = (
        magnets_of(USUAL, seed).counts(0) for seed in (1, 1, 2)
    )  # fmt: skip
    assert one == same
    assert np.std(np.array(one, float) - other) * LAYOUT.field.mt_per_count > 0.5


def test_a_sensor_ends_somewhere():
    magnets = magnets_of(replace(QUIET, offset_mt=100))
    assert {count // 60000 for count in magnets.counts(0)} <= {0, 1}
    assert max(magnets.counts(0)) < 65000


def test_the_drift_walks_slowly():
    magnets = magnets_of(replace(QUIET, walk_ut=1.0))
    seen = []
    for i in range(300):
        before = magnets._walk
        magnets.levels(i * 4000.0)
        seen.append(magnets._walk - before)
    assert np.std(seen) * 1000 == pytest.approx(2, rel=0.15)


def test_crosstalk_adds_a_little_of_the_sensor_before():
    magnets = magnets_of(replace(QUIET, crosstalk=0.02))
    magnets.put(5)
    scans = np.mean([magnets.counts(0) for _ in range(300)], axis=0)
    felt = (scans - 32768) * LAYOUT.field.mt_per_count
    own = magnets.field_mt()
    assert felt == pytest.approx(0.98 * own + 0.02 * np.roll(own, 1), abs=0.005)


# The ADC


def test_the_adc_has_the_known_steps():
    table = adc.transfer()
    codes, widths = np.unique(table, return_counts=True)
    assert (np.diff(table) >= 0).all()
    assert adc.MISSING not in codes
    for step in adc.STEPS_AT:
        assert widths[codes == step][0] / adc.FINE == pytest.approx(1 + adc.STEP_LSB, abs=0.3)
    assert (table[0], table[-1]) == (0, adc.CODES - 1)
    off = np.abs(table - (np.arange(len(table)) // adc.FINE)).max()
    assert 3 <= off <= 9


def test_one_conversion_and_the_mean_of_many_agree():
    random = np.random.RandomState(1)
    one = adc.Adc(2.8, random)
    levels = np.array([100.0, 1536.0, 2050.5, 4090.0])
    means = np.mean([one.means(levels, 32) for _ in range(50)], axis=0)
    for level, mean in zip(levels, means):
        single = np.mean([one.convert(level) for _ in range(4000)])
        assert single == pytest.approx(mean, abs=5)


def test_parameters_are_those_of_the_game_and_can_be_changed_by_name():
    assert parameters_of(LAYOUT) == USUAL
    assert parameters_of(LAYOUT, noise_ut=30).noise_ut == 30
