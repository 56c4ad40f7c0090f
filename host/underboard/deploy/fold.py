"""Fold: the firmware's modules as one program, with fewer names, as they go onto a drive.

A board keeps every name that it reads, an entry per constant of a module and another wherever
the constant is imported.  So whole numbers stand where their names stood, what no module asks
for any more is dropped, and so are annotations; names that nobody else uses become short ones that
unrelated classes share.  Lines keep their numbers, modules and exceptions their names.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from underboard.deploy.nodes import bindings, named, own, reached
from underboard.deploy.numbers import values_of
from underboard.deploy.short_names import short_names

WORD = re.compile(r"\w+")
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
        words |= module.quoted if module.path else module.quoted | module.reached - module.own
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
        self.own = own(self.nodes)
        """Private names that no object but this module's own has."""
        self.imports = [node for node in self.nodes if isinstance(node, ast.ImportFrom)]
        self.imported: dict[str, tuple[str, str]] = {}
        texts = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        self.quoted: set[str] = set()
        """Words in texts of a module that looks up attributes by their names."""
        self.bound: Counter[str] = Counter()
        """Number of bindings per name, in any scope; an import counts once per statement."""
        for node in self.nodes:
            self.bound.update(bindings(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in texts:
                    self.quoted.update(WORD.findall(node.value))
        if not any(_looks_up(node) for node in self.nodes):
            self.quoted = set()
        self.named = {name for node in self.nodes for name in named(node)}
        self.reached = {name for node in self.nodes for name in reached(node)}
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
        self.short = short_names(modules, words)

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
