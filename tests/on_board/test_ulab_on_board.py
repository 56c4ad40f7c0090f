"""Free magnets by ``ulab``: a board's Python gets what NumPy gets.

Needs a CircuitPython for this computer with ``ulab`` built in as $BOARD_PYTHON.
"""

import subprocess
import sys

import numpy as np
import pytest

from support.machine.micropython import ROOT, board_python

SCRIPT = ROOT / "tests/on_board/guest/on_board_spheres.py"
LAYOUT = ROOT / "firmware/layouts/pylos-hall25.json"


def has_ulab(python):
    return subprocess.run([python, "-c", "import ulab"], capture_output=True).returncode == 0


@pytest.mark.parametrize(("mask", "place"), [(0b1011, 5), ((1 << 16) - 1, 16), ((1 << 29) - 1, 29)])
def test_ulab_gets_what_numpy_gets(mask, place):
    python = board_python()
    if not has_ulab(python):
        pytest.skip("this Python has no ulab: set $BOARD_PYTHON to a CircuitPython that has it")
    here = {"PYTHONPATH": str(ROOT / "firmware/lib"), "MICROPYPATH": str(ROOT / "firmware/lib")}
    arguments = [SCRIPT, LAYOUT, str(mask), str(place)]
    found, expected = [
        {
            name: [int(value) for value in values]
            for name, *values in (line.split() for line in told.splitlines())
        }
        for told in (
            subprocess.run([*command, *arguments], capture_output=True, text=True, check=True,
                           env=here).stdout
            for command in ([python, "-X", "heapsize=400k"], [sys.executable])
        )
    ]  # fmt: skip
    for name in ("felt", "shown"):
        assert np.allclose(found[name], expected[name], atol=300)
    for name in ("misfit", "costs", "apart"):
        assert found[name] == pytest.approx(expected[name], rel=0.01)
