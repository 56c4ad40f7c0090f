"""Fold: the firmware's modules as one program, with fewer names, as they go onto a drive.

A board keeps every name that it reads, an entry per constant of a module and another wherever
the constant is imported.  So whole numbers stand where their names stood, what no module asks
for any more is dropped, and so are annotations; private names become short ones that unrelated
classes share.  Lines keep their numbers, modules, classes and public functions their names.
"""

import ast
import builtins
import gc
import io
import re
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from string import ascii_lowercase

from underboard.deploy.numbers import values_of

WORD = re.compile(r"\w+")
PRIVATE = re.compile(r"_(?!_)\w\w+\Z")
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
FOR_TYPES = "TYPE_CHECKING"
TYPING = ("collections.abc", "typing")
LOOK_UP = ("getattr", "hasattr", "setattr", "delattr", "vars", "globals")


def fold(sources: Mapping[str, bytes], outside: Iterable[bytes] = ()) -> dict[str, bytes]:
    """Return the modules of a program, by path below ``lib``, with fewer names.

    ``outside``: sources that use these modules; what they import, call or override keeps its name.
    """
    modules = [Module(path, source) for path, source in sources.items()]
    words: set[str] = set()
    for module in (*modules, *(Module("", source) for source in outside)):
        words |= module.quoted if module.path else module.quoted | module.reached
    program = Program({module.name: module for module in modules}, words)
    return {module.path: module.edited(program) for module in modules}


class Module:
    """One module and what it binds at its top level."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        inside = path.partition("lib/")[2].removesuffix(".py").removesuffix("/__init__")
        self.name = inside.replace("/", ".")
        self.tree = ast.parse(source)
        self.for_types = [node for node in self.tree.body if _is_for_types(node)]
        skipped = {id(inner) for node in self.for_types for inner in ast.walk(node)}
        self.nodes = [node for node in ast.walk(self.tree) if id(node) not in skipped]
        self.unplaced = set(_in_fstrings(self.nodes))
        self.formatted = {
            node.id
            for node in self.nodes
            if isinstance(node, ast.Name) and id(node) in self.unplaced
        }
        self.imports = [node for node in self.nodes if isinstance(node, ast.ImportFrom)]
        self.imported: dict[str, tuple[str, str]] = {}
        texts = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        self.quoted: set[str] = set()
        """Words in texts of a module that looks up attributes by their names."""
        self.bound: Counter[str] = Counter()
        """How often each name is bound, in any scope; an import counts once per statement."""
        for node in self.nodes:
            self.bound.update(_bindings(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in texts:
                    self.quoted.update(WORD.findall(node.value))
        if not any(_looks_up(node) for node in self.nodes):
            self.quoted = set()
        self.named = {name for node in self.nodes for name in _named(node)}
        self.reached = {name for node in self.nodes for name in _reached(node)}
        """Names by which this module may mean something of another one."""
        for node in self.imports:
            for alias in node.names:
                origin = (node.module or "", alias.name)
                local = alias.asname or alias.name
                if self.imported.setdefault(local, origin) != origin:
                    self.imported[local] = ("", "")  # two things with one name
        self.constants: dict[str, int | float] = {}
        """Numbers that this module binds once, and those that it imports."""

    def definitions(self) -> Iterator[tuple[ast.Assign, list[str]]]:
        """Yield each assignment at the top level to one name or to a tuple of names."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if len(names) == len(parts):
                    yield node, names

    def edited(self, program: "Program") -> bytes:
        """Return the source as the program needs it."""
        starts = [0]
        for line in self.source.split(b"\n"):
            starts.append(starts[-1] + len(line) + 1)

        def at(row: int, column: int) -> int:
            return starts[row - 1] + column

        edits: list[tuple[int, int, bytes]] = []

        def put(node, text: str) -> None:
            edits.append((at(node.lineno, node.col_offset),
                          at(node.end_lineno, node.end_col_offset), text.encode()))  # fmt: skip

        for statement, text in self._statements(program):
            put(statement, text)
        bare = {id(node.value) for node in self.nodes if isinstance(node, ast.Attribute)}
        for node in self.nodes:
            if id(node) in self.unplaced:
                continue
            if isinstance(node, ast.Name):
                value = self.constants.get(node.id)
                if value is not None and isinstance(node.ctx, ast.Load):
                    put(node, "(%r)" % value if value < 0 or id(node) in bare else "%r" % value)
                elif node.id in program.short:
                    put(node, program.short[node.id])
            elif isinstance(node, ast.Attribute) and node.attr in program.short:
                assert node.end_lineno
                assert node.end_col_offset
                end = at(node.end_lineno, node.end_col_offset)
                edits.append((end - len(node.attr), end, program.short[node.attr].encode()))
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in program.short:
                start = at(node.lineno, node.col_offset)
                start = self.source.index(node.name.encode(), start)
                edits.append((start, start + len(node.name), program.short[node.name].encode()))
        for first, last in self._annotations(at):
            edits.append((first, last, b""))
        made, done = b"", 0
        for first, last, new in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
            if first < done:
                continue  # part of what is gone
            lines = b"\n" * self.source.count(b"\n", first, last)
            made += self.source[done:first] + new + lines
            done = last
        return made + self.source[done:]

    def _statements(self, program: "Program") -> Iterator[tuple[ast.stmt, str]]:
        """Yield the statements that are dropped or written anew, each with its new text."""
        top = set(map(id, self.tree.body))
        for typing in self.for_types:
            yield typing, ""
        for definition, names in self.definitions():
            left = [name for name in names if program.is_kept(self, name)]
            if names == [FOR_TYPES]:
                yield definition, ""
            elif len(left) < len(names):
                short = [program.short.get(name, name) for name in left]
                values = [self.constants[name] for name in left]
                yield definition, "; ".join(map("%s = %r".__mod__, zip(short, values)))
        for statement in self.imports:
            parts = []
            for alias in statement.names:
                if program.is_kept(self, alias.asname or alias.name):
                    names = [program.short.get(alias.name, alias.name)]
                    if alias.asname:
                        names.append(program.short.get(alias.asname, alias.asname))
                    parts.append(" as ".join(names))
            if not parts:
                yield statement, "" if id(statement) in top else "pass"
            else:
                yield statement, "from %s import %s" % (statement.module, ", ".join(parts))
        for node in self.nodes:
            if isinstance(node, ast.AnnAssign) and node.value is None:
                yield node, "pass"

    def _annotations(self, at) -> Iterator[tuple[int, int]]:
        """Yield where annotations begin and end."""
        for node in self.nodes:
            if isinstance(node, ast.arg) and node.annotation:
                assert node.end_lineno
                assert node.end_col_offset
                first = at(node.lineno, node.col_offset) + len(node.arg)
                yield first, at(node.end_lineno, node.end_col_offset)
            elif isinstance(node, ast.AnnAssign) and node.value:
                target, last = node.target, node.annotation
                assert target.end_lineno
                assert target.end_col_offset
                assert last.end_lineno
                assert last.end_col_offset
                if target.end_lineno == last.end_lineno:
                    yield (at(target.end_lineno, target.end_col_offset),
                           at(last.end_lineno, last.end_col_offset))  # fmt: skip
            elif isinstance(node, ast.FunctionDef) and node.returns:
                last = node.returns
                assert last.end_lineno
                assert last.end_col_offset
                first = self.source.rindex(b"->", 0, at(last.lineno, last.col_offset))
                end = at(last.end_lineno, last.end_col_offset)
                if b"\n" not in self.source[first:end]:
                    yield first, end


class Program:
    """Modules that are used together: which constants stay, and how private names are called."""

    def __init__(self, modules: dict[str, Module], words: set[str]) -> None:
        self._modules = modules
        self._words = words
        attributes = {
            node.attr
            for module in modules.values()
            for node in module.nodes
            if isinstance(node, ast.Attribute)
        }
        self._asked = words | attributes
        while any([self._find_constants(module) for module in modules.values()]):
            pass
        self._kept: set[tuple[str, str]] = set()
        for module in modules.values():
            self._keep(module)
        self.short = self._short_names()

    def is_kept(self, module: Module, name: str) -> bool:
        """Return whether a module still needs the statement that binds this name."""
        return name not in module.constants or (module.name, name) in self._kept

    def _find_constants(self, module: Module) -> bool:
        """Find constants of a module that were not known; return whether there are any."""
        known = len(module.constants)
        for local, (origin, name) in module.imported.items():
            source = self._modules.get(origin)
            if source and name in source.constants and _is_bound_by_imports(module, local):
                module.constants[local] = source.constants[name]
        for node, names in module.definitions():
            values = values_of(node.value, len(names), module.constants)
            if values and all(module.bound[name] == 1 for name in names):
                module.constants.update(zip(names, values))
        return len(module.constants) > known

    def _keep(self, module: Module) -> None:
        """Note the constants that must stay bound where a module takes them from."""
        for name in module.constants:
            if name in module.formatted or name in self._asked:
                self._hold(module, name)
        for name, (origin, foreign) in module.imported.items():
            if name not in module.constants and origin in self._modules:
                self._hold(self._modules[origin], foreign)

    def _hold(self, module: Module, name: str) -> None:
        while (module.name, name) not in self._kept:
            self._kept.add((module.name, name))
            origin, foreign = module.imported.get(name, ("", ""))
            if origin not in self._modules:
                return
            module, name = self._modules[origin], foreign

    def _short_names(self) -> dict[str, str]:
        """Return a short name for each private one.

        Two private names differ in their short ones if they stand in one module, or in modules
        whose classes inherit from one another: no object and no module has both else.
        """
        left = self._words | OTHERS
        groups = self._groups()
        found: dict[int, set[str]] = defaultdict(set)
        ours: set[str] = set()
        taken: set[str] = set()
        for module in self._modules.values():
            left.update(module.name.split("."))
            drivers = {name for name in module.named if not PRIVATE.match(name)}
            left |= drivers if module.name.startswith(DRIVERS) else set()
            foreign = {name for name, (origin, _) in module.imported.items()
                       if origin not in self._modules}  # fmt: skip
            for node in module.nodes:
                names = set(_named(node))
                taken |= names
                found[groups[module.name]] |= names
                if isinstance(node, (ast.Global, ast.Nonlocal)):
                    left.update(node.names)
                elif isinstance(node, (ast.keyword, ast.arg)) or id(node) in module.unplaced:
                    left |= names
                elif isinstance(node, ast.Import):
                    left |= names
                    foreign |= names
                elif isinstance(node, ast.ClassDef):
                    left.add(node.name)
                elif isinstance(node, ast.FunctionDef):
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
        found = {
            group: {name for name in names if name in ours and NAME.match(name)}
            for group, names in found.items()
        }
        places = defaultdict(set)
        for group, names in found.items():
            for name in names - left:
                places[name].add(group)
        short: dict[str, str] = {}
        used: dict[int, set[str]] = defaultdict(set)
        for name in sorted(places, key=lambda name: (-len(places[name]), name)):
            others = set().union(taken, left, *(used[group] for group in places[name]))
            short[name] = next(one for one in SHORT if one not in others)
            for group in places[name]:
                used[group].add(short[name])
        return {name: new for name, new in short.items() if len(new) < len(name)}

    def _groups(self) -> dict[str, int]:
        """Return a number for each module, the same for those whose classes are related."""
        homes = defaultdict(set)
        for module in self._modules.values():
            for node in module.nodes:
                if isinstance(node, ast.ClassDef):
                    homes[node.name].add(module.name)
        groups = {name: number for number, name in enumerate(self._modules)}
        for module in self._modules.values():
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


def _homes_of(module: Module, base: ast.expr, homes: Mapping[str, set[str]]) -> set[str]:
    """Return the modules that a base class may come from."""
    name = ast.unparse(base).split(".")[-1]
    if isinstance(base, ast.Name):
        origin, foreign = module.imported.get(name, (module.name, name))
        if origin in homes[foreign]:
            return {origin}
        name = foreign or name
    return homes[name]


def _is_for_types(node: ast.stmt) -> bool:
    """Return whether a statement only concerns type checkers: a board lacks these modules."""
    if isinstance(node, ast.Try):
        return all(isinstance(one, ast.ImportFrom) and one.module in TYPING for one in node.body)
    return isinstance(node, ast.If) and ast.unparse(node.test) == FOR_TYPES


def _looks_up(node: ast.AST) -> bool:
    """Return whether a node may ask an object for an attribute by a name in a text."""
    if isinstance(node, ast.Attribute):
        return node.attr == "__dict__"
    return isinstance(node, ast.Name) and node.id in LOOK_UP


def _is_bound_by_imports(module: Module, name: str) -> bool:
    """Return whether nothing but imports of one origin binds a name."""
    imports = sum(
        (alias.asname or alias.name) == name for node in module.imports for alias in node.names
    )
    return bool(module.imported[name][1]) and module.bound[name] == imports


def _in_fstrings(nodes: Iterable[ast.AST]) -> Iterator[int]:
    """Yield what stands in f-strings: Python 3.11 does not say where in the line."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield from map(id, ast.walk(node))


def _bindings(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds in whatever scope."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield (alias.asname or alias.name).split(".")[0]
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _reached(node: ast.AST) -> Iterator[str]:
    """Yield the names in a node that need not be its own module's."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif not isinstance(node, ast.Name):
        yield from _named(node)


def _named(node: ast.AST) -> Iterator[str]:
    """Yield the names that stand in a node itself."""
    yield from _bindings(node)
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.name
