"""Apagos seen: which turns and positions fit squares and balls that are told one by one."""

import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.hall.codes import Codes
from boardcore.apagos.hall.shown import (
    earlier,
    laid,
    may_be_on_the_way,
    ranked,
    refusal,
)
from support.sensing.halls import hall_layout

HOLES = Codes(hall_layout("apagos-hall64").data["codes"]).holes
FACES = {".": 0, "1": 1, "3": 3, "5": 6, "7": 8}
"""A face of each square, by its holes; the last one shows 5 on its other side."""
OTHER_FIVE = 7


def seen(text):
    """Read ``7:2,3 5 . 1`` as ``(face, white, black)`` per level, the lowest first."""
    levels = []
    for word in text.split():
        face, _, balls = word.partition(":")
        white, _, black = (balls or "0,0").partition(",")
        levels.append((FACES[face], int(white), int(black)))
    return levels


def position(text):
    words = [word if ":" in word else f"{word}:0,0" for word in text.split()]
    return " ".join(words)


BASE = "7:1,0 5:1,1 3:1,1 1:1,0"
REFUSED = [
    # what is seen where White is to move from BASE, the rule that speaks against it
    (". 5:1,1 3:1,1 1:1,0", "too-many"),
    ("3:1,1 5:1,1 7:1,0 1:1,0", "wrong-climb"),
    ("7:2,1 5:1,1 3:1,1 1:1,0", "too-many"),
    ("7:0,0 5:0,1 3:1,1 1:1,0", "too-many"),
    ("5:1,1 7:1,0 3:1,1 1:1,0", "swapped"),
    ("5:2,1 7:1,0 3:1,1 1:1,0", "wrong-climb"),
    ("7:1,0 5:1,1 3:1,1 1:2,0", "full"),
    ("7:1,0 5:2,1 3:1,1 1:1,0", "must-climb"),
    ("7:1,0 5:1,0 3:1,1 1:1,0", "not-yours"),
    ("7:1,0 5:2,1 3:1,1 1:0,0", "full"),
    ("7:0,0 5:2,1 3:1,1 1:1,0", "not-down"),
    ("7:0,1 5:1,1 3:1,1 1:1,0", "not-down"),
]


@pytest.mark.parametrize(("shown", "rule"), REFUSED)
def test_the_rule_that_speaks_against_what_is_seen(shown, rule):
    game = apagos.Game(position=position(BASE) + " W")
    assert refusal(game, seen(BASE), seen(shown)) == rule


def test_a_ball_of_which_none_is_left_in_the_reserve_is_refused():
    base = "7:6,0 5:4,0 3 1"
    game = apagos.Game(position=position(base) + " B")
    assert refusal(game, seen(base), seen("7:7,0 5:4,0 3 1")) == "empty-reserve"
    assert refusal(game, seen(base), seen("7:6,1 5:4,0 3 1")) == "must-climb"


LAID = [
    # the position, what is seen, the move that was made, and whether more may follow
    (". . . .", ". . . .", "", False),
    (". . . .", ". 5 . 1", "5/3@2", False),
    ("7 . . .", ". . . .", "", True),
    ("7 . . .", "3 . . .", "", False),
    ("7 . . .", "7 . 3 .", "3/5@3", False),
    (". . . .", ". 5 . 1:1,0", "", False),
]


@pytest.mark.parametrize(("base", "shown", "move", "more"), LAID)
def test_squares_that_are_laid_out_count_from_the_lowest(base, shown, move, more):
    game = apagos.Game("set-up")
    if base != ". . . .":
        game.play(apagos.parse_move("7/5@1"))
    turns, grows = laid(game, HOLES, seen(base), seen(shown))
    assert (" ".join(map(apagos.turn_text, turns)), grows) == (move, more)


def test_no_square_is_laid_twice():
    game = apagos.Game("set-up")
    game.play(apagos.parse_move("7/5@1"))
    shown = seen("7 . 3 .")
    shown[1] = (OTHER_FIVE, 0, 0)
    assert laid(game, HOLES, seen("7 . . ."), shown) == ([], False)


ON_THE_WAY = [
    # what is seen, whether it may become the position or one with two squares exchanged
    (". . 3:1,1 1:1,0", True),
    (". 7:1,0 3:1,1 1:1,0", True),
    (". 5:1,2 3:1,1 1:1,0", True),
    (". 5:1,1 1:1,0 3:1,1", True),
    (". 3:1,1 1:1,0 5:1,1", False),
    (". 5:0,2 3:1,2 1:1,0", False),
    (". . . 1:1,0", False),
]


@pytest.mark.parametrize(("shown", "may"), ON_THE_WAY)
def test_squares_that_are_up_may_be_on_their_way(shown, may):
    assert may_be_on_the_way(seen(BASE), seen(shown)) is may


def test_an_earlier_position_is_found_by_its_squares_and_colours():
    game = apagos.Game(position="7:0,0 5:0,0 3:0,0 1:0,0 W")
    for turn in ("W4", "B1", "4>2"):
        game.play_turn(apagos.parse_turn(turn))
    base = seen("5 7:1,1 3 1")
    assert earlier(game, base, seen("5 7:0,1 3 1:1,0")) == 2
    assert earlier(game, base, seen("7 5 3 1:1,0")) == 1
    assert earlier(game, base, seen("7 5 3 1")) == 0
    assert earlier(game, base, seen("7 5 3 1:0,1")) == -1


def test_all_turns_are_told_those_first_that_leave_squares_and_balls_so():
    game = apagos.Game(position=position(BASE) + " W")
    now = seen("7:2,0 5:1,1 3:1,1 1")
    texts = [apagos.turn_text(turn) for turn in ranked(game, seen(BASE), now)]
    assert texts[0] == "4>1"
    climbed = ranked(game, seen(BASE), seen("5:1,1 7:1,1 3:1,1 1:1,0"))
    assert [apagos.turn_text(turn) for turn in climbed][:2] == ["B1", "W1"]
    assert sorted(climbed) == sorted(game.legal_moves())
