"""A whole game out of a tape, under a microcontroller's Python: the same game, and memory.

Run as ``micropython on_board_tape.py DRIVE TAPE`` with firmware/lib on the import path; DRIVE
is the folder ``firmware`` as installed, TAPE what ``tapes.py`` wrote.  Prints lines of
``name value``: memory in use, what a board at rest leaves on the heap, what was imported.  A tape
whose end is another one than the table's ends it with an error.  No pytest here, nothing a board
lacks, and few names: they take memory too.
"""

import gc
import os
import sys
from binascii import crc32

from on_board_parts import Store

from boardcore import games
from boardcore.link.identity import Identity
from boardcore.ticks import ticks_add
from boardio.pixels import Pixels
from boardio.start.unload import unload_startup

STEP_MS = 20
AT_REST_MS = 4000


def unhex(text):
    return bytearray([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])


class Player:
    """Gives a tape to a table, line by line."""

    def __init__(self, drive, path):
        self._file = open(path)  # noqa: SIM115
        _, name, variant, trace = self._file.readline().split()
        _, now_ms = self._file.readline().split()
        os.chdir(drive)
        from boardio import wiring  # as a board does
        from boardio.start import config

        layout = config.read_layout(name)
        del config, wiring
        unload_startup()
        self.now_ms = int(now_ms)
        settings = {} if variant == "-" else {"variant": variant}
        identity = Identity("simulated", "test", 1, "power-on")
        self.table = games.table_of(layout)(layout, Store(), identity, self.now_ms, **settings)
        if trace == "1":
            self.table.show_paths(True)
        self.pixels = Pixels(None, lambda line, data: None, layout.pixels)
        self._taken = False
        self._colours = self._said = 0
        self._shown = bytearray(len(self.table.colours))
        self._line = False
        self.steps = 0

    def play(self, each_input):
        """Play to the end of the tape."""
        for line in self._file:
            words = line.split()
            kind = words[0]
            if kind == "steps":
                for _ in range(int(words[1])):
                    self.step()
            elif kind == "end":
                self._compare(words)
            else:
                each_input()
                self._input(kind, words)
        self._file.close()

    def _input(self, kind, words):
        table = self.table
        if kind == "read":
            self._read(unhex(words[1]))
        elif kind == "feel":
            self._feel(words[1])
        elif kind == "lift":
            self._lifted(int(words[1]))
        elif kind == "button":
            # Hands are read with the loop iteration that follows.
            now_ms = ticks_add(self.now_ms, STEP_MS)
            table.button(int(words[1]), words[2] == "1", now_ms)
        elif kind == "hear":
            self._heard(unhex(words[1]))
        elif kind == "taken":
            self._taken = words[1] == "1"
        elif kind == "obey":
            if table.execute(words[1], words[2:]) is not None:
                raise ValueError("refused: %s" % words)
        else:
            raise ValueError("unknown line: %s" % words)

    def _heard(self, data):
        self.table.receive(data, len(data))

    def _read(self, readings):
        self.table.readings[:] = readings

    def _lifted(self, at):
        pass

    def _feel(self, text):
        counts = self.table.sample_sink.counts
        for i in range(len(counts)):
            counts[i] = int(text[4 * i : 4 * i + 4], 16)
        self.table.sample_sink.scan()

    def step(self):
        """Let one loop iteration pass."""
        table = self.table
        link = table.link
        if self._taken:
            link.sent(link.out_end - link.out_start)
        if link.out_start == link.out_end:
            self._line = False
        self.now_ms = ticks_add(self.now_ms, STEP_MS)
        self.steps += 1
        self._turn(table)
        if table.colours != self._shown:
            self._shown[:] = table.colours
            self._colours = crc32(table.colours, self._colours)
        if link.out_start < link.out_end and not self._line:
            self._line = True
            self._said = crc32(bytes(link.out[: link.out_end]), self._said)

    def _turn(self, table):
        table.step(self.now_ms)

    def _journal(self):
        """Return the checksum of the journal and how many entries it has, as on the tape."""
        journal = getattr(self.table, "journal", None)
        entries = journal.entries if journal else 0
        return ["%08x" % (journal.chain(entries - 1) if entries else 0), str(entries)]

    def _compare(self, words):
        seen = self._journal() + ["%08x" % self._colours, "%08x" % self._said]
        if seen != words[1:]:
            raise ValueError("the tape says %s, here it was %s" % (words[1:], seen))


def growth_at_rest(player, loops):
    """Return the bytes that so many loop iterations leave while nothing happens.

    Between two lines: the last one is never taken, so no other is composed.
    """
    table = player.table
    now_ms = player.now_ms
    for _ in range(AT_REST_MS // STEP_MS):
        table.link.sent(table.link.out_end - table.link.out_start)
        now_ms = ticks_add(now_ms, STEP_MS)
        table.step(now_ms)
    table.link.out_start, table.link.out_end = 0, 1
    step, show, colours = table.step, player.pixels.show, table.colours
    for _ in range(100):
        now_ms = ticks_add(now_ms, STEP_MS)
        step(now_ms)
        show(colours)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(loops):
        now_ms = (now_ms + STEP_MS) & ((1 << 29) - 1)
        step(now_ms)
        show(colours)
    left = gc.mem_alloc() - before
    gc.enable()
    return left


def kept(drive, path):
    """Print what a game keeps in memory."""
    gc.collect()
    start = gc.mem_alloc()
    player = Player(drive, path)
    gc.collect()
    ready = gc.mem_alloc()
    peak = [0]

    def note():
        gc.collect()
        peak[0] = max(peak[0], gc.mem_alloc())

    player.play(note)
    note()
    print("started %d" % start)
    print("ready %d" % ready)
    print("peak %d" % peak[0])
    print("steps %d" % player.steps)
    print("growth-after %d" % growth_at_rest(player, 200))


def at_start(drive, path):
    """Print what a board at rest leaves before there is a game."""
    gc.collect()
    print("growth %d" % growth_at_rest(Player(drive, path), 200))
    print("imported %s" % " ".join(sorted([name for name in sys.modules])))
    print("games %s" % " ".join(games.NAMES))


if __name__ == "__main__":
    kept(sys.argv[1], sys.argv[2])
    # Only now, so that nothing of the first table is left where the heap is swept from.
    at_start(sys.argv[1], sys.argv[2])
