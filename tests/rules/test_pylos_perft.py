"""Pylos is counted (every number of ``perft/pylos.txt``)."""

import json
from pathlib import Path

import pytest

from boardcore.pylos import rules as pylos
from support.boards.drawings import draw
from support.campaign import campaign, one_in
from support.reference.pylos import BOARD, Position
from underboard.cli import main
from underboard.engine.perft import perft

START = "start"


def vectors():
    """Yield variant, end, position and three lists: turns, positions, up to symmetry."""
    for line in (Path(__file__).parent / "perft/pylos.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        variant, end, position, *counts = [field.strip() for field in line.split("|")]
        yield variant, end, position, *[[int(n) for n in field.split()] for field in counts]


VECTORS = list(vectors())
STARTS = [vector for vector in VECTORS if vector[2] == START]
MIDDLES = [vector for vector in VECTORS if vector[2] != START]


def game_at(variant, end, position):
    return pylos.Game(variant, [("end", end)], "" if position == START else position)


def explain(game, depth):
    """Return the drawing and the count per first turn, for a count that is wrong."""
    lines = ["", draw(game.position_text())]
    for turn in game.legal_turns():
        game.step(turn)
        *_, last = [(0, 1, 1), *perft(game, depth - 1)]
        lines.append(f"{pylos.turn_text(turn)}: {last[1]}")
        game.undo()
    return "\n".join(lines)


def check(vector, depth):
    variant, end, position, turns, positions, _ = vector
    game = game_at(variant, end, position)
    for ply, found_turns, found_positions in perft(game, depth):
        seen, expected = (found_turns, found_positions), (turns[ply - 1], positions[ply - 1])
        assert seen == expected, explain(game, ply)
    assert game.ply == 0


def test_the_list_holds_every_position_in_every_variant():
    assert len(STARTS) == 3
    assert len({position for _, _, position, *_ in MIDDLES}) == 8
    assert len(MIDDLES) == 8 * 3 + 3


@pytest.mark.parametrize("vector", MIDDLES, ids=lambda v: f"{v[0]} {v[1]} {v[2]}")
def test_counts_from_the_middle_of_a_game(vector):
    check(vector, 3)


@pytest.mark.slow
@pytest.mark.parametrize("vector", STARTS, ids=lambda v: v[0])
def test_counts_from_the_empty_board(vector):
    """The variants first differ at depth 7: four balls of one colour; MIDDLES tell them apart."""
    check(vector, campaign(5 if vector in one_in(3, STARTS) else 4, 7))


def turned_and_mirrored():
    """Return eight tables of cells: what stands on each cell after the board is turned."""

    def turn(cell):
        level, row, column = cell
        return level, column, 3 - level - row

    def mirror(cell):
        level, row, column = cell
        return level, row, 3 - level - column

    tables = []
    cells = BOARD
    for _ in range(2):
        for _ in range(4):
            tables.append([BOARD.index(cell) for cell in cells])
            cells = [turn(cell) for cell in cells]
        cells = [mirror(cell) for cell in cells]
    return tables


def letters_of(position):
    return "".join(position.split()[:4]).replace("/", "")


def text_of(letters, side):
    balls = {cell: letter for cell, letter in zip(BOARD, letters) if letter != "."}
    return Position(balls, side).text()


@pytest.mark.parametrize(
    ("vector", "depth"),
    [(v, 3) for v in STARTS]
    + [pytest.param(v, campaign(4, 6), marks=pytest.mark.slow) for v in STARTS],
    ids=lambda value: value if isinstance(value, int) else value[0],
)
def test_positions_up_to_turning_and_mirroring_the_board(vector, depth):
    variant, end, _, _, _, symmetric = vector
    tables = turned_and_mirrored()
    assert len({tuple(table) for table in tables}) == 8
    layer = {"." * 30}
    for ply in range(1, depth + 1):
        following = set()
        for letters in layer:
            game = game_at(variant, end, text_of(letters, "DL"[ply % 2]))
            for turn in game.legal_turns():
                game.step(turn)
                after = letters_of(game.position_text())
                following.add(min("".join([after[cell] for cell in table]) for table in tables))
                game.undo()
        layer = following
        assert len(layer) == symmetric[ply - 1]


# Through the command line


def lines_of(capsys, *arguments):
    assert main(["perft", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_command_prints_a_line_per_depth(capsys):
    assert lines_of(capsys, "pylos") == [
        "depth 1 turns 16 positions 16",
        "depth 2 turns 240 positions 240",
        "depth 3 turns 3360 positions 1680",
    ]


@pytest.mark.parametrize("vector", MIDDLES[4:7] + MIDDLES[-6:], ids=lambda v: f"{v[0]} {v[1]}")
def test_the_command_counts_the_same(vector, capsys):
    variant, end, position, turns, positions, _ = vector
    assert lines_of(
        capsys, "pylos", "--variant", variant, "--option", f"end={end}", "--position", position,
        "--depth", "2", "--json",
    ) == [
        json.dumps({"depth": n + 1, "turns": turns[n], "positions": positions[n]})
        for n in range(2)
    ]  # fmt: skip


def test_no_depth_prints_nothing(capsys):
    assert lines_of(capsys, "pylos", "--depth", "0") == []


BAD = [
    (["chess"], "'chess' is not a game here: expected pylos"),
    (
        ["pylos", "--variant", "easy"],
        "'easy' is not a variant: expected standard, children",
    ),
    (["pylos", "--option", "end"], "option 'end': expected NAME=VALUE, like end=bga"),
    (["pylos", "--option", "end=never"], "'never' is not a value of end: expected strict or bga"),
    (["pylos", "--option", "moon=full"], "'moon' is not an option: expected end or repetition"),
    (
        ["pylos", "--position", "nonsense"],
        "'nonsense' is not a Pylos position: expected four levels",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=[" ".join(b[0]) for b in BAD])
def test_bad_input_is_answered_with_one_sentence(arguments, sentence, capsys):
    assert main(["perft", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"underboard: {sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("depth", ["-1", "three", "", "1.5"])
def test_a_depth_that_is_none_is_refused(depth, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["perft", "pylos", f"--depth={depth}"])
    assert stop.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"argument --depth: {depth!r} is not a depth: expected 0, 1, 2 or more; see" in last
