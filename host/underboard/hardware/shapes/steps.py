"""Pictures of the numbered steps of a guide, drawn by OpenSCAD."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.hardware import plate_mechanics
from underboard.hardware.build_plan import FLAT, BuildPlan
from underboard.hardware.shapes import assembly, rings
from underboard.hardware.shapes.piece import Piece
from underboard.hardware.shapes.scad import HEAD, program

PICTURE = "1000,760"
"""Width and height of a picture, in points of a screen."""
DENSE = 0.3
"""Share of light that a part keeps back through which one sees; chosen."""


def pieces(plan: BuildPlan) -> list[Piece]:
    """Return the parts of all steps of a board's guide.  Raises UnderboardError if it has none."""
    if plan.weighs:
        return assembly.pieces(plan)
    if plan.piece == FLAT and plan.part == "reed":
        return rings.pieces(plan)
    raise UnderboardError(
        "'%s' has no pictures of steps: plates and rings over reeds have", plan.name
    )


def source(plan: BuildPlan, step: int, made: Iterable[Piece]) -> str:
    """Return the OpenSCAD source of all that stands in a step."""
    lines = [HEAD.format(title=f"step {step} of the guide", layout=plan.name), "$fn = 48;"]
    late = []
    for piece in made:
        if piece.stands(step):
            body = piece.shape.text.replace("\n", " ")
            late.append((DENSE if step in piece.through else 1, piece, body))
    # What one sees through comes last, or it hides what is drawn after it.
    for dense, piece, body in sorted(late, key=lambda one: -one[0]):
        lines.append(f'color("{piece.colour}", {dense}) {{ {body} }} // {piece.name}')
    return "\n".join([*lines, ""])


def draw(plan: BuildPlan, made: Iterable[Piece], folder: Path) -> list[Path]:
    """Write source and picture of every step into a folder; return the pictures.

    Raises UnderboardError if OpenSCAD is missing or fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    display = [] if not (found := shutil.which("xvfb-run")) else [found, "-a"]
    made = list(made)
    drawn = []
    for step in sorted({piece.step for piece in made}):
        left, bottom, right, top = (
            plate_mechanics.base(plan) if plan.weighs else rings.area(plan, step)
        )
        x, y = (left + right) / 2, (bottom + top) / 2
        far = 2.9 * max(right - left, top - bottom)
        camera = f"--camera={x:g},{y:g},10,48,0,28,{far:g}"
        scad, png = folder / f"step-{step}.scad", folder / f"step-{step}.png"
        scad.write_text(source(plan, step, made), encoding="utf-8")
        done = subprocess.run(
            [*display, program(), "-o", str(png), camera, "--projection=p",
             f"--imgsize={PICTURE}", "--colorscheme=Tomorrow", str(scad)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode or not png.is_file():
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise UnderboardError("OpenSCAD refuses %s: %s", scad.name, last)
        drawn.append(png)
    return drawn
