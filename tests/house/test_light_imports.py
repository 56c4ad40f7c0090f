"""Commands load what they need (no board libraries, NumPy or numba before they are used)."""

import subprocess
import sys

import pytest

from underboard.cli import GROUPS

HEAVY = ("numpy", "numba", "adafruit_blinka", "board", "digitalio", "neopixel", "usb", "hid")
PROGRAM = """
import sys
from underboard.cli import main, parser
command, arguments = sys.argv[1], sys.argv[2:]
parser("en", command)
if arguments:
    try:
        main(arguments)
    except SystemExit:
        pass
print(" ".join(name for name in %r if name in sys.modules), file=sys.stderr)
""" % (HEAVY,)


def loaded(command, *arguments, **given):
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, *arguments], capture_output=True, text=True,
        timeout=120, check=True, **given,
    )  # fmt: skip
    return ended.stderr.splitlines()[-1].split()


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_the_arguments_of_a_command_load_nothing_heavy(group):
    assert loaded(group.rpartition(".")[2]) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a port of this name is only there elsewhere")
def test_play_at_a_real_board_loads_no_simulator(tmp_path):
    """The port is opened and asked; nobody answers there."""
    port = tmp_path / "port"
    port.touch()
    assert loaded("play", "play", "pylos", "--board", str(port), "--new") == []


@pytest.mark.slow
def test_a_session_of_hands_and_screens_loads_nothing_heavy():
    program = (
        "import sys, underboard.cli.play, underboard.cli.ui.fixed, underboard.study.task_runner\n"
        "from underboard.engine.player import player_of\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[]"
