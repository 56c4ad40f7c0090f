"""The carrier: its nets are the circuit's, its tracks join them and keep apart."""

import re
from math import hypot

import pytest

from hardware_boards import plan_named, scale4
from underboard.hardware.__main__ import main
from underboard.hardware.drawings import fit
from underboard.hardware.pcb import files, kicad
from underboard.hardware.pcb.carrier import carrier, wanted
from underboard.hardware.pcb.router import VIA, route
from underboard.hardware.plan import plan_of
from underboard.trouble import Trouble

PLAN = plan_of(scale4())
needs_kicad = pytest.mark.skipif(not files.python_of_kicad(), reason="KiCad checks the board")


@pytest.fixture(scope="module")
def board():
    return route(carrier(PLAN))


@pytest.mark.slow
def test_the_nets_of_the_board_are_those_of_the_circuit(board):
    nets = {}
    for pin, net in board.nets.items():
        nets.setdefault(net, set()).add(pin)
    assert {net: pins for net, pins in nets.items() if len(pins) > 1} == wanted(PLAN)


def test_the_file_for_kicad_has_every_pad_on_its_net(board):
    text = kicad.pcb(board)
    names = dict(re.findall(r'\(net (\d+) "([^"]*)"\)\n', text))
    pads = re.findall(
        r'\(pad "\w+" thru_hole.*?\(net (\d+) "([^"]*)"\) \(pinfunction "([^"]+)"', text
    )
    assert {pin: names[number] for number, _, pin in pads} == board.nets
    assert text.count("(") == text.count(")")
    assert "Underboard UB-1 revision 1" in text


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
    """Tell whether a place is on a track, or where a pad or via is."""
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
            yield net, None, part.spot(pad), pad.size / 2
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


def test_another_board_has_no_carrier():
    with pytest.raises(Trouble, match="'pods12' has no carrier"):
        carrier(plan_named("pods12"))


def test_a_board_without_room_is_one_sentence(monkeypatch):
    from underboard.hardware.pcb import router

    monkeypatch.setattr(router, "CLEARANCE", 2.0)
    monkeypatch.setattr(router, "TRIES", 1)
    with pytest.raises(Trouble, match="no way found for"):
        route(carrier(PLAN))


def test_the_picture_of_the_board_fits_its_page(board):
    outside = [words for words in fit.troubles(files.picture(board)) if "leaves" in words]
    assert outside == []


@pytest.mark.slow
def test_the_same_board_comes_out_twice():
    assert files.files(PLAN) == files.files(PLAN)


@needs_kicad
@pytest.mark.slow
def test_kicad_finds_nothing_wrong_with_the_board(tmp_path):
    for name, content in files.files(PLAN).items():
        (tmp_path / name).write_bytes(content)
    assert files.judge(tmp_path / "carrier.kicad_pcb", tmp_path) == (0, 0)
    made = {path.name for path in (tmp_path / "gerbers").iterdir()}
    assert len(made) >= 7


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


@pytest.mark.slow
def test_without_kicad_the_command_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(files, "python_of_kicad", lambda: None)
    assert main(["pcb", "pylos-scale4", "--out", str(tmp_path)]) == 0
    assert "KiCad is not installed" in capsys.readouterr().out
    assert main(["pcb", "pods12", "--out", str(tmp_path)]) == 2
    assert "has no carrier" in capsys.readouterr().err
