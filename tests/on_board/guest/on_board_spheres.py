"""Free magnets under a board's Python with ``ulab``: prints what the sensors feel, in nT.

Run as ``micropython on_board_spheres.py LAYOUT MASK PLACE`` with firmware/lib on the import path:
of the balls of a mask of places, then of what one more ball changes, and what that costs.
"""

import json
import sys

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.field import Field
from boardcore.sensing.observe.field.linear import misfit
from boardcore.sensing.observe.field.spheres import COLD, WARM, Spheres
from boardcore.store.hall_cal import HallCalibration

with open(sys.argv[1]) as file:
    layout = Layout(json.load(file))
given = layout.field
mask, place = int(sys.argv[2]), int(sys.argv[3])


def run(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


spheres = Spheres(given.sensor_mm, given.places, given.bias, given.moments[0])
before = run(spheres.settle_steps([spheres.none], [mask], COLD))[0]
after = run(spheres.settle_steps([before], [mask | 1 << place], WARM))[0]
matrix, shown, turns = spheres.effects(before, after)
factors = 0.1 * matrix
chi2, log_det = misfit(factors, [25.0] * len(given.sensor_mm), 2500.0, shown)
print("felt", *[int(1000 * value) for value in spheres.felt(before)])
print("shown", *[int(1000 * value) for value in shown])
print("misfit", int(1000 * chi2), int(1000 * log_det))

seen = Field(layout, HallCalibration(len(given.sensor_mm), given.noise_counts))
state = 0
for at in range(len(given.places)):
    state |= (mask >> at & 1) << given.cells[at]
put, noise = (1, place, 1), [25.0] * len(given.sensor_mm)
noise[3] = 1e10
seen.look_at(shown, noise)
seen.begin_steps()
lifts = [(-1, at, 1) for at in range(len(given.places)) if mask >> at & 1]
groups = seen.groups(state, [lifts, [put]])
near = run(seen.bound_steps(seen.residual(state, ()), groups[1], 0, 250.0))
costs = [run(seen.cost_steps(state, changes, state, False)) for changes in ((put,), ())]
costs[1] = run(seen.sticks_steps(state, put))
print("costs", len(near), *[int(1000 * cost) for cost in costs])
print("apart", int(1000 * seen.distance((put,), (lifts[0],))))
