"""Find: which port the board is on, and why.

In this order: what the caller names; $UNDERBOARD_BOARD; the port whose USB names are ours
(the firmware calls the device "Underboard", and of its two ports the second, "CDC2 data",
is for the game; firmware/docs/circuitpython.md, section 5); at last, where the system does not
tell such
names (macOS, Windows), a hello to the second port of each board.  The first one is the
console: a hello would be typed into a program that somebody uses, so it is not asked where a
second one is there.
"""

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serial.tools.list_ports import comports

from boardcore.link import wire
from underboard.device.port import Link, LinkClosed
from underboard.texts.said import Said
from underboard.trouble import Trouble

VARIABLE = "UNDERBOARD_BOARD"
SIMULATED = "sim"
PRODUCT = "underboard"
OURS, CONSOLE = ("cdc2 control", "cdc2 data"), ("cdc control", "cdc data")
"""Ends of the names of the two ports; Linux takes the control interface's."""
VENDORS = {0x239A: "Adafruit", 0x2E8A: "Raspberry Pi"}
"""USB vendors of the microcontrollers that run the firmware."""
PROBE_S = 1.2
"""A board that is there answers within a turn of its loop; one that greets, in half a second."""


@dataclass(frozen=True)
class Candidate:
    """A port, and why it is taken for an Underboard or not."""

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


Probe = Callable[[str], str]
"""Asks a port for a hello; returns the board's id, or a sentence's end that begins with "no"."""


def find(
    value: str | None = None,
    environ: Mapping[str, str] | None = None,
    ports: Callable[[], Sequence[Any]] = comports,
    probe: "Probe | None" = None,
) -> Choice:
    """Return the board to use.

    ``value``: a port, a URL of pyserial, ``sim`` or ``sim:LAYOUT``.  Raises Trouble if
    nothing is named and no port, or more than one, is an Underboard.
    """
    named = value or (os.environ if environ is None else environ).get(VARIABLE, "")
    if named:
        return _named(named)
    found = [each for each in candidates(ports, probe or hello_from) if each.taken]
    if len(found) == 1:
        return Choice(url=found[0].url)
    if found:
        names = ", ".join(each.url for each in found)
        raise Trouble("more than one Underboard is here: choose one by --board: %s", names)
    raise Trouble(
        "no Underboard found: plug it in, or name its port by --board, or play on a simulated "
        "one by --board sim; 'underboard board list' shows every port"
    )


def _named(named: str) -> Choice:
    kind, _, layout = named.partition(":")
    if kind == SIMULATED:
        return Choice(simulated=True, layout=layout)
    return Choice(url=named)


def candidates(
    ports: Callable[[], Sequence[Any]] = comports, probe: "Probe | None" = None
) -> list[Candidate]:
    """Return every serial port of this computer, in the system's order.

    ``probe``: how to ask a port that might be ours; None: ask none.
    """
    found = sorted(ports(), key=lambda port: _natural(port.device))
    second = {_device_of(port): port.device for port in found}
    return [_judge(port, probe, second[_device_of(port)]) for port in found]


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort COM10 after COM9."""
    return [
        (int(word), "") if word.isdecimal() else (-1, word) for word in re.split(r"(\d+)", name)
    ]


def _device_of(port: Any) -> tuple:
    """Return what the two ports of one board have in common; without a number, each is its own."""
    if port.vid is None or not port.serial_number:
        return (port.device,)
    return (port.vid, port.pid, port.serial_number)


def is_ours(interface: str) -> bool:
    """Tell whether the system names a port as the second one of a board."""
    return interface.lower().endswith(OURS)


def is_console(interface: str) -> bool:
    """Tell whether the system names a port as the console of a board."""
    return interface.lower().endswith(CONSOLE)


def _judge(port: Any, probe: "Probe | None", second: str) -> Candidate:
    """Judge one port; ``second``: the last port of the same board."""
    what = port.description or port.device
    interface = (port.interface or "").lower()
    ours = PRODUCT in (port.product or "").lower()

    def verdict(taken: bool, reason: str) -> Candidate:
        return Candidate(port.device, what, taken, reason)

    if port.vid is None:
        return verdict(False, "no USB device")
    if ours and is_ours(interface):
        return verdict(True, "an Underboard's port for the game")
    if is_console(interface) or (port.device != second and not is_ours(interface)):
        return verdict(False, "the console of a board, for people")
    if not ours and port.vid not in VENDORS:
        return verdict(False, Said("USB vendor %04x makes none of our microcontrollers", port.vid))
    if probe is None:
        return verdict(False, "may be one: not asked")
    answer = probe(port.device)
    if answer.startswith("no "):
        return verdict(False, answer)
    return verdict(True, Said("says hello as board %s", answer))


def hello_from(
    url: str,
    open_link: Callable[[str], Any] = Link,
    clock: Callable[[], float] = time.monotonic,
    timeout_s: float = PROBE_S,
) -> str:
    """Say hello to a port; return the id of the board there, or why there is none ("no ...")."""
    try:
        link = open_link(url)
    except LinkClosed as error:
        return Said("no answer: %s", error)
    try:
        end = clock() + timeout_s
        link.send("hello", wire.VERSION, "underboard-find")
        while clock() < end:
            for message in link.poll(min(0.1, timeout_s)):
                if message.kind == "hello" and len(message.fields) >= 7:
                    link.send("bye")
                    return message.fields[2]
    except LinkClosed as error:
        return Said("no answer: %s", error)
    finally:
        link.close()
    return "no hello from it"
