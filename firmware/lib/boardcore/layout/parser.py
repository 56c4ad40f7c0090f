"""Layout, reading: what ``layouts/NAME.json`` says, checked.

Whatever is wrong with a file is told with the key, the value seen and what was expected there.
A board unloads this module when its layout is read.
"""

from array import array

from boardcore.errors import Choices, ParseError, Phrase
from boardcore.games import FIELD_LAYOUT, cells_module, module_of
from boardcore.layout.schema import NUMBER, bad_value, entries, field, place

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardcore.layout.layout import Layout

FORMAT = 1
"""Version number of the layout format, as in host/docs."""
KINDS = "matrix or shift, for Halls mux, for load cells hx711 or nau7802"
SENSING = ("presence", "threshold", "field", "weight")
SCANNERS = (
    # sensing, kind, keys that hold a list of pins, keys that hold one, lists that may be missing
    ("presence", "matrix", ("rows", "columns"), (), (), ("interval_ms", "debounce")),
    ("presence", "shift", (), ("clock", "data", "latch"), (), ("interval_ms", "debounce")),
    ("threshold", "mux", ("adc", "select"), (), ("enable",), ("interval_ms",)),
    ("field", "mux", ("adc", "select"), (), ("enable", "power"), ("interval_ms",)),
    ("weight", "hx711", ("clock", "data"), (), (), ()),
    ("weight", "nau7802", ("clock", "data"), (), (), ()),
)
"""Kinds of scanner, the pins that each must name, and whole numbers from 1."""
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

    def __init__(self, out: "Layout", data) -> None:
        self.out = out
        if field(data, "format", int, "%d" % FORMAT) != FORMAT:
            raise bad_value(
                "format", data["format"], Phrase("%d, the only one this firmware reads", FORMAT)
            )
        self.out.data = data
        self.out.name = field(data, "name", str, "the name of the file without .json")
        self.out.game = field(data, "game", str, "the name of a game")
        self.out.sensing = field(data, "sensing", str, Choices(" or ", SENSING))
        if self.out.sensing not in SENSING:
            raise bad_value("sensing", self.out.sensing, Choices(" or ", SENSING))
        try:
            places = cells_module(self.out.game)
        except ParseError as error:
            raise ParseError("layout: game: %s", error)
        self._read_scanner(data)
        self._read_buttons(data, getattr(places, "BUTTONS", BUTTONS))
        self._read_strip(data)
        self.out.field = None
        self.out.scale = None
        if self.out.sensing in ("threshold", "field"):
            self._read_field(data, places)
        elif self.out.sensing == "weight":
            self._read_scale(data, places)
        else:
            self._read_sensors(data, places)
        self._read_pixels(data, places)
        self._check_pins()
        # What only one game's layouts must have.
        decoded = None if self.out.sensing != "field" else module_of(self.out.game, FIELD_LAYOUT)
        for needs in (places, decoded):
            check = getattr(needs, "check_layout", None)
            if check:
                check(self.out)

    def _read_scanner(self, data) -> None:
        scanner = field(data, "scanner", dict, "the pins of the sensors")
        kind = field(scanner, "kind", str, KINDS, "scanner.")
        known = [row for row in SCANNERS if row[0] == self.out.sensing]
        rows = [row for row in known if row[1] == kind]
        if not rows:
            raise bad_value("scanner.kind", kind, Choices(" or ", [row[1] for row in known]))
        _, _, lists, single, optional, counts = rows[0]
        self.out.pins = []
        for name in lists + optional:
            if name in optional and name not in scanner:
                continue
            for pin in field(scanner, name, list, "pins", "scanner."):
                self._take_pin("scanner." + name, pin)
        for name in single:
            self._take_pin("scanner." + name, field(scanner, name, str, "a pin", "scanner."))
        for name in counts:
            if field(scanner, name, int, "a whole number from 1", "scanner.") < 1:
                raise bad_value("scanner." + name, scanner[name], "a whole number from 1")
        self.out.scanner = scanner

    def _read_buttons(self, data, needed) -> None:
        buttons = field(data, "buttons", dict, "names and pins")
        self.out.buttons = tuple(field(buttons, "names", list, "yes and next", "buttons."))
        self.out.button_pins = field(buttons, "pins", list, "one pin per button", "buttons.")
        if self.out.buttons[: len(needed)] != needed:
            raise bad_value(
                "buttons.names", buttons["names"], Phrase("%s first", Choices(" and ", needed))
            )
        if len(self.out.button_pins) != len(self.out.buttons):
            raise bad_value(
                "buttons.pins",
                self.out.button_pins,
                Phrase("%d pins, one per name", len(self.out.buttons)),
            )
        for pin in self.out.button_pins:
            self._take_pin("buttons.pins", pin)

    def _read_strip(self, data) -> None:
        strip = field(data, "strip", dict, "the pin and the currents of the pixels")
        self._take_pin("strip.pin", field(strip, "pin", str, "a pin", "strip."))
        for name in ("budget_ma", "full_ma", "dark_ma"):
            if field(strip, name, NUMBER, "milliamperes", "strip.") < 0:
                raise bad_value("strip." + name, strip[name], "0 or more milliamperes")
        self.out.strip = strip
        self.out.buzzer = data.get("buzzer")
        if self.out.buzzer is not None:
            self._take_pin("buzzer", self.out.buzzer)

    def _read_sensors(self, data, places) -> None:
        cells = []
        channels: list[int] = []
        for _, entry, where in entries(data, "sensors", "a list, one entry per sensor"):
            cells.append(self._cell(places, entry, where))
            channel = field(entry, "channel", int, "the switch's number", where)
            if channel in channels or not 0 <= channel < self._channels():
                raise bad_value(
                    where + "channel", channel, Phrase("0 to %d, each once", self._channels() - 1)
                )
            channels.append(channel)
            place(entry, where)
        self._set_places(bytes(cells), bytes(channels))

    def _read_field(self, data, places) -> None:
        # Not at the top: boards with switches have no memory to spare for it.
        from boardcore.layout.hall import read_field

        self.out.field = found = read_field(
            data, self.out.scanner, lambda entry, where: self._cell(places, entry, where)
        )
        self._set_places(found.cells, found.channels)

    def _read_scale(self, data, places) -> None:
        # Not at the top, for the same reason.
        from boardcore.layout.scale import ScaleParser

        self.out.scale = found = ScaleParser(
            data, self.out.scanner, lambda entry, where: self._cell(places, entry, where)
        ).out
        self._set_places(found.cells, b"")  # load cells have pins of their own

    def _set_places(self, cells: bytes, channels: bytes) -> None:
        self.out.cell_of_sensor, self.out.channels = cells, channels
        self.out.sensors = len(cells)

    def _channels(self) -> int:
        if self.out.scanner["kind"] == "matrix":
            return len(self.out.scanner["rows"]) * len(self.out.scanner["columns"])
        return len(self.out.data["sensors"])

    def _cell(self, places, entry, where: str) -> int:
        name = field(entry, "cell", str, "a cell", where)
        try:
            return places.parse_cell(name)
        except ParseError as error:
            raise ParseError("layout: %scell: %s", where, error)

    def _read_pixels(self, data, places) -> None:
        shown = data.get("lights", LIGHTS[0])
        if shown not in LIGHTS:
            raise bad_value("lights", shown, Choices(" or ", LIGHTS))
        rim = shown == "rim"
        pixels = field(data, "pixels", list, "a list, one entry per pixel in strip order")
        if not 1 <= len(pixels) <= MAX_PIXELS:
            raise bad_value(
                "pixels", Phrase("%d entries", len(pixels)), Phrase("1 to %d", MAX_PIXELS)
            )
        of_cell: list[list[int]] = [[] for _ in range(places.CELLS)]
        for i in range(len(pixels)):
            where = "pixels[%d]." % i
            for axis in "xy":
                field(pixels[i], axis, NUMBER, "millimetres", where)
            for name in field(pixels[i], "cells", list, "the cells it speaks for", where):
                cell = self._cell(places, {"cell": name}, where)
                if of_cell[cell] and not rim:
                    raise bad_value(where + "cells", name, "a cell that no other pixel has")
                of_cell[cell].append(i)
        for cell in getattr(places, "LIT", range(places.CELLS)):
            if not of_cell[cell]:
                raise bad_value(
                    "pixels", Phrase("%s without a pixel", places.cell_text(cell)), "one per cell"
                )
        self.out.pixels = self.out.lights = len(pixels)
        self.out.rim = None
        if rim:
            # Not at the top: other boards have no memory to spare for it.
            from boardcore.layout.rim import read

            self.out.rim = read(data, places.CELLS, of_cell, places.cell_text)
            self.out.lights = places.CELLS
        one = [found[0] if found else -1 for found in of_cell]
        self.out.pixel_of_cell = array("b", range(places.CELLS) if rim else one)

    def _take_pin(self, key: str, pin) -> None:
        if not isinstance(pin, str) or not pin:
            raise bad_value(key, pin, "the name of a pin, like GP2")
        self.out.pins.append((key, pin))

    def _check_pins(self) -> None:
        for i in range(len(self.out.pins)):
            for j in range(i):
                if self.out.pins[i][1] == self.out.pins[j][1]:
                    raise bad_value(
                        self.out.pins[i][0],
                        self.out.pins[i][1],
                        Phrase("a pin of its own: %s has it already", self.out.pins[j][0]),
                    )
