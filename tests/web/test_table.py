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


# Analysis


def test_every_turn_has_its_value_and_what_it_comes_from(live):
    told = live.host("/api/analysis", game="apagos", turns="W3 W4")
    assert told["source"] == {"kind": "solution", "mb": 0}
    assert (told["side"], told["ply"], told["last"]["text"]) == (0, 2, "W4")
    best, *_, worst = told["values"]
    assert (best["score"], best["proven"], worst["score"]) == (1, True, 0)
    assert {one["turn"]: one["score"] for one in told["values"]}["W3"] == 0
    assert told["line"][0] == best["turn"]
    assert len(told["values"]) + told["more"] == 11
    pylos = live.host("/api/analysis", game="pylos", turns="")
    assert pylos["source"]["kind"] in ("search", "table")
    assert pylos["choices"]


def test_no_analysis_of_nonsense_nor_for_others_than_hosts(live):
    assert live.host("/api/analysis", game="apagos", turns="W9")["status"] == 422
    assert live.host("/api/analysis", game="pylos", turns="b2 b2")["status"] == 422
    assert live.host("/api/analysis", game="go", turns="")["status"] == 400
    assert live.visitor()("/api/analysis", game="pylos", turns="")["error"] == "host-only"


def test_variations_are_kept_with_their_record_alone(live):
    lines = '["2 b2 c3"]'
    assert live.host("/api/variations", number=7, lines=lines)["kept"]
    assert live.host("/api/variations/7")["lines"] == ["2 b2 c3"]
    assert live.host("/api/variations/8")["lines"] == []
    assert live.host("/api/variations", number=7, lines='{"a": 1}')["status"] == 422
    assert live.visitor()("/api/variations/7")["status"] == 403
