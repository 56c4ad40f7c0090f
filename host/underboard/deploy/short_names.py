"""Short names: how names that only a program's own modules use are called on a board."""

import ast
import builtins
import gc
import io
import re
import sys
from array import array
from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from string import ascii_lowercase
from typing import Any

from underboard.deploy.nodes import PRIVATE, named

NAME = re.compile(r"(?!__)\w\w\w+\Z")
DRIVERS = "boardio"
"""The package that meets other people's modules: its names are theirs, too."""
OTHERS = {
    name
    for one in (*vars(builtins).values(), array("b"), io.BytesIO(), re, sys, gc)
    for name in (*dir(one), getattr(one, "__name__", ""))
} | set(dir(builtins))
"""Names that are not ours alone: attributes of what every Python has."""
SHORT = ["_" + "".join(letters) for n in (1, 2) for letters in product(ascii_lowercase, repeat=n)]


def short_names(modules: Mapping[str, Any], words: set[str]) -> dict[str, str]:
    """Return a short name for each private one.

    Two private names differ in their short ones if they stand in one module, or in modules
    whose classes inherit from one another, and both are names of objects or both of modules:
    no object and no module has both else.
    """
    left = words | OTHERS
    groups = _groups(modules)
    found: dict[int, set[str]] = defaultdict(set)
    ours: set[str] = set()
    taken: set[str] = set()
    for module in modules.values():
        left.update(module.name.split("."))
        drivers = {name for name in module.named if not PRIVATE.match(name)}
        left |= drivers if module.name.startswith(DRIVERS) else set()
        foreign = {name for name, (origin, _) in module.imported.items()
                   if origin not in modules}  # fmt: skip
        for node in module.nodes:
            names = set(named(node))
            taken |= names
            found[groups[module.name]] |= names
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                left.update(node.names)
            elif isinstance(node, (ast.keyword, ast.arg)) or id(node) in module.unplaced:
                left |= names
            elif isinstance(node, ast.Import):
                left |= names
                foreign |= names
            elif isinstance(node, ast.ClassDef) and _is_error(node):
                left.add(node.name)  # a mishap is told by it
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                ours.add(node.name)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                # Only what objects give themselves is known to stand beside nothing else.
                known = isinstance(node.value, ast.Name) and node.value.id == "self"
                (ours if known else left).add(node.attr)
        ours |= {name for _, names in module.definitions() for name in names}
        left |= foreign
        left |= {
            node.attr
            for node in module.nodes
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in foreign
        }
    kinds = _kinds(modules)
    places: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for group, names in found.items():
        for name in names & ours - left:
            if NAME.match(name):
                places[name] |= {(group, kind) for kind in kinds[name]}
    short: dict[str, str] = {}
    used: dict[tuple[int, str], set[str]] = defaultdict(set)
    for name in sorted(places, key=lambda name: (-len(places[name]), name)):
        others = set().union(taken, left, *(used[place] for place in places[name]))
        short[name] = next(one for one in SHORT if one not in others)
        for place in places[name]:
            used[place].add(short[name])
    return {name: new for name, new in short.items() if len(new) < len(name)}


def _kinds(modules: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return whether each name is one of objects, of modules and functions, or of both."""
    kinds = defaultdict(set)
    for module in modules.values():
        methods = {
            id(inner)
            for node in module.nodes
            if isinstance(node, ast.ClassDef)
            for inner in node.body
        }
        for node in module.nodes:
            of_objects = isinstance(node, ast.Attribute) or id(node) in methods
            for name in named(node):
                kinds[name].add("objects" if of_objects else "modules")
    return kinds


def _groups(modules: Mapping[str, Any]) -> dict[str, int]:
    """Return a number for each module, the same for those whose classes are related."""
    homes = defaultdict(set)
    for module in modules.values():
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(module.name)
    groups = {name: number for number, name in enumerate(modules)}
    for module in modules.values():
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    _join(groups, {module.name, *_homes_of(module, base, homes)})
    return groups


def _join(groups: dict[str, int], names: set[str]) -> None:
    numbers = {groups[name] for name in names}
    for name, number in groups.items():
        if number in numbers:
            groups[name] = min(numbers)


def _homes_of(module: Any, base: ast.expr, homes: Mapping[str, set[str]]) -> set[str]:
    """Return the modules that a base class may come from."""
    name = ast.unparse(base).split(".")[-1]
    if isinstance(base, ast.Name):
        origin, foreign = module.imported.get(name, (module.name, name))
        if origin in homes[foreign]:
            return {origin}
        name = foreign or name
    return homes[name]


def _is_error(node: ast.ClassDef) -> bool:
    """Return whether a class is an exception: what is raised is told by the name of its class."""
    bases = [vars(builtins).get(ast.unparse(base)) for base in node.bases]
    return any(isinstance(base, type) and issubclass(base, BaseException) for base in bases)
