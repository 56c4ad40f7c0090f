"""A printed circuit as a KiCad project, its lists, its picture, and KiCad's verdict."""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.hardware.drawings.drawing import VectorDrawing
from underboard.hardware.pcb import kicad, ordering, run_in_kicad
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.occupancy import VIA
from underboard.hardware.tables import table

INK = ("#b8322a", "#2f66b5")
"""Front and back copper."""
FEW = 2
"""Number of pads of a part that is too small for words; chosen."""
PCB_GREEN, GOLD, HOLE = "#24573f", "#e2c04b", "#fbf8f2"


def files(name: str, board: Pcb) -> dict[str, bytes]:
    """Return the files of a routed board: project, lists for assembly, picture."""
    texts = {
        f"{name}.kicad_pcb": kicad.pcb(board),
        f"{name}.kicad_pro": kicad.project(name),
        **{file: make(board) for file, make in ordering.LISTS.items()},
        "nets.csv": table(
            ("net", "pins"),
            [
                (net, "; ".join(sorted(pin for pin, on in board.nets.items() if on == net)))
                for net in sorted(set(board.nets.values()))
            ],
        ),
        f"{name}.svg": picture(board).svg(),
    }
    return {file: text.encode() for file, text in texts.items()}


def picture(board: Pcb, nets: bool = False) -> VectorDrawing:
    """Return the board seen from the front, twice as large as life; back tracks shine through.

    ``nets``: tracks say which net they belong to.
    """
    k, x0, y0 = 2.0, 12.0, 20.0
    size = board.wide * k + 24, board.high * k + 36
    draw = VectorDrawing(*size, f"{board.name}: {board.title}", paper="#fbf8f2")
    draw.words(x0, 12, f"{board.title[0].upper()}{board.title[1:]}, {board.name}", 5.5, bold=True)

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * k, y0 + y * k

    draw.box(x0, y0, board.wide * k, board.high * k, 4, fill=PCB_GREEN, stroke="#163527", pen=0.5)
    for layer in (1, 0):
        for net, one, a, b, wide in board.tracks:
            if one == layer:
                draw.line(at(*a), at(*b), net=net if nets else "",
                          stroke=("#d98c84", "#7fa3d6")[layer], pen=wide * k)  # fmt: skip
    for _, spot in board.vias:
        draw.circle(*at(*spot), VIA / 2 * k, fill=GOLD)
    for x, y in board.screws:
        draw.circle(*at(x, y), 1.6 * k, fill=HOLE, stroke=GOLD, pen=0.4)
    for part in board.parts:
        left, top, right, bottom = part.box
        x, y = at(part.x + left, part.y + top)
        body = f"{part.ref}: {part.value}, {part.package}"
        draw.box(x, y, (right - left) * k, (bottom - top) * k, 0.8, about=body, fill=PCB_GREEN,
                 opacity=0.01)  # fmt: skip
        draw.box(x, y, (right - left) * k, (bottom - top) * k, 0.8, stroke="#f4f6f8", pen=0.25)
        for pad in part.pads:
            spot = at(*part.spot(pad))
            net = board.nets.get(pad.pin, "not joined")
            about = f"{part.ref} {part.value}, pad {pad.name}: {net}"
            if not pad.round:
                half, tall = pad.half[0] * k, pad.half[1] * k
                draw.box(spot[0] - half, spot[1] - tall, 2 * half, 2 * tall, fill=GOLD, about=about)
            else:
                draw.circle(*spot, pad.size / 2 * k, fill=GOLD, about=about)
            if pad.drill:
                draw.circle(*spot, pad.drill / 2 * k, fill=HOLE, about=about)
        for dx, dy, wide in part.pegs:
            draw.circle(*at(part.x + dx, part.y + dy), wide / 2 * k, fill=HOLE)
        if not part.placed or len(part.pads) > FEW:
            label = part.ref if len(part.pads) <= FEW + 1 else f"{part.ref} {part.value}"
            draw.words(x, y - 0.4 * k, label, 1.1 * k, colour="#f4f6f8")
    where = "grounds are planes inside" if board.planes else "grounds are poured besides"
    draw.words(
        x0, draw.height - 10, f"red: front copper, blue: back; {where}. Twice as large as life.", 3
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

    Raises UnderboardError if KiCad is missing or fails.
    """
    python = python_of_kicad()
    if python is None:
        raise UnderboardError(
            "KiCad is not installed: open %s on a computer that has it", board.name
        )
    script = Path(run_in_kicad.__file__)
    done = subprocess.run(
        [python, str(script), str(board), str(folder)], capture_output=True, text=True, check=False
    )
    report = folder / "drc.rpt"
    if done.returncode or not report.is_file():
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UnderboardError("KiCad cannot read %s: %s", board.name, last)
    text = report.read_text(encoding="utf-8")
    found = re.search(r"Found (\d+) DRC violations", text)
    # Whose verdict it is stands in it; when it was made does not, for it says nothing.
    lines = [line for line in text.splitlines() if not line.startswith("** Created on")]
    report.write_text("\n".join([judged(board.read_bytes()), *lines, ""]), encoding="utf-8")
    return int(found[1]) if found else -1, int(done.stdout.split()[-1])


def judged(board: bytes) -> str:
    """Return the first line of KiCad's report on a board file."""
    return f"** Board file sha256 {hashlib.sha256(board).hexdigest()} **"
