"""Share of mutants that the tests of their modules catch.

    python tests/bench/mutants.py [--each N] [--seed S] [--show] [MODULE ...]

A mutant is a module with one place changed: a comparison, an operator, a number, a condition
turned round, a statement left out, a result forgotten.  N of each module are drawn; each is
written into a copy of the tree, where the tests named in ``TESTS`` run until the first that
fails.  One that lives is printed with its line: either a test is missing, or nothing depends
on it.  ``--show`` prints the mutants that would be tried.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE, HOST = "firmware/lib/boardcore", "host/underboard"
TESTS = {
    f"{CORE}/pylos/rules.py": "rules/test_pylos_rules.py rules/test_pylos_properties.py",
    f"{CORE}/apagos/rules.py": "rules/test_apagos_rules.py",
    f"{CORE}/gyges/rules.py": "rules/test_gyges_rules.py rules/test_gyges_agreement.py",
    f"{CORE}/gyges/reach.py": "rules/test_gyges_rules.py rules/test_gyges_agreement.py",
    f"{CORE}/sensing/debounce.py": "sensing/hall/test_debouncer.py",
    f"{CORE}/sensing/observe/weight/gains.py": "sensing/scale/test_scale_gains.py",
    f"{CORE}/sensing/observe/weight/likelihood.py": "sensing/scale/test_scale_likelihood.py",
    f"{CORE}/sensing/observe/weight/presses.py":
        "sensing/scale/test_scale_presses.py sensing/scale/test_scale_decoder.py",
    f"{CORE}/sensing/observe/weight/rest.py": "sensing/scale/test_scale_rest.py",
    f"{CORE}/link/wire.py": "link/test_wire.py link/test_any_value.py",
    f"{CORE}/link/session.py": (
        "link/test_link_session.py link/test_board.py link/test_linkstate.py"
    ),
    f"{CORE}/pods/ballot_box.py": "galerapagos/pods/test_ballot_box.py",
    f"{HOST}/galerapagos/rules/voting.py": "galerapagos/rules",
}  # fmt: skip
"""Modules, and the tests below ``tests`` that hold each."""
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COUNTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
PATIENCE_S = 600
"""Seconds after which a mutant counts as caught: its tests never end."""


def changes_of(node):
    """Yield other code for one node of a module's tree."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        other = COMPARED[type(node.ops[0])]()
        yield ast.Compare(node.left, [other, *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED and not is_text(node.left):
        yield ast.BinOp(node.left, COUNTED[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(
        node.test, ast.Compare | ast.BoolOp | ast.Constant | ast.UnaryOp
    ):
        yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and not is_nothing(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.AugAssign | ast.Raise | ast.Break | ast.Continue) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield ast.Pass()


def run_by(tree):
    """Yield all nodes but annotations and what stands for types only."""
    left = [tree]
    while left:
        node = left.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns") and not (
                isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            ):
                inner = value if isinstance(value, list) else [value]
                left += [one for one in inner if isinstance(one, ast.AST)]


def is_nothing(node):
    return node is None or (isinstance(node, ast.Constant) and not node.value)


def is_text(node):
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def mutants_of(source):
    """Return ``(line, before, after, source with the change)`` for every mutant of a module."""
    found = []
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = source.encode()
    tree = ast.parse(source)
    for node in run_by(tree):
        for other in changes_of(node):
            first = starts[node.lineno - 1] + node.col_offset
            last = starts[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(ast.fix_missing_locations(other))
            if isinstance(node, ast.expr):
                text = f"({text})"
            elif isinstance(node, ast.If | ast.While):
                test = node.test
                first = starts[test.lineno - 1] + test.col_offset
                last = starts[test.end_lineno - 1] + test.end_col_offset
                text = f"(not ({ast.unparse(test)}))"
            changed = raw[:first] + text.encode() + raw[last:]
            before = " ".join(raw[first:last].decode().split())
            found.append((node.lineno, before, text, changed.decode()))
    return found


def caught(tree, module, source):
    """Return the first test that fails with a mutant in the tree, None where it lives."""
    path = tree / module
    whole = path.read_text(encoding="utf-8")
    path.write_text(source, encoding="utf-8")
    tests = [f"tests/{name}" for name in TESTS[module].split()]
    paths = f"{tree}/host{os.pathsep}{tree}/firmware/lib"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", *tests],
            cwd=tree, env=os.environ | {"PYTHONPATH": paths}, timeout=PATIENCE_S,
            capture_output=True, text=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "never ends"
    finally:
        path.write_text(whole, encoding="utf-8")
    if done.returncode == 0:
        return None
    return next((line for line in done.stdout.splitlines() if "FAILED" in line), "does not start")


def main():
    """Try the mutants, and print the share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--each", type=int, default=10, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=35)
    parser.add_argument("--show", action="store_true", help="print them only")
    asked = parser.parse_args()
    tried = lived = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        if not asked.show:
            for part in ("firmware", "host", "tests"):
                shutil.copytree(ROOT / part, tree / part)
            shutil.copy(ROOT / "pyproject.toml", tree)
        for module in [m for m in TESTS if not asked.modules or any(n in m for n in asked.modules)]:
            mutants = mutants_of((ROOT / module).read_text(encoding="utf-8"))
            random.Random(f"{asked.seed} {module}").shuffle(mutants)
            for line, before, after, source in mutants[: asked.each]:
                shown = f"{module}:{line}: {before} -> {after}"
                if asked.show:
                    print(shown)
                    continue
                found = caught(tree, module, source)
                tried, lived = tried + 1, lived + (found is None)
                print("lived " if found is None else "caught", shown, found or "", flush=True)
    print(f"mutants {tried} caught {tried - lived} lived {lived}")


if __name__ == "__main__":
    main()
