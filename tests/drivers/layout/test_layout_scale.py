"""Layouts on load cells (whatever is wrong is one sentence with the figures)."""

import pytest

from boardcore.layout.layout import Layout
from support.boards.layouts import changed, told
from support.sensing.plates import PYLOS

MISSING = [
    "scanner.clock", "scanner.data", "scanner.rate_hz", "plate", "plate.load_cells",
    "plate.load_cells.2.x", "plate.load_cells.2.capacity_g", "plate.mass_g", "places",
    "places.7.cell", "places.7.y", "pieces", "pieces.masses_g", "pieces.spread", "pieces.counts",
    "scale", "scale.counts_per_g", "scale.noise_g", "scale.rest_g", "scale.touch_g",
    "scale.touch_gmm", "scale.place_mm",
]  # fmt: skip


@pytest.mark.parametrize("path", MISSING)
def test_a_key_that_is_missing_is_named(path):
    head, *rest = path.split(".")
    where = path
    if len(rest) == 2 and rest[0].isdigit():
        where = f"{head}[{rest[0]}].{rest[1]}"
    elif len(rest) == 3:
        where = f"{head}.{rest[0]}[{rest[1]}].{rest[2]}"
    assert told(changed(path, None, PYLOS)).startswith(f"layout: {where} is missing, expected ")


WRONG = [
    ("scanner.kind", "mux", ["'mux'", "hx711"]),
    ("scanner.clock", ["GP2"], ["scanner.clock", "4 pins"]),
    ("scanner.data.0", "GP2", ["'GP2'", "a pin of its own"]),
    ("scanner.rate_hz", 4, ["scanner.rate_hz is 4", "8 to 400"]),
    ("plate.load_cells.3", {"x": 45, "y": 45}, ["load_cells[3].capacity_g is missing"]),
    ("plate.load_cells.2.x", -36, ["plate.load_cells", "corners in turn"]),
    ("plate.load_cells.1.capacity_g", 500, ["load_cells[1].capacity_g is 500", "599 or more",
                                            "1197 g"]),
    ("places.3.x", 130, ["places[3].x is 130", "-35 to 125 mm, between the load cells"]),
    ("pieces.masses_g", [9.9, 11.0], ["9.9 and 11 g, 1.1 g apart", "2.5 g at least"]),
    ("pieces.masses_g", [9.9, 5.0], ["lightest first"]),
    ("pieces.spread", 0, ["pieces.spread"]),
    ("pieces.counts", [0], ["pieces.counts"]),
    ("pieces.counts", [15, 15], ["one number for each"]),
    ("scale.rest_g", 0.6, ["scale.rest_g is 0.6", "at most 0.495 g for pieces of 9.9 g"]),
    ("scale.touch_gmm", 0, ["scale.touch_gmm is 0", "more than 0"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "words"), WRONG)
def test_a_wrong_value_is_told_with_its_figures(path, value, words):
    text = told(changed(path, value, PYLOS))
    for word in words:
        assert word in text


def test_places_count_from_the_middle_of_the_load_cells():
    scale = Layout(PYLOS).scale
    assert scale.places[0] == (-45, -45)
    assert scale.sensor_mm == ((-80, -80), (80, -80), (80, 80), (-80, 80))
    assert scale.arm_mm == 80
    assert 21 < scale.pitch_mm < 21.3
