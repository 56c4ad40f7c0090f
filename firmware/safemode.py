"""Restart after CircuitPython's safe mode, with a note of its reason.

The note is one byte in the flash, behind the game (``boardio.flash``); the next hello tells
it.  After three stops in a row the board stays in safe mode: drive and console are there to
mend it.  Not run when a person asks for safe mode by the reset button.
"""

import microcontroller
import supervisor

REASONS = (
    "brownout", "flash_write_fail", "gc_alloc_outside_vm", "hard_fault", "interrupt_error",
    "nlr_jump_fail", "no_circuitpy", "no_heap", "programmatic", "sdk_fatal_error",
    "stack_overflow", "usb_boot_device_not_interface_zero", "usb_too_many_endpoints",
    "usb_too_many_interface_names", "watchdog", "other",
)  # fmt: skip
"""The note for a reason is its place here, from 1."""
MARKS = 252
ERASED = 255
IN_A_ROW = 3


def note() -> bool:
    """Write down why; return whether it is worth starting again."""
    flash = microcontroller.nvm
    name = str(supervisor.runtime.safe_mode_reason).split(".")[-1].lower()
    if flash is None:
        return False
    first = len(flash) - MARKS
    at = first
    while at < len(flash) and flash[at] != ERASED:
        at += 1
    if at == len(flash):
        return False
    flash[at] = 1 + REASONS.index(name if name in REASONS else "other")
    # Each start writes a 0, so stops in a row are every other mark.
    stops = 0
    while at >= first and flash[at] != 0:
        stops += 1
        at -= 2
    return stops < IN_A_ROW


if note():
    microcontroller.reset()
