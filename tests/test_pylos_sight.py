"""Pylos sight: which turns explain a picture; compared with trying every legal turn."""

import random

import pytest

from boardcore import pylos
from boardcore.pylos_sight import Sight
from boards import draw, pyramid
from pylos_boards import reed16

LAYOUT = reed16()
VISIBLE = (1 << 16) - 1


def cells(text):
    mask = 0
    for name in text.split():
        mask |= 1 << pylos.parse_cell(name)
    return mask


def sight_of(position="", variant="standard"):
    return Sight(pylos.Game(variant, (), position), LAYOUT)


def texts(turns):
    return [pylos.turn_text(turn) for turn in turns]


NEAR_SQUARE = pyramid("""
    D . . .
    . D . .   . . .
    L L . D   . . .   . .
    . L . .   . . .   . .   .
""")
CARRIED = pyramid("""
    . . . .
    . . . .   . . .
    L D . .   . . .   . .
    D L . L   . . .   . .   .
""")
HIGH = pyramid("""
    D L D L
    L D L D   . . .
    D L D L   L D .   . .
    L D L D   D L .   . .   .
""")

EXPLAINED = [
    # name, position, cells put, cells gone, plain, hidden, partial
    ("a ball placed", "", "b2", "", ["b2"], [], False),
    ("nothing yet", "", "", "", [], [], True),
    ("two balls placed", "", "a1 b2", "", [], [], False),
    ("a square made, nothing taken", NEAR_SQUARE, "a1", "", [], [], True),
    # a1 itself may be among the two: then only its neighbour is seen to go.
    ("a square made, one taken", NEAR_SQUARE, "a1", "b2", ["a1xb2"], [], True),
    ("a square made, two taken", NEAR_SQUARE, "a1", "b2 b1", ["a1xb2,b1"], [], False),
    ("taken first, square due", NEAR_SQUARE, "", "b2", [], ["a1xb2,a1"], True),
    ("two taken first", NEAR_SQUARE, "", "b2 b1", [], [], True),
    ("a square made, another's ball taken", NEAR_SQUARE, "a1", "c2", [], [], False),
    ("a ball in the hand, to be raised", CARRIED, "", "a4", [], ["a4-e1"], False),
    ("placed out of sight", CARRIED, "", "", [], ["e1"], True),
    ("another's ball in the hand", CARRIED, "", "a1", [], [], False),
]


@pytest.mark.parametrize(
    ("position", "put", "gone", "plain", "hidden", "partial"),
    [r[1:] for r in EXPLAINED],
    ids=[r[0] for r in EXPLAINED],
)
def test_what_explains_a_picture(position, put, gone, plain, hidden, partial):
    sight = sight_of(position)
    sight.explain(sight.picture() & ~cells(gone) | cells(put))
    assert (texts(sight.plain), texts(sight.hidden), sight.partial) == (plain, hidden, partial)


def positions(variant, count, seed):
    rng = random.Random(seed)
    for number in range(count):
        game = pylos.Game(variant)
        for _ in range(3 + number % 30):
            if game.outcome():
                game.undo()
                break
            game.play_turn(rng.choice(game.legal_turns()))
        if not game.outcome():
            yield game, rng


def after(game, turn):
    """Return the switches after a turn, by playing it."""
    game.play_turn(turn)
    shown = game.occupied & VISIBLE
    game.undo()
    return shown


@pytest.mark.parametrize("variant", pylos.VARIANTS)
def test_the_turns_that_explain_are_those_that_lead_there(variant):
    for game, rng in positions(variant, 40, 3):
        sight = Sight(game, LAYOUT)
        turns = game.legal_turns()
        leads = {turn: after(game, turn) for turn in turns}
        pictures = {leads[rng.choice(turns)] for _ in range(6)} | {sight.picture()}
        pictures |= {sight.picture() ^ 1 << rng.randrange(16) for _ in range(3)}
        for shown in pictures:
            sight.explain(shown)
            found = sight.plain + sight.hidden
            assert len(set(found)) == len(found)
            assert sorted(found) == sorted(t for t in turns if leads[t] == shown), draw(
                game.position_text()
            )
            assert sorted(sight.candidates()) == sorted(found)


@pytest.mark.parametrize("variant", pylos.VARIANTS)
def test_plain_turns_touch_only_what_switches_see(variant):
    for game, rng in positions(variant, 30, 4):
        sight = Sight(game, LAYOUT)
        sight.explain(after(game, rng.choice(game.legal_turns())))
        for turn in sight.plain + sight.hidden:
            goal, start, takes = (
                pylos.turn_goal(turn), pylos.turn_start(turn), pylos.turn_takes(turn)
            )  # fmt: skip
            touched = {goal, *takes} | ({start} - {pylos.NONE})
            seen = max(touched) < 16 and goal not in takes
            assert seen == (turn in sight.plain)


@pytest.mark.parametrize("variant", pylos.VARIANTS)
def test_every_half_of_a_turn_is_explained(variant):
    """In whatever order the hands work: each part of a turn is seen as unfinished."""
    for game, rng in positions(variant, 30, 5):
        sight = Sight(game, LAYOUT)
        turn = rng.choice(game.legal_turns())
        changes = [c for c in range(16) if (after(game, turn) ^ sight.picture()) >> c & 1]
        rng.shuffle(changes)
        shown = sight.picture()
        for cell in changes:
            shown ^= 1 << cell
            sight.explain(shown)
            assert sight.plain or sight.hidden or sight.partial, (
                draw(game.position_text()),
                pylos.turn_text(turn),
            )


def test_explaining_changes_no_game():
    for game, rng in positions("expert", 20, 6):
        before = (game.position_text(), list(game.turns))
        sight = Sight(game, LAYOUT)
        for _ in range(5):
            sight.explain(sight.picture() ^ 1 << rng.randrange(16))
            sight.refusal(sight.picture() ^ 1 << rng.randrange(16))
            sight.earlier(sight.picture())
        assert (game.position_text(), game.turns) == before


def test_the_likeliest_turns_come_first():
    sight = sight_of(NEAR_SQUARE)
    sight.explain(sight.picture() & ~cells("b2"))
    # A goal that was emptied again is the least likely.
    assert texts(sight.candidates()) == ["a1xb2,a1"]
    sight = sight_of(HIGH)
    sight.explain(sight.picture())
    turns = sight.candidates()
    undone = [pylos.turn_goal(turn) in pylos.turn_takes(turn) for turn in turns]
    assert undone == sorted(undone)


EARLIER = [
    ("the last turn", "a1 b2 c3", "-c3", 2),
    ("two turns", "a1 b2 c3", "-b2 -c3", 1),
    ("all turns", "a1 b2 c3", "-a1 -b2 -c3", 0),
    ("no such position", "a1 b2 c3", "-a1", -1),
    ("the position now", "a1 b2 c3", "", -1),
]


@pytest.mark.parametrize(
    ("turns", "change", "ply"), [r[1:] for r in EARLIER], ids=[r[0] for r in EARLIER]
)
def test_an_earlier_position(turns, change, ply):
    game = pylos.Game()
    for text in turns.split():
        game.play_turn(pylos.parse_turn(text))
    sight = Sight(game, LAYOUT)
    assert sight.earlier(sight.picture() & ~cells(change.replace("-", ""))) == ply


REFUSALS = [
    ("two new balls", CARRIED, "+d1 +d4", "too-many"),
    ("three are gone", CARRIED, "-a2 -a4 -b1", "too-many"),
    ("another's ball", CARRIED, "-a1", "not-yours"),
    ("moved on its level", CARRIED, "-a4 +d4", "not-up"),
    ("under another ball", HIGH, "-a1", "not-free"),
    ("no square", CARRIED, "-a4 -b1", "no-square"),
]


@pytest.mark.parametrize(
    ("position", "change", "rule"), [r[1:] for r in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_the_rule_that_is_named(position, change, rule):
    sight = sight_of(position)
    shown = sight.picture()
    for word in change.split():
        shown ^= cells(word[1:])
    assert sight.refusal(shown) == rule


def test_what_differs_is_told_in_the_order_of_the_cells():
    sight = sight_of(CARRIED)
    assert sight.difference(sight.picture() ^ cells("a1 d4")) == "-a1,+d4"
    assert sight.difference(sight.picture()) == ""


def test_what_no_switch_sees_must_be_done_by_hand():
    game = pylos.Game("standard", (), CARRIED)
    sight = Sight(game, LAYOUT)
    game.play_turn(pylos.parse_turn("a4-e1"))
    before = sight.board()
    game.undo()
    removed, added = sight.unseen_since(before)
    assert (removed, added) == (cells("e1"), 0)
    assert sight.unseen_since(sight.board()) is None


def test_one_scan_becomes_one_picture():
    sight = sight_of()
    readings = bytearray(16)
    readings[5] = readings[15] = 1
    assert sight.look(readings) == cells("b2 d4")
