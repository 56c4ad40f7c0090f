"""Pylos told (what players can do when fields were misunderstood, and what they see of it).

The decoder is made to believe what is not so; from there on everything is the board's own.
"""

import json
from pathlib import Path

import pytest

from boardcore.layout.layout import Layout
from boardcore.play.dialogue import QUESTION
from boardcore.play.states import REJECTED
from boardcore.pylos import rules as pylos
from boardcore.verdicts import AMBIGUOUS, AT_REST, WRONG
from support.sensing.inner import suppose
from underboard.deploy.layouts import layout_of
from underboard.games.pylos.hands.hall import Hands
from underboard.sim.hands.players import CAREFUL, HandsLog
from underboard.sim.harness import Harness
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.world import World

ROOT = Path(__file__).resolve().parents[3]
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
        self.decoder = self.table.bank.decoder
        # No magnets stand where these tests say so.
        self.decoder.observation.shows_empty = lambda: False
        self.wait(1000)

    def wait(self, ms):
        for _ in range(ms // 20):
            self.harness.step()
        return self

    def played(self, *turns):
        """Have the board know these turns, and take what stands for true."""
        for text in turns:
            self.table.play(pylos.parse_turn(text))
        self.decoder.confirm(self.table.game.occupied)
        return self.wait(2500)

    def sees(self, mask):
        """Return True if the decoder has understood that these balls stand."""
        return self.decoder.state == mask

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
        suppose(self.decoder, [(mask, float(at)) for at, mask in enumerate(masks)])
        return self

    @property
    def turns(self):
        return [pylos.turn_text(turn) for turn in self.table.game.turns]

    @property
    def question(self):
        return self.table.tracker.question

    def answer(self, turn):
        """Answer the open question as somebody who has played this turn."""
        recognizer = self.table.tracker.recognizer
        for _ in range(100):
            question = self.question
            if question is None:
                return self
            true = recognizer.answers(turn, question.part, question.chosen)
            self.press("yes" if question.answer in true else "next")
        raise AssertionError("it asks for ever")


@pytest.fixture
def misunderstood():
    """A ball was put on b2, and the board has played a1."""
    board = Board()
    board.world.put(pylos.parse_cell("b2"))
    board.until_seen(B2).believe(A1).wait(2500)
    assert board.turns == ["a1"]
    return board


def test_a_turn_that_was_misunderstood_is_told_by_answers_and_stays_told(misunderstood):
    board = misunderstood
    board.press("next", LONG_MS).wait(1500)
    assert board.turns == []
    board.press("yes").wait(5000)  # what the decoder is made to believe takes it long to explain
    assert board.table.tracker.verdict == AMBIGUOUS
    board.answer(pylos.parse_turn("b2")).wait(500)
    assert board.turns == ["b2"]
    assert board.decoder.posterior == [(B2, 0.0)]
    board.wait(3000)
    assert board.table.tracker.verdict == AT_REST
    assert board.turns == ["b2"]
    # What was told stays true of what comes next.
    board.world.put(pylos.parse_cell("d4"))
    board.wait(4000)
    assert board.turns[-1] == "d4"
    assert board.decoder.posterior == [(B2 | D4, 0.0)]


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
    game, told = pylos.Game(), HandsLog([])

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
    assert board.decoder.posterior == [(B2, 0.0)]
    assert told.asked == 1


# What else players see, and say


def test_no_corner_beats_while_the_board_thinks_for_long():
    """Four balls within one moment take long to explain; one ball does not."""
    board = Board(5)
    beats = []
    board.world.put(pylos.parse_cell("b2"))
    for _ in range(200):
        board.wait(20)
        beats.append(any(board.table.frame.beats))
    assert all(beats)
    for cell in ("c2", "a4", "d1", "a2"):
        board.world.put(pylos.parse_cell(cell))
    waited = 0
    recognizer = board.table.tracker.recognizer
    while not recognizer.busy:
        board.wait(20)
    while recognizer.busy:
        board.wait(20)
        waited += 20
        if not 1400 < waited < 1600:
            assert any(board.table.frame.beats) == (waited < 1500)
    assert waited > 3000
    board.wait(100)
    assert any(board.table.frame.beats) or board.question


class Slow:
    """A decoder that thinks until it is told to stop."""

    def __init__(self, decoder):
        self.decoder = decoder
        self.stuck = False

    def __getattr__(self, name):
        return getattr(self.decoder, name)

    @property
    def busy(self):
        return self.stuck or self.decoder.busy


def test_players_wait_while_the_board_thinks(monkeypatch):
    board = Board(6)
    recognizer = board.table.tracker.recognizer
    recognizer.decoder = slow = Slow(board.decoder)
    slow.stuck = True
    pressed = []
    monkeypatch.setattr(board.world, "press", pressed.append)
    game, told = pylos.Game(), HandsLog([])
    board.world.add(Hands(board.world, CAREFUL).play(game, [pylos.parse_turn("b2")], told))
    board.wait(60_000)
    assert board.turns == []
    slow.stuck = False
    board.harness.run(20_000)
    assert board.turns == ["b2"]
    assert not pressed


def test_who_has_held_next_is_asked_for_any_turn_though_the_picture_is_as_it_was():
    """A ball on d4 went unnoticed, and "yes" was taken for one that came and went again."""
    board = Board(7).played("a1", "d1", "a2", "d2", "b1", "d3")
    assert board.table.tracker.verdict == AT_REST
    board.press("yes").wait(1500)
    assert board.turns[-1] == "b2xb2"  # nothing else leaves the board as it was
    board.press("next", LONG_MS).wait(1500)
    assert board.turns[-1] == "d3"
    board.press("yes").wait(1500)
    board.answer(pylos.parse_turn("d4"))
    assert board.turns[-1] == "d4"


def test_after_a_question_of_which_nothing_was_true_yes_asks_for_any_turn():
    """Also when another snapshot has come meanwhile."""
    board = doubting()
    question = board.question
    # As where only what was likely is asked for.
    question.doubted = question.complete = False
    board.table.tracker.open = QUESTION
    board.press("next", LONG_MS).wait(60)
    assert board.question is None
    board.world.put(pylos.parse_cell("d4"))
    board.believe(B2 | D4).wait(1200)
    assert board.table.tracker.snapshot.reply != REJECTED
    board.press("yes").wait(5000)
    assert len(board.question.turns) == 16
    assert board.turns == []


def test_after_each_likely_turn_was_denied_yes_asks_for_any_turn():
    """A ball that came and went again leaves the board as it was; it is no likely turn either."""
    board = Board(7).played("a1", "d1", "a2", "d2", "b1", "d3")
    standing = board.table.game.occupied
    board.believe(standing | D4, standing | 4).wait(3000)
    asked = len(board.question.turns)
    for _ in range(asked):
        assert board.question is not None
        board.press("next")
    assert board.question is None
    board.press("yes").wait(1500)
    assert board.turns[-1] == "d3"
    board.answer(pylos.parse_turn("d4"))
    assert board.turns[-1] == "d4"


def test_nothing_is_taken_back_silently_while_pictures_are_in_doubt():
    board = Board(8)
    board.world.put(pylos.parse_cell("b2"))
    board.until_seen(B2).wait(2500)
    assert board.turns == ["b2"]
    board.believe(D4, A1 | B2 << 1).wait(6000)  # the ball of the last turn is not in any of them
    assert board.turns == ["b2"]
    assert board.question is not None
    board.answer(pylos.parse_turn("d4"))
    assert board.turns == ["b2", "d4"]


def test_a_question_that_yes_has_opened_stays_whatever_is_seen_meanwhile():
    board = Board(9).wait(2000)
    board.press("yes").wait(1500)
    asked = board.question
    assert asked is not None
    board.believe(A1 | D4, 0).wait(300)
    board.believe(A1 | D4).wait(5000)
    assert board.question is asked
    assert board.table.tracker.verdict == AMBIGUOUS
    board.answer(pylos.parse_turn("b2"))
    assert board.turns == ["b2"]
    assert board.decoder.posterior == [(B2, 0.0)]


def moved(board, hands, game, *turns):
    """Have the board and its players know these turns; nobody needs the balls for that."""
    for text in turns:
        turn = pylos.parse_turn(text)
        game.play_turn(turn)
        board.table.play(turn)
    board.decoder.confirm(game.light | game.dark)
    board.wait(3000)
    hands._mine = hands._answers_of_last(game, 1)
    assert board.table.tracker.verdict == AT_REST


def sees(hands, game):
    """Let players look whether the board shows this game."""
    return hands._sees(game)


def looked(board, looks):
    """Return what players see who look in turn, within 400 s."""
    seen = []

    def look():
        for actor in looks:
            seen.append((yield from actor))

    board.world.add(look())
    board.harness.run(400_000)
    return seen


def make_amends(board, hands, game):
    """Let players look at the lights, and tell the board what it has not understood."""
    before, _, after = looked(
        board, (sees(hands, game), hands._tell_anew(game, 0), sees(hands, game))
    )
    return [before, after]


def lose(board):
    """The board takes both turns back, and has its own idea of them."""
    board.table.undo(0)
    board.believe(D4).wait(2500)
    assert board.turns == ["d4"]


def scold(board):
    """The board sees what nobody can have done."""
    board.table.undo(1)
    board.believe(A1 | B2 | B2 << 1).wait(6000)
    assert board.table.tracker.verdict == WRONG


def miss(board):
    """The board has not seen the last turn at all."""
    board.table.undo(1)
    board.believe(B2).wait(1000)
    assert board.table.tracker.verdict == AT_REST


@pytest.mark.parametrize(("trouble", "undos"), [(lose, 1), (scold, 0), (miss, 0)])
def test_players_tell_all_turns_that_the_board_lacks(trouble, undos, monkeypatch):
    """And take back nothing but what was misunderstood."""
    board = Board(10)
    hands, game = Hands(board.world, CAREFUL), pylos.Game()
    moved(board, hands, game, "b2", "d4")
    trouble(board)
    undo, undone = board.table.undo, []

    def count(ply):
        undone.append(ply)
        undo(ply)

    monkeypatch.setattr(board.table, "undo", count)
    assert make_amends(board, hands, game) == [False, True]
    assert board.turns == ["b2", "d4"]
    assert board.decoder.posterior == [(B2 | D4, 0.0)]
    assert len(undone) == undos


@pytest.mark.parametrize(("layout", "most"), [("pylos-hall25", 8), ("pylos-scale4-rim", 2)])
def test_players_remember_no_more_turns_than_lights_tell_apart(layout, most):
    """Round a board only the last turn is lit: the same lights come again."""
    hands, game = Hands(World(layout_of(layout)), CAREFUL), pylos.Game()
    for text in ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2"]:
        game.play_turn(pylos.parse_turn(text))
    earlier = pylos.Game()
    for lacks, turn in zip(range(10, 0, -1), game.turns):
        seen = hands._lights_of(earlier)
        assert hands._behind(game, seen) == (lacks if lacks <= most else 0)
        earlier.play_turn(turn)


def test_players_see_a_ball_that_is_not_there_even_where_a_corner_beats():
    """The beat outshines what lies beneath it, but only now and then."""
    board = Board(11)
    hands, game = Hands(board.world, CAREFUL), pylos.Game()
    moved(board, hands, game, "b2", "d4")
    a1 = pylos.parse_turn("a1")
    board.table.play(a1)
    board.table.play(pylos.parse_turn("c3"))
    board.believe(A1 | B2 | D4).wait(1000)
    board.table.undo(2)
    board.table.game.light |= A1  # the lights do not say how it came about
    board.table.tracker.recognizer._known = None
    board.table._signature = -1
    board.believe(A1 | B2 | D4).wait(1000)
    assert looked(board, [sees(hands, game)]) == [False]


ONE_LEFT = "DLLD/LDDL/DLLD/LDDL LDL/DLD/LDL D./L. . L"


def test_players_know_from_the_lights_that_the_game_is_over_as_they_think():
    board = Board(12)
    hands, game = Hands(board.world, CAREFUL), pylos.Game(position=ONE_LEFT)
    hands._answers_of(pylos.parse_turn("h2"), 1)  # what they thought of before
    board.table.begin("standard", "", ONE_LEFT, "test")
    seen = []

    def look():
        for _ in range(2):
            board.decoder.confirm(board.table.game.occupied)
            yield 2000
            seen.append((yield from sees(hands, game)))
            if not game.outcome():
                game.play_turn(pylos.parse_turn("h2"))
                seen.append((yield from sees(hands, game)))
                board.table.play(pylos.parse_turn("h2"))

    board.world.add(look())
    board.harness.run(60_000)
    assert board.table.outcome == game.outcome() == (1, "empty-reserve")
    assert seen == [True, False, True]


def test_a_turn_that_was_taken_back_by_the_button_is_forgotten_with_the_next_one():
    """Whoever then says "yes" means what is likely again, not any turn."""
    board = Board(7).played("a1", "d1", "a2", "d2", "b1").press("next", LONG_MS).wait(1500)
    assert board.turns[-1] == "d2"
    board.played("b1", "d3").press("yes").wait(1500)
    assert board.turns[-1] == "b2xb2"


def test_who_closes_a_question_that_nothing_true_answers_can_name_any_turn():
    """Nothing but two balls put and taken back at once seems to explain a board as it was."""
    board = Board(13)
    board.table.begin("standard", "", "LLDD/L..D/D.LL/DDL. .../.../... ../.. . L", "test")
    board.played().press("yes").wait(1500)
    assert board.question is not None
    assert not board.question.complete
    board.press("next", LONG_MS).wait(500)
    assert board.question is None
    board.press("yes").wait(1500)
    board.answer(pylos.parse_turn("c2"))
    assert board.turns[-1] == "c2"


def test_a_turn_that_players_have_named_is_not_undone_silently():
    board = Board(14).wait(2000)
    board.press("yes").wait(1500).answer(pylos.parse_turn("b2"))
    board.believe(A1).wait(5000)  # as if b2 had been pushed on
    assert board.turns == ["b2"]
    assert board.table.tracker.offer
