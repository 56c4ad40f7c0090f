"""Cues (what cells have to say, told apart without colour, the more important one first)."""

import random
from types import SimpleNamespace

from boardcore import verdicts
from boardcore.lights import cues, scene
from boardcore.lights.cues import BY_CALLER, Frame
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.play import tracker
from boardcore.play.question import Question
from boardcore.pylos import cues as pylos_cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer
from support.boards.drawings import pyramid
from support.boards.pylos import Board, reed16
from support.rows import each_row, for_each

FASTEST_HZ = 2.5
TABLE = cues.table()
ROWS = range(len(TABLE))
NAMES = [row[0] for row in TABLE]


def on_in(rhythm, slot):
    return rhythm >> (SLOTS - 1 - slot) & 1


def starts(lit):
    """Return the slots in which a light goes on, in a row that repeats."""
    return [slot for slot in range(SLOTS) if lit[slot] and not lit[slot - 1]]


# The table


def test_the_names_of_the_cues_are_the_places_in_the_table():
    assert [getattr(cues, name) for name in NAMES] == list(ROWS)


def test_every_cue_has_a_letter_of_its_own_that_a_line_can_carry():
    assert len(set(cues.LETTERS)) == len(TABLE)
    assert all(33 <= ord(letter) <= 126 and letter != "_" for letter in cues.LETTERS)


def test_no_two_cues_share_both_rhythm_and_brightness():
    looks = [(row[2], row[3]) for row in TABLE]
    assert len(set(looks)) == len(looks)


@for_each("name", NAMES[1:])
def test_every_cue_is_lit_at_some_time(name):
    row = TABLE[NAMES.index(name)]
    assert row[2]
    assert row[3]
    assert row[4] == BY_CALLER or max(cues.TINTS[row[4]]) >= 200


@for_each("name", NAMES)
def test_nothing_blinks_faster_than_it_may(name):
    rhythm = TABLE[NAMES.index(name)][2]
    on = starts([on_in(rhythm, slot) for slot in range(SLOTS)])
    if len(on) > 1:
        gaps = [(after - before) % SLOTS for before, after in zip(on, on[1:] + on[:1], strict=True)]
        assert min(gaps) * SLOT_MS >= 1000 / FASTEST_HZ


def test_a_digit_is_enough_for_every_tint():
    assert len(cues.TINTS) <= 10
    assert all(len(tint) == 3 and max(tint) <= 255 for tint in cues.TINTS)


ORDER = [
    (
        "errors override questions",
        ("MISSING", "SURPLUS"),
        ("CHOSEN", "ASK_DONE", "ASK", "NEW_GAME"),
    ),
    ("questions override hints", ("CHOSEN", "ASK_DONE", "ASK"), ("HINT", "HINT_FROM")),
    ("hints override the rest", ("HINT", "HINT_FROM"),
     ("LAST", "PLACE", "RAISE", "WON", "DRAWN", "PYRAMID", "GOAL", "SQUARE", "MAY_TAKE",
      "MUST_TAKE")),
    ("anything overrides nothing", tuple(NAMES[1:]), ("OFF",)),
]  # fmt: skip


@each_row(ORDER, "strong", "weak")
def test_which_cue_overrides_which(strong, weak):
    for one in strong:
        for other in weak:
            frame = Frame((0,), 1)
            for name in (one, other):
                frame.mark(0, getattr(cues, name), 0)
            assert frame.letters() == TABLE[getattr(cues, one)][1]


def test_all_cues_have_their_place_in_the_order():
    assert {name for _, strong, weak in ORDER for name in strong + weak} == set(NAMES)


def test_the_rest_is_as_strong_as_its_place_in_the_table():
    for one in ROWS:
        for other in range(one):
            frame = Frame((0,), 1)
            frame.mark(0, one, 0)
            frame.mark(0, other, 1)
            assert frame.cues[0] == one


# The beats


def test_the_beats_tell_the_players_apart_without_colour():
    light, dark = pylos_cues.TO_MOVE
    assert not set(light) & set(dark)
    slots = [beat[1] for beat in cues.BEATS]
    assert len(set(slots)) == len(slots)


# What the pyramid says


def cells_with(frame, layout, cue):
    pixels = [i for i in range(layout.pixels) if frame.cues[i] == cue]
    return {c for c in range(pylos.CELLS) if layout.pixel_of_cell[c] in pixels}


def names(text):
    return {pylos.parse_cell(name) for name in text.split()}


CARRIED = pyramid("""
    . . . .
    . . . .   . . .
    L D . .   . . .   . .
    D L . L   . . .   . .   .
""")
SQUARE_NEXT = pyramid("""
    D . . .
    . D . .   . . .
    L L . D   . . .   . .
    . L . .   . . .   . .   .
""")
SAID = [
    # name, start, script, cue, cells of the lowest two levels that say it
    ("where a ball may be placed", CARRIED, "400", "p",
     "a3 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4 e1"),
    ("which ball may be raised", CARRIED, "400", "r", "a4"),
    ("where the lifted ball may go", CARRIED, "-a4 400", "g", "e1"),
    ("the last turn", "", "+c3 400", "l", "c3"),
    ("a square was made", SQUARE_NEXT, "+a1 400", "s", "a1 a2 b1 b2"),
    ("then: take back one or two of these", SQUARE_NEXT, "+a1 1000", "k", "a1 a2 b1 b2"),
    ("then: this one too", SQUARE_NEXT, "+a1 1000 -b2 400", "m", "a1 a2 b1"),
    ("a surplus ball", CARRIED, "+d1 +d4 3500", "-", "d1"),
    ("a missing ball", CARRIED, "-b2 3500", "+", "b2"),
]  # fmt: skip


@each_row(SAID, "start", "script", "letter", "cells")
def test_what_the_cells_say(start, script, letter, cells):
    board = Board(start).do(script)
    # Pixels of inner cells speak for two levels; named are the lower ones.
    assert set(board.saying(letter)) == set(cells.split())


def test_the_level_is_told_by_the_tint():
    board = Board(CARRIED)
    pixel = board.layout.pixel_of_cell
    tints = board.table.cue_fields()[1]
    assert tints[pixel[pylos.parse_cell("d4")]] == "0"
    assert tints[pixel[pylos.parse_cell("e1")]] == "1"


def test_whose_turn_it_is():
    board = Board()
    beats = board.table.frame.beats
    corners = {pylos.cell_text(c): board.layout.pixel_of_cell[c] for c in (0, 3, 12, 15)}
    assert [beats[corners[n]] for n in ("a1", "a4", "d1", "d4")] == [1, 1, 0, 0]
    board.do("+b2 400")
    assert [beats[corners[n]] for n in ("a1", "a4", "d1", "d4")] == [0, 0, 2, 2]


def draw(outcome, age_ms):
    layout = reed16()
    frame = Frame(layout.pixel_of_cell, layout.pixels)
    game = pylos.Game()
    recognizer = Recognizer(game, layout)
    scene.draw(pylos_cues, frame, tracker.Tracker(recognizer, 0), outcome, age_ms)
    return frame, layout


def test_the_finished_pyramid_lights_up_from_the_base_to_the_apex_in_the_winners_colour():
    seen = []
    for step in range(4):
        frame, layout = draw((pylos.DARK, "apex"), step * pylos_cues.STEP_MS)
        level = frame.letters()
        mine = [c for c in range(pylos.CELLS) if pylos.LEVEL[c] == step]
        assert all(level[layout.pixel_of_cell[c]] == "^" for c in mine)
        assert level.count("^") == len(mine)
        assert all(frame.tints[layout.pixel_of_cell[c]] == cues.DARK_TINT for c in mine)
        seen.append(level)
    assert len(set(seen)) == 4
    assert pylos_cues.is_moving(None, (pylos.LIGHT, "apex"), 0)
    assert not pylos_cues.is_moving(None, (pylos.LIGHT, "empty-reserve"), 0)


def test_who_has_won_is_told_by_the_row_on_his_side():
    for winner, row in ((pylos.LIGHT, "a1 a2 a3 a4"), (pylos.DARK, "d1 d2 d3 d4")):
        frame, layout = draw((winner, "empty-reserve"), 0)
        assert cells_with(frame, layout, cues.WON) & set(range(16)) == names(row)
    frame, layout = draw((pylos.DRAW, "repetition"), 0)
    assert cells_with(frame, layout, cues.DRAWN) & set(range(16)) == names(
        "a1 a2 a3 a4 d1 d2 d3 d4"
    )


# Questions can be told apart


def random_position(rng, variant, plies):
    game = pylos.Game(variant)
    for _ in range(plies):
        turns = game.legal_turns() if not game.outcome() else []
        if not turns:
            break
        game.play_turn(rng.choice(turns))
    return game


@for_each("variant", pylos.VARIANTS)
def test_every_answer_to_a_question_looks_different(variant):
    layout = reed16()
    rng = random.Random(7)
    frame = Frame(layout.pixel_of_cell, layout.pixels)
    asked = 0
    for number in range(200):
        game = random_position(rng, variant, 6 + number % 24)
        recognizer = Recognizer(game, layout)
        # What the board asks at rest, and with one ball lifted.
        snapshots = [recognizer.expected()]
        snapshots += [
            recognizer.expected() ^ 1 << c for c in range(16) if recognizer.expected() >> c & 1
        ][:2]
        for shown in snapshots:
            recognizer.explain(shown)
            turns = recognizer.candidates()
            if game.outcome() or len(turns) < 2:
                continue
            pending = [Question(recognizer, turns)]
            while pending and asked < 4000:
                question = pending.pop()
                if question.turn >= 0:
                    continue
                looks = set()
                for at in range(len(question._options)):
                    question.at = at
                    view = SimpleNamespace(
                        question=question,
                        offer=0,
                        verdict=verdicts.AMBIGUOUS,
                        recognizer=recognizer,
                    )
                    scene.draw(pylos_cues, frame, view, None, 0)
                    look = (frame.letters(), frame.tint_digits())
                    assert look not in looks, (game.position_text(), question.part)
                    assert "?" in look[0] or "e" in look[0]
                    looks.add(look)
                    asked += 1
                    if rng.random() < 0.2:
                        deeper = Question(recognizer, question.turns)
                        # The same way down, then this answer.
                        while deeper.part < question.part:
                            deeper.at = deeper._options.index(question.chosen[deeper.part])
                            deeper.yes()
                        deeper.at = at
                        deeper.yes()
                        pending.append(deeper)
    assert asked > 200
