"""Secrecy of pods (lines, lights and answers of an open ballot tell nothing of a vote).

Two whole ballots that differ in votes only are compared byte for byte in test_evenings.py.
"""

from boardcore.pods.lights import CANDIDATE
from support.galerapagos.pods import LAYOUT, Room, at_ballot, sign_on

PLAYERS = 12


def test_all_lines_about_an_open_ballot_are_as_long():
    room = Room()
    pods = room.sit_down(at_ballot(players=PLAYERS))
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
        pods = room.sit_down(at_ballot(players=PLAYERS))
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
    pods = room.sit_down(at_ballot(players=PLAYERS))
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
