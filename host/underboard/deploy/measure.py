"""Measurement of the memory that CircuitPython leaves free on a board.

A small program runs in the raw mode of the board's console (MicroPython's and CircuitPython's
own: control-A, the program, control-D) and prints ``gc.mem_free()``.
"""

import re
from pathlib import Path
from typing import Protocol

from underboard.deploy.drive import inside
from underboard.deploy.mounted import BOOT_OUT

PROGRAM = b"import gc\ngc.collect()\nprint('free', gc.mem_free())\n"
INTERRUPT, RAW, END, SOFT_RESET = b"\x03", b"\x01", b"\x04", b"\x02\x04"
SECONDS = 3.0
"""How long an answer may take."""


class Console(Protocol):
    """What is needed of a serial port; its reads end after its own timeout."""

    def write(self, data: bytes, /) -> object:
        """Send bytes."""

    def read_until(self, expected: bytes, /) -> bytes:
        """Return what comes up to these bytes, or until the timeout."""


def free_bytes(console: Console) -> int:
    """Return what a board's console tells of its free memory, 0 if it does not answer."""
    console.write(INTERRUPT + INTERRUPT + RAW)
    if not console.read_until(b"raw REPL; CTRL-B to exit\r\n>").endswith(b">"):
        return 0
    console.write(PROGRAM + END)
    answer = console.read_until(b"\x04>")
    # Back to what ran before: out of the raw mode, then a soft reset.
    console.write(SOFT_RESET)
    found = re.search(rb"OKfree (\d+)", answer)
    return int(found[1]) if found else 0


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


def measure(drive: Path) -> int:
    """Return the bytes that CircuitPython leaves on the board of a drive, 0 if none can tell."""
    import serial

    port = console_of(drive)
    if not port:
        return 0
    try:
        with serial.Serial(port, timeout=SECONDS) as console:
            return free_bytes(console)
    except (OSError, serial.SerialException):
        return 0
