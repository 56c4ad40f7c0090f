"""Scanners and strip built from a layout's pins.

``board`` and ``keypad`` are those modules, handed in, so that this file
imports on a computer.
"""

from boardcore.errors import ParseError
from boardio.pins import pin

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.hall_adc import HallArray
    from boardio.load_cells import PioReader
    from boardio.modules import (
        AnalogIo,
        Board,
        Buttons,
        DigitalIo,
        Keypad,
        Microcontroller,
        Rp2Pio,
        Scanner,
    )
    from boardio.nau7802 import I2cReader
    from boardio.switches import Switches

MAX_EVENTS = 128
"""Number of events that a scanner keeps; chosen: the default of 64 would be full after one
``reset`` (firmware/docs/circuitpython.md, 2)."""


def _pins(board, names, key: str) -> tuple:
    found = []
    for name in names:
        found.append(pin(board, name, key))
    return tuple(found)


def _matrix(spec, sensors: int, board, keypad: "Keypad", **common):
    return keypad.KeyMatrix(
        row_pins=_pins(board, spec["rows"], "layout: scanner.rows"),
        column_pins=_pins(board, spec["columns"], "layout: scanner.columns"),
        columns_to_anodes=spec.get("columns_to_anodes", True),
        **common,
    )


def _shift(spec, sensors: int, board, keypad: "Keypad", **common):
    return keypad.ShiftRegisterKeys(
        clock=pin(board, spec["clock"], "layout: scanner.clock"),
        data=pin(board, spec["data"], "layout: scanner.data"),
        latch=pin(board, spec["latch"], "layout: scanner.latch"),
        value_to_latch=spec.get("value_to_latch", True),
        value_when_pressed=spec.get("value_when_pressed", False),
        key_count=sensors,
        **common,
    )


SCANNERS = (("matrix", _matrix), ("shift", _shift))
"""Kinds of scanner a layout may name, and who builds them."""


def scanner(layout, board: "Board", keypad: "Keypad") -> "Scanner":
    """Return the scanner of the sensors' switches.  Raises ParseError for a missing pin."""
    spec = layout.scanner
    for kind, build in SCANNERS:
        if spec["kind"] == kind:
            return build(
                spec,
                max(layout.channels) + 1,
                board,
                keypad,
                interval=spec["interval_ms"] / 1000,
                debounce_threshold=spec["debounce"],
                max_events=MAX_EVENTS,
            )
    raise ParseError("layout: scanner.kind is '%s', expected matrix or shift", spec["kind"])


def switches(layout, board: "Board", keypad: "Keypad", *others) -> "Switches":
    """Return the driver of the switches.  Raises ParseError for a missing pin."""
    from boardio.switches import Switches

    return Switches(scanner(layout, board, keypad), layout.channels, keypad.Event())


_held: list = []
"""Outputs that stay as they are as long as the program runs."""


def _quiet_supply(board, digitalio) -> None:
    """Keep the 3.3 V of a Pico from rippling: high on GP23 ends its power-saving mode."""
    at = getattr(board, "SMPS_MODE", None)
    if at is not None:
        output = digitalio.DigitalInOut(at)
        output.switch_to_output(True)
        _held.append(output)


def halls(
    layout,
    board: "Board",
    keypad: "Keypad",
    analogio: "AnalogIo",
    digitalio: "DigitalIo",
    microcontroller: "Microcontroller",
) -> "HallArray":
    """Return the driver of the Hall sensors.  Raises ParseError for a pin that cannot do it."""
    # Not at the top: boards with switches have no memory to spare for it.
    from boardio.hall_adc import HallArray

    spec = layout.scanner
    _quiet_supply(board, digitalio)
    adcs = []
    for name in spec["adc"]:
        at = pin(board, name, "layout: scanner.adc")
        try:
            adcs.append(analogio.AnalogIn(at))
        except ValueError:
            raise ParseError(
                "layout: scanner.adc is '%s', expected a pin that can measure: GP26, GP27 or GP28",
                name,
            )
    lines = {}
    for key in ("select", "enable", "power"):
        outputs = []
        for at in _pins(board, spec.get(key, ()), "layout: scanner." + key):
            output = digitalio.DigitalInOut(at)
            # High from the start: no two outputs on one wire, no sensor fed.
            output.switch_to_output(True)
            outputs.append(output)
        lines[key] = tuple(outputs)
    return HallArray(
        tuple(adcs),
        lines["select"],
        layout.channels,
        microcontroller.delay_us,
        spec["samples"],
        spec["settle_us"],
        lines["enable"],
        lines["power"],
        spec.get("power_us", 0),
    )


def load_cells(
    layout,
    board: "Board",
    digitalio: "DigitalIo",
    microcontroller: "Microcontroller",
    rp2pio: "Rp2Pio",
) -> "list[PioReader] | list[I2cReader]":
    """Return a reader for each load cell."""
    spec = layout.scanner
    clocks = _pins(board, spec["clock"], "layout: scanner.clock")
    datas = _pins(board, spec["data"], "layout: scanner.data")
    # Not at the top: other boards have no memory to spare for it.
    if spec["kind"] == "nau7802":
        from boardio.nau7802 import readers_of

        return readers_of(clocks, datas)
    from boardio.load_cells import PioReader, reset

    _quiet_supply(board, digitalio)
    readers = []
    for clock, data in zip(clocks, datas):
        output = digitalio.DigitalInOut(clock)
        output.switch_to_output(False)
        reset(output, microcontroller.delay_us)
        output.deinit()
        readers.append(PioReader(rp2pio, clock, data))
    return readers


SENSING = (("presence", switches), ("threshold", halls), ("field", halls))
"""Kind of readings and module of the driver, per scanner; for load cells ``load_cells``."""


def sensors(layout, *modules):
    """Return the driver of a layout's sensors: ``Switches``, ``HallArray`` or ``LoadCells``.

    ``modules``: board, keypad, analogio, digitalio, microcontroller, rp2pio.  Raises ParseError.
    """
    if layout.scale is not None:
        board, _, _, *others = modules
        return load_cells(layout, board, *others)
    for sensing, build in SENSING:
        if layout.sensing == sensing:
            return build(layout, *modules[:-1])
    raise ParseError(
        "layout: sensing is '%s', expected presence, threshold, field or weight", layout.sensing
    )


def buttons(layout, board, keypad: "Keypad") -> "Buttons":
    """Return the scanner of the buttons, each between its pin and ground."""
    return keypad.Keys(
        _pins(board, layout.button_pins, "layout: buttons.pins"),
        value_when_pressed=False,
        pull=True,
        interval=0.01,
        debounce_threshold=2,
    )
