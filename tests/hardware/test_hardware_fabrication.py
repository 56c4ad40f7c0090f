"""What a factory gets of a printed circuit, read back by programs that are not ours."""

import csv
import io
import zipfile
from math import hypot

import pytest

from support.boards.shipped import HARDWARE, LAYOUTS
from support.campaign import campaign, one_in
from support.rows import for_each
from underboard.errors import UnderboardError
from underboard.hardware.__main__ import load, main
from underboard.hardware.fabrication import package, readback
from underboard.hardware.pcb import circuits, files, ordering, silk
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.footprints import header, pixel, small

PLACED = circuits.placed([load(path) for path in LAYOUTS])
FOLDER = HARDWARE / circuits.FOLDER
KICAD_FIRST = {"0805": (-1, 0), "SOIC": (-1, 1), "WS2812B": (-1, 1), "PinSocket": (0, 1),
               "Axial": (-1, 0), "Radial": (-1, 0), "Screw": (0, 1), "Latch": (0, 1)}  # fmt: skip
"""Where KiCad 6's own footprints have their first pad, right and up of the middle."""

GERBER = "%FSLAX46Y46*%\n%MOMM*%\n%LPD*%\n"
MASK = GERBER + "%ADD10C,1.8*%\nD10*\nX0Y0D03*\nM02*\n"
EDGE = (
    GERBER + "%ADD10C,0.1*%\nD10*\nX0Y0D02*\nX20000000Y0D01*\nX20000000Y-10000000D01*\n"
    "X0Y-10000000D01*\nX0Y0D01*\nM02*\n"
)


def copper(pads):
    """Return a layer of copper: each pad a name, a place and a width, mm."""
    text = GERBER
    for number, (ref, pin, x, y, wide) in enumerate(pads):
        text += f"%ADD{10 + number}C,{wide}*%\nD{10 + number}*\n%TO.P,{ref},{pin}*%\n"
        text += f"X{round(x * 1e6)}Y{round(y * 1e6)}D03*\n%TD*%\n"
    return text + "M02*\n"


def drills(holes):
    """Return a drill file: each hole a place and a width, mm."""
    head = "M48\nMETRIC\n"
    body = ""
    for number, (x, y, wide) in enumerate(holes, 1):
        head += f"T{number}C{wide:.3f}\n"
        body += f"T{number}\nX{x:.3f}Y{y:.3f}\n"
    return f"{head}%\nG90\nG05\n{body}T0\nM30\n"


C1 = [("C1", "1", 5.0, -4.05, 1.2), ("C1", "2", 5.0, -5.95, 1.2)]
"""A capacitor that runs downwards: its first pad is above, so it is turned by 270 degrees."""
J1 = [("J1", "1", 12.0, -5.0, 1.65), ("J1", "2", 14.54, -5.0, 1.65)]


def packed(folder, **changed):
    """Write a small package by hand; what is not given is as it should be."""
    content = {
        "x-front-copper.gtl": copper(C1 + J1),
        "x-back-copper.gbl": copper(J1),
        "x-front-mask.gts": MASK,
        "x-back-mask.gbs": MASK,
        "x-front-silk.gto": MASK,
        "x-front-paste.gtp": copper(C1),
        "x-edge.gm1": EDGE,
        "x-PTH.drl": drills([(12.0, -5.0, 1.0), (14.54, -5.0, 1.0)]),
        "x-NPTH.drl": drills([(2.0, -8.0, 1.2)]),
        "bom.csv": "Comment,Designator,Footprint,LCSC Part #,Manufacturer Part,Quantity\n"
        "100 nF,C1,0805,C49678,CC0805KRX7R9BB104,1\n",
        "placement.csv": "Designator,Mid X,Mid Y,Layer,Rotation\nC1,5.0,-5.0,Top,270\n",
    } | {name.replace("__", ".").replace("_", "-"): text for name, text in changed.items()}
    goal = folder / "x.zip"
    with zipfile.ZipFile(goal, "w") as file:
        for name, text in content.items():
            file.writestr(name, text)
    return goal


def test_a_package_as_it_should_be_has_no_faults(tmp_path):
    pytest.importorskip("gerbonara")
    assert readback.faults(packed(tmp_path)) == []


WRONG = [
    ("x_PTH__drl", drills([(1200.0, -500.0, 100.0), (1454.0, -500.0, 100.0)]), "board's edge"),
    ("x_PTH__drl", drills([(12.0, 5.0, 1.0), (14.54, 5.0, 1.0)]), "lies on no pad"),
    ("x_PTH__drl", drills([(12.0, -5.0, 1.0)]), "has no hole"),
    ("x_PTH__drl", drills([(12.0, -5.0, 1.0), (14.54, -5.0, 1.5)]), "0.07 mm of copper"),
    ("x_NPTH__drl", drills([(2.0, -8.0, 1.2), (12.0, -5.0, 1.0)]), "not plated"),
    ("x_NPTH__drl", drills([(0.7, -8.0, 1.2)]), "0.15 mm from the board's edge"),
    ("x_front_paste__gtp", copper(C1[:1]), "pad 2 of C1 has no paste"),
    ("x_front_paste__gtp", copper([*C1, ("", "", 8.0, -5.0, 1.0)]), "belongs to no part"),
    ("placement__csv", "Designator,Mid X,Mid Y,Layer,Rotation\nC1,5,5,Top,270\n", "middle of its"),
    ("placement__csv", "Designator,Mid X,Mid Y,Layer,Rotation\nC1,5,-5,Top,90\n", "turned by 90"),
    ("placement__csv", "Designator,Mid X,Mid Y,Layer,Rotation\n", "only one of"),
    ("bom__csv", "Comment,Designator,Footprint,LCSC Part #,Manufacturer Part,Quantity\n"
     "100 nF,C1,0805,,,1\n", "no part number"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "words"), WRONG, ids=[row[2] for row in WRONG])
def test_what_a_factory_would_stumble_over_is_named(name, text, words, tmp_path):
    pytest.importorskip("gerbonara")
    found = readback.faults(packed(tmp_path, **{name: text}))
    assert any(words in fault for fault in found), found


def test_a_package_without_a_layer_is_named(tmp_path):
    pytest.importorskip("gerbonara")
    whole = packed(tmp_path)
    short = tmp_path / "short.zip"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(short, "w") as new:
        for name in old.namelist():
            if "silk" not in name:
                new.writestr(name, old.read(name))
    assert readback.faults(short) == ["top silk is missing"]


def rows(name, file):
    with (FOLDER / name / file).open(encoding="utf-8") as text:
        return list(csv.DictReader(text))


@pytest.mark.parametrize("name", PLACED)
def test_each_part_is_placed_on_its_own_pads_as_gerbonara_reads_the_board_file(name):
    pcb = pytest.importorskip("gerbonara.cad.kicad.pcb")
    board = pcb.Board.open(FOLDER / name / f"{name}.kicad_pcb")
    # As it is made now; that the kept file is the same, another test says.
    placed = list(csv.DictReader(io.StringIO(ordering.placement(PLACED[name]))))
    pads, pasted = {}, set()
    for part in board.footprints:
        ref = next(text.text for text in part.texts if text.type.value == "reference")
        pads[ref] = {pad.number: (part.at.x + pad.at.x, -part.at.y - pad.at.y) for pad in part.pads}
        pasted |= {ref} if any("F.Paste" in pad.layers for pad in part.pads) else set()
    by_factory = set(pads) - {"H1", "H2", "H3", "H4"} if PLACED[name].filled else pasted
    assert {row["Designator"] for row in placed} == by_factory
    listed = {ref: row["Footprint"] for row in rows(name, "bom.csv")
              for ref in row["Designator"].split(",")}  # fmt: skip
    for row in placed:
        spots = pads[row["Designator"]]
        xs, ys = zip(*spots.values(), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        assert (float(row["Mid X"]), float(row["Mid Y"])) == pytest.approx(middle, abs=0.01)
        x, y = KICAD_FIRST[listed[row["Designator"]].split("-")[0]]
        for _ in range(int(row["Rotation"]) // 90):
            x, y = -y, x
        away = spots["1"][0] - middle[0], spots["1"][1] - middle[1]
        assert [(d > 0.01) - (d < -0.01) for d in away] == [x, y], row


@for_each("name", PLACED)
def test_every_line_to_buy_has_a_package_and_a_part_number(name):
    lines = rows(name, "bom.csv") + rows(name, "by-hand.csv")
    assert all(row["Footprint"] and row["Manufacturer Part"] for row in lines)
    refs = [ref for row in lines for ref in row["Designator"].split(",")]
    assert sorted(refs) == sorted(part.ref for part in PLACED[name].parts)
    assert sum(int(row["Quantity"]) for row in lines) == len(refs)


def test_a_part_that_nobody_knows_how_to_buy_is_one_sentence():
    part = small("C1", "3 nF", 5, 5, ("C1:1", "C1:2"))
    with pytest.raises(UnderboardError, match="C1: no part number is known for '3 nF' in 0805"):
        ordering.order_of(part)


# What is printed


@for_each("name", PLACED)
def test_parts_pins_and_polarity_are_printed_clear_of_pads_and_of_each_other(name):
    board = PLACED[name]
    printed = silk.silk(board)
    assert set(printed.names) == {part.ref for part in board.parts}
    words = [*printed.names.values(), *printed.words]
    pads = [(*part.spot(pad), *pad.half) for part in board.parts for pad in part.pads]
    for word in words:
        left, top, right, bottom = word.box
        assert 0 < left < right < board.wide
        assert 0 < top < bottom < board.high
        for x, y, wide, high in pads:
            assert not (left < x + wide and x - wide < right and top < y + high
                        and y - high < bottom), word  # fmt: skip
    boxes = sorted(word.box for word in words)
    for i, box in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if other[0] >= box[2]:
                break
            assert not (box[1] < other[3] and other[1] < box[3])
    for part in board.parts:
        for pad in part.pads:
            wanted = silk.pole(board, pad)
            if not wanted or not part.package.startswith(("PinSocket", "TO")):
                continue
            x, y = part.spot(pad)
            near = min(hypot(word.x - x, word.y - y) for word in words if word.text == wanted)
            assert near < 8, f"{part.ref} {wanted}"
    title = [word.text for word in printed.words if board.name in word.text]
    assert title == [f"{board.title}, {board.name}"]
    chips = [part for part in board.parts if len(part.pads) > 2]
    assert len(printed.dots) == len(chips)
    plus = sum(pad.pin.endswith(":+") for part in board.parts for pad in part.pads)
    assert sum(word.text == "+" for word in printed.words) == plus


def test_a_name_without_room_is_one_sentence():
    board = Pcb("UB-1", "tight", 9.0, 4.0, [pixel("P0", 4.5, 2.0, ("", "", "", ""))], {}, [],
                  (0, 0, 0, 0), (4.5, 2.0))  # fmt: skip
    with pytest.raises(UnderboardError, match="no room"):
        silk.silk(board)


def test_buttons_and_supplies_are_named_for_people():
    part = header("J6", "buttons", 20, 20, ("B-yes:1", "B-yes:2"))
    nets = {"B-yes:1": "button yes", "B-yes:2": "GND"}
    board = Pcb("UB-1", "x", 60, 40, [part], nets, [], (0, 0, 0, 0), (30, 35))
    assert [silk.pole(board, pad) for pad in board.parts[0].pads] == ["yes", "GND"]


# With KiCad


@pytest.fixture(scope="session")
def kicad():
    pytest.importorskip("gerbonara")
    if not files.python_of_kicad():
        pytest.skip("no Python with KiCad's module: apt install kicad")


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize("name", one_in(6, [name for name in PLACED if name != "carrier"]))
def test_the_package_of_a_circuit_has_no_faults(name, tmp_path):
    kept = FOLDER / name
    assert files.judge(kept / f"{name}.kicad_pcb", tmp_path) == (0, 0)
    made = {path.name: path.read_bytes() for path in kept.iterdir() if path.is_file()}
    goal = tmp_path / "package.zip"
    assert package.write(PLACED[name], made, tmp_path, goal) == []
    with zipfile.ZipFile(goal) as file:
        assert {*ordering.LISTS, "ORDER.txt", "front.svg", "back.svg"} <= set(file.namelist())
        assert f"{4 if PLACED[name].planes else 2}\n" in file.read("ORDER.txt").decode()
    nets = {row["net"]: set(row["pins"].split("; ")) for row in rows(name, "nets.csv")}
    read = {}
    for flash in readback.opened(goal)["top", "copper"].objects:
        if type(flash).__name__ == "Flash" and flash.attrs.get(".P", ())[2:]:
            read.setdefault(flash.attrs[".N"][0], set()).add(
                flash.attrs[".P"][2].replace("\\u002C", ",")
            )
    assert read == nets


@for_each("name", PLACED)
def test_pictures_show_the_board_beside_them(name):
    sum_ = files.judged((FOLDER / name / f"{name}.kicad_pcb").read_bytes()).split()[-2]
    for side in ("front", "back"):
        shown = package.shown_by((FOLDER / name / f"{side}.png").read_bytes())
        assert shown == sum_, f"run python -m underboard.hardware pcb: {name}"


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
@pytest.mark.skipif(not campaign(False, True), reason="in a campaign")
def test_one_command_makes_the_package_and_reads_it_back(tmp_path, capsys):
    assert main(["pcb", "pylos-scale4", "--out", str(tmp_path)]) == 0
    assert "read back by gerbonara: 0 faults" in capsys.readouterr().out
    assert (tmp_path / f"carrier/carrier-{PLACED['carrier'].name.replace(' ', '-')}.zip").is_file()
