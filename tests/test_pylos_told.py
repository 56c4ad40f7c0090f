"""Pylos told: what players can do when fields were misunderstood, and what they see of it.

The decoder is made to believe what is not so; from there on everything is the board's own.
"""

import json
from pathlib import Path

import pytest

from boardcore import pylos
from boardcore.layout import Layout
from boardcore.tracker import AMBIGUOUS, AT_REST
from underboard.sim.field import parameters_of
from underboard.sim.hands import Hands
from underboard.sim.harness import Harness
from underboard.sim.players import CAREFUL, Told
from underboard.sim.world import World

ROOT = Path(__file__).resolve().parents[1]
LAYOUT = Layout(json.loads((ROOT / "firmware/layouts/pylos-hall25.json").read_text("utf-8")))
A1, B2, D4 = (1 << pylos.parse_cell(cell) for cell in ("a1", "b2", "d4"))
LONG_MS = 1400


class Board:
    """A table with simulated magnets, and a hand that presses its buttons."""

    def __init__(self, seed=1):
        quiet = parameters_of(LAYOUT, bump=0.0, respin=0.0)
        self.world = World(LAYOUT, seed, field=quiet)
        self.harness = Harness(LAYOUT, self.world)
        self.table = self.harness.table
        self.decoder = self.table.health.decoder
        self.wait(1000)

    def wait(self, ms):
        for _ in range(ms // 20):
            self.harness.step()
        return self

    def sees(self, mask):
        """Tell whether the decoder has understood that these balls stand."""
        return self.decoder.suppositions[0][0] == mask

    def until_seen(self, mask):
        """Wait until it has."""
        while not self.sees(mask):
            self.wait(20)
        return self

    def press(self, name, ms=120):
        self.world.press(name)
        self.wait(ms)
        self.world.release(name)
        return self.wait(100)

    def believe(self, *masks):
        """Make the decoder suppose these balls, the likeliest first."""
        self.decoder._anchor = [(masks[0], 0.0)]
        self.decoder._suppose([(mask, -float(at)) for at, mask in enumerate(masks)])
        return self

    @property
    def turns(self):
        return [pylos.turn_text(turn) for turn in self.table.game.turns]

    @property
    def question(self):
        return self.table.tracker.question

    def answer(self, turn):
        """Answer the open question as somebody who has played this turn."""
        sight = self.table.tracker.sight
        for _ in range(100):
            question = self.question
            if question is None:
                return self
            true = sight.answers(turn, question.part, question.chosen)
            self.press("yes" if question.answer in true else "next")
        raise AssertionError("it asks for ever")


@pytest.fixture(scope="module")
def misunderstood():
    """A ball was put on b2, and the board has played a1."""
    board = Board()
    board.world.put(pylos.parse_cell("b2"))
    board.until_seen(B2).believe(A1).wait(2500)
    assert board.turns == ["a1"]
    return board


def test_a_turn_that_was_misunderstood_is_taken_back_and_told_by_answers(misunderstood):
    board = misunderstood
    board.press("next", LONG_MS).wait(1500)
    assert board.turns == []
    board.press("yes").wait(5000)  # what the decoder is made to believe takes it long to explain
    assert board.table.tracker.verdict == AMBIGUOUS
    board.answer(pylos.parse_turn("b2")).wait(500)
    assert board.turns == ["b2"]
    assert board.decoder.suppositions == [(B2, 0.0)]
    board.wait(3000)
    assert board.table.tracker.verdict == AT_REST
    assert board.turns == ["b2"]


def test_what_was_told_stays_true_of_what_comes_next(misunderstood):
    board = misunderstood
    board.world.put(pylos.parse_cell("d4"))
    board.wait(4000)
    assert board.turns[-1] == "d4"
    assert board.decoder.suppositions == [(B2 | D4, 0.0)]


def doubting():
    board = Board(2)
    board.world.put(pylos.parse_cell("b2"))
    board.until_seen(B2).believe(A1, B2).wait(3000)
    assert board.question is not None
    return board


def test_answers_that_were_begun_go_on_whichever_picture_is_likelier_by_now():
    board = doubting()
    board.press("next")
    asked = board.question
    board.believe(B2, A1).wait(500)
    assert board.question is asked
    board.answer(pylos.parse_turn("b2"))
    assert board.turns == ["b2"]


def test_a_question_that_nobody_has_answered_yet_begins_anew_with_the_likeliest():
    board = doubting()
    asked = board.question
    assert asked.answer == pylos.parse_cell("a1")
    board.believe(B2, A1).wait(2000)
    assert board.question is not asked
    assert board.question.answer == pylos.parse_cell("b2")


def test_yes_at_the_moment_when_the_board_has_seen_the_turn_is_not_about_the_next_one():
    board = Board(3)
    board.world.put(pylos.parse_cell("b2"))
    for _ in range(400):
        if board.turns:
            break
        board.wait(20)
    board.wait(200).press("yes").wait(2000)
    assert board.question is None
    assert board.turns == ["b2"]


def lied_to(seed, *beliefs):
    """Have a player put a ball on b2, and a board that believes one thing after the other."""
    board = Board(seed)
    game, told = pylos.Game(), Told([])

    def lie():
        # The hand has just put its ball.
        while not told.turns:
            yield 20
        while not board.sees(B2):
            yield 20
        for number, mask in enumerate(beliefs):
            board.believe(mask)
            while len(board.turns) == number:
                yield 20

    turns = [pylos.parse_turn("b2")]
    board.world.add(Hands(board.world, CAREFUL).play(game, turns, told))
    board.world.add(lie())
    board.harness.run(200_000)
    return board, told


@pytest.mark.parametrize(
    "beliefs", [(A1,), (A1, A1 | D4)], ids=["another turn", "two turns instead of one"]
)
def test_players_see_from_the_lights_that_they_were_misunderstood_and_say_so(beliefs):
    """They know nothing but the lights: the board must end with the turn that they played."""
    board, told = lied_to(4, *beliefs)
    assert board.turns == ["b2"]
    assert board.decoder.suppositions == [(B2, 0.0)]
    assert told.asked == 1
