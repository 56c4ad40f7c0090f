"""Source sentences (every sentence about trouble that the program can say, read from its source).

A sentence is a template and what fills its gaps, ``UnderboardError("no port %s: "
        "...", url)``.  It is
found where it is raised or handed to whoever raises it; what fills a gap is followed to the
names of the same function, so that parts of sentences are found, too.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.walk import nodes_of
from underboard.texts.lazy import GAP, key_of

ROOT = Path(__file__).parents[3]
HOST = ROOT / "host"
SOURCES = sorted([*HOST.rglob("*.py"), *(ROOT / "firmware/lib").rglob("*.py")])

TEMPLATES = {
    "UnderboardError": 0,
    "ParseError": 0,
    "Unusable": 0,
    "LinkClosed": 0,
    "WrongGame": 0,
    "TableClosed": 0,
    "MissingEntry": 0,
    "DivergedHistory": 0,
    "IllegalMove": 1,
    "BrokenGame": 0,
    "RecordsError": 0,
    "DamagedFile": 0,
    "LazyText": 0,
    "Phrase": 0,
}
"""Who is handed a template, as which argument; what fills its gaps follows."""
WHOLE = {
    "ArgumentTypeError": (0,),
    "Refused": (1,),
    "CommandRefused": (1,),
    "Notice": (1,),
    "bad_value": (1, 2),
    "field": (3,),
    "entries": (2,),
    "numbers": (2,),
    "number": (2,),
    "check": (2, 3),
    "read_sensors": (2,),
    "_digits": (3,),
    "_wait_until": (1,),
    "_report_rule_mismatch": (0,),
    "_down": (0,),
    "_part": (0,),
    "_text": (2,),
    "verdict": (1,),
    "LazyText": (0,),
    "Phrase": (0,),
    "_complain": (1,),
}
"""Who is handed a sentence or a part of one, and as which arguments."""
TELLERS = (
    "why_closed", "_why_not_met", "_why_stopped", "_where", "another_board", "_reason",
    "_why_set_aside", "other_game",
)  # fmt: skip
"""Functions that return a sentence or a part of one."""


class Module:
    """One file: its tree, and where each name gets its value."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions: dict[ast.AST, ast.AST] = {}
        self.nodes = nodes_of(self.tree)
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef):
                for inner in nodes_of(node):
                    self.functions[inner] = node

    def values(self, name: ast.Name) -> Iterator[ast.expr]:
        """Yield what a name is bound to in its function, else in the module."""
        own = self.functions.get(name, self.tree)
        found = list(_bound(own, name.id))
        if isinstance(own, ast.FunctionDef):
            arguments = own.args.args + own.args.kwonlyargs
            if not found and name.id not in [argument.arg for argument in arguments]:
                found = list(_bound(self.tree, name.id))
        # What the line before says, if it does.
        yield from [value for value in found if value.end_lineno == name.lineno - 1] or found


def _bound(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    nodes = nodes_of(scope) if isinstance(scope, ast.FunctionDef) else scope.body
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for one, value in zip(target.elts, node.value.elts, strict=True):
                        if isinstance(one, ast.Name) and one.id == name:
                            yield value


def _choices(module: Module, node: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression may be: either side of a choice, what a name stands for."""
    if isinstance(node, ast.IfExp):
        sides = [node.body, node.orelse]
    elif isinstance(node, ast.BoolOp):
        sides = node.values
    elif isinstance(node, ast.Name):
        sides = list(module.values(node))
    else:
        yield node
        return
    for side in sides:
        yield from _choices(module, side)


@dataclass(frozen=True)
class Said:
    """One place where something is said."""

    where: str
    templates: tuple[str, ...]
    fields: int
    """How many fill the gaps of the templates; -1: that is known only when it runs."""
    parts: tuple[str, ...]
    """Sentences and names without gaps that may fill them."""
    composed: bool
    """A sentence is put together where it should be a template: nobody could look it up."""

    @property
    def whole(self) -> set[str]:
        """Return everything that is said here."""
        return {*self.templates, *self.parts}


def sayings() -> list[Said]:
    """Return every sentence of the source, and its parts."""
    return [one for module in map(Module, SOURCES) for one in sayings_of(module)]


def sayings_of(module: Module) -> list[Said]:
    """Return every sentence of a module."""
    return [_saying(module, *found) for found in _spoken(module)]


def _saying(module: Module, node: ast.expr, fields: list[ast.expr]) -> Said:
    found = list(_choices(module, node))
    parts = [choice for field in fields for choice in _choices(module, field)]
    starred = any(isinstance(field, ast.Starred) for field in fields)
    where = f"{module.path.name}:{node.lineno}"
    if module.path.is_relative_to(ROOT):
        where = f"{module.path.relative_to(ROOT)}:{node.lineno}"
    return Said(
        where,
        tuple(_texts(found)),
        -1 if starred else len(fields),
        tuple(_texts(parts)),
        any(map(_is_composed, found + parts)),
    )


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_composed(node: ast.expr) -> bool:
    """Return True if words are joined with what is known only when the program runs.

    What has no blank is a name, like ``layouts/%s.json``.
    """
    if not isinstance(node, ast.JoinedStr | ast.BinOp):
        return False
    inner = [part.value for part in nodes_of(node) if isinstance(part, ast.Constant)]
    return any(isinstance(text, str) and says(text) and " " in text for text in inner)


def _spoken(module: Module) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Yield each sentence, and what fills the gaps of its template."""
    for node in module.nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in TEMPLATES and len(node.args) > TEMPLATES[name]:
                yield node.args[TEMPLATES[name]], node.args[TEMPLATES[name] + 1 :]
            for at in WHOLE.get(name, ()):
                if at < len(node.args):
                    yield node.args[at], []
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SENTENCES":
            if isinstance(node.value, ast.Dict):
                for value in node.value.values:
                    yield value, [ast.Starred(ast.Name("fields"))]
        elif isinstance(node, ast.FunctionDef) and node.name in TELLERS:
            for inner in nodes_of(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield inner.value, []


def says(text: str) -> bool:
    """Return True if there are words in it, or only gaps and signs."""
    return bool(re.search(r"[^\W\d_]{2}", key_of(text).replace("{}", "")))


def gaps(template: str) -> int:
    """Return how many gaps a template has."""
    return len(GAP.findall(template.replace("%%", "")))
