"""The rule book of Gygès (set-up, which rings, jumps, bounces, boxing, goals, the end).

A drawing shows the board as South sees it, row 6 on top; goal N lies above it
and goal S below.  Digits are rings.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcore.errors import IllegalMove, ParseError
from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import JUMPS_FROM
from boardcore.gyges.reach import BOUNCE, Reach
from support.rows import each_row, for_each
from underboard.games.gyges import paths


def board(drawing, side="S"):
    """Return the position text of a drawing; a crooked one is refused."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    if len(rows) != 6 or any(len(row) != 6 for row in rows):
        raise ValueError(f"crooked drawing, expected six rows of six:\n{drawing}")
    return "/".join("".join(row).replace(".", "0") for row in reversed(rows)) + " " + side


def draw(position):
    """Return the drawing of a position text."""
    rows = position.split()[0].split("/")
    return "\n".join(" ".join(row.replace("0", ".")) for row in reversed(rows))


def game_at(drawing, side="S", **options):
    return gyges.Game("standard", [("study", "on"), *options.items()], board(drawing, side))


def refusal(call, *arguments):
    with pytest.raises(IllegalMove) as caught:
        call(*arguments)
    sentence = str(caught.value)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    return caught.value.rule, sentence


PARTS = (gyges.turn_origin, gyges.turn_landing, gyges.turn_drop)
EMPTY_ROWS = "......\n" * 6


def test_a_drawing_says_everything():
    text = "300201/010023/000000/000000/320010/102003 S"
    assert board(draw(text)) == text
    with pytest.raises(ValueError, match="crooked"):
        board(". . .")


# Set-up


def set_up(game, turns):
    for text in turns.split():
        game.play(paths.read_turn(game, text))


SOUTH_SIX = "1a1 1b1 2c1 2a2 3b2 3f2"
NORTH_SIX = "3f6 3e5 2d6 2c5 1b6 1a6"


def test_each_player_sets_up_six_rings_on_his_two_nearest_rows():
    game = gyges.Game()
    assert len(game.legal_turns()) == 3 * 12
    assert game.position_text() == "000000/" * 5 + "000000 S setup"
    set_up(game, SOUTH_SIX)
    assert (game.side, game.setup) == (gyges.NORTH, True)
    assert game.position_text() == "112000/230003/000000/000000/000000/000000 N setup"
    set_up(game, NORTH_SIX)
    assert (game.side, game.setup) == (gyges.SOUTH, False)
    assert game.position_text() == "112000/230003/000000/000000/002030/110203 S"
    assert game.ply == 12


def test_the_set_up_is_taken_back_ring_by_ring():
    game = gyges.Game()
    set_up(game, SOUTH_SIX + " " + NORTH_SIX)
    texts = [game.position_text()]
    while game.ply:
        turn = game.undo()
        again = gyges.Game(position=game.position_text())
        assert again.legal_turns() == game.legal_turns()
        assert again.side == game.side
        again.play(turn)
        assert again.position_text() == texts[-1]
        texts.append(game.position_text())
    assert texts[-1] == game.start_text


SET_UPS = [
    # name, options, rings before, the next one, the rule that forbids it (None: legal)
    ("the second row", {}, "", "1a2", None),
    ("the third row", {}, "", "1a3", "far-row"),
    ("the opponent's row", {}, "", "1a6", "far-row"),
    ("one row only", {"rows": "1"}, "", "1a1", None),
    ("one row only, the second", {"rows": "1"}, "", "1a2", "far-row"),
    ("a second double", {}, "2a1", "2b1", None),
    ("a third double", {}, "2a1 2b1", "2c1", "two-of-each"),
    ("on another ring", {}, "2a1", "3a1", "occupied"),
    ("North on row 5", {}, SOUTH_SIX, "3a5", None),
    ("North on row 4", {}, SOUTH_SIX, "3a4", "far-row"),
    ("South a seventh", {}, SOUTH_SIX, "3c2", "far-row"),
    ("a move too early", {}, SOUTH_SIX, "a1-a3", "set-up"),
    ("a ring too late", {}, SOUTH_SIX + " " + NORTH_SIX, "1a3", "no-set-up"),
]


@each_row(SET_UPS, "options", "before", "ring", "rule")
def test_setting_up_a_ring(options, before, ring, rule):
    game = gyges.Game("standard", list(options.items()))
    set_up(game, before)
    turn = gyges.parse_turn(ring)
    if rule is None:
        assert turn in game.legal_turns()
        game.play(turn)
        assert gyges.turn_text(game.undo()) == ring
    else:
        assert turn not in game.legal_turns()
        assert refusal(game.play, turn)[0] == rule
        assert refusal(paths.read_turn, game, ring)[0] == rule


# Which rings may be played

G11 = """
    . 3 . 3 . 3
    1 1 2 2 3 2
    . . . 1 . .
    . . . 1 . 2
    . . . . . .
    . . . . . .
"""
"""North's front row is blocked (host/docs/rules/gyges.md, G11)."""

ORIGINS = [
    # name, drawing, side, the rings that may move
    ("the nearest row", """
        . . . . . .
        2 . . . . .
        . . . . . .
        . . . . . .
        . 3 . . 1 .
        . . . . . .
     """, "S", "b2 e2"),
    ("the nearest row of the other side", """
        . . . . . .
        2 . . . . .
        . . . . . .
        . . . . . .
        . 3 . . 1 .
        . . . . . .
     """, "N", "a5"),
    ("a blocked ring beside one that can move", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        1 1 . . . .
        2 2 . . . .
     """, "S", "b1"),
    ("a blocked row: the next one", G11, "N", "a5 b5 c5 e5 f5"),
    ("the other side of it", G11, "S", "d3 f3"),
    ("no ring", EMPTY_ROWS.replace(".", ". "), "S", ""),
]  # fmt: skip


@each_row(ORIGINS, "drawing", "side", "rings")
def test_the_rings_of_the_nearest_row_that_can_move_may_be_played(drawing, side, rings):
    game = game_at(drawing, side)
    assert " ".join(gyges.cell_text(cell) for cell in game.origins()) == rings
    assert {turn & 63 for turn in game.legal_turns()} == set(game.origins())


def test_a_ring_of_a_row_behind_is_refused():
    game = game_at(ORIGINS[0][1])
    rule, sentence = refusal(paths.read_turn, game, "a5-a6")
    assert rule == "not-nearest"
    assert "row 2" in sentence
    assert refusal(paths.read_turn, game, "a1-a2")[0] == "no-ring"
    assert refusal(paths.read_turn, game_at(ORIGINS[2][1]), "a1-a2")[0] == "blocked"
    assert refusal(paths.read_turn, game_at(G11, "N"), "b6-b4")[0] == "not-nearest"


# Jumps, bounces, boxing, goals

LONELY = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . 3 . . .
"""
DOUBLE = LONELY.replace("3", "2")
WALL = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . 1 1 . .
    . 1 2 . . .
"""
NEXT_DOOR = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . 1 . . .
    . . 2 . . .
"""
CHAIN = """
    . . . . . 1
    . . . . . .
    . . . . . .
    . . 2 . . .
    . . . . . .
    . . . 3 . .
"""
G6 = draw("000020/302201/102303/001010/300000/000000 N")
G7 = draw("000000/201320/302110/302300/100000/000000 S")
SIX_ROW = """
    . . 1 . . 2
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""
TO_N = """
    . . . . . .
    . . . 2 . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""

MOVES = [
    # name, drawing, side, text, the rule that forbids it (None: legal), a word of the sentence
    ("three jumps turning", LONELY, "S", "c1-e2", None, ""),
    ("three jumps straight", LONELY, "S", "c1-c4", None, ""),
    ("three jumps, not two", LONELY, "S", "c1-c3", "out-of-reach", "triple"),
    ("a triple may end next door", LONELY, "S", "c1-c2", None, ""),
    ("two jumps turning a corner", DOUBLE, "S", "c1-d2", None, ""),
    ("two jumps end not next door", DOUBLE, "S", "c1-c2", "out-of-reach", "double"),
    ("a double may not jump back", DOUBLE, "S", "c1-c1", "out-of-reach", "c1"),
    ("never off the edge", WALL, "S", "c1-e1", None, ""),
    ("not over a ring before the last jump", WALL, "S", "c1-a1", "out-of-reach", ""),
    ("an occupied cell with the last jump", WALL, "S", "c1xd2>a2", None, ""),
    ("but not stopping there", WALL, "S", "c1-d2", "must-box", "bounce"),
    ("not with the first of two jumps", NEXT_DOOR, "S", "c1xc2>a2", "out-of-reach", "double"),
    ("a bounce", CHAIN, "S", "d1-c3-c5", None, ""),
    ("the bounce left out", CHAIN, "S", "d1-c5", None, ""),
    ("a bounce off an empty cell", CHAIN, "S", "d1-d2-d4", "no-bounce", "d2"),
    ("a bounce of the wrong length", CHAIN, "S", "d1-c3-c4", "wrong-jump", "From c3 two jumps"),
    ("a first series of the wrong length", CHAIN, "S", "d1-c4-c5", "wrong-jump", "three jumps"),
    ("boxing after a bounce", G7, "S", "d2-e2xd3>a1", None, ""),
    ("crossing the own origin, into the goal", G7, "S", "d2-e2-d3-d4-N", None, ""),
    ("an interval twice", G7, "N", "a5-a4-a3-a2-S", "interval-twice", "a3/b3"),
    ("the same claim without its bounces", G7, "N", "a5-S", "out-of-reach", "S"),
    ("four bounces into the goal", G6, "N", "a5-c4-c3-a3-a2-S", None, ""),
    ("a bounce behind the opponent's row", G6, "S", "e1-f2-f3-f6", None, ""),
    ("the null move", G7, "N", "a5-a5", None, ""),
    ("the goal with the last jump", TO_N, "S", "d5-N", None, ""),
    ("the goal is one jump from all of the row", SIX_ROW, "S", "c6-N", None, ""),
    ("the goal, too early by a jump", TO_N.replace("2", "1"), "S", "d5-N", "out-of-reach", "N"),
    ("the own goal", TO_N, "S", "d5-S", "own-goal", "South"),
    ("the own goal, beside it", LONELY.replace("3", "1"), "S", "c1-S", "own-goal", "defends"),
    ("the goal is not crossed", SIX_ROW, "S", "c6-N-c5", ParseError, "goal"),
]  # fmt: skip


@each_row(MOVES, "drawing", "side", "text", "rule", "word")
def test_a_move(drawing, side, text, rule, word):
    game = game_at(drawing, side)
    before = game.position_text()
    if rule is ParseError:
        with pytest.raises(ParseError, match=word):
            paths.read_turn(game, text)
    elif rule:
        seen, sentence = refusal(paths.read_turn, game, text)
        assert (seen, word in sentence) == (rule, True), sentence
    else:
        turn = paths.read_turn(game, text)
        assert turn in game.legal_turns()
        game.play_turn(turn)
        assert game.side == 1 - "SN".index(side)
        game.undo()
    assert game.position_text() == before


def test_without_null_moves_a_ring_does_not_end_where_it_started():
    on, off = game_at(G7, "N"), game_at(G7, "N", null="off")
    null = gyges.parse_turn("a5-a5")
    assert set(on.legal_turns()) - set(off.legal_turns()) == {null}
    assert refusal(off.play, null)[0] == "null-move"
    on.play(null)
    assert on.position_text() == board(G7, "S")


BOXING = """
    . . . . . .
    . . . . . .
    . . . 3 . .
    . . . . . .
    . . . . . .
    . . 1 1 . .
"""
BOX = [
    # name, drawing, side, text, the rule that forbids it
    ("to a free cell of one's own edge", BOXING, "S", "c1xd1>a1", None),
    ("to the row that the opponent plays", BOXING, "S", "c1xd1>f4", None),
    ("beyond that row", BOXING, "S", "c1xd1>f5", "boxed-too-far"),
    ("to the origin of the ring that boxes", BOXING, "S", "c1xd1>c1", None),
    ("to the cell where it stands", BOXING, "S", "c1xd1>d1", "occupied"),
    ("to another ring's cell", BOXING, "S", "c1xd1>d4", "occupied"),
    ("into a goal", BOXING, "S", "c1xd1>N", "boxed-goal"),
    ("into the other goal", BOXING, "S", "c1xd1>S", "boxed-goal"),
    ("nobody", BOXING, "S", "c1xc2>a3", "nobody-boxed"),
    ("the goal", TO_N, "S", "d5xN>a1", "nobody-boxed"),
    ("for North: down to row 1", BOXING, "N", "d4xd1>a1", None),
    ("beyond a blocked row", G11, "S", "d3xd4>a6", "boxed-too-far"),
    ("to the row behind which all is blocked", G11, "S", "d3xd4>f4", None),
]


@each_row(BOX, "drawing", "side", "text", "rule")
def test_boxing(drawing, side, text, rule):
    game = game_at(drawing, side)
    turn = gyges.parse_turn(text)
    assert (turn in game.legal_turns()) == (rule is None)
    if rule:
        assert refusal(game.play, turn)[0] == rule
        assert refusal(paths.read_turn, game, text)[0] == rule
        return
    origin, landing, drop = [part(turn) for part in PARTS]
    ring, boxed = game.cells[origin], game.cells[landing]
    game.play(turn)
    assert (game.cells[landing], game.cells[drop]) == (ring, boxed)
    assert game.undo() == turn
    assert game.position_text() == board(drawing, side)


def test_a_ring_in_the_goal_wins_at_once():
    game = game_at(TO_N)
    game.play(paths.read_turn(game, "d5-N"))
    assert game.outcome() == (gyges.SOUTH, "goal")
    assert game.legal_turns() == game.legal_moves() == game.origins() == []
    assert game.position_text() == "000000/" * 5 + "000000 N N2"
    again = gyges.Game("standard", [("study", "on")], game.position_text())
    assert again.outcome() == (gyges.SOUTH, "goal")
    assert refusal(game.play, gyges.parse_turn("a1-a2"))[0] == "game-over"
    game.undo()
    assert game.outcome() is None


# Repetition

PASSING = """
    . . . . . .
    . . . . 1 1
    . . . . . .
    . . . . . .
    . 1 1 . . .
    . . . . . .
"""
PASS = ("b2xc2>b2", "e5xf5>e5")
"""An equal ring boxed to the origin leaves the board as it was."""


@pytest.mark.parametrize("repetition", ["offer", "draw"])
def test_the_third_time_a_position_comes_up_is_signalled(repetition):
    game = game_at(PASSING, repetition=repetition)
    for n in range(4):
        assert game.occurrences() == 1 + n // 2
        assert game.outcome() is None
        game.play(paths.read_turn(game, PASS[n % 2]))
    assert game.occurrences() == 3
    drawn = repetition == "draw"
    assert game.outcome() == ((gyges.DRAW, "repetition") if drawn else None)
    assert bool(game.legal_moves()) != drawn
    game.undo()
    assert game.occurrences() == 2


def test_the_side_to_move_belongs_to_a_position():
    game = game_at(PASSING)
    game.play(paths.read_turn(game, PASS[0]))
    assert game.key() != game_at(PASSING).key()
    assert game.occurrences() == 1


# Games that were published (host/docs/rules/gyges.md, section 2.6)

GAMES = [
    # start, turns, what stands after them
    ("231123/000000/000000/000000/000000/321123 S",
     "f1-e3 a6-c5 e1-d2 f6xe6>a2 c1-d1-d2xe3>c3 b6xc5>f3 d1-d2-e3xf3>c4 "
     "d6-d5 b1-c3xd5>d1 e6-e3xf3>d3",
     "200100/200200/003113/003000/002300/001000 S"),
    ("200100/200200/003113/003000/002300/001000 S", "d1-d2-e3-f3-f6 c6-d6 a1-b2 d6-d5-e3-f3-S",
     "S S1"),
    ("000020/302201/102303/001010/300000/000000 N", "a5-c4-c3-a3-a2-S", "S3"),
    ("000000/201320/302110/302300/100000/000000 S", "d2-e2-d3-d4-N", "N3"),
    ("113223/000000/000000/000000/000000/213132 S", "c1xd1>d4 d6xd4>d3", "S"),
]  # fmt: skip


@for_each(("start", "turns", "end"), GAMES)
def test_published_games_replay(start, turns, end):
    game = gyges.Game(position=start)
    for text in turns.split():
        turn = paths.read_turn(game, text)
        assert gyges.parse_turn(paths.whole_text(game, turn)) == turn
        game.play(turn)
    assert game.position_text().endswith(end)
    while game.ply:
        game.undo()
    assert game.position_text() == start


def test_a_plain_move_parries_in_the_published_example():
    game = gyges.Game(position="000020/302201/102303/001010/300000/000000 S")
    game.play(paths.read_turn(game, "e1-f2-f3-f6"))
    assert game.playable_row(gyges.NORTH) == 5
    assert not [turn for turn in game.legal_turns() if gyges.turn_landing(turn) == gyges.GOAL_N + 1]


def test_the_bounces_that_the_printed_reply_leaves_out_are_found():
    game = gyges.Game(position="113223/000000/000000/000000/000000/213132 S")
    game.play(paths.read_turn(game, "c1xd1>d4"))
    text = paths.whole_text(game, gyges.parse_turn("d6xd4>d3"))
    assert text.startswith("d6-")
    assert text.endswith("xd4>d3")
    assert paths.whole_text(game, paths.read_turn(game, text)) == text


SHORT = [
    ("200100/200200/003113/003000/002300/001000 N", "c6-a5 c6-b4 c6-b6 c6-d6", "c6xc5", 25),
    ("000000/201320/302110/302300/100000/000000 N", "a5-a5 a5-a6 a5-b2 a5-b5 a5-b6 a5-c5",
     "a5xa3 a5xa4 a5xc3", 19),
    ("321123/000000/000000/000000/000000/321123 S",
     "a1-a4 a1-b3 a1-c2 b1-a2 b1-b3 b1-c2 c1-a2 c1-b3 c1-c2 c1-d2 c1-e3 c1-f2 "
     "d1-a2 d1-b3 d1-c2 d1-d2 d1-e3 d1-f2 e1-d2 e1-e3 e1-f2 f1-d2 f1-e3 f1-f4",
     "a1xb1 c1xb1 c1xd1 c1xe1 d1xb1 d1xc1 d1xe1 f1xe1", 25),
]  # fmt: skip


@for_each(("text", "plain", "boxing", "drops"), SHORT)
def test_the_short_move_lists_of_the_rules_page(text, plain, boxing, drops):
    texts = [gyges.turn_text(turn) for turn in gyges.Game(position=text).legal_turns()]
    assert sorted(t for t in texts if "x" not in t) == sorted(plain.split())
    boxes = [t.partition(">")[0] for t in texts if "x" in t]
    assert {box: boxes.count(box) for box in boxes} == dict.fromkeys(boxing.split(), drops)


# Lights


def test_reach_tells_cells_rings_and_bounces_apart():
    game = game_at(CHAIN)
    reach = Reach(game, gyges.parse_cell("d1"))
    assert not reach.step(1), "what needs a bounce comes later"
    d1, c3, d2, c5 = [gyges.parse_cell(name) for name in ("d1", "c3", "d2", "c5")]
    assert (reach.marks[c3] & gyges.RING, reach.marks[c3] & gyges.LAND) == (gyges.RING, 0)
    assert (reach.marks[d2] & gyges.LAND, reach.marks[d2] & gyges.RING) == (gyges.LAND, 0)
    assert not reach.marks[c5]
    reach.run()
    assert reach.marks[c3] & BOUNCE
    assert not reach.marks[d2] & BOUNCE
    assert reach.marks[c5] & gyges.LAND
    assert [gyges.cell_text(cell) for cell in reach.bounces(c5)] == ["d1", "c3", "c5"]
    path = reach.path(c5)
    assert (len(path), path[0], path[3], path[-1]) == (6, d1, c3, c5)


# Texts

UNREADABLE = [
    ("", "not a move"), ("a1", "not a move"), ("-a1", "not a move"), ("4a1", "'4a1'"),
    ("a1xb1", "where to"), ("a1xb1>", "'' is not a cell"), ("a1-", "'' is not a cell"),
    ("a1-g7", "'g7' is not a cell"),
    ("3N", "goal"), ("N-a1", "goal"), ("a1--b2", "'' is not a cell"), ("3a9", "'a9' is not a cell"),
]  # fmt: skip


@for_each(("text", "word"), UNREADABLE)
def test_a_text_that_is_no_turn(text, word):
    with pytest.raises(ParseError, match=word):
        gyges.parse_turn(text)


ROWS_OF = "321123/000000/000000/000000/000000/321123"
BAD_POSITIONS = [
    # text, options, part of the sentence
    ("321123 S", {}, "six rows"),
    (ROWS_OF, {}, "not a Gygès position"),
    (ROWS_OF + " L", {}, "not a Gygès position"),
    (ROWS_OF[:-1] + " S", {}, "six rows of six"),
    (ROWS_OF.replace("2", "4") + " S", {}, "'4' on b1"),
    (ROWS_OF.replace("2", "1") + " S", {}, "8 singles, 0 doubles and 4 triples"),
    (ROWS_OF.replace("321123/000", "321123/100", 1) + " S", {}, "5 singles"),
    (ROWS_OF + " S later", {}, "'later'"),
    (ROWS_OF + " S N3", {}, "5 triples"),
    (ROWS_OF + " S setup", {}, "leave out the word setup"),
    ("300000/000000/100000/000000/000000/000000 S setup", {}, "the ring on a3 is too far out"),
    ("300000/100000/000000/000000/000000/000000 S setup", {"rows": "1"}, "ring on a2 is too far"),
    ("333000/000000/000000/000000/000000/000000 S setup", {}, "South has 3 triples"),
    ("321123/000000/000000/000000/000000/111000 N setup", {}, "North has 3 singles"),
    ("300000/000000/000000/000000/000000/300000 S setup", {}, "South has set up all six"),
    ("300000/000000/000000/000000/000000/000000 N setup", {}, "is South's"),
    ("321123/000000/000000/000000/000000/000000 S setup", {}, "is North's"),
]


@for_each(("text", "options", "part"), BAD_POSITIONS)
def test_a_position_that_cannot_be(text, options, part):
    with pytest.raises(ParseError) as caught:
        gyges.Game("standard", list(options.items()), text)
    assert part in str(caught.value)


# Properties

CELL = st.integers(0, 35)
LAYOUT = st.permutations(range(36)).map(lambda cells: dict(zip(cells[:12], [1, 2, 3] * 4)))


def text_of(rings, side):
    digits = "".join(str(rings.get(cell, 0)) for cell in range(36))
    return "/".join(digits[row : row + 6] for row in range(0, 36, 6)) + " " + side


@settings(max_examples=50)
@given(LAYOUT, st.sampled_from("SN"), st.data())
def test_every_move_keeps_the_twelve_rings_and_is_taken_back(rings, side, data):
    game = gyges.Game(position=text_of(rings, side))
    turns = game.legal_turns()
    assert turns, "with twelve rings there is always a move"
    assert len(set(turns)) == len(turns)
    turn = data.draw(st.sampled_from(turns))
    assert gyges.parse_turn(gyges.turn_text(turn)) == turn
    way = paths.whole_text(game, turn)
    assert paths.read_turn(game, way) == turn
    path = paths.path_of(game, turn)
    game.play(turn)
    assert sorted(size for size in game.cells if size) == sorted(rings.values())
    again = gyges.Game(position=game.position_text())
    assert (again.key(), again.outcome()) == (game.key(), game.outcome())
    assert game.undo() == turn
    assert game.position_text() == text_of(rings, side)
    crossed = [frozenset(pair) for pair in zip(path, path[1:])]  # noqa: RUF007
    assert len(set(crossed)) == len(crossed), "an interval was crossed twice"
    assert all(
        there >= 36 or there in [jump & 63 for jump in JUMPS_FROM[here]]
        for here, there in zip(path, path[1:])  # noqa: RUF007
    )


@settings(max_examples=50)
@given(LAYOUT, st.sampled_from("SN"), CELL, st.integers(0, 37), st.none() | st.integers(0, 37))
def test_a_turn_is_played_or_refused_as_the_list_says(rings, side, origin, landing, drop):
    game = gyges.Game(position=text_of(rings, side))
    turn = gyges.make_turn(origin, landing, gyges.NONE if drop is None else drop)
    legal = turn in game.legal_turns()
    try:
        game.play(turn)
    except IllegalMove:
        assert not legal
        assert game.position_text() == text_of(rings, side)
    else:
        assert legal


@settings(max_examples=50)
@given(LAYOUT)
def test_the_board_looks_the_same_from_both_sides(rings):
    turned = {35 - cell: size for cell, size in rings.items()}
    south = gyges.Game(position=text_of(rings, "S")).legal_turns()
    north = gyges.Game(position=text_of(turned, "N")).legal_turns()

    def turn_round(cell):
        return cell if cell == gyges.NONE else 73 - cell if cell >= 36 else 35 - cell

    assert {gyges.make_turn(*[turn_round(part(t)) for part in PARTS]) for t in south} == set(north)


@given(st.text(alphabet="abcdefNS123456-x>", max_size=14))
def test_noise_is_refused_and_changes_nothing(text):
    game = gyges.Game(position=ROWS_OF + " S")
    try:
        turn = paths.read_turn(game, text)
    except (IllegalMove, ParseError):
        pass
    else:
        assert turn in game.legal_turns()
    assert game.position_text() == ROWS_OF + " S"
