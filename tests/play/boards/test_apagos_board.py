"""Apagos on the board (what hands do, what the board makes of it, and what its lights say).

Scripts are those of apagos_boards.py; positions are written as on host/docs/rules/apagos.md.
"""

import pytest

from boardcore.apagos.hints import NOTHING, Hints
from boardcore.apagos.rules import Game
from boardcore.lights import cues
from support.boards.apagos import Board
from support.rows import each_row
from underboard.games.apagos.engine.board_file import hint_file
from underboard.games.apagos.engine.solution import solution_of

# Two balls on each square, White to move: no count tells one square from another.
EVEN = "7:1,1 5:1,1 3:1,1 3:1,1 W"
# Different counts everywhere, and Black has balls on every level.
ODD = "7:0,5 5:0,3 3:1,0 5:0,1 B"
# One ball more on each higher square: a climb leaves the counts as they were.
STEPS = "5:0,0 3:1,0 5:1,1 3:1,1 W"

FOLLOWED = [
    # name, start, script, turns that stand
    ("a ball is put and its square climbs", ODD, "+2 400 x2 400", "B2"),
    ("nothing is played before the climb", ODD, "+2 20000", ""),
    ("the square climbs over one with as many balls", EVEN, "+2 400 x2 400", "W2"),
    ("the counts are the same before and after the climb", STEPS, "+2 400 x2 400", "W2"),
    ("upper square first", EVEN, "+2 400 ^3 100 ^2 100 _3 _2 400", "W2"),
    ("lifted, put back, and lifted again", EVEN, "+2 400 ^2 300 _2 300 x2 400", "W2"),
    ("lifting each square once is not a climb", STEPS, "+2 400 ^2 300 _2 300 ^3 300 _3 900", ""),
    ("a ball on the top square counts after a while", EVEN, "+4 4400", "W4"),
    ("or at once when its player says so", EVEN, "+4 400 yes 300", "W4"),
    ("a ball goes down", ODD, "-2 500 +1 400", "2>1"),
    ("over several levels", ODD, "-4 500 +2 4400", "4>2"),
    ("the only ball of its square might be a lifted square", ODD, "-4 500 +2 3000", ""),
    ("a ball is put and taken off again", ODD, "+2 400 -2 3000", ""),
    ("put on a wrong square and moved", EVEN, "+1 400 -1 300 +2 400 x2 400", "W2"),
    ("a square is lifted and put back", EVEN, "^3 30000 _3 900", ""),
    ("two squares are lifted and put back", EVEN, "^3 300 ^2 3000 _2 _3 900", ""),
    ("a ball rolls out while its square is up", EVEN, "+2 400 ^2 300 _2 -2 900 +2 400 x2 400",
     "W2"),
    ("the other neighbour first, then back and right", ODD, "+2 300 x1 900 x1 900 x2 400", "B2"),
]  # fmt: skip


@each_row(FOLLOWED, "start", "script", "turns")
def test_following_the_hands(start, script, turns):
    board = Board(start).do(script)
    assert board.turns == turns


def test_a_whole_little_game_without_a_question():
    board = Board("3:1,2 1:0,1 7:3,3 5:4,1 B").do("-4 300 +3 400 400")
    assert board.turns == "4>3"
    board.do("+4 4400")
    assert board.table.outcome == (0, "majority")
    assert len(board.says("move", "w")) == 1
    assert board.side_says(0) == "w"


# Colour ------------------------------------------------------------------------


COLOURS = [
    ("next twice is the own colour again", EVEN, "+2 400 next next x2 400", "W2"),
    ("chosen before the ball is put", EVEN, "next 300 +2 400 x2 400", "B2"),
    ("on the top square", EVEN, "+4 400 next 4400", "B4"),
    ("next starts the countdown anew", EVEN, "+4 3000 next 3000", ""),
    ("an empty reserve leaves no choice", "7:6,0 5:0,0 3:3,0 1:1,0 W", "+2 400 next x2 400",
     "B2"),
    ("the choice ends with the turn", EVEN, "next +2 400 x2 600 +1 400 x1 400", "B2 B1"),
    ("next for a question of which a ball is touched changes no colour",
     "7:1,1 5:1,1 3:2,1 3:2,1 W", "^2 200 ^3 200 _2 200 _3 20 +3 600 yes 400 -4 300 next 200 "
     f"+4 700 ?tint.1.ball={cues.LIGHT_TINT} yes 300", "W1"),
    ("a put that was undone keeps its colour", ODD, "next +1 400 x1 400 x1 -1 1200 yes 400 "
     "+2 400 x2 400", "W2"),
]  # fmt: skip


@each_row(COLOURS, "start", "script", "turns")
def test_the_colour_of_a_ball_that_no_switch_sees(start, script, turns):
    board = Board(start).do(script)
    assert board.turns == turns


# What lights say -------------------------------------------------------------------


EXAMPLES = [
    # name, start, script with what is to be seen
    ("a new ball shows the mover's colour and next changes it", ODD,
     f"+2 400 ?says.ball.o=2 ?tint.2.ball={cues.DARK_TINT} next 100 "
     f"?tint.2.ball={cues.LIGHT_TINT} x2 400 ?turns=W2"),
    ("each square says whether it may receive or give, and who leads on top",
     "7:1,1 5:5,0 3:1,1 3:1,0 W",
     f"?says.receive.p=1,3,4 ?says.give.b=2,3,4 ?says.move.j=4 ?tint.4.move={cues.LIGHT_TINT}"),
    ("which square climbs and which slides down", EVEN,
     "+2 400 ?says.move.u=2 ?says.move.v=3 ^2 500 ?says.move.u=2 ?says.move.v=3 ?says.give.i=2"),
    ("a ball in the hand shows where it may go", "7:0,3 5:0,5 3:0,0 3:2,1 W",
     "-4 400 ?says.receive.g=1,3"),
    ("a square that is up for long is asked back gently", EVEN,
     "^3 5000 ?unfinished ?says.give.i=3 4000 ?unfinished ?says.give.+=3"),
    ("a climb of an empty square over an empty one is told by yes", "",
     "+1 400 x1 5000 ?turns= ?says.receive.e=2 yes 300 ?turns=W1"),
    ("or the ball was moved and its square still has to climb", "",
     "+1 400 -1 300 +2 900 ?turns= ?says.move.u=2 x2 400 yes 300 ?turns=W2"),
    ("a yes before the square has climbed", ODD, "+2 400 yes 300 ?turns= ?rule=must-climb"),
    ("repairs lead back to the game", ODD,
     "x1 3500 x1 500 ?at-rest ?rule= +2 400 x2 400 ?turns=B2"),
    ("a turn undone by hand is asked for: an accident looks like it", ODD,
     "+2 400 x2 400 ?turns=B2 x2 -2 1500 ?ambiguous ?turns=B2 yes 400 ?at-rest ?turns="),
    ("a long press takes back a put and has the squares swapped first", EVEN,
     "+2 400 x2 400 back 100 ?turns= ?says.move.x=2,3 ?says.ball.-= x2 500 ?wrong "
     "?says.ball.-=2 -2 400 ?at-rest"),
    ("all balls swept away offer a new game", EVEN,
     "+2 400 x2 400 +1 400 x1 400 +2 400 x2 400 ^1 ^2 ^3 ^4 1700 ?ambiguous yes 400 ?turns= "
     "?position=7:0,0;5:0,0;3:0,0;1:0,0;W"),
    ("an empty board early in a game offers it later: it may be a square that is up", "",
     "+4 4400 next yes 400 -4 7000 ?unfinished ?turns=W4 1500 ?ambiguous yes 400 ?turns="),
]  # fmt: skip


@each_row(EXAMPLES, "start", "script")
def test_what_hands_do_and_what_is_seen(start, script):
    Board(start).do(script)


def test_a_countdown_is_seen_on_the_top_square():
    board = Board(EVEN)
    lit = []
    board.do("+4 400")
    for _ in range(4):
        lit.append(sum(4 in board.says(which, "t") for which in ("receive", "give", "move")))
        board.wait(900)
    assert lit == [3, 2, 1, 0]


# Questions ----------------------------------------------------------------------------


def test_a_ball_on_the_top_square_that_may_have_climbed_is_asked():
    board = Board().do("+4 4400")
    assert board.verdict == "ambiguous"
    answers = set()
    for _ in range(2):
        answers.add(board.offered())
        board.do("next")
    assert answers == {2, 3}
    while board.offered() != 3:
        board.do("next")
    board.do("yes 300")
    assert board.turns == "W4"


# Wrong ----------------------------------------------------------------------------------

WRONG = [
    # name, start, script, rule, light, letter, levels
    ("two balls are put", ODD, "+2 +1", "too-many", "ball", "-", [1]),
    ("a ball is missing that the mover may not move", "7:0,5 5:0,3 3:1,0 5:0,2 W", "-4",
     "not-yours", "ball", "+", [4]),
    ("squares change places without a ball", ODD, "x1", "swapped", "move", "x", [1, 2]),
    ("the wrong squares change places", ODD, "+2 400 x1", "wrong-climb", "move", "x", [1, 2]),
    ("a ball goes up", ODD, "-1 +2", "not-down", "ball", "-", [2]),
    ("a ball more in a full square", "7:0,2 5:0,5 3:1,0 5:0,2 W", "+2", "full", "ball", "-", [2]),
]  # fmt: skip


@each_row(WRONG, "start", "script", "rule", "light", "letter", "levels")
def test_what_is_wrong_gets_one_repair_at_a_time(start, script, rule, light, letter, levels):
    board = Board(start).do(script + " 2500")
    assert board.verdict != "wrong", "no scolding while a hand may be at work"
    board.do("900")
    assert (board.verdict, board.rule, board.turns) == ("wrong", rule, "")
    assert board.says(light, letter) == levels


# Taking back ----------------------------------------------------------------------------


# Laying out the squares, and new games -----------------------------------------------------


def choose(board, holes):
    """Step to the face with so many holes and take it."""
    for _ in range(8):
        if board.offered() == 16 + holes:
            board.do("yes 500")
            return
        board.do("next 100")
    raise AssertionError(f"no face with {holes} holes is offered")


def test_the_squares_are_laid_out_by_the_buttons_from_the_lowest_level_up():
    board = Board(variant="set-up")
    assert board.verdict == "ambiguous"
    choose(board, 7)
    assert board.turns == "7/5@1"
    choose(board, 1)
    assert board.table.game.position_text() == "71.. 3/5 3/5 B"
    choose(board, 5)
    choose(board, 3)
    assert board.table.game.position_text() == "7:0,0 1:0,0 5:0,0 3:0,0 W"
    assert board.verdict == "at-rest"
    board.do("+1 400 x1 400 yes 400")
    assert board.turns.endswith("W1")


def test_a_face_that_two_squares_have_asks_for_the_other_face():
    board = Board(variant="set-up")
    for _ in range(8):
        if board.offered() == 16 + 3:
            break
        board.do("next")
    board.do("yes 100")
    assert board.offered() in (32 + 1, 32 + 5)
    while board.offered() != 32 + 1:
        board.do("next")
    board.do("yes 400")
    assert board.turns == "3/1@1"


def test_a_long_press_takes_back_a_square():
    board = Board(variant="set-up")
    choose(board, 7)
    board.do("back 500")
    assert board.turns == ""
    assert board.offered() is not None


def test_a_face_is_shown_by_so_many_lights():
    board = Board(variant="set-up")
    seen = set()
    for _ in range(6):
        lit = sum(board.says(which, "?") == [1] for which in ("receive", "give", "move", "ball"))
        seen.add((board.offered() - 16, lit))
        board.do("next")
    assert seen == {(1, 1), (3, 2), (5, 3), (7, 4)}


# The power fails ---------------------------------------------------------------------------


def test_the_game_comes_back_after_the_power_failed():
    board = Board(ODD).do("next +2 400 x2 400 +1 400 x1 400")
    assert board.turns == "W2 W1"
    again = Board(store=board.store, boots=2)
    assert again.turns == "W2 W1"
    assert again.verdict == "at-rest"


# The board's own hints -----------------------------------------------------------------------


class File:
    """A hint file in memory."""

    def __init__(self, data):
        self._data = data

    def read_byte(self, offset):
        return self._data[offset] if offset < len(self._data) else NOTHING


class OwnHints:
    """What the drive's files would tell."""

    def __init__(self, data):
        self._hints = Hints(File(data))

    def winning_turns(self, game):
        return self._hints.winning_moves(game) if self._hints.serves(game) else None


@pytest.fixture(scope="module")
def hints(tmp_path_factory):
    game = Game(position="5331")
    return OwnHints(hint_file(solution_of(game, tmp_path_factory.mktemp("tables"))))


def test_holding_yes_lights_a_turn_that_wins(hints):
    # The leaf of host/docs/rules/apagos.md: 5-3-3-1 is won by the own ball on the upper 3 only.
    board = Board("5331")
    board.table.hints = hints
    board.do("hold 100")
    assert (board.says("receive", "h"), board.tint(3, "receive")) == ([3], cues.LIGHT_TINT)
    board.do("9000")
    assert board.says("receive", "h") == []


def test_in_a_lost_position_the_other_sides_light_is_the_hint(hints):
    game = Game(position="3351")
    board = Board("3351")
    board.table.hints = hints
    assert hints.winning_turns(game) == [], "the layout that the set-up player wins"
    board.do("hold 100")
    assert board.side_says(1) == "h"


@pytest.mark.parametrize("start", ["7531", "5331"])
def test_without_a_file_for_these_squares_nothing_is_lit_and_play_goes_on(start, hints):
    board = Board(start)
    board.table.hints = hints if start == "7531" else None
    board.do("hold 100")
    assert board.says("receive", "h") == []
    board.do("+1 400 x1 400 yes 400")
    assert board.turns == "W1"


def test_a_hint_ends_with_the_turn(hints):
    board = Board("5331")
    board.table.hints = hints
    board.do("hold 100 +3 400 x3 400 yes 300")
    assert board.says("receive", "h") == []
