"""Hall sensors of a layout, and the places where magnets can be.

A sensor is no switch under a cell: it feels every magnet around it, and a decoder finds out which
places hold one.  So such a layout lists sensors and places apart.
"""

from boardcore.errors import Phrase
from boardcore.layout.bias import read_bias, read_diameters, turns_freely
from boardcore.layout.schema import NUMBER, bad_value, entries, field, numbers, place, read_cells
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
READ_US = 37
"""One loop iteration that reads ``analogio``, on an emulated RP2040
(firmware/docs/circuitpython.md, 2)."""
STEP_US = 60
"""To set an address in Python (firmware/docs/fields.md, section 3)."""


def read_field(data, scanner, cell_of) -> HallSpec:
    """Return the figures of ``data``; ``cell_of(entry, where)`` returns the cell of an entry.

    Raises ParseError for anything missing or impossible.
    """
    out = HallSpec()
    out.multiplexers = len(scanner["adc"]) * max(1, len(scanner.get("enable", ())))
    _check_scanner(out, scanner)
    _read_sensors(out, data)
    out.scan_us = _scan_us(out, scanner)
    given = field(data, "field", dict, "what sensors and magnets do")
    out.mt_per_count = (
        _above(given, "reference_mv", "millivolts")
        / _above(given, "mv_per_mt", "millivolts per millitesla")
        / FULL_SCALE
    )
    out.ut_per_count = out.mt_per_count * 1000
    out.noise_ut = _above(given, "noise_ut", "microteslas")
    out.noise_counts = out.noise_ut / out.ut_per_count
    out.free = turns_freely(data)
    if data["sensing"] == "threshold":
        _read_threshold(out, data, given, cell_of)
        return out
    _read_places(out, data, "places", cell_of)
    magnet = field(data, "magnet", dict, "the magnet in a piece")
    expected = Phrase("1 to %d moments in A m2, weakest first", MAX_KINDS)
    out.moments = numbers(magnet, "moments_am2", 1, expected, "magnet.")
    ascending = list(out.moments) == sorted(out.moments)
    if len(out.moments) > MAX_KINDS or not ascending:
        raise bad_value("magnet.moments_am2", magnet["moments_am2"], expected)
    out.bias = read_bias(data)
    out.diameters = read_diameters(magnet, len(out.moments)) if out.free else ()
    out.count, out.circle_mm = 1, 0.0
    if "count" in magnet:
        out.count = field(magnet, "count", int, "a whole number from 1", "magnet.")
        out.circle_mm = field(magnet, "circle_mm", NUMBER, "millimetres", "magnet.")
        if out.count < 1 or out.circle_mm <= 0:
            seen = (out.count, out.circle_mm)
            raise bad_value("magnet.count, circle_mm", seen, "discs on a circle")
    return out


def _check_scanner(out: HallSpec, scanner) -> None:
    select = scanner["select"]
    if len(select) != SELECT:
        raise bad_value("scanner.select", select, Phrase("%d pins", SELECT))
    if not scanner["adc"]:
        raise bad_value("scanner.adc", [], "at least one ADC pin")
    enable = scanner.get("enable")
    if enable is not None and len(enable) < 2:
        raise bad_value("scanner.enable", enable, "no such key, or a pin per round of the ADC pins")
    power = scanner.get("power")
    if power is not None and len(power) != out.multiplexers:
        raise bad_value(
            "scanner.power", power, Phrase("%d pins, one per multiplexer", out.multiplexers)
        )
    for name, least in (("samples", 1), ("settle_us", 0), ("power_us", 0)):
        if name == "power_us" and power is None:
            continue
        expected = Phrase("a whole number from %d", least)
        if field(scanner, name, int, expected, "scanner.") < least:
            raise bad_value("scanner." + name, scanner[name], expected)


def _read_sensors(out: HallSpec, data) -> None:
    most = INPUTS * out.multiplexers
    channels: list[int] = []
    sensor_mm = []
    for _, entry, where in entries(data, "sensors", "a list, one entry per sensor"):
        channel = field(entry, "channel", int, "multiplexer * 16 + input", where)
        if channel in channels or not 0 <= channel < most:
            raise bad_value(where + "channel", channel, Phrase("0 to %d, each once", most - 1))
        channels.append(channel)
        sensor_mm.append(place(entry, where))
    out.channels = bytes(channels)
    out.sensor_mm = tuple(sensor_mm)


def _scan_us(out: HallSpec, scanner) -> int:
    """One conversion to throw away per sensor, then the samples; see ``boardio.hall_adc``."""
    together = 1 if "power" in scanner else len(scanner["adc"])
    steps: list[int] = []
    for channel in out.channels:
        step = channel // INPUTS // together * INPUTS + channel % INPUTS
        if step not in steps:
            steps.append(step)
    per_sensor = (scanner["samples"] + 1) * READ_US
    fed = len(scanner.get("power", ())) * scanner.get("power_us", 0)
    return len(out.channels) * per_sensor + len(steps) * (STEP_US + scanner["settle_us"]) + fed


def _read_threshold(out: HallSpec, data, given, cell_of) -> None:
    """Read the threshold; the sensor under each cell stands for its place."""
    out.full_mt = _above(given, "full_mt", "millitesla")
    out.apart_mt = _above(given, "apart_mt", "millitesla")
    if out.apart_mt >= out.full_mt:
        expected = Phrase("less than field.full_mt, which is %s", given["full_mt"])
        raise bad_value("field.apart_mt", given["apart_mt"], expected)
    _read_places(out, data, "sensors", cell_of)
    out.moments, out.diameters, out.bias = (), (), []
    out.count, out.circle_mm = 1, 0.0


def _read_places(out: HallSpec, data, key: str, cell_of) -> None:
    out.cells = read_cells(data, key, cell_of)
    out.places = tuple(
        [
            place(entry, where)
            for _, entry, where in entries(data, key, "a list, one entry per place of a piece")
        ]
    )


def _above(data, key: str, unit: str) -> float:
    value = field(data, key, NUMBER, unit, "field.")
    if value <= 0:
        raise bad_value("field." + key, value, Phrase("more than 0 %s", unit))
    return float(value)
