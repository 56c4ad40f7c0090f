"""Forgetting: letting go of modules that are needed only for a while, for their room."""

import sys


def forget_beginning() -> None:
    """Let go of modules that only the first moments need."""
    _forget("boardio", ("loading",))
    _forget("boardio.start", ("early", "laying", "finishing"))
    _forget("boardcore.store", ("weighing", "kept"))
    forget_files()


def forget_files() -> None:
    """Let go of the modules that have read the drive's files."""
    _forget("boardio.start", ("files", "finishing"))
    forget_reading()


def forget_reading() -> None:
    """Let go of the modules that have read and checked a layout."""
    _forget("boardcore.layout", ("reading", "halls", "bias", "scale", "rim", "keys"))


def forget_wiring() -> None:
    """Let go of the module that has made the drivers."""
    _forget("boardio", ("wiring",))


def forget_guests() -> None:
    """Let go of modules that only a calibration or a look at the parts needs.

    Their room is free once nobody holds on to what they made.
    """
    _forget("boardcore.sensing", ("calibrator",))
    _forget("boardcore.sensing.observe.field", ("calibrate", "gains", "scans", "probe"))
    _forget("boardcore.sensing.scale", ("calibrate", "fit", "probe"))
    _forget("boardcore.link", ("probe",))
    _forget("boardcore.store", ("weighed", "weighing", "kept"))


def _forget(package, names) -> None:
    for name in names:
        sys.modules.pop(package + "." + name, None)
        if hasattr(sys.modules.get(package), name):
            delattr(sys.modules[package], name)
