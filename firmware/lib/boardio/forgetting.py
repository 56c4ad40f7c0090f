"""Forgetting: letting go of modules that are needed only for a while, for their room."""

import sys

import boardcore
import boardio


def forget_beginning() -> None:
    """Let go of modules that only the first moments need."""
    _forget(boardio, ("files", "wiring", "loading"))


def forget_guests() -> None:
    """Let go of modules that only a calibration or a look at the parts needs.

    Their room is free once nobody holds on to what they made.
    """
    _forget(boardcore, ("calibrate", "gains", "scans", "felt_probe", "probe"))


def _forget(package, names) -> None:
    for name in names:
        sys.modules.pop(package.__name__ + "." + name, None)
        if hasattr(package, name):
            delattr(package, name)
