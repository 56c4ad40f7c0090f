"""Stand-in for CircuitPython's ``storage``: who may write to the drive."""

from underboard.sim.mcu.pico import the_pico


def _while_booting() -> None:
    if not the_pico().booting:
        raise RuntimeError("Cannot remount '/' when visible via USB.")


def remount(mount_path: str, readonly: bool = False, **_) -> None:
    """Decide whether code or the computer may write to the drive."""
    _while_booting()


def disable_usb_drive() -> None:
    """Hide the drive from the computer."""
    _while_booting()


def enable_usb_drive() -> None:
    """Show the drive to the computer."""
    _while_booting()
