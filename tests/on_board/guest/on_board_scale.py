"""A board on load cells under a microcontroller's Python: a game by weight, and memory.

Run as ``micropython on_board_scale.py LAYOUT`` with firmware/lib on the import path and the
folder ``firmware`` as the working directory.  Prints lines of ``name value``.
"""

import gc
import sys

from on_board_parts import Store

from boardio.start import config

layout = config.read_layout(sys.argv[1])
del config

from boardcore import games  # noqa: E402
from boardcore.link.identity import Identity  # noqa: E402
from boardcore.ticks import ticks_add  # noqa: E402
from boardio.start.unload import unload_startup  # noqa: E402

unload_startup()
STEP_MS = 20
RULES = games.rules_of(layout.game)
GAMES = {
    "pylos": "a2 b4 c2 d1 a1 b2 d2 d3 c1 b1 d2-f1 b4-e1 c4 a3 c3 b3 c3-e2 d2 c4-g1 c4 b4 d4 c3 f3 "
    "g3 a4 f2 e3 g2xf2,e2 e2 f2xg3,g2 e1-h2 g2xg1,f1 d4-g1 d4 g3",
    "apagos": "B2 W3 B3 4>3 W1 W2 2>1 W2 B2 3>1 W1 B3 B1 W2 W2 B4 B4 W4 W4",
    "gyges": "1e1 1a2 2b2 2f2 3e2 3f1 1d6 1b5 2a6 2f5 3e5 3b6 e1-d2 b6xb5>d4 f1-N",
}
"""A whole game, with raises and balls taken back, with balls that go down, or a boxed ring."""


def changes_of_pylos(game, turn):
    changes = [(1, RULES.turn_goal(turn), 1)]
    changes += [(-1, cell, 1) for cell in RULES.turn_takes(turn)]
    if RULES.turn_start(turn) != RULES.NONE:
        changes.insert(0, (-1, RULES.turn_start(turn), 1))
    return changes


def changes_of_gyges(game, turn):
    if turn & RULES.PLACE:
        return [(1, turn & 63, turn >> 6 & 3)]
    start, goal, drop = RULES.turn_origin(turn), RULES.turn_landing(turn), RULES.turn_drop(turn)
    size, other = game.cells[start], game.cells[goal]
    changes = [(-1, start, size), (1, goal, size)]
    if drop != RULES.NONE:
        changes.insert(1, (-1, goal, other))
        changes.append((1, drop, other))
    return changes


SQUARES = [50.0, 53.65, 57.25, 58.0]
"""What the squares of Apagos weigh, g, from the lowest level up: never alike with any balls."""


def changes_of_apagos(game, turn):
    goal = RULES.goal_level(turn)
    slots = [9 * level + 4 for level in range(4)]
    if not RULES.is_put(turn):
        return [(-1, slots[RULES.start_level(turn)], 1), (1, slots[goal], 1)]
    changes = [(-1, layout.scale.cells[4 + RULES.put_colour(turn)], 1), (1, slots[goal], 1)]
    if RULES.climbs(turn):
        up = goal + 1
        low = SQUARES[goal] + BALL * (1 + game.white[goal] + game.black[goal])
        high = SQUARES[up] + BALL * (game.white[up] + game.black[up])
        changes += [(-1, slots[goal], low), (-1, slots[up], high)]
        changes += [(1, slots[goal], high), (1, slots[up], low)]
        SQUARES[goal], SQUARES[up] = SQUARES[up], SQUARES[goal]
    return changes


BALL = layout.scale.masses[0]
CHANGES = {"pylos": changes_of_pylos, "apagos": changes_of_apagos, "gyges": changes_of_gyges}


class Cells:
    """Four load cells with some noise; forces are those of a stiff plate."""

    def __init__(self, scale):
        self.scale = scale
        self.seed = 1
        self.values = [0.0, 0.0, 0.0]

    def change(self, sign, cell, kind):
        x, y = self.scale.places[list(self.scale.cells).index(cell)]
        # A kind, or what a square weighs with its balls.
        mass = kind if isinstance(kind, float) else self.scale.masses[kind - 1]
        mass += self.noise() / 4000
        for row, value in enumerate((1.0, x, y)):
            self.values[row] += sign * mass * value

    def noise(self):
        self.seed = (self.seed * 1103 + 12345) % 65536
        return self.seed % 129 - 64

    def sample(self, cell):
        x, y = self.scale.sensor_mm[cell]
        weight, mx, my = self.values
        # Feet are as far from the middle on both sides.
        load = weight / 4 + mx / (4 * x) + my / (4 * y)
        return int(load * self.scale.counts_per_g) + self.noise()


class Board:
    """The table, its load cells and the time."""

    def __init__(self):
        self.now_ms = 1000
        self.table = games.table_of(layout)(
            layout, Store(), Identity("simulated", "test", 1, "power-on"), self.now_ms
        )
        self.cells = Cells(layout.scale)
        self.samples = [[0, 0], [0, 0], [0, 0], [0, 0]]

    def rest(self, ms):
        table = self.table
        for _ in range(ms // STEP_MS):
            self.now_ms = ticks_add(self.now_ms, STEP_MS)
            for cell in range(4):
                for _ in range(2):
                    table.sample_sink.take(cell, self.cells.sample(cell), self.now_ms)
            table.step(self.now_ms)

    def still(self, steps):
        """Let the board rest with the same samples over and over: nothing is allocated here."""
        table, samples, now_ms = self.table, self.samples, self.now_ms
        for _ in range(steps):
            now_ms += STEP_MS
            for cell in range(4):
                table.sample_sink.take(cell, samples[cell][0], now_ms)
                table.sample_sink.take(cell, samples[cell][1], now_ms)
            table.step(now_ms)
        self.now_ms = now_ms


def main():
    gc.collect()
    print("imported", gc.mem_alloc())
    board = Board()
    unload_startup()
    board.rest(2000)
    if layout.game == "apagos":
        # A rack alone might be the last thing that was missing; with a square nothing else fits.
        racks = [(1, cell, 10 * BALL) for cell in layout.scale.cells[4:]]
        squares = [(1, 9 * level + 4, SQUARES[level]) for level in range(4)]
        for change in squares[:1] + racks + squares[1:]:
            board.cells.change(*change)
            board.rest(800)
    game = RULES.Game()
    peak = 0
    for text in GAMES[layout.game].split():
        turn = RULES.parse_turn(text)
        for sign, cell, kind in CHANGES[layout.game](game, turn):
            board.cells.change(sign, cell, kind)
            board.rest(800)
            gc.collect()
            peak = max(peak, gc.mem_alloc())
        board.rest(5000)
        game.play_turn(turn)
        if board.table.game.key() != game.key():
            raise SystemExit("%s was not understood" % text)
    print("turns", len(game.turns))
    print("peak", peak)
    for cell in range(4):
        for at in range(2):
            board.samples[cell][at] = board.cells.sample(cell)
    board.still(400)
    gc.collect()
    before = gc.mem_alloc()
    board.still(50)
    print("at_rest", gc.mem_alloc() - before)


main()
