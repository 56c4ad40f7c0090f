"""Layouts whose pieces cannot stand where the places lie are refused on the computer."""

import copy
import json
from pathlib import Path

import pytest

from support.rows import each_row
from underboard.deploy.geometry import check_geometry
from underboard.errors import UnderboardError
from underboard.texts.lazy import spoken

FOLDER = Path(__file__).parents[2] / "firmware/layouts"
LAYOUTS = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}


def moved(name, factor=1.0, **geometry):
    """Return a layout with its places farther apart, and other figures."""
    data = copy.deepcopy(LAYOUTS[name])
    for key in ("places", "sensors"):
        for each in data.get(key, []):
            each["x"] *= factor
            each["y"] *= factor
    data["geometry"] |= geometry
    return data


def test_every_shipped_layout_agrees_with_itself():
    assert len(LAYOUTS) >= 12
    for data in LAYOUTS.values():
        check_geometry(data)


GOOD = [
    # name, layout, factor, geometry
    ("larger balls", "pylos-scale4", 4 / 3, {"pitch_mm": 40, "ball_mm": 40}),
    ("larger rings over switches", "gyges-reed38", 1.25, {"pitch_mm": 50, "ring_mm": 40}),
    ("smaller balls in the same places", "pylos-hall16", 1.0, {"ball_mm": 25}),
    ("longer slots", "apagos-scale4", 1.2, {"slot_mm": 120}),
    ("rounded to half a millimetre", "pylos-scale4", 1.014, {}),
]


@each_row(GOOD, "layout", "factor", "geometry")
def test_another_size_is_a_change_of_numbers(layout, factor, geometry):
    check_geometry(moved(layout, factor, **geometry))


WRONG = [
    # name, layout, factor, geometry, the sentence holds
    ("only the pitch", "pylos-scale4", 1.0, {"pitch_mm": 40}, "neighbours among places are 30 mm "
     "apart: multiply x and y of places, pixels and load cells by 1.333, or correct pitch_mm"),
    ("only the places", "gyges-scale4", 1.5, {}, "is 40 mm, but neighbours among places are 60"),
    ("over switches", "pylos-reed16", 1.1, {}, "neighbours among sensors are 33 mm apart"),
    ("balls too large", "pylos-hall25", 1.0, {"ball_mm": 31}, "geometry.ball_mm is 31 mm and "
     "geometry.pitch_mm 30 mm: pieces would overlap, so give a pitch of at least 31 mm"),
    ("rings too large", "gyges-hall38", 1.0, {"ring_mm": 41}, "geometry.ring_mm is 41 mm"),
    ("slots", "apagos-scale4", 1.2, {}, "but neighbours among places are 120 mm apart"),
]  # fmt: skip


@each_row(WRONG, "layout", "factor", "geometry", "sentence")
def test_sizes_that_disagree_are_refused_with_what_to_do(layout, factor, geometry, sentence):
    with pytest.raises(UnderboardError) as caught:
        check_geometry(moved(layout, factor, **geometry))
    assert sentence in str(caught.value)
    assert spoken(caught.value, "fr").startswith("modèle : geometry.")


@pytest.mark.parametrize("name", sorted(name for name in LAYOUTS if name != "pods12"))
def test_places_that_disagree_with_each_other_are_refused(name):
    rows = "places" if "places" in LAYOUTS[name] else "sensors"
    stretched, shifted = moved(name), moved(name)
    for each in stretched[rows]:
        each["x"] *= 1.1
    shifted[rows][1]["x"] += 9
    for data in (stretched, shifted):
        with pytest.raises(UnderboardError, match=f"neighbours among {rows} are "):
            check_geometry(data)
