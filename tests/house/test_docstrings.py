"""Docstrings open with an imperative or a noun phrase, never with a name and a riddle."""

import ast
import functools
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("firmware", "host", "hardware", "tests")


@functools.cache
def docstrings():
    """Return path, line (0 for a module) and docstring of everything that can have one."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "__pycache__" not in path.parts:
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, kinds):
                        line = 0 if isinstance(node, ast.Module) else node.lineno
                        found.append((path, line, ast.get_docstring(node) or ""))
    return found


def found(holds):
    """Return the places of the docstrings for which ``holds(line, text)`` is true."""
    return [
        f"{path.relative_to(ROOT)}:{line}" for path, line, text in docstrings() if holds(line, text)
    ]


def test_no_module_opens_with_its_name_and_a_colon():
    opening = re.compile(r"[A-Z][\w' -]{1,40}: ")
    assert not found(lambda line, text: not line and opening.match(text))


def test_no_docstring_opens_with_a_riddle():
    openings = ("Tell whether", "Hear that", "Note that", "The same, but")
    assert not found(lambda line, text: text.startswith(openings))
