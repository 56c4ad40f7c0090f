"""Clocks (the arithmetic, in virtual time; and how people type them)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcore.errors import ParseError
from support.rows import for_each
from underboard.clocks.clock import STOPPED, Clock, shown
from underboard.clocks.time_control import BRONSTEIN, FISCHER, GLASS, TimeControl, read

TYPED = [
    ("10m", FISCHER, 600_000, 0),
    ("10m+5s", FISCHER, 600_000, 5_000),
    ("1h30m+1m", FISCHER, 5_400_000, 60_000),
    ("90s", FISCHER, 90_000, 0),
    ("5m delay 3s", BRONSTEIN, 300_000, 3_000),
    ("5m-delay-3s", BRONSTEIN, 300_000, 3_000),
    ("Glass 3m", GLASS, 180_000, 0),
    ("glass-1m30s", GLASS, 90_000, 0),
]


@for_each(("text", "kind", "start", "step"), TYPED)
def test_a_clock_is_read_as_it_is_typed(text, kind, start, step):
    control = read(text)
    assert control == TimeControl(kind, start, step)
    assert read(control.text) == control


BAD = [
    "", "10", "10x", "m", "+5s", "10m+", "10m+0s", "4s", "25h", "10m+11m", "glass", "glass-3m+2s",
       "5m-delay-", "10m 5s", "-5m", "10m+5s;rm",
    "1\u0663m",
]  # fmt: skip


@for_each("text", BAD)
def test_what_is_no_clock_is_said_with_examples(text):
    with pytest.raises(ParseError, match="is not a clock: expected 5s to 24h like 10m, 10m\\+5s"):
        read(text)


def after(control, *turns):
    """Return a clock after turns that took so many ms each, light first."""
    clock, now = Clock.of(control), 0
    for ply, ms in enumerate(turns):
        clock = clock.run(ply % 2, now)
        now += ms
        clock = clock.turn(ply % 2, now)
    return clock


def test_fischer_adds_its_step_after_each_turn():
    clock = after(read("1m+5s"), 10_000, 3_000, 1_000)
    assert clock.left_ms == (60_000 - 10_000 + 5_000 - 1_000 + 5_000, 60_000 - 3_000 + 5_000)


def test_bronstein_gives_back_what_a_turn_took_but_no_more_than_its_delay():
    assert after(read("1m delay 3s"), 10_000, 2_000).left_ms == (53_000, 60_000)


def test_what_one_side_of_a_sand_glass_takes_the_other_gets():
    assert after(read("glass 1m"), 10_000, 4_000).left_ms == (54_000, 66_000)


def test_a_pause_takes_nothing_and_the_turn_goes_on():
    clock = Clock.of(read("1m delay 3s")).run(0, 0).stop(2_000)
    assert clock.left(50_000) == (58_000, 60_000)
    clock = clock.run(0, 50_000).turn(0, 52_000)
    assert clock.left_ms == (59_000, 60_000), "4 s in two parts: 3 come back"


def test_another_sides_turn_begins_anew():
    clock = Clock.of(read("1m delay 3s")).run(0, 0).run(1, 2_000).turn(1, 3_000)
    assert clock.left_ms == (58_000, 60_000)


def test_a_flag_falls_and_stays_down():
    clock = Clock.of(read("5s+2s")).run(1, 0)
    assert clock.fallen(4_999) == STOPPED
    assert clock.fallen(5_000) == 1
    assert clock.turn(1, 6_000).left_ms == (5_000, 0), "a turn that comes too late gives nothing"


@for_each("text", ["", "10m", "10m 1 2", "10m 1 2 x", "10x 1 2 3", "10m -1 2 3"])
def test_a_state_that_is_none_is_refused(text):
    with pytest.raises(ParseError):
        Clock.from_text(text)


CONTROLS = st.builds(
    lambda kind, start, step: TimeControl(kind, 1000 * start, 1000 * step if kind != GLASS else 0),
    st.sampled_from([FISCHER, BRONSTEIN, GLASS]), st.integers(5, 3600), st.integers(1, 60),
)  # fmt: skip
EVENTS = st.lists(
    st.tuples(st.sampled_from(["run", "stop", "turn"]), st.integers(0, 1), st.integers(0, 90_000)),
    max_size=30,
)


def lived(control, events):
    """Yield the clock after each event, and the time."""
    clock, now = Clock.of(control), 1_000_000
    for what, side, ms in events:
        now += ms
        clock = clock.stop(now) if what == "stop" else getattr(clock, what)(side, now)
        yield clock, now


@given(CONTROLS, EVENTS)
def test_nobody_has_less_than_nothing_and_a_sand_glass_loses_no_grain(control, events):
    for clock, now in lived(control, events):
        for later in (0, 1, 999, 10_000_000):
            left = clock.left(now + later)
            assert min(left) >= 0
            if control.kind == GLASS:
                assert sum(left) == 2 * control.start_ms
            for side in (0, 1):
                if side != clock.side:
                    assert left[side] >= clock.left_ms[side]


@given(CONTROLS, EVENTS, st.lists(st.integers(0, 5_000), max_size=8))
def test_to_look_changes_nothing_and_to_pause_gives_nothing(control, events, looks):
    for clock, now in lived(control, events):
        at = now
        looked = clock
        for ms in looks:
            at += ms
            if looked.side != STOPPED:
                looked = looked.stop(at).run(looked.side, at)
        assert looked.left(at + 7) == clock.left(at + 7)
        assert looked.stop(at).used_ms == clock.stop(at).used_ms


@given(CONTROLS, EVENTS)
def test_a_record_keeps_a_clock_that_stands(control, events):
    for clock, now in lived(control, events):
        stopped = clock.stop(now)
        assert Clock.from_text(stopped.text).left(now) == stopped.left(now)
        assert Clock.from_text(stopped.text).used_ms == stopped.used_ms


@given(CONTROLS, EVENTS)
def test_a_turn_gives_what_its_control_promises(control, events):
    for clock, now in lived(control, events):
        for side in (0, 1):
            before, after = clock.left(now), clock.turn(side, now).left_ms
            gained = after[side] - before[side]
            if control.kind == FISCHER:
                assert gained == (control.step_ms if before[side] else 0)
            else:
                assert 0 <= gained <= control.step_ms
            assert after[1 - side] == before[1 - side]


@given(st.integers(0, 99 * 3_600_000))
def test_a_clock_never_shows_more_time_passing_than_passes(ms):
    assert len(shown(ms)) <= 8
    assert shown(ms) == shown(ms // 100 * 100) if ms < 10_000 else True
