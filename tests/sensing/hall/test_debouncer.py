"""Debouncing (a reading that flickers is no change)."""

import pytest

from boardcore.sensing.debounce import FLICKER_MS, Debouncer
from boardcore.ticks import ticks_add

EMPTY, ONE, TWO = b"\0\0", b"\1\0", b"\1\1"


def fed(*scans, start_ms=100):
    """Return the debounced readings after each of the scans ``(after ms, readings)``."""
    debouncer = Debouncer(2)
    now_ms = start_ms
    seen = []
    for after_ms, readings in scans:
        now_ms = ticks_add(now_ms, after_ms)
        changed = debouncer.take(bytearray(readings), now_ms)
        seen.append((bytes(debouncer.readings), changed))
    return seen


def test_what_stands_is_believed_once():
    assert fed((0, ONE), (FLICKER_MS - 1, ONE), (1, ONE), (1, ONE)) == [
        (EMPTY, False),
        (EMPTY, False),
        (ONE, True),
        (ONE, False),
    ]


def test_what_flickers_is_not():
    stood = [(0, ONE), (FLICKER_MS, ONE)]
    flicker = [(500, EMPTY), (FLICKER_MS - 1, ONE), (FLICKER_MS, ONE), (500, ONE)]
    assert {seen for seen in fed(*stood, *flicker)[2:]} == {(ONE, False)}


def test_each_change_waits_for_the_others():
    assert fed((0, ONE), (FLICKER_MS - 1, TWO), (1, TWO), (FLICKER_MS - 1, TWO))[-1] == (TWO, True)


@pytest.mark.parametrize("start_ms", [(1 << 29) - 1, (1 << 29) - FLICKER_MS])
def test_the_clock_may_wrap_meanwhile(start_ms):
    assert fed((0, ONE), (FLICKER_MS, ONE), start_ms=start_ms)[-1] == (ONE, True)
