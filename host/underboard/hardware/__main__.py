"""Write every board's tables and drawings into hardware/, or compare them with what lies there.

Other commands, each with --help: paper (PDFs of a board), shapes (its printed parts), steps
(pictures of its guide), pcb (its printed circuits), release (all of these, packed).
Exit status 0 for done, 1 if a file is stale or a check fails, 2 if a layout cannot be drawn.
"""

import argparse
import json
import sys
from pathlib import Path

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from underboard.deploy.firmware_files import CHECKOUT, drive_path, is_checkout
from underboard.deploy.geometry import check_geometry
from underboard.errors import UnderboardError
from underboard.hardware import comparison, release, starter
from underboard.hardware.build_plan import BuildPlan, plan_of
from underboard.hardware.checks import verdict as checks
from underboard.hardware.fabrication import package
from underboard.hardware.generate import drawings, files, stale, summary
from underboard.hardware.parts import joining
from underboard.hardware.pcb import circuits
from underboard.hardware.pcb import files as pcb
from underboard.hardware.pcb.router import route
from underboard.hardware.shapes import page, piece, scad, steps
from underboard.hardware.shapes.parts import solids
from underboard.texts import default_language
from underboard.texts.lazy import spoken

PROGRAM = "python -m underboard.hardware"
SUMMARY, CHOICE, GALLERY = "checks.md", "boards.md", "gallery.md"
GAMES = "tests/bench/results/games.json"
"""Measured games, in the repository; a path in it."""


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    given = sys.argv[1:] if argv is None else argv
    try:
        name = given[0] if given else ""
        if name in COMMANDS:
            return COMMANDS[name](given[1:])
        parser = argparse.ArgumentParser(
            prog=PROGRAM, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        parser.add_argument("layouts", nargs="*", type=Path, help="layout files; all shipped ones")
        parser.add_argument("--out", type=Path, help="folder to write to; default: hardware/")
        parser.add_argument("--check", action="store_true", help="write nothing, name stale files")
        options = parser.parse_args(given)
        return _run(options.layouts, options.out, options.check)
    except (UnderboardError, ParseError, OSError) as error:
        print(f"underboard: {spoken(error, default_language())}", file=sys.stderr)
        return 2


def _parser(command: str, layout: str) -> argparse.ArgumentParser:
    """Return a parser of what all commands take; ``layout``: which layouts this one takes."""
    parser = argparse.ArgumentParser(prog=f"{PROGRAM} {command}")
    parser.add_argument("layout", help=layout)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    return parser


def _paper(argv: list[str]) -> int:
    """Write a board's templates and wiring as PDFs in true size."""
    options = _parser("paper", "a shipped layout, or a layout file").parse_args(argv)
    put(options.out, made := release.paper(load(layout_path(options.layout))))
    print(", ".join(made))
    return 0


def _shapes(argv: list[str]) -> int:
    """Make the parts of a board as STL and OpenSCAD; return 1 if one of them is not sound."""
    parser = _parser("shapes", "a shipped layout, or a layout file")
    parser.add_argument("--bed", type=float, default=scad.BED, help="side of the printer's bed, mm")
    options = parser.parse_args(argv)
    plan = load(layout_path(options.layout))
    for solid in solids(plan):
        if not solid.flat:
            scad.check_bed(solid, options.bed)
    made, wrong = release.parts(plan)
    put(options.out, made)
    print(", ".join(made))
    for fault in wrong:
        print(fault)
    return 1 if wrong else 0


def _steps(argv: list[str]) -> int:
    """Have OpenSCAD draw each step of a guide; return 1 if parts collide."""
    options = _parser("steps", "a shipped layout, or a layout file").parse_args(argv)
    plan = load(layout_path(options.layout))
    made = steps.pieces(plan)
    found = piece.collisions(made)
    for words in found:
        print(words)
    print(", ".join(path.name for path in steps.draw(plan, made, options.out)))
    return 1 if found else 0


def _pcb(argv: list[str]) -> int:
    """Write the printed circuits of a layout; with KiCad, check them and pack what a maker needs.

    The exit status is 1 if KiCad or gerbonara finds something wrong.
    """
    options = _parser("pcb", "a layout with a printed circuit, or its file").parse_args(argv)
    wrong = 0
    for name, placed in circuits.boards(load(layout_path(options.layout))).items():
        done = package.fabricate(name, placed, options.out / name, options.out / name)
        print(done.told, flush=True)
        wrong += done.wrong
    return 1 if wrong else 0


def _release(argv: list[str]) -> int:
    """Write what is attached to a release; return 1 if something in it is wrong."""
    parser = argparse.ArgumentParser(prog=f"{PROGRAM} release", description=release.__doc__)
    parser.add_argument("layouts", nargs="*", help="layouts; default: all shipped ones")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument(
        "--only", choices=release.KINDS, action="append", help="one kind of files; may be repeated"
    )
    options = parser.parse_args(argv)
    plans = [load(path) for path in map(layout_path, options.layouts)] or list(map(load, shipped()))
    wrong = 0
    for told, faults in release.write(plans, options.only or release.KINDS, options.out):
        print(told, flush=True)
        wrong += faults
    return 1 if wrong else 0


COMMANDS = {"paper": _paper, "shapes": _shapes, "steps": _steps, "pcb": _pcb, "release": _release}


def layout_path(name: str) -> Path:
    """Return the file of a shipped layout, or the file of this name.  Raises UnderboardError."""
    if name.endswith(".json"):
        return Path(name)
    known = {path.stem: path for path in shipped()}
    if name not in known:
        raise UnderboardError(
            "'%s' is not a layout: expected a file or one of %s", name, ", ".join(known)
        )
    return known[name]


def shipped() -> list[Path]:
    """Return the layout files of this installation."""
    with drive_path() as drive:
        return sorted((drive / "layouts").glob("*.json"))


def load(path: Path) -> BuildPlan:
    """Return the plan of a layout file that the firmware would take too.

    Raises UnderboardError or ParseError.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnderboardError("%s is damaged: expected JSON, %s", path, error) from None
    Layout(data)
    check_geometry(data)
    return plan_of(data)


def _run(paths: list[Path], out: Path | None, only_check: bool) -> int:
    plans = [load(path) for path in paths or shipped()]
    if out is None and not is_checkout():
        raise UnderboardError(
            "this installation has no folder hardware/: say where to write with --out"
        )
    folder = out or CHECKOUT.parent / "hardware"
    wrong = 0
    for plan in plans:
        made = files(plan)
        for check in checks.check(plan):
            if check.verdict == checks.WRONG:
                wrong += 1
                print(f"{plan.name}: {check.name}: {check.value}, {check.limit}. {check.why}")
        if only_check:
            old = stale(folder / plan.name, made)
            wrong += len(old)
            for name in old:
                print(f"{plan.name}/{name} is stale")
        else:
            put(folder / plan.name, made)
    if not paths:
        made_pages = pages(plans, folder)
        if not only_check:
            made_pages |= printed(plans)
        for name, content in made_pages.items():
            path = folder / name
            if not only_check:
                put(path.parent, {path.name: content})
            elif not path.is_file() or path.read_bytes() != content:
                wrong += 1
                print(f"{name} is stale")
        if only_check:
            old = circuits.stale(plans, folder / circuits.FOLDER)
            wrong += len(old)
            for name in old:
                print(f"{name} is stale")
    return 1 if wrong else 0


def put(folder: Path, made: dict[str, bytes]) -> None:
    """Write files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (folder / name).write_bytes(content)


def pages(plans: list[BuildPlan], folder: Path) -> dict[str, bytes]:
    """Return what is made of all boards together, and of the starter kits, by path."""
    measured = comparison.games_in(CHECKOUT.parent / GAMES)
    made = {SUMMARY: summary(plans), CHOICE: comparison.page(plans, measured)}
    drawn = {plan.name: [f"{name}.svg" for name in drawings(plan)] for plan in plans}
    for path in sorted(folder.glob("starter/*/kit.json")):
        name = f"starter/{path.parent.name}"
        for file, content in starter.files(starter.kit_in(path)).items():
            made[f"{name}/{file}"] = content
        drawn[name] = ["wiring.svg"]
    for name in circuits.placed(plans):
        drawn[f"{circuits.FOLDER}/{name}"] = [f"{name}.svg"]
    weighed = folder / page.PAGE
    if weighed.is_file() and scad.has_kernel():
        made[page.PAGE] = page.with_table(weighed.read_text(encoding="utf-8"), plans).encode()
    joined = folder / joining.PAGE
    if joined.is_file():
        made[joining.PAGE] = joining.with_table(joined.read_text(encoding="utf-8"), plans).encode()
    made[GALLERY] = comparison.gallery(drawn)
    return made


def printed(plans: list[BuildPlan]) -> dict[str, bytes]:
    """Route every printed circuit; return their files by path.  This takes a minute."""
    made: dict[str, bytes] = {}
    kept: dict[str, dict[str, bytes]] = {}
    for name, board in circuits.placed(plans).items():
        kept[name] = pcb.files(name, route(board))
        for file, content in kept[name].items():
            made[f"{circuits.FOLDER}/{name}/{file}"] = content
    made[f"{circuits.FOLDER}/{circuits.MADE}"] = circuits.made_table(plans, kept)
    return made


if __name__ == "__main__":
    sys.exit(main())
