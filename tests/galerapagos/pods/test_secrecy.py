"""Secrecy (two ballots that differ in votes only look alike to everyone but the voters).

Everyone locks at the same moments in both; how often they stepped before, and what they
locked, differs.  All bytes of the wire in both directions, all lights and all writes to
the flash are compared at every turn of the board's loop.  The one exception is the light
of a pod while its owner is choosing: it shows the candidate to whoever bends over it.
"""

import random

import pytest

from boardcore.pods.lights import CANDIDATE
from support.galerapagos.pods import LAYOUT, Room, sign_on
from support.galerapagos.watch import FIRST_MS, Watched
from underboard.galerapagos.bots.auto import auto_setup
from underboard.galerapagos.bots.castaways import Bots
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game

PLAYERS = 12


def ballot_game():
    """Return a record of a game at its first ballot."""
    setup = auto_setup(PLAYERS, 3, "physical", {})
    record = RecordedGame(Game(setup), None)
    castaways = Bots(PLAYERS, 3)
    while record.game.camp.phase != "ballot":
        record.enter(castaways.regular(record.game.camp))
    return record


def hold(steps, wavers, until_ms=40_000):
    """Hold one ballot up to just before it is shut; return what was seen, and the votes."""
    room = Watched()
    pods = room.sit_down(ballot_game())
    room.run(FIRST_MS / 1000 - 1)
    assert pods.is_held()
    for pod, count in enumerate(steps):
        room.choose(pod, count, wavers[pod])
    room.run((until_ms - room.loop.now_ms) / 1000)
    assert pods.progress() == (PLAYERS, PLAYERS)
    seen = (room.wire, room.lights, room.flash)
    seen = tuple(list(what) for what in seen)
    before = len(pods.table.game.entries)
    pods.collect()
    votes = tuple(event["target"] for event in pods.table.game.entries[before:])
    return seen, votes


@pytest.mark.slow
def test_two_ballots_that_differ_in_votes_only_are_alike_byte_for_byte():
    chance = random.Random(5)
    # Who changes their mind is seen by everyone, so it is the same in both.
    wavering = [pod % 4 == 1 for pod in range(PLAYERS)]
    for _ in range(4):
        runs = []
        for _ in range(2):
            steps = [chance.randint(1, 20) for _ in range(PLAYERS)]
            again = [chance.randint(1, 20) if one else 0 for one in wavering]
            runs.append(hold(steps, again))
        (one, votes), (other, other_votes) = runs
        assert sum(a != b for a, b in zip(votes, other_votes)) >= PLAYERS // 2
        for name, ours, theirs in zip(("wire", "lights", "flash"), one, other):
            differing = [n for n, (a, b) in enumerate(zip(ours, theirs)) if a != b]
            assert len(ours) == len(theirs)
            assert differing == [], f"{name}: {ours[differing[0]]} {theirs[differing[0]]}"
        sent = b"".join(to_host for to_host, _ in one[0])
        assert sent.count(b"box ") > 30


def test_all_lines_about_an_open_ballot_are_as_long():
    room = Room()
    pods = room.sit_down(ballot_game())
    lengths = set()
    seen = []

    def watch():
        line = bytes(room.table.link.out[: room.table.link.out_end])
        if line.startswith(b"box ") and b" open " in line:
            lengths.add(len(line.split(b" ", 2)[2]))
            seen.append(line)

    room.plan(0, lambda: None)
    every = room.loop.every_turn
    room.loop.every_turn = lambda: (every(), watch())
    room.run(4)
    done = room.hands({pod: [(pod + 1) % PLAYERS] for pod in range(PLAYERS)})
    while done() is None:
        pods.step(0.1)
    assert len(set(seen)) > PLAYERS
    assert len(lengths) == 1


def test_the_light_of_a_locked_pod_is_the_same_for_every_vote():
    seen = set()
    for target in range(1, PLAYERS):
        room = Room()
        pods = room.sit_down(ballot_game())
        room.run(4)
        done = room.hands({0: [target]})
        while done() is None:
            pods.step(0.1)
        room.run(1)
        at = 3 * LAYOUT.pixel_of_cell[0]
        room.table.step(0)
        seen.add(bytes(room.table.colours[at : at + 3]))
        assert sign_on(room.table, LAYOUT.pixel_of_cell[0]) < CANDIDATE
    assert len(seen) == 1


def test_no_command_makes_an_open_box_tell_its_votes():
    room = Room()
    pods = room.sit_down(ballot_game())
    room.run(4)
    done = room.hands({0: [1]})
    while done() is None:
        pods.step(0.1)
    box = room.table.box
    name = box.round
    nonce = f"{box.nonce:x}"
    for kind, fields in (
        ("reveal", (name, nonce, "fff")),
        ("open", (name, nonce, f"{box.voters:03x}", f"{box.targets:03x}")),
        ("close", (name, nonce, "all")),
        ("seats", ("fff",)),
    ):
        room.table.execute(kind, fields)
        room.run(1)
        assert room.table.state_fields()[5] == "-"
        assert set(room.table.cue_fields()[0][:PLAYERS]) == {"b"}
        assert set(room.table.cue_fields()[1][:PLAYERS]) == {"0"}
        assert pods.board.box.votes == "-"
