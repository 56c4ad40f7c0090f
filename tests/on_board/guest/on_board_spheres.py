"""Free magnets under a board's Python with ``ulab``: prints what the sensors feel, in nT.

Run as ``micropython on_board_spheres.py LAYOUT MASK PLACE`` with firmware/lib on the import path:
of the balls of a mask of places, then of what one more ball changes.
"""

import json
import sys

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.linear import Arrays, linear
from boardcore.sensing.observe.field.spheres import COLD, WARM, Spheres

with open(sys.argv[1]) as file:
    given = Layout(json.load(file)).field
mask, place = int(sys.argv[2]), int(sys.argv[3])


def run(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


spheres = Spheres(given.spots, given.places, given.bias, given.moments[0])
before = run(spheres.settle_steps([spheres.none], [mask], COLD))[0]
after = run(spheres.settle_steps([before], [mask | 1 << place], WARM))[0]
matrix, shown, turns = spheres.effects(before, after)
factors, loose = linear.scaled(matrix, [0.1] * len(given.places))
chi2, log_det = linear.misfit(factors, [25.0] * len(given.spots), 2500.0, shown)
print("arrays", int(isinstance(linear, Arrays)))
print("felt", *[int(1000 * value) for value in spheres.felt(before)])
print("shown", *[int(1000 * value) for value in shown])
print("misfit", int(1000 * chi2), int(1000 * log_det), int(loose))
