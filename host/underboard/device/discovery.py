"""The search for the port of a board, without a byte to a device that is not ours.

In this order: the port that the caller names; $UNDERBOARD_BOARD; the ports whose USB device is
called "Underboard", as boot.py calls it; where the system does not report names (Windows), a
board whose USB serial number is remembered.  Of the two ports of a board the second one is for
the game ("CDC2", USB interface 2; firmware/docs/circuitpython.md, section 2), the first one is
the console.  Nothing is sent to find a board: a hello would be typed into whatever listens
there, a debug probe or somebody's own sketch.  So on Windows a board is named once with
--board, and remembered when it has said hello (``KnownBoards``).
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from underboard.errors import UnderboardError
from underboard.records.database import default_path
from underboard.records.json_file import JsonFile
from underboard.texts.lazy import LazyText

VARIABLE = "UNDERBOARD_BOARD"
SIMULATED = "sim"
PRODUCT = "underboard"
OURS, CONSOLE = ("cdc2 control", "cdc2 data"), ("cdc control", "cdc data")
"""Ends of the names of the two ports; Linux reports the control interface's."""
VENDORS = {0x239A: "Adafruit", 0x2E8A: "Raspberry Pi"}
"""USB vendors of the microcontrollers that run the firmware."""
INTERFACE = re.compile(r":x\.(\d+)$|:\d+\.(\d+)$")
"""Number of the USB interface at the end of a port's location, ``1-2:x.2`` or ``1-2:1.2``."""


@dataclass(frozen=True)
class Candidate:
    """A port, and the reason why it is taken for an Underboard or not."""

    url: str
    what: str
    taken: bool
    reason: str


@dataclass(frozen=True)
class Choice:
    """Port to open: ``url``, or a simulated board with ``layout`` (empty: its default)."""

    url: str = ""
    simulated: bool = False
    layout: str = ""


Ports = Callable[[], Sequence[Any]]
"""Return the serial ports of this computer, as pyserial's ``comports`` does."""


def comports() -> Sequence[Any]:
    """Return the serial ports of this computer, none where the system cannot list them."""
    # Not at the top: a simulated board and a browser's tab have no list of ports.
    from serial.tools import list_ports

    try:
        return list(list_ports.comports())
    except OSError:
        return []


class KnownBoards:
    """USB serial numbers of boards that have said hello to this computer, in a small file."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = JsonFile(path or default_path().with_name("boards.json"))

    def __contains__(self, serial_number: object) -> bool:
        return bool(serial_number) and serial_number in self._file.read()

    def add(self, serial_number: str, board_id: str) -> None:
        """Remember a board; where the file cannot be written it is named again next time."""
        known = self._file.read()
        if serial_number and known.get(serial_number) != board_id:
            self._file.write(known | {serial_number: board_id})


def find(
    value: str | None = None,
    environ: Mapping[str, str] | None = None,
    ports: Ports | None = None,
    known: KnownBoards | None = None,
) -> Choice:
    """Return the board to use.

    ``value``: a port, a URL of pyserial, ``sim`` or ``sim:LAYOUT``.  Raises UnderboardError if
    nothing is named and no port, or more than one, is an Underboard.
    """
    named = value or (os.environ if environ is None else environ).get(VARIABLE, "")
    if named:
        return _named(named)
    found = [each for each in candidates(ports, known) if each.taken]
    if len(found) == 1:
        return Choice(url=found[0].url)
    if found:
        names = ", ".join(each.url for each in found)
        raise UnderboardError("more than one Underboard is here: choose one by --board: %s", names)
    raise UnderboardError(
        "no Underboard found: plug it in, or name its port by --board, or play on a simulated "
        "one by --board sim; 'underboard board list' shows every port"
    )


def _named(named: str) -> Choice:
    kind, _, layout = named.partition(":")
    if kind == SIMULATED:
        return Choice(simulated=True, layout=layout)
    return Choice(url=named)


def candidates(ports: Ports | None = None, known: KnownBoards | None = None) -> list[Candidate]:
    """Return every serial port of this computer, in the system's order."""
    found = sorted((ports or comports)(), key=lambda port: _natural(port.device))
    second: dict[tuple[object, ...], str] = {}
    for port in sorted(found, key=_interface_number):
        second[device_of(port)] = port.device
    known = KnownBoards() if known is None else known
    return [_judge(port, known, second[device_of(port)]) for port in found]


def _interface_number(port: Any) -> int:
    """Return the USB interface of a port; 0 keeps the order of names where it is unknown."""
    found = INTERFACE.search(port.location or "")
    return int(found.group(1) or found.group(2)) if found else 0


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort COM10 after COM9."""
    return [
        (int(word), "") if word.isdecimal() else (-1, word) for word in re.split(r"(\d+)", name)
    ]


def device_of(port: Any) -> tuple[object, ...]:
    """Return what the two ports of one board share; without a serial number each is alone."""
    if port.vid is None or not port.serial_number:
        return (port.device,)
    return (port.vid, port.pid, port.serial_number)


def is_ours(interface: str) -> bool:
    """Return True if the system names a port as the second one of a board."""
    return interface.lower().endswith(OURS)


def is_console(interface: str) -> bool:
    """Return True if the system names a port as the console of a board."""
    return interface.lower().endswith(CONSOLE)


def _judge(port: Any, known: KnownBoards, second: str) -> Candidate:
    """Judge one port; ``second``: the last port of the same USB device."""
    interface = (port.interface or "").lower()
    product = (port.product or "").lower()

    def verdict(taken: bool, reason: str) -> Candidate:
        return Candidate(port.device, port.description or port.device, taken, reason)

    if port.vid is None:
        return verdict(False, "no USB device")
    if product and PRODUCT not in product:
        return verdict(False, LazyText("another USB device: %s", port.product))
    if not product and port.vid not in VENDORS:
        return verdict(
            False, LazyText("USB vendor %04x makes none of our microcontrollers", port.vid)
        )
    if is_console(interface) or (port.device != second and not is_ours(interface)):
        return verdict(False, "the console of a board, for people")
    if product:
        return verdict(True, "an Underboard's port for the game")
    if port.serial_number in known:
        return verdict(True, "a board that has said hello before")
    return verdict(
        False,
        LazyText("may be one: name it once with --board %s, and it is remembered", port.device),
    )
