"""What every turn of a board's loop costs under a microcontroller's Python, in one game.

Run as ``micropython on_board_reaction.py DRIVE TAPE RUNS`` with firmware/lib and this folder
on the import path (see ``on_board_tape.py``).  Prints a line for every loop iteration: its
kind, microseconds, the cues that came up with it; ``run`` before each run, and ``unit``, the
picoseconds of an empty turn, now and then.  ``lit SCANNED FELT SEEN DRAWN`` is printed for a piece
that was lifted off Hall sensors: the turns with the first scan without it, with a decoder that
says so, with debounced readings, and with the lights for that.  Only the journal must be the
tape's: with a board's floats, lights follow otherwise (``test_on_board.py`` compares them).
Little is kept: a heap that fills up makes every allocation slower.
"""

import gc
import sys
import time

from on_board_tape import Player

from boardcore.lights import cues

UNIT_TURNS = 20000
SWEEP_EVERY = 10
"""Turns; never in one that is timed.  The turn that follows finds nothing in this machine's
caches and takes longer, so each run sweeps before other turns."""
UNIT_EVERY = 100  # inputs
NO_TURN = -1
STAGES = SCANNED, FELT, SEEN, DRAWN = range(4)
"""What a lift has come to, turn by turn."""


class Timed(Player):
    """Gives a tape to a table and looks at the clock."""

    def __init__(self, drive, path, run):
        super().__init__(drive, path)
        self._sweep_at = run % SWEEP_EVERY
        self._kind = "wait"
        self._spent = 0  # microseconds of inputs that belong to the turn that follows
        self._hand = ""
        self._lifts = []  # reading, and the turns of STAGES
        self._frame = bytearray(len(self.table.colours) // 3)

    def _input(self, kind, words):
        if kind in ("button", "hear"):
            self._kind = kind
        start = time.ticks_us()
        super()._input(kind, words)
        if kind == "button":
            self._spent += time.ticks_us() - start

    def _heard(self, data):
        start = time.ticks_us()
        self.table.receive(data, len(data))
        self._spent += time.ticks_us() - start

    def _lifted(self, at):
        # Where nobody knows that a piece lies, its lift changes nothing.
        self._lifts = [lift for lift in self._lifts if lift[0] != at]
        if self.table._debouncer.readings[at]:
            self._lifts.append([at, [NO_TURN for _ in STAGES]])

    def _feel(self, text):
        counts = self.table.sample_sink.counts
        for i in range(len(counts)):
            counts[i] = int(text[4 * i : 4 * i + 4], 16)
        for lift in self._lifts:
            if lift[1][SCANNED] == NO_TURN:
                lift[1][SCANNED] = self.steps
        start = time.ticks_us()
        self.table.sample_sink.scan()
        self._spent += time.ticks_us() - start
        self._kind = "scan"

    def _read(self, readings):
        self._hand = "put" if sum(readings) >= sum(self.table.readings) else "lift"
        if self._picture() is None:
            self._kind = self._hand
        self.table.readings[:] = readings

    def _picture(self):
        """Return what the table believes is shown, None where it follows no pieces."""
        return self.table._observed if hasattr(self.table, "tracker") else None

    def _turn(self, table):
        if self.steps % SWEEP_EVERY == self._sweep_at:
            gc.collect()
        game = getattr(table, "game", None)
        ply = game.ply if game else 0
        snapshot = self._picture()
        start = time.ticks_us()
        table.step(self.now_ms)
        self.pixels.show(table.colours)
        cost = time.ticks_us() - start + self._spent
        kind = self._kind
        if self._hand and self._picture() != snapshot:
            # Readings must stand for a moment before they are believed.
            kind = self._hand
        if table.bank is not None and table.bank.decoder.busy:
            kind = "think"
        if self._lifts:
            self._follow_lifts(table)
        if game and table.game.ply != ply:
            kind = "accept" if table.game.ply > ply else "undo"
        print("%s %d %s" % (kind, cost, " ".join(self._new_cues(table))))
        self._kind = "wait"
        self._spent = 0

    def _follow_lifts(self, table):
        """Print which pieces that were lifted have their lights with this turn."""
        for lift in self._lifts[:]:
            at, turns = lift
            reached = (
                False,  # for ``_feel`` to tell
                not table.readings[at],
                not table._debouncer.readings[at],
                table._drawn_ms == self.now_ms,
            )
            for stage in STAGES:
                if turns[stage] == NO_TURN:
                    if not reached[stage]:
                        break
                    turns[stage] = self.steps - 1
            if turns[DRAWN] != NO_TURN and not table._needs_redraw:
                turns[DRAWN] = self.steps - 1
                print("lit %d %d %d %d" % tuple(turns))
                self._lifts.remove(lift)

    def _compare(self, words):
        if self._journal() != words[1:3]:
            raise ValueError("the tape says %s, here it was %s" % (words, self._journal()))

    def _new_cues(self, table):
        """Return the names of the cues on pixels that have changed with this turn."""
        frame = getattr(table, "_frame", None)
        new = []
        if frame is not None and frame.cues != self._frame:
            for i in range(len(self._frame)):
                name = cues.table()[frame.cues[i]][0]
                if frame.cues[i] not in (self._frame[i], cues.OFF) and name not in new:
                    new.append(name)
            self._frame[:] = frame.cues
        return new


def empty_turns(n):
    for _ in range(n):
        pass


def unit_ps():
    """Return what one empty loop iteration takes."""
    start = time.ticks_us()
    empty_turns(UNIT_TURNS)
    return 1000000 * (time.ticks_us() - start) // UNIT_TURNS


def timed(drive, path, runs):
    """Play a tape so often, and print what there is to print."""
    inputs = [0]

    def each_input():
        gc.collect()
        inputs[0] += 1
        if inputs[0] % UNIT_EVERY == 0:
            print("unit %d" % unit_ps())

    for run in range(runs):
        print("run")
        print("unit %d" % unit_ps())
        Timed(drive, path, run).play(each_input)
        print("unit %d" % unit_ps())


if __name__ == "__main__":
    timed(sys.argv[1], sys.argv[2], int(sys.argv[3]))
