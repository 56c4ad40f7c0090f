"""Bill of materials of one board, counted from its circuit."""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from underboard.hardware import pico, pod_figures
from underboard.hardware.build_plan import BUTTON, FLAT, MU0, REMANENCE_T, BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.parts.bom_line import PartKind, PartLine, line_of
from underboard.hardware.parts.wood import wood

KINDS = {
    "Pico": PartKind(
        "Raspberry Pi Pico H (RP2040)",
        "Pico",
        False,
        "Pico 2 with headers; without headers, 40 joints more",
    ),
    "Pico 2": PartKind(
        "Raspberry Pi Pico 2 with headers (RP2350)",
        "Pico 2",
        False,
        "without headers, 40 joints more; not a Pico or Pico W: too little memory",
    ),
    "polyfuse 0.5 A": PartKind("resettable fuse, 0.5 A hold, radial (RXEF050)", "polyfuse 0.5 A"),
    "1000 µF": PartKind("electrolytic 1000 µF, 10 V, radial", "1000 µF", False, "470 µF or more"),
    "470 µF": PartKind("electrolytic 470 µF, 10 V, radial", "470 µF", False, "1000 µF"),
    "22 µF": PartKind(
        "electrolytic 22 µF, 10 V, radial",
        "22 µF",
        False,
        "10 to 100 µF; less than 10 µF lets the regulator oscillate",
    ),
    "10 µF": PartKind("electrolytic 10 µF, 10 V, radial", "10 µF", True, "ceramic 10 µF"),
    "100 nF": PartKind("ceramic 100 nF, X7R, radial", "100 nF", True, "47 to 220 nF"),
    "10 nF": PartKind("ceramic 10 nF, X7R, radial", "10 nF", True, "4.7 to 22 nF"),
    "330 Ω": PartKind("resistor 330 Ω, 0.25 W", "resistor", True, "220 to 470 Ω"),
    "1 kΩ": PartKind("resistor 1 kΩ, 0.25 W", "resistor", True, "470 Ω to 2.2 kΩ"),
    "22 kΩ": PartKind("resistor 22 kΩ, 0.25 W", "resistor", True),
    "10 kΩ": PartKind("resistor 10 kΩ, 0.25 W", "resistor", True, "4.7 to 10 kΩ"),
    "4.7 kΩ": PartKind("resistor 4.7 kΩ, 0.25 W", "resistor", True, "4.7 to 10 kΩ"),
    "8 × 10 kΩ": PartKind(
        "resistor network, 8 × 10 kΩ, bussed, SIP-9", "8 × 10 kΩ", False, "eight resistors of 10 kΩ"
    ),
    "WS2812B": PartKind(
        "WS2812B on a round board of 10 mm, 5 V, order GRB",
        "WS2812B",
        True,
        "SK6812 RGB; not WS2811 at 12 V, not RGBW",
    ),
    "74AHCT125": PartKind("74AHCT125N, DIP-14", "74AHCT125", False, "74HCT125N"),
    "74HC165": PartKind("74HC165N, DIP-16", "74HC165", False, "SN74HC165N; not 74LS165"),
    "74HC4067": PartKind(
        "74HC4067 on a ready module with headers", "74HC4067", False, "CD74HC4067E in DIP-24"
    ),
    "LD1117V33": PartKind(
        "LD1117V33, TO-220",
        "LD1117V33",
        False,
        "any 3.3 V regulator for 0.5 A with the capacitors of its data sheet",
    ),
    "P-channel MOSFET": PartKind(
        "NDP6020P, TO-220, on at 2.5 V", "P-channel MOSFET", False, "AO3401A on a SOT-23 adapter"
    ),
    "1N4148": PartKind("1N4148, DO-35", "1N4148", True, "BAT42 or BAT85: lower drop"),
    "reed": PartKind(
        "reed switch, glass 10 mm, 15 to 20 AT (MDSR-10-15-20)",
        "reed",
        True,
        "ORD213, 15 to 20 AT; another length changes the figures",
    ),
    "hall-switch": PartKind("DRV5032FALPG, TO-92", "hall-switch", True),
    "linear-hall": PartKind(
        "DRV5055A1QLPG, TO-92, 60 mV/mT at 3.3 V",
        "linear-hall",
        True,
        "DRV5055A2 (twice the noise); SS49E (six times)",
    ),
    "push-button": PartKind(
        "push-button 12 to 16 mm, normally open, panel",
        "push-button",
        False,
        "any that can be told apart by touch",
    ),
    "buzzer": PartKind(
        "piezo disc or passive buzzer, 3 V, without electronics of its own",
        "buzzer",
        False,
        "no magnetic one: it wants more current than a pin gives",
    ),
    "RJ45 socket, hub": PartKind("RJ45 socket on a ready board with eight pins", "RJ45 socket"),
    "RJ45 socket, pod": PartKind("RJ45 socket on a ready board with eight pins", "RJ45 socket"),
    "patch cable": PartKind("patch cable Cat 5e, straight, 1 m", "patch cable", False, "up to 2 m"),
    "load cell 1 kg": PartKind(
        "single-point load cell 1 kg, 1 mV/V, bar of 80 × 12.7 × 12.7 mm",
        "load cell 1 kg",
        False,
        "2 kg where hands are rough: half the signal",
    ),
    "HX711 module": PartKind(
        "HX711 module for 3.3 V with a solder bridge for 80 readings/s",
        "HX711 module",
        False,
        "a green module with 22 kΩ across its 20 kΩ, pin 15 lifted to pin 16",
    ),
    "NAU7802 module": PartKind(
        "NAU7802 module for 3.3 V with pull-ups on SCL and SDA; its VCC may be named VIN or 3V3",
        "NAU7802 module",
    ),
}
KINDS["breadboard"] = PartKind("breadboard 830, with jumper wires", "stripboard")
KINDS["1N4001"] = PartKind(
    "1N4001", "1N4148", False, "1N4002 to 1N4007; no Schottky: it drops too little"
)
PURPOSE = {
    "100 nF": "across the supply of each chip and sensor, at its pins",
    "330 Ω": "in series with the pixels' data",
    "1 kΩ": "in series with each pod's buttons",
    "10 nF": "from each pod's button to ground, on the hub",
    "WS2812B": "the lights",
    "linear-hall": "the sensors, places in cells.csv",
    "reed": "the sensors, places in cells.csv",
    "hall-switch": "the sensors, places in cells.csv",
    "10 kΩ": "pull-ups, which hold a line high until something pulls it low",
    "22 µF": "at the regulator's output",
    "1N4148": "one for each switch",
}


FERRITE = "ferrite of 3.2 times the volume"
BIAS_SMALL_CM3 = 1.0
"""A bias magnet below this volume is sold as a disc by the dozen."""


def bom(plan: BuildPlan) -> list[PartLine]:
    """Return everything to buy for one board, spares of the smallest parts included."""
    return [*_circuit(plan), *_hands(plan), *_pieces(plan), *wood(plan)]


class PartsCost(NamedTuple):
    """A sum of prices in euro: at least, typically, at most."""

    low: float
    typical: float
    """Sum of the lines' geometric means: half-way, as a ratio, from a cheap shop to a dear one."""
    high: float


def price(rows: Iterable[PartLine]) -> PartsCost:
    """Return what one pays for a list of parts, spares and whole packs included."""
    return _sum([(row.low, row.high) for row in rows])


def used(rows: Iterable[PartLine]) -> PartsCost:
    """Return the share of the price that the board uses up, without spares and leftovers."""
    return _sum([(row.used_low, row.used_high) for row in rows])


def _sum(ranges: list[tuple[float, float]]) -> PartsCost:
    low, high = (sum(ends) for ends in zip(*ranges, strict=True))
    return PartsCost(low, sum(sqrt(low * high) for low, high in ranges), high)


def with_kits(plan: BuildPlan) -> list[PartLine]:
    """Return the list of a plate whose bars come with a green module each, as a kit."""
    number = len(plan.load_cells)
    bars, modules = KINDS["load cell 1 kg"].type, KINDS["HX711 module"].type
    rows = [row for row in bom(plan) if row.type not in (bars, modules)]
    kit = PartKind("bar of 1 kg with a green HX711 module", "load cell and green HX711")
    return [
        *rows,
        line_of(f"LC1 to LC{number}, M1 to M{number}", kit, number, "weigh"),
        line_of(f"R11 to R{number + 10}", KINDS["22 kΩ"], number, "across each module's 20 kΩ"),
    ]


KIT_JOINTS = 2
"""Number of solder joints of a green module more than of one for 3.3 V, by its circuit: the two
legs of its 22 kΩ."""


def refs_text(refs: list[str]) -> str:
    """Return references as a short list.

    >>> refs_text(["C2", "C10", "C11", "C12", "U1"])
    'C2, C10 to C12, U1'
    """
    runs: list[list[str]] = []
    for ref in refs:
        last = runs[-1][-1] if runs else ""
        head, tail = ref.rstrip("0123456789"), ref[len(ref.rstrip("0123456789")) :]
        if last and tail and last == f"{head}{int(tail) - 1}":
            runs[-1].append(ref)
        else:
            runs.append([ref])
    return ", ".join(r[0] if len(r) < 2 else f"{r[0]} to {r[-1]}" for r in runs)


def _circuit(plan: BuildPlan) -> Iterator[PartLine]:
    circuit = circuit_of(plan)
    groups: dict[str, list[str]] = {}
    for ref, part in circuit.parts.items():
        groups.setdefault(part.kind, []).append(ref)
    for name, refs in groups.items():
        if name == "Pico":
            name = pico.computer(plan.data)
        if name == "WS2812B" and (plan.weighs or plan.build.get("string")):
            given = plan.build.get("string", "WS2812B ready-wired: string, or strip cut to length")
            kind = PartKind(
                given, "pixel string", False, "single round boards of 10 mm: 6 joints each"
            )
            yield line_of(refs_text(refs), kind, len(refs), "the lights, wired in the factory")
            continue
        purpose = PURPOSE.get(name) or circuit.parts[refs[0]].note
        if len(refs) > 1 and name not in PURPOSE:
            purpose = _purpose(circuit, refs)
        yield line_of(refs_text(refs), KINDS[name], len(refs), purpose)


def _purpose(circuit: Circuit, refs: list[str]) -> str:
    notes = list(dict.fromkeys(circuit.parts[ref].note for ref in refs))
    return ", ".join(notes) if len(notes) <= 2 else f"{notes[0]} to {notes[-1]}"


def _hands(plan: BuildPlan) -> Iterator[PartLine]:
    """Return what holds the circuit together."""
    if plan.weighs:
        yield line_of(
            "USB cable",
            PartKind("USB-A to Micro-B with data lines, 1.5 m", "USB cable"),
            1,
            "power and data",
        )
        nets = circuit_of(plan).nets.values()
        pins = sum(pin.startswith("Pico:") for members in nets for pin in members)
        jumpers = PartKind("jumper wire, female to open end, 20 cm", "jumper wire")
        yield line_of("jumpers", jumpers, pins, "one for each pin of the Pico's header in use")
        rails = PartKind("stripboard 50 × 100 mm, of a board of 100 × 160 mm", "stripboard")
        yield line_of("stripboard", rails, 1, "rails, fuse, diode, R1 and C1", 50 / 160)
        return
    chips = sum(part.kind in ("74AHCT125", "74HC165") for part in circuit_of(plan).parts.values())
    boards = 1 + (plan.chips > 2) + (plan.piece == BUTTON)
    yield line_of(
        "USB cable",
        PartKind("USB-A to Micro-B with data lines, 1.5 m", "USB cable"),
        1,
        "power and data",
    )
    yield line_of(
        "stripboard",
        PartKind("stripboard 100 × 160 mm", "stripboard"),
        boards,
        "carries chips and rails",
    )
    yield line_of(
        "sockets",
        PartKind("DIP sockets, and two rows of 20 for the Pico", "socket"),
        chips + 2,
        "chips and Pico can be taken out",
    )
    yield line_of(
        "wire",
        PartKind(
            "stranded wire 0.14 mm², six colours of 10 m; 3 m of 0.5 mm², red and black, twisted",
            "wire set",
        ),
        1,
        "signals, and the pixels' supply",
    )
    if plan.piece == BUTTON:
        count, size = len(plan.sensors) // 2, pod_figures.case()
        yield line_of(
            "bridge plugs",
            PartKind("RJ45 plug, poles 3 and 8 joined", "RJ45 plug"),
            max(count - 3, 1),
            "in the socket of every pod that is not there",
        )
        yield line_of(
            "pod cases",
            PartKind(
                f"case and lid, printed: {size.wide:g} × {size.deep:g} × {size.high + 2:g} mm",
                "case",
            ),
            count,
            "one for each pod",
        )


def _pieces(plan: BuildPlan) -> Iterator[PartLine]:
    if plan.magnet is None:
        return
    each = plan.build.get("magnets_per_piece", 1)
    where = "upright in each ring" if plan.piece == FLAT else "in the middle of each ball"
    kinds = plan.discs or [plan.magnet]
    pieces = plan.pieces // len(kinds)
    same = "same size and grade only: the figures depend on them"
    for disc in kinds:
        yield line_of(
            "magnets",
            PartKind(f"neodymium {disc.text} ({disc.moment:.3f} A m²)", "magnet", True, same),
            pieces * each,
            f"{each} {where}, {pieces} pieces",
        )
    yield from _bias(plan)
    if "trim_mt" in plan.build["sensor"]:
        trim = PartKind("neodymium disc 3 × 1 mm, on a brass screw M3 × 16", "magnet", True)
        yield line_of("trim discs", trim, len(plan.sensors), "below each reed, set by turning")
    if plan.corner_disc:
        squares, spots = 4, len(plan.data["squares"]["disc_mm"])
        yield line_of(
            "magnets of squares",
            PartKind(f"neodymium {plan.corner_disc.text}", "magnet", True, same),
            squares * spots,
            f"{spots} in the corners of each of {squares} squares, north up and down in turn",
        )


def _bias(plan: BuildPlan) -> Iterator[PartLine]:
    """Return the magnets in the board; what the layout names no part for is given as a volume."""
    named = dict(plan.bias_parts)
    counts: dict[float, int] = {}
    for *_, moment in plan.bias:
        counts[abs(moment)] = counts.get(abs(moment), 0) + 1
    for moment, count in sorted(counts.items(), reverse=True):
        part = named.get(moment)
        volume = moment / REMANENCE_T["N42"] * MU0 * 1e6
        each = part.count if part else 1
        text = part.text if part else f"disc or block of {volume:.2g} cm³, N42"
        price = "bias disc" if volume / each < BIAS_SMALL_CM3 else "bias block"
        yield line_of(
            "bias magnets",
            PartKind(f"neodymium {text} ({moment:g} A m²)", price, False, FERRITE),
            count * each,
            f"{count} under the board, north up or down as the layout says",
        )
