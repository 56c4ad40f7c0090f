"""The smallest kits that light up when a piece is put down, made from their own files.

``hardware/starter/NAME/kit.json`` says which sensor hangs on which pin; the program
``hardware/starter/code.py`` and the diagram here read the same file.
"""

import json
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.hardware.circuit.board import of_pico
from underboard.hardware.circuit.model import Circuit, Wire
from underboard.hardware.circuit.scale import BRIDGE
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.schematic import BLOCKS, WIDE, pico_block
from underboard.hardware.drawings.style import (
    GLASS,
    LAMP,
    LAMP_EDGE,
    METAL,
    METAL_EDGE,
    NOT_TRIED,
    PAPER,
)
from underboard.hardware.drawings.symbols import (
    SMALL,
    block,
    capacitor,
    chip,
    diode,
    flag,
    ground,
    join,
    resistor,
    switch,
)
from underboard.hardware.parts.bom import KINDS
from underboard.hardware.parts.bom_line import PartKind, PartLine, line_of
from underboard.hardware.tables import heads, table
from underboard.jsontype import JsonObject

TACT = PartKind("push-button 6 × 6 mm for a breadboard, normally open", "push-button")
SENSORS = {"reed": ("sensor",), "linear-hall": ("sensor",), "load-cell": ("clock", "data")}
"""Kinds of kit, and the pins that the sensor of each needs."""


def kit_in(path: Path) -> JsonObject:
    """Return the data of a kit.  Raises UnderboardError naming what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        kind = data["sensor"]
        if kind not in SENSORS:
            raise UnderboardError(
                "%s: sensor is '%s', expected one of %s", path, kind, ", ".join(SENSORS)
            )
        for name in (*SENSORS[kind], "pixel", "button"):
            of_pico(data["pins"][name])
    except KeyError as error:
        raise UnderboardError("%s lacks %s", path, error) from None
    except ValueError as error:
        raise UnderboardError("%s is damaged: expected JSON, %s", path, error) from None
    return data


def circuit_of(kit: JsonObject) -> Circuit:
    """Return the circuit of a kit."""
    circuit, pins = Circuit(), kit["pins"]
    circuit.add("Pico", "Pico", "the computer", ready=True)
    circuit.add("D1", "1N4001", "lowers the pixel's supply to 4.3 V")
    circuit.add("R1", "330 Ω", "in series with the pixel's data")
    circuit.add("P0", "WS2812B", "the light")
    circuit.add("B1", "push-button", "sets the zero")
    circuit.join("5 V", "Pico:VBUS (pin 40)", "D1:anode", carries="5 V from USB")
    circuit.join("5 V pixels", "D1:cathode, the ring", "P0:5V", carries="4.3 V")
    circuit.join("GND", "Pico:GND (pin 38)", "P0:GND", "B1:2", carries="ground")
    circuit.join("pixels data", of_pico(pins["pixel"]), "R1:1", carries="pixel's data")
    circuit.join("pixel 0 in", "R1:2", "P0:DIN")
    circuit.join("button zero", of_pico(pins["button"]), "B1:1", carries="pulled up in the Pico")
    if kit["sensor"] == "reed":
        circuit.add("S1", "reed", "under the piece")
        circuit.join("switch 0", of_pico(pins["sensor"]), "S1:1", carries="pulled up in the Pico")
        circuit.join("GND", "S1:2")
        return circuit
    circuit.join("3.3 V", "Pico:3V3 (pin 36)", carries="3.3 V")
    circuit.join("AGND", "Pico:AGND (pin 33)", carries="the sensor's ground")
    if kit["sensor"] == "linear-hall":
        circuit.add("S1", "linear-hall", "under the piece")
        circuit.add("C1", "100 nF", "at the sensor's own pins")
        circuit.join(
            "sensor 1", of_pico(pins["sensor"]), "S1:OUT", carries="1.65 V without a magnet"
        )
        circuit.join("3.3 V", "S1:VCC", "C1:1")
        circuit.join("AGND", "S1:GND", "C1:2")
        return circuit
    circuit.add("LC1", "load cell 1 kg", "under the plate", ready=True)
    circuit.add("M1", "HX711 module", "beside LC1")
    for pole, colour in BRIDGE:
        circuit.join(f"{pole} 1", f"LC1:{colour}", f"M1:{pole}", carries="lead as it comes")
    circuit.join("3.3 V", "M1:VCC")
    circuit.join("AGND", "M1:GND")
    circuit.join("sck 1", of_pico(pins["clock"]), "M1:SCK", carries="clock")
    circuit.join("dout 1", of_pico(pins["data"]), "M1:DT", carries="data")
    return circuit


def wiring(kit: JsonObject) -> VectorDrawing:
    """Return the diagram of a kit."""
    circuit = circuit_of(kit)
    draw = VectorDrawing(297, 196, f"starter kit {kit['name']}: wiring", NOT_TRIED, paper=PAPER)
    draw.words(14, 13, draw.title, 6.5, bold=True)
    draw.words(283, 13, "equal flags are one wire", 3.4, colour="#6b5f55", anchor="end")
    pico_block(draw, circuit)
    y = _light(draw, circuit, 26)
    block(draw, BLOCKS, y + 6, WIDE, 20, "button: sets the zero")
    at = flag(draw, BLOCKS + 8, y + 19, circuit, "B1:1")
    draw.line((at, y + 19), (BLOCKS + 50, y + 19), stroke="#6b5f55", pen=0.5)
    switch(draw, BLOCKS + 50, y + 19)
    flag(draw, BLOCKS + 60, y + 19, circuit, "B1:2", wire=10)
    y += 32
    {"reed": _reed, "linear-hall": _hall, "load-cell": _cell}[kit["sensor"]](draw, circuit, y)
    draw.words(14, 190, f"Pico and Pico 2 have the same pins. {NOT_TRIED}", 3, colour="#6b5f55")
    return draw


def _light(draw: VectorDrawing, circuit: Circuit, y: float) -> float:
    block(draw, BLOCKS, y, WIDE, 50, "one pixel")
    x, line = BLOCKS + 8, y + 16
    at = flag(draw, x, line, circuit, "D1:anode")
    diode(draw, at + 6, line)
    draw.line((at, line), (at + 6, line), stroke="#b8322a", pen=0.5)
    draw.words(at + 8.5, line - 3, circuit.name_of("D1"), SMALL, anchor="middle")
    flag(draw, at + 11, line, circuit, "D1:cathode, the ring", wire=10)
    line = y + 34
    at = flag(draw, x, line, circuit, "R1:1")
    draw.line((at, line), (at + 5, line), stroke="#2d8a4e", pen=0.5)
    resistor(draw, at + 5, line, 11)
    draw.words(at + 10.5, line - 3, circuit.name_of("R1"), SMALL, anchor="middle")
    join(draw, circuit, ((at + 16, line), (at + 26, line)), "R1:2", "P0:DIN")
    draw.box(at + 26, line - 6, 18, 12, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
    draw.circle(at + 35, line, 3.4, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
    draw.words(at + 46, line + 1, "P0", SMALL)
    draw.line((at + 35, line - 6), (at + 35, line - 9), stroke="#b8322a", pen=0.5)
    flag(draw, at + 35, line - 9, circuit, "P0:5V")
    draw.line((at + 35, line + 6), (at + 35, line + 9), stroke="#333333", pen=0.5)
    ground(draw, at + 35, line + 9, circuit, "P0:GND")
    return y + 50


def _reed(draw: VectorDrawing, circuit: Circuit, y: float) -> None:
    block(draw, BLOCKS, y, WIDE, 22, "one reed switch")
    at = flag(draw, BLOCKS + 8, y + 14, circuit, "S1:1")
    draw.line((at, y + 14), (BLOCKS + 50, y + 14), stroke="#7a3fa0", pen=0.5)
    switch(draw, BLOCKS + 50, y + 14)
    flag(draw, BLOCKS + 60, y + 14, circuit, "S1:2", wire=10)


def _hall(draw: VectorDrawing, circuit: Circuit, y: float) -> None:
    block(draw, BLOCKS, y, WIDE, 52, "one linear Hall sensor, printed side up, legs towards you")
    x, top = BLOCKS + 20, y + 14
    draw.box(x, top, 24, 28, 1, fill=GLASS, stroke=INK, pen=0.3)
    draw.words(x + 12, top + 15, "S1", 3.4, anchor="middle", bold=True)
    # In the order of its legs: so no wire crosses the capacitor.
    for row, pin in enumerate(("VCC", "GND", "OUT")):
        line = top + 5 + row * 9
        draw.words(x + 23, line + 0.8, pin, SMALL, anchor="end")
        flag(draw, x + 24, line, circuit, f"S1:{pin}", wire=14 if row == 2 else 40)
    draw.line((x + 31, top + 5), (x + 31, top + 9), stroke="#c25a12", pen=0.4)
    capacitor(draw, x + 31, top + 9)
    draw.line((x + 31, top + 10.3), (x + 31, top + 14), stroke="#333333", pen=0.4)
    join(draw, circuit, ((x + 30.9, top + 5), (x + 31, top + 5)), "S1:VCC", "C1:1")
    join(draw, circuit, ((x + 30.9, top + 14), (x + 31, top + 14)), "S1:GND", "C1:2")
    draw.words(x + 34, top + 10.6, circuit.name_of("C1") + " at its pins", SMALL)


def _cell(draw: VectorDrawing, circuit: Circuit, y: float) -> None:
    block(draw, BLOCKS, y, WIDE, 62, "one load cell with an HX711 module for 3.3 V")
    x, top = BLOCKS + 8, y + 12
    draw.box(x, top + 8, 30, 14, 1.5, fill=METAL, stroke=METAL_EDGE, pen=0.4)
    draw.words(x + 15, top + 16, "LC1", 3.4, anchor="middle", bold=True)
    chip(draw, x + 58, top + 2, 22, 44, circuit.name_of("M1"))
    for row, (pole, colour) in enumerate(BRIDGE):
        line = top + 8 + row * 5
        draw.words(x + 59.2, line + 0.8, pole, SMALL, colour="#ffffff")
        draw.words(x + 45, line - 0.8, colour, SMALL, anchor="middle", colour="#6b5f55")
        join(
            draw,
            circuit,
            ((x + 30, min(line + 1.5, top + 20)), (x + 37, line), (x + 58, line)),
            f"LC1:{colour}",
            f"M1:{pole}",
        )
    for row, pin in enumerate(("VCC", "GND", "DT", "SCK")):
        line = top + 9 + row * 10
        draw.words(x + 78.8, line + 0.9, pin, SMALL, colour="#ffffff", anchor="end")
        flag(draw, x + 80, line, circuit, f"M1:{pin}", wire=3)


def bom(kit: JsonObject) -> list[PartLine]:
    """Return what to buy for a kit."""
    circuit = circuit_of(kit)
    kinds = {**KINDS, "push-button": TACT}
    rows = [
        line_of(ref, kinds[part.kind]._replace(spare=False), 1, part.note)
        for ref, part in circuit.parts.items()
    ]
    rows.append(line_of("breadboard", KINDS["breadboard"], 1, "no soldering but for leads"))
    return rows


def files(kit: JsonObject) -> dict[str, bytes]:
    """Return the generated files of a kit; ``kit.json`` itself is not one of them."""
    circuit = circuit_of(kit)
    return {
        "wiring.svg": wiring(kit).svg().encode(),
        "wiring.csv": table(heads(Wire), circuit.wires()).encode(),
        "bom.csv": table(heads(PartLine), bom(kit)).encode(),
    }
