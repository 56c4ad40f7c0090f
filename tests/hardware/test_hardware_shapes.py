"""Parts as files (sources fit their layout, and what OpenSCAD makes of them is sound)."""

import itertools
import re
import shutil
import struct
import sys

import numpy as np
import pytest

from support.boards.shipped import HARDWARE, LAYOUTS, MINI, plan_named, scale4
from support.campaign import campaign, one_in
from underboard.errors import UnderboardError
from underboard.hardware import light_paths, magnet_field, pod_figures
from underboard.hardware.__main__ import load, main
from underboard.hardware.build_plan import plan_of
from underboard.hardware.drawings import cross_section
from underboard.hardware.pcb import circuits
from underboard.hardware.shapes import parts, piece, pod_case, scad, steps

PLANS = [*[load(path) for path in [*LAYOUTS, MINI]], plan_of(scale4())]
each_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
needs_openscad = pytest.mark.skipif(not shutil.which("openscad"), reason="OpenSCAD makes the parts")


@each_plan
def test_every_board_has_parts_with_walls_that_print(plan):
    made = parts.solids(plan)
    assert made
    assert len({solid.name for solid in made}) == len(made)
    for solid in made:
        assert solid.wall >= parts.MIN_WALL, solid.name
        source = solid.source(plan.name)
        assert source.count("(") == source.count(")")
        assert source.count("{") == source.count("}")


@each_plan
def test_a_ball_has_room_in_its_jig_and_cells_are_a_pitch_apart(plan):
    for solid in parts.solids(plan):
        if solid.name == "jig" and plan.piece == "ball":
            (ball,) = re.findall(r"sphere\(d = ([\d.]+)", solid.body.text)
            assert float(ball) == pytest.approx(plan.size + parts.PLAY)
        if solid.name.startswith("chambers"):
            room = plan.pitch - light_paths.WALL_MM
            box = rf"translate\(\[([\d.]+), ([\d.]+), -1\]\) cube\(\[{scad.num(room)}, "
            spots = [tuple(map(float, found)) for found in re.findall(box, solid.body.text)]
            assert len(spots) <= len(light_paths.middles(plan))
            xs = sorted({x for x, _ in spots})
            steps = {round(b - a, 3) for a, b in itertools.pairwise(xs)}
            assert plan.game == "gyges" or steps == {plan.pitch}


@each_plan
def test_chambers_are_as_high_as_the_cut_shows_them(plan):
    for solid in parts.solids(plan):
        if solid.name.startswith("chambers"):
            assert solid.size[2] == light_paths.room(plan)
            if not plan.weighs:
                drawn = cross_section.Cut(plan)
                assert drawn.floor - drawn.bottom == pytest.approx(
                    cross_section.CUT * solid.size[2]
                )
                # Whatever hangs below the wood ends above the floor.
                upright = magnet_field.upright(plan) and plan.part == "reed"
                end = drawn.depth + (plan.build["sensor"]["blade_mm"] if upright else 0)
                assert end + 2 < drawn.plate + solid.size[2]


@each_plan
def test_no_hole_for_light_is_covered_by_a_printed_tube(plan):
    chambers = [s for s in parts.solids(plan) if s.name == "chambers"]
    if chambers and "cylinder" in chambers[0].body.text:
        _, outer = light_paths.tube(plan)
        drawn = {float(d) for d in re.findall(r"cylinder\(d = ([\d.]+)", chambers[0].body.text)}
        assert max(drawn) == pytest.approx(outer)
        tube = min(drawn) / 2
        for hole in light_paths.holes(plan):
            pixel = plan.pixels[hole.pixel]
            if not light_paths.is_under(plan, pixel.x, pixel.y):
                aside = ((hole.x - pixel.x) ** 2 + (hole.y - pixel.y) ** 2) ** 0.5
                assert aside + hole.diameter / 2 <= tube + 0.01


@pytest.mark.parametrize("plan", one_in(3, PLANS), ids=lambda plan: plan.name)
def test_every_part_is_whole_has_its_size_and_fits_on_a_bed(plan, tmp_path):
    kernel = pytest.importorskip("manifold3d")
    for solid in parts.solids(plan):
        made = solid.body.solid()
        assert made.status() == kernel.Error.NoError, solid.name
        assert made.volume() > 0
        scad.write_stl(made, tmp_path / "part.stl")
        assert scad.faults(solid, tmp_path / "part.stl") == []
        if not solid.flat:
            scad.check_bed(solid)


@needs_openscad
@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(4, ["cap-cone", "spacer", "cap-groove", "carrier-4"]))
def test_openscad_makes_the_same_part_as_our_kernel(name, tmp_path):
    kernel = pytest.importorskip("manifold3d")
    plan = plan_named("pylos-scale4")
    (solid,) = [s for s in parts.solids(plan) if s.name == name]
    source, stl = tmp_path / "part.scad", tmp_path / "part.stl"
    source.write_text(solid.source(plan.name), encoding="utf-8")
    scad.openscad(source, stl)
    assert scad.faults(solid, stl) == []
    corners = [corner for triangle in scad.triangles(stl) for corner in triangle]
    mesh = kernel.Mesh(np.array(corners, np.float32),
                       np.arange(len(corners), dtype=np.uint32).reshape(-1, 3))  # fmt: skip
    mesh.merge()
    theirs = kernel.Manifold(mesh).volume()
    assert theirs == pytest.approx(solid.body.solid().volume(), rel=2e-3)


def test_a_part_that_a_bed_does_not_take_is_one_sentence(tmp_path, capsys):
    assert main(["shapes", "pylos-scale4", "--out", str(tmp_path), "--bed", "100"]) == 2
    told = capsys.readouterr().err
    assert "carrier-4 is 120 × 10 mm: too large for a bed of 100 mm" in told
    assert not list(tmp_path.iterdir())


GUIDES = {p.name: ("plate.md", "steps/") for p in PLANS if p.weighs and "-scale4" in p.name}
GUIDES["gyges-reed38"] = "gyges.md", "steps/gyges-reed38/"


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(5, GUIDES))
def test_no_two_parts_of_a_guide_stand_in_one_place(name):
    pytest.importorskip("manifold3d")
    made = steps.pieces(plan_named(name))
    assert piece.collisions(made) == []
    page, folder = GUIDES[name]
    guide = (HARDWARE / page).read_text("utf-8")
    shown = {int(n) for n in re.findall(rf"\({folder}step-(\d)\.png\)", guide)}
    assert {one.step for one in made} == shown
    headings = {int(n) for n in re.findall(r"^## (\d)\.", guide, re.M)}
    assert headings - shown <= ({8} if page == "plate.md" else set())


def test_domes_rest_on_their_seats_and_all_are_equally_high():
    """Lowered by a tenth of a millimetre each dome meets steel; as it lies, it does not."""
    pytest.importorskip("manifold3d")
    made = {one.name: one for one in steps.pieces(plan_named("pylos-scale4"))}
    for number, seat in ((1, "washer 1"), (2, "pin 2"), (3, "washer 3"), (4, "washer 4")):
        dome, steel = made[f"nut {number}"].shape.solid(), made[seat].shape.solid()
        assert (dome ^ steel).volume() < piece.TOUCH
        assert (dome.translate((0, 0, -0.1)) ^ steel).volume() > 0.001, seat


def test_a_pods_circuit_fits_its_case_and_its_buttons_fit_beside_the_socket():
    pytest.importorskip("manifold3d")
    case, lid = (solid.body.solid() for solid in pod_case.solids()[:1]), pod_case.lid_in_place()
    (case,), lid, circuit = tuple(case), lid.solid(), pod_case.circuit().solid()
    buttons = pod_case.buttons().solid()
    for one, other in ((case, lid), (case, circuit), (lid, circuit), (buttons, circuit),
                       (buttons, case)):  # fmt: skip
        assert (one ^ other).volume() < piece.TOUCH
    # The lid's tube stands over the pixel, the posts under the screws, the window before the plug.
    x, y = pod_figures.in_case(pod_figures.LIGHT)
    beam = scad.at(x, y, 0, scad.pin(5, 99)).solid()
    assert (beam ^ lid).volume() == pytest.approx(0)
    for spot in pod_figures.SCREWS:
        screw = scad.at(*pod_figures.in_case(spot), pod_figures.FLOOR, scad.pin(2, 3)).solid()
        assert (screw ^ case).volume() == pytest.approx(0)
        washer = scad.at(*pod_figures.in_case(spot), pod_figures.FLOOR, scad.pin(6, 3)).solid()
        assert (washer ^ case).volume() > 50
    x, y = pod_figures.in_case(pod_figures.SOCKET)
    plug = scad.at(x - pod_figures.PLUG[0] / 2, -20, pod_figures.board_top() + 0.5,
                   scad.block(pod_figures.PLUG[0], 22.2, pod_figures.PLUG[1]))  # fmt: skip
    assert (plug.solid() ^ case).volume() == pytest.approx(0)


def test_a_pods_circuit_is_drawn_from_the_cases_figures():
    board = circuits.placed([plan_named("pods12")])["pods-pod"]
    assert (board.wide, board.high) == pod_figures.CIRCUIT
    assert tuple(board.screws) == pod_figures.SCREWS
    spots = {part.ref[0]: (part.x, part.y) for part in board.parts if part.ref in ("X1", "P0")}
    assert spots == {"X": pod_figures.SOCKET, "P": pod_figures.LIGHT}


def test_what_is_printed_has_the_weights_and_hours_of_its_page():
    pytest.importorskip("manifold3d")
    page = (HARDWARE / "printed.md").read_text("utf-8")
    for path in LAYOUTS:
        plan = load(path)
        for solid in parts.solids(plan):
            if not solid.flat:
                grams, hours = scad.weight(solid)
                named = [line for line in page.splitlines() if f"| `{solid.name}` |" in line]
                (row,) = [line for line in named
                          if plan.name in line.split(" | ")[1].split(", ")]  # fmt: skip
                assert row.endswith(f"| {grams:.1f} | {hours:.1f} |"), row


@needs_openscad
@pytest.mark.skipif(not shutil.which("xvfb-run"), reason="OpenSCAD draws into a screen: xvfb")
@pytest.mark.skipif(not campaign(False, True), reason="in a campaign")
@pytest.mark.slow
def test_each_step_of_the_plate_is_drawn_and_differs_from_the_one_before(tmp_path):
    pytest.importorskip("manifold3d")
    assert main(["steps", "pylos-scale4", "--out", str(tmp_path)]) == 0
    drawn = [(tmp_path / f"step-{n}.png").read_bytes() for n in range(1, 8)]
    assert len(set(drawn)) == 7
    assert main(["steps", "pods12", "--out", str(tmp_path)]) == 2


def test_a_ring_that_lies_too_low_meets_the_wood_and_its_discs_fit_it():
    pytest.importorskip("manifold3d")
    made = steps.pieces(plan_named("gyges-reed38"))
    ring = next(one for one in made if one.name == "ring" and one.step == 5)
    low = ring._replace(name="ring low", shape=scad.at(0, 0, -0.5, ring.shape))
    told = piece.collisions([*made, low])
    assert any("ring low and wood" in words for words in told)
    assert any("ring low and discs" in words for words in told)
    # What is gone before another part comes does not meet it.
    assert piece.collisions([ring._replace(until=5), ring._replace(step=6)]) == []


@needs_openscad
@pytest.mark.slow
def test_a_part_that_leaks_or_has_another_size_is_named(tmp_path):
    solid = scad.Solid("box", "box", scad.block(10, 10, 10), (10, 10, 9), 10, flat=True)
    made = scad.render(solid, "test", tmp_path)
    assert [path.suffix for path in made] == [".scad", ".stl", ".dxf"]
    assert scad.faults(solid, tmp_path / "box.stl") == ["box: 10.00 mm along z, expected 9"]
    stl = (tmp_path / "box.stl").read_bytes()
    (count,) = struct.unpack_from("<I", stl, 80)
    (tmp_path / "box.stl").write_bytes(stl[:80] + struct.pack("<I", count - 1) + stl[84:-50])
    assert "it leaks" in scad.faults(solid, tmp_path / "box.stl")[0]


@needs_openscad
@pytest.mark.slow
def test_a_source_that_openscad_refuses_is_one_sentence(tmp_path):
    (tmp_path / "bad.scad").write_text("cube([1, 1")
    with pytest.raises(UnderboardError, match=r"OpenSCAD refuses bad\.scad"):
        scad.openscad(tmp_path / "bad.scad", tmp_path / "bad.stl")


def test_without_a_kernel_the_command_says_so_in_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    assert main(["shapes", "pods12", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "neither manifold3d nor OpenSCAD is installed" in told
    assert told.count("\n") == 1
    assert main(["shapes", "nowhere", "--out", str(tmp_path)]) == 2
    assert "'nowhere' is not a layout" in capsys.readouterr().err
