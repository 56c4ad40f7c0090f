"""The pins that CircuitPython's boards bring out, and what a layout wants of them.

``boards.json`` holds, by the board's id, its chip, names of pins and their numbers on the chip,
from CircuitPython's own ``pins.c`` (``tests/bench/circuitpython_boards.py``); pins of lights,
buttons and memory cards are left out.  A layout names pins as the board does (``D5``, ``A0``), or
by their number on the chip (``GP5``).
"""

import functools
import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject

CHIPS = ("rp2040", "rp2350")
"""Beginnings of the names of chips whose PIO reads load cells and shows pixels."""
TRIED = (10, 3)
"""The newest CircuitPython with which the firmware was tried."""
NUMBERED = re.compile(r"GP(\d+)")


MACHINES = {"rp2040": 8, "rp2350": 12}
"""State machines of a chip's PIO, four in each block (data sheets)."""


class BoardModel(NamedTuple):
    """A board that we know: its chip, whether its radio takes a state machine, its pins.

    Pins are numbers on the chip by the board's names.
    """

    chip: str
    radio: bool
    pins: dict[str, int]

    @property
    def machines(self) -> int:
        """State machines that are left to programs."""
        return MACHINES[self.chip] - self.radio


@functools.cache
def known() -> dict[str, BoardModel]:
    """Return the boards that we know, by their ids."""
    text = resources.files("underboard.deploy").joinpath("boards.json").read_text("utf-8")
    found = {}
    for name, one in json.loads(text)["boards"].items():
        pins = (pin.split("=") for pin in one["pins"].split())
        found[name] = BoardModel(one["chip"], one["radio"], {pin: int(n) for pin, n in pins})
    return found


def machines(layout: JsonObject) -> int:
    """Return how many state machines a layout takes: one for each HX711, one for the pixels.

    >>> machines({"scanner": {"kind": "hx711", "clock": ["GP2", "GP4", "GP6", "GP8"]}})
    5
    """
    scanner = layout.get("scanner", {})
    return 1 + (len(scanner["clock"]) if scanner.get("kind") == "hx711" else 0)


def pins_of(layout: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield key and name of every pin that a layout names."""
    scanner = layout.get("scanner", {})
    for key, value in scanner.items():
        names = value if isinstance(value, list) else [value]
        if key != "kind":
            yield from ((f"scanner.{key}", name) for name in names if isinstance(name, str))
    yield "strip.pin", layout.get("strip", {}).get("pin", "")
    for name in layout.get("buttons", {}).get("pins", []):
        yield "buttons.pins", name
    if "buzzer" in layout:
        yield "buzzer", layout["buzzer"]


def missing(board: str, layout: JsonObject) -> list[str]:
    """Return the pins that a layout names and a board that we know does not bring out.

    >>> missing("adafruit_feather_rp2040", {"strip": {"pin": "GP5"}, "buttons": {"pins": ["D5"]}})
    ['GP5']
    """
    if board not in known():
        return []
    pins = known()[board].pins
    measures = {number for name, number in pins.items() if re.fullmatch(r"A\d", name)}
    found = []
    for key, name in pins_of(layout):
        numbered = NUMBERED.fullmatch(name)
        number = pins.get(name, int(numbered[1]) if numbered else -1)
        if number not in pins.values() or (key == "scanner.adc" and number not in measures):
            found.append(name)
    return sorted(set(found), key=lambda name: (len(name), name))


def check_board(board: str, chip: str, name: str, data: bytes) -> None:
    """Raise UnderboardError if a board lacks what a layout needs: the chip, or pins."""
    if chip and not chip.lower().startswith(CHIPS):
        raise UnderboardError(
            "this board (%s) has a %s: the firmware needs an RP2040 or RP2350, as a Raspberry Pi "
            "Pico 2 has",
            board or "?",
            chip,
        )
    try:
        lacking = missing(board, json.loads(data))
    except (ValueError, AttributeError):
        return  # said in full by who reads the layout
    if lacking:
        raise UnderboardError(
            "layout '%s' wants pins that this board (%s) does not bring out: %s; it has %s",
            name,
            board,
            ", ".join(lacking),
            ", ".join(known()[board].pins),
        )
    if board in known() and machines(json.loads(data)) > known()[board].machines:
        raise UnderboardError(
            "layout '%s' wants %d state machines of the PIO, this board (%s) has %d",
            name,
            machines(json.loads(data)),
            board,
            known()[board].machines,
        )


def needs_of(name: str, data: bytes) -> tuple[str, ...]:
    """Return the modules that a layout needs of a board's CircuitPython; raises UnderboardError.

    What CircuitPython 10 is built with for every board of ``boards.json`` has ``ulab``; other
    builds may lack it, and a drive does not tell.
    """
    try:
        needs = json.loads(data).get("needs", [])
    except (ValueError, AttributeError):
        return ()  # said in full by who reads the layout
    if isinstance(needs, list) and all(
        isinstance(one, str) and one.isidentifier() for one in needs
    ):
        return tuple(needs)
    raise UnderboardError(
        "layout '%s': needs is %s, expected names of modules like [\"ulab\"]",
        name,
        json.dumps(needs)[:60],
    )


def check_modules(name: str, lacks: tuple[str, ...]) -> None:
    """Raise UnderboardError if a board was asked and lacks modules that a layout needs."""
    if lacks:
        raise UnderboardError(
            "layout '%s' needs %s, which this board's CircuitPython lacks: install one that has "
            "it from circuitpython.org, take a Raspberry Pi Pico 2, or choose another --layout",
            name,
            ", ".join(lacks),
        )


def is_untried(version: str) -> bool:
    """Return whether a CircuitPython is newer than those with which the firmware was tried.

    >>> is_untried("10.3.1"), is_untried("11.0.0"), is_untried("")
    (False, True, False)
    """
    return tuple(map(int, re.findall(r"\d+", version)[:2])) > TRIED
