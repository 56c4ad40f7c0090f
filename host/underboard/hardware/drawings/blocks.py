"""The sensors' part of a wiring diagram, one kind of scanner each."""

from collections.abc import Callable

from underboard.hardware.build_plan import BUTTON, CHIP, BuildPlan
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.circuit.scale import BRIDGE, MODULES
from underboard.hardware.circuit.scanners import input_of, shift_place
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.style import FADED, GLASS, LAMP, LAMP_EDGE, METAL, METAL_EDGE
from underboard.hardware.drawings.symbols import (
    SMALL,
    block,
    capacitor,
    chip,
    diode,
    flag,
    ground,
    ink_of,
    join,
    resistor,
    switch,
    upright,
)

WIDTH = 297.0
"""Width of the page, mm; A4 across, by its standard."""


def matrix(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw a key matrix with its pull-ups; return where it ends."""
    scanner = plan.data["scanner"]
    rows, columns = len(scanner["rows"]), len(scanner["columns"])
    step_x, step_y = min(58.0, 232.0 / columns), 21.0
    pulled = "pull_up_ohm" in scanner
    high = 28 + rows * step_y + (16 if pulled else 0)
    block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches, a diode each")
    draw.words(
        WIDTH - 18, y + 6, "the diode's ring points to the switch", 2.8, colour=FADED, anchor="end"
    )
    left, top = 48.0, y + 16 + (16 if pulled else 0)
    bottom = top + rows * step_y
    for column in range(columns):
        x = left + column * step_x
        members = circuit.nets[f"column {column}"]
        draw.line((x, top - 1), (x, bottom - 13), stroke=ink_of("column"), pen=0.6)
        flag(draw, x, top - 2, circuit, members[0])
        if pulled:
            ref = f"RP{column + 1}"
            join(draw, circuit, ((x, top - 2), (x, top - 6)), members[0], f"{ref}:1")
            upright(draw, x, top - 12)
            draw.words(x + 2, top - 8, circuit.name_of(ref), SMALL)
            flag(draw, x, top - 13.5, circuit, f"{ref}:2")
            draw.line((x, top - 12), (x, top - 13.5), stroke=ink_of("3.3 V"), pen=0.5)
    for row in range(rows):
        line = top + (row + 1) * step_y - 3
        end = left + columns * step_x - 6
        draw.line((left - 6, line), (end, line), stroke=ink_of("row"), pen=0.6)
        flag(draw, left - 6, line, circuit, circuit.nets[f"row {row}"][0], side=-1)
    for sensor in plan.sensors:
        row, column = divmod(sensor.channel, columns)
        x, line = left + column * step_x, top + (row + 1) * step_y - 3
        branch = line - 10
        one, key = f"D{sensor.number + 1}", f"S{sensor.number + 1}"
        draw.circle(x, branch, 0.8, fill=ink_of("column"))
        join(
            draw,
            circuit,
            ((x, branch), (x + 4, branch)),
            circuit.nets[f"column {column}"][0],
            f"{one}:anode",
        )
        diode(draw, x + 4, branch)
        join(
            draw,
            circuit,
            ((x + 8.9, branch), (x + 9, branch)),
            f"{one}:cathode, the ring",
            f"{key}:1",
        )
        switch(draw, x + 9, branch)
        join(
            draw,
            circuit,
            ((x + 19, branch), (x + 22, branch), (x + 22, line)),
            f"{key}:2",
            circuit.nets[f"row {row}"][0],
        )
        draw.circle(x + 22, line, 0.8, fill=ink_of("row"))
        draw.words(x + 11, branch + 5.5, sensor.cell, 3, bold=True)
        draw.words(x + 5.8, branch - 2.6, one, SMALL, colour=FADED, anchor="middle")
        draw.words(x + 13, branch - 3.4, key, SMALL, colour=FADED, anchor="middle")
    return y + high


def shift(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw a chain of shift registers; return where it ends."""
    across, tall = 3, 82.0
    lines = -(-plan.chips // across)
    wide = (WIDTH - 28) / across
    high = 14 + lines * tall
    block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches on {plan.chips} × 74HC165")
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
        chip(draw, x, top, 22, 68, circuit.name_of(name))
        _inputs(draw, circuit, plan, number, x, top)
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
            draw.words(x + 20.8, line + 1, words, SMALL, colour="#ffffff", anchor="end")
            flag(draw, x + 22, line, circuit, *pins, wire=2)
    return y + high


def _inputs(
    draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, number: int, x: float, top: float
) -> None:
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    network = f"RN{number + 1}"
    draw.box(x - 8, top + 2.5, 3, 8 * 7.5 + 1, 0.6, fill="#f1e3c4", stroke=INK, pen=0.3)
    draw.words(x - 8, top - 2.5, network, SMALL, anchor="end")
    draw.line((x - 6.5, top + 2.5), (x - 6.5, top + 0.5), stroke=ink_of("3.3 V"), pen=0.5)
    flag(draw, x - 6.5, top + 0.5, circuit, f"{network}:1 (common)", side=-1)
    for bit in range(CHIP["shift"]):
        channel = number * CHIP["shift"] + bit
        _, pin, letter = shift_place(channel)
        line = top + 7 + bit * 7.5
        draw.words(x + 1.2, line + 1, f"{letter} {pin}", SMALL, colour="#ffffff")
        mine, pulled = input_of(channel), f"{network}:{bit + 2}"
        sensor = by_channel.get(channel)
        if sensor is None:
            join(draw, circuit, ((x, line), (x - 7, line)), mine, pulled)
            draw.words(x - 10, line + 1, "unused", SMALL, anchor="end", colour=FADED)
            continue
        draw.circle(x - 6.5, line, 0.6, fill=ink_of("switch"))
        if plan.piece == BUTTON:
            _damped(draw, circuit, channel, x, line, (mine, pulled))
            continue
        key = f"S{sensor.number + 1}"
        join(draw, circuit, ((x, line), (x - 13, line)), mine, pulled, f"{key}:1")
        switch(draw, x - 23, line)
        draw.line((x - 23, line), (x - 25, line), (x - 25, line + 1), stroke="#333333", pen=0.4)
        ground(draw, x - 25, line + 1, circuit, f"{key}:2")
        draw.words(x - 28, line + 1, f"{key} {sensor.cell}", SMALL, anchor="end", bold=True)


def _damped(
    draw: VectorDrawing,
    circuit: Circuit,
    channel: int,
    x: float,
    line: float,
    pins: tuple[str, str],
) -> None:
    """Draw what stands between a pod's cable and an input."""
    series, quiet = f"RS{channel + 1}", f"CS{channel + 1}"
    join(draw, circuit, ((x, line), (x - 14, line)), *pins, f"{series}:2", f"{quiet}:1")
    draw.line((x - 11.5, line), (x - 11.5, line + 1.6), stroke=ink_of("switch"), pen=0.4)
    capacitor(draw, x - 11.5, line + 1.6, 1.6)
    draw.line((x - 11.5, line + 2.9), (x - 11.5, line + 4), stroke="#333333", pen=0.4)
    ground(draw, x - 11.5, line + 4, circuit, f"{quiet}:2")
    resistor(draw, x - 20, line, 6)
    flag(draw, x - 20, line, circuit, f"{series}:1", side=-1, wire=1)


def mux(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw the multiplexers and how the sensors are fed; return where they end."""
    across = 2 if plan.chips == 4 else plan.chips
    wide, tall = (WIDTH - 28) / across, 110.0
    lines = -(-plan.chips // across)
    high = 12 + lines * tall
    scanner = plan.data["scanner"]
    block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} sensors on {plan.chips} × 74HC4067")
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    for number in range(plan.chips):
        x, top = 14 + (number % across) * wide + 34, y + 15 + (number // across) * tall
        if number and not number % across:
            draw.cuts.append(top - 7)
        name, near = f"U{number + 3}", f"C{number + 10}"
        chip(draw, x, top, 23, 16 * 6.0 + 4, circuit.name_of(name))
        for input_ in range(CHIP["mux"]):
            line = top + 5 + input_ * 6
            draw.words(x + 1.5, line + 1, f"C{input_}", SMALL, colour="#ffffff")
            sensor = by_channel.get(number * CHIP["mux"] + input_)
            if sensor:
                key = f"S{sensor.number + 1}"
                join(draw, circuit, ((x, line), (x - 6, line)), f"{key}:OUT", f"{name}:C{input_}")
                draw.box(x - 12, line - 2, 6, 4, 0.5, fill=GLASS, stroke=INK, pen=0.2)
                draw.words(
                    x - 13.5, line + 1, f"{key} {sensor.cell}", SMALL, anchor="end", bold=True
                )
        ends: list[tuple[str, tuple[str, ...]]] = [("SIG", (f"{name}:SIG",))]
        ends += [(f"S{i}", (f"{name}:S{i}",)) for i in range(len(scanner["select"]))]
        ends.append(("VCC", (f"{name}:VCC", f"{near}:1")))
        if "enable" in scanner:
            ends += [("EN", (f"{name}:EN",)), ("GND", (f"{name}:GND", f"{near}:2"))]
        else:
            ends.append(("GND, EN", (f"{name}:GND", f"{name}:EN", f"{near}:2")))
        for row, (words, pins) in enumerate(ends):
            line = top + 7 + row * 11
            draw.words(x + 21.5, line + 1, words, SMALL, colour="#ffffff", anchor="end")
            flag(draw, x + 23, line, circuit, *pins, wire=4)
    draw.cuts.append(y + high + 3)
    return _feeds(draw, circuit, plan, y + high + 6)


def _feeds(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw how groups of sensors are fed; return where they end."""
    groups: dict[str, list[int]] = {}
    for sensor in plan.sensors:
        groups.setdefault(circuit.net_of(f"S{sensor.number + 1}:VCC"), []).append(sensor.number)
    switched = "power" in plan.data["scanner"]
    step = 17.0 if switched else 11.0
    high = 12 + step * len(groups)
    block(draw, 14, y, WIDTH - 28, high, "supply of the sensors, each with 100 nF at its pins")
    for row, numbers in enumerate(groups.values()):
        line = y + 15 + step * row
        x = 22.0
        if switched:
            q, r = f"Q{row + 1}", f"RG{row + 1}"
            at = flag(draw, x, line, circuit, f"{q}:source", f"{r}:2")
            draw.line((at, line), (at + 6, line), stroke=ink_of("3.3 V"), pen=0.5)
            draw.box(at + 6, line - 3, 26, 6, 1, fill="#33373c", stroke=INK, pen=0.3)
            draw.words(
                at + 19, line + 0.9, f"{q} P-channel", SMALL, colour="#ffffff", anchor="middle"
            )
            draw.words(at + 5, line - 1, "s", SMALL, colour=FADED, anchor="end")
            draw.words(at + 33, line - 1, "d", SMALL, colour=FADED)
            draw.line((at + 19, line + 3), (at + 19, line + 7), stroke=ink_of("power"), pen=0.5)
            flag(draw, at + 19, line + 7, circuit, f"{q}:gate", f"{r}:1")
            draw.words(
                at + 17.5,
                line + 8,
                f"{circuit.name_of(r)} to its source",
                SMALL,
                anchor="end",
                colour=FADED,
            )
            draw.line((at + 32, line), (at + 40, line), stroke=ink_of("feed"), pen=0.5)
            x = at + 40
        pins = [f"S{n + 1}:VCC" for n in numbers] + [f"C{100 + n}:1" for n in numbers]
        if switched:
            pins.append(f"Q{row + 1}:drain")
        at = flag(draw, x, line, circuit, *pins)
        words = (
            f"VCC of S{numbers[0] + 1} to S{numbers[-1] + 1}, and their C{100 + numbers[0]} "
            f"to C{100 + numbers[-1]}"
        )
        draw.words(at + 3, line + 0.9, words, SMALL)
        x = 196.0
        at = flag(
            draw,
            x,
            line,
            circuit,
            *[f"S{n + 1}:GND" for n in numbers],
            *[f"C{100 + n}:2" for n in numbers],
        )
        draw.words(at + 3, line + 0.9, "their GND and their capacitors", SMALL)
    return y + high


def pods(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw every pod with its two sockets, then the weather; return where they end."""
    across, wide, tall = 3, (WIDTH - 28) / 3, 56.0
    count = len(plan.sensors) // 2
    high = 12 + -(-count // across) * tall
    block(draw, 14, y, WIDTH - 28, high, f"{count} pods: socket on the hub, cable, pod")
    for pod in range(1, count + 1):
        left = 14 + (pod - 1) % across * wide
        top = y + 14 + (pod - 1) // across * tall
        if pod > 1 and not (pod - 1) % across:
            draw.cuts.append(top - 5)
        _pod(draw, circuit, plan, pod, left, top)
    y += high + 6
    draw.cuts.append(y - 3)
    row = [p.number for p in plan.pixels if p.cells[0].startswith("w")]
    block(draw, 14, y, WIDTH - 28, 34, "weather, on the hub")
    line = y + 18
    at = flag(draw, 22, line, circuit, f"P{row[0]}:DIN")
    for place, number in enumerate(row):
        x = at + 12 + place * 18
        draw.line((x, line - 4), (x, line - 7), stroke="#b8322a", pen=0.5)
        draw.line((x, line + 4), (x, line + 7), stroke="#333333", pen=0.5)
        draw.box(x - 6, line - 4, 12, 8, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
        draw.circle(x, line, 3, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
        draw.words(x, line + 1, str(number), SMALL, anchor="middle", bold=True)
        if place:
            join(
                draw,
                circuit,
                ((x - 12, line), (x - 6, line)),
                f"P{number - 1}:DOUT",
                f"P{number}:DIN",
            )
    draw.line((at, line), (at + 6, line), stroke=ink_of("pixel"), pen=0.5)
    last = at + 12 + 18 * (len(row) - 1)
    for up, pole in ((-7, "5V"), (7, "GND")):
        colour = "#b8322a" if pole == "5V" else "#333333"
        draw.line((at + 12, line + up), (last + 8, line + up), stroke=colour, pen=0.5)
        flag(draw, last + 8, line + up, circuit, *[f"P{n}:{pole}" for n in row])
    return y + 34


def _pod(
    draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, pod: int, left: float, top: float
) -> None:
    pixel = next(p.number for p in plan.pixels if f"p{pod}" in p.cells)
    keys = {s.cell[0]: f"S{s.channel + 1}" for s in plan.sensors if s.cell[1:] == str(pod)}
    hub, far = left + 27, left + 45
    draw.words(left + 6, top - 1, f"pod {pod}", 3, bold=True)
    for x, name in ((hub, f"J{pod}"), (far, f"X{pod}")):
        draw.box(x, top, 7, 44, 0.8, fill="#d5d8dc", stroke=INK, pen=0.3)
        draw.words(x + 3.5, top - 1, name, SMALL, anchor="middle", bold=True)
    draw.words((hub + far + 7) / 2, top - 1, f"K{pod}", SMALL, anchor="middle", colour=FADED)
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
            draw.words(x + 3.5, line + 0.8, str(pole), SMALL, anchor="middle")
        flag(draw, hub, line, circuit, f"J{pod}:{pole}", side=-1, wire=1)
        pins, words = ends[pole]
        join(
            draw,
            circuit,
            ((hub + 7, line), (far, line)),
            f"J{pod}:{pole}",
            f"K{pod}:{pole}",
            f"X{pod}:{pole}",
        )
        join(draw, circuit, ((far + 7, line), (far + 11, line)), f"X{pod}:{pole}", *pins)
        draw.words(far + 12.5, line + 0.9, words, SMALL)
    line = top + 4 + 2 * 5.2
    resistor(draw, far + 11, line, 7)
    join(draw, circuit, ((far + 18, line), (far + 22, line)), f"RD{pod}:2", f"P{pixel}:DIN")
    draw.words(far + 23, line + 0.9, "light DIN", SMALL)
    draw.words(far + 14.5, line + 3.7, "330 Ω", SMALL, anchor="middle")
    for pole, name in ((5, "step"), (7, "lock")):
        line = top + 4 + (pole - 1) * 5.2
        switch(draw, far + 11, line)
        draw.line(
            (far + 21, line),
            (far + 23, line),
            (far + 23, line - 5.2),
            (far + 11, line - 5.2),
            stroke="#333333",
            pen=0.4,
        )
        draw.words(far + 24.5, line - 1.8, name, SMALL)


def load_cells(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw four load cells with their modules; return where they end."""
    count, kind = len(plan.load_cells), MODULES[plan.kind]
    across, tall = 2, 56.0
    wide = (WIDTH - 28) / across
    high = 12 + -(-count // across) * tall
    block(draw, 14, y, WIDTH - 28, high, f"{count} load cells, an {kind.name} each")
    words = "leads as they come, twisted; module for 3.3 V"
    if kind.tied:
        words += ", its bridge set to 80 readings a second"
    draw.words(WIDTH - 18, y + 6, words, 2.8, colour=FADED, anchor="end")
    for number in range(1, count + 1):
        x = 14 + (number - 1) % across * wide
        top = y + 17 + (number - 1) // across * tall
        cell, module, near = f"LC{number}", f"M{number}", f"C{number + 9}"
        draw.box(x + 10, top + 6, 34, 14, 1.5, fill=METAL, stroke=METAL_EDGE, pen=0.4)
        draw.words(x + 27, top + 12.5, cell, 3.4, anchor="middle", bold=True)
        draw.words(x + 27, top + 17, circuit.parts[cell].note, SMALL, anchor="middle")
        chip(draw, x + 72, top, 26, 44, circuit.name_of(module))
        for row, (pole, colour) in enumerate(BRIDGE):
            line = top + 6 + row * 5
            draw.words(x + 73.2, line + 0.8, pole, SMALL, colour="#ffffff")
            draw.words(x + 58, line - 0.8, colour, SMALL, colour=FADED, anchor="middle")
            join(
                draw,
                circuit,
                ((x + 44, min(line, top + 18.5)), (x + 50, line), (x + 72, line)),
                f"{cell}:{colour}",
                f"{module}:{pole}",
            )
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
            draw.words(x + 96.8, line + 0.9, name, SMALL, colour="#ffffff", anchor="end")
            end = flag(draw, x + 98, line, circuit, *pins, wire=3)
            if row == 0:
                draw.words(end + 2, line + 0.9, circuit.name_of(near), SMALL, colour=FADED)
    return y + high


BLOCKS: dict[str, Callable[[VectorDrawing, Circuit, BuildPlan, float], float]] = {
    "matrix": matrix,
    "shift": shift,
    "mux": mux,
    "hx711": load_cells,
    "nau7802": load_cells,
}
