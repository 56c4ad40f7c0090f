"""Boards on load cells under a microcontroller's Python: a whole game by weight, and memory."""

import pytest

from support.campaign import campaign
from support.machine.micropython import ROOT, STRAY, heap_of, run_on_board

TURNS = {
    "pylos-scale4": "36",
    "pylos-scale4-rim": "36",
    "apagos-scale4": "19",
    "gyges-scale4": "15",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", campaign(["pylos-scale4-rim"], sorted(TURNS)))
def test_a_whole_game_is_understood_by_weight(name):
    script = ROOT / "tests/on_board/guest/on_board_scale.py"
    output = run_on_board(script, name, heap=heap_of(name, STRAY))
    assert dict(line.split() for line in output.splitlines())["turns"] == TURNS[name]
