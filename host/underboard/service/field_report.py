"""Field report: what the first real boards are asked for, measured as far as the wire tells it.

A report is one page of Markdown with a form to fill in, and the raw readings beside it as CSV.
Where each number goes is written in ``hardware/measure.md``.
"""

import csv
import io
import itertools
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from boardcore.games import places_of
from boardcore.layout.layout import Layout
from boardcore.store.calibration import MID_SCALE
from underboard.service import doctor
from underboard.service.findings import Finding
from underboard.service.workbench import Workbench
from underboard.texts import Texts

ROWS = ("ball", "pitch", "gap", "mass", "reed", "turn", "drift", "current", "slide", "hours")
"""Lines of the form that only a person can fill in, in the order of the page."""


@dataclass
class Readings:
    """Raw readings: the head of each column, and rows of seconds and values."""

    heads: list[str] = field(default_factory=list)
    rows: list[Sequence[object]] = field(default_factory=list)
    summary: list[Sequence[object]] = field(default_factory=list)
    """Sensor, mean, noise, lowest, highest; in the unit of ``unit``."""
    unit: str = ""


def listen(
    bench: Workbench, layout: Layout, seconds: float, clock: Callable[[], float]
) -> Readings:
    """Return the readings of a board's sensors for a time.

    Load cells: nothing yet, the wire does not carry their readings.  Raises Trouble or
    LinkClosed if the board stops.
    """
    if layout.field is not None:
        return _halls(bench, layout, seconds, clock)
    if layout.sensing == "presence":
        return _switches(bench, layout, seconds, clock)
    return Readings()


def _switches(
    bench: Workbench, layout: Layout, seconds: float, clock: Callable[[], float]
) -> Readings:
    found = Readings(["s", *[str(sensor) for sensor in range(layout.sensors)]], unit="closed")
    began = clock()
    while not found.rows or clock() - began < seconds:
        sense = bench.probe(counted=False)
        closed = [int(sensor in sense.closed) for sensor in range(layout.sensors)]
        found.rows.append((f"{clock() - began:.3f}", *closed))
        flips = sense.flips
    name = places_of(layout.game).cell_text
    for sensor in range(layout.sensors):
        values = [int(str(row[sensor + 1])) for row in found.rows]
        share = statistics.fmean(values)
        changes = sum(a != b for a, b in itertools.pairwise(values))
        cell = name(layout.cell_of_sensor[sensor])
        found.summary.append((f"{sensor} ({cell})", f"{share:.2f}", changes, flips[sensor]))
    return found


def _halls(
    bench: Workbench, layout: Layout, seconds: float, clock: Callable[[], float]
) -> Readings:
    assert layout.field is not None
    count = len(layout.field.spots)
    scale = layout.field.mt_per_count
    found = Readings(["s", *[str(sensor) for sensor in range(count)]], unit="mT")
    began = clock()
    noises: list[list[float]] = []
    while not found.rows or clock() - began < seconds:
        for means, loud in bench.listen(count, 1):
            field_mt = [(mean - MID_SCALE) * scale for mean in means]
            found.rows.append((f"{clock() - began:.3f}", *[f"{value:.4f}" for value in field_mt]))
            noises.append(loud)
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


def raw(readings: Readings) -> str:
    """Return the raw readings as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(readings.heads)
    writer.writerows(readings.rows)
    return out.getvalue()


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
        heads = texts(f"report.heads-{'halls' if readings.unit == 'mT' else 'switches'}").split("|")
        lines += [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
        lines += [f"| {' | '.join(str(value) for value in row)} |" for row in readings.summary]
    else:
        lines.append(texts("report.no-readings"))
    lines += ["", f"## {texts('report.form')}", "", texts("report.fill"), ""]
    heads = texts("report.heads-form").split("|")
    lines += [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    lines += [f"| {texts(f'report.row-{row}')} | | |" for row in ROWS]
    lines += ["", f"## {texts('report.photos')}", "", texts("report.photos-wanted"), ""]
    lines += [texts("report.goes"), ""]
    return "\n".join(lines)
