"""Write: all generated files of a board, as bytes by name.

The pages link only to each other and to the guides beside them.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from underboard.hardware import checks, cut, holes, pico, power, schematic, views
from underboard.hardware.bom import Part, bom
from underboard.hardware.pdf import pdf
from underboard.hardware.plan import BUTTON, Plan
from underboard.hardware.wires import Wire, wires

GUIDES = {"pylos": "pylos.md", "apagos": "apagos.md", "gyges": "gyges.md",
          "galerapagos": "pods.md"}  # fmt: skip
MADE = (
    "Made by `python -m underboard.hardware` from `firmware/layouts/{}.json`: "
    "change that, not this."
)
NOT_TRIED = "Nothing on this page was tried on real hardware."


def files(plan: Plan) -> dict[str, bytes]:
    """Return every generated file of one board."""
    found = checks.check(plan)
    texts = {
        "README.md": page(plan, found),
        "board.svg": views.board(plan).svg(),
        "wiring.svg": schematic.wiring(plan).svg(),
        "template.svg": holes.template(plan).svg(),
        "cells.csv": table(CELLS, cells(plan)),
        "wiring.csv": table([name.replace("_", " ") for name in Wire._fields], wires(plan)),
        "pins.csv": table(PINS, pins(plan)),
        "bom.csv": table(Part._fields, bom(plan)),
        "power.csv": table(POWER, budget(plan)),
        "checks.csv": table(CHECKS, check_rows(found)),
    }
    if plan.piece == BUTTON:
        texts["pod.svg"] = views.pod(plan).svg()
    else:
        texts["cut.svg"] = cut.cut(plan).svg()
    made = {name: text.encode() for name, text in texts.items()}
    made["template.pdf"] = pdf(holes.template(plan))
    return dict(sorted(made.items()))


def summary(plans: Iterable[Plan]) -> bytes:
    """Return the page with the checks of every board."""
    lines = [
        "# Checks of every shipped board",
        "",
        MADE.format("*"),
        "Nothing here was tried on real hardware: these are sums, with the assumptions of "
        "[parts.md](parts.md).",
        "",
        "*good*: holds, with this margin.  *explained*: does not hold, and the reason why the "
        "board is drawn all the same stands beside it.",
    ]
    for plan in plans:
        lines += ["", f"## [{plan.name}]({plan.name}/README.md)", ""]
        lines += markdown(CHECKS, check_rows(checks.check(plan)))
    return ("\n".join(lines) + "\n").encode()


CELLS = ("cell", "sensor", "channel", "x mm", "y mm", "z mm", "pixel", "pixel x mm", "pixel y mm")
PINS = ("pin", "header", "use", "direction")
POWER = ("what", "at rest mA", "at most mA", "note")
CHECKS = ("check", "value", "limit", "margin", "verdict", "why")


def cells(plan: Plan) -> list[Sequence[object]]:
    """Return the cell map: a row per cell and sensor."""
    rows: list[Sequence[object]] = []
    for cell in plan.cells:
        pixel = plan.pixel_of(cell)
        light = (pixel.number, f"{pixel.x:g}", f"{pixel.y:g}") if pixel else ("", "", "")
        for sensor in plan.sensors_of(cell):
            spot = (f"{sensor.x:g}", f"{sensor.y:g}", f"{sensor.z:g}")
            rows.append((cell, sensor.number, sensor.channel, *spot, *light))
        if not plan.sensors_of(cell):
            rows.append((cell, "", "", "", "", "", *light))
    return rows


def pins(plan: Plan) -> list[Sequence[object]]:
    """Return what hangs on which pin of the microcontroller."""
    ways = {
        "matrix row": "out", "matrix column": "in, pull-up", "switches data": "in",
        "switches clock": "out", "switches latch": "out", "button": "in, pull-up",
        "pixels": "out", "select": "out", "multiplexer": "analog in", "enable": "out",
        "power": "out",
    }  # fmt: skip
    rows: list[Sequence[object]] = []
    for use, pin in plan.pins:
        way = next(way for start, way in ways.items() if use.startswith(start))
        rows.append((pin, pico.number_of(pin), use, way))
    return sorted(rows, key=lambda row: int(str(row[1])))


def budget(plan: Plan) -> list[Sequence[object]]:
    """Return the current budget with its sum and what USB leaves."""
    rest, peak = power.total(plan)
    rows: list[Sequence[object]] = [
        (row.what, f"{row.rest:.1f}", f"{row.peak:.1f}", row.note) for row in power.budget(plan)
    ]
    rows.append(("sum", f"{rest:.1f}", f"{peak:.1f}", ""))
    rows.append(("left of USB", f"{power.USB_MA - rest:.1f}", f"{power.USB_MA - peak:.1f}",
                 f"of {power.USB_MA} mA"))  # fmt: skip
    rows.append(("if nothing capped the pixels", "", f"{power.uncapped(plan):.1f}",
                 "all at full white: what the fuse is for"))  # fmt: skip
    return rows


def check_rows(found: Iterable[checks.Check]) -> list[Sequence[object]]:
    """Return the checks as words."""
    return [
        (c.name, c.value, c.limit, "" if c.margin is None else f"{c.margin:+.0f} %", c.verdict,
         c.why)
        for c in found
    ]  # fmt: skip


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV, lines ending the same way on every machine."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return rows as a table of a page."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(str(value) for value in row)} |" for row in rows]
    return lines


def page(plan: Plan, found: list[checks.Check]) -> str:
    """Return the board's own page."""
    guide = GUIDES[plan.game]
    third = ("one pod", "pod.svg") if plan.piece == BUTTON else ("a cut through it", "cut.svg")
    unsound = [c for c in found if c.verdict != checks.GOOD]
    lines = [
        f"# {plan.name}",
        "",
        MADE.format(plan.name),
        NOT_TRIED,
        f"How to build it, step by step: [{guide}](../{guide}).",
        "",
        f"![the board from above](board.svg)\n\n![{third[0]}]({third[1]})",
        "",
        "## Checks",
        "",
    ]
    if unsound:
        lines += [
            f"**{len(unsound)} of {len(found)} checks do not hold.** "
            "Read their reasons before you buy anything.",
            "",
        ]
    lines += markdown(CHECKS, check_rows(found))
    lines += ["", "## Pins of the Pico", "", *markdown(PINS, pins(plan))]
    lines += ["", "## Wiring", "", "![wiring](wiring.svg)", ""]
    lines += [f"Every wire, one row each, in soldering order: [wiring.csv](wiring.csv), "
              f"{len(wires(plan))} rows.  Cell, sensor, channel, pixel and place: "
              "[cells.csv](cells.csv)."]  # fmt: skip
    lines += ["", "## Current", "", *markdown(POWER, budget(plan))]
    lines += ["", "## Template", ""]
    lines += ["[template.pdf](template.pdf) prints in true size (100 %, not fitted to the page); "
              "its ruler shows whether the printer obeyed.  On the screen: "
              "[template.svg](template.svg)."]  # fmt: skip
    lines += ["", "## Parts", ""]
    heads = ("part", "type", "value", "quantity", "purpose", "alternatives")
    lines += markdown(heads, bom(plan))
    lines += ["", "The same as a table for a spreadsheet: [bom.csv](bom.csv).", ""]
    return "\n".join(lines)


def stale(folder: Path, wanted: dict[str, bytes]) -> list[str]:
    """Return which files of a folder are missing, different or no longer made."""
    found = [
        name
        for name, content in wanted.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != content
    ]
    left = {path.name for path in folder.glob("*")} - set(wanted) if folder.is_dir() else set()
    return sorted(found + [f"{name} (nobody makes it)" for name in left])
