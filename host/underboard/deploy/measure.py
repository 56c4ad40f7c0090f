"""Questions to a board's own CircuitPython (the memory that it leaves, modules that it lacks).

A small program runs in the raw mode of the board's console (MicroPython's and CircuitPython's
own: control-A, the program, control-D) and prints ``gc.mem_free()`` and the modules.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from underboard.deploy.firmware_files import inside
from underboard.deploy.usb_drive import BOOT_OUT

PROGRAM = """import gc
gc.collect()
free = gc.mem_free()
lacks = []
for name in {modules!r}:
    try:
        __import__(name)
    except ImportError:
        lacks.append(name)
print('free', free, *lacks)
"""
INTERRUPT, RAW, END, SOFT_RESET = b"\x03", b"\x01", b"\x04", b"\x02\x04"
SECONDS = 3.0
"""Time for an answer of the board's console, s; chosen."""


class Answer(NamedTuple):
    """Free memory in bytes, and modules that CircuitPython lacks; nothing if nobody answered."""

    free: int = 0
    lacks: tuple[str, ...] = ()


class Console(Protocol):
    """Interface of a serial port; its reads end after its own timeout."""

    def write(self, data: bytes, /) -> object:
        """Send bytes."""

    def read_until(self, expected: bytes, /) -> bytes:
        """Return what comes up to these bytes, or until the timeout."""


def ask_console(console: Console, modules: Sequence[str] = ()) -> Answer:
    """Return what a board's console tells of its memory, and which of these modules it lacks."""
    console.write(INTERRUPT + INTERRUPT + RAW)
    if not console.read_until(b"raw REPL; CTRL-B to exit\r\n>").endswith(b">"):
        return Answer()
    console.write(PROGRAM.format(modules=list(modules)).encode() + END)
    answer = console.read_until(b"\x04>")
    # Back to what ran before: out of the raw mode, then a soft reset.
    console.write(SOFT_RESET)
    found = re.search(rb"OKfree (\d+)([ \w]*)", answer)
    return Answer(int(found[1]), tuple(found[2].decode().split())) if found else Answer()


def console_of(drive: Path) -> str:
    """Return the port of the console of the board whose drive this is, empty if none is found."""
    from serial.tools import list_ports

    try:
        text = inside(drive, BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    uid = re.search(r"UID:(\w+)", text)
    if uid is None:
        return ""
    ports = [port.device for port in list_ports.comports() if port.serial_number == uid[1]]
    # The console is the first of a board's two ports.
    return min(ports, default="")


def ask_board(drive: Path, modules: Sequence[str] = ()) -> Answer:
    """Return what the CircuitPython of a drive's board answers, nothing if none can tell."""
    import serial

    port = console_of(drive)
    if not port:
        return Answer()
    try:
        with serial.Serial(port, timeout=SECONDS) as console:
            return ask_console(console, modules)
    except (OSError, serial.SerialException):
        return Answer()
