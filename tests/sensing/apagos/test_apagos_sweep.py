"""Apagos on Hall sensors: a board that is swept empty after a game begins the next one."""

import pytest

from support.campaign import campaign
from underboard.deploy.layouts import layout_of
from underboard.referee.tabletop import tabletop_of
from underboard.sim.hands import errands
from underboard.sim.harness import Harness
from underboard.sim.world import World

LAYOUT = layout_of("apagos-hall64")
STEP_MS, SLOW_STEP_MS = 20, 65
"""A turn of the loop, and one of a board that scans in each of them."""
SWEEP_MS = 25000


class Evening:
    """Games one after the other at one board; ``number`` is that of the game on the table."""

    def __init__(self, seed):
        self.seed, self.games = seed, 0
        self.world = World(LAYOUT, seed)
        self.board = Harness(LAYOUT, self.world, variant="standard")
        for _ in range(60):
            self.board.step()

    @property
    def number(self):
        return self.board.table.journal.game[0]

    def play(self):
        seed = f"{self.seed} {self.games}"
        self.games += 1
        self.world.add(errands.play_game(self.world, 0, "apagos", "standard", seed=seed))
        self.board.run()

    def sweep(self):
        before, goes_on = self.number, self.board.table.outcome is None
        self.world.add(errands.sweep(self.world, 1, goes_on))
        for _ in range(SWEEP_MS // SLOW_STEP_MS):
            self.board.step(SLOW_STEP_MS)
            if self.number != before and not self.world.actors:
                break
        return self.number != before

    def set_up(self):
        cells = tabletop_of("apagos").cells(self.board.table.game, LAYOUT)
        self.world.add(errands.arrange(self.world, 1, cells))
        while self.world.actors:
            self.board.step(SLOW_STEP_MS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", campaign([5], [1, 5]))
def test_a_board_that_was_swept_begins_another_game(seed):
    """Balls of two squares that go together hide from each other that all of them went."""
    evening = Evening(seed)
    evening.play()
    for _ in range(3):
        assert evening.sweep()
        evening.set_up()
        evening.play()
