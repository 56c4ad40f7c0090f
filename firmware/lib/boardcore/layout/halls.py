"""Layout of Hall sensors: linear sensors, and the places where magnets can be.

A sensor is no switch under a cell: it feels every magnet around it, and a decoder finds out which
places hold one.  So such a layout lists sensors and places apart.
"""

from boardcore.errors import Text
from boardcore.layout.bias import read_bias, read_diameters, turns_freely
from boardcore.layout.keys import NUMBER, field, numbers, place, wrong

INPUTS = 16
"""Inputs of one 74HC4067."""
SELECT = 4
"""Address lines of one 74HC4067."""
FULL_SCALE = 65536
"""``analogio`` stretches every converter to 16 bits."""
RADIANS_PER_DEGREE = 3.14159 / 180
KINDS_MOST = 3
READ_US = 37
"""One turn of a loop that reads ``analogio``, on an emulated RP2040
(firmware/docs/circuitpython.md, 5)."""
STEP_US = 60
"""To set an address in Python (firmware/docs/fields.md, section 7)."""


class FieldLayout:
    """The sensors, the places and the magnets of a layout with ``sensing`` ``field``.

    ``channels``: multiplexer * 16 + input of each sensor; ``spots``, ``places``: x, y, z
    of each sensor and of the magnet of a piece on each place, mm; ``cells``: the cell of
    each place; ``count``, ``circle_mm``: the discs in a piece that lies flat and the diameter
    of the circle they stand on, else 1 and 0; ``moments``: of each kind of piece, A m2,
    weakest first; ``mt_per_count``, ``ut_per_count``: field of one count of ``analogio``;
    ``noise_ut``, ``noise_counts``, ``jiggle_rad``: what to expect, the turn of a
    touched ball in radians, 1 sigma.
    ``full_mt``, ``apart_mt``: with ``sensing`` ``threshold`` what a ball adds at least, and by how
    much less empties a cell; there are no moments then, and each sensor's cell has the place.
    ``free``: whether magnets turn freely: then ``bias`` has ``(x, y, z, moment)`` of each magnet
    in the board, mm and A m2, and ``diameters`` those of the spheres, mm.
    ``scan_us``: how long one scan takes, assumed.
    Raises Unreadable for anything missing or impossible.
    """

    def __init__(self, data, scanner, cell_of) -> None:
        """Read ``data``; ``cell_of(entry, where)`` returns the cell of an entry."""
        self.multiplexers = len(scanner["adc"]) * max(1, len(scanner.get("enable", ())))
        self._check_scanner(scanner)
        self._read_sensors(data)
        self.scan_us = self._scan_us(scanner)
        given = field(data, "field", dict, "what sensors and magnets do")
        self.mt_per_count = (
            _above(given, "reference_mv", "millivolts")
            / _above(given, "mv_per_mt", "millivolts per millitesla")
            / FULL_SCALE
        )
        self.ut_per_count = self.mt_per_count * 1000
        self.noise_ut = _above(given, "noise_ut", "microteslas")
        self.noise_counts = self.noise_ut / self.ut_per_count
        self.free = turns_freely(data)
        if data["sensing"] == "threshold":
            self._read_threshold(data, given, cell_of)
            return
        self._read_places(data, cell_of)
        magnet = field(data, "magnet", dict, "the magnet in a piece")
        expected = Text("1 to %d moments in A m2, weakest first", KINDS_MOST)
        self.moments = numbers(magnet, "moments_am2", 1, expected, "magnet.")
        ascending = list(self.moments) == sorted(self.moments)
        if len(self.moments) > KINDS_MOST or not ascending:
            raise wrong("magnet.moments_am2", magnet["moments_am2"], expected)
        self.bias = read_bias(data)
        self.diameters = read_diameters(magnet, len(self.moments)) if self.free else ()
        self.count, self.circle_mm = 1, 0.0
        if "count" in magnet:
            self.count = field(magnet, "count", int, "a whole number from 1", "magnet.")
            self.circle_mm = field(magnet, "circle_mm", NUMBER, "millimetres", "magnet.")
            if self.count < 1 or self.circle_mm <= 0:
                seen = (self.count, self.circle_mm)
                raise wrong("magnet.count, circle_mm", seen, "discs on a circle")
        self.jiggle_rad = 0.0
        if not self.free:
            self.jiggle_rad = RADIANS_PER_DEGREE * _above(given, "jiggle_deg", "degrees")

    def _check_scanner(self, scanner) -> None:
        select = scanner["select"]
        if len(select) != SELECT:
            raise wrong("scanner.select", select, Text("%d pins", SELECT))
        if not scanner["adc"]:
            raise wrong("scanner.adc", [], "at least one ADC pin")
        enable = scanner.get("enable")
        if enable is not None and len(enable) < 2:
            raise wrong("scanner.enable", enable, "no such key, or a pin per round of the ADC pins")
        power = scanner.get("power")
        if power is not None and len(power) != self.multiplexers:
            raise wrong(
                "scanner.power", power, Text("%d pins, one per multiplexer", self.multiplexers)
            )
        for name, least in (("samples", 1), ("settle_us", 0), ("power_us", 0)):
            if name == "power_us" and power is None:
                continue
            expected = Text("a whole number from %d", least)
            if field(scanner, name, int, expected, "scanner.") < least:
                raise wrong("scanner." + name, scanner[name], expected)

    def _read_sensors(self, data) -> None:
        sensors = field(data, "sensors", list, "a list, one entry per sensor")
        most = INPUTS * self.multiplexers
        channels: list[int] = []
        spots = []
        for i in range(len(sensors)):
            where = "sensors[%d]." % i
            channel = field(sensors[i], "channel", int, "multiplexer * 16 + input", where)
            if channel in channels or not 0 <= channel < most:
                raise wrong(where + "channel", channel, Text("0 to %d, each once", most - 1))
            channels.append(channel)
            spots.append(place(sensors[i], where))
        if not sensors:
            raise wrong("sensors", sensors, "at least one")
        self.channels = bytes(channels)
        self.spots = tuple(spots)

    def _scan_us(self, scanner) -> int:
        """One conversion to throw away per sensor, then the samples; see ``boardio.halls``."""
        together = 1 if "power" in scanner else len(scanner["adc"])
        steps: list[int] = []
        for channel in self.channels:
            step = channel // INPUTS // together * INPUTS + channel % INPUTS
            if step not in steps:
                steps.append(step)
        per_sensor = (scanner["samples"] + 1) * READ_US
        fed = len(scanner.get("power", ())) * scanner.get("power_us", 0)
        return len(self.channels) * per_sensor + len(steps) * (STEP_US + scanner["settle_us"]) + fed

    def _read_threshold(self, data, given, cell_of) -> None:
        """Read the threshold; the sensor under each cell stands for its place."""
        self.full_mt = _above(given, "full_mt", "millitesla")
        self.apart_mt = _above(given, "apart_mt", "millitesla")
        if self.apart_mt >= self.full_mt:
            expected = Text("less than field.full_mt, which is %s", given["full_mt"])
            raise wrong("field.apart_mt", given["apart_mt"], expected)
        self._read_places({"places": data["sensors"]}, cell_of)
        self.moments, self.diameters, self.bias = (), (), []
        self.count, self.circle_mm, self.jiggle_rad = 1, 0.0, 0.0

    def _read_places(self, data, cell_of) -> None:
        entries = field(data, "places", list, "a list, one entry per place of a piece")
        cells: list[int] = []
        places = []
        for i in range(len(entries)):
            where = "places[%d]." % i
            cell = cell_of(entries[i], where)
            if cell in cells:
                raise wrong(where + "cell", entries[i]["cell"], "a cell that has no other place")
            cells.append(cell)
            places.append(place(entries[i], where))
        if not entries:
            raise wrong("places", entries, "at least one")
        self.cells = bytes(cells)
        self.places = tuple(places)


def _above(data, key: str, unit: str) -> float:
    value = field(data, key, NUMBER, unit, "field.")
    if value <= 0:
        raise wrong("field." + key, value, Text("more than 0 %s", unit))
    return float(value)
