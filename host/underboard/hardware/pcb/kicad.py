"""Writer of KiCad 6 projects that needs no KiCad."""

import json
from uuid import UUID, uuid5

from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.footprints import Footprint, Pad
from underboard.hardware.pcb.occupancy import VIA, VIA_DRILL
from underboard.hardware.pcb.silk import DOT, LINE, STROKE, Word, silk
from underboard.hardware.shapes.scad import num

SPACE = UUID("6a3f0d52-6f0e-4a51-9f0c-2b1f6a0c5b10")
"""Names of things are made from this and what they are, the same on every machine."""
LAYERS = ("F.Cu", "B.Cu")
POURS = {"GND": "B.Cu", "AGND": "F.Cu"}
"""Grounds that are poured, and on which layer: neither crosses the other."""
PLANES = ("In1.Cu", "In2.Cu")
LAYER_TABLE = (
    (0, "F.Cu", "signal"), (1, "In1.Cu", "power"), (2, "In2.Cu", "power"), (31, "B.Cu", "signal"),
    *((number, name, "user") for number, name in (
        (32, "B.Adhes"), (33, "F.Adhes"), (34, "B.Paste"), (35, "F.Paste"), (36, "B.SilkS"),
        (37, "F.SilkS"), (38, "B.Mask"), (39, "F.Mask"), (40, "Dwgs.User"), (44, "Edge.Cuts"),
        (45, "Margin"), (46, "B.CrtYd"), (47, "F.CrtYd"), (48, "B.Fab"), (49, "F.Fab"),
    )),
)  # fmt: skip


def project(name: str) -> str:
    """Return the project file: design rules that a usual maker keeps."""
    rules = {
        "min_clearance": 0.2,
        "min_track_width": 0.25,
        "min_via_diameter": 0.6,
        "min_through_hole_diameter": 0.3,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_copper_edge_clearance": 0.5,
    }
    data = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": 0.2,
                    "track_width": 0.4,
                    "via_diameter": VIA,
                    "via_drill": VIA_DRILL,
                }
            ],
            "meta": {"version": 2},
        },
    }
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def pcb(board: Pcb) -> str:
    """Return the board file."""
    nets = ["", *sorted(set(board.nets.values()))]
    number = {net: i for i, net in enumerate(nets)}
    lines = [
        "(kicad_pcb (version 20211014) (generator underboard)",
        "  (general (thickness 1.6))",
        '  (paper "A4")',
        "  (layers",
    ]
    pours = dict(zip(board.planes, PLANES, strict=True)) if board.planes else POURS
    lines += [
        f'    ({n} "{name}" {kind})'
        for n, name, kind in LAYER_TABLE
        if board.planes or name not in PLANES
    ]
    lines += ["  )", "  (setup (pad_to_mask_clearance 0.05))"]
    lines += [f"  (net {i} {_text(net)})" for net, i in number.items()]
    printed = silk(board)
    for part in board.parts:
        lines += _footprint(part, board, number, printed.names[part.ref])
    for i, (x, y) in enumerate(board.screws):
        lines += _screw(i, x, y)
    lines += _edge(board)
    for i, (net, layer, a, b, wide) in enumerate(board.tracks):
        lines.append(
            f"  (segment (start {_xy(a)}) (end {_xy(b)}) (width {num(wide)}) "
            f'(layer "{LAYERS[layer]}") (net {number[net]}) (tstamp {_id("track", i)}))'
        )
    for i, (net, spot) in enumerate(board.vias):
        lines.append(
            f"  (via (at {_xy(spot)}) (size {num(VIA)}) (drill {num(VIA_DRILL)}) "
            f'(layers "F.Cu" "B.Cu") (net {number[net]}) (tstamp {_id("via", i)}))'
        )
    for ground, copper in pours.items():
        if ground not in number:
            continue
        lines += _pour(board, ground, number[ground], copper)
    left, top, right, bottom = board.words
    middle = (left + right) / 2, (top + bottom) / 2
    name = f"Underboard {board.name}"
    lines.append(f"  (gr_text {_text(name)} (at {_xy(middle)}) (layer \"F.Cu\") {_font(1.2)} "
                 f"(tstamp {_id('words', name)}))")  # fmt: skip
    for i, word in enumerate(printed.words):
        lines.append(
            f"  (gr_text {_text(word.text)} (at {_at(word)}) "
            f'(layer "F.SilkS") {_font(word.size)} (tstamp {_id("silk", i)}))'
        )
    for i, (a, b) in enumerate(printed.lines):
        lines.append(
            f'  (gr_line (start {_xy(a)}) (end {_xy(b)}) (layer "F.SilkS") '
            f"(width {num(LINE)}) (tstamp {_id('silk line', i)}))"
        )
    for i, (x, y) in enumerate(printed.dots):
        lines.append(
            f"  (gr_circle (center {_xy((x, y))}) (end {_xy((x + DOT / 2, y))}) "
            f'(layer "F.SilkS") (width {num(DOT)}) (fill none) (tstamp {_id("silk dot", i)}))'
        )
    return "\n".join([*lines, ")", ""])


def _footprint(part: Footprint, board: Pcb, number: dict[str, int], name: Word) -> list[str]:
    left, top, right, bottom = part.box
    at = name._replace(x=name.x - part.x, y=name.y - part.y)
    lines = [
        f'  (footprint "underboard:{part.package}" (layer "F.Cu") (tedit 0) '
        f"(tstamp {_id('part', part.ref)})",
        f"    (at {num(part.x)} {num(part.y)})",
        f"    (attr {'smd' if part.placed else 'through_hole'})",
        f"    (fp_text reference {_text(part.ref)} (at {_at(at)}) "
        f'(layer "F.SilkS") {_font(name.size)} (tstamp {_id("ref", part.ref)}))',
        f"    (fp_text value {_text(part.value)} (at {num((left + right) / 2)} "
        f'{num((top + bottom) / 2)}) (layer "F.Fab") {_font(0.8)} '
        f"(tstamp {_id('value', part.ref)}))",
    ]
    for layer, grow in (("F.Fab", 0.0), ("F.CrtYd", 0.25)):
        lines.append(
            f"    (fp_rect (start {num(left - grow)} {num(top - grow)}) (end {num(right + grow)} "
            f'{num(bottom + grow)}) (layer "{layer}") (width 0.05) (fill none) '
            f"(tstamp {_id(layer, part.ref)}))"
        )
    lines += [_pad(part, pad, board, number) for pad in part.pads]
    lines += [
        f'    (pad "" np_thru_hole circle (at {num(x)} {num(y)}) (size {num(wide)} {num(wide)}) '
        f"(drill {num(wide)}) (layers *.Cu *.Mask) (tstamp {_id('peg', part.ref, x, y)}))"
        for x, y, wide in part.pegs
    ]
    return [*lines, "  )"]


def _pad(part: Footprint, pad: Pad, board: Pcb, number: dict[str, int]) -> str:
    net = board.nets.get(pad.pin, "")
    joined = f" (net {number[net]} {_text(net)})" if net else ""
    pin = f" (pinfunction {_text(pad.pin)})" if pad.pin else ""
    shape = "circle" if pad.round else "rect"
    wide, high = (2 * half for half in pad.half)
    kind = "thru_hole" if pad.drill else "smd"
    drill = f"(drill {num(pad.drill)}) " if pad.drill else ""
    layers = "*.Cu *.Mask" if pad.drill else '"F.Cu" "F.Paste" "F.Mask"'
    return (
        f'    (pad "{pad.name}" {kind} {shape} (at {num(pad.x)} {num(pad.y)}) '
        f"(size {num(wide)} {num(high)}) {drill}"
        f"(layers {layers}){joined}{pin} (tstamp {_id('pad', part.ref, pad.name)}))"
    )


def _screw(index: int, x: float, y: float) -> list[str]:
    return [
        f'  (footprint "underboard:M3" (layer "F.Cu") (tedit 0) (tstamp {_id("screw", index)})',
        f"    (at {num(x)} {num(y)})",
        "    (attr exclude_from_pos_files exclude_from_bom)",
        f'    (fp_text reference "H{index + 1}" (at 0 0) (layer "F.Fab") {_font(0.8)} '
        f"(tstamp {_id('screw ref', index)}))",
        f'    (fp_text value "M3" (at 0 1.2) (layer "F.Fab") {_font(0.8)} '
        f"(tstamp {_id('screw value', index)}))",
        '    (pad "" np_thru_hole circle (at 0 0) (size 3.2 3.2) (drill 3.2) (layers *.Cu *.Mask) '
        f"(tstamp {_id('screw pad', index)}))",
        "  )",
    ]


def _edge(board: Pcb) -> list[str]:
    corners = [(0.0, 0.0), (board.wide, 0.0), (board.wide, board.high), (0.0, board.high)]
    return [
        f"  (gr_line (start {_xy(corners[i])}) (end {_xy(corners[(i + 1) % 4])}) "
        f'(layer "Edge.Cuts") (width 0.1) (tstamp {_id("edge", i)}))'
        for i in range(4)
    ]


def _pour(board: Pcb, net: str, number: int, layer: str) -> list[str]:
    inset = 0.8
    corners = [
        (inset, inset),
        (board.wide - inset, inset),
        (board.wide - inset, board.high - inset),
        (inset, board.high - inset),
    ]
    points = " ".join(f"(xy {_xy(corner)})" for corner in corners)
    return [
        f'  (zone (net {number}) (net_name {_text(net)}) (layer "{layer}") '
        f"(tstamp {_id('pour', net)}) (hatch edge 0.5)",
        "    (connect_pads (clearance 0.3))",
        "    (min_thickness 0.25)",
        "    (fill (thermal_gap 0.4) (thermal_bridge_width 0.5))",
        f"    (polygon (pts {points}))",
        "  )",
    ]


def _font(size: float) -> str:
    thick = num(size * STROKE)
    return f"(effects (font (size {num(size)} {num(size)}) (thickness {thick})))"


def _at(word: Word) -> str:
    return f"{_xy((word.x, word.y))} 90" if word.upright else _xy((word.x, word.y))


def _xy(spot: tuple[float, float]) -> str:
    return f"{num(spot[0])} {num(spot[1])}"


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _id(*what: object) -> str:
    return str(uuid5(SPACE, " ".join(map(str, what))))
