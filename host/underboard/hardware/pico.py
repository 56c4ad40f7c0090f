"""Functions of each pin of a Raspberry Pi Pico or Pico 2, and the time that its scans take.

Numbers as printed on the board's underside; both boards have the same pins.
"""

from boardcore.layout.hall import INPUTS
from boardcore.layout.layout import Layout
from underboard.deploy.memory import LEAVES, heap_of
from underboard.jsontype import JsonObject

HEADER = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "GND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip
"""Pin 1 first; 1 to 20 lie left of the USB socket seen from above, 40 to 21 right of it."""
ANALOG = ("GP26", "GP27", "GP28")
"""The pins with an analog-to-digital converter; CircuitPython also calls them A0 to A2."""
INSIDE = {
    "GP23": "the regulator's mode",
    "GP24": "the USB voltage",
    "GP25": "the light on the board",
    "GP29": "the supply's voltage",
}
"""Pins of the chip that the board keeps for itself, and for what."""
READ_US = 37
"""Time of one conversion with its loop iteration, us, on an emulated RP2040
(firmware/docs/circuitpython.md, 2)."""
STEP_US = 60
"""Time to set an address in Python, us (firmware/docs/fields.md, section 3)."""
SAME = {"A0": "GP26", "A1": "GP27", "A2": "GP28"}


def number_of(pin: str) -> int:
    """Return the number on the header of this pin, 0 if it has none."""
    name = SAME.get(pin, pin)
    return HEADER.index(name) + 1 if name in HEADER and name.startswith("GP") else 0


def why_not(pin: str) -> str:
    """Return why nothing can be wired to this pin, empty if it can."""
    if number_of(pin):
        return ""
    if pin in INSIDE:
        return f"{pin} is not on the header: the board keeps it for {INSIDE[pin]}"
    return f"a Pico has no pin {pin}"


def computer(layout: JsonObject) -> str:
    """Return which microcontroller a board wants: a Pico where the firmware fits into it."""
    return "Pico" if heap_of(layout) <= LEAVES["raspberry_pi_pico"] else "Pico 2"


def scan_us(layout: Layout) -> int:
    """Return the time of a scan, us: for each sensor a conversion to throw away, then samples."""
    scanner = layout.scanner
    together = len(scanner["adc"])
    steps = {(channel // INPUTS // together, channel % INPUTS) for channel in layout.channels}
    reading: int = len(layout.channels) * (scanner["samples"] + 1) * READ_US
    return reading + len(steps) * (STEP_US + int(scanner["settle_us"]))
