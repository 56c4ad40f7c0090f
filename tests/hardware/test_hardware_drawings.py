"""Drawings (nothing lies on anything, nothing leaves the page, and diagrams equal tables)."""

import io
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree as ET
from math import hypot

import numpy as np
import pypdf
import pytest

from support.boards.nets import of_diagram, of_table, pins_of
from support.boards.shipped import LAYOUTS, MINI, made_of
from support.campaign import one_in
from support.rows import for_each
from underboard.hardware.__main__ import load
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.drawings import cross_section, overlap_check, top_view
from underboard.hardware.drawings.drawing import Circle, VectorDrawing
from underboard.hardware.drawings.labels import Labels
from underboard.hardware.drawings.pdf import sheets
from underboard.hardware.generate import PRINTED, drawings
from underboard.hardware.parts import bom
from underboard.hardware.release import paper

SVG = "{http://www.w3.org/2000/svg}"
LAYOUT_OF = {path.stem: path for path in LAYOUTS}
each_layout = pytest.mark.parametrize(
    "path", one_in(2, [*LAYOUTS, MINI]), ids=lambda path: path.stem
)


@each_layout
def test_no_text_lies_on_anything_or_leaves_the_page(path):
    plan = load(path)
    for name, draw in drawings(plan).items():
        assert overlap_check.troubles(draw) == [], name
        least = (
            overlap_check.DIAGRAM_MM
            if name == "wiring"
            else overlap_check.LEGIBLE_MM
            if plan.weighs
            else 1.5
        )
        assert overlap_check.capital_mm(draw, name in PRINTED) >= least, name


def test_letters_that_a_sheet_of_paper_makes_too_small_are_found():
    draw = VectorDrawing(190, 600, "test")
    draw.words(10, 10, "letters of 2 mm", 2)
    assert overlap_check.capital_mm(draw, False) == pytest.approx(2 * 0.716 * 277 / 600)
    assert overlap_check.capital_mm(draw, True) == pytest.approx(2 * 0.716)


@for_each(("y", "torn"), [(150, False), (170.5, True), (174, False), (198, False), (202, True)])
def test_a_text_that_no_sheet_shows_as_a_whole_is_found(y, torn):
    draw = VectorDrawing(297, 380, "test", cuts=[170, 200])
    draw.words(20, y, "torn", 3)
    draw.box(14, 20, 269, 300, tag=overlap_check.FRAME)
    assert ("'torn'" in " ".join(overlap_check.troubles(draw))) is torn


def test_a_diagram_is_cut_between_its_blocks_or_refused():
    page, shown = sheets(VectorDrawing(297, 500, "test", cuts=[100, 170, 300, 360]))
    assert page == (297, 210)
    assert [(sheet.y, sheet.height) for sheet in shown] == [(0, 170), (170, 190), (360, 140)]
    with pytest.raises(ValueError, match="200 mm without a cut from 100 on"):
        sheets(VectorDrawing(297, 300, "test", cuts=[100]))


@pytest.mark.slow
@pytest.mark.parametrize("path", one_in(8, [*LAYOUTS, MINI]), ids=lambda path: path.stem)
def test_the_printed_diagram_says_what_the_diagram_says(path):
    drawn = [text.text for text in ET.fromstring(made_of(path)["wiring.svg"]).iter(f"{SVG}text")]
    pages = pypdf.PdfReader(io.BytesIO(paper(load(path))["wiring.pdf"])).pages
    printed = bare("".join(page.extract_text() for page in pages))
    for words in drawn:
        assert bare(words) in printed, words


def bare(text):
    """Return a text without spaces, and with one sign for ohms of the two that there are."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@for_each("name", ["pylos-hall16", "pylos-hall25", "apagos-hall36"])
def test_a_cut_shows_spheres_loose_in_their_holes(name):
    plan = load(LAYOUT_OF[name])
    circles = [shape for shape in cross_section.cut(plan).shapes if isinstance(shape, Circle)]
    kinds = plan.discs if len(plan.discs) == 2 else [plan.magnet] * 2
    for ball, hole, sphere, kind in zip(*(circles[n::3] for n in range(3)), kinds, strict=True):
        assert ball.radius == plan.size / 2 * cross_section.CUT
        assert sphere.radius == kind.diameter / 2 * cross_section.CUT
        play = hole.radius - sphere.radius
        assert 0.2 <= play / cross_section.CUT <= 0.25
        assert sphere.y - hole.y == pytest.approx(play)


@for_each(
    ("spoil", "words"),
    [
        (lambda d: d.words(95, 10, "long enough", 3), "leaves the page"),
        (lambda d: (d.words(10, 10, "one"), d.words(12, 10.5, "other")), "lies on 'one'"),
        (lambda d: (d.words(10, 10, "name"), d.circle(12, 9, 2, tag="pixel p0")), "lies on pixel"),
        (lambda d: d.box(50, 90, 10, 11), "Box at 50, 90 leaves the page"),
        (
            lambda d: (d.line((1, 50), (99, 51), tag="chain"), d.words(70, 51.5, "ch3", 2)),
            "'ch3' lies on the chain",
        ),
    ],
)
def test_a_spoilt_drawing_is_found(spoil, words):
    draw = VectorDrawing(100, 100, "test")
    spoil(draw)
    assert words in " ".join(overlap_check.troubles(draw))


def ink(path, svg):
    """Return how much of a rendered drawing's border is not paper: a count of dots."""
    (path / "page.svg").write_bytes(svg)
    page = [str(path / name) for name in ("page.svg", "page.pdf", "page")]
    subprocess.run(["rsvg-convert", "-f", "pdf", page[0], "-o", page[1]], check=True)
    subprocess.run(["pdftoppm", "-r", "50", page[1], page[2]], check=True)
    (picture,) = path.glob("page*.ppm")
    content = picture.read_bytes()
    picture.unlink()
    _, size, _, dots = content.split(b"\n", 3)
    wide, high = map(int, size.split())
    dots = np.frombuffer(dots, np.uint8).reshape(high, wide, 3).astype(int)
    # The outermost dots are cut by a page that is no whole number of them.
    frame = dots[2:-2, 2:-2]
    paper = frame[0, 0]
    stained = (abs(frame - paper) > 8).any(axis=2)
    stained[2:-2, 2:-2] = False
    return int(stained.sum())


TOOLS = shutil.which("rsvg-convert") and shutil.which("pdftoppm")


@pytest.mark.slow
@pytest.mark.skipif(not TOOLS, reason="needs rsvg-convert and pdftoppm, to draw the pictures")
@pytest.mark.parametrize("path", one_in(8, [*LAYOUTS, MINI]), ids=lambda path: path.stem)
def test_a_rendered_drawing_leaves_its_border_free(path, tmp_path):
    made = made_of(path)
    for name, content in made.items():
        if name.endswith(".svg"):
            assert ink(tmp_path, content) == 0, name


def drawn_things(plan):
    """Return the cells at each spot of the page; plates have another scale."""
    view, spots = top_view.TopView(plan), {}
    for thing in [*plan.sensors, *plan.pixels]:
        cells = thing.cells if hasattr(thing, "cells") else (thing.cell,)
        spots.setdefault(view.at(thing.x, thing.y), set()).update(cells)
    return spots


def drawn_pixels(plan, tree):
    """Return the cells of the pixels, where the page shows them."""
    spots = {}
    for circle in tree.iter(f"{SVG}circle"):
        kind, _, number = circle.get("class", "").partition(" p")
        if kind == "pixel":
            cells = set(plan.pixels[int(number)].cells)
            spots[(float(circle.get("cx")), float(circle.get("cy")))] = cells
    return spots


@each_layout
def test_each_name_is_nearest_to_what_it_names(path):
    plan = load(path)
    if plan.piece == "button" or plan.weighs and plan.game == "apagos":
        return  # squares and racks have names of their own
    seen, astray = named(plan, ET.fromstring(made_of(path)["board.svg"]))
    assert seen == {cell for cell in plan.cells if len(cell) < 3}
    assert astray == set()


def named(plan, tree):
    """Return the cells whose names a drawing has, and those that are nearer to another one."""
    spots = drawn_pixels(plan, tree) if plan.weighs else drawn_things(plan)
    seen, astray = set(), set()
    for text in tree.iter(f"{SVG}text"):
        if text.text in plan.cells and len(text.text) < 3:
            x, y = float(text.get("x")), float(text.get("y")) - 1
            near = min(spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y))
            seen.add(text.text)
            if text.text not in spots[near]:
                astray.add(text.text)
    return seen, astray


@for_each("name", ["pylos-hall25", "gyges-reed38", "pylos-scale4"])
def test_a_name_that_is_nearer_to_another_cell_is_found(name):
    plan, tree = load(LAYOUT_OF[name]), ET.fromstring(made_of(LAYOUT_OF[name])["board.svg"])
    (one,) = [text for text in tree.iter(f"{SVG}text") if text.text == "b2"]
    (other,) = [text for text in tree.iter(f"{SVG}text") if text.text == "c2"]
    for axis in "xy":
        one.set(axis, str((float(one.get(axis)) + 2 * float(other.get(axis))) / 3))
    assert named(plan, tree)[1] == {"b2"}


def test_where_there_is_no_room_for_a_name_one_is_told():
    draw = VectorDrawing(100, 100, "full")
    draw.box(0, 0, 100, 100, tag="part")
    labels = Labels(draw)
    labels.spots = [(50.0, 50.0)]
    with pytest.raises(ValueError, match="no room for 'a1'"):
        labels.put((50.0, 50.0), "a1", 3)


# Nets


@each_layout
def test_nets_of_the_diagram_are_those_of_the_table(path):
    made = made_of(path)
    assert pins_of(of_diagram(made)) == pins_of(of_table(made))


@for_each("gone", ["AGND", "U2:", "C3:+", "RATE"])
def test_a_diagram_without_a_part_or_a_ground_is_not_the_tables(gone):
    made = made_of(LAYOUT_OF["pylos-scale4" if gone == "RATE" else "pylos-hall25"])
    lines = made["wiring.svg"].decode().splitlines()
    kept = [line for line in lines if gone not in line.partition("data-net")[2]]
    assert len(kept) < len(lines)
    drawn = of_diagram({"wiring.svg": "\n".join(kept).encode()})
    assert pins_of(drawn) != pins_of(of_table(made))


@each_layout
def test_every_part_of_the_circuit_is_to_be_bought(path):
    plan = load(path)
    listed = " ".join(part.part for part in bom.bom(plan))
    circuit = circuit_of(plan)
    kinds = {part.kind for part in circuit.parts.values()}
    assert kinds <= set(bom.KINDS)
    for ref in circuit.parts:
        head, number = ref.rstrip("0123456789"), ref[len(ref.rstrip("0123456789")) :]
        assert head in listed, ref
        assert number or ref in listed


@each_layout
def test_every_line_of_the_bill_has_a_dated_price_and_two_kinds_of_source(path):
    for part in bom.bom(load(path)):
        assert 0 < part.low <= part.high
        assert 0 < part.used_low <= part.used_high
        assert part.used_low <= part.low
        assert part.used_high <= part.high
        assert part.quantity > 0
        assert part.estimated[-4:].isdigit()
        one, other = part.bought_at.split("; ")
        assert one != other


def test_joints_count_a_wire_twice_and_a_leg_once():
    from underboard.hardware.circuit.model import Circuit

    circuit = Circuit()
    for ref in ("U1", "R1", "K1"):
        circuit.add(ref, ref, ready=ref == "K1")
    circuit.join("a", "U1:1", "R1:1")
    circuit.join("GND", "U1:2", "K1:2")
    assert len(circuit.wires()) == 3
    assert circuit.joints() == 1 + 2 + 1


def test_a_pin_on_two_nets_is_an_error():
    from underboard.hardware.circuit.model import Circuit

    circuit = Circuit()
    circuit.add("U1", "chip")
    circuit.join("a", "U1:1")
    with pytest.raises(ValueError, match="U1:1 joins 'b', but it is on 'a'"):
        circuit.join("b", "U1:1")
    with pytest.raises(ValueError, match="no such part"):
        circuit.join("b", "U2:1")
