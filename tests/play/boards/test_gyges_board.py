"""Gygès on the board (what hands do, what the board makes of it, and what its lights say).

Scripts are those of scripted_board.py; positions are drawn, or those of host/docs/rules/gyges.md,
2.5.
"""

import pytest

from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS, GOAL_N, PLACES
from boardcore.gyges.cues import LAID_MS, SIZE_TINTS, STEP_MS
from boardcore.lights import cues, scene
from boardcore.link.wire import pack
from support.boards.gyges import FULL_ROWS, JUMPY, SPREAD, Board, forget_reach, names, position
from support.machine.bytecodes import Bytecodes
from support.rows import each_row, for_each
from underboard.games.gyges import paths

CHAINS = "002130/300300/021100/002000/000200/030100 S"
GOAL_NEAR = "000020/302201/102303/001010/300000/000000 N"

# North's rings on the sixth row can all not move (host/docs/rules/gyges.md, G11).
BLOCKED = position(
    """
    . 3 . 3 . 3
    1 1 2 2 3 2
    . . . 1 . .
    . . . 1 . 2
    . . . . . .
    . . . . . .
    """,
    "N",
)
VECTORS = [FULL_ROWS, SPREAD, CHAINS, CHAINS[:-1] + "N", GOAL_NEAR, JUMPY]


def legal(text):
    """Return the legal turns as triples of names, "" where nobody is boxed."""
    found = []
    for turn in gyges.Game("standard", (("study", "on"),), text).legal_turns():
        drop = gyges.turn_drop(turn)
        parts = (gyges.turn_origin(turn), gyges.turn_landing(turn))
        found.append(
            (*map(gyges.cell_text, parts), "" if drop == gyges.NONE else gyges.cell_text(drop))
        )
    return found


def ordered(cells):
    return sorted(cells, key=gyges.parse_cell)


# What lights say -------------------------------------------------------------------------


@for_each("text", VECTORS)
def test_rings_that_may_move_glow(text):
    board = Board(text)
    assert board.verdict == "at-rest"
    assert board.saying("y") == ordered({origin for origin, _, _ in legal(text)})


def test_where_no_ring_of_the_front_row_can_move_those_of_the_next_glow():
    board = Board(BLOCKED)
    assert board.saying("y") == ordered({origin for origin, _, _ in legal(BLOCKED)})
    assert {name[1] for name in board.saying("y")} == {"5"}


@for_each("text", VECTORS)
def test_a_lifted_ring_lights_where_it_may_land_what_it_may_box_and_a_goal(text):
    turns = legal(text)
    for origin in ordered({turn[0] for turn in turns}):
        board = Board(text).do(f"-{origin} 1500")
        assert board.verdict == "unfinished"
        plain = {landing for start, landing, drop in turns if start == origin and not drop}
        boxed = {landing for start, landing, drop in turns if start == origin and drop}
        goals = plain & {"N", "S"}
        assert board.saying("a") == ordered(plain - goals)
        assert board.saying("!") == ordered(goals)
        assert ordered(board.saying("#") + board.saying("q")) == ordered(boxed)
        assert board.saying("z") == [], "no ring was boxed yet"
        assert board.saying("y") == []


def test_colours_tell_the_size_of_the_lifted_ring_and_of_those_it_may_hit():
    board = Board(JUMPY).do("-a5 400")
    assert {board.tint(cell) for cell in board.saying("a")} == {SIZE_TINTS[1]}
    assert board.tint("a4") == SIZE_TINTS[3]
    assert board.tint("c3") == SIZE_TINTS[2]


def test_a_goal_in_reach_stands_out_from_all_other_lights():
    board = Board(GOAL_NEAR).do("-a5 400")
    assert board.saying("!") == ["S"]
    goal = cues.table()[cues.IN_REACH]
    for other in (cues.LANDING, cues.BOX, cues.BOUNCE, cues.BOX_TARGET, cues.MOVABLE):
        assert cues.table()[other][2] != goal[2]
        assert cues.table()[other][3] < goal[3]


@for_each("text", [FULL_ROWS, SPREAD, JUMPY])
def test_a_ring_that_is_boxed_lights_where_it_may_go(text):
    turns = legal(text)
    for origin, landing in sorted({turn[:2] for turn in turns if turn[2]}):
        drops = ordered({turn[2] for turn in turns if turn[:2] == (origin, landing) and turn[2]})
        board = Board(text).do(f"-{origin} 300 -{landing} 400")
        shared = {turn[0] for turn in turns if turn[1] == origin and turn[2]}
        assert set(drops) <= set(board.saying("z") + (board.saying("a") if shared else []))
        # Where each of the two could box the other, the same cells wait for either.
        assert set(board.saying("z")) <= set(drops) | {landing}
        # And once it stands on the cell of the boxed one, which is in the hand now.
        board.do(f"+{landing} 400")
        # Perhaps it was only touched, and the other one is in the hand: where that may end is
        # brighter, and right for both.
        plain = {end for start, end, drop in turns if start == origin and not drop}
        assert set(board.saying("z")) == set(drops) - plain
        assert set(board.saying("a")) == plain - {"N", "S"}


def test_no_boxed_ring_is_lit_beyond_the_row_that_the_opponent_plays():
    board = Board(JUMPY).do("-a5 200 -c3 200 +c3 400")
    assert [cell for cell in board.saying("z") if cell[1] in "1"] == []
    assert "f2" in board.saying("z")


def test_the_corners_tell_whose_turn_it_is():
    board = Board(JUMPY)
    assert board.beats() == {"a6": cues.BEAT_DARK, "f6": cues.BEAT_DARK}
    board.do("-a5 +b6 600")
    assert board.beats() == {"a1": cues.BEAT_LIGHT, "f1": cues.BEAT_LIGHT}


# Following the hands ----------------------------------------------------------------------

FOLLOWED = [
    # name, start, script, turns that stand
    ("a plain move", JUMPY, "-a5 500 +b6 400", "a5-b6"),
    ("bounce cells not touched", JUMPY, "-a5 500 +b2 400", "a5-b2"),
    ("the ring is lifted, its neighbours wobble", JUMPY, "-a5 -e2 +e2 300 +b6 800", "a5-b6"),
    ("boxing: move, lift the boxed one, put both down", JUMPY, "-a5 300 -c3 200 +c3 200 +f5 500",
     "a5xc3>f5"),
    ("the boxed ring is put away beforehand", JUMPY, "-c3 300 +f5 900 -a5 300 +c3 500",
     "a5xc3>f5"),
    ("the boxed ring is lifted first and put away last", JUMPY, "-c3 300 -a5 300 +c3 300 +f5 500",
     "a5xc3>f5"),
    ("both up, the boxed one lands first", JUMPY, "-c3 300 -a5 300 +f5 300 +c3 500", "a5xc3>f5"),
    ("the boxed ring is slow in the other hand", JUMPY, "-a5 -c3 +c3 20000 +f5 500", "a5xc3>f5"),
    ("out of own reach, so it was boxed", JUMPY, "-a5 -a3 +a3 +d5 500", "a5xa3>d5"),
    ("out of own reach, and pushed on", JUMPY, "-a5 -a3 +a3 +d5 1500 -d5 200 +d6 2400", "a5xa3>d6"),
    ("put on one cell, then on another", JUMPY, "-a5 300 +b6 200 -b6 200 +a6 600", "a5-a6"),
    ("and pushed on after the board has understood", JUMPY, "-a5 300 +a6 1000 -a6 200 +b6 2400",
     "a5-b6"),
    ("lifted to look and put back, then played", JUMPY, "-e2 400 +e2 600 -a5 400 +b6 600",
     "a5-b6"),
    ("a few at once", FULL_ROWS, "-c1 200 +e3 700 -d6 200 +b4 700 -f1 200 +f4 700",
     "c1-e3 d6-b4 f1-f4"),
    ("the opponent hurries", FULL_ROWS, "-c1 +e3 400 -d6 +b4 640", "c1-e3 d6-b4"),
    ("the goal", GOAL_NEAR, "-a5 500 +S 400", "a5-S"),
]  # fmt: skip


@each_row(FOLLOWED, "start", "script", "turns")
def test_following_the_hands(start, script, turns):
    board = Board(start).do(script)
    assert board.turns == turns
    assert board.asked == []


NO_NULL = {"options": (("null", "off"),)}
ONE_ROW = {"options": (("rows", "1"),)}
WAY = {"trace": True}
THEIRS = "003000/012100/000300/002000/002003/230011 N"
"""North may land on South's row; South lifts that very ring."""

EXAMPLES = [
    # name, start, how the board is made, script with what is to be seen
    ("bounce cells differ from rings that can only be boxed", JUMPY, {},
     "-a5 400 ?#=a4 ?q=a3,c3"),
    ("the last landing stays dimly lit", JUMPY, {}, "-a5 +b6 1000 ?l=b6"),
    ("a ring pushed on to where it could also be boxed", JUMPY, {},
     "-a5 300 +b6 1000 -b6 200 +a6 1500 ?ambiguous ?turns=a5-b6 yes 600 ?turns=a5-a6"),
    ("a boxed ring pushed on to where its mover could land", JUMPY, {},
     "-a5 300 -c3 200 +c3 200 +f5 1000 ?turns=a5xc3>f5 -f5 200 +b6 2400 ?asked=c3 yes 600 "
     "?turns=a5xc3>b6"),
    ("a ring that is the opponent's now is laid where only its mover could", THEIRS, {},
     "-b6 400 +e1 1200 -e1 300 +c6 900 ?turns=b6-e1 600 ?ambiguous ?turns=b6-e1 "
     "-c6 200 +e1 600 ?at-rest ?turns=b6-e1"),
    ("and it was pushed on", THEIRS, {},
     "-b6 400 +e1 1200 -e1 300 +c6 1600 yes 800 ?turns=b6-c6"),
    ("nobody answers", JUMPY, {},
     "-a5 200 -a4 200 +a4 200 +b5 900 30000 ?ambiguous ?turns="),
    ("a null move is asked for", JUMPY, {},
     "-a5 500 +a5 900 ?ambiguous ?asked=a5 ?turns= yes 300 ?turns=a5-a5"),
    ("a null move, though the lights led the opponent before", SPREAD, {},
     "-a1 +b6 3500 -b6 300 +a4 900 -c6 500 +c6 900 ?turns=a1-a4 ?asked=c6"),
    ("yes after a ring was put back is a null move at once", JUMPY, {},
     "-a5 500 +a5 100 yes 300 yes 300 ?turns=a5-a5"),
    ("without null moves nobody is asked", JUMPY, NO_NULL,
     "-a5 500 +a5 900 ?at-rest ?asked= ?turns= yes 300 ?rule=no-turn-seen ?turns="),
    ("a ring that may not be played is put back", JUMPY, {}, "-e2 500 +e2 900 ?at-rest ?asked="),
    ("a missing ring is asked for in its size", JUMPY, NO_NULL,
     f"-d2 3500 ?wrong ?rule=not-nearest ?3=d2 ?tint.d2={SIZE_TINTS[3]} +d2 500 ?at-rest"),
    ("a ring out of reach that another could box there is asked off after a while", FULL_ROWS, {},
     f"-b1 +c3 4000 ?unfinished ?y=a1,c1,d1 ?-= {LAID_MS - 3800} ?-=c3 yes 200 "
     "?rule=out-of-reach -c3 500 ?a=a2,c2,b3 +b3 800 ?turns=b1-b3"),
    ("or the ring that boxes it comes late", FULL_ROWS, {},
     "-b1 +c3 30000 -a1 300 +b1 600 ?turns=a1xb1>c3"),
    ("a way ends when a hand comes", FULL_ROWS, WAY, "-c1 300 +e3 1000 ?!~= -c6 200 ?~= ?l="),
    ("a way ends after a while", FULL_ROWS, WAY, "-c1 300 +e3 1000 13000 ?~= ?l=e3"),
    ("a way is found though the next ring is lifted at once", FULL_ROWS, WAY,
     "-c1 300 +e3 400 -c6 600 +c6 600 next 200 ?turns=c1-e3 ?!~="),
    ("without the mode no way is shown", FULL_ROWS, {}, "-c1 300 +e3 1000 ?~="),
    ("a ring set up too far out", "", {},
     "+a1 500 +c3 3500 ?wrong ?rule=far-row ?-=c3 -c3 500 ?at-rest"),
    ("a one-row set-up", "", ONE_ROW,
     "?1=a1,b1,c1,d1,e1,f1 +a2 3500 ?wrong ?rule=far-row"),
    # Taking back
    ("a move undone by hand", JUMPY, {}, "-a5 +a6 1500 -a6 300 +a5 1500 ?turns= ?at-rest"),
    ("a boxing undone by hand is asked for", JUMPY, {},
     "-a5 -c3 +c3 +f5 1500 -c3 -f5 +c3 +a5 1500 yes 300 ?turns= ?at-rest"),
    ("two moves undone by hand are asked for", FULL_ROWS, {},
     "-c1 +e3 1500 -c6 +e4 1500 -e4 +c6 -e3 +c1 1500 yes 300 ?turns= ?at-rest"),
    ("a long press, and the lights lead back", FULL_ROWS, {},
     "-c1 +e3 1500 back 200 -e3 400 +c1 600 ?turns= ?at-rest"),
    ("two long presses", FULL_ROWS, {},
     "-c1 +e3 900 -c6 +e4 900 back 200 back 200 -e4 400 -e3 400 +c1 400 +c6 600 ?turns= ?at-rest"),
    ("taken back and played anew", FULL_ROWS, {},
     "-c1 +e3 1500 -e3 +c1 1500 -c1 +a2 900 ?turns=c1-a2 ?at-rest"),
]  # fmt: skip


@each_row(EXAMPLES, "start", "made", "script")
def test_what_hands_do_and_what_is_seen(start, made, script):
    Board(start, **made).do(script)


@for_each("touches", ["", "-a4 150 +a4 150", "-a4 150 +a4 100 -a3 100 +a3 100"])
def test_hands_may_touch_the_bounce_cells_or_not(touches):
    board = Board(JUMPY).do(f"-a5 200 {touches} +b2 900")
    for _ in range(4):
        if board.asked == ["b2"]:
            board.do("yes")
            break
        board.do("next")
    assert board.turns == "a5-b2"


def test_a_ring_in_the_goal_wins_and_is_shown():
    board = Board(GOAL_NEAR).do("-a5 500 +S 400")
    assert board.table.outcome == (1, "goal")
    assert board.saying("w") == ["a6", "b6", "c6", "d6", "e6", "f6"]
    assert board.saying("^") == ["S"]


# Questions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "turn", "size"), [("b5", "a5-b5", "1"), ("a4", "a5xa4>b5", "3")]
)
def test_where_two_moves_leave_the_same_picture_the_board_asks(answer, turn, size):
    board = Board(JUMPY).do("-a5 200 -a4 200 +a4 200 +b5 900")
    assert (board.verdict, board.turns) == ("ambiguous", "")
    seen = set()
    while board.asked != [answer]:
        assert len(seen) < 3, "each answer comes up in turn"
        seen.update(board.asked)
        board.do("next")
    board.do("yes 300")
    assert board.turns == turn
    assert board.position.split("/")[4][1] == size, "which ring stands on b5 is known by size"


def test_once_a_question_was_refused_yes_asks_among_all_turns_also_after_a_touch():
    board = Board(JUMPY).do("-a5 200 -a4 200 +a4 200 +b5 900 ?ambiguous back 200")
    question = board.do("-b5 200 +b5 60 yes 240").table.tracker.question
    assert question.complete
    assert len(question.turns) > len(["a5-b5", "a5xa4>b5"])


def test_two_rings_that_may_each_have_been_boxed_are_asked_for():
    board = Board(JUMPY).do("-a5 -c3 +c3 -a3 +a3 +d5 900")
    assert board.verdict == "ambiguous"
    answers = set()
    for _ in range(2):
        answers.update(board.asked)
        board.do("next")
    assert answers == {"a3", "c3"}


NO_NULL_MOVE = [
    ("next says no", "next 300"),
    ("a long press says no", "back 300"),
    ("who waits says no", "9000"),
    ("who goes on with another move says no", "-a5 300 +b6 500"),
]


@each_row(NO_NULL_MOVE, "script")
def test_a_ring_that_was_only_looked_at_is_no_null_move(script):
    board = Board(JUMPY).do("-a5 500 +a5 900 " + script)
    assert board.asked == []
    assert "a5-a5" not in board.turns


def test_two_rings_that_change_places_are_asked_for():
    board = Board(JUMPY).do("-a5 -c3 +c3 +a5 900")
    assert board.verdict == "ambiguous"
    while board.asked != ["c3"]:
        board.do("next")
    board.do("yes 300")
    assert board.turns == "a5xc3>a5"
    assert board.position == "000000/201320/301110/302300/200000/000000 S"


def test_the_third_time_a_position_comes_up_both_goals_tell_that_a_draw_may_be_agreed():
    board = Board(JUMPY)
    for number in range(4):
        assert board.saying("d") == []
        cell = null_mover(board)
        board.do(f"-{cell} 300 +{cell} 900 yes 900")
        assert board.table.game.ply == number + 1
    assert board.saying("d") == ["N", "S"]
    board.do("-a5 +a6 900")
    assert board.saying("d") == []


def null_mover(board):
    """Return a ring that may end where it started."""
    turns = board.table.game.legal_turns()
    return next(gyges.cell_text(turn & 63) for turn in turns if turn & 63 == turn >> 6 & 63)


# Wrong ------------------------------------------------------------------------------------

WRONG = [
    # name, start, script, rule, cell to be cleared
    ("out of reach", JUMPY, "-a5 +f6", "out-of-reach", "f6"),
    ("a ring of a row behind", JUMPY, "-e2 +e6", "not-nearest", "e6"),
    ("the own goal", GOAL_NEAR, "-a5 +N", "own-goal", "N"),
    ("a boxed ring too far back", JUMPY, "-a5 -c3 +c3 +b1", "boxed-too-far", "b1"),
    ("a boxed ring in the goal", JUMPY, "-a5 -c3 +c3 +S", "boxed-goal", "S"),
    ("a ring out of the box", JUMPY, "+f6", "no-ring", "f6"),
]


@each_row(WRONG, "start", "script", "rule", "cell")
def test_what_is_wrong_is_named_and_repaired(start, script, rule, cell):
    board = Board(start).do(script + " 2500")
    assert board.verdict != "wrong", "no scolding while a hand may be at work"
    board.do("800")
    assert (board.verdict, board.rule, board.turns) == ("wrong", rule, "")
    assert board.saying("-") == [cell]
    # The hands do what the lights say, one after the other.
    for _ in range(4):
        put = board.saying("1") + board.saying("2") + board.saying("3")
        if board.saying("-"):
            board.do(f"-{board.saying('-')[0]} 500")
        elif put:
            board.do(f"+{put[0]} 500")
        elif board.verdict == "unfinished":
            # The lifted ring shows again where it may go; its own cell is always right.
            (gone,) = [word[1:] for word in board.difference.split(",") if word[0] == "-"]
            board.do(f"+{gone} 500")
    board.do("900 next 9000")
    assert (board.verdict, board.turns, board.position) == ("at-rest", "", start)


# The way of a move ------------------------------------------------------------------------


def way_shown(board, turn):
    """Return the cells that light up jump by jump, and those that stay lit in the end."""
    steps = []
    for _ in range(40):
        head = board.saying("a")
        if head and (not steps or steps[-1] != head[0]):
            steps.append(head[0])
        if steps and not head:
            return steps, board.saying("~")
        board.wait(STEP_MS // 3)
    raise AssertionError(f"the way of {turn} does not end: {steps}")


WAYS = [
    # name, start, script, turn, bounces as host/docs/rules/gyges.md has them
    ("one series", FULL_ROWS, "-a1 300 +c2 700", "a1-c2", ["a1", "c2"]),
    ("bounces", GOAL_NEAR[:-1] + "S", "-e1 300 +f6 700", "e1-f6", ["e1", "f2", "f3", "f6"]),
    ("a boxing", FULL_ROWS, "-a1 300 -b1 200 +b1 200 +d3 700", "a1xb1>d3", ["a1", "b1"]),
]


@each_row(WAYS, "start", "script", "turn", "bounces")
def test_the_bounces_of_the_move_just_made_are_lit_jump_by_jump(start, script, turn, bounces):
    board = Board(start, trace=True).do(script)
    assert board.turns == turn
    board.wait(STEP_MS * 30)
    game = gyges.Game(position=start)
    path = paths.path_of(game, gyges.parse_turn(turn))
    assert [
        gyges.cell_text(cell) for cell in paths.bounces_of(game, gyges.parse_turn(turn))
    ] == bounces
    board.wait(5000)
    board = Board(start, trace=True).do(script)
    while not board.saying("a") or board.saying("a") != [bounces[0]]:
        board.wait(20)
    steps, lit = way_shown(board, turn)
    assert steps == [gyges.cell_text(cell) for cell in path]
    assert set(lit) == set(bounces)


def test_a_move_that_was_not_made_leaves_no_way():
    board = Board(FULL_ROWS, trace=True).do("-a1 +c2 900 -c6 +e4 100 -e4 +c6 900 next")
    assert board.turns == "a1-c2"
    assert board.saying("~")
    assert set(board.saying("~")) <= {"a1", "c2"}


def test_the_mode_is_switched_by_a_command_and_shows_the_move_before_it():
    board = Board(FULL_ROWS).do("-c1 300 +e3 1000")
    assert board.table.execute("path", ("on",)) is None
    board.wait(1000)
    assert board.saying("~")
    board.do("-c6 300 +e4 1000")
    assert board.turns == "c1-e3 c6-e4"
    assert "c6" in board.saying("~")
    assert board.table.execute("path", ("off",)) is None
    board.wait(200)
    assert board.saying("~") == []
    board.do("-a1 300 +c2 1000")
    assert board.saying("~") == []
    assert board.table.execute("path", ("perhaps",))[0] == "unreadable"


def test_the_mode_outlives_an_undo_and_a_new_game_and_shows_no_ring_that_is_set_up():
    board = Board("", trace=True).do("+a1 1000")
    assert board.turns == ""
    assert board.saying("~") == []
    assert board.table.execute("new", ("gyges", "-", "-", pack(FULL_ROWS))) is None
    board = Board(FULL_ROWS, trace=True).do("-c1 300 +e3 1000 back 1000")
    assert board.turns == ""
    assert board.saying("~") == []
    board.do("-e3 300 +c1 1000 -a1 300 +c2 1000")
    assert board.turns == "a1-c2"
    assert "a1" in board.saying("~")


def test_lights_are_drawn_anew_only_while_a_way_is_shown(monkeypatch):
    drawn = []
    draw = scene.draw
    monkeypatch.setattr(scene, "draw", lambda *given: drawn.append(1) or draw(*given))
    board = Board(FULL_ROWS, trace=True)
    board.wait(3000)
    before = len(drawn)
    board.wait(3000)
    assert len(drawn) == before, "no move was made yet"
    board.do("-c1 300 +e3 2000")
    before = len(drawn)
    board.wait(3000)
    assert len(drawn) > before + 8
    board.wait(12000)
    before = len(drawn)
    board.wait(3000)
    assert len(drawn) == before, "the way was shown for long enough"


# Setting up by hand -----------------------------------------------------------------------

NEAR = {f"{column}{row}" for column in "abcdef" for row in "12"}
FAR = {f"{column}{row}" for column in "abcdef" for row in "56"}


def test_the_lights_ask_for_the_sizes_in_a_fixed_order():
    board = Board()
    cells = ["a1", "b1", "c1", "d2", "e2", "f2", "a6", "b5", "c6", "d5", "e6", "f6"]
    sizes = "112233112233"
    for number, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
        free = (NEAR if number < 6 else FAR) - set(cells[:number])
        assert board.saying(size) == ordered(free)
        assert {board.tint(name) for name in free} == {SIZE_TINTS[int(size)]}
        board.do(f"+{cell} 500")
    assert board.verdict == "at-rest"
    assert board.position == "112000/000233/000000/000000/010200/102033 S"
    board.do("-b1 300 +b2 700")
    assert board.turns == "b1-b2"


def test_the_lights_of_the_sizes_differ_by_rhythm_too():
    rhythms = {cues.table()[cue][2] for cue in (cues.PUT_SINGLE, cues.PUT_DOUBLE, cues.PUT_TRIPLE)}
    assert len(rhythms) == 3


SET_UP = [
    # name, options, script, position
    ("two of a size at once", (), "+a1 +c2 600", "100000/001000/000000/000000/000000/000000 S"),
    ("pushed to another cell", (), "+a1 600 -a1 200 +b1 2400",
     "010000/000000/000000/000000/000000/000000 S"),
    ("taken off again", (), "+a1 600 +b1 600 -b1 2300",
     "100000/000000/000000/000000/000000/000000 S"),
    ("all taken off again", (), "+a1 600 +b1 600 -b1 -a1 1500",
     "000000/000000/000000/000000/000000/000000 S"),
    ("a long press takes back", (), "+a1 600 back 200 -a1 600",
     "000000/000000/000000/000000/000000/000000 S"),
    ("one row", (("rows", "1"),), "+a1 600 +f1 600",
     "100001/000000/000000/000000/000000/000000 S"),
]  # fmt: skip


@each_row(SET_UP, "options", "script", "text")
def test_setting_up_by_hand(options, script, text):
    board = Board(options=options).do(script)
    assert board.position == text + " setup"
    assert board.verdict == "at-rest"


# Taking back ------------------------------------------------------------------------------


def test_after_an_exchange_is_taken_back_both_rings_are_asked_off_and_put_by_size():
    board = Board(JUMPY).do("-a5 -c3 +c3 +a5 900")
    while board.asked != ["c3"]:
        board.do("next")
    board.do("yes 900 back 400")
    assert (board.turns, board.verdict) == ("", "wrong")
    asked = {}
    for _ in range(6):
        if board.saying("-"):
            board.do(f"-{board.saying('-')[0]} 500")
        for size in "123":
            for cell in board.saying(size):
                asked[cell] = size
                board.do(f"+{cell} 500")
    board.do("1000")
    assert asked == {"a5": "1", "c3": "2"}
    assert board.verdict in ("at-rest", "ambiguous")
    assert board.position == JUMPY


# Power cuts and new games -----------------------------------------------------------------


def standing(board, without="", beside=""):
    """Return the cells where rings stand: as in the game, but for these."""
    cells = {cell for cell in range(PLACES) if board.table.game.cells[cell]}
    cells -= {gyges.parse_cell(name) for name in without.split()}
    return cells | {gyges.parse_cell(name) for name in beside.split()}


def again(board, standing):
    """Give the board power again, with rings on these cells."""
    return Board(store=board.store, boots=2, standing=standing)


POWER_CUTS = [
    # name, script before it, rings taken off and put meanwhile, script with what is to be seen
    ("the game goes on", "-a5 +b6 900", "", "", "?at-rest ?turns=a5-b6 -c2 +b1 800"),
    ("a missing ring is asked for by size", "-a5 +a6 900", "a6", "",
     "3500 ?wrong ?turns=a5-a6 ?1=a6 +a6 900 ?at-rest ?turns=a5-a6"),
    ("one that may be played counts as in a hand, and is put back without a question",
     "-a5 +b6 900", "d2", "", "3500 ?unfinished ?turns=a5-b6 +d2 900 ?at-rest ?turns=a5-b6"),
    ("a ring that stands elsewhere is led home", "-a5 +a6 900", "a6", "f6",
     "3500 ?wrong ?turns=a5-a6 ?-=f6 -f6 500 ?1=a6 +a6 500 ?at-rest ?turns=a5-a6"),
]  # fmt: skip


@each_row(POWER_CUTS, "before", "without", "beside", "script")
def test_after_a_power_cut(before, without, beside, script):
    board = Board(JUMPY).do(before)
    position = board.position
    after = again(board, standing(board, without, beside))
    assert after.position == position
    after.do(script)


def test_a_power_cut_in_the_middle_of_the_set_up():
    board = Board().do("+a1 400 +b1 400 +c1 400")
    after = again(board, standing(board))
    assert after.saying("2") == ordered(NEAR - {"a1", "b1", "c1"})
    after.do("+d2 400")
    assert after.position == "112000/000200/000000/000000/000000/000000 S setup"


def test_a_power_cut_while_a_ring_is_in_a_hand():
    board = Board(JUMPY).do("-a5 300")
    after = again(board, standing(board, without="a5")).do("900")
    assert after.verdict == "unfinished"
    assert after.saying("a") == ordered(["b2", "a5", "b5", "c5", "a6", "b6"])
    after.do("+b6 900")
    if after.asked:
        # Nobody knows what was touched while there was no power.
        while after.asked != ["b6"]:
            after.do("next")
        after.do("yes 300")
    assert after.turns == "a5-b6"


def test_rings_laid_out_for_another_position_are_no_moves():
    board = Board(FULL_ROWS).do("-a1 300 +a1 500")
    assert board.table.execute("new", ("gyges", "-", "-", pack(JUMPY))) is None
    for cell in range(PLACES):
        board.stand(cell, 1 if board.table.game.cells[cell] else 0)
    board.do("2000")
    assert (board.verdict, board.asked, board.position) == ("at-rest", [], JUMPY)
    board.do("-a5 300 +a5 900")
    assert board.asked == ["a5"], "but what comes then may be one"


def test_a_swept_board_offers_a_new_game():
    sweep = " ".join(f"-{name}" for name in names(sum(1 << c for c in (*range(6), *range(30, 36)))))
    board = Board(FULL_ROWS).do(sweep + " 2500")
    assert len(board.saying("n")) == PLACES
    board.do("yes 400")
    assert board.saying("1") == ordered(NEAR)


def test_after_the_end_a_swept_board_is_a_new_game():
    board = Board(GOAL_NEAR).do("-a5 500 +S 400")
    board.do(" ".join(f"-{gyges.cell_text(cell)}" for cell in sorted(standing(board))) + " 2500")
    assert board.table.outcome is None
    assert board.saying("1") == ordered(NEAR)


# Slices -----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", "SN")
def test_a_lifted_ring_is_answered_at_once_and_its_lights_grow_while_reach_is_worked_out(side):
    fresh = Board(CHAINS[:-1] + side, settle_ms=60)
    first = fresh.saying("y")[0]
    table = fresh.table
    # Nothing is surveyed beforehand: the hand is quicker than the board.
    forget_reach(table.tracker.recognizer)
    fresh.stand(gyges.parse_cell(first), 0)
    lit = []
    for _ in range(400):
        fresh.step(5)
        lit.append(sum(len(fresh.saying(letter)) for letter in "a#q!"))
    # The reading is believed after 30 ms, six loop iterations; the one after that lights.
    assert max(lit[:6]) == 0
    assert min(lit[7:]) > 0
    assert lit == sorted(lit), "no light goes out again"
    assert lit[-1] == len(
        {landing for origin, landing, _ in legal(CHAINS[:-1] + side) if origin == first}
    )


FIRST, ALL = 12_100, 215_000
"""Bytecodes from a lift to the first light and to all: 10,619 and 187,992 at most, and a seventh
for other Pythons; 50 ms and 300 ms of a Pico, estimated."""


@pytest.mark.slow
def test_a_lifted_ring_is_lit_within_the_time_of_a_blink():
    costs = []
    for text in (CHAINS, CHAINS[:-1] + "N", *VECTORS):
        for origin in Board(text).saying("y"):
            board = Board(text, settle_ms=60)
            table, bytecodes = board.table, Bytecodes()
            # Nothing is surveyed beforehand: the hand is quicker than the board.
            forget_reach(table.tracker.recognizer)
            table.step = bytecodes.counted(table.step)
            before, first = table.tracker.observed, 0
            board.stand(gyges.parse_cell(origin), 0)
            while table.tracker.observed == before or table.tracker.recognizer.busy or not first:
                if table.tracker.observed == before:
                    bytecodes.now = 0  # not believed yet: contacts may bounce
                board.step(5)
                if not first and any(board.saying(letter) for letter in "a#q!"):
                    first = bytecodes.now
            costs.append((first, bytecodes.now))
    assert len(costs) > 20
    assert max(first for first, _ in costs) < FIRST
    assert max(whole for _, whole in costs) < ALL


def test_no_scan_is_missed_while_reach_is_worked_out():
    board = Board(CHAINS, settle_ms=60)
    recognizer = board.table.tracker.recognizer
    looks = []
    look = recognizer.read

    def counted(readings):
        looks.append(bytes(readings))
        return look(readings)

    recognizer.read = counted
    cell = gyges.parse_cell("d1")
    for number in range(30):
        # A trembling hand: no reading stands longer than it takes to be believed, and nothing
        # is ever known of where rings can get.
        forget_reach(recognizer)
        board.stand(cell, number & 1)
        board.wait(60)
        assert len(looks) == number + 1
        assert board.table.tracker.touched >> cell & 1
        assert recognizer._move_gen.known.left


def test_places_are_cells_and_two_goals():
    assert (CELLS, GOAL_N, PLACES) == (36, 36, 38)
