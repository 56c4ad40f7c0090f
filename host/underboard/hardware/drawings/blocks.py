"""The sensors' part of a wiring diagram, one kind of scanner each."""

from collections.abc import Callable

from underboard.hardware.build_plan import BUTTON, CHIP, BuildPlan
from underboard.hardware.circuit.scale import BRIDGE, MODULES
from underboard.hardware.circuit.scanners import input_of, shift_place
from underboard.hardware.drawings.drawing import INK
from underboard.hardware.drawings.style import FADED, GLASS, STEEL
from underboard.hardware.drawings.symbols import Diagram, ink_of

WIDTH = 297.0
"""Width of the page, mm; A4 across, by its standard."""


def matrix(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw a key matrix with its pull-ups; return where it ends."""
    scanner = plan.data["scanner"]
    rows, columns = len(scanner["rows"]), len(scanner["columns"])
    step_x, step_y = min(58.0, 232.0 / columns), 21.0
    pulled = "pull_up_ohm" in scanner
    high = 28 + rows * step_y + (16 if pulled else 0)
    draw.block(14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches, a diode each")
    draw.words(
        WIDTH - 18, y + 6, "the diode's ring points to the switch", 2.8, colour=FADED, anchor="end"
    )
    left, top = 48.0, y + 16 + (16 if pulled else 0)
    bottom = top + rows * step_y
    for column in range(columns):
        x = left + column * step_x
        members = draw.circuit.nets[f"column {column}"]
        draw.wire("column", (x, top - 1), (x, bottom - 13), pen=0.6)
        draw.flag(x, top - 2, members[0])
        if pulled:
            ref = f"RP{column + 1}"
            draw.join(((x, top - 2), (x, top - 6)), members[0], f"{ref}:1")
            draw.box(x - 1.1, top - 12, 2.2, 6, stroke=INK, fill="#ffffff", pen=0.35)
            draw.small(x + 2, top - 8, draw.circuit.name_of(ref))
            draw.flag(x, top - 13.5, f"{ref}:2")
            draw.wire("3.3 V", (x, top - 12), (x, top - 13.5))
    for row in range(rows):
        line = top + (row + 1) * step_y - 3
        end = left + columns * step_x - 6
        draw.wire("row", (left - 6, line), (end, line), pen=0.6)
        draw.flag(left - 6, line, draw.circuit.nets[f"row {row}"][0], side=-1)
    for sensor in plan.sensors:
        row, column = divmod(sensor.channel, columns)
        x, line = left + column * step_x, top + (row + 1) * step_y - 3
        branch = line - 10
        one, key = f"D{sensor.number + 1}", f"S{sensor.number + 1}"
        to_column, to_row = (draw.circuit.nets[n][0] for n in (f"column {column}", f"row {row}"))
        draw.circle(x, branch, 0.8, fill=ink_of("column"))
        draw.join(((x, branch), (x + 4, branch)), to_column, f"{one}:anode")
        draw.diode(x + 4, branch)
        draw.join(((x + 8.9, branch), (x + 9, branch)), f"{one}:cathode, the ring", f"{key}:1")
        draw.switch(x + 9, branch)
        bent = (x + 19, branch), (x + 22, branch), (x + 22, line)
        draw.join(bent, f"{key}:2", to_row)
        draw.circle(x + 22, line, 0.8, fill=ink_of("row"))
        draw.words(x + 11, branch + 5.5, sensor.cell, 3, bold=True)
        draw.small(x + 5.8, branch - 2.6, one, colour=FADED, anchor="middle")
        draw.small(x + 13, branch - 3.4, key, colour=FADED, anchor="middle")
    return y + high


def shift(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw a chain of shift registers; return where it ends."""
    across, tall = 3, 82.0
    lines = -(-plan.chips // across)
    wide = (WIDTH - 28) / across
    high = 14 + lines * tall
    draw.block(14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches on {plan.chips} × 74HC165")
    words = "RN: a network of eight 10 kΩ; 100 nF beside each chip"
    if plan.piece == BUTTON:
        words += "; in each line 1 kΩ, and 10 nF to ground"
    draw.words(WIDTH - 18, y + 6, words, 2.8, colour=FADED, anchor="end")
    for number in range(plan.chips):
        x = 14 + (number % across) * wide + 44.5
        top = y + 18 + (number // across) * tall
        if number and not number % across:
            draw.cuts.append(top - 6)
        name = f"U{number + 2}"
        draw.chip(x, top, 22, 68, draw.circuit.name_of(name))
        _inputs(draw, plan, number, x, top)
        near = f"C{number + 10}"
        ends: list[tuple[str, tuple[str, ...]]] = [
            ("QH 9", (f"{name}:9 (QH)",)),
            ("CLK 2", (f"{name}:2 (CLK)",)),
            ("SH/LD 1", (f"{name}:1 (SH/LD)",)),
            ("SER 10", (f"{name}:10 (SER)",)),
            ("VCC 16", (f"{name}:16 (VCC)", f"{near}:1")),
            ("8, 15", (f"{name}:8 (GND)", f"{name}:15 (INH)", f"{near}:2")),
        ]
        for row, (words, pins) in enumerate(ends):
            line = top + 8 + row * 10
            draw.small(x + 20.8, line + 1, words, colour="#ffffff", anchor="end")
            draw.flag(x + 22, line, *pins, wire=2)
    return y + high


def _inputs(draw: Diagram, plan: BuildPlan, number: int, x: float, top: float) -> None:
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    network = f"RN{number + 1}"
    draw.box(x - 8, top + 2.5, 3, 8 * 7.5 + 1, 0.6, fill="#f1e3c4", stroke=INK, pen=0.3)
    draw.small(x - 8, top - 2.5, network, anchor="end")
    draw.wire("3.3 V", (x - 6.5, top + 2.5), (x - 6.5, top + 0.5))
    draw.flag(x - 6.5, top + 0.5, f"{network}:1 (common)", side=-1)
    for bit in range(CHIP["shift"]):
        channel = number * CHIP["shift"] + bit
        _, pin, letter = shift_place(channel)
        line = top + 7 + bit * 7.5
        draw.small(x + 1.2, line + 1, f"{letter} {pin}", colour="#ffffff")
        mine, pulled = input_of(channel), f"{network}:{bit + 2}"
        sensor = by_channel.get(channel)
        if sensor is None:
            draw.join(((x, line), (x - 7, line)), mine, pulled)
            draw.small(x - 10, line + 1, "unused", anchor="end", colour=FADED)
            continue
        draw.circle(x - 6.5, line, 0.6, fill=ink_of("switch"))
        if plan.piece == BUTTON:
            _damped(draw, channel, x, line, (mine, pulled))
            continue
        key = f"S{sensor.number + 1}"
        draw.join(((x, line), (x - 13, line)), mine, pulled, f"{key}:1")
        draw.switch(x - 23, line)
        draw.wire("GND", (x - 23, line), (x - 25, line), (x - 25, line + 1), pen=0.4)
        draw.ground(x - 25, line + 1, f"{key}:2")
        draw.small(x - 28, line + 1, f"{key} {sensor.cell}", anchor="end", bold=True)


def _damped(draw: Diagram, channel: int, x: float, line: float, pins: tuple[str, str]) -> None:
    """Draw what stands between a pod's cable and an input."""
    series, quiet = f"RS{channel + 1}", f"CS{channel + 1}"
    draw.join(((x, line), (x - 14, line)), *pins, f"{series}:2", f"{quiet}:1")
    draw.wire("switch", (x - 11.5, line), (x - 11.5, line + 1.6), pen=0.4)
    draw.capacitor(x - 11.5, line + 1.6, 1.6)
    draw.wire("GND", (x - 11.5, line + 2.9), (x - 11.5, line + 4), pen=0.4)
    draw.ground(x - 11.5, line + 4, f"{quiet}:2")
    draw.resistor(x - 20, line, 6)
    draw.flag(x - 20, line, f"{series}:1", side=-1, wire=1)


def mux(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw the multiplexers and how the sensors are fed; return where they end."""
    across = 2 if plan.chips == 4 else plan.chips
    wide, tall = (WIDTH - 28) / across, 110.0
    lines = -(-plan.chips // across)
    high = 12 + lines * tall
    scanner = plan.data["scanner"]
    draw.block(14, y, WIDTH - 28, high, f"{len(plan.sensors)} sensors on {plan.chips} × 74HC4067")
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    for number in range(plan.chips):
        x, top = 14 + (number % across) * wide + 34, y + 15 + (number // across) * tall
        if number and not number % across:
            draw.cuts.append(top - 7)
        name, near = f"U{number + 3}", f"C{number + 10}"
        draw.chip(x, top, 23, 16 * 6.0 + 4, draw.circuit.name_of(name))
        for input_ in range(CHIP["mux"]):
            line = top + 5 + input_ * 6
            draw.small(x + 1.5, line + 1, f"C{input_}", colour="#ffffff")
            sensor = by_channel.get(number * CHIP["mux"] + input_)
            if sensor:
                key = f"S{sensor.number + 1}"
                draw.join(((x, line), (x - 6, line)), f"{key}:OUT", f"{name}:C{input_}")
                draw.box(x - 12, line - 2, 6, 4, 0.5, fill=GLASS, stroke=INK, pen=0.2)
                draw.small(x - 13.5, line + 1, f"{key} {sensor.cell}", anchor="end", bold=True)
        ends: list[tuple[str, tuple[str, ...]]] = [("SIG", (f"{name}:SIG",))]
        ends += [(f"S{i}", (f"{name}:S{i}",)) for i in range(len(scanner["select"]))]
        ends.append(("VCC", (f"{name}:VCC", f"{near}:1")))
        ends.append(("GND, EN", (f"{name}:GND", f"{name}:EN", f"{near}:2")))
        for row, (words, pins) in enumerate(ends):
            line = top + 7 + row * 11
            draw.small(x + 21.5, line + 1, words, colour="#ffffff", anchor="end")
            draw.flag(x + 23, line, *pins, wire=4)
    draw.cuts.append(y + high + 3)
    return _feeds(draw, plan, y + high + 6)


def _feeds(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw how groups of sensors are fed; return where they end."""
    groups: dict[str, list[int]] = {}
    for sensor in plan.sensors:
        net = draw.circuit.net_of(f"S{sensor.number + 1}:VCC")
        groups.setdefault(net, []).append(sensor.number)
    step = 11.0
    high = 12 + step * len(groups)
    draw.block(14, y, WIDTH - 28, high, "supply of the sensors, each with 100 nF at its pins")
    for row, numbers in enumerate(groups.values()):
        line = y + 15 + step * row
        x = 22.0
        pins = [f"S{n + 1}:VCC" for n in numbers] + [f"C{100 + n}:1" for n in numbers]
        at = draw.flag(x, line, *pins)
        first, last = numbers[0], numbers[-1]
        words = f"VCC of S{first + 1} to S{last + 1}, and their C{100 + first} to C{100 + last}"
        draw.small(at + 3, line + 0.9, words)
        pins = [f"S{n + 1}:GND" for n in numbers] + [f"C{100 + n}:2" for n in numbers]
        at = draw.flag(196, line, *pins)
        draw.small(at + 3, line + 0.9, "their GND and their capacitors")
    return y + high


def pods(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw every pod with its two sockets, then the weather; return where they end."""
    across, wide, tall = 3, (WIDTH - 28) / 3, 56.0
    count = len(plan.sensors) // 2
    high = 12 + -(-count // across) * tall
    draw.block(14, y, WIDTH - 28, high, f"{count} pods: socket on the hub, cable, pod")
    for pod in range(1, count + 1):
        left = 14 + (pod - 1) % across * wide
        top = y + 14 + (pod - 1) // across * tall
        if pod > 1 and not (pod - 1) % across:
            draw.cuts.append(top - 5)
        _pod(draw, plan, pod, left, top)
    y += high + 6
    draw.cuts.append(y - 3)
    row = [p.number for p in plan.pixels if p.cells[0].startswith("w")]
    draw.block(14, y, WIDTH - 28, 34, "weather, on the hub")
    line = y + 18
    at = draw.flag(22, line, f"P{row[0]}:DIN")
    for place, number in enumerate(row):
        x = at + 12 + place * 18
        draw.pixel(x, line, number)
        if place:
            draw.join(((x - 12, line), (x - 6, line)), f"P{number - 1}:DOUT", f"P{number}:DIN")
    draw.wire("pixel", (at, line), (at + 6, line))
    draw.rails(at + 12, at + 20 + 18 * (len(row) - 1), line, row)
    return y + 34


def _pod(draw: Diagram, plan: BuildPlan, pod: int, left: float, top: float) -> None:
    pixel = next(p.number for p in plan.pixels if f"p{pod}" in p.cells)
    keys = {s.cell[0]: f"S{s.channel + 1}" for s in plan.sensors if s.cell[1:] == str(pod)}
    hub, far = left + 27, left + 45
    draw.words(left + 6, top - 1, f"pod {pod}", 3, bold=True)
    for x, name in ((hub, f"J{pod}"), (far, f"X{pod}")):
        draw.box(x, top, 7, 44, 0.8, fill="#d5d8dc", stroke=INK, pen=0.3)
        draw.small(x + 3.5, top - 1, name, anchor="middle", bold=True)
    draw.small((hub + far + 7) / 2, top - 1, f"K{pod}", anchor="middle", colour=FADED)
    ends = {
        1: ((f"P{pixel}:5V", f"CP{pod}:1"), "light 5V, 100 nF"),
        2: ((f"P{pixel}:GND", f"CP{pod}:2"), "light GND, 100 nF"),
        3: ((f"RD{pod}:1",), ""),
        4: ((f"{keys['s']}:2",), ""),
        5: ((f"{keys['s']}:1",), ""),
        6: ((f"{keys['l']}:2",), ""),
        7: ((f"{keys['l']}:1",), ""),
        8: ((f"P{pixel}:DOUT",), "light DOUT"),
    }
    for pole in range(1, 9):
        line = top + 4 + (pole - 1) * 5.2
        for x in (hub, far):
            draw.small(x + 3.5, line + 0.8, str(pole), anchor="middle")
        draw.flag(hub, line, f"J{pod}:{pole}", side=-1, wire=1)
        pins, words = ends[pole]
        cable = [f"{end}{pod}:{pole}" for end in "JKX"]
        draw.join(((hub + 7, line), (far, line)), *cable)
        draw.join(((far + 7, line), (far + 11, line)), f"X{pod}:{pole}", *pins)
        draw.small(far + 12.5, line + 0.9, words)
    line = top + 4 + 2 * 5.2
    draw.resistor(far + 11, line, 7)
    draw.join(((far + 18, line), (far + 22, line)), f"RD{pod}:2", f"P{pixel}:DIN")
    draw.small(far + 23, line + 0.9, "light DIN")
    draw.small(far + 14.5, line + 3.7, "330 Ω", anchor="middle")
    for pole, name in ((5, "step"), (7, "lock")):
        line = top + 4 + (pole - 1) * 5.2
        draw.switch(far + 11, line)
        x, back = far + 23, line - 5.2
        draw.wire("GND", (x - 2, line), (x, line), (x, back), (far + 11, back), pen=0.4)
        draw.small(far + 24.5, line - 1.8, name)


def load_cells(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw four load cells with their modules; return where they end."""
    count, kind = len(plan.load_cells), MODULES[plan.kind]
    across, tall = 2, 56.0
    wide = (WIDTH - 28) / across
    high = 12 + -(-count // across) * tall
    draw.block(14, y, WIDTH - 28, high, f"{count} load cells, an {kind.name} each")
    words = "leads as they come, twisted; module for 3.3 V"
    if kind.tied:
        words += ", its bridge set to 80 readings a second"
    draw.words(WIDTH - 18, y + 6, words, 2.8, colour=FADED, anchor="end")
    for number in range(1, count + 1):
        x = 14 + (number - 1) % across * wide
        top = y + 17 + (number - 1) // across * tall
        cell, module, near = f"LC{number}", f"M{number}", f"C{number + 9}"
        draw.box(x + 10, top + 6, 34, 14, 1.5, **STEEL, pen=0.4)
        draw.words(x + 27, top + 12.5, cell, 3.4, anchor="middle", bold=True)
        draw.small(x + 27, top + 17, draw.circuit.parts[cell].note, anchor="middle")
        draw.chip(x + 72, top, 26, 44, draw.circuit.name_of(module))
        for row, (pole, colour) in enumerate(BRIDGE):
            line = top + 6 + row * 5
            draw.small(x + 73.2, line + 0.8, pole, colour="#ffffff")
            draw.small(x + 58, line - 0.8, colour, colour=FADED, anchor="middle")
            lead = (x + 44, min(line, top + 18.5)), (x + 50, line), (x + 72, line)
            draw.join(lead, f"{cell}:{colour}", f"{module}:{pole}")
        ends: list[tuple[str, tuple[str, ...]]] = [
            (
                ", ".join(("VCC", *kind.tied)),
                (f"{module}:VCC", *(f"{module}:{tied}" for tied in kind.tied), f"{near}:+"),
            ),
            ("GND", (f"{module}:GND", f"{near}:-")),
            (kind.data, (f"{module}:{kind.data}",)),
            (kind.clock, (f"{module}:{kind.clock}",)),
        ]
        for row, (name, pins) in enumerate(ends):
            line = top + 7 + row * 10
            draw.small(x + 96.8, line + 0.9, name, colour="#ffffff", anchor="end")
            end = draw.flag(x + 98, line, *pins, wire=3)
            if row == 0:
                draw.small(end + 2, line + 0.9, draw.circuit.name_of(near), colour=FADED)
    return y + high


BLOCKS: dict[str, Callable[[Diagram, BuildPlan, float], float]] = {
    "matrix": matrix,
    "shift": shift,
    "mux": mux,
    "hx711": load_cells,
    "nau7802": load_cells,
}
