"""Ticks (milliseconds that wrap at 2**29, as on the board)."""

from hypothesis import given
from hypothesis import strategies as st

from boardcore.ticks import PERIOD, ticks_add, ticks_diff
from support.rows import for_each

TIMES = st.integers(0, PERIOD - 1)
SPANS = st.integers(-PERIOD // 2, PERIOD // 2 - 1)

DIFFERENCES = [
    (5, 5, 0),
    (7, 5, 2),
    (5, 7, -2),
    (0, PERIOD - 1, 1),
    (PERIOD - 1, 0, -1),
    (3, PERIOD - 4, 7),
    (PERIOD // 2 - 1, 0, PERIOD // 2 - 1),
    (PERIOD // 2, 0, -PERIOD // 2),
]


@for_each(("later", "earlier", "between"), DIFFERENCES)
def test_the_time_between_two_ticks(later, earlier, between):
    assert ticks_diff(later, earlier) == between


@given(TIMES, SPANS)
def test_adding_and_taking_the_difference_are_inverse(start, span):
    after = ticks_add(start, span)
    assert 0 <= after < PERIOD
    assert ticks_diff(after, start) == span


@given(TIMES, TIMES)
def test_every_int_on_the_way_is_small_on_a_board(later, earlier):
    # The expressions of ticks_diff and ticks_add, step by step.
    steps = [later - earlier, later - earlier + PERIOD // 2, later + earlier]
    assert all(-(2**30) <= step < 2**30 for step in steps)
