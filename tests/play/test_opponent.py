"""A partner on the board alone (hints, a side played by the board, whole games in lights)."""

import random

import pytest

from boardcore.games import ENGINE, module_of
from boardcore.gyges import rules as gyges
from boardcore.lights import cues, scene
from boardcore.play import opponent
from boardcore.play.commands import NO_HINT
from boardcore.play.tables.buttons import LONG_PRESS_MS
from boardcore.pylos import rules as pylos
from boardcore.sensing.explain.stepper import MAX_STEP
from boardcore.verdicts import AT_REST, YES
from support.boards import gyges as gyges_boards
from support.boards import pylos as pylos_boards
from support.rows import for_each

GOAL_NEAR = "000020/302201/102303/001010/300000/000000 N"
PATIENT = 40_000
"""Loop iterations after which a test gives up."""


def hold(board, ms):
    board.table.button(YES, True, board.now_ms)
    board.wait(ms)
    board.table.button(YES, False, board.now_ms)
    board.wait(40)
    return board


def until(board, reached):
    for _ in range(PATIENT):
        if reached():
            return board
        board.step(20)
    raise AssertionError(board.verdict)


def stand_as_played(board):
    """Have the pieces stand as the game has them."""
    game = board.table.game
    cells = range(pylos.CELLS) if game.name == "pylos" else range(38)
    for cell in cells:
        there = game.occupied >> cell & 1 if game.name == "pylos" else game.cells[cell] > 0
        board.stand(cell, int(there))


def carry_out(board, turn):
    board.table.game.check(turn)
    board.table.play(turn)
    stand_as_played(board)
    until(board, lambda: board.table.tracker.verdict == AT_REST)


def play_on(board, chance):
    """Play a whole game: hands make what the partner lights, and the other side anything."""
    table = board.table
    opponent = table.opponent
    while table.game.outcome() is None:
        if table.game.side == opponent.side:
            until(board, lambda: table.hint >= 0)
            carry_out(board, table.hint)
        else:
            turns = table.game.legal_turns()
            if table.game.name == "gyges" and table.game.setup:
                least = min(turn >> 6 & 3 for turn in turns)
                turns = [turn for turn in turns if turn >> 6 & 3 == least]
            carry_out(board, chance.choice(turns))
    assert table.game.ply > 12
    return table.game.outcome()[0]


@pytest.mark.slow
@pytest.mark.parametrize("boards", [pylos_boards, gyges_boards], ids=["pylos", "gyges"])
def test_the_board_wins_whole_games_against_chance(boards):
    board = hold(boards.Board(), 3200)
    assert board.table.opponent.side == 1, "the side that is not to move"
    assert play_on(board, random.Random(5)) == 1
    again = hold(boards.Board(), 3200)
    assert play_on(again, random.Random(6)) == 1


@pytest.mark.parametrize(
    ("board", "marked"),
    [(pylos_boards.Board, "d1-h1"), (gyges_boards.Board, "-")],
    ids=["pylos", "gyges"],
)
def test_yes_held_lights_a_hint_and_nobody_sits_down(board, marked):
    start = "DLLD/LDLD/DDLL/DLD. LDL/LLL/.L. .D/.. . D" if marked != "-" else GOAL_NEAR
    board = board(start)
    hold(board, 1300)
    until(board, lambda: board.table.hint >= 0)
    board.table.game.check(board.table.hint)
    assert board.table.opponent.side == -1
    if marked == "-":
        assert gyges.turn_landing(board.table.hint) == gyges.parse_cell("S")
    until(board, lambda: board.table.hint == NO_HINT)
    board.wait(3000)
    assert board.table.hint == NO_HINT, "a hint is lit once"


def test_yes_held_on_has_the_board_take_the_other_side_and_leave_it():
    board = hold(pylos_boards.Board(), 3200)
    table = board.table
    assert (table.opponent.side, table.hint) == (1, scene.OPPONENT_JOINED - 1)
    letter = cues.LETTERS[cues.HINT]
    assert sorted(board.saying(letter)) == sorted(
        pylos.cell_text(cell) for cell in table._cues.TO_MOVE[1]
    )
    until(board, lambda: table.hint == NO_HINT)
    carry_out(board, pylos.parse_turn("a1"))
    until(board, lambda: table.hint >= 0)
    first = table.hint
    board.wait(2000)
    assert table.hint == first, "it stays lit until it is made"
    board.do("+d4 800")  # another turn than the one that is lit is a turn as well
    assert table.game.ply == 2
    until(board, lambda: table.tracker.verdict == AT_REST)
    hold(board, 3200)
    assert (table.opponent.side, table.hint) == (-1, scene.OPPONENT_LEFT)


def test_yes_held_a_little_longer_than_for_a_hint_seats_nobody():
    board = hold(pylos_boards.Board(), LONG_PRESS_MS + 1700)
    assert board.table.opponent.side == -1


def test_a_board_without_room_says_so_in_red_and_plays_on(monkeypatch):
    def full(name, part):
        raise MemoryError

    monkeypatch.setattr(opponent, "module_of", full)
    board = hold(pylos_boards.Board(), 1300)
    assert (board.table.opponent, board.table.hint) == (None, scene.OUT_OF_MEMORY)
    assert len(board.saying(cues.LETTERS[cues.SURPLUS])) == 4
    board.do("9000 +a1 800")
    assert board.turns == "a1"


@for_each(
    ("name", "game"),
    [
        ("pylos", pylos.Game("expert", (), "..LD/.LLD/DLDL/LDDL ..D/.D./.DD ../.. . D")),
        ("gyges", gyges.Game("standard", (), "002130/300300/021100/002000/000200/030100 S")),
        ("gyges", gyges.Game()),
    ],
)
def test_every_step_of_a_thought_fits_and_what_it_finds_is_legal(name, game):
    before = game.position_text()
    for seed in (0, 77, 4096):
        found = [-1]
        costs = list(module_of(name, ENGINE).search_steps(game, seed, found))
        assert max(costs) <= MAX_STEP
        assert game.position_text() == before
        game.check(found[0])
