"""Pylos over free magnets without a table (magnets, scans and the decoder)."""

from random import Random

from boardcore.layout.layout import Layout
from boardcore.pylos import cells as pylos
from boardcore.sensing.observe.field.bank import Bank
from support.boards.shipped import data_of
from support.sensing.inner import is_searching
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.spheres import magnets_of

LAYOUT = Layout(data_of("pylos-hall25"))
LEFT = 5000
"""Loop iterations for one slice of the decoder."""


class FreeBoard:
    """Magnets and a decoder; ``do`` lets hands act, and the decoder look for a while."""

    def __init__(self, seed=1, layout=LAYOUT, **truth):
        truth.setdefault("bump", 0.0)
        self.layout = layout
        self.magnets = magnets_of(layout, parameters_of(layout, **truth), Random(seed))
        self.bank = Bank(layout)
        self.decoder = self.bank.decoder
        self.place = {cell: place for place, cell in enumerate(layout.cell_of_sensor)}
        self.now_ms = 0.0
        self.wait()

    def wait(self, scans=24):
        """Let a number of scans pass and the decoder finish."""
        for _ in range(scans):
            self.now_ms += self.layout.scanner["interval_ms"]
            self.bank.counts[:] = self.magnets.counts(self.now_ms)
            self.bank.scan()
            self.bank.work(LEFT)
            while is_searching(self.decoder):
                self.bank.work(LEFT)
        return self

    def do(self, *acts):
        """``acts``: names of cells; one with a minus before it is emptied."""
        self.expect()
        for act in acts:
            self.act(pylos.parse_cell(act.lstrip("-")), act[0] == "-")
        return self.wait()

    def act(self, cell, lifts):
        """Lift a ball, or put one."""
        (self.magnets.lift if lifts else self.magnets.put)(self.place[cell])
        self.magnets.field_mt()

    def expect(self):
        """Let the game expect nothing but what stands; every ball may move."""
        self.decoder.model.expect(self.standing, 0)

    def know(self):
        """Let the players say what stands."""
        self.decoder.confirm(self.standing)
        self.wait()

    @property
    def standing(self):
        return sum(1 << self.layout.cell_of_sensor[place] for place in self.magnets.pieces)

    @property
    def seen(self):
        """The likely sets of balls, the likeliest first."""
        return [mask for mask, _ in self.decoder.posterior]


def built(seed, count, upper=0.5, **truth):
    """Return a board on which a number of balls was put, and its random numbers."""
    board = FreeBoard(seed, **truth)
    random = Random(seed)
    for _ in range(count):
        put(board, random, upper)
    board.decoder.reset_to(board.standing)
    board.wait()
    return board, random


def put(board, random, upper=0.5):
    """Put a ball somewhere, with this probability on the highest level that carries one."""
    free = puts(board.standing)
    if random.random() < upper:
        top = max(pylos.LEVEL[c] for c in free)
        free = [c for c in free if pylos.LEVEL[c] == top]
    board.act(random.choice(free), False)


def puts(occupied):
    """Return the cells on which a ball can be put."""
    return [cell for cell in range(pylos.CELLS) if pylos.can_hold(occupied, cell)]


def lifts(occupied):
    """Return the cells of balls that carry none."""
    return [cell for cell in pylos.cells_of(occupied) if pylos.is_free(occupied, cell)]
