"""Form for reports of the first real boards, with all that the wire can measure.

A report is one page of Markdown with a form to fill in, and the raw readings beside it as CSV.
Where each number goes is written in ``hardware/measure.md``.
"""

import csv
import io
import itertools
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from boardcore.layout.layout import Layout
from boardcore.store.hall_cal import MID_SCALE
from underboard.device.health_text import place_of
from underboard.game_state import cells_of
from underboard.jsontype import JsonObject
from underboard.service import doctor
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.service.findings import Finding
from underboard.texts import Texts

ROWS = {
    "ball": "",
    "pitch": "",
    "mass": "",
    "gap": "switches halls",
    "reed": "switches",
    "turn": "halls",
    "drift": "",
    "module": "cells",
    "slide": "cells",
    "current": "",
    "price": "",
    "hours": "",
}
"""Lines of the form that only a person can fill in, in the order of the page, and the kinds of
sensor that have them; none: every kind."""

MINUTE_S = 60.0
"""Seconds in a minute, by definition."""
Progress = Callable[[float], None]
KINDS = {"closed": "switches", "mT": "halls", "g": "cells"}
"""Kind of sensor for each unit of readings: a key of the page's texts."""
COLUMNS = {
    "switches": ("sensor", "closed", "seen", "changes"),
    "halls": ("sensor", "mean_mt", "noise_ut", "range_ut"),
    "cells": ("sensor", "rate_hz", "mean_g", "noise_g", "drift_g_per_min", "range_g", "lost"),
}
"""Names of a summary's values for programs, in the order of the page."""


@dataclass
class Readings:
    """Raw readings: the head of each column, and rows of seconds and values."""

    heads: list[str] = field(default_factory=list)
    rows: list[Sequence[object]] = field(default_factory=list)
    summary: list[Sequence[object]] = field(default_factory=list)
    """Lines of the page, one per sensor; their heads are texts, one set for each unit."""
    unit: str = ""


def listen(
    bench: DiagnosticLink,
    layout: Layout,
    seconds: float,
    clock: Callable[[], float],
    progress: Progress = lambda _: None,
) -> Readings:
    """Return the readings of a board's sensors for a time.

    ``progress`` is called with the seconds heard so far. Raises UnderboardError or LinkClosed if
    the board stops.
    """
    if layout.field is not None:
        return _halls(bench, layout, seconds, clock, progress)
    if layout.scale is not None:
        return _cells(bench, layout, seconds, progress)
    if layout.sensing == "presence":
        return _switches(bench, layout, seconds, clock, progress)
    return Readings()


def _cells(bench: DiagnosticLink, layout: Layout, seconds: float, progress: Progress) -> Readings:
    """Return every sample of every load cell: the cells are not sampled at the same moments."""
    # Not at the top: a list of boards need not wait for NumPy to load.
    from underboard.service.load_cell_checks import STILL_S, measured

    assert layout.scale
    per_g = layout.scale.counts_per_g
    found = Readings(["s", "cell", "counts", "g"], unit="g")
    samples: list[tuple[float, int, int]] = []
    for cell, stream in enumerate(
        bench.weigh(len(layout.scale.sensor_mm), seconds, progress=progress)
    ):
        step_s = stream.ms / 1000 / len(stream.samples) if stream.samples else 0.0
        samples += [(at * step_s, cell, counts) for at, counts in zip(stream.at, stream.samples)]
        told = measured(stream, layout)
        found.summary.append(
            (
                f"{cell} ({place_of(layout, cell)})",
                f"{told.rate_hz:.1f}",
                f"{told.mean:.2f}",
                f"{told.noise_g:.4f}",
                f"{told.drift_g * MINUTE_S / STILL_S:.3f}",
                f"{told.span_g:.3f}",
                stream.lost,
            )
        )
    for at_s, cell, counts in sorted(samples):
        found.rows.append((f"{at_s:.3f}", cell, counts, f"{counts / per_g:.4f}"))
    return found


def _switches(
    bench: DiagnosticLink,
    layout: Layout,
    seconds: float,
    clock: Callable[[], float],
    progress: Progress,
) -> Readings:
    found = Readings(["s", *[str(sensor) for sensor in range(layout.sensors)]], unit="closed")
    began = clock()
    while not found.rows or clock() - began < seconds:
        sense = bench.probe(counted=False)
        closed = [int(sensor in sense.closed) for sensor in range(layout.sensors)]
        found.rows.append((f"{clock() - began:.3f}", *closed))
        flips = sense.flips
        progress(float(str(found.rows[-1][0])))
    name = cells_of(layout.game).cell_text
    for sensor in range(layout.sensors):
        values = [int(str(row[sensor + 1])) for row in found.rows]
        share = statistics.fmean(values)
        changes = sum(a != b for a, b in itertools.pairwise(values))
        cell = name(layout.cell_of_sensor[sensor])
        found.summary.append((f"{sensor} ({cell})", f"{share:.2f}", changes, flips[sensor]))
    return found


def _halls(
    bench: DiagnosticLink,
    layout: Layout,
    seconds: float,
    clock: Callable[[], float],
    progress: Progress,
) -> Readings:
    assert layout.field is not None
    count = len(layout.field.sensor_mm)
    scale = layout.field.mt_per_count
    found = Readings(["s", *[str(sensor) for sensor in range(count)]], unit="mT")
    began = clock()
    noises: list[list[float]] = []
    while not found.rows or clock() - began < seconds:
        for means, loud in bench.listen(count, 1):
            field_mt = [(mean - MID_SCALE) * scale for mean in means]
            found.rows.append((f"{clock() - began:.3f}", *[f"{value:.4f}" for value in field_mt]))
            noises.append(loud)
            progress(float(str(found.rows[-1][0])))
    for sensor in range(count):
        values = [float(str(row[sensor + 1])) for row in found.rows]
        noise = statistics.fmean(block[sensor] for block in noises) * scale * 1000
        found.summary.append(
            (
                sensor,
                f"{statistics.fmean(values):.3f}",
                f"{noise:.1f}",
                f"{(max(values) - min(values)) * 1000:.1f}",
            )
        )
    return found


def as_data(
    findings: Iterable[Finding],
    layout: Layout | None,
    readings: Readings,
    files: tuple[str, str],
    texts: Texts,
    simulated: bool,
) -> JsonObject:
    """Return the report as a program reads it; ``files`` are the page and the raw readings."""
    kind = KINDS.get(readings.unit, "")
    return {
        "layout": layout.name if layout else None,
        "simulated": simulated,
        "page": files[0],
        "raw": files[1] if readings.rows else None,
        "readings": len(readings.rows),
        "unit": readings.unit,
        "sensors": [dict(zip(COLUMNS.get(kind, ()), row)) for row in readings.summary],
        "doctor": doctor.as_data(findings, texts),
    }


def raw(readings: Readings) -> str:
    """Return the raw readings as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(readings.heads)
    writer.writerows(readings.rows)
    return out.getvalue()


def rows_for(unit: str) -> list[str]:
    """Return the lines of the form for a board with readings in this unit; all if it has none."""
    kind = KINDS.get(unit)
    return [row for row, kinds in ROWS.items() if not (kind and kinds) or kind in kinds.split()]


def page(
    findings: Iterable[Finding],
    layout: Layout | None,
    readings: Readings,
    raw_name: str,
    texts: Texts,
    today: str,
    simulated: bool = False,
) -> str:
    """Return the report: the doctor's lines, a line for each sensor, the form."""
    listed = list(findings)
    name = layout.name if layout else "?"
    lines = [f"# {texts('report.title', layout=name)}", "", texts("report.about", date=today), ""]
    if simulated:
        lines += [texts("report.simulated"), ""]
    lines += [f"## {texts('report.doctor')}", "", "```"]
    lines += [doctor.as_line(finding, texts).replace("```", "'''") for finding in listed]
    lines += ["```", "", f"## {texts('report.readings')}", ""]
    if readings.rows:
        lines += [texts("report.raw", rows=len(readings.rows), file=raw_name), ""]
        heads = texts(f"report.heads-{KINDS[readings.unit]}").split("|")
        lines += [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
        lines += [f"| {' | '.join(str(value) for value in row)} |" for row in readings.summary]
    else:
        lines.append(texts("report.no-readings"))
    lines += ["", f"## {texts('report.form')}", "", texts("report.fill"), ""]
    heads = texts("report.heads-form").split("|")
    lines += [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    lines += [f"| {texts(f'report.row-{row}')} | | |" for row in rows_for(readings.unit)]
    lines += ["", f"## {texts('report.photos')}", "", texts("report.photos-wanted"), ""]
    lines += [texts("report.goes"), ""]
    return "\n".join(lines)
