"""Schematic: the wiring diagram of a board.

Wires that would cross the page end in flags instead: equal flags are one wire.
"""

from underboard.hardware import pico
from underboard.hardware.drawing import INK, Drawing
from underboard.hardware.plan import CHIP, Plan
from underboard.hardware.views import CHAIN, FADED, GLASS, LAMP, LAMP_EDGE, NOT_TRIED, PAPER
from underboard.hardware.wires import shift_place

ROW, COLUMN, DATA, SIGNAL, PUSH = "#b07d00", "#2f66b5", "#2d8a4e", "#7a3fa0", "#6b5f55"
VOLT5, VOLT3, GROUND = "#b8322a", "#d2691e", "#333333"
STEP = 7.0
"""Between two pins of the Pico, mm on the page."""
LEFT, TOP = 46.0, 26.0
BODY = 44.0
BLOCKS = 140.0
"""Where the blocks beside the Pico begin."""
WIDTH = 297.0


def flag(draw: Drawing, x: float, y: float, text: str, colour: str, side: int = 1) -> float:
    """Draw a flag whose tip is at x, y and which points left (side 1) or right (-1)."""
    wide = 4.2 + 1.6 * len(text)
    back, tip = x + side * wide, x + side * 1.8
    draw.shape((x, y), (tip, y - 2.1), (back, y - 2.1), (back, y + 2.1), (tip, y + 2.1),
               fill=colour)  # fmt: skip
    draw.words((tip + back) / 2, y + 0.95, text, 2.7, colour="#ffffff", anchor="middle", bold=True)
    return wide


def uses(plan: Plan) -> dict[str, tuple[str, str]]:
    """Return, for each pin in use, its flag's text and colour."""
    colours = {
        "matrix row": ROW, "matrix column": COLUMN, "pixels": DATA, "button": PUSH,
        "switches data": SIGNAL, "switches clock": COLUMN, "switches latch": ROW,
        "select": COLUMN, "multiplexer": SIGNAL, "enable": ROW, "power": VOLT3,
    }  # fmt: skip
    short = {"matrix ": "", "switches ": "", "multiplexer": "mux", "power of group": "power"}
    found = {}
    for use, pin in plan.pins:
        text = use
        for long, brief in short.items():
            text = text.replace(long, brief)
        colour = next(c for start, c in colours.items() if use.startswith(start))
        found[pico.SAME.get(pin, pin)] = (text, colour)
    return found


def wiring(plan: Plan) -> Drawing:
    """Return the wiring diagram."""
    blocks = {"matrix": _matrix, "shift": _shift, "mux": _mux}[plan.kind]
    draw = Drawing(WIDTH, 0, f"{plan.name}: wiring", NOT_TRIED, paper=PAPER)
    draw.words(14, 13, f"{plan.name}: wiring", 6.5, bold=True)
    draw.words(WIDTH - 14, 13, "equal flags are one wire", 3.4, colour=FADED, anchor="end")
    _pico(draw, plan)
    y = _supply(draw, TOP)
    y = _pixels(draw, plan, y + 8)
    y = _buttons(draw, plan, y + 8)
    y = max(y, TOP + 20 * STEP) + 12
    y = blocks(draw, plan, y)
    draw.words(14, y + 9, f"Pico and Pico 2 have the same pins. {NOT_TRIED}", 3, colour=FADED)
    draw.height = y + 15
    return draw


def _pico(draw: Drawing, plan: Plan) -> None:
    high = 20 * STEP
    draw.box(LEFT, TOP, BODY, high, 3, fill="#3f7d5a", stroke="#234834", pen=0.5)
    draw.box(LEFT + BODY / 2 - 6, TOP - 4, 12, 9, 1, fill="#c9ced3", stroke="#7b8187", pen=0.4)
    draw.words(LEFT + BODY / 2, TOP - 6, "USB", 3, anchor="middle", colour=FADED)
    draw.box(LEFT + BODY / 2 - 6, TOP + high * 0.42, 12, 12, 1, fill="#22262a")
    draw.words(LEFT + BODY / 2, TOP + high * 0.42 + 18, "Pico", 4.5, anchor="middle",
               colour="#e8f2ec", bold=True)  # fmt: skip
    flags = uses(plan)
    flags |= {"VBUS": ("5 V", VOLT5)}
    if plan.kind == "shift":
        flags["3V3"] = ("3.3 V", VOLT3)
    if plan.kind == "mux":
        flags["ADC_VREF"] = ("3.3 V", VOLT3)
    for index, name in enumerate(pico.HEADER):
        number = index + 1
        left = number <= 20
        y = TOP + STEP * ((number - 1 if left else 40 - number) + 0.5)
        x = LEFT if left else LEFT + BODY
        side = -1 if left else 1
        shown = flags.get(name)
        if number == 38:
            shown = ("GND", GROUND)
        draw.circle(x, y, 1.3, fill="#e2c04b" if shown else "#7fa08c", stroke="#234834", pen=0.2)
        draw.words(x - side * 2.6, y + 1, name, 2.6, colour="#ffffff" if shown else "#9fc3ae",
                   anchor="start" if left else "end", bold=bool(shown))  # fmt: skip
        draw.words(x + side * 2.6, y - 0.8, str(number), 1.9, colour=FADED,
                   anchor="end" if left else "start")  # fmt: skip
        if shown:
            draw.line((x + side * 1.3, y), (x + side * 7, y), stroke=shown[1], pen=0.5)
            flag(draw, x + side * 7, y, *shown, side)


def _block(draw: Drawing, x: float, y: float, wide: float, high: float, title: str) -> None:
    draw.box(x, y, wide, high, 2.5, fill="#ffffff", stroke="#cbbfae", pen=0.3)
    draw.words(x + 4, y + 6, title, 3.6, bold=True)


def _supply(draw: Drawing, y: float) -> float:
    wide = WIDTH - BLOCKS - 14
    _block(draw, BLOCKS, y, wide, 30, "5 V for the pixels")
    x, line = BLOCKS + 8, y + 15
    at = x + flag(draw, x, line, "5 V", VOLT5)
    draw.line((at, line), (at + 12, line), stroke=VOLT5, pen=0.5)
    draw.box(at + 12, line - 2.5, 14, 5, stroke=INK, fill=PAPER, pen=0.3)
    draw.line((at + 12, line + 2.5), (at + 26, line - 2.5), pen=0.3)
    draw.words(at + 19, line - 4, "F1 0.5 A", 2.7, anchor="middle")
    draw.line((at + 26, line), (at + 78, line), stroke=VOLT5, pen=0.5)
    flag(draw, at + 78, line, "5 V fused", VOLT5)
    cap = at + 50
    draw.line((cap, line), (cap, line + 4), stroke=VOLT5, pen=0.5)
    draw.line((cap - 4, line + 4), (cap + 4, line + 4), pen=0.6)
    draw.line((cap - 4, line + 5.6), (cap + 4, line + 5.6), pen=0.6)
    draw.line((cap, line + 5.6), (cap, line + 10), stroke=GROUND, pen=0.5)
    draw.words(cap + 6, line + 6, "C1 1000 µF, 10 V", 2.7)
    flag(draw, cap, line + 10, "GND", GROUND)
    return y + 30


def _pixels(draw: Drawing, plan: Plan, y: float) -> float:
    wide = WIDTH - BLOCKS - 14
    _block(draw, BLOCKS, y, wide, 52, f"{len(plan.pixels)} pixels, one chain")
    x, line = BLOCKS + 8, y + 17
    at = x + flag(draw, x, line, "pixels data", DATA)
    draw.line((at, line), (at + 8, line), stroke=DATA, pen=0.5)
    draw.shape((at + 8, line - 5), (at + 18, line), (at + 8, line + 5), fill="#eef5ef",
               stroke=INK, pen=0.35)  # fmt: skip
    draw.words(at + 9, line - 7, "U1 74AHCT125 at 5 V fused", 2.6)
    draw.words(at + 6.5, line - 1.2, "2", 2, anchor="end", colour=FADED)
    draw.words(at + 19, line - 1.2, "3", 2, colour=FADED)
    draw.line((at + 18, line), (at + 27, line), stroke=DATA, pen=0.5)
    draw.box(at + 27, line - 1.8, 12, 3.6, stroke=INK, fill=PAPER, pen=0.35)
    draw.words(at + 33, line - 3, "R1 330 Ω", 2.6, anchor="middle")
    draw.line((at + 39, line), (at + 46, line), stroke=DATA, pen=0.5)
    flag(draw, at + 46, line, "DIN of pixel 0", DATA)
    draw.words(x, line + 9, "U1: 14, 4, 10, 13 to 5 V fused; 7, 1, 5, 9, 12 to GND", 2.6,
               colour=FADED)  # fmt: skip
    line = y + 38
    count = len(plan.pixels)
    shown = [0, 1, 2, count - 2, count - 1]
    for place, number in enumerate(shown):
        x = BLOCKS + 12 + place * 23 + (8 if place > 2 else 0)
        draw.line((x, line - 4.5), (x, line - 7.5), stroke=VOLT5, pen=0.5)
        draw.line((x, line + 4.5), (x, line + 7.5), stroke=GROUND, pen=0.5)
        draw.box(x - 7, line - 4.5, 14, 9, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
        draw.circle(x, line, 3, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
        draw.words(x, line + 1, str(number), 2.6, anchor="middle", bold=True)
        if place < len(shown) - 1:
            end = x + (24 if place == 2 else 16)
            draw.line((x + 7, line), (end, line), stroke=CHAIN, pen=0.5,
                      dash=1.4 if place == 2 else 0)  # fmt: skip
            draw.words(x + 8, line - 1, "DOUT", 1.7, colour=FADED)
    last = BLOCKS + 12 + 4 * 23 + 8
    draw.line((BLOCKS + 12, line - 7.5), (last + 8, line - 7.5), stroke=VOLT5, pen=0.5)
    draw.line((BLOCKS + 12, line + 7.5), (last + 8, line + 7.5), stroke=GROUND, pen=0.5)
    flag(draw, last + 8, line - 7.5, "5 V fused", VOLT5)
    flag(draw, last + 8, line + 7.5, "GND", GROUND)
    return y + 52


def _buttons(draw: Drawing, plan: Plan, y: float) -> float:
    names = plan.data["buttons"]["names"]
    if not names:
        return y - 8
    wide = WIDTH - BLOCKS - 14
    _block(draw, BLOCKS, y, wide, 12 + 9 * len(names), "buttons, each to ground")
    for number, name in enumerate(names):
        line = y + 14 + 9 * number
        x = BLOCKS + 8
        at = x + flag(draw, x, line, f"button {name}", PUSH)
        draw.line((at, line), (BLOCKS + 50, line), stroke=PUSH, pen=0.5)
        switch(draw, BLOCKS + 50, line)
        draw.line((BLOCKS + 60, line), (BLOCKS + 72, line), stroke=GROUND, pen=0.5)
        flag(draw, BLOCKS + 72, line, "GND", GROUND)
    return y + 12 + 9 * len(names)


def switch(draw: Drawing, x: float, y: float) -> None:
    """Draw an open switch, ten wide."""
    draw.line((x, y), (x + 2.5, y), pen=0.4)
    draw.line((x + 2.5, y), (x + 8, y - 2.8), pen=0.4)
    draw.line((x + 7.5, y), (x + 10, y), pen=0.4)
    draw.circle(x + 2.5, y, 0.5, fill=INK)
    draw.circle(x + 7.5, y, 0.5, fill=INK)


def _matrix(draw: Drawing, plan: Plan, y: float) -> float:
    scanner = plan.data["scanner"]
    rows, columns = len(scanner["rows"]), len(scanner["columns"])
    step_x, step_y = min(58.0, 232.0 / columns), 21.0
    high = 26 + rows * step_y
    _block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches, a diode each")
    draw.words(WIDTH - 18, y + 6, "the diode's ring points to the switch", 2.8, colour=FADED,
               anchor="end")  # fmt: skip
    left, top = 44.0, y + 16
    bottom = top + rows * step_y
    for column in range(columns):
        x = left + column * step_x
        draw.line((x, top - 1), (x, bottom - 13), stroke=COLUMN, pen=0.6)
        flag(draw, x, top - 2, f"column {column}", COLUMN)
    for row in range(rows):
        line = top + (row + 1) * step_y - 3
        end = left + columns * step_x - 6
        draw.line((left - 6, line), (end, line), stroke=ROW, pen=0.6)
        flag(draw, left - 6, line, f"row {row}", ROW, -1)
    for sensor in plan.sensors:
        row, column = divmod(sensor.channel, columns)
        x, line = left + column * step_x, top + (row + 1) * step_y - 3
        branch = line - 10
        draw.circle(x, branch, 0.8, fill=COLUMN)
        draw.line((x, branch), (x + 4, branch), stroke=COLUMN, pen=0.5)
        diode(draw, x + 4, branch)
        switch(draw, x + 9, branch)
        draw.line((x + 19, branch), (x + 22, branch), (x + 22, line), stroke=ROW, pen=0.5)
        draw.circle(x + 22, line, 0.8, fill=ROW)
        draw.words(x + 11, branch + 5.5, sensor.cell, 3, bold=True)
        draw.words(x + 5.8, branch - 3, f"D{sensor.number + 1}", 2, colour=FADED,
                   anchor="middle")  # fmt: skip
        draw.words(x + 16, branch - 3.2, f"S{sensor.number + 1}", 2, colour=FADED,
                   anchor="middle")  # fmt: skip
    return y + high


def diode(draw: Drawing, x: float, y: float) -> None:
    """Draw a diode that conducts to the right, five wide."""
    draw.shape((x, y - 1.7), (x + 3.6, y), (x, y + 1.7), fill=INK)
    draw.line((x + 3.6, y - 1.8), (x + 3.6, y + 1.8), pen=0.5)
    draw.line((x + 3.6, y), (x + 5, y), pen=0.4)


def _shift(draw: Drawing, plan: Plan, y: float) -> float:
    across = 3
    lines = -(-plan.chips // across)
    wide, tall = (WIDTH - 28) / across, 76.0
    high = 12 + lines * tall
    _block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} switches on {plan.chips} × 74HC165")
    draw.words(WIDTH - 18, y + 6, "every input 10 kΩ to 3.3 V, its switch to GND", 2.8,
               colour=FADED, anchor="end")  # fmt: skip
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    for chip in range(plan.chips):
        x = 14 + (chip % across) * wide + 37
        top = y + 14 + (chip // across) * tall + 1
        draw.box(x, top, 22, 66, 1.5, fill="#33373c", stroke=INK, pen=0.4)
        draw.words(x + 11, top - 1.5, f"U{chip + 2} 74HC165", 3, anchor="middle", bold=True)
        for bit in range(CHIP["shift"]):
            channel = chip * CHIP["shift"] + bit
            _, pin, letter = shift_place(channel)
            line = top + 6 + bit * 7.5
            draw.words(x + 1.5, line + 1, f"{letter} {pin}", 2.3, colour="#ffffff")
            sensor = by_channel.get(channel)
            if sensor is None:
                draw.line((x, line), (x - 6, line), stroke=VOLT3, pen=0.4)
                flag(draw, x - 6, line, "3.3 V", VOLT3, -1)
                continue
            draw.line((x, line), (x - 12, line), stroke=SIGNAL, pen=0.4)
            switch(draw, x - 22, line)
            draw.line((x - 22, line), (x - 27, line), stroke=GROUND, pen=0.4)
            draw.line((x - 27, line - 1.5), (x - 27, line + 1.5), stroke=GROUND, pen=0.7)
            draw.words(x - 29, line + 1, sensor.cell, 2.8, anchor="end", bold=True)
            draw.words(x - 6, line - 0.9, str(channel), 1.9, colour=FADED, anchor="middle")
        behind = f"QH of U{chip + 3}" if chip < plan.chips - 1 else "3.3 V"
        front = "data" if chip == 0 else f"SER of U{chip + 1}"
        for row, (name, text, colour) in enumerate((
            ("QH 9", front, SIGNAL), ("CLK 2", "clock", COLUMN), ("SH/LD 1", "latch", ROW),
            ("SER 10", behind, SIGNAL if chip < plan.chips - 1 else VOLT3),
            ("VCC 16", "3.3 V", VOLT3), ("GND 8, 15", "GND", GROUND),
        )):  # fmt: skip
            line = top + 8 + row * 10
            draw.words(x + 20.5, line + 1, name, 2.3, colour="#ffffff", anchor="end")
            draw.line((x + 22, line), (x + 26, line), stroke=colour, pen=0.5)
            flag(draw, x + 26, line, text, colour)
    return y + high


def _mux(draw: Drawing, plan: Plan, y: float) -> float:
    wide = (WIDTH - 28) / max(plan.chips, 2)
    high = 22 + 16 * 7.0
    _block(draw, 14, y, WIDTH - 28, high, f"{len(plan.sensors)} sensors on {plan.chips} × 74HC4067")
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    scanner = plan.data["scanner"]
    for chip in range(plan.chips):
        pin = scanner["adc"][chip % len(scanner["adc"])]
        x, top = 14 + chip * wide + 34, y + 12
        draw.box(x, top, 20, 16 * 7.0 + 4, 1.5, fill="#33373c", stroke=INK, pen=0.4)
        draw.words(x + 11, top + 50, f"U{chip + 3}", 4, colour="#ffffff", anchor="middle",
                   bold=True)  # fmt: skip
        for input_ in range(CHIP["mux"]):
            line = top + 5 + input_ * 7
            draw.words(x + 1.5, line + 1, f"C{input_}", 2.3, colour="#ffffff")
            sensor = by_channel.get(chip * CHIP["mux"] + input_)
            if sensor:
                draw.line((x, line), (x - 6, line), stroke=SIGNAL, pen=0.4)
                draw.box(x - 12, line - 2, 6, 4, 0.5, fill=GLASS, stroke=INK, pen=0.2)
                draw.words(x - 13.5, line + 1, sensor.cell, 2.8, anchor="end", bold=True)
        selects = [(f"S{i}", f"select S{i}", COLUMN)
                   for i in range(len(plan.data["scanner"]["select"]))]  # fmt: skip
        ends = [("SIG", uses(plan)[pico.SAME.get(pin, pin)][0], SIGNAL), *selects,
                ("VCC", "3.3 V", VOLT3)]  # fmt: skip
        if "enable" in scanner:
            ends += [("EN", f"enable {chip // len(scanner['adc'])}", ROW), ("GND", "GND", GROUND)]
        else:
            ends.append(("GND EN", "GND", GROUND))
        if "power" in scanner:
            # Through a transistor, which feeds the sensors of this multiplexer alone.
            ends.append(("sensors", f"power {chip}", VOLT3))
        for row, (name, text, colour) in enumerate(ends):
            line = top + 8 + row * 11
            draw.words(x + 18.5, line + 1, name, 2.3, colour="#ffffff", anchor="end")
            draw.line((x + 20, line), (x + 24, line), stroke=colour, pen=0.5)
            flag(draw, x + 24, line, text, colour)
    return y + high
