"""Consent between two people (asked, answered, withdrawn, unanswered; nobody buys time)."""

from types import SimpleNamespace

import pytest

from underboard.clocks.clock import Clock
from underboard.clocks.time_control import read
from underboard.errors import UnderboardError
from underboard.referee.game_clock import GameClock
from underboard.texts import Texts
from underboard.web.http.security import ActionRefused
from underboard.web.table.asker import Asker
from underboard.web.table.consent import ANSWER_S, PAUSE, REFUSED, UNDO, WITHDRAWN, Consent
from underboard.web.table.seats import Seats

LIGHT, DARK = Asker("a", True, frozenset((0,))), Asker("b", False, frozenset((1,)))
BOTH, NOBODY = Asker("c", True, frozenset((0, 1))), Asker("d")


class Session:
    """What a clock needs of a session: a game that has begun, and time that is told."""

    def __init__(self):
        self.now_s = 100.0
        self.changed = self.over = False
        game = SimpleNamespace(side=0, ply=2)
        self.mirror = SimpleNamespace(id="g", game=game)
        self.table = SimpleNamespace(is_setup=lambda game: False)
        self.training = SimpleNamespace(offered=-1)
        self.board = SimpleNamespace(linkstate=2, paused="", state=None, row=0)
        self.endings = SimpleNamespace(offered=-1)
        self.clocking = GameClock(self)
        self.clocking.clock = Clock.of(read("10m"))

    def seconds(self):
        return self.now_s


class Room:
    """What consent needs of a room."""

    side = 0

    def __init__(self, session):
        self.session, self.seats, self.texts = session, Seats("pylos"), Texts("en")
        self.consent = Consent(self)

    @property
    def now_s(self):
        return self.session.now_s


@pytest.fixture
def room():
    session = Session()
    one = Room(session)
    session.clocking._follow()
    return one


def left(room):
    clocking = room.session.clocking
    return [round(ms / 1000) for ms in clocking.clock.left(clocking.now_ms)]


def test_only_whoever_plays_one_side_alone_has_to_ask(room):
    assert [room.consent.needed(one) for one in (LIGHT, DARK, BOTH)] == [True, True, False]
    room.seats.who[1] = "club"
    assert not room.consent.needed(LIGHT)


def test_both_clocks_rest_until_the_answer_and_a_yes_costs_nothing(room):
    room.consent.ask(UNDO, LIGHT, {"ply": 1}, "b2")
    room.session.now_s += 20
    assert left(room) == [600, 600]
    request = room.consent.answer(DARK, "allow")
    assert (request.kind, request.order) == (UNDO, {"ply": 1})
    assert left(room) == [600, 600]
    assert room.consent.request is None


@pytest.mark.parametrize("how", [REFUSED, WITHDRAWN, "silence", "turn"])
def test_waiting_that_ends_in_a_no_is_the_askers_own_time(room, how):
    room.consent.ask(PAUSE, LIGHT, {})
    room.session.now_s += 25
    if how == REFUSED:
        room.consent.answer(DARK, REFUSED)
    elif how == WITHDRAWN:
        room.consent.answer(LIGHT, WITHDRAWN)
    elif how == "silence":
        room.session.now_s += ANSWER_S - 25
        room.consent.step()
    else:
        room.consent.plays(LIGHT)
    spent = 30 if how == "silence" else 25
    assert left(room) == [600 - spent, 600]
    with pytest.raises(ActionRefused) as refused:
        room.consent.ask(PAUSE, LIGHT, {})
    assert refused.value.code == "refused"
    room.consent.turn_played()
    room.consent.ask(PAUSE, LIGHT, {})


def test_whoever_is_not_to_move_takes_no_time_from_the_other_by_asking(room):
    room.consent.ask(UNDO, DARK, {"ply": 1})
    room.session.now_s += 25
    room.consent.answer(LIGHT, REFUSED)
    assert left(room) == [600, 600]


def test_nobody_answers_for_somebody_else(room):
    with pytest.raises(UnderboardError):
        room.consent.answer(DARK, "allow")
    room.consent.ask(UNDO, LIGHT, {"ply": 1})
    for asker, what in ((LIGHT, "allow"), (NOBODY, "allow"), (DARK, WITHDRAWN)):
        with pytest.raises(UnderboardError):
            room.consent.answer(asker, what)
    with pytest.raises(ActionRefused):
        room.consent.ask(PAUSE, DARK, {})
    with pytest.raises(ActionRefused) as watching:
        room.consent.ask(PAUSE, NOBODY, {})
    assert watching.value.status == 403
