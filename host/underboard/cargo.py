"""Cargo: what goes onto a board's drive: packages, libraries, solutions and settings."""

import ast
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from boardcore.apagos import Game
from boardcore.games import FELT, NAMES, PLACES_APART, SERVED_OTHERWISE, SWITCHED
from underboard.apagos.board_file import hint_file
from underboard.apagos.solution import solution_of
from underboard.sim.process import read_settings
from underboard.trouble import Trouble

PACKAGES = ("boardcore", "boardio")
OTHER_DRIVERS = {"presence": ("fields", "halls"), "field": ("switches",)}
"""What boards that sense so have no use for."""
CLUSTER = 512
"""The least room of a file on a drive that CircuitPython has formatted, beside its entries."""
ENTRY, ENTRY_LETTERS = 32, 13
"""Bytes of an entry in a FAT folder: one for each file, and one for so many letters of its name."""


def packages() -> dict[str, bytes]:
    """Return our packages as they run here."""
    found = {}
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            for path in sorted(Path(place).glob("*.py")):
                found[f"lib/{package}/{path.name}"] = path.read_bytes()
    return found


def packages_for(layouts: Iterable[bytes]) -> dict[str, bytes]:
    """Return what boards with these layouts need of our packages, everything if one is odd.

    Several releases must find room on a drive of 1 MB, with games that nobody plays there
    they would not.
    """
    everything = packages()
    needed = set()
    for layout in layouts:
        try:
            data = json.loads(layout)
            needed |= _modules_of(data["game"], data["sensing"], everything)
        except (ValueError, KeyError, TypeError):
            return everything
    return {name: data for name, data in everything.items() if name in needed}


def _modules_of(game: str, sensing: str, everything: dict[str, bytes]) -> set[str]:
    """Return the files that a board of this game needs: what it names, and what that uses."""
    board, role = (FELT, "_field") if sensing == "field" else (SWITCHED, "_sight")
    rows = [row for row in PLACES_APART + SERVED_OTHERWISE if row[0] == game]
    modules = [module for row in rows for module in row[1:3]]
    if game in NAMES:
        modules += [board[0], *(game + part for part in ("", role, "_cues", "_hints"))]
    named = [f"lib/boardcore/{module}.py" for module in modules]
    named += [name for name in everything if not name.startswith("lib/boardcore/")]
    found = {"lib/boardcore/__init__.py"}
    others = {f"lib/boardio/{driver}.py" for driver in OTHER_DRIVERS.get(sensing, ())}
    while named:
        name = named.pop()
        if name in everything and name not in found | others:
            found.add(name)
            named += _imported(everything[name])
    return found


@cache  # most modules belong to several layouts
def _imported(source: bytes) -> tuple[str, ...]:
    tree = ast.parse(source)
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in node.body
    }
    names: list[str] = []
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return tuple(f"lib/{name.replace('.', '/')}.py" for name in names)


def libraries(requirements: str) -> dict[str, bytes]:
    """Return the files of the libraries that are not built into CircuitPython.

    They come from this computer's packages: adafruit_pixelbuf, which neopixel needs, is
    built in on every board that we know.
    """
    found = {}
    for line in requirements.splitlines():
        name = line.partition("#")[0].strip()
        if not name:
            continue
        try:
            files = metadata.distribution(f"adafruit-circuitpython-{name}").files or []
        except metadata.PackageNotFoundError:
            raise Trouble(
                f"the library {name} is not installed: install underboard again"
            ) from None
        for file in files:
            if file.suffix == ".py" and file.parts[0] in (name, f"{name}.py"):
                found[f"lib/{file.as_posix()}"] = Path(str(file.locate())).read_bytes()
    return found


def hint_bytes(faces: str) -> bytes:
    """Return the hint file for four faces like 7531; raises Unreadable for others."""
    if len(faces) != 4:
        raise Trouble(f"'{faces}' is no layout of Apagos: expected four squares, like 7531")
    return hint_file(solution_of(Game(position=faces)))


def room_of(files: dict[str, bytes]) -> int:
    """Return how much of a drive these files take, in bytes, folders included."""
    paths = [Path(name) for name in files]
    # A folder is a file of entries; its first two are itself and the folder around it.
    folders = {folder: 2 * ENTRY for path in paths for folder in path.parents}
    for path in {*paths, *folders} - {Path()}:
        folders[path.parent] += ENTRY * (1 + -(-len(path.name) // ENTRY_LETTERS))
    sizes = [len(data) for data in files.values()] + list(folders.values())
    return sum(CLUSTER * -(-size // CLUSTER) for size in sizes)


# Settings


LINE = re.compile(r"^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=")


def merge_settings(ours: str, present: bytes | None) -> str:
    """Return our settings with the values that a person has given, and all their other lines.

    Raises Trouble if the file on the drive is damaged.
    """
    if present is None:
        return ours
    try:
        theirs = present.decode("utf-8")
        read_settings(theirs)
    except ValueError as error:
        raise Trouble(
            f"settings.toml on the drive cannot be read ({error}): repair or remove it"
        ) from None
    lines = {found.group(1): line for line in theirs.splitlines() if (found := LINE.match(line))}
    merged = []
    for line in ours.splitlines():
        found = LINE.match(line)
        merged.append(lines.pop(found.group(1), line) if found else line)
    if lines:
        merged += ["", "# Not Underboard's."] * (merged[-1:] != [""]) + list(lines.values())
    text = "\n".join(merged) + "\n"
    return theirs if text.split() == theirs.split() else text


def set_setting(text: str, name: str, value: str) -> str:
    """Return settings in which one text has this value."""
    lines = [
        f'{name} = "{value}"' if (found := LINE.match(line)) and found.group(1) == name else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"
