"""The table leads itself from phones (steps of the first player, embarking, ghosts, the end)."""

import pytest

from support.galerapagos.phones import Client, phone_table, port_of
from support.galerapagos.table import NAMES, to_ballot
from underboard.cli.moderator.again import next_setup
from underboard.galerapagos.phones.ghosts import Ghosts
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.view import offers
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.galerapagos.show.director import Director
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.texts import Texts

PLAYERS = 4


def fresh(cards="physical", players=PLAYERS, **switches):
    return RecordedGame(Game(Setup(NAMES[:players], 5, cards, 0, switches)), None)


def seated(hub, seats=range(PLAYERS)):
    phones = {seat: Client(port_of(hub)).sit(seat) for seat in seats}
    hub.do(lambda: None).result()  # everybody has been told who sits where
    return phones


def steps(phone):
    lead = phone.state()["me"]["lead"]
    return lead and lead["steps"]


def lead(phone, entry, **more):
    return phone.order("lead", entry=entry, **more)


def test_the_first_player_leads_a_whole_day_without_a_key():
    kept = fresh()
    with phone_table(kept) as hub:
        phones = seated(hub)
        assert steps(phones[0]) == ["reveal"]
        assert steps(phones[1]) is None
        assert lead(phones[1], "reveal")[1]["error"] == "no-offer"
        assert lead(phones[0], "reveal")[0] == 200
        for seat in range(PLAYERS):
            assert phones[seat].order("enter", do="fish")[0] == 200
        hub.do(
            lambda: kept.enter({"do": "override", "what": "water", "value": 3, "why": ""})
        ).result()
        assert lead(phones[0], "count", sure=True)[0] == 200
        assert steps(phones[0]) == ["debate", "vote"]
        assert lead(phones[0], "debate")[0] == 200
        assert lead(phones[0], "vote")[0] == 200
        assert steps(phones[0]) == ["three"]
        for seat, target in enumerate((1, 0, 1)):
            assert phones[seat].vote(target)[0] == 200
        assert phones[0].state()["me"]["lead"]["missing"] == [3]
        status, answer = lead(phones[0], "three")
        assert (status, answer["error"]) == (409, "sure")
        assert "Dov" in answer["text"]
        assert phones[3].vote(1)[0] == 200
        assert lead(phones[0], "three")[0] == 200
        assert kept.game.camp.designated == 1
        assert phones[1].order("enter", do="accept", sure=True)[0] == 200
        while kept.game.camp.phase == "shortage":
            pytest.fail("the others have enough")
        assert kept.game.camp.phase == "evening"
        assert steps(phones[0]) == ["stay"]
        assert lead(phones[0], "stay")[0] == 200
        # The first-player card has passed on to the right, and the lead with it.
        assert steps(phones[0]) is None
        assert steps(phones[3]) == ["reveal"]


def test_where_the_first_player_has_no_phone_nobody_leads_and_the_host_does():
    kept = fresh()
    with phone_table(kept) as hub:
        phones = seated(hub, [1, 2])
        assert steps(phones[1]) is None
        assert lead(phones[1], "reveal")[1]["error"] == "no-offer"


def test_votes_may_come_until_three_and_then_the_envelopes_open():
    now = [0.0]
    kept = to_ballot(fresh(), PLAYERS)
    with phone_table(kept, director=Director(), clock=lambda: now[0]) as hub:
        phones = seated(hub)

        def at(moment):
            now[0] = moment
            hub.do(lambda: None).result()

        at(60)
        for seat, target in enumerate((1, 0, 1)):
            phones[seat].vote(target)
        assert lead(phones[0], "three", sure=True)[0] == 200
        at(62)
        assert phones[3].vote(0)[0] == 200
        assert lead(phones[0], "three", sure=True)[1]["error"] == "showing"
        at(63.1)
        assert kept.game.camp.phase == "tie", "shown when the count has come to its end"
        assert phones[3].vote(1)[1]["error"] == "showing"
        assert phones[0].state()["table"]["phase"] == "ballot"


def ready_to_leave(kept=None):
    kept = kept or fresh()
    kept.enter({"do": "reveal"})
    while kept.game.camp.phase == "act":
        kept.enter({"do": "fish"})
    for what in ("water", "food", "seats"):
        kept.enter({"do": "override", "what": what, "value": 12})
    kept.enter({"do": "count"})
    return kept


@pytest.mark.parametrize(("last", "phase"), [("leave", "over"), ("remain", "dawn")])
def test_survivors_say_each_for_themselves_whether_they_embark(last, phase):
    kept = ready_to_leave()
    with phone_table(kept) as hub:
        phones = seated(hub)
        assert [
            o["do"] for o in phones[2].state()["me"]["offers"] if o["do"] in ("leave", "remain")
        ]
        for seat in range(PLAYERS - 1):
            assert phones[seat].order("enter", do="leave")[0] == 200
            assert kept.game.camp.phase == "evening"
        assert phones[3].state("/api/events?as=big")["table"]["embark"] == {
            "in": [0, 1, 2], "of": [0, 1, 2, 3],
        }  # fmt: skip
        assert phones[3].order("enter", do=last)[0] == 200
        assert kept.game.camp.phase == phase


def test_a_ghost_guesses_in_secret_and_is_told_how_often_it_was_right(tmp_path):
    path = tmp_path / "game.jsonl"
    kept = RecordedGame.create(path, Setup(NAMES[:PLAYERS], 5, "physical", 0))
    kept.enter({"do": "override", "what": "dead", "value": 3})
    to_ballot(kept, PLAYERS - 1)
    with phone_table(kept) as hub:
        phones = seated(hub)
        assert phones[0].order("enter", do="guess", target=1, escape=2)[1]["error"] == "no-offer"
        assert phones[3].order("enter", do="guess", target=3, escape=2)[1]["error"] == "no-target"
        assert phones[3].order("enter", do="guess", target=1, escape=2)[0] == 200
        assert phones[3].state()["me"]["ghost"]["next"] == 1
        for other in (0, 1, 2):
            assert "ghost" not in phones[other].state()["table"]
            assert phones[other].state()["me"]["ghost"] is None
        for seat, target in enumerate((1, 0, 1)):
            phones[seat].vote(target)
        hub.do(lambda: kept.enter({"do": "show"})).result()
        ghost = phones[3].state()["me"]["ghost"]
        assert (ghost["right"], ghost["made"], ghost["next"]) == (1, 1, None)
    assert Ghosts(path.with_suffix(".ghosts")).right == {"3": 1}
    assert path.with_suffix(".ghosts").stat().st_mode & 0o777 == 0o600


def test_a_host_that_comes_back_decides_no_guess_twice(tmp_path):
    path = tmp_path / "game.jsonl"
    kept = ready_to_leave(RecordedGame.create(path, Setup(NAMES[:PLAYERS], 5, "physical", 0)))
    kept.enter({"do": "override", "what": "dead", "value": 3})
    kept.enter({"do": "stay"})
    guess = {"do": "guess", "target": 1, "escape": 2}
    Hub(kept).order(3, guess, True, Texts("en"))
    clock = iter(range(99)).__next__
    again = Hub(RecordedGame.resume(path), Director(), clock, 1000)
    while again.tell() or again.stage.is_busy():
        pass
    assert (again.ghosts.made, again.ghosts.right) == ({}, {}), "guessed after the day began"


def test_with_the_voice_of_the_dead_they_vote_and_do_not_guess():
    kept = fresh(voice="on")
    kept.enter({"do": "override", "what": "dead", "value": 3})
    with pytest.raises(Refused):
        Ghosts(None).guess(kept.game.camp, 3, 0, 1, 0)


def test_what_is_always_refused_is_not_offered():
    for cards, seed in (("dealt", 2), ("physical", 2)):
        game = Game(Setup(NAMES[:6], seed, cards, 0))
        for event in (
            {"do": "reveal"},
            {"do": "search"},
            {"do": "wood"},
            {"do": "push", "extra": 0},
        ):
            game.enter(event)
            for seat in range(6):
                for offer in offers(game.camp, seat):
                    if offer["do"] != "play":
                        continue
                    tried = Game(game.setup)
                    for entry in game.entries:
                        tried.enter(entry)
                    said = {k: v[0] for k, v in offer.items() if k not in ("do", "targets")}
                    said |= {"targets": offer["targets"][:1]} if "targets" in offer else {}
                    said |= {"action": offer["action"][-1]} if "action" in offer else {}
                    tried.enter({"do": "play", "player": seat, **said})


def test_a_shot_can_be_announced_during_a_ballot():
    kept = to_ballot(fresh(), PLAYERS)
    kept.game.camp.people[2].laid.append("revolver")
    assert any(offer["do"] == "shoot" for offer in offers(kept.game.camp, 2))


def test_the_first_player_of_the_next_game_sits_one_seat_on():
    setup = Setup(NAMES[:PLAYERS], 5, "physical", 3, emblems=(4, 1, 9, 0))
    again = next_setup(setup, 77)
    assert (again.first, again.seed, again.names, again.emblems) == (
        0, 77, setup.names, setup.emblems,
    )  # fmt: skip


def test_how_it_goes_on_is_asked_after_the_end_only():
    kept = ready_to_leave()
    chosen = []
    with phone_table(kept) as hub:
        hub.go_on, hub.may_go_on = chosen.append, lambda: ["again", "enough"]
        host = Client(port_of(hub))
        assert host.order("table", entry="again")[1]["error"] == "not-over"
        hub.do(lambda: kept.enter({"do": "depart"})).result()
        phone = Client(port_of(hub)).sit(1)
        assert phone.order("table", entry="again")[1]["error"] == "no-remote"
        assert host.order("table", entry="change")[1]["error"] == "no-offer"
        assert host.order("table", entry="again")[0] == 200
    assert chosen == ["again"]
