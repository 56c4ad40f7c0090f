"""The wiring diagram of a board.

Wires that would cross the page end in flags instead: equal flags are one wire.  Every pin
of the circuit is on the page once or more; a test compares the page with the table of wires.
"""

from underboard.hardware import pico
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.drawings import blocks
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.style import CHAIN, FADED, LAMP, LAMP_EDGE, NOT_TRIED, PAPER
from underboard.hardware.drawings.symbols import (
    SMALL,
    block,
    capacitor,
    diode,
    flag,
    ground,
    join,
    resistor,
    switch,
)

STEP = 7.0
"""Between two pins of the Pico, mm on the page."""
LEFT, TOP = 50.0, 26.0
BODY = 44.0
"""Width of the Pico, mm on the page; chosen."""
BLOCKS = 150.0
"""Left edge of the blocks beside the Pico, mm on the page; chosen."""
WIDTH = 297.0
"""Width of the page, mm; A4 across, by its standard."""
WIDE = WIDTH - BLOCKS - 14
"""Width of a block, mm on the page, after WIDTH and BLOCKS."""


def wiring(plan: BuildPlan) -> VectorDrawing:
    """Return the wiring diagram."""
    circuit = circuit_of(plan)
    draw = VectorDrawing(WIDTH, 0, f"{plan.name}: wiring", NOT_TRIED, paper=PAPER)
    draw.words(14, 13, f"{plan.name}: wiring", 6.5, bold=True)
    draw.words(WIDTH - 14, 13, "equal flags are one wire", 3.4, colour=FADED, anchor="end")
    words = f"Pico and Pico 2 have the same pins. {NOT_TRIED}"
    draw.words(WIDTH - 14, 18.5, words, 3, colour=FADED, anchor="end")
    pico_block(draw, circuit)
    y = _supply(draw, circuit, TOP)
    if plan.kind == "mux":
        y = _regulator(draw, circuit, y + 6)
    y = (_string if plan.weighs else _pixels)(draw, circuit, plan, y + 6)
    y = _buttons(draw, circuit, plan, y + 6)
    y = max(y, TOP + 20 * STEP) + 10
    draw.cuts += [y - 9, y - 4]
    y = blocks.BLOCKS[plan.kind](draw, circuit, plan, y)
    if plan.piece == BUTTON:
        draw.cuts.append(y + 4)
        y = blocks.pods(draw, circuit, plan, y + 8)
    draw.height = y + 8
    return draw


def pico_block(draw: VectorDrawing, circuit: Circuit) -> None:
    """Draw the Pico with a flag at each pin that is in use."""
    high = 20 * STEP
    draw.box(LEFT, TOP, BODY, high, 3, fill="#3f7d5a", stroke="#234834", pen=0.5)
    draw.box(LEFT + BODY / 2 - 6, TOP - 4, 12, 9, 1, fill="#c9ced3", stroke="#7b8187", pen=0.4)
    draw.words(LEFT + BODY / 2, TOP - 5.5, "USB", 3, anchor="middle", colour=FADED)
    draw.box(LEFT + BODY / 2 - 6, TOP + high * 0.42, 12, 12, 1, fill="#22262a")
    draw.words(
        LEFT + BODY / 2,
        TOP + high * 0.42 + 18,
        "Pico",
        4.5,
        anchor="middle",
        colour="#e8f2ec",
        bold=True,
    )
    used = {
        pin.split("pin ")[1].rstrip(")"): pin
        for pins in circuit.nets.values()
        for pin in pins
        if pin.startswith("Pico:")
    }
    for index, name in enumerate(pico.HEADER):
        number = index + 1
        left = number <= 20
        y = TOP + STEP * ((number - 1 if left else 40 - number) + 0.5)
        x = LEFT if left else LEFT + BODY
        side = -1 if left else 1
        pin = used.get(str(number))
        draw.circle(x, y, 1.3, fill="#e2c04b" if pin else "#7fa08c", stroke="#234834", pen=0.2)
        name = "AGND" if number == 33 else name
        draw.words(
            x - side * 2.6,
            y + 1,
            name,
            SMALL,
            colour="#ffffff" if pin else "#9fc3ae",
            anchor="start" if left else "end",
            bold=bool(pin),
        )
        draw.words(
            x + side * 2.6,
            y - 0.8,
            str(number),
            SMALL,
            colour=FADED,
            anchor="end" if left else "start",
        )
        if pin:
            flag(draw, x + side * 1.3, y, circuit, pin, side=side, wire=5.7)


def _supply(draw: VectorDrawing, circuit: Circuit, y: float) -> float:
    block(draw, BLOCKS, y, WIDE, 29, "5 V for the pixels")
    x, line = BLOCKS + 8, y + 15
    at = flag(draw, x, line, circuit, "F1:1")
    draw.line((at, line), (at + 10, line), stroke="#b8322a", pen=0.5)
    draw.box(at + 10, line - 2.5, 14, 5, stroke=INK, fill=PAPER, pen=0.3)
    draw.line((at + 10, line + 2.5), (at + 24, line - 2.5), pen=0.3)
    draw.words(at + 17, line - 4, circuit.name_of("F1"), SMALL, anchor="middle")
    if "C1:+" not in circuit.nets["5 V fused"]:
        join(draw, circuit, ((at + 24, line), (at + 30, line)), "F1:2")
        flag(draw, at + 30, line, circuit, "F1:2")
        return y + 29
    cap = at + 38
    join(draw, circuit, ((at + 24, line), (at + 70, line)), "F1:2", "C1:+", pen=0.5)
    _reservoir(draw, circuit, cap, line, 3.2)
    flag(draw, at + 70, line, circuit, "F1:2")
    return y + 29


def _reservoir(draw: VectorDrawing, circuit: Circuit, x: float, y: float, plus: float) -> None:
    """Draw the capacitor across the pixels' supply; ``plus``: how far its sign lies below."""
    draw.line((x, y), (x, y + 4), stroke="#b8322a", pen=0.5)
    capacitor(draw, x, y + 4, 3)
    draw.words(x + 4.5, y + 6.2, f"{circuit.name_of('C1')}, 10 V", SMALL)
    draw.words(x - 4.5, y + plus, "+", 3, anchor="middle")
    draw.line((x, y + 5.3), (x, y + 9), stroke="#333333", pen=0.5)
    ground(draw, x, y + 9, circuit, "C1:-")


def _regulator(draw: VectorDrawing, circuit: Circuit, y: float) -> float:
    block(draw, BLOCKS, y, WIDE, 36, "3.3 V for the sensors, and the converter's reference")
    x, line = BLOCKS + 8, y + 17
    at = flag(draw, x, line, circuit, "U2:IN")
    first, body = at + 9, at + 22
    join(draw, circuit, ((at, line), (body, line)), "U2:IN", "C2:1")
    draw.line((first, line), (first, line + 5), stroke="#b8322a", pen=0.5)
    capacitor(draw, first, line + 5)
    draw.words(first - 3, line + 7.2, "C2 100 nF", SMALL, anchor="end")
    draw.line((first, line + 6.3), (first, line + 12), stroke="#333333", pen=0.5)
    draw.box(body, line - 4.5, 20, 10, 1, fill="#33373c", stroke=INK, pen=0.3)
    draw.words(body + 10, line - 5.8, circuit.name_of("U2"), SMALL, anchor="middle", bold=True)
    draw.words(body + 1.2, line + 0.9, "IN", SMALL, colour="#ffffff")
    draw.words(body + 18.8, line + 0.9, "OUT", SMALL, colour="#ffffff", anchor="end")
    draw.words(body + 10, line + 4.6, "GND", SMALL, colour="#ffffff", anchor="middle")
    draw.line((body + 10, line + 5.5), (body + 10, line + 12), stroke="#333333", pen=0.5)
    last = body + 29
    join(draw, circuit, ((body + 20, line), (last + 24, line)), "U2:OUT", "C3:+")
    draw.line((last, line), (last, line + 5), stroke="#c25a12", pen=0.5)
    capacitor(draw, last, line + 5)
    draw.words(last - 2.6, line + 4.2, "+", SMALL, anchor="middle")
    draw.words(last + 3, line + 7.2, circuit.name_of("C3"), SMALL)
    draw.line((last, line + 6.3), (last, line + 12), stroke="#333333", pen=0.5)
    flag(draw, last + 24, line, circuit, "U2:OUT")
    join(draw, circuit, ((first, line + 12), (last + 24, line + 12)), "U2:GND", "C2:2", "C3:-")
    flag(draw, last + 24, line + 12, circuit, "U2:GND")
    return y + 36


def _pixels(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    count = len(plan.pixels)
    high = 34 if plan.piece == BUTTON else 54
    words = "the chain begins on the hub" if plan.piece == BUTTON else f"{count} pixels, one chain"
    block(draw, BLOCKS, y, WIDE, high, words)
    x, line = BLOCKS + 8, y + 17
    at = flag(draw, x, line, circuit, "U1:2 (1A)")
    draw.line((at, line), (at + 8, line), stroke=CHAIN, pen=0.5)
    draw.shape(
        (at + 8, line - 5),
        (at + 18, line),
        (at + 8, line + 5),
        fill="#eef5ef",
        stroke=INK,
        pen=0.35,
    )
    draw.words(at + 6, line - 6.5, "U1 74AHCT125", SMALL)
    draw.words(at + 6.5, line - 1.2, "2", SMALL, anchor="end", colour=FADED)
    draw.words(at + 19, line - 1.2, "3", SMALL, colour=FADED)
    join(draw, circuit, ((at + 18, line), (at + 27, line)), "U1:3 (1Y)", "R1:1")
    resistor(draw, at + 27, line, 12)
    draw.words(at + 33, line - 3, circuit.name_of("R1"), SMALL, anchor="middle")
    draw.line((at + 39, line), (at + 45, line), stroke=CHAIN, pen=0.5)
    flag(draw, at + 45, line, circuit, "R1:2")
    under = line + 11
    end = flag(
        draw, x, under, circuit, "U1:14 (VCC)", "U1:4 (2OE)", "U1:10 (3OE)", "U1:13 (4OE)", "C4:1"
    )
    draw.words(end + 2, under + 0.9, "U1: 14, 4, 10, 13; C4 100 nF", SMALL, colour=FADED)
    end = flag(
        draw,
        x + 70,
        under,
        circuit,
        "U1:7 (GND)",
        "U1:1 (1OE)",
        "U1:5 (2A)",
        "U1:9 (3A)",
        "U1:12 (4A)",
        "C4:2",
    )
    draw.words(end + 2, under + 0.9, "U1: 7, 1, 5, 9, 12; C4", SMALL, colour=FADED)
    if plan.piece != BUTTON:
        _chain(draw, circuit, plan, y + 40)
    return y + high


def _string(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    """Draw a string of pixels that was wired in the factory, with its diode."""
    block(draw, BLOCKS, y, WIDE, 72, f"{len(plan.pixels)} pixels, one ready-wired string")
    x, line = BLOCKS + 8, y + 16
    at = flag(draw, x, line, circuit, "D1:anode")
    draw.line((at, line), (at + 8, line), stroke="#b8322a", pen=0.5)
    diode(draw, at + 8, line)
    draw.words(at + 10.5, line - 3, circuit.name_of("D1"), SMALL, anchor="middle")
    cap = at + 26
    join(draw, circuit, ((at + 13, line), (at + 52, line)), "D1:cathode, the ring", "C1:+")
    _reservoir(draw, circuit, cap, line, 3.4)
    flag(draw, at + 52, line, circuit, "C1:+")
    line = y + 35
    at = flag(draw, x, line, circuit, "R1:1")
    resistor(draw, at + 6, line, 12)
    draw.line((at, line), (at + 6, line), stroke=CHAIN, pen=0.5)
    draw.words(at + 12, line - 3, circuit.name_of("R1"), SMALL, anchor="middle")
    flag(draw, at + 18, line, circuit, "R1:2", wire=6)
    _chain(draw, circuit, plan, y + 57)
    return y + 72


def _chain(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, line: float) -> None:
    count = len(plan.pixels)
    shown = list(range(count)) if count < 5 else [0, 1, 2, count - 2, count - 1]
    spots = [BLOCKS + 12 + place * 20 + (6 if place > 2 else 0) for place in range(len(shown))]
    for place, number in enumerate(shown):
        x = spots[place]
        draw.line((x, line - 4), (x, line - 7), stroke="#b8322a", pen=0.5)
        draw.line((x, line + 4), (x, line + 7), stroke="#333333", pen=0.5)
        draw.box(x - 6, line - 4, 12, 8, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
        draw.circle(x, line, 3, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
        draw.words(x, line + 1, str(number), SMALL, anchor="middle", bold=True)
        if place + 1 < len(shown):
            gap = shown[place + 1] - number > 1
            links = range(number, shown[place + 1])
            draw.line(
                (x + 6, line),
                (spots[place + 1] - 6, line),
                stroke=CHAIN,
                pen=0.5,
                dash=1.4 if gap else 0,
            )
            for one in links:
                # A dashed wire stands for all links between the pixels that are not drawn.
                join(
                    draw,
                    circuit,
                    ((x + 6, line), (x + 6.1, line)),
                    f"P{one}:DOUT",
                    f"P{one + 1}:DIN",
                )
    last = spots[-1]
    join(draw, circuit, ((spots[0] - 6, line), (spots[0] - 6.1, line)), "R1:2", "P0:DIN")
    everyone = range(count)
    for up, pole, colour in ((-7, "5V", "#b8322a"), (7, "GND", "#333333")):
        draw.line((spots[0], line + up), (last + 7, line + up), stroke=colour, pen=0.5)
        flag(draw, last + 7, line + up, circuit, *[f"P{n}:{pole}" for n in everyone])


def _buttons(draw: VectorDrawing, circuit: Circuit, plan: BuildPlan, y: float) -> float:
    names = plan.data["buttons"]["names"]
    if not names:
        return y - 6
    block(draw, BLOCKS, y, WIDE, 10 + 8 * len(names), "buttons, each to ground")
    for number, name in enumerate(names):
        line = y + 13 + 8 * number
        at = flag(draw, BLOCKS + 8, line, circuit, f"B-{name}:1")
        draw.line((at, line), (BLOCKS + 50, line), stroke="#6b5f55", pen=0.5)
        switch(draw, BLOCKS + 50, line)
        flag(draw, BLOCKS + 60, line, circuit, f"B-{name}:2", wire=10)
    return y + 10 + 8 * len(names)
