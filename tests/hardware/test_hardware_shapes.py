"""Parts as files: sources fit their layout, and what OpenSCAD makes of them is sound."""

import itertools
import re
import shutil

import pytest

from support.boards.shipped import LAYOUTS, MINI, scale4
from underboard.hardware import field, light
from underboard.hardware.__main__ import load, main
from underboard.hardware.drawings import cut
from underboard.hardware.plan import plan_of
from underboard.hardware.shapes import parts, scad
from underboard.trouble import Trouble

PLANS = [*[load(path) for path in [*LAYOUTS, MINI]], plan_of(scale4())]
each_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
needs_openscad = pytest.mark.skipif(not shutil.which("openscad"), reason="OpenSCAD makes the parts")


@each_plan
def test_every_board_has_parts_with_walls_that_print(plan):
    made = parts.solids(plan)
    assert made
    assert len({solid.name for solid in made}) == len(made)
    for solid in made:
        assert solid.wall >= parts.WALL_LEAST, solid.name
        source = solid.source(plan.name)
        assert source.count("(") == source.count(")")
        assert source.count("{") == source.count("}")


@each_plan
def test_a_ball_has_room_in_its_jig_and_cells_are_a_pitch_apart(plan):
    for solid in parts.solids(plan):
        if solid.name == "jig" and plan.piece == "ball":
            (ball,) = re.findall(r"sphere\(d = ([\d.]+)", solid.body)
            assert float(ball) == pytest.approx(plan.size + parts.PLAY)
        if solid.name == "chambers":
            room = plan.pitch - light.WALL_MM
            box = rf"translate\(\[([\d.]+), ([\d.]+), -1\]\) cube\(\[{scad.num(room)}, "
            spots = [tuple(map(float, found)) for found in re.findall(box, solid.body)]
            assert len(spots) == len(light.middles(plan))
            xs = sorted({x for x, _ in spots})
            steps = {round(b - a, 3) for a, b in itertools.pairwise(xs)}
            assert plan.game == "gyges" or steps == {plan.pitch}


@each_plan
def test_chambers_are_as_high_as_the_cut_shows_them(plan):
    for solid in parts.solids(plan):
        if solid.name == "chambers":
            assert solid.size[2] == light.room(plan)
            if not plan.weighs:
                drawn = cut.Cut(plan)
                assert drawn.floor - drawn.bottom == pytest.approx(cut.CUT * solid.size[2])
                # Whatever hangs below the wood ends above the floor.
                end = drawn.depth + (plan.build["sensor"]["blade_mm"] if field.upright(plan) and
                                     plan.part == "reed" else 0)  # fmt: skip
                assert end + 2 < drawn.plate + solid.size[2]


@each_plan
def test_no_hole_for_light_is_covered_by_a_printed_tube(plan):
    chambers = [s for s in parts.solids(plan) if s.name == "chambers"]
    if chambers and "cylinder" in chambers[0].body:
        _, outer = light.tube(plan)
        drawn = {float(d) for d in re.findall(r"cylinder\(d = ([\d.]+)", chambers[0].body)}
        assert max(drawn) == pytest.approx(outer)
        tube = min(drawn) / 2
        for hole in light.holes(plan):
            pixel = plan.pixels[hole.pixel]
            if not light.is_under(plan, pixel.x, pixel.y):
                aside = ((hole.x - pixel.x) ** 2 + (hole.y - pixel.y) ** 2) ** 0.5
                assert aside + hole.diameter / 2 <= tube + 0.01


@needs_openscad
@pytest.mark.slow
@pytest.mark.parametrize("name", ["spacer", "rim", "tray"])
def test_a_part_of_the_plate_has_a_whole_skin_and_its_size(name, tmp_path):
    plan = plan_of(scale4())
    (solid,) = [s for s in parts.solids(plan) if s.name == name]
    scad.render(solid, plan.name, tmp_path)
    assert scad.faults(solid, tmp_path / f"{name}.stl") == []


@needs_openscad
@pytest.mark.slow
def test_a_part_that_leaks_or_has_another_size_is_named(tmp_path):
    solid = scad.Solid("box", "box", "cube([10, 10, 10]);", (10, 10, 9), 10, flat=True)
    made = scad.render(solid, "test", tmp_path)
    assert [path.suffix for path in made] == [".scad", ".stl", ".dxf"]
    assert scad.faults(solid, tmp_path / "box.stl") == ["box: 10.00 mm along z, expected 9"]
    stl = (tmp_path / "box.stl").read_text()
    first = stl[stl.index("facet") : stl.index("endfacet") + len("endfacet")]
    (tmp_path / "box.stl").write_text(stl.replace(first, "", 1).replace("  \n", "", 1))
    assert "it leaks" in scad.faults(solid, tmp_path / "box.stl")[0]


@needs_openscad
@pytest.mark.slow
def test_a_source_that_openscad_refuses_is_one_sentence(tmp_path):
    solid = scad.Solid("bad", "bad", "cube([1, 1", (1, 1, 1), 1)
    with pytest.raises(Trouble, match=r"OpenSCAD refuses bad\.scad"):
        scad.render(solid, "test", tmp_path)


def test_without_openscad_the_command_says_so_in_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main(["shapes", "pods12", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "OpenSCAD is not installed" in told
    assert told.count("\n") == 1
    assert main(["shapes", "nowhere", "--out", str(tmp_path)]) == 2
    assert "'nowhere' is no layout" in capsys.readouterr().err
