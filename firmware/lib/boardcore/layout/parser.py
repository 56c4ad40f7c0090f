"""Layout, reading: what ``layouts/NAME.json`` says, checked.

Whatever is wrong with a file is told with the key, the value seen and what was expected there.
A board unloads this module when its layout is read.
"""

from array import array

from boardcore.errors import Choices, ParseError, Phrase
from boardcore.games import FIELD_LAYOUT, cells_module, module_of
from boardcore.layout.schema import check, entries, field, number, place, read_sensors, whole

FORMAT = 1
"""Version number of the layout format, as in host/docs."""
KINDS = "matrix or shift, for Halls mux, for load cells hx711 or nau7802"
SENSING = ("presence", "threshold", "field", "weight")
SCANNERS = (
    # sensing, kind, keys that hold a list of pins, keys that hold one, whole numbers from 1
    ("presence", "matrix", ("rows", "columns"), (), ("interval_ms", "debounce")),
    ("presence", "shift", (), ("clock", "data", "latch"), ("interval_ms", "debounce")),
    ("threshold", "mux", ("adc", "select"), (), ("interval_ms",)),
    ("field", "mux", ("adc", "select"), (), ("interval_ms",)),
    ("weight", "hx711", ("clock", "data"), (), ()),
    ("weight", "nau7802", ("clock", "data"), (), ()),
)
"""Kinds of scanner, and what each must name."""
BUTTONS = ("yes", "next")
"""Buttons that a board must have, in this order, unless its game's places say otherwise."""
LIGHTS = ("cells", "rim")
"""Meaning of pixels: the cells that each speaks for, or columns and rows from round the board."""
MAX_PIXELS = 80
"""A line of the wire holds a letter and a digit per pixel, and at most 200 bytes."""


class LayoutParser:
    """Reads the description of one board into a ``Layout``.

    Raises ParseError for anything missing or impossible.
    """

    def __init__(self, out, data) -> None:
        self.out = out
        version = field(data, "format", int, "%d" % FORMAT)
        only = Phrase("%d, the only one this firmware reads", FORMAT)
        check(version == FORMAT, "format", version, only)
        out.data = data
        out.name = field(data, "name", str, "the name of the file without .json")
        out.game = field(data, "game", str, "the name of a game")
        out.sensing = field(data, "sensing", str, Choices(" or ", SENSING))
        check(out.sensing in SENSING, "sensing", out.sensing, Choices(" or ", SENSING))
        try:
            self._places = places = cells_module(out.game)
        except ParseError as error:
            raise ParseError("layout: game: %s", error)
        self._read_scanner(data)
        self._read_buttons(data, getattr(places, "BUTTONS", BUTTONS))
        self._read_strip(data)
        self._read_sensors(data)
        self._read_pixels(data, places)
        self._check_pins()
        # What only one game's layouts must have.
        decoded = None if out.sensing != "field" else module_of(out.game, FIELD_LAYOUT)
        for needs in (places, decoded):
            check_layout = getattr(needs, "check_layout", None)
            if check_layout:
                check_layout(out)

    def _read_scanner(self, data) -> None:
        scanner = self.out.scanner = field(data, "scanner", dict, "the pins of the sensors")
        kind = field(scanner, "kind", str, KINDS, "scanner.")
        known = [row for row in SCANNERS if row[0] == self.out.sensing]
        rows = [row for row in known if row[1] == kind]
        check(rows, "scanner.kind", kind, Choices(" or ", [row[1] for row in known]))
        _, _, lists, single, counts = rows[0]
        self.out.pins = []
        for name in lists:
            for pin in field(scanner, name, list, "pins", "scanner."):
                self._take_pin("scanner." + name, pin)
        for name in single:
            self._take_pin("scanner." + name, field(scanner, name, str, "a pin", "scanner."))
        for name in counts:
            whole(scanner, name, 1, "scanner.")

    def _read_buttons(self, data, needed) -> None:
        buttons = field(data, "buttons", dict, "names and pins")
        names = self.out.buttons = tuple(field(buttons, "names", list, "yes and next", "buttons."))
        pins = self.out.button_pins = field(buttons, "pins", list, "one pin per button", "buttons.")
        first = Phrase("%s first", Choices(" and ", needed))
        check(names[: len(needed)] == needed, "buttons.names", buttons["names"], first)
        each = Phrase("%d pins, one per name", len(names))
        check(len(pins) == len(names), "buttons.pins", pins, each)
        for pin in pins:
            self._take_pin("buttons.pins", pin)

    def _read_strip(self, data) -> None:
        needs = "the pin and the currents of the pixels"
        strip = self.out.strip = field(data, "strip", dict, needs)
        self._take_pin("strip.pin", field(strip, "pin", str, "a pin", "strip."))
        for name in ("budget_ma", "full_ma", "dark_ma"):
            number(strip, name, "milliamperes", "strip.", True)
        self.out.buzzer = data.get("buzzer")
        if self.out.buzzer is not None:
            self._take_pin("buzzer", self.out.buzzer)

    def _read_sensors(self, data) -> None:
        """Read sensors and places; boards with switches have no memory for the others' readers."""
        out = self.out
        out.field = out.scale = None
        if out.sensing == "weight":
            from boardcore.layout.scale import read_scale

            out.scale = read_scale(data, out.scanner, self._cell)
            out.cell_of_sensor, out.channels = out.scale.cells, b""  # pins of their own
        elif out.sensing != "presence":
            from boardcore.layout.hall import read_field

            out.field = read_field(data, out.scanner, self._cell)
            out.cell_of_sensor, out.channels = out.field.cells, out.field.channels
        else:
            rows = entries(data, "sensors", "a list, one entry per sensor")
            cells = [self._cell(entry, where) for entry, where in rows]
            count, scanner = len(cells), out.scanner
            if scanner["kind"] == "matrix":
                count = len(scanner["rows"]) * len(scanner["columns"])
            out.channels, _ = read_sensors(data, count, "the switch's number")
            out.cell_of_sensor = bytes(cells)
        out.sensors = len(out.cell_of_sensor)

    def _cell(self, entry, where: str) -> int:
        name = field(entry, "cell", str, "a cell", where)
        try:
            return self._places.parse_cell(name)
        except ParseError as error:
            raise ParseError("layout: %scell: %s", where, error)

    def _read_pixels(self, data, places) -> None:
        out = self.out
        shown = data.get("lights", LIGHTS[0])
        check(shown in LIGHTS, "lights", shown, Choices(" or ", LIGHTS))
        rim = shown == "rim"
        pixels = field(data, "pixels", list, "a list, one entry per pixel in strip order")
        many, expected = Phrase("%d entries", len(pixels)), Phrase("1 to %d", MAX_PIXELS)
        check(1 <= len(pixels) <= MAX_PIXELS, "pixels", many, expected)
        of_cell: list[list[int]] = [[] for _ in range(places.CELLS)]
        for i in range(len(pixels)):
            where = "pixels[%d]." % i
            place(pixels[i], where, "xy")
            for name in field(pixels[i], "cells", list, "the cells it speaks for", where):
                cell = self._cell({"cell": name}, where)
                alone = rim or not of_cell[cell]
                check(alone, where + "cells", name, "a cell that no other pixel has")
                of_cell[cell].append(i)
        for cell in getattr(places, "LIT", range(places.CELLS)):
            without = Phrase("%s without a pixel", places.cell_text(cell))
            check(of_cell[cell], "pixels", without, "one per cell")
        out.pixels = out.lights = len(pixels)
        out.rim = None
        if rim:
            # Not at the top: other boards have no memory to spare for it.
            from boardcore.layout.rim import read

            out.rim = read(data, places.CELLS, of_cell, places.cell_text)
            out.lights = places.CELLS
        one = [found[0] if found else -1 for found in of_cell]
        out.pixel_of_cell = array("b", range(places.CELLS) if rim else one)

    def _take_pin(self, key: str, pin) -> None:
        check(isinstance(pin, str) and pin, key, pin, "the name of a pin, like GP2")
        self.out.pins.append((key, pin))

    def _check_pins(self) -> None:
        taken: dict = {}
        for key, pin in self.out.pins:
            alone = Phrase("a pin of its own: %s has it already", taken.get(pin))
            check(pin not in taken, key, pin, alone)
            taken[pin] = key
