"""The plate on load cells (what can go wrong in a layout is refused with its figure)."""

import copy
import json
import re

import pytest

from support.boards.shipped import HARDWARE, LAYOUTS, scale4, set_in
from support.campaign import one_in
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.hardware import light_paths, norms, plate_mechanics
from underboard.hardware.build_plan import plan_of
from underboard.hardware.checks import verdict as checks
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.drawings import exploded, overlap_check
from underboard.hardware.drawings.drawing import Circle, TextLabel
from underboard.hardware.generate import PRINTED, drawings, effort
from underboard.hardware.parts import bom
from underboard.hardware.parts.labour import work
from underboard.hardware.parts.prices import PRICES

OTHER = scale4()
OTHER["name"] = "pylos-nau"
OTHER["scanner"] |= {"kind": "nau7802", "rate_hz": 80}
PLATES = [
    scale4(),
    *[d for d in (json.loads(p.read_text()) for p in LAYOUTS) if d["scanner"]["kind"] == "hx711"],
]
each_plate = pytest.mark.parametrize("data", PLATES, ids=lambda data: data["name"])
each_and_other = pytest.mark.parametrize("data", [*PLATES, OTHER], ids=lambda data: data["name"])


def row(data, name):
    (found,) = checks.check(plan_of(data), name)
    return found


@each_and_other
def test_every_check_of_a_plate_holds_or_explains_itself(data):
    for check in checks.check(plan_of(data)):
        assert check.verdict in (checks.GOOD, checks.EXPLAINED), check


@pytest.mark.parametrize("data", [scale4(), OTHER], ids=lambda data: data["name"])
def test_no_text_lies_on_anything_or_leaves_the_page(data):
    made = drawings(plan_of(data))
    assert {"board", "cut", "exploded", "template", "wiring"} <= set(made)
    for name, draw in made.items():
        assert overlap_check.troubles(draw) == [], name
        least = overlap_check.DIAGRAM_MM if name == "wiring" else overlap_check.LEGIBLE_MM
        assert overlap_check.capital_mm(draw, name in PRINTED) >= least, name


@each_plate
def test_every_screw_reaches_and_no_head_touches_the_table(data):
    plan = plan_of(data)
    z, screws = plate_mechanics.heights(plan), plate_mechanics.lengths(plan)
    for name, (held, least) in plate_mechanics.threads(plan).items():
        assert held >= least, name
    # What one sums up by hand: bar 12.7, seat 5, nut 8 and its 2 mm, plate.
    assert z["top"] == pytest.approx(6 + 12.7 + 5 + 8 + 2 + plate_mechanics.ply(plan))
    assert z["top"] - screws.plate >= plate_mechanics.SPACER + plate_mechanics.STOP_MM
    assert screws.bar < z["cap"]
    below = norms.WASHER_M5.thick + norms.HEX_M5.head_high
    assert below < plate_mechanics.STRIP_UNDER
    assert plate_mechanics.wall_high(plan) - z["top"] >= plate_mechanics.RIM
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    named = [f"M4 × {screws.bar}", f"M4 × {screws.plate}", f"M4 × {screws.foot}",
             f"M4 × {screws.cap}", f"M5 × {screws.fixed}"]  # fmt: skip
    listed = [row.type for row in bom.bom(plan)]
    for words in named:
        assert words in guide
        assert any(words in kind for kind in listed), words
    high = plate_mechanics.wall_high(plan)
    assert f"strips of 9 × {high:g} mm" in guide
    assert f"{high - z['top']:.1f} mm below their edge" in guide


@each_plate
def test_no_screw_is_listed_that_the_guide_does_not_use(data):
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    used = set(re.findall(r"M[45] × \d+", guide))
    listed = {
        found for row in bom.bom(plan_of(data)) for found in re.findall(r"M[45] × \d+", row.type)
    }
    assert listed == used


def test_a_plate_that_no_strip_reaches_over_is_one_sentence():
    data = scale4()
    data["build"]["plate_mm"] = 50
    with pytest.raises(UnderboardError, match=r"no strip of wood is sold that is 85\.7 mm high"):
        plate_mechanics.wall_high(plan_of(data))


@for_each(("kind", "deep"), [("cone", 0.81), ("groove", 0.71), ("flat", 0.0)])
def test_a_dome_sinks_into_its_seat_as_far_as_geometry_says(kind, deep):
    assert plate_mechanics.dips(kind) == pytest.approx(deep, abs=0.01)


@each_plate
def test_the_template_marks_the_place_of_every_pixel(data):
    plan = plan_of(data)
    draw = drawings(plan)["template"]
    marks = {
        shape.tag.split()[-1]: (shape.x, shape.y)
        for shape in draw.shapes
        if isinstance(shape, Circle) and shape.tag.startswith(("part light p", "part rim p"))
    }
    assert set(marks) == {f"p{pixel.number}" for pixel in plan.pixels}
    first = plan.pixels[0]
    for pixel in plan.pixels:
        away = [a - b for a, b in zip(marks[f"p{pixel.number}"], marks["p0"], strict=True)]
        assert away == pytest.approx([pixel.x - first.x, first.y - pixel.y])


@each_plate
def test_the_exploded_view_has_every_step_from_the_base_to_the_board(data):
    draw = exploded.exploded(plan_of(data))
    notes = {shape.text for shape in draw.shapes if isinstance(shape, TextLabel) and shape.bold}
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    steps = re.findall(r"^## (\d)\. ", guide, re.M)
    assert steps[-1] not in notes  # calibration is no part
    assert set(steps[:-1]) <= notes


@each_plate
def test_a_plate_takes_under_eighty_joints_and_may_cost_under_sixty_five(data):
    plan = plan_of(data)
    assert work(plan).joints < 80
    assert bom.price(bom.bom(plan)).low < 65  # caps and their steel make it dearer by 4 €


def test_under_sixty_is_what_a_plate_of_kits_uses_up_and_no_more():
    plan = plan_of(json.loads((LAYOUTS[0].parent / "pylos-scale4.json").read_text()))
    single, kits = bom.bom(plan), bom.with_kits(plan)
    assert bom.used(kits).typical < 60 < bom.used(single).typical
    assert 60 < bom.price(kits).typical < bom.price(single).typical
    text = "\n".join(effort(plan))
    for cost in (bom.price(single), bom.used(single), bom.price(kits), bom.used(kits)):
        assert " | ".join(str(round(part)) for part in cost) in text
    assert f"{work(plan).joints + 8}" in text
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    packs, share = bom.price(single).typical, bom.used(single).typical
    kit_packs, kit_share = bom.price(kits).typical, bom.used(kits).typical
    assert f"parts for {share:.0f} €, typically, and whole packs cost {packs:.0f} €" in guide
    assert f"{kit_share:.0f} and {kit_packs:.0f} €" in guide


@each_plate
def test_a_kit_takes_the_place_of_bars_and_modules_only(data):
    plan = plan_of(data)
    kinds = {row.type for row in bom.bom(plan)}
    gone = kinds - {row.type for row in bom.with_kits(plan)}
    assert gone == {bom.KINDS["load cell 1 kg"].type, bom.KINDS["HX711 module"].type}


def test_packs_are_bought_whole_and_used_in_part():
    nuts = bom.line_of("feet", bom.PartKind("dome nut", "dome nuts"), 4, "")
    price = PRICES["dome nuts"]
    assert (nuts.low, nuts.high) == (price.low, price.high)
    assert nuts.used_low == pytest.approx(price.low * 4 / price.pack)
    many = bom.line_of("feet", bom.PartKind("dome nut", "dome nuts"), 11, "")
    assert many.low == 2 * price.low
    spare = bom.line_of("R1", bom.KINDS["330 Ω"], 1, "")
    assert (spare.quantity, spare.low) == (2, 2 * spare.used_low)


def test_the_typical_price_is_half_way_as_a_ratio():
    row = bom.line_of("Pico", bom.PartKind("a", "Pico"), 1, "")._replace(low=2, high=8)
    assert bom.price([row, row]) == (4, 8, 16)


@each_plate
def test_bars_lie_under_the_plate_and_touch_neither_each_other_nor_a_stop(data):
    plan = plan_of(data)
    left, bottom, right, top = plan.plate
    half = plate_mechanics.BAR[1] / 2
    spans = [(*sorted((b.free, b.fixed)), b.foot[1]) for b in plate_mechanics.bars(plan)]
    for number, (low, high, y) in enumerate(spans):
        assert left <= low
        assert high <= right
        assert bottom <= y - half
        assert y + half <= top
        for other in spans[:number]:
            assert high < other[0] or other[1] < low or abs(y - other[2]) > 2 * half
        for x, stop in plate_mechanics.stops(plan):
            assert not (low - 3 < x < high + 3 and abs(stop - y) < half + 3)


@each_plate
def test_no_pixel_under_the_plate_lies_over_a_load_cell(data):
    plan = plan_of(data)
    for pixel in plan.pixels:
        if plate_mechanics.in_plate(plan, pixel.x, pixel.y):
            for bar in plate_mechanics.bars(plan):
                low, high = sorted((bar.free, bar.fixed))
                inside = low - 5 < pixel.x < high + 5
                assert not (inside and abs(pixel.y - bar.foot[1]) < plate_mechanics.BAR[1] / 2 + 5)


WRONG = [
    (set_in("plate", "mass_g", value=1900), "load on each cell", "549 g of 1000 g"),
    (set_in("plate", "mass_g", value=2600), "travel to the stop", "fully set board"),
    (set_in("plate", "width_mm", value=600), "a finger on the corner", "foot lifts"),
    (set_in("scale", "counts_per_g", value=1000), "counts per gram", "2147 computed"),
    (set_in("scale", "touch_g", value=2.5), "weight of the lightest piece", "2.5 g"),
    (set_in("scale", "touch_gmm", value=100), "place of the lightest piece", "30 mm away"),
    (set_in("places", 0, "x", value=-36), "places between the feet", "two feet"),
    (set_in("build", "wires_to_plate", value=4), "wires from plate to frame", "4 wires"),
    (set_in("build", "plate_hole_mm", value=10), "light reaches the board's holes", "10 mm"),
    (set_in("build", "plate_hole_mm", value=24), "wood between the plate's holes", "24 mm"),
]


@for_each(("spoil", "name", "words"), WRONG)
def test_a_wrong_plate_is_refused_with_the_reason(spoil, name, words):
    data = copy.deepcopy(scale4())
    assert row(data, name).verdict == checks.GOOD
    spoil(data)
    found = row(data, name)
    assert found.verdict == checks.WRONG
    assert words in found.why


def test_on_a_plate_without_chambers_no_light_reaches_the_board():
    data = copy.deepcopy(scale4())
    data["build"] |= {"chamber_mm": 0, "plate_hole_mm": 10}
    found = row(data, "light reaches the board's holes")
    assert found.verdict == checks.WRONG
    assert found.value == "5 mm"


@pytest.mark.parametrize("data", one_in(3, PLATES), ids=lambda data: data["name"])
def test_light_gets_as_far_as_rays_that_are_followed_one_by_one(data):
    plan = plan_of(data)
    below, up = light_paths.UNDER_PLATE_MM, plate_mechanics.chamber(plan)
    thick = plate_mechanics.ply(plan)
    for hole in light_paths.through_plate(plan):
        radius, most = hole.diameter / 2, 0.0
        for start in range(-20, 21):
            x = start / 20 * light_paths.FACE_MM / 2
            for slope in (step / 500 for step in range(1000)):
                low, high = x + slope * below, x + slope * (below + thick)
                if abs(low) <= radius and abs(high) <= radius:
                    most = max(most, high + slope * up)
        assert most == pytest.approx(light_paths.reach(plan, hole.diameter), abs=0.1)


def test_a_wide_plate_wants_thicker_wood():
    data = scale4()
    for cell, (x, y) in zip(
        data["plate"]["load_cells"],
        ((-155, -155), (245, -155), (245, 245), (-155, 245)),
        strict=True,
    ):
        cell.update(x=x, y=y)
    assert row(data, "plate under a hand").verdict == checks.WRONG
    data["build"]["plate_mm"] = 15
    found = row(data, "plate under a hand")
    assert found.verdict == checks.GOOD
    assert "15 mm" in found.why


def test_other_converters_stand_on_the_same_pins_with_wires_and_parts_of_their_own():
    before, circuit = circuit_of(plan_of(scale4())), circuit_of(plan_of(OTHER))
    for number in range(1, 5):
        assert circuit.parts[f"M{number}"].kind == "NAU7802 module"
        for net, old, new in (("sck", "SCK", "SCL"), ("dout", "DT", "SDA")):
            ends = [end.replace(f":{old}", f":{new}") for end in before.nets[f"{net} {number}"]]
            assert circuit.nets[f"{net} {number}"] == ends
    assert not [end for ends in circuit.nets.values() for end in ends if ":RATE" in end]
