"""Gygès under a microcontroller's Python (whole games, memory, and how soon lights answer)."""

import os
import subprocess

import pytest

from boardcore.gyges import rules as gyges
from boardcore.store import journal
from support.machine.micropython import LIBRARY, ROOT, STRAY, board_python, heap_of, run_on_board

LAYOUT = ROOT / "firmware/layouts/gyges-reed38.json"
SCRIPT = ROOT / "tests/on_board/guest/on_board_gyges.py"
HEAP = heap_of(LAYOUT.stem, STRAY)
PEAK_BYTES = 250_000
"""Of 64-bit structures, those of the script among them."""


def told_by(output):
    return dict(line.split(" ", 1) for line in output.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_in_the_memory_of_a_board(seed):
    told = told_by(run_on_board(SCRIPT, LAYOUT, "game", seed, heap=HEAP))
    turns, _, asked = told["turns"].partition(" asked ")
    assert int(turns) > 40
    assert int(asked) > 0, "some of its turns had to be asked for"
    assert told["outcome"] == "goal"
    # A board at rest leaves nothing on the heap, at the start and after a whole game.
    assert (told["growth"], told["growth-after"]) == ("0", "0")
    assert int(told["peak"]) < PEAK_BYTES
    ours = {name for name in told["imported"].split() if name.startswith("boardcore.")}
    others = {game for game in told["games"].split() if game != "gyges"}
    loaded = {name for name in ours for other in others if name.startswith(f"boardcore.{other}.")}
    assert not loaded, "only the game on the table is loaded"


@pytest.mark.slow
def test_a_way_in_lights_leaves_nothing_on_the_heap():
    shown, after = with_room("ways")
    assert shown[:2] == ["shown", "0"]
    assert int(shown[3]) > 0, "it was lit all the while"
    assert after == ["after", "0"]


def with_room(*arguments):
    """Run the script with a large heap; return its lines as words.

    Garbage is collected between runs, not in them.
    """
    command = [board_python(), "-X", "heapsize=4m", str(SCRIPT), str(LAYOUT), *arguments]
    path = {**os.environ, "MICROPYPATH": str(LIBRARY)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_a_lifted_ring_is_lit_within_the_time_of_a_blink():
    # What a loop iteration costs is counted in play/boards/test_gyges_board.py and measured by
    # tests/bench/gyges.py; how many there are is the same everywhere.
    lines = with_room("lift", "1")
    assert len(lines) > 40
    assert max(int(words[10]) for words in lines) <= 25


@pytest.mark.slow
def test_the_longest_search_known_does_not_fill_the_memory():
    lines = with_room("hardest")
    assert max(int(words[4]) for words in lines) > 800, "states"
    assert max(int(words[6]) for words in lines) < 24_000, "bytes"


def test_every_turn_is_a_small_int_that_leaves_room_for_the_journals_own_bits():
    longest = gyges.make_turn(35, 35, gyges.NONE) | gyges.place(3, 35)
    assert longest | journal.SIDE < journal.UNDO < 1 << 30
