"""Archives for printers, saws and factories, which nobody reads in the tree.

One ZIP a board with its sheets of paper and its parts, one a printed circuit for the factory.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from underboard.errors import UnderboardError
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.drawings.pdf import pdf
from underboard.hardware.fabrication import package
from underboard.hardware.generate import PRINTED, drawings
from underboard.hardware.pcb import circuits, files
from underboard.hardware.shapes import scad
from underboard.hardware.shapes.parts import solids

KINDS = ("paper", "parts", "circuits")
"""Files of a release for builders: PDFs in true size, solids to print or saw, and packages for a
factory."""


def paper(plan: BuildPlan) -> dict[str, bytes]:
    """Return what of a board is printed on paper, as PDFs.

    Raises UnderboardError without reportlab.
    """
    drawn = drawings(plan)
    return {f"{name}.pdf": pdf(drawn[name]) for name in sorted(PRINTED & set(drawn))}


def parts(plan: BuildPlan) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of a board's parts, and what is wrong with them."""
    found, wrong = {}, []
    with TemporaryDirectory() as name:
        for solid in solids(plan):
            for path in scad.render(solid, plan.name, Path(name)):
                found[f"parts/{path.name}"] = path.read_bytes()
            wrong += scad.faults(solid, Path(name) / f"{solid.name}.stl")
    return found, wrong


def write(
    plans: Iterable[BuildPlan], kinds: Iterable[str], goal: Path
) -> Iterator[tuple[str, int]]:
    """Write the files of a release; yield a line about each, and how many faults it has.

    Raises UnderboardError if a program is missing that makes or checks one of them.
    """
    plans, kinds = list(plans), set(kinds)
    goal.mkdir(parents=True, exist_ok=True)
    for plan in plans:
        content = paper(plan) if "paper" in kinds else {}
        wrong: list[str] = []
        if "parts" in kinds:
            made, wrong = parts(plan)
            content |= made
        if content:
            package.pack(goal / f"{plan.name}.zip", content)
            yield "\n".join([f"{plan.name}.zip: {len(content)} files", *wrong]), len(wrong)
    if "circuits" in kinds:
        if files.python_of_kicad() is None:
            raise UnderboardError(
                "KiCad is not installed, which makes the packages: apt install kicad"
            )
        for name, board in circuits.placed(plans).items():
            with TemporaryDirectory() as folder:
                done = package.fabricate(name, board, Path(folder) / name, goal)
                yield done.told, done.wrong
