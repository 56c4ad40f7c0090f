"""All generated files of a board, as bytes by name.

The pages link only to each other and to the guides beside them.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from underboard.hardware import light_paths, pico, power
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.checks import verdict as checks
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Wire
from underboard.hardware.drawings import (
    cross_section,
    exploded,
    plate,
    plate_template,
    pod,
    schematic,
    template,
    top_view,
)
from underboard.hardware.drawings.drawing import VectorDrawing
from underboard.hardware.parts import prices
from underboard.hardware.parts.bom import (
    KIT_JOINTS,
    PartLine,
    bom,
    price,
    used,
    with_kits,
)
from underboard.hardware.parts.labour import MINUTES, work
from underboard.hardware.shapes.parts import solids
from underboard.hardware.tables import heads, markdown, table

PLATE, PODS = "plate.md", "pods.md"
"""Guides of boards that are not built as one game's own."""
MADE = (
    "Made by `python -m underboard.hardware` from `firmware/layouts/{}.json`: "
    "change that, not this."
)
PRINTED = {"template", "drill", "wiring"}
"""Drawings that are printed in true size, besides being looked at."""
NOT_TRIED = "Nothing on this page was tried on real hardware."


def files(plan: BuildPlan) -> dict[str, bytes]:
    """Return every generated file of one board."""
    found = checks.check(plan)
    texts = {
        "README.md": page(plan, found),
        "cells.csv": table(CELLS, cells(plan)),
        "wiring.csv": table(heads(Wire), circuit_of(plan).wires()),
        "pins.csv": table(PINS, pins(plan)),
        "bom.csv": table(heads(PartLine), bom(plan)),
        "power.csv": table(POWER, budget(plan)),
        "checks.csv": table(CHECKS, check_rows(found)),
    }
    drawn = drawings(plan)
    texts |= {f"{name}.svg": drawing.svg() for name, drawing in drawn.items()}
    return {name: text.encode() for name, text in sorted(texts.items())}


def drawings(plan: BuildPlan) -> dict[str, VectorDrawing]:
    """Return every drawing of a board by the name of its file."""
    drawn = {"wiring": schematic.wiring(plan)}
    if plan.weighs:
        drawn["board"] = plate.above(plan)
        drawn["template"] = plate_template.template(plan)
        drawn["cut"] = plate.cut(plan)
        drawn["exploded"] = exploded.exploded(plan)
        if light_paths.drilled(plan):
            drawn["drill"] = template.template(plan)
        return drawn
    drawn["board"] = top_view.board(plan)
    drawn["template"] = template.template(plan)
    if plan.piece == BUTTON:
        drawn["pod"] = pod.pod(plan)
    else:
        drawn["cut"] = cross_section.cut(plan)
    return drawn


def summary(plans: Iterable[BuildPlan]) -> bytes:
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


def cells(plan: BuildPlan) -> list[Sequence[object]]:
    """Return the cell map: a row per cell and sensor.  Round a board, many pixels show a cell."""
    rows: list[Sequence[object]] = []
    for cell in plan.cells:
        lit = plan.pixels_of(cell)
        light = (
            " ".join(str(pixel.number) for pixel in lit),
            *((f"{lit[0].x:g}", f"{lit[0].y:g}") if len(lit) == 1 else ("", "")),
        )
        for sensor in plan.sensors_of(cell):
            spot = (f"{sensor.x:g}", f"{sensor.y:g}", f"{sensor.z:g}")
            rows.append((cell, sensor.number, sensor.channel, *spot, *light))
        if not plan.sensors_of(cell):
            rows.append((cell, "", "", "", "", "", *light))
    return rows


def pins(plan: BuildPlan) -> list[Sequence[object]]:
    """Return what hangs on which pin of the microcontroller."""
    ways = {
        "matrix row": "out",
        "matrix column": "in, pull-up",
        "switches data": "in",
        "switches clock": "out",
        "switches latch": "out",
        "button": "in, pull-up",
        "pixels": "out",
        "select": "out",
        "multiplexer": "analog in",
        "enable": "out",
        "power": "out",
        "load cell clock": "out",
        "load cell data": "in",
    }
    rows: list[Sequence[object]] = []
    for use, pin in plan.pins:
        way = next(way for start, way in ways.items() if use.startswith(start))
        rows.append((pin, pico.number_of(pin), use, way))
    return sorted(rows, key=lambda row: int(str(row[1])))


def budget(plan: BuildPlan) -> list[Sequence[object]]:
    """Return the current budget with its sum and what USB leaves."""
    rest, peak = power.total(plan.data)
    rows: list[Sequence[object]] = [
        (row.what, f"{row.rest:.1f}", f"{row.peak:.1f}", row.note)
        for row in power.budget(plan.data)
    ]
    rows.append(("sum", f"{rest:.1f}", f"{peak:.1f}", ""))
    rows.append(
        (
            "left of USB",
            f"{power.USB_MA - rest:.1f}",
            f"{power.USB_MA - peak:.1f}",
            f"of {power.USB_MA} mA",
        )
    )
    rows.append(
        (
            "if nothing capped the pixels",
            "",
            f"{power.uncapped(plan.data):.1f}",
            "all at full white: what the fuse is for",
        )
    )
    return rows


def check_rows(found: Iterable[checks.Check]) -> list[Sequence[object]]:
    """Return the checks as words."""
    return [
        (
            c.name,
            c.value,
            c.limit,
            "" if c.margin is None else f"{c.margin:+.0f} %",
            c.verdict,
            c.why,
        )
        for c in found
    ]


def page(plan: BuildPlan, found: list[checks.Check]) -> str:
    """Return the board's own page."""
    own = PODS if plan.piece == BUTTON else f"{plan.game}.md"
    guide = PLATE if plan.weighs else own
    third = ("one pod", "pod.svg") if plan.piece == BUTTON else ("a cut through it", "cut.svg")
    more = "\n\n![exploded view](exploded.svg)" if plan.weighs else ""
    unsound = [c for c in found if c.verdict != checks.GOOD]
    lines = [
        f"# {plan.name}",
        "",
        MADE.format(plan.name),
        NOT_TRIED,
        f"How to build it, step by step: [{guide}](../{guide}).",
        "",
        f"![the board from above](board.svg)\n\n![{third[0]}]({third[1]}){more}",
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
    lines += [
        "To be laid beside the iron: `wiring.pdf`, the same on [sheets of A4]"
        "(../layout.md#paper-parts-and-packages).",
        "",
        f"Every wire, one row each, in soldering order: [wiring.csv](wiring.csv), "
        f"{len(circuit_of(plan).wires())} rows.  Cell, sensor, channel, pixel and place: "
        "[cells.csv](cells.csv).",
    ]
    lines += ["", "## Current", "", *markdown(POWER, budget(plan))]
    lines += ["", "## Template", "", "![template](template.svg)", ""]
    lines += [
        "`template.pdf` prints in true size (100 %, not fitted to the page), on [sheets of A4]"
        "(../layout.md#paper-parts-and-packages); its ruler shows whether the printer obeyed."
    ]
    if plan.weighs and light_paths.drilled(plan):
        lines += [
            "",
            "`drill.pdf` is the template of the light holes in the game's own board "
            "([drill.svg](drill.svg) on the screen); an untouched set wants a layout with a strip "
            "of pixels round the plate instead.",
        ]
    made = [f"`{solid.name}`: {solid.title}" for solid in solids(plan)]
    lines += ["", "## To cut and to print", "", *[f"- {line}" for line in made], ""]
    lines += [
        f"`python -m underboard.hardware shapes {plan.name} --out parts` makes an STL and an "
        "OpenSCAD file of each, and a DXF of what is cut from a sheet where OpenSCAD is installed, "
        "and checks size and skin; weights and hours: [printed.md](../printed.md)."
    ]
    lines += ["", "## Parts and work", "", *effort(plan), ""]
    lines += markdown(heads(PartLine), bom(plan))
    lines += ["", "The same as a table for a spreadsheet: [bom.csv](bom.csv).", ""]
    return "\n".join(lines)


def effort(plan: BuildPlan) -> list[str]:
    """Return what a board costs in money and work, as lines of its page."""
    parts = bom(plan)
    low, typical, high = price(parts)
    done = work(plan)
    wood = MINUTES["plate" if plan.weighs else "board"]
    lines = [
        f"**{done.joints} solder joints, about {done.hours} hours, {low:.0f} to {high:.0f} "
        f"{prices.CURRENCY}, typically {typical:.0f} {prices.CURRENCY}.**",
        "Joints: two for each row of [wiring.csv](wiring.csv), one where a part's own leg is the "
        "wire, none where something is plugged.",
        f"Hours: {MINUTES['joint']:g} minute a joint, {MINUTES['hole']:g} a hole ({done.holes}), "
        f"{MINUTES['magnet']:g} a magnet ({done.magnets}), {wood / 60:g} hours for "
        "wood and tests; assumed.",
        f"Prices: estimated in {prices.DATE} without asking a shop, tax included; the game itself "
        "and tools are not in them. *Typically* takes the geometric mean of each part's lowest "
        "and highest price.",
        "",
    ]
    sums = [
        ("whole packs, as one buys them", price(parts)),
        ("what the board uses up", used(parts)),
    ]
    has_kits = plan.data["scanner"]["kind"] == "hx711"
    if has_kits:
        kits = with_kits(plan)
        sums += [
            ("whole packs, load cells and green modules as kits", price(kits)),
            ("what the board uses up, the same kits", used(kits)),
        ]
    heads_of_sums = (
        "counted",
        *(f"{name} {prices.CURRENCY}" for name in ("from", "typically", "to")),
    )
    lines += markdown(heads_of_sums, [(name, *map(round, cost)) for name, cost in sums])
    if has_kits:
        more = KIT_JOINTS * len(plan.load_cells)
        lines += [
            "",
            f"Kits of a 1 kg bar and a green HX711 module are cheaper, but each module wants 22 kΩ "
            f"across its 20 kΩ ({more} joints more: {done.joints + more}) and its pin 15 lifted, "
            "the hardest joint of all.",
        ]
    return lines


def stale(folder: Path, wanted: dict[str, bytes]) -> list[str]:
    """Return which files of a folder are missing, different or no longer made."""
    found = [
        name
        for name, content in wanted.items()
        if not (folder / name).is_file() or (folder / name).read_bytes() != content
    ]
    left = {path.name for path in folder.glob("*")} - set(wanted) if folder.is_dir() else set()
    return sorted(found + [f"{name} (nobody makes it)" for name in left])
