"""Pylos, the rule book, in the leaflet's order.

Every table row: a name, a drawing, what is tried, and the rule that forbids
it (None: it is legal).  Where a row follows a decision on an unclear point,
it is one of host/docs/rules/pylos.md, section 1.
"""

import pytest

from boardcore.errors import IllegalMove, ParseError
from boardcore.pylos import rules as pylos
from support.boards.drawings import draw, pyramid
from support.rows import for_each

EMPTY = """
    . . . .
    . . . .   . . .
    . . . .   . . .   . .
    . . . .   . . .   . .   .
"""


def game_at(drawing, side="L", variant="standard", end="strict"):
    return pylos.Game(variant, [("end", end)], pyramid(drawing, side))


def verdict(function, *arguments):
    """Return the rule that refuses, or None."""
    refusal = None
    try:
        function(*arguments)
    except IllegalMove as error:
        refusal = error
    if refusal is None:
        return None
    sentence = str(refusal)
    assert sentence == sentence[0].upper() + sentence[1:-1] + ".", "a sentence for people"
    return refusal.rule


def tries(game, turn_text):
    """Return the rule that refuses a turn, holding every way of asking to the same answer."""
    turn = pylos.parse_turn(turn_text)
    before = state(game)
    rule = verdict(game.check, turn)
    assert state(game) == before, "a question changes nothing"
    if game.outcome() is None:
        assert (turn in game.legal_turns()) == (rule is None)
    if rule is not None:
        assert verdict(game.play_turn, turn) == rule
        assert state(game) == before, "a refusal changes nothing"
        return rule
    game.play_turn(turn)
    assert game.undo() == turn
    assert state(game) == before, "what is taken back leaves no trace"
    return None


def state(game):
    return game.position_text(), game.key(), list(game.turns), game.outcome()


def named(rows):
    return pytest.mark.parametrize("row", [row[1:] for row in rows], ids=[row[0] for row in rows])


# Drawings


def test_a_drawing_and_its_text_say_the_same():
    drawing = "\n".join(
        (
            "D . . .",
            ". L . .   . . .",
            "L D . .   . . .   . .",
            "D L . L   L . .   . .   .",
        )
    )
    text = "DL.L/LD../.L../D... L../.../... ../.. . D"
    assert pyramid(drawing, "D") == text
    assert draw(text) == drawing


CROOKED = [
    ("a row is missing", EMPTY.strip().split("\n", 1)[1], "3 lines drawn"),
    ("a letter too many", EMPTY.replace(". .   .\n", ". . .   .\n"), "crooked line"),
    (
        "shifted",
        EMPTY.replace("    . . . .   . . .\n", "     . . . .   . . .\n"),
        "do not stand",
    ),
    ("another letter", EMPTY.replace(".", "X", 1), "expected only L, D and ."),
]


@named(CROOKED)
def test_a_crooked_drawing_is_refused(row):
    drawing, sentence = row
    with pytest.raises(ValueError, match=sentence):
        pyramid(drawing)


# Set-up


def test_the_board_is_empty_and_light_begins_with_fifteen_balls_each():
    game = pylos.Game()
    assert game.position_text() == pyramid(EMPTY)
    assert (game.side, game.ply, game.turns) == (pylos.LIGHT, 0, [])
    assert [game.reserve(side) for side in (pylos.LIGHT, pylos.DARK)] == [15, 15]
    assert game.outcome() is None


def test_the_first_ball_may_go_on_each_of_the_sixteen_cells():
    turns = pylos.Game().legal_turns()
    assert [pylos.turn_text(turn) for turn in turns] == list(pylos.CELL_NAMES[:16])


def test_what_is_played_when_nothing_is_said():
    game = pylos.Game()
    assert (game.variant, game.end, game.repetition) == ("standard", "strict", True)


# Placing

SPENT = """
    L L L D
    D D L L   D L L
    L D D D   L L D   . .
    L L D L   L D L   D .   .
"""
"""Light has no ball in reserve, but one that may climb (M10 of host/docs/rules/pylos.md)."""

PLACES = [
    ("on an empty board", EMPTY, "a1", None),
    ("onto an own ball", """
        . . . .
        . . . .   . . .
        . . . .   . . .   . .
        L . . .   . . .   . .   .
     """, "a1", "occupied"),
    ("onto a square", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . .   . . .   . .   .
     """, "e1", None),
    ("onto three balls", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D . . .   . . .   . .   .
     """, "e1", "no-support"),
    ("on the third level", """
        . . . .
        L D L .   . . .
        D L D .   L D .   . .
        L D L .   D L .   . .   .
     """, "h1", None),
    ("at the top of nothing", EMPTY, "j1", "no-support"),
]  # fmt: skip


@named(PLACES)
def test_placing_a_ball(row):
    drawing, goal, rule = row
    assert tries(game_at(drawing), goal) == rule


@for_each(("goal", "holds"), [("e1", False), ("e2", False), ("a3", True)])
def test_a_cell_holds_one_ball(goal, holds):
    occupied = game_at("""
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . .   L . .   . .   .
    """).occupied
    assert pylos.can_hold(occupied, pylos.parse_cell(goal)) == holds


def test_placing_needs_a_ball_in_the_reserve():
    game = game_at(SPENT, end="bga")
    assert game.reserve(pylos.LIGHT) == 0
    assert tries(game, "h2") == "empty-reserve"
    assert tries(game_at(SPENT, "D"), "h2") == "game-over"
    assert tries(game_at(SPENT, "D", end="bga"), "h2") is None


def test_players_take_turns():
    game = pylos.Game()
    game.play_turn(pylos.parse_turn("a1"))
    assert game.side == pylos.DARK
    game.play_turn(pylos.parse_turn("a2"))
    assert game.side == pylos.LIGHT
    assert game.position_text().startswith("LD../")


# Raising

RAISES = [
    ("onto a square of others", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . L   . . .   . .   .
     """, "a4-e1", None),
    ("onto a square it is part of", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . .   . . .   . .   .
     """, "b1-e1", "no-support"),
    ("onto three balls", """
        . . . .
        . . . .   . . .
        L . . .   . . .   . .
        D L . L   . . .   . .   .
     """, "a4-e1", "no-support"),
    ("two levels at once", """
        L . . .
        L D L .   . . .
        D L D .   L D .   . .
        L D L .   D L .   . .   .
     """, "d1-h1", None),
    ("on its own level", """
        . . . .
        . . . .   . . .
        . . . .   . . .   . .
        L . . .   . . .   . .   .
     """, "a1-a2", "not-up"),
    ("down", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . .   L . .   . .   .
     """, "e1-d4", "not-up"),
    ("onto another ball", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . L   D . .   . .   .
     """, "a4-e1", "occupied"),
    ("of the other player", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . D   . . .   . .   .
     """, "a4-e1", "not-yours"),
    ("that is not there", """
        . . . .
        . . . .   . . .
        L D . .   . . .   . .
        D L . .   . . .   . .   .
     """, "a4-e1", "no-ball"),
    ("that carries another", """
        . . . .
        . . . .   . . .
        L D L .   . . .   . .
        D L D .   D . .   . .   .
     """, "b1-e2", "not-free"),
    ("beside a ball that carries another", """
        . . . .
        . . . .   . . .
        L D L L   . . .   . .
        D L D .   D . .   . .   .
     """, "b4-e2", None),
]  # fmt: skip


@named(RAISES)
def test_raising_a_ball(row):
    drawing, turn, rule = row
    assert tries(game_at(drawing), turn) == rule


def test_raising_saves_a_ball_of_the_reserve():
    game = game_at(RAISES[0][1])
    before = game.reserve(pylos.LIGHT)
    game.play_turn(pylos.parse_turn("a4-e1"))
    assert game.reserve(pylos.LIGHT) == before


def test_where_a_lifted_ball_may_go():
    game = game_at("""
        L . . .
        L D L .   . . .
        D L D .   L D .   . .
        L D L .   D L .   . .   .
     """)
    assert [pylos.CELL_NAMES[c] for c in pylos.cells_of(game.raise_goals(12))] == ["h1"]


# Taking back

THREE = """
    . . . .
    . . . .   . . .
    L . . .   . . .   . .
    L L . D   . . .   . .   .
"""
MIXED = """
    . . . .
    . . . .   . . .
    D . . .   . . .   . .
    L L . .   . . .   . .   .
"""
SQUARE = """
    . . . .
    . . . .   . . .
    L L . .   . . .   . .
    L L . .   . . .   . .   .
"""
FREED = """
    L D . L
    D D D D   L . .
    L L D .   D L .   . .
    . L . L   . . .   . .   .
"""
"""Light makes a square on a1; d1 carries the light ball on g1 only (M4 of
host/docs/rules/pylos.md)."""
TWO_SQUARES = """
    D . . .
    D D . .   . . .
    L L L D   . . .   . .
    L . L D   . . .   . .   .
"""
CLIMB = """
    . . . .
    L D L .   . . .
    D L D .   L . .   . .
    L D L L   L L .   . .   .
"""
SECOND_LEVEL_LINE = """
    . . . .
    . . . .   . . .
    L D L D   . . .   . .
    D L D L   L L .   . .   .
"""
THIRD_LEVEL = """
    L D L D
    D L D L   L D D
    L D L L   D L D   L .
    D L D D   D D L   L L   .
"""
LINE = """
    . . . .
    . . . .   . . .
    . . . .   . . .   . .
    L L L .   . . .   . .   .
"""
COLUMN = """
    L . . .
    . . . .   . . .
    L . . .   . . .   . .
    L . . .   . . .   . .   .
"""
DIAGONAL = """
    . . . .
    . . L .   . . .
    . L . .   . . .   . .
    L . . .   . . .   . .   .
"""
ONE_BELOW = """
    D D D D
    D L L D   D . D
    D L . .   . . .   . .
    D D . .   D . .   . .   .
"""
"""Light makes a square on b3, and all its balls but that one carry something."""

TAKES = [
    ("none", "standard", THREE, "b2", "must-take-back"),
    ("the ball just placed", "standard", THREE, "b2xb2", None),
    ("one of the square", "standard", THREE, "b2xa1", None),
    ("two, with the ball just placed", "standard", THREE, "b2xb2,a1", None),
    ("two others, in either order", "standard", THREE, "b2xa1,b1", None),
    ("a ball of the other", "standard", THREE, "b2xa4", "not-yours"),
    ("a second ball of the other", "standard", THREE, "b2xb2,a4", "not-yours"),
    ("a ball that is not there", "standard", THREE, "b2xd4", "no-ball"),
    ("a second ball that is not there", "standard", THREE, "b2xb1,d4", "no-ball"),
    ("without a square", "standard", THREE, "d4xd4", "no-square"),
    ("two without a square", "standard", THREE, "d4xa1,a2", "no-square"),
    ("for a square of both colours", "standard", MIXED, "b2xb2", "no-square"),
    ("for a square of both colours, not", "standard", MIXED, "b2", None),
    ("again for a square that was there before", "standard", SQUARE, "d4xa1", "no-square"),
    ("for a square that was there before, not", "standard", SQUARE, "d4", None),
    ("among children", "children", THREE, "b2xb2", "no-square"),
    ("among children, not", "children", THREE, "b2", None),
    ("among experts for a square", "expert", THREE, "b2xb2,a2", None),
    ("none among experts for a square", "expert", THREE, "b2", "must-take-back"),
    ("a ball that carries another", "standard", FREED, "a1xd1", "not-free"),
    ("a ball that carries a ball of the other", "standard", FREED, "a1xb1", "not-free"),
    ("a ball freed by the first", "standard", FREED, "a1xg1,d1", None),
    ("a ball freed by the first, written in any order", "standard", FREED, "a1xd1,g1", None),
    ("a ball that another one would have freed", "standard", FREED, "a1xf2,d1", "not-free"),
    ("a second ball that still carries", "standard", ONE_BELOW, "b3xb3,b2", "not-free"),
    ("the only free ball", "standard", ONE_BELOW, "b3xb3", None),
    ("for two squares at once, two", "standard", TWO_SQUARES, "a2xa1,b3", None),
    ("for two squares at once, none", "standard", TWO_SQUARES, "a2", "must-take-back"),
    ("for a square made by raising", "standard", CLIMB, "a4-f2xf2", None),
    ("for a square made by raising, two", "standard", CLIMB, "a4-f2xf2,e1", None),
    ("none for a square made by raising", "standard", CLIMB, "a4-f2", "must-take-back"),
    ("the ball from where it was raised", "standard", CLIMB, "a4-f2xa4", "no-ball"),
    ("for a square raised by children", "children", CLIMB, "a4-f2xf2", "no-square"),
    ("for a square on the third level", "standard", THIRD_LEVEL, "i2xi2,h1", None),
    ("none for a square on the third level", "standard", THIRD_LEVEL, "i2", "must-take-back"),
    ("for a line on the first level", "expert", LINE, "a4xa4", None),
    ("none for a line on the first level", "expert", LINE, "a4", "must-take-back"),
    ("for a line that is not an expert's", "standard", LINE, "a4xa4", "no-square"),
    ("for a column", "expert", COLUMN, "c1xa1,b1", None),
    ("none for a column that is not an expert's", "standard", COLUMN, "c1", None),
    ("for a diagonal", "expert", DIAGONAL, "d4xd4", "no-square"),
    ("for a diagonal, not", "expert", DIAGONAL, "d4", None),
    ("for three in a line on the first level", "expert", MIXED, "a3xa3", "no-square"),
    ("for three in a line on the second level", "expert", SECOND_LEVEL_LINE, "e3xe1,e2", None),
    ("none for a line on the second level", "expert", SECOND_LEVEL_LINE, "e3", "must-take-back"),
    ("for a line on the second level", "standard", SECOND_LEVEL_LINE, "e3xe3", "no-square"),
]  # fmt: skip


@named(TAKES)
def test_taking_back(row):
    variant, drawing, turn, rule = row
    assert tries(game_at(drawing, variant=variant), turn) == rule


def test_two_in_a_line_on_the_third_level_are_none():
    game = game_at(THIRD_LEVEL.replace("L L   .", "L .   ."), variant="expert")
    assert tries(game, "h2") is None


def test_balls_taken_back_return_to_the_reserve():
    game = game_at(THREE)
    game.play_turn(pylos.parse_turn("b2xa1,b2"))
    assert game.reserve(pylos.LIGHT) == 13


def test_taking_back_the_ball_just_placed_changes_only_the_side_to_move():
    game = game_at(THREE)
    game.play_turn(pylos.parse_turn("b2xb2"))
    assert game.position_text() == pyramid(THREE, "D")


def test_two_squares_by_one_ball_give_twenty_one_sets():
    turns = [t for t in game_at(TWO_SQUARES).legal_turns() if pylos.turn_goal(t) == 1]
    assert len(turns) == 21


class Watched(pylos.Game):
    """A game on which nothing may be played or taken back."""

    def step(self, turn):
        raise AssertionError("played")

    play = play_turn = undo = step


def test_a_question_about_a_turn_plays_nothing():
    game = game_at(THREE)
    turns = game.legal_turns()
    game.__class__ = Watched
    for turn in turns:
        game.check(turn)
    assert verdict(game.check, pylos.parse_turn("d4xa1")) == "no-square"


# Undo


def test_every_turn_can_be_taken_back_to_the_first():
    game = game_at(THREE)
    texts = [game.position_text()]
    for turn in ("b2xa1", "a1", "d4", "a4-e1", "d3"):
        game.play_turn(pylos.parse_turn(turn))
        texts.append(game.position_text())
    assert len(set(texts)) == game.ply + 1 == 6
    while game.ply:
        assert game.position_text() == texts[game.ply]
        game.undo()
    assert game.position_text() == texts[0]


def test_nothing_played_cannot_be_taken_back():
    game = pylos.Game()
    assert verdict(game.undo) == "no-turn"


# The end

LAST_BALL = """
    L L L D
    D D L L   D L .
    L D D D   L L D   . .
    L L D L   L D L   D .   .
"""
FULL = """
    L D L D
    D L D L   L D D
    L D L L   D L D   L D
    D L D D   D D L   L L   .
"""
REFILLED = """
    L D L D
    D D D L   L D D
    L L D D   D L L   L .
    L D L L   D D D   L L   .
"""
"""Light has one ball left, and i2 makes a square (M8 of host/docs/rules/pylos.md)."""


def count_of(game):
    return [game.reserve(side) for side in (pylos.LIGHT, pylos.DARK)]


def test_the_last_ball_at_the_apex_wins():
    game = game_at(FULL, end="bga")
    assert count_of(game) == [1, 0]
    assert game.outcome() is None
    game.play_turn(pylos.parse_turn("j1"))
    assert game.outcome() == (pylos.LIGHT, "apex")


def test_the_winner_is_known_when_the_other_has_run_out():
    assert game_at(FULL).outcome() == (pylos.LIGHT, "empty-reserve")


def test_a_full_pyramid_is_won_by_the_apex_not_lost_by_the_empty_reserve():
    full = pyramid(FULL, "D").replace(" . D", " L D")
    for end in ("strict", "bga"):
        game = pylos.Game("standard", [("end", end)], full)
        assert game.outcome() == (pylos.LIGHT, "apex")
        assert game.legal_turns() == []
    dark = full.translate(str.maketrans("LD", "DL"))
    assert pylos.Game(position=dark).outcome() == (pylos.DARK, "apex")


def test_the_last_ball_elsewhere_loses():
    game = game_at(LAST_BALL)
    assert count_of(game) == [1, 4]
    assert game.outcome() is None
    game.play_turn(pylos.parse_turn("g3"))
    assert game.outcome() == (pylos.DARK, "empty-reserve")
    assert game.legal_moves() == []
    game = game_at(LAST_BALL, end="bga")
    game.play_turn(pylos.parse_turn("g3"))
    assert game.outcome() is None


def test_the_last_ball_is_not_the_last_when_a_square_brings_it_back():
    game = game_at(REFILLED)
    assert count_of(game)[0] == 1
    game.play(pylos.parse_turn("i2xi2"))
    assert count_of(game)[0] == 1
    assert game.outcome() is None
    assert game_over_after(REFILLED, "children", "i2") == (pylos.DARK, "empty-reserve")


def game_over_after(drawing, variant, turn):
    game = game_at(drawing, variant=variant)
    game.play_turn(pylos.parse_turn(turn))
    return game.outcome()


def test_an_empty_reserve_loses_whoever_is_to_move():
    for side in "LD":
        game = game_at(SPENT, side)
        assert count_of(game)[0] == 0
        assert game.outcome() == (pylos.DARK, "empty-reserve")
    assert game_at(SPENT).legal_turns() == []


def test_where_the_site_decides_a_raise_still_saves_an_empty_reserve():
    game = game_at(SPENT, end="bga")
    assert game.outcome() is None
    turns = [pylos.turn_text(turn) for turn in game.legal_turns()]
    assert len(turns) == 5
    assert all("-" in turn for turn in turns)


def test_where_the_site_decides_an_empty_reserve_without_a_raise_loses():
    game = game_at(FULL, "D", end="bga")
    assert count_of(game) == [1, 0]
    assert game.outcome() == (pylos.LIGHT, "no-move")


def test_when_the_game_is_over_nothing_is_played():
    game = game_at(SPENT)
    for text in ("d1", "b2-h2", "h2"):
        assert tries(game, text) == "game-over"


def test_a_game_that_is_over_can_be_taken_back():
    game = game_at(REFILLED, variant="children")
    game.play_turn(pylos.parse_turn("i2"))
    assert game.outcome() is not None
    game.undo()
    assert game.outcome() is None
    assert game.legal_moves()


# Repetition

ROUND = """
    . . . D
    . . D D   . . .
    L . . .   . . .   . .
    L L . .   . . .   . .   .
"""


def repeat(game, times):
    for _ in range(times):
        for turn in ("b2xb2", "d3xd3"):
            game.play_turn(pylos.parse_turn(turn))


def test_the_third_time_of_a_board_with_the_same_side_to_move_is_a_draw():
    game = game_at(ROUND)
    repeat(game, 1)
    assert game.outcome() is None, "light has it for the second time"
    game.play_turn(pylos.parse_turn("b2xb2"))
    assert game.outcome() is None, "it is there the fourth time, but dark's for the second"
    game.play_turn(pylos.parse_turn("d3xd3"))
    assert game.outcome() == (pylos.DRAW, "repetition")
    assert tries(game, "b2xb2") == "game-over"
    game.undo()
    assert game.outcome() is None


def test_repetition_can_be_switched_off():
    game = pylos.Game(options=[("repetition", "off")], position=pyramid(ROUND))
    repeat(game, 5)
    assert game.outcome() is None


def test_another_turn_in_between_does_not_forget_a_board():
    game = game_at(ROUND)
    repeat(game, 1)
    for turn in ("b2xb2,a1", "d3xd3"):
        game.play_turn(pylos.parse_turn(turn))
    assert game.outcome() is None
    game.undo()
    game.undo()
    repeat(game, 1)
    assert game.outcome() == (pylos.DRAW, "repetition")


# Texts

TURNS = ["b2", "b2-f1", "b2xf1", "b2xf1,b2", "b2-f1xf1", "b2-f1xf1,b2", "j1", "d4-h1xg3,d4"]


@for_each("text", TURNS)
def test_a_turn_is_written_as_it_is_read(text):
    assert pylos.turn_text(pylos.parse_turn(text)) == text
    assert pylos.parse_turn(text) < 1 << 30


def test_the_upper_ball_is_written_first():
    assert pylos.turn_text(pylos.parse_turn("b2-f1xb2,f1")) == "b2-f1xf1,b2"


def test_every_cell_has_a_name():
    assert [pylos.parse_cell(pylos.cell_text(c)) for c in range(30)] == list(range(30))
    assert pylos.CELL_NAMES[0] == "a1"
    assert [pylos.CELL_NAMES[start] for start in (15, 16, 24, 25, 28, 29)] == [
        "d4", "e1", "g3", "h1", "i2", "j1",
    ]  # fmt: skip


NO_TURNS = [
    "", " ", "x", "a5", "e4", "a", "a1-", "-a1", "a1x", "a1xa1,", "a1x,a1", "a1xa1,a2,a3",
    "a1xa1,a1", "a1xa1xa2", "stop", "stopxa1", "xa1", "A1", "a1 a2", "a1-a2-a3",
    "k1", "é1", "a1%s", "{a1}",
]  # fmt: skip


@for_each("text", NO_TURNS)
def test_what_is_no_turn_is_unreadable(text):
    with pytest.raises(ParseError) as error:
        pylos.parse_turn(text)
    assert str(error.value)


START = "..../..../..../.... .../.../... ../.. ."
SIXTEEN = "LLLL/LLLL/LLLL/LLLL .../.../... ../.. . D"
UNREADABLE = [
    ("nothing but spaces", "  ", "is not a Pylos position"),
    ("no side", START, "is not a Pylos position"),
    ("a side that is none", START + " X", "is not a Pylos position"),
    ("both sides", START + " LD", "is not a Pylos position"),
    ("something behind", START + " L b2x more", "is not a Pylos position"),
    ("a level short", "..../..../.... .../.../... ../.. . L", "is not a level 0"),
    ("a row too long", START.replace("/..../", "/...../", 1) + " L", "is not a level 0"),
    ("a letter that is none", START.replace(".", "x", 1) + " L", "expected L, D or ."),
    ("a ball in the air", START.replace(" .../", " L../") + " L", "the ball on e1 floats"),
    ("sixteen balls of a colour", SIXTEEN, "16 light balls: there are only 15"),
    ("a turn begun", START + " L b2x", "is not a Pylos position"),
]


@named(UNREADABLE)
def test_what_is_no_position_is_unreadable(row):
    text, sentence = row
    with pytest.raises(ParseError) as error:
        pylos.Game(position=text)
    assert sentence in str(error.value)


BAD_GAMES = [
    (("easy",), "'easy' is not a variant: expected standard, children or expert"),
    (("standard", [("end", "never")]), "'never' is not a value of end: expected strict or bga"),
    (("standard", [("moon", "full")]), "'moon' is not an option: expected end or repetition"),
]


@for_each(("arguments", "sentence"), BAD_GAMES)
def test_a_game_that_there_is_not(arguments, sentence):
    with pytest.raises(ParseError) as error:
        pylos.Game(*arguments)
    assert str(error.value) == sentence
