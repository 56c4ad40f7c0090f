"""Whole games on pods (simulated hands vote, nothing is miscounted).

The second count knows only what the hands' own lights told them (PodUrn).  Games in which the
host is killed, the cable pulled and the power cut: test_evenings.py.
"""

from support.galerapagos.pods import Room, pod_game
from underboard.galerapagos.pods.simulate import PodRecount


def test_a_game_without_any_trouble():
    room = Room(seed=1)
    session = pod_game(room, None, 6, 1).play()
    assert session.miscounted == 0
    assert session.figures()["ballots"] > 0
    assert (room.hosts, room.boots, room.pods.notices) == (1, 1, [])


def test_the_same_seed_plays_the_same_game():
    records = []
    for _ in range(2):
        room = Room(seed=7)
        game = pod_game(room, None, 7, 7)
        game.play()
        records.append(game.game.entries)
    assert records[0] == records[1]


def test_the_second_count_notices_a_vote_that_was_changed_on_the_way(monkeypatch):
    votes = PodRecount.watch

    def forge(self, game, event, effects):
        if event["do"] == "show" and self.slips:
            voter = min(self.slips)
            others = [seat for seat in range(len(game.camp.people)) if seat != self.slips[voter]]
            self.slips[voter] = others[0]
        votes(self, game, event, effects)

    monkeypatch.setattr(PodRecount, "watch", forge)
    assert pod_game(Room(seed=1), None, 6, 1).play().miscounted > 0
