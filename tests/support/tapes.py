"""Tapes (everything that went into one table during a game, for the same game elsewhere).

Simulated hands play, and vote, on a table in this process, with a host at the other end of
the cable.  What the table is given is written down, loop iteration by loop iteration;
``on_board_tape.py`` gives the same to a table under a microcontroller's Python, which must
then light, say and remember exactly the same.  Lines of a tape::

    table NAME VARIANT TRACE  the layout, and how the table was made
    begin MS         the clock at power-on
    obey KIND FIELD…  a command before the game
    read HEX         the readings, from here on
    feel HEX         a scan of linear Hall sensors: counts of two bytes each
    lift N           hands take away what reading N tells: the next scan is without it
    button N 0|1     a button goes up or down
    hear HEX         bytes from the computer
    taken 0|1        whether the computer takes the line that was there before a turn, from here on
    steps N          so many loop iterations, STEP_MS apart
    end CHAIN ENTRIES COLOURS LINES  the journal, checksums of all colours and of all bytes sent

Run by hand, ``PYTHONPATH=tests python -m support.tapes NAME [VARIANT [SEED]]`` prints one.
"""

import sys
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardcore.games import NAMES
from boardcore.layout.layout import Layout
from boardcore.link.wire import pack
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.records.database import Records
from underboard.sim.faults import Faults
from underboard.sim.hands import commands
from underboard.sim.harness import START_MS, Harness
from underboard.sim.wire.loopback import LoopbackTransport
from underboard.sim.world import World

BOUNCE_MS = 15
GAMES = (
    ("pylos-reed16", "standard"),
    ("pylos-reed16", "children"),
    ("pylos-reed16", "expert"),
    ("apagos-reed36", "standard"),
    ("apagos-reed36", "set-up"),
    ("gyges-reed38", "standard"),
    ("pods12", ""),
)
"""Layouts with switches and their variants, in the order of the README."""
MAX_S = 7200
IN_MEMORY = Path(":memory:")
Watch = Callable[[Any], None] | None


class Tape:
    """Writes down what one table is given.  ``lines``: the tape so far."""

    def __init__(self, table, name: str, variant: str = "", trace: bool = False) -> None:
        self.table = table
        self.lines = [f"table {name} {variant or '-'} {int(trace)}", f"begin {START_MS}"]
        self._readings = bytes(table.readings)
        self._steps = 0
        self._taken = False
        self._colours = self._said = 0
        self._shown = bytes(len(table.colours))
        self._line = b""
        self._felt = table.bank is not None
        if self._felt:
            self._scan, table.bank.scan = table.bank.scan, self.scan
        self._step, self._button, self._receive = table.step, table.button, table.receive
        table.step, table.button, table.receive = self.step, self.button, self.receive

    def note(self, line: str) -> None:
        if self._steps:
            self.lines.append(f"steps {self._steps}")
            self._steps = 0
        self.lines.append(line)

    def follow(self, world: World) -> None:
        """Record pieces that hands lift off Hall sensors."""
        places = {cell: at for at, cell in enumerate(world.layout.cell_of_sensor)}
        lift = world.lift

        def lift_noted(cell):
            self.note(f"lift {places[cell]}")
            lift(cell)

        world.lift = lift_noted  # type: ignore[method-assign]

    def obey(self, kind: str, *fields: str) -> None:
        self.note(" ".join(("obey", kind, *fields)))
        assert self.table.execute(kind, fields) is None

    def button(self, number: int, down: bool, now_ms: int) -> None:
        self.note(f"button {number} {int(down)}")
        self._button(number, down, now_ms)

    def scan(self) -> None:
        counts = self.table.bank.counts
        self.note(f"feel {b''.join(count.to_bytes(2, 'big') for count in counts).hex()}")
        self._scan()

    def receive(self, buffer, count: int) -> None:
        if count:
            self.note(f"hear {bytes(buffer[:count]).hex()}")
        self._receive(buffer, count)

    def step(self, now_ms: int) -> None:
        table, link = self.table, self.table.link
        if self._line:
            taken = link.out_start == link.out_end
            assert taken or not link.out_start, "a computer that takes half a line"
            if taken != self._taken:
                self._taken = taken
                self.note(f"taken {int(taken)}")
            if taken:
                self._line = b""
        if not self._felt and table.readings != self._readings:
            self._readings = bytes(table.readings)
            self.note(f"read {self._readings.hex()}")
        self._step(now_ms)
        self._steps += 1
        if table.colours != self._shown:
            self._shown = bytes(table.colours)
            self._colours = crc32(self._shown, self._colours)
        if link.out_start < link.out_end and not self._line:
            self._line = bytes(link.out[: link.out_end])
            self._said = crc32(self._line, self._said)

    def end(self) -> list[str]:
        table = self.table
        journal = getattr(table, "journal", None)
        entries, chain = (0, 0) if journal is None else (journal.entries, 0)
        if entries:
            chain = journal.chain(entries - 1)
        self.note(f"end {chain:08x} {entries} {self._colours:08x} {self._said:08x}")
        return self.lines


def game_tape(
    layout: Layout, variant: str = "", seed: int = 1, trace: bool = False, watch: Watch = None
) -> list[str]:
    """Have simulated hands play one whole game, a host listening; return the tape."""
    world = World(layout, seed, Faults(bounce_ms=BOUNCE_MS))
    harness = Harness(layout, world, variant=variant)
    if trace:
        harness.table.show_paths(True)
    if watch:
        watch(harness.table)
    tape = Tape(harness.table, layout.name, variant, trace)
    if layout.field:
        tape.follow(world)
    start = commands.random_start(layout.game, variant, f"{layout.game} {seed}")
    if start:
        tape.obey("new", layout.game, variant or "-", "-", pack(start))
    loop = LoopbackTransport(harness)
    with Records.open(IN_MEMORY) as records:
        host = Board(loop.open, records, loop.clock, loop.sleep, run_id="h1")
        world.add(
            commands.play_game(world, 1, layout.game, variant, start=start, seed=f"tape {seed}")
        )
        while world.actors:
            host.step(0.1)
            assert loop.now_ms < 1000 * MAX_S, "the hands are still busy"
    assert harness.table.outcome, "the game is not over"
    return tape.end()


def pods_tape(seed: int = 1, players: int = 5, watch: Watch = None) -> list[str]:
    """Have castaways play a game of Galérapagos on pods; return the tape."""
    from support.galerapagos.pods import Room, pod_game

    room = Room(seed=seed, bounce_ms=BOUNCE_MS)
    if watch:
        watch(room.table)
    tape = Tape(room.table, "pods12")
    pod_game(room, None, players, seed).play()
    return tape.end()


def tape_of(
    name: str, variant: str = "", seed: int = 1, trace: bool = False, watch: Watch = None
) -> list[str]:
    """Return the tape of a game on the layout of this name.

    ``watch`` gets the table before anything happens to it.
    """
    layout = layout_of(name)
    if layout.game in NAMES:
        return game_tape(layout, variant, seed, trace, watch)
    return pods_tape(seed, watch=watch)


if __name__ == "__main__":
    name, variant, seed = [*sys.argv[1:], *("", "1")[len(sys.argv) - 2 :]]
    print("\n".join(tape_of(name, variant, int(seed))))
