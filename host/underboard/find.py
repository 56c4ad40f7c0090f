"""Find: which port the board is on, and why.

In this order: what the caller names; $UNDERBOARD_BOARD; the port whose USB names are ours
(the firmware calls the device "Underboard", and of its two ports the second, "CDC2 data",
is for the game; facts page, section 5); at last, where the system does not tell such
names, a hello to every port of a board that could be one.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serial.tools.list_ports import comports

from boardcore import wire
from underboard.link import Link, LinkClosed
from underboard.trouble import Trouble

VARIABLE = "UNDERBOARD_BOARD"
SIMULATED = "sim"
PRODUCT = "underboard"
OURS, CONSOLE = "cdc2 data", "cdc data"
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
    """What to open: ``url``, or a simulated board with ``layout`` (empty: its default)."""

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
        raise Trouble(f"more than one Underboard is here: choose one by --board: {names}")
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
    return [_judge(port, probe) for port in sorted(ports(), key=lambda port: port.device)]


def _judge(port: Any, probe: "Probe | None") -> Candidate:
    what = port.description or port.device
    interface = (port.interface or "").lower()
    ours = PRODUCT in (port.product or "").lower()

    def verdict(taken: bool, reason: str) -> Candidate:
        return Candidate(port.device, what, taken, reason)

    if port.vid is None:
        return verdict(False, "no USB device")
    if ours and OURS in interface:
        return verdict(True, "an Underboard's port for the game")
    if CONSOLE in interface:
        return verdict(False, "the console of a board, for people")
    if not ours and port.vid not in VENDORS:
        return verdict(False, f"USB vendor {port.vid:04x} makes none of our microcontrollers")
    if probe is None:
        return verdict(False, "may be one: not asked")
    answer = probe(port.device)
    if answer.startswith("no "):
        return verdict(False, answer)
    return verdict(True, f"says hello as board {answer}")


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
        return f"no answer: {error}"
    try:
        end = clock() + timeout_s
        link.send("hello", wire.VERSION, "underboard-find")
        while clock() < end:
            for message in link.poll(min(0.1, timeout_s)):
                if message.kind == "hello" and len(message.fields) >= 7:
                    link.send("bye")
                    return message.fields[2]
    except LinkClosed as error:
        return f"no answer: {error}"
    finally:
        link.close()
    return "no hello from it"
