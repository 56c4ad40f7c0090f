"""Files to write onto a board's drive (packages, solutions and settings)."""

import ast
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from boardcore.games import (
    CELLS,
    CUES,
    ENGINE,
    FIELD,
    FIELD_LAYOUT,
    HINTS,
    PACKAGES,
    PRESENCE,
    RULES,
    WEIGHT,
    name_of,
    table_row,
)
from underboard.deploy.strip import strip
from underboard.errors import UnderboardError
from underboard.registry import games

OURS = ("boardcore", "boardio")
OTHER_DRIVERS = {
    "presence": ("hall_scan", "hall_adc", "load_cells"),
    "threshold": ("switches", "load_cells"),
    "field": ("switches", "load_cells"),
    "weight": ("switches", "hall_scan", "hall_adc"),
}
"""Drivers that boards of each sensing family do not need."""
CONVERTERS = ("nau7802",)
"""Drivers that only boards need whose ``scanner.kind`` names them."""
CLUSTER = 512
"""The least room of a file on a drive that CircuitPython has formatted, beside its entries, bytes;
assumed, one sector."""
ENTRY, ENTRY_LETTERS = 32, 13
"""Bytes of an entry in a FAT folder, one per file, and letters of its name per further entry."""


def _places(package: str) -> list[str]:
    spec = find_spec(package)
    assert spec is not None
    return list(spec.submodule_search_locations or ())


@cache
def sources() -> Mapping[str, bytes]:
    """Return the modules of a board as they stand here, by their place on a drive.

    These are our packages, and those of games that are installed besides.
    """
    others = {game.board.partition(".")[0] for game in games().values()} - set(OURS)
    found = {}
    for package in (*OURS, *sorted(others)):
        for place in _places(package):
            for path in sorted(Path(place).rglob("*.py")):
                inside = path.relative_to(place).as_posix()
                found[f"lib/{package}/{inside}"] = path.read_bytes()
    return found


@cache
def packages() -> Mapping[str, bytes]:
    """Return our packages as they are installed, without what only people read."""
    return {name: strip(data) for name, data in sources().items()}


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
            kind = data["scanner"]["kind"]
            needed |= _modules_of(data["game"], data["sensing"], kind, everything)
        except (ValueError, KeyError, TypeError):
            return dict(everything)
    return {name: data for name, data in everything.items() if name in needed}


def _modules_of(game: str, sensing: str, kind: str, everything: Mapping[str, bytes]) -> set[str]:
    """Return the files that a board of this game needs: what it names, and what that uses."""
    sensed = {
        "presence": (PRESENCE,),
        "threshold": (PRESENCE,),
        "field": (FIELD, FIELD_LAYOUT),
        "weight": (WEIGHT,),
    }[sensing]
    parts = (RULES, CELLS, CUES, *sensed, HINTS, ENGINE)
    modules = [table_row(game, sensing)[0], f"{PACKAGES[game]}.game"]
    modules += [module for part in parts if (module := name_of(game, part))]
    named = [f"lib/{module.replace('.', '/')}.py" for module in modules]
    named += [name for name in everything if name.startswith("lib/boardio/")]
    found: set[str] = set()
    unused = [*OTHER_DRIVERS.get(sensing, ()), *(one for one in CONVERTERS if one != kind)]
    others = {f"lib/boardio/{driver}.py" for driver in unused}
    while named:
        name = named.pop()
        if name in everything and name not in found | others:
            found |= {name, *_packages_around(name)}
            named += _imported(everything[name])
    return found


@cache  # most modules belong to several layouts
def _packages_around(name: str) -> frozenset[str]:
    """Return the files that make a module's folders packages."""
    folders = list(Path(name).parents)[:-2]
    return frozenset((folder / "__init__.py").as_posix() for folder in folders)


@cache
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
        elif isinstance(node, ast.ClassDef):
            # Modules that a class names to load them when first used.
            lines = [line for line in node.body if isinstance(line, ast.Assign)]
            for part in (part for line in lines for part in ast.walk(line)):
                if isinstance(part, ast.Constant) and str(part.value).startswith("boardcore."):
                    names.append(str(part.value))
    return tuple(f"lib/{name.replace('.', '/')}.py" for name in names)


def hint_bytes(text: str) -> bytes:
    """Return the hint file for a start position, from the game that has such files.

    Raises UnderboardError for what is no start position of it.
    """
    makers = [game.part("hint_file") for game in games().values()]
    for maker in filter(None, makers):
        return bytes(maker.hint_bytes(text))
    raise UnderboardError("no game here has hint files for a board")


def room_of(files: dict[str, bytes]) -> int:
    """Return how much of a drive these files take, in bytes, folders included."""
    paths = [Path(name) for name in files]
    # A folder is a file of entries; its first two are itself and the folder around it.
    folders = {folder: 2 * ENTRY for path in paths for folder in path.parents}
    for path in {*paths, *folders} - {Path()}:
        folders[path.parent] += ENTRY * (1 + -(-len(path.name) // ENTRY_LETTERS))
    sizes = [len(data) for data in files.values()] + list(folders.values())
    return sum(CLUSTER * -(-size // CLUSTER) for size in sizes)
