"""Diagnosis of everything between a program and a board, down to the last pixel.

Each check is a function that yields findings; nothing here prints.  What can be found out
without a board comes first, so that it helps when there is none.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from boardcore.layout.layout import Layout
from boardcore.link.wire import VERSION, VERSION_MAJOR
from underboard.deploy.circuit import CIRCUIT, CIRCUITS, fits, parse_circuit
from underboard.deploy.firmware_files import drive_path, read, running
from underboard.deploy.install import SMALL_DRIVE, TOP, plan
from underboard.deploy.memory import heap_of
from underboard.deploy.settings import read_settings
from underboard.deploy.usb_drive import boot_out, drives
from underboard.deploy.versions import NEWER, OLDER, SAME, age, our_version, version_in
from underboard.device.discovery import PRODUCT, comports, is_console, is_ours
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.hardware import power
from underboard.jsontype import JsonObject
from underboard.service.findings import Finding, bad, note, ok
from underboard.texts import Texts
from underboard.texts.lazy import all_spoken

PYTHON = (3, 10)
PACKAGES = ("underboard", "pyserial", "adafruit-blinka", "rich")
RULES = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
IGNORE = "ID_MM_DEVICE_IGNORE"
UDEV_FILE = "/etc/udev/rules.d/70-underboard.rules"
UDEV = "\n".join(
    f'SUBSYSTEMS=="usb", ATTRS{{idVendor}}=="{vendor}", TAG+="uaccess", ENV{{{IGNORE}}}="1"'
    for vendor in ("239a", "2e8a")
)
"""Rule that gives the user at the computer the port, and keeps ModemManager off it."""
LITTLE_FREE = 16000
"""Free memory below which a board is short of it, bytes; chosen."""


# The computer


def check_python(version: Sequence[Any] = sys.version_info) -> Iterator[Finding]:
    """Look at Python and the packages."""
    text = ".".join(map(str, version[:3]))
    if tuple(version[:2]) < PYTHON:
        yield bad("python", "python.old", version=text, least=".".join(map(str, PYTHON)))
    else:
        yield ok("python", "python.good", version=text)
    for name in PACKAGES:
        try:
            yield ok("packages", "packages.version", name=name, version=metadata.version(name))
        except metadata.PackageNotFoundError:
            yield bad("packages", "packages.missing", name=name)


def check_modem_manager(
    processes: Callable[[], Iterable[str]] | None = None, rules: Iterable[str] = RULES
) -> Iterator[Finding]:
    """Find out whether ModemManager will grab a new port for ten seconds."""
    if "ModemManager" not in (processes or _process_names)():
        return
    for folder in rules:
        for path in sorted(Path(folder).glob("*.rules")):
            text = _text(path)
            if IGNORE in text and ("239a" in text.lower() or "2e8a" in text.lower()):
                yield ok("port", "port.modem-manager-kept-off", rule=str(path))
                return
    yield note("port", "port.modem-manager", file=UDEV_FILE, rule=UDEV)


def _process_names(proc: Path = Path("/proc")) -> set[str]:
    return {_text(path).strip() for path in proc.glob("[0-9]*/comm")}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


# The drive


def check_drive(places: Iterable[Path]) -> Iterator[Finding]:
    """Look at what is on the board's drive, if it is mounted."""
    found = drives(places)
    if not found:
        yield note("drive", "drive.none")
    for drive in found:
        version, board = boot_out(drive)
        yield ok("drive", "drive.mounted", drive=str(drive), version=version or "?",
                 board=board or "?")  # fmt: skip
        try:
            planned = plan(drive)
        except UnderboardError as trouble:
            yield bad("drive", "drive.trouble", reason=str(trouble))
            continue
        if read(drive, "code.py") is None:
            yield bad("drive", "drive.empty")
            continue
        with drive_path() as files:
            boot = (files / "boot.py").read_bytes()
        if read(drive, "boot.py") != boot:
            yield bad("drive", "drive.boot", file=TOP[1])
        yield from check_version(version_in(running(drive)), "drive")
        yield from check_circuit(read(drive, "settings.toml") or b"")
        rest = max(0, SMALL_DRIVE - planned.size)
        yield ok("drive", "drive.room", size=planned.size // 1024, rest=rest // 1024)


def check_version(there: str, place: str, here: str = "") -> Iterator[Finding]:
    """Compare the firmware of a ``drive`` or a ``board`` with ours: which one is older?"""
    here = here or our_version()
    found = age(there, here)
    if found == SAME:
        yield ok("firmware", "firmware.same", version=there)
    else:
        # What is no version may be somebody's own build: ours can replace it.
        word = NEWER if found == NEWER else OLDER
        yield bad("firmware", f"firmware.{place}-{word}", there=there or "?", here=here)


def check_circuit(settings: bytes) -> Iterator[Finding]:
    """Look whether the printed circuit that the settings name belongs to their layout."""
    found = read_settings(settings.decode("utf-8"))
    printed, layout = found.get(CIRCUIT, ""), found.get("UNDERBOARD_LAYOUT", "")
    if not printed:
        return
    parsed = parse_circuit(printed)
    if parsed is None:
        yield bad("circuit", "circuit.unknown", circuit=printed)
        return
    number, revision = parsed
    newest, _ = CIRCUITS[number]
    if not fits(number, layout):
        yield bad("circuit", "circuit.other", circuit=printed, layout=layout)
    elif revision != newest:
        yield note("circuit", "circuit.revision", circuit=printed, newest=newest)
    else:
        yield ok("circuit", "circuit.printed", circuit=printed, layout=layout)


# The port


def check_ports(ports: Callable[[], Sequence[Any]] = comports) -> Iterator[Finding]:
    """Return True if the board's two ports are there: the second one only with boot.py."""
    ours = [port for port in ports() if PRODUCT in (port.product or "").lower()]
    interfaces = [(port.interface or "").lower() for port in ours]
    if any(is_ours(interface) for interface in interfaces):
        yield ok("port", "port.both")
    elif any(is_console(interface) for interface in interfaces):
        yield bad("port", "port.console-only")
    elif not ours:
        boards = [port for port in ports() if port.vid == 0x239A]
        if boards:
            yield bad("port", "port.no-boot", ports=", ".join(port.device for port in boards))


def port_trouble(url: str, error: LinkClosed, proc: Path = Path("/proc")) -> Finding:
    """Return why a port cannot be opened, with what helps."""
    text = str(error)
    if "busy" in text:
        return bad("port", "port.busy", port=url, who=", ".join(holders(url, proc)) or "?")
    if "may not be opened" in text:
        return bad("port", "port.forbidden", port=url, file=UDEV_FILE, rule=UDEV)
    return bad("port", "port.closed", reason=text)


def holders(url: str, proc: Path = Path("/proc")) -> list[str]:
    """Return the programs that have this port open, as far as this system tells."""
    device = os.path.realpath(url)
    found = []
    for process in sorted(proc.glob("[0-9]*")):
        try:
            links = [os.path.realpath(link) for link in (process / "fd").iterdir()]
        except OSError:
            continue
        if device in links:
            found.append(f"{_text(process / 'comm').strip()} ({process.name})")
    return found


# The board


RESETS = {
    "fault": "reset.fault",
    "watchdog": "reset.watchdog",
    "brownout": "reset.brownout",
    "safe_mode:brownout": "reset.brownout",
    "safe_mode:watchdog": "reset.watchdog",
}


def check_hello(
    hello: Sequence[str], port: str, firmware: str = "", stopped: str = ""
) -> Iterator[Finding]:
    """Look at what the board says of itself; ``hello`` is empty if it says nothing.

    ``stopped``: why it cannot play, if it says that instead.
    """
    if not hello and stopped:
        yield bad("board", "board.memory" if "MemoryError" in stopped else "board.trouble",
                  port=port, reason=stopped)  # fmt: skip
        return
    if not hello:
        yield bad("board", "board.silent", port=port)
        return
    version, software, board, layout, game, starts, reset = hello[:7]
    boots = int(starts) if starts.isdecimal() else 0
    yield ok("board", "board.here", board=board, layout=layout, game=game, boots=boots, port=port)
    if version.split(".")[0] != str(VERSION_MAJOR):
        yield bad("firmware", "firmware.protocol", there=version, here=VERSION)
    yield from check_version(software, "board", firmware)
    # Without boot.py there would be no port to say hello on.
    yield ok("board", "board.boot")
    if reset in RESETS:
        yield bad("reset", RESETS[reset], reason=reset)
    elif reset.startswith("safe_mode"):
        yield bad("reset", "reset.safe-mode", reason=reset.partition(":")[2] or "?")
    else:
        yield ok("reset", "reset.normal", reason=reset)


def check_memory(free: int, heap: int = 0, layout: Layout | None = None) -> Iterator[Finding]:
    """Look at the board's memory; a computer's Python tells 0.

    ``heap``: all that the board's firmware has, compared with what a whole game needs.
    """
    needed = heap_of(layout.data) if layout is not None else 0
    if heap and needed:
        tell = bad if heap < needed else ok
        key = "memory.small" if heap < needed else "memory.fits"
        yield tell("memory", key, heap=heap // 1000, needed=-(-needed // 1000))
    if free:
        tell = note if free < LITTLE_FREE else ok
        yield tell("memory", "memory.free", free=free // 1000)


def check_layout(layout: Layout) -> Iterator[Finding]:
    """Look at what the layout promises: current, calibration."""
    budget = layout.strip["budget_ma"]
    names = {"budget": budget, "all": round(power.total(layout.data)[1]), "usb": power.USB_MA}
    if names["all"] > power.USB_MA:
        yield bad("power", "power.budget", **names)
    else:
        yield ok("power", "power.fits", **names)
    if layout.field is None and layout.scale is None:
        # Switches know open and closed; there is nothing to be learnt about them.
        yield ok("calibration", "calibration.none")


# For people and programs


def is_good(findings: Iterable[Finding]) -> bool:
    """Return True if nothing must be repaired."""
    return not any(finding.level == "bad" for finding in findings)


def as_line(finding: Finding, texts: Texts) -> str:
    """Return one finding as people read it."""
    mark = texts(f"doctor.level.{finding.level}")
    return f"{mark:7} {_told(finding, texts)}"


def _told(finding: Finding, texts: Texts) -> str:
    return texts(f"doctor.{finding.key}", **all_spoken(finding.names, texts.language))


def as_data(findings: Iterable[Finding], texts: Texts) -> JsonObject:
    """Return all findings as a program reads them."""
    listed = list(findings)
    return {
        "underboard": metadata.version("underboard"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "good": is_good(listed),
        "findings": [
            {
                "check": finding.check,
                "level": finding.level,
                "key": finding.key,
                "names": finding.names,
                "text": _told(finding, texts),
            }
            for finding in listed
        ],
    }


def report(findings: Iterable[Finding], texts: Texts) -> str:
    """Return a report to attach to an issue: the lines, then all data."""
    listed = list(findings)
    lines = [as_line(finding, texts) for finding in listed]
    data = json.dumps(as_data(listed, texts), indent=1, ensure_ascii=False)
    return "\n".join(["Underboard doctor", "", *lines, "", data, ""])
