"""Turns of the loop of boards with Hall sensors: none does more than a turn has time for."""

import sys
from pathlib import Path

import pytest

import boardcore
from boardcore.wire import pack
from underboard.layouts import layout_of
from underboard.sim import errands
from underboard.sim.faults import Faults
from underboard.sim.harness import Harness
from underboard.sim.world import World

LIBRARY = str(Path(boardcore.__file__).parent)


class Lines:
    """Counts the lines of the firmware that a call runs: the same in every version of Python,
    within some hundredths, as bytecodes are not."""

    def __init__(self):
        self.now = 0

    def __call__(self, frame, event, argument):
        if event == "call" and not frame.f_code.co_filename.startswith(LIBRARY):
            return None
        if event == "line":
            self.now += 1
        return self

    def counted(self, function):
        def call(*arguments):
            outer = sys.gettrace()
            sys.settrace(self)
            try:
                return function(*arguments)
            finally:
                sys.settrace(outer)

        return call


def lines_of_turns(name, plies):
    """Have hands play so many turns of a game; return the lines of each turn of the loop."""
    layout = layout_of(name)
    world = World(layout, 1, Faults())
    harness = Harness(layout, world)
    table, lines, found = harness.table, Lines(), []
    table.health.scan = lines.counted(table.health.scan)
    table.step = lines.counted(table.step)
    start = errands.random_start(layout.game, "", f"{layout.game} 1")
    if start:
        table.obey("new", (layout.game, "-", "-", pack(start)))
    world.add(errands.play_game(world, 1, layout.game, "", start=start, seed="turns"))
    while table.game.ply < plies and world.actors:
        lines.now = 0
        harness.step()
        found.append(lines.now)
    return found


MOST = [
    # layout, plies, and lines: those of its longest turn (1,084, 1,897, 1,160), and a seventh for
    # other Pythons.  A line is three to six empty turns of a loop.
    ("pylos-hall25", 8, 1250),
    ("apagos-hall64", 8, 2170),
    ("gyges-hall38", 6, 1330),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plies", "most"), MOST)
def test_no_turn_of_the_loop_does_more_than_it_has_time_for(name, plies, most):
    lines = lines_of_turns(name, plies)
    assert len(lines) > 1000
    assert max(lines) < most
