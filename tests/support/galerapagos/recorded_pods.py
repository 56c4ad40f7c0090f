"""Pods whose wire, lights and flash are written down at every turn of the board's loop."""

from boardcore.pods.lights import LOCK, STEP
from support.galerapagos.pods import LAYOUT, Room

FIRST_MS = 8000
"""When the first one may touch a button; by then the ballot is open."""
APART_MS = 700
WINDOW_MS = 6000
"""Time for which each castaway chooses, whatever the vote, ms; chosen."""
PRESS_MS, GAP_MS = 60, 160


class Watched(Room):
    """A room in which every loop iteration is written down."""

    def __init__(self):
        super().__init__(bounce_ms=0)
        self.wire = []
        self.lights = []
        self.flash = []
        self.choosing = set()
        self._to_board = b""

    def _every_turn(self):
        super()._every_turn()
        if self.table is None:
            return
        self.wire.append((bytes(self.loop.from_board), bytes(self.loop.to_board)))
        colours = bytearray(self.table.colours)
        for pod in self.choosing:
            at = 3 * LAYOUT.pixel_of_cell[pod]
            colours[at : at + 3] = b"???"
        self.lights.append(bytes(colours))
        self.flash.append((self.store.written, self.store.erases))

    def choose(self, pod, steps, wavers):
        """Schedule one voter: ``steps`` presses within the window, then the lock."""
        start = FIRST_MS + APART_MS * pod
        self.plan(start, lambda: self.choosing.add(pod))
        self.presses(pod, start, steps)
        locked = start + WINDOW_MS
        self.press(LOCK + pod, locked)
        # Masked up to the loop iteration that has seen the button.
        self.plan(locked + 40, lambda: self.choosing.discard(pod))
        if wavers:
            again = locked + 2000
            self.press(LOCK + pod, again)
            self.plan(again + 200, lambda: self.choosing.add(pod))
            self.presses(pod, again + 300, wavers)
            self.press(LOCK + pod, again + 300 + WINDOW_MS)
            self.plan(again + 340 + WINDOW_MS, lambda: self.choosing.discard(pod))

    def presses(self, pod, start, steps):
        for number in range(steps):
            self.press(STEP + pod, start + number * (PRESS_MS + GAP_MS))

    def press(self, cell, at_ms):
        self.plan(at_ms, lambda: self.world.put(cell))
        self.plan(at_ms + PRESS_MS, lambda: self.world.lift(cell))
