"""Boards with Hall sensors under a microcontroller's Python: room, at rest and while they learn."""

import pytest

from support.machine.micropython import ROOT, STRAY, heap_of, run_on_board

SCRIPT = ROOT / "tests/on_board/guest/on_board_hall.py"
MORE = 32_000
"""A calibration takes so much more than play at most, because the decoder makes room for it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gyges-hall38"])
def test_a_board_has_room_to_learn_its_sensors(name):
    layout = ROOT / f"firmware/layouts/{name}.json"
    output = run_on_board(SCRIPT, layout, heap=heap_of(name, STRAY))
    told = dict(line.split(" ", 1) for line in output.splitlines())
    assert told["growth"] == "0", "a board at rest leaves nothing on the heap"
    assert told["calibration"].startswith("valid 0 9000 ")
    assert int(told["at-rest-again"]) < int(told["at-rest"]) + MORE
    assert int(told["peak"]) < int(told["peak-at-rest"]) + MORE
