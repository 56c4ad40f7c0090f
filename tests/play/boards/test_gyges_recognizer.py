"""Gygès recognizer (which turns explain what the switches show, and what was touched).

Snapshots are written as what stands otherwise than in the position, like ``-a1 +b2``.  The
same questions are answered a second time by playing every legal turn.
"""

import random

import pytest

from boardcore.gyges import reach as gyges_reach
from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS, PLACES
from boardcore.gyges.movegen import SLICE, MoveGen
from boardcore.gyges.recognizer import Recognizer
from boardcore.gyges.turns import cells_of, changes
from support.boards.gyges import FULL_ROWS, JUMPY, SPREAD, reed38
from support.rows import each_row, for_each

LAYOUT = reed38()
EVERYTHING = (1 << PLACES) - 1


def cells(text):
    """Return a set of cells: names parted by blanks."""
    return sum(1 << gyges.parse_cell(word.lstrip("+-")) for word in text.split())


def recognizer_of(text, options=()):
    """Return a recognizer that knows where all rings can get."""
    recognizer = Recognizer(gyges.Game("standard", options, text), LAYOUT)
    return survey(recognizer)


def survey(recognizer):
    recognizer.touched = EVERYTHING
    while recognizer.busy:
        recognizer.work()
    recognizer.touched = 0
    return recognizer


def explain(recognizer, difference, touched=""):
    """Let the recognizer explain a snapshot; what differs was touched in any case."""
    recognizer.touched = cells(difference) | cells(touched)
    recognizer.explain(recognizer.expected() ^ cells(difference))
    return texts(recognizer.visible_turns), texts(recognizer.hidden_turns), recognizer.is_partial


def texts(turns):
    return " ".join(gyges.turn_text(turn) for turn in turns)


# What explains a snapshot ---------------------------------------------------------------

EXPLAINED = [
    # name, position, differs, touched besides, plain, hidden, partial
    ("nothing has happened", JUMPY, "", "", "", "", False),
    ("a ring that may be played is in a hand", JUMPY, "-a5", "", "", "", True),
    ("a ring that may be boxed is in a hand", JUMPY, "-a4", "", "", "", True),
    ("one that may not be boxed", JUMPY, "-e2", "", "", "", False),
    ("a move", JUMPY, "-a5 +b6", "", "a5-b6", "", False),
    ("a move with bounces", JUMPY, "-a5 +b2", "", "a5-b2", "", False),
    ("out of reach", JUMPY, "-a5 +f6", "", "", "", False),
    ("a bounce cell was touched on the way", JUMPY, "-a5 +b5", "a4", "a5xa4>b5 a5-b5", "", False),
    ("a ring was touched that it cannot box", JUMPY, "-a5 +b5", "e2", "a5-b5", "", False),
    ("out of reach, so the touched one was boxed", JUMPY, "-a5 +b3", "c3", "a5xc3>b3", "", False),
    ("either of two touched rings was boxed", JUMPY, "-a5 +b3", "a3 c3", "a5xa3>b3 a5xc3>b3", "",
     False),
    ("a cell in reach, or a ring boxed there", JUMPY, "-a5 +b2", "c3", "a5xc3>b2 a5-b2", "",
     False),
    ("two rings in hands", JUMPY, "-a5 -a4", "", "", "", True),
    ("two rings in hands, one of them not concerned", JUMPY, "-a5 -e2", "", "", "", False),
    ("boxed beforehand, its boxer still stands", JUMPY, "-c3 +b1", "", "", "", False),
    ("the same where it may be put", JUMPY, "-c3 +f5", "", "", "", True),
    ("boxed, and its boxer still in a hand", JUMPY, "-a5 -c3 +f5", "", "", "", True),
    ("boxed too far", JUMPY, "-a5 -c3 +f1", "", "", "", False),
    ("boxed to the cell that the boxer left", JUMPY, "", "a5 c3", "", "a5xc3>a5 a5-a5", False),
    ("lifted and put back", JUMPY, "", "a5", "", "a5-a5", False),
    ("a ring behind was lifted and put back", JUMPY, "", "c3", "", "", False),
    ("three rings are gone", JUMPY, "-a5 -a4 -c3", "", "", "", False),
    ("a ring too many", JUMPY, "+f6", "", "", "", False),
    ("two rings have moved", JUMPY, "-a5 +b6 -c3 +f5", "", "", "", False),
    ("into the goal", "000020/302201/102303/001010/300000/000000 N", "-a5 +S", "", "a5-S", "",
     False),
    ("into the own goal", "000020/302201/102303/001010/300000/000000 N", "-a5 +N", "", "", "",
     False),
    ("a ring of a row behind", SPREAD, "-e2 +b3", "", "", "", True),
    ("it may have been boxed by this one", SPREAD, "-e2 -a1 +b3", "", "", "", True),
]  # fmt: skip


@each_row(EXPLAINED, "text", "differs", "touched", "plain", "hidden", "partial")
def test_what_explains_a_picture(text, differs, touched, plain, hidden, partial):
    assert explain(recognizer_of(text), differs, touched) == (plain, hidden, partial)


def test_without_null_moves_only_an_exchange_is_hidden():
    recognizer = recognizer_of(JUMPY, (("null", "off"),))
    assert explain(recognizer, "", "a5") == ("", "", False)
    assert explain(recognizer, "", "a5 c3") == ("", "a5xc3>a5", False)


def after(game, turn):
    """Return the snapshot that a turn leaves."""
    game.step(turn)
    shown = sum(1 << cell for cell in range(PLACES) if game.cells[cell])
    game.undo()
    return shown


def games(seed, most=12):
    """Yield a game at each position of a random one, with a recognizer that knows it all."""
    chance = random.Random(seed)
    game = gyges.Game(position=chance.choice([FULL_ROWS, SPREAD, JUMPY]))
    recognizer = Recognizer(game, LAYOUT)
    while not game.outcome() and game.ply < most:
        recognizer.position_changed()
        yield chance, game, survey(recognizer)
        game.step(chance.choice(game.legal_turns()))


@for_each("seed", range(8))
def test_a_picture_is_explained_by_just_those_turns_that_leave_it(seed):
    for chance, game, recognizer in games(seed):
        turns = game.legal_turns()
        left = [after(game, turn) for turn in turns]
        for _ in range(12):
            if chance.random() < 0.7:
                shown = chance.choice(left)
            else:
                rings = [cell for cell in range(CELLS) if game.cells[cell]]
                shown = (
                    recognizer.expected() ^ 1 << chance.choice(rings) ^ 1 << chance.randrange(CELLS)
                )
            touched = chance.getrandbits(PLACES) | shown ^ recognizer.expected()
            recognizer.touched = touched
            recognizer.explain(shown)
            may = [
                turn
                for turn, snapshot in zip(turns, left, strict=True)
                if snapshot == shown
                and touched >> gyges.turn_origin(turn) & 1
                and (gyges.turn_drop(turn) == gyges.NONE or touched >> gyges.turn_landing(turn) & 1)
            ]
            assert sorted(recognizer.candidates()) == sorted(may)


@for_each("seed", range(8))
def test_whatever_the_order_of_hands_no_picture_on_the_way_is_wrong(seed):
    for chance, game, recognizer in games(100 + seed):
        for turn in chance.choices(game.legal_turns(), k=20):
            origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
            # One hand carries the ring from origin to landing, the other from landing to drop.
            one = [1 << origin, 1 << landing]
            other = [] if drop == gyges.NONE else [1 << landing, 1 << drop]
            shown, touched = recognizer.expected(), 0
            while one or other:
                # No ring lands before the one that stood there is gone.
                lands = len(one) == 1 and len(other) == 2
                returns = len(other) == 1 and drop == origin and len(one) == 2
                hands = [hand for hand in (one, other) if hand]
                hand = chance.choice(hands)
                if hand is one and lands:
                    hand = other
                if hand is other and returns:
                    hand = one
                changed = hand.pop(0)
                shown ^= changed
                touched |= changed
                recognizer.touched = touched
                recognizer.explain(shown)
                explained = (
                    recognizer.visible_turns or recognizer.hidden_turns or recognizer.is_partial
                )
                assert explained or shown == recognizer.expected(), gyges.turn_text(turn)


# What is wrong -------------------------------------------------------------------------

REFUSED = [
    # name, position, differs, touched besides, rule
    ("out of reach", JUMPY, "-a5 +f6", "", "out-of-reach"),
    ("a ring of a row behind", JUMPY, "-e2 +e6", "", "not-nearest"),
    ("a blocked ring", "023000/300000/301203/002110/000120/000000 S", "-b1 +f6", "",
     "out-of-reach"),
    ("a ring too many", JUMPY, "+f6", "", "no-ring"),
    ("own goal", JUMPY, "-a5 +N", "", "own-goal"),
    ("boxed beyond the row of the opponent", JUMPY, "-a5 +a1", "c3", "boxed-too-far"),
    ("boxed into a goal", JUMPY, "-a5 +S", "c3", "boxed-goal"),
    ("two rings that have nothing to do with each other", JUMPY, "-a5 -e2", "", "out-of-reach"),
    ("three rings", JUMPY, "-a5 -a4 -c3", "", "too-many"),
]  # fmt: skip


@each_row(REFUSED, "text", "differs", "touched", "rule")
def test_a_picture_that_nothing_explains_is_refused_with_the_nearest_reason(
    text, differs, touched, rule
):
    recognizer = recognizer_of(text)
    explain(recognizer, differs, touched)
    assert recognizer.refusal(recognizer.expected() ^ cells(differs)) == rule


def test_the_difference_is_told_ring_by_ring():
    recognizer = recognizer_of(JUMPY)
    words = recognizer.difference(recognizer.expected() ^ cells("-a5 +b6 +N"))
    assert sorted(words.split(",")) == ["+N", "+b6", "-a5"]


# Setting up ----------------------------------------------------------------------------


SET_UP = [
    # name, differs, plain
    ("two of the same size at once", "+a1 +f2", "1a1"),
    ("three at once", "+a1 +b1 +c1", ""),
    ("one right and one wrong", "+a1 +a3", ""),
]


@each_row(SET_UP, "differs", "plain")
def test_rings_are_set_up_together(differs, plain):
    recognizer = Recognizer(gyges.Game(), LAYOUT)
    assert explain(recognizer, differs) == (plain, "", False)


# Earlier positions ---------------------------------------------------------------------

EARLIER = [
    # name, turns, differs from now, touched besides, ply
    ("the last move undone", "c1-e3", "-e3 +c1", "", 0),
    ("two moves undone", "c1-e3 a6-a3", "-e3 +c1 -a3 +a6", "", 0),
    ("only the one before", "c1-e3 a6-a3", "-e3 +c1", "", -1),
    ("a boxing undone", "a1xb1>c4", "-c4 +a1", "b1", 0),
    ("nobody touched the ring that was boxed", "a1xb1>c4", "-c4 +a1", "", -1),
    ("another picture", "c1-e3", "-e3 +b3", "", -1),
]


@each_row(EARLIER, "turns", "differs", "touched", "ply")
def test_earlier_positions_are_found_by_picture_and_touch(turns, differs, touched, ply):
    game = gyges.Game(position="321123/000000/000000/000000/000000/321123 S")
    for text in turns.split():
        game.play(gyges.parse_turn(text))
    recognizer = Recognizer(game, LAYOUT)
    recognizer.touched = cells(differs) | cells(touched)
    assert recognizer.earlier(recognizer.expected() ^ cells(differs)) == ply


@for_each("seed", range(6))
def test_a_picture_follows_each_turn_back_and_forth(seed):
    chance = random.Random(seed)
    game = gyges.Game(position=SPREAD)
    recognizer = Recognizer(game, LAYOUT)
    snapshots = [recognizer.expected()]
    while not game.outcome() and game.ply < 8:
        turn = chance.choice(game.legal_turns())
        game.step(turn)
        assert recognizer.expected() == snapshots[-1] ^ changes(turn)
        snapshots.append(recognizer.expected())
    while game.ply:
        game.undo()
        recognizer.position_changed()
        snapshots.pop()
        assert recognizer.expected() == snapshots[-1]


def test_after_an_undo_rings_of_another_size_are_known_as_exchanged():
    game = gyges.Game(position=JUMPY)
    recognizer = Recognizer(game, LAYOUT)
    game.play(gyges.parse_turn("a5xc3>a5"))
    before = recognizer.board()
    game.undo()
    assert cells_of(recognizer.exchanged(before)) == cells_of(cells("a5 c3"))


# Slices --------------------------------------------------------------------------------


def test_a_ring_in_a_hand_is_surveyed_before_the_others():
    recognizer = Recognizer(gyges.Game(position=FULL_ROWS), LAYOUT)
    recognizer.work()
    explain(recognizer, "-f1")
    assert recognizer.busy
    while recognizer.busy:
        recognizer.work()
    assert recognizer.marks_of(gyges.parse_cell("f1"))
    assert not recognizer.marks_of(gyges.parse_cell("e1"))


def test_as_long_as_a_ring_is_not_surveyed_its_move_is_only_half_believed():
    recognizer = Recognizer(gyges.Game(position=FULL_ROWS), LAYOUT)
    assert explain(recognizer, "-a1 +c2") == ("", "", True)
    assert explain(survey(recognizer), "-a1 +c2") == ("a1-c2", "", False)


def test_the_position_before_needs_no_second_survey():
    game = gyges.Game(position=FULL_ROWS)
    known = MoveGen(game)
    while known.known.left:
        known.work(())
    game.step(gyges.parse_turn("a1-c2"))
    known.select()
    assert known.known.left == 6
    while known.known.left:
        known.work(())
    game.undo()
    known.select()
    assert known.known.left == 0
    game.step(gyges.parse_turn("a1-c2"))
    known.select()
    assert known.known.left == 0


@pytest.mark.parametrize("number", range(8))
def test_no_slice_takes_long_even_where_chains_are_longest(number, monkeypatch):
    text = (
        "002130/300300/021100/002000/000200/030100 S",
        "002130/300300/021100/002000/000200/030100 N",
        "000020/302201/102303/001010/300000/000000 N",
        "000000/201320/302110/302300/100000/000000 S",
        "030010/300200/100020/020003/200000/003110 S",
        "000331/030000/000310/202100/020000/001200 S",
        "000010/003002/300030/100000/020100/200312 N",
        FULL_ROWS,
    )[number]
    looked = [0]
    series_of = gyges_reach.Reach._look

    def counted(self):
        took = series_of(self)
        looked[0] += took
        return took

    monkeypatch.setattr(gyges_reach.Reach, "_look", counted)
    recognizer = Recognizer(gyges.Game("standard", (("study", "on"),), text), LAYOUT)
    recognizer.touched = EVERYTHING
    longest = 0
    while recognizer.busy:
        looked[0] = 0
        recognizer.work()
        longest = max(longest, looked[0])
    # One look may begin when the slice is all but used; turning round looks at all at once.
    assert longest <= SLICE + 300
