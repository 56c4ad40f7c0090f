"""A partner on the whole firmware, under a microcontroller's Python: a hint, or no room for it.

Run as ``micropython on_board_partner.py LAYOUT [POSITION [cost]]``, in firmware.  Prints what
``on_board_firmware.py`` prints, then what was lit (a turn, -3 where there was no room), the turns
of the loop until then, and with ``cost`` the most that one step of a thought took, in empty
iterations.
"""

import gc
import sys
import time

from on_board_firmware import firmware

from boardcore.games import ENGINE, module_of
from boardcore.link.wire import pack
from boardcore.ticks import ticks_add
from boardcore.verdicts import YES

MOST = 20000
UNIT_TURNS = 20000
RUNS = 7
"""Thoughts of which each step's quickest counts: this machine may have other work."""

table = firmware.table
now_ms = ticks_add(table._now_ms, 5000)
if len(sys.argv) > 2:
    start = pack(sys.argv[2])
    assert table.execute("new", (table.rules.NAME, "-", "-", start)) is None
    stands = table.tracker.recognizer.expected()
    for sensor in range(len(table.readings)):
        table.readings[sensor] = stands >> table._layout.cell_of_sensor[sensor] & 1
    for _ in range(400):
        now_ms = ticks_add(now_ms, 7)
        table.step(now_ms)
table.button(YES, True, now_ms)
turns = 0
while table.hint == -1 and turns < MOST:
    now_ms = ticks_add(now_ms, 7)
    table.step(now_ms)
    turns += 1
    if turns == 300:
        table.button(YES, False, now_ms)
print(table.hint, turns)
if len(sys.argv) > 3:
    start = time.ticks_us()
    for _ in range(UNIT_TURNS):
        pass
    unit_us = time.ticks_diff(time.ticks_us(), start) / UNIT_TURNS
    least = []
    for _ in range(RUNS):
        steps = module_of(table.rules.NAME, ENGINE).search_steps(table.game, 5, [-1])
        at = 0
        while True:
            start = time.ticks_us()
            try:
                next(steps)
            except StopIteration:
                break
            spent = time.ticks_diff(time.ticks_us(), start)
            if at == len(least):
                least.append(spent)
            least[at] = min(least[at], spent)
            at += 1
        gc.collect()
    print(int(max(least) / unit_us))
