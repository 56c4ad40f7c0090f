"""Compile time of modules on a board, for the fault ``load_us``.

The simulated board loads a module at once; a Pico needs some 28 µs for each byte of a
``.py`` file (6.9 s for the 249 kB of a game on an emulated RP2040,
firmware/docs/circuitpython.md, section 3).
"""

import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

from underboard.sim.mcu.pico import Pico

FIRMWARE = ("boardcore", "boardio")


def forget_firmware() -> None:
    """Have the firmware's modules loaded anew, as after each start of a board."""
    for name in list(sys.modules):
        if name.partition(".")[0] in FIRMWARE:
            del sys.modules[name]


def charge(pico: Pico, path: Path) -> None:
    """Advance the time by that which a board needs to compile this file."""
    pico.idle(path.stat().st_size * pico.world.faults.load_us / 1000)


def make_imports_slow(pico: Pico) -> None:
    """Have each module of the firmware take its time from now on."""
    loaders: Any = SourceFileLoader
    load = loaders.exec_module

    def exec_module(loader: SourceFileLoader, module: Any) -> None:
        if module.__name__.partition(".")[0] in FIRMWARE:
            charge(pico, Path(loader.path))
        load(loader, module)

    loaders.exec_module = exec_module
