"""Apagos recognizer (which turns explain how many balls each slot shows).

Snapshots are written as counts from the lowest level up, like ``2131``.  The same question is
answered a second time by playing every legal move and looking at what it leaves.
"""

import random

import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import CELLS, cell_text, parse_cell
from boardcore.apagos.recognizer import Recognizer, ball, count
from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from support.boards.apagos import REED36
from support.rows import each_row, for_each

LAYOUT = Layout(REED36)


def snapshot(text):
    return sum(int(digit) << 4 * level for level, digit in enumerate(text))


def recognizer_of(position):
    return Recognizer(apagos.Game(position=position), LAYOUT)


def texts(turns):
    return [apagos.turn_text(turn) for turn in turns]


EMPTY = "7531"
EVEN = "7:1,1 5:1,1 3:1,1 3:1,1 W"
MIXED = "7:2,1 5:2,2 3:1,0 3:0,2 W"
FULL = "5:1,0 1:1,0 3:1,0 7:2,1 W"
STEPS = "7:1,0 5:1,1 3:2,1 3:0,0 W"

EXPLAINED = [
    # name, position, snapshots noted before, snapshot, plain, hidden, partial, climbs next
    ("a put and its climb", MIXED, "", "3512", [], [], True, 1),
    ("after the climb", MIXED, "", "3152", ["W2"], [], False, -1),
    ("as many balls on both: not seen to climb", EVEN, "", "2232", [], ["W2"], True, 2),
    ("as many on both: seen to climb", EVEN, "2322 2002", "2232", ["W2"], [], False, -1),
    ("lifted one after the other", EVEN, "2322 2022 2322 2302 2322", "2232", [], ["W2"], True, 2),
    ("the same counts after the climb", STEPS, "1330 1030 1000", "1330", ["W2"], [], False, -1),
    ("the same counts, nothing lifted", STEPS, "", "1330", [], ["W2"], True, 1),
    ("top square", MIXED, "", "3413", ["W4"], [], True, -1),
    ("top square, or climbed out of sight", EMPTY, "", "0001", ["W3", "W4"], [], True, -1),
    ("a put seen below", EMPTY, "0010", "0001", ["W3", "W4"], [], True, -1),
    ("a put seen below, its climb hardly", EVEN, "2232", "2223", ["W3", "W4"], [], True, -1),
    ("wrong squares swapped, and back again", EVEN, "2232 2002 2322 2002", "2232", [], ["W2"],
     True, 2),
    ("wrong squares swapped, as if put elsewhere", FULL, "1123", "1213", [], ["W1"], True, 2),
    ("a put seen elsewhere, wrong squares swapped", MIXED, "3512", "5312", [], [], False, -1),
    ("an own ball went down", MIXED, "", "4312", ["2>1"], [], False, -1),
    ("one square with a single ball is up, or it went down", MIXED, "", "3502", ["3>2"], [],
     True, -1),
    ("the same, but a put was seen before", MIXED, "3512", "3502", [], ["3>2"], True, 1),
    ("a ball in the hand", MIXED, "", "3312", [], [], True, -1),
    ("the opponent's ball in the hand", MIXED, "", "3411", [], [], False, -1),
    ("one square is up", MIXED, "", "3012", [], [], True, -1),
    ("two squares are up", MIXED, "", "3002", [], [], True, -1),
    ("three squares are up", MIXED, "", "0002", [], [], False, -1),
    ("two balls", MIXED, "", "4512", [], [], False, -1),
    ("squares swapped without a ball", MIXED, "", "3142", [], [], False, -1),
    ("a ball went up", MIXED, "", "2422", [], [], False, -1),
]  # fmt: skip


@each_row(EXPLAINED, "position", "noted", "shown", "plain", "hidden", "partial", "pending")
def test_what_explains_a_picture(position, noted, shown, plain, hidden, partial, pending):
    recognizer = recognizer_of(position)
    for text in noted.split():
        recognizer.record(snapshot(text))
    recognizer.explain(snapshot(shown))
    assert (texts(recognizer.visible_turns), texts(recognizer.hidden_turns)) == (plain, hidden)
    assert (recognizer.is_partial, recognizer.pending) == (partial, pending)


def counts_after(position, move):
    game = apagos.Game(position=position)
    game.play(move)
    return Recognizer(game, LAYOUT).expected()


@for_each("seed", range(6))
def test_every_legal_turn_explains_what_it_leaves(seed):
    chance = random.Random(seed)
    game = apagos.Game(position=chance.choice(["7531", "1357", "3553", "5335"]))
    while not game.outcome():
        position = game.position_text()
        for move in game.legal_moves():
            recognizer = recognizer_of(position)
            if apagos.is_put(move) and apagos.put_colour(move) != recognizer.colour:
                assert recognizer.cycle_kind()
            if apagos.climbs(move):
                seen = recognizer.expected() + ball(apagos.goal_level(move))
                recognizer.record(seen)
                for level in (apagos.goal_level(move), apagos.goal_level(move) + 1):
                    seen -= count(seen, level) * ball(level)
                recognizer.record(seen)
            recognizer.explain(counts_after(position, move))
            assert move in recognizer.candidates(), (position, apagos.turn_text(move))
        game.play(chance.choice(game.legal_moves()))


@for_each("seed", range(6))
def test_a_turn_is_only_sure_if_no_other_leaves_the_same(seed):
    chance = random.Random(seed)
    game = apagos.Game(position=chance.choice(["7531", "1357", "3553", "5335"]))
    while not game.outcome():
        position = game.position_text()
        for _ in range(6):
            shown = snapshot("".join(str(chance.randrange(4)) for _ in range(4)))
            recognizer = recognizer_of(position)
            recognizer.explain(shown)
            left = [m for m in game.legal_moves() if counts_after(position, m) == shown]
            if len(recognizer.visible_turns) == 1 and not recognizer.is_partial:
                assert {m & 0x13 if m >= 16 else m & 3 for m in left} == {
                    m & 0x13 if m >= 16 else m & 3 for m in recognizer.visible_turns
                }
        game.play(chance.choice(game.legal_moves()))


def test_which_hole_a_ball_lies_in_has_no_meaning():
    recognizer = recognizer_of(EMPTY)
    for places in ("abc", "def", "aei", "ghi"):
        readings = bytearray(LAYOUT.sensors)
        for letter in places:
            readings[LAYOUT.cell_of_sensor.index(parse_cell("2" + letter))] = 1
        assert recognizer.read(readings) == snapshot("0300")


def test_nothing_is_remembered_of_a_turn_that_was_played():
    recognizer = recognizer_of(EVEN)
    for text in ("2322", "2002"):
        recognizer.record(snapshot(text))
    recognizer.game.play(apagos.parse_turn("W2"))
    recognizer.position_changed()
    recognizer.game.undo()
    recognizer.position_changed()
    recognizer.explain(snapshot("2232"))
    assert recognizer.visible_turns == []


@for_each(
    ("shown", "words"),
    [("3412", ""), ("3413", "+4"), ("2422", "-1,+3"), ("3012", "-2,-2,-2,-2")],
)
def test_the_difference_is_told_ball_by_ball(shown, words):
    assert recognizer_of(MIXED).difference(snapshot(shown)) == words


@for_each(
    ("turns", "shown", "ply"),
    [
        ("W2 B1", "0010", 1),
        ("W2 B1", "0000", 0),
        ("W2 B4 3>1", "0011", 2),
        ("W2 B1", "0030", -1),
        ("", "0010", -1),
    ],
)
def test_earlier_positions_are_found_by_their_counts(turns, shown, ply):
    recognizer = recognizer_of(EMPTY)
    for text in turns.split():
        recognizer.game.play(apagos.parse_turn(text))
    assert recognizer.earlier(snapshot(shown)) == ply


def test_every_place_has_a_name_that_is_read_back():
    names = [cell_text(cell) for cell in range(CELLS)]
    assert len(set(names)) == CELLS
    assert [parse_cell(name) for name in names] == list(range(CELLS))


@for_each("name", ["", "5a", "1j", "1", "2top", "grey", "a1"])
def test_other_names_are_refused(name):
    with pytest.raises(ParseError, match="not a place on an Apagos board"):
        parse_cell(name)


BROKEN = [
    ("no faces", None, "faces"),
    ("faces in a list", [1, 3], "faces"),
    ("a hole too few", {"3": ["d", "e"]}, "faces.3"),
    ("a hole twice", {"3": ["d", "e", "e"]}, "faces.3"),
    ("a hole that is not there", {"1": ["k"]}, "faces.1"),
    ("a face with no holes", {"0": []}, "faces.0"),
    ("a number for a list", {"1": 5}, "faces.1"),
]


@each_row(BROKEN, "faces", "key")
def test_a_layout_with_impossible_faces_is_refused_by_its_key(faces, key):
    data = {**REED36, "faces": faces}
    with pytest.raises(ParseError, match=key):
        Layout(data)


def test_a_switch_lies_under_a_hole_and_not_under_a_light():
    data = {**REED36, "sensors": [{**REED36["sensors"][0], "cell": "1move"}]}
    with pytest.raises(ParseError, match="1move"):
        Layout(data)


def test_other_moves_with_the_same_last_one_show_another_position():
    """A computer may take two moves back and play two others before the next scan."""
    game = apagos.Game()
    recognizer = Recognizer(game, LAYOUT)
    for first in (0, 1):
        for turn in (apagos.put(0, first), apagos.put(1, 3)):
            game.play_turn(turn)
        recognizer.position_changed()
        assert recognizer.expected() == Recognizer(game, LAYOUT).expected()
        game.undo()
        game.undo()
