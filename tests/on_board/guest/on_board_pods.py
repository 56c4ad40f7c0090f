"""The pods under a microcontroller's Python (one ballot, then rest).

Run by tests/galerapagos/pods/test_board.py as ``micropython on_board_pods.py``, in firmware.
Prints the votes, the bytes that 200 loop iterations at rest leave on the heap, and the bytes
in use.
"""

import gc
import json

from on_board_parts import Store, left_by

from boardcore.layout.layout import Layout
from boardcore.link.identity import Identity
from boardcore.pods.pods import Pods

with open("layouts/pods12.json") as file:
    layout = Layout(json.load(file))


store = Store()
now_ms = (1 << 29) - 1000


def start():
    return Pods(layout, store, Identity("b0", "test", 1, "power-on"), now_ms)


pods = start()


def turns(count):
    global now_ms
    for _ in range(count):
        now_ms = (now_ms + 20) & ((1 << 29) - 1)
        pods.step(now_ms)


def press(sensor):
    pods.readings[sensor] = 1
    turns(5)
    pods.readings[sensor] = 0
    turns(5)


def obey(kind, *fields):
    trouble = pods.execute(kind, fields)
    if trouble:
        raise SystemExit("%s: %s" % trouble)


turns(50)
obey("weather", "hurricane")
obey("open", "t.1a", "9c04d1e2", "00f", "007")
targets = (1, 0, 1, 2)
for pod in range(4):
    while pods._cursors[pod] != targets[pod]:
        press(2 * pod)
    press(2 * pod + 1)
pods = start()
turns(50)
obey("close", "t.1a", "9c04d1e2", "all")
obey("reveal", "t.1a", "9c04d1e2", "00f")
votes = pods.state_fields()[5]
turns(10)

# The board is at rest between two lines that it writes for nobody: quiet stretches only.
pods.link.out_start = 0
pods.link.out_end = 1
turns(10)
left = left_by(turns, 200)
gc.collect()
print(votes, left, gc.mem_alloc())
