"""Parts for tests of the pods (a board with pods in this process, hands, a host, a cable)."""

import json
import random
from pathlib import Path

from boardcore.layout.layout import Layout
from underboard.galerapagos.bots.bots import Bots
from underboard.galerapagos.bots.simulate import auto_setup
from underboard.galerapagos.pods.board import PodBoard
from underboard.galerapagos.pods.bridge import PodBridge
from underboard.galerapagos.pods.simulate import PodGame
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.rules.game import Game
from underboard.sim.faults import Faults
from underboard.sim.hands import pods as pod_hands
from underboard.sim.harness import Harness, MemoryStore
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.sim.world import World

ROOT = Path(__file__).parents[3]
DATA = json.loads((ROOT / "firmware/layouts/pods12.json").read_text("utf-8"))
LAYOUT = Layout(DATA)


class Killed(BaseException):
    """The host's program was killed."""


class Room:
    """Twelve pods on a table, a cable, and a host at its other end.

    The host can be killed, the cable pulled, the board's power cut, each at a moment of the
    simulated clock.
    """

    def __init__(self, faults=None, seed=0, bounce_ms=2.0):
        self.world = World(LAYOUT, seed, Faults(bounce_ms=bounce_ms))
        self.store = MemoryStore()
        self.boots = 0
        self.loop = LoopbackTransport(None, faults, seed)
        self.loop.every_turn = self._every_turn
        self.plans = []
        """Pairs (moment in ms, what happens)."""
        self.done = {}
        self.jobs = 0
        self.hosts = 0
        self.world.tell = self._heard
        self.start_board()

    def start_board(self):
        self.boots += 1
        self.loop.harness = Harness(LAYOUT, self.world, self.store, self.boots)

    @property
    def table(self):
        """The board's side."""
        return self.loop.harness.table

    def _heard(self, event):
        if event["event"] == "pod-hands":
            self.done[event["number"]] = event["locked"]

    def hands(self, orders, seed=""):
        self.jobs += 1
        number = self.jobs
        texts = {str(pod): targets for pod, targets in orders.items()}
        self.world.add(pod_hands.vote(self.world, number, texts, f"{seed} {number}"))
        return lambda: self.done.get(number)

    def sit_down(self, record):
        """Start a host."""
        self.hosts += 1
        board = PodBoard(self.loop.open, self.loop.clock, self.loop.sleep, f"h{self.hosts}")
        self.pods = PodBridge(board, record, clock=self.loop.clock)
        return self.pods

    def run(self, seconds):
        end = self.loop.now_ms + seconds * 1000
        while self.loop.now_ms < end:
            self.pods.step(0.1)
        return self

    # What goes wrong

    def _every_turn(self):
        while self.plans and self.plans[0][0] <= self.loop.now_ms:
            self.plans.pop(0)[1]()

    def plan(self, at_ms, act):
        self.plans.append((at_ms, act))
        self.plans.sort(key=lambda plan: plan[0])

    def kill_host(self):
        self.loop.hang_up()
        raise Killed

    def pull_cable(self, for_ms=1500):
        if self.loop.plugged:
            self.loop.pull()
            self.plan(self.loop.now_ms + for_ms, self.loop.plug)

    def cut_power(self):
        self.loop.pull()
        self.loop.plug()
        self.start_board()


def pod_game(room, path, players, seed, cards="dealt", switches=None):
    """Return a game of castaways whose record is at ``path``."""
    setup = auto_setup(players, seed, cards, switches or {})
    record = RecordedGame(Game(setup), None) if path is None else RecordedGame.create(path, setup)
    pods = room.sit_down(record)
    return PodGame(pods, lambda orders: room.hands(orders, str(seed)), room.loop.clock)


def noise(chance: random.Random):
    """Return a cable on which a byte in a thousand or so goes wrong."""
    return Faults(
        lost=chance.choice((0, 0.0005, 0.002)),
        doubled=chance.choice((0, 0.0005, 0.002)),
        flipped=chance.choice((0, 0.0005, 0.002)),
    )


PLAYERS = 5


def at_ballot(path=None, seed=3, players=PLAYERS, **switches):
    """Return the record of a game at its first ballot."""
    setup = auto_setup(players, seed, "physical", switches)
    table = RecordedGame.create(path, setup) if path else RecordedGame(Game(setup), None)
    castaways = Bots(players, seed)
    while table.game.camp.phase != "ballot":
        table.enter(castaways.regular(table.game.camp))
    return table


ROUND = {0: 1, 1: 2, 2: 3, 3: 4, 4: 0}


def sign_on(pods, pixel):
    """Return which sign a pixel shows."""
    return pods._signs[pixel]
