"""Sources of the tree, each parsed once, and what its modules import."""

import ast
from collections import defaultdict, namedtuple
from functools import cached_property
from pathlib import Path

from support.walk import nodes_of

ROOT = Path(__file__).parents[2]


def modules_below(*folders):
    """Return the Python files of folders of the tree, in order."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


CORE = modules_below("firmware/lib/boardcore")
DRIVERS = modules_below("firmware/lib/boardio")
WIRING = sorted((ROOT / "firmware").glob("*.py"))
HOST = modules_below("host/underboard")
TESTS = modules_below("tests")
ALL = modules_below("firmware", "host", "hardware", "tests")

Import = namedtuple("Import", "module names line types caught later")
"""An import: ``from module import names``, or ``import module`` with no names; whether it is for
types only, stands where a missing module is caught, or in a function."""


def imports_below(body, types=False, caught=False, later=False):
    """Yield each import of some statements, at whatever depth."""
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, (), node.lineno, types, caught, later)
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            module = "." * node.level + (node.module or "")
            yield Import(module, names, node.lineno, types, caught, later)
        within = (
            types or (isinstance(node, ast.If) and is_name(node.test, "TYPE_CHECKING")),
            caught or (isinstance(node, ast.Try) and catches_missing_modules(node)),
            later or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)),
        )
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from imports_below(getattr(node, name, ()), *within)


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def catches_missing_modules(node):
    return any("ImportError" in ast.dump(handler.type or node) for handler in node.handlers)


class Module:
    """A module's text, its tree, and the nodes of it by kind."""

    def __init__(self, text, path=ROOT / "x.py"):
        self.path, self.text = path, text
        self.tree = ast.parse(text, str(path))
        self._nodes = defaultdict(list)
        for node in nodes_of(self.tree):
            self._nodes[type(node)].append(node)

    @classmethod
    def read(cls, path):
        return cls(path.read_text(encoding="utf-8"), path)

    @cached_property
    def imports(self):
        """All imports, in order."""
        return list(imports_below(self.tree.body))

    @property
    def name(self):
        """Name within the tree, with slashes."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def dotted(self):
        """Name by which it is imported."""
        base = ROOT / ("firmware/lib" if self.path.is_relative_to(ROOT / "firmware") else "host")
        return ".".join(self.path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")

    def all(self, *kinds):
        """Return all nodes of some kinds, those of the first kind first."""
        return [node for kind in kinds for node in self._nodes[kind]]
