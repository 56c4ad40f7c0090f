"""Parts that a table gets at the start (hints, settings, readers, buzzer).

Flash and identity; then hints, settings, its sensors and a buzzer.
"""

import gc
import os

from boardcore.games import HINTS, NAMES, name_of
from boardcore.link.identity import Identity
from boardio.flash import FlashStore

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardcore.layout.layout import Layout
    from boardio.buzzer import Buzzer
    from boardio.hall_scan import HallScanner
    from boardio.load_cells import LoadCells
    from boardio.modules import Hardware, Microcontroller
    from boardio.switches import Switches


def open_store(layout: "Layout", microcontroller: "Microcontroller") -> FlashStore:
    """Return the flash, with what a layout needs set aside."""
    return FlashStore(microcontroller.nvm, print, calibration_size(layout))


def make_identity(store: FlashStore, cpu, version: str) -> Identity:
    """Return who this board is, and count its start."""
    boots = store.count_boot()
    reset = store.stop_reason() or reason_text(cpu.reset_reason)
    identity = Identity(board_id(cpu.uid), version, boots, reset)
    identity.chance = int.from_bytes(os.urandom(4), "little")
    if hasattr(gc, "mem_alloc"):  # a computer's Python does not tell
        identity.size = gc.mem_alloc() + gc.mem_free()  # type: ignore
    return identity


def calibration_size(layout: "Layout") -> int:
    """Return how much of the store a layout needs beside its games: for a calibration."""
    if layout.scale is not None:
        from boardcore.store.scale_cal import SIZE

        return SIZE
    if layout.field is None:
        return 0
    # Not at the top: boards with switches have no memory to spare for it.
    from boardcore.store.hall_cal import size_of

    return size_of(len(layout.field.sensor_mm))


def board_id(uid) -> str:
    """Return the chip's own number as hexadecimal digits."""
    return "".join(["%02x" % byte for byte in uid])


def reason_text(reason) -> str:
    """Return ``microcontroller.ResetReason.POWER_ON`` as ``power_on``."""
    return str(reason).split(".")[-1].lower()


def apply_settings(table, game: str, settings: dict) -> list:
    """Give a table its hints and settings; return what is wrong with them, in sentences."""
    found: list[str] = []
    # It is not used, and hands that hold both buttons make another.
    plates = table.bank.plates() if hasattr(table.bank, "plates") else ()
    if plates:
        found.append("the calibration is of another plate, %s: the layout says %s" % plates)
    boards = getattr(table.bank, "boards", ())
    if boards:
        found.append("the calibration is of another board, %s: this one is %s" % boards)
    if name_of(game, HINTS):
        from boardio.hints import hints_of

        table.hints = hints_of(game)
        if table.hints is not None and table.hints.trouble:
            found.append(table.hints.trouble)
    if game in NAMES and settings["UNDERBOARD_SHOW_PATH"] != "off":
        refused = table.execute("path", (settings["UNDERBOARD_SHOW_PATH"],))
        if refused:
            found.append("settings.toml: UNDERBOARD_SHOW_PATH: " + refused[1])
    return found


def make_reader(layout, driver, table) -> "Switches | HallScanner | LoadCells":
    """Return what brings a table's readings up to date: switches, or a decoder's samples."""
    if layout.scale is not None:
        from boardio.load_cells import LoadCells

        return LoadCells(driver, table)
    if layout.field is None:
        return driver
    from boardio.hall_scan import HallScanner

    return HallScanner(driver, table, layout.scanner["interval_ms"])


def buzzer(layout, settings, hardware: "Hardware", table, buttons) -> "Buzzer | None":
    """Return what sounds, None where there is no buzzer or the settings want none.

    ``settings``: UNDERBOARD_SOUND is on, off, or the pin of a buzzer that the layout does not
    name.  Raises ParseError for a pin that cannot do it.
    """
    wanted = settings["UNDERBOARD_SOUND"]
    if wanted == "off" or wanted == "on" and layout.buzzer is None:
        return None
    # Not at the top: a board without a buzzer has no memory to spare for it.
    from boardio.buzzer import buzzer_at

    return buzzer_at(hardware, layout, wanted, table, buttons)
