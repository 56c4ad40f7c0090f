"""The printed circuit that is the floor of a board with linear Halls.

Pixels and their capacitors lie where the layout has them; a socket of three pins beside each
takes the legs of the Hall that hangs in the wood above.  Pico, multiplexers and regulator lie
behind the field, where no chamber is.
"""

from math import hypot
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.build_plan import BuildPlan, Pixel, Sensor
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.drawings.cross_section import Cut
from underboard.hardware.pcb.board import Pcb, nets_on, pico_rows
from underboard.hardware.pcb.footprints import (
    STOUT,
    Footprint,
    chip,
    flat_chip,
    header,
    pixel,
    small,
    two,
)

Spot = tuple[float, float]

LEG_MM, GRIP_MM, SOCKET_MM = 15.1, 3.0, 8.5
"""A Hall's legs (TO-92 of Texas Instruments, data sheet), what sits in a socket, its height."""
MUX_PINS = (
    *("SIG", *(f"C{n}" for n in range(7, -1, -1)), "S0", "S1", "GND"),
    *("S3", "S2", "EN", *(f"C{n}" for n in range(15, 7, -1)), "VCC"),
)
"""Pins of a 74HC4067 in SO-24, pin 1 first."""


class Site(NamedTuple):
    """Places of parts on one floor, mm from its upper left corner."""

    number: str
    origin: Spot
    """Place of the layout's zero; its y runs upwards."""
    wide: float
    high: float
    muxes: tuple[Spot, ...]
    parts: Spot
    """Upper left of regulator, fuse and what else is not in the field."""
    buttons: Spot
    words: tuple[float, float, float, float]
    warning: Spot
    screws: tuple[Spot, ...]


SITES = {
    "gyges-hall38": Site(
        "UB-2",
        (20.32, 268.0),
        240.64,
        336.0,
        ((72.39, 312.42), (173.99, 22.86), (203.2, 22.86)),
        (58.42, 7.62),
        (160.02, 327.66),
        (20.0, 326.0, 60.0, 329.5),
        (60.0, 44.0),
        ((3.81, 3.81), (236.8, 3.81), (3.81, 332.1), (236.8, 332.1), (3.81, 168.0), (236.8, 168.0)),
    ),
    "pylos-hall25": Site(
        "UB-3",
        (17.78, 153.67),
        125.73,
        173.99,
        ((100.33, 15.24), (100.33, 35.56)),
        (58.42, 5.08),
        (12.7, 40.64),
        (26.0, 36.0, 56.0, 39.5),
        (41.0, 44.0),
        ((3.81, 50.8), (121.9, 3.81), (3.81, 170.2), (121.9, 170.2)),
    ),
}


def floor(plan: BuildPlan) -> Pcb:
    """Return the floor of a board, placed but not routed.

    Raises UnderboardError if a Hall hangs too high above its socket.
    """
    site = SITES[plan.name]
    circuit = circuit_of(plan)
    parts = pico_rows(circuit, 5.08, 10.16, "x")
    extra: dict[str, str] = {}
    for light in plan.pixels:
        parts += _light(site, circuit, light, extra)
    for sensor in plan.sensors:
        if leg(plan, sensor) > LEG_MM:
            raise UnderboardError("the legs of S%d are too short for its socket", sensor.number + 1)
        parts += _socket(site, plan, sensor)
    for number, (x, y) in enumerate(site.muxes):
        ref = f"U{number + 3}"
        pins = [f"{ref}:{pole}" for pole in MUX_PINS]
        known = {pin for on in circuit.nets.values() for pin in on}
        pins = [pin if pin in known else "" for pin in pins]
        parts.append(flat_chip(ref, "CD74HC4067M", x, y, pins))
        near = f"C{number + 10}"
        parts.append(small(near, "100 nF", x + 3.7, y - 9.6, (f"{near}:2", f"{near}:1")))
    parts += _supply(circuit, *site.parts)
    x, y = site.buttons
    pins4 = ("B-yes:1", "B-yes:2", "B-next:1", "B-next:2")
    parts.append(header("J1", "buttons", x, y, pins4, "x"))
    return Pcb(
        site.number,
        f"floor of {plan.name}",
        site.wide,
        site.high,
        parts,
        nets_on(circuit, parts) | extra,
        list(site.screws),
        site.words,
        site.warning,
        extra,
        ("AGND", "GND"),
    )


def _on(site: Site, x: float, y: float) -> Spot:
    return round(site.origin[0] + x, 4), round(site.origin[1] - y, 4)


def _light(site: Site, circuit: Circuit, light: Pixel, extra: dict[str, str]) -> list[Footprint]:
    x, y = _on(site, light.x, light.y)
    ref, near = f"P{light.number}", f"CP{light.number}"
    out = f"{ref}:DOUT"
    known = any(out in pins for pins in circuit.nets.values())
    extra[f"{near}:1"] = circuit.net_of(f"{ref}:5V")
    extra[f"{near}:2"] = circuit.net_of(f"{ref}:GND")
    pins = (f"{ref}:5V", out if known else "", f"{ref}:GND", f"{ref}:DIN")
    return [pixel(ref, x, y, pins), small(near, "100 nF", x - 5.08, y, along="y")]


def beside(plan: BuildPlan, sensor: Sensor) -> Spot:
    """Return where a Hall's socket lies, from the Hall itself, mm, y upwards.

    In the gap between balls a tube stands round the pixel: there it lies on the diagonal,
    between the tube and the walls.
    """
    if "tube_mm" in plan.build and sensor.x % plan.pitch:
        return 6.35, -6.35
    return 0.0, -7.62


def leg(plan: BuildPlan, sensor: Sensor) -> float:
    """Return how long a Hall's legs must be at least, mm: from the socket's grip to the Hall."""
    aside = hypot(*beside(plan, sensor))
    view = Cut(plan)
    deep = view.plate + view.room - view.depth
    return hypot(aside, deep - SOCKET_MM) + GRIP_MM


def _socket(site: Site, plan: BuildPlan, sensor: Sensor) -> list[Footprint]:
    dx, dy = beside(plan, sensor)
    x, y = _on(site, sensor.x + dx, sensor.y + dy)
    x, y = round(x / 0.635) * 0.635, round(y / 0.635) * 0.635
    ref, near = f"S{sensor.number + 1}", f"C{100 + sensor.number}"
    pins = (f"{ref}:VCC", f"{ref}:GND", f"{ref}:OUT")
    return [header(ref, "Hall", x - 2.54, y, pins, "x"), small(near, "100 nF", x - 1.27, y + 2.54)]


def _supply(circuit: Circuit, x: float, y: float) -> list[Footprint]:
    """Return fuse, reservoir, regulator and level shifter, right of the Pico."""
    u1 = {int(pin.split(":")[1].split()[0]): pin
          for pins in circuit.nets.values() for pin in pins if pin.startswith("U1:")}  # fmt: skip
    return [
        two("F1", circuit.parts["F1"].kind, x, y, ("F1:1", "F1:2"), 5.08),
        two("C1", circuit.parts["C1"].kind, x + 12.7, y, ("C1:+", "C1:-"), 5.08, STOUT),
        header("U2", "LD1117V33", x + 25.4, y, ("U2:GND", "U2:OUT", "U2:IN"), "x")._replace(
            package="TO-220"
        ),
        small("C2", "100 nF", x + 26.67, y + 3.81, ("C2:2", "C2:1")),
        two("C3", circuit.parts["C3"].kind, x + 22.86, y + 7.62, ("C3:+", "C3:-"), 2.54),
        chip("U1", "74AHCT125", x + 1.27, y + 10.16, [u1.get(n, "") for n in range(1, 15)]),
        small("C4", "100 nF", x + 12.7, y + 10.16, along="y"),
        two("R1", circuit.parts["R1"].kind, x + 16.51, y + 20.32, ("R1:1", "R1:2"), 10.16),
    ]
