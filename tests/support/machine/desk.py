"""A computer with several boards, each plugged into a port with a name; time is simulated."""

from serial.tools.list_ports_common import ListPortInfo

from support.machine.loop import GAME_OF_TEN, IN_MEMORY, BareBoard, Players
from underboard.device.board import Board
from underboard.device.events import LinkDown
from underboard.device.reconnect import BoardPort
from underboard.device.transport import LinkClosed
from underboard.records.database import Records
from underboard.sim.wire.loopback import LoopbackTransport


class Desk:
    """A computer with several boards; each is a loop that is plugged into a named port."""

    def __init__(self, known, turns=GAME_OF_TEN, path=IN_MEMORY):
        self.ports = {}
        self.loops = []
        self.records = Records(path)
        self.known = known
        self.ours, self.players = self.board("b0", "E661", turns)
        self.plug("ACM1", self.ours)
        self.port = BoardPort("ACM1", self.open, self.comports, known)
        self.host = Board(self.port, self.records, self.clock, self.sleep, run_id="h")
        self.events = []
        self.host.connect()

    def board(self, board_id, number, turns=()):
        bare = BareBoard(board_id=board_id)
        loop = LoopbackTransport(bare)
        loop.number = number
        players = Players(bare, turns)
        loop.every_turn = players.turn
        self.loops.append(loop)
        return loop, players

    def plug(self, name, loop):
        loop.url = name
        loop.plug()
        self.ports[name] = loop

    def pull(self, loop):
        loop.pull()
        del self.ports[loop.url]

    def open(self, url):
        if url not in self.ports:
            raise LinkClosed("no port %s", url)
        return self.ports[url].open()

    def comports(self):
        return [self.info(name, loop) for name, loop in self.ports.items() if loop.number]

    def info(self, name, loop):
        info = ListPortInfo(name)
        info.vid, info.pid, info.product, info.serial_number = 0x239A, 1, "Underboard", loop.number
        info.interface = "CircuitPython CDC2 control"
        return info

    def clock(self):
        return sum(loop.now_ms for loop in self.loops) / 1000

    def sleep(self, seconds):
        for loop in self.loops:
            loop.sleep(seconds / len(self.loops))

    def run(self, until, max_s=60):
        end = self.clock() + max_s
        while not until():
            assert self.clock() < end, [str(event) for event in self.events[-5:]]
            self.events += self.host.step(0.1)

    def play(self, turns):
        """Let the board play on to this many turns, and the host follow."""
        self.run(lambda: self.players.at >= turns)
        self.run(lambda: self.host.synced and self.host.mirror.game.ply >= turns)

    def reasons(self):
        return [event.reason for event in self.events if isinstance(event, LinkDown)]
