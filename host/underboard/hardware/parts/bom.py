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
from underboard.hardware.tables import rows_of

ROWS = {row["name"]: row for row in rows_of("parts/kinds.csv")}
KINDS = {
    name: PartKind(row["type"], row["price"], bool(row["spare"]), row["alternatives"])
    for name, row in ROWS.items()
}
"""By the kind that a circuit names."""
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
        usual = ROWS.get(name, {}).get("purpose")
        purpose = usual or circuit.parts[refs[0]].note
        if len(refs) > 1 and not usual:
            purpose = _purpose(circuit, refs)
        yield line_of(refs_text(refs), KINDS[name], len(refs), purpose)


def _purpose(circuit: Circuit, refs: list[str]) -> str:
    notes = list(dict.fromkeys(circuit.parts[ref].note for ref in refs))
    return ", ".join(notes) if len(notes) <= 2 else f"{notes[0]} to {notes[-1]}"


def _hands(plan: BuildPlan) -> Iterator[PartLine]:
    """Return what holds the circuit together."""
    cable = PartKind("USB-A to Micro-B with data lines, 1.5 m", "USB cable")
    yield line_of("USB cable", cable, 1, "power and data")
    if plan.weighs:
        nets = circuit_of(plan).nets.values()
        pins = sum(pin.startswith("Pico:") for members in nets for pin in members)
        jumpers = PartKind("jumper wire, female to open end, 20 cm", "jumper wire")
        yield line_of("jumpers", jumpers, pins, "one for each pin of the Pico's header in use")
        rails = PartKind("stripboard 50 × 100 mm, of a board of 100 × 160 mm", "stripboard")
        yield line_of("stripboard", rails, 1, "rails, fuse, diode, R1 and C1", 50 / 160)
        return
    chips = sum(part.kind in ("74AHCT125", "74HC165") for part in circuit_of(plan).parts.values())
    boards = 1 + (plan.chips > 2) + (plan.piece == BUTTON)
    rails = PartKind("stripboard 100 × 160 mm", "stripboard")
    yield line_of("stripboard", rails, boards, "carries chips and rails")
    sockets = PartKind("DIP sockets, and two rows of 20 for the Pico", "socket")
    yield line_of("sockets", sockets, chips + 2, "chips and Pico can be taken out")
    words = "stranded wire 0.14 mm², six colours of 10 m; 3 m of 0.5 mm², red and black, twisted"
    yield line_of("wire", PartKind(words, "wire set"), 1, "signals, and the pixels' supply")
    if plan.piece == BUTTON:
        count, size = len(plan.sensors) // 2, pod_figures.case()
        plug = PartKind("RJ45 plug, poles 3 and 8 joined", "RJ45 plug")
        where = "in the socket of every pod that is not there"
        yield line_of("bridge plugs", plug, max(count - 3, 1), where)
        sides = f"{size.wide:g} × {size.deep:g} × {size.high + 2:g} mm"
        case = PartKind(f"case and lid, printed: {sides}", "case")
        yield line_of("pod cases", case, count, "one for each pod")


def _pieces(plan: BuildPlan) -> Iterator[PartLine]:
    if plan.magnet is None:
        return
    each = plan.build.get("magnets_per_piece", 1)
    where = "upright in each ring" if plan.piece == FLAT else "in the middle of each ball"
    kinds = plan.discs or [plan.magnet]
    pieces = plan.pieces // len(kinds)
    same = "same size and grade only: the figures depend on them"
    for disc in kinds:
        words = f"neodymium {disc.text} ({disc.moment:.3f} A m²)"
        kind = PartKind(words, "magnet", True, same)
        yield line_of("magnets", kind, pieces * each, f"{each} {where}, {pieces} pieces")
    yield from _bias(plan)
    if "trim_mt" in plan.build["sensor"]:
        trim = PartKind("neodymium disc 3 × 1 mm, on a brass screw M3 × 16", "magnet", True)
        yield line_of("trim discs", trim, len(plan.sensors), "below each reed, set by turning")
    if plan.corner_disc:
        squares, spots = 4, len(plan.data["squares"]["disc_mm"])
        kind = PartKind(f"neodymium {plan.corner_disc.text}", "magnet", True, same)
        where = f"{spots} in the corners of each of {squares} squares, north up and down in turn"
        yield line_of("magnets of squares", kind, squares * spots, where)


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
        kind = PartKind(f"neodymium {text} ({moment:g} A m²)", price, False, FERRITE)
        where = f"{count} under the board, north up or down as the layout says"
        yield line_of("bias magnets", kind, count * each, where)
