"""Checks of a layout's hardware (each wrong layout fails with its reason)."""

import copy
import functools

import numpy as np
import pytest

from support.boards.shipped import LAYOUTS, data_of, glued16, glued25, hall25, scale4, set_in
from support.campaign import campaign, one_in
from support.rows import for_each
from underboard.hardware import light_paths, magnet_field, power
from underboard.hardware.build_plan import Magnet, plan_in, plan_of
from underboard.hardware.checks import currents, pins
from underboard.hardware.checks import registry as checks_rules
from underboard.hardware.checks import verdict as checks
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.shapes.places import levels


def reed16():
    return data_of("pylos-reed16")


def hall16():
    return data_of("pylos-hall16")


def pods12():
    return data_of("pods12")


@functools.cache
def is_good(board, name):
    """Return True if a board passes this check as it is."""
    return row(board(), name).verdict == checks.GOOD


def row(data, name):
    """Return the worst line of this check."""
    found = [check for check in checks.check(plan_of(data), name) if check.name == name]
    assert found, f"no check '{name}'"
    return max(found, key=lambda check: check.verdict == checks.WRONG)


@for_each("path", one_in(2, LAYOUTS))
def test_every_shipped_layout_holds_or_explains_itself(path):
    for check in checks.check(plan_in(path)):
        assert check.verdict in (checks.GOOD, checks.EXPLAINED), check
        if check.verdict == checks.EXPLAINED:
            assert len(check.why) > 40
        elif check.margin is not None:
            assert check.margin >= 0


def without(*keys):
    def spoil(data):
        inner = data
        for key in keys[:-1]:
            inner = inner[key]
        del inner[keys[-1]]

    return spoil


def weak_bias(data):
    for row in data["bias"]:
        row[3] /= 5
    data["build"]["bias"] = []


def swap_pixels(data):
    data["pixels"][1], data["pixels"][11] = data["pixels"][11], data["pixels"][1]


WRONG = [
    # board, what is spoilt, the check that says no, words of its line
    (reed16, set_in("strip", "pin", value="GP9"), "each pin once", "matrix column 3 and pixels"),
    (hall25, set_in("scanner", "adc", 1, value="A0"), "each pin once", "GP26 is multiplexer 0"),
    (reed16, set_in("strip", "pin", value="GP25"), "pins on the header", "the light on the board"),
    (reed16, set_in("strip", "pin", value="GP33"), "pins on the header", "no pin GP33"),
    (hall25, set_in("scanner", "adc", 1, value="GP22"), "analog inputs on ADC pins", "GP22 cannot"),
    (reed16, set_in("scanner", "columns_to_anodes", value=False), "pull-ups, not pull-downs", "E9"),
    (pods12, set_in("scanner", "value_when_pressed", value=True), "pull-ups, not pull-downs", "E9"),
    (reed16, set_in("build", "diodes", value=False), "a diode for each switch", "show a fourth"),
    (reed16, set_in("sensors", 4, "channel", value=3), "each channel once", "[3] are taken twice"),
    (reed16, set_in("sensors", 4, "channel", value=16), "each channel once", "[16] do not exist"),
    (hall25, set_in("sensors", 4, "channel", value=3), "each channel once", "[3] are taken twice"),
    (reed16, swap_pixels, "pixel chain as drawn", "from pixel 11 to 12"),
    (reed16, set_in("pixels", 1, "x", value=0), "one place for each part", "two parts at 0, 0"),
    (reed16, set_in("sensors", 2, "z", value=-8), "sensors as deep as computed", "sensors[2].z"),
    (reed16, set_in("build", "light_hole_mm", value=9), "wood between light holes", ""),
    (reed16, set_in("strip", "budget_ma", value=480), "current from USB", "75 mA with all"),
    (reed16, set_in("strip", "budget_ma", value=400), "the same with thirsty pixels", "53 mA"),
    (reed16, set_in("strip", "dark_ma", value=7), "pixels' share", "dark pixels"),
    (glued25, set_in("magnet", "diameter_mm", value=8), "pull between pieces", "mN"),
    (hall25, set_in("magnet", "diameters_mm", value=[9]), "pull between pieces", "mN"),
    (
        hall25,
        set_in("build", "bias", 0, "mm", value=[40, 20, 10]),
        "bias magnets as the layout says",
        "8.28",
    ),
    (hall16, set_in("field", "full_mt", value=2.0), "a lone piece closes its switch", "random"),
    (hall25, set_in("magnet", "moments_am2", value=[0.1]), "magnets as the decoder takes them", ""),
    (hall25, set_in("places", 20, "z", value=36.6), "magnets as high as pieces lie", "[20].z"),
    (hall25, set_in("geometry", "ball_mm", value=28), "magnets as high as pieces lie", "puted"),
    (hall25, set_in("build", "sensor", "range_mt", value=2), "field inside the sensor's range", ""),
    (
        hall25,
        set_in("build", "light_offset_mm", value=5.0),
        "no light hole under a piece",
        "dimple",
    ),
    (
        hall25,
        set_in("build", "light_offset_mm", value=1.0),
        "no light hole in a sensor or magnet",
        "",
    ),
    (hall25, set_in("build", "tube_mm", value=8), "light stays in its chamber", "tubes of 8 mm"),
    (reed16, set_in("build", "light_offset_mm", value=13.5), "light stays in its chamber", "walls"),
    (reed16, without("scanner", "pull_up_ohm"), "columns rise in time", "80 kΩ"),
    (reed16, without("scanner", "pull_up_ohm"), "pull-ups of a matrix", "is missing"),
    (reed16, set_in("scanner", "pull_up_ohm", value=1000), "pull-ups of a matrix", ""),
    (reed16, set_in("scanner", "pull_up_ohm", value=100), "low through a diode", "28 mA"),
    (reed16, set_in("build", "accepted", value={"luck": "?"}), "explanations", "does not exist"),
]
SLOW = [
    (hall25, weak_bias, "one way to lie for all spheres", "started in two ways"),
    (hall16, set_in("field", "apart_mt", value=0.5), "full neighbours leave an empty cell open",
     "random"),
]  # fmt: skip
"""Checks that let hundreds of boards come to rest; test_unfit.py has the first on pylos-hall16."""


def spoken(part):
    """Return the name of a board or of what is done to it, or the words that are expected."""
    return getattr(part, "__qualname__", part).split(".")[0]


@pytest.mark.parametrize(
    ("board", "spoil", "name", "words"), campaign(WRONG, WRONG + SLOW), ids=spoken
)
def test_a_wrong_layout_is_refused_with_the_reason(board, spoil, name, words):
    data = copy.deepcopy(board())
    if name != "explanations":
        assert is_good(board, name)
    spoil(data)
    found = row(data, name)
    assert found.verdict == checks.WRONG
    assert words in found.why


def test_an_unexplained_reed_board_with_glued_magnets_is_refused():
    data = glued16()
    del data["build"]["accepted"]
    wrong = [check.name for check in checks.check(plan_of(data)) if check.verdict == checks.WRONG]
    assert wrong == [
        "pull between pieces",
        "a lone piece closes its switch",
        "full neighbours leave an empty cell open",
    ]


def test_too_weak_a_signal_is_refused():
    data = glued25()
    del data["build"]["accepted"]
    levels = [c for c in checks.check(plan_of(data), "signal above the noise")]
    assert [c.verdict for c in levels] == [checks.GOOD] * 3 + [checks.WRONG]
    data["field"]["noise_ut"] = 100
    levels = [c for c in checks.check(plan_of(data), "signal above the noise")]
    assert [c.verdict for c in levels] == [checks.WRONG] * 4


def test_margins_are_shares_of_the_limit():
    assert checks_rules.below(30.0, 40.0, "mA").margin == 25
    assert checks_rules.below(40.0, 40.0, "mA").good
    assert not checks_rules.below(40.1, 40.0, "mA").good
    assert checks_rules.above(3.0, 2.0, "mT").margin == 50
    assert not checks_rules.above(1.9, 2.0, "mT").good


def test_the_budget_adds_up():
    plan = plan_of(hall25())
    rest, peak = power.total(plan.data)
    assert rest == 50 + 25 + 25 * 6
    assert peak == 50 + 150 + 25 * 6


# The physics, against firmware/docs/fields.md and against real cylinders


def test_signals_are_those_of_the_sensing_page():
    plan = plan_of(glued25())
    page = (0.265, 0.198, 0.086, 0.041)  # section 8, 25 z sensors
    for level, spots in levels(plan).items():
        least = min(magnet_field.weakest(plan, x, y, level) for _, x, y in spots)
        assert least == pytest.approx(page[level], rel=0.08)


@for_each(
    ("diameter", "height", "pull", "share"),
    [(6, 3, 5.7, 6), (8, 3, 18, 17), (10, 5, 122, 99)],  # section 3, balls of 30 mm
)
def test_forces_are_those_of_the_sensing_page(diameter, height, pull, share):
    data = glued16()
    data["magnet"].update(diameter_mm=diameter, height_mm=height)
    plan = plan_of(data)
    assert magnet_field.pull(plan) == pytest.approx(pull, rel=0.05)
    assert 100 * magnet_field.pull(plan) / magnet_field.weight(plan) == pytest.approx(
        share, rel=0.1
    )


@pytest.mark.parametrize(("axes", "share"), [("x", 0.80), ("xy", 0.98)])
def test_reeds_see_as_many_directions_as_the_sensing_page_says(axes, share):
    data = glued16()
    data["geometry"]["gap_mm"] = 4
    data["build"]["sensor"]["axes"] = axes
    least, _, seen = magnet_field.own(plan_of(data), plan_of(data).sensors[0])
    assert seen == pytest.approx(share, abs=0.03)
    assert least == 0


def test_directions_are_spread_evenly():
    ways = magnet_field.directions()
    assert np.allclose((ways**2).sum(axis=1), 1)
    assert np.allclose(ways.mean(axis=0), 0, atol=1e-3)
    assert np.allclose(ways.T @ ways / len(ways), np.eye(3) / 3, atol=1e-3)


def cylinder(magpylib, disc, **place):
    return magpylib.magnet.Cylinder(
        dimension=(disc.diameter / 1000, disc.height / 1000), polarization=(0, 0, 1.30), **place
    )


@pytest.mark.parametrize(("size", "disc"), [(30, (6, 3)), (30, (10, 5)), (20, (6, 3))])
def test_fields_are_those_of_real_cylinders(size, disc):
    magpylib = pytest.importorskip("magpylib", reason="magpylib is in the extra 'test'")
    magnet = Magnet(*disc, "N42")
    for aside in (0, 10, 30):
        at = np.array([aside, 0, -(size / 2 + 5)])
        ours = magnet_field.tensor(at) @ np.array([0, 0, magnet.moment])
        theirs = cylinder(magpylib, magnet).getB(at / 1000) * 1000
        assert np.linalg.norm(ours - theirs) <= 0.09 * np.linalg.norm(theirs)


@pytest.mark.parametrize("disc", [(6, 3), (8, 3), (10, 5)])
def test_forces_are_those_of_real_cylinders(disc):
    magpylib = pytest.importorskip("magpylib", reason="magpylib is in the extra 'test'")
    if not hasattr(magpylib, "getFT"):
        pytest.skip("this magpylib knows no forces: one that does needs Python 3.11 or newer")
    data = glued16()
    data["magnet"].update(diameter_mm=disc[0], height_mm=disc[1])
    plan = plan_of(data)
    one = cylinder(magpylib, plan.magnet)
    other = cylinder(magpylib, plan.magnet, position=(0, 0, 0.030))
    force = np.asarray(magpylib.getFT(one, other, meshing=200))[0]
    assert magnet_field.pull(plan) == pytest.approx(1000 * np.linalg.norm(force), rel=0.12)


# Light


def marched(start, elevation, turn, balls, radius):
    """Return True if a ray gets away, walked in small steps: slow and obvious."""
    rise, flat = np.sin(np.radians(elevation)), np.cos(np.radians(elevation))
    way = np.array([flat * np.cos(np.radians(turn)), flat * np.sin(np.radians(turn)), rise])
    points = np.array([*start, 0.0]) + np.outer(np.arange(0.2, 110, 0.2), way)
    away = ((points[:, None, :] - np.array(balls)[None]) ** 2).sum(axis=2)
    return bool((away >= radius**2).all())


@pytest.mark.slow
@pytest.mark.parametrize("pixel", one_in(3, [0, 5, 9, 20, 24]))
def test_a_light_that_is_called_seen_is_seen_by_walking_along_its_rays(pixel):
    plan = plan_of(hall25())
    balls = light_paths.standing(plan, 4)
    assert len(balls) == 30
    ways = [
        marched((hole.x, hole.y), elevation, turn, balls, plan.size / 2 - 0.3)
        for hole in light_paths.holes(plan)
        if hole.pixel == pixel
        for elevation in light_paths.ELEVATIONS
        for turn in range(0, 360, 10)
    ]
    assert (pixel in light_paths.seen(plan, 4)) == any(ways)


@pytest.mark.slow
def test_a_light_under_a_ball_is_not_seen():
    data = hall25()
    data["build"]["light_offset_mm"] = 3.0
    plan = plan_of(data)
    assert 0 not in light_paths.seen(plan, 1)
    assert row(data, "every light is seen").verdict == checks.WRONG


def test_the_old_holes_of_the_gaps_were_under_the_balls():
    # Four holes at ±11.1 mm round a pixel in a gap lie 5.5 mm from a cell's middle.
    plan = plan_of(hall25())
    for hole in light_paths.holes(plan):
        near = min(np.hypot(hole.x - x, hole.y - y) for x, y in light_paths.middles(plan))
        assert near > 12, hole


# Circuit


def gone(ref):
    """Return a change: a part is not there."""

    def change(circuit):
        for members in circuit.nets.values():
            members[:] = [pin for pin in members if pin.split(":")[0] != ref]
        del circuit.parts[ref]

    return change


def of_kind(ref, kind):
    """Return a change: another part in this place."""

    def change(circuit):
        circuit.parts[ref] = circuit.parts[ref]._replace(kind=kind)

    return change


def moved(pin, net, goal):
    """Return a change: a pin on another net."""

    def change(circuit):
        circuit.nets[net].remove(pin)
        circuit.nets[goal].append(pin)
        circuit._net_of[pin] = goal

    return change


def no_analog_ground(circuit):
    for pin in list(circuit.nets["AGND"]):
        moved(pin, "AGND", "GND")(circuit)
    del circuit.nets["AGND"]


CAPACITORS, GROUND = "a capacitor at each chip and sensor", "one ground for the sensors"
MISWIRED = [
    (hall25, gone("C3"), CAPACITORS, "U2 at OUT"),
    (hall25, of_kind("C3", "4.7 µF"), CAPACITORS, "U2 at OUT"),
    (hall25, moved("C3:-", "AGND", "GND"), CAPACITORS, "U2 at OUT"),
    (hall25, gone("C2"), CAPACITORS, "U2 at IN"),
    (hall25, gone("C104"), CAPACITORS, "S5 at VCC"),
    (hall25, gone("C11"), CAPACITORS, "U4 at VCC"),
    (reed16, gone("C4"), CAPACITORS, "U1 at VCC"),
    (scale4, gone("C12"), CAPACITORS, "M3 at VCC"),
    (scale4, of_kind("C12", "100 nF"), CAPACITORS, "M3 at VCC"),
    (hall25, moved("S3:GND", "AGND", "GND"), GROUND, "not on AGND: S3"),
    (hall25, moved("U2:GND", "AGND", "GND"), GROUND, "not on AGND: U2"),
    (hall25, moved("U3:GND", "AGND", "GND"), GROUND, "not on AGND: U3"),
    (hall25, no_analog_ground, GROUND, "not on AGND: U2, U3, U4, S1"),
]


@pytest.mark.parametrize(("board", "change", "name", "words"), MISWIRED)
def test_a_miswired_board_is_refused_with_the_reason(monkeypatch, board, change, name, words):
    assert is_good(board, name)

    def spoilt(plan):
        circuit = circuit_of(plan)
        change(circuit)
        return circuit

    monkeypatch.setattr(currents, "circuit_of", spoilt)
    found = row(board(), name)
    assert found.verdict == checks.WRONG
    assert words in found.why


def test_the_rise_of_a_column_is_that_of_a_resistor_and_a_capacitor():
    plan = plan_of(reed16())
    ohm, farad = pins.pull_up(plan), pins.column_pf(plan) * 1e-12
    volts, seconds, step = pins.DIODE_V, 0.0, 1e-10
    while volts < pins.MIN_HIGH_V:
        volts += (pins.SUPPLY_V - volts) / (ohm * farad) * step
        seconds += step
    told = float(row(reed16(), "columns rise in time").value.split()[0])
    assert told == pytest.approx(seconds * 1e6, rel=0.01)
