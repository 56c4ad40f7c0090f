"""How much of the code is checked strictly."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UNTYPED = frozenset({
    "boardcore.*", "boardio.*", "underboard.sim.mcu.stand_ins.*",
    "underboard.games.gyges.engine.assess", "underboard.games.gyges.engine.kernels",
    "underboard.games.gyges.engine.search", "underboard.games.pylos.engine.fast.search",
    "underboard.games.pylos.engine.fast.turns", "underboard.games.pylos.engine.table.kernel",
})  # fmt: skip
"""Modules of a board, what imitates its own, and kernels; nothing may be added."""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib comes with Python 3.11")
def test_every_other_room_is_strict():
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"]
    off = {name for name, value in settings.items() if value is False}
    assert off == {"disallow_untyped_calls"}
    for row in settings["overrides"]:
        if any(value is False for value in row.values()):
            assert set(row["module"]) <= UNTYPED
