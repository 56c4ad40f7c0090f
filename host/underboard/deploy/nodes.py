"""Nodes: which names a node of a module's syntax tree binds and asks for."""

import ast
import re
from collections.abc import Iterator

PRIVATE = re.compile(r"_(?!_)\w\w+\Z")


def bindings(node: ast.AST) -> Iterator[str]:
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


def reached(node: ast.AST) -> Iterator[str]:
    """Yield the names in a node that need not be its own module's."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif not isinstance(node, ast.Name):
        yield from named(node)


def own(nodes: list[ast.AST]) -> set[str]:
    """Return the private names that a module only calls or binds as its own classes' attributes.

    A class with a base may have inherited them from elsewhere: all that it names may be others'.
    """
    own: set[str] = set()
    others: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute):
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            (own if is_own else others).add(node.attr)
        elif isinstance(node, ast.ClassDef) and node.bases:
            others.update(name for inner in ast.walk(node) for name in reached(inner))
    return {name for name in own - others if PRIVATE.match(name)}


def named(node: ast.AST) -> Iterator[str]:
    """Yield the names that stand in a node itself."""
    yield from bindings(node)
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.name
