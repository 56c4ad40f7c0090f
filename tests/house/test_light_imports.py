"""Commands load what they need (no board libraries, NumPy or numba before they are used)."""

import subprocess
import sys

import pytest

from underboard.cli import GROUPS

HEAVY = ("numpy", "numba", "adafruit_blinka", "board", "digitalio", "neopixel", "usb", "hid")
PROGRAM = """
import sys
from underboard.cli import GROUPS, main, parser
def tell(name):
    print(name, *(one for one in %r if one in sys.modules), file=sys.stderr)
for group in GROUPS:
    parser("en", group.rpartition(".")[2])
    tell(group)
try:
    main(sys.argv[1:])
except SystemExit:
    pass
tell("end")
import underboard.cli.play, underboard.cli.ui.fixed, underboard.study.task_runner
from underboard.engine.player import player_of
tell("a session of hands and screens")
""" % (HEAVY,)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a port of this name is only there elsewhere")
def test_arguments_a_real_board_and_a_screen_load_nothing_heavy(tmp_path):
    """A port is opened and asked; nobody answers there."""
    port = tmp_path / "port"
    port.touch()
    program = [sys.executable, "-c", PROGRAM, "play", "pylos", "--board", f"{port}", "--new"]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stderr.splitlines()
    said = [line for line in told if line.split()[0] in {*GROUPS, "end", "a"}]
    assert said == [*GROUPS, "end", "a session of hands and screens"], told
