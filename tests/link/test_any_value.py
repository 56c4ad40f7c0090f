"""Lines with right checksums and any value, in real positions of all games: nothing breaks."""

import random

import pytest

from boardcore.games import NAMES, rules_of
from boardcore.lights.cues import LETTERS
from boardcore.link.linkstate import READY
from boardcore.link.wire import Message, fields_of
from boardcore.verdicts import VERDICT_NAMES
from support.boards.hostile import NASTY
from support.campaign import campaign
from support.machine.loop import IN_MEMORY
from support.messages import HOST, messages
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.events import Hello, State
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.referee.screen import Screen
from underboard.referee.session import Session
from underboard.texts import Texts
from underboard.voice.narrator import Narrator
from underboard.web.table.state import StateSerializer

LAYOUTS = {"pylos": "pylos-reed16", "apagos": "apagos-reed36", "gyges": "gyges-reed38"}
PLIES = (0, 1, 3, 9, 20)


class SilentPort:
    """A port on which nothing comes; it swallows what is sent."""

    url, damaged = "silent", 0

    def poll(self, timeout_s=0.0):
        return []

    def send(self, kind, *fields):
        pass

    def close(self):
        pass


class Listeners:
    """A board in mid-game, and everybody on the host who looks at what it reports."""

    def __init__(self, name, plies, seed, records):
        rng = random.Random(seed)
        self.now = 0.0
        self.name, self.layout = name, layout_of(LAYOUTS[name])
        mirror = Mirror.of_game("1234abcd", name, rules_of(name).VARIANTS[0], "", "computer", "")
        for _ in range(plies):
            turns = mirror.game.legal_turns()
            if mirror.outcome or not turns:
                break
            mirror.play(rules_of(name).turn_text(rng.choice(turns)))
        self.board = Board(SilentPort, records, self.clock, self.sleep, run_id="r")
        self.board.hello = Hello("1.0", "f", "b0", self.layout.name, name, "1", "power-on")
        self.board.mirror = mirror
        self.board.linkstate, self.board._link = READY, SilentPort()
        self.said = []
        self.session = Session(
            self.board, (None, None), Texts("en"), self.said.append, clock=self.clock, name=name
        )
        Narrator(self.session, self.said.append, lambda: 0)
        self.maker = StateSerializer()

    def clock(self):
        self.now += 0.01
        return self.now

    def sleep(self, seconds):
        self.now += seconds

    def hear(self, kind, fields):
        self.board._hear(Message(kind, 0, list(fields)))

    def receive(self, kind, fields):
        self.board.linkstate = READY  # the pause below is no silence
        self.hear(kind, fields)
        self.session.step()
        self.now += 5  # a wrong position is said after a while
        self.session.step()
        Screen(Texts("en"), self.layout).lines(self.session.view())
        self.maker.state(self.board, self.layout, busy=False)


def states_of(name, ply, rng):
    """Yield the fields of a state for every cell, missing and too many, alone and together."""
    rules = rules_of(name)
    names = ["1", "2", "3", "4"] if name == "apagos" else [
        rules.cell_text(cell) for cell in range(rules.CELLS)
    ]  # fmt: skip
    cells = [sign + cell for cell in names for sign in "+-"]
    lists = [[cell] for cell in cells] + [rng.sample(cells, 4) for _ in range(20)]
    for listed in lists:
        verdict = rng.choice(["wrong", "wrong", *VERDICT_NAMES, "x"])
        rule = rng.choice(["guide", "not-free", "-", "zz", "draw-offered"])
        at = ply if rng.random() < 0.8 else rng.randrange(40)
        yield [verdict, rng.choice("LDx"), str(at), rule, ",".join(listed), "-"]


@pytest.mark.parametrize("name", NAMES[:3])
def test_every_cell_of_every_position_may_be_missing_or_too_many(name):
    with Records(IN_MEMORY) as records:
        for ply in PLIES:
            listeners = Listeners(name, ply, ply, records)
            rng = random.Random(ply)
            for fields in states_of(name, listeners.board.mirror.game.ply, rng):
                listeners.receive("state", fields)
            assert listeners.said, "somebody says what is wrong"


@pytest.mark.parametrize("name", NAMES[:3])
def test_any_words_in_any_message_break_nothing(name):
    kinds = [(kind, len(fields_of(kind))) for kind, sender, _ in messages() if sender != HOST]
    with Records(IN_MEMORY) as records:
        for seed in range(campaign(3, 30)):
            rng = random.Random(seed)
            listeners = Listeners(name, rng.choice(PLIES), seed, records)
            for _ in range(60):
                kind, count = rng.choice(kinds)
                if kind == "hello":
                    continue  # a board that comes again is another matter
                words = [rng.choice((*NASTY, LETTERS[:9], "5")) or "-" for _ in range(count)]
                listeners.receive(kind, [word.replace(" ", "_") for word in words])


def test_a_state_of_a_position_that_is_not_mirrored_waits_for_its_entries():
    with Records(IN_MEMORY) as records:
        listeners = Listeners("gyges", 3, 1, records)
        board = listeners.board
        ply = board.mirror.game.ply
        listeners.hear("state", ["wrong", "L", str(ply + 1), "guide", "-a1", "-"])
        assert board.state is None, "its cells are those of a position that is not known here"
        assert board._asking, "the board is asked for the entries"
        board.mirror.play(rules_of("gyges").turn_text(board.mirror.game.legal_turns()[0]))
        board._publish_state()
        assert board.state == State("wrong", "L", ply + 1, "guide", ("-a1",), "")
