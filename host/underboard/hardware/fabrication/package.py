"""ZIP with everything a factory needs to make and fill a printed circuit."""

import hashlib
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.fabrication import parts_page, readback
from underboard.hardware.pcb import files, ordering
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.router import route

WHEN = (2026, 1, 1, 0, 0, 0)
"""The time of every file in a package: what was made when says nothing."""


def settings(board: Pcb) -> str:
    """Return the order's settings in words, as the forms of usual makers ask for them."""
    layers = 4 if board.planes else 2
    placed = sum(part.placed or board.filled for part in board.parts)
    lines = [
        f"Underboard {board.name}: {board.title}",
        "Nobody has ordered this board yet; nothing was tried on real hardware.",
        "",
        f"Layers            {layers}",
        f"Size              {board.wide:g} x {board.high:g} mm, one board, no panel",
        "Thickness         1.6 mm",
        "Material          FR-4, 1 oz (35 um) copper outside",
        "Surface           HASL without lead, or ENIG",
        "Mask, silk        any colour, white on dark shows best",
        "Least track       0.25 mm, 0.2 mm apart",
        "Least hole        0.4 mm, 0.8 mm copper round it",
        "Vias              tented",
        "Order number      where the maker likes",
        "",
    ]
    if placed:
        lines += [
            f"Assembly          {placed} parts, front side only",
            "Parts list        bom.csv",
            "Places            placement.csv (millimetres, same zero as the Gerber files)",
            "Compare the maker's preview with front.svg: the dot or the plus of every part.",
        ]
    lines += ["By hand           by-hand.csv, as hardware/circuits/README.md says", ""]
    return "\n".join(lines)


class Fabricated(NamedTuple):
    """Verdicts on a circuit in words, and the number of its faults."""

    told: str
    wrong: int


def fabricate(name: str, placed: Pcb, folder: Path, goal: Path) -> Fabricated:
    """Route a circuit, write its files, have KiCad judge them, pack and read back the package.

    The page of its parts goes beside the package.

    Without KiCad there is neither verdict nor package. Raises UnderboardError if gerbonara is
    missing.
    """
    board = route(placed)
    made = files.files(name, board)
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in made.items():
        (folder / file).write_bytes(content)
    (goal / f"{name}.html").write_text(parts_page.page(board), encoding="utf-8")
    path = folder / f"{name}.kicad_pcb"
    if files.python_of_kicad() is None:
        words = f"{path} written\nKiCad is not installed: no check, no package for a maker"
        return Fabricated(words, 0)
    violations, unconnected = files.judge(path, folder)
    package = goal / f"{name}-{board.name.replace(' ', '-')}.zip"
    found = write(board, made, folder, package)
    draw(package, made[path.name], folder)
    told = [
        f"{path} written",
        f"violations {violations} unconnected {unconnected}",
        f"{package} written; read back by gerbonara: {len(found)} faults",
        *(f"  {fault}" for fault in found),
    ]
    return Fabricated("\n".join(told), violations + unconnected + len(found))


def write(board: Pcb, made: Mapping[str, bytes], folder: Path, goal: Path) -> list[str]:
    """Write the package of a board from ``gerbers/`` in its folder.

    Return what is wrong with it when it is read back. Raises UnderboardError if nothing can do
    that; the package is kept.
    """
    gerbers = folder / "gerbers"
    content = {path.name: path.read_bytes() for path in sorted(gerbers.iterdir())
               if path.suffix != ".gbrjob"}  # fmt: skip
    content |= {name: made[name] for name in ordering.LISTS}
    content["ORDER.txt"] = settings(board).encode()
    pack(goal, content)
    stack = readback.opened(goal)
    drawn = readback.pictures(stack)
    pack(goal, content | {name: text.encode() for name, text in drawn.items()})
    return readback.faults(goal, stack)


PNG_WIDE = "900"
"""Width of a picture, in points of a screen."""
BOARD_KEY = b"Board"
"""Key of the text in a picture that names the sum of the board file it shows."""


def shown_by(png: bytes) -> str:
    """Return the sum of the board file that a picture shows, empty if it does not say so."""
    at = png.find(b"tEXt" + BOARD_KEY + b"\0")
    if at < 0:
        return ""
    (long,) = struct.unpack(">I", png[at - 4 : at])
    return png[at + 5 + len(BOARD_KEY) : at + 4 + long].decode()


def draw(goal: Path, board: bytes, folder: Path) -> None:
    """Write a package's pictures as PNG where librsvg is installed, with the sum of their board."""
    program = shutil.which("rsvg-convert")
    if program is None:
        return
    note = b"tEXt" + BOARD_KEY + b"\0" + hashlib.sha256(board).hexdigest().encode()
    chunk = struct.pack(">I", len(note) - 4) + note + struct.pack(">I", zlib.crc32(note))
    for name in ("front", "back"):
        with zipfile.ZipFile(goal) as file:
            svg = file.read(f"{name}.svg")
        png = subprocess.run(
            [program, "-w", PNG_WIDE], input=svg, capture_output=True, check=True
        ).stdout
        # After the signature and the first chunk, which has 25 bytes.
        (folder / f"{name}.png").write_bytes(png[:33] + chunk + png[33:])


def pack(goal: Path, content: Mapping[str, bytes]) -> None:
    """Write a ZIP, the same bytes each time.  Raises UnderboardError if that cannot be done."""
    try:
        with zipfile.ZipFile(goal, "w", zipfile.ZIP_DEFLATED) as file:
            for name in sorted(content):
                file.writestr(zipfile.ZipInfo(name, WHEN), content[name], zipfile.ZIP_DEFLATED)
    except OSError as error:
        raise UnderboardError("%s cannot be written: %s", goal, error.strerror) from error
