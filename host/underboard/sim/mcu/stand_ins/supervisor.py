"""Stand-in for CircuitPython's ``supervisor``: the clock that wraps, and the run's switches."""

from underboard.sim.mcu.pico import Restart, the_pico


def ticks_ms() -> int:
    """Return the milliseconds, modulo 2**29; lets one loop turn of the world pass."""
    return the_pico().ticks()


class _Runtime:
    autoreload = True
    serial_connected = False
    safe_mode_reason = None
    run_reason = None

    @property
    def usb_connected(self) -> bool:
        return the_pico().cable.plugged


runtime = _Runtime()


def set_usb_identification(manufacturer=None, product=None, vid: int = -1, pid: int = -1) -> None:
    """Name the board on the computer's USB; only while ``boot.py`` runs."""
    if not the_pico().booting:
        raise RuntimeError("Cannot change USB devices now")
    the_pico().usb_product = product


def reload() -> None:
    """Restart ``code.py``."""
    raise Restart
