"""Apagos with Hall sensors: what the players say counts for more than what is felt of balls."""

import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.hall.codes import Codes
from boardcore.apagos.hall.recognizer import Recognizer
from boardcore.apagos.places import HOLES
from boardcore.play.tracker import Tracker
from boardcore.verdicts import NEXT, PLAY, YES
from support.campaign import campaign
from support.sensing.halls import hall_layout
from underboard.sim.hands.errands import play_game, random_start
from underboard.sim.harness import Harness
from underboard.sim.world import World

LAYOUT = hall_layout("apagos-hall64")
FACES = (8, 6, 3, 1)
"""Faces that show 7, 5, 3 and 1 holes, bottom to top."""


class Eye:
    """A decoder that tells what it is told to."""

    busy = False

    def __init__(self, position, faces=FACES):
        self.faces = Codes(LAYOUT.data["codes"])
        self.readings = bytearray(4 * HOLES + 4)
        self.settled = []
        game = apagos.Game(position=position)
        for level in range(4):
            self.show(level, faces[level], game.white[level], game.black[level])

    def show(self, level, face, white, black):
        balls = bytes([1] * white + [2] * black)
        self.readings[HOLES * level : HOLES * level + HOLES] = balls.ljust(HOLES, b"\0")
        self.readings[4 * HOLES + level] = face

    def doubt(self, level):
        return False

    def suspects(self, level):
        return []

    def moved(self):
        pass

    def settle(self, level, white, black):
        self.settled.append((level, white, black))


class Board:
    """A position, an eye and a tracker, with the time between them."""

    def __init__(self, position, eye=None):
        self.game = apagos.Game(position=position)
        self.eye = eye or Eye(position)
        self.recognizer = Recognizer(self.game, LAYOUT)
        self.recognizer.see_by(self.eye)
        self.tracker = Tracker(self.recognizer, 0)
        self.now_ms = 0
        self.wait(2000)

    def wait(self, ms):
        """Let time pass; play what the tracker has understood."""
        for _ in range(ms // 20):
            self.now_ms += 20
            shown = self.recognizer.look(self.eye.readings)
            if self.tracker.update(shown, False, self.now_ms) == PLAY:
                self._play()

    def press(self, button):
        if self.tracker.press(button, False, False) == PLAY:
            self._play()
        self.wait(400)

    def _play(self):
        self.recognizer.play(self.tracker.turn)
        self.tracker.watch(self.recognizer, self.now_ms)

    def asked(self):
        question = self.tracker.question
        return [apagos.turn_text(turn) for turn in question.turns] if question else []


POSITION = "7:0,1 5:1,1 3:2,0 1:0,0 W"


@pytest.fixture
def board():
    return Board(POSITION)


def test_a_ball_that_went_down_but_seems_to_lie_above_still_is_asked_for(board):
    board.eye.show(0, 8, 1, 1)
    board.wait(4000)
    assert (board.asked(), board.recognizer.pending) == ([], 0), "it might be put there"
    board.press(YES)
    assert board.asked()[:2] == ["2>1", "3>1"], "but its square has not climbed"


def test_nothing_that_was_seen_of_balls_is_needed(board):
    board.press(YES)
    assert board.asked() == [], "it may have been meant for the turn before"
    board.press(YES)
    likely, others = board.asked()[:5], board.asked()[5:]
    assert sorted(likely) == ["2>1", "3>1", "3>2", "B4", "W4"]
    assert len(others) == 6, "no legal turn is left out"


def test_squares_that_have_changed_places_leave_two_likely_turns(board):
    board.eye.show(1, 3, 2, 0)
    board.eye.show(2, 6, 3, 2)
    board.wait(1000)
    board.press(YES)
    assert sorted(board.asked()[:2]) == ["B2", "W2"]


def test_the_turn_that_fits_best_is_asked_for_first(board):
    board.eye.show(3, 1, 0, 1)
    board.eye.show(0, 8, 0, 2)
    board.wait(4000)
    board.press(YES)
    assert board.asked()[0] == "B4"


def test_what_was_answered_is_what_lies_there(board):
    board.eye.show(0, 8, 1, 1)
    board.wait(1000)
    board.press(YES)
    board.press(NEXT)
    while board.tracker.question:
        board.press(YES)
    assert board.game.turns == [apagos.parse_turn("W4")]
    assert sorted(board.eye.settled) == [(0, 0, 1), (3, 1, 0)], "and nowhere else is one wrong"


def test_squares_that_lie_wrong_are_said_to_and_leave_every_turn_to_be_named(board):
    board.eye.show(0, 6, 1, 1)
    board.eye.show(1, 8, 0, 1)
    board.eye.show(2, 1, 0, 0)
    board.eye.show(3, 3, 2, 0)
    board.wait(4000)
    board.press(YES)
    assert board.tracker.rule == "wrong-climb"
    assert len(board.asked()) == len(board.game.legal_turns())


def test_a_square_that_is_up_is_waited_for_unless_every_turn_is_asked_for(board):
    board.eye.show(1, 0, 0, 0)
    board.wait(1000)
    assert board.asked() == []
    board.press(YES)
    assert len(board.asked()) == len(board.game.legal_turns())


def test_a_ball_on_the_top_square_is_waited_for_whatever_comes_next(board):
    board.eye.show(3, 1, 1, 0)
    board.wait(1000)
    board.eye.show(1, 6, 2, 1)
    board.wait(1000)
    assert board.game.turns == [], "hands wait for the lights where magnets are felt"


@pytest.mark.parametrize("faces", [(8, 6, 3, 1), (8, 4, 5, 1)])
def test_the_first_ball_may_be_there_before_the_board_has_looked(faces):
    board = Board("7531", Eye("7531", [0, 0, 0, 0]))
    for level in range(4):
        board.eye.show(level, faces[level], level == 3, 0)
    board.wait(3000)
    assert [apagos.turn_text(turn) for turn in board.game.turns] == ["W4"]


def followed(seed):
    """Play a game with sloppy hands; return what the board has, and what they have played."""
    start = random_start("apagos", "standard", f"{seed} start")
    world = World(LAYOUT, seed)
    played = []
    world.tell = lambda event: played.append(event)
    harness = Harness(LAYOUT, world)
    for _ in range(60):
        harness.step()
    assert harness.table.obey("new", ("apagos", "standard", "-", start)) is None
    world.add(play_game(world, 0, "apagos", "standard", start=start, seed=f"{seed} game"))
    harness.run(3_000_000)
    return [apagos.turn_text(turn) for turn in harness.table.game.turns], played[-1]["turns"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", campaign([1009, 1018], [1009, 1018, 1024, 1082]))
def test_games_that_went_astray_before_the_players_were_heard(seed):
    got, played = followed(seed)
    assert got == played
