"""Check of free magnets on the workbench, whether each turns into the board's field.

A ball alone on a cell points along the field of the bias magnets there, whatever its way down.
The moment that explains best what all sensors feel of it tells where it points.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from boardcore.layout.bias import read_bias, turns_freely
from boardcore.layout.layout import Layout
from underboard.game_state import cells_of
from underboard.hardware.build_plan import plan_of
from underboard.hardware.magnet_field import tensor
from underboard.hardware.shapes.places import height
from underboard.hardware.spheres import field_at
from underboard.service.findings import Finding, bad

Numbers = Any
"""A numpy array."""

STICKS_DEG = 20.0
"""Angle to the bias from which a sphere sticks: in 60 good boards with friction 0.4, bias magnets
and sensors of 5 % none was more than 11 degrees off; one of 21 that stick lies nearer by chance."""
LEFT_SHARE = 0.2
"""Share of a ball's field that is left besides, because angles are vague where sensors fail: 0.34
of a sphere that is 20 degrees off, at most 0.08 in those boards."""
MAX_NAMED = 6
"""Balls that are named one by one."""


class Direction(NamedTuple):
    """Angle of a magnet to the bias, and what that leaves of its field: mT, and as a share."""

    degrees: float
    left_mt: float
    share: float

    @property
    def sticks(self) -> bool:
        """Whether this sphere has not turned."""
        return self.degrees > STICKS_DEG and self.share > LEFT_SHARE


def check_turns(
    layout: Layout, places: Sequence[int], felt: Numbers, lying: set[int]
) -> list[Finding]:
    """Return a finding for each ball whose sphere does not turn, one for all if most do not.

    ``places``: where a ball stood alone, and ``felt`` what all sensors felt of it, mT; ``lying``:
    sensors that are left out.
    """
    # Neighbours alone do not tell by how much a magnet is off.
    judged = [i for i, at in enumerate(places) if nearest(layout, at) not in lying]
    if not turns_freely(layout.data) or not judged:
        return []
    places, felt = [places[i] for i in judged], felt[judged]
    found = directions(layout, places, felt, lying)
    stuck = [i for i, one in enumerate(found) if one.sticks]
    if not stuck:
        return []
    if len(stuck) > max(MAX_NAMED, len(found) // 2):
        worst = max(found[i] for i in stuck)
        return [
            bad("halls", "halls.none-turns", count=len(stuck), places=len(found),
                degrees=round(worst.degrees), left=round(worst.left_mt, 2))
        ]  # fmt: skip
    return list(_named(layout, [(places[i], found[i]) for i in stuck]))


def _named(layout: Layout, stuck: list[tuple[int, Direction]]) -> Iterator[Finding]:
    for place, one in stuck[:MAX_NAMED]:
        cell = cells_of(layout.game).cell_text(layout.cell_of_sensor[place])
        yield bad("halls", "halls.sticks", cell=cell, degrees=round(one.degrees),
                  left=round(one.left_mt, 2))  # fmt: skip


def nearest(layout: Layout, place: int) -> int:
    """Return the sensor nearest to a place."""
    assert layout.field
    spots, middle = np.array(layout.field.sensor_mm), np.array(layout.field.places[place])
    return int(((spots - middle) ** 2).sum(axis=1).argmin())


def directions(
    layout: Layout, places: Sequence[int], felt: Numbers, lying: set[int]
) -> list[Direction]:
    """Return where the magnet of the ball on each of these places points."""
    assert layout.field
    sensors = [at for at in range(felt.shape[1]) if at not in lying]
    middles = np.array([_middle(layout, at) for at in places])
    spots = np.array(layout.field.sensor_mm)[sensors]
    # What each sensor feels, mT, of 1 A m2 along x, y, z.
    rows = tensor(spots[None, :, :] - middles[:, None, :])[..., 2, :]
    felt = felt[:, sensors]
    moments = np.einsum("pds,ps->pd", np.linalg.pinv(rows), felt)
    strengths = np.linalg.norm(moments, axis=1)
    bias = np.array(read_bias(layout.data))
    outer = field_at(middles, bias[:, :3], bias[:, 3:] * np.array([0.0, 0.0, 1.0]))
    along = outer / np.linalg.norm(outer, axis=1)[:, None]
    if np.median((moments * along).sum(axis=1)) < 0:
        along = -along  # this board was built with north down
    cosines = (moments * along).sum(axis=1) / strengths
    turned = np.einsum("psd,pd->ps", rows, along * strengths[:, None])
    left = np.linalg.norm(felt - turned, axis=1)
    degrees = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    share = left / np.linalg.norm(turned, axis=1)
    return [Direction(*map(float, row)) for row in zip(degrees, left, share)]


def _middle(layout: Layout, at: int) -> tuple[float, float, float]:
    """Return where the magnet of a ball on a place is, mm."""
    assert layout.field
    x, y, z = layout.field.places[at]
    if layout.sensing == "threshold":
        # There a place is its sensor.
        name = cells_of(layout.game).cell_text(layout.cell_of_sensor[at])
        z = height(plan_of(layout.data), name)
    return x, y, z
