"""Files: a carrier as a KiCad project with its lists, its picture, and KiCad's own verdict."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from underboard.hardware.drawings.drawing import Drawing
from underboard.hardware.pcb import kicad, with_kicad
from underboard.hardware.pcb.carrier import Board, carrier
from underboard.hardware.pcb.router import VIA, route
from underboard.hardware.plan import Plan
from underboard.hardware.tables import table
from underboard.trouble import Trouble

NAME = "carrier"
INK = ("#b8322a", "#2f66b5")
"""Front and back copper."""
PCB_GREEN, GOLD, HOLE = "#24573f", "#e2c04b", "#fbf8f2"


def files(plan: Plan) -> dict[str, bytes]:
    """Return the files of a plate's carrier: project, lists for assembly, picture."""
    board = route(carrier(plan))
    texts = {
        f"{NAME}.kicad_pcb": kicad.pcb(board),
        f"{NAME}.kicad_pro": kicad.project(NAME),
        "bom.csv": table(
            ("reference", "value", "pins"),
            [(part.ref, part.value, len(part.pads)) for part in board.parts],
        ),
        "positions.csv": table(
            ("reference", "x mm", "y mm", "side"),
            [(part.ref, f"{part.x:g}", f"{part.y:g}", "front") for part in board.parts],
        ),
        "nets.csv": table(
            ("net", "pins"),
            [
                (net, "; ".join(sorted(pin for pin, on in board.nets.items() if on == net)))
                for net in sorted(set(board.nets.values()))
            ],
        ),
        f"{NAME}.svg": picture(board).svg(),
    }
    return {name: text.encode() for name, text in texts.items()}


def picture(board: Board) -> Drawing:
    """Return the board seen from the front, twice as large as life; back tracks shine through."""
    k, x0, y0 = 2.0, 12.0, 20.0
    draw = Drawing(
        board.wide * k + 24,
        board.high * k + 36,
        f"{board.name}: carrier of a plate",
        paper="#fbf8f2",
    )
    draw.words(x0, 12, f"Carrier of a plate, {board.name}", 5.5, bold=True)

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * k, y0 + y * k

    draw.box(x0, y0, board.wide * k, board.high * k, 4, fill=PCB_GREEN, stroke="#163527", pen=0.5)
    for layer in (1, 0):
        for _, one, a, b, wide in board.tracks:
            if one == layer:
                draw.line(at(*a), at(*b), stroke=("#d98c84", "#7fa3d6")[layer], pen=wide * k)
    for _, spot in board.vias:
        draw.circle(*at(*spot), VIA / 2 * k, fill=GOLD)
    for x, y in board.screws:
        draw.circle(*at(x, y), 1.6 * k, fill=HOLE, stroke=GOLD, pen=0.4)
    for part in board.parts:
        left, top, right, bottom = part.box
        x, y = at(part.x + left, part.y + top)
        draw.box(x, y, (right - left) * k, (bottom - top) * k, 0.8, stroke="#f4f6f8", pen=0.25)
        for pad in part.pads:
            spot = at(*part.spot(pad))
            if pad.square:
                half = pad.size / 2 * k
                draw.box(spot[0] - half, spot[1] - half, 2 * half, 2 * half, fill=GOLD)
            else:
                draw.circle(*spot, pad.size / 2 * k, fill=GOLD)
            draw.circle(*spot, pad.drill / 2 * k, fill=HOLE)
        draw.words(x, y - 0.9, f"{part.ref} {part.value}", 2.2, colour="#f4f6f8")
    draw.words(
        x0,
        draw.height - 10,
        "red: front copper, blue: back; grounds are poured besides. Twice as large as life.",
        3,
    )
    draw.words(x0, draw.height - 4.5, "Computed; nothing was tried on real hardware.", 2.8)
    return draw


def python_of_kicad() -> str | None:
    """Return a Python that has KiCad's module, None if there is none."""
    for name in (sys.executable, shutil.which("python3", path="/usr/bin:/usr/local/bin")):
        if (
            name
            and subprocess.run(
                [name, "-c", "import pcbnew"], capture_output=True, check=False
            ).returncode
            == 0
        ):
            return name
    return None


def judge(board: Path, folder: Path) -> tuple[int, int]:
    """Have KiCad pour, check and plot a board; return its violations and unconnected pads.

    Raises Trouble if KiCad is missing or fails.
    """
    python = python_of_kicad()
    if python is None:
        raise Trouble("KiCad is not installed: open carrier.kicad_pro on a computer that has it")
    script = Path(with_kicad.__file__)
    done = subprocess.run(
        [python, str(script), str(board), str(folder)], capture_output=True, text=True, check=False
    )
    report = folder / "drc.rpt"
    if done.returncode or not report.is_file():
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Trouble("KiCad cannot read %s: %s", board.name, last)
    found = re.search(r"Found (\d+) DRC violations", report.read_text(encoding="utf-8"))
    return int(found[1]) if found else -1, int(done.stdout.split()[-1])
