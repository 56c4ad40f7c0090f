"""Pictures of the numbered steps of the plate's guide, drawn by OpenSCAD."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from underboard.hardware import frame
from underboard.hardware.plan import Plan
from underboard.hardware.shapes.assembly import Piece, pieces
from underboard.hardware.shapes.scad import HEAD, program
from underboard.trouble import Trouble

PICTURE = "1000,760"
"""Width and height of a picture, in points of a screen."""
THROUGH = {"plate": 0.3}
"""Parts through which one sees what lies below them, and how dense they are."""


def source(plan: Plan, step: int, made: Iterable[Piece]) -> str:
    """Return the OpenSCAD source of all that stands after a step."""
    lines = [HEAD.format(title=f"step {step} of the plate", layout=plan.name), "$fn = 48;"]
    late = []
    for piece in made:
        if piece.step <= step:
            body = piece.shape.text.replace("\n", " ")
            late.append((THROUGH.get(piece.name, 1), piece, body))
    # What one sees through comes last, or it hides what is drawn after it.
    for dense, piece, body in sorted(late, key=lambda one: -one[0]):
        lines.append(f'color("{piece.colour}", {dense}) {{ {body} }} // {piece.name}')
    return "\n".join([*lines, ""])


def draw(plan: Plan, folder: Path) -> list[Path]:
    """Write source and picture of every step into a folder; return the pictures.

    Raises Trouble if OpenSCAD is missing or fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    left, bottom, right, top = frame.base(plan)
    x, y = (left + right) / 2, (bottom + top) / 2
    far = 2.9 * max(right - left, top - bottom)
    camera = f"--camera={x:g},{y:g},10,48,0,28,{far:g}"
    display = [] if not (found := shutil.which("xvfb-run")) else [found, "-a"]
    made = pieces(plan)
    drawn = []
    for step in sorted({piece.step for piece in made}):
        scad, png = folder / f"step-{step}.scad", folder / f"step-{step}.png"
        scad.write_text(source(plan, step, made), encoding="utf-8")
        done = subprocess.run(
            [*display, program(), "-o", str(png), camera, "--projection=p",
             f"--imgsize={PICTURE}", "--colorscheme=Tomorrow", str(scad)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode or not png.is_file():
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Trouble("OpenSCAD refuses %s: %s", scad.name, last)
        drawn.append(png)
    return drawn
