"""Buttons (the driver over the stand-in for keypad)."""

from boardio import wiring
from boardio.buttons import Buttons
from support.machine.stand_ins import hardware, limit_events, matrix_layout, pico_of
from underboard.sim.faults import Faults

YES, NEXT = 0, 1


class Bench:
    """A board with its buttons; keeps what a table would be told."""

    def __init__(self, held=()):
        self.layout = matrix_layout()
        self.pico = pico_of(self.layout, Faults(bounce_ms=3))
        for name in held:
            self.pico.world.press(name)
        self.pico.run_to(50)
        modules = hardware("keypad")
        self.keys = wiring.buttons(self.layout, modules)
        self.buttons = Buttons(self.keys, 2, modules.keypad.Event())
        self.told = []

    def button(self, number, down, now_ms):
        self.told.append((number, down, now_ms))

    def drain(self, after_ms=50):
        self.told = []
        self.pico.run_to(self.pico.world.now_ms + after_ms)
        self.buttons.drain(self, self.pico.clock())
        return [(number, down) for number, down, _ in self.told]


def test_a_press_is_one_down_and_one_up():
    bench = Bench()
    assert bench.drain() == []
    bench.pico.world.press("yes")
    assert bench.drain() == [(YES, True)]
    assert bench.told[0][2] == bench.pico.clock()
    assert bench.drain() == []
    bench.pico.world.release("yes")
    assert bench.drain() == [(YES, False)]


def test_both_buttons_are_told_apart():
    bench = Bench()
    bench.drain()
    bench.pico.world.press("next")
    bench.pico.world.press("yes")
    assert sorted(bench.drain()) == [(YES, True), (NEXT, True)]


def test_a_button_held_at_power_on_is_down():
    bench = Bench(held=["next"])
    bench.drain(0)
    assert bench.drain() == [(NEXT, True)]


def test_after_an_overflow_nothing_stays_down_that_is_up():
    bench = Bench()
    bench.drain()
    bench.pico.world.press("yes")
    assert bench.drain() == [(YES, True)]
    limit_events(bench.keys.events, 2)
    for _ in range(3):
        bench.pico.world.release("yes")
        bench.pico.run_to(bench.pico.world.now_ms + 50)
        bench.pico.world.press("yes")
        bench.pico.run_to(bench.pico.world.now_ms + 50)
    bench.pico.world.release("yes")
    assert bench.drain() == [(YES, False)]
    assert bench.drain() == []
    bench.pico.world.press("yes")
    assert bench.drain() == [(YES, True)]


def test_after_an_overflow_a_button_still_down_is_told_again():
    bench = Bench()
    bench.drain()
    limit_events(bench.keys.events, 1)
    bench.pico.world.press("yes")
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    bench.pico.world.press("next")
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    limit_events(bench.keys.events, 64)
    bench.drain(0)
    assert sorted(bench.drain()) == [(YES, True), (NEXT, True)]
