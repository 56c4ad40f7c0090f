"""The wiring diagram of a board.

Wires that would cross the page end in flags instead: equal flags are one wire.  Every pin
of the circuit is on the page once or more; a test compares the page with the table of wires.
"""

from underboard.hardware import pico
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.drawings import blocks
from underboard.hardware.drawings.drawing import INK
from underboard.hardware.drawings.style import FADED, NOT_TRIED, PAPER
from underboard.hardware.drawings.symbols import Diagram

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


def wiring(plan: BuildPlan) -> Diagram:
    """Return the wiring diagram."""
    draw = page(f"{plan.name}: wiring", circuit_of(plan))
    words = f"Pico and Pico 2 have the same pins. {NOT_TRIED}"
    draw.words(WIDTH - 14, 18.5, words, 3, colour=FADED, anchor="end")
    pico_block(draw)
    y = _supply(draw, TOP)
    if plan.kind == "mux":
        y = _regulator(draw, y + 6)
    y = (_string if plan.weighs else _pixels)(draw, plan, y + 6)
    y = _buttons(draw, plan, y + 6)
    y = max(y, TOP + 20 * STEP) + 10
    draw.cuts += [y - 9, y - 4]
    y = blocks.BLOCKS[plan.kind](draw, plan, y)
    if plan.piece == BUTTON:
        draw.cuts.append(y + 4)
        y = blocks.pods(draw, plan, y + 8)
    draw.height = y + 8
    return draw


def page(title: str, circuit: Circuit, height: float = 0) -> Diagram:
    """Return a page for a diagram, with its title."""
    draw = Diagram(WIDTH, height, title, NOT_TRIED, paper=PAPER, circuit=circuit)
    draw.words(14, 13, title, 6.5, bold=True)
    draw.words(WIDTH - 14, 13, "equal flags are one wire", 3.4, colour=FADED, anchor="end")
    return draw


def pico_block(draw: Diagram) -> None:
    """Draw the Pico with a flag at each pin that is in use."""
    high, middle = 20 * STEP, LEFT + BODY / 2
    chip = TOP + high * 0.42
    draw.box(LEFT, TOP, BODY, high, 3, fill="#3f7d5a", stroke="#234834", pen=0.5)
    draw.box(middle - 6, TOP - 4, 12, 9, 1, fill="#c9ced3", stroke="#7b8187", pen=0.4)
    draw.words(middle, TOP - 5.5, "USB", 3, anchor="middle", colour=FADED)
    draw.box(middle - 6, chip, 12, 12, 1, fill="#22262a")
    draw.words(middle, chip + 18, "Pico", 4.5, anchor="middle", colour="#e8f2ec", bold=True)
    used = {
        pin.split("pin ")[1].rstrip(")"): pin
        for pins in draw.circuit.nets.values()
        for pin in pins
        if pin.startswith("Pico:")
    }
    for number, name in enumerate(pico.HEADER, 1):
        left = number <= 20
        inner, outer = ("start", "end") if left else ("end", "start")
        y = TOP + STEP * ((number - 1 if left else 40 - number) + 0.5)
        x = LEFT if left else LEFT + BODY
        side = -1 if left else 1
        pin = used.get(str(number))
        draw.circle(x, y, 1.3, fill="#e2c04b" if pin else "#7fa08c", stroke="#234834", pen=0.2)
        name = "AGND" if number == 33 else name
        ink = "#ffffff" if pin else "#9fc3ae"
        draw.small(x - side * 2.6, y + 1, name, colour=ink, anchor=inner, bold=bool(pin))
        draw.small(x + side * 2.6, y - 0.8, str(number), colour=FADED, anchor=outer)
        if pin:
            draw.flag(x + side * 1.3, y, pin, side=side, wire=5.7)


def _supply(draw: Diagram, y: float) -> float:
    draw.block(BLOCKS, y, WIDE, 29, "5 V for the pixels")
    x, line = BLOCKS + 8, y + 15
    at = draw.flag(x, line, "F1:1")
    draw.wire("5 V", (at, line), (at + 10, line))
    draw.box(at + 10, line - 2.5, 14, 5, stroke=INK, fill=PAPER, pen=0.3)
    draw.line((at + 10, line + 2.5), (at + 24, line - 2.5), pen=0.3)
    draw.small(at + 17, line - 4, draw.circuit.name_of("F1"), anchor="middle")
    if "C1:+" not in draw.circuit.nets["5 V fused"]:
        draw.join(((at + 24, line), (at + 30, line)), "F1:2")
        draw.flag(at + 30, line, "F1:2")
        return y + 29
    draw.join(((at + 24, line), (at + 70, line)), "F1:2", "C1:+", pen=0.5)
    _reservoir(draw, at + 38, line, 3.2)
    draw.flag(at + 70, line, "F1:2")
    return y + 29


def _reservoir(draw: Diagram, x: float, y: float, plus: float) -> None:
    """Draw the capacitor across the pixels' supply; ``plus``: how far its sign lies below."""
    draw.wire("5 V", (x, y), (x, y + 4))
    draw.capacitor(x, y + 4, 3)
    draw.small(x + 4.5, y + 6.2, f"{draw.circuit.name_of('C1')}, 10 V")
    draw.words(x - 4.5, y + plus, "+", 3, anchor="middle")
    draw.wire("GND", (x, y + 5.3), (x, y + 9))
    draw.ground(x, y + 9, "C1:-")


def _regulator(draw: Diagram, y: float) -> float:
    draw.block(BLOCKS, y, WIDE, 36, "3.3 V for the sensors, and the converter's reference")
    x, line = BLOCKS + 8, y + 17
    at = draw.flag(x, line, "U2:IN")
    first, body = at + 9, at + 22
    draw.join(((at, line), (body, line)), "U2:IN", "C2:1")
    draw.wire("5 V", (first, line), (first, line + 5))
    draw.capacitor(first, line + 5)
    draw.small(first - 3, line + 7.2, "C2 100 nF", anchor="end")
    draw.wire("GND", (first, line + 6.3), (first, line + 12))
    draw.box(body, line - 4.5, 20, 10, 1, fill="#33373c", stroke=INK, pen=0.3)
    draw.small(body + 10, line - 5.8, draw.circuit.name_of("U2"), anchor="middle", bold=True)
    draw.small(body + 1.2, line + 0.9, "IN", colour="#ffffff")
    draw.small(body + 18.8, line + 0.9, "OUT", colour="#ffffff", anchor="end")
    draw.small(body + 10, line + 4.6, "GND", colour="#ffffff", anchor="middle")
    draw.wire("GND", (body + 10, line + 5.5), (body + 10, line + 12))
    last = body + 29
    draw.join(((body + 20, line), (last + 24, line)), "U2:OUT", "C3:+")
    draw.wire("3.3 V", (last, line), (last, line + 5))
    draw.capacitor(last, line + 5)
    draw.small(last - 2.6, line + 4.2, "+", anchor="middle")
    draw.small(last + 3, line + 7.2, draw.circuit.name_of("C3"))
    draw.wire("GND", (last, line + 6.3), (last, line + 12))
    draw.flag(last + 24, line, "U2:OUT")
    draw.join(((first, line + 12), (last + 24, line + 12)), "U2:GND", "C2:2", "C3:-")
    draw.flag(last + 24, line + 12, "U2:GND")
    return y + 36


def _pixels(draw: Diagram, plan: BuildPlan, y: float) -> float:
    count = len(plan.pixels)
    high = 34 if plan.piece == BUTTON else 54
    words = "the chain begins on the hub" if plan.piece == BUTTON else f"{count} pixels, one chain"
    draw.block(BLOCKS, y, WIDE, high, words)
    x, line = BLOCKS + 8, y + 17
    at = draw.flag(x, line, "U1:2 (1A)")
    draw.wire("pixel", (at, line), (at + 8, line))
    gate = (at + 8, line - 5), (at + 18, line), (at + 8, line + 5)
    draw.shape(*gate, fill="#eef5ef", stroke=INK, pen=0.35)
    draw.small(at + 6, line - 6.5, "U1 74AHCT125")
    draw.small(at + 6.5, line - 1.2, "2", anchor="end", colour=FADED)
    draw.small(at + 19, line - 1.2, "3", colour=FADED)
    draw.join(((at + 18, line), (at + 27, line)), "U1:3 (1Y)", "R1:1")
    draw.resistor(at + 27, line, 12)
    draw.small(at + 33, line - 3, draw.circuit.name_of("R1"), anchor="middle")
    draw.wire("pixel", (at + 39, line), (at + 45, line))
    draw.flag(at + 45, line, "R1:2")
    under = line + 11
    end = draw.flag(x, under, "U1:14 (VCC)", "U1:4 (2OE)", "U1:10 (3OE)", "U1:13 (4OE)", "C4:1")
    draw.small(end + 2, under + 0.9, "U1: 14, 4, 10, 13; C4 100 nF", colour=FADED)
    end = draw.flag(
        x + 70, under, "U1:7 (GND)", "U1:1 (1OE)", "U1:5 (2A)", "U1:9 (3A)", "U1:12 (4A)", "C4:2"
    )
    draw.small(end + 2, under + 0.9, "U1: 7, 1, 5, 9, 12; C4", colour=FADED)
    if plan.piece != BUTTON:
        _chain(draw, plan, y + 40)
    return y + high


def _string(draw: Diagram, plan: BuildPlan, y: float) -> float:
    """Draw a string of pixels that was wired in the factory, with its diode."""
    draw.block(BLOCKS, y, WIDE, 72, f"{len(plan.pixels)} pixels, one ready-wired string")
    x, line = BLOCKS + 8, y + 16
    at = draw.flag(x, line, "D1:anode")
    draw.wire("5 V", (at, line), (at + 8, line))
    draw.diode(at + 8, line)
    draw.small(at + 10.5, line - 3, draw.circuit.name_of("D1"), anchor="middle")
    draw.join(((at + 13, line), (at + 52, line)), "D1:cathode, the ring", "C1:+")
    _reservoir(draw, at + 26, line, 3.4)
    draw.flag(at + 52, line, "C1:+")
    line = y + 35
    at = draw.flag(x, line, "R1:1")
    draw.resistor(at + 6, line, 12)
    draw.wire("pixel", (at, line), (at + 6, line))
    draw.small(at + 12, line - 3, draw.circuit.name_of("R1"), anchor="middle")
    draw.flag(at + 18, line, "R1:2", wire=6)
    _chain(draw, plan, y + 57)
    return y + 72


def _chain(draw: Diagram, plan: BuildPlan, line: float) -> None:
    count = len(plan.pixels)
    shown = list(range(count)) if count < 5 else [0, 1, 2, count - 2, count - 1]
    spots = [BLOCKS + 12 + place * 20 + (6 if place > 2 else 0) for place in range(len(shown))]
    for place, number in enumerate(shown):
        x = spots[place]
        draw.pixel(x, line, number)
        if place + 1 < len(shown):
            links = range(number, shown[place + 1])
            dash = 1.4 if len(links) > 1 else 0
            draw.wire("pixel", (x + 6, line), (spots[place + 1] - 6, line), dash=dash)
            for one in links:
                # A dashed wire stands for all links between the pixels that are not drawn.
                draw.join(((x + 6, line), (x + 6.1, line)), f"P{one}:DOUT", f"P{one + 1}:DIN")
    draw.join(((spots[0] - 6, line), (spots[0] - 6.1, line)), "R1:2", "P0:DIN")
    draw.rails(spots[0], spots[-1] + 7, line, range(count))


def _buttons(draw: Diagram, plan: BuildPlan, y: float) -> float:
    names = plan.data["buttons"]["names"]
    if not names:
        return y - 6
    draw.block(BLOCKS, y, WIDE, 10 + 8 * len(names), "buttons, each to ground")
    for number, name in enumerate(names):
        line = y + 13 + 8 * number
        at = draw.flag(BLOCKS + 8, line, f"B-{name}:1")
        draw.wire("button", (at, line), (BLOCKS + 50, line))
        draw.switch(BLOCKS + 50, line)
        draw.flag(BLOCKS + 60, line, f"B-{name}:2", wire=10)
    return y + 10 + 8 * len(names)
