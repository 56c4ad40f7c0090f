"""Source sentences: every sentence about trouble that the program can say, read from its source.

A sentence is a template with ``{}`` for each gap.  It is found where it is raised or handed
to whoever raises it; what fills a gap is followed to the names of the same function and to
the functions below, so that parts of sentences are found, too.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "host").rglob("*.py"), *(ROOT / "firmware/lib").rglob("*.py")])

SPEAKERS = {
    "Trouble": (0,),
    "Unreadable": (0,),
    "LinkClosed": (0,),
    "ArgumentTypeError": (0,),
    "Gap": (0,),
    "Forked": (0,),
    "IllegalMove": (1,),
    "Refused": (1,),
    "_wrong": (1, 2),
    "wrong": (1, 2),
    "field": (3,),
    "numbers": (3,),
    "_above": (2,),
    "_wait_until": (1,),
    "_mistrust": (0,),
    "_down": (0,),
    "_part": (0,),
    "_text": (2,),
    "verdict": (1,),
}
"""Who is handed a sentence or a part of one, and as which arguments."""

TELLERS = ("_why_not", "_why_not_met", "_where", "hello_from", "_reason")
"""Functions that return a sentence or a part of one."""

PERCENT = re.compile(r"%[-#0 +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]")
GAP = "{}"


class Module:
    """One file: its tree, and where each name gets its value."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                for inner in ast.walk(node):
                    self.functions[inner] = node

    def kept(self, name: str) -> Iterator[ast.expr]:
        """Yield what ``self.name`` is bound to anywhere."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Attribute) and target.attr == name:
                        yield node.value

    def values(self, name: ast.Name) -> Iterator[ast.expr]:
        """Yield what a name is bound to in its function, else in the module."""
        own = self.functions.get(name, self.tree)
        found = list(_bound(own, name.id))
        if isinstance(own, ast.FunctionDef):
            arguments = own.args.args + own.args.kwonlyargs
            if not found and name.id not in [argument.arg for argument in arguments]:
                found = list(_bound(self.tree, name.id))
        yield from found


def _bound(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    nodes = ast.walk(scope) if isinstance(scope, ast.FunctionDef) else scope.body
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for one, value in zip(target.elts, node.value.elts, strict=True):
                        if isinstance(one, ast.Name) and one.id == name:
                            yield value


def templates(
    module: Module, node: ast.expr, parts: list[ast.expr], spread: bool = False
) -> list[str]:
    """Return what an expression can say; what fills its gaps is added to ``parts``.

    ``spread``: a choice within a sentence makes several sentences, not a gap.
    """

    def gap(value: ast.expr) -> list[str]:
        if spread and isinstance(value, ast.IfExp):
            return templates(module, value, parts, spread)
        parts.append(value)
        return [GAP]

    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return _joined(
            [
                gap(value.value) if isinstance(value, ast.FormattedValue) else [value.value]
                for value in node.values
            ]
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        left, right = node.left, node.right
        if isinstance(left, ast.Constant) and isinstance(left.value, str):
            values = list(right.elts) if isinstance(right, ast.Tuple) else [right]
            texts = PERCENT.split(left.value.replace("%%", "%"))
            # One name may stand for all values, as in "%d.%d" % version.
            gaps = [gap(value) for value in values] if len(values) == len(texts) - 1 else []
            gaps = gaps or [[GAP] for _ in texts[1:]]
            pieces = [[texts[0]]]
            for filled, text in zip(gaps, texts[1:], strict=True):
                pieces += [filled, [text]]
            return _joined(pieces)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([templates(module, side, parts, spread) for side in (node.left, node.right)])
    if isinstance(node, ast.IfExp):
        either = (node.body, node.orelse)
        return [text for value in either for text in templates(module, value, parts, spread)]
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in templates(module, value, parts, spread)]
    if isinstance(node, ast.Name | ast.Attribute):
        is_name = isinstance(node, ast.Name)
        values = module.values(node) if is_name else module.kept(node.attr)
        found = [text for value in values for text in templates(module, value, parts, spread)]
        return found or [GAP]
    return [GAP]


def _joined(pieces: list[list[str]]) -> list[str]:
    whole = [""]
    for piece in pieces:
        whole = [before + text for before in whole for text in piece]
    return whole


def normal(template: str) -> str:
    """Return a template with every gap as ``{}``, gaps that touch as one."""
    return re.sub(r"(\{\})+", GAP, re.sub(r"\{\w*\}", GAP, template))


def says(template: str) -> bool:
    """Tell whether there are words in it, or only gaps and signs."""
    return bool(re.search(r"[^\W\d_]{2}", template.replace(GAP, "")))


@dataclass(frozen=True)
class Said:
    """One place where something is said."""

    where: str
    whole: tuple[str, ...]
    """The sentences, a choice within them as a gap."""
    spread: tuple[str, ...]
    """The same sentences, one for each choice."""
    parts: tuple[str, ...]
    """What may fill their gaps."""


def sayings() -> list[Said]:
    """Return every sentence of the source, and its parts."""
    return [_saying(module, node) for module in map(Module, SOURCES) for node in _spoken(module)]


def _saying(module: Module, node: ast.expr) -> Said:
    parts: list[ast.expr] = []
    whole = templates(module, node, parts)
    spread = templates(module, node, [], True)
    fragments: list[str] = []
    seen: set[ast.expr] = {node}
    while parts:
        part = parts.pop()
        if part not in seen:
            seen.add(part)
            fragments += templates(module, part, parts)
    where = f"{module.path.relative_to(ROOT)}:{node.lineno}"
    return Said(where, *(tuple(map(normal, texts)) for texts in (whole, spread, fragments)))


def _spoken(module: Module) -> Iterator[ast.expr]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for at in SPEAKERS.get(name, ()):
                if at < len(node.args):
                    yield node.args[at]
        elif isinstance(node, ast.FunctionDef) and node.name in TELLERS:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield inner.value
