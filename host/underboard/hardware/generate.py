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
from underboard.hardware.parts.bom import KIT_JOINTS, PartLine, bom, price, used, with_kits
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
    drawn: dict[str, VectorDrawing] = {"wiring": schematic.wiring(plan)}
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
    """Return the page with each check at the board that is nearest to its limit."""
    boards: dict[str, set[str]] = {}
    tightest: dict[str, tuple[float, list[object]]] = {}
    unsound = []
    for plan in plans:
        link = f"[{plan.name}]({plan.name}/README.md)"
        for one, words in zip(found := checks.check(plan), check_rows(found)):
            boards.setdefault(one.name, set()).add(plan.name)
            margin = float("inf") if one.margin is None else one.margin
            if one.name not in tightest or margin < tightest[one.name][0]:
                tightest[one.name] = margin, [link, *words[1:4], words[5]]
            if one.verdict != checks.GOOD:
                unsound.append((link, *words[:3], words[5]))
    lines = [
        "# Checks of every shipped board",
        "",
        MADE.format("*"),
        "Nothing here was tried on real hardware: these are sums, with the assumptions of "
        "[parts.md](parts.md).",
        "",
        "Each check is shown for the board with the smallest margin; the page of a board has all "
        "of its own.",
        "",
    ]
    rows = [(name, len(boards[name]), *row) for name, (_, row) in tightest.items()]
    lines += markdown(("check", "boards", "tightest", "value", "limit", "margin", "why"), rows)
    lines += ["", "## Checks that do not hold", ""]
    lines += markdown(("board", "check", "value", "limit", "why it is drawn all the same"), unsound)
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
        f"Every wire in soldering order: [wiring.csv](wiring.csv), "
        f"{len(circuit_of(plan).wires())} rows. Cell, sensor, channel, pixel and place: "
        "[cells.csv](cells.csv). On paper: [`wiring.pdf`](../layout.md#paper-parts-and-packages)."
    ]
    lines += ["", "## Current", "", *markdown(POWER, budget(plan))]
    lines += ["", "## Template", "", "![template](template.svg)", ""]
    lines += [
        "Print [`template.pdf`](../layout.md#paper-parts-and-packages) at 100 %; its ruler must "
        "be 100 mm long."
    ]
    if plan.weighs and light_paths.drilled(plan):
        lines += [
            "",
            "[`drill.pdf`](drill.svg) has the light holes of the game's own board. An untouched "
            "set wants pixels round the plate instead.",
        ]
    made = [f"`{solid.name}`: {solid.title}" for solid in solids(plan)]
    lines += ["", "## To cut and to print", "", *[f"- {line}" for line in made], ""]
    lines += [
        f"`python -m underboard.hardware shapes {plan.name} --out parts` makes the files; "
        "weights and hours: [printed.md](../printed.md)."
    ]
    lines += ["", "## Parts and work", "", *effort(plan), ""]
    shown = ("part", "type", "quantity", "sold", "low", "high", "purpose", "alternatives")
    lines += markdown(shown, [[getattr(line, name) for name in shown] for line in bom(plan)])
    lines += ["", "Also what is used up, where it is sold and when it was estimated: "
              "[bom.csv](bom.csv).", ""]  # fmt: skip
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
        f"{done.holes} holes, {done.magnets} magnets, {wood / 60:g} hours for wood and tests: "
        "[how this is counted](../layout.md#joints-hours-and-prices).",
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
