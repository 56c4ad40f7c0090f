"""Buzzer test (the board sounds while a button is held)."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from boardcore.layout.layout import Layout
from underboard.deploy.firmware_files import read
from underboard.deploy.settings import read_settings
from underboard.deploy.usb_drive import drives
from underboard.service.diagnostic_link import DiagnosticLink
from underboard.service.findings import Finding, bad, note, ok

KEY = "UNDERBOARD_SOUND"


def sound_of(places: Iterable[Path]) -> str:
    """Return what a mounted board's settings say about sounds: on, off, or the pin of a buzzer."""
    for drive in drives(places):
        try:
            found = read_settings((read(drive, "settings.toml") or b"").decode("utf-8"))
        except ValueError:
            continue
        return found.get(KEY, "on")
    return "on"


def check_buzzer(
    bench: DiagnosticLink,
    layout: Layout,
    hears: Callable[[str, Callable[[], object]], bool],
    sound: str,
) -> Iterator[Finding]:
    """Have a button pressed and ask whether the board sounds; nothing where it has no buzzer."""
    pin = layout.buzzer if sound in ("on", "off") else sound
    if not pin or not layout.buttons:
        return
    if sound == "off":
        yield note("buzzer", "buzzer.off", pin=pin, setting=KEY)
    elif hears(layout.buttons[0], bench.probe):
        yield ok("buzzer", "buzzer.heard", pin=pin)
    else:
        yield bad("buzzer", "buzzer.silent", pin=pin)
