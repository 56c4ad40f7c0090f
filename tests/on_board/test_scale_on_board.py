"""Boards on load cells under a microcontroller's Python: a whole game by weight, and memory."""

import pytest

from support.campaign import campaign
from support.machine.micropython import ROOT, STRAY, STRAYS, heap_of, run_on_board

PEAK_BYTES = 277_000
"""Of 64-bit structures: such a board needs a Pico 2 (firmware/docs/memory.md)."""
TURNS = {
    "pylos-scale4": "36",
    "pylos-scale4-rim": "36",
    "apagos-scale4": "19",
    "gyges-scale4": "15",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", campaign(["gyges-scale4", "pylos-scale4-rim"], sorted(TURNS)))
def test_a_whole_game_is_understood_by_weight(name):
    script = ROOT / "tests/on_board/guest/on_board_scale.py"
    # What a sweep keeps by mistake depends on the arguments: the least of three counts.
    told: list[dict] = []
    for stray in STRAYS:
        output = run_on_board(script, name, stray, heap=heap_of(name, STRAY))
        told.append(dict(line.split() for line in output.splitlines()))
    assert {one["turns"] for one in told} == {TURNS[name]}
    assert min(int(one["peak"]) for one in told) < PEAK_BYTES
