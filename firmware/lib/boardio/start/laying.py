"""Laying: what stands on the drive and in the flash, made ready for a table."""

import gc
import os
import sys

from boardcore.link.identity import Identity
from boardio.loading import load_game
from boardio.start.forgetting import forget_files
from boardio.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardcore.layout.layout import Layout
    from boardio.modules import Microcontroller
    from boardio.start.starting import Lights


def read_drive(getenv, lights: "Lights", wire=None) -> tuple:
    """Return layout, settings, options of the rules and brightness, as the drive says.

    Loads what the layout's game needs, after ``wire(layout)``.  Raises Unreadable, naming the file.
    """
    # Not at the top: what it needs is let go of before the rest is loaded.
    from boardio.start import files

    files.check_version(sys.implementation.name, sys.implementation.version)
    settings = files.read_settings(getenv)
    layout = files.read_layout(settings["UNDERBOARD_LAYOUT"], lights.progress, wire)
    brightness = files.percent(settings["UNDERBOARD_BRIGHTNESS"])
    options = files.read_rules(layout.game, settings)
    # Now already: the table of names finds room to grow, and compiling is done with.
    from boardio.start import finishing

    finishing.prepare(layout.game)
    del files, finishing
    forget_files()
    load_game(layout.game, layout.sensing, lights.progress)
    return layout, settings, options, brightness


def store_of(layout: "Layout", microcontroller: "Microcontroller") -> Store:
    """Return the flash, with what a layout needs set aside."""
    return Store(microcontroller.nvm, print, kept_for(layout))


def identity_of(store: Store, cpu, version: str) -> Identity:
    """Return who this board is, and count its start."""
    boots = store.count_boot()
    reset = store.stopped() or reason_text(cpu.reset_reason)
    identity = Identity(board_id(cpu.uid), version, boots, reset)
    identity.chance = int.from_bytes(os.urandom(4), "little")
    if hasattr(gc, "mem_alloc"):  # a computer's Python does not tell
        identity.size = gc.mem_alloc() + gc.mem_free()  # type: ignore
    return identity


def kept_for(layout) -> int:
    """Return how much of the store a layout needs beside its games: for a calibration."""
    if layout.scale is not None:
        from boardcore.store.weighing import SIZE

        return SIZE
    if layout.field is None:
        return 0
    # Not at the top: boards with switches have no memory to spare for it.
    from boardcore.store.calibration import size_of

    return size_of(len(layout.field.spots))


def board_id(uid) -> str:
    """Return the chip's own number as hexadecimal digits."""
    return "".join(["%02x" % byte for byte in uid])


def reason_text(reason) -> str:
    """Return ``microcontroller.ResetReason.POWER_ON`` as ``power_on``."""
    return str(reason).split(".")[-1].lower()
