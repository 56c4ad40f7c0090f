"""How much of the code is checked strictly, and how much may say Any."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST = sorted((ROOT / "host/underboard").rglob("*.py"))

UNTYPED = frozenset({
    "boardcore.*", "boardio.*", "underboard.sim.mcu.stand_ins.*",
    "underboard.games.gyges.engine.assess", "underboard.games.gyges.engine.kernels",
    "underboard.games.gyges.engine.search", "underboard.games.pylos.engine.fast.search",
    "underboard.games.pylos.engine.fast.turns", "underboard.games.pylos.engine.table.kernel",
})  # fmt: skip
"""Modules of a board, what imitates its own, and kernels; nothing may be added."""
UNSURE = frozenset({"underboard.hardware.*", "underboard.sim.*"})
"""Rooms that return what an untyped module or a layout tells; otherwise they are strict."""
MAX_ANY = 698
"""Lines of the host that name Any; the number may only fall."""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib comes with Python 3.11")
def test_every_other_room_is_strict():
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"]
    off = {name for name, value in settings.items() if value is False}
    assert off == {"disallow_untyped_calls"}
    loose = {UNTYPED: set(), UNSURE: set()}
    for row in settings["overrides"]:
        off = {name for name, value in row.items() if value is False}
        if off:
            loose[UNSURE if off == {"warn_return_any"} else UNTYPED] |= set(row["module"])
    assert all(found <= allowed for allowed, found in loose.items())


def lines_with_any(tree):
    return {
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "Any")
        or (isinstance(node, ast.Constant) and node.value == "Any")
    }


def test_any_becomes_rarer():
    found = {path: len(lines_with_any(ast.parse(path.read_text("utf-8")))) for path in HOST}
    assert sum(found.values()) <= MAX_ANY


def test_any_is_noticed_in_code_only():
    source = 'from typing import Any\nx: "Any"\ny: dict[str, Any] = {}\nz = "Any day"\n'
    assert lines_with_any(ast.parse(source)) == {2, 3}
