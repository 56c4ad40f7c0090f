"""Joints, holes, magnets and hours that one board takes."""

from typing import NamedTuple

from underboard.hardware import light_paths
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.board import circuit_of

MINUTES = {"joint": 1.0, "hole": 1.5, "magnet": 4.0, "board": 180.0, "plate": 300.0}
"""Minutes for a solder joint, a drilled hole, a magnet glued in, and wood, case and tests of a
board with switches or Halls, or of a plate on load cells; assumed, nobody has built one."""


class Labour(NamedTuple):
    """Work and time to build one board."""

    joints: int
    holes: int
    magnets: int
    hours: float


def work(plan: BuildPlan) -> Labour:
    """Return joints, holes, magnets and hours of one board."""
    joints = circuit_of(plan).joints()
    holes = (
        len([*light_paths.holes(plan), *light_paths.through_plate(plan)])
        if light_paths.drilled(plan)
        else 0
    )
    each = plan.build.get("magnets_per_piece", 1)
    magnets = plan.pieces * each if plan.magnet else 0
    minutes = (
        joints * MINUTES["joint"]
        + holes * MINUTES["hole"]
        + magnets * MINUTES["magnet"]
        + MINUTES["plate" if plan.weighs else "board"]
    )
    return Labour(joints, holes, magnets, round(minutes / 60))
