"""Pylos recognizer (which turns explain a snapshot; compared with trying every legal turn)."""

import random

from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer
from support.boards.drawings import draw, pyramid
from support.boards.pylos import reed16
from support.rows import each_row, for_each

LAYOUT = reed16()
VISIBLE = (1 << 16) - 1


def cells(text):
    mask = 0
    for name in text.split():
        mask |= 1 << pylos.parse_cell(name)
    return mask


def recognizer_of(position="", variant="standard"):
    return Recognizer(pylos.Game(variant, (), position), LAYOUT)


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


@each_row(EXPLAINED, "position", "put", "gone", "plain", "hidden", "partial")
def test_what_explains_a_picture(position, put, gone, plain, hidden, partial):
    recognizer = recognizer_of(position)
    recognizer.explain(recognizer.expected() & ~cells(gone) | cells(put))
    assert (
        texts(recognizer.visible_turns),
        texts(recognizer.hidden_turns),
        recognizer.is_partial,
    ) == (
        plain,
        hidden,
        partial,
    )


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


@for_each("variant", pylos.VARIANTS)
def test_the_turns_that_explain_are_those_that_lead_there(variant):
    for game, rng in positions(variant, 40, 3):
        recognizer = Recognizer(game, LAYOUT)
        turns = game.legal_turns()
        leads = {turn: after(game, turn) for turn in turns}
        snapshots = {leads[rng.choice(turns)] for _ in range(6)} | {recognizer.expected()}
        snapshots |= {recognizer.expected() ^ 1 << rng.randrange(16) for _ in range(3)}
        for shown in snapshots:
            recognizer.explain(shown)
            found = recognizer.visible_turns + recognizer.hidden_turns
            assert len(set(found)) == len(found)
            assert sorted(found) == sorted(t for t in turns if leads[t] == shown), draw(
                game.position_text()
            )
            assert sorted(recognizer.candidates()) == sorted(found)


@for_each("variant", pylos.VARIANTS)
def test_plain_turns_touch_only_what_switches_see(variant):
    for game, rng in positions(variant, 30, 4):
        recognizer = Recognizer(game, LAYOUT)
        recognizer.explain(after(game, rng.choice(game.legal_turns())))
        for turn in recognizer.visible_turns + recognizer.hidden_turns:
            goal, start, takes = (
                pylos.turn_goal(turn), pylos.turn_start(turn), pylos.turn_takes(turn)
            )  # fmt: skip
            touched = {goal, *takes} | ({start} - {pylos.NONE})
            seen = max(touched) < 16 and goal not in takes
            assert seen == (turn in recognizer.visible_turns)


@for_each("variant", pylos.VARIANTS)
def test_every_half_of_a_turn_is_explained(variant):
    """In whatever order the hands work: each part of a turn is seen as unfinished."""
    for game, rng in positions(variant, 30, 5):
        recognizer = Recognizer(game, LAYOUT)
        turn = rng.choice(game.legal_turns())
        changes = [c for c in range(16) if (after(game, turn) ^ recognizer.expected()) >> c & 1]
        rng.shuffle(changes)
        shown = recognizer.expected()
        for cell in changes:
            shown ^= 1 << cell
            recognizer.explain(shown)
            assert recognizer.visible_turns or recognizer.hidden_turns or recognizer.is_partial, (
                draw(game.position_text()),
                pylos.turn_text(turn),
            )


def test_explaining_changes_no_game():
    for game, rng in positions("expert", 20, 6):
        before = (game.position_text(), list(game.turns))
        recognizer = Recognizer(game, LAYOUT)
        for _ in range(5):
            recognizer.explain(recognizer.expected() ^ 1 << rng.randrange(16))
            recognizer.refusal(recognizer.expected() ^ 1 << rng.randrange(16))
            recognizer.earlier(recognizer.expected())
        assert (game.position_text(), game.turns) == before


def test_the_likeliest_turns_come_first():
    recognizer = recognizer_of(NEAR_SQUARE)
    recognizer.explain(recognizer.expected() & ~cells("b2"))
    # A goal that was emptied again is the least likely.
    assert texts(recognizer.candidates()) == ["a1xb2,a1"]
    recognizer = recognizer_of(HIGH)
    recognizer.explain(recognizer.expected())
    turns = recognizer.candidates()
    undone = [pylos.turn_goal(turn) in pylos.turn_takes(turn) for turn in turns]
    assert undone == sorted(undone)


EARLIER = [
    ("the last turn", "a1 b2 c3", "-c3", 2),
    ("two turns", "a1 b2 c3", "-b2 -c3", 1),
    ("all turns", "a1 b2 c3", "-a1 -b2 -c3", 0),
    ("no such position", "a1 b2 c3", "-a1", -1),
    ("the position now", "a1 b2 c3", "", -1),
    ("a ball was light then", "a1 d4 a2 d3 b1 d2 b2xa1 a1", "-b2", -1),
    ("a ball was dark then", "d4 a1 d3 a2 d1 b1 a4 b2xa1 a1", "-b2", -1),
]


@each_row(EARLIER, "turns", "change", "ply")
def test_an_earlier_position(turns, change, ply):
    game = pylos.Game()
    for text in turns.split():
        game.play_turn(pylos.parse_turn(text))
    recognizer = Recognizer(game, LAYOUT)
    assert recognizer.earlier(recognizer.expected() & ~cells(change.replace("-", ""))) == ply


REFUSALS = [
    ("two new balls", CARRIED, "+d1 +d4", "too-many"),
    ("three are gone", CARRIED, "-a2 -a4 -b1", "too-many"),
    ("another's ball", CARRIED, "-a1", "not-yours"),
    ("moved on its level", CARRIED, "-a4 +d4", "not-up"),
    ("under another ball", HIGH, "-a1", "not-free"),
    ("no square", CARRIED, "-a4 -b1", "no-square"),
]


@each_row(REFUSALS, "position", "change", "rule")
def test_the_rule_that_is_named(position, change, rule):
    recognizer = recognizer_of(position)
    shown = recognizer.expected()
    for word in change.split():
        shown ^= cells(word[1:])
    assert recognizer.refusal(shown) == rule


def test_what_differs_is_told_in_the_order_of_the_cells():
    recognizer = recognizer_of(CARRIED)
    assert recognizer.difference(recognizer.expected() ^ cells("a1 d4")) == "-a1,+d4"
    assert recognizer.difference(recognizer.expected()) == ""


def test_what_no_switch_sees_must_be_done_by_hand():
    game = pylos.Game("standard", (), CARRIED)
    recognizer = Recognizer(game, LAYOUT)
    game.play_turn(pylos.parse_turn("a4-e1"))
    before = recognizer.board()
    game.undo()
    removed, added = recognizer.unseen_since(before)
    assert (removed, added) == (cells("e1"), 0)
    assert recognizer.unseen_since(recognizer.board()) is None


def test_one_scan_becomes_one_picture():
    recognizer = recognizer_of()
    readings = bytearray(16)
    readings[5] = readings[15] = 1
    assert recognizer.read(readings) == cells("b2 d4")
