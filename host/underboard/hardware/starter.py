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
from underboard.hardware.drawings.drawing import INK
from underboard.hardware.drawings.schematic import BLOCKS, WIDE, page, pico_block
from underboard.hardware.drawings.style import FADED, GLASS, LIT, NOT_TRIED, STEEL
from underboard.hardware.drawings.symbols import Diagram
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
        data: JsonObject = json.loads(path.read_text(encoding="utf-8"))
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


def wiring(kit: JsonObject) -> Diagram:
    """Return the diagram of a kit."""
    draw = page(f"starter kit {kit['name']}: wiring", circuit_of(kit), 196)
    pico_block(draw)
    y = _light(draw, 26)
    draw.block(BLOCKS, y + 6, WIDE, 20, "button: sets the zero")
    at = draw.flag(BLOCKS + 8, y + 19, "B1:1")
    draw.wire("button", (at, y + 19), (BLOCKS + 50, y + 19))
    draw.switch(BLOCKS + 50, y + 19)
    draw.flag(BLOCKS + 60, y + 19, "B1:2", wire=10)
    y += 32
    {"reed": _reed, "linear-hall": _hall, "load-cell": _cell}[kit["sensor"]](draw, y)
    draw.words(14, 190, f"Pico and Pico 2 have the same pins. {NOT_TRIED}", 3, colour=FADED)
    return draw


def _light(draw: Diagram, y: float) -> float:
    draw.block(BLOCKS, y, WIDE, 50, "one pixel")
    x, line = BLOCKS + 8, y + 16
    at = draw.flag(x, line, "D1:anode")
    draw.diode(at + 6, line)
    draw.wire("5 V", (at, line), (at + 6, line))
    draw.small(at + 8.5, line - 3, draw.circuit.name_of("D1"), anchor="middle")
    draw.flag(at + 11, line, "D1:cathode, the ring", wire=10)
    line = y + 34
    at = draw.flag(x, line, "R1:1")
    draw.line((at, line), (at + 5, line), stroke="#2d8a4e", pen=0.5)
    draw.resistor(at + 5, line, 11)
    draw.small(at + 10.5, line - 3, draw.circuit.name_of("R1"), anchor="middle")
    draw.join(((at + 16, line), (at + 26, line)), "R1:2", "P0:DIN")
    draw.box(at + 26, line - 6, 18, 12, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
    draw.circle(at + 35, line, 3.4, **LIT)
    draw.small(at + 46, line + 1, "P0")
    draw.wire("5 V", (at + 35, line - 6), (at + 35, line - 9))
    draw.flag(at + 35, line - 9, "P0:5V")
    draw.wire("GND", (at + 35, line + 6), (at + 35, line + 9))
    draw.ground(at + 35, line + 9, "P0:GND")
    return y + 50


def _reed(draw: Diagram, y: float) -> None:
    draw.block(BLOCKS, y, WIDE, 22, "one reed switch")
    at = draw.flag(BLOCKS + 8, y + 14, "S1:1")
    draw.wire("switch", (at, y + 14), (BLOCKS + 50, y + 14))
    draw.switch(BLOCKS + 50, y + 14)
    draw.flag(BLOCKS + 60, y + 14, "S1:2", wire=10)


def _hall(draw: Diagram, y: float) -> None:
    draw.block(BLOCKS, y, WIDE, 52, "one linear Hall sensor, printed side up, legs towards you")
    x, top = BLOCKS + 20, y + 14
    draw.box(x, top, 24, 28, 1, fill=GLASS, stroke=INK, pen=0.3)
    draw.words(x + 12, top + 15, "S1", 3.4, anchor="middle", bold=True)
    # In the order of its legs: so no wire crosses the capacitor.
    for row, pin in enumerate(("VCC", "GND", "OUT")):
        line = top + 5 + row * 9
        draw.small(x + 23, line + 0.8, pin, anchor="end")
        draw.flag(x + 24, line, f"S1:{pin}", wire=14 if row == 2 else 40)
    draw.wire("3.3 V", (x + 31, top + 5), (x + 31, top + 9), pen=0.4)
    draw.capacitor(x + 31, top + 9)
    draw.wire("GND", (x + 31, top + 10.3), (x + 31, top + 14), pen=0.4)
    draw.join(((x + 30.9, top + 5), (x + 31, top + 5)), "S1:VCC", "C1:1")
    draw.join(((x + 30.9, top + 14), (x + 31, top + 14)), "S1:GND", "C1:2")
    draw.small(x + 34, top + 10.6, draw.circuit.name_of("C1") + " at its pins")


def _cell(draw: Diagram, y: float) -> None:
    draw.block(BLOCKS, y, WIDE, 62, "one load cell with an HX711 module for 3.3 V")
    x, top = BLOCKS + 8, y + 12
    draw.box(x, top + 8, 30, 14, 1.5, **STEEL, pen=0.4)
    draw.words(x + 15, top + 16, "LC1", 3.4, anchor="middle", bold=True)
    draw.chip(x + 58, top + 2, 22, 44, draw.circuit.name_of("M1"))
    for row, (pole, colour) in enumerate(BRIDGE):
        line = top + 8 + row * 5
        draw.small(x + 59.2, line + 0.8, pole, colour="#ffffff")
        draw.small(x + 45, line - 0.8, colour, anchor="middle", colour=FADED)
        lead = (x + 30, min(line + 1.5, top + 20)), (x + 37, line), (x + 58, line)
        draw.join(lead, f"LC1:{colour}", f"M1:{pole}")
    for row, pin in enumerate(("VCC", "GND", "DT", "SCK")):
        line = top + 9 + row * 10
        draw.small(x + 78.8, line + 0.9, pin, colour="#ffffff", anchor="end")
        draw.flag(x + 80, line, f"M1:{pin}", wire=3)


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
