"""Calibration: what is known of a board's sensors comes back as it was stored, or not at all."""

import pytest

from boardcore.calibration import VERSION, Calibration, decode
from boardcore.errors import Unreadable


def measured():
    found = Calibration(25, 12.0)
    for i in range(25):
        found.offsets[i] = 32000 + 61 * i
        found.gains[i] = 1 + i / 256
        found.noises[i] = 10 + i / 4
    found.noises[7] = 0
    found.strength = 0.75
    return found


def test_what_was_stored_comes_back():
    before = measured()
    after = decode(before.encode(), 25)
    assert after.offsets == before.offsets
    assert list(after.gains) == pytest.approx(list(before.gains), abs=1e-4)
    assert list(after.noises) == list(before.noises)
    assert after.strength == before.strength
    assert after.known
    assert not before.known


def test_a_store_may_hold_more_behind_it():
    assert decode(measured().encode() + b"\xff" * 50, 25).known


def test_it_fits_beside_the_journal():
    assert len(measured().encode()) <= 4096 - 3840


REFUSED = [
    ("nothing was stored", b"\xff" * 200, 25, "there is none yet"),
    ("an empty store", b"", 25, "there is none yet"),
    ("another board", measured().encode(), 38, "of 25 sensors, expected 38"),
    ("cut short", measured().encode()[:-1], 25, "of 25 sensors"),
    (
        "another version",
        bytes([VERSION + 1]) + measured().encode()[1:],
        25,
        "version 2, expected 1",
    ),
]


@pytest.mark.parametrize(
    ("stored", "sensors", "why"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED]
)
def test_what_cannot_be_used_is_told(stored, sensors, why):
    with pytest.raises(Unreadable, match=why):
        decode(stored, sensors)


def test_every_damaged_byte_is_noticed():
    stored = measured().encode()
    for at in range(len(stored)):
        damaged = bytearray(stored)
        damaged[at] ^= 0x10
        with pytest.raises(Unreadable):
            decode(damaged, 25)
