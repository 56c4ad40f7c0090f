"""Rest positions of freely turning magnets, and statistics over random boards.

Units: mm for places, A m2 for moments, mT for fields.  Magnets are point dipoles, which spheres
are exactly.
"""

import json
from collections.abc import Iterator
from functools import cache
from math import inf
from random import Random
from typing import Any, NamedTuple

import numpy as np

from boardcore.games import rules_of
from boardcore.layout.bias import read_bias
from underboard.hardware.build_plan import BuildPlan, plan_of
from underboard.hardware.magnet_field import tensor
from underboard.hardware.shapes.places import along, height, levels, moments, sunk

Levels = dict[int, list[tuple[str, float, float]]]
Vector = Any
"""A numpy array."""
ROUNDS = 400
"""Rounds of turning at most; a full board from cold takes 20 to 60 without friction."""
STILL = 1e-6
"""A turn per round, as the length of the change of a unit vector, that ends the rounds."""
BOARDS, WHOLE = 80, 5
"""Random boards from which extremes are computed, every fifth of them full."""


def forces(spots: Vector, moments: Vector) -> Vector:
    """Return the force of all dipoles on each, N; mm and A m2."""
    between = (spots[:, None, :] - spots[None, :, :]) / 1000
    square = (between**2).sum(axis=2)
    np.fill_diagonal(square, 1.0)
    r = np.sqrt(square)
    unit = between / r[:, :, None]
    along = np.einsum("nkd,nd->nk", unit, moments)
    other = np.einsum("nkd,kd->nk", unit, moments)
    both = moments @ moments.T
    towards = (
        along[:, :, None] * moments[None, :, :]
        + other[:, :, None] * moments[:, None, :]
        + (both - 5 * along * other)[:, :, None] * unit
    )
    share = 3e-7 / square**2
    np.fill_diagonal(share, 0.0)
    return (share[:, :, None] * towards).sum(axis=1)


def turned(
    spots: Vector, moments: Vector, outer: Vector, held: Vector, stiction: float = 1.0
) -> Vector:
    """Return the moments at rest of spheres in an outer field.

    ``spots``: mm; ``moments``: A m2, as they point before; ``outer``: mT, one row each;
    ``held``: the field across a sphere that its friction withstands while it turns, mT, and
    ``stiction`` times that while it stands.
    """
    strengths = np.sqrt((moments**2).sum(axis=1))
    between = spots[:, None, :] - spots[None, :, :]
    same = np.eye(len(spots), dtype=bool)
    between[same] = 1.0  # anything but 0: a magnet does not feel itself
    among = tensor(between)
    among[same] = 0.0
    among = among * strengths[None, :, None, None]
    coupling = np.sqrt((among**2).sum(axis=(2, 3))).max(initial=0.0)
    count = len(spots)
    matrix = among.transpose(0, 2, 1, 3).reshape(3 * count, 3 * count)
    ways = moments / strengths[:, None]
    turning = np.zeros(count, bool)
    rubs = held.any()
    for _ in range(ROUNDS):
        fields = outer + (matrix @ ways.ravel()).reshape(count, 3)
        sizes = np.sqrt((fields**2).sum(axis=1))
        aims = fields / sizes[:, None]
        cosines = (aims * ways).sum(axis=1)
        sines = np.sqrt(np.maximum(1 - cosines**2, 0.0))
        across = np.where(cosines > 0, sines, 1.0) * sizes
        turning = np.where(turning, across > held * 1.001, across > held * stiction)
        if not turning.any():
            break
        # Inert by its neighbours' coupling: so the energy falls with each round.
        goals = fields + 2.5 * coupling * ways
        goals /= np.sqrt((goals**2).sum(axis=1))[:, None]
        if rubs:  # friction stops a sphere short of the field
            lags = np.arcsin(np.minimum(held / sizes, 1.0))
            ends = _short_of(aims, ways, lags)
            nearer = (goals * aims).sum(axis=1) > (ends * aims).sum(axis=1)
            goals = np.where(nearer[:, None], ends, goals)
        step = np.where(turning[:, None], goals - ways, 0.0)
        ways = ways + step
        ways /= np.sqrt((ways**2).sum(axis=1))[:, None]
        if np.abs(step).max() < STILL:
            break
    return ways * strengths[:, None]


def _short_of(aims: Vector, ways: Vector, lags: Vector) -> Vector:
    """Return the directions ``lags`` short of ``aims``, on the way from ``ways`` (rows)."""
    across = ways - (ways * aims).sum(axis=1)[:, None] * aims
    sizes = np.sqrt((across**2).sum(axis=1))
    across = across / np.maximum(sizes, 1e-12)[:, None]
    return np.cos(lags)[:, None] * aims + np.sin(lags)[:, None] * across


def field_at(spots: Vector, sources: Vector, moments: Vector) -> Vector:
    """Return the field of dipoles at these places, one row each."""
    between = np.asarray(spots)[:, None, :] - np.asarray(sources)[None, :, :]
    return np.einsum("nkab,kb->na", tensor(between), moments)


# Where pieces and the magnets of a board are


def bias(plan: BuildPlan) -> tuple[Vector, Vector]:
    """Return places and moments of the magnets in the board."""
    rows = np.array(read_bias(plan.data))
    return rows[:, :3], rows[:, 3:] * np.array([0.0, 0.0, 1.0])


# Random boards


class Shown(NamedTuple):
    """Extremes over random boards, mT and degrees; differences are to the empty board.

    ``full``: least at the sensor of a piece; ``empty``: largest at a sensor without one;
    ``turned``: of the spheres, which 19 of 20 do not exceed against the bias; ``others``: boards
    whose spheres rest otherwise when they start anyhow; ``largest``: at any sensor, with the bias;
    ``weakest``: least of one more piece over all sensors together, by level.
    """

    full: float
    empty: float
    turned: float
    others: int
    largest: float
    weakest: dict[int, float]


def shown(plan: BuildPlan) -> Shown:
    """Return the extremes of BOARDS random boards with free magnets."""
    # What a layout explains changes no field.
    return _shown(json.dumps({**plan.data, "build": {**plan.data["build"], "accepted": {}}}))


@cache
def _shown(text: str) -> Shown:
    plan = plan_of(json.loads(text))
    # The legacy generator's stream is frozen: the same boards on every machine.
    draw = np.random.RandomState(1)
    by_level = levels(plan)
    level_of = {cell: level for level, row in by_level.items() for cell, _, _ in row}
    spots = {cell: (x, y, height(plan, cell)) for row in by_level.values() for cell, x, y in row}
    sources, source_moments = bias(plan)
    bare = felt_of(plan, sources, source_moments)
    own = {sensor.cell: i for i, sensor in enumerate(plan.sensors)}
    strengths = moments(plan)
    full, empty, largest = inf, 0.0, float(np.abs(bare).max())
    turned_deg: list[float] = []
    others = 0
    weakest: dict[int, float] = {}
    for seed in range(BOARDS):
        before = None
        boards = list(_growing(plan, by_level, Random(seed), seed % WHOLE == 0))
        for cells in boards[-2:]:
            at = np.array([spots[cell] for cell in cells])
            kinds = np.array([strengths[i % len(strengths)] for i, _ in enumerate(cells)])
            outer = field_at(at, sources, source_moments)
            along = outer / np.sqrt((outer**2).sum(axis=1))[:, None]
            held = np.zeros(len(cells))
            rest = turned(at, along * kinds[:, None], outer, held)
            felt = felt_of(plan, at, rest)
            for cell, i in own.items():
                if cell in cells:
                    full = min(full, abs(float(felt[i])))
                else:
                    empty = max(empty, abs(float(felt[i])))
            largest = max(largest, float(np.abs(felt + bare).max()))
            if before is None:
                before = felt
                continue
            level = level_of[cells[-1]]
            norm = float(np.sqrt(((felt - before) ** 2).sum()))
            weakest[level] = min(weakest.get(level, inf), norm)
            cosines = (rest * along).sum(axis=1) / kinds
            turned_deg += list(np.degrees(np.arccos(np.clip(cosines, -1, 1))))
            ways = draw.standard_normal((len(cells), 3))
            ways *= (kinds / np.sqrt((ways**2).sum(axis=1)))[:, None]
            again = turned(at, ways, outer, held)
            others += bool(np.abs(again - rest).max() > 0.02 * kinds.max())
    return Shown(full, empty, float(np.percentile(turned_deg, 95)), others, largest, weakest)


def _growing(plan: BuildPlan, by_level: Levels, random: Random, whole: bool) -> Iterator[list[str]]:
    """Yield random boards, each with one piece more than the one before; ``whole``: to the last."""
    cells: list[str] = []
    open_cells = [cell for row in by_level.values() for cell, _, _ in row]
    rules = rules_of(plan.game)
    most = min(plan.pieces, len(open_cells))
    for _ in range(most if whole else random.randint(2, most - 1)):
        free = [cell for cell in open_cells if cell not in cells]
        if len(by_level) > 1:
            occupied = sum(1 << rules.parse_cell(cell) for cell in cells)
            free = [cell for cell in free if rules.can_hold(occupied, rules.parse_cell(cell))]
        cells = [*cells, random.choice(free)]
        if len(cells) > 1:
            yield cells


def felt_of(plan: BuildPlan, spots: Vector, moments: Vector) -> Vector:
    """Return the field of these magnets at each sensor, mT."""
    given = plan.build["sensor"]
    axis = "xyz".index(given["axes"][0])
    step = np.eye(3)[axis]
    parts = along(given)
    total = np.zeros(len(plan.sensors))
    for part in parts:
        at = np.array([(s.x, s.y, s.z - sunk(given)) for s in plan.sensors]) + part * step
        total += field_at(at, spots, moments)[:, axis]
    return total / len(parts)
