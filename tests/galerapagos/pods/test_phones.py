"""Phones as pods (seats, votes, secrecy and bad input, by plain HTTP)."""

import json

import pytest

from support.galerapagos.phones import Client, phone_table, port_of
from support.galerapagos.pods import Room
from support.galerapagos.pods import at_ballot as ballot_for_pods
from support.galerapagos.table import NAMES, all_collect_wood, do, hold, table, to_ballot
from underboard.galerapagos.phones import view
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.remote import NeedsConfirmation
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.debate_clock import Debate
from underboard.texts import Texts

PLAYERS = 5


def at_ballot(path=None, cards="physical", seed=7, **switches):
    """Return a table at its first ballot: water is one short."""
    setup = Setup(NAMES[:PLAYERS], seed, cards, 0, switches)
    kept = RecordedGame.create(path, setup) if path else RecordedGame(Game(setup), None)
    return to_ballot(kept, PLAYERS)


@pytest.fixture
def room():
    with phone_table(at_ballot()) as hub:
        yield hub


def seated(hub):
    return [Client(port_of(hub)).sit(seat) for seat in range(PLAYERS)]


def test_phones_vote_and_the_ballot_is_counted(room):
    for phone, target in zip(seated(room), (1, 2, 1, 1, -1)):
        assert phone.vote(target) == (200, {"ok": True})
    assert room.table.game.camp.ballot.votes == {"0": 1, "1": 2, "2": 1, "3": 1, "4": -1}
    room.do(lambda: room.table.enter({"do": "show"})).result()
    assert room.table.game.camp.designated == 1


def test_a_vote_may_be_changed_until_it_is_shown_and_then_not(room):
    ada, *_ = seated(room)
    name = ada.state()["table"]["ballot"]["round"]
    ada.vote(1)
    ada.vote(2)
    assert room.table.game.camp.ballot.votes == {"0": 2}
    room.do(lambda: room.table.enter({"do": "show", "silent": True})).result()
    status, answer = ada.vote(1, name)
    assert (status, answer["error"]) == (409, "old-page")


def test_an_order_that_is_sent_twice_is_done_once(room):
    ada, *_ = seated(room)
    name = ada.state()["table"]["ballot"]["round"]
    ada.vote(1, name)
    entries = len(room.table.game.entries)
    assert ada.vote(1, name, again=True) == (200, {"ok": True})
    assert len(room.table.game.entries) == entries


# -- seats


def test_two_phones_on_one_seat_are_one_too_many(room):
    Client(port_of(room)).sit(0)
    status, answer = Client(port_of(room)).order("sit", seat=0)
    assert (status, answer["error"]) == (409, "seat-taken")
    assert "Ada" in answer["text"]


def test_a_seat_whose_link_nobody_uses_is_free_again_after_two_minutes(room):
    now = [0.0]
    room.pages._clock = lambda: now[0]
    room.pages.hand_over(0)
    phone = Client(port_of(room))
    now[0] = 119
    assert phone.order("sit", seat=0)[1]["error"] == "seat-taken"
    now[0] = 121
    assert phone.order("sit", seat=0)[0] == 200


def test_an_address_that_is_no_link_is_answered_without_a_word_in_the_terminal(room, capfd):
    phone = Client(port_of(room))
    for address in ("/join/%C3%A9", "/api/join/%C3%A9", "/seat/%C3%A9"):
        assert phone.get(address)[0] in (200, 404)
    assert phone.order("join", token="é")[0] in (400, 409)
    assert "Traceback" not in capfd.readouterr().err


def test_a_phone_has_one_seat(room):
    phone = Client(port_of(room)).sit(0)
    status, answer = phone.order("sit", seat=1)
    assert (status, answer["error"]) == (409, "seat-already")


def test_a_token_is_used_once(room):
    link = room.pages.hand_over(3).rpartition("/join/")[2]
    first, second = Client(port_of(room)), Client(port_of(room))
    assert first.get(f"/join/{link}")[0] == 200
    assert json.loads(first.get("/api/me")[1])["seat"] is None, "a preview takes nothing"
    assert first.order("join", token=link)[0] == 200
    assert json.loads(first.get("/api/me")[1])["seat"] == 3
    assert second.order("join", token=link)[1]["error"] == "used"
    assert json.loads(second.get("/api/me")[1])["seat"] is None


def test_a_seat_left_for_good_is_handed_over(room):
    old = Client(port_of(room)).sit(3)
    link = room.pages.hand_over(3).rpartition("/join/")[2]
    new = Client(port_of(room))
    new.order("join", token=link)
    assert new.vote(1)[0] == 200
    status, answer = old.vote(2, "1.1")
    assert (status, answer["error"]) == (409, "no-seat")
    assert old.state()["me"] is None


def test_a_phone_that_reloads_or_slept_is_still_the_same(room):
    phone = Client(port_of(room)).sit(2)
    phone.vote(0)
    again = Client(port_of(room))
    again.cookie = phone.cookie
    state = again.state()
    assert state["me"]["seat"] == 2
    assert 2 in state["table"]["ballot"]["in"]


def test_a_host_that_was_killed_knows_its_phones_again(tmp_path):
    path = tmp_path / "game.jsonl"
    with phone_table(at_ballot(path)) as hub:
        phones = seated(hub)
        for phone, target in zip(phones[:3], (1, 2, 1)):
            phone.vote(target)
    with phone_table(RecordedGame.resume(path), port=port_of(hub)) as hub:
        assert [phone.state()["me"]["seat"] for phone in phones] == [0, 1, 2, 3, 4]
        for phone, target in zip(phones[3:], (1, 1)):
            phone.vote(target)
        assert hub.table.game.camp.ballot.votes == {"0": 1, "1": 2, "2": 1, "3": 1, "4": 1}
    assert (tmp_path / "game.phones").stat().st_mode & 0o777 == 0o600


# -- secrecy


def test_a_view_before_the_reveal_does_not_depend_on_votes():
    kept = at_ballot(cards="dealt")
    ballot = kept.game.camp.ballot
    ballot.votes = {"0": 1, "2": 3}
    first = [view.public(kept.game, 9), *(view.private(kept.game, n) for n in range(PLAYERS))]
    ballot.votes = {"0": 4, "2": -1}
    assert first == [
        view.public(kept.game, 9),
        *(view.private(kept.game, n) for n in range(PLAYERS)),
    ]


def test_nobody_sees_another_hand_or_what_another_was_shown():
    game = table(4, "dealt")
    hold(game, 1, "barometer")
    do(game, "play", player=1, card="barometer")
    mine, theirs = view.private(game, 1), view.private(game, 2)
    assert "next days" in mine["looks"][0]["en"]
    assert theirs["looks"] == []
    assert theirs["hand"] == sorted(game.camp.people[2].hand)
    public = json.dumps(view.public(game, 0))
    assert "next days" not in public
    assert "hand" not in json.dumps(view.public(game, 0)["people"])


def test_the_big_screen_gets_no_seat_of_its_own(room):
    phone = Client(port_of(room)).sit(0)
    assert set(phone.state("/api/events?as=big")) == {"table", "debate", "scene"}
    assert set(phone.state()) == {"table", "debate", "me", "host"}


# -- what a phone may do


def test_a_phone_acts_when_it_is_its_turn_and_only_then():
    kept = RecordedGame(Game(Setup(NAMES[:3], 5, "physical", 0)), None)
    kept.enter({"do": "reveal"})
    with phone_table(kept) as hub:
        ada, basil = (Client(port_of(hub)).sit(seat) for seat in (0, 1))
        status, answer = basil.order("enter", do="fish")
        assert (status, answer["error"]) == (409, "no-offer")
        assert ada.order("enter", do="wood")[0] == 200
        assert ada.order("enter", do="push", extra=0)[0] == 200
        assert basil.order("enter", do="play", card="club")[0] == 200
        assert kept.game.entries[-1] == {"do": "play", "card": "club", "player": 1}


def test_nobody_plays_for_another(room):
    ada, *_ = seated(room)
    before = len(room.table.game.entries)
    for fields in (
        {"do": "play", "card": "club", "player": 3},
        {"do": "cast", "voter": 2, "target": 1},
        {"do": "override", "what": "end", "value": 0},
        {"do": "show", "silent": True},
        {"do": "pods", "places": [4, 3, 2, 1, 0]},
        {"do": ["play"]},
    ):
        status, answer = ada.order("enter", **fields)
        if fields["do"] == "play":
            assert room.table.game.entries[-1]["player"] == 0
        else:
            assert status == 409, answer
    assert len(room.table.game.entries) == before + 1


BAD_VOTES = [
    ({"target": "00"}, "self-vote"),
    ({"target": "99"}, "seat"),
    ({"target": "-2"}, "no-target"),
    ({"target": 1}, "no-target"),
    ({"target": "1"}, "no-target"),
    ({"target": "²²"}, "no-target"),
    ({"target": "01", "round": "1.1"}, "old-page"),
    ({"target": "01", "round": None}, "old-page"),
]


@pytest.mark.parametrize(("fields", "rule"), BAD_VOTES)
def test_a_crafted_vote_is_one_sentence_and_nothing_is_lost(room, fields, rule):
    ada, basil, *_ = seated(room)
    name = basil.state()["table"]["ballot"]["round"]
    basil.vote(2)
    status, answer = ada.order("vote", **{"round": name, **fields})
    assert (status, answer["error"]) == (409, rule)
    assert answer["text"].endswith(".")
    assert room.table.game.camp.ballot.votes == {"1": 2}


def test_a_vote_for_the_dead_is_refused(room):
    ada, *_ = seated(room)
    room.table.game.camp.people[3].alive = False
    status, answer = ada.vote(3)
    assert (status, answer["error"]) == (409, "dead")


def test_a_stranger_and_another_site_learn_nothing(room):
    phone = Client(port_of(room))
    phone.cookie = "underboard=forged"
    assert phone.ask("GET", "/api/events")[0] == 401
    assert phone.order("vote", round="1.1", target="01")[0] == 401
    assert phone.ask("GET", "/api/me", origin="http://evil.example")[0] == 403
    for path in ("/static/../view.py", "/static/phone.html", "/static/.x", "/static/none.js"):
        assert phone.get(path)[0] == 404


def test_what_kills_is_confirmed_on_the_phone_too():
    game_table = at_ballot()
    with phone_table(game_table) as hub:
        phones = seated(hub)
        for phone, target in zip(phones, (1, 0, 1, 1, 1)):
            phone.vote(target)
        hub.do(lambda: game_table.enter({"do": "show"})).result()
        status, answer = phones[1].order("enter", do="accept")
        assert (status, answer["error"]) == (409, "sure")
        assert "Basil dies of thirst." in answer["text"]
        assert phones[1].order("enter", do="accept", sure=True)[0] == 200
        assert not game_table.game.camp.people[1].alive


# -- the host's remote


def test_the_remote_leads_and_nobody_else_does():
    kept = RecordedGame(Game(Setup(NAMES[:3], 5, "physical", 0)), None)
    with phone_table(kept) as hub:
        host, other = Client(port_of(hub)), Client(port_of(hub))
        status, answer = other.order("lead", entry="reveal")
        assert (status, answer["error"]) == (409, "no-remote")
        host.order("join", token=hub.pages.hand_over(None).rpartition("/join/")[2])
        assert host.state()["host"]["entries"] == ["reveal"]
        assert host.order("lead", entry="reveal")[0] == 200
        assert host.order("lead", entry="fish")[1]["error"] == "no-offer"
        kept.enter({"do": "wood"})
        assert host.order("lead", entry="undo")[0] == 200
        assert kept.game.camp.phase == "act"
        assert host.order("lead", entry="pause")[0] == 200
        assert other.state()["table"]["paused"]


def remote_of(hub):
    """Return a phone that is the host's remote."""
    host = Client(port_of(hub))
    host.order("join", token=hub.pages.hand_over(None).rpartition("/join/")[2])
    return host


def test_the_remote_sets_right_what_the_table_decides_otherwise():
    kept = RecordedGame(Game(Setup(NAMES[:3], 5, "physical", 0)), None)
    kept.enter({"do": "reveal"})
    kept.enter({"do": "fish"})
    with phone_table(kept) as hub:
        host = remote_of(hub)
        rights = {right["what"][0]: right["value"] for right in host.state()["host"]["rights"]}
        assert rights["water"] == list(range(37))
        assert rights["act"] == [0, 1, 2]
        before = kept.game.camp.food
        assert host.order("lead", entry="override", what="fish", value=5)[0] == 200
        assert kept.game.camp.food != before
        assert host.order("lead", entry="override", what="act", value=0)[0] == 200
        assert kept.game.camp.actor == 0
        status, answer = host.order("lead", entry="override", what="dead", value=1)
        assert (status, answer["error"]) == (409, "sure")
        assert host.order("lead", entry="override", what="dead", value=1, sure=True)[0] == 200
        assert not kept.game.camp.people[1].alive
        for what, value in (("moon", 1), ("water", "9"), ("water", 99), (["water"], 3)):
            status, answer = host.order("lead", entry="override", what=what, value=value)
            assert (status, bool(answer["text"])) == (409, True), (what, value)
        assert host.order("lead", entry="undo")[0] == 200
        assert host.state()["host"]["redo"]


def test_the_remote_shows_votes_when_some_are_missing_once_it_was_said_whose(room):
    ada, basil, *_ = seated(room)
    ada.vote(1)
    basil.vote(0)
    host = remote_of(room)
    status, answer = host.order("lead", entry="show")
    assert (status, answer["error"]) == (409, "sure")
    assert "Cleo" in answer["text"]
    assert "Basil" not in answer["text"]
    assert host.order("lead", entry="show", sure=True)[0] == 200
    assert room.table.game.camp.phase == "tie"


def test_the_remote_shows_the_votes_that_lie_on_pods():
    pod_room = Room()
    pods = pod_room.sit_down(ballot_for_pods())
    pod_room.run(4)
    hub = Hub(pods.table)
    hub.attach_pods(pods)
    locked = pod_room.hands({0: [1], 1: [2], 2: [1], 3: [1]})
    while locked() is None:
        pods.step(0.1)
    with pytest.raises(NeedsConfirmation, match="Elsa"):
        hub.remote.lead({"entry": "show"}, False, Texts("en"))
    hub.vote(4, 1, f"{pods.ballot.number}.{pods.table.opened}")
    hub.remote.lead({"entry": "show"}, False, Texts("en"))
    assert pods.camp.designated == 1


def test_the_clock_of_the_debate_is_told_to_every_page(room):
    now = [100.0]
    room.remote.debate = Debate(90, lambda: now[0])
    host, other = remote_of(room), Client(port_of(room))
    assert other.state()["debate"] == {"left": None}
    assert host.order("lead", entry="debate")[0] == 200
    assert other.state("/api/events?as=big")["debate"] == {"left": 90}
    for moment, left in ((160.5, 30), (190, 0), (197, 0), (198, None)):
        now[0] = moment
        room.do(lambda: None).result()
        assert other.state()["debate"] == {"left": left}
    assert not host.state()["host"]["debating"]


def test_each_seat_has_a_code_and_an_address_of_its_own(room):
    one, two, all_seats = (
        Client(port_of(room)).get(f"/api/qr{seat}")[1] for seat in ("?seat=1", "?seat=2", "")
    )
    assert b"<svg" in one
    assert len({one, two, all_seats}) == 3
    assert Client(port_of(room)).get("/api/qr?seat=%C2%B2")[1] == all_seats
    assert Client(port_of(room)).get("/seat/2") == Client(port_of(room)).get("/")


def test_offers_are_what_the_rules_take():
    """Every offer without a consequence can be entered as it stands."""
    game = table(4, "dealt")
    do(game, "reveal")
    game.camp.water = 2
    all_collect_wood(game)
    for seat in range(4):
        for offer in view.offers(game.camp, seat):
            assert set(offer) <= {"do", "card", "target", "targets", "action", "extra"}
            assert all(options for name, options in offer.items() if name != "do"), offer


def test_a_phone_votes_instead_of_its_owners_pod_and_counts_once():
    room = Room()
    pods = room.sit_down(ballot_for_pods())
    room.run(4)
    done = room.hands({0: [1], 1: [2], 2: [3], 3: [4]})
    while done() is None:
        pods.step(0.1)
    hub = Hub(pods.table)
    hub.attach_pods(pods)
    name = f"{pods.ballot.number}.{pods.table.opened}"
    hub.vote(1, 3, name)
    hub.vote(4, 0, name)
    room.run(1)
    assert pods.progress() == (5, 5)
    pods.collect()
    assert pods.camp.ballot.votes == {"0": 1, "1": 3, "2": 3, "3": 4, "4": 0}
