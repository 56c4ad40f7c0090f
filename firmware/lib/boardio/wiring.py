"""Scanners and strip built from a layout's pins.

``hardware``: CircuitPython's modules by their names, handed in, so that this file imports on a
computer.  Each function raises ParseError for a pin that is missing or cannot do it.
"""

from boardcore.errors import ParseError
from boardio.pins import pin

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.hall_adc import HallArray
    from boardio.load_cells import PioReader
    from boardio.modules import Buttons, Hardware, Scanner
    from boardio.nau7802 import I2cReader

MAX_EVENTS = 128
"""Number of events that a scanner keeps; chosen: the default of 64 would be full after one
``reset`` (firmware/docs/circuitpython.md, 2)."""


def _pins(hardware: "Hardware", names, key: str) -> tuple:
    return tuple([pin(hardware.board, name, "layout: " + key) for name in names])


def _output(hardware: "Hardware", at):
    """Return an output that is high: no two outputs on one wire, no sensor fed."""
    output = hardware.digitalio.DigitalInOut(at)
    output.switch_to_output(True)
    return output


def scanner(layout, hardware: "Hardware") -> "Scanner":
    """Return the scanner of the sensors' switches."""
    spec = layout.scanner
    common = {
        "interval": spec["interval_ms"] / 1000,
        "debounce_threshold": spec["debounce"],
        "max_events": MAX_EVENTS,
    }
    if spec["kind"] == "matrix":
        return hardware.keypad.KeyMatrix(
            row_pins=_pins(hardware, spec["rows"], "scanner.rows"),
            column_pins=_pins(hardware, spec["columns"], "scanner.columns"),
            columns_to_anodes=spec.get("columns_to_anodes", True),
            **common,
        )
    return hardware.keypad.ShiftRegisterKeys(
        clock=pin(hardware.board, spec["clock"], "layout: scanner.clock"),
        data=pin(hardware.board, spec["data"], "layout: scanner.data"),
        latch=pin(hardware.board, spec["latch"], "layout: scanner.latch"),
        value_to_latch=spec.get("value_to_latch", True),
        value_when_pressed=spec.get("value_when_pressed", False),
        key_count=max(layout.channels) + 1,
        **common,
    )


_held: list = []
"""Outputs that stay as they are as long as the program runs."""


def _quiet_supply(hardware: "Hardware") -> None:
    """Keep the 3.3 V of a Pico from rippling: high on GP23 ends its power-saving mode."""
    at = getattr(hardware.board, "SMPS_MODE", None)
    if at is not None:
        _held.append(_output(hardware, at))


def halls(layout, hardware: "Hardware") -> "HallArray":
    """Return the driver of the Hall sensors."""
    # Not at the top: boards with switches have no memory to spare for it.
    from boardio.hall_adc import HallArray

    spec = layout.scanner
    _quiet_supply(hardware)
    adcs = []
    for name in spec["adc"]:
        at = pin(hardware.board, name, "layout: scanner.adc")
        try:
            adcs.append(hardware.analogio.AnalogIn(at))
        except ValueError:
            raise ParseError(
                "layout: scanner.adc is '%s', expected a pin that can measure: GP26, GP27 or GP28",
                name,
            )
    pins = _pins(hardware, spec["select"], "scanner.select")
    select = tuple([_output(hardware, at) for at in pins])
    return HallArray(tuple(adcs), select, layout.channels, hardware.microcontroller.delay_us, spec)


def load_cells(layout, hardware: "Hardware") -> "list[PioReader] | list[I2cReader]":
    """Return a reader for each load cell."""
    spec = layout.scanner
    clocks = _pins(hardware, spec["clock"], "scanner.clock")
    datas = _pins(hardware, spec["data"], "scanner.data")
    # Not at the top: other boards have no memory to spare for it.
    if spec["kind"] == "nau7802":
        from boardio.nau7802 import readers_of

        return readers_of(clocks, datas)
    from boardio.load_cells import PioReader, reset

    _quiet_supply(hardware)
    readers = []
    for clock, data in zip(clocks, datas):
        output = hardware.digitalio.DigitalInOut(clock)
        output.switch_to_output(False)
        reset(output, hardware.microcontroller.delay_us)
        output.deinit()
        readers.append(PioReader(hardware.rp2pio, clock, data))
    return readers


def sensors(layout, hardware: "Hardware"):
    """Return the driver of a layout's sensors: ``Switches``, ``HallArray`` or readers of cells."""
    if layout.scale is not None:
        return load_cells(layout, hardware)
    if layout.field is not None:
        return halls(layout, hardware)
    from boardio.switches import Switches

    return Switches(scanner(layout, hardware), layout.channels, hardware.keypad.Event())


def buttons(layout, hardware: "Hardware") -> "Buttons":
    """Return the scanner of the buttons, each between its pin and ground."""
    return hardware.keypad.Keys(
        _pins(hardware, layout.button_pins, "buttons.pins"),
        value_when_pressed=False,
        pull=True,
        interval=0.01,
        debounce_threshold=2,
    )
