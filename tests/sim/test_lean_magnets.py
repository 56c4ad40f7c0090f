"""Magnets without NumPy, held to the fields of those with it."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.hardware.spheres import field_at, turned
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.lean import LeanMagnets
from underboard.sim.physics.parameters import CODES, parameters_of

LAYOUTS = ["pylos-hall16", "pylos-hall25", "gyges-hall38", "apagos-hall36"]
FIELD_MT = 1e-3
"""Largest difference of a sensor's field, mT; a sensor's noise is 0.01."""


def filled(layout, pieces, seed=1):
    """Return the magnets of a board with some random pieces, and with squares that have any."""
    magnets = LeanMagnets(layout, parameters_of(layout), random.Random(seed))
    chance = random.Random(seed)
    if "squares" in layout.data:
        for slot, word in enumerate("+-+-"):
            magnets.lay(slot, word, {}, 0.0)
    for place in chance.sample(range(len(magnets.places)), pieces):
        magnets.put(place, chance.randint(1, len(magnets.given.moments)))
    return magnets


def computed(layout, magnets):
    """Return the field at each sensor as NumPy computes it, with spheres that do not rub."""
    theirs = Magnets(layout, parameters_of(layout), random.Random(0))
    bias = np.array([(*spot, moment) for *spot, moment in magnets.given.bias]).reshape(-1, 4)
    discs = [disc for discs in magnets._squares.values() for disc in discs]
    spots = np.array([*bias[:, :3], *(disc.spots[0] for disc in discs)]).reshape(-1, 3)
    moments = np.array(
        [*((0, 0, moment) for moment in bias[:, 3]), *(disc.moment for disc in discs)]
    ).reshape(-1, 3)
    felt = theirs.felt_of(spots, moments)
    pieces = list(magnets.pieces.values())
    if magnets.given.free:
        places = np.array([piece.spots[0] for piece in pieces])
        start = np.array([[0, 0, float(np.linalg.norm(piece.moment))] for piece in pieces])
        outer = field_at(places, spots, moments)
        return felt + theirs.felt_of(places, turned(places, start, outer, np.zeros(len(pieces))))
    for piece in pieces:
        felt = felt + theirs.rows_at(np.array(piece.spots)) @ np.array(piece.moment)
    return felt


@for_each("name", LAYOUTS)
@for_each("seed", [1, 2])
def test_sensors_feel_what_numpy_computes(name, seed):
    layout = layout_of(name)
    magnets = filled(layout, 9, seed)
    assert magnets.field_mt() == pytest.approx(computed(layout, magnets), abs=FIELD_MT)


def test_counts_are_those_of_a_quiet_converter():
    layout = layout_of("gyges-hall38")
    quiet = replace(
        parameters_of(layout), gain_spread=0, offset_mt=0, earth_ut=0, noise_ut=0, clip_mt=5.0
    )
    magnets = LeanMagnets(layout, quiet, random.Random(1))
    empty = magnets.means(magnets.scan_levels(0.0))
    assert set(empty) == {65535 * CODES // 2 // (CODES - 1)}
    for place in range(12):
        magnets.put(place, 3)
    told = [count - empty[0] for count in magnets.means(magnets.scan_levels(0.0))]
    full = 5.0 / layout.field.mt_per_count
    expected = [
        min(max(felt / layout.field.mt_per_count, -full), full) for felt in magnets.field_mt()
    ]
    assert told == pytest.approx(expected, abs=2)
    assert max(map(abs, told)) == pytest.approx(full, abs=2), "a sensor is at its end"


def test_a_square_takes_its_balls_along_and_its_signs_are_felt():
    layout = layout_of("apagos-hall36")
    magnets = LeanMagnets(layout, parameters_of(layout), random.Random(3))
    magnets.lay(0, "+", {}, 0.0)
    upright = magnets.field_mt()
    magnets.take_square(0, 0.0)
    bare = magnets.field_mt()
    magnets.lay(0, "-", {}, 0.0)
    over = np.array(upright) - bare, np.array(magnets.field_mt()) - bare
    assert np.corrcoef(*over)[0, 1] < -0.8
    magnets.put(4, 2)
    magnets.put(13, 1)
    taken = magnets.take_square(0, 0.0)
    assert (list(taken), list(magnets.pieces)) == ([4], [13])
    assert not magnets.lies(0)
    magnets.lay(2, "+", {4 + 18: taken[4]}, 0.0)
    assert magnets.has(22)
    assert magnets.pieces[22].spots[0] == pytest.approx(magnets.places[22], abs=2)


def test_hands_misplace_pieces_and_no_farther_than_they_may():
    layout = layout_of("gyges-hall38")
    parameters = replace(parameters_of(layout), place_mm=4.0, max_place_mm=5.0)
    magnets = LeanMagnets(layout, parameters, random.Random(5))
    middles = [np.mean(magnets.piece(0, 1).spots, axis=0) for _ in range(200)]
    far = np.linalg.norm(np.array(middles) - magnets.places[0], axis=1)
    assert parameters.level
    assert far.max() == pytest.approx(5.0)
    assert far.min() < 2.0


ROOT = Path(__file__).parents[2]
GUEST = ROOT / "tests/on_board/guest/on_board_spheres.py"
HALL25 = ROOT / "firmware/layouts/pylos-hall25.json"
LEAN = """import runpy, sys
sys.modules["numpy"] = None
from underboard.sim.physics import lean_arrays
lean_arrays.install()
runpy.run_path(sys.argv.pop(1))"""


@pytest.mark.parametrize(("mask", "place"), [(0b1011, 5), ((1 << 29) - 1, 29)])
def test_firmware_without_numpy_computes_the_same(mask, place):
    """Compare fields, bounds and costs of whole decisions with those that ``ulab`` computes."""
    given = [str(GUEST), str(HALL25), str(mask), str(place)]
    told = [
        subprocess.run([sys.executable, *how, *given], capture_output=True, text=True, check=True)
        for how in (["-c", LEAN], [])
    ]
    assert told[0].stdout == told[1].stdout != ""
