"""Hall sensors of a layout, and the places where magnets can be.

A sensor is no switch under a cell: it feels every magnet around it, and a decoder finds out which
places hold one.  So such a layout lists sensors and places apart.
"""

from boardcore.errors import Phrase
from boardcore.layout.bias import read_bias, read_diameters, turns_freely
from boardcore.layout.schema import check, field, number, numbers, read_places, read_sensors, whole
from boardcore.layout.spec import HallSpec

INPUTS = 16
"""Number of inputs of one 74HC4067, by its datasheet."""
SELECT = 4
"""Number of address lines of one 74HC4067, by its datasheet."""
FULL_SCALE = 65536
"""Full scale of a reading, counts: ``analogio`` stretches every converter to 16 bits
(firmware/docs/circuitpython.md, 2)."""
MAX_KINDS = 3
"""Largest number of kinds of pieces that a layout names; chosen."""


def read_field(data, scanner, cell_of) -> HallSpec:
    """Return the figures of ``data``; ``cell_of(entry, where)`` returns the cell of an entry.

    Raises ParseError for anything missing or impossible.
    """
    out = HallSpec()
    _check_scanner(scanner)
    inputs = INPUTS * len(scanner["adc"])
    out.channels, out.sensor_mm = read_sensors(data, inputs, "multiplexer * 16 + input")
    given = field(data, "field", dict, "what sensors and magnets do")
    full_mv = number(given, "reference_mv", "millivolts", "field.")
    out.mt_per_count = full_mv / FULL_SCALE
    out.mt_per_count /= number(given, "mv_per_mt", "millivolts per millitesla", "field.")
    out.ut_per_count = out.mt_per_count * 1000
    out.noise_counts = number(given, "noise_ut", "microteslas", "field.") / out.ut_per_count
    out.free = turns_freely(data)
    out.moments, out.diameters, out.bias = (), (), []
    out.count, out.circle_mm = 1, 0.0
    if data["sensing"] == "threshold":
        # The sensor under each cell stands for its place.
        out.cells, out.places = read_places(data, "sensors", cell_of)
        out.full_mt = number(given, "full_mt", "millitesla", "field.")
        out.apart_mt = number(given, "apart_mt", "millitesla", "field.")
        less = Phrase("less than field.full_mt, which is %s", given["full_mt"])
        check(out.apart_mt < out.full_mt, "field.apart_mt", given["apart_mt"], less)
    else:
        out.cells, out.places = read_places(data, "places", cell_of)
        _read_magnet(out, data)
    return out


def _read_magnet(out: HallSpec, data) -> None:
    magnet = field(data, "magnet", dict, "the magnet in a piece")
    expected = Phrase("1 to %d moments in A m2, weakest first", MAX_KINDS)
    out.moments = numbers(magnet, "moments_am2", expected, "magnet.")
    good = len(out.moments) <= MAX_KINDS and list(out.moments) == sorted(out.moments)
    check(good, "magnet.moments_am2", magnet["moments_am2"], expected)
    out.bias = read_bias(data)
    out.diameters = read_diameters(magnet, len(out.moments)) if out.free else ()
    if "count" in magnet:
        out.count = whole(magnet, "count", 1, "magnet.")
        out.circle_mm = number(magnet, "circle_mm", "millimetres", "magnet.")


def _check_scanner(scanner) -> None:
    select = scanner["select"]
    check(len(select) == SELECT, "scanner.select", select, Phrase("%d pins", SELECT))
    check(scanner["adc"], "scanner.adc", [], "at least one ADC pin")
    whole(scanner, "samples", 1, "scanner.")
    whole(scanner, "settle_us", 0, "scanner.")
