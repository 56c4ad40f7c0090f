"""One Hall sensor a cell and a threshold (what counts as a ball, whatever the sensors' offsets)."""

from random import Random

import pytest

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.empty import BLOCK, BLOCKS, Calibrator
from boardcore.sensing.observe.presence import Presence
from boardcore.store.blob import MISMATCH, NONE, VALID
from boardcore.store.hall_cal import MID_SCALE
from support.boards.shipped import data_of
from support.campaign import campaign
from support.rows import for_each
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.spheres import magnets_of

LAYOUT = Layout(data_of("pylos-hall16"))
SENSORS = len(LAYOUT.field.sensor_mm)


def counts(mt):
    """Return what a field adds to the reading of a sensor."""
    return int(mt / LAYOUT.field.mt_per_count)


def board(empty, stored=b""):
    """Return thresholds that have seen this empty board, counts per sensor."""
    presence = Presence(LAYOUT, stored)
    for _ in range(20):
        show(presence, empty)
    return presence


def show(presence, levels):
    presence.counts[:] = type(presence.counts)("H", levels)
    presence.scan()
    return bytes(presence.readings)


@pytest.mark.parametrize("north", [1, -1])
def test_a_ball_is_what_adds_more_than_the_threshold_to_the_empty_board(north):
    """Whichever pole of the bias is up, and whatever each sensor says of an empty board."""
    random = Random(north)
    empty = [MID_SCALE + north * counts(8 + random.uniform(-2, 2)) for _ in range(SENSORS)]
    presence = board(empty)
    assert not any(presence.readings)
    for mt, seen in ((0.55, 0), (0.65, 1), (0.55, 1), (0.45, 0), (1.1, 1), (-0.3, 0)):
        levels = list(empty)
        levels[7] += north * counts(mt)
        assert show(presence, levels)[7] == seen, mt
        assert sum(presence.readings) == seen


def test_a_ball_that_stood_there_at_power_on_is_found_out_once_it_is_lifted():
    """Without a calibration: the sensor reads less than an empty cell can."""
    empty = [MID_SCALE + counts(8)] * SENSORS
    first = list(empty)
    first[3] += counts(1.2)
    presence = board(first)
    assert not any(presence.readings)
    show(presence, empty)
    assert show(presence, first)[3] == 1
    assert not any(show(presence, empty))


def test_a_torn_wire_leaves_what_stood_there_and_is_told():
    empty = [MID_SCALE + counts(8)] * SENSORS
    presence = board(empty)
    presence.unsent = False
    levels = list(empty)
    levels[2] += counts(1.2)
    show(presence, levels)
    levels[2] = 0
    assert show(presence, levels)[2] == 1
    assert presence.unsent
    assert presence.fields(1)[4] == "2:dead"
    assert presence.cells == [LAYOUT.field.cells[2]]
    assert show(presence, empty)[2] == 0
    assert presence.fields(1)[4] == "-"


def test_a_calibration_is_the_empty_board_once_it_is_calm():
    calibrator = Calibrator(LAYOUT, 0)
    random = Random(1)
    levels = [MID_SCALE + counts(random.uniform(7, 9)) for _ in range(SENSORS)]
    for scan in range(BLOCK * (BLOCKS + 2)):
        hand = counts(2.0) if scan == BLOCK + 3 else 0  # a ball passes over a cell
        calibrator.counts[:] = type(calibrator.counts)(
            "H", [level + random.randint(-20, 20) + hand for level in levels]
        )
        calibrator.scan()
        calibrator.step(20 * scan)
    assert calibrator.over
    stored = calibrator.result.encode()
    presence = Presence(LAYOUT, stored)
    assert presence.state == VALID
    off = [abs(a - b) for a, b in zip(calibrator.result.offsets, levels, strict=True)]
    assert max(off) < 12
    show(presence, levels)
    assert not any(presence.readings)  # no scans are spent on an empty board
    assert Presence(Layout(data_of("pylos-hall16") | {"name": "other"}), stored).state == MISMATCH
    assert Presence(LAYOUT, b"").state == NONE


@pytest.mark.parametrize("friction", [0.1, 0.4])
def test_random_pyramids_are_read_without_a_mistake(friction):
    """By the simulator's magnets: offsets, gains, noise, places, friction."""
    from boardcore.pylos import rules as pylos

    for seed in range(campaign(3, 6)):
        magnets = magnets_of(LAYOUT, parameters_of(LAYOUT, friction=friction), Random(seed))
        presence = board(magnets.counts(0.0))
        random, occupied = Random(seed), 0
        for step in range(29):
            free = [c for c in range(pylos.CELLS) if pylos.can_hold(occupied, c)]
            cell = random.choice(free)
            occupied |= 1 << cell
            magnets.put(magnets.given.cells.index(cell))
            show(presence, magnets.counts(1000.0 * step))
            seen = sum(1 << LAYOUT.field.cells[i] for i in range(SENSORS) if presence.readings[i])
            assert seen == occupied & 0xFFFF


@for_each("mt", [0.4, -0.5, -1.1])
def test_a_sphere_that_sticks_is_named_with_what_it_shows(mt):
    """Upside down it is no reason to take the cell for emptier than it was."""
    empty = [MID_SCALE + counts(8)] * SENSORS
    presence = board(empty)
    full, odd = list(empty), list(empty)
    full[7] += counts(1.1)
    odd[7] += counts(mt)
    show(presence, full)
    for _ in range(260):
        assert not any(show(presence, odd))
    word = f"sticks:{LAYOUT.field.cells[7]},shows:"
    more = presence.fields(0)[-1]
    assert more.startswith(word)
    assert abs(int(more[len(word) :]) - 1000 * mt) < 30
    assert show(presence, full)[7]
    assert presence.fields(0)[-1] == "-"
    assert not any(show(presence, empty))
