"""Lights of Gygès under a microcontroller's Python (how soon they answer, and memory)."""

import os
import subprocess

import pytest

from boardcore.gyges import rules as gyges
from boardcore.store import journal
from support.machine.micropython import LIBRARY, ROOT, board_python

LAYOUT = ROOT / "firmware/layouts/gyges-reed38.json"
SCRIPT = ROOT / "tests/on_board/guest/on_board_gyges.py"


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
    # What a loop iteration costs is counted in play/boards/test_gyges_board.py; how many there are
    # is the same everywhere.
    lines = with_room("lift")
    assert len(lines) > 40
    assert max(int(words[4]) for words in lines) <= 25


@pytest.mark.slow
def test_the_longest_search_known_does_not_fill_the_memory():
    lines = with_room("hardest")
    assert max(int(words[4]) for words in lines) > 800, "states"
    assert max(int(words[6]) for words in lines) < 26_000, "bytes"


def test_every_turn_is_a_small_int_that_leaves_room_for_the_journals_own_bits():
    longest = gyges.make_turn(35, 35, gyges.NONE) | gyges.place(3, 35)
    assert longest | journal.SIDE < journal.UNDO < 1 << 30
