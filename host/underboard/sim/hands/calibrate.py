"""Simulated hands that carry one piece to the lit cell of a calibration.

They know nothing but what the pixels show: amber asks for the piece, red wants it off, and blue
asks for a sheet of paper under a foot of a plate on load cells.
"""

from underboard.sim.hands.light_reader import colour_of
from underboard.sim.world import Actor, World

LOOK_MS = 200
"""Time between two looks at the lights, ms; chosen."""
CARRY_MS = (300, 900)
"""Time from one cell to the next; chosen."""
AWAY_MS = 4000
"""Time without amber or red after which the calibration is over."""
START_MS = 60000
"""Time for which the hands wait for the first light."""


def follow(world: World, number: int = 0, kind: int = 0, skip: tuple[int, ...] = ()) -> Actor:
    """Carry a piece of this kind, 0 for the largest, until no light asks any more.

    ``skip``: the how-manieth cells, from 0, for which they press "next" instead.
    """
    layout = world.layout
    lowest = list(layout.cell_of_sensor)
    if layout.scale:
        kind = kind or len(layout.scale.masses)
        lowest = [layout.cell_of_sensor[place] for place in layout.scale.calibration_cells]
    elif layout.sensing != "threshold":
        kind = kind or len(layout.field.moments)
        low = min(place[2] for place in layout.field.places)
        both = zip(layout.cell_of_sensor, layout.field.places)
        lowest = [cell for cell, place in both if place[2] < low + 1]
    held: int | None = None
    paper = False
    idle = put = asked = 0
    last = -1
    while idle < (AWAY_MS if asked else START_MS):
        amber, red = wanted(world, lowest)
        if amber >= 0 and amber != last:
            if asked in skip:
                asked += 1
                world.press("next")
                yield 120
                world.release("next")
                yield 600
                continue
            if held is not None:
                world.lift(held)
                yield world.random.uniform(*CARRY_MS)
            last = held = amber
            world.put(held, kind)
            asked += 1
            put += 1
        elif amber < 0 and red >= 0 and held is not None:
            world.lift(held)
            held, last = None, -1
        elif world.plate and paper != (wanted_blue(world, lowest) or paper and red < 0):
            paper = not paper
            yield world.random.uniform(*CARRY_MS)
            world.plate.slip_paper(paper)
        idle = 0 if amber >= 0 or red >= 0 else idle + LOOK_MS
        yield LOOK_MS
    world.tell({"event": "hands-done", "number": number, "put": put})


def wanted(world: World, cells: list[int]) -> tuple[int, int]:
    """Return the cells that are lit in amber and in red, -1 for none."""
    amber = red = -1
    for cell in cells:
        r, g, b = colour_of(world.layout, world.colours, cell)
        if r > 20 and not b and g > r // 4:
            amber = cell
        elif r > 20 and not b:
            red = cell
    return amber, red


def wanted_blue(world: World, cells: list[int]) -> bool:
    """Return whether any of the cells is lit in blue."""
    colours = [colour_of(world.layout, world.colours, cell) for cell in cells]
    return any(blue > green + 10 for _, green, blue in colours)
