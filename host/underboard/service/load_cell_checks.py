"""The load cells of a board on the workbench, each named if it lies.

First nobody touches the plate: samples, noise, drift.  Then somebody presses beside each load
cell: that cell must answer, upwards, and everything must come back.  Then one piece on corners and
middle: the four must agree about its weight.
"""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from boardcore.layout.layout import Layout
from underboard.device.events import Health
from underboard.device.health_text import VALID, gain_of, place_of, spoken_plate
from underboard.game_state import cells_of
from underboard.service.calibrate import EPOCH
from underboard.service.diagnostic_link import DiagnosticLink, SampleRun
from underboard.service.findings import Finding, bad, note, ok
from underboard.service.part_tests import Operator
from underboard.service.rest_share import Line, calm_share, line_of, named, restless

STILL_S, TAP_S, PLACE_S = 8.0, 4.5, 2.5
TRIES = 3
"""Times that a press is asked for, where its lines were lost or nothing was sensed; chosen."""
AGAIN = 2
"""Times each corner is pressed again where a press seems to have left something: eight presses
give a correlation below HELD by chance once in several thousand times, four once in forty."""
LAST_S = 0.8
"""The end of what was listened to: hands are off."""
RAIL = (1 << 23) - 2
"""Largest reading, counts of 24 bits, by the datasheet of the HX711."""
FEW_VALUES = 3
"""Number of different values up to which a load cell is stuck; chosen."""
SLOW_HZ = 20.0
"""Least rate of samples, Hz; chosen."""
SLOW = {"nau7802": "plate.slow-by-bus"}
"""Finding about a slow load cell by its kind of converter, where it is another."""
LINE = 20
"""Samples in a row within which noise is measured: slower changes are drift."""
NOISY = 3.0
"""Times the layout's noise of a sample."""
CALM_SHARE = 0.8
"""Least share of time in which a plate that nobody touches is at rest for the board; chosen: with
less, a decision takes a quarter longer on average."""
SPIKE = 9.0
"""Median deviations from the median above which a sample has a wrong bit: 6 sigma."""
DRIFT_G = 0.5
"""For STILL_S at the same pace; usual are 0.02 g."""
ANSWER_G = 40.0
"""Least reading of a press, g; chosen."""
RESIDUE_G = 0.35
"""Largest residue of a press in one load cell, g; chosen, 0.05 g is usual."""
ALONE = 0.8
"""Share of all residues in one load cell for it to be that cell's; chosen."""
HELD = -0.95
"""Correlation of a residue with the load from which the cell is held; chosen."""
GAIN_OFF = 0.15
"""Largest error of a gain before a calibration, a share; chosen."""
GAIN_PRIOR, PLACING_G, PLACING_GMM = 0.2, 0.15, 15.0
WORKING = 3
"""Number of load cells that work if one of four has failed, by the layout."""


@dataclass
class Cell:
    """Readings of one load cell while nobody touched the plate."""

    samples: int
    rate_hz: float
    mean: float
    noise_g: float
    drift_g: float
    span_g: float
    values: int
    at_end: int
    line: Line | None = None


def check_plate(
    bench: DiagnosticLink, layout: Layout, person: Operator | None
) -> Iterator[Finding]:
    """Look at each load cell; with a person's help also whether it senses a press and a piece."""
    assert layout.scale
    if person is not None:
        person.clear()
    streams = bench.weigh(len(layout.scale.sensor_mm), STILL_S)
    findings = list(check_still(layout, [measured(stream, layout) for stream in streams]))
    if not any(finding.level == "bad" for finding in findings):
        findings += check_calm(layout, streams)
    yield from findings
    failing = {row.names.get("sensor", -1) for row in findings if row.level == "bad"}
    dumb = {finding.names["sensor"] for finding in findings if finding.key in DUMB}
    yield from check_three(layout, dumb)
    if person is None:
        yield note("plate", "plate.untried")
        return
    corners = range(len(streams))
    taps = tapped(bench, layout, person, corners)
    again: list[Tap] = []
    if not failing and max(np.abs(residue).max() for _, residue in taps) >= RESIDUE_G:
        again = tapped(bench, layout, person, [*corners] * AGAIN)
    pressed = list(check_taps(layout, taps, failing, again))
    yield from pressed
    if failing or any(finding.level == "bad" for finding in [*findings, *pressed]):
        return
    name = cells_of(layout.game).cell_text
    rows = []
    for place in layout.scale.calibration_cells:
        cell = layout.scale.cells[place]
        before = rested(bench, layout)
        person.put(cell, name(cell))
        rows.append(rested(bench, layout) - before)
        person.lift(cell, name(cell))
    yield from check_placings(layout, np.array(rows))
    # Computing has taken a moment.
    bench.refresh()


DUMB = ("plate.silent", "plate.stuck", "plate.end")
"""Nothing is weighed with such a load cell."""


# Nobody touches it


def measured(stream: SampleRun, layout: Layout) -> Cell:
    """Return what one load cell told."""
    assert layout.scale
    values = np.array(stream.samples, float)
    if len(values) < FEW_VALUES + 1:
        return Cell(len(values), 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0)
    per_g = layout.scale.counts_per_g
    rate_hz = 1000 * len(values) / stream.ms if stream.ms else 0.0
    edge = max(1, len(values) // 5)
    drift = np.median(values[-edge:]) - np.median(values[:edge])
    # Samples that were lost between count as time, too.
    between = np.median(stream.at[-edge:]) - np.median(stream.at[:edge])
    return Cell(
        len(values),
        rate_hz,
        float(np.median(values)) / per_g,
        noise(values) / per_g,
        float(drift / between) * rate_hz * STILL_S / per_g,
        float(values.max() - values.min()) / per_g,
        len(set(stream.samples)),
        int((np.abs(values) >= RAIL).sum()),
        line_of(stream, per_g),
    )


def noise(values: np.ndarray) -> float:
    """Return the standard deviation of samples within lines of LINE; wrong bits do not count."""
    size = min(LINE, len(values))
    lines = values[: len(values) // size * size].reshape(-1, size)
    off = np.abs(lines - np.median(lines, axis=1, keepdims=True))
    usual = np.where(off <= SPIKE * np.median(off), lines, np.nan)
    return float(np.sqrt(np.nanmean(np.nanvar(usual, axis=1, ddof=1))))


def check_still(layout: Layout, cells: list[Cell]) -> Iterator[Finding]:
    """Look at what load cells tell while nobody touches the plate."""
    assert layout.scale
    good = []
    for cell, seen in enumerate(cells):
        names = named(layout, cell)
        pins = {key: layout.scanner[key][cell] for key in ("clock", "data")}
        if not seen.samples:
            yield bad("plate", "plate.silent", **names, **pins)
        elif seen.at_end > seen.samples / 2:
            yield bad("plate", "plate.end", **names)
        elif seen.values <= FEW_VALUES:
            yield bad("plate", "plate.stuck", **names, count=seen.samples)
        elif seen.rate_hz < SLOW_HZ:
            key = SLOW.get(layout.scanner["kind"], "plate.slow")
            yield bad("plate", key, **names, **pins, rate=round(seen.rate_hz, 1))
        elif seen.noise_g > NOISY * layout.scale.noise_g and not seen.line:
            usual = layout.scale.noise_g
            yield bad("plate", "plate.noisy", **names, noise=round(seen.noise_g, 3), usual=usual)
        elif abs(seen.drift_g) > DRIFT_G:
            drift = round(seen.drift_g, 2)
            yield bad("plate", "plate.drifts", **names, drift=drift, seconds=round(STILL_S))
        else:
            good.append((names, seen))
    for names, seen in good:
        yield ok(
            "plate", "plate.still", **names, samples=seen.samples, rate=round(seen.rate_hz, 1),
            noise=round(seen.noise_g, 3), drift=round(seen.drift_g, 2),
            span=round(seen.span_g, 2), values=seen.values,
        )  # fmt: skip


def check_calm(layout: Layout, streams: Sequence[SampleRun]) -> Iterator[Finding]:
    """Look whether the board can see a rest, and what disturbs it."""
    assert layout.scale
    per_g = layout.scale.counts_per_g
    share = calm_share(streams, layout.scale.noise_g, per_g)
    lines = [(cell, line_of(stream, per_g)) for cell, stream in enumerate(streams)]
    percent = round(100 * share)
    if share < CALM_SHARE:
        yield restless(layout, streams, [line for _, line in lines], percent)
        return
    for cell, line in lines:
        if line and line.amplitude_g > layout.scale.noise_g:
            key = "plate.hum" if line.mains_hz else "plate.sways"
            hz = round(line.mains_hz or line.hz, 1)
            yield note("plate", key, **named(layout, cell), grams=round(line.amplitude_g, 2), hz=hz)
    yield ok("plate", "plate.calm", percent=percent)


def check_three(layout: Layout, failing: set[int]) -> Iterator[Finding]:
    """Say what to do while three load cells still work."""
    assert layout.scale
    if len(layout.scale.sensor_mm) - len(failing) == WORKING:
        yield note("plate", "plate.three", **named(layout, min(failing)))


# Somebody presses beside each


Tap = tuple[np.ndarray, np.ndarray]
"""Response of each load cell to one press, and its residue, g."""


def tapped(
    bench: DiagnosticLink, layout: Layout, person: Operator, corners: Sequence[int]
) -> list[Tap]:
    """Ask a person to press beside these load cells, one after the other."""
    assert layout.scale
    taps = []
    before = rested(bench, layout)
    for cell in corners:
        for attempt in range(TRIES):
            if attempt:
                before = rested(bench, layout)
            streams = bench.weigh(
                len(layout.scale.sensor_mm),
                TAP_S,
                partial(person.tap, cell, place_of(layout, cell)),
            )
            curves = np.array([curve(stream, layout) for stream in streams]) - before[:, None]
            if all(stream.whole for stream in streams) and np.abs(curves).max() >= ANSWER_G:
                break
        # Each at its own moment: lines of samples may be late or lost.
        peaks = np.abs(curves).argmax(axis=1)
        after = rested(bench, layout)
        if np.abs(after - before).max() >= RESIDUE_G:
            # Perhaps the hand was slow to leave; what is wrong with a plate stays.
            after = rested(bench, layout)
        taps.append((curves[np.arange(len(curves)), peaks], after - before))
        before = after
    return taps


CURVE = 100
"""Number of points of a curve of residues; chosen."""


def curve(stream: SampleRun, layout: Layout) -> np.ndarray:
    """Return the weight in g at even times, whatever the rate; medians of three."""
    assert layout.scale
    if not stream.samples:
        return np.zeros(CURVE)
    values = np.array(stream.samples, float) / layout.scale.counts_per_g
    values = np.median(np.array([values, np.roll(values, 1), np.roll(values, -1)]), axis=0)
    found: np.ndarray = values[np.linspace(0, len(values) - 1, CURVE).astype(int)]
    return found


def rested(bench: DiagnosticLink, layout: Layout) -> np.ndarray:
    """Return the load of each cell once hands are off, g."""
    assert layout.scale
    loads = []
    for stream in bench.weigh(len(layout.scale.sensor_mm), PLACE_S):
        last = stream.samples[-max(1, round(len(stream.samples) * LAST_S / PLACE_S)) :]
        # A wrong bit in one of 74 samples would shift their mean by up to 13 g.
        loads.append(float(np.median(last)) / layout.scale.counts_per_g if last else 0.0)
    return np.array(loads)


def check_taps(
    layout: Layout, taps: list[Tap], failing: set[int], again: Sequence[Tap] = ()
) -> Iterator[Finding]:
    """Look at which load cell answered each press, and at what stayed of it.

    ``again``: further presses; what stays is judged by these if there are any.
    """
    answers = np.array([answer for answer, _ in taps])
    working = [cell for cell in range(len(taps)) if cell not in failing]
    told = 0
    loudest = {cell: max(working, key=lambda other: abs(answers[cell, other])) for cell in working}
    for cell in working:
        other = loudest[cell]
        if abs(answers[cell, other]) < ANSWER_G:
            yield note("plate", "plate.not-pressed", **named(layout, cell))
            told += 1
        elif other != cell and loudest.get(other) == cell:
            if cell < other:
                yield bad("plate", "plate.swapped", **named(layout, cell), other=other,
                          place=place_of(layout, other))  # fmt: skip
                told += 1
        elif other != cell:
            yield bad("plate", "plate.elsewhere", **named(layout, cell), other=other)
            told += 1
        elif answers[cell, cell] < 0:
            yield bad("plate", "plate.reversed", **named(layout, cell))
            told += 1
    if told or failing:
        return
    answers, residues = (np.array(column) for column in zip(*(again or taps)))
    kept = list(check_residues(layout, answers, residues))
    yield from kept
    if not kept:
        yield ok("plate", "plate.tapped", residue=round(float(np.abs(residues).max()), 2))


def check_residues(layout: Layout, answers: np.ndarray, residues: np.ndarray) -> Iterator[Finding]:
    """Look at what stays of presses; a row for each press, a column for each load cell."""
    worst = round(float(np.abs(residues).max()), 2)
    if worst < RESIDUE_G:
        return
    energy = (residues**2).sum(axis=0)
    cell = int(energy.argmax())
    if rocking(layout, residues) > ALONE * energy.sum():
        yield bad("plate", "plate.rocks", grams=worst)
    elif energy[cell] < ALONE * energy.sum():
        # In several load cells, and by the side that was pressed last.
        yield bad("plate", "plate.cable", grams=worst)
    elif is_held(answers, residues, cell):
        yield bad("plate", "plate.touches", **named(layout, cell), grams=worst)
    else:
        yield bad("plate", "plate.loose", **named(layout, cell), grams=worst)


def rocking(layout: Layout, residues: np.ndarray) -> float:
    """Return the share of the residues' energy that gives neither weight nor moments, g².

    These are the forces n of the feet with sum n = sum n x = sum n y = 0.
    """
    assert layout.scale
    arms = np.array([(1.0, x, y) for x, y in layout.scale.sensor_mm]).T
    free = np.linalg.svd(arms)[2][len(arms) :]
    return float(((residues @ free.T) ** 2).sum())


def is_held(answers: np.ndarray, residues: np.ndarray, cell: int) -> bool:
    """Return True if something holds a load cell down by as much as the last press did."""
    held = residues[:, cell].cumsum()
    return bool(np.corrcoef(held, answers[:, cell])[0, 1] < HELD)


# A piece on some cells


def check_placings(layout: Layout, rows: np.ndarray) -> Iterator[Finding]:
    """Look whether load cells agree about one piece; a row for each place, g."""
    assert layout.scale
    count = rows.shape[1]
    # Unknown: a gain for each load cell, near 1, and the mass of the piece.
    spots = np.array(layout.scale.sensor_mm)
    goals = np.array([layout.scale.places[place] for place in layout.scale.calibration_cells])
    arms = [(np.ones(count), np.ones(len(rows)), PLACING_G)]
    arms += [(spots[:, axis], goals[:, axis], PLACING_GMM) for axis in (0, 1)]
    equations = [np.hstack([rows * arm, -goal[:, None]]) / sigma for arm, goal, sigma in arms]
    equations.append(np.hstack([np.eye(count), np.zeros((count, 1))]) / GAIN_PRIOR)
    left = np.vstack(equations)
    right = np.concatenate([np.zeros(3 * len(rows)), np.ones(count) / GAIN_PRIOR])
    found = np.linalg.lstsq(left, right, rcond=None)[0]
    shares = 1 / np.clip(found[:count], 0.1, 10)
    # Their common factor is the mass of the piece.
    shares /= np.median(shares)
    odd = int(np.abs(shares - 1).argmax())
    if abs(shares[odd] - 1) > GAIN_OFF:
        percent = round(100 * float(shares[odd]))
        yield bad("plate", "plate.gain", **named(layout, odd), percent=percent)
        return
    weights = rows.sum(axis=1)
    off = rows @ spots / weights[:, None] - goals
    yield ok(
        "plate", "plate.placed", grams=round(float(np.median(weights)), 2),
        spread=round(float(weights.std()), 2), mm=round(float(np.sqrt((off**2).sum(1).mean())), 1),
    )  # fmt: skip


def check_calibration(
    health: Health | None, today: datetime.date, layout: Layout
) -> Iterator[Finding]:
    """Look at the calibration of the plate, and at what has failed in play."""
    if health is None:
        return
    plates = [spoken_plate(value) for key, value in health.plate if key == "plate"]
    if health.calibration == "mismatch" and len(plates) > 1:
        yield bad("calibration", "calibration.mismatch-plate", was=plates[0], now=plates[1])
    elif health.calibration != VALID:
        yield note("calibration", f"calibration.{health.calibration}-scale")
    else:
        days = (today - EPOCH).days - health.day if health.day else None
        known = "calibration.plate-undated" if days is None else "calibration.plate-dated"
        yield ok("calibration", known, mm=health.misfit_mm, starts=health.starts, days=days)
    jumps, loose = health.figure("jumps"), health.figure("loose")
    if jumps:
        yield note("plate", "plate.jumps", jumps=round(jumps))
    gain = gain_of(health, layout)
    if gain:
        stored = health.figure("gain") is None
        key = "plate.gain-stored" if stored else "plate.gain-in-play"
        yield note("plate", key, **gain)
    if loose is not None and loose >= LOOSE:
        yield note("plate", "plate.moves", times=round(loose**0.5, 1))


LOOSE = 4.0
"""Ratio of the variance of touches to the layout's from which a plate is loose: twice sigma."""
