"""Reeds of the simulator (closed by the magnets over them, not by what stands on the cell)."""

import pytest

from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from support.boards.shipped import data_of, glued16
from underboard.hardware import magnet_field
from underboard.hardware.build_plan import plan_of
from underboard.sim.world import World


def fates(data, seeds):
    """Return the shares of lone balls unseen, and of empty cells closed between four balls."""
    layout = Layout(data)
    unseen = closed = 0
    for seed in range(seeds):
        world = World(layout, seed)
        cell = pylos.parse_cell("b2")
        world.put(cell)
        unseen += not world.reeds.closed[layout.cell_of_sensor.index(cell)]
        world.lift(cell)
        for name in ("a2", "b1", "b3", "c2"):
            world.put(pylos.parse_cell(name))
        closed += bool(world.reeds.closed[layout.cell_of_sensor.index(cell)])
    return unseen / seeds, closed / seeds


def test_a_board_of_glued_discs_misses_the_share_of_balls_that_its_checks_compute():
    data = glued16()
    plan = plan_of(data)
    _, _, seen = magnet_field.own(plan, plan.sensors[0])
    unseen, closed = fates(data, 100)
    assert unseen == pytest.approx(1 - seen, abs=0.11)
    assert closed > 0.05


@pytest.mark.parametrize("name", ["pylos-reed16", "apagos-reed36"])
def test_trimmed_reeds_under_free_magnets_see_every_ball(name):
    layout = Layout(data_of(name))
    for seed in range(3):
        world = World(layout, seed)
        for cell in layout.cell_of_sensor[:12]:
            world.put(cell)
            full = [bool(world.closed(i)) for i in range(layout.sensors)]
            there = [layout.cell_of_sensor[i] in world.pieces for i in range(layout.sensors)]
            world.advance(100)
            full = [bool(world.closed(i)) for i in range(layout.sensors)]
            assert full == there
