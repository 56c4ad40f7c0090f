"""Fields and forces of the magnets in pieces, as point dipoles.

Units: mm for places, A m2 for moments, mT for fields, mN for forces.  A dipole is true to
3-8 % for these discs at these distances (firmware/docs/fields.md, section 4; a test holds it to
magpylib's real cylinders).
"""

from math import acos, cos, pi, sin, sqrt
from typing import Any

import numpy as np

from underboard.hardware.build_plan import FLAT, BuildPlan, Sensor
from underboard.hardware.shapes.places import along, moments

WOOD = 700.0
"""Density of the pieces in kg/m3; assumed, like everything on firmware/docs/fields.md's balls."""
NEODYMIUM = 7500.0
GRAVITY = 9.81
"""Acceleration of gravity, m/s2; rounded from the standard 9.80665."""
FREE = 0.45
"""Room round a sphere that turns in its hole, 0.4 to 0.5 mm, chosen."""
LOWER_MM = 2.5
"""Depth of a second reed below the first, across it."""
ASIDE_MM = 3.0
"""Distance of an upright reed from the middle, where others lie in it, mm; chosen."""
AXES = "xyz"
DIRECTIONS = 4001
"""Number of directions that are tried for a magnet which may point anywhere; chosen."""
MISPLACED_MM = 3.0
"""How far beside a cell's middle hands lay a ring (firmware/docs/fields.md, section 2)."""
TRIES = 2000
"""Random boards from which the shares are computed."""

Vector = Any
"""A numpy array of three numbers, or of rows of three."""


def weight(plan: BuildPlan) -> float:
    """Return what one piece weighs with its magnets, in mN."""
    if "piece_mass_g" in plan.build:
        return float(plan.build["piece_mass_g"]) * GRAVITY
    metal = plan.magnet.volume * plan.build.get("magnets_per_piece", 1) if plan.magnet else 0.0
    wood = 4 / 3 * pi * (plan.size / 2000) ** 3 - metal
    return (wood * WOOD + metal * NEODYMIUM) * GRAVITY * 1000


def pull(plan: BuildPlan) -> float:
    """Return the strongest force between two pieces in mN.

    Balls touch, or lie in neighbouring holes that keep them apart, and their magnets may
    point at each other; rings lie side by side on neighbouring cells, magnets upright, which
    is half of it.
    """
    m = moments(plan)[-1]
    if plan.piece == FLAT:
        return 3e-7 * m * m / (plan.pitch / 1000) ** 4 * 1000
    return 6e-7 * m * m / (apart(plan) / 1000) ** 4 * 1000


def apart(plan: BuildPlan) -> float:
    """Return how near two pieces come to each other on the board, mm."""
    return max(plan.size, plan.pitch)


def tensor(where: Vector) -> Vector:
    """Return the matrix that turns a moment at the origin into the field at ``where``.

    For rows of places: one matrix for each.
    """
    metres = np.asarray(where, float) / 1000
    r = np.sqrt((metres**2).sum(axis=-1))[..., None, None]
    u = metres[..., None] / r
    return 1e-4 * (3 * u * np.swapaxes(u, -1, -2) - np.eye(3)) / r**3


def centre(plan: BuildPlan, x: float, y: float, level: int = 0) -> Vector:
    """Return the middle of a piece's magnets; the sensors' plane is at height 0."""
    height = plan.gap + (0 if plan.piece == FLAT else plan.size / 2)
    return np.array([x, y, height + level * plan.pitch / sqrt(2)])


def sources(plan: BuildPlan, x: float, y: float, level: int = 0) -> list[Vector]:
    """Return where a piece's dipoles are: a ball's middle, or round a ring."""
    middle = centre(plan, x, y, level)
    circle = plan.build.get("magnet_circle_mm", 0) / 2
    if plan.piece != FLAT or not circle:
        return [middle]
    count = plan.build.get("magnets_per_piece", 4)
    turns = [2 * pi * i / count for i in range(count)]
    return [middle + circle * np.array([cos(t), sin(t), 0]) for t in turns]


def response(plan: BuildPlan, sensor: Sensor, x: float, y: float, level: int = 0) -> Vector:
    """Return one row per axis of a sensor: times the moment's direction, the field in mT.

    A reed has one row for each of the reeds that lie in parallel under a cell; a Hall
    sensor has one.  For the weakest kind of piece.
    """
    given = plan.build["sensor"]
    blade = given.get("blade_mm", 0)
    axes = given["axes"]
    dipoles = sources(plan, x, y, level)
    moment = moments(plan)[0] / len(dipoles)
    rows = []
    for number, axis in enumerate(axes):
        way = AXES.index(axis)
        spot = np.array([sensor.x, sensor.y, 0.0])
        if axis != "z":
            spot[2] -= LOWER_MM * number
        elif blade:
            spot[2] -= blade / 2
            if len(axes) > 1:
                spot[:2] += ASIDE_MM
        points = along(given)
        row = np.zeros(3)
        for step in points:
            at = spot.copy()
            at[way] += step
            for dipole in dipoles:
                row += tensor(at - dipole)[way]
        rows.append(row / len(points) * moment)
    return np.array(rows)


def directions(count: int = DIRECTIONS) -> Vector:
    """Return directions spread evenly over a sphere, one row each."""
    rows = []
    for i in range(count):
        z = 1 - 2 * (i + 0.5) / count
        turn = i * pi * (3 - sqrt(5))
        side = sin(acos(z))
        rows.append((side * cos(turn), side * sin(turn), z))
    return np.array(rows)


def upright(plan: BuildPlan) -> bool:
    """Return True if magnets can only stand upright, either way up."""
    return plan.piece == FLAT


def own(plan: BuildPlan, sensor: Sensor) -> tuple[float, float, float]:
    """Return least and largest field of a lone piece on its sensor, and the share that closes it.

    In mT over all directions of the magnet, of the reed that feels most.
    """
    if upright(plan):
        aside = [(0, 0)] + [(MISPLACED_MM * cos(t), MISPLACED_MM * sin(t)) for t in (0, pi / 4)]
        felt = np.array(
            [abs(response(plan, sensor, sensor.x + x, sensor.y + y)[:, 2]).max() for x, y in aside]
        )
        rows = np.zeros((3, 3))
    else:
        rows = response(plan, sensor, sensor.x, sensor.y)
        felt = np.abs(directions() @ rows.T).max(axis=1)
    share = float((felt >= plan.build["sensor"]["closes_mt"]).mean())
    least = float(felt.min())
    # One axis has a whole circle of blind directions, which no grid meets exactly.
    if len(rows) < 3:
        least = 0.0
    return least, float(felt.max()), share


def others(plan: BuildPlan, sensor: Sensor) -> tuple[float, float]:
    """Return what all other cells, full, do to an empty one.

    The worst field in mT, and the share of random boards on which it closes the switch.
    """
    away = sorted(
        (s for s in plan.sensors if s.cell != sensor.cell),
        key=lambda s: (round((s.x - sensor.x) ** 2 + (s.y - sensor.y) ** 2, 3), s.number),
    )
    # No more cells can be full than there are pieces; the nearest count most.
    spots = dict.fromkeys((s.x, s.y) for s in away[: plan.pieces])
    rows = np.array([response(plan, sensor, x, y) for x, y in spots])
    if upright(plan):
        return float(np.abs(rows[:, :, 2]).sum(axis=0).max()), 0.0
    worst = float(np.sqrt((rows**2).sum(axis=2)).sum(axis=0).max())
    # The legacy generator's stream is frozen: the same boards on every machine.
    ways = np.random.RandomState(1).standard_normal((TRIES, len(spots), 3))
    ways /= np.sqrt((ways**2).sum(axis=2))[:, :, None]
    felt = np.abs(np.einsum("nak,tnk->ta", rows, ways)).max(axis=1)
    return worst, float((felt >= plan.build["sensor"]["closes_mt"]).mean())


def weakest(plan: BuildPlan, x: float, y: float, level: int) -> float:
    """Return the signal of a piece over the whole array, magnet in its worst direction, mT."""
    rows = np.concatenate([response(plan, sensor, x, y, level) for sensor in plan.sensors])
    if upright(plan):
        return float(np.sqrt((rows[:, 2] ** 2).sum()))
    return float(np.sqrt(max(np.linalg.eigvalsh(rows.T @ rows)[0], 0.0)))


def largest(plan: BuildPlan) -> float:
    """Return the largest field at any sensor, pieces on all cells and all at their worst, mT."""
    scale = moments(plan)[-1] / moments(plan)[0]
    most = 0.0
    for sensor in plan.sensors:
        spots = [spot for spot in plan.spots if _near(plan, spot, sensor)]
        rows = [response(plan, sensor, x, y) for x, y in spots]
        pieces = sum(float(np.sqrt((row**2).sum(axis=1)).max()) for row in rows) * scale
        most = max(most, pieces + corner(plan, sensor))
    return most


def corner(plan: BuildPlan, sensor: Sensor) -> float:
    """Return the largest field of any disc in a square's corner at a sensor, mT; 0 for none."""
    most = 0.0
    for x, y, z in plan.corners:
        at = np.array([sensor.x - x, sensor.y - y, sensor.z - z])
        if plan.corner_disc and abs(at[0]) + abs(at[1]) <= plan.pitch:
            most = max(most, abs(float(tensor(at)[2, 2])) * plan.corner_disc.moment)
    return most


def _near(plan: BuildPlan, spot: tuple[float, float], sensor: Sensor) -> bool:
    return abs(spot[0] - sensor.x) + abs(spot[1] - sensor.y) <= 1.01 * plan.pitch
