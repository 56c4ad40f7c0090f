"""Question (which of several turns was it, part by part)."""

import random

from boardcore.play.question import Question
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer
from support.boards.pylos import reed16
from support.rows import each_row, for_each

LAYOUT = reed16()


def question(*texts):
    recognizer = Recognizer(pylos.Game(), LAYOUT)
    return Question(recognizer, [pylos.parse_turn(text) for text in texts])


def lit(asked):
    return "-" if asked.answer == pylos.NONE else pylos.cell_text(asked.answer)


def offered(asked):
    """Return all answers that are offered for this part, in their order."""
    seen = []
    while lit(asked) not in seen:
        seen.append(lit(asked))
        asked.next()
    return seen


ASKED = [
    # name, turns, first part that is open, its answers
    ("where to", ["e1", "e2", "f1"], 0, ["e1", "e2", "f1"]),
    ("where from", ["e1", "a4-e1"], 1, ["-", "a4"]),
    ("what was taken back", ["a1xb2", "a1xb1"], 2, ["b2", "b1"]),
    ("one or two", ["a1xb2", "a1xb2,b1"], 2, ["b2", "b1"]),
    ("the second one", ["a1xb2,b1", "a1xb2,a2"], 2, ["b2", "b1", "a2"]),
]


@each_row(ASKED, "turns", "part", "answers")
def test_only_what_is_open_is_asked(turns, part, answers):
    asked = question(*turns)
    assert (asked.part, offered(asked)) == (part, answers)


def test_one_turn_alone_needs_no_question():
    asked = question("a1xb2,b1")
    assert pylos.turn_text(asked.turn) == "a1xb2,b1"


def test_after_the_last_answer_comes_the_first_again():
    asked = question("e1", "e2")
    assert lit(asked) == "e1"
    asked.next()
    asked.next()
    assert lit(asked) == "e1"


def test_nothing_more_taken_back_is_an_answer():
    asked = question("a1xb2", "a1xb2,b1")
    asked.yes()
    assert (asked.part, offered(asked)) == (3, ["-", "b1"])
    asked.yes()
    assert pylos.turn_text(asked.turn) == "a1xb2"


def test_two_balls_taken_back_may_be_named_in_either_order():
    for first in ("b2", "b1"):
        asked = question("a1xb2,b1", "a1xb2,a2", "a1xb1,a2")
        while lit(asked) != first:
            asked.next()
        asked.yes()
        while asked.turn < 0 and lit(asked) not in ("b1", "b2"):
            asked.next()
        if asked.turn < 0:
            asked.yes()
        assert pylos.turn_text(asked.turn) == "a1xb2,b1"


@for_each("variant", pylos.VARIANTS)
def test_whoever_knows_the_turn_gets_it_by_true_answers(variant):
    rng = random.Random(2)
    game = pylos.Game(variant)
    tried = 0
    while tried < 300:
        if game.outcome():
            game = pylos.Game(variant)
        turns = game.legal_turns()
        meant = rng.choice(turns)
        recognizer = Recognizer(game, LAYOUT)
        others = [turn for turn in rng.sample(turns, min(len(turns), 25)) if turn != meant]
        asked = Question(recognizer, [*others, meant])
        for _ in range(200):
            if asked.turn >= 0:
                break
            if asked.answer in recognizer.answers(meant, asked.part, asked.chosen):
                asked.yes()
            else:
                asked.next()
        assert asked.turn == meant
        tried += 1
        game.play_turn(meant)
