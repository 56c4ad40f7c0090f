"""The linear Hall sensors of a board on the workbench, each named if it lies.

First nothing stands on the board: what each sensor tells, and how much that wavers.  Then
one piece on each cell of the lowest level: the field that all sensors feel together is one
that a piece there can make, or some do not take part in it.
"""

import datetime
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from boardcore.layout.hall import INPUTS
from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.faults import CLIP_MT, END_COUNTS, STEP, STEP_NEAR, STEPS
from boardcore.store.hall_cal import MID_SCALE
from underboard.device.events import Health
from underboard.device.health_text import VALID, place_of, spoken_board
from underboard.game_state import cells_of
from underboard.hardware.magnet_field import tensor
from underboard.hardware.pico import scan_us
from underboard.service.calibrate import EPOCH
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.service.findings import Finding, bad, note, ok
from underboard.service.part_tests import Operator
from underboard.service.sphere_checks import check_turns

Numbers = Any
"""A numpy array."""

BLOCKS = 12
"""Number of blocks of the empty board; chosen: the noise is known within 6 %."""
PIECE_BLOCKS = 3
"""Number of blocks with a piece; chosen: the first one may have begun before it lay there."""
OFF_MT = 8.0
"""A sensor tells up to 3 mT of nothing; what is more is a magnet near by."""
MIN_NOISE_RATIO = 0.72
"""Share of the usual noise below which a sensor is stuck; the converter's own is 0.66."""
MAX_NOISE_RATIO = 3.0
"""Ratio to the usual noise above which a sensor is noisy; chosen."""
MIN_POWER_SHARE = 0.01
"""Share of the usual power of pieces below which a sensor is deaf; chosen."""
MAX_RESPONSE_SHARE = 0.3
"""Share by which a sensor's response may differ; chosen, 0.02 is usual."""
MAX_SHARE_BY_OTHERS = 0.012
"""The same by what the others feel, as a share of all that is compared.  In 300 good boards no
sensor has more than 0.004, or than 0.01 where they differ by 10 %; one upside down has more."""
ADDED_POWER_SHARE = 0.1
"""Share of the power over a sensor that is added before a comparison, for faint fields."""
MAX_RESIDUAL_SHARE = 0.3
"""Share of the residual that may remain after two wires are exchanged."""
MAX_NAMED = 6
MIN_CORRELATION = 0.9
"""Correlation with another sensor's response from which the two are exchanged; chosen."""
MAX_FIELD_SHARE = 0.1
"""Share of a piece's field up to which crosstalk can be told at a sensor; chosen."""
CROSSTALK, CROSSTALK_SURE = 0.008, 5.0
MAX_AGE_DAYS = 365
"""Age from which a calibration is old, days; chosen."""
CIRCLE = 16
"""Number of points of a circle round a cell; chosen."""


def check_halls(
    bench: DiagnosticLink, layout: Layout, person: Operator | None
) -> Iterator[Finding]:
    """Look at each sensor; with a person's help also whether it senses a piece."""
    assert layout.field
    yield from check_scan(layout)
    if person is not None:
        person.clear()
    still = bench.listen(len(layout.field.sensor_mm), BLOCKS)
    means = np.array([block[0] for block in still])
    noises = np.sqrt((np.array([block[1] for block in still]) ** 2).mean(axis=0))
    failed = list(check_still(layout, means.mean(axis=0), noises, empty=person is not None))
    yield from failed
    lying = {finding.names["sensor"] for finding in failed if finding.level == "bad"}
    if person is None:
        return
    pixels = {layout.pixel_of_cell[layout.cell_of_sensor[at]] for at in lowest(layout)}
    if len(pixels) < len(lowest(layout)):
        # Where cells share a light, it cannot name one of them.
        yield note("halls", "halls.untried")
        return
    name = cells_of(layout.game).cell_text
    felt = []
    for at in lowest(layout):
        cell = layout.cell_of_sensor[at]
        person.put(cell, name(cell))
        seen = _felt(bench, layout) - means.mean(axis=0)
        own_mt = abs(seen[at]) * layout.field.mt_per_count
        if layout.sensing == "threshold" and own_mt < layout.field.full_mt:
            # A second look: a hand may have been slow, or a ball may still have rolled.
            seen = _felt(bench, layout) - means.mean(axis=0)
        felt.append(seen)
        person.lift(cell, name(cell))
    felt_mt = np.array(felt) * layout.field.mt_per_count
    check = check_full if layout.sensing == "threshold" else check_felt
    found = list(check(layout, felt_mt, lying))
    if all(finding.level != "bad" or finding.key == "halls.weak" for finding in found):
        # All wires are right, so what points elsewhere is a magnet.
        stuck = check_turns(layout, lowest(layout), felt_mt, lying)
        cells = {finding.names.get("cell") for finding in stuck}
        many = "halls.none-turns" in {finding.key for finding in stuck}
        weak = [one for one in found if not many and one.names.get("cell") not in cells]
        found = [*stuck, *weak] if stuck else found
    yield from found
    # Reckoning has taken a moment.
    bench.refresh()


def lowest(layout: Layout) -> list[int]:
    """Return the places of the lowest level."""
    assert layout.field
    low = min(place[2] for place in layout.field.places)
    return [at for at, place in enumerate(layout.field.places) if place[2] < low + 1]


def check_scan(layout: Layout) -> Iterator[Finding]:
    """Report the time of a scan, computed from the layout, and the rate of scans."""
    scan_ms = round(scan_us(layout) / 1000, 1)
    interval_ms = layout.scanner["interval_ms"]
    names = {"scan": scan_ms, "interval": interval_ms, "samples": layout.scanner["samples"]}
    if scan_ms >= interval_ms:
        yield bad("scan", "scan.long", **names)
    else:
        yield ok("scan", "scan.fits", **names)


def check_still(
    layout: Layout, means: Numbers, noises: Numbers, empty: bool = True
) -> Iterator[Finding]:
    """Look at what each sensor tells, in counts, and at its noise in counts."""
    assert layout.field
    scale = layout.field.mt_per_count
    usual = float(np.median(noises))
    good = 0
    for sensor, (mean, noise) in enumerate(zip(means, noises)):
        field = (mean - MID_SCALE) * scale
        names = {
            "sensor": sensor,
            "cell": place_of(layout, sensor),
            "field": round(field, 1),
            "noise": round(1000 * noise * scale, 1),
            "usual": round(1000 * usual * scale, 1),
        }
        if mean < END_COUNTS or mean > 65535 - END_COUNTS:
            yield bad("halls", "halls.dead", **names)
        elif abs(field) > CLIP_MT:
            yield bad("halls", "halls.range", **names)
        elif noise < MIN_NOISE_RATIO * usual and abs(mean % STEPS - STEP) >= STEP_NEAR:
            yield bad("halls", "halls.stuck", **names)
        elif noise > MAX_NOISE_RATIO * usual:
            yield bad("halls", "halls.loud", **names)
        else:
            good += 1
            if empty and not layout.data.get("bias") and abs(field) > OFF_MT:
                yield note("halls", "halls.magnet", **names)
    told = [
        {"sensor": at, "zero_mt": round(float((mean - MID_SCALE) * scale), 3),
         "noise_ut": round(float(1000 * noise * scale), 1)}
        for at, (mean, noise) in enumerate(zip(means, noises))
    ]  # fmt: skip
    yield ok("halls", "halls.still", count=good, usual=round(1000 * usual * scale, 1),
             sensors=told)  # fmt: skip


def _felt(bench: DiagnosticLink, layout: Layout) -> Numbers:
    """Return what each sensor shows now, in counts; the first block may have begun too early."""
    assert layout.field
    blocks = bench.listen(len(layout.field.sensor_mm), PIECE_BLOCKS)[1:]
    return np.array([block[0] for block in blocks]).mean(axis=0)


def check_full(layout: Layout, felt: Numbers, lying: set[int]) -> Iterator[Finding]:
    """Compare each sensor's field of a ball on its cell with the threshold."""
    assert layout.field
    # A bias makes all balls point one way; which, depends on how its magnets were put in.
    felt = felt * (1 if np.median(felt.diagonal()) > 0 else -1)
    good = True
    for at in range(len(felt)):
        own, most = float(felt[at, at]), int(np.argmax(felt[at]))
        if at in lying or most in lying or own >= layout.field.full_mt:
            continue
        good = False
        names = {"sensor": at, "cell": place_of(layout, at), "field": round(own, 2)}
        if felt[at, most] >= layout.field.full_mt:
            yield placed(layout, "halls.elsewhere", most, at)
        else:
            yield bad("halls", "halls.weak", full=layout.field.full_mt, **names)
    if good:
        least = round(float(felt.diagonal().min()), 2)
        yield ok("halls", "halls.full", places=len(felt), least=least, full=layout.field.full_mt)


def check_felt(layout: Layout, felt: Numbers, lying: set[int]) -> Iterator[Finding]:
    """Look at the field of a piece on each place of the lowest level.

    ``felt``: mT, a row per place, a column per sensor; ``lying``: sensors that were named.
    """
    rows = shapes(layout)
    sensors = [at for at in range(felt.shape[1]) if at not in lying]
    moment = float(np.median([np.linalg.norm(m) for m in fitted(rows, felt, sensors)]))
    found: list[Finding] = []
    # Magnets that lie anyhow have a third of their power along each direction.
    usual = (rows**2).mean(axis=2) * moment**2
    while len(found) < MAX_NAMED:
        pair = swapped(rows, felt, sensors)
        if pair is not None:
            found.append(placed(layout, "halls.swapped", *pair))
            felt = exchanged(felt, *pair)
            continue
        off = oddness(rows, felt, sensors, usual)
        suspects = [at for at in sensors if off[at] > 1]
        if not suspects:
            break
        worst = max(suspects, key=lambda at: off[at])
        other = partner(rows, felt, sensors, worst, usual)
        if other is not None:
            found.append(placed(layout, "halls.swapped", min(worst, other), max(worst, other)))
            felt = exchanged(felt, worst, other)
            continue
        sensors.remove(worst)
        if silent(felt, usual)[worst]:
            found.append(placed(layout, "halls.deaf", worst))
        else:
            found.append(elsewhere(layout, felt, predicted(rows, felt, sensors), worst))
    found += crosstalk(layout, felt, predicted(rows, felt, sensors), sensors)
    yield from found
    if not found:
        percent = round(100 * moment / layout.field.moments[-1]) if layout.field else 0
        yield ok("halls", "halls.felt", count=len(sensors), places=len(felt), percent=percent)


def by_others(rows: Numbers, sensors: list[int], sensor: int) -> Numbers:
    """Return the shares of all sensors that make up, on each place, what one should sense."""
    others = [other for other in sensors if other != sensor]
    shares = np.zeros(rows.shape[:2])
    shares[:, others] = np.einsum("pd,pds->ps", rows[:, sensor], fits(rows, others))
    return shares


def silent(felt: Numbers, usual: Numbers) -> Numbers:
    """Return for each sensor whether it senses nothing."""
    return (felt**2).sum(axis=0) < MIN_POWER_SHARE * usual.sum(axis=0)


def oddness(rows: Numbers, felt: Numbers, sensors: list[int], usual: Numbers) -> Numbers:
    """Return how far each of these sensors is from what it should feel; 1 is too far.

    ``usual``: the power that a piece on each place has at each sensor.
    """
    if rows.shape[2] == 1:
        # The sensors around a ring feel too little of it to tell what its own one should, but
        # a magnet that stands upright cannot lie so that nothing of it is felt.
        off = odds(felt, predicted(rows, felt, sensors), usual.sum(axis=0)) / MAX_RESPONSE_SHARE
        return np.where(silent(felt, usual), np.inf, off)
    own = usual + ADDED_POWER_SHARE * np.median(usual.max(axis=0))
    off = np.zeros(felt.shape[1])
    for sensor in sensors:
        shares = by_others(rows, sensors, sensor)
        # Where the others feel little, a large multiple of it is compared, errors included.
        doubt = own[:, sensor] + (shares**2 * own).sum(axis=1)
        off[sensor] = ((felt[:, sensor] - (shares * felt).sum(axis=1)) ** 2 / doubt).mean()
    return off / MAX_SHARE_BY_OTHERS


def shapes(layout: Layout) -> Numbers:
    """Return the response of each sensor, mT, to 1 A m2, by place, sensor and direction."""
    assert layout.field
    spots = np.array(layout.field.sensor_mm)
    middles = np.array([layout.field.places[at] for at in lowest(layout)])
    turns = 2 * np.pi * np.arange(CIRCLE) / CIRCLE
    circle = np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    sources = middles[:, None, :] + circle * layout.field.circle_mm / 2
    between = spots[None, :, None, :] - sources[:, None, :, :]
    rows = tensor(between)[..., 2, :].mean(axis=2)
    # Magnets of a ring stand upright; those of a ball lie anyhow.
    return rows[:, :, 2:] if layout.field.circle_mm else rows


def fits(rows: Numbers, sensors: list[int]) -> Numbers:
    """Return what makes, on each place, the best moment out of what these sensors feel."""
    return np.linalg.pinv(rows[:, sensors])


def fitted(rows: Numbers, felt: Numbers, sensors: list[int]) -> Numbers:
    """Return the moment on each place that explains best what these sensors feel."""
    return np.einsum("pds,ps->pd", fits(rows, sensors), felt[:, sensors])


def predicted(rows: Numbers, felt: Numbers, sensors: list[int]) -> Numbers:
    """Return what all sensors should feel, if these tell the truth."""
    return np.einsum("psd,pd->ps", rows, fitted(rows, felt, sensors))


def odds(felt: Numbers, told: Numbers, should: Numbers) -> Numbers:
    """Return how far each sensor is from what it should feel, as a share."""
    return ((felt - told) ** 2).sum(axis=0) / should


def exchanged(felt: Numbers, one: int, other: int) -> Numbers:
    """Return what would be felt if the wires of two sensors were exchanged."""
    felt = felt.copy()
    felt[:, [one, other]] = felt[:, [other, one]]
    return felt


def partner(
    rows: Numbers, felt: Numbers, sensors: list[int], one: int, usual: Numbers
) -> int | None:
    """Return the sensor whose wires, exchanged with those of this one, make all well again."""
    should = usual.sum(axis=0)

    def left(felt: Numbers) -> float:
        return float(odds(felt, predicted(rows, felt, sensors), should)[sensors].sum())

    # Others that are odd besides keep these two from being quite well.
    most = np.maximum(1, MAX_RESIDUAL_SHARE * oddness(rows, felt, sensors, usual))
    best, least = None, left(felt)
    for other in sensors:
        trial = exchanged(felt, one, other)
        if other != one and left(trial) < least:
            well = oddness(rows, trial, sensors, usual) < most
            if well[one] and well[other]:
                best, least = other, left(trial)
    return best


def swapped(rows: Numbers, felt: Numbers, sensors: list[int]) -> tuple[int, int] | None:
    """Return the two sensors with which, if exchanged, all is explained far better; or None.

    Asked before any sensor is blamed by itself: two that are swapped make others look odd,
    and magnets that lie as they please may let both feel little.
    """
    # What these sensors feel, less all of it that a magnet explains.
    rests = np.eye(len(sensors)) - rows[:, sensors] @ fits(rows, sensors)
    own = felt[:, sensors]

    def left(felt: Numbers) -> float:
        return float((np.einsum("pst,pt->ps", rests, felt) ** 2).sum())

    pairs = list(combinations(range(len(sensors)), 2))
    lefts = [left(exchanged(own, *pair)) for pair in pairs]
    best = int(np.argmin(lefts))
    if lefts[best] >= MAX_RESIDUAL_SHARE * left(own):
        return None
    one, other = pairs[best]
    return sensors[one], sensors[other]


def placed(layout: Layout, key: str, sensor: int, other: int | None = None) -> Finding:
    """Return a finding about a sensor, and another one."""
    names: dict[str, object] = {"sensor": sensor, "cell": place_of(layout, sensor)}
    if other is not None:
        names |= {"other": other, "place": place_of(layout, other)}
    return bad("halls", key, **names)


def elsewhere(layout: Layout, felt: Numbers, told: Numbers, sensor: int) -> Finding:
    """Say of an odd sensor whose place it tells of, if of any."""
    own = felt[:, sensor]
    norms = np.linalg.norm(own) * np.linalg.norm(told, axis=0)
    alike = (told.T @ own) / np.maximum(norms, 1e-12)
    other = int(np.argmax(alike))
    if alike[other] < MIN_CORRELATION or other == sensor:
        return placed(layout, "halls.odd", sensor)
    return placed(layout, "halls.elsewhere", sensor, other)


def crosstalk(
    layout: Layout, felt: Numbers, told: Numbers, sensors: list[int]
) -> Iterator[Finding]:
    """Find out whether what was read before stays in what is read next."""
    order = reading_order(layout)
    before = {sensor: order[at - 1] for at, sensor in enumerate(order)}
    x, y = [], []
    for row, should in zip(felt, told):
        most = MAX_FIELD_SHARE * np.abs(should).max()
        for sensor in sensors:
            if abs(should[sensor]) < most and before[sensor] in sensors:
                x.append(row[before[sensor]] - row[sensor])
                y.append(row[sensor] - should[sensor])
    across, off = np.array(x), np.array(y)
    power = float(across @ across)
    if not power:
        return
    share = float(across @ off) / power
    error = float(np.std(off - share * across)) / power**0.5
    if share > CROSSTALK and share > CROSSTALK_SURE * error:
        yield bad("halls", "halls.crosstalk", percent=round(100 * share, 1),
                  settle=layout.scanner["settle_us"])  # fmt: skip


def reading_order(layout: Layout) -> list[int]:
    """Return the sensors as they are read, one after the other (``boardio.hall_adc``)."""
    together = len(layout.scanner["adc"])

    def key(sensor: int) -> tuple[int, int, int]:
        multiplexer, address = divmod(layout.channels[sensor], INPUTS)
        return (multiplexer // together, address, multiplexer % together)

    return sorted(range(len(layout.channels)), key=key)


def check_calibration(health: Health | None, today: datetime.date) -> Iterator[Finding]:
    """Look at how old the calibration is, and at sensors that have failed in play."""
    if health is None:
        return
    boards = [spoken_board(value) for key, value in health.plate if key == "halls"]
    if len(boards) == 2:
        yield bad("calibration", "calibration.mismatch-board", was=boards[0], now=boards[1])
        return
    if health.calibration != VALID:
        yield note("calibration", f"calibration.{health.calibration}-hall")
        return
    days = (today - EPOCH).days - health.day if health.day else None
    names = {"starts": health.starts, "days": days}
    if days is None:
        yield ok("calibration", "calibration.undated", **names)
    elif days > MAX_AGE_DAYS:
        yield note("calibration", "calibration.old", **names)
    else:
        yield ok("calibration", "calibration.dated", **names)
    for sensor, how in health.failed.items():
        if how == "left":
            yield note("calibration", "calibration.left", sensor=sensor)
