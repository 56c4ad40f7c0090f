"""What builders get is made from the layouts: tables, drawings and templates, all of it."""

import csv
import io
import itertools
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pypdf
import pytest

from boardcore.games import cells_module
from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from support.boards.shipped import HARDWARE, LAYOUTS, MINI, ROOT, hall25, made_of, plan_named
from support.campaign import campaign, one_in
from support.rows import for_each
from underboard.deploy.memory import LEAVES
from underboard.games.pylos.hands.hands import Hands
from underboard.hardware import comparison, light_paths
from underboard.hardware.__main__ import GAMES, load, main, pages
from underboard.hardware.build_plan import plan_of
from underboard.hardware.checks import verdict as checks
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.scanners import shift_place
from underboard.hardware.drawings import pdf, template, top_view
from underboard.hardware.drawings.drawing import num, width_of
from underboard.hardware.generate import POWER, budget, files, stale, table
from underboard.hardware.parts import bom
from underboard.sim.faults import Faults
from underboard.sim.hands.players import CAREFUL, HandsLog
from underboard.sim.harness import Harness
from underboard.sim.world import World

SVG = "{http://www.w3.org/2000/svg}"
# Every second one has reeds, Hall sensors, plates and pods; '.ci/run drawings' makes all files.
SHOWN = one_in(2, LAYOUTS)
each_layout = for_each("path", [*SHOWN, MINI])


def rows_of(content):
    return list(csv.DictReader(io.StringIO(content.decode())))


# One command, the same files everywhere


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_no_generated_file_is_stale(path):
    assert stale(HARDWARE / path.stem, made_of(path)) == [], "run python -m underboard.hardware"


@pytest.mark.slow
@pytest.mark.skipif(not campaign(False, True), reason="in '.ci/run drawings'")
def test_no_page_about_all_boards_is_stale():
    made = pages([load(path) for path in LAYOUTS], HARDWARE)
    assert {"checks.md", "boards.md", "gallery.md", "starter/scale1/wiring.svg"} <= set(made)
    for name, content in made.items():
        assert (HARDWARE / name).read_bytes() == content, f"{name} is stale"


def test_the_sheet_of_drawings_shows_every_drawing():
    page = (HARDWARE / "gallery.md").read_text(encoding="utf-8")
    for path in HARDWARE.glob("*/*.svg"):
        assert f'src="{path.relative_to(HARDWARE)}"' in page


def test_questions_on_the_page_are_those_of_the_measured_games():
    games = comparison.games_in(ROOT / GAMES)
    lines = (HARDWARE / "boards.md").read_text(encoding="utf-8").splitlines()
    for board in (path.stem for path in LAYOUTS if path.stem in games):
        (line,) = [line for line in lines if line.startswith(f"| [{board}]")]
        told = re.search(r"([\d.]+) a game \((\d+) games, seed (\d+)\)", line)
        assert float(told[1]) == pytest.approx(games[board].asked / games[board].games, rel=0.05)
        assert (int(told[2]), int(told[3])) == (games[board].games, games[board].seed)
        assert games[board].wrong == 0 or f"of `{board}`" in "".join(lines)


def test_a_wrong_turn_of_the_measured_games_is_named_on_the_page():
    games = {"pylos-scale4": comparison.Games(20, 19, 1, wrong=3)}
    made = comparison.page([plan_named("pylos-scale4")], games).decode()
    assert "3 of `pylos-scale4`" in made


def test_a_board_too_large_for_a_pico_has_a_pico_2_on_its_list():
    for path in LAYOUTS:
        data = json.loads(path.read_text())
        plan = plan_of(data)
        (row,) = [part for part in bom.bom(plan) if part.part == "Pico"]
        fits = data["heap_bytes"] <= LEAVES["raspberry_pi_pico"]
        assert row.type.startswith("Raspberry Pi Pico H" if fits else "Raspberry Pi Pico 2 "), path
        lines = comparison.page([plan], {}).decode().splitlines()
        (board,) = [line for line in lines if line.startswith(f"| [{path.stem}]")]
        assert f"| {'Pico' if fits else 'Pico 2'} |" in board


def test_a_changed_missing_or_forgotten_file_is_named(tmp_path):
    made = made_of(MINI)
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "cells.csv").write_bytes(b"cell\n")
    (tmp_path / "bom.csv").unlink()
    (tmp_path / "old.svg").write_bytes(b"")
    assert stale(tmp_path, made) == ["bom.csv", "cells.csv", "old.svg (nobody makes it)"]


@pytest.mark.slow
def test_another_process_writes_the_same_bytes_and_what_is_stale_is_told(tmp_path, capsys):
    here = made_of(MINI)
    subprocess.run(
        [sys.executable, "-m", "underboard.hardware", str(MINI), "--out", str(tmp_path)],
        env={**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C"},
        check=True,
        capture_output=True,
    )
    folder = tmp_path / "pylos-mini20"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == here
    assert main([str(MINI), "--out", str(tmp_path), "--check"]) == 0
    (folder / "pins.csv").write_text("")
    assert main([str(MINI), "--out", str(tmp_path), "--check"]) == 1
    assert "pins.csv is stale" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data.pop("build"), "lacks 'build'"),
        (lambda data: data.pop("magnet"), "lacks 'magnet'"),
        (lambda data: data["magnet"].update(grade="N99"), "'N99', expected one of N35"),
        (lambda data: data["build"].update(piece="cube"), "'cube', expected one of ball"),
        (lambda data: data["build"].update(accepted=["luck"]), "'luck', expected one of reeds"),
        (lambda data: data["sensors"][3].update(channel=2), "channel"),
        (lambda data: data["strip"].update(pin="GP2"), "a pin of its own"),
    ],
)
def test_a_layout_that_cannot_be_drawn_is_one_sentence(tmp_path, capsys, spoil, words):
    data = json.loads(MINI.read_text())
    spoil(data)
    (tmp_path / "bad.json").write_text(json.dumps(data))
    assert main([str(tmp_path / "bad.json"), "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_a_file_that_is_no_json_is_one_sentence(tmp_path, capsys):
    (tmp_path / "bad.json").write_text("{")
    assert main([str(tmp_path / "bad.json")]) == 2
    assert "is damaged: expected JSON" in capsys.readouterr().err


# Tables and drawings say what the firmware does


@each_layout
def test_the_cell_map_is_the_firmwares(path):
    layout = Layout(json.loads(path.read_text()))
    parse = cells_module(layout.game).parse_cell
    seen = set()
    for row in rows_of(made_of(path)["cells.csv"]):
        # Between the holes of a slot, sensors have no cell of their own, but a slot.
        cell = parse(row["cell"]) if row["cell"] not in "1234" else -1
        if row["sensor"]:
            sensor = int(row["sensor"])
            seen.add(sensor)
            assert layout.channels[sensor] == int(row["channel"])
            if layout.sensing == "presence":
                assert layout.cell_of_sensor[sensor] == cell
        if row["pixel"]:
            pixels = layout.rim.of_cell[cell] if layout.rim else [layout.pixel_of_cell[cell]]
            assert list(pixels) == [int(pixel) for pixel in row["pixel"].split()]
    assert seen == set(range(len(layout.channels)))


@each_layout
def test_every_pin_of_the_layout_is_in_the_table_of_wires(path):
    layout, plan = Layout(json.loads(path.read_text())), load(path)
    ends = " ".join(wire.start_pin for wire in circuit_of(plan).wires())
    for _, pin in layout.pins:
        assert f"{pin} (pin " in ends
    assert len(plan.pins) == len(layout.pins)


@each_layout
def test_every_switch_has_its_two_wires(path):
    plan = load(path)
    rows = circuit_of(plan).wires()
    for sensor in plan.sensors:
        number = sensor.channel if plan.piece == "button" else sensor.number
        ends = {(w.start.split()[0], w.start_pin) for w in rows} | {
            (w.end.split()[0], w.end_pin) for w in rows
        }
        pins = ("OUT", "VCC", "GND") if plan.kind == "mux" else ("1", "2")
        assert {(f"S{number + 1}", pin) for pin in pins} <= ends


def test_a_switch_of_the_matrix_sits_where_its_row_and_column_cross():
    plan = plan_named("pylos-reed16")
    rows = circuit_of(plan).wires()
    told = [(w.start, w.end) for w in rows if w.start.startswith(("D7 ", "S7 "))]
    assert told == [("D7 1N4148", "column 2"), ("S7 (b3)", "row 1"), ("D7 1N4148", "S7 (b3)")]


@for_each(
    ("channel", "place"),
    [(0, (0, 6, "H")), (7, (0, 11, "A")), (8, (1, 6, "H")), (23, (2, 11, "A"))],
)
def test_the_first_channel_of_a_shift_register_is_its_input_h(channel, place):
    assert shift_place(channel) == place


@each_layout
def test_the_drawn_chain_visits_the_pixels_in_their_order(path):
    plan = load(path)
    view = top_view.TopView(plan)
    tree = ET.fromstring(made_of(path)["board.svg"])
    (chain,) = [line for line in tree.iter(f"{SVG}polyline") if line.get("class") == "chain"]
    drawn = chain.get("points").split()
    pixels = json.loads(path.read_text())["pixels"]
    if plan.weighs:
        # A plate is drawn at a scale of its own: only ways from pixel to pixel can be compared.
        points = [tuple(map(float, point.split(","))) for point in drawn]
        share = abs(points[1][0] - points[0][0]) / abs(pixels[1]["x"] - pixels[0]["x"])
        for a, b, p, q in zip(points, points[1:], pixels, pixels[1:], strict=False):
            assert b[0] - a[0] == pytest.approx(share * (q["x"] - p["x"]), abs=0.05)
            assert b[1] - a[1] == pytest.approx(-share * (q["y"] - p["y"]), abs=0.05)
        return
    expected = [view.at(p["x"], p["y"]) for p in pixels]
    assert drawn == [f"{num(x)},{num(y)}" for x, y in expected]


@each_layout
def test_drawings_are_well_formed_and_say_that_nothing_was_tried(path):
    for name, content in made_of(path).items():
        if name.endswith(".svg"):
            tree = ET.fromstring(content)
            words = " ".join(text.text for text in tree.iter(f"{SVG}text"))
            assert "ried on real hardware" in words, name
        elif name == "README.md":
            assert "Nothing on this page was tried on real hardware." in content.decode()


def crosses(svg, kind):
    """Return the middles of the marks of this class, in mm on the page."""
    found = {}
    for line in ET.fromstring(svg).iter(f"{SVG}polyline"):
        words = (line.get("class") or "").split()
        if words[:1] == [kind]:
            points = [tuple(map(float, p.split(","))) for p in line.get("points").split()]
            middle = tuple(sum(p[i] for p in points) / len(points) for i in (0, 1))
            found[words[1]] = middle
    return found


@pytest.mark.parametrize("name", ["pylos-reed16", "pylos-mini20"])
def test_the_template_is_in_true_size(name):
    path = MINI if "mini" in name else LAYOUTS[0].with_name(f"{name}.json")
    plan = load(path)
    marks = crosses(made_of(path)["template.svg"], "sensor")
    zero = marks["s0"]
    for sensor in plan.sensors:
        x, y = marks[f"s{sensor.number}"]
        first = plan.sensors[0]
        assert x - zero[0] == pytest.approx(sensor.x - first.x, abs=0.02)
        assert zero[1] - y == pytest.approx(sensor.y - first.y, abs=0.02)


def test_four_holes_for_light_lie_round_a_ball_and_one_between_balls():
    found = light_paths.holes(plan_named("pylos-reed16"))
    assert [(h.x, h.y) for h in found if h.pixel == 0] == [
        (-10.5, -10.5),
        (-10.5, 10.5),
        (10.5, -10.5),
        (10.5, 10.5),
    ]
    assert [(h.x, h.y) for h in found if h.pixel == 22] == [(15, 15)]


# PDF


def test_a_hundred_millimetres_of_the_ruler_are_a_hundred_on_paper():
    drawing = template.template(plan_named("pylos-reed16"))
    (page,) = opened(pdf.pdf(drawing)).pages
    wide, high = (float(side) / 72 * 25.4 for side in page.mediabox[2:])
    assert (wide, high) == pytest.approx((210, 297), abs=0.01)
    drawn = page.get_contents().operations
    scales = {float(named[0]) * 25.4 for named, what in drawn if what == b"cm"} - {25.4}
    assert [*scales] == [pytest.approx(72, abs=1e-3)]
    (form,) = page["/Resources"]["/XObject"].values()
    drawn = [(what, [*map(float, named)]) for named, what in operations(form)]
    assert (b"m", [6, 22]) in drawn
    assert drawn[drawn.index((b"m", [6, 22])) + 1] == (b"l", [106, 22])


def opened(content):
    """Return a PDF as pypdf reads it."""
    return pypdf.PdfReader(io.BytesIO(content), strict=True)


def operations(form):
    """Yield the operands and names of the operations of a form that have only numbers."""
    for named, what in pypdf.generic.ContentStream(form, form.pdf).operations:
        if all(isinstance(one, (int, float)) for one in named):
            yield named, what


@for_each(
    ("width", "height", "pages"),
    [(190, 277, 1), (191, 277, 2), (277, 190, 1), (278, 190, 2), (400, 300, 6)],
)
def test_what_is_larger_than_a_sheet_is_cut_into_sheets_that_overlap(width, height, pages):
    page_width, page_height, corners = pdf.tiles(width, height)
    assert len(corners) == pages
    inner = page_width - 2 * pdf.MARGIN, page_height - 2 * pdf.MARGIN
    assert max(x for x, _ in corners) + inner[0] >= width
    assert max(y for _, y in corners) + inner[1] >= height
    steps = sorted({x for x, _ in corners})
    assert all(b - a <= inner[0] - pdf.OVERLAP + 1e-9 for a, b in itertools.pairwise(steps))


def test_our_widths_of_letters_are_helveticas():
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    for code in range(32, 127):
        assert width_of(chr(code), 1000) == pytest.approx(
            metrics.stringWidth(chr(code), "Helvetica", 1000)
        )


# Other boards by a layout file alone


def test_a_mini_edition_is_drawn_from_its_file_alone():
    plan, made = load(MINI), made_of(MINI)
    assert plan.chips == 2
    assert b"ball 20 mm" in made["cut.svg"]
    assert not [row for row in checks.check(plan) if row.verdict == checks.WRONG]
    assert rows_of(made["cells.csv"])[15]["x mm"] == "60"


@pytest.mark.parametrize("seed", campaign([1], [1, 2]))
def test_a_mini_edition_is_played_by_simulated_hands(seed):
    layout = Layout(json.loads(MINI.read_text()))
    world = World(layout, seed, Faults(bounce_ms=15))
    harness = Harness(layout, world)
    game, told = pylos.Game(pylos.VARIANTS[0]), HandsLog([])

    def random_turns():
        while not game.outcome():
            yield world.random.choice(game.legal_turns())

    world.add(Hands(world, CAREFUL).play(game, random_turns(), told))
    harness.run()
    assert [pylos.turn_text(turn) for turn in harness.table.game.turns] == told.turns
    assert game.outcome()


def test_a_board_with_linear_halls_is_drawn_by_the_same_code():
    made = files(plan_of(hall25()))
    wires_ = rows_of(made["wiring.csv"])
    analog = [row for row in wires_ if row["end"] == "U4 74HC4067" and row["end pin"] == "C8"]
    assert [row["start"] for row in analog] == ["S25 (g3)"]
    assert b"74HC4067" in made["wiring.svg"]
    assert "DRV5055A1QLPG" in made["bom.csv"].decode()


def test_pages_and_doctor_tell_one_budget():
    from underboard.service.doctor import check_layout

    for path in LAYOUTS:
        data = json.loads(path.read_text())
        finding = next(f for f in check_layout(Layout(data)) if f.check == "power")
        rows = rows_of(table(POWER, budget(load(path))).encode())
        told = next(row for row in rows if row["what"] == "sum")["at most mA"]
        assert abs(finding.names["all"] - float(told)) <= 0.55, path.stem


# Guides


def guides():
    return sorted(HARDWARE.glob("*.md")) + sorted(HARDWARE.glob("*/README.md"))


@for_each("page", guides())
def test_every_link_of_a_guide_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@for_each("page", guides())
def test_every_page_for_builders_says_that_nothing_was_tried(page):
    assert "tried on real hardware" in page.read_text(encoding="utf-8")


def test_every_light_that_a_guide_names_is_explained():
    lights = (ROOT / "host/docs/lights.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| `(\w+)` \|", lights, re.M))
    for page in guides():
        for cue in re.findall(r"light `([A-Z_]+)`", page.read_text(encoding="utf-8")):
            assert cue in known, (page.name, cue)


@pytest.mark.parametrize("page", guides(), ids=lambda p: str(p.relative_to(HARDWARE)))
def test_every_command_that_a_guide_names_exists(page, capsys):
    from underboard.cli import main as underboard

    found = re.findall(r"`underboard ([a-z]+)( [a-z]+)?", page.read_text(encoding="utf-8"))
    for words in {tuple(w.strip() for w in pair if w.strip()) for pair in found}:
        tail = words if words[0] in ("board", "games") else words[:1]
        with pytest.raises(SystemExit) as end:
            underboard([*tail, "--help"])
        assert end.value.code == 0, words
