"""Typing evening (a session at a board in this process, with hands that note what is typed)."""

from support.machine.loop import BareBoard
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.records.database import Records
from underboard.referee.session import Session
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.texts import Texts


class Hands:
    """Simulated hands that only note what they should do."""

    busy = False

    def __init__(self):
        self.made = []

    def make(self, turns):
        self.made += turns

    def arrange(self):
        pass

    def forget(self):
        pass


class Evening:
    """A session at a board in this process, with hands that note what is typed."""

    def __init__(self, folder, name="pylos", language="en", start=""):
        layouts = {"pylos": "pylos-reed16", "apagos": "apagos-reed36", "gyges": "gyges-reed38"}
        loop = LoopbackTransport(BareBoard(layout=layout_of(layouts[name])))
        board = Board(
            loop.open, Records.open(folder / "games"), loop.clock, sleep=loop.sleep, run_id="t"
        )
        self.said = []
        self.session = Session(
            board, (None, None), Texts(language), self.said.append, clock=loop.clock, name=name
        )
        self.session.begin(start=start)
        self.session.hands = self.hands = Hands()

    def type(self, *lines):
        """Type lines; return what was said about the last one."""
        for line in lines:
            before = len(self.said)
            assert self.session.handle(line)
        return " ".join(self.said[before:])
