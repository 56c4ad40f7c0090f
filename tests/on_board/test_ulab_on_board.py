"""Free magnets by ``ulab``: a board's Python gets what NumPy gets.

Needs a CircuitPython for this computer with ``ulab`` built in as $BOARD_PYTHON.
"""

import json
import subprocess

import numpy as np
import pytest

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.linear import linear
from boardcore.sensing.observe.field.spheres import COLD, WARM, Spheres
from support.machine.micropython import ROOT, board_python

SCRIPT = ROOT / "tests/on_board/guest/on_board_spheres.py"
LAYOUT = ROOT / "firmware/layouts/pylos-hall25.json"


def has_ulab(python):
    return subprocess.run([python, "-c", "import ulab"], capture_output=True).returncode == 0


def run(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize(("mask", "place"), [(0b1011, 5), ((1 << 16) - 1, 16), ((1 << 29) - 1, 29)])
def test_ulab_gets_what_numpy_gets(mask, place):
    python = board_python()
    if not has_ulab(python):
        pytest.skip("this Python has no ulab: set $BOARD_PYTHON to a CircuitPython that has it")
    told = subprocess.run(
        [python, "-X", "heapsize=400k", SCRIPT, LAYOUT, str(mask), str(place)],
        capture_output=True, text=True, check=True, env={"MICROPYPATH": str(ROOT / "firmware/lib")},
    )  # fmt: skip
    found = {
        name: [int(value) for value in values]
        for name, *values in (line.split() for line in told.stdout.splitlines())
    }
    assert found["arrays"] == [1]
    given = Layout(json.loads(LAYOUT.read_text())).field
    spheres = Spheres(given.spots, given.places, given.bias, given.moments[0])
    (before,) = run(spheres.settle_steps([spheres.none], [mask], COLD))
    (after,) = run(spheres.settle_steps([before], [mask | 1 << place], WARM))
    matrix, shown, _ = spheres.effects(before, after)
    factors, _ = linear.scaled(matrix, [0.1] * 30)
    chi2, log_det = linear.misfit(factors, [25.0] * 25, 2500.0, shown)
    assert np.allclose(found["felt"], 1000 * np.array(spheres.felt(before)), atol=300)
    assert np.allclose(found["shown"], 1000 * np.array(shown), atol=300)
    assert found["misfit"][0] == pytest.approx(1000 * chi2, rel=0.01)
    assert found["misfit"][1] == pytest.approx(1000 * log_det, rel=0.001)
