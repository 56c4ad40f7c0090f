"""A whole game on one board under a microcontroller's Python: memory, and how long things take.

Run as ``micropython on_board_table.py LAYOUT VARIANT SEED [RUNS]``, in firmware/lib, which is
on the import path; with RUNS each step is timed in so many runs of the same game.  A driver
in this file sets the readings as hands would, and answers the questions by looking into the
table.  Prints lines of ``name value``.  No pytest here, and nothing a board lacks.
"""

import gc
import json
import sys
import time

from boardcore import games, layout, pylos, table, tracker
from boardcore.ticks import ticks_add, ticks_diff  # noqa: F401

STEP_MS = 5
NVM_BYTES = 3840


class Store:
    """Flash in memory."""

    size = NVM_BYTES

    def __init__(self):
        self._image = bytearray(b"\xff" * NVM_BYTES)

    def read(self, start, end):
        return bytes(self._image[start:end])

    def append(self, at, data):
        self._image[at : at + len(data)] = data

    def rewrite(self, data):
        self._image[:] = b"\xff" * NVM_BYTES
        self._image[: len(data)] = data


class Driver:
    """Hands that play what they are told and know what they mean."""

    def __init__(self, board, variant, seed, clock):
        self._seed = seed
        self._clock = clock
        self.now_ms = (1 << 29) - 65000
        identity = table.Identity("on-board", "test", 1, "power-on")
        self.table = table.Table(board, Store(), identity, self.now_ms, variant)
        self.layout = board
        self.asked = 0
        self.costs = []  # (kind of step, microseconds)
        self.wait(400)

    def pick(self, count):
        self._seed = (self._seed * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._seed >> 8) % count

    def step(self, kind=""):
        """Let one turn of the loop pass; what it costs is noted under this kind."""
        self.now_ms = ticks_add(self.now_ms, STEP_MS)
        talk = self.table.talk
        talk.sent(talk.out_end - talk.out_start)
        if not self._clock:
            self.table.step(self.now_ms)
            return
        start = self._clock()
        ply = self.table.game.ply
        self.table.step(self.now_ms)
        cost = self._clock() - start
        if self.table.game.ply > ply:
            kind = "accept"
        elif self.table.game.ply < ply:
            kind = "undo"
        self.costs.append((kind or "wait", cost))

    def wait(self, ms):
        for _ in range(ms // STEP_MS):
            self.step()

    def hand(self, cell, there):
        """Put or lift a ball: 1 or 0."""
        cells = self.layout.cell_of_sensor
        for sensor in range(len(cells)):
            if cells[sensor] == cell:
                self.table.readings[sensor] = there
                self.step("put" if there else "lift")
        self.wait(60)

    def push(self, button):
        start = self._clock() if self._clock else 0
        self.table.button(button, 1, self.now_ms)
        if self._clock:
            self.costs.append(("button", self._clock() - start))
        self.step("question")
        self.wait(100)
        self.table.button(button, 0, self.now_ms)
        self.step("question")

    def turn(self, turn):
        """Play one turn and say so."""
        game = self.table.game
        ply = game.ply
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        if start != pylos.NONE:
            self.hand(start, 0)
        self.hand(goal, 1)
        for cell in pylos.turn_takes(turn):
            self.hand(cell, 0)
        self.wait(500)
        if self.table.game.ply == ply:
            self.push(tracker.YES)
            self.wait(300)
            for _ in range(200):
                question = self.table.tracker.question
                if question is None:
                    break
                self.asked += 1
                meant = question._answers(turn)
                self.push(tracker.YES if question.answer in meant else tracker.NEXT)
        for _ in range(2000):
            if self.table.game.ply > ply:
                break
            self.step()
        if self.table.game.turns[ply:] != [turn]:
            raise ValueError(
                "%s: %s played, %s understood"
                % (
                    game.position_text(),
                    pylos.turn_text(turn),
                    [pylos.turn_text(t) for t in self.table.game.turns[ply:]],
                )
            )

    def undo(self):
        """Take back one turn with the long press and clear the board as it was."""
        before = self.table.game.turns
        self.table.button(tracker.NEXT, 1, self.now_ms)
        self.wait(tracker.LONG_PRESS_MS + 40)
        self.table.button(tracker.NEXT, 0, self.now_ms)
        self.wait(400)
        occupied = self.table.game.occupied
        cells = self.layout.cell_of_sensor
        for sensor in range(len(cells)):
            there = occupied >> cells[sensor] & 1
            if self.table.readings[sensor] != there:
                self.table.readings[sensor] = there
                self.step("put" if there else "lift")
        self.wait(400)
        return before


def play(driver, each_turn):
    """Play a random game to its end, with an undo now and then; return the turns."""
    played = 0
    while driver.table.outcome is None:
        turns = driver.table.game.legal_turns()
        turn = turns[driver.pick(len(turns))]
        turns = None
        driver.turn(turn)
        played += 1
        each_turn()
        if played % 9 == 0 and driver.table.outcome is None:
            driver.undo()
            each_turn()
    return played


def growth_at_rest(driver, loops):
    """Return the bytes that so many turns of the loop leave while nothing happens.

    The board speaks to nobody: its last line is never taken.
    """
    board = driver.table
    driver.wait(2000)
    board.talk.out_start, board.talk.out_end = 0, 1
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
    board.talk.out_start = 1
    return left


def imported():
    return " ".join(sorted([name for name in sys.modules]))


def empty_turns(n):
    for _ in range(n):
        pass


def empty_turn_ns():
    """Return what one empty turn of a loop takes now: this machine has other work, too."""
    least = 1 << 29
    for _ in range(5):
        start = time.ticks_us()
        empty_turns(20000)
        least = min(least, time.ticks_diff(time.ticks_us(), start))
    return least // 20


def measured(runs):
    """Print what each kind of step costs, in empty turns of a loop.

    ``runs``: the costs of the same steps, measured several times; what another
    process on this machine has added is taken away by the least of them.
    """
    least = []
    for i in range(len(runs[0])):
        least.append((runs[0][i][0], min([run[i][1] for run in runs])))
    for kind in sorted(set([kind for kind, _ in least])):
        costs = sorted([cost for name, cost in least if name == kind])
        print(
            "cost %s steps %d median %d worst %d"
            % (kind, len(costs), costs[len(costs) // 2], costs[len(costs) - 1])
        )


def timed(board, variant, seed, runs):
    costs = []
    for _ in range(runs):
        driver = Driver(board, variant, seed, time.ticks_us)
        before_ns = empty_turn_ns()
        played = play(driver, gc.collect)
        unit_ns = max(before_ns, empty_turn_ns())
        costs.append([(kind, 1000 * cost // unit_ns) for kind, cost in driver.costs])
    measured(costs)
    print("turns %d asked %d" % (played, driver.asked))


def main(path, variant, seed, runs):
    with open(path) as file:
        board = layout.Layout(json.load(file))
    if runs:
        timed(board, variant, seed, runs)
        return
    gc.collect()
    start = gc.mem_alloc()
    driver = Driver(board, variant, seed, None)
    gc.collect()
    print("ready %d" % (gc.mem_alloc() - start))
    left = growth_at_rest(driver, 200)
    print("growth %d" % left)
    peak = [0]

    def note():
        gc.collect()
        peak[0] = max(peak[0], gc.mem_alloc())

    played = play(driver, note)
    print("turns %d asked %d" % (played, driver.asked))
    print("outcome %s" % driver.table.outcome[1])
    print("peak %d" % peak[0])
    print("growth-after %d" % growth_at_rest(driver, 200))
    print("imported %s" % imported())
    print("games %s" % " ".join(games.NAMES))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 0)
