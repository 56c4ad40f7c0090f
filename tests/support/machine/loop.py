"""Parts for tests of the wire (a table without a world, players, and a host beside it)."""

import json
import random
from pathlib import Path

from boardcore.layout.layout import Layout
from boardcore.link.identity import Identity
from boardcore.play.tables.switches import SwitchTable
from boardcore.pylos import rules as pylos
from boardcore.ticks import ticks_add
from boardcore.verdicts import NEXT, YES
from underboard.device.board import Board
from underboard.records.database import Records
from underboard.referee.session import Session
from underboard.sim.harness import START_MS, MemoryStore
from underboard.sim.mcu.nvm import PowerCut
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.texts import Texts

ROOT = Path(__file__).parents[3]
LAYOUT = Layout(json.loads((ROOT / "firmware/layouts/pylos-reed16.json").read_text("utf-8")))
IN_MEMORY = Path(":memory:")
PRESS_AFTER = 8
"""Steps that a hand waits before it says "done"."""
PAUSE = 2
"""Steps from one turn to the next; by then the board has told of the first."""
STUCK = 3000
"""Steps without progress after which a test gives up: a minute of play."""


class BareBoard:
    """A table whose readings are written by the test; keeps store and pieces over a restart.

    When the power fails in the middle of a write it comes back at once: ``cuts`` counts,
    ``ply_at_cut`` is how many turns the table had.
    """

    def __init__(self, store=None, board_id="b0", variant="", layout=LAYOUT):
        self.layout = layout
        self.store = store or MemoryStore()
        self.readings = bytearray(layout.sensors)
        self.boots = 0
        self.board_id = board_id
        self.variant = variant
        self.ticks = START_MS
        self.cuts = self.ply_at_cut = 0
        self.start()

    def start(self):
        """Give it power; it may fail again while the first game is written."""
        try:
            self._start()
        except PowerCut:
            self.power_failed()

    def power_failed(self):
        """Give it power again, for good."""
        self.cuts += 1
        self.ply_at_cut = self.table.game.ply
        self.store.cut_after = -1
        self._start()

    def _start(self):
        self.boots += 1
        who = Identity(self.board_id, "test", self.boots, "power-on")
        self.table = SwitchTable(self.layout, self.store, who, self.ticks, variant=self.variant)
        self.table.readings[:] = self.readings

    def step(self, ms):
        self.ticks = ticks_add(self.ticks, ms)
        self.table.step(self.ticks)

    def set(self, cells, value):
        """Let pieces stand on these cells (1) or be gone (0)."""
        for sensor, cell in enumerate(self.layout.cell_of_sensor):
            if cell in cells:
                self.readings[sensor] = value
        self.table.readings[:] = self.readings

    def show(self, game):
        """Let the pieces stand as in ``game``."""
        for sensor, cell in enumerate(self.layout.cell_of_sensor):
            self.readings[sensor] = game.occupied >> cell & 1
        self.table.readings[:] = self.readings

    def press(self, button):
        self.table.button(button, True, self.ticks)
        self.table.button(button, False, self.ticks)


class Players:
    """Two players who make ``turns``; ``turn`` is called after each turn of the board's loop."""

    def __init__(self, board, turns, game=None):
        self.board = board
        self.turns = list(turns)
        self.game = game or pylos.Game(board.variant or "standard")
        self.at = 0
        self._idle = 0
        self._tries = 0
        self._made = False
        self._pause = 0

    @property
    def finished(self):
        return self.at == len(self.turns)

    def turn(self):
        if self.finished or self._pause:
            self._pause = max(self._pause - 1, 0)
            return
        table = self.board.table
        if not self._made:
            if table.game.key() != self.game.key():
                # The board lost a turn that is still being led through again.
                self._press_when_idle(table, None)
                return
            self.game.play_turn(self.turns[self.at])
            self.board.show(self.game)
            self._made, self._idle, self._tries = True, 0, 0
        elif table.game.key() == self.game.key() and table.game.ply == self.game.ply:
            self._made = False
            self._pause = PAUSE
            self.at += 1
        else:
            self._press_when_idle(table, self.turns[self.at])

    def _press_when_idle(self, table, turn):
        self._idle += 1
        if self._idle < PRESS_AFTER:
            return
        self._idle = 0
        self._tries += 1
        assert self._tries < STUCK // PRESS_AFTER, (
            f"turn {self.at}: {table.tracker.verdict} {table.tracker.rule}"
        )
        question = table.tracker.question
        if question is None or turn is None:
            self.board.press(YES)
        else:
            recognizer = table.tracker.recognizer
            fits = question.answer in recognizer.answers(turn, question.part, question.chosen)
            self.board.press(YES if fits else NEXT)


def random_game(seed, variant="standard", most=200):
    """Return the turns of a whole game, chosen at random."""
    rng = random.Random(seed)
    game = pylos.Game(variant)
    turns = []
    while not game.outcome() and len(turns) < most:
        turn = rng.choice(game.legal_turns())
        game.play_turn(turn)
        turns.append(turn)
    return turns


class Pair:
    """A board and a host with a cable between them.

    ``path``: the file of the records; IN_MEMORY where the host is never killed, because a
    thousand games of safely committed turns are a matter of the disk.
    """

    def __init__(self, path, turns=(), faults=None, seed=0, store=None, variant="", **settings):
        self.board = BareBoard(store, variant=variant)
        self.loop = LoopbackTransport(self.board, faults, seed)
        self.players = Players(self.board, turns)
        self.loop.every_turn = self.players.turn
        self.loop.power_failed = self.board.power_failed
        self.path = path
        self.settings = settings
        self.added = []
        self.start_host()

    def start_host(self, path=None):
        self.records = Records.open(path or self.path)
        self.host = Board(
            self.loop.open, self.records, self.loop.clock, self.loop.sleep,
            run_id=f"h{self.loop.now_ms}", **self.settings,
        )  # fmt: skip

    def replug(self):
        """The port vanishes and appears again."""
        self.loop.pull()
        self.loop.plug()

    def kill_host(self):
        """Nothing is closed, as when a program is killed; the system closes its port."""
        self.loop.hang_up()

    def run(self, seconds, until=lambda: False):
        """Let host and board work."""
        end = self.loop.now_ms + seconds * 1000
        while self.loop.now_ms < end and not until():
            self.added += self.host.step(0.1)
        return self

    def play(self, max_s=600):
        """Play all turns and let the host come into step."""
        self.run(max_s, lambda: self.players.finished)
        assert self.players.finished, "the players are stuck"
        return self.agree()

    def play_on(self, turns=1):
        """Play one more turn, if there is one, and let the host come into step."""
        end = min(self.players.at + turns, len(self.players.turns))
        self.run(60, lambda: self.players.at >= end)
        assert self.players.at >= end, "the players are stuck"
        self.players.turns = self.players.turns[: max(end, self.players.at)]
        return self.play()

    def agree(self, max_s=30):
        self.run(max_s, lambda: self.agrees)
        assert self.agrees, self.difference()
        return self

    @property
    def agrees(self):
        host, journal = self.host, self.board.table.journal
        return (
            host.synced
            and host.mirror is not None
            and host.mirror.id == journal.game[0]
            and host.mirror.chain == f"{journal.chain(journal.entries - 1):08x}"
            and host.mirror.last == journal.entries - 1
        )

    def difference(self):
        mirror, journal = self.host.mirror, self.board.table.journal
        return (
            f"host {mirror and (mirror.id, mirror.last, mirror.chain)} in step {self.host.synced} "
            f"link {self.host.linkstate}, board {journal.game[0]} {journal.entries - 1}"
        )

    def recorded(self):
        """Return the turns that the records hold, read by a new connection if there is a file."""
        if self.path == IN_MEMORY:
            return self._recorded(self.records)
        with Records.open(self.path) as fresh:
            return self._recorded(fresh)

    def _recorded(self, records):
        row = records.find(self.board.board_id, self.board.table.journal.game[0])
        return records.load(row.number).turns


GAME_OF_TEN = random_game(1)[:10]


class Sitting:
    """A board in this process, its records in ``path``, and a session there; time is the loop's.

    ``said``: what the session has said.
    """

    def __init__(self, path, bare=None):
        self.bare = bare or BareBoard()
        self.loop = LoopbackTransport(self.bare)
        self.records = Records.open(path / "games.sqlite3")
        self.board = Board(
            self.loop.open, self.records, self.loop.clock, sleep=self.loop.sleep, run_id="t"
        )
        self.said = []

    def sit(self, seats=(None, None), language="en", **given):
        """Make the session; it is begun by the caller."""
        self.session = Session(
            self.board, seats, Texts(language), self.said.append, clock=self.loop.clock, **given
        )
