"""Shorten: functions' own names become short ones that all functions share, on the drive.

A board keeps every name that it has read for as long as it runs, and from some number of names
on its table takes 14 kB more.  What others can see keeps its name: modules, classes, functions,
attributes, and parameters that somebody passes by keyword.
"""

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_lowercase

SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LETTERS = [
    name
    for name in (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
    if not keyword.iskeyword(name) and not hasattr(builtins, name)
]
KEYWORD = re.compile(rb"\b(\w+)=(?!=)")
"""As our formatter writes it: assignments have spaces around the sign."""


def keywords(sources: Iterable[bytes]) -> frozenset[str]:
    """Return every name that sources may pass by keyword."""
    return frozenset(name.decode() for source in sources for name in KEYWORD.findall(source))


def shorten(source: bytes, kept: frozenset[str]) -> bytes:
    """Return a module with short names for what is known inside a function only."""
    tree = ast.parse(source)
    functions = {function: list(ast.walk(function)) for function in _outermost(tree)}
    reserved = _reserved(tree)
    places: dict[tuple[int, int], tuple[bytes, bytes]] = {}
    for function, nodes in functions.items():
        mine = _own_names(function, nodes, kept)
        taken = reserved | (_names(nodes) - mine)
        short = dict(zip(sorted(mine), (name for name in LETTERS if name not in taken)))
        for node in nodes:
            if isinstance(node, (ast.Name, ast.arg)) and _name(node) in short:
                name = _name(node)
                places[node.lineno, node.col_offset] = name.encode(), short[name].encode()
    lines = source.split(b"\n")
    for (row, column), (old, new) in sorted(places.items(), reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new + line[column + len(old) :]
    return b"\n".join(lines)


def _reserved(tree: ast.Module) -> set[str]:
    """Return the names of the module itself: no name of a function may hide them."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        else:
            inside = list(ast.walk(node))
            found |= _names(inside)
            for one in inside:
                if isinstance(one, (ast.Import, ast.ImportFrom)):
                    found.update(alias.asname or alias.name for alias in one.names)
    return found


def _outermost(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions and methods that stand in no other function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, (ast.ClassDef, ast.If, ast.Try)):
            yield from _outermost(node)


def _own_names(function: ast.FunctionDef, nodes: list[ast.AST], kept: frozenset[str]) -> set[str]:
    """Return the names that a function binds itself and that can be others.

    A name that a function inside or a comprehension binds anew stays as it is.
    """
    if any(isinstance(node, ast.ClassDef) for node in nodes):
        return set()
    bound: set[str] = set()
    left = {"self", "_"}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
            left |= _names(_within(node.annotation)) | ({node.arg} & kept)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            left.update(node.names)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            left.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler):
            left.add(node.name or "")
        elif isinstance(node, ast.FunctionDef) and node is not function:
            left.add(node.name)
        elif isinstance(node, ast.JoinedStr):
            # Python 3.11 does not know where in the line they stand.
            left |= _names(_within(node))
        if isinstance(node, SCOPES) and node is not function:
            left |= _bound_twice(nodes, node)
    # They are looked up outside, where the same name is another.
    arguments = function.args
    outside = [*arguments.defaults, *arguments.kw_defaults, *function.decorator_list]
    for part in (*outside, function.returns):
        left |= _names(_within(part))
    return {name for name in bound - left if len(name) > 1 and not name.startswith("__")}


def _bound_twice(nodes: list[ast.AST], inner: ast.AST) -> set[str]:
    """Return the names that a scope inside binds and that the function uses elsewhere, too."""
    inside = _within(inner)
    within = set(map(id, inside))
    bound = {one.arg for one in inside if isinstance(one, ast.arg)}
    for one in inside:
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            bound.add(one.id)
    return bound & _names(one for one in nodes if id(one) not in within)


def _within(node: ast.AST | None) -> list[ast.AST]:
    return [] if node is None else list(ast.walk(node))


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return every variable among some parts of a module."""
    return {_name(node) for node in nodes if isinstance(node, (ast.Name, ast.arg))}


def _name(node: ast.Name | ast.arg) -> str:
    return node.id if isinstance(node, ast.Name) else node.arg
