"""Guides (every figure that a page repeats is the layout's, or the program's, own)."""

import csv
import re

import pytest

from boardio.start import runner
from support.boards.shipped import HARDWARE, LAYOUTS, data_of, glued16, plan_named
from support.rows import for_each
from underboard.hardware import light_paths, magnet_field, plate_mechanics, power, starter
from underboard.hardware.__main__ import load
from underboard.hardware.build_plan import Magnet, plan_of
from underboard.hardware.drawings import pdf, template
from underboard.hardware.parts import bom, joining
from underboard.hardware.parts.labour import MINUTES, work
from underboard.hardware.parts.prices import DATE, PRICES
from underboard.hardware.pcb import circuits, hall_board
from underboard.hardware.shapes import parts, scad

FOUR = {4: "four", 12: "twelve"}


def sizes(plan):
    """Return the diameters of a board's light holes as its guide names them, narrow ones first."""
    return [f"{wide:g} mm" for wide in sorted({hole.diameter for hole in light_paths.holes(plan)})]


def bore(plan, disc):
    """Return how deep a ball is drilled, so that the disc lies in its middle."""
    return plan.size / 2 + disc.height / 2


def row(name, check):
    """Return the value of a check in the board's table."""
    with (HARDWARE / name / "checks.csv").open(encoding="utf-8") as file:
        return next(line["value"] for line in csv.DictReader(file) if line["check"] == check)


def pylos():
    """Return what the guide of Pylos says of its two boards."""
    reed, hall = plan_named("pylos-reed16"), plan_named("pylos-hall25")
    dimple = 2 * (reed.size * light_paths.DIMPLE_MM - light_paths.DIMPLE_MM**2) ** 0.5
    tubes = {plan.name: "{1:g} mm outside and {0:g} mm inside".format(*light_paths.tube(plan))
             for plan in (reed, hall)}  # fmt: skip
    return [
        f"plywood of {light_paths.SURFACE_MM['ball']:g} mm",
        f"{light_paths.DIMPLE_MM:g} mm deep and {dimple:.0f} mm wide",
        f"a ball of {reed.size:g} mm stays",
        "four light holes of {} round each cell and the holes of {} between".format(*sizes(reed)),
        f"White walls of {light_paths.WALL_MM:g} mm between cells, "
        f"{light_paths.room(reed):g} mm high",
        tubes["pylos-reed16"],
        "light holes of {1} round each cell, and one of {0} beside".format(*sizes(hall)),
        "Tubes of " + tubes["pylos-hall25"],
        f"feed {power.awake(hall.data):.0f} mA",
        f"{reed.data['scanner']['pull_up_ohm'] / 1000:g} kΩ from each column to 3.3 V (RP1 to RP4)",
        f"({hall.data['scanner']['samples']} samples and one",
        f"begins every {hall.data['scanner']['interval_ms']} ms",
    ]


def gyges():
    """Return what the guide of Gygès says of its two boards."""
    reed, hall = plan_named("gyges-reed38"), plan_named("gyges-hall38")
    left, _, right, _ = reed.frame
    draw = template.template(reed)
    circle = reed.build["magnet_circle_mm"]
    singles, doubles, triples = hall.discs
    tall = hall.build["magnet_height_mm"]
    thickest = max(reed.magnet.diameter, 4)
    return [
        f"discs of {reed.magnet.diameter:g} × {reed.magnet.height:g} mm per ring, on a circle of "
        f"{circle:g} mm, pockets from below, {reed.magnet.height:g} mm deep",
        f"wider than {circle - thickest - 1:g} mm, take",
        f"may be {circle - triples.diameter - 1:g} mm wide at most",
        f"Light holes of {sizes(reed)[0]}, {FOUR[4]} round each cell, "
        f"{light_paths.light_offset(reed):g} mm beside its middle so that a ring that lies "
        f"{light_paths.MISPLACED_MM:g} mm off",
        f"Plate of {light_paths.SURFACE_MM['ring']:g} mm or thinner",
        f"walls of {light_paths.WALL_MM:g} mm between cells, {light_paths.room(reed):g} mm high",
        f"upper end {-reed.sensors[0].z:g} mm under",
        f"a1 to f1 is {right - left:g} mm",
        f"{FOUR[len(pdf.sheets(draw)[1])]} sheets that overlap by {pdf.OVERLAP:g} mm",
        f"their middle {tall:g} mm above",
        *(f"{name} {disc.diameter:g} × {disc.height:g} mm" for name, disc in
          zip(("singles", "doubles", "triples"), hall.discs, strict=True)),
        f"{tall + singles.height / 2:g} mm deep for singles and {tall + doubles.height / 2:g} mm "
        f"for doubles",
        f"for triples {triples.height:g} mm, flush",
        f"{triples.height / 2 - tall:g} mm higher",
        f"{-hall.sensors[0].z:g} mm below the surface",
        "Three 74HC4067 on " + "{}, {} and {}".format(*hall.data["scanner"]["adc"]),
        f"({hall.data['scanner']['samples']} samples each) and begins every "
        f"{hall.data['scanner']['interval_ms']} ms",
        f"gives {round(power.awake(hall.data), -1):.0f} mA",
    ]  # fmt: skip


def apagos():
    """Return what the guide of Apagos says of its two boards."""
    reed, hall = plan_named("apagos-reed36"), plan_named("apagos-hall36")
    scanner, discs = hall.data["scanner"], hall.data["squares"]
    first, last = (next(s for s in reed.sensors if s.cell == cell) for cell in ("1a", "4c"))
    white, black = hall.discs
    bias = hall.data["bias"]
    least = min(moment for *_, moment in bias)
    one = Magnet(10, 4, "N42")
    assert least == pytest.approx(one.moment, rel=0.02)
    stacks = [round(moment / least) for *_, moment in bias]
    assert sorted(set(stacks)) == [1, 2, 3]
    return [
        f"of a row it is {last.x - first.x:g} mm",
        f"rise by {reed.data['geometry']['rise_mm']} mm each",
        f"{white.diameter:g} mm for white, {black.diameter:g} mm for black",
        f"discs of {one.diameter:g} × {one.height:g} mm, {one.grade}",
        f"{-bias[0][2]:g} mm below the lowest point",
        f"{len({y for _, y, *_ in bias})} rows of {len({x for x, *_ in bias})}, "
        f"{hall.pitch:g} mm apart",
        f"{sum(stacks)} discs",
        f"{light_paths.SQUARE_MM:g} mm thick, holes right through with a lip, "
        f"{hall.pitch:g} mm apart",
        f"{-discs['disc_mm'][0][0]:g} mm outside the middles",
        f"a disc of {discs['diameter_mm']} × {discs['height_mm']} mm at half the thickness",
        f"{len(hall.sensors)} DRV5055A1",
        f"{-hall.sensors[0].z:g} mm under the lowest point",
        "Three 74HC4067 on {}, {} and {}".format(*scanner["adc"]),
        f"begins every {scanner['interval_ms']} ms ({scanner['samples']} samples each)",
    ]  # fmt: skip


def pods():
    """Return what the guide of the pods says."""
    plan = plan_named("pods12")
    (plugs,) = [part.quantity for part in bom.bom(plan) if part.part == "bridge plugs"]
    count = len(plan.sensors) // 2
    assert (plugs, count) == (9, 12)
    return [
        "the nine bridge plugs into sockets 1 to 9",
        "The same with sockets 4 to 12",
        f"{3.3 * 1 / 11:.1f} V when its pole is held to ground (1 kΩ of 11)",
        f"{len(plan.pixels)} pixels, capped",
        "the sum would be " + row("pods12", "the same with thirsty pixels"),
        "Three 74HC165",
    ]


def measure():
    """Return what the form assumes."""
    reed, ring = plan_named("pylos-reed16"), plan_named("gyges-reed38")
    apagos_, scale = plan_named("apagos-reed36"), data_of("pylos-scale4")["scale"]
    return [
        f"{reed.size:g} mm (Pylos), {apagos_.size:g} mm (Apagos), {ring.size:g} mm (Gygès)",
        f"{reed.pitch:g}, {apagos_.pitch:g}, {ring.pitch:g} mm",
        f"| {reed.gap:g} mm | | `geometry.gap_mm`",
        f"| {ring.build['piece_mass_g']} g | | `build.piece_mass_g`",
        f"| {reed.build['sensor']['closes_mt']:g} mT | |",
        f"| {magnet_field.pull(reed):.0f} mN (",
        f"| {scale['noise_g']} g | | `scale.noise_g`",
        f"| {scale['counts_per_g']} | | `scale.counts_per_g`",
        f"| {scale['touch_g']} g, {scale['touch_gmm']} g mm (Gygès and Apagos "
        f"{data_of('gyges-scale4')['scale']['touch_gmm']})",
        f"{reed.data['strip']['budget_ma']} mA (gyges-reed38 {ring.data['strip']['budget_ma']}, "
        f"pods12 {data_of('pods12')['strip']['budget_ma']})",
        f"{data_of('pylos-hall25')['field']['noise_ut']} µT (Gygès "
        f"{data_of('gyges-hall38')['field']['noise_ut']})",
    ]


def plate():
    """Return what the guide of the plate says beside its screws and prices."""
    pylos_ = plan_named("pylos-scale4")
    tight, wide = (sorted({h.diameter for h in light_paths.through_plate(plan_named(name))})
                   for name in ("pylos-scale4", "gyges-scale4"))  # fmt: skip
    return [
        f"base ({plate_mechanics.BASE:g} mm plywood) and the plate "
        f"({plate_mechanics.PLY:g} mm birch plywood)",
        f"({tight[1]:g} and {tight[0]:g} mm for Pylos, {wide[0]:g} mm for Gygès",
        f"with {plate_mechanics.AIR:g} mm of air",
        f"on a {plate_mechanics.SPACER:g} mm spacer",
        f"walls, {plate_mechanics.chamber(pylos_):g} mm high",
        f"face {light_paths.UNDER_PLATE_MM:g} mm under its hole",
        f"{len(plan_named('pylos-scale4-rim').pixels)} pixels of a ready-wired string",
        f"string of {len(plan_named('apagos-scale4').pixels)} pixels",
    ]


USED = {
    "Pico": "the Pico", "F1": "Fuse F1", "C1": "capacitor C1", "R1": "resistor R1",
    "D1": "diode D1", "P0 to P": "ready-wired string", "LC1 to LC4": "Screw each bar",
    "M1 to M4": "each module", "C10 to C13": "10 µF capacitor", "B-yes, B-next": "Both buttons",
    "USB cable": "USB cable", "jumpers": "jumper wires", "stripboard": "piece of stripboard",
    "base": "Saw the base", "plate": "birch plywood", "walls": "white walls",
    "tubes": "a tube round each hole", "glue": "hot glue", "frame": "four pieces of the same strip",
    "feet": "dome nut (DIN 1587)", "feet's screws": "through each hole F",
    "stops of the bars": "into the bar's inner hole", "stops of the plate": "into each hole S",
    "caps": "Put a **cap**", "caps' screws": "countersunk screw", "washers": "a washer M4",
    "pins": "two dowel pins", "bar screws": "with washer, from below", "putty": "dabs of putty",
}  # fmt: skip
"""Words of the plate's guide that use each line of its lists."""


@for_each("plan", [plan_of(data_of(path.stem)) for path in LAYOUTS
                                  if path.stem.endswith(("scale4", "-rim"))])  # fmt: skip
def test_every_line_of_a_plates_list_is_used_by_its_guide(plan):
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    for part in bom.bom(plan):
        words = USED["P0 to P" if part.part.startswith("P0 to P") else part.part]
        assert words in guide, part.part


BOUGHT = {
    r"M[45] × \d+": "screw", r"set screw": "set screw M4", r"dome nut": "dome nut",
    r"washers? M4": "washer M4", r"dowel pin": "dowel pin", r"putty": "putty",
    r"stripboard": "stripboard", r"jumper": "jumper wire", r"string": "string", r"USB cable": "USB",
    r"\b[Ff]use": "fuse", r"diode": "1N4001", r"hot glue": "hot glue",
    r"strip, 100": "strip of wood",
    r"12 mm plywood": "plywood 12 mm", r"birch plywood": "birch plywood",
    r"6 mm plywood": "plywood 6 mm", r"HX711": "HX711", r"buttons": "push-button",
}  # fmt: skip
"""Parts that the plate's guide names, and the words of the list that buys each."""


@for_each("named", BOUGHT)
def test_every_part_that_the_plates_guide_names_is_bought(named):
    guide = (HARDWARE / "plate.md").read_text("utf-8")
    assert re.search(named, guide)
    listed = " | ".join(part.type for part in bom.bom(plan_named("pylos-scale4")))
    assert BOUGHT[named] in listed


def starters():
    """Return what the page of the kits says: threshold and price of each."""
    found = []
    for name, sees in (("scale1", "{:g} g and more"), ("hall1", ""), ("reed1", "")):
        kit = starter.kit_in(HARDWARE / "starter" / name / "kit.json")
        low, _, high = bom.price(starter.bom(kit))
        found.append(f"| {low:.0f} to {high:.0f} € | [wiring]({name}/wiring.svg)")
        found.append(sees.format(kit["threshold"]))
    return found


def shared():
    """Return what the first page says."""
    return [f"the first {runner.PIXELS} light up white"]


def layouts():
    """Return how joints, hours and prices are counted."""
    minutes = MINUTES["joint"], MINUTES["hole"], MINUTES["magnet"]
    return [
        "{:g} minute a joint, {:g} a hole, {:g} a magnet".format(*minutes),
        f"estimates of {DATE} with tax",
    ]


SAID = [
    ("layout.md", layouts),
    ("pylos.md", pylos),
    ("gyges.md", gyges),
    ("apagos.md", apagos),
    ("pods.md", pods),
    ("measure.md", measure),
    ("plate.md", plate),
    ("starter/README.md", starters),
    ("README.md", shared),
]


@for_each(("page", "facts"), SAID)
def test_the_figures_of_a_guide_are_those_of_its_layout(page, facts):
    text = (HARDWARE / page).read_text(encoding="utf-8")
    assert [fact for fact in facts() if fact not in text] == []


def test_the_page_of_circuits_has_each_boards_size_layers_and_joints():
    plans = [load(path) for path in LAYOUTS]
    placed = circuits.placed(plans)
    text = (HARDWARE / "circuits/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\w-]+)\].*?\| (UB-\d revision \d) \|.*\| (\d+) × (\d+) mm \| (\d) "
                      r"\| (\d+)", text, re.M)  # fmt: skip
    assert {name for name, *_ in rows} == set(placed)
    for name, printed, wide, high, _, joints in rows:
        board = placed[name]
        assert printed == board.name
        assert (int(wide), int(high)) == (round(board.wide - 0.01), round(board.high))
        assert int(joints) == board.hand_joints()
    by_hand = [work(plan_named(n)).joints for n in ("gyges-hall38", "pylos-hall25", "pods12")]
    assert "it is {} joints for Gygès, {} for Pylos, {} for the pods".format(*by_hand) in text
    legs = [
        hall_board.leg(plan_named(n), s) for n in hall_board.SITES for s in plan_named(n).sensors
    ]
    assert (
        f"the longest way is {max(legs):.1f} mm, with {hall_board.GRIP_MM:g} mm in the socket"
        in text
    )
    assert f"Legs of {hall_board.LEG_MM:g} mm" in text


@for_each("page", ["pylos.md", "gyges.md", "apagos.md"])
def test_guides_of_hall_boards_keep_the_reserve_away(page):
    (words,) = set(re.findall(r"at least (\d+) cm from the", (HARDWARE / page).read_text("utf-8")))
    assert int(words) == 10  # sensing, second look: at 6 cm they are felt like pieces


@for_each("pod", range(1, 13))
def test_every_pole_of_a_pods_sockets_and_cable_is_a_row(pod):
    with (HARDWARE / "pods12/wiring.csv").open(encoding="utf-8") as file:
        lines = [(*row["start"].split()[:1], row["start pin"], *row["end"].split()[:1],
                  row["end pin"]) for row in csv.DictReader(file)]  # fmt: skip
    ends = {(a, b) for a, b, _, _ in lines} | {(a, b) for _, _, a, b in lines}
    for part in (f"J{pod}", f"K{pod}", f"X{pod}"):
        assert {pin for name, pin in ends if name == part} == set("12345678"), part


def test_the_table_of_discs_is_what_the_fields_give():
    text = (HARDWARE / "parts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) × (\d) mm(, three reeds[^|]*)? \| (\d+) % \| ([\d.]+) % "
                      r"\| (\d+) % \|$", text, re.M)  # fmt: skip
    assert len(rows) == 6
    for wide, high, three, force, unseen, closed in rows:
        data = glued16()
        data["magnet"].update(diameter_mm=int(wide), height_mm=int(high))
        data["build"]["sensor"]["axes"] = "xyz" if three else "x"
        data["geometry"]["gap_mm"] = 4
        for sensor in data["sensors"]:
            sensor["z"] = -4
        plan = plan_of(data)
        middle = next(sensor for sensor in plan.sensors if sensor.cell == "b2")
        told = (
            100 * magnet_field.pull(plan) / magnet_field.weight(plan),
            100 * magnet_field.own(plan, middle)[2],
        )
        assert told[0] == pytest.approx(int(force), abs=1)
        assert 100 - told[1] == pytest.approx(float(unseen), abs=2)
        assert 100 * magnet_field.others(plan, middle)[1] == pytest.approx(int(closed), abs=4)


@for_each("path", LAYOUTS)
def test_the_first_page_says_how_many_checks_of_a_board_do_not_hold(path):
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    (line,) = [row for row in text.splitlines()
               if row.startswith("|") and (f"[{path.stem}]" in row or "plate.md" in row
                                           and "-scale4" in path.stem)]  # fmt: skip
    with (HARDWARE / path.stem / "checks.csv").open(encoding="utf-8") as file:
        failing = sum(row["verdict"] != "good" for row in csv.DictReader(file))
    verdict = line.split("|")[3].strip()
    told = {"yes": 0, "yes, on paper": 0, "all but one": 1, "**not their magnets**": 3}
    assert told[verdict.partition(":")[0]] == failing


def pins_said():
    """Return each pin that a guide names with its use: ``(page, board, pin, use)``."""
    return [
        ("pylos.md", "pylos-reed16", "Buttons yes (GP14) and next (GP15)",
         {"GP14": "button yes", "GP15": "button next"}),
        ("apagos.md", "apagos-hall36", "GP26, GP27 and GP28",
         {f"GP{26 + n}": f"multiplexer {n} out" for n in range(3)}),
        ("gyges.md", "gyges-hall38", "GP26, GP27 and GP28",
         {f"GP{26 + n}": f"multiplexer {n} out" for n in range(3)}),
    ]  # fmt: skip


@for_each(("page", "board", "words", "uses"), pins_said())
def test_pins_that_a_guide_names_are_those_of_the_table(page, board, words, uses):
    assert words in (HARDWARE / page).read_text(encoding="utf-8")
    with (HARDWARE / board / "pins.csv").open(encoding="utf-8") as file:
        told = {line["pin"]: line["use"] for line in csv.DictReader(file)}
    assert {pin: told[pin] for pin in uses} == uses


def test_the_page_of_free_magnets_has_the_figures_of_its_layout():
    page = (HARDWARE / "free-magnets.md").read_text("utf-8")
    plan = plan_named("pylos-hall16")
    sphere, ball = plan.magnet.diameter, plan.size
    low, high = sphere + 0.4, sphere + 0.5
    assert low <= sphere + parts.FREE <= high
    assert f"| {ball:g} mm | {sphere:g} mm (pylos-hall16) | {low:g} to {high:g} mm |" in page
    # The sphere's middle is the ball's: the bore ends half a hole beyond it.
    assert f"| {ball / 2:g} + {(sphere + 0.4) / 2:g} mm |" in page
    (moment,) = {abs(row[3]) for row in plan.bias}
    magnet = dict(plan.bias_parts)[moment]
    wide, high_mm = magnet.sides
    assert f"{len(plan.bias)} places on a grid of {plan.pitch:g} mm" in page
    assert f"two discs of {wide:g} × {high_mm:g} mm" in page
    assert magnet.count == 2
    depth = {-row[2] for row in plan.bias}
    assert f"their middle {depth.pop():g} mm under" in page
    assert not depth
    # Hazard and experiment come before anything is drilled.
    headings = re.findall(r"^## (.*)$", page, re.M)
    assert headings[0].startswith("Danger")
    assert headings[1].endswith("experiment with three balls")
    for guide in ("pylos.md", "apagos.md"):
        before, step, _ = (HARDWARE / guide).read_text("utf-8").partition("## 1.")
        assert step
        assert "**Begin with [three balls](free-magnets.md#1-the-experiment" in before


def test_the_table_of_bias_magnets_is_that_of_the_layouts():
    page = (HARDWARE / "free-magnets.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", page, re.M))
    hall16, hall25, apagos_ = map(plan_named, ("pylos-hall16", "pylos-hall25", "apagos-hall36"))
    xs = sorted({row[0] for row in hall25.bias})
    apart = sorted({row[1] for row in hall25.bias})
    assert f"{(xs[1] - xs[0]) / 2:g} mm left and right" in rows["pylos-hall25"]
    assert f"five each, {apart[1] - apart[0]:g} mm apart" in rows["pylos-hall25"]
    assert {row[3] > 0 for row in hall25.bias if row[0] == xs[0]} == {True}
    most, least = sorted(dict(hall25.bias_parts), reverse=True)
    assert {abs(row[3]) for row in hall25.bias if row[1] in (apart[0], apart[-1])} == {most}
    assert {abs(row[3]) for row in hall25.bias if row[1] in apart[1:-1]} == {least}
    for plan in (hall16, hall25, apagos_):
        words = rows[plan.name]
        assert f"{-plan.bias[0][2]:g} mm deep" in words
        for _, part in plan.bias_parts:
            assert " × ".join(f"{side:g}" for side in part.sides) in words
        trays = parts.bias_tray(plan)
        assert ("one tray", "two trays")[len(trays) - 1] in words
        assert all(max(tray.size[:2]) <= scad.BED for tray in trays)
        assert sum(int(re.search(r"of (\d+) bias", tray.title)[1]) for tray in trays) == len(
            plan.bias
        )
    assert f"{len(apagos_.bias)} places, 4 rows of 16" in rows["apagos-hall36"]


def test_the_bias_tray_has_a_pocket_at_each_place_of_the_layout():
    pytest.importorskip("manifold3d")
    plan = plan_named("pylos-hall16")
    (tray,) = parts.bias_tray(plan)
    made, floor = tray.body.solid(), 1.2
    for x, y, *_ in plan.bias:
        disc = scad.at(x - tray.origin[0], y - tray.origin[1], floor, scad.pin(10, 6)).solid()
        assert (disc ^ made).volume() < 0.01
        assert (disc.translate((0, 0, -0.5)) ^ made).volume() > 10


def test_each_way_without_soldering_joins_every_part_of_the_circuit():
    page = (HARDWARE / "no-solder.md").read_text("utf-8")
    plan, other = plan_named("pylos-scale4"), data_of("pylos-scale4")
    other["scanner"] |= {"kind": "nau7802", "rate_hz": 80}
    rows = dict(re.findall(r"^\| ([^|]+?) \| [^|]+ \| ([^|]+?) \|$", page, re.M))
    kinds = {part.kind for part in circuits.circuit_of(plan_of(other)).parts.values()}
    assert kinds <= set(rows)
    assert not any("solder" in way for kind, way in rows.items() if kind in kinds)
    by_way = {row[0]: row for row in joining.rows(plan)}
    assert [row[2] for row in by_way.values()] == [work(plan).joints, 90, 0, 0]
    assert [row[3] for row in by_way.values()] == [9, 9, 8, 8]
    # What the factory fills costs what is left of the list, and five boards.
    first, _, filled, kit = by_way.values()
    boards_ = PRICES["filled boards"]
    assert filled[4] == pytest.approx(first[4] - 9 + boards_.low, abs=1)
    assert first[5] < kit[5] < filled[5]
    assert filled[7] < filled[5] - 0.6 * (boards_.low * boards_.high) ** 0.5
    assert circuits.placed([plan])["scale-board"].hand_joints() == 0
    scanner = plan.data["scanner"]
    for number, (clock, data) in enumerate(zip(scanner["clock"], scanner["data"], strict=True), 1):
        assert f"module {number} {data}" in page
        assert re.search(rf"module {number} {data}[^,]* and {clock}", page)
