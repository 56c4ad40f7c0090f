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
        patch.setattr("underboard.web.http.security.MAX_VISITOR", 1 << 30)
        patch.setattr("underboard.web.http.security.MAX_ADDRESS", 1 << 30)
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
    late = "LDLL/LLDD/DDDL/LDLD DD./DLL/L.D ../.. . L"
    pylos = live.host("/api/analysis", game="pylos", start=late, turns="")
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


# Between two phones


@pytest.fixture
def phones(shared):
    """A game with a clock; a phone on each seat, whose host looks on."""
    begin(shared, clock="10m")
    light, dark = shared.seat(0, "Ada"), shared.seat(1, "Ben")
    shared.play(light, "b2")
    shared.play(dark, "c3")
    yield shared, light, dark
    for side in (0, 1):
        shared.host("/api/invite", seat=side)  # nobody sits there any more


def test_two_phones_take_back_and_pause_only_if_both_agree(phones):
    live, light, dark = phones
    told = light("/api/undo", lang="en")
    assert told.get("asked"), told
    request = dark("/api/state")["request"]
    assert (request["kind"], request["side"], request["turn"]) == ("undo", 0, "b2")
    assert 0 < request["left_ms"] <= 30_000
    assert light("/api/answer", what="allow")["error"] == "trouble"
    assert live.host("/api/answer", what="allow")["status"] == 409, "the host looks on"
    assert dark("/api/answer", what="allow")["ok"]
    live.wait(lambda room: not room.session.mirror.turns and room.session.settled)

    live.play(light, "b2")
    assert dark("/api/pause", lang="en")["asked"]
    assert light("/api/answer", what="allow")["ok"]
    assert light("/api/state")["clock"]["paused"]
    assert dark("/api/turns", turn="c3")["error"] == "paused"
    assert light("/api/pause", lang="en")["asked"], "only the side to move goes on alone"
    assert light("/api/answer", what="withdrawn")["ok"]
    assert dark("/api/pause", lang="en")["ok"]
    assert not light("/api/state")["clock"]["paused"]
    live.play(dark, "c3")


def test_two_phones_agree_on_a_draw_and_play_again_with_sides_swapped(phones):
    live, light, dark = phones
    light("/api/end", what="draw", side=0)
    assert 0 < dark("/api/state")["offer_left_ms"] <= 30_000
    assert dark("/api/end", what="decline", side=1)["ok"]
    live.wait(lambda room: room.consent.outcome)
    assert light("/api/state")["asked"] == {"kind": "draw", "side": 0, "how": "refused"}
    assert light("/api/end", what="draw", side=0)["error"] == "refused"
    live.play(light, "a1")
    light("/api/end", what="draw", side=0)
    dark("/api/end", what="accept", side=1)
    live.wait(lambda room: room.session.over)
    assert light("/api/state")["game"]["outcome"] == {"winner": 2, "reason": "agreed"}
    assert dark("/api/rematch", lang="en")["asked"]
    assert light("/api/answer", what="allow")["ok"]
    live.wait(lambda room: not room.session.mirror.turns and room.session.settled)
    assert light("/api/state")["seats"]["names"] == ["Ben", "Ada"]
    assert (light("/api/me")["sides"], dark("/api/me")["sides"]) == ([1], [0])
    assert light("/api/turns", turn="b2")["error"] == "not-yours"
    live.play(dark, "b2")


def test_an_offer_of_a_draw_ends_by_itself(phones, monkeypatch):
    live, light, dark = phones
    monkeypatch.setattr("underboard.web.table.consent.ANSWER_S", 0.0)
    light("/api/end", what="draw", side=0)
    live.wait(lambda room: room.consent.outcome)
    told = dark("/api/state")
    assert (told["offer"], told["asked"]["how"]) == (None, "unanswered")
    assert dark("/api/end", what="accept", side=1)["error"] == "trouble"


def test_who_breaks_off_asks_the_other_one_and_a_host_who_looks_on_asks_nobody(phones):
    live, light, dark = phones
    assert light("/api/end", what="abandon", side=0)["asked"]
    assert dark("/api/answer", what="refused")["ok"]
    assert light("/api/state")["asked"]["how"] == "refused"
    assert light("/api/state")["game"]["outcome"] is None
    assert live.visitor()("/api/end", what="abandon", side=0)["status"] == 403
    assert dark("/api/end", what="abandon", side=1)["asked"]
    assert light("/api/answer", what="allow")["ok"]
    live.wait(lambda room: room.session.over)
    assert dark("/api/state")["game"]["outcome"]["reason"] == "abandoned"


def test_set_phrases_are_said_by_seats_alone_and_not_too_fast(phones):
    live, light, dark = phones
    assert light("/api/say", phrase="well-played")["ok"]
    said = dark("/api/state")["phrases"]
    assert (said[0]["key"], said[0]["number"], said[1]) == ("well-played", 1, None)
    assert light("/api/say", phrase="hello")["status"] == 429
    assert dark("/api/say", phrase="thanks")["ok"]
    assert dark("/api/say", phrase="you are bad")["status"] == 400
    assert live.visitor()("/api/say", phrase="hello")["status"] == 403


def test_an_unfinished_game_goes_on_from_the_records_and_a_finished_one_does_not(live):
    for turn in ("b2", "c3", "a1"):
        live.play(live.host, turn)
    number = live.host("/api/state")["record"]
    begin(live)
    live.play(live.host, "d4")
    assert live.host("/api/resume", number=number)["ok"]
    live.wait(lambda room: len(room.session.mirror.turns) == 3 and room.session.settled)
    assert live.host("/api/turns")["turns"] == ["b2", "c3", "a1"]
    assert live.host("/api/state")["game"]["side"] == 1
    live.host("/api/end", what="resign", side=1)
    over = live.host("/api/state")["record"]
    assert "is over" in live.host("/api/resume", number=over)["text"]
    assert live.host("/api/resume", number=10**6)["error"] == "trouble"
    assert live.visitor()("/api/resume", number=number)["status"] == 403
