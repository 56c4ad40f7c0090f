"""The first second of power, and errors, under a microcontroller's Python."""

import pytest

from boardcore.link.wire import decode
from support.machine.micropython import ROOT, run_on_board

SCRIPT = ROOT / "tests/on_board/guest/on_board_starting.py"
MAX_BYTES = 14_000
"""Of source that is compiled before the first light: at 28 µs each (firmware/docs/circuitpython.md,
section 3), under 0.4 s."""


def test_the_first_light_waits_for_nothing_but_small_modules():
    output = run_on_board(SCRIPT, "light", heap="64k")
    told = dict(line.split(" ", 1) for line in output.splitlines())
    assert told["loaded"].split() == [
        "boardio", "boardio.start", "boardio.start.bootpins", "boardio.start.runner",
        "boardio.start.unload",
    ]  # fmt: skip
    before = ["launch.py", "code.py"]
    before += [
        f"lib/boardio/{name}.py" for name in ("start/runner", "start/unload", "start/bootpins")
    ]
    assert sum((ROOT / "firmware" / name).stat().st_size for name in before) < MAX_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("heap", ["100k", "150k", "244k"])
def test_a_full_heap_ends_in_red_and_in_a_line_after_three_restarts(heap):
    output = run_on_board(SCRIPT, "memory", heap=heap)
    lines = output.splitlines()
    told = dict(line.split(" ", 1) for line in lines[-4:])
    assert told["starts"] == "4", "three restarts, then it stays"
    assert told["marks"] == "[17, 18, 18, 18]"
    assert told["red"] == "True"
    message = decode(told["said"].encode())
    assert message.kind == "trouble"
    assert message.fields[:2] == ["fault", "0"]
    assert message.fields[2].startswith("MemoryError")
    assert output.count("Underboard: MemoryError") >= 4
