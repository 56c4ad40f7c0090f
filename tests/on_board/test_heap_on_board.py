"""What a layout says about the heap that it needs, against the firmware that starts in it."""

import json

import pytest

from support.machine.micropython import PICO_2_BYTES, ROOT, STRAY, heap_of, run_on_board
from underboard.deploy.memory import LEAVES

SCRIPT = ROOT / "tests/on_board/guest/on_board_firmware.py"
LAYOUTS = {path.stem: json.loads(path.read_text("utf-8"))
           for path in sorted((ROOT / "firmware/layouts").glob("*.json"))}  # fmt: skip
SWITCHES = ("presence", "threshold")
SWITCHED = [name for name, data in LAYOUTS.items() if data["sensing"] == "presence"]
"""The others play a whole game in the heap that they ask for: test_on_board.py and
test_scale_on_board.py."""
WEIGHED = [name for name, data in LAYOUTS.items() if data["sensing"] == "weight"]
PARTNERS = [
    ("pylos-reed16", "..LD/.LLD/DLDL/LDDL ..D/.D./.DD ../.. . D"),
    ("gyges-reed38", "002130/300300/021100/002000/000200/030100 S"),
]
MANY = 10_000
"""Loop iterations until a hint is lit: some tenth of it is used."""
NOT_ENOUGH = 0.75
ON_A_PICO = ("pods12", "gyges-reed38", "pylos-reed16", "pylos-hall16")
SPARE_BYTES = 10_000
"""What these leave of a Pico's heap at least; chosen."""
STAND_INS = 2_000
"""What the script's stand-ins take more than a board's ``code.py`` and launcher."""
ROUNDED_UP = 1.03
"""``heap_bytes`` by what was measured."""


def test_every_layout_says_how_much_heap_it_needs():
    assert [name for name, data in LAYOUTS.items() if type(data.get("heap_bytes")) is not int] == []


@pytest.mark.slow
@pytest.mark.parametrize("layout", SWITCHED)
def test_a_board_starts_and_plays_in_the_heap_that_its_layout_asks_for(layout):
    _, left, _ = run_on_board(SCRIPT, layout, heap=heap_of(layout, STRAY)).split()[-3:]
    assert left == "0"


@pytest.mark.slow
@pytest.mark.parametrize("layout", WEIGHED)
def test_a_board_on_load_cells_starts_in_the_heap_that_its_layout_asks_for(layout):
    ply, _, used = run_on_board(SCRIPT, layout, heap=heap_of(layout, STRAY)).split()[-3:]
    assert (ply, int(used) > 0) == ("0", True)


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "position"), PARTNERS, ids=["pylos", "gyges"])
def test_a_partner_has_room_beside_the_game(layout, position):
    script = SCRIPT.with_name("on_board_partner.py")
    said = run_on_board(script, layout, position, heap=heap_of(layout, STRAY)).split()
    lit, turns = said[-2:]
    assert int(lit) >= 0
    assert int(turns) < MANY


@pytest.mark.slow
@pytest.mark.parametrize("layout", SWITCHED)
def test_no_layout_asks_for_much_more_than_it_needs(layout):
    with pytest.raises(AssertionError, match="MemoryError"):
        run_on_board(SCRIPT, layout, heap=heap_of(layout, NOT_ENOUGH))


def test_which_board_is_enough():
    pico = LEAVES["raspberry_pi_pico"]
    for name, data in LAYOUTS.items():
        if name in ON_A_PICO:
            assert data["heap_bytes"] / ROUNDED_UP - STAND_INS + SPARE_BYTES <= pico, name
        assert data["heap_bytes"] <= PICO_2_BYTES, name
    small = [name for name, data in LAYOUTS.items() if data["heap_bytes"] <= pico]
    assert small == [name for name, data in LAYOUTS.items() if data["sensing"] in SWITCHES]
    assert LAYOUTS["pods12"]["heap_bytes"] <= LEAVES["raspberry_pi_pico_w"]
