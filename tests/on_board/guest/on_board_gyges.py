"""Lights of Gygès under a microcontroller's Python: how soon they answer, and memory.

Run as ``micropython on_board_gyges.py LAYOUT lift``, ``... hardest`` or ``... ways`` with a large
heap, because this file takes room, too; firmware/lib is on the import path.  A driver in this
file sets the readings as hands would.  Prints lines of ``name value``.  No pytest here, and
nothing a board lacks.
"""

import gc
import json
import sys

from on_board_parts import Store

from boardcore.gyges import rules as gyges
from boardcore.gyges.movegen import MoveGen
from boardcore.gyges.reach import LAND, RING
from boardcore.layout import layout
from boardcore.lights import cues
from boardcore.link.identity import Identity
from boardcore.link.wire import pack
from boardcore.play.tables import switches as switched
from boardcore.ticks import ticks_add

STEP_MS = 5

VECTORS = (
    # Rules page, section 2.5; a study position needs no twelve rings.
    ("G1 S", "321123/000000/000000/000000/000000/321123 S"),
    ("G2 S", "231123/000000/000000/000000/000000/321123 S"),
    ("G3 S", "300201/010023/000000/000000/320010/102003 S"),
    ("G4 S", "000000/321123/000000/000000/321123/000000 S"),
    ("G5 S", "200100/200200/003113/003000/002300/001000 S"),
    ("G5 N", "200100/200200/003113/003000/002300/001000 N"),
    ("G6 S", "000020/302201/102303/001010/300000/000000 S"),
    ("G6 N", "000020/302201/102303/001010/300000/000000 N"),
    ("G7 S", "000000/201320/302110/302300/100000/000000 S"),
    ("G7 N", "000000/201320/302110/302300/100000/000000 N"),
    ("G9 S", "002130/300300/021100/002000/000200/030100 S"),
    ("G9 N", "002130/300300/021100/002000/000200/030100 N"),
    ("G11 N", "000000/000000/000102/000100/112232/030303 N"),
)
HARDEST = (
    # The costliest met in a million boards with twelve rings anywhere; no game need ever see them.
    ("chance 1", "030010/300200/100020/020003/200000/003110 S"),
    ("chance 2", "000331/030000/000310/202100/020000/001200 S"),
    ("chance 3", "000010/003002/300030/100000/020100/200312 N"),
)
LIT = (cues.LANDING, cues.BOX, cues.BOUNCE, cues.IN_REACH)
"""What lights say of a lifted ring."""


class Driver:
    """Hands that do what they are told."""

    def __init__(self, board):
        self.now_ms = (1 << 29) - 65000
        identity = Identity("on-board", "test", 1, "power-on")
        self.table = switched.SwitchTable(board, Store(), identity, self.now_ms)
        self.cells = board.cell_of_sensor
        self.pixel_of_cell = board.pixel_of_cell
        self.wait(400)

    def step(self):
        """Let one loop iteration pass."""
        self.now_ms = ticks_add(self.now_ms, STEP_MS)
        link = self.table.link
        link.sent(link.out_end - link.out_start)
        self.table.step(self.now_ms)

    def wait(self, ms):
        for _ in range(ms // STEP_MS):
            self.step()

    def stand(self, cell, there):
        """Put or lift a ring, 1 or 0, between two loop iterations."""
        cells = self.cells
        for sensor in range(len(cells)):
            if cells[sensor] == cell:
                self.table.readings[sensor] = there

    def hand(self, cell, there):
        self.stand(cell, there)
        self.wait(60)

    def lay_out(self):
        """Let the rings stand as the game says."""
        cells = self.table.game.cells
        for cell in range(len(cells)):
            self.stand(cell, 1 if cells[cell] else 0)


def growth_at_rest(driver, loops, rest_ms=2000):
    """Return the bytes that so many loop iterations leave while nothing happens.

    The board speaks to nobody: its last line is never taken.
    """
    board = driver.table
    driver.wait(rest_ms)
    board.link.out_start, board.link.out_end = 0, 1
    now_ms = driver.now_ms
    step = board.step
    step(now_ms)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(loops):
        now_ms = (now_ms + STEP_MS) & ((1 << 29) - 1)
        step(now_ms)
    left = gc.mem_alloc() - before
    gc.enable()
    driver.now_ms = now_ms
    board.link.out_start = 1
    return left


def lay(driver, text):
    """Put another position on the table, and let its rings stand."""
    trouble = driver.table.execute("new", ("gyges", "-", pack("study=on"), pack(text)))
    if trouble:
        raise ValueError(trouble)
    for cell in range(len(driver.cells)):
        driver.stand(cell, 0)
    driver.wait(100)
    driver.lay_out()
    driver.wait(700)


def check_lights(driver, text, origin):
    """Raise ValueError unless just those cells are lit where the lifted ring may come down."""
    board = driver.table
    meant = board.tracker.recognizer.marks_of(origin)
    for cell in range(38):
        shows = board.frame.cues[driver.pixel_of_cell[cell]] in LIT
        if shows != bool(meant[cell] & (LAND | RING)):
            raise ValueError("%s, %s: %s is lit wrongly" % (text, origin, gyges.cell_text(cell)))


def lift(driver, text, origin):
    """Lift a ring at the very moment when a position stands.

    Return the loop iterations until all lights are there; the first believes the switch.
    """
    lay(driver, text)
    board = driver.table
    recognizer = board.tracker.recognizer
    # All that was found out meanwhile is forgotten: the hand is quicker than the board.
    recognizer._move_gen = MoveGen(board.game)
    before = board.tracker.observed
    driver.stand(origin, 0)
    while board.tracker.observed == before:
        driver.step()
    steps = 1
    while recognizer.busy or not [cue for cue in board.frame.cues if cue in LIT]:
        driver.step()
        steps += 1
    check_lights(driver, text, origin)
    return steps


def hardest(board):
    """Print what the longest searches known keep in memory meanwhile."""
    driver = Driver(board)
    for name, text in HARDEST:
        for origin in gyges.Game("standard", (("study", "on"),), text).origins():
            lay(driver, text)
            board_sight = driver.table.tracker.recognizer
            driver.wait(5000)
            board_sight._move_gen = MoveGen(driver.table.game)
            driver.stand(origin, 0)
            gc.collect()
            before = gc.mem_alloc()
            peak = states = steps = 0
            while steps < 20 or board_sight.busy:
                driver.step()
                steps += 1
                reach = board_sight._move_gen._reach
                if reach is not None:
                    states = reach.states
                if steps % 10 == 0 or reach is None:
                    gc.collect()
                    peak = max(peak, gc.mem_alloc())
            check_lights(driver, text, origin)
            print(
                "held %s %s states %d heap %d steps %d"
                % (name.replace(" ", "-"), gyges.cell_text(origin), states, peak - before, steps)
            )


def reactions(board):
    """Print for each vector and ring how many loop iterations its lights take."""
    driver = Driver(board)
    for name, text in VECTORS:
        for origin in gyges.Game("standard", (("study", "on"),), text).origins():
            print("lift", name, gyges.cell_text(origin), lift(driver, text, origin))


def ways(board):
    """Print what the lights of a way leave on the heap while they are shown, and after."""
    driver = Driver(board)
    trouble = driver.table.execute("path", ("on",))
    if trouble:
        raise ValueError(trouble)
    lay(driver, VECTORS[0][1])
    driver.hand(gyges.parse_cell("c1"), 0)
    driver.hand(gyges.parse_cell("e3"), 1)
    driver.wait(700)
    shown = growth_at_rest(driver, 1000)
    lit = [cue for cue in driver.table.frame.cues if cue == cues.PATH]
    print("shown %d cells %d" % (shown, len(lit)))
    print("after %d" % growth_at_rest(driver, 1000, 14000))


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        description = layout.Layout(json.load(file))
    {"lift": reactions, "hardest": hardest, "ways": ways}[sys.argv[2]](description)
