"""Printed circuits (their nets are the circuit's, their tracks join them and keep apart)."""

import re
from math import hypot
from pathlib import Path

import pytest

from support.boards.shipped import HARDWARE, LAYOUTS, plan_named, scale4
from support.campaign import one_in
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.hardware.__main__ import load, main
from underboard.hardware.build_plan import plan_of
from underboard.hardware.drawings import overlap_check
from underboard.hardware.pcb import circuits, files, hall_board, kicad, occupancy, router
from underboard.hardware.pcb.carrier import carrier
from underboard.hardware.pcb.occupancy import VIA
from underboard.hardware.pcb.router import route

PLAN = plan_of(scale4())
PLANS = [load(path) for path in LAYOUTS]
PLACED = circuits.placed(PLANS)
FOLDER = HARDWARE / circuits.FOLDER
needs_kicad = pytest.mark.usefixtures("kicad_python")


@pytest.fixture(scope="session")
def kicad_python():
    """KiCad checks the board; only its tests start a Python to look for it."""
    if not files.python_of_kicad():
        pytest.skip("no Python with KiCad's module")


@pytest.fixture(scope="module")
def board():
    return route(carrier(PLAN))


@for_each("name", PLACED)
def test_the_nets_of_a_board_are_those_of_the_wiring_table(name):
    found = PLACED[name]
    plan = next(p for p in PLANS if circuits.has_boards(p) and name in circuits.boards(p))
    nets = {}
    for pin, net in found.nets.items():
        nets.setdefault(net, set()).add(pin)
    assert nets == circuits.wanted(plan, found)
    pads = [pad.pin for part in found.parts for pad in part.pads if pad.pin]
    assert len(pads) == len(set(pads)) == len(found.nets)


def test_a_floor_has_every_part_of_its_board_but_the_balls():
    plan = plan_named("pylos-hall25")
    refs = {pin.split(":")[0] for pin in PLACED["pylos-floor"].nets}
    listed = circuits.circuit_of(plan).parts
    assert refs - {f"CP{n}" for n in range(25)} == {ref for ref in listed}


def test_circuits_that_are_kept_are_those_that_would_be_made_now():
    """Routing takes a minute, so what each was made of is kept beside it."""
    assert circuits.stale(PLANS, FOLDER) == [], "run python -m underboard.hardware"


@pytest.mark.parametrize("name", one_in(6, PLACED))
def test_a_circuit_made_of_something_else_is_stale(name, tmp_path):
    for file in [circuits.MADE, *(f"{name}/{one}" for one in circuits.names(name))]:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes((FOLDER / file).read_bytes())
    assert name not in circuits.stale(PLANS, tmp_path)
    cut = tmp_path / name / f"{name}.kicad_pcb"
    cut.write_bytes(cut.read_bytes().replace(b"(segment", b"(gone", 1))
    assert name in circuits.stale(PLANS, tmp_path)


@pytest.mark.parametrize(("old", "new", "stays"), [
    ('"""', '"""Other words. ', True),
    ("\n\n\n", "\n\n\n# a comment\n", True),
    ("VIA", "VIA0", False),
])  # fmt: skip
def test_words_about_the_router_make_no_circuit_stale(monkeypatch, tmp_path, old, new, stays):
    placed = PLACED["pods-pod"]
    before, source = circuits.digest(placed), Path(occupancy.__file__).read_text("utf-8")
    other = tmp_path / "copper.py"
    other.write_text(source.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(occupancy, "__file__", str(other))
    assert (circuits.digest(placed) == before) is stays


@for_each("name", PLACED)
def test_kicads_report_is_about_the_board_beside_it_and_finds_nothing(name):
    report = (FOLDER / name / "drc.rpt").read_text(encoding="utf-8")
    board = (FOLDER / name / f"{name}.kicad_pcb").read_bytes()
    assert report.startswith(files.judged(board)), f"run python -m underboard.hardware pcb: {name}"
    assert "Found 0 DRC violations" in report
    assert "Found 0 unconnected pads" in report


@for_each("name", PLACED)
def test_number_and_revision_are_printed_on_copper(name):
    text = (FOLDER / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")
    (layer,) = re.findall(rf'gr_text "Underboard {PLACED[name].name}" \(at [^)]*\) \(layer "(.*?)"',
                          text)  # fmt: skip
    assert layer == "F.Cu"


@for_each("name", PLACED)
def test_nothing_lies_on_something_else_or_over_the_edge(name):
    found = PLACED[name]
    boxes = []
    for part in found.parts:
        left, top, right, bottom = part.box
        boxes.append((part.x + left, part.y + top, part.x + right, part.y + bottom, part.ref))
        for pad in part.pads:
            x, y = part.spot(pad)
            assert pad.half[0] < x < found.wide - pad.half[0], part.ref
            assert pad.half[1] < y < found.high - pad.half[1], part.ref
    for i, (left, top, right, bottom, ref) in enumerate(boxes):
        for other in boxes[:i]:
            apart = left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom
            assert apart, f"{ref} lies on {other[4]}"


def test_parts_that_lie_on_one_another_or_over_the_edge_are_refused_with_the_figure():
    board = carrier(PLAN)
    board.parts[3] = board.parts[3]._replace(x=board.parts[2].x, y=board.parts[2].y + 2)
    with pytest.raises(
        UnderboardError, match=r"C10 lies on J1 on carrier of a plate: .* mm of both at"
    ):
        route(board)
    board = carrier(PLAN)
    board.wide = 92.6
    with pytest.raises(UnderboardError, match=r"of D1 is 0\.16 mm from the edge of carrier"):
        route(board)


@pytest.mark.parametrize("name", ["pylos-hall25", "gyges-hall38"])
def test_the_legs_of_every_hall_reach_their_socket(name):
    plan = plan_named(name)
    for sensor in plan.sensors:
        assert hall_board.leg(plan, sensor) <= hall_board.LEG_MM


def test_a_floor_that_lies_too_deep_is_out_of_reach(monkeypatch):
    plan = plan_named("gyges-hall38")
    monkeypatch.setattr(hall_board, "LEG_MM", 8.0)
    with pytest.raises(UnderboardError, match="legs of S1 are too short"):
        hall_board.floor(plan)


def test_the_file_for_kicad_has_every_pad_on_its_net(board):
    text = kicad.pcb(board)
    names = dict(re.findall(r'\(net (\d+) "([^"]*)"\)\n', text))
    pads = re.findall(
        r'\(pad "\w+" thru_hole.*?\(net (\d+) "([^"]*)"\) \(pinfunction "([^"]+)"', text
    )
    assert {pin: names[number] for number, _, pin in pads} == board.nets
    assert text.count("(") == text.count(")")
    assert f"Underboard {board.name}" in text


def joined(board):
    """Return pins that copper joins, by walking along tracks and vias."""
    items = []
    for part in board.parts:
        for pad in part.pads:
            if pad.pin:
                items.append((board.nets[pad.pin], None, [part.spot(pad)], pad.pin))
    items += [(net, layer, [a, b], None) for net, layer, a, b, _ in board.tracks]
    items += [(net, None, [spot], None) for net, spot in board.vias]
    group = list(range(len(items)))

    def root(i):
        while group[i] != i:
            i = group[i]
        return i

    def meet(one, other):
        if one[0] != other[0] or (None not in (one[1], other[1]) and one[1] != other[1]):
            return False
        return any(on(one[2], spot) for spot in other[2]) or any(
            on(other[2], spot) for spot in one[2]
        )

    for i, one in enumerate(items):
        for j in range(i):
            if meet(one, items[j]):
                group[root(i)] = root(j)
    nets = {}
    for i, item in enumerate(items):
        if item[3]:
            nets.setdefault(item[0], set()).add(root(i))
    return nets


def on(line, spot):
    """Return True if a place is on a track, or where a pad or via is."""
    (ax, ay), (bx, by) = line[0], line[-1]
    long = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-12)
    t = min(max(((spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)) / long, 0), 1)
    return hypot(spot[0] - ax - t * (bx - ax), spot[1] - ay - t * (by - ay)) < 1e-3


def test_copper_joins_every_net(board):
    for net, groups in joined(board).items():
        assert len(groups) == 1, net


def spread(board):
    """Return points along all copper: net, layer or None for both, place, half width."""
    for part in board.parts:
        for pad in part.pads:
            net = board.nets.get(pad.pin, f"{part.ref} {pad.name}")
            yield net, None if pad.drill else 0, part.spot(pad), min(pad.half)
    for net, spot in board.vias:
        yield net, None, spot, VIA / 2
    for net, layer, a, b, wide in board.tracks:
        count = max(int(hypot(b[0] - a[0], b[1] - a[1]) / 0.2), 1)
        for i in range(count + 1):
            at = a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count
            yield net, layer, at, wide / 2


def test_copper_of_two_nets_keeps_apart(board):
    cells = {}
    for item in spread(board):
        cells.setdefault((int(item[2][0] // 4), int(item[2][1] // 4)), []).append(item)
    least = 9.0
    for (column, row), items in cells.items():
        near = [
            other
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other in cells.get((column + dx, row + dy), ())
        ]
        for net, layer, at, half in items:
            for other, on_layer, spot, reach in near:
                if net != other and (None in (layer, on_layer) or layer == on_layer):
                    gap = hypot(at[0] - spot[0], at[1] - spot[1]) - half - reach
                    least = min(least, gap)
    assert least > 0.19


def test_a_board_of_reeds_has_no_printed_circuit():
    with pytest.raises(UnderboardError, match="'pylos-reed16' has no printed circuit"):
        circuits.boards(plan_named("pylos-reed16"))


def test_a_board_without_room_is_one_sentence(monkeypatch):
    monkeypatch.setattr(occupancy, "CLEARANCE", 2.0)
    monkeypatch.setattr(router, "TRIES", 1)
    with pytest.raises(UnderboardError, match="no way found for"):
        route(carrier(PLAN))


def test_the_picture_of_the_board_fits_its_page(board):
    outside = [words for words in overlap_check.troubles(files.picture(board)) if "leaves" in words]
    assert outside == []


def test_the_same_board_comes_out_as_is_kept(board):
    made = files.files("carrier", board)
    assert sorted(made) == sorted(circuits.names("carrier"))
    for name, content in made.items():
        assert content == (FOLDER / "carrier" / name).read_bytes(), name


@needs_kicad
@pytest.mark.slow
def test_kicad_finds_a_cut_track(tmp_path, board):
    net = next(t[0] for t in board.tracks if t[0].startswith("sck"))
    text = kicad.pcb(board)
    number = re.search(rf'\(net (\d+) "{net}"\)', text)[1]
    cut = re.sub(rf"  \(segment [^\n]*\(net {number}\)[^\n]*\n", "", text, count=1)
    (tmp_path / "cut.kicad_pcb").write_text(cut)
    violations, unconnected = files.judge(tmp_path / "cut.kicad_pcb", tmp_path)
    assert unconnected or violations
    assert len([*(tmp_path / "gerbers").iterdir()]) >= 7


@pytest.mark.slow
def test_without_kicad_the_command_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(files, "python_of_kicad", lambda: None)
    assert main(["pcb", "pylos-scale4", "--out", str(tmp_path)]) == 0
    assert "KiCad is not installed" in capsys.readouterr().out
    assert main(["pcb", "pylos-reed16", "--out", str(tmp_path)]) == 2
    assert "has no printed circuit" in capsys.readouterr().err
