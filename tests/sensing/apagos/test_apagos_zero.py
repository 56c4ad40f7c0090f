"""Apagos on Hall sensors: what sensors tell without a square grows old, and is learnt anew."""

import pytest

from boardcore.apagos.hall.decoder import Decoder
from boardcore.apagos.hall.slot import SCANS, SCANS_AGED, SCANS_MOST
from support.sensing.ramp import FIVE, LAYOUT, ONE, SEVEN, THREE, Bench

DRIFT_MT = 0.15
"""Of a whole evening: a microtesla per root second (firmware/docs/fields.md, section 9)."""


def long_rest(seed=1):
    """Return a board that has rested for long before its squares were laid."""
    bench = Bench(seed)
    words = clear(bench, 0.0, 60)
    for slot in range(4):
        bench.lay(slot, words[slot])
    bench.rest(24)
    return bench


def clear(bench, drift_mt=DRIFT_MT, scans=24):
    """Clear the ramp for a second and a half, long after it was empty last."""
    words = list(bench.words)
    bench.magnets._walk += drift_mt
    for slot in range(4):
        bench.lift(slot)
    bench.rest(scans)
    return words


def off_ut(bench, slot):
    """How far the zero of each sensor of a slot lies beside what it tells now, empty."""
    one = bench.decoder.slots[slot]
    bench.magnets.settle(bench.now_ms)
    levels = bench.magnets.levels(bench.now_ms)
    return [
        abs(one.zero[i] / 16 - 16 * levels[one.sensors[i]]) * one.scales[i] / 2
        for i in range(one.count)
    ]


def test_a_ramp_that_is_cleared_tells_its_zero_anew():
    bench = long_rest()
    clear(bench)
    for slot in range(4):
        assert max(off_ut(bench, slot)) < 30, "150 is how far they have drifted"


def test_a_zero_is_known_less_well_under_a_square():
    bench = long_rest()
    assert {slot.zero_scans for slot in bench.decoder.slots} == {SCANS_AGED}
    clear(bench)
    assert all(SCANS_AGED <= slot.zero_scans <= SCANS_MOST for slot in bench.decoder.slots)


def test_what_players_say_of_a_square_ends_a_thought_about_it():
    bench = Bench(3)
    bench.put("4a", 1)
    bench.put("4e", 2)
    decoder = bench.decoder
    decoder.slots[3].contents.astray = True
    # It is thought about in which holes they lie, when somebody says that there is only one.
    for _ in range(200):
        decoder.work()
        if decoder._thoughts.going:
            break
        bench.now_ms += 60
        decoder.counts[:] = bench.magnets.counts(bench.now_ms)
        decoder.scan()
    for _ in range(6):
        decoder.work()
    assert decoder._thoughts.going
    decoder.settle(3, 0, 1)
    for _ in range(500):
        decoder.work()
    kinds = decoder.readings[27:36]
    assert (kinds.count(1), kinds.count(2)) == (0, 1)


@pytest.mark.parametrize(("seed", "slot"), [(230, 2), (657, 0), (885, 1), (1010, 2)])
def test_sensors_that_stand_far_off_are_no_square(seed, slot):
    """Offsets of 1 mT each look like a weak square once in 1,400 slots; then one is laid."""
    bench = Bench(seed, faces=())
    assert not bench.told(slot)[0]
    for level, face in enumerate((ONE, THREE, FIVE, SEVEN)):
        bench.lay(level, bench.decoder.faces.words[face])
    bench.rest(24)
    assert [bench.told(level)[0] for level in range(4)] == [ONE, THREE, FIVE, SEVEN]
    assert bench.decoder.slots[slot].zero_scans


def test_where_squares_lay_is_forgotten_when_none_lies_there():
    bench = Bench(1)
    squares = bench.decoder._squares
    words = clear(bench, 0.0)
    assert not squares.rises(ONE, 1), "it lay one level lower, but in another game"
    for slot in range(4):
        bench.lay(slot, words[slot])
    bench.rest(24)
    bench.lift(0)
    bench.rest(8)
    assert squares.rises(ONE, 1), "the others still lie there"


def test_slots_are_looked_at_though_each_turn_has_scans_to_work_up():
    decoder = Decoder(LAYOUT)
    for i in range(len(decoder.counts)):
        decoder.counts[i] = 32768
    for _ in range(12):
        for _ in range(SCANS):
            decoder.scan()
        decoder.work(5000)
    assert [slot.empty for slot in decoder.slots] == [True] * 4


def test_doubts_about_what_lies_beside_wait_for_a_turn_with_time_for_them():
    bench = Bench(1)
    squares, above = bench.decoder._squares, bench.decoder.slots[3]
    bench.rest(24)
    before = sum(above.blur)
    squares.doubt_beside(2)
    assert not squares.doubt_next(600)
    assert squares.doubt_next(5000), "about the slot below it"
    assert squares.doubt_next(5000), "and the one above"
    assert sum(above.blur) > before
    assert not squares.doubt_next(5000)
