"""Failing (a sensor that stops telling the truth is named, and a good one is not)."""

from array import array
from random import Random

import pytest

from boardcore.sensing.observe.bank import listed
from boardcore.sensing.observe.field.bank import Bank
from boardcore.sensing.observe.field.faults import GOOD, LEFT, NAMES, WINDOW, Failing
from support.campaign import campaign
from support.rows import for_each, rows
from support.sensing.halls import hall_layout
from underboard.sim.faults import Faults
from underboard.sim.world import World

LAYOUTS = {name: hall_layout(name) for name in ("pylos-hall25", "gyges-hall38")}
PYLOS = LAYOUTS["pylos-hall25"]
STEP = 8192 + 16384
"""One of the wide codes of an RP2040's converter."""


def watcher(layout=PYLOS, sensors=0):
    given = layout.field
    noise = given.noise_counts
    return Failing([noise] * (sensors or len(given.sensor_mm)), given.mt_per_count)


def watch(layout, faults, seconds, seed=1, failing=None, world=None):
    """Let a board rest for so long; return who watches it, and the world."""
    world = world or World(layout, seed, faults)
    failing = failing or watcher(layout)
    interval = layout.scanner["interval_ms"]
    for _ in range(int(1000 * seconds / interval)):
        world.advance(interval)
        failing.scan(world.hall_counts())
        failing.judge()
    return failing, world


FAULTS = [
    # what is wrong, faults, what it is called, seconds after which it is known
    ("the wire to ground", Faults(stuck_open={5}), "5:dead", 1),
    ("the wire to the supply", Faults(stuck_closed={5}), "5:dead", 1),
    ("the wire comes off", Faults(open_wire={5: 3000}), "5:dead", 4),
    ("a magnet left beneath", Faults(drifted={5: 30}), "5:range", 1),
    ("it tells the same for ever", Faults(dead={5: 12000}), "5:stuck", 80),
    ("two at once", Faults(stuck_open={2, 7}), "2:dead,7:dead", 1),
    ("none", Faults(), "-", 30),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
@rows(FAULTS, "faults", "text", "seconds")
def test_each_failure_has_its_name(name, faults, text, seconds):
    assert listed(watch(LAYOUTS[name], faults, seconds)[0].words()) == text


def test_windows_are_judged_where_each_iteration_has_a_scan():
    """A slow loop never comes to a look without one: counts of a window ran over, at the end."""
    bank = Bank(PYLOS)
    for _ in range(3 * WINDOW):
        bank.scan()
        assert not bank.watch(0)


def test_a_wire_that_comes_off_is_known_in_half_a_second():
    assert watch(PYLOS, Faults(stuck_open={5}), 0.6)[0].fresh


@pytest.mark.slow
def test_what_works_again_is_good_again():
    failing, world = watch(PYLOS, Faults(stuck_open={5}), 2)
    world.faults.stuck_open.clear()
    assert listed(watch(PYLOS, None, 30, failing=failing, world=world)[0].words()) == "-"


@pytest.mark.slow
@pytest.mark.parametrize("name", LAYOUTS)
def test_an_hour_of_rest_brings_no_false_alarm(name):
    """Two minutes in the suite."""
    assert listed(watch(LAYOUTS[name], Faults(), campaign(120, 3600), seed=4)[0].words()) == "-"


def scans(failing, sigma, count, at=32768, seed=1):
    random = Random(seed)
    for _ in range(count):
        failing.scan(array("H", [int(random.gauss(at, s)) for s in sigma]))
        failing.judge()


@for_each("sigma", [4, 12, 40])
def test_noise_that_is_not_as_promised_is_learnt(sigma):
    failing = watcher(sensors=4)
    scans(failing, [sigma] * 4, 12 * WINDOW)
    assert listed(failing.words()) == "-"
    scans(failing, [sigma] * 3 + [sigma * 0.6], 12 * WINDOW)
    assert listed(failing.words()) == "3:stuck"


def test_hands_at_power_on_make_no_quiet_sensor_seem_stuck():
    failing = watcher(sensors=4)
    scans(failing, [36, 36, 36, 12], WINDOW + 9)
    assert listed(failing.words()) == "-"


def test_where_the_converter_has_a_wide_code_nobody_is_called_stuck():
    failing = watcher(sensors=4)
    scans(failing, [12] * 4, WINDOW)
    scans(failing, [0] * 4, 4 * WINDOW, at=STEP + 20)
    assert listed(failing.words()) == "-"
    scans(failing, [0] * 4, 4 * WINDOW, at=STEP + 2000)
    assert listed(failing.words()) == "0:stuck,1:stuck,2:stuck,3:stuck"


def test_hands_make_no_sensor_seem_lively():
    failing = watcher(sensors=4)
    scans(failing, [12] * 4, WINDOW)
    usual = list(failing._usual)
    for turn in range(40):
        scans(failing, [12] * 4, 10, at=30000 + 300 * (turn % 9), seed=turn)
    assert list(failing._usual) == pytest.approx(usual, rel=0.6)


def test_a_sensor_that_the_calibration_left_out_is_told_and_not_watched():
    failing = Failing([12, 0, 12], 0.0008)
    assert list(failing.states) == [GOOD, LEFT, GOOD]
    assert listed(failing.words()) == "1:left"
    failing.scan(array("H", [32768, 40000, 32768]))
    assert not failing.fresh


def test_of_very_many_the_last_are_counted():
    failing = Failing([0] * 38, 0.0008)
    words = listed(failing.words()).split(",")
    assert (words[0], words[-1], len(words)) == ("0:left", "+26", 13)
    assert set(NAMES) == {"good", "left", "dead", "range", "stuck"}
