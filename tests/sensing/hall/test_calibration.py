"""Calibration (what is known of a board's sensors comes back as it was stored, or not at all)."""

from boardcore.store.blob import DAMAGED, MISMATCH, NONE, VALID
from boardcore.store.hall_cal import HallCalibration, decode, size_of
from support.rows import each_row

LAYOUT = 0x12345678


def measured():
    found = HallCalibration(25, 12.0)
    for i in range(25):
        found.offsets[i] = 32000 + 61 * i
        found.noises[i] = 10 + i / 4
    found.noises[7] = 0
    found.layout, found.boots, found.day = LAYOUT, 17, 9800
    return found


def test_what_was_stored_comes_back():
    before = measured()
    after, state, boards = decode(before.encode(), 25, LAYOUT)
    assert (state, boards) == (VALID, ())
    assert after.offsets == before.offsets
    assert list(after.noises) == list(before.noises)
    assert (after.boots, after.day) == (17, 9800)
    assert after.known
    assert not before.known


def test_a_store_may_hold_more_behind_it():
    assert decode(measured().encode() + b"\xff" * 50, 25, LAYOUT)[1] == VALID


def test_its_size_is_known_beforehand():
    assert len(measured().encode()) == size_of(25) == 167


STORED = measured().encode()
REFUSED = [
    # stored, sensors of this board, its layout, what is told
    ("nothing was stored", b"\xff" * 200, 25, LAYOUT, NONE),
    ("an empty store", b"", 25, LAYOUT, NONE),
    ("a board with more sensors", STORED, 38, LAYOUT, MISMATCH),
    ("a board with as many sensors elsewhere", STORED, 25, LAYOUT + 1, MISMATCH),
    ("cut short", STORED[:-1], 25, LAYOUT, MISMATCH),
    ("another version", bytes([HallCalibration.VERSION + 1]) + STORED[1:], 25, LAYOUT, MISMATCH),
    ("the power failed while it was written", STORED[:80] + b"\xff" * 87, 25, LAYOUT, DAMAGED),
]


@each_row(REFUSED, "stored", "sensors", "layout", "why")
def test_what_cannot_be_used_is_told(stored, sensors, layout, why):
    assert decode(stored, sensors, layout)[:2] == (None, why)


def test_every_damaged_byte_is_noticed():
    for at in range(len(STORED)):
        damaged = bytearray(STORED)
        damaged[at] ^= 0x10
        assert decode(damaged, 25, LAYOUT)[0] is None, at


def test_only_a_good_calibration_of_another_board_is_told_with_both():
    assert decode(STORED, 25, LAYOUT + 1)[2] == ("25x12345678", "25x12345679")
    assert decode(STORED, 38, LAYOUT)[2] == ("25x12345678", "38x12345678")
    for _, stored, sensors, layout, why in REFUSED:
        if why != MISMATCH or stored != STORED:
            assert decode(stored, sensors, layout)[2] == ()
