"""Whole games on pods (simulated hands vote, everything breaks, nothing is miscounted).

The second count knows only what the hands' own lights told them (PodUrn).
"""

import os
import random

import pytest

from support.campaign import campaign
from support.galerapagos.pods import Room, noise, pod_game
from underboard.galerapagos.pods.auto import PodUrn
from underboard.galerapagos.state import switches
from underboard.sim.wire import loop

GAMES, PARTS = campaign(12, 500), campaign(2, 10)
"""Games in the suite and in a campaign, and how many tests share them."""


class Troubled(Room):
    """In the first ballot the host is killed, the cable pulled three times and the power cut."""

    def __init__(self, chance):
        super().__init__(noise(chance), chance.randrange(1 << 30))
        self._chance = chance
        self.killed = False
        self._begun = False

    def _every_turn(self):
        if not self._begun and self.loop.harness and self.table.box.received:
            self._begun = True
            now, within = self.loop.now_ms, self._chance.randrange
            self.plan(now + within(12000), self.kill_host)
            self.plan(now + within(15000), self.cut_power)
            for _ in range(3):
                self.plan(now + within(30000), lambda: self.pull_cable(within(200, 7000)))
        super()._every_turn()

    def kill_host(self):
        self.killed = True
        super().kill_host()


def setting(chance):
    """Return switches of the rules, about half of them changed."""
    return {
        name: chance.choice(values)
        for name, values in switches.SWITCHES.items()
        if chance.random() < 0.5
    }


def play(seed, path):
    chance = random.Random(seed)
    room = Troubled(chance)
    cards = chance.choice(switches.CARD_MODES)
    game = pod_game(room, path, chance.randint(3, 12), seed, cards, setting(chance))
    return room, game.play()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_ballot_of_many_games_is_miscounted(part, tmp_path, monkeypatch):
    # Programs are killed here, not computers: what was written is there without waiting.
    monkeypatch.setattr(os, "fsync", lambda number: None)
    # Long turns of the board's loop, still shorter than any press: half the time for the same.
    monkeypatch.setattr(loop, "STEP_MS", 40)
    ballots = killed = kept = damaged = 0
    for seed in range(part, GAMES, PARTS):
        room, session = play(seed, tmp_path / f"{seed}.jsonl")
        assert session.miscounted == 0, f"seed {seed}"
        assert room.pods.notices == [], f"seed {seed}"
        ballots += session.figures()["ballots"]
        killed += room.killed
        kept += room.boots - 1
        damaged += room.table.link.damaged + (room.table.box.damaged if room.killed else 0)
    assert ballots > 3 * GAMES / PARTS
    assert killed > 0.7 * GAMES / PARTS
    assert kept > 0.7 * GAMES / PARTS
    assert damaged > 10


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
    votes = PodUrn.watch

    def forge(self, game, event, effects):
        if event["do"] == "show" and self.slips:
            voter = min(self.slips)
            others = [seat for seat in range(len(game.camp.people)) if seat != self.slips[voter]]
            self.slips[voter] = others[0]
        votes(self, game, event, effects)

    monkeypatch.setattr(PodUrn, "watch", forge)
    assert pod_game(Room(seed=1), None, 6, 1).play().miscounted > 0
