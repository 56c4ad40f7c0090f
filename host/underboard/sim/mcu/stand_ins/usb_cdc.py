"""Stand-in for CircuitPython's ``usb_cdc``: a data port if ``boot.py`` asked for it."""

from underboard.sim.mcu.pico import the_pico

console = None


def enable(*, console: bool = True, data: bool = False) -> None:
    """Choose the serial ports; only while ``boot.py`` runs."""
    the_pico().enable_data(data)


def disable() -> None:
    """Have no serial ports; only while ``boot.py`` runs."""
    the_pico().enable_data(False)


def __getattr__(name: str):
    # Looked up at every use: a port belongs to one start of the board.
    if name == "data":
        return the_pico().data
    raise AttributeError(f"module 'usb_cdc' has no attribute '{name}'")
