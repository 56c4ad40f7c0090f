"""Docstrings open with an imperative or a noun phrase, never with a name and a riddle."""

import ast
import functools
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("firmware", "host", "hardware", "tests")

STILL_TO_DO = {"apagos": 16, "gyges": 16, "pylos": 12, "sensing": 58, "boards": 7}
"""Modules by room that still open with their name; a number may only fall."""


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


def room_of(path):
    """Return the room whose docstrings a later commit mends, "" for all others."""
    parts = path.relative_to(ROOT).parts
    if parts[:3] == ("firmware", "lib", "boardcore") or parts[:2] == ("tests", "sensing"):
        return next((part for part in parts if part in STILL_TO_DO), "")
    return "boards" if parts[:3] == ("tests", "play", "boards") else ""


def test_no_module_opens_with_its_name_and_a_colon():
    found: dict[str, list[str]] = {}
    for path, line, text in docstrings():
        if not line and re.match(r"[A-Z][\w' -]{1,40}: ", text):
            found.setdefault(room_of(path), []).append(str(path.relative_to(ROOT)))
    assert not found.pop("", [])
    for room, paths in found.items():
        assert len(paths) <= STILL_TO_DO[room], paths


def test_no_docstring_opens_with_a_riddle():
    openings = ("Tell whether", "Hear that", "Note that", "The same, but")
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, line, text in docstrings()
        if not room_of(path) and text.startswith(openings)
    ]
    assert not found
