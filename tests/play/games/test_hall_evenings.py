"""Evenings at boards with Hall sensors (several games, and what comes between them).

Hands sweep the board, the power fails, a computer begins a game while pieces lie there.
"""

from itertools import islice
from random import Random

import pytest

from boardcore.games import rules_of
from boardcore.link.wire import pack
from boardcore.store.hall_cal import HallCalibration, layout_crc
from support.campaign import campaign, one_in
from support.sensing.halls import hall_layout
from underboard.sim.hands import commands
from underboard.sim.harness import Harness, MemoryStore
from underboard.sim.world import World

STEP_MS = campaign((20,), (8, 12, 20, 50))
PLIES = campaign(5, 100)
"""Turns of a game at most."""
SOON_MS, NEW_GAME_MS = 3000, 60_000
NOISE = 12.0
"""Raw counts."""


def calibration_of(layout, world):
    """Return the calibration of a board on which nothing lies."""
    found = HallCalibration(len(layout.field.sensor_mm), NOISE, layout_crc(layout))
    found.offsets[:] = world.hall_counts()
    return found.encode()


class Evening:
    """A board whose loop iterations take so long, and hands at it."""

    def __init__(self, name, seed, is_calibrated, step_ms):
        self.layout, self.seed, self.step_ms = hall_layout(name), seed, step_ms
        self.world, self.store = World(self.layout, seed), MemoryStore()
        if is_calibrated:
            self.store.save_cal(calibration_of(self.layout, self.world))
        self.rules, self.played = rules_of(self.layout.game), 0
        self.switch_on()

    def switch_on(self):
        self.board = Harness(self.layout, self.world, self.store, boots=self.played + 1)
        self.wait(SOON_MS)

    def wait(self, ms, until=lambda: False):
        end_ms = self.world.now_ms + ms
        while not until() and self.world.now_ms < end_ms:
            self.board.step(self.step_ms)

    def act(self, hands):
        self.world.add(hands)
        self.wait(10_000_000, lambda: not self.world.actors)

    def begin(self, start=""):
        line = (self.layout.game, self.rules.VARIANTS[0], "-", pack(start))
        assert self.board.table.execute("new", line) is None

    def play(self):
        """Play another game; return what the hands have made, and what the board has."""
        self.played += 1
        name, variant = self.layout.game, self.rules.VARIANTS[0]
        start = commands.random_start(name, variant, f"{self.seed} {self.played}")
        if start:
            self.begin(start)
        game, chance, made = self.rules.Game(variant, (), start), Random(self.played), []
        for turn in islice(commands.random_turns(game, chance), PLIES):
            made.append(self.rules.turn_text(turn))
            game.play_turn(turn)
        self.act(commands.play_game(self.world, 1, name, variant, start=start, turns=made))
        self.wait(SOON_MS)
        return made, [self.rules.turn_text(turn) for turn in self.board.table.game.turns]

    @property
    def has_begun(self):
        """Whether the game on the board is another one than was played."""
        return not self.board.table.game.turns

    def sweep(self):
        """Sweep the board, unless it is empty; return whether it has begun another game."""
        if not self.has_begun:
            is_over = self.board.table.game.outcome()
            self.world.add(commands.sweep(self.world, 2, asks=not is_over))
            self.wait(NEW_GAME_MS, lambda: not self.world.actors and self.has_begun)
        return self.has_begun

    def lift_all(self):
        for cell in sorted(self.world.pieces, reverse=True):
            self.world.lift(cell)
        self.world.advance_to(self.world.now_ms + SOON_MS)


def fail_then_sweep(evening):
    evening.switch_on()
    return evening.sweep()


def sweep_while_off(evening):
    evening.lift_all()
    return fail_then_sweep(evening)


def begin_then_sweep(evening):
    evening.begin()
    evening.act(commands.sweep(evening.world))
    return True


def fail_begin_then_sweep(evening):
    evening.switch_on()
    return begin_then_sweep(evening)


BETWEEN = [Evening.sweep, begin_then_sweep, fail_begin_then_sweep, fail_then_sweep,
           sweep_while_off]  # fmt: skip
HALLS = ["apagos-hall36", "pylos-hall25", "gyges-hall38", "pylos-hall16"]


@pytest.mark.slow
@pytest.mark.parametrize("is_calibrated", campaign([True], [True, False]))
@pytest.mark.parametrize("seed", campaign([300], range(300, 310)))
@pytest.mark.parametrize("name", one_in(2, HALLS))
def test_game_after_game_is_followed_whatever_comes_between(name, seed, is_calibrated):
    evening = Evening(name, seed, is_calibrated, STEP_MS[seed % len(STEP_MS)])
    # Without a calibration nobody knows what an empty board reads, or that it is empty.
    between = BETWEEN if is_calibrated else BETWEEN[: 2 if name == "pylos-hall16" else 4]
    for happens in between:
        made, understood = evening.play()
        assert understood == made, happens
        assert happens(evening), happens
    made, understood = evening.play()
    assert understood == made
