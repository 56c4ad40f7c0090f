"""A live table with its simulated board, asked in process as pages and programs ask it."""

import threading

import pytest

from support.web.asgi import LiveTable

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A table that the tests of this file share; each begins a game of its own."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("table")
        patch.setenv("UNDERBOARD_DATA", str(folder))
        patch.setattr("underboard.web.http.guard.VISITOR_MOST", 1 << 30)
        patch.setattr("underboard.web.http.guard.ADDRESS_MOST", 1 << 30)
        one = LiveTable(folder)
        yield one
        one.close()


@pytest.fixture
def live(shared):
    begin(shared)
    return shared


def begin(live, who=("human", "human"), **more):
    answer = live.host("/api/new", game="pylos", who=list(who), names=["", ""], **more)
    assert answer["status"] == 200, answer
    live.wait(lambda room: not room.session.mirror.turns and room.session.settled)


class Thinker:
    """An engine that thinks until it is told to play."""

    name = "club"

    def __init__(self):
        self.thinks, self.plays = threading.Event(), threading.Event()

    def choose(self, game, pause=lambda: None):
        self.thinks.set()
        while not self.plays.is_set():
            pause()
        return game.legal_turns()[0]


@pytest.fixture
def thinker(monkeypatch):
    one = Thinker()
    monkeypatch.setattr("underboard.web.table.seats.player_of", lambda *how: one)
    yield one
    one.plays.set()


def test_orders_are_done_while_an_engine_thinks(live, thinker):
    begin(live, who=("human", "club"))
    live.play(live.host, "b2")
    assert thinker.thinks.wait(60)
    assert live.host("/api/turns", turn="c3")["error"] == "engine-turn"
    assert live.host("/api/undo", lang="en")["status"] == 200
    live.wait(lambda room: not room.session.mirror.turns and room.session.settled)
    assert not thinker.plays.is_set(), "nothing waited for it"


def test_whoever_sits_down_instead_of_an_engine_that_thinks_plays_the_turn(live, thinker):
    begin(live, who=("human", "club"))
    live.play(live.host, "b2")
    assert thinker.thinks.wait(60)
    live.host("/api/seats", who=["human", "human"], names=["", ""])
    thinker.plays.set()
    live.play(live.host, "c3")
    assert live.host("/api/turns")["turns"] == ["b2", "c3"]
