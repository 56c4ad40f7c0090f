"""A board with Hall sensors under a microcontroller's Python: at rest, and through a calibration.

Run as ``micropython on_board_hall.py LAYOUT`` with firmware/lib on the import path.  Pieces are
no more than numbers here: what is measured is room.  Prints lines of ``name value``.
"""

import gc
import json
import sys

from boardcore.games import load_first

LAYOUT = sys.argv[1]
SCAN_MS = 60


def read(path):
    with open(path) as file:
        return json.load(file)


def without(data, keys):
    return {key: data[key] for key in data if key not in keys}


GAME = read(LAYOUT)["game"]
for _ in load_first(GAME):
    gc.collect()

from boardcore.layout import layout as layouts  # noqa: E402
from boardcore.link.identity import Identity  # noqa: E402
from boardcore.play.tables.halls import HallTable  # noqa: E402

gc.collect()


class Store:
    """Flash that is erased, and keeps a calibration."""

    size = 3592

    def __init__(self):
        self.calibration = b""

    def load_cal(self):
        return self.calibration

    def save_cal(self, data):
        self.calibration = data

    def read(self, start, end):
        return b"\xff" * (end - start)

    def append(self, at, data):
        pass

    def rewrite(self, data):
        pass


class Noise:
    """Numbers that look like noise; a board has no ``random``."""

    def __init__(self):
        self._state = 1

    def next(self):
        total = 0
        for _ in range(4):
            self._state = (self._state * 1103 + 12345) % 65536
            total += self._state
        return (total - 131070) // 3300


def told(name, value):
    print(name, value)


peak = before = 0


def watch():
    global peak
    gc.collect()
    peak = max(peak, gc.mem_alloc())


data = without(read(LAYOUT), ("build",))
board = layouts.Layout(data)
board.data = without(board.data, ("sensors", "places", "pixels"))
noise = Noise()
store = Store()
table = HallTable(board, store, Identity("b", "0", 1, "power_on"), 0)
told("empty", gc.mem_alloc())
now_ms = 0
scans = 0


def is_over():
    """Return True if there is a lesson, and it has ended."""
    lesson = table.link.calibrator
    return lesson is not None and lesson.is_over(now_ms)


def scan():
    """Let one scan of the empty board pass."""
    global now_ms, scans
    counts = table.sample_sink.counts
    for i in range(len(counts)):
        counts[i] = 32768 + int(noise.next())
    table.sample_sink.scan()
    for _ in range(SCAN_MS // 5):
        now_ms += 5
        if is_over():
            table.link.disconnect()
        else:
            (table.link.calibrator or table).step(now_ms)
        if scans % 8 == 0:
            watch()
    scans += 1


for _ in range(60):
    scan()
gc.collect()
told("at-rest", gc.mem_alloc())
told("peak-at-rest", peak)
gc.disable()
before = gc.mem_alloc()
for _ in range(200):
    table.step(now_ms)
told("growth", gc.mem_alloc() - before)
gc.enable()
peak = 0
table.start_calibration(9000)
watch()
told("calibration", gc.mem_alloc())
while table.link.calibrator is not None and scans < 4000:
    scan()
gc.collect()
told("at-rest-again", gc.mem_alloc())
told("peak", peak)
told("calibration", " ".join([str(field) for field in table.health_fields()]))
told("kept", len(store.calibration))
