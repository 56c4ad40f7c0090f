"""Gygès at the table under a microcontroller's Python: a whole game, and how soon lights answer.

Run as ``micropython on_board_gyges.py LAYOUT game SEED``, or with a large heap, because this
file takes room, too, ``... LAYOUT lift [RUNS]``, ``... LAYOUT hardest`` or ``... LAYOUT ways``;
firmware/lib is on the import path.  A driver in this file sets the readings as hands would,
and answers the questions by looking into the table.  Prints lines of ``name value``.  No
pytest here, and nothing a board lacks.
"""

import gc
import json
import sys
import time

from on_board_parts import Store

from boardcore import games, verdicts
from boardcore.gyges import rules as gyges
from boardcore.gyges.movegen import MoveGen
from boardcore.gyges.reach import LAND, RING, Reach
from boardcore.gyges.turns import asked_size
from boardcore.layout import layout
from boardcore.lights import cues
from boardcore.link.identity import Identity
from boardcore.link.wire import pack
from boardcore.play.tables import buttons
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
    """Hands that play what they are told and know what they mean."""

    def __init__(self, board, seed):
        self._seed = seed
        self.now_ms = (1 << 29) - 65000
        identity = Identity("on-board", "test", 1, "power-on")
        self.table = switched.SwitchTable(board, Store(), identity, self.now_ms)
        self.cells = board.cell_of_sensor
        self.asked = 0
        self.wait(400)

    def pick(self, count):
        self._seed = (self._seed * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._seed >> 8) % count

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

    def push(self, button):
        self.table.button(button, 1, self.now_ms)
        self.wait(100)
        self.table.button(button, 0, self.now_ms)
        self.step()

    def turn(self, turn):
        """Play one turn, and answer what the board asks."""
        ply = self.table.game.ply
        if turn & gyges.PLACE:
            self.hand(turn & 63, 1)
        else:
            origin, landing = gyges.turn_origin(turn), gyges.turn_landing(turn)
            drop = gyges.turn_drop(turn)
            self.hand(origin, 0)
            if drop != gyges.NONE:
                self.hand(landing, 0)
            self.hand(landing, 1)
            if drop != gyges.NONE:
                self.hand(drop, 1)
        self.wait(700)
        self._answer(turn, ply)
        if self.table.game.turns[ply:] != [turn]:
            raise ValueError(
                "%s: %s played, %s understood"
                % (
                    self.table.game.position_text(),
                    gyges.turn_text(turn),
                    [gyges.turn_text(t) for t in self.table.game.turns[ply:]],
                )
            )

    def _answer(self, turn, ply):
        for _ in range(4000):
            if self.table.game.ply != ply:
                return
            question = self.table.tracker.question
            if question is not None:
                self.asked += 1
                meant = self.table.tracker.recognizer.answers(turn, question.part, question.chosen)
                self.push(verdicts.YES if question.answer in meant else verdicts.NEXT)
            elif self.table.tracker.offer:
                self.asked += 1
                wanted = self.table.tracker.offer == verdicts.OFFER_TURN
                self.push(verdicts.YES if wanted else verdicts.NEXT)
            else:
                self.step()

    def undo(self):
        """Take back one turn with the long press, and follow the lights."""
        self.table.button(verdicts.NEXT, 1, self.now_ms)
        self.wait(buttons.LONG_PRESS_MS + 40)
        self.table.button(verdicts.NEXT, 0, self.now_ms)
        self.wait(400)
        for _ in range(12):
            verdict = self.table.tracker.verdict
            if verdict == verdicts.AT_REST:
                return
            shown, target = self.table.tracker.observed, self.table.tracker.target
            for cell in range(38):
                if (shown & ~target) >> cell & 1:
                    self.hand(cell, 0)
                    break
            else:
                for cell in range(38):
                    if (target & ~shown) >> cell & 1:
                        self.hand(cell, 1)
                        break
            self.wait(400)
        raise ValueError("the lights lead nowhere after an undo")


def choose(game, driver):
    """Return a random turn; of the set-up one that the lights ask for; no goal too soon.

    Not out of the list of all turns: on a board nobody makes one.
    """
    if game.setup:
        size = asked_size(game)
        turns = [turn for turn in game.legal_turns() if turn >> 6 & 3 == size]
        return turns[driver.pick(len(turns))]
    while True:
        origins = game.origins()
        origin = origins[driver.pick(len(origins))]
        marks = Reach(game, origin).run().marks
        goal = game.goal(game.side)
        if marks[goal] & LAND and game.ply > 40:
            return gyges.make_turn(origin, goal)
        ends = [cell for cell in range(36) if marks[cell] & (LAND | RING)]
        if ends:
            landing = ends[driver.pick(len(ends))]
            if marks[landing] & LAND:
                return gyges.make_turn(origin, landing)
            drops = game.drops(origin)
            return gyges.make_turn(origin, landing, drops[driver.pick(len(drops))])


def play(driver, each_turn):
    """Play a random game to its end, with an undo now and then; return the turns."""
    played = 0
    while driver.table.outcome is None:
        driver.turn(choose(driver.table.game, driver))
        played += 1
        each_turn()
        if played % 9 == 0 and driver.table.outcome is None:
            driver.undo()
            each_turn()
    return played


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


def empty_turns(n):
    for _ in range(n):
        pass


def unit_ns():
    """Return what one empty loop iteration takes now: this machine has other work, too."""
    least = 1 << 29
    for _ in range(5):
        start = time.ticks_us()
        empty_turns(20000)
        least = min(least, time.ticks_diff(time.ticks_us(), start))
    return least / 20


def whole_game(board, seed):
    gc.collect()
    start = gc.mem_alloc()
    driver = Driver(board, seed)
    gc.collect()
    print("ready %d" % (gc.mem_alloc() - start))
    print("growth %d" % growth_at_rest(driver, 200))
    peak = [0]

    def note():
        gc.collect()
        peak[0] = max(peak[0], gc.mem_alloc())

    played = play(driver, note)
    print("turns %d asked %d" % (played, driver.asked))
    print("outcome %s" % driver.table.outcome[1])
    print("peak %d" % peak[0])
    print("growth-after %d" % growth_at_rest(driver, 200))
    print("imported %s" % " ".join(sorted([name for name in sys.modules])))
    print("games %s" % " ".join(games.NAMES))


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
    """Lift a ring at the very moment when a position stands; time each loop iteration.

    The first is that which believes the switch; until then nothing is worked out.
    Return microseconds to the first lights and to all, the longest loop iteration while
    lights were missing, and how many there were.
    """
    lay(driver, text)
    board = driver.table
    recognizer = board.tracker.recognizer
    # All that was found out meanwhile is forgotten: the hand is quicker than the board.
    recognizer._move_gen = MoveGen(board.game)
    driver.stand(origin, 0)
    gc.collect()
    gc.disable()
    first, total, longest, steps = -1, 0, 0, 0
    before = board.tracker.observed
    while first < 0 or recognizer.busy:
        driver.now_ms = ticks_add(driver.now_ms, STEP_MS)
        link = board.link
        link.sent(link.out_end - link.out_start)
        start = time.ticks_us()
        board.step(driver.now_ms)
        took = time.ticks_diff(time.ticks_us(), start)
        if board.tracker.observed == before:
            continue  # not believed yet: contacts may bounce
        total += took
        steps += 1
        longest = max(longest, took)
        if first < 0 and [cue for cue in board.frame.cues if cue in LIT]:
            first = total
    gc.enable()
    check_lights(driver, text, origin)
    return first, total, longest, steps


def hardest(board):
    """Print what the longest searches known keep in memory meanwhile."""
    driver = Driver(board, 1)
    driver.pixel_of_cell = board.pixel_of_cell
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


def reactions(board, runs, vectors):
    """Print for each vector and ring what the lights cost, in empty loop iterations."""
    driver = Driver(board, 1)
    driver.pixel_of_cell = board.pixel_of_cell
    for name, text in vectors:
        game = gyges.Game("standard", (("study", "on"),), text)
        for origin in game.origins():
            least = [1 << 29] * 3
            steps = 0
            for _ in range(runs):
                unit = unit_ns()
                costs = lift(driver, text, origin)
                steps = costs[3]
                for i in range(3):
                    least[i] = min(least[i], int(1000 * costs[i] / unit))
            print(
                "lift %s %s first %d all %d longest %d steps %d"
                % (
                    name.replace(" ", "-"),
                    gyges.cell_text(origin),
                    least[0],
                    least[1],
                    least[2],
                    steps,
                )
            )


def ways(board):
    """Print what the lights of a way leave on the heap while they are shown, and after."""
    driver = Driver(board, 1)
    trouble = driver.table.execute("path", ("on",))
    if trouble:
        raise ValueError(trouble)
    lay(driver, VECTORS[0][1])
    driver.turn(gyges.make_turn(gyges.parse_cell("c1"), gyges.parse_cell("e3")))
    shown = growth_at_rest(driver, 1000)
    lit = [cue for cue in driver.table.frame.cues if cue == cues.PATH]
    print("shown %d cells %d" % (shown, len(lit)))
    print("after %d" % growth_at_rest(driver, 1000, 14000))


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        description = layout.Layout(json.load(file))
    if sys.argv[2] == "game":
        whole_game(description, int(sys.argv[3]))
    elif sys.argv[2] == "hardest":
        hardest(description)
    elif sys.argv[2] == "ways":
        ways(description)
    else:
        reactions(description, int(sys.argv[3]) if len(sys.argv) > 3 else 5, VECTORS)
