"""Lights (from cues to red, green and blue, within the current that there is)."""

import random

from boardcore.lights import cues
from boardcore.lights.cues import BEATS, TINTS, Frame
from boardcore.lights.render import Lights
from boardcore.lights.rhythms import SLOT_MS, SLOTS
from boardcore.pylos import rules as pylos
from support.boards.pylos import REED16, reed16
from support.rows import for_each

TABLE = cues.table()
CYCLE_MS = SLOT_MS * SLOTS


def lights(frame_cues, budget_ma=10_000, brightness=100, beats=None):
    """Return a frame with these cues, one per pixel, and lights for it."""
    count = len(frame_cues)
    frame = Frame(tuple(range(count)), count)
    frame.clear()
    for i, cue in enumerate(frame_cues):
        frame.mark(i, cue, i % cues.LEVEL_TINTS)
        if beats:
            frame.beat([i], beats[i])
    strip = {"budget_ma": budget_ma, "full_ma": 40, "dark_ma": 1}
    return frame, Lights(count, strip, brightness)


def cycle(frame, light):
    """Return the colours of each slot of one whole rhythm."""
    shown = []
    for slot in range(SLOTS):
        light.render(frame, slot * SLOT_MS, True)
        shown.append(bytes(light.colours))
    return shown


@for_each("name", [row[0] for row in TABLE])
def test_a_cue_is_lit_in_its_slots_and_dark_in_the_others(name):
    cue = getattr(cues, name)
    frame, light = lights([cue])
    on = [any(colours) for colours in cycle(frame, light)]
    assert on == [bool(TABLE[cue][2] >> (SLOTS - 1 - slot) & 1) for slot in range(SLOTS)]


def test_no_two_cues_look_alike_without_colour():
    # White tints, so that only brightness and rhythm are left.
    looks = {}
    for cue in range(len(TABLE)):
        frame, light = lights([cue])
        frame.tints[0] = 4
        look = tuple(max(colours) for colours in cycle(frame, light))
        assert look not in looks, (TABLE[cue][0], looks[look])
        looks[look] = TABLE[cue][0]


@for_each("name", [row[0] for row in TABLE])
def test_with_a_beat_over_it_nothing_blinks_faster_than_it_may(name):
    for beat in range(1, 1 << len(BEATS)):
        frame, light = lights([getattr(cues, name)], beats=[beat])
        levels = [max(colours) for colours in cycle(frame, light)]
        lowest = min(levels)
        starts = [
            slot for slot in range(SLOTS) if levels[slot] > lowest and levels[slot - 1] <= lowest
        ]
        gaps = [(b - a) % SLOTS for a, b in zip(starts, starts[1:] + starts[:1], strict=True)]
        assert not gaps or len(gaps) == 1 or min(gaps) * SLOT_MS >= 400, f"beat {beat}"


def test_a_beat_is_seen_over_any_cue_and_is_two_slots_long():
    for number, (_, first, tint, brightness) in enumerate(BEATS):
        frame, light = lights([cues.PLACE], beats=[1 << number])
        beat = bytes(part * brightness // 255 for part in TINTS[tint])
        shown = [colours == beat for colours in cycle(frame, light)]
        assert [slot for slot in range(SLOTS) if shown[slot]] == [first, first + 1]


@for_each("beats", [0, *(1 << at for at in range(len(BEATS))), (1 << len(BEATS)) - 1])
def test_whoever_draws_only_what_changes_sees_the_same(beats):
    for cue in range(len(TABLE)):
        frame, light = lights([cue, cues.PLACE], beats=[beats, 0])
        fresh = cycle(frame, lights([cue, cues.PLACE])[1])
        for steps in (1, 2, 3, 5, SLOTS - 1):
            light.render(frame, 0, True)
            for slot in range(steps, 2 * SLOTS * steps, steps):
                light.render(frame, slot * SLOT_MS, False)
                assert light.colours == fresh[slot % SLOTS], (TABLE[cue][0], steps, slot)


def test_another_frame_is_drawn_at_once_and_changes_in_its_own_slots():
    frame, light = lights([cues.PLACE])
    for slot in range(3):
        light.render(frame, slot * SLOT_MS, slot == 0)
    frame.mark(0, cues.SURPLUS, 0)
    fresh = cycle(frame, lights([cues.SURPLUS])[1])
    light.render(frame, 2 * SLOT_MS, True)
    for slot in range(2, 2 * SLOTS):
        light.render(frame, slot * SLOT_MS, False)
        assert light.colours == fresh[slot % SLOTS]


# Current


def current_ma(colours, pixels, full_ma=40, dark_ma=1):
    return dark_ma * pixels + sum(colours) * full_ma / 765


STRONGEST = max(range(len(TABLE)), key=lambda cue: TABLE[cue][3])


@for_each("budget_ma", [30, 60, 80, 150, 500])
def test_the_budget_is_never_exceeded_and_no_cue_is_dropped(budget_ma):
    rng = random.Random(budget_ma)
    for _ in range(40):
        wanted = [rng.randrange(1, len(TABLE)) for _ in range(25)]
        frame, light = lights(wanted, budget_ma)
        plain = lights(wanted)[1]
        for capped, free in zip(cycle(frame, light), cycle(frame, plain), strict=True):
            assert current_ma(capped, 25) <= budget_ma
            assert [bool(byte) for byte in capped] == [bool(byte) for byte in free]


@for_each("budget_ma", [30, 60, 80, 150])
def test_no_more_is_taken_away_than_must_be(budget_ma):
    wanted = [cues.SURPLUS, cues.PLACE, cues.ASK, cues.OFF, cues.LAST] * 5
    frame, light = lights(wanted, budget_ma)
    free = lights(wanted)[1]
    dimmed = 0
    for capped, whole in zip(cycle(frame, light), cycle(frame, free), strict=True):
        if capped != whole:
            dimmed += 1
            # Each part that is lit may lose less than one step to rounding.
            lit = sum(1 for byte in capped if byte)
            assert sum(capped) + lit > light.max_sum
    assert dimmed


@for_each("budget_ma", [0, 10, 25])
def test_where_there_is_no_current_at_all_what_must_be_lit_still_is(budget_ma):
    wanted = [cues.SURPLUS, cues.PLACE, cues.ASK, cues.MISSING, cues.LAST] * 5
    frame, light = lights(wanted, budget_ma)
    free = lights(wanted)[1]
    for capped, whole in zip(cycle(frame, light), cycle(frame, free), strict=True):
        assert [bool(byte) for byte in capped] == [bool(byte) for byte in whole]
        assert sum(capped) <= light.max_sum == 3 * 25


def test_dimming_keeps_the_order_of_brightness():
    wanted = [cues.LAST, cues.PLACE, cues.ASK_DONE, cues.ASK] * 6
    frame, light = lights(wanted, 60)
    free = lights(wanted)[1]
    for capped, whole in zip(cycle(frame, light), cycle(frame, free), strict=True):
        order = sorted(range(len(whole)), key=lambda i: whole[i])
        dimmed = [capped[i] for i in order]
        assert dimmed == sorted(dimmed)


def test_within_the_budget_nothing_is_dimmed():
    frame, light = lights([cues.PLACE], 60)
    assert cycle(frame, light) == cycle(frame, lights([cues.PLACE])[1])


def test_the_shipped_board_keeps_its_budget_with_every_pixel_at_its_brightest():
    layout = reed16()
    strip = REED16["strip"]
    frame = Frame(layout.pixel_of_cell, layout.pixels)
    light = Lights(layout.pixels, strip)
    for cell in range(pylos.CELLS):
        frame.mark(cell, STRONGEST, cues.LIGHT_TINT)
    for colours in cycle(frame, light):
        assert (
            current_ma(colours, layout.pixels, strip["full_ma"], strip["dark_ma"])
            <= strip["budget_ma"]
        )


@for_each("brightness", [1, 5, 10, 50, 100])
def test_however_dark_the_setting_every_cue_is_still_lit(brightness):
    for cue in range(1, len(TABLE)):
        for tint in range(len(TINTS)):
            frame, light = lights([cue], brightness=brightness)
            frame.tints[0] = tint
            on = [any(colours) for colours in cycle(frame, light)]
            assert on == [bool(TABLE[cue][2] >> (SLOTS - 1 - slot) & 1) for slot in range(SLOTS)]


@for_each("now_ms", [0, (1 << 29) - 1, CYCLE_MS - 1])
def test_every_int_on_the_way_is_small_on_a_board(now_ms):
    most = 25 * 765
    assert now_ms < 1 << 30
    assert 255 * most < 1 << 30, "the largest product of the dimming"
