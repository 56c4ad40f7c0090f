"""Layout (whatever is wrong with a board's description is told with key, value and expectation)."""

import copy
import json
import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from boardcore.layout.layout import Layout
from boardcore.layout.parser import MAX_PIXELS
from boardcore.pylos import rules as pylos
from support.boards.layouts import changed, told
from support.boards.pylos import REED16
from support.boards.shipped import data_of, glued25
from support.rows import for_each
from support.sensing.plates import PYLOS as SCALE

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted((ROOT / "firmware/layouts").glob("*.json"))
SHIFT = {
    "kind": "shift", "clock": "GP2", "data": "GP3", "latch": "GP4", "interval_ms": 5, "debounce": 3,
}  # fmt: skip


HALL, SQUARES = glued25(), data_of("apagos-hall36")
RAMP = changed("plate.calibration_cells", ["1e", "2e", "3e"], data_of("apagos-scale4"))


def slots(cells):
    """Return places of a ramp."""
    return [{"cell": cell, "x": 30 + 60 * at, "y": 25} for at, cell in enumerate(cells.split())]


MISSING = [
    # layout, keys
    (REED16, """
        format name game sensing scanner scanner.kind scanner.rows scanner.columns
        scanner.interval_ms scanner.debounce buttons buttons.names buttons.pins strip strip.pin
        strip.budget_ma strip.full_ma strip.dark_ma sensors sensors.3.cell sensors.3.channel
        sensors.3.x sensors.3.y sensors.3.z pixels pixels.24.cells pixels.24.x pixels.24.y
     """),
    (HALL, """
        scanner.adc scanner.select scanner.samples scanner.settle_us scanner.interval_ms sensors
        sensors.3.channel sensors.3.x sensors.3.y sensors.3.z places places.29.cell places.29.x
        places.29.y places.29.z magnet magnet.moments_am2 field field.mv_per_mt field.reference_mv
        field.noise_ut
     """),
    (SCALE, """
        scanner.clock scanner.data scanner.rate_hz plate plate.load_cells plate.load_cells.2.x
        plate.load_cells.2.capacity_g plate.mass_g places places.7.cell places.7.y pieces
        pieces.masses_g pieces.spread pieces.counts plate.calibration_cells scale
        scale.counts_per_g scale.noise_g
        scale.rest_g scale.touch_g scale.touch_gmm scale.place_mm
     """),
]  # fmt: skip
KEYS = [(data, path) for data, paths in MISSING for path in paths.split()]


def named(path):
    """Return a key as sentences name it: the number of an entry in brackets."""
    return re.sub(r"\.(\d+)", r"[\1]", path)


@for_each(("data", "path"), KEYS)
def test_a_key_that_is_missing_is_named_with_what_belongs_there(data, path):
    assert told(changed(path, None, data)).startswith(
        f"layout: {named(path)} is missing, expected "
    )


@for_each("path", MISSING[0][1].split())
def test_a_value_of_another_kind_is_named_and_shown(path):
    for value in (True, [[]], {"a": 1}, 3.5):
        last = path.split(".")[-1]
        if last in ("x", "y", "z", "budget_ma", "full_ma", "dark_ma") and value == 3.5:
            Layout(changed(path, value))
            continue
        text = told(changed(path, value))
        assert last in text.split(" is ")[0] or path.split(".")[0] in text
        assert "expected" in text or "missing" in text


WRONG = [
    # layout, path, value, what the sentence must hold
    (REED16, "format", 2, ["format is 2", "expected 1"]),
    (REED16, "game", "chess", ["'chess'", "expected pylos"]),
    (REED16, "sensing", "smell", ["sensing is 'smell'", "presence"]),
    (REED16, "scanner.kind", "serial", ["scanner.kind is 'serial'", "matrix or shift"]),
    (REED16, "scanner.interval_ms", 0, ["scanner.interval_ms is 0", "from 1"]),
    (REED16, "scanner.debounce", -1, ["scanner.debounce is -1", "from 1"]),
    (REED16, "scanner.rows.0", 7, ["scanner.rows is 7", "pin"]),
    (REED16, "scanner.rows.0", "", ["scanner.rows is ''", "pin"]),
    (REED16, "scanner.rows.0", "GP6", ["scanner.columns is 'GP6'", "scanner.rows has it"]),
    (REED16, "buttons.names", ["next", "yes"], ["buttons.names", "yes and next first"]),
    (REED16, "buttons.names", ["yes"], ["buttons.names", "yes and next"]),
    (REED16, "buttons.pins", ["GP14"], ["buttons.pins", "2 pins"]),
    (REED16, "buttons.pins", ["GP14", "GP14"], ["'GP14'", "a pin of its own"]),
    (REED16, "strip.pin", "GP14", ["'GP14'", "a pin of its own"]),
    (REED16, "strip.budget_ma", -1, ["strip.budget_ma is -1", "0 or more"]),
    (REED16, "sensors", [], ["sensors is []", "at least one"]),
    (REED16, "sensors.3.cell", "z9", ["sensors[3].cell", "'z9'", "expected a1"]),
    (REED16, "sensors.3.channel", 16, ["sensors[3].channel is 16", "0 to 15"]),
    (REED16, "sensors.3.channel", -1, ["sensors[3].channel is -1", "0 to 15"]),
    (REED16, "sensors.3.channel", 2, ["sensors[3].channel is 2", "each once"]),
    (REED16, "sensors.3", "a4", ["sensors[3].cell"]),
    (REED16, "sensors.3.x", "left", ["sensors[3].x is 'left'", "millimetres"]),
    (REED16, "pixels", [], ["pixels", "1 to 80"]),
    (REED16, "pixels.0.cells", ["a2"], ["pixels[1].cells is 'a2'", "no other pixel"]),
    (REED16, "pixels.0.cells", [], ["a1 without a pixel"]),
    (REED16, "pixels.0.cells", ["k1"], ["pixels[0].cell", "'k1'"]),
    (REED16, "pixels.0.cells", [4], ["pixels[0]", "cell"]),
    (HALL, "scanner.kind", "matrix", ["scanner.kind is 'matrix'", "expected mux"]),
    (HALL, "scanner.adc", [], ["scanner.adc is []", "at least one"]),
    (HALL, "scanner.adc.1", "GP26", ["scanner.adc is 'GP26'", "a pin of its own"]),
    (HALL, "scanner.select", ["GP2", "GP3"], ["scanner.select", "4 pins"]),
    (HALL, "scanner.samples", 0, ["scanner.samples is 0", "from 1"]),
    (HALL, "scanner.settle_us", -1, ["scanner.settle_us is -1", "from 0"]),
    (HALL, "scanner.interval_ms", 0, ["scanner.interval_ms is 0", "from 1"]),
    (HALL, "sensors.3.channel", 32, ["sensors[3].channel is 32", "0 to 31"]),
    (HALL, "sensors.3.channel", 2, ["sensors[3].channel is 2", "each once"]),
    (HALL, "sensors", [], ["sensors is []", "at least one"]),
    (HALL, "places", [], ["places is []", "at least one"]),
    (HALL, "places.1.cell", "a1", ["places[1].cell is 'a1'", "no other place"]),
    (HALL, "places.1.cell", "z9", ["places[1].cell", "'z9'"]),
    (HALL, "places.1.z", "high", ["places[1].z is 'high'", "millimetres"]),
    (HALL, "magnet.moments_am2", [], ["magnet.moments_am2 is []", "1 to 3 moments"]),
    (HALL, "magnet.moments_am2", [0.1, 0.05], ["weakest first"]),
    (HALL, "magnet.moments_am2", [0.1, "?"], ["magnet.moments_am2 is '?'"]),
    (HALL, "magnet.moments_am2", [0.1, 0], ["magnet.moments_am2 is 0"]),
    (HALL, "magnet.moments_am2", [0.1, 0.2, 0.3, 0.4], ["1 to 3 moments"]),
    (HALL, "field.mv_per_mt", 0, ["field.mv_per_mt is 0", "more than 0"]),
    (SCALE, "scanner.kind", "mux", ["'mux'", "hx711"]),
    (SCALE, "scanner.clock", ["GP2"], ["scanner.clock", "4 pins"]),
    (SCALE, "scanner.data.0", "GP2", ["'GP2'", "a pin of its own"]),
    (SCALE, "scanner.rate_hz", 4, ["scanner.rate_hz is 4", "8 to 400"]),
    (SCALE, "plate.load_cells.3", {"x": 45, "y": 45}, ["load_cells[3].capacity_g is missing"]),
    (SCALE, "plate.load_cells.2.x", -36, ["plate.load_cells", "corners in turn"]),
    (SCALE, "plate.load_cells.1.capacity_g", 500,
     ["load_cells[1].capacity_g is 500", "599 or more", "1197 g"]),
    (SCALE, "places.3.x", 130, ["places[3].x is 130", "-35 to 125 mm, between the load cells"]),
    (SCALE, "pieces.masses_g", [9.9, 11.0], ["9.9 and 11 g, 1.1 g apart", "2.5 g at least"]),
    (SCALE, "pieces.masses_g", [9.9, 5.0], ["lightest first"]),
    (SCALE, "pieces.spread", 0, ["pieces.spread"]),
    (SCALE, "pieces.counts", [0], ["pieces.counts"]),
    (SCALE, "pieces.counts", [15, 15], ["one number for each"]),
    (SCALE, "scale.rest_g", 0.6, ["scale.rest_g is 0.6", "at most 0.495 g for pieces of 9.9 g"]),
    (SCALE, "scale.touch_gmm", 0, ["scale.touch_gmm is 0", "more than 0"]),
    (SCALE, "plate.calibration_cells", ["a1", "a4"],
     ["plate.calibration_cells is ['a1', 'a4']", "3 cells or more"]),
    (RAMP, "places", slots("1e 2e 3e"), ["places is '1e, 2e, 3e', expected 1e, 2e, 3e, 4e"]),
    (RAMP, "places", slots("1e 2e 3e 4a"), ["places is '1e, 2e, 3e, 4a', expected 1e, 2e, 3e"]),
    (RAMP, "places", slots("1e 2e 3e 4e white"), ["white, black if their racks are on the plate"]),
    (RAMP, "places", slots("1e 2e 3e 1move"), ["places is '1e, 2e, 3e, 1move', expected"]),
    (SQUARES, "magnet.moments_am2", [0.0146, 0.02],
     ["magnet.moments_am2 is [0.0146, 0.02], expected each kind at least 1.8 times"]),
    (SQUARES, "places.35", None, ["36 sensors and 35 places"]),
    (SQUARES, "sensors.0.x", 30, ["sensors[1] is too near"]),
    (SQUARES, "squares", None, ["squares is None, expected"]),
    (SQUARES, "squares.moments_am2.3", None, ["squares.moments_am2 is"]),
]  # fmt: skip


@for_each(("data", "path", "value", "words"), WRONG)
def test_a_wrong_value_is_told_with_key_value_and_expectation(data, path, value, words):
    text = told(changed(path, value, data))
    for word in words:
        assert word in text


@for_each("data", [[], "pylos", None, 5, {}])
def test_a_file_that_holds_something_else(data):
    assert "format is missing" in told(data)


def test_too_many_pixels_for_a_line_of_the_wire():
    data = copy.deepcopy(REED16)
    data["pixels"] += [{"cells": [], "x": 0, "y": 0}] * (MAX_PIXELS - 24)
    assert "81 entries" in told(data)


@for_each("pin", ["clock", "data", "latch"])
def test_the_pins_of_shift_registers(pin):
    Layout(changed("scanner", SHIFT))
    assert f"scanner.{pin} is missing" in told(
        changed(f"scanner.{pin}", None, changed("scanner", SHIFT))
    )


# Sensing by field


def test_the_hall_board_of_pylos():
    layout = Layout(HALL)
    assert (layout.sensors, len(layout.field.sensor_mm), layout.pixels) == (30, 25, 25)
    assert layout.cell_of_sensor == bytes(range(pylos.CELLS)), "every place is visible"
    # 12 bits of 3.3 V at 60 mV/mT: 13.4 microteslas a step, stretched to 16 bits
    assert layout.field.mt_per_count * 16 == pytest.approx(0.0134, abs=1e-4)


def test_places_of_pylos_are_stacked_like_balls():
    layout = Layout(HALL)
    ball = HALL["geometry"]["ball_mm"]
    at = layout.field.places
    for cell in range(pylos.CELLS):
        supports = [below for below in range(pylos.CELLS) if pylos.SUPPORTS[cell] >> below & 1]
        assert len(supports) == (4 if pylos.LEVEL[cell] else 0)
        for below in supports:
            assert dist(at[cell], at[below]) == pytest.approx(ball, abs=0.1)


def test_places_count_from_the_middle_of_the_load_cells():
    scale = Layout(SCALE).scale
    assert scale.places[0] == (-45, -45)
    assert scale.sensor_mm == ((-80, -80), (80, -80), (80, 80), (-80, 80))
    assert scale.arm_mm == 80
    assert 21 < scale.pitch_mm < 21.3


# The boards that are shipped


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@for_each("path", SHIPPED)
def test_a_shipped_layout_is_named_like_its_file_and_ends_with_a_newline(path):
    assert read(path)["name"] == path.stem
    assert path.read_bytes().endswith(b"}\n")


def test_the_reed_board_of_pylos():
    layout = Layout(REED16)
    assert (layout.sensors, layout.pixels, layout.buttons) == (16, 25, ("yes", "next"))
    assert layout.cell_of_sensor == bytes(range(16))
    assert sorted(layout.channels) == list(range(16))
    assert set(layout.pixel_of_cell) == set(range(25))


def test_a_sensor_lies_under_its_cell_and_so_does_its_pixel():
    pitch = REED16["geometry"]["pitch_mm"]
    layout = Layout(REED16)
    for sensor in REED16["sensors"]:
        row, column = "abcd".index(sensor["cell"][0]), int(sensor["cell"][1]) - 1
        assert (sensor["x"], sensor["y"]) == (column * pitch, row * pitch)
    for cell in range(pylos.CELLS):
        level = pylos.LEVEL[cell]
        row, column = divmod(cell - pylos.LEVEL_START[level], pylos.LEVEL_SIZE[level])
        pixel = REED16["pixels"][layout.pixel_of_cell[cell]]
        assert pixel["x"] == (column + level / 2) * pitch
        assert pixel["y"] == (row + level / 2) * pitch


def test_shipped_boards_of_one_game_agree_on_the_game_s_figures():
    for one, other in combinations([read(path) for path in SHIPPED], 2):
        assert one["name"] != other["name"]
        if one["game"] == other["game"]:
            # An upright reed begins nearer to the wood than a Hall sensor lies.
            one_of, other_of = (
                {key: value for key, value in data.get("geometry", {}).items() if key != "gap_mm"}
                for data in (one, other)
            )
            assert one_of == other_of


def test_the_strip_can_be_lit_at_all_within_the_budget():
    for path in SHIPPED:
        data = read(path)
        strip = data["strip"]
        assert strip["budget_ma"] <= 500, "what USB gives"
        assert strip["budget_ma"] > strip["dark_ma"] * len(data.get("pixels", [])) + 5
