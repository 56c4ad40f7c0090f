"""Store (the driver over simulated flash)."""

import pytest

from boardcore.store.hall_cal import HallCalibration, decode
from boardio.flash import MARKS, NO_FLASH, FlashStore
from support.rows import for_each
from underboard.sim.mcu.nvm import Nvm, PowerCut


def test_what_is_appended_is_read_again_and_nothing_is_erased():
    nvm = Nvm()
    store = FlashStore(nvm)
    store.append(0, b"abc")
    store.append(3, bytearray(b"def"))
    assert FlashStore(nvm).read(0, 7) == b"abcdef\xff"
    assert nvm.erases == 0


@for_each(("at", "data"), [(2, b"x"), (0, b"abcd"), (3840, b"x"), (3839, b"xy")])
def test_appending_where_it_would_erase_is_our_own_bug(at, data):
    nvm = Nvm()
    store = FlashStore(nvm)
    store.append(0, b"abc")
    assert store.size == 3840
    with pytest.raises(ValueError, match=r"not erased|ends at"):
        store.append(at, data)
    assert nvm.erases == 0


def test_rewriting_erases_once_and_leaves_the_rest_empty():
    nvm = Nvm()
    store = FlashStore(nvm)
    store.append(0, b"abcdef")
    store.rewrite(b"XY")
    assert store.read(0, 7) == b"XY" + b"\xff" * 5
    assert nvm.erases == 1
    store.append(2, b"Z")
    assert nvm.erases == 1
    with pytest.raises(ValueError, match="the store holds 3840"):
        store.rewrite(bytes(3841))


def test_starts_are_counted_without_an_erase_and_over_a_rewrite():
    nvm = Nvm()
    assert [FlashStore(nvm).count_boot() for _ in range(3)] == [1, 2, 3]
    assert nvm.erases == 0
    store = FlashStore(nvm)
    store.append(0, b"abc")
    store.rewrite(b"")
    assert store.boots() == 3
    assert FlashStore(nvm).count_boot() == 4


def test_after_252_starts_the_number_stands_still_until_a_rewrite():
    nvm = Nvm()
    for _ in range(MARKS + 5):
        store = FlashStore(nvm)
        count = store.count_boot()
    assert count == MARKS
    assert nvm.erases == 0
    store.rewrite(b"")
    assert store.count_boot() == MARKS + 1


def test_a_power_cut_in_any_byte_of_a_record_leaves_the_records_before_it():
    record = b"\x00\x01\x02\x03\x04\x05\x06\x07"
    for after in range(len(record)):
        nvm = Nvm()
        store = FlashStore(nvm)
        store.append(0, b"kept")
        nvm.cut_after = after
        with pytest.raises(PowerCut):
            store.append(4, record)
        assert store.read(0, 4 + after) == b"kept" + record[:after]


def test_without_flash_it_says_so_once_and_keeps_the_game_in_memory():
    said = []
    store = FlashStore(None, said.append)
    store.append(0, b"abc")
    assert (store.read(0, 3), store.size > 1024, said) == (b"abc", True, [NO_FLASH])


# What is kept beside the games


KEPT = bytes(range(100, 140))


def test_what_is_kept_is_there_after_games_and_starts():
    nvm = Nvm()
    store = FlashStore(nvm, kept=len(KEPT))
    assert store.size == 4096 - 256 - len(KEPT)
    assert store.load_cal() == b"\xff" * len(KEPT)
    store.save_cal(KEPT)
    assert nvm.erases == 0, "into erased bytes"
    store.count_boot()
    store.rewrite(b"a game")
    assert FlashStore(nvm, kept=len(KEPT)).load_cal() == KEPT
    assert store.boots() == 1


def test_something_else_can_be_kept_and_the_game_stays():
    nvm = Nvm()
    store = FlashStore(nvm, kept=len(KEPT))
    store.append(0, b"a game")
    store.save_cal(KEPT)
    store.save_cal(KEPT[::-1])
    assert store.load_cal() == KEPT[::-1]
    assert store.read(0, 6) == b"a game"


@pytest.mark.parametrize("data", [KEPT[1:], KEPT + b"x"])
def test_it_fills_the_room_that_was_set_aside(data):
    with pytest.raises(ValueError, match="40 are kept"):
        FlashStore(Nvm(), kept=len(KEPT)).save_cal(data)


def test_a_calibration_that_the_power_cuts_short_is_none():
    whole = HallCalibration(25, 12.0)
    whole.layout = 7
    data = whole.encode()
    for cut in range(len(data)):
        nvm = Nvm()
        store = FlashStore(nvm, kept=len(data))
        store.append(0, b"a game")
        nvm.cut_after = cut
        with pytest.raises(PowerCut):
            store.save_cal(data)
        assert decode(store.load_cal(), 25, 7)[0] is None
        assert store.read(0, 6) == b"a game"
