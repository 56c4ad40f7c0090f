"""Tracker (what hands do on the board, and what it makes of it).

Each row is a script (see scripted_board.py) and what stands in the game afterwards.  The
waits are those of the tracker's own constants: 400 ms is a pause of the hands, 4200 ms is
long enough for "no second ball will be taken back".
"""

from boardcore.lights.cues import SIDE_TINTS
from boardcore.play import tracker
from boardcore.play.recognizer import BaseRecognizer
from boardcore.play.undo import TOUCH_MS
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer
from boardcore.sensing import debounce
from boardcore.verdicts import YES
from support.boards.drawings import pyramid
from support.boards.pylos import Board
from support.machine.loop import LAYOUT
from support.rows import each_row, for_each

# Light completes the square a1 a2 b1 b2 with a1, or makes none elsewhere.
NEAR_SQUARE = pyramid("""
    D . . .
    . D . .   . . .
    L L . D   . . .   . .
    . L . .   . . .   . .   .
""")
# A square of both colours carries a ball; light may raise a ball onto it.
ONE_STEP = pyramid("""
    . . . .
    . . . .   . . .
    L D . .   . . .   . .
    D L . L   . . .   . .   .
""")
# Light may raise from a4 or d4 or place out of sight: three squares carry.
HIDDEN = pyramid("""
    . . . L
    D L D .   . . .
    L D L .   . . .   . .
    D L D L   . . .   . .   .
""")

FOLLOWED = [
    # name, start, script, turns that stand
    ("a ball is placed", "", "+b2 400", "b2"),
    ("two players in a hurry", "", "+b2 400 +c3 400 +a1 400", "b2 c3 a1"),
    ("a ball is put on a wrong cell and moved on", "", "+b2 150 -b2 150 +c3 400", "c3"),
    ("a ball is slid on after it was understood", "", "+b2 600 -b2 +b3 2200", "b3"),
    ("slid on across a gap in time", "", "+b2 600 -b2 250 +b3 2200", "b3"),
    ("a change of mind takes the ball away again", "", "+b2 100 -b2 3000", ""),
    ("lift a ball and put it back", "", "+b2 400 +c3 400 -b2 2000 +b2 500 +d4 400", "b2 c3 d4"),
    ("lift two balls and put them back", "",
     "+b2 400 +c3 400 +d4 400 -b2 -c3 2000 +b2 +c3 500", "b2 c3 d4"),
    ("a ball on the floor beside its cell is nothing", "", "3000", ""),
    ("square and one ball back", NEAR_SQUARE, "+a1 400 -b2 4200", "a1xb2"),
    ("square and two balls back", NEAR_SQUARE, "+a1 400 -b2 400 -b1 400", "a1xb2,b1"),
    ("both lifted before the square is made", NEAR_SQUARE, "-b2 300 -a2 300 +a1 400", "a1xb2,a2"),
    ("one lifted, square made, one lifted", NEAR_SQUARE, "-b2 300 +a1 300 -b1 400", "a1xb2,b1"),
    ("one ball back, put back, another one", NEAR_SQUARE, "+a1 400 -b2 900 +b2 400 -b1 4200",
     "a1xb1"),
    ("one ball back, told by the button", NEAR_SQUARE, "+a1 400 -b2 400 yes 300", "a1xb2"),
    ("one ball back, evident by the next player's move", NEAR_SQUARE,
     "+a1 400 -b2 600 +c4 400", "a1xb2 c4"),
    ("no ball taken back yet is not a turn", NEAR_SQUARE, "+a1 9000", ""),
    ("a raise: up, then told by the button", ONE_STEP, "-a4 300 +e1 400 yes 300", "a4-e1"),
    ("a raise: place before lift", ONE_STEP, "+e1 300 -a4 400 yes 300", "a4-e1"),
    ("placing out of sight: the only cell there is", ONE_STEP, "+e1 400 yes 300", "e1"),
]  # fmt: skip


@each_row(FOLLOWED, "start", "script", "turns")
def test_following_the_hands(start, script, turns):
    board = Board(start).do(script)
    assert board.turns == turns


VERDICTS = [
    # name, start, script, verdict
    ("nothing happens", "", "400", "at-rest"),
    ("a ball has just come", NEAR_SQUARE, "+d4 100 -d4 -c2 60", "settling"),
    ("an own ball is up, it may be raised", ONE_STEP, "-a4 400", "unfinished"),
    ("a square is made, a ball is due", NEAR_SQUARE, "+a1 5000", "unfinished"),
    ("one is taken back, a second may follow", NEAR_SQUARE, "+a1 400 -b2 3000", "unfinished"),
    ("several cells out of sight", HIDDEN, "+e1 400 yes 200", "ambiguous"),
    ("two balls at once", "", "+a1 +b1 3500", "wrong"),
]


@each_row(VERDICTS, "start", "script", "verdict")
def test_the_verdict(start, script, verdict):
    board = Board(start).do(script)
    assert board.verdict == verdict


OPENING = "+a1 400 +b2 400 +c3 400 +d4 400 6000"
SLIDE_MS = BaseRecognizer.slide_ms
TWO_GONE = "?turns=a1xb2,b1"
TWO_LIFTED = f"+a1 400 -b2 -b1 400 {TWO_GONE}"
TWO_DUE = pyramid("""
    . . D L
    . . L D   . . L
    L L . .   . . .   . .
    . L . .   . . .   . .   .
""")

# Light completes a square with d4, dark one with b1.
TWO_SQUARES = pyramid("""
    . . L .
    D D L L   . . .
    L D . .   . . .   . .
    L . . .   . . .   . .   .
""")

EXAMPLES = [
    # name, start, script with what is to be seen
    ("bounces start the wait again", "", "+b2 -b2 +b2 -b2 +b2 280 ?turns= 100 ?turns=b2"),
    ("a ball lifted again starts the wait again", "",
     "+b2 280 -b2 40 +b2 280 ?turns= 100 ?turns=b2"),
    ("after a good half turn repairs lead back to it", NEAR_SQUARE,
     "+a1 400 -b2 400 -c2 3500 ?wrong ?+=c2 ?-= +c2 4200 ?turns=a1xb2"),
    ("yes before the contacts are still", ONE_STEP, "-a4 yes 300 ?turns=a4-e1"),
    ("a yes while nothing hidden is possible", "", "yes 400 ?turns= ?rule=no-turn-seen"),
    ("a yes while a ball is due", NEAR_SQUARE, "+a1 400 yes 400 ?turns= ?rule=must-take-back"),
    ("a touch at the end of a turn hides no turn of a hasty opponent", NEAR_SQUARE,
     "+d4 200 -b1 1000 +b1 100 +c4 700 ?turns=d4;c4"),
    # Taking back by hand
    ("the last ball", "", f"{OPENING} -d4 2300 ?turns=a1;b2;c3"),
    ("two plies", "", f"{OPENING} -d4 300 -c3 1200 ?turns=a1;b2"),
    ("three plies in any order", "", f"{OPENING} -b2 200 -d4 200 -c3 1200 ?turns=a1"),
    ("not before two seconds have passed", "", f"{OPENING} -d4 1900 ?turns=a1;b2;c3;d4"),
    ("and played on", "", f"{OPENING} -d4 2300 +d1 400 ?turns=a1;b2;c3;d1"),
    ("a touched ball stays its owner's while the other side plays", "",
     f"{OPENING} -d4 1700 +a2 100 +d4 700 ?turns=a1;b2;c3;d4;a2"),
    ("a third ball is touched, and comes again with the next turn", NEAR_SQUARE,
     "+a1 400 -b2 400 -b1 150 +c4 50 +b1 700 ?turns=a1xb2;c4"),
    ("a ball taken back comes again together with the next one", "",
     f"{OPENING} -d4 2300 +a2 100 +d4 700 ?turns=a1;b2;c3;d4;a2"),
    ("a yes while a ball of the other side is touched takes nothing back", ONE_STEP,
     "+d4 400 +e1 200 -d4 200 yes 1500 ?turns=d4 +d4 400 ?turns=d4;e1"),
    ("nor is it forgotten where it was refused for the touch", ONE_STEP,
     "+d4 400 +d1 400 +a3 400 +e1 200 -d4 -d1 400 yes 400 ?rule=not-yours +d4 +d1 400 "
     "?turns=d4;d1;a3;e1"),
    ("nor does it raise a ball that goes as the touched ones come", ONE_STEP,
     "+e1 200 -a1 -b2 400 yes 400 ?rule=not-yours +a1 +b2 -a4 400 ?turns="),
    ("but it is about no later snapshot", ONE_STEP,
     "+d4 400 +d1 400 +a3 400 +e1 200 -d4 -d1 400 yes 2500 +d4 +d1 400 ?turns=d4;d1;a3"),
    ("pushed on soon, seen late because another ball is pushed aside", "",
     "+a1 400 +b2 400 +d4 400 -d4 300 +d3 300 -a1 5000 +a1 2300 ?turns=a1;b2;d3"),
    ("another ball taken back than was seen, and played on", NEAR_SQUARE,
     f"{TWO_LIFTED} -a2 100 +b1 400 +c4 1500 ?ambiguous yes 1000 ?turns=a1xb2,a2;c4"),
    ("a raised ball that lies again is asked about", ONE_STEP,
     "-a4 300 +e1 400 yes 300 ?turns=a4-e1 +a4 1500 ?ambiguous"),
    ("a ball put back that would complete the other side's square is asked about", TWO_SQUARES,
     "+d4 400 -a1 -b1 400 ?turns=d4xb1,a1 +b1 1500 ?ambiguous next yes 300 ?turns= +a1 400 -a1 "
     "4400 ?turns=d4xa1"),
    ("or is the other side's", TWO_SQUARES,
     "+d4 400 -a1 -b1 400 +b1 1500 ?ambiguous yes 300 -c1 4400 ?turns=d4xb1,a1;b1xc1"),
    ("after a refused undo, a long press takes back one ply", ONE_STEP,
     "+d4 400 +d1 400 +e1 400 yes 300 6000 -d1 1200 ?ambiguous back 300 back 300 ?turns=d4;d1"),
    ("an old position comes again by the same act", "",
     f"{OPENING} -d4 2300 +d4 400 ?turns=a1;b2;c3;d4"),
    ("two balls lifted in no order of the game", "",
     f"{OPENING} -a1 -c3 5000 ?turns=a1;b2;c3;d4 ?wrong"),
    ("an undo of what no switch saw is asked", ONE_STEP,
     "+d4 400 +d1 400 +e1 400 yes 300 6000 ?turns=d4;d1;e1 -d1 1200 ?ambiguous ?turns=d4;d1;e1 "
     "yes 300 ?turns=d4"),
    ("a long press takes back one ply; the ball that still stands is no new turn", "",
     f"{OPENING} back ?turns=a1;b2;c3 400 ?wrong ?rule=guide ?-=d4 9000 ?turns=a1;b2;c3 "
     "-d4 400 +d1 400 ?turns=a1;b2;c3;d1"),
    ("several long presses take back several plies", "",
     f"{OPENING} back back back ?turns=a1 400 ?-=b2 -d4 -c3 -b2 500 ?at-rest ?turns=a1"),
    ("a long press on an empty game", "", "back 400 ?at-rest ?turns="),
    ("with the guide on yes means that what stands counts", "",
     "+a1 400 +b2 400 back 400 ?rule=guide yes 400 yes 400 ?turns=a1;b2"),
    # Late changes
    ("a late second take back is asked", NEAR_SQUARE,
     "+a1 400 -b2 4400 ?turns=a1xb2 -b1 1300 ?ambiguous ?turns=a1xb2 yes 400 ?turns=a1xb2,b1"),
    ("a late second take back that is put back", NEAR_SQUARE,
     "+a1 400 -b2 4400 -b1 1300 +b1 400 ?at-rest ?turns=a1xb2"),
    ("a ball that was only lifted beside the one taken back is asked about", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 400 ?ambiguous {TWO_GONE} next 300 ?ambiguous yes 4400 ?turns=a1xb2"),
    ("and was put there by the opponent", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 400 ?ambiguous yes 400 ?turns=a1xb2,b1;b1"),
    ("a yes in a hurry does not decide whose ball it is", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 100 yes 400 ?ambiguous {TWO_GONE}"),
    ("nor does the next ball", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 200 +c4 1600 ?ambiguous {TWO_GONE} yes 800 {TWO_GONE};b1;c4"),
    ("both balls that were lifted are put back", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 +b2 1400 ?ambiguous {TWO_GONE} yes 400 -b2 4400 ?turns=a1xb2"),
    ("later it is the opponent's without a question", NEAR_SQUARE,
     f"{TWO_LIFTED} {TOUCH_MS} +b1 400 ?turns=a1xb2,b1;b1"),
    ("a ball pushed on long after its turn", "",
     f"+b2 400 +c3 400 {SLIDE_MS + 400} -c3 +c4 3500 ?wrong ?turns=b2;c3"),
    ("a ball pushed on soon is the same turn", "",
     f"+b2 400 +c3 400 {SLIDE_MS - 1000} -c3 +c4 2200 ?turns=b2;c4"),
    ("a ball pushed aside while the opponent places", "",
     "+b2 400 +c3 400 -c3 300 +c4 1000 +c3 400 ?turns=b2;c3;c4"),
    ("and while both place", "",
     "+b2 400 +c3 400 -c3 300 +c4 600 +a1 500 +c3 400 ?turns=b2;c3;c4;a1"),
    ("or until the next one places", "",
     "+b2 400 +c3 400 -c3 300 +c4 600 +a1 +c3 400 ?turns=b2;c3;c4;a1"),
    ("pushed aside as if it was taken back, until the opponent places", NEAR_SQUARE,
     f"{TWO_LIFTED} +b1 +c4 1600 ?ambiguous yes 400 ?turns=a1xb2;c4"),
    # A new game
    ("a board is swept from three turns on", "",
     f"+a1 400 +b2 400 +c3 400 -a1 -b2 -c3 1600 ?ambiguous ?turns=a1;b2;c3 ?letters={'n' * 25}"),
    ("before that turns are taken back", "",
     "+a1 400 +b2 400 -a1 -b2 1600 ?at-rest ?turns="),
    ("the offer of a new game is declined", "",
     f"{OPENING} -a1 -b2 -c3 -d4 1600 back 400 ?!ambiguous +a1 +b2 +c3 +d4 500 ?at-rest "
     "?turns=a1;b2;c3;d4"),
    # Questions
    ("a question stays open until the board changes", HIDDEN,
     "+e2 400 yes 30000 ?ambiguous +d1 400 ?turns=d1"),
    ("a long press closes a question", HIDDEN,
     "+e2 400 yes 300 back 300 ?at-rest ?turns="),
    ("what is lifted for longer while the lights ask was meant, and not only touched", TWO_DUE,
     "+a1 400 -b2 400 yes 300 ?ambiguous -a2 1500 ?turns= 1000 ?turns=a1xb2,a2"),
]  # fmt: skip


@each_row(EXAMPLES, "start", "script")
def test_what_hands_do_and_what_is_seen(start, script):
    Board(start).do(script)


@for_each(
    ("script", "back"),
    [
        ("-b2 -b1 400 +b1 400", "b1"),
        ("-a1 -b2 400 yes 300 +b2 400", "b2"),
        # The next ball, where the other one was taken back, is nobody's question.
        ("-b2 -b1 400 +b1 400 +b2 1600", "b1"),
    ],
)
def test_a_ball_where_one_was_taken_back_is_asked_for_in_its_colour(script, back):
    board = Board(NEAR_SQUARE).do(f"+a1 400 {script} ?ambiguous")
    cell, asked = pylos.parse_cell(back), []
    for _ in range(2):
        assert board.saying("?") == [back]
        asked.append((board.letter_at(cell), board.tint_at(cell)))
        board.do("next 300")
    assert asked == [("?", SIDE_TINTS[pylos.DARK]), ("?", SIDE_TINTS[pylos.LIGHT])]


def test_complete_and_taken_back_last_one_moment():
    board = Board()
    seen = []
    for script in ("+a1", "-a1"):
        board.do(script)
        for _ in range(120):
            board.wait(20)
            # The table acts at once; the event is still to be seen on what it did.
            seen.append(board.table.game.ply)
    assert sorted(set(seen)) == [0, 1]
    assert seen[-1] == 0


def test_a_turn_is_played_after_it_lies_still_and_not_before():
    board = Board().do("+b2")
    board.wait(debounce.FLICKER_MS + BaseRecognizer.settle_ms - 30)
    assert board.turns == ""
    board.wait(40)
    assert board.turns == "b2"


def test_a_switch_that_flickers_closes_no_question_and_lifts_no_ball():
    board = Board(HIDDEN).do("yes 300")
    assert board.verdict == "ambiguous"
    asked = board.saying("?")
    board.do("-a4 +a4 2000")
    assert (board.verdict, board.saying("?")) == ("ambiguous", asked)
    board.do("back 300 -a4 +a4 6000")
    assert (board.verdict, board.turns, board.rule) == ("at-rest", "", "")


# Wrong ----------------------------------------------------------------------

# Light to move; a ball stands on the first square.
MIXED = pyramid("""
    . . . .
    . D . .   . . .
    L D . .   . . .   . .
    D L . L   L . .   . .   .
""")

WRONG = [
    # name, start, script, rule, cells that say "take off", cells that say "put here"
    ("two balls put at once", "", "+a1 +b1", "too-many", ["a1"], []),
    ("the other player's ball is gone", MIXED, "-c2", "not-yours", [], ["c2"]),
    ("two of the other player's are gone", MIXED, "-c2 -a1", "not-yours", [], ["a1"]),
    ("three balls are gone", NEAR_SQUARE, "-c2 -b4 -d1", "too-many", [], []),
    ("a ball that carries another", MIXED, "-b1", "not-free", [], ["b1"]),
    ("a ball moved along its level", MIXED, "-a4 +d4", "not-up", ["d4"], []),
    ("a ball taken with no square made", NEAR_SQUARE, "+d4 -b2", "not-up", ["d4"], []),
]


@each_row(WRONG, "start", "script", "rule", "off", "on")
def test_what_is_wrong_gets_one_repair_at_a_time_and_the_name_of_the_rule(
    start, script, rule, off, on
):
    board = Board(start)
    before = board.turns
    board.do(script)
    board.wait(2800)
    assert board.verdict != "wrong", "no scolding while a hand may be at work"
    board.wait(400)
    assert (board.verdict, board.rule, board.turns) == ("wrong", rule, before)
    if off or on:
        assert (board.saying("-"), board.saying("+")) == (off, on)
    assert board.letters.count("-") + board.letters.count("+") == 1


def test_repairs_are_shown_one_after_the_other_until_all_is_well():
    board = Board(MIXED).do("-c2 -a1 +d4 +d3 3500")
    shown = []
    for _ in range(4):
        off, on = board.saying("-"), board.saying("+")
        shown.append(["-" + cell for cell in off] + ["+" + cell for cell in on])
        board.do(shown[-1][0] + " 3500")
    assert shown == [["-d3"], ["-d4"], ["+a1"], ["+c2"]]
    assert board.verdict == "at-rest"
    assert (board.rule, board.turns) == ("", "")


# A new game ---------------------------------------------------------------------


def test_the_whole_board_swept_empty_offers_a_new_game():
    board = Board().do(OPENING)
    board.do("-a1 -b2 -c3 -d4 1600")
    assert (board.verdict, board.turns) == ("ambiguous", "a1 b2 c3 d4")
    assert board.letters == "n" * 25
    before = board.table.journal.game[0]
    board.do("yes 400")
    assert (board.verdict, board.turns) == ("at-rest", "")
    assert board.table.journal.game[0] != before


def test_after_the_end_an_empty_board_is_a_new_game_without_a_question():
    # Light has one ball in the reserve and loses it with a plain move.
    board = Board(
        pyramid("""
        L D L D
        D L D L   L L L
        L D L D   D L D   L D
        D L D .   L D .   L .   .
    """),
        options=(("repetition", "off"),),
    )
    board.do("+a4 400")
    assert board.table.outcome is not None
    letters = board.letters
    assert "w" in letters
    board.do(" ".join(["-" + pylos.cell_text(cell) for cell in range(16)]) + " 1700")
    assert (board.turns, board.table.outcome) == ("", None)
    assert board.table.journal.game[4] == "players"


# Questions -------------------------------------------------------------------------


def offered(board):
    """Return the parts of the answer that are lit now."""
    question = board.table.tracker.question
    return question and (question.part, question.answer)


def test_candidates_are_lit_one_at_a_time_and_yes_takes_the_lit_one():
    board = Board(HIDDEN).do("+e2 400 yes 300")
    seen = []
    for _ in range(30):
        if offered(board) in seen:
            break
        seen.append(offered(board))
        assert board.letters.count("?") + board.letters.count("e") >= 1
        board.do("next")
    assert len(seen) == 4, "e1, e2, f1, f2 carry a ball each"
    while offered(board) != (0, pylos.parse_cell("e2")):
        board.do("next")
    board.do("yes 200")
    assert (board.verdict, board.turns) == ("at-rest", "e2")


def test_who_only_touches_a_ball_is_asked_on():
    board = Board(HIDDEN).do("+e2 400 yes 300 next 100")
    asked = offered(board)
    board.do("-a1 1500")
    assert board.verdict != "ambiguous", "a lifted ball gets its lights"
    board.do("+a1 100")
    assert (board.verdict, offered(board)) == ("ambiguous", asked)


def test_a_button_that_is_pushed_while_a_ball_is_touched_says_nothing():
    board = Board(HIDDEN).do("+e2 400 yes 300")
    asked = offered(board)
    board.do("-a1 300 yes 200 next 200 +a1 600")
    assert (board.verdict, offered(board), board.turns) == ("ambiguous", asked, "")
    board.do("-a1 300 back 300 +a1 600")
    assert (board.verdict, board.turns) == ("at-rest", ""), "but a long press closes the question"


def test_it_takes_long_to_explain_a_picture_and_to_answer_a_yes_so_each_has_a_turn():
    following = tracker.Tracker(Recognizer(pylos.Game(), LAYOUT), 0)
    following.press(YES, False, False)
    worked = []
    for now_ms in range(0, 400, 20):
        following.update(0, False, now_ms)
        worked.append(following.did_work)
    assert worked.count(True) == 2
    assert following.rule == "no-turn-seen"


# Time ---------------------------------------------------------------------------


@for_each("before_ms", [0, 60, 200, 400, 1000, 3000, 4500])
def test_the_clock_may_wrap_at_any_moment(before_ms):
    board = Board(NEAR_SQUARE, now_ms=(1 << 29) - 400 - before_ms).do(
        "+a1 400 -b2 4400 +d4 400 -d4 2300"
    )
    assert board.turns == "a1xb2"
    assert board.verdict == "at-rest"
