"""Spheres that stick (the doctor names the ball by where its magnet points, and no other)."""

import argparse
from random import Random

import numpy as np
import pytest

from support.rows import for_each
from support.sensing.halls import hall_layout
from underboard.cli.boards.doctor import examine
from underboard.service import doctor
from underboard.service import hall_checks as halls
from underboard.service.sphere_checks import check_turns, directions
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.spheres import magnets_of
from underboard.texts import Texts

LAYOUTS = ("pylos-hall25", "pylos-hall16")
SCANS = 16


def felt_of(layout, seed, stuck=(), **truth):
    """What all sensors feel of a ball on each cell of the lowest level, mT."""
    rows = []
    magnets = magnets_of(layout, parameters_of(layout, **truth), Random(seed))
    place_of = {cell: at for at, cell in enumerate(magnets.given.cells)}

    def mean(start):
        return np.mean([magnets.counts(start + 60 * at) for at in range(SCANS)], axis=0)

    empty = mean(0)
    for at in halls.lowest(layout):
        place = place_of[layout.cell_of_sensor[at]]
        magnets.parameters = parameters_of(layout, **truth, stuck=float(at in stuck))
        magnets.put(place, 1)
        rows.append((mean(5000) - empty) * layout.field.mt_per_count)
        magnets.lift(place)
    return np.array(rows)


@for_each("name", LAYOUTS)
@for_each("seed", [1, 2])
def test_no_sphere_of_a_rough_board_is_blamed(name, seed):
    layout = hall_layout(name)
    felt = felt_of(layout, seed, friction=0.4, bias_spread=0.05, gain_spread=0.05)
    assert check_turns(layout, halls.lowest(layout), felt, set()) == []
    assert check_turns(layout, halls.lowest(layout), felt, {3, 9}) == []


@pytest.mark.parametrize("name", LAYOUTS)
def test_those_that_stick_are_named_with_angle_and_residual(name):
    layout = hall_layout(name)
    felt = felt_of(layout, 5, stuck=(2, 7))
    assert check_turns(layout, halls.lowest(layout), felt, {2, 7}) == [], "their sensors lie"
    found = check_turns(layout, halls.lowest(layout), felt, set())
    assert [finding.key for finding in found] == ["halls.sticks"] * 2
    told = directions(layout, halls.lowest(layout), felt, set())
    for finding, at in zip(found, (2, 7), strict=True):
        assert finding.names["degrees"] == round(told[at].degrees) > 20
        assert finding.names["left"] == round(told[at].left_mt, 2) > 0.3
    assert "its sphere sticks" in doctor.as_line(found[0], Texts("en"))


@pytest.mark.parametrize("name", LAYOUTS)
def test_one_ball_that_sticks_everywhere_is_one_finding(name):
    layout = hall_layout(name)
    felt = felt_of(layout, 5, stuck=range(16))
    (finding,) = check_turns(layout, halls.lowest(layout), felt, set())
    assert finding.key == "halls.none-turns"
    assert "sur 16" in doctor.as_line(finding, Texts("fr"))


def test_a_board_built_with_north_down_has_no_sphere_that_sticks():
    layout = hall_layout("pylos-hall16")
    assert check_turns(layout, halls.lowest(layout), -felt_of(layout, 4), set()) == []


@pytest.mark.slow
def test_the_doctor_names_them_on_a_board():
    """Which balls stick depends on the pace of the port, and of 14 boards one has none."""
    options = argparse.Namespace(
        board="sim:pylos-hall16", fault=["sticks=0.15"], parts=False, report=None
    )
    for _ in range(4):
        keys = {one.key for one in examine(options, Texts("en")) if one.level == "bad"}
        if keys:
            break
    assert keys == {"halls.sticks"}
