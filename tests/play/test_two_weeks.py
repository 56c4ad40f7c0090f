"""A board that stays switched on (its clock wraps at six days, its stored times do not turn)."""

from array import array

import pytest

from boardcore.lights.cues import BEAT_HURRY
from boardcore.ticks import DAY_MS, HOUR_MS, PERIOD, recent, ticks_add, ticks_diff
from support.boards.shipped import LAYOUTS
from support.campaign import one_in
from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.sim import harness
from underboard.sim.harness import Harness
from underboard.sim.world import World

START_MS = 300_000_000
"""Ticks at power-on: far from every duration, so that stored times can be told from them."""
NEAR_MS = 10_000_000


def stored_times(root):
    """Return each stored time below an object of the firmware, by its path."""
    found, seen, todo = {}, set(), [("table", root)]
    while todo:
        path, obj = todo.pop()
        if id(obj) in seen:
            continue
        seen.add(id(obj))
        if isinstance(obj, (list, tuple, array)):
            inner = [(f"{path}[{at}]", value) for at, value in enumerate(obj)]
        elif isinstance(obj, dict):
            inner = [(f"{path}[{key}]", value) for key, value in obj.items()]
        elif type(obj).__module__.startswith(("boardcore.", "boardio.")):
            inner = [(f"{path}.{name}", value) for name, value in vars(obj).items()]
        else:
            continue
        for name, value in inner:
            if type(value) is int:
                found[name] = value
            elif not isinstance(value, (bool, int, float, str, bytes, bytearray)):
                todo.append((name, value))
    return found


@pytest.fixture
def switched_on(monkeypatch):
    monkeypatch.setattr(harness, "START_MS", START_MS)

    def start(name):
        layout = layout_of(name)
        board = Harness(layout, World(layout, seed=1))
        for _ in range(60):
            board.step()
        return board

    return start


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, [path.stem for path in LAYOUTS]))
def test_in_two_weeks_no_stored_time_turns_from_the_past_into_the_future(switched_on, name):
    board = switched_on(name)
    names = [
        path for path, value in stored_times(board.table).items()
        if abs(value - START_MS) < NEAR_MS
    ]  # fmt: skip
    assert len(names) > 5
    for hour in range(14 * 24):
        board.ticks = ticks_add(board.ticks, HOUR_MS)
        for _ in range(4):
            board.step()
        if hour % 8 == 7:
            now = stored_times(board.table)
            old = [path for path in names if abs(ticks_diff(board.ticks, now[path])) > 2 * DAY_MS]
            assert old == [], f"after {hour + 1} hours"
            if hasattr(board.table, "_frame"):
                hurried = any(beat & BEAT_HURRY for beat in board.table.frame.beats)
                assert not hurried, f"last minute after {hour + 1} hours"


@pytest.mark.parametrize("name", ["pylos-scale4", "pylos-hall25"])
def test_an_hour_may_end_during_a_calibration(switched_on, name):
    table = switched_on(name).table
    table.start_calibration()
    table.bring_along(ticks_add(START_MS, HOUR_MS))
    assert table.link.calibrator is not None


@for_each("now_ms", [0, 5, PERIOD - 1, PERIOD // 2])
def test_a_recent_time_stays_and_an_old_one_is_a_day_old(now_ms):
    for age_ms in (0, 1, DAY_MS, -DAY_MS, -1):
        stored = ticks_add(now_ms, -age_ms)
        assert recent(stored, now_ms) == stored
    for age_ms in (DAY_MS + 1, 2 * DAY_MS, 3 * DAY_MS):
        assert ticks_diff(now_ms, recent(ticks_add(now_ms, -age_ms), now_ms)) == DAY_MS
        assert ticks_diff(now_ms, recent(ticks_add(now_ms, age_ms), now_ms)) == -DAY_MS
